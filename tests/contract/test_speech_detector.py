"""The SpeechDetector, on real Silero."""

import numpy as np
import pytest

from engine.adapters.whisper import Silero, read_audio
from engine.hearing.endpointing import Endpointer
from engine.values.ports import SpeechDetector
from engine.values.sound import FRAME, RATE, Recording
from tests.conftest import Speech
from tests.fakes_audio import FakeDetector, hush, tone


@pytest.fixture(params=[Silero, FakeDetector])
def detector(request: pytest.FixtureRequest) -> SpeechDetector:
    made: SpeechDetector = request.param()
    return made


@pytest.mark.parametrize("samples", [0, 1, FRAME - 1, FRAME, FRAME + 1, 10 * FRAME])
def test_one_probability_a_frame(detector: SpeechDetector, samples: int) -> None:
    found = detector.probabilities(Recording(np.full(samples, 0.1, np.float32)))
    assert found.shape == (-(-samples // FRAME),)
    assert found.dtype == np.float32
    assert ((found >= 0) & (found <= 1)).all()


def test_speech_is_told_from_quiet(detector: SpeechDetector, speech: Speech) -> None:
    assert (detector.probabilities(read_audio(speech("open the second result"))) > 0.5).mean() > 0.4
    assert (detector.probabilities(hush(3)) < 0.35).all()


def test_a_hum_and_noise_are_no_speech() -> None:
    noise = Recording(np.random.default_rng(5).normal(0, 0.2, 4 * RATE).astype(np.float32))
    for sound in (tone(3.0), noise):
        assert (Silero().probabilities(sound) < 0.5).mean() > 0.95


def test_the_stream_agrees_with_the_whole(detector: SpeechDetector, speech: Speech) -> None:
    samples = read_audio(speech("go back")).samples
    whole = Recording(samples[: len(samples) // FRAME * FRAME])
    frames = whole.samples.reshape(-1, FRAME)
    for _ in range(2):
        detector.reset()
        stream = [detector.probability(frame) for frame in frames]
        np.testing.assert_allclose(stream, detector.probabilities(whole), atol=1e-4)


def test_utterances_are_cut_from_a_stream(speech: Speech) -> None:
    parts = [hush(1.0), read_audio(speech("go back")), hush(1.5), read_audio(speech("scroll down")), hush(1.5)]
    samples = np.concatenate([part.samples for part in parts])
    detector, endpointer = Silero(), Endpointer()
    frames = samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME)
    steps = [endpointer.feed(frame, detector.probability(frame))[0] for frame in frames]
    assert (steps.count("started"), steps.count("ended")) == (2, 2)
