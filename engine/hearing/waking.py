"""What is listened for while nothing else counts: a phrase that wakes, and a stop over our own voice. Pure."""

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf

LONGEST = 6.0
"""Seconds; no wake phrase is as long as this, even when it is repeated."""

_PHRASE = r"wake up|start listening|listen to me|unmute|un mute"
_NAME = r"say ?so|hey|ok|okay|please|voice access"
_WAKE = re.compile(rf"(?:(?:{_NAME}) )*({_PHRASE})(?: (?:{_PHRASE}|{_NAME}|now))*")
_STOPS = frozenset({"stop", "quiet"})
_LIKE_STOP = frozenset({"stop", "stops", "stopped", "top", "tops", "shop", "shops", "step", "steps", "stock", "quiet"})


@dataclass(slots=True)
class Spoken:
    """What Sayso spoke when: each text sounds until the next one begins, at the longest."""

    _texts: deque[tuple[float, str]] = field(default_factory=lambda: deque(maxlen=8))

    def add(self, text: str, at: float) -> None:
        """`text` begins to sound at the time `at`, in seconds."""
        self._texts.append((at, text))

    def since(self, begin: float) -> list[str]:
        """Return what sounded after the time `begin`, and what may have."""
        texts = tuple(self._texts)
        ends = [at for at, _ in texts[1:]]
        return [text for (_, text), end in zip(texts, [*ends, inf], strict=False) if end >= begin]


def waking(text: str) -> str:
    """Return the wake phrase that the whole utterance is, said once or several times; "" for anything else."""
    found = _WAKE.fullmatch(" ".join(_words(text)))
    return found[1].replace("un mute", "unmute").capitalize() if found else ""


def stops_over(text: str, own: Iterable[str]) -> bool:
    """True when a stop is among the words heard while Sayso says `own`, which have nothing like it."""
    spoken = {word for said in own for word in _words(said)}
    return bool(_STOPS & set(_words(text))) and not _LIKE_STOP & spoken


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
