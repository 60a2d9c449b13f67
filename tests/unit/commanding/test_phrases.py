"""The spoken vocabulary: how people say it, how Whisper writes it, and what must not be taken for it."""

import random
import time

import pytest

from engine.commanding.commands import (
    Choose,
    ClickOn,
    Command,
    GoBack,
    GoForward,
    Help,
    More,
    No,
    Open,
    Pick,
    ReloadPage,
    Repeat,
    ScrollPage,
    SearchFor,
    Stop,
    Tick,
    TypeInto,
    Unclear,
    WhereAmI,
    Yes,
)
from engine.commanding.phrases import HELP, LONGEST, bare, spoken_number, strip, understand

PHRASES: list[tuple[str, Command]] = [
    ("open wikipedia", Open("wikipedia")),
    ("go to BBC News", Open("BBC News")),
    ("visit example.com", Open("example.com")),
    ("navigate to example dot com slash news", Open("example dot com slash news")),
    ("take me to the checkout", Open("checkout")),
    ("go back", GoBack()),
    ("back", GoBack()),
    ("go back one page", GoBack()),
    ("back to the previous page", GoBack()),
    ("go forward", GoForward()),
    ("forward", GoForward()),
    ("reload", ReloadPage()),
    ("refresh the page", ReloadPage()),
    ("reload page", ReloadPage()),
    ("refresh it", ReloadPage()),
    ("scroll down", ScrollPage("down")),
    ("scroll up", ScrollPage("up")),
    ("page down", ScrollPage("down")),
    ("down", ScrollPage("down")),
    ("scroll down a little", ScrollPage("down", little=True)),
    ("scroll down a little bit", ScrollPage("down", little=True)),
    ("scroll up a bit more", ScrollPage("up", little=True)),
    ("scroll left", ScrollPage("left")),
    ("scroll right", ScrollPage("right")),
    ("scroll to the top", ScrollPage("top")),
    ("go to top", ScrollPage("top")),
    ("top of the page", ScrollPage("top")),
    ("scroll back up to the top", ScrollPage("top")),
    ("scroll to bottom", ScrollPage("bottom")),
    ("go to the end", ScrollPage("bottom")),
    ("scroll all the way down", ScrollPage("bottom")),
    ("click Add to basket", ClickOn("Add to basket")),
    ("press Search", ClickOn("Search")),
    ("tap on Sign in", ClickOn("Sign in")),
    ("click the link Help", ClickOn("Help", "link")),
    ("click the Help button", ClickOn("Help", "button")),
    ("click menu button", ClickOn("menu", "button")),
    ("click cancel", ClickOn("cancel")),
    ("type Anna Karenina into full name", TypeInto("Anna Karenina", "full name")),
    ("enter Anna in the name field", TypeInto("Anna", "name", "Anna in the name field")),
    ("insert Anna to Full name", TypeInto("Anna", "Full name")),
    ("fill in email with anna@example.org", TypeInto("anna@example.org", "email")),
    ("put Anna in the name field", TypeInto("Anna", "name")),
    ("type hello", TypeInto("hello")),
    ("type scroll down into notes", TypeInto("scroll down", "notes")),
    ("type scroll down", TypeInto("scroll down")),
    ("type yes", TypeInto("yes")),
    ("search for biotechnology", SearchFor("biotechnology")),
    ("search biotechnology", SearchFor("biotechnology")),
    ("look up biotechnology", SearchFor("biotechnology")),
    ("search the web for blue mugs", SearchFor("blue mugs", web=True)),
    ("search Wikipedia for Marie Curie", SearchFor("Marie Curie", "Wikipedia")),
    ("search for flights for two", SearchFor("flights for two")),
    ("google cats", SearchFor("cats", web=True)),
    ("set arrival date to 24 December 2026", Choose("24 December 2026", "arrival date")),
    ("change the room to double", Choose("double", "room")),
    ("choose Double in room", Choose("Double", "room")),
    ("select Double", Choose("Double")),
    ("tick breakfast", Tick("breakfast", True)),
    ("check the breakfast box", Tick("breakfast", True)),
    ("untick breakfast", Tick("breakfast", False)),
    ("uncheck breakfast", Tick("breakfast", False)),
    ("no", No()),
    ("nope", No()),
    ("not now", No()),
    ("do not send it", No()),
    ("stop", Stop()),
    ("cancel", Stop()),
    ("never mind", Stop()),
    ("be quiet", Stop()),
    ("stop talking", Stop()),
    ("what can I say", Help()),
    ("help", Help()),
    ("show commands", Help()),
    ("where am I", WhereAmI()),
    ("what page is this", WhereAmI()),
    ("say the title", WhereAmI()),
    ("repeat", Repeat()),
    ("say that again", Repeat()),
    ("repeat that", Repeat()),
]
FREE = TypeInto | SearchFor | Choose  # what was said for them keeps its capitals


@pytest.mark.parametrize(("words", "command"), PHRASES)
def test_each_phrase_is_understood_as_people_say_it_and_as_whisper_writes_it(words: str, command: Command) -> None:
    assert understand(words) == command
    for around in (
        "{}.",
        "{}!",
        "please {}",
        "Please, {}.",
        "could you {}",
        "can you please {}",
        "Okay, {}.",
        "  {}  ",
    ):
        variant = around.format(words)
        expected = command
        if isinstance(command, TypeInto) and not command.field:
            continue  # dictation keeps its marks: see below
        assert understand(variant) == expected, variant
    if not isinstance(command, TypeInto):
        assert understand(f"{words}, please.") == command


@pytest.mark.parametrize(
    ("words", "command"), [p for p in PHRASES if not isinstance(p[1], FREE | Open | ClickOn | Tick)]
)
def test_commands_without_payload_do_not_depend_on_case(words: str, command: Command) -> None:
    assert understand(words.upper()) == understand(words.capitalize()) == command


YES = [
    "yes",
    "Yes.",
    "YES!",
    "yeah",
    "yep",
    "Yes, please.",
    "Yes. Please.",
    "yes, do it",
    "Yes, send it.",
    "confirm",
    "Confirm.",
    "I confirm.",
    "yes I am sure",
    "Yes, I'm sure.",
    "yes, I’m sure",
    "do it",
    "go ahead",
    "yes yes yes",
    "Yes, yes.",
]
NO_YES = [
    "can you confirm?",
    "yes we have bananas",
    "yes but not today",
    "say yes",
    "click yes",
    "okay",
    "sure",
    "no yes",
    "yes no",
    "yes, don't",
    "yesterday",
    "did you do it?",
    "is it yes or no?",
    "I said yes to her",
    "please",
    "yesyes",
    "confirm my booking",
    "go ahead to the next page",
    "type yes",
    "not yes",
    "search for yes",
    "yes or no",
    "",
]


@pytest.mark.parametrize("words", YES)
def test_yes(words: str) -> None:
    assert understand(words) == Yes()
    assert understand(words, choosing=True) == Yes()


@pytest.mark.parametrize("words", NO_YES)
def test_anything_more_than_yes_is_no_yes(words: str) -> None:
    assert understand(words) != Yes()
    assert understand(words, choosing=True) != Yes()


@pytest.mark.parametrize(
    "words",
    [
        "",
        " ",
        ".",
        "please",
        "now",
        "click",
        "open",
        "type",
        "search",
        "check out",
        "check whether it rains",
        "show me the cheapest flights",
        "put the blue mug in the basket",
        "cancel my subscription",
        "help me find a hotel",
        "which of these is the cheapest?",
        "where does the bus stop",
        "back pain remedies",
        "the top story",
    ],
)
def test_what_is_no_command_is_left_to_the_model(words: str) -> None:
    assert understand(words) is None


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("type Hello, World! into Message", TypeInto("Hello, World!", "Message")),
        ("type thank you!", TypeInto("thank you!")),
        ("type see you now", TypeInto("see you now")),
        ("Type 'Yes' into the Name field.", TypeInto("Yes", "Name")),
        ("Click 'Add to basket'.", ClickOn("Add to basket")),
        ("type don't panic into notes", TypeInto("don't panic", "notes")),
        ("type drive into town into notes", TypeInto("drive into town", "notes")),
        ("type I live in Rome", TypeInto("I live", "Rome", "I live in Rome")),
        ("type שלום 😀 into full name", TypeInto("שלום 😀", "full name")),
        ("type first\nsecond", TypeInto("first\nsecond")),
        ("search for what is on now", SearchFor("what is on now")),
        ("search for gifts for me, please", SearchFor("gifts for me")),
        ('search for "exact words"', SearchFor("exact words")),
    ],
)
def test_what_is_typed_or_searched_keeps_case_words_and_marks(words: str, command: Command) -> None:
    assert understand(words) == command


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("5", 5),
        ("five", 5),
        ("Number 5.", 5),
        ("click 5", 5),
        ("option two", 2),
        ("the second one", 2),
        ("second", 2),
        ("the 2nd", 2),
        ("the last one", 0),
        ("choose the third option", 3),
        ("to", 2),
        ("Too.", 2),
        ("for", 4),
        ("12", 12),
    ],
)
def test_numbers_pick_only_while_choices_are_open(words: str, number: int) -> None:
    assert understand(words, choosing=True) == Pick(number)
    assert not isinstance(understand(words), Pick)


@pytest.mark.parametrize(
    "words", ["click help", "go back", "click to", "choose double", "eleven of them", "no", "stop"]
)
def test_other_words_do_not_pick_while_choices_are_open(words: str) -> None:
    assert not isinstance(understand(words, choosing=True), Pick)


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("um go back", GoBack()),
        ("uhh go back please", GoBack()),
        ("sorry, go back", GoBack()),
        ("actually go back", GoBack()),
        ("go back then", GoBack()),
        ("go back, um.", GoBack()),
        ("well, reload", ReloadPage()),
        ("and then reload", ReloadPage()),
        ("so scroll down", ScrollPage("down")),
        ("Right, scroll down.", ScrollPage("down")),
        ("could you maybe scroll down a bit for me", ScrollPage("down", little=True)),
        ("just click help", ClickOn("help")),
        ("click um help", ClickOn("help")),
        ("Hmm… where am I?", WhereAmI()),
        ("um type well done", TypeInto("well done")),
        ("oh no", No()),
    ],
)
def test_fillers_before_a_command_are_dropped(words: str, command: Command) -> None:
    assert understand(words) == command


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("uh two", 2),
        ("i want number two", 2),
        ("no the second", 2),
        ("No, two.", 2),
        ("um the second one", 2),
        ("the, uh, last one", 0),
        ("i mean the third", 3),
        ("make it five", 5),
        ("give me number 4", 4),
        ("the number three please", 3),
        ("let's take the first", 1),
        ("I'd like the second one, please.", 2),
        ("I’ll take the first", 1),
    ],
)
def test_fillers_around_a_number_are_dropped_while_choosing(words: str, number: int) -> None:
    assert understand(words, choosing=True) == Pick(number)


@pytest.mark.parametrize("words", ["um yes", "Uh, yes.", "hmm yes", "er, yes please"])
def test_a_hesitant_yes_is_a_yes(words: str) -> None:
    assert understand(words) == Yes()


@pytest.mark.parametrize(
    "words", ["so yes", "well yes", "okay yes", "no yes", "yes no", "can you confirm?", "yes thank you", "oh, do it"]
)
def test_a_yes_among_other_words_is_unclear(words: str) -> None:
    assert understand(words) == Unclear()


@pytest.mark.parametrize(
    "words",
    [
        "no wait",
        "wait",
        "Hold on.",
        "wait a moment",
        "one moment",
        "not yet",
        "I said no!",
        "hell no",
        "no way",
        "no no no",
        "maybe later",
        "better not",
        "i don't want to",
        "I don’t want to send it",
        "i don't want that",
        "i didn't say that",
        "don't send it",
        "No, don't send the booking.",
        "please do not delete my account",
        "leave it",
        "forget it",
        "none of them",
        "none",
        "no one",
        "neither",
        "not that one",
        "wrong one, no",
    ],
)
def test_every_refusal_is_a_no(words: str) -> None:
    assert understand(words) == understand(words, choosing=True) == No()


@pytest.mark.parametrize(
    "words",
    [
        "okay",
        "OK.",
        "sure",
        "correct",
        "that's right",
        "yup",
        "Thank you.",
        "thanks",
        "hello",
        "hi",
        "Good morning!",
        "okay, thank you",
        "alright then",
        "great",
        "um",
        "I'm not sure",
    ],
)
def test_acknowledgements_and_greetings_are_neither_yes_nor_left_to_the_model(words: str) -> None:
    assert understand(words) == understand(words, choosing=True) == Unclear()


@pytest.mark.parametrize(
    "words",
    [
        "more",
        "next ones",
        "what else",
        "the others",
        "what are the options",
        "options",
        "list them",
        "More, please.",
        "show me the rest",
        "what are my choices?",
    ],
)
def test_the_list_is_asked_for(words: str) -> None:
    assert understand(words, choosing=True) == More()


@pytest.mark.parametrize("words", ["say them again", "repeat the options", "read them again"])
def test_the_list_is_asked_for_again(words: str) -> None:
    assert understand(words, choosing=True) == Repeat()


@pytest.mark.parametrize("words", ["show more", "read more", "show options"])
def test_names_that_many_pages_have_are_no_command(words: str) -> None:
    assert understand(words) is None


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("to the end", ScrollPage("bottom")),
        ("to the top", ScrollPage("top")),
        ("scroll dwon", ScrollPage("down")),
        ("scrol down", ScrollPage("down")),
        ("go bakc", GoBack()),
        ("relaod", ReloadPage()),
        ("where an I", WhereAmI()),
    ],
)
def test_a_slip_in_a_harmless_command_is_forgiven(words: str, command: Command) -> None:
    assert understand(words) == command


@pytest.mark.parametrize("words", ["yse", "eys", "sotp", "on", "preload", "confrim", "do ti", "clikc send"])
def test_no_slip_becomes_a_yes_or_a_press(words: str) -> None:
    assert understand(words) is None


@pytest.mark.parametrize(
    ("words", "command"),
    [("no, go back", GoBack()), ("Wait, scroll up.", ScrollPage("up")), ("no, click help", ClickOn("help"))],
)
def test_a_no_may_lead_to_another_command(words: str, command: Command) -> None:
    assert understand(words) == command


def test_spoken_number_needs_a_number() -> None:
    assert spoken_number("click") is None and spoken_number("the blue one") is None and spoken_number("1234") is None
    assert spoken_number("0") is None and spoken_number("٣") is None


def test_politeness_and_marks_are_dropped_but_never_everything() -> None:
    assert strip("Could you please scroll down, thank you.") == "scroll down"
    assert strip("please") == "please" and strip("Thanks!") == "Thanks" and bare('the "Help"') == "Help"


def test_help_names_every_kind_of_command_and_the_promise() -> None:
    for word in (
        "open",
        "Search",
        "Click",
        "Type",
        "Choose",
        "Tick",
        "Scroll",
        "Go back",
        "Where am I",
        "Repeat",
        "Stop",
        "yes",
    ):
        assert word in HELP


def test_longer_words_are_no_command() -> None:
    assert understand("type " + "x" * LONGEST) is None
    assert understand("type " + "x" * (LONGEST - 5)) is not None


AWKWARD = [
    "no ",
    "not any ones ",
    "ok ",
    "um ",
    "don't ",
    "wait a moment ",
    "in ",
    "into ",
    "for ",
    "to ",
    " ",
    ". ",
    ",",
    "please ",
    "type ",
    "search ",
    "yes ",
    "the ",
    "click ",
    "'",
    "a",
    ".",
]


def test_no_words_raise_or_take_long() -> None:
    """Random and awkward words of 1,000 characters: a pattern that backtracks without end would take minutes."""
    random_words = random.Random(7)
    letters = "abcdefghij \n\t.,!?'\"“”’0123456789אבגéß😀()[]<>|\\/-_+*"
    texts = ["".join(random_words.choices(letters, k=1000)) for _ in range(40)]
    texts += ["".join(random_words.choices(AWKWARD, k=600))[:1000] for _ in range(150)]
    texts += [(one * 1000)[:1000] for one in AWKWARD] + [(one * 1000)[:999] + "x" for one in AWKWARD]
    texts += [
        f"{verb} {(one * 1000)[:980]}"
        for verb in ("type", "search", "click", "set", "choose", "open")
        for one in AWKWARD
    ]
    begun = time.process_time()
    for text in texts:
        understand(text)
        understand(text, choosing=True)
    assert time.process_time() - begun < 60  # a hang, not a benchmark


@pytest.mark.parametrize(
    "words",
    [
        "No, stop!",
        "Wait, stop!",
        "Stop, stop, no.",
        "Stop. Don't do that.",
        "Stop right now",
        "I said stop",
        "No stop it",
        "Stop the music",
        "oh no no stop",
        "don't press it, stop",
    ],
)
def test_whatever_is_said_with_it_stop_stops(words: str) -> None:
    assert isinstance(understand(words), Stop)


@pytest.mark.parametrize("words", ["stop listening", "click stop", "type please stop", "press next stop", "don't stop"])
def test_stop_in_another_command_is_no_stop(words: str) -> None:
    assert not isinstance(understand(words), Stop)
