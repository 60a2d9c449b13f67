"""A long recording in pieces that a recogniser hears whole, cut where it is quietest. Pure."""

from collections.abc import Iterator

import numpy as np

from engine.values.sound import Recording

_STEP_SECONDS = 0.1
_QUIET_STEPS = 3
"""So many steps in a row are looked at: a pause, not a stop consonant."""


def pieces(recording: Recording, least: float, most: float) -> Iterator[Recording]:
    """Yield the recording in pieces of `least` to `most` seconds (the last may be shorter), cut at pauses."""
    step = round(_STEP_SECONDS * recording.rate)
    samples = recording.samples
    while len(samples) > most * recording.rate:
        window = samples[round(least * recording.rate) : round(most * recording.rate)]
        energy = np.array(
            [float(np.mean(np.square(window[at : at + step]))) for at in range(0, len(window) - step, step)]
        )
        quiet = np.convolve(energy, np.ones(_QUIET_STEPS), "valid")
        at = round(least * recording.rate) + (int(np.argmin(quiet)) * 2 + _QUIET_STEPS) * step // 2
        yield Recording(samples[:at], recording.rate)
        samples = samples[at:]
    yield Recording(samples, recording.rate)
