"""The window by mouse and keyboard alone, without a display."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.announcing import announce
from app.look import DARK, LIGHT
from app.window import Window
from engine.values.event import Acted, Event, Finished, Heard, Looked, Notice, Phase, Replied
from tests.app.conftest import Shown, memory_in
from tests.app.fakes import FakeTalking

CONTROL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
ASKED = Finished("asked", True, "http://127.0.0.1/", "Booking", 1.0)


def take(shown: Shown, *events: Event) -> None:
    for event in events:
        shown.window.take(event)


def press(widget: QWidget, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(widget, key, modifiers)


def focus() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def by_tab(shown: Shown) -> list[QWidget]:
    """The widgets that Tab reaches from the text field, once round."""
    shown.window.parts.field.setFocus()
    reached = [focus()]
    while (QTest.keyClick(focus(), Qt.Key.Key_Tab), focus())[1] not in reached:
        reached.append(focus())
    return reached


def names(window: Window) -> dict[str, str]:
    """Accessible name of every visible widget that can take the focus or shows text, by class."""
    found = {}
    for widget in window.findChildren(QWidget):
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus or widget.inherits("QLabel"):
            spoken = QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
            found[f"{type(widget).__name__} {id(widget)}"] = spoken
    return found


def test_everything_has_an_accessible_name(shown: Shown) -> None:
    take(shown, Looked("http://127.0.0.1/", "Booking", 3, False, 1.0), ASKED)
    spoken = names(shown.window)
    assert len(spoken) >= 11
    assert all(name.strip() for name in spoken.values()), spoken
    for button in shown.window.findChildren(QPushButton):
        assert button.text().replace("&", "") in button.accessibleName()
        assert button.accessibleDescription()


def test_typing_and_enter_submits_and_clears(shown: Shown, qtbot: QtBot) -> None:
    field = shown.window.parts.field
    assert focus() is field
    QTest.keyClicks(field, "scroll down")
    press(field, Qt.Key.Key_Return)
    assert shown.talking.calls == [("submit", "scroll down", "typed")]
    assert field.toPlainText() == ""
    assert shown.window.parts.status.text() == "Starting… 1 instruction is waiting"


def test_nothing_is_sent_when_nothing_is_typed(shown: Shown, qtbot: QtBot) -> None:
    QTest.keyClicks(shown.window.parts.field, "   ")
    press(shown.window.parts.field, Qt.Key.Key_Return)
    assert shown.talking.calls == []


def test_the_send_button_sends(shown: Shown, qtbot: QtBot) -> None:
    QTest.keyClicks(shown.window.parts.field, "where am I")
    QTest.mouseClick(shown.window.parts.send, Qt.MouseButton.LeftButton)
    assert shown.talking.calls == [("submit", "where am I", "typed")]


@pytest.mark.parametrize("text", ["שלום עולם", "open 🙂 page", "x" * 5000])
def test_any_text_can_be_sent(shown: Shown, text: str) -> None:
    shown.window.parts.field.setPlainText(text)
    press(shown.window.parts.field, Qt.Key.Key_Return)
    assert shown.talking.calls == [("submit", text, "typed")]


def test_pasted_lines_become_one_instruction(shown: Shown) -> None:
    shown.window.parts.field.setPlainText("search for\nred shoes\n")
    shown.window.parts.field.enter()
    assert shown.talking.calls == [("submit", "search for red shoes", "typed")]


def test_up_and_down_recall_and_the_draft_is_kept(shown: Shown, qtbot: QtBot) -> None:
    field = shown.window.parts.field
    for text in ("first", "second"):
        QTest.keyClicks(field, text)
        press(field, Qt.Key.Key_Return)
    QTest.keyClicks(field, "half typed")
    seen = []
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down):
        press(field, key)
        seen.append(field.toPlainText())
    assert seen == ["second", "first", "first", "second", "half typed", "half typed"]


def test_the_field_grows_with_its_text(shown: Shown, qtbot: QtBot) -> None:
    field = shown.window.parts.field
    low = field.height()
    field.setPlainText("a long instruction " * 8)
    qtbot.waitUntil(lambda: field.height() > 2 * low - 20)
    field.clear()
    qtbot.waitUntil(lambda: field.height() == low)


def test_tab_reaches_everything_in_order(shown: Shown) -> None:
    parts = shown.window.parts
    take(shown, ASKED)
    order = [parts.field, parts.send, parts.stop, parts.talk, parts.listen, parts.transcript, parts.yes, parts.no]
    assert by_tab(shown) == order
    press(focus(), Qt.Key.Key_Backtab)
    assert focus() is parts.no


def test_tab_leaves_out_yes_and_no_when_nothing_was_asked(shown: Shown) -> None:
    parts = shown.window.parts
    assert not parts.yes.isVisible()
    assert parts.yes not in by_tab(shown)


@pytest.mark.parametrize("name", ["field", "transcript", "send", "listen", "talk", "stop"])
def test_escape_stops_from_anywhere(shown: Shown, name: str) -> None:
    widget = getattr(shown.window.parts, name)
    widget.setFocus()
    shown.window.parts.field.setPlainText("half typed")
    press(widget, Qt.Key.Key_Escape)
    assert shown.talking.calls == [("stop",)]
    assert shown.window.parts.field.toPlainText() == "half typed"


@pytest.mark.parametrize(("key", "answer"), [(Qt.Key.Key_Y, "yes"), (Qt.Key.Key_N, "no")])
def test_alt_y_and_alt_n_answer(shown: Shown, key: Qt.Key, answer: str, qtbot: QtBot) -> None:
    field = shown.window.parts.field
    press(field, key, ALT)
    assert shown.talking.calls == []
    take(shown, ASKED)
    assert shown.window.parts.yes.isVisible()
    press(field, key, ALT)
    qtbot.waitUntil(lambda: shown.talking.calls == [("submit", answer, "button")])
    take(shown, Heard(answer, "button"))
    assert not shown.window.parts.yes.isVisible()


def test_the_focus_is_not_lost_with_the_question(shown: Shown) -> None:
    take(shown, ASKED)
    shown.window.parts.yes.setFocus()
    press(shown.window.parts.yes, Qt.Key.Key_Space)
    take(shown, Heard("yes", "button"))
    assert focus() is shown.window.parts.field


def key_event(kind: QEvent.Type, key: Qt.Key, repeat: bool = False, control: bool = True) -> QKeyEvent:
    modifiers = CONTROL if control else Qt.KeyboardModifier.NoModifier
    return QKeyEvent(kind, key, modifiers, " ", repeat)


@pytest.mark.parametrize("name", ["field", "transcript", "send"])
def test_the_hold_key_works_from_anywhere_and_ignores_repeats(shown: Shown, name: str) -> None:
    widget = getattr(shown.window.parts, name)
    widget.setFocus()
    press_, release = QEvent.Type.KeyPress, QEvent.Type.KeyRelease
    QApplication.sendEvent(widget, key_event(press_, Qt.Key.Key_Space))
    for _ in range(3):
        QApplication.sendEvent(widget, key_event(release, Qt.Key.Key_Space, repeat=True))
        QApplication.sendEvent(widget, key_event(press_, Qt.Key.Key_Space, repeat=True))
    assert shown.talking.calls == [("hold", True)]
    assert shown.window.parts.talk.isDown()
    QApplication.sendEvent(widget, key_event(release, Qt.Key.Key_Space))
    assert shown.talking.calls == [("hold", True), ("hold", False)]
    assert not shown.window.parts.talk.isDown()
    assert shown.window.parts.field.toPlainText() == ""


def test_the_hold_key_works_as_the_system_delivers_it(shown: Shown) -> None:
    handle = shown.window.windowHandle()
    QTest.keyPress(handle, Qt.Key.Key_Control)
    QTest.keyPress(handle, Qt.Key.Key_Space, CONTROL)
    assert shown.talking.calls == [("hold", True)]
    QTest.keyRelease(handle, Qt.Key.Key_Space, CONTROL)
    QTest.keyRelease(handle, Qt.Key.Key_Control)
    assert shown.talking.calls == [("hold", True), ("hold", False)]
    QTest.keyClick(handle, Qt.Key.Key_Escape)
    assert shown.talking.calls[2:] == [("stop",)]


def test_letting_go_of_control_first_ends_the_hold_and_types_nothing(shown: Shown) -> None:
    field = shown.window.parts.field
    press_, release = QEvent.Type.KeyPress, QEvent.Type.KeyRelease
    QApplication.sendEvent(field, key_event(press_, Qt.Key.Key_Space))
    QApplication.sendEvent(field, key_event(release, Qt.Key.Key_Control))
    QApplication.sendEvent(field, key_event(press_, Qt.Key.Key_Space, repeat=True, control=False))
    QApplication.sendEvent(field, key_event(release, Qt.Key.Key_Space, control=False))
    assert shown.talking.calls == [("hold", True), ("hold", False)]
    assert field.toPlainText() == ""


def test_f9_holds_too(shown: Shown) -> None:
    QTest.keyPress(shown.window.parts.field, Qt.Key.Key_F9)
    QTest.keyRelease(shown.window.parts.field, Qt.Key.Key_F9)
    assert shown.talking.calls == [("hold", True), ("hold", False)]


def test_leaving_the_window_ends_the_hold(shown: Shown) -> None:
    QApplication.sendEvent(shown.window.parts.field, key_event(QEvent.Type.KeyPress, Qt.Key.Key_Space))
    QApplication.sendEvent(shown.window, QEvent(QEvent.Type.WindowDeactivate))
    assert shown.talking.calls == [("hold", True), ("hold", False)]


def test_space_on_the_talk_button_holds(shown: Shown) -> None:
    talk = shown.window.parts.talk
    talk.setFocus()
    QTest.keyPress(talk, Qt.Key.Key_Space)
    QApplication.sendEvent(talk, key_event(QEvent.Type.KeyPress, Qt.Key.Key_Space, repeat=True, control=False))
    assert shown.talking.calls == [("hold", True)]
    QTest.keyRelease(talk, Qt.Key.Key_Space)
    assert shown.talking.calls == [("hold", True), ("hold", False)]


def test_the_mouse_holds_even_when_it_drifts_off(shown: Shown) -> None:
    talk, left = shown.window.parts.talk, Qt.MouseButton.LeftButton
    QTest.mousePress(talk, left)
    QTest.mouseMove(talk, QPoint(-50, -50))
    assert shown.talking.calls == [("hold", True)]
    QTest.mouseRelease(talk, left, Qt.KeyboardModifier.NoModifier, QPoint(-50, -50))
    assert shown.talking.calls == [("hold", True), ("hold", False)]


def test_the_listening_switch(shown: Shown) -> None:
    listen = shown.window.parts.listen
    listen.setFocus()
    press(listen, Qt.Key.Key_Space)
    assert (listen.isChecked(), listen.text(), listen.accessibleName()) == (True, "Listening on", "Listening on")
    press(listen, Qt.Key.Key_Space)
    assert shown.talking.calls == [("listen", True), ("listen", False)]
    assert listen.text() == "Listening off"


def test_the_conversation_is_shown_told_and_readable_by_keyboard(shown: Shown) -> None:
    take(shown, Phase("idle"), Heard("hello", "typed"), Replied("Two\nlines.", 1.0), Notice("Chrome ended."))
    transcript = shown.window.parts.transcript
    text = transcript.toPlainText()
    assert text.splitlines()[-4:] == ["You: hello", "Sayso: Two", "lines.", "Note: Chrome ended."]
    assert shown.told == ["Sayso is ready.", "Two\nlines.", "Chrome ended."]
    transcript.setFocus()
    press(transcript, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    assert transcript.textCursor().selectedText() == "Note: Chrome ended."
    press(transcript, Qt.Key.Key_X)
    assert transcript.toPlainText() == text


def test_a_phase_that_lasts_is_told(shown: Shown, qtbot: QtBot) -> None:
    take(shown, Phase("idle"), Heard("hello", "typed"), Phase("thinking"))
    qtbot.waitUntil(lambda: "Thinking…" in shown.told)


def test_reading_back_is_not_disturbed(shown: Shown) -> None:
    take(shown, *(Replied(f"Sentence number {number}.", 1.0) for number in range(60)))
    QApplication.processEvents()
    bar = shown.window.parts.transcript.verticalScrollBar()
    assert bar.value() == bar.maximum()
    bar.setValue(0)
    take(shown, Replied("One more.", 1.0))
    assert bar.value() == 0
    bar.setValue(bar.maximum())
    take(shown, Replied("And another.", 1.0))
    assert bar.value() == bar.maximum()


def test_text_grows_to_300_percent_and_nothing_is_clipped(shown: Shown, qtbot: QtBot) -> None:
    window, field = shown.window, shown.window.parts.field
    take(shown, Looked("http://127.0.0.1/", "A page with a rather long title", 3, False, 1.0), ASKED)
    small = field.fontMetrics().height()
    for _ in range(9):
        press(field, Qt.Key.Key_Plus, CONTROL)
    assert window.text_percent == 300
    qtbot.waitUntil(lambda: window.width() >= window.minimumWidth())
    QApplication.processEvents()
    assert field.fontMetrics().height() >= 2.8 * small
    room = QGuiApplication.primaryScreen().availableGeometry().width()
    assert window.width() <= room
    for button in window.findChildren(QPushButton):
        needed = button.minimumSizeHint()
        assert button.width() >= needed.width(), button.text()
        assert button.height() >= needed.height(), button.text()
        button.setFocus()
        QApplication.processEvents()
        top = button.mapTo(window, QPoint(0, 0))
        assert window.rect().contains(top), button.text()
        assert window.rect().contains(top + QPoint(0, button.height() - 1)), button.text()
    press(field, Qt.Key.Key_Minus, CONTROL)
    assert window.text_percent == 250
    press(field, Qt.Key.Key_0, CONTROL)
    assert window.text_percent == 100
    assert "Text size 300 percent" in shown.told


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_targets_are_at_least_44_high_and_the_focus_shows(shown: Shown, theme: object, qtbot: QtBot) -> None:
    assert theme in (LIGHT, DARK)
    shown.window.wear(LIGHT if theme is LIGHT else DARK)
    take(shown, ASKED)
    QApplication.processEvents()
    parts = shown.window.parts
    for button in shown.window.findChildren(QPushButton):
        assert min(button.width(), button.height()) >= 44, button.text()
    for widget in (*shown.window.findChildren(QPushButton), parts.field, parts.transcript):
        other = parts.transcript if widget is parts.field else parts.field
        other.setFocus()
        plain = widget.grab().toImage()
        widget.setFocus()
        ring = widget.grab().toImage()
        spot = QPoint(ring.width() // 2, 2)
        wanted = LIGHT.focus if theme is LIGHT else DARK.focus
        assert ring.pixelColor(spot).name() == wanted
        assert plain.pixelColor(spot).name() != wanted


def test_size_and_text_size_are_remembered(shown: Shown, qtbot: QtBot, tmp_path: Path) -> None:
    shown.window.zoom(+1)
    shown.window.resize(600, 640)
    shown.window.close()
    assert shown.talking.calls == [("close",)]
    again = Window(FakeTalking(), memory_in(tmp_path), lambda _widget, _text: None)
    qtbot.addWidget(again)
    assert again.text_percent == 125
    assert (again.width(), again.height()) == (600, 640)


def test_a_damaged_memory_is_no_harm(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "window.ini").write_text("[General]\ntext_percent=many\ngeometry=@ByteArray(nonsense)\n")
    window = Window(FakeTalking(), memory_in(tmp_path), lambda _widget, _text: None)
    qtbot.addWidget(window)
    assert window.text_percent == 100


def test_ctrl_q_closes(shown: Shown) -> None:
    press(shown.window.parts.field, Qt.Key.Key_Q, CONTROL)
    assert shown.talking.calls == [("close",)]
    assert not shown.window.isVisible()


def test_an_announcement_can_be_sent_without_a_screen_reader(shown: Shown) -> None:
    announce(shown.window.parts.status, "Hello.")


@pytest.mark.parametrize("ours", [True, False])
def test_the_keyboard_comes_back_from_chrome_only_if_it_was_ours(shown: Shown, qtbot: QtBot, ours: bool) -> None:
    chrome = QWidget()
    qtbot.addWidget(chrome)
    chrome.show()
    asked_in = shown.window if ours else chrome
    asked_in.activateWindow()
    qtbot.waitUntil(asked_in.isActiveWindow)
    shown.window.take(Heard("click help", "typed"))
    chrome.activateWindow()
    qtbot.waitUntil(chrome.isActiveWindow)
    shown.window.take(Acted("click", "navigated", "", 1.0))
    qtbot.waitUntil(asked_in.isActiveWindow)
