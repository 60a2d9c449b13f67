"""Entries that were not sent are not lost without a question, and nobody is asked where nothing would be lost."""

from dataclasses import replace
from typing import Any

import pytest

from engine.seeing.kinds import LEAVING, dialog_page
from engine.values.action import Back, Click, Load, Press, Reload, TabRemove, TextInput
from engine.values.outcome import DialogOpened, Done, Navigated
from engine.values.page import Field, Form, Page, Submission, Tab
from tests.fakes import element, page
from tests.turns.test_turn import Talk

POST = Submission("post", "http://127.0.0.1/send")
GET = Submission("get", "http://127.0.0.1/search")
TABS = (Tab("t1", "Letter", "http://127.0.0.1/", active=True), Tab("t2", "News", "http://127.0.0.1/news"))
LEAVES = {
    "go to example.org": Load("example.org"),
    "go back": Back(),
    "reload": Reload(),
    "click help": Click("e3"),
    "close this tab": TabRemove("t1"),
}


def letter(text: str = "", **changes: Any) -> Page:
    """A letter to be written, a link away, a search, and a button that sends the letter."""
    return page(
        element("e1", "textbox", "Message", kind="textarea", value=text, form=0),
        element("e2", "button", "Send message", form=0, submits=POST),
        element("e3", "link", "Help", href="http://127.0.0.1/help"),
        element("e4", "searchbox", "Search", kind="search", tag="input", form=1),
        element("e5", "link", "Contents", href="http://127.0.0.1/#contents"),
        element("e6", "link", "Map", href="http://127.0.0.1/map", attributes=(("target", "_blank"),)),
        **{
            "tabs": TABS,
            "forms": (
                Form("Letter", "", POST, (Field("Message", text, "textarea"),)),
                Form("Search", "search", GET, (Field("Search", "", "search", "q"),)),
            ),
            **changes,
        },
    )


HELP = page(element("e1", "heading", "Help"), title="Help pages", url="http://127.0.0.1/help")


def written(*more: Page, outcomes: tuple[object, ...] = ()) -> Talk:
    talk = Talk([letter(), letter("Dear Anna"), *more], [Done("it now holds Dear Anna"), *outcomes])
    talk.say("type Dear Anna into message")
    assert talk.browser.performed == [TextInput("Dear Anna", "e1")]
    return talk


@pytest.mark.parametrize("words", LEAVES)
def test_a_page_with_unsent_entries_is_left_only_after_a_yes(words: str) -> None:
    talk = written(HELP, outcomes=(Navigated("http://127.0.0.1/help", "Help pages"),))
    assert "Message may be lost" in talk.say(words)
    assert talk.state.status == "asked" and len(talk.browser.performed) == 1
    talk.say("yes")
    assert talk.browser.performed[1:] == [LEAVES[words]]


def test_a_no_stays() -> None:
    talk = written()
    talk.say("go back")
    assert "did not go back" in talk.say("no") and len(talk.browser.performed) == 1


@pytest.mark.parametrize("words", ["click contents", "click map", "open a new tab", "scroll down", "search for bees"])
def test_what_loses_nothing_is_not_asked_about(words: str) -> None:
    talk = written()
    if words == "search for bees":
        assert "Message may be lost" in talk.say(words)  # that page goes too
    else:
        talk.say(words)
        assert talk.state.status != "asked" and len(talk.browser.performed) == 2


def test_another_tab_may_be_closed_and_this_one_not_from_there() -> None:
    other = replace(HELP, tabs=(replace(TABS[0], active=False), replace(TABS[1], active=True)))
    talk = written(other)
    talk.say("close tab 2")
    assert talk.browser.performed[1:] == [TabRemove("t2")]
    assert "Message may be lost" in talk.say("close tab 1")


def test_what_was_sent_cleared_or_typed_back_is_not_lost() -> None:
    sent = written(HELP, letter("Dear Anna"), outcomes=(Navigated("http://127.0.0.1/help", "Help pages"),))
    sent.say("click send message")
    sent.say("yes")
    sent.say("go back")
    assert sent.state.status == "done" and sent.state.entries == ()
    cleared = written(letter(""), outcomes=(Done("it is now empty"),))
    cleared.say("clear message")
    cleared.say("go back")
    assert cleared.browser.performed[-1] == Back()
    undone = written(letter(""), outcomes=(Done("it is now empty"),))
    undone.say("undo")
    undone.say("go back")
    assert undone.browser.performed[-1] == Back()


def test_what_the_page_has_taken_away_since_is_not_asked_about() -> None:
    talk = Talk([letter(), letter("")], [Done("it now holds Dear Anna")])
    talk.say("type Dear Anna into message")
    talk.say("go back")
    assert talk.browser.performed[-1] == Back()


def test_a_page_that_asks_the_same_is_answered_with_the_same_yes() -> None:
    asking = dialog_page("", TABS, "beforeunload")
    talk = written(asking, HELP, outcomes=(DialogOpened(LEAVING), Navigated("http://127.0.0.1/help", "Help pages")))
    talk.say("click help")
    assert "Help pages" in talk.say("yes")
    assert talk.state.status == "done" and len(talk.browser.performed) == 3


def test_a_name_and_a_password_are_no_loss() -> None:
    field = element("e1", "textbox", "User name", form=0)
    form = Form("Log in", "", POST, (Field("User name", "", "text"), Field("Password", "", "password", secret=True)))
    talk = Talk(
        [page(field, forms=(form,)), page(replace(field, value="anna"), forms=(form,))], [Done("it holds anna")]
    )
    talk.say("type anna into user name")
    talk.say("go back")
    assert talk.browser.performed[-1] == Back()


def test_enter_on_the_link_with_the_focus_leaves_only_after_a_yes() -> None:
    talk = written()
    there = letter("Dear Anna")
    link = replace(there.by_uid["e3"], states=frozenset({"focused"}))
    talk.browser._pages = [replace(there, elements=(*there.elements[:2], link, *there.elements[3:]))]
    assert "Message may be lost" in talk.say("press enter")
    talk.say("yes")
    assert talk.browser.performed[1:] == [Press("Enter")]


def test_a_link_within_the_form_does_not_send_it() -> None:
    talk = written()
    there = letter("Dear Anna")
    link = replace(there.by_uid["e3"], form=0)
    talk.browser._pages = [replace(there, elements=(*there.elements[:2], link, *there.elements[3:]))]
    assert "Message may be lost" in talk.say("click help")
