"""Another rate, the same sound."""

import numpy as np
import pytest

from engine.hearing.resampling import Resampler, resample
from engine.values.sound import Recording
from tests.fakes_audio import tone


@pytest.mark.parametrize("source", [8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000])
def test_a_tone_stays_the_same_tone(source: int) -> None:
    converted = resample(tone(0.4, source), 16_000)
    assert (len(converted.samples), converted.rate) == (6_400, 16_000)
    middle = slice(400, -400)
    assert np.abs(converted.samples - tone(0.4).samples)[middle].max() < 0.002


def test_what_is_too_high_does_not_fold_back() -> None:
    times = np.arange(48_000) / 48_000
    shrill = Recording(np.sin(2 * np.pi * 10_000 * times).astype(np.float32), 48_000)
    assert np.abs(resample(shrill, 16_000).samples[400:-400]).max() < 0.001


@pytest.mark.parametrize("source", [44_100, 48_000, 8_000])
def test_a_stream_is_the_same_in_any_chunks(source: int) -> None:
    samples = np.random.default_rng(1).normal(0, 0.1, 20_000).astype(np.float32)
    whole = Resampler(source, 16_000).feed(samples)
    stream, parts, at = Resampler(source, 16_000), [], 0
    for size in (1, 2, 0, 3, 480, 1_536, 1, 7_000, 20_000):
        parts.append(stream.feed(samples[at : at + size]))
        at += size
    np.testing.assert_allclose(np.concatenate(parts), whole, atol=1e-6)


def test_nothing_stays_nothing() -> None:
    assert not len(resample(Recording(np.zeros(0, np.float32), 48_000), 16_000).samples)
