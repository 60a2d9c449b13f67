"""A yes holds for the very thing that was asked about, on a fresh page, for a while, and is never stretched."""

from dataclasses import replace

import pytest

from engine.judging.consent import pending_for, readdressed, renewed, same_element
from engine.values.action import Action, Back, Change, Click, Load, Submit, TextInput
from engine.values.page import Element, Field, Form, Page, Submission
from tests.fakes import element, page

POST = Submission("post", "http://shop.test/send")
BUTTON = element("e1", "button", "Send", form=0, submits=POST, context="Booking")
FORM = Form("Booking", "form", POST, (Field("Name", "Anna", "text"),))


def shown(button: Element = BUTTON, form: Form = FORM, url: str = "http://shop.test/") -> Page:
    return page(button, url=url, forms=(form,))


ASKED = pending_for(Click("e1"), shown(), 100.0)


def test_an_unchanged_page_renews_the_action_under_its_new_uid() -> None:
    moved = page(
        element("e1", "link", "New", handle="h-new"), replace(BUTTON, uid="e2"), url="http://shop.test/", forms=(FORM,)
    )
    assert renewed(ASKED, moved, 130.0, 120.0) == Click("e2")


CHANGED: list[tuple[str, Page]] = [
    ("another page", shown(url="http://shop.test/other")),
    ("element gone", page(url="http://shop.test/", forms=(FORM,))),
    ("another node in its place", shown(replace(BUTTON, handle="h-2"))),
    ("renamed", shown(replace(BUTTON, name="Delete", text="Delete"))),
    ("another role", shown(replace(BUTTON, role="link"))),
    ("another row", shown(replace(BUTTON, context="Other booking"))),
    ("another target", shown(replace(BUTTON, submits=Submission("post", "http://evil.test/")))),
    ("another address", shown(replace(BUTTON, href="http://evil.test/"))),
    ("another value", shown(form=replace(FORM, fields=(Field("Name", "Mallory", "text"),)))),
    ("one more field", shown(form=replace(FORM, fields=(*FORM.fields, Field("Gift", "100", "text"))))),
    ("one field less", shown(form=replace(FORM, fields=()))),
    ("a dialog over it", replace(shown(), dialog="Sure?")),
]


@pytest.mark.parametrize(("what", "fresh"), CHANGED)
def test_whatever_changed_since_the_question_voids_the_yes(what: str, fresh: Page) -> None:
    answer = renewed(ASKED, fresh, 101.0, 120.0)
    assert isinstance(answer, str) and "did nothing" in answer, what


def test_a_yes_comes_in_time_or_not_at_all() -> None:
    assert renewed(ASKED, shown(), 220.0, 120.0) == Click("e1")
    late = renewed(ASKED, shown(), 220.1, 120.0)
    assert isinstance(late, str) and "too long ago" in late


def test_fields_count_also_where_only_the_models_aim_was_in_doubt() -> None:
    field = element("e2", "textbox", "Name", form=0)
    before = page(field, url="http://shop.test/", forms=(FORM,))
    pending = pending_for(TextInput("Anna", "e2"), before, 0.0)
    assert pending.consequence is None and renewed(pending, before, 1.0, 120.0) == TextInput("Anna", "e2")
    after = replace(before, forms=(replace(FORM, fields=()),))
    assert isinstance(renewed(pending, after, 1.0, 120.0), str)


def test_an_action_without_an_element_needs_only_time() -> None:
    pending = pending_for(Load("https://example.com/"), shown(), 0.0)
    assert renewed(pending, page(url="http://x.test/"), 1.0, 120.0) == Load("https://example.com/")
    assert isinstance(renewed(pending, shown(), 121.0, 120.0), str)


def test_what_is_remembered_is_what_the_user_was_told() -> None:
    assert ASKED.element == BUTTON and ASKED.fields == FORM.fields and ASKED.url == "http://shop.test/"
    assert ASKED.consequence is not None and ASKED.consequence.host == "shop.test"


def test_same_element_follows_the_node_not_the_place() -> None:
    twin = replace(BUTTON, uid="e2", handle="h-2")
    assert same_element(BUTTON, page(twin, replace(BUTTON, uid="e9"))) == replace(BUTTON, uid="e9")
    assert same_element(BUTTON, page(twin)) is None


@pytest.mark.parametrize(
    ("action", "other"),
    [
        (Click("a"), Click("b")),
        (Submit("a"), Submit("b")),
        (TextInput("x", "a"), TextInput("x", "b")),
        (Change("x", "a"), Change("x", "b")),
        (Load("u"), Load("u")),
        (Back(), Back()),
    ],
)
def test_readdressing_changes_the_uid_alone(action: Action, other: Action) -> None:
    assert readdressed(action, "b") == other


def test_a_yes_is_for_the_sums_that_were_shown() -> None:
    pay = element("e1", "button", "Pay")
    asked = pending_for(Click("e1"), page(pay, text="Total: 10 euros"), 100.0)
    assert renewed(asked, page(pay, text="Total: 10 euros. 09:59 left"), 101.0, 60.0) == Click("e1")
    assert isinstance(renewed(asked, page(pay, text="Total: 9999 euros"), 101.0, 60.0), str)
    delete = element("e1", "button", "Delete")
    other = pending_for(Click("e1"), page(delete, text="from 10 euros"), 100.0)
    assert renewed(other, page(delete, text="from 20 euros"), 101.0, 60.0) == Click("e1")
