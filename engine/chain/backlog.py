"""What was caught and waits to be understood: in the order in which it was said, but a stop may not wait."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Condition

from engine.commanding.commands import Stop
from engine.commanding.phrases import understand as understood
from engine.hearing.attention import OPEN, Caught, Guess
from engine.hearing.endpointing import Utterance
from engine.hearing.hearing import FILE, understand
from engine.hearing.understanding import is_stop
from engine.values.errors import NothingHeard
from engine.values.ports import Microphone, SpeechDetector, Transcriber

_SHORT = 3.0
"""Seconds, with the silence around; what is longer is no stop."""
_PIECES = 3
"""Pieces of our own voice that are kept: a slow computer would else hear a stop among them long afterwards."""
_CHECKED = 2
"""Of what waits, so many that were said last are looked at for a stop, before the first is understood."""


@dataclass(frozen=True, slots=True)
class Ears:
    """What is needed to hear. Built on the ears thread; the transcriber is then used on the hear thread alone.

    Of the detector the hear thread uses only `probabilities`, which leaves the stream alone.
    """

    microphone: Microphone
    detector: SpeechDetector
    transcriber: Transcriber


@dataclass(slots=True, eq=False)
class Waiting:
    """An utterance that waits. `drops`: how often the user had wanted to be forgotten; `guess`: what it was found to be
    when it was looked at for a stop."""

    caught: Caught
    ears: Ears
    drops: int
    guess: Guess | None = None
    checked: bool = False

    @property
    def short(self) -> bool:
        return self.caught.ended and self.caught.utterance.recording.seconds <= _SHORT


def recognise(caught: Caught, ears: Ears, names: Sequence[str]) -> Guess:
    """Return what was said, "" for nothing that counts. Raises HearingError other than NothingHeard."""
    start = time.monotonic()
    utterance = caught.utterance
    if caught.mixed:
        cleared = caught.mixed.cleared(len(utterance.recording.samples))
        utterance = Utterance(cleared, ears.detector.probabilities(cleared))
    try:
        text = understand(utterance, ears.transcriber, names, FILE if caught.held else OPEN)
    except NothingHeard:
        text = ""
    return Guess(caught, text, round((time.monotonic() - start) * 1000, 1))


def stops(text: str) -> bool:
    """True when these words mean stop, whatever else is said with them."""
    return is_stop(text) or isinstance(understood(text), Stop)


class Backlog:
    """Filled on the ears thread, emptied on the hear thread."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._waiting: list[Waiting] = []
        self._closed = False

    def put(self, one: Waiting) -> None:
        """Add what was said last; of our own voice only the last pieces are kept."""
        with self._changed:
            self._waiting.append(one)
            for old in [each for each in self._waiting if each.caught.over_speech][:-_PIECES]:
                self._waiting.remove(old)
            self._changed.notify()

    def get(self, check: Callable[[Waiting], bool]) -> Waiting | None:
        """Wait for the next one; None once closed. `check` says whether one is a stop: it goes before all others.

        A piece heard over our own voice can be nothing but a stop, so the last one goes first.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._waiting)
            if self._closed:
                return None
        while one := self._unchecked():
            one.checked = True
            if check(one):
                self._forget_before(one)
                break
        with self._changed:
            pieces = [each for each in self._waiting if each.caught.over_speech]
            chosen = pieces[-1] if pieces else self._waiting[0]
            self._waiting.remove(chosen)
            return chosen

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _unchecked(self) -> Waiting | None:
        """The last one that waits behind others and may be a stop."""
        with self._changed:
            last = self._waiting[1:][-_CHECKED:]
            if self._closed or any(each.caught.over_speech for each in self._waiting):
                return None
            return next((each for each in reversed(last) if each.short and not each.checked), None)

    def _forget_before(self, one: Waiting) -> None:
        with self._changed:
            if one in self._waiting:
                del self._waiting[: self._waiting.index(one)]
