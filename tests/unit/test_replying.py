"""Every sentence, read as someone hears it who cannot see the page."""

import re
from typing import Any

import pytest

from engine import replying
from engine.judging.consequence import Consequence
from engine.values.action import (
    Action,
    Back,
    Change,
    Click,
    Copy,
    Drag,
    Forward,
    Hover,
    Load,
    Paste,
    Press,
    Reload,
    Save,
    Scroll,
    ScrollBox,
    ScrollUntil,
    Submit,
    TabCreate,
    TabRemove,
    TabSwitch,
    TextInput,
    Upload,
    Zoom,
)
from engine.values.outcome import (
    Ambiguous,
    Blocked,
    ChangedSince,
    DialogOpened,
    Disabled,
    Done,
    DownloadStarted,
    Failed,
    Navigated,
    NoEffect,
    Outcome,
    Rejected,
    TabOpened,
    Vanished,
)
from engine.values.page import Box, Element, Field, Submission, Tab, Viewport
from tests.fakes import element, page

POST = Submission("post", "http://shop.test/send")
HELP = element("e1", "link", "Help")
SEND = element("e1", "button", "Send booking", submits=POST, form=0)
NAME = element("e1", "textbox", "Full name")
SECRET = element("e1", "textbox", "Password", kind="password", secret=True)
DAY = element("e1", "textbox", "Arrival date", kind="date")
ROOM = element("e1", "combobox", "Room", options=("Single", "Double"))
BREAKFAST = element("e1", "checkbox", "Breakfast")
QUERY = element("e1", "searchbox", "Search", kind="search", value="biotechnology")
OK = Navigated("http://shop.test/help", "Help pages")


def well_said(sentence: str) -> None:
    assert re.fullmatch(r"\S.*[.!?…]", sentence), sentence
    assert not re.search(r"\.\.|[!?]\.| \.|  |: \.|None|\bi\b|''|\(\)", sentence), sentence


SAID: list[tuple[Action, Element | None, Outcome, str]] = [
    (Click("e1"), HELP, OK, "I pressed Help. The page is now Help pages."),
    (
        Click("e1"),
        HELP,
        Navigated("http://shop.test/h", ""),
        "I pressed Help. The page is now one without a title, on shop.test.",
    ),
    (Click("e1"), HELP, Navigated("http://shop.test/h", "Welcome!"), "I pressed Help. The page is now Welcome!"),
    (Click("e1"), HELP, Navigated("http://shop.test/h", "Ltd."), "I pressed Help. The page is now Ltd."),
    (Click("e1"), HELP, TabOpened("http://shop.test/h", "Help"), "I pressed Help. A new tab opened: Help."),
    (
        Click("e1"),
        HELP,
        DialogOpened("Delete it?"),
        "I pressed Help. The page asks: Delete it?",
    ),
    (
        Click("e1"),
        HELP,
        DialogOpened(""),
        "I pressed Help. The page asks: something without words.",
    ),
    (Click("e1"), HELP, Done("the page changed"), "I pressed Help. The page changed."),
    (Click("e1"), HELP, Done(""), "I pressed Help."),
    (Click("e1"), element(name="Read more…"), Done("it opened."), "I pressed Read more… It opened."),
    (Click("e1"), element(name="Forgot password?"), Done("it opened"), "I pressed Forgot password? It opened."),
    (Click("e1"), element(name="Add."), Done("it opened"), "I pressed Add. It opened."),
    (Click("e1"), SEND, Navigated("http://x.test", "Thanks"), "I pressed Send booking. The page is now Thanks."),
    (Submit("e1"), SEND, Navigated("http://x.test", "Thanks"), "I pressed Send booking. The page is now Thanks."),
    (
        Submit("e1"),
        NAME,
        Navigated("http://x.test", "Thanks"),
        "I sent the form with Full name. The page is now Thanks.",
    ),
    (
        Submit("e1"),
        QUERY,
        Navigated("http://x.test", "Results"),
        "I searched for biotechnology. The page is now Results.",
    ),
    (TextInput("Anna", "e1"), NAME, Done("value"), "Full name now has Anna."),
    (TextInput("Hi there!", "e1"), NAME, Done("value"), "Full name now has Hi there!"),
    (TextInput("", "e1"), NAME, Done("value"), "Full name is now empty."),
    (TextInput("hunter2", "e1"), SECRET, Done("value"), "Password now has the hidden text."),
    (Change("2026-12-24", "e1"), DAY, Done("value"), "Arrival date is now Thursday 24 December 2026."),
    (Change("Double", "e1"), ROOM, Done("value"), "Room is now Double."),
    (Change("true", "e1"), BREAKFAST, Done("checked"), "Breakfast is now on."),
    (Change("false", "e1"), BREAKFAST, Done("unchecked"), "Breakfast is now off."),
    (Change("true", "e1"), BREAKFAST, NoEffect(), "Breakfast did not change."),
    (
        Load("https://example.com/a"),
        None,
        Navigated("https://example.com/a", "Example"),
        "I opened example.com. The page is now Example.",
    ),
    (
        Load("example.com"),
        None,
        Navigated("https://example.com/", "Example"),
        "I opened example.com. The page is now Example.",
    ),
    (Back(), None, OK, "I went back. The page is now Help pages."),
    (Forward(), None, OK, "I went forward. The page is now Help pages."),
    (Reload(), None, Done(""), "I reloaded the page."),
    (Back(), None, NoEffect(), "There is no page to go back to."),
    (Forward(), None, NoEffect(), "There is no page to go forward to."),
    (Scroll(0, 9), None, NoEffect(), "The page cannot scroll further that way."),
    (Click("e1"), HELP, NoEffect(), "I pressed Help. I see no change yet."),
    (Click("e1"), HELP, Blocked("Cookie notice"), "I could not reach Help: Cookie notice lies over it. I did nothing."),
    (Click("e1"), HELP, Blocked(""), "I could not reach Help: something lies over it. I did nothing."),
    (Click("e1"), HELP, Disabled(), "Help is disabled, so I did nothing."),
    (Click("e1"), HELP, Vanished(), "Help is no longer there or has changed, so I did nothing. Please say it again."),
    (
        TextInput("x", "e1"),
        NAME,
        Rejected("Anna", "it is too short."),
        "Full name did not take that: it is too short. It now holds Anna.",
    ),
    (TextInput("x", "e1"), NAME, Rejected(""), "Full name did not take that."),
    (TextInput("x", "e1"), SECRET, Rejected("hunter2", "too short"), "Password did not take that: too short."),
    (Click("e1"), HELP, Failed("The page ended."), "The page ended."),
]


@pytest.mark.parametrize(("action", "target", "outcome", "sentence"), SAID)
def test_what_is_said_about_an_outcome(action: Action, target: Element | None, outcome: Outcome, sentence: str) -> None:
    told = replying.done(action, target, outcome, page(title="", url="http://shop.test/help"))
    assert told == sentence
    well_said(told)


ACTIONS: list[tuple[Action, Element | None]] = [
    (Click("e1"), HELP),
    (Submit("e1"), SEND),
    (Submit("e1"), QUERY),
    (TextInput("Anna", "e1"), NAME),
    (TextInput("x", "e1"), SECRET),
    (Change("true", "e1"), BREAKFAST),
    (Change("Double", "e1"), ROOM),
    (Change("2026-12-24", "e1"), DAY),
    (Load("https://x.test/"), None),
    (Scroll(0, 5), None),
    (Back(), None),
    (Forward(), None),
    (Reload(), None),
    (Click("e1", 2), HELP),
    (Click("e1", 1, "right"), HELP),
    (Hover("e1"), HELP),
    (Drag("e1", "e2"), HELP),
    (Press("Control+a", "e1"), NAME),
    (Upload("/home/anna/cv.pdf", "e1"), NAME),
    (Paste("e1"), NAME),
    (Paste("e1"), SECRET),
    (Click("e1"), element(name="", text="", placeholder="")),
    (Click("e1"), element(name="Sure?")),
    (Click("e1"), element(name="Etc.")),
]
OUTCOMES: list[Outcome] = [
    OK,
    Navigated("", ""),
    TabOpened("http://x.test/", ""),
    DialogOpened("Sure?"),
    Done(""),
    Done("it changed"),
    NoEffect(),
    Blocked("x"),
    Disabled(),
    Vanished(),
    Rejected("old", "no"),
    Rejected(""),
]


@pytest.mark.parametrize(("action", "target"), ACTIONS)
def test_every_action_and_outcome_makes_a_sentence_that_names_its_element(
    action: Action, target: Element | None
) -> None:
    for outcome in OUTCOMES:
        if target is None and isinstance(outcome, Blocked | Disabled | Vanished | Rejected):
            continue
        told = replying.done(action, target, outcome, page(loading=True))
        well_said(told)
        assert target is None or target.label.rstrip(".") in told or "searched" in told, told
    for told in (replying.declined(action, target), replying.dropped(action, target)):
        well_said(told)
        assert "did not" in told and not re.search(r"did not (back|forward|reload)\.", told)


@pytest.mark.parametrize(
    "action",
    [
        Press("Enter"),
        Copy(),
        Copy("e1"),
        ScrollBox("e1", 1),
        ScrollUntil("Zebra"),
        TabCreate(),
        TabCreate("https://x.test/"),
        TabSwitch("A"),
        TabRemove("A"),
        Zoom(150),
        Save(),
    ],
)
def test_what_is_done_elsewhere_makes_a_sentence_for_every_outcome(action: Action) -> None:
    more: list[Outcome] = [
        DownloadStarted("a.pdf"),
        DownloadStarted(),
        Ambiguous(("A", "B")),
        ChangedSince("Other"),
        Failed("It broke."),
    ]
    for outcome in [*OUTCOMES, *more]:
        for target in (None, NAME):
            well_said(replying.done(action, target, outcome, page()))
    well_said(replying.declined(action, NAME))
    well_said(replying.question(action, NAME, None))


def test_what_came_of_gestures_is_told_plainly() -> None:
    shown = page(tabs=(Tab("A", "Mail", "https://mail.test/", active=True),))
    told = {
        replying.done(Zoom(150), None, Done("pages are now shown at 150 percent"), shown),
        replying.done(Copy("e1"), NAME, Done('copied "Anna"'), shown),
        replying.done(TextInput("0301234", "e1"), NAME, Done("value is now (030) 12 34"), shown),
        replying.done(Paste("e1"), SECRET, Done("value is now hunter2"), shown),
        replying.done(TabSwitch("A"), None, Navigated("https://mail.test/", "Mail"), shown),
        replying.done(Save(), None, DownloadStarted("a.pdf"), shown),
        replying.done(Click("e1"), HELP, ChangedSince("Log out"), shown),
        replying.done(Press("ArrowDown"), None, Done("Mugs is now marked"), shown),
    }
    assert told == {
        "Pages are now shown at 150 percent.",
        'I copied: "Anna".',
        "Full name now has (030) 12 34.",
        "I pasted into Password.",
        "This is tab 1: Mail.",
        "I am saving it in your downloads: a.pdf.",
        "Help is now called Log out, so I did nothing. Please say it again.",
        "I pressed Arrow Down. Mugs is now marked.",
    }


@pytest.mark.parametrize(
    ("effect", "action", "words"),
    [
        (Consequence("attach", "CV", "jobs.test"), Upload("/home/a/cv.pdf", "e1"), ["cv.pdf", "folder a", "jobs.test"]),
        (
            Consequence("drop", "Letter onto Bin", "mail.test"),
            Drag("e1", "e2"),
            ["Dropping Letter onto Bin", "mail.test"],
        ),
        (Consequence("allow", "use your camera", "x.test"), Click("e1"), ["x.test may use your camera"]),
        (
            Consequence(
                "sign-in",
                "Sign in",
                "x.test",
                (Field("User name", "anna", "text"), Field("Password", "", "password", secret=True)),
            ),
            Click("e1"),
            ["sign in to x.test", "anna", "Password: not read out"],
        ),
    ],
)
def test_questions_about_gestures(effect: Consequence, action: Action, words: list[str]) -> None:
    told = replying.question(action, None, effect)
    well_said(told)
    assert all(word in told for word in words) and told.endswith("Say yes or no.") and "Shall I" in told


def test_many_tabs_are_cut_and_said_to_be() -> None:
    tabs = tuple(Tab(str(n), f"Page {n}", "", active=n == 3) for n in range(1, 16))
    told = replying.tabs_told(page(tabs=tabs))
    assert told.startswith("15 tabs are open. 1: Page 1.") and "3, this one: Page 3." in told and "And 3 more." in told
    well_said(told)
    assert replying.tabs_told(page(tabs=tabs[:1])) == "One tab is open: Page 1."


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_a_secret_is_in_no_sentence(outcome: Outcome) -> None:
    action = TextInput("hunter2", "e1")
    told = [replying.done(action, SECRET, outcome, page()), replying.question(action, SECRET, None)]
    told += [replying.declined(action, SECRET), replying.dropped(action, SECRET)]
    assert not any("hunter2" in sentence for sentence in told)


@pytest.mark.parametrize("outcome", [NoEffect(), Blocked("x"), Disabled(), Vanished(), Rejected("")])
@pytest.mark.parametrize(
    ("action", "target"), [(Click("e1"), HELP), (TextInput("Anna", "e1"), NAME), (Change("Double", "e1"), ROOM)]
)
def test_what_did_not_happen_is_not_claimed(action: Action, target: Element, outcome: Outcome) -> None:
    told = replying.done(action, target, outcome, page()).replace("I pressed Help. I see no change yet.", "")
    assert not re.search(r"I (pressed|typed|set|sent|searched)|now has|is now", told), told


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (
            Consequence("send", "Send", "shop.test", (Field("Full name", "Anna", "text"),)),
            ["Send will send Full name: Anna to shop.test"],
        ),
        (Consequence("send", "Go", "shop.test"), ["Go will send this form to shop.test"]),
        (Consequence("press", "Delete account", "shop.test"), ["Delete account", "shop.test", "for good"]),
        (Consequence("open", "Write to us", "mailto a@b.test"), ["Write to us", "another program", "a@b.test"]),
        (Consequence("answer", "OK", "Really delete?"), ["The page asks: Really delete?", "answer OK"]),
        (Consequence("attach", "Photo", "shop.test"), ["Photo", "file", "shop.test"]),
        (Consequence("download", "Setup", "shop.test"), ["Setup", "downloads a program", "shop.test"]),
    ],
)
def test_questions_name_what_goes_where_and_how_to_answer(effect: Consequence, words: list[str]) -> None:
    told = replying.question(Click("e1"), SEND, effect)
    well_said(told)
    assert all(word in told for word in words) and told.endswith("Say yes or no.") and "Shall I" in told


def test_a_doubt_is_a_question_too() -> None:
    assert replying.question(Click("e1"), HELP, None) == "I think you mean: press Help. Shall I? Say yes or no."
    assert replying.question(Change("true", "e1"), BREAKFAST, None).startswith("I think you mean: turn Breakfast on.")


def test_fields_are_read_filled_in_order_and_secrets_kept_back() -> None:
    filled = [
        Field("Full name", "Anna", "text"),
        Field("Phone", "", "tel"),
        Field("Card", "", "text", "card", secret=True),
        Field("Arrival", "2026-12-24", "date"),
        Field("", "5", "number", "guests"),
    ]
    told = replying.fields(filled)
    assert told == "Full name: Anna; Card: not read out; Arrival: Thursday 24 December 2026; guests: 5"


def test_long_forms_and_values_are_cut_and_said_to_be() -> None:
    told = replying.fields([Field(f"F{n}", "v", "text") for n in range(30)])
    assert told.endswith("and 18 more fields") and "F11" in told and "F12" not in told
    told = replying.fields([Field("Notes", "word " * 300, "textarea")])
    assert len(told) < 160 and told.endswith("and so on")


def test_equal_options_are_told_apart() -> None:
    rows = [element(f"e{n}", "button", "Edit", context=row) for n, row in ((1, "Soup"), (2, "Pie"))]
    assert replying.which_one("edit", rows) == "Which edit? 1: Edit, Soup. 2: Edit, Pie. Say a number."
    kinds = [element("e1", "link", "Help"), element("e2", "button", "Help")]
    assert replying.which_one("help", kinds) == "Which help? 1: Help, link. 2: Help, button. Say a number."
    column = [element(f"e{n}", name="Edit") for n in (1, 2)]
    assert "2: Edit, number 2 from the top." in replying.which_one("edit", column)
    row = [element(f"e{n}", name="Edit", box=Box(100 * n, 5, 9, 9)) for n in (1, 2)]
    assert "2: Edit, number 2 from the left." in replying.which_one("edit", row)
    links = [element(f"e{n}", "link", "More", href=f"http://x.test/{n}") for n in (1, 2)]
    assert "2: More, leads to /2." in replying.which_one("more", links)
    different = [element("e1", name="Send"), element("e2", name="Send all.")]
    assert replying.which_one("send", different) == "Which send? 1: Send. 2: Send all. Say a number."


def test_more_options_than_are_read_are_counted() -> None:
    many = [element(f"e{n}", "button", "Edit", context=f"Row {n}") for n in range(1, 9)]
    told = replying.which_one("edit", many)
    assert "There are 3 more" in told and "6:" not in told
    assert "6: Edit, Row 6" in replying.which_one("edit", many, 5) and "1:" not in replying.which_one("edit", many, 5)
    well_said(told)


WHERE: list[tuple[dict[str, Any], str]] = [
    ({}, "Test page, on 127.0.0.1. At the top of the page."),
    ({"title": ""}, "A page without a title, on 127.0.0.1. At the top of the page."),
    ({"title": "Shop Ltd."}, "Shop Ltd, on 127.0.0.1. At the top of the page."),
    ({"headings": ((1, "Our rooms"),)}, "Test page, on 127.0.0.1. Heading: Our rooms. At the top of the page."),
    ({"headings": ((1, "Who are we?"),)}, "Test page, on 127.0.0.1. Heading: Who are we? At the top of the page."),
    ({"viewport": Viewport(9, 800, height_full=800)}, "Test page, on 127.0.0.1. The whole page is in view."),
    ({"viewport": Viewport(9, 800, 0, 400, 1600)}, "Test page, on 127.0.0.1. 50 percent down the page."),
    ({"viewport": Viewport(9, 800, 0, 800, 1600)}, "Test page, on 127.0.0.1. At the bottom of the page."),
    ({"loading": True}, "Test page, on 127.0.0.1. At the top of the page. It is still loading."),
    ({"url": "about:blank"}, "No page is open. Say open, and a site or an address."),
    ({"dialog": "Really delete?"}, "The page asks: Really delete?"),
    (
        {"elements": (element("e1", name="Search:", states=frozenset({"focused"})),)},
        "Test page, on 127.0.0.1. At the top of the page. The focus is on Search.",
    ),
]


@pytest.mark.parametrize(("changes", "told"), WHERE)
def test_where_am_i(changes: dict[str, Any], told: str) -> None:
    assert replying.where_am_i(page(**changes)) == told
    well_said(told)


@pytest.mark.parametrize(
    ("y", "told"),
    [(0, "At the top of the page."), (200, "50 percent down the page."), (400, "At the bottom of the page.")],
)
def test_scrolling_tells_where_it_led(y: int, told: str) -> None:
    shown = page(viewport=Viewport(1280, 800, 0, y, 1200))
    assert replying.done(Scroll(0, y), None, Done("scrolled"), shown) == told


def test_the_fixed_sentences_are_sentences() -> None:
    fixed = {name: value for name, value in vars(replying).items() if name.isupper() and isinstance(value, str)}
    assert len(fixed) > 10
    for sentence in fixed.values():
        well_said(sentence.format(n="5,000", most="1,000"))
    for sentence in (replying.unsure(Click("e1"), HELP), replying.no_such_choice(3), replying.gone(HELP)):
        well_said(sentence)


def test_a_send_that_was_not_seen_to_work_is_doubted_and_warned_about() -> None:
    told = replying.unsure(Click("e1"), SEND)
    assert "do not know" in told and "before you do it again" in told


def test_what_is_pressed_is_told_with_its_row() -> None:
    row = element("e1", "button", "Delete", context="Ben Okafor")
    told = replying.question(Click("e1"), row, Consequence("press", "Delete", "shop.test"))
    assert "Delete, Ben Okafor" in told
    assert "Delete, Ben Okafor" in replying.done(Click("e1"), row, Done("the page changed"), page())
    assert "Delete, Ben Okafor" in replying.declined(Click("e1"), row)


def test_errors_and_dialogs_of_a_page_that_was_reached_are_told() -> None:
    assert replying.besides(["Name is missing."], "") == " The page says: Name is missing."
    assert replying.besides([], "Cookies") == " A dialog is open: Cookies."
    assert replying.besides([], "") == ""


def test_what_lies_in_the_way_is_told_with_the_ways_past_it() -> None:
    accept = element("e2", "button", "Accept all", landmark="dialog")
    shown = page(element("e1", "link", "Menu"), accept, modal="Cookies")
    assert replying.done(Click("e1"), shown.elements[0], Blocked("Cookies"), shown).endswith("Say one of: Accept all.")
    assert "A dialog is open: Cookies. Say one of: Accept all." in replying.where_am_i(shown)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("https://duckduckgo.com/?q=wild%20bees", "a search for wild bees on duckduckgo.com"),
        ("example.org", "example.org"),
        ("https://www.example.org/a%20b/?page=2#top", "example.org/a b"),
        ("https://anna:secret@example.org/", "example.org"),
        ("localhost:8000/x", "localhost:8000/x"),
        ("mailto:anna@example.org", "mailto:anna@example.org"),
    ],
)
def test_an_address_is_said_without_its_signs(url: str, said: str) -> None:
    assert replying.declined(Load(url), None) == f"All right, I did not open {said}."


def test_what_a_page_says_while_a_secret_is_typed_is_not_passed_on() -> None:
    told = replying.done(
        TextInput("hunter2", "e1"), SECRET, Done("the field is filled", "hunter2 is weak"), page(SECRET)
    )
    assert told == "Password now has the hidden text."
