"""Walker results, as frames give them → one page."""

from typing import Any

from engine.seeing.kinds import DIALOG_ACCEPT, DIALOG_DISMISS, dialog_page
from engine.seeing.walking import Look, depths, page_from
from engine.values.page import Box, Field, Submission, Tab


def facts(name: str, **more: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "tag": "input", "role": "textbox", "name": name, "text": "", "kind": "text", "value": "", "secret": False,
        "placeholder": "", "description": "", "href": "", "states": [], "options": [], "box": [10, 20, 30, 10],
        "seen": True, "covered": "", "form": -1, "submits": None, "heading": "", "landmark": "", "context": "",
        "up": -1, "field": "", "attributes": [], "xpath": "/html/body/input",
        "why": "native", "row": "", "column": "", "dialog": "", "hints": "", "beside": "",
    }  # fmt: skip
    return plain | more


def walked(elements: list[dict[str, Any]], **more: Any) -> Any:
    plain: dict[str, Any] = {
        "elements": elements, "forms": [], "frames": [], "headings": [], "text": "", "url": "https://a.example/",
        "origin": "null", "title": "A", "loading": False, "view": [800, 600, 0, 40, 2000.4],
        "alerts": [], "language": "", "modal": "", "pdf": False, "hidden": False, "omitted": 0,
    }  # fmt: skip
    sends = {"default": ["get", "/"], "digest": "d1", "hidden": False}
    return plain | more | {"forms": [sends | form for form in more.get("forms", [])]}


def frame(at: int, **more: Any) -> dict[str, Any]:
    plain = {
        "at": at,
        "x": 100,
        "y": 200,
        "width": 300,
        "height": 50,
        "covered": "",
        "heading": "",
        "landmark": "",
        "dialog": "",
    }
    return plain | more


def look(elements: list[dict[str, Any]], *frames: Look | None, **more: Any) -> Look:
    return Look(walked(elements, **more), tuple(f"h-{one['name']}" for one in elements), frames)


def test_frames_stand_where_they_are_in_the_document() -> None:
    inner = look([facts("Inner", context="Row 2", up=3)])
    page = page_from(look([facts("First"), facts("Last")], inner, frames=[frame(1)]), (Tab("t1", "One", ""),))
    assert [(one.uid, one.name, one.handle) for one in page.elements] == [
        ("e1", "First", "h-First"), ("e2", "Inner", "h-Inner"), ("e3", "Last", "h-Last"),
    ]  # fmt: skip
    assert page.elements[1].box == Box(110, 220, 30, 10)
    assert (page.viewport.scroll_y, page.viewport.height_full, len(page.tabs)) == (40, 2000, 1)
    assert page.by_uid["e3"].name == "Last"


def test_what_a_frame_cuts_off_is_not_visible() -> None:
    inner = look([facts("Above"), facts("Below", box=[10, 70, 30, 10])])
    page = page_from(look([], inner, frames=[frame(0, covered="Cookie notice")]))
    assert [(one.visible, one.covered_by) for one in page.elements] == [(True, "Cookie notice"), (False, "")]


def test_a_frame_that_could_not_be_read_leaves_nothing() -> None:
    page = page_from(look([facts("Own")], None, frames=[frame(0)]))
    assert [one.name for one in page.elements] == ["Own"]


def test_secrets_are_dropped_even_if_a_walker_gave_them() -> None:
    secret = facts(
        "Password", kind="password", value="hunter2", secret=True, states=["filled"], form=0,
        attributes=[["type", "password"], ["data-value", "hunter2"], ["value", "hunter2"]],
    )  # fmt: skip
    form = {"name": "Sign in", "role": "form", "method": "post", "action": "https://a.example/in"}
    page = page_from(look([secret], forms=[form]))
    assert "hunter2" not in repr(page)
    assert page.elements[0].states == {"filled"}
    assert page.elements[0].attributes == (("type", "password"),)
    assert page.forms[0].fields == (Field("Password", "", "password", secret=True),)


def test_the_site_of_frames_within_frames() -> None:
    written = look([facts("Written")], url="about:srcdoc")
    other = look([facts("Other")], written, frames=[frame(1)], url="https://me@pay.example:8443/")
    blob = look([facts("Blob")], url="blob:https://b.example/1", origin="https://a.example")
    frames = [frame(1), frame(1), frame(1)]
    page = page_from(look([facts("Own")], other, written, blob, frames=frames))
    sites = [(one.name, one.site) for one in page.elements]
    pay = "pay.example:8443"
    assert sites == [("Own", ""), ("Other", pay), ("Written", pay), ("Written", ""), ("Blob", "b.example")]


def test_what_cannot_be_seen_is_dropped() -> None:
    odd = facts("Pay\x1b[31m\nnow\u202e", value="a\r\nb", placeholder="\u0645\u200c\u06cc\u200b")
    page = page_from(look([odd], text="one\ntwo\x07", title="A\u2066B", alerts=["No\u200b way"]))
    one = page.elements[0]
    assert (one.name, one.value, one.placeholder) == ("Pay [31m now", "a \nb", "\u0645\u200c\u06cc")
    assert (page.text, page.title, page.alerts) == ("one\ntwo ", "AB", ("No way",))
    assert dialog_page("Sure?\n\x1bYes").dialog == "Sure? Yes"


def test_forms_of_frames_keep_their_own_number() -> None:
    form = {"name": "Outer", "role": "form", "method": "get", "action": "https://a.example/o"}
    inner = look([facts("Who", form=0, value="Ann", field="who")], forms=[form | {"name": "Inner", "method": "post"}])
    page = page_from(look([facts("Query", form=0)], inner, forms=[form], frames=[frame(0)]))
    assert [(one.name, one.form) for one in page.elements] == [("Who", 1), ("Query", 0)]
    assert page.forms[1].submission == Submission("post", "https://a.example/o")
    assert page.forms[1].fields == (Field("Who", "Ann", "text", "who"),)


def test_only_the_chosen_of_a_group_of_radio_buttons_is_told() -> None:
    form = {"name": "Size", "role": "form", "method": "get", "action": "/"}
    elements = [
        facts("Small", kind="radio", form=0),
        facts("Large", kind="radio", form=0, states=["checked"]),
        facts("Gift", kind="checkbox", form=0),
        facts("Send", kind="", form=0, submits=["get", "/"]),
    ]
    page = page_from(look(elements, forms=[form]))
    assert [(one.label, one.value) for one in page.forms[0].fields] == [("Large", "checked"), ("Gift", "not checked")]


def test_depths_are_kept_for_elements_that_have_a_context() -> None:
    inner = look([facts("Inner", context="Row 2", up=3)])
    assert depths(look([facts("First", up=2)], inner, frames=[frame(1)])) == {"h-Inner": 3}


def test_a_context_that_repeats_the_name_is_none() -> None:
    assert page_from(look([facts("Edit", context="Edit")])).elements[0].context == ""


def test_unknown_states_are_left_out() -> None:
    assert page_from(look([facts("Odd", states=["checked", "haunted"])])).elements[0].states == {"checked"}


def test_headings_and_text_of_all_frames() -> None:
    inner = look([], headings=[[2, "Inside"]], text="inner words")
    page = page_from(look([], inner, frames=[frame(0)], headings=[[1, "Outside"]], text="x" * 3990))
    assert page.headings == ((1, "Outside"), (2, "Inside"))
    assert len(page.text) == 4000
    assert page.text.endswith("x\ninner wor")


def test_messages_and_the_dialog_on_top_of_all_frames() -> None:
    inner = look([facts("Agree")], alerts=["Wrong date", "Saved"], modal="Cookies", language="de")
    alerts = ["Saved", "One", "Two"]
    page = page_from(look([], inner, frames=[frame(0, landmark="dialog")], alerts=alerts, language="en"))
    assert page.alerts == ("Saved", "One", "Two", "Wrong date")
    assert (page.modal, page.language, page.elements[0].landmark) == ("Cookies", "en", "dialog")


def test_a_dialog_can_be_answered() -> None:
    page = dialog_page("Really delete?")
    assert page.dialog == "Really delete?"
    assert [(one.name, one.handle) for one in page.elements] == [("OK", DIALOG_ACCEPT), ("Cancel", DIALOG_DISMISS)]
