"""Is the microphone muted, or is there merely nothing to hear, and how loud is it? Pure: no sound device."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.hearing.endpointing import in_frames
from engine.values.sound import Frame

_FIRST_SECONDS = 1.5
"""Nothing but zeros for so long after opening."""
_LATER_SECONDS = 5.0
"""Nothing but zeros for so long from a microphone that had worked."""
_ROOM_SECONDS = 2.0
"""Noise of a quiet room for so long shows that the microphone has no noise gate."""
_QUIET = 0.01
"""Root mean square; a gate lets nothing through that is as quiet as this for long."""
_SPEECH = 0.35
_FAINT = 0.0001
"""Root mean square below which even the noise of a quiet room is missing: the microphone is turned down."""


def level(samples: NDArray[np.float32]) -> Literal["silent", "very quiet", "fine"]:
    """Return how loud about a second of sound is, shape (n,); silent is nothing but zeros."""
    if not np.any(samples):
        return "silent"
    return "very quiet" if float(np.sqrt(np.mean(np.square(samples)))) < _FAINT else "fine"


@dataclass(slots=True)
class Muting:
    """Knows a microphone that gives exact zeros because it is muted. One for each opening.

    Some microphones have a noise gate and give zeros whenever nobody speaks: only one that had let the noise of the
    room through is taken for muted later on, and must do so anew after each time, since some gates need a moment.
    """

    _zeros: int = 0
    _room: int = 0
    _sounded: bool = False
    _ungated: bool = False
    _told: bool = False

    def feed(self, frame: Frame, probability: float) -> bool:
        """Take the next frame and its speech probability; True, once until it sounds again, when it is muted."""
        if np.any(frame):
            self._sound(frame, probability)
            return False
        self._room = 0
        self._zeros += 1
        if self._told or (self._sounded and not self._ungated):
            return False
        self._told = self._zeros >= in_frames(_LATER_SECONDS if self._sounded else _FIRST_SECONDS)
        return self._told

    def _sound(self, frame: Frame, probability: float) -> None:
        self._ungated = self._ungated and not self._told
        self._sounded, self._told, self._zeros = True, False, 0
        quiet = probability < _SPEECH and float(np.sqrt(np.mean(np.square(frame)))) < _QUIET
        self._room = self._room + 1 if quiet else 0
        self._ungated = self._ungated or self._room >= in_frames(_ROOM_SECONDS)
