"""What waits to be said: parts of texts in order of priority, made into sound a little ahead of being heard.

Two threads work on one line: the voice thread makes the first part that has no sound yet, the speak thread takes the
first part once its sound is there. Whatever is put in front is therefore also made first.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from threading import Condition
from threading import Event as Flag
from typing import Literal

from engine.values.sound import Recording

Priority = Literal["reply", "notice", "progress"]
"""The end of a turn; something that should be known; that something still goes on."""

_RANKS: dict[Priority, int] = {"reply": 1, "notice": 2, "progress": 3}
_AHEAD = 2
"""Parts made into sound before they are needed."""


@dataclass(slots=True, eq=False)
class Text:
    """One text, whole. `own` is True once it is certain that our own voice says it."""

    words: str
    priority: Priority
    own: bool = False


@dataclass(slots=True, eq=False)
class Part:
    """A sentence of a text, the whole text for a screen reader (`handed`), or a sound alone (`of` is None).

    `cut` is raised when it must no longer be heard. `recording` is None when there is nothing to hear.
    """

    words: str
    of: Text | None = None
    cut: Flag = field(default_factory=Flag)
    made: bool = False
    handed: bool = False
    recording: Recording | None = None

    @property
    def rank(self) -> int:
        return _RANKS[self.of.priority] if self.of else 0


class Line:
    """The parts that wait, and the one that is heard. May be used from any thread."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._parts: list[Part] = []
        self._heard: Part | None = None
        self._closed = False

    def add(self, parts: Iterable[Part]) -> None:
        """Put parts in, each behind those that are as important. A reply makes reports of progress needless."""
        with self._changed:
            for part in parts:
                if part.of and part.of.priority == "reply":
                    self._parts = [one for one in self._parts if not (one.of and one.of.priority == "progress")]
                behind = sum(1 for one in self._parts if one.rank <= part.rank)
                self._parts.insert(behind, part)
            self._changed.notify_all()

    def cue(self, part: Part) -> None:
        """Put a sound in front of all, unless something is being said just now."""
        with self._changed:
            if self._heard is None or self._heard.of is None or self._heard.cut.is_set():
                self._parts = [part, *(one for one in self._parts if one.of)]
                self._changed.notify_all()

    def replace(self, text: Text, parts: Iterable[Part]) -> None:
        """Put these parts where the first part of a text waits, and drop all that there were of it."""
        with self._changed:
            places = [at for at, one in enumerate(self._parts) if one.of is text]
            if places:
                kept = [one for one in self._parts if one.of is not text]
                kept[places[0] : places[0]] = parts
                self._parts = kept
            self._changed.notify_all()

    def again(self, part: Part, parts: Iterable[Part]) -> None:
        """Put these parts before those that are as important: they are what the part just heard was to say."""
        with self._changed:
            if not part.cut.is_set():
                front = sum(1 for one in self._parts if one.rank < part.rank)
                self._parts[front:front] = parts
            self._changed.notify_all()

    def to_make(self, else_do: Callable[[], bool]) -> Part | None:
        """Wait for the first part without sound; None once closed, or when `else_do` says there is something else."""
        with self._changed:
            while not self._closed and not else_do():
                waiting = next((one for one in self._parts[:_AHEAD] if not one.made), None)
                if waiting:
                    return waiting
                self._changed.wait()
            return None

    def made(self, part: Part, recording: Recording | None) -> None:
        with self._changed:
            part.recording, part.made = recording, True
            self._changed.notify_all()

    def unmake(self) -> None:
        """Let what waits be made again: it should sound otherwise now."""
        with self._changed:
            for part in self._parts:
                part.made = part.of is None or part.handed
            self._changed.notify_all()

    def to_hear(self, *, speaks: bool) -> Part | None:
        """Wait for the first part to have its sound; None once closed, and to who `speaks` when no words are left."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._closed or (speaks and self.idle) or (self._parts and self._parts[0].made)
            )
            self._heard = None if self._closed or (speaks and self.idle) else self._parts.pop(0)
            return self._heard

    def heard(self) -> None:
        """Say that the part has been heard."""
        with self._changed:
            self._heard = None
            self._changed.notify_all()

    def clear(self) -> None:
        """Cut the part that is heard, and forget those that wait."""
        with self._changed:
            for part in [*self._parts, *([self._heard] if self._heard else [])]:
                part.cut.set()
            self._parts.clear()
            self._changed.notify_all()

    def close(self) -> None:
        self.clear()
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def wake(self) -> None:
        """Let those who wait look again."""
        with self._changed:
            self._changed.notify_all()

    @property
    def idle(self) -> bool:
        """True when there is nothing left to say; a sound alone does not count."""
        with self._changed:
            return not any(one.of for one in [*self._parts, *([self._heard] if self._heard else [])])

    def wait(self, timeout: float | None) -> bool:
        """Wait until there is nothing left to hear; False if that took longer than `timeout` seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._parts and self._heard is None, timeout)
