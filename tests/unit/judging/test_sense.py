"""A name with another order in front of it is not the order to press it."""

import pytest

from engine.judging.sense import beyond
from engine.judging.verdict import Allowed, Asked, Unfounded, judge
from engine.replying import question
from engine.values.action import Action, Change, Click
from tests.fakes import element, page

DESK = page(
    element("e1", "button", "Star", attributes=(("aria-pressed", "false"),)),
    element("e2", "button", "Ticket 12"),
    element("e3", "option", "Skiing"),
    element("e4", "button", "Details", states=frozenset({"collapsed"})),
    element("e5", "button", "Filters", states=frozenset({"expanded"})),
    element("e6", "checkbox", "Breakfast"),
    element("e7", "button", "Remove ham"),
    element("e8", "button", "Follow", states=frozenset({"checked"}), attributes=(("aria-pressed", "true"),)),
)


@pytest.mark.parametrize(
    ("action", "words", "verb"),
    [
        (Click("e1"), "remove star", "remove"),
        (Click("e1"), "unstar", "unstar"),
        (Click("e2"), "please close ticket 12", "close"),
        (Click("e2"), "I want to refund ticket 12", "refund"),
        (Click("e3"), "delete skiing", "delete"),
        (Change("true", "e6"), "remove breakfast", "remove"),
        (Change("false", "e6"), "breakfast", "on"),
    ],
)
def test_another_order_than_the_press_is_asked_about_and_told(action: Action, words: str, verb: str) -> None:
    verdict = judge(action, DESK, "model", words)
    assert isinstance(verdict, Asked) and verdict.verb == verb
    asked = question(action, DESK.by_uid[action.uid], verdict.consequence, verdict.verb)  # type: ignore[union-attr]
    assert f"nothing here that does {verb}" in asked and asked.endswith("Say yes or no.")


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Click("e4"), "hide the details"),
        (Click("e5"), "show me the filters"),
        (Click("e5"), "please open filters"),
    ],
)
def test_what_is_as_ordered_already_is_not_pressed(action: Action, words: str) -> None:
    assert isinstance(judge(action, DESK, "model", words), Unfounded)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Click("e4"), "show me the details"),
        (Click("e5"), "hide filters"),
        (Click("e6"), "a room close to the end with breakfast"),
        (Change("false", "e6"), "turn breakfast off please"),
        (Change("true", "e6"), "with breakfast"),
    ],
)
def test_the_order_that_a_press_carries_out_is_not_asked_about(action: Action, words: str) -> None:
    assert isinstance(judge(action, DESK, "model", words), Allowed)


@pytest.mark.parametrize(("uid", "words"), [("e7", "remove the ham"), ("e8", "unfollow"), ("e2", "click ticket 12")])
def test_an_order_in_the_name_or_out_of_the_state_of_a_thing_is_its_own(uid: str, words: str) -> None:
    assert beyond(words, DESK.by_uid[uid]) == ""
