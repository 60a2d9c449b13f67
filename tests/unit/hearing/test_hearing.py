"""From a recording to words, or to one sentence why there are none."""

import numpy as np
import pytest

from engine.hearing.hearing import NO_WORDS, SILENT, UNSURE, hear
from engine.values.errors import NothingHeard
from engine.values.sound import Recording
from tests.fakes_audio import FakeDetector, FakeTranscriber, hush, joined, tone


def test_words_are_returned_as_a_command() -> None:
    transcriber = FakeTranscriber("Click to.")
    recording = joined(hush(2), tone(1.0), hush(3))
    assert hear(recording, FakeDetector(), transcriber, ("Basket",)) == "Click 2"
    assert transcriber.hotwords == [("Basket",)]
    assert 1.5 < transcriber.heard[0].seconds < 1.8


@pytest.mark.parametrize(
    ("recording", "sentence"),
    [
        (Recording(np.zeros(0, np.float32)), SILENT),
        (Recording(np.zeros(16_000, np.float32)), SILENT),
        (hush(3), SILENT),
        (joined(hush(1), tone(0.05), hush(1)), NO_WORDS),
        (tone(1.0, loudness=0.02), NO_WORDS),
    ],
)
def test_silence_is_never_given_to_whisper(recording: Recording, sentence: str) -> None:
    transcriber = FakeTranscriber("Thank you.")
    with pytest.raises(NothingHeard, match=f"^{sentence}$"):
        hear(recording, FakeDetector(), transcriber)
    assert not transcriber.heard


def test_what_cannot_be_believed_is_not_acted_upon() -> None:
    with pytest.raises(NothingHeard, match=f"^{UNSURE}$"):
        hear(tone(1.0), FakeDetector(), FakeTranscriber("you you you you you you you"))
