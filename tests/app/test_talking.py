"""Push-to-talk by a short press, and hands-free listening that falls asleep and wakes."""

from functools import reduce

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.screen import Screen, listening, news, opening, progress, update
from engine.values.event import Adjusted, Event, Heard, Notice, Phase, Replied
from tests.app.conftest import Shown

CONTROL = Qt.KeyboardModifier.ControlModifier


def after(*events: Event, start: Screen | None = None) -> Screen:
    return reduce(update, events, start or Screen())


@pytest.fixture
def tapped(shown: Shown) -> Shown:
    """A window in which every press is a short one."""
    shown.window.parts.talk.clock = lambda: 0.0
    return shown


def tap(shown: Shown, how: str) -> None:
    talk = shown.window.parts.talk
    match how:
        case "mouse":
            QTest.mouseClick(talk, Qt.MouseButton.LeftButton)
        case "space":
            talk.setFocus()
            QTest.keyClick(talk, Qt.Key.Key_Space)
        case "control space":
            QTest.keyClick(shown.window.parts.field, Qt.Key.Key_Space, CONTROL)
        case "f9":
            QTest.keyClick(shown.window.parts.field, Qt.Key.Key_F9)
        case "screen reader":
            talk.click()


WAYS = ["mouse", "space", "control space", "f9", "screen reader"]


@pytest.mark.parametrize("how", WAYS)
def test_a_short_press_keeps_recording_and_the_next_ends_it(tapped: Shown, how: str) -> None:
    talk = tapped.window.parts.talk
    tap(tapped, how)
    assert tapped.talking.calls == [("hold", True), ("latch",)]
    assert talk.isDown() and talk.is_held
    spoken = QAccessible.queryAccessibleInterface(talk).text(QAccessible.Text.Name)
    assert spoken == talk.text().replace("&", "") == "Tap to end"
    tap(tapped, how)
    assert tapped.talking.calls[2:] == [("hold", False)]
    assert not talk.isDown() and talk.accessibleName() == talk.text().replace("&", "") == "Hold or tap to talk"


@pytest.mark.parametrize("event", [Heard("go back", "spoken"), Notice("I didn't catch that."), Phase("idle")])
def test_the_button_rests_when_the_engine_has_heard_enough(tapped: Shown, event: Event) -> None:
    tap(tapped, "f9")
    for phase in (Phase("listening"), Phase("hearing")):
        tapped.window.take(phase)
    assert tapped.window.parts.talk.isDown()
    tapped.window.take(event)
    assert not tapped.window.parts.talk.isDown() and tapped.talking.calls == [("hold", True), ("latch",)]
    tap(tapped, "f9")
    assert tapped.talking.calls[2:] == [("hold", True), ("latch",)]


def test_stop_and_leaving_the_window_end_it(tapped: Shown) -> None:
    tap(tapped, "f9")
    QTest.keyClick(tapped.window.parts.field, Qt.Key.Key_Escape)
    assert tapped.talking.calls[2:] == [("stop",)] and not tapped.window.parts.talk.isDown()
    tap(tapped, "f9")
    QApplication.sendEvent(tapped.window, QEvent(QEvent.Type.WindowDeactivate))
    assert tapped.talking.calls[-1] == ("hold", False) and not tapped.window.parts.talk.isDown()


def test_a_notice_does_not_end_a_hold(shown: Shown) -> None:
    QTest.keyPress(shown.window.parts.field, Qt.Key.Key_F9)
    shown.window.take(Notice("I am still loading the page. Say stop to end it."))
    assert shown.window.parts.talk.isDown() and shown.talking.calls == [("hold", True)]
    QTest.keyRelease(shown.window.parts.field, Qt.Key.Key_F9)
    assert shown.talking.calls == [("hold", True), ("hold", False)]


def test_the_switch_follows_what_is_said(shown: Shown) -> None:
    listen = shown.window.parts.listen
    shown.window.take(Adjusted("asleep", False))
    assert (listen.isChecked(), listen.text(), listen.accessibleName()) == (True, "Listening on", "Listening on")
    shown.window.take(Adjusted("asleep", True))
    shown.window.take(Phase("asleep"))
    assert (listen.isChecked(), listen.text(), listen.accessibleName()) == (True, "Asleep", "Asleep")
    assert shown.window.parts.status.text() == "Asleep. Say wake up." and shown.talking.calls == []
    listen.setFocus()
    QTest.keyClick(listen, Qt.Key.Key_Space)
    assert shown.talking.calls == [("listen", False)] and listen.text() == "Listening off"


def test_the_switch_goes_off_when_listening_has_ended(shown: Shown) -> None:
    shown.window.take(Adjusted("asleep", False))
    shown.window.take(Adjusted("listening", False))
    assert not shown.window.parts.listen.isChecked() and shown.talking.calls == []


def test_asleep_lasts_through_a_turn_and_ends_when_it_listens() -> None:
    asleep = after(Adjusted("asleep", True), Phase("asleep"), start=listening(Screen(), True))
    assert asleep.asleep and after(Heard("where am I", "typed"), Phase("thinking"), start=asleep).asleep
    assert not after(Phase("listening"), start=asleep).asleep
    assert not listening(asleep, False).asleep
    assert not after(Adjusted("asleep", True)).asleep


def test_what_is_said_of_sleep_is_told_once() -> None:
    before = after(Phase("idle"), start=opening())
    asleep = after(Replied("I am asleep. Say: wake up.", 1.0), Phase("asleep"), start=before)
    assert news(before, asleep) == ["I am asleep. Say: wake up."] and progress(asleep) == ""


def test_voice_off_and_on_changes_who_tells() -> None:
    before = after(Phase("idle"), start=opening(speaks=True, leaves=True))
    written = after(Adjusted("voice", False), start=before)
    assert news(written, after(Replied("Done.", 1.0), start=written)) == ["Done."]
    spoken = after(Adjusted("voice", True), start=written)
    assert news(spoken, after(Replied("Done.", 1.0), start=spoken)) == []
    assert news(Screen(speaks=True, leaves=True), before) == []


def test_a_voice_that_came_back_is_not_doubled() -> None:
    silent = after(
        Notice("I have no loudspeaker, so I only write.", spoken=False), start=opening(speaks=True, leaves=True)
    )
    back = after(Phase("speaking"), start=silent)
    assert news(back, after(Replied("Done.", 1.0), start=back)) == []
