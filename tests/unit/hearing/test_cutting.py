"""A long recording is cut at its pauses, and nothing of it is lost."""

import numpy as np

from engine.hearing.cutting import pieces
from engine.values.sound import RATE, Recording


def test_it_is_cut_at_a_pause() -> None:
    loud = np.full(20 * RATE, 0.3, np.float32)
    loud[round(8.0 * RATE) : round(8.6 * RATE)] = 0.0
    first, second = pieces(Recording(loud), 6.0, 14.0)
    assert 8.0 <= first.seconds <= 8.6
    assert np.array_equal(np.concatenate([first.samples, second.samples]), loud)


def test_without_a_pause_it_is_cut_all_the_same() -> None:
    parts = list(pieces(Recording(np.full(40 * RATE, 0.3, np.float32)), 6.0, 14.0))
    assert sum(part.seconds for part in parts) == 40.0
    assert all(part.seconds <= 14.0 for part in parts)


def test_a_short_one_stays_whole() -> None:
    assert [part.seconds for part in pieces(Recording(np.zeros(RATE, np.float32)), 6.0, 14.0)] == [1.0]
