"""Our own voice is taken out of what is heard, and what others say is left in."""

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.hearing.echo import DELAY, LATELY, Mixed, Overhearing, Played, without_echo
from engine.values.sound import FRAME, RATE, Recording

RANDOM = np.random.default_rng(5)


def voice(seconds: float) -> NDArray[np.float32]:
    """Noise that comes in syllables."""
    count = round(seconds * RATE)
    syllables = np.repeat(RANDOM.uniform(0, 1, count // 1600 + 1) ** 2, 1600)[:count]
    return (0.2 * syllables * RANDOM.standard_normal(count)).astype(np.float32)


def heard_of(own: NDArray[np.float32], delay: float) -> NDArray[np.float32]:
    times = np.arange(2000) / RATE
    room = 0.2 * RANDOM.standard_normal(2000) * np.exp(-times * 30)
    room[0] = 1.0
    late = np.concatenate([np.zeros(round(delay * RATE)), np.convolve(own, room)])
    return late[: len(own)].astype(np.float32)


def loud(samples: NDArray[np.float32]) -> float:
    return float(np.sqrt(np.mean(np.square(samples))))


@pytest.mark.parametrize("delay", [0.0, 0.05, 0.4])
def test_of_our_own_voice_little_is_left_and_of_another_nearly_all(delay: float) -> None:
    own, other = voice(6.0), np.zeros(6 * RATE, np.float32)
    other[4 * RATE : 5 * RATE] = voice(1.0)
    played = np.concatenate([np.zeros(round(DELAY * RATE), np.float32), own])
    echo = heard_of(own, delay)
    assert loud(without_echo(echo, played)) < 0.25 * loud(echo)
    both = without_echo(echo + other, played)
    spoken = slice(4 * RATE, 5 * RATE)
    assert loud(both[spoken] - other[spoken]) < 0.6 * loud(other[spoken])


def test_where_nothing_was_played_nothing_is_changed() -> None:
    sound = voice(1.0)
    assert without_echo(sound, np.zeros(2 * RATE, np.float32)) is sound
    assert without_echo(sound[:100], sound) is not None


def test_what_was_played_is_found_by_the_clock() -> None:
    played = Played()
    played.add(Recording(np.full(RATE, 0.5, np.float32)), 10.0)
    assert played.until(10.5, RATE).tolist() == [0.0] * (RATE // 2) + [0.5] * (RATE // 2)
    assert played.until(11.5, RATE).tolist() == [0.5] * (RATE // 2) + [0.0] * (RATE // 2)
    assert not np.any(played.until(20.0, RATE))
    played.add(Recording(np.full(22_050, 0.5, np.float32), 22_050), 20.0)
    assert np.count_nonzero(played.until(21.5, 2 * RATE)) == pytest.approx(RATE, abs=20)


def test_only_the_last_seconds_are_kept() -> None:
    overhearing = Overhearing()
    for _ in range(1000):
        overhearing.hears(np.zeros(FRAME, np.float32))
    assert overhearing.mixed(1.0) is None
    overhearing.plays(Recording(np.ones(RATE, np.float32)), 0.5)
    mixed = overhearing.mixed(1.0)
    assert isinstance(mixed, Mixed)
    assert len(mixed.heard) == pytest.approx(LATELY * RATE, abs=FRAME)
    assert len(mixed.cleared(RATE).samples) == RATE


def test_what_was_heard_before_the_microphone_was_opened_again_is_forgotten() -> None:
    overhearing = Overhearing()
    overhearing.plays(Recording(np.ones(RATE, np.float32)), 9.5)
    for _ in range(50):
        overhearing.hears(np.full(FRAME, 0.5, np.float32))
    overhearing.opens()
    overhearing.hears(np.zeros(FRAME, np.float32))
    mixed = overhearing.mixed(10.0)
    assert mixed is not None and not np.any(mixed.heard)
