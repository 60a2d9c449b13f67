"""The window and the terminal with everything real behind them; only the microphone's sound comes from a file."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.bridge import Bridge
from app.screen import QUESTION
from app.window import CLOSING_SECONDS, Window
from engine.adapters.whisper import read_audio
from engine.chain import assemble
from engine.chain.conversation import Conversation
from engine.values.settings import Settings
from tests.app.conftest import memory_in
from tests.conftest import House, Speech
from tests.end2end.chatting import Chat
from tests.end2end.conftest import DataFolder
from tests.fakes_audio import ArrayMicrophone, hush, joined
from tests.program import Program
from tests.sites.server import Site

LONG = 60_000
SILENT = Settings(headless=True, voice=False)


@pytest.fixture
def microphone(speech: Speech, monkeypatch: pytest.MonkeyPatch) -> ArrayMicrophone:
    """Says "press add to basket" when it is opened."""
    words = read_audio(speech("Press add to basket."))
    made = ArrayMicrophone(joined(hush(0.5), words, hush(0.3)), pace=4.0)
    monkeypatch.setattr(assemble, "microphone", lambda *_: made)
    return made


@pytest.fixture
def window(
    qtbot: QtBot, house: House, microphone: ArrayMicrophone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Window]:
    """The window as `app.window.run` puts it together, not yet started."""
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    bridge = Bridge(lambda emit: Conversation(SILENT, house.data, emit))
    shown = Window(bridge, memory_in(tmp_path), lambda widget, text: None)
    bridge.happened.connect(shown.take)
    qtbot.addWidget(shown)
    shown.show()
    yield shown
    shown.close()
    assert bridge.wait(CLOSING_SECONDS)


def said_by(window: Window, who: str) -> list[str]:
    return [line.text for line in window.screen_value.lines if line.who == who]


def answered(qtbot: QtBot, window: Window, count: int) -> None:
    """Wait until Sayso has replied so often, and the turn is over."""
    qtbot.waitUntil(lambda: len(said_by(window, "sayso")) >= count and not window.screen_value.busy, timeout=LONG)


def enter(window: Window, text: str) -> None:
    QTest.keyClicks(window.parts.field, text)
    QTest.keyClick(window.parts.field, Qt.Key.Key_Return)


def press(button: QPushButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def start(window: Window, url: str) -> None:
    bridge = window._talking
    assert isinstance(bridge, Bridge)
    bridge.start(url)


def test_typing_being_asked_and_pressing_yes(site: Site, qtbot: QtBot, window: Window) -> None:
    start(window, f"{site.url}/contact/")
    enter(window, "type good morning into message")  # before it is ready: it waits its turn
    answered(qtbot, window, 1)
    assert said_by(window, "you") == ["type good morning into message"]
    assert said_by(window, "sayso") == ["Message now has good morning."]
    assert not window.parts.yes.isVisible()
    enter(window, "press send message")
    answered(qtbot, window, 2)
    assert "good morning" in said_by(window, "sayso")[-1]
    assert window.screen_value.question_open
    qtbot.waitUntil(lambda: window.parts.status.text() == QUESTION, timeout=LONG)
    assert window.parts.yes.isVisible()
    assert site.state.messages == []
    press(window.parts.yes)
    answered(qtbot, window, 3)
    assert [message["message"] for message in site.state.messages] == ["good morning"]
    assert not window.parts.yes.isVisible()
    assert window.parts.page.text() == "Page: Message sent"
    qtbot.waitUntil(lambda: window.parts.status.text() == "Ready", timeout=LONG)


def test_holding_to_talk(site: Site, qtbot: QtBot, window: Window, microphone: ArrayMicrophone) -> None:
    start(window, f"{site.url}/shop/product/teapot")
    qtbot.waitUntil(lambda: window.parts.status.text() == "Ready", timeout=LONG)
    QTest.mousePress(window.parts.talk, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(microphone.played.is_set, timeout=LONG)
    QTest.mouseRelease(window.parts.talk, Qt.MouseButton.LeftButton)
    answered(qtbot, window, 1)
    assert [words.lower() for words in said_by(window, "you")] == ["press add to basket"]
    assert "added to your basket" in said_by(window, "sayso")[0]
    assert list(site.state.baskets.values()) == [{("teapot", "Blue"): 1}]
    qtbot.waitUntil(lambda: not microphone.is_open, timeout=LONG)


def test_closing_at_once(site: Site, qtbot: QtBot, window: Window) -> None:
    """The fixture waits for the end of all threads, and the house for the end of all processes."""
    start(window, f"{site.url}/shop/")
    enter(window, "search for teapot")
    assert window.close()


def test_a_conversation_through_a_pipe(site: Site, sayso: Program, data_folder: DataFolder) -> None:
    folder = data_folder("voice = false")
    words = "type good morning into message\n\npress send message\nyes\nwhere am I\n"
    run = sayso("chat", "--url", f"{site.url}/contact/", "--headless", stdin=words, SAYSO_DATA=str(folder))
    assert run.returncode == 0, run
    assert run.stderr == ""
    lines = run.stdout.splitlines()
    said = [line for line in lines if line.startswith("You: ")]
    assert said == [f"You: {line}" for line in words.splitlines() if line]
    assert "Sayso: Message now has good morning." in lines
    assert any("Say yes or no." in line for line in lines)
    assert any("Message sent" in line for line in lines[-2:])
    assert all(line.startswith(("Sayso: ", "You: ")) or line.endswith("...") for line in lines), lines
    assert "\x1b" not in run.stdout
    assert [message["message"] for message in site.state.messages] == ["good morning"]


def test_a_conversation_that_is_left(site: Site, sayso: Program, data_folder: DataFolder) -> None:
    folder = data_folder("voice = false")
    chat = Chat(sayso.start("chat", "--headless", SAYSO_DATA=str(folder)))
    chat.wait_for("Ready")
    chat.say("open exmaple")
    chat.wait_for("I know no site called exmaple")
    chat.say("quit")
    assert chat.process.wait(60) == 0


def test_stop_is_read_while_a_page_loads(site: Site, sayso: Program, data_folder: DataFolder) -> None:
    folder = data_folder("voice = false\npage_seconds = 600")
    chat = Chat(sayso.start("chat", "--headless", SAYSO_DATA=str(folder)))
    chat.wait_for("Ready")
    chat.say(f"open {site.url}/slow/")
    chat.wait_for("to end it.")
    chat.say("stop")
    chat.wait_for("Sayso: Stopped.")
    chat.say(f"open {site.url}/slow/")
    chat.wait_for("to end it.")
    chat.say("quit")
    chat.wait_for("Sayso: Stopped.")
    assert chat.process.wait(60) == 0
