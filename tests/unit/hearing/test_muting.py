"""A muted microphone is told from one that merely has nothing to hear."""

import numpy as np
import pytest

from engine.hearing.muting import Muting, level
from engine.values.sound import FRAME, Recording
from tests.fakes_audio import FakeDetector, hush, joined, tone


def nothing(seconds: float) -> Recording:
    return Recording(np.zeros(round(seconds * 16_000), np.float32))


def told(*parts: Recording) -> list[float]:
    """The seconds at which it is taken for muted."""
    muting, detector = Muting(), FakeDetector()
    samples = joined(*parts).samples
    frames = samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME)
    times = [n for n, frame in enumerate(frames) if muting.feed(frame, detector.probability(frame))]
    return [round(number * FRAME / 16_000, 1) for number in times]


def test_from_the_beginning() -> None:
    assert told(nothing(20.0)) == [1.5]


def test_later_on_once_until_it_sounds_again() -> None:
    assert told(hush(3.0), nothing(20.0), hush(3.0), nothing(20.0)) == [8.0, 31.0]


def test_a_gate_that_needs_a_moment_is_told_of_once_at_most() -> None:
    talk = [tone(1.0), nothing(9.0)] * 5
    assert told(hush(3.0), nothing(9.0), *talk) == [8.0]


@pytest.mark.parametrize(
    "parts",
    [
        (tone(1.0), nothing(60.0), tone(1.0), nothing(60.0)),
        (hush(0.5), tone(1.0), hush(0.8), nothing(60.0)),
        (hush(3.0), nothing(4.5), hush(3.0)),
        (hush(60.0),),
    ],
    ids=["gate", "gate that closes late", "short", "room"],
)
def test_not_muted(parts: tuple[Recording, ...]) -> None:
    assert told(*parts) == []


@pytest.mark.parametrize(
    ("recording", "expected"),
    [
        (nothing(1.0), "silent"),
        (Recording(hush(1.0).samples * 0.1), "very quiet"),
        (hush(1.0), "fine"),
        (tone(1.0), "fine"),
    ],
)
def test_level(recording: Recording, expected: str) -> None:
    assert level(recording.samples) == expected
