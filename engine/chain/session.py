"""Turns one after another on one thread: holds the State, keeps the record, and catches every error once."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import Event as Flag
from typing import TypeVar

from engine import replying
from engine.chain.record import Record
from engine.chain.restarting import Lasting
from engine.chain.state import Equipment, Kit, State
from engine.chain.turn import take
from engine.chain.waiting import spoken_of
from engine.judging.redacting import hide_cards, without
from engine.thinking.ranking import encode_ahead
from engine.values.action import Load
from engine.values.errors import BrowserGone, SaysoError, SettingsError, StorageError
from engine.values.event import Adjusted, Event, Finished, Notice, Phase, Replied
from engine.values.page import Page
from engine.values.ports import Browser, Encoder, LanguageModel
from engine.values.settings import Settings
from engine.values.sound import Said

log = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Parts:
    """How the adapters of a session are come by. `browser` starts Chrome; the models may still be loading."""

    browser: Callable[[], Browser]
    encoder: Callable[[], Encoder]
    model: Callable[[], LanguageModel]
    ready: Callable[[], bool] = lambda: True
    """True when `encoder` answers at once."""
    equipment: Equipment = field(default_factory=Equipment)
    keep: Callable[[Adjusted], None] = lambda _: None
    """Writes a changed setting down for the next start. Raises SettingsError."""


class Session:
    """One conversation. Built and used on the act thread only; `stop` and `hurry` may be set from anywhere.

    `hurry` ends what is done ahead, since something is to be done now.

    `names` are those that the page suggests for the next utterance; none while a question is open, since a page must
    not have a say in what is heard as yes.
    """

    def __init__(self, parts: Parts, settings: Settings, record: Record, emit: Callable[[Event], None]) -> None:
        self.stop, self.hurry = Flag(), Flag()
        self._parts, self._settings, self._record, self._show = parts, settings, record, emit
        self._browser = Lasting(parts.browser)
        self._state = State()
        self._secrets: set[str] = set()
        self.names: tuple[str, ...] = ()

    def open(self, url: str = "") -> str:
        """Start the browser, go to `url` or else to the user's home page; return its title. Raises SaysoError."""
        self._browser.start()
        first = url or self._settings.home
        if not first:
            return ""
        page = self._guarded(lambda: self._shown(first))
        if page is None:
            raise SaysoError(replying.INTERNAL)
        self.names = likely(page)
        return page.title or page.url

    def _shown(self, url: str) -> Page:
        action = Load(url)
        try:
            with spoken_of(self.emit, replying.still_doing(action), self.stop):
                self._browser.perform(action, self._browser.capture(), self.stop)
                return self._browser.capture()
        except BrowserGone:
            self._browser.close()
            raise

    def prepare(self) -> None:
        """Look at the page and encode its elements while the user still speaks, until `hurry` is set.

        Nothing is shown, recorded or mended: whatever is wrong shows again, and is told, in the turn that follows.
        """
        try:
            self._guarded(self._ahead)
        except SaysoError as error:
            log.debug("not prepared: %s", type(error).__name__)

    def _ahead(self) -> None:
        if not self._browser.runs:
            return
        page = self._browser.capture(self.hurry)
        self._name(page)
        if self._parts.ready():
            encode_ahead(page, self._parts.encoder(), self.hurry)

    def take(self, said: Said) -> Finished:
        """Take one utterance to its end, whatever happens, and report how it ended."""
        start = time.monotonic()
        self.stop.clear()
        if self._guarded(lambda: self._turn(said, start)) is None:
            self._fail(replying.INTERNAL, start)
        return self._finish(start)

    def _turn(self, said: Said, start: float) -> State:
        try:
            self._browser.start()
            kit = self._kit()
            self._state = take(said, self._state, kit, self.emit, self.stop)
        except BrowserGone:
            self._fail(self._restart(replying.SAY_IT_AGAIN), start)
        except SaysoError as error:
            self._fail(str(error), start)
        return self._state

    def _kit(self) -> Kit:
        parts, secrets = self._parts, self._secrets
        return Kit(
            self._browser, parts.encoder, parts.model, self._settings, secrets=secrets, equipment=parts.equipment
        )

    def _guarded(self, work: Callable[[], T]) -> T | None:
        """What `work` returns; None when it failed in a way that nobody foresaw. Raises SaysoError."""
        try:
            return work()
        except SaysoError:
            raise
        except Exception:  # the one guard: whatever else is wrong, the user hears a sentence and the program goes on
            log.exception("turn failed")
            return None

    def refuse(self, error: SaysoError) -> Finished:
        """Report an utterance that could not be heard, as a turn that failed."""
        start = time.monotonic()
        self._fail(str(error), start)
        return self._finish(start)

    def emit(self, event: Event) -> None:
        """Record an event, then show it. Raises StorageError, which ends the turn before its next effect."""
        shown = without(event, self._secrets)
        self._record.append(shown)
        if isinstance(event, Adjusted) and event.kept:
            self._take_over(event)
        self._show(shown)

    def _take_over(self, change: Adjusted) -> None:
        """Go on with a changed setting, and keep it; that it cannot be kept is told, and it holds all the same."""
        self._settings = replace(self._settings, **{change.name: change.value})  # type: ignore[arg-type]
        if change == Adjusted("voice", False):
            return  # the next start would be silent, and who cannot see would not know why
        try:
            self._parts.keep(change)
        except SettingsError as error:
            self._tell(Notice(str(error)))

    def close(self) -> None:
        """End the browser and the record."""
        self._browser.close()
        self._record.close()

    def _restart(self, next_step: str = "") -> str:
        """Start Chrome again with its tabs, without repeating what was being done; return what to tell the user."""
        try:
            return f"{self._browser.again(self._state.sent)} {next_step}".strip()
        except SaysoError as error:
            return f"{replying.CLOSED} {error}"

    def _fail(self, sentence: str, start: float) -> None:
        self._state = replace(self._state, pending=None, choices=None, last_reply=sentence, status="failed", rest="")
        self._tell(Replied(hide_cards(sentence), round((time.monotonic() - start) * 1000, 1)))

    def _finish(self, start: float) -> Finished:
        state = self._state
        url, title = self._guarded(self._where) or (state.url, state.title)
        asked = state.pending is not None
        ended = Finished(state.status, asked, url, title, round((time.monotonic() - start) * 1000, 1))
        self._tell(ended)
        self._tell(Phase("idle"))
        return ended

    def _where(self) -> tuple[str, str]:
        self.names = ()
        if not self._browser.runs:
            return "", ""
        try:
            with spoken_of(self._tell, replying.STILL_WAITING, self.stop):
                page = self._browser.capture()
        except BrowserGone:
            self._tell(Notice(self._restart()))
            return self._state.url, self._state.title
        except SaysoError:
            return self._state.url, self._state.title
        self._name(page)
        return page.url, page.title

    def _name(self, page: Page) -> None:
        if self._state.pending is None and self._state.choices is None:
            self.names = likely(page)

    def _tell(self, event: Event) -> None:
        """Show the end of a turn even when it can no longer be recorded."""
        shown = without(event, self._secrets)
        try:
            self._record.append(shown)
        except StorageError as error:
            log.warning("not recorded: %s", error)
        self._show(shown)


def likely(page: Page) -> tuple[str, ...]:
    """Return the names of what can be acted on, those in view first: words that are likely to be said next."""
    named = [element for element in page.elements if element.interactive and element.name]
    return tuple(dict.fromkeys(element.name for element in sorted(named, key=lambda element: not element.visible)))
