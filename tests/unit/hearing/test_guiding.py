"""Which command was meant by what was heard: nearly is enough for a long harmless one, and for no other."""

import pytest

from engine.hearing.guiding import (
    Guide,
    agreed,
    agrees,
    candidates,
    choose,
    folded,
    hints,
    is_free,
    is_grave,
    is_turned,
    is_unclear,
    known,
    may_mean,
    possible,
    replaced,
)

GUIDE = Guide(
    phrasings=(
        *("scroll down", "scroll up", "next link", "next line", "hide numbers", "show numbers", "help", "yes", "undo"),
        *("close tab", "new tab", "delete that", "select that", "go to tab three"),
    ),
    verbs=("click", "open"),
)


@pytest.mark.parametrize(
    ("heard", "command"),
    [("High numbers.", "hide numbers"), ("Next ring.", "next link"), ("Go to tab tree.", "go to tab three")],
)
def test_what_is_like_a_command_is_offered(heard: str, command: str) -> None:
    assert command in candidates([heard], GUIDE)


def test_names_of_the_page_are_offered_after_the_verbs() -> None:
    assert "click basket" in candidates(["Click Basque it."], GUIDE, ("Basket", "Checkout"))
    assert not candidates(["The weather was fine on Sunday."], GUIDE, ("Basket",))


@pytest.mark.parametrize(
    "text", ["Type scroll town", "search for next ring", "Dictate hide numbers please", "Find a lamp"]
)
def test_text_of_the_user_is_never_altered(text: str) -> None:
    assert is_free(text)
    assert not candidates([text], GUIDE)


def test_a_command_is_taken_when_it_is_nearly_as_likely() -> None:
    heard, offered = ["Next ring."], {"next link": 85.0, "next line": 70.0}
    assert choose(heard, -0.5, offered, {"next link": -6.0, "next line": -12.0}) == "next link"
    assert choose(heard, -0.5, offered, {"next link": -14.0, "next line": -18.0}) == "Next ring."


def test_of_two_commands_that_are_as_likely_none_is_taken() -> None:
    offered = {"next link": 80.0, "next line": 80.0}
    assert choose(["Next lick."], -0.5, offered, {"next link": -3.0, "next line": -3.5}) == "Next lick."


@pytest.mark.parametrize("command", ["close tab", "delete that", "yes", "send booking", "press enter", "click delete"])
def test_what_sends_deletes_or_agrees_is_taken_only_when_heard_exactly(command: str) -> None:
    assert choose(
        ["Something else."], -5.0, {command: 95.0, "select that": 60.0}, {command: -1.0, "select that": -2.0}
    ) == ("Something else.")


def test_a_short_command_must_be_among_what_was_heard() -> None:
    assert choose(["Hello.", "Help."], -1.5, {"help": 100.0}, {"help": -1.9}) == "help"
    assert choose(["Hello.", "Hell."], -1.5, {"help": 80.0}, {"help": -1.9}) == "Hello."
    assert choose(["Hello.", "Help."], -1.5, {"help": 100.0}, {"help": -4.0}) == "Hello."


@pytest.mark.parametrize(("text", "is_known"), [("Scroll down.", True), ("Go to tab 3", True), ("Scroll town", False)])
def test_a_command_as_it_stands_is_known(text: str, is_known: bool) -> None:
    assert known(text, GUIDE) is is_known


def test_what_sounds_alike_is_folded_alike() -> None:
    assert folded("night") == folded("knit")
    assert folded("two") != folded("three")


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("Open say so now.", "Open Sayso now."),
        ("open SAY SO", "open Sayso"),
        ("essay so", "essay so"),
        ("Call Marta. Martha", "Call Márta. Martha"),
        ("a+b", "sum"),
    ],
)
def test_whole_words_are_replaced_in_any_case(text: str, result: str) -> None:
    assert replaced(text, {"say so": "Sayso", "marta": "Márta", "a+b": "sum", "": "x"}) == result


def test_replacements_are_not_replaced_again() -> None:
    assert replaced("one two", {"one": "two", "two": "three"}) == "two three"


def test_a_command_that_presses_is_taken_with_less_tolerance_than_one_that_scrolls() -> None:
    assert choose(["Scroll town."], -0.5, {"scroll down": 90.0}, {"scroll down": -7.0}) == "scroll down"
    assert choose(["Click Next."], -0.5, {"click text": 90.0}, {"click text": -7.0}) == "Click Next."
    assert choose(["Click Next."], -0.5, {"click text": 90.0}, {"click text": -3.0}) == "click text"


@pytest.mark.parametrize("text", ["Yes.", "yes, please", "Yeah", "Confirm.", "Do it!", "Go ahead, please.", "Oh, yes"])
def test_consent_in_any_words_is_consent(text: str) -> None:
    assert agrees(text)
    assert not any(map(agrees, ("Guess.", "Undo it.", "Do it later", "Conform", "Go back", "No.", "Don't do it")))


def test_consent_must_be_far_likelier_than_anything_else() -> None:
    assert agreed(["Yes.", "Yeah.", "Jess."], [-0.7, -1.6, -3.0])
    assert not agreed(["Yes.", "Guess."], [-1.4, -1.5])
    assert not agreed(["Guess.", "Yes."], [-0.4, -3.5])
    assert not agreed(["Yes.", "Yes!"], [-2.5, -2.6])
    assert agreed(["Confirm.", "Confoam."], [-3.2, -5.5])
    assert not agreed(["Do it.", "Don't do it."], [-0.4, -4.0])
    assert not agreed([], [])


@pytest.mark.parametrize(
    ("heard", "command"),
    [
        ("Don't know back.", "go back"),
        ("Why go back?", "go back"),
        ("Go to log.", "go back"),
        ("Hot in the first one.", "the first one"),
        ("That number free.", "number three"),
        ("And select all", "select all"),
        ("Make up.", "wake up"),
        ("Start glistening.", "start listening"),
    ],
)
def test_no_word_that_was_heard_is_dropped_and_none_wakes(heard: str, command: str) -> None:
    assert not may_mean(command, heard, (heard, "Never go to log."))


def test_a_no_in_anything_that_may_have_been_heard_counts() -> None:
    assert may_mean("go back", "Go buck.", ("Go buck.", "Go beck."))
    assert not may_mean("go back", "Go buck.", ("Go buck.", "Don't go back."))
    assert may_mean("stop scrolling", "Stop strolling.", ("Stop scroll in.",))
    assert may_mean("scroll to bottom", "Scroll to bought him.", ())


def test_what_is_far_less_likely_does_not_count() -> None:
    assert possible(("Top on page.", "Top of page.", "Stop on page."), (-1.0, -3.4, -3.8)) == (
        "Top on page.",
        "Top of page.",
    )


def test_a_not_behind_the_verb_is_a_that() -> None:
    assert may_mean("select that", "Select. Not.", ("Select not.",))
    assert not may_mean("select that", "Do not select that.", ())
    assert not may_mean("select that", "Select. Not.", ("Don't select that.",))
    assert not may_mean("undo that", "Do not.", ())


@pytest.mark.parametrize(
    ("meant", "other", "turned"),
    [
        ("check breakfast", "And check breakfast.", True),
        ("And check breakfast.", "And check breakfast.", True),
        ("tick breakfast", "Untick breakfast.", True),
        ("uncheck breakfast", "And check breakfast.", False),
        ("Un-check breakfast.", "And check breakfast.", False),
        ("check breakfast", "Chuck breakfast.", False),
        ("go back", "And go back.", False),
        ("check out", "And go back.", False),
    ],
)
def test_what_may_be_the_opposite_is_doubted(meant: str, other: str, *, turned: bool) -> None:
    assert is_turned(meant, (meant, other)) == turned


def test_wake_and_sleep_are_grave() -> None:
    assert all(map(is_grave, ("wake up", "start listening", "go to sleep", "mute", "unmute", "stop listening")))


@pytest.mark.parametrize(("text", "unclear"), [("No. 3", True), ("no 10.", True), ("Number 3", False), ("No.", False)])
def test_a_number_that_may_be_a_refusal_is_unclear(text: str, unclear: bool) -> None:
    assert is_unclear(text) is unclear


def test_what_is_an_answer_a_stop_a_number_or_no_word_is_never_hinted_at() -> None:
    names = ("Yes", "Yes, send it", "No", "Stop", "7", "seven", "<|endoftext|> x", "a\x00b", "Wake up", "…", " ")
    assert hints((*names, "Blue  teapot", "购物车", "Blue teapot")) == ("Blue teapot",)
    assert hints(("购物车",), latin=False) == ("购物车",)
