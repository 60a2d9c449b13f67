"""Word errors, counted as is usual."""

import pytest

from engine.hearing.measuring import holds, rate, word_errors, words_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Book a table for 2, at 21!", "book a table for two at twenty one"),
        ("1,250 or 2026 or 100", "one thousand two hundred fifty or two thousand twenty six or one hundred"),
        ("12345 and 007", "one two three four five and zero zero seven"),
        ("Mr. O’Brien's", "mister o'brien's"),
        ("twenty-one", "twenty one"),
        ("…", ""),
    ],
)
def test_words_are_compared_without_their_writing(text: str, words: str) -> None:
    assert words_of(text) == words.split()


@pytest.mark.parametrize(
    ("said", "heard", "errors"),
    [
        ("GO BACK", "Go back.", (0, 2)),
        ("go back", "", (2, 2)),
        ("go back", "go the back", (1, 2)),
        ("click two", "Click to.", (1, 2)),
        ("", "thank you", (2, 0)),
    ],
)
def test_errors_are_counted(said: str, heard: str, errors: tuple[int, int]) -> None:
    assert word_errors(said, heard) == errors


def test_the_rate_is_over_all_words_together() -> None:
    assert rate([(1, 2), (0, 8)]) == 0.1
    assert rate([]) is None
    assert rate([(2, 0)]) is None


def test_a_phrase_is_held_as_whole_words() -> None:
    assert holds("A large latte, with 2 shots.", " two shots")
    assert not holds("A large latte", "art")
