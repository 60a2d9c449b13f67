"""A page too large to be described as a whole: what is meant may be far from the view, and is found there."""

from dataclasses import replace
from threading import Event

import pytest

from engine.values.action import Action, Click, TextInput
from engine.values.page import Page, Submission
from tests.fakes import FakeBrowser, element, page
from tests.turns.test_turn import Talk

DELETE = Submission("post", "http://127.0.0.1/delete")
NEAR = (
    element("e1", "link", "Results of the year"),
    element("e2", "textbox", "Search", kind="search", tag="input"),
    element("e3", "button", "Edit", context="Ann"),
)
FAR = (
    element("e4", "link", "Results"),
    element("e5", "textbox", "Comment", kind="textarea", tag="textarea"),
    element("e6", "link", "Privacy policy"),
    element("e7", "button", "Delete account", submits=DELETE),
    element("e8", "button", "Copy", context="Bob"),
    element("e9", "button", "Copy", context="Cleo"),
)


class Large(FakeBrowser):
    """Shows what is near the view, with other uids than in the whole, as a real page does; counts whole looks."""

    wholes = 0

    def capture(self, stop: Event | None = None, *, whole: bool = False) -> Page:
        self.wholes += whole
        near = tuple(replace(one, uid=f"n{one.uid}") for one in NEAR)
        return super().capture(stop) if whole else page(*near, omitted=len(FAR))


def talk(*answers: str) -> tuple[Talk, Large]:
    made, browser = Talk([], answers=list(answers)), Large([page(*NEAR, *FAR)])
    made.browser = browser
    return made, browser


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("click privacy policy", Click("e6")),
        ("privacy policy", Click("e6")),
        ("click results", Click("e4")),
        ("type hello into comment", TextInput("hello", "e5")),
    ],
)
def test_what_is_far_from_the_view_is_found_by_its_name(words: str, action: Action) -> None:
    here, browser = talk()
    here.say(words)
    assert browser.performed == [action]


@pytest.mark.parametrize(("words", "action"), [("click results of the year", Click("ne1")), ("edit", Click("ne3"))])
def test_what_was_named_in_full_near_the_view_needs_no_look_at_the_whole(words: str, action: Action) -> None:
    here, browser = talk()
    here.say(words)
    assert (browser.performed, browser.wholes) == ([action], 0)


@pytest.mark.parametrize("words", ["scroll down", "go back", "press escape"])
def test_what_names_nothing_needs_no_look_at_the_whole(words: str) -> None:
    here, browser = talk()
    here.say(words)
    assert browser.wholes == 0


def test_a_yes_finds_what_was_asked_about_far_from_the_view() -> None:
    here, browser = talk()
    assert "Delete account" in here.say("click delete account")
    assert browser.performed == []
    here.say("yes")
    assert browser.performed == [Click("e7")]


def test_one_of_several_is_found_far_from_the_view() -> None:
    here, browser = talk()
    assert "Cleo" in here.say("click copy")
    here.say("the second one")
    assert browser.performed == [Click("e9")]


def test_what_is_nowhere_is_not_found() -> None:
    here, browser = talk()
    here.say("click unicorns")
    assert browser.performed == []
    assert browser.wholes > 0
