"""Command + page → the next step."""

from dataclasses import replace
from typing import Any

import pytest

from engine.commanding.commands import (
    Choose,
    ClickOn,
    GoBack,
    GoForward,
    OnPage,
    Open,
    ReloadPage,
    ScrollPage,
    SearchFor,
    Tick,
    TypeInto,
)
from engine.commanding.resolving import Next, Sorry, Step, WhichOne, address, is_search, known_site, next_step
from engine.values.action import Action, Back, Change, Click, Forward, Load, Reload, Scroll, Submit, TextInput
from engine.values.page import Element, Field, Form, Page, Submission, Viewport
from engine.values.settings import Settings
from tests.fakes import element, page

SEND = Submission("post", "http://127.0.0.1/send")
ASK = Submission("get", "http://127.0.0.1/search")
SEARCH = Form("", "search", ASK, (Field("Search", "", "search", "q"),))
ROOMS = ("Single room", "Double room", "Family")


def step(command: OnPage, shown: Page, done: tuple[Action, ...] = (), picked: Element | None = None) -> Next:
    return next_step(command, shown, Settings(), done, picked)


def box(uid: str = "e1", **changes: Any) -> Element:
    return replace(element(uid, "searchbox", "Search", tag="input", kind="search", form=0), **changes)


LIBRARY = page(box(), element("e2", "button", "Search", form=0, submits=ASK), forms=(SEARCH,))
BOOKING = page(
    element("e1", "textbox", "Full name"),
    element("e2", "textbox", "Arrival date", kind="date"),
    element("e3", "combobox", "Room", options=ROOMS),
    element("e4", "checkbox", "Breakfast"),
    element("e5", "spinbutton", "Guests", kind="number"),
    element("e6", "textbox", "Arrival time", kind="time"),
    element("e7", "radio", "Smoking", kind="radio"),
    element("e8", "button", "Send booking", submits=SEND),
)


@pytest.mark.parametrize(
    ("where", "url"),
    [
        ("Wikipedia", "https://en.wikipedia.org/"),
        ("wikipedia website", "https://en.wikipedia.org/"),
        ("BBC News", "https://www.bbc.com/news"),
        ("you tube", "https://www.youtube.com/"),
        ("example.com", "example.com"),
        ("example dot com slash news", "example.com/news"),
        ("https://example.org/a?b=c", "https://example.org/a?b=c"),
        ("localhost:8000/shop/", "localhost:8000/shop/"),
        ("127.0.0.1:8000", "127.0.0.1:8000"),
    ],
)
def test_sites_and_addresses_are_loaded(where: str, url: str) -> None:
    assert step(Open(where), page()) == Step(Load(url))


@pytest.mark.parametrize(
    "where", ["readme", "anna@example.org", "javascript:alert(1)", "the file a b.com", "10 downing street"]
)
def test_other_words_are_no_address(where: str) -> None:
    assert address(where) is None


def test_a_site_name_must_be_close() -> None:
    assert known_site("amazin", Settings()) is None and known_site("bbd", Settings()) is None
    assert known_site("wikipedea", Settings()) == "https://en.wikipedia.org/"


def test_open_means_a_link_or_button_of_the_page_when_it_is_no_site() -> None:
    shown = page(
        element("e1", "link", "Contact", href="/c"), element("e2", "button", "Menu"), element("e3", "textbox", "Basket")
    )
    assert step(Open("contact"), shown) == Step(Click("e1"))
    assert step(Open("menu"), shown) == Step(Click("e2"))
    assert isinstance(step(Open("basket"), shown), Sorry)


def test_an_unknown_site_is_named_and_nothing_is_guessed() -> None:
    answer = step(Open("frobnitz"), page())
    assert isinstance(answer, Sorry) and "frobnitz" in answer.sentence and "address" in answer.sentence


@pytest.mark.parametrize(
    ("command", "action"), [(GoBack(), Back()), (GoForward(), Forward()), (ReloadPage(), Reload())]
)
def test_moves(command: OnPage, action: Action) -> None:
    assert step(command, page()) == Step(action)


@pytest.mark.parametrize(
    ("command", "at", "to"),
    [
        (ScrollPage("down"), 0, 640),
        (ScrollPage("down"), 1100, 1200),
        (ScrollPage("up"), 500, 0),
        (ScrollPage("up"), 1000, 360),
        (ScrollPage("top"), 900, 0),
        (ScrollPage("bottom"), 0, 1200),
        (ScrollPage("down", little=True), 0, 200),
    ],
)
def test_scrolling_stays_within_the_page(command: ScrollPage, at: int, to: int) -> None:
    shown = page(viewport=Viewport(1280, 800, 0, at, 2000))
    assert step(command, shown) == Step(Scroll(0, to))


def test_scrolling_a_page_that_fits_asks_for_no_negative_place() -> None:
    shown = page(viewport=Viewport(1280, 800, 0, 0, 300))
    assert step(ScrollPage("down"), shown) == Step(Scroll(0, 0)) == step(ScrollPage("bottom"), shown)


def test_a_kind_that_is_wrong_does_not_hide_the_only_such_name() -> None:
    shown = page(element("e1", "button", "Sign in"), element("e2", "link", "Help button", href="/h"))
    assert step(ClickOn("sign in", "link"), shown) == Step(Click("e1"))
    assert step(ClickOn("help", "button"), shown) == Step(Click("e2"))


def test_what_cannot_be_found_offers_what_is_like_it() -> None:
    answer = step(ClickOn("send the form"), BOOKING)
    assert isinstance(answer, Sorry) and "Send booking" in answer.sentence
    assert step(ClickOn("frobnicate"), BOOKING) == Sorry("I cannot find frobnicate on this page.")


def test_headings_are_not_clicked() -> None:
    assert isinstance(step(ClickOn("News"), page(element("e1", "heading", "News"))), Sorry)


def test_several_matches_are_a_question_and_the_picked_one_is_used() -> None:
    rows = [element(f"e{n}", "button", "Edit", context=f"Row {n}") for n in (1, 2)]
    assert step(ClickOn("edit"), page(*rows)) == WhichOne("edit", tuple(rows))
    assert step(ClickOn("edit"), page(*rows), picked=rows[1]) == Step(Click("e2"))


@pytest.mark.parametrize(
    ("command", "action"),
    [
        (TypeInto("Anna", "full name"), TextInput("Anna", "e1")),
        (TypeInto("24 December 2099", "arrival date"), Change("2099-12-24", "e2")),
        (TypeInto("double", "room"), Change("Double room", "e3")),
        (Choose("7 pm", "arrival time"), Change("19:00", "e6")),
        (Choose("Double room", "room"), Change("Double room", "e3")),
        (Choose("double"), Change("Double room", "e3")),
        (Choose("famly", "room"), Change("Family", "e3")),
        (Choose("3", "guests"), Change("3", "e5")),
        (Choose("Anna", "full name"), TextInput("Anna", "e1")),
        (Choose("smoking"), Click("e7")),
        (Tick("breakfast", True), Change("true", "e4")),
        (Tick("breakfast", False), Change("false", "e4")),
    ],
)
def test_controls_are_set(command: OnPage, action: Action) -> None:
    assert step(command, BOOKING) == Step(action)


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (Choose("December", "arrival date"), "24 December"),
        (Choose("suite", "room"), "It has: Single room, Double room, Family."),
        (Choose("room", "room"), "no option"),
        (TypeInto("yes", "breakfast"), "tick Breakfast"),
        (TypeInto("Anna", "shoe size"), "cannot find shoe size"),
        (TypeInto("Anna"), "which field"),
        (Tick("full name", True), "cannot find"),
    ],
)
def test_what_cannot_be_set_is_told_why(command: OnPage, told: str) -> None:
    answer = step(command, BOOKING)
    assert isinstance(answer, Sorry) and told in answer.sentence


def test_typing_without_a_field_goes_to_the_focus() -> None:
    focused = replace(BOOKING.elements[0], states=frozenset({"focused"}))
    shown = replace(BOOKING, elements=(focused, *BOOKING.elements[1:]))
    assert step(TypeInto("Anna"), shown) == Step(TextInput("Anna", "e1"))
    assert step(TypeInto("I live", "Rome", "I live in Rome"), shown) == Step(TextInput("I live in Rome", "e1"))


def test_a_secret_never_lands_in_the_focused_field_because_its_own_was_not_found() -> None:
    shown = page(element("e1", "textbox", "Search", states=frozenset({"focused"})))
    assert isinstance(step(TypeInto("hunter2", "password", "hunter2 in password"), shown), Sorry)


def test_an_option_in_two_lists_is_a_question() -> None:
    lists = [element(f"e{n}", "combobox", f"Room {n}", options=ROOMS) for n in (1, 2)]
    assert step(Choose("family"), page(*lists)) == WhichOne("family", tuple(lists))
    assert step(Choose("family"), page(*lists), picked=lists[1]) == Step(Change("Family", "e2"))


def test_a_radio_button_is_chosen_by_its_own_name_whatever_its_group_is_called() -> None:
    radios = [element(f"e{n}", "radio", name, kind="radio") for n, name in ((1, "Single"), (2, "Double"))]
    assert step(Choose("double", "room"), page(*radios)) == Step(Click("e2"))
    assert isinstance(step(Choose("suite", "room"), page(*radios)), Sorry)
    twins = [element(f"e{n}", "radio", "Double", kind="radio", context=f"Stay {n}") for n in (1, 2)]
    assert step(Choose("double"), page(*twins)) == WhichOne("double", tuple(twins))
    assert step(Choose("double"), page(*twins), picked=twins[1]) == Step(Click("e2"))


def test_a_picked_link_is_pressed_and_never_typed_into() -> None:
    links = [element(f"e{n}", "link", "Double", href=f"/{n}") for n in (1, 2)]
    assert step(Choose("double"), page(*links), picked=links[0]) == Step(Click("e1"))


def test_a_box_to_tick_is_no_list() -> None:
    answer = step(Choose("large", "breakfast"), BOOKING)
    assert isinstance(answer, Sorry) and "tick Breakfast" in answer.sentence


def test_a_search_is_typed_then_sent_from_the_same_box() -> None:
    assert step(SearchFor("botany"), LIBRARY) == Step(TextInput("botany", "e1"), last=False)
    filled = replace(LIBRARY, elements=(box(value="botany"), LIBRARY.elements[1]))
    assert step(SearchFor("botany"), filled, (TextInput("botany", "e1"),)) == Step(Submit("e1"))


def test_a_search_box_that_went_away_is_told() -> None:
    assert isinstance(step(SearchFor("botany"), page(), (TextInput("botany", "e1"),)), Sorry)


def test_the_best_search_box_is_the_one_in_the_search_region_that_can_be_seen() -> None:
    far, hidden, best = box("e1", visible=False), box("e2", covered_by="Cookies"), box("e3", landmark="search")
    assert step(SearchFor("x"), page(hidden, far, best, forms=(SEARCH,))) == Step(TextInput("x", "e3"), last=False)


@pytest.mark.parametrize("changes", [{"secret": True}, {"states": frozenset({"disabled"})}, {"role": "button"}])
def test_what_is_no_usable_search_box_is_passed_over(changes: dict[str, Any]) -> None:
    shown = page(box(**changes), forms=(SEARCH,))
    assert step(SearchFor("a b&c"), shown) == Step(Load("https://duckduckgo.com/?q=a+b%26c"))


@pytest.mark.parametrize(
    ("command", "action", "last"),
    [
        (SearchFor("mugs", web=True), Load("https://duckduckgo.com/?q=mugs"), True),
        (SearchFor("mugs on the web"), Load("https://duckduckgo.com/?q=mugs"), True),
        (SearchFor("mugs", "Amazon"), Load("https://www.amazon.com/"), False),
        (SearchFor("mugs on amazon"), Load("https://www.amazon.com/"), False),
        (SearchFor("hotels on Crete"), TextInput("hotels on Crete", "e1"), False),
    ],
)
def test_where_to_search(command: SearchFor, action: Action, last: bool) -> None:
    assert step(command, LIBRARY) == Step(action, last)


def test_a_search_on_a_site_goes_on_in_its_own_box_once_it_is_open() -> None:
    there = replace(LIBRARY, url="https://www.amazon.com/", title="Amazon")
    for command in (SearchFor("mugs", "Amazon"), SearchFor("mugs on amazon")):
        assert step(command, there, (Load("https://www.amazon.com/"),)) == Step(TextInput("mugs", "e1"), last=False)
        filled = replace(there, elements=(box(value="mugs"),))
        done = (Load("https://www.amazon.com/"), TextInput("mugs", "e1"))
        assert step(command, filled, done) == Step(Submit("e1"))


def test_an_unknown_place_to_search_is_told() -> None:
    answer = step(SearchFor("mugs", "frobnitz"), LIBRARY)
    assert isinstance(answer, Sorry) and "frobnitz" in answer.sentence


def form(*fields: Field, method: str = "get", role: str = "", name: str = "") -> Form:
    return Form(name, role, Submission(method, "http://127.0.0.1/"), fields)


@pytest.mark.parametrize(
    ("shown", "searches"),
    [
        (form(Field("Search", "", "search", "q")), True),
        (form(Field("", "", "text", "q")), True),
        (form(Field("Find a book", "", "text", "title")), True),
        (form(Field("Title", "", "text", "t"), role="search"), True),
        (form(Field("Search", "", "search", "q"), Field("Kind", "All", "select-one", "kind")), True),
        (form(Field("Search", "", "search", "q"), method="post"), False),
        (form(Field("Your name", "", "text", "name")), False),
        (form(Field("Friend's name", "", "text", "friend")), False),
        (form(Field("What's your email", "", "text", "mail")), False),
        (form(Field("Email", "", "email", "q")), False),
        (form(Field("Email", "", "text", "q"), name="Newsletter"), False),
        (form(Field("User", "", "text", "q"), Field("Password", "", "password", "p", secret=True)), False),
        (form(Field("Search", "", "text", "q"), Field("Message", "", "textarea", "m")), False),
        (form(Field("From", "", "text", "q"), Field("To", "", "text", "to")), False),
        (form(), False),
    ],
)
def test_what_is_a_search_form(shown: Form, searches: bool) -> None:
    assert is_search(shown) is searches
