"""A page too large to be described as a whole: what is meant may be far from the view, and is found there."""

from dataclasses import replace
from threading import Event

import pytest

from engine.values.action import Action, Back, Click, Load, Press, TabCreate, TextInput
from engine.values.outcome import Vanished
from engine.values.page import Field, Form, Page, Submission
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
    """Shows what is near the view, with other uids than in the whole, as a real page does; counts whole looks.

    `near` are the handles of what is near the view, and `forms` the forms as they are described there.
    """

    wholes = 0
    near = frozenset(one.handle for one in NEAR)
    forms: tuple[Form, ...] = ()

    def capture(self, stop: Event | None = None, *, whole: bool = False) -> Page:
        self.wholes += whole
        seen = super().capture(stop)
        near = tuple(replace(one, uid=f"n{one.uid}") for one in seen.elements if one.handle in self.near)
        omitted = len(seen.elements) - len(near)
        return seen if whole else replace(seen, elements=near, forms=self.forms or seen.forms, omitted=omitted)


def talk(*answers: str) -> tuple[Talk, Large]:
    made, browser = Talk([], answers=list(answers)), Large([page(*NEAR, *FAR)])
    made.browser = browser
    return made, browser


def showing(near: str, *pages: Page) -> tuple[Talk, Large]:
    """A talk about a large page, of which the elements with these uids are near the view."""
    made, browser = Talk([]), Large(pages)
    made.browser, browser.near = browser, frozenset(f"h-{uid}" for uid in near.split())
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


EDITS = (
    element("e1", "button", "Edit", context="Ann"),
    element("e2", "button", "Edit", context="Bob"),
    element("e3", "button", "Edit", context="Cleo"),
    element("e4", "link", "Imprint", href="http://127.0.0.1/imprint"),
)


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("click the second edit", Click("e2")),
        ("click the first edit", Click("e1")),
        ("click the last link", Click("e4")),
        ("open the last link", Click("e4")),
    ],
)
def test_what_is_counted_is_counted_on_the_whole_page(words: str, action: Action) -> None:
    here, browser = showing("e2 e3", page(*EDITS, element("e5", "button", "Edit", context="Dora")))
    here.say(words)
    assert browser.performed == [action]


def test_nothing_is_counted_where_even_the_look_at_the_whole_leaves_things_out() -> None:
    here, browser = showing("e2 e3", page(*EDITS, omitted=1))
    assert "too large" in here.say("click the second edit")
    here.say("click imprint")
    assert browser.performed == [Click("e4")]


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("open results", Click("e2")),
        ("open results in a new tab", TabCreate("http://127.0.0.1/2")),
        ("click photos all", Click("e4")),
    ],
)
def test_what_is_called_all_that_was_said_comes_before_what_is_near(words: str, action: Action) -> None:
    large = page(
        element("e1", "link", "Results of the year", href="http://127.0.0.1/1"),
        element("e2", "link", "Results", href="http://127.0.0.1/2"),
        element("e3", "link", "Photos", context="All"),
        element("e4", "link", "Photos, all"),
    )
    here, browser = showing("e1 e3", large)
    here.say(words)
    assert browser.performed == [action]


def test_of_two_that_are_called_the_same_only_one_in_view_is_taken_for_the_one() -> None:
    two = (element("e1", "link", "Results", visible=False), element("e2", "link", "Results", context="Archive"))
    here, browser = showing("e1", page(*two))
    here.say("click results")
    assert browser.performed == [] and here.state.choices is not None
    here, browser = showing("e2", page(*two))
    here.say("click results")
    assert browser.performed == [Click("ne2")]


def test_of_twins_on_a_page_that_was_drawn_anew_neither_is_pressed() -> None:
    one, other = element("e1", "link", "More"), element("e2", "link", "More")
    here, browser = showing("e1", page(one, replace(other, context="Archive")))
    drawn = page(replace(one, handle="h-new"), replace(other, handle="h-far"))

    class Redrawn(Large):
        def perform(self, action: Action, seen: Page, stop: Event) -> Vanished:
            self.performed.append(action)
            self._pages, self.near = [drawn], frozenset({"h-new"})
            return Vanished()

    browser.__class__ = Redrawn
    here.say("click more")
    assert browser.performed == [Click("ne1")]


def test_a_search_box_far_from_the_view_is_searched_with() -> None:
    large = page(element("e1", "searchbox", "Search", kind="search", tag="input"), element("e2", "link", "Mugs"))
    here, browser = showing("e2", large)
    here.say("search for cats")
    assert browser.performed[0] == TextInput("cats", "e1")
    here.say("search for cats on the web")
    assert isinstance(browser.performed[-1], Load)


SEND = Submission("post", "http://127.0.0.1/send")
NAME, WISH = Field("Name", "Ann", "text"), Field("Wish", "Tea", "text")


def order() -> Page:
    return page(
        element("e1", "textbox", "Name", value="Ann", form=0),
        element("e2", "textbox", "Wish", value="Tea", form=0, states=frozenset({"focused"})),
        element("e3", "button", "Place order", form=0, submits=SEND),
        element("e4", "link", "Help", href="http://127.0.0.1/help"),
        forms=(Form("Order", "", SEND, (NAME, WISH), SEND, "d"),),
    )


def ordering(near: str) -> tuple[Talk, Large]:
    here, browser = showing(near, order())
    browser.forms = (Form("Order", "", SEND, (), SEND, "d", hidden=True),)
    return here, browser


@pytest.mark.parametrize(("words", "action"), [("place order", Click("e3")), ("press enter", Press("Enter"))])
def test_a_question_tells_what_would_be_sent_from_far_away_too(words: str, action: Action) -> None:
    here, browser = ordering("e3 e4")
    question = here.say(words)
    assert "Ann" in question and "Tea" in question and "not shown" not in question
    here.say("yes")
    assert browser.performed == [action]


def test_a_question_tells_all_when_the_model_chose() -> None:
    here, browser = ordering("e3 e4")
    here.model._answers = ['click(uid="ne3")']
    assert "Ann" in here.say("could you please place my order now")
    here.say("yes")
    assert browser.performed == [Click("e3")]


def written() -> tuple[Talk, Large]:
    def letter(text: str) -> Page:
        return page(
            element("e1", "textbox", "Message", kind="textarea", tag="textarea", value=text),
            element("e2", "link", "Help", href="http://127.0.0.1/help"),
        )

    here, browser = showing("e1", letter(""), letter("Dear Anna"))
    here.say("type Dear Anna into message")
    assert browser.performed == [TextInput("Dear Anna", "ne1")]
    browser.near = frozenset({"h-e2"})  # the user has scrolled
    return here, browser


@pytest.mark.parametrize(("words", "action"), [("click help", Click("ne2")), ("go back", Back())])
def test_what_was_entered_far_from_the_view_is_not_lost_without_a_question(words: str, action: Action) -> None:
    here, browser = written()
    assert "Message may be lost" in here.say(words)
    here.say("yes")
    assert browser.performed[1:] == [action]


def test_what_was_emptied_by_hand_far_from_the_view_is_no_loss() -> None:
    here, browser = written()
    emptied = replace(browser._pages[0].elements[0], value="")
    browser._pages = [replace(browser._pages[0], elements=(emptied, browser._pages[0].elements[1]))]
    here.say("go back")
    assert browser.performed[1:] == [Back()]


def test_what_was_done_far_from_the_view_is_undone() -> None:
    here, browser = written()
    here.say("undo")
    assert browser.performed[1:] == [TextInput("", "e1")]


def test_the_row_of_an_action_is_found_far_from_the_view() -> None:
    rows = (element("e1", "link", "News"), element("e2", "button", "Star", context="Invoice 7"))
    here, browser = showing("e1", page(*rows))
    here.say("star invoice 7")
    assert browser.performed == [Click("e2")]


@pytest.mark.parametrize("words", ["scroll to weather", "type hello", "search for cats", "close the banner"])
def test_what_can_only_be_near_needs_no_look_at_the_whole(words: str) -> None:
    large = page(
        element("e1", "searchbox", "Search", kind="search", tag="input"),
        element("e2", "textbox", "Note", states=frozenset({"focused"})),
        element("e3", "button", "Close", landmark="dialog", dialog="News"),
        element("e4", "link", "Far"),
        modal="News",
    )
    here, browser = showing("e1 e2 e3", large)
    here.say(words)
    assert browser.performed and browser.wholes == 0
