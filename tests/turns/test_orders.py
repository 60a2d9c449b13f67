"""Words that name something and yet order something else: answers to nothing, numbers, an unclear yes."""

from dataclasses import replace

import pytest

from engine.values.action import Action, Change, Click, TextInput
from engine.values.outcome import Navigated
from engine.values.page import Field, Form
from tests.fakes import element, page
from tests.turns.test_turn import SEND, Talk, contact

PAGES = page(
    element("e1", "link", "1", href="http://127.0.0.1/?p=1"),
    element("e2", "link", "2", href="http://127.0.0.1/?p=2"),
)
STARRED = page(element("e1", "button", "Star", attributes=(("aria-pressed", "false"),)), text="Star")


@pytest.mark.parametrize("words", ["ok", "sure", "maybe", "can you confirm?", "yeah no"])
def test_what_is_neither_yes_nor_no_leaves_the_question_open(words: str) -> None:
    talk = Talk([contact()], [Navigated("http://127.0.0.1/ok", "Booking received")])
    question = talk.say("click send booking")
    assert talk.say(words).endswith(question) and talk.browser.performed == [] and talk.state.status == "asked"
    assert talk.say(words).count("Shall I") == 1
    assert "Booking received" in talk.say("yes") and talk.browser.performed == [Click("e2")]


def test_a_question_that_was_asked_again_ends_in_time_all_the_same() -> None:
    talk = Talk([contact()])
    talk.say("click send booking")
    talk.now += 100
    talk.say("sure")
    talk.now += 100
    talk.say("yes")
    assert talk.browser.performed == [] and talk.state.status == "refused"


@pytest.mark.parametrize("words", ["2", "two", "the second one", "number 2"])
def test_a_number_alone_answers_only_a_question(words: str) -> None:
    talk = Talk([PAGES])
    talk.say(words)
    assert talk.browser.performed == [] and talk.state.status == "failed"


@pytest.mark.parametrize("words", ["click 2", "page 2", "go to page 2"])
def test_a_link_called_by_a_number_is_pressed_when_that_is_said(words: str) -> None:
    talk = Talk([PAGES])
    talk.say(words)
    assert talk.browser.performed == [Click("e2")]


@pytest.mark.parametrize("words", ["read the page", "list the links", "what headings are there", "what's on this page"])
def test_a_page_is_not_read_aloud_and_never_reloaded_for_that(words: str) -> None:
    talk = Talk([PAGES])
    assert "cannot read pages aloud" in talk.say(words) and talk.browser.performed == []


@pytest.mark.parametrize("words", ["go bark", "read", "reed the page", "go forwart"])
def test_nothing_that_may_lose_entries_is_reached_by_likeness(words: str) -> None:
    talk = Talk([PAGES])
    talk.say(words)
    assert talk.browser.performed == []


def test_the_model_may_not_press_what_another_order_names() -> None:
    talk = Talk([STARRED], answers=['click(uid="e1")'])
    assert "nothing here that does refund" in talk.say("refund star") and talk.browser.performed == []
    talk.say("remove star")
    assert Click("e1") not in talk.browser.performed


def test_the_question_about_a_control_that_sends_tells_its_new_value() -> None:
    shown = page(
        element(
            "e1",
            "combobox",
            "Sort by",
            value="Newest",
            options=("Newest", "Cheapest"),
            form=0,
            attributes=(("onchange", "this.form.submit()"),),
        ),
        forms=(Form("", "", SEND, (Field("Sort by", "Newest", "select-one"),)),),
    )
    talk = Talk([shown])
    question = talk.say("choose cheapest in sort by")
    assert "Cheapest" in question and "Newest" not in question and talk.browser.performed == []
    talk.say("yes")
    assert talk.browser.performed == [Change("Cheapest", "e1")]


def test_days_of_a_calendar_and_numbers_of_bills_are_spoken() -> None:
    days = " ".join(map(str, range(1, 31)))
    shown = page(element("e1", "button", "Open"), text="Choose")
    later = replace(shown, text=f"Choose\n{days}\nInvoice 2026113000012345\nCard 4111 1111 1111 1111")
    said = Talk([shown, later]).say("click open")
    assert "1 2 3 4" in said and "2026113000012345" in said and "4111" not in said


SHELF = page(
    element("e1", "button", "Star", attributes=(("aria-pressed", "true"),), states=frozenset({"checked"})),
    element("e2", "button", "Filters", states=frozenset({"expanded"})),
    element("e3", "option", "Ham"),
    element("e4", "combobox", "Activities", tag="input", kind="text"),
    element("e5", "combobox", "Search flights", tag="input", kind="text"),
)


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("remove star", Click("e1")),
        ("hide filters", Click("e2")),
        ("choose skiing in activities", Change("skiing", "e4")),
        ("set search flights to oslo", TextInput("oslo", "e5")),
    ],
)
def test_an_order_is_carried_out_by_the_press_that_leads_to_it(words: str, action: Action) -> None:
    talk = Talk([SHELF])
    talk.say(words)
    assert talk.browser.performed == [action]


@pytest.mark.parametrize("words", ["remove ham", "show filters", "turn on star"])
def test_what_is_so_already_is_left_alone(words: str) -> None:
    talk = Talk([SHELF])
    assert "did nothing" in talk.say(words) and talk.browser.performed == []


def test_an_error_page_without_a_title_is_told_with_what_it_says() -> None:
    failed = page(title="", url="http://127.0.0.1/save", headings=((1, "Internal Server Error"),))
    talk = Talk([contact(), failed], [Navigated(failed.url, "an error from 127.0.0.1 (500)")])
    talk.say("click send booking")
    assert "500" in (said := talk.say("yes")) and "Internal Server Error" in said
