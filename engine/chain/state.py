"""What outlives a turn, and what a turn works with. Both frozen: a turn takes a State and returns the next one."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.commanding.choosing import Option
from engine.commanding.commands import OnPage
from engine.judging.consent import Pending
from engine.thinking.prompting import Exchange
from engine.values.action import Action
from engine.values.event import Status
from engine.values.page import Element, Page
from engine.values.ports import Browser, Encoder, LanguageModel
from engine.values.settings import Settings

KEPT = 5
"""Turns of dialogue that the model is shown (paper §4: the last five)."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The numbered list that was just offered, from option `start` on.

    Picking an element tries `command` again on it; any other option has a command of its own.
    """

    command: OnPage
    spoken: str
    options: tuple[Element | Option, ...]
    start: int = 0


@dataclass(frozen=True, slots=True)
class Reverse:
    """How the last thing done is undone; no `action` where it cannot be, and `why` then says so.

    It holds while the page at `url` is shown, and `element` holds what it held afterwards ("" when that is unknown).
    """

    action: Action | None = None
    why: str = ""
    url: str = ""
    element: Element | None = None
    held: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """What was entered in `element` (as it was seen afterwards) on the document at `url` in a tab; `before` it held."""

    tab: str
    url: str
    element: Element
    before: str


def _none() -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Equipment:
    """What a turn may ask of Sayso's own ears and mouth.

    voices       names of the voices, microphones  those of the microphones; both may raise SaysoError
    engines      what can speak here: "espeak", "piper"
    hears        True while it listens hands-free, awake or asleep; False while it could; None where it never can
    """

    voices: Callable[[], tuple[str, ...]] = _none
    microphones: Callable[[], tuple[str, ...]] = _none
    engines: Callable[[], tuple[str, ...]] = _none
    hears: Callable[[], bool | None] = lambda: None


@dataclass(frozen=True, slots=True)
class State:
    """The conversation so far. `pending` and `choices` live for exactly one more turn.

    `sent` holds the addresses that answered what the user sent: ChromeDriver reloads them without asking. `undo` holds
    what can be undone, the last thing last. `unseen` is the page on which the last action was seen to do nothing.
    `rest` is what is left to say of a long reply, until the next command.
    """

    exchanges: tuple[Exchange, ...] = ()
    pending: Pending | None = None
    choices: Choices | None = None
    last_reply: str = ""
    status: Status = "done"
    url: str = ""
    title: str = ""
    sent: frozenset[str] = frozenset()
    undo: tuple[Reverse, ...] = ()
    entries: tuple[Entry, ...] = ()
    unseen: Page | None = None
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Kit:
    """The adapters of a turn. `encoder` and `model` wait until theirs is loaded (ModelError when it cannot be).

    `secrets` collects the passwords and the like that were typed, so that no later event holds them.
    """

    browser: Browser
    encoder: Callable[[], Encoder]
    model: Callable[[], LanguageModel]
    settings: Settings
    clock: Callable[[], float] = time.monotonic
    secrets: set[str] = field(default_factory=set)
    equipment: Equipment = field(default_factory=Equipment)
