"""Another sample rate for a stream or a whole recording. The only importer of soxr."""

import numpy as np
import soxr
from numpy.typing import NDArray

from engine.values.sound import Recording


class Resampler:
    """Converts a mono stream from `source` to `target` samples a second, chunk by chunk of any length.

    The last few milliseconds are held back until more comes.
    """

    def __init__(self, source: int, target: int) -> None:
        self._stream = soxr.ResampleStream(source, target, 1, dtype="float32", quality="MQ")

    def feed(self, samples: NDArray[np.float32]) -> NDArray[np.float32]:
        """Take the next samples, shape (n,); return those that can be computed now."""
        converted: NDArray[np.float32] = self._stream.resample_chunk(samples.astype(np.float32, copy=False))
        return converted


def resample(recording: Recording, rate: int) -> Recording:
    """Return the recording at `rate` samples a second, as long as it was."""
    if recording.rate == rate:
        return recording
    converted = soxr.resample(recording.samples.astype(np.float32, copy=False), recording.rate, rate)
    return Recording(np.asarray(converted, np.float32), rate)
