"""Five short sounds that say without words where a turn stands. Made from sines, so there are no files.

They differ in direction, number of notes and height, so that they can be told apart at low volume and by people who
hear high notes badly: listening rises, heard is one short tick, done is two equal notes, asked rises and falls back,
failed falls. None is lower than 440 Hz: below that, speech detection takes them for a voice.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.values.sound import Earcon, Recording

RATE = 22_050
LOUDNESS = 0.12
"""Peak, of 1: well below speech, which reaches 0.5 to 0.8."""
_EDGE = 0.008
"""Seconds of each note's rise and fall, so that nothing clicks."""

_NOTES: dict[Earcon, tuple[tuple[float, float], ...]] = {
    "listening": ((523, 0.06), (784, 0.08)),
    "heard": ((659, 0.06),),
    "done": ((784, 0.07), (0, 0.03), (784, 0.09)),
    "asked": ((587, 0.07), (880, 0.08), (740, 0.08)),
    "failed": ((659, 0.1), (440, 0.13)),
}
"""Hertz (0 is silence) and seconds of each note."""


@cache
def earcon(name: Earcon) -> Recording:
    """Return the sound: shorter than a quarter of a second, and quiet."""
    return Recording(np.concatenate([_note(hertz, seconds) for hertz, seconds in _NOTES[name]]), RATE)


def _note(hertz: float, seconds: float) -> NDArray[np.float32]:
    times = np.arange(round(seconds * RATE)) / RATE
    edges = np.clip(np.minimum(times, seconds - times) / _EDGE, 0, 1)
    wave = np.sin(2 * np.pi * hertz * times) + 0.25 * np.sin(4 * np.pi * hertz * times)
    shaped: NDArray[np.float32] = (LOUDNESS / 1.25 * wave * np.sin(np.pi / 2 * edges) ** 2).astype(np.float32)
    return shaped
