"""Sound as it travels: frames from a microphone, a recording to transcribe or to play, what was said."""

from dataclasses import dataclass
from math import inf
from typing import Literal

import numpy as np
from numpy.typing import NDArray

RATE = 16_000
"""Samples a second of all sound that is heard (mono, float32 in -1…1)."""

FRAME = 512
"""Samples of one Frame: 32 ms, the window of Silero VAD at 16 kHz."""

Frame = NDArray[np.float32]
"""Shape (512,), float32 in -1…1, 16 kHz mono."""


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """`samples`: shape (n,), float32 in -1…1, mono; `rate`: samples a second."""

    samples: NDArray[np.float32]
    rate: int = RATE

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.rate


@dataclass(frozen=True, slots=True)
class Manner:
    """How speech sounds: `rate` in words a minute, 80 to 500; `pitch` and `volume` 0 to 100; `voice` by name.

    A `voice` of "" is the usual one of the language.
    """

    rate: int = 180
    pitch: int = 50
    volume: int = 100
    voice: str = ""


Earcon = Literal["listening", "heard", "done", "asked", "failed"]
"""Short sounds that say without words where a turn stands."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """What Whisper made of a recording, before anything is believed. Probabilities in 0…1, log-probability ≤ 0."""

    text: str
    log_probability: float
    no_speech: float
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Said:
    """One utterance of the user, as text.

    `ms`: milliseconds that its recognition took, 0 when typed; `at`: time.monotonic() when it was said, infinity for
    just now; `began`: when its first word was spoken, infinity when it was not. A yes that was said before the
    question was asked is no answer to it, nor is one that was begun before the question could be heard (`early`).
    """

    text: str
    source: Literal["typed", "spoken", "button"] = "typed"
    ms: float = 0.0
    at: float = inf
    began: float = inf
    early: bool = False
