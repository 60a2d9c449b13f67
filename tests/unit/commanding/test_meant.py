"""What is said of a page in other words than its names: places, rows, signs, kinds, states."""

import pytest

from engine.commanding.commands import Choose, Clear, ClickOn, Expand, OnPage, ReadField, Tick, TypeInto
from engine.commanding.locating import on_row
from engine.commanding.matching import is_name
from engine.commanding.phrases import understand
from engine.commanding.resolving import Next, Sorry, Step, Told, WhichOne, next_step
from engine.values.action import Action, Change, Click, Hover, TextInput
from engine.values.page import Box, Element, Page
from engine.values.settings import Settings
from tests.fakes import element, page

PRESSED = (("aria-pressed", "true"),)
FORM = page(
    element("e1", "textbox", "", beside="First name"),
    element("e2", "textbox", "", beside=""),
    element("e3", "textbox", "To recipients"),
    element("e4", "button", "Dark mode", why="pointer"),
    element("e5", "button", "Bold", attributes=PRESSED, states=frozenset({"checked"})),
    element("e6", "slider", "Volume", kind="range", attributes=(("min", "0"), ("max", "20"), ("step", "5"))),
    element("e7", "button", "Check availability"),
    element("e8", "textbox", "Password", kind="password", secret=True, states=frozenset({"filled"})),
    element("e9", "checkbox", "Newsletter", states=frozenset({"checked"})),
    element("e10", "option", "Olives", states=frozenset({"selected"})),
    element("e11", "button", "Filters", states=frozenset({"expanded"})),
    element("e12", "button", "+", context="Guests"),
    element("e13", "button", "⚙️"),
    element("e14", "button", "B", description="Italic"),
    element("e15", "button", "", text="", description="icon: trash (delete)"),
    element("e16", "button", "Select size", why="pointer"),
    element("e17", "button", "Small"),
    element("e18", "link", "Read more", href="http://127.0.0.1/1", heading="Team wins cup"),
    element("e19", "link", "Read more", href="http://127.0.0.1/2", heading="Storm hits coast"),
    element("e20", "columnheader", "Price"),
    element("e21", "searchbox", "Search mail", kind="search"),
    element("e22", "button", "Empty basket"),
)


def said(words: str, shown: Page = FORM, done: tuple[Action, ...] = ()) -> Next:
    command = understand(words, own=False)
    assert isinstance(command, OnPage), command
    return next_step(command, shown, Settings(), done)


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("type Anna into first name", TextInput("Anna", "e1")),
        ("type Anna into to", TextInput("Anna", "e3")),
        ("type Anna into unnamed textbox", TextInput("Anna", "e2")),
        ("type Anna into the second field", TextInput("Anna", "e2")),
        ("set slider to 10", Change("10", "e6")),
        ("turn on dark mode", Click("e4")),
        ("turn off bold", Click("e5")),
        ("check availability", Click("e7")),
        ("set volume to max", Change("20", "e6")),
        ("set volume to half", Change("10", "e6")),
        ("set volume to minimum", Change("0", "e6")),
        ("set volume to 25 percent", Change("5", "e6")),
        ("clear first name", TextInput("", "e1")),
        ("empty the search box", TextInput("", "e21")),
        ("clear newsletter", Change("false", "e9")),
        ("empty the basket", Click("e22")),
        ("deselect olives", Click("e10")),
        ("collapse filters", Click("e11")),
        ("close filters", Click("e11")),
        ("click +", Click("e12")),
        ("click plus", Click("e12")),
        ("click settings", Click("e13")),
        ("click the gear icon", Click("e13")),
        ("click italic", Click("e14")),
        ("click trash", Click("e15")),
        ("click the second read more", Click("e19")),
        ("click read more under storm hits coast", Click("e19")),
        ("open the last read more", Click("e19")),
        ("sort by price", Click("e20")),
        ("tick the box", Change("true", "e9")),
    ],
)
def test_what_is_meant(words: str, action: Action) -> None:
    step = said(words)
    assert isinstance(step, Step) and step.action == action, step


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("turn on bold", "Bold is on already"),
        ("choose olives", "Olives is chosen already"),
        ("expand filters", "Filters is open already"),
        ("open filters", "Filters is open already"),
        ("clear volume", "Volume cannot be emptied"),
        ("type Anna into middle name", "One field here has no name"),
        ("click small and delete it", "Say one thing at a time, for example: click small."),
        ("read the page", "I cannot read pages aloud"),
    ],
)
def test_what_is_not_done_is_said_to_be_so(words: str, sentence: str) -> None:
    step = said(words)
    assert isinstance(step, Sorry) and sentence in step.sentence, step


@pytest.mark.parametrize(
    ("words", "uid"),
    [
        ("what is in first name", "e1"),
        ("read newsletter", "e9"),
        ("what does volume say", "e6"),
        ("read password", "e8"),
    ],
)
def test_what_a_field_holds_is_told(words: str, uid: str) -> None:
    assert said(words) == Told(FORM.by_uid[uid])


@pytest.mark.parametrize("words", ["what is in my basket", "close my account", "read the terms of use"])
def test_what_is_no_field_is_left_to_the_model(words: str) -> None:
    assert said(words) == Told(None)


def test_a_choice_in_a_list_that_the_page_has_made_of_nothing() -> None:
    assert said("set size to small") == Step(Click("e16"), last=False)
    assert said("set size to small", done=(Click("e16"),)) == Step(Click("e17"))


def row(number: int, name: str, role: str = "row", **changes: object) -> Element:
    return element(f"r{number}{role[0]}", role, name, box=Box(10, 40.0 * number, 400, 38), interactive=True, **changes)


MAIL = page(
    row(1, "Anna Berg Lunch? Are you free"),
    row(1, "Select", "checkbox", kind="", context="Anna Berg"),
    row(2, "Ben Okafor Invoice 12"),
    row(2, "", "checkbox", kind="", context="Ben Okafor"),
    row(3, "Anna Berg Re: holiday"),
    row(3, "Select", "checkbox", kind="", context="Anna Berg"),
    element("e9", "button", "Like", context="Story 5"),
)


@pytest.mark.parametrize("words", ["select lunch", "tick lunch"])
def test_a_row_is_ticked_rather_than_opened(words: str) -> None:
    assert said(words, MAIL) == Step(Change("true", "r1c"))
    assert isinstance(said("select anna berg", MAIL), WhichOne)
    assert said("tick ben okafor", MAIL) == Step(Change("true", "r2c"))


def test_what_shows_only_over_a_row_is_pointed_at_first() -> None:
    words = "click delete the invoice"
    assert said(words, MAIL) == Step(Hover("r2r"), last=False)
    shown = page(*MAIL.elements, element("e10", "button", "Delete", context="Ben Okafor Invoice 12"))
    assert said(words, shown, done=(Hover("r2r"),)) == Step(Click("e10"))
    again = said(words, MAIL, done=(Hover("r2r"),))
    assert isinstance(again, Sorry) and "nothing called delete" in again.sentence
    several = said("click delete anna", MAIL)
    assert isinstance(several, Sorry) and "Say: point at" in several.sentence


@pytest.mark.parametrize(
    ("words", "meant"),
    [("delete the invoice", True), ("like story 5", True), ("like story 35", True), ("hi", False)],
)
def test_an_action_and_its_row_are_known_without_a_model(words: str, meant: bool) -> None:
    assert bool(on_row(words, MAIL)) == meant
    assert isinstance(next_step(ClickOn("like story 35"), MAIL, Settings(), []), Sorry)


def test_the_whole_name_of_a_button_is_no_command() -> None:
    shown = page(element("e1", "button", "Search hotels"), element("e2", "textbox", "Search flights"))
    assert is_name("search hotels", shown.elements) and not is_name("search flights", shown.elements)
    assert not is_name("search", shown.elements)


def test_the_words_for_them() -> None:
    assert understand("erase that") == Clear("", "erase that")
    assert understand("enable notifications") == Tick("notifications", True)
    assert understand("collapse the menu") == Expand("menu", False, "collapse the menu")
    assert understand("sort the table by name") == Choose("name", "sort by")
    assert understand("what's in the notes field") == ReadField("notes", "what's in the notes field")
    assert isinstance(understand("type x into y"), TypeInto)
