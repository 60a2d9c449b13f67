"""What Sayso plays, taken out of what the microphone hears meanwhile. Pure.

Loudspeaker, room and microphone are taken for one filter, which is found for each band of pitch from the last seconds
by least squares. What is left of our own voice is quiet enough for a "stop" to be heard, not for more than that.
"""

from collections import deque
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.hearing.endpointing import in_frames
from engine.hearing.resampling import resample
from engine.values.sound import RATE, Frame, Recording

Samples = NDArray[np.float32]
Bands = NDArray[np.complex128]
"""Shape (frames, bands)."""

LATELY = 6.0
"""Seconds from which the filter is found."""
DELAY = 0.8
"""Seconds that a sound may take from being played to being heard, with the opening of the device."""

_SIZE, _HOP = 1024, 256
_TAPS = 8
"""Frames of 16 ms over which a sound dies away."""
_EARLY = 32
"""Samples that the filter begins before the delay that was found."""
_LEFT = 0.2
_FLOOR = 0.1
"""Of what the filter explains, so much more is taken away, since loudspeakers distort; so much of a band is kept."""
_WINDOW = np.hanning(_SIZE)


@dataclass(slots=True)
class Played:
    """What was played when, by a clock in seconds. Filled on one thread and read on another."""

    _parts: deque[tuple[float, Samples]] = field(default_factory=lambda: deque(maxlen=12))

    def add(self, recording: Recording, at: float) -> None:
        """`recording` begins to be played at the time `at`."""
        self._parts.append((at, resample(recording, RATE).samples))

    def until(self, end: float, count: int) -> Samples:
        """Return the `count` samples up to the time `end`, zeros where nothing was played."""
        sound = np.zeros(count, np.float32)
        for at, samples in tuple(self._parts):
            begin = count - round((end - at) * RATE)
            first, last = max(0, begin), min(count, begin + len(samples))
            if first < last:
                sound[first:last] = samples[first - begin : last - begin]
        return sound


@dataclass(frozen=True, slots=True, eq=False)
class Mixed:
    """What was heard lately, and what was played until then and for DELAY seconds more before."""

    heard: Samples
    played: Samples

    def cleared(self, count: int) -> Recording:
        """Return the last `count` samples without our own voice."""
        return Recording(without_echo(self.heard, self.played)[-count:])


@dataclass(slots=True)
class Overhearing:
    """The last seconds of what is played and heard. `plays` may be called on a thread of its own."""

    _played: Played = field(default_factory=Played)
    _heard: deque[Frame] = field(default_factory=lambda: deque(maxlen=in_frames(LATELY)))

    def plays(self, recording: Recording, at: float) -> None:
        """`recording` begins to be played at the time `at`, in seconds."""
        self._played.add(recording, at)

    def opens(self) -> None:
        """The microphone is opened: what it gave before did not come just before what it will give."""
        self._heard.clear()

    def hears(self, frame: Frame) -> None:
        self._heard.append(frame)

    def mixed(self, end: float) -> Mixed | None:
        """Return what was heard and played up to now, the time `end`; None where nothing was played."""
        heard = np.concatenate(self._heard)
        played = self._played.until(end, len(heard) + round(DELAY * RATE))
        return Mixed(heard, played) if np.any(played) else None


def without_echo(heard: Samples, played: Samples) -> Samples:
    """Return `heard` without what it has of `played`, which ends with it and begins earlier by the longest delay."""
    if len(heard) < _SIZE or not np.any(played):
        return heard
    begin = max(0, len(played) - len(heard) - _delay(heard, played) - _EARLY)
    begin = min(begin, len(played) - len(heard))
    sound, echo = _bands(heard), _bands(played[begin : begin + len(heard)])
    explained = _explained(sound, echo)
    left = sound - explained
    loud = np.maximum(np.abs(left) - _LEFT * np.abs(explained), _FLOOR * np.abs(left))
    return _samples(loud * np.exp(1j * np.angle(left)), len(heard))


def _delay(heard: Samples, played: Samples) -> int:
    """Samples from being played to being heard, by the phases alone, which know nothing of the filter."""
    size = 1 << (len(heard) + len(played)).bit_length()
    both = np.fft.rfft(heard, size) * np.conj(np.fft.rfft(played, size))
    alike = np.fft.irfft(both / (np.abs(both) + 1e-9), size)
    longest = len(played) - len(heard)
    return longest - int(np.argmax(alike[-np.arange(longest + 1) % size]))


def _explained(sound: Bands, echo: Bands) -> Bands:
    """The part of `sound` that is a filtered `echo`."""
    frames, _ = echo.shape
    late = [np.pad(echo, ((tap, 0), (0, 0)))[:frames] for tap in range(_TAPS)]
    taps = np.stack(late, axis=2).transpose(1, 0, 2)  # bands, frames, taps
    turned = taps.conj().transpose(0, 2, 1)
    square = turned @ taps
    power = np.trace(square, axis1=1, axis2=2).real / _TAPS
    square += (1e-3 * power + 1e-9)[:, None, None] * np.eye(_TAPS)
    weights = np.linalg.solve(square, turned @ sound.T[:, :, None])
    explained: Bands = (taps @ weights)[:, :, 0].T
    return explained


def _bands(samples: Samples) -> Bands:
    padded = np.pad(samples.astype(np.float64), _SIZE)
    starts = range(0, len(padded) - _SIZE + 1, _HOP)
    bands: Bands = np.fft.rfft(np.stack([padded[at : at + _SIZE] * _WINDOW for at in starts]), axis=1)
    return bands


def _samples(bands: Bands, count: int) -> Samples:
    sound, weight = np.zeros(count + 2 * _SIZE), np.zeros(count + 2 * _SIZE)
    for number, part in enumerate(np.fft.irfft(bands, _SIZE, axis=1)):
        at = number * _HOP
        sound[at : at + _SIZE] += part * _WINDOW
        weight[at : at + _SIZE] += _WINDOW**2
    return (sound / np.maximum(weight, 1e-3))[_SIZE : _SIZE + count].astype(np.float32)
