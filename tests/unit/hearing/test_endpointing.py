"""Utterances are cut where the speaker begins and ends, and nowhere else."""

import numpy as np
import pytest

from engine.hearing.endpointing import (
    Endpointer,
    Endpointing,
    Progress,
    Step,
    Utterance,
    advance,
    gather,
    in_frames,
    speech_seconds,
    trim,
)
from engine.values.sound import FRAME, RATE, Frame, Recording

BOUNDS = Endpointing()


def steps(probabilities: list[float], bounds: Endpointing = BOUNDS) -> list[Step]:
    progress, seen = Progress(), list[Step]()
    for probability in probabilities:
        progress, step = advance(progress, probability, bounds)
        seen.append(step)
    return seen


def frame(value: float) -> Frame:
    return np.full(FRAME, value, np.float32)


def test_silence_is_waited_through() -> None:
    assert set(steps([0.0] * 1000)) == {"waiting"}


def test_an_utterance_starts_once_and_ends_once() -> None:
    seen = steps([0.1] * 5 + [0.9] * 20 + [0.1] * 40)
    assert (seen.count("started"), seen.count("ended")) == (1, 1)
    assert seen.index("started") == 5
    assert seen.index("ended") == 5 + 20 + in_frames(BOUNDS.end_silence) - 1


def test_a_pause_within_a_sentence_does_not_end_it() -> None:
    pause = [0.1] * (in_frames(BOUNDS.end_silence) - 1)
    seen = steps([0.9] * 10 + pause + [0.9] * 10 + pause)
    assert "ended" not in seen


def test_a_slow_speaker_can_have_longer_pauses() -> None:
    said = [0.9] * 10 + [0.1] * in_frames(1.0) + [0.9] * 10
    assert "ended" in steps(said)
    assert "ended" not in steps(said, Endpointing(end_silence=1.5))


def test_a_click_is_dropped() -> None:
    seen = steps([0.9] * 3 + [0.1] * 40)
    assert "dropped" in seen
    assert "ended" not in seen


def test_doubtful_frames_neither_start_nor_end() -> None:
    assert set(steps([0.45] * 100)) == {"waiting"}
    assert "ended" not in steps([0.9] * 10 + [0.4] * 100)


def test_endless_noise_is_ended() -> None:
    seen = steps([0.9] * 1000)
    assert seen.index("ended") + 1 == in_frames(15.0)


def test_the_utterance_keeps_what_came_just_before() -> None:
    endpointer = Endpointer(BOUNDS)
    utterance: Utterance | None = None
    for number in range(100):
        loud = 50 <= number < 60
        step, cut = endpointer.feed(frame(number), 0.9 if loud else 0.1)
        if step == "ended":
            utterance = cut
    assert utterance is not None
    first = utterance.recording.samples[0]
    assert 50 - in_frames(BOUNDS.pre_roll) <= first < 50
    assert len(utterance.recording.samples) == FRAME * len(utterance.probabilities)


def test_nothing_of_one_utterance_is_in_the_next() -> None:
    endpointer = Endpointer(BOUNDS)
    cuts = [
        cut
        for number in range(120)
        for step, cut in [endpointer.feed(frame(number), 0.9 if number % 60 < 20 else 0.1)]
        if step == "ended" and cut
    ]
    assert len(cuts) == 2
    assert cuts[0].recording.samples[-1] < cuts[1].recording.samples[0]


def test_trimming_keeps_pre_roll_and_tail() -> None:
    utterance = gather([(frame(n), 0.9 if 40 <= n < 60 else 0.0) for n in range(200)])
    kept = trim(utterance, BOUNDS)
    assert kept.seconds == pytest.approx(20 * FRAME / RATE + BOUNDS.pre_roll + BOUNDS.tail, abs=0.001)
    assert kept.samples[0] >= 30


@pytest.mark.parametrize("cut_by", [0, 100, FRAME - 1])
def test_speech_up_to_both_ends_gets_silence_around_it(cut_by: int) -> None:
    samples = np.ones(20 * FRAME - cut_by, np.float32)
    kept = trim(Utterance(Recording(samples), np.full(20, 0.9, np.float32)), BOUNDS)
    head, tail = round(BOUNDS.pre_roll * RATE), round(BOUNDS.tail * RATE)
    assert len(kept.samples) == head + 20 * FRAME + tail
    assert 0 < np.abs(kept.samples[:head]).max() < 0.02
    assert kept.samples[head : head + 100].all()
    assert not kept.samples[-5000:].any()


def test_nothing_is_left_of_silence() -> None:
    utterance = gather([(frame(0.1), 0.1)] * 10)
    assert not len(trim(utterance, BOUNDS).samples)
    assert speech_seconds(utterance, BOUNDS) == 0
    assert not len(gather([]).recording.samples)
