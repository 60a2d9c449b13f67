"""The bridge, and the life of the window around it."""

import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QThread, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.bridge import BROKEN, Bridge
from app.talking import Talking
from app.window import Window, show
from engine.values.errors import StorageError
from engine.values.event import Event, Notice, Phase
from engine.values.sound import Said
from tests.app.conftest import memory_in
from tests.app.fakes import FakeTalking, turn


def test_verbs_wait_for_the_engine_and_run_in_order(qtbot: QtBot) -> None:
    gate, made = threading.Event(), list[FakeTalking]()

    def build(emit: Callable[[Event], None]) -> Talking:
        gate.wait()
        made.append(FakeTalking(emit))
        return made[0]

    bridge, seen = Bridge(build), list[tuple[Event, bool]]()
    bridge.happened.connect(lambda event: seen.append((event, QThread.isMainThread())))
    bridge.start("http://127.0.0.1/")
    bridge.submit(Said("one"))
    bridge.hold(True)
    bridge.hold(False)
    bridge.listen(True)
    bridge.stop()
    assert not made
    gate.set()
    expected = [Phase("idle"), *turn("one", "I heard one.")]
    qtbot.waitUntil(lambda: [event for event, _ in seen] == expected)
    bridge.close()
    assert bridge.wait(10)
    verbs = ["start", "submit", "hold", "hold", "listen", "stop", "stop", "close"]
    assert [call[0] for call in made[0].calls] == verbs
    bridge.report(Notice("too late"))
    assert len(seen) == len(expected)


def test_events_reach_a_slot_of_the_window_on_the_main_thread(qtbot: QtBot, tmp_path: Path) -> None:
    bridge = Bridge(FakeTalking)
    window = Window(bridge, memory_in(tmp_path), lambda _widget, _text: None)
    qtbot.addWidget(window)
    bridge.happened.connect(window.take)
    bridge.start()
    window.submit("hello")
    qtbot.waitUntil(lambda: "Sayso: I heard hello." in window.parts.transcript.toPlainText())
    window.close()
    assert bridge.wait(10)


def test_an_engine_that_cannot_be_built_says_why(qtbot: QtBot) -> None:
    def build(_emit: Callable[[Event], None]) -> Talking:
        raise StorageError("The disk is full. Free some space and start Sayso again.")

    bridge, seen = Bridge(build), list[Event]()
    bridge.happened.connect(seen.append)
    bridge.start()
    bridge.submit(Said("hello"))
    reason = "The disk is full. Free some space and start Sayso again."
    qtbot.waitUntil(lambda: seen == [Notice(reason), Phase("idle"), Notice(reason)])
    bridge.close()
    assert bridge.wait(10)


def test_closing_before_starting_is_no_harm(qtbot: QtBot) -> None:
    bridge = Bridge(FakeTalking)
    bridge.close()
    bridge.start()
    assert bridge.wait(0)


def test_the_window_is_there_before_the_engine_and_both_end(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    gate, made, visible = threading.Event(), list[FakeTalking](), list[bool]()

    def window() -> Window | None:
        return next((one for one in QApplication.topLevelWidgets() if isinstance(one, Window)), None)

    def build(emit: Callable[[Event], None]) -> Talking:
        gate.wait()
        made.append(FakeTalking(emit))
        return made[0]

    def look() -> None:
        shown = window()
        assert shown is not None
        visible.append(shown.isVisible() and not made)
        gate.set()
        shown.close()

    QTimer.singleShot(50, look)
    assert show(qapp, build, memory_in(tmp_path), "http://127.0.0.1/") == 0
    assert visible == [True]
    assert [call[0] for call in made[0].calls] == ["start", "stop", "close"]
    assert BROKEN
