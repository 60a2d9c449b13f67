"""The marks and homophones of speech become those of commands; payloads are left alone."""

import pytest

from engine.hearing.understanding import is_stop, normalise, number, spelled


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
        ("Click. Send booking", "Click Send booking"),
        ("Press. Help.", "Press Help"),
        ("Search. Bees", "Search Bees"),
        ("Search for: bees", "Search for bees"),
        ("Type. Hello into name", "Type Hello into name"),
        ("Type. hi, there!", "Type hi, there!"),
        ("Go. Back.", "Go Back"),
        ("Um, click. Help.", "Um, click Help"),
        ("Um, click to.", "Um, click 2"),
        ("Stop. Stop.", "Stop. Stop"),
        ("Open. Example dot com.", "Open Example.com"),
        ("Open w w w dot example dot com", "Open www.example.com"),
        ("go to A B testing", "go to A B testing"),
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


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("example dot co dot uk", "example.co.uk"),
        ("w w w dot example dot com", "www.example.com"),
        ("W-W-W.example.com", "www.example.com"),
        ("double u double u double u dot x dot org", "www.x.org"),
        ("h t t p s colon slash slash example dot com", "https://example.com"),
        ("h t t p colon slash slash 1 2 7 dot 0 dot 0 dot 1 colon 8000 slash", "http://127.0.0.1:8000/"),
        ("example dot com slash a b c slash news", "example.com/abc/news"),
        ("my dash site dot com", "my-site.com"),
        ("B B C News", "BBC News"),
        ("https://example.com/a", "https://example.com/a"),
        ("the dash for cash", "the dash for cash"),
        ("dot com guide", "dot com guide"),
        ("polka dot", "polka dot"),
        ("plan b", "plan b"),
        ("slash", "slash"),
        ("", ""),
    ],
)
def test_what_is_spelled_aloud_is_written_as_one(words: str, written: str) -> None:
    assert spelled(words) == written == spelled(written)
