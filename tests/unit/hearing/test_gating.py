"""What Whisper invents is not believed; what people say is."""

import numpy as np
import pytest

from engine.hearing.gating import FLOOR, Accepted, Rejected, gate, level, repeats
from engine.values.sound import Recording, Transcript
from tests.fakes_audio import hush, tone


@pytest.mark.parametrize("text", ["Scroll down.", "Go to Wikipedia and search for bees", "No, no, no!", "Yes", "7"])
def test_plain_commands_are_believed(text: str) -> None:
    assert gate(Transcript(text, -0.4, 0.1), 1.5) == Accepted(text)


def test_thank_you_is_believed_when_it_was_clearly_said() -> None:
    assert isinstance(gate(Transcript("Thank you.", -0.3, 0.05), 0.9), Accepted)


@pytest.mark.parametrize(("confidence", "no_speech", "speech"), [(-0.9, 0.1, 1.0), (-0.2, 0.5, 1.0), (-0.2, 0.1, 0.3)])
def test_thank_you_is_not_believed_with_any_sign_of_silence(confidence: float, no_speech: float, speech: float) -> None:
    assert isinstance(gate(Transcript("Thank you for watching!", confidence, no_speech), speech), Rejected)


def test_both_of_whispers_doubts_reject_and_one_alone_does_not() -> None:
    assert isinstance(gate(Transcript("Click the box by the door", -1.4, 0.8), 2.0), Rejected)
    assert isinstance(gate(Transcript("Click the box by the door", -1.4, 0.2), 2.0), Accepted)
    assert isinstance(gate(Transcript("Click the box by the door", -0.4, 0.8), 2.0), Accepted)


@pytest.mark.parametrize(
    ("text", "confidence", "no_speech"),
    [("Number 7.", -1.3, 0.2), ("Find me.", -1.4, 0.45), ("Search for music.", -1.1, 0.5), ("Yes.", -1.6, 0.03)],
)
def test_few_words_that_whisper_guesses_are_noise(text: str, confidence: float, no_speech: float) -> None:
    assert isinstance(gate(Transcript(text, confidence, no_speech), 1.0), Rejected)


def test_keys_that_clatter_are_no_clicks() -> None:
    assert isinstance(gate(Transcript("Click. Click.", -0.69, 0.32), 2.0), Rejected)
    assert isinstance(gate(Transcript("Click.", -0.5, 0.1), 0.4), Accepted)


@pytest.mark.parametrize(
    "text", ["you you you you you you", "click, have a, " * 8, "n " * 30, "scroll down and " * 6 + "scroll"]
)
def test_loops_are_rejected_however_sure(text: str) -> None:
    assert isinstance(gate(Transcript(text, -0.05, 0.0), 8.0), Rejected)


def test_more_words_than_fit_into_the_time_are_rejected() -> None:
    text = "the quick brown fox jumps over the lazy dog and then it goes home"
    assert isinstance(gate(Transcript(text, -0.1, 0.0), 0.5), Rejected)
    assert isinstance(gate(Transcript(text, -0.1, 0.0), 3.0), Accepted)


@pytest.mark.parametrize("text", ["Stop!", "stop stop stop stop stop stop", "Be quiet.", "Cancel"])
def test_stop_passes_every_rule(text: str) -> None:
    assert isinstance(gate(Transcript(text, -2.0, 0.95), 0.1), Accepted)


@pytest.mark.parametrize("text", ["", "  ", "...", "♪ ♪", "[ ]"])
def test_no_words(text: str) -> None:
    assert isinstance(gate(Transcript(text, 0.0, 0.0), 1.0), Rejected)


def test_hebrew_counts_as_words() -> None:
    assert isinstance(gate(Transcript("שלום עולם", -0.2, 0.1), 1.0), Accepted)


def test_repeats() -> None:
    assert repeats([]) == 0
    assert repeats(["a"]) == 1
    assert repeats("a b a b a b".split()) == 3
    assert repeats("x a b c a b c a b c".split()) >= 2


def test_level() -> None:
    assert level(Recording(np.zeros(0, np.float32))) == 0
    assert level(hush(1.0)) < FLOOR
    assert level(tone(1.0)) == pytest.approx(0.3 / np.sqrt(2), rel=0.02)
