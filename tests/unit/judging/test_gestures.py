"""What keys, drops, files, tabs and the browser's own boxes would do to the world, and who may want it."""

from dataclasses import replace
from typing import Any

import pytest

from engine.judging.consent import like, pending_for, readdressed, renewed, same_field
from engine.judging.consequence import consequence
from engine.judging.verdict import Allowed, Asked, Refused, Unfounded, judge
from engine.seeing.kinds import Wanted, dialog_page, sign_in_page, wanting
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
    Submit,
    TabCreate,
    TabRemove,
    TabSwitch,
    TextInput,
    Upload,
    Zoom,
)
from engine.values.page import Element, Field, Form, Page, Submission
from tests.fakes import element, page

HERE = "http://shop.test/list"
POST = Submission("post", "http://shop.test/send")
FIND = Submission("get", "http://shop.test/find")
FORMS = (
    Form("Order", "form", POST, (Field("Name", "Anna", "text", "name"),), POST, "d1"),
    Form("Search", "search", FIND, (Field("Search", "mugs", "search", "q"),), FIND),
)
ELEMENTS = (
    element("e1", "textbox", "Name", form=0),
    element("e2", "searchbox", "Search", kind="search", form=1),
    element("e3", "button", "Send order", form=0, submits=POST),
    element("e4", "button", "Delete", context="Row 1"),
    element("e5", "textbox", "Message", kind="textarea"),
    element("e6", "link", "Help", href="http://shop.test/help"),
    element("e7", "radio", "Red", kind="radio"),
    element("e8", "listitem", "Letter"),
    element("e9", "button", "Bin"),
    element("e10", "listitem", "Shelf"),
    element("e11", "textbox", "CV", kind="file", form=0),
    element("e12", "combobox", "Sort by", attributes=(("onchange", "this.form.submit()"),)),
    element("e13", "", "", tag="div", text=""),
    element("e14", "heading", "List"),
    element("e15", "link", "Log out", href="http://shop.test/logout"),
)


def shop(focused: str = "") -> Page:
    kept = (replace(e, states=frozenset({"focused"})) if e.uid == focused else e for e in ELEMENTS)
    return page(*kept, url=HERE, forms=FORMS)


@pytest.mark.parametrize(
    ("key", "focused", "kind"),
    [
        ("Enter", "e1", "send"),
        ("Enter", "e2", ""),
        ("Enter", "e3", "send"),
        (" ", "e3", "send"),
        ("Enter", "e4", "press"),
        (" ", "e4", "press"),
        ("Control+Enter", "e1", "send"),
        ("Enter", "e5", "press"),
        ("Enter", "e6", ""),
        ("Enter", "e15", "press"),
        ("Enter", "", "press"),
        (" ", "", "press"),
        ("x", "", "press"),
        ("x", "e1", ""),
        ("x", "e6", "press"),
        ("Delete", "e1", ""),
        ("Delete", "e8", "press"),
        ("Delete", "", "press"),
        ("Control+a", "e1", ""),
        ("Control+a", "", ""),
        ("Control+c", "e8", ""),
        ("Control+v", "e5", ""),
        ("Control+s", "e1", "press"),
        ("ArrowDown", "e12", "send"),
        ("ArrowDown", "e7", ""),
        ("ArrowDown", "", ""),
        ("Escape", "e3", ""),
        ("Tab", "", ""),
        ("Shift+Tab", "e3", ""),
        ("PageDown", "", ""),
        ("F5", "e1", "press"),
    ],
)
def test_a_key_is_what_it_does_to_the_focus(key: str, focused: str, kind: str) -> None:
    effect = consequence(Press(key), shop(focused))
    assert (effect.kind if effect else "") == kind, effect
    if focused:
        assert consequence(Press(key, focused), shop()) == effect


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        (Hover("e4"), ""),
        (Copy("e1"), ""),
        (Copy(), ""),
        (Zoom(150), ""),
        (Save(), ""),
        (ScrollUntil("Delete"), ""),
        (ScrollBox("e8", 1), ""),
        (TabSwitch("A"), ""),
        (TabRemove("A"), ""),
        (TabCreate(), ""),
        (TabCreate("https://x.test/"), ""),
        (TabCreate("mailto:anna@x.test"), "open"),
        (TabCreate("http://shop.test/logout"), "press"),
        (Click("e4", 2), "press"),
        (Click("e4", 1, "right"), "press"),
        (Click("e3", 2), "send"),
        (Upload("/home/anna/cv.pdf", "e11"), "attach"),
        (Upload("/home/anna/cv.pdf", "e9"), "attach"),
        (Paste("e1"), ""),
        (Paste("e12"), "send"),
        (Drag("e8", "e9"), "drop"),
        (Drag("e8", "e10"), ""),
        (Drag("e8", "e4"), "drop"),
        (Drag("e8", "e13"), "drop"),
        (Change("x", "e4"), "press"),
    ],
)
def test_what_each_gesture_would_do(action: Action, kind: str) -> None:
    effect = consequence(action, shop())
    assert (effect.kind if effect else "") == kind, effect


def test_a_drop_names_both_things() -> None:
    effect = consequence(Drag("e8", "e9"), shop())
    assert effect is not None and effect.what == "Letter onto Bin" and effect.host == "shop.test"


SIGN_IN = sign_in_page("http://shop.test/", (), "anna", filled=True, refused=False)


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        (TextInput("anna", "e1"), ""),
        (TextInput("hunter2", "e2"), ""),
        (Click("e3"), "sign-in"),
        (Submit("e1"), "sign-in"),
        (Press("Enter", "e2"), "sign-in"),
        (Click("e4"), ""),
    ],
)
def test_signing_in_is_asked_with_host_and_name_but_never_the_password(action: Action, kind: str) -> None:
    effect = consequence(action, SIGN_IN)
    assert (effect.kind if effect else "") == kind
    if effect is not None:
        assert effect.host == "shop.test" and [field.value for field in effect.fields] == ["anna", ""]


def test_leave_is_asked_about_only_when_it_is_granted() -> None:
    shown = wanting(page(url=HERE), (Wanted(("geolocation", "notifications")),))
    allow = consequence(Click("e1"), shown)
    assert allow is not None and allow.kind == "allow"
    assert allow.what == "know your location and show you notifications" and allow.host == "shop.test"
    assert consequence(Click("e2"), shown) is None


def test_only_what_a_dialog_leaves_open_is_asked() -> None:
    prompt = dialog_page("Name?", (), "prompt")
    assert consequence(TextInput("Anna", "e1"), prompt) is None
    accept = consequence(Click("e2"), prompt)
    assert accept is not None and accept.kind == "answer" and consequence(Click("e3"), prompt) is None
    assert consequence(Click("e1"), dialog_page("Saved.", (), "alert")) is None
    assert consequence(Press("Enter"), dialog_page("Sure?")) is not None


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Upload("/home/anna/cv.pdf", "e11"), "attach my cv"),
        (Drag("e8", "e10"), "drag letter to shelf"),
        (Paste("e1"), "paste into name"),
        (Copy("e1"), "copy name"),
        (TabCreate("http://shop.test/help"), "open help in a new tab"),
        (TabRemove("A"), "close tab"),
        (Zoom(150), "zoom in"),
        (Save(), "download it"),
        (Press("Enter"), "press enter"),
        (Press("x"), "press x"),
        (Press("Escape"), "get me out of this"),
        (Click("e6", 2), "double click help"),
    ],
)
def test_what_the_model_may_not_propose(action: Action, words: str) -> None:
    assert isinstance(judge(action, shop(), "model", words), Unfounded)


def test_the_model_may_press_harmless_keys_that_were_named_and_point_at_what_was_named() -> None:
    assert isinstance(judge(Press("Escape"), shop(), "model", "try escape please"), Allowed)
    assert isinstance(judge(Hover("e6"), shop(), "model", "rest on help"), Allowed)
    assert isinstance(judge(Hover("e9"), shop(), "model", "rest on help"), Asked)


def test_the_browsers_own_boxes_are_the_users_alone() -> None:
    shown = wanting(page(url=HERE), (Wanted(("camera",)),))
    assert isinstance(judge(Click("e1"), shown, "model", "allow camera"), Unfounded)
    assert isinstance(judge(Click("e3"), SIGN_IN, "model", "sign in"), Unfounded)
    assert isinstance(judge(Click("e1"), shown, "command", "allow camera"), Asked)


def test_what_is_gone_or_forbidden_is_refused() -> None:
    assert isinstance(judge(Drag("e8", "e99"), shop(), "command", ""), Refused)
    assert isinstance(judge(Upload("/x", "e99"), shop(), "command", ""), Refused)
    assert isinstance(judge(TabCreate("file:///etc/passwd"), shop(), "command", ""), Refused)


ALL: list[Action] = [
    Click("e1", 2, "right"),
    Hover("e1"),
    Drag("e1", "e2"),
    TextInput("x", "e1"),
    Change("x", "e1"),
    Submit("e1"),
    Press("Enter", "e1"),
    Upload("/x", "e1"),
    Copy("e1"),
    Paste("e1"),
    ScrollBox("e1", 1),
    ScrollUntil("x", "e1"),
]


@pytest.mark.parametrize("action", ALL)
def test_every_action_on_an_element_is_readdressed_with_all_it_has(action: Any) -> None:
    assert readdressed(action, "e7") == replace(action, uid="e7")
    assert readdressed(Press("Enter"), "e7") == Press("Enter") and readdressed(Zoom(90), "e7") == Zoom(90)


def asked(action: Action, shown: Page, **changes: Any) -> Any:
    return renewed(replace(pending_for(action, shown, 100.0), **changes), shown, 101.0, 120.0)


def test_a_yes_to_a_drop_needs_both_things_as_they_were() -> None:
    pending = pending_for(Drag("e8", "e9"), shop(), 100.0)
    assert renewed(pending, shop(), 101.0, 120.0) == Drag("e8", "e9")
    moved = page(element("e20", "button", "New", handle="n"), *ELEMENTS, url=HERE, forms=FORMS)
    renumbered = replace(moved, elements=tuple(replace(e, uid=f"e{n}") for n, e in enumerate(moved.elements, 1)))
    assert renewed(pending, renumbered, 101.0, 120.0) == Drag("e9", "e10")
    other = shop()
    for changed in ("Basket", "Shelf"):
        bins = tuple(replace(e, name=changed, text=changed) if e.uid == "e9" else e for e in other.elements)
        assert isinstance(renewed(pending, replace(other, elements=bins), 101.0, 120.0), str)


def test_a_yes_to_a_file_needs_the_file_as_it_was() -> None:
    pending = pending_for(Upload("/x", "e11"), shop(), 100.0, (3, 5))
    assert renewed(pending, shop(), 101.0, 120.0, (3, 5)) == Upload("/x", "e11")
    for stamp in ((3, 6), ()):
        answer = renewed(pending, shop(), 101.0, 120.0, stamp)
        assert isinstance(answer, str) and "file" in answer


def test_a_yes_to_a_key_needs_the_focus_where_it_was() -> None:
    pending = pending_for(Press("Enter"), shop("e4"), 100.0)
    assert renewed(pending, shop("e4"), 101.0, 120.0) == Press("Enter")
    for focused in ("e3", "", "e6"):
        assert isinstance(renewed(pending, shop(focused), 101.0, 120.0), str)
    here = frozenset({"focused"})
    first = page(element("e1", "button", "Delete", states=here), element("e2", "button", "Delete"))
    second = page(element("e1", "button", "Delete"), element("e2", "button", "Delete", states=here))
    assert isinstance(renewed(pending_for(Press("Enter"), first, 100.0), second, 101.0, 120.0), str)
    nowhere = pending_for(Press("Enter"), shop(), 100.0)
    assert renewed(nowhere, shop(), 101.0, 120.0) == Press("Enter")
    assert isinstance(renewed(nowhere, shop("e4"), 101.0, 120.0), str)


def row(name: str, handle: str, uid: str = "e1") -> Element:
    return element(uid, "button", "Edit", context=name, handle=handle)


def test_a_thing_drawn_anew_is_known_by_all_but_its_node() -> None:
    old = row("Anna", "h1")
    assert like(old, page(row("Ben", "h2"), row("Anna", "h3", "e2"))) == row("Anna", "h3", "e2")
    assert like(old, page(row("Ben", "h2"))) is None
    assert like(old, page(row("Anna", "h2"), row("Anna", "h3", "e2"))) is None


def test_a_field_is_the_same_whatever_it_holds() -> None:
    old = element("e1", "textbox", "Name", value="Anna", attributes=(("value", "Anna"),))
    now = replace(old, value="Ben", attributes=(("value", "Ben"),))
    assert same_field(old, page(now)) == now
    assert same_field(old, page(replace(now, name="Street"))) is None and same_field(old, page()) is None
