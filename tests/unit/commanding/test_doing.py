"""Gestures + page → the next step."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.commanding.commands import (
    Attach,
    Choose,
    ClickOn,
    CloseTab,
    CopyText,
    Dismiss,
    Do,
    DragTo,
    GoToTab,
    HoverOver,
    OnPage,
    OpenTab,
    PasteInto,
    Permit,
    PressKey,
    SaveDocument,
    ScrollPage,
    ScrollTo,
    ZoomPage,
)
from engine.commanding.resolving import Next, Option, Sorry, Step, WhichOne, next_step
from engine.seeing.kinds import Wanted, wanting
from engine.values.action import (
    Action,
    Change,
    Click,
    Copy,
    Drag,
    Hover,
    Paste,
    Press,
    Save,
    ScrollBox,
    ScrollUntil,
    TabCreate,
    TabRemove,
    TabSwitch,
    Upload,
    Zoom,
)
from engine.values.page import Element, Page, Tab, Viewport
from engine.values.settings import Settings
from tests.fakes import element, page

TABS = (
    Tab("A", "Weather in Rome", "https://weather.test/"),
    Tab("B", "Mail", "https://mail.test/", active=True),
    Tab("C", "Weather in Oslo", "https://weather.test/oslo"),
)
DESK = page(
    element("e1", "textbox", "Notes", states=frozenset({"focused"})),
    element("e2", "link", "Manual", href="http://127.0.0.1/manual"),
    element("e3", "button", "Upload photo"),
    element("e4", "textbox", "CV", kind="file"),
    element("e5", "listitem", "Letter"),
    element("e6", "button", "Bin"),
    element("e7", "textbox", "Password", kind="password", secret=True),
    element("e8", "tab", "Orders"),
    element("e9", "link", "Copy machine", href="http://127.0.0.1/copiers"),
    element("e10", "option", "Ada", landmark="Messages"),
    tabs=TABS,
)


def step(command: OnPage, shown: Page = DESK, done: tuple[Action, ...] = (), picked: Element | None = None) -> Next:
    return next_step(command, shown, Settings(), done, picked)


@pytest.mark.parametrize(
    ("command", "action"),
    [
        (HoverOver("manual"), Hover("e2")),
        (ClickOn("letter", times=2), Click("e5", 2)),
        (ClickOn("letter", button="right"), Click("e5", 1, "right")),
        (PressKey("Enter", "enter"), Press("Enter")),
        (PressKey("Enter", "enter", field="notes"), Press("Enter", "e1")),
        (DragTo("letter", "bin"), Drag("e5", "e6")),
        (CopyText("", "copy that"), Copy()),
        (CopyText("letter", "copy letter"), Copy("e5")),
        (CopyText("machine", "copy machine"), Click("e9")),
        (PasteInto(), Paste("e1")),
        (OpenTab(), TabCreate()),
        (OpenTab("wikipedia"), TabCreate("https://en.wikipedia.org/")),
        (OpenTab("manual"), TabCreate("http://127.0.0.1/manual")),
        (GoToTab(step=1), TabSwitch("C")),
        (GoToTab(step=-1), TabSwitch("A")),
        (GoToTab(1), TabSwitch("A")),
        (GoToTab(-1), TabSwitch("C")),
        (GoToTab(name="mail"), TabSwitch("B")),
        (GoToTab(name="oslo"), TabSwitch("C")),
        (GoToTab(name="orders"), Click("e8")),
        (CloseTab(), TabRemove("B")),
        (CloseTab(1), TabRemove("A")),
        (CloseTab(name="weather in oslo"), TabRemove("C")),
        (ZoomPage(150), Zoom(150)),
        (ZoomPage(step=1), Zoom(110)),
        (ZoomPage(step=-1), Zoom(90)),
        (ScrollPage("down", box="messages"), ScrollBox("e10", 0.8)),
        (ScrollPage("up", little=True, box="Ada"), ScrollBox("e10", -0.25)),
        (ScrollTo("Zebra"), ScrollUntil("Zebra")),
        (ScrollTo("Zebra", "messages"), ScrollUntil("Zebra", "e10")),
        (SaveDocument("download it"), Save()),
    ],
)
def test_a_gesture_is_one_step(command: OnPage, action: Action) -> None:
    assert step(command) == Step(action)


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (GoToTab(7), "no tab 7. 3 tabs"),
        (CloseTab(name="news"), "no tab called news"),
        (ZoomPage(1000), "25 to 500"),
        (CopyText("password", "copy password"), "secret"),
        (OpenTab("nowhere at all"), "no site called"),
        (OpenTab("letter"), "no address of its own"),
        (DragTo("letter", "letter"), "same thing"),
        (Dismiss(False, "close that"), "no banner"),
        (Permit(True, "allow"), "no permission"),
        (Attach("nothing.pdf", "", "attach nothing.pdf"), "no file called nothing.pdf"),
        (ClickOn("cv"), "attach"),
    ],
)
def test_what_cannot_be_done_is_said(command: OnPage, told: str) -> None:
    found = step(command)
    assert isinstance(found, Sorry) and told in found.sentence, found


def test_zoom_goes_on_from_the_size_that_is_seen() -> None:
    shown = replace(DESK, viewport=Viewport(1280, 800, zoom=150))
    assert step(ZoomPage(step=1), shown) == Step(Zoom(175)) and step(ZoomPage(step=-1), shown) == Step(Zoom(125))


def test_a_key_several_times_is_several_steps() -> None:
    twice = PressKey("Tab", "tab", 2)
    assert step(twice) == Step(Press("Tab"), last=False)
    assert step(twice, done=(Press("Tab"),)) == Step(Press("Tab"))


def test_a_button_called_like_a_key_is_meant_or_asked_about() -> None:
    shown = page(element("e1", "link", "Home", href="/"), element("e2", "button", "Enter"))
    assert step(PressKey("Home", "home"), shown) == Step(Click("e1"))
    assert step(PressKey("Home", "the home key", sure=True), shown) == Step(Press("Home"))
    asked = step(PressKey("Enter", "enter"), shown)
    assert isinstance(asked, WhichOne) and [option.label for option in asked.options] == [
        "the Enter key",
        "Enter on the page",
    ]
    key = asked.options[0]
    assert isinstance(key, Option) and step(key.command, shown) == Step(Press("Enter"))


def test_several_tabs_of_one_name_are_a_question() -> None:
    asked = step(GoToTab(name="weather"))
    assert isinstance(asked, WhichOne) and [one.label for one in asked.options] == [
        "Weather in Rome, weather.test",
        "Weather in Oslo, weather.test",
    ]
    first = asked.options[0]
    assert isinstance(first, Option) and step(first.command) == Step(TabSwitch("A"))


def test_a_file_goes_into_the_field_that_is_named_or_the_only_one(monkeypatch: Any, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    file = tmp_path / "cv.pdf"
    file.write_text("x")
    assert step(Attach("cv.pdf", "", "attach cv.pdf")) == Step(Upload(str(file), "e4"))
    assert step(Attach("cv", "cv", "attach cv to cv")) == Step(Upload(str(file), "e4"))
    assert step(Attach("cv", "upload photo", "attach cv to upload photo")) == Step(Upload(str(file), "e3"))
    assert step(Attach("photo", "", "upload photo")) == Step(Click("e3"))
    (tmp_path / "Downloads").mkdir()
    (tmp_path / "Downloads/cv.pdf").write_text("y")
    asked = step(Attach("cv.pdf", "", "attach cv.pdf"))
    assert isinstance(asked, WhichOne) and asked.options[0].label == "cv.pdf, in Downloads"
    chosen = asked.options[0]
    assert isinstance(chosen, Option)
    assert step(chosen.command) == Step(Upload(str(tmp_path / "Downloads/cv.pdf"), "e4"))


def wall(*names: str, modal: str = "We use cookies", **changes: Any) -> Page:
    buttons = [element(f"e{n}", "button", name, landmark="dialog", **changes) for n, name in enumerate(names, 1)]
    return page(*buttons, element("e9", "link", "Reject", href="/r"), modal=modal)


@pytest.mark.parametrize(
    ("names", "pressed"),
    [
        (("Accept all", "Reject all"), "e2"),
        (("Accept all", "Only necessary cookies", "Settings"), "e2"),
        (("Continue without accepting", "Agree"), "e1"),
        (("Accept all", "Close"), "e2"),
        (("OK", "×"), "e2"),
        (("Accept", "I do not accept"), "e2"),
    ],
)
def test_a_cookie_wall_is_left_by_its_refusal(names: tuple[str, ...], pressed: str) -> None:
    for command in (Dismiss(True, "reject cookies"), Dismiss(False, "close the banner")):
        assert step(command, wall(*names)) == Step(Click(pressed))


@pytest.mark.parametrize("names", [("Accept all",), ("Got it", "More information"), ("Agree and close",), ("OK",)])
def test_a_wall_that_only_takes_consent_is_told_and_left_alone(names: tuple[str, ...]) -> None:
    found = step(Dismiss(False, "close that"), wall(*names))
    assert isinstance(found, Sorry) and names[0] in found.sentence


def test_other_dialogs_are_closed_by_their_button_or_escape() -> None:
    assert step(Dismiss(False, "close that"), wall("Delete", "Close", modal="Delete it?")) == Step(Click("e2"))
    assert step(Dismiss(False, "close that"), wall("Subscribe", "No thanks", modal="News")) == Step(Click("e2"))
    assert step(Dismiss(False, "close that"), wall("Reject", "Accept", modal="Offer")) == Step(Press("Escape"))
    assert step(Dismiss(False, "close that"), page(element("e1", "button", "Close that"))) == Step(Click("e1"))


def test_a_notice_that_lies_over_nothing_is_refused_only_when_it_is_about_cookies() -> None:
    shown = page(element("e1", "button", "Reject"), element("e2", "button", "Reject all", heading="Cookies"))
    assert step(Dismiss(True, "reject cookies"), shown) == Step(Click("e2"))


def test_leave_is_granted_or_denied_by_the_browsers_own_answers() -> None:
    shown = wanting(page(element("e1", "button", "Allow")), (Wanted(("geolocation",)),))
    assert shown.wants == "know your location"
    assert step(Permit(True, "allow"), shown) == Step(Click("e2"))
    assert step(Permit(False, "don't allow it"), shown) == Step(Click("e3"))
    assert step(Permit(True, "allow"), page(element("e1", "button", "Allow"))) == Step(Click("e1"))


def test_a_pdf_is_saved_and_a_save_button_is_pressed() -> None:
    form = page(element("e1", "button", "Save"), element("e2", "button", "Save as draft"))
    assert step(SaveDocument("save it"), form) == Step(Click("e1"))
    assert step(SaveDocument("download it"), replace(form, kind="pdf")) == Step(Save())


def test_options_of_one_name_are_left_to_the_browser_to_tell_apart() -> None:
    shown = page(element("e1", "combobox", "City", options=("Springfield", "Paris", "Springfield")))
    assert step(Choose("springfield", "city"), shown) == Step(Change("Springfield", "e1"))
    rooms = page(element("e1", "combobox", "Room", options=("Double room", "Double suite")))
    asked = step(Choose("double", "room"), rooms)
    assert isinstance(asked, WhichOne) and [one.label for one in asked.options] == ["Double room", "Double suite"]
    second = asked.options[1]
    assert isinstance(second, Option)
    assert step(second.command, rooms, picked=rooms.elements[0]) == Step(Change("Double suite", "e1"))
    assert isinstance(step(Do(Change("x", "e1")), rooms), Sorry)


@pytest.mark.parametrize(
    ("field", "value", "action"),
    [
        (element("e1", "textbox", "Colour", kind="color"), "red", Change("#ff0000", "e1")),
        (element("e1", "slider", "Volume"), "seventy", Change("70", "e1")),
        (element("e1", "spinbutton", "Degrees", kind="number"), "minus five", Change("-5", "e1")),
        (element("e1", "combobox", "Fruit", tag="div", kind=""), "Pear", Change("Pear", "e1")),
        (element("e1", "button", "Fruit", states=frozenset({"collapsed"})), "Pear", Change("Pear", "e1")),
    ],
)
def test_controls_that_pages_make_themselves_are_set(field: Element, value: str, action: Action) -> None:
    assert step(Choose(value, field.name), page(field)) == Step(action)
