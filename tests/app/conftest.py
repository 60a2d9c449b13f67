"""A window without a display, on a conversation that only writes down what it is told."""

import itertools
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.window import Window
from tests.app.fakes import FakeTalking


@pytest.fixture(scope="session", autouse=True)
def offscreen() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QT_QPA_PLATFORM", "offscreen")
        assert os.environ["QT_QPA_PLATFORM"] == "offscreen"
        yield


@dataclass(slots=True)
class Shown:
    """A window on the screen, what it asked of the conversation, and what the screen reader was told."""

    window: Window
    talking: FakeTalking
    memory: QSettings
    told: list[str] = field(default_factory=list)


def memory_in(folder: Path) -> QSettings:
    return QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Shown:
    told: list[str] = []

    def say(_widget: QWidget, text: str) -> None:
        told.append(text)

    talking, memory = FakeTalking(), memory_in(tmp_path)
    window = Window(talking, memory, say)
    window.parts.talk.clock = itertools.count().__next__  # every press is a long one
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return Shown(window, talking, memory, told)
