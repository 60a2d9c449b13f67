"""Where an utterance begins and ends in a stream of speech probabilities. Pure: no sound device, no model."""

from collections import deque
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.values.sound import FRAME, RATE, Frame, Recording

FRAME_SECONDS = FRAME / RATE

_ROOM = 0.002
"""Root mean square of the noise of a quiet room."""

Step = Literal["waiting", "started", "going", "paused", "ended", "dropped"]
"""`started` and `ended` come once an utterance; `dropped` ends one that was too short to be speech; `paused` comes at
each silence within or after it that is long enough for a guess that it is over."""


@dataclass(frozen=True, slots=True)
class Endpointing:
    """Bounds of an utterance; times in seconds, thresholds are speech probabilities.

    threshold    a frame at or above it is speech; one below `release` is silence; between the two nothing changes
    pause        after so much silence it is worth a guess that the utterance is over
    end_silence  so much silence ends the utterance (slow speakers want more)
    pre_roll     kept, or added as quiet, before the first speech: soft first consonants score low
    tail         kept, or added as zeros, after the last speech: Whisper drops a last word that is cut off
    min_speech   less speech than this is a click or a cough
    longest      an utterance is ended here even if the noise goes on
    """

    threshold: float = 0.5
    release: float = 0.35
    pause: float = 0.2
    end_silence: float = 0.4
    pre_roll: float = 0.3
    tail: float = 0.35
    min_speech: float = 0.2
    longest: float = 15.0


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an utterance has come, in frames; `length` 0 means that none has begun."""

    length: int = 0
    speech: int = 0
    silence: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Utterance:
    """A recording with the speech probability of each of its 512-sample frames, shape (ceil(n / 512),)."""

    recording: Recording
    probabilities: NDArray[np.float32]


def advance(progress: Progress, probability: float, bounds: Endpointing) -> tuple[Progress, Step]:
    """Take the next frame's speech probability; return the new progress and what it means."""
    if not progress.length:
        if probability < bounds.threshold:
            return progress, "waiting"
        return Progress(length=1, speech=1), "started"
    speech = progress.speech + (probability >= bounds.threshold)
    silence = progress.silence + 1 if probability < bounds.release else 0
    after = Progress(progress.length + 1, speech, silence)
    over = silence >= in_frames(bounds.end_silence) or after.length >= in_frames(bounds.longest)
    enough = speech >= in_frames(bounds.min_speech)
    if not over:
        return after, "paused" if enough and silence == in_frames(bounds.pause) else "going"
    return Progress(), "ended" if enough else "dropped"


@dataclass(slots=True)
class Endpointer:
    """Cuts utterances out of a stream of frames, with what was said just before the first loud frame."""

    bounds: Endpointing = field(default_factory=Endpointing)
    _progress: Progress = field(default_factory=Progress, init=False)
    _kept: deque[tuple[Frame, float]] = field(default_factory=deque, init=False)

    def feed(self, frame: Frame, probability: float) -> tuple[Step, Utterance | None]:
        """Take the next frame; the utterance comes with the step "ended", and what there is of it with "paused"."""
        self._kept.append((frame, probability))
        self._progress, step = advance(self._progress, probability, self.bounds)
        if step == "ended":
            return step, self._cut()
        if step == "paused":
            return step, gather(list(self._kept))
        if step in ("waiting", "dropped"):
            self._forget()
        return step, None

    @property
    def quiet(self) -> bool:
        """True while nothing is said."""
        return not self._progress.length or self._progress.silence > 0

    @property
    def speaks(self) -> bool:
        """True while an utterance goes on."""
        return self._progress.length > 0

    def recall(self, utterance: Utterance, seconds: float) -> None:
        """Begin the next utterance, if speech goes on, with the end of one that was cut."""
        for at in range(max(0, len(utterance.probabilities) - in_frames(seconds)), len(utterance.probabilities)):
            frame = utterance.recording.samples[at * FRAME : (at + 1) * FRAME]
            self._kept.append((frame, float(utterance.probabilities[at])))

    def reset(self) -> None:
        """Forget what has been heard so far."""
        self._progress = Progress()
        self._kept.clear()

    def _cut(self) -> Utterance:
        utterance = gather(list(self._kept))
        self._kept.clear()
        return utterance

    def _forget(self) -> None:
        while len(self._kept) > in_frames(self.bounds.pre_roll):
            self._kept.popleft()


def gather(frames: list[tuple[Frame, float]]) -> Utterance:
    """Join frames and their speech probabilities."""
    sounds = [frame for frame, _ in frames]
    samples = np.concatenate(sounds) if sounds else np.zeros(0, np.float32)
    return Utterance(Recording(samples), np.array([p for _, p in frames], np.float32))


def trim(utterance: Utterance, bounds: Endpointing) -> Recording:
    """Cut the silence off both ends, keeping `pre_roll` and `tail`; where there is less, quiet is added.

    Without it Whisper loses the first consonant ("and booking") or the last word. In front it must be the noise of a
    room: after nothing but zeros Whisper takes "no" for "hello".
    """
    loud = np.flatnonzero(utterance.probabilities >= bounds.threshold)
    if not len(loud):
        return Recording(np.zeros(0, np.float32))
    samples = utterance.recording.samples
    begin = int(loud[0]) * FRAME - round(bounds.pre_roll * RATE)
    end = (int(loud[-1]) + 1) * FRAME + round(bounds.tail * RATE)
    room = np.random.default_rng(0).normal(0, _ROOM, max(0, -begin)).astype(np.float32)
    tail = np.zeros(max(0, end - len(samples)), np.float32)
    return Recording(np.concatenate([room, samples[max(0, begin) : end], tail]))


def speech_seconds(utterance: Utterance, bounds: Endpointing) -> float:
    """Seconds of the utterance that are speech."""
    return float(np.count_nonzero(utterance.probabilities >= bounds.threshold)) * FRAME_SECONDS


def in_frames(seconds: float) -> int:
    """Frames of 32 ms that last about so long, at least one."""
    return max(1, round(seconds / FRAME_SECONDS))
