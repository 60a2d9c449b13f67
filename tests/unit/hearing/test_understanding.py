"""The marks and homophones of speech become those of commands; payloads are left alone."""

import pytest

from engine.hearing.understanding import is_stop, normalise, number


@pytest.mark.parametrize(
    ("heard", "understood"),
    [
        ("  Scroll   down. ", "Scroll down"),
        ("Go back!", "Go back"),
        ("Where am I?", "Where am I"),
        ('"Stop."', "Stop"),
        ("Click to.", "Click 2"),
        ("Press four", "Press 4"),
        ("click number twenty-one", "click number 21"),
        ("Option for.", "Option 4"),
        ("go to tab two", "go to tab 2"),
        ("Two.", "2"),
        ("To.", "2"),
        ("ninety nine", "99"),
        ("scroll down three times", "scroll down 3 times"),
        ("Open example dot com", "Open example.com"),
        ("go to en dot wikipedia dot org", "go to en.wikipedia.org"),
        ("go to Wikipedia", "go to Wikipedia"),
        ("click to do list", "click to do list"),
        ("click for sale", "click for sale"),
        ("click one more", "click one more"),
        ("search for two to three bees", "search for two to three bees"),
        ("Type Mary at harbour.org into email.", "Type mary@harbour.org into email"),
        ("Type Mary Jones at post dot org into the email field", "Type maryjones@post.org into the email field"),
        ("Type look at that dot into email", "Type look at that dot into email"),
        ("Type two to too into notes.", "Type two to too into notes"),
        ("type How are you?", "type How are you?"),
        ("Type dot com into name", "Type dot com into name"),
        ("פתח את הדף", "פתח את הדף"),
        ("", ""),
        ("🎉", "🎉"),
    ],
)
def test_normalise(heard: str, understood: str) -> None:
    assert normalise(heard) == understood


def test_normalising_twice_changes_nothing() -> None:
    for text in ("Click to.", "Open example dot com.", "Type two to too.", "Two."):
        assert normalise(normalise(text)) == normalise(text)


@pytest.mark.parametrize("text", ["stop", "Stop.", "STOP! Stop!", "be quiet", "Quiet please", "okay stop", "cancel"])
def test_stop(text: str) -> None:
    assert is_stop(text)


@pytest.mark.parametrize("text", ["", "bus stop", "stop the music here", "click stop", "quite", "search for stop"])
def test_not_stop(text: str) -> None:
    assert not is_stop(text)


@pytest.mark.parametrize(
    ("words", "value"),
    [("seven", 7), ("nineteen", 19), ("Forty-two", 42), ("7", 7), ("007", 7), ("eighty", 80), ("zero", 0)],
)
def test_number(words: str, value: int) -> None:
    assert number(words) == value


@pytest.mark.parametrize("words", ["", "to", "a", "twenty ten", "one two", "seven dwarfs", "twenty one two", "²"])
def test_no_number(words: str) -> None:
    assert number(words) is None
