"""Stand-ins at the sound ports, and sounds to try them with."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, get_ident

import numpy as np
from numpy.typing import NDArray

from engine.hearing import sources
from engine.values.errors import MicrophoneMissing, SpeakingError
from engine.values.sound import FRAME, RATE, Frame, Manner, Recording, Transcript


def tone(seconds: float, rate: int = RATE, loudness: float = 0.3) -> Recording:
    """A hum of 220 Hz: what FakeDetector takes for speech."""
    times = np.arange(round(seconds * rate)) / rate
    return Recording((loudness * np.sin(2 * np.pi * 220 * times)).astype(np.float32), rate)


def hush(seconds: float) -> Recording:
    """The faint noise of a quiet room."""
    noise = np.random.default_rng(7).normal(0, 0.0005, round(seconds * RATE))
    return Recording(noise.astype(np.float32))


def joined(*parts: Recording) -> Recording:
    """One recording after the other; all at the rate of the first."""
    return Recording(np.concatenate([part.samples for part in parts]), parts[0].rate)


class ArrayMicrophone(sources.ArrayMicrophone):
    """The real one at twenty times real time, which counts its openings. `missing`: one that is not there."""

    def __init__(self, recording: Recording, pace: float = 20.0, *, missing: bool = False, mute: bool = False) -> None:
        super().__init__(recording, pace, room=0.0 if mute else sources.ROOM)
        self.opened = 0
        self.is_open = False
        self._missing = missing

    @contextmanager
    def _opened(self) -> Iterator[Iterator[Frame]]:
        self.opened += 1
        if self._missing:
            raise MicrophoneMissing("I find no microphone.")
        self.is_open = True
        try:
            with super()._opened() as frames:
                yield frames
        finally:
            self.is_open = False


class FakeDetector:
    """Takes everything loud for speech."""

    def probabilities(self, recording: Recording) -> NDArray[np.float32]:
        count = -(-len(recording.samples) // FRAME)
        padded = np.pad(recording.samples, (0, count * FRAME - len(recording.samples)))
        frames = padded.reshape(-1, FRAME) if count else np.zeros((0, FRAME), np.float32)
        return np.array([self.probability(frame) for frame in frames], np.float32)

    def probability(self, frame: Frame) -> float:
        return 0.95 if float(np.sqrt(np.mean(np.square(frame)))) > 0.05 else 0.02

    def reset(self) -> None:
        """There is nothing to forget."""


class FakeTranscriber:
    """Gives the `texts` one after the other, the last one for ever, and keeps what it was given."""

    def __init__(self, *texts: str, log_probability: float = -0.2, no_speech: float = 0.01) -> None:
        self.heard: list[Recording] = []
        self.hotwords: list[tuple[str, ...]] = []
        self.meanwhile: Callable[[], None] = lambda: None
        self._texts, self._sure, self._silent = list(texts), log_probability, no_speech

    def transcribe(self, recording: Recording, hotwords: Sequence[str] = ()) -> Transcript:
        self.heard.append(recording)
        self.hotwords.append(tuple(hotwords))
        self.meanwhile()
        text = self._texts.pop(0) if len(self._texts) > 1 else self._texts[0]
        return Transcript(text, self._sure, self._silent)


class FakeVoice:
    """A hum of a tenth of a second for every word. `broken` are texts at which it fails."""

    def __init__(self, *broken: str) -> None:
        self.said: list[tuple[str, Manner]] = []
        self.threads: set[int] = {get_ident()}
        self._broken = broken

    def synthesize(self, text: str, manner: Manner) -> Recording:
        self.threads.add(get_ident())
        if text in self._broken:
            raise SpeakingError("Speech output failed.")
        self.said.append((text, manner))
        return tone(0.1 * len(text.split()))

    def voices(self) -> tuple[str, ...]:
        return ("en",)


class FakePlayer:
    """Takes as long as the recording lasts, unless stopped. `missing`: no loudspeaker."""

    def __init__(self, pace: float = 50.0, *, missing: bool = False) -> None:
        self.finished: list[bool] = []
        self.started = Event()
        self._pace, self._missing = pace, missing

    def play(self, recording: Recording, stop: Event) -> bool:
        if self._missing:
            raise SpeakingError("I have no loudspeaker, so I only write.")
        self.started.set()
        whole = not stop.wait(recording.seconds / self._pace)
        self.finished.append(whole)
        return whole
