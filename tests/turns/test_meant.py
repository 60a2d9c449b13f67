"""Said in a conversation: what a field holds, what shows only under the pointer, names that sound like commands."""

from engine.seeing.kinds import LEAVING
from engine.values.action import Click, Hover, Reload, TextInput
from engine.values.outcome import DialogOpened, Disabled, Done, Navigated, NoEffect
from engine.values.page import Box
from tests.fakes import element, page
from tests.turns.test_turn import Talk

FORM = page(
    element("e1", "textbox", "", beside="First name", value="Anna"),
    element("e2", "textbox", "Password", kind="password", secret=True, states=frozenset({"filled"})),
    element("e3", "checkbox", "Newsletter"),
    element("e4", "button", "Search hotels"),
    element("e5", "textbox", "Account", states=frozenset({"readonly"})),
)
ROW = element("e1", "row", "Ben Okafor Invoice 12", interactive=True, box=Box(0, 40, 400, 38))
DELETE = element("e2", "button", "Star", context="Ben Okafor Invoice 12", box=Box(300, 45, 40, 20))


def test_what_a_field_holds_is_said_and_a_secret_is_not() -> None:
    talk = Talk([FORM])
    assert talk.say("what is in first name") == "First name has Anna."
    assert talk.say("read the password") == "Password is filled in, and not read out."
    assert talk.say("what is in newsletter") == "Newsletter is off."
    assert talk.browser.performed == []


def test_a_field_is_emptied() -> None:
    talk = Talk([FORM], [Done("value is now empty")])
    assert "empty" in talk.say("clear first name")
    assert talk.browser.performed == [TextInput("", "e1")]


def test_what_can_only_be_read_is_not_called_disabled() -> None:
    assert Talk([FORM], [Disabled()]).say("type x into account") == "Account can only be read, so I did nothing."


def test_a_button_of_all_the_words_is_pressed_and_nothing_leaves_the_site() -> None:
    talk = Talk([FORM], [Done("the page changed")])
    talk.say("search hotels")
    assert talk.browser.performed == [Click("e4")]


def test_a_row_is_pointed_at_for_what_shows_only_there() -> None:
    talk = Talk([page(ROW), page(ROW, DELETE)], [Done("a menu or a hint appeared"), Done("it is now on")])
    talk.say("star the invoice")
    assert talk.browser.performed == [Hover("e1"), Click("e2")]
    talk = Talk([page(ROW)], [NoEffect()])
    assert "pointed at Ben Okafor Invoice 12" in talk.say("star the invoice")


def test_a_page_that_asks_whether_to_leave_was_not_left() -> None:
    said = Talk([FORM], [DialogOpened(LEAVING)]).say("reload")
    assert said.startswith(LEAVING) and "I reloaded" not in said


def test_reading_is_no_reloading() -> None:
    talk = Talk([FORM])
    assert "cannot read pages aloud" in talk.say("read the page")
    assert Reload() not in talk.browser.performed


def test_a_page_without_a_title_is_told_by_what_it_says() -> None:
    broken = page(headings=((1, "Internal Server Error"),), title="")
    said = Talk([FORM, broken], [Navigated("http://127.0.0.1/save", "")]).say("click search hotels")
    assert "Internal Server Error" in said
