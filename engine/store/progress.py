"""How far an installation is, as lines that a braille display or a log can follow."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TextIO

from engine.store.places import in_words

STEP = 10


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of `total` bytes of `step` ("downloading", "checking", …) for the model `title`; total 0: unknown."""

    title: str
    step: str
    done: int = 0
    total: int = 0


Report = Callable[[Progress], None]


def silent(_: Progress) -> None:
    """Report nothing."""


def to_stream(stream: TextIO) -> Report:
    """Write progress to `stream`: one line that grows on a terminal, else a line for every tenth."""
    redraw = stream.isatty()
    shown = ("", "", -1)
    growing = False

    def report(progress: Progress) -> None:
        nonlocal shown, growing
        percent = 100 * progress.done // progress.total if progress.total else 0
        now = (progress.title, progress.step, percent if redraw else percent - percent % STEP)
        if now == shown:
            return
        if redraw:
            stream.write("\n" if growing and now[:2] != shown[:2] else "\r")
            growing = progress.total > 0 and percent < 100
        stream.write(_line(progress, percent) + ("" if growing else "\n"))
        stream.flush()
        shown = now

    return report


def _line(progress: Progress, percent: int) -> str:
    if not progress.total:
        return f"{progress.title}: {progress.step}"
    return f"{progress.title}: {progress.step}, {percent} percent of {in_words(progress.total)}"
