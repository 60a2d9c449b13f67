"""Another sample rate for a stream or a whole recording: a windowed sinc, so that nothing folds back. Pure."""

from math import ceil, gcd

import numpy as np
from numpy.typing import NDArray

from engine.values.sound import Recording

_CROSSINGS = 16
"""Zero crossings of the sinc on each side: about 80 dB with the Kaiser window below."""
_BETA = 8.0
_PASSED = 0.92
"""Share of the lower Nyquist frequency that is kept; the rest is the filter's slope."""
_BLOCK = 8192


class Resampler:
    """Converts a mono stream from `source` to `target` samples a second, chunk by chunk of any length.

    Output sample n stands at the time of n / target seconds of the input; the last `half` input samples are held back
    until more comes.
    """

    def __init__(self, source: int, target: int) -> None:
        common = gcd(source, target)
        self._up, self._down = target // common, source // common
        narrow = min(1.0, target / source)
        self.half = ceil(_CROSSINGS / narrow)
        self._taps = _filters(self._up, self.half, narrow * _PASSED)
        self._kept = np.zeros(self.half - 1, np.float32)
        self._next = 0

    def feed(self, samples: NDArray[np.float32]) -> NDArray[np.float32]:
        """Take the next samples, shape (n,); return those that can be computed now."""
        held = np.concatenate([self._kept, samples])
        usable = len(held) - 2 * self.half + 1
        count = max(0, -((self._next - usable * self._up) // self._down))
        if usable <= 0 or count == 0:
            self._kept = held
            return np.zeros(0, np.float32)
        times = self._next + self._down * np.arange(count)
        windows = held[(times // self._up)[:, None] + np.arange(2 * self.half)]
        converted: NDArray[np.float32] = np.einsum("nk,nk->n", windows, self._taps[times % self._up])
        after = self._next + self._down * count
        passed = min(after // self._up, len(held))
        self._kept, self._next = held[passed:], after - passed * self._up
        return converted


def resample(recording: Recording, rate: int) -> Recording:
    """Return the recording at `rate` samples a second, as long as it was."""
    if recording.rate == rate:
        return recording
    stream = Resampler(recording.rate, rate)
    padded = np.pad(recording.samples, (0, stream.half + 1)).astype(np.float32)
    parts = [stream.feed(padded[at : at + _BLOCK]) for at in range(0, len(padded), _BLOCK)]
    wanted = round(len(recording.samples) * rate / recording.rate)
    return Recording(np.concatenate(parts)[:wanted], rate)


def _filters(phases: int, half: int, cutoff: float) -> NDArray[np.float32]:
    """One low-pass for each position between two input samples, shape (phases, 2 * half)."""
    distance = np.arange(-half + 1, half + 1)[None, :] - (np.arange(phases) / phases)[:, None]
    window = np.i0(_BETA * np.sqrt(np.clip(1 - (distance / half) ** 2, 0, 1))) / np.i0(_BETA)
    taps = np.sinc(cutoff * distance) * window
    filters: NDArray[np.float32] = (taps / taps.sum(axis=1, keepdims=True)).astype(np.float32)
    return filters
