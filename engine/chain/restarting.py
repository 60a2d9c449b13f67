"""A Chrome that ended is started again with the tabs that were open; nothing is sent again on the way."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from threading import Event as Flag
from urllib.parse import urlsplit

from engine import replying
from engine.judging.wording import document_of, spared
from engine.values.action import Action
from engine.values.errors import BrowserError, BrowserGone
from engine.values.outcome import Outcome
from engine.values.page import Page, Snapshot, Tab
from engine.values.ports import Browser

OFTEN = 3
SOON_SECONDS = 60.0
"""Chrome that ends so often within this time is started without its tabs: one of them may be what ends it."""


class Lasting:
    """A Browser that may be started again: remembers what tabs were last seen open. Used on the act thread only."""

    def __init__(self, start: Callable[[], Browser], clock: Callable[[], float] = time.monotonic) -> None:
        """`start` starts Chrome; it is first called when something is to be seen or done."""
        self._start, self._clock = start, clock
        self._browser: Browser | None = None
        self._tabs: tuple[Tab, ...] = ()
        self._resent: frozenset[str] = frozenset()
        self._ends: list[float] = []
        self._lost = False

    @property
    def runs(self) -> bool:
        """True while a Chrome has been started and is not known to have ended."""
        return self._browser is not None

    def start(self) -> None:
        """Start Chrome unless it runs. Raises BrowserMissing, StorageError, and BrowserGone where `again` is due."""
        if self._lost:
            raise BrowserGone
        if self._browser is None:
            self._browser = self._start()

    def capture(self, stop: Flag | None = None, *, whole: bool = False) -> Page:
        page = self._living().capture(stop, whole=whole)
        self._tabs = page.tabs or self._tabs
        self._resent |= {document_of(page.url)} if page.resends else set()
        return page

    def perform(self, action: Action, page: Page, stop: Flag) -> Outcome:
        return self._living().perform(action, page, stop)

    def snapshot(self, page: Page) -> Snapshot:
        return self._living().snapshot(page)

    def screenshot(self) -> bytes:
        return self._living().screenshot()

    def reopen(self, tabs: Iterable[Tab]) -> None:
        self._living().reopen(tabs)

    def close(self) -> None:
        browser, self._browser = self._browser, None
        if browser is not None:
            browser.close()

    def again(self, sent: frozenset[str]) -> str:
        """End what is left of Chrome, start it with the tabs as last seen, and return what to tell the user.

        Of `sent`, the addresses that answered something the user sent, and of those that say that they do something,
        only the site is opened. Raises BrowserMissing and StorageError when Chrome does not start; then it is to be
        called again.
        """
        self.close()
        self._lost = True
        self._browser = self._start()
        self._lost = False
        now = self._clock()
        self._ends = [*(one for one in self._ends if now - one < SOON_SECONDS), now]
        if len(self._ends) >= OFTEN:
            return replying.restarted(0, often=True)
        plan = planned(self._tabs, sent | self._resent)
        try:
            self._browser.reopen(plan.tabs)
        except BrowserError:  # it runs, but without all of its tabs
            return replying.restarted(0)
        return replying.restarted(len(plan.tabs), fronts=plan.fronts)

    def _living(self) -> Browser:
        self.start()
        assert self._browser is not None
        return self._browser


@dataclass(frozen=True, slots=True)
class Plan:
    """The tabs to open again; of some, `fronts`, only the first page of the site."""

    tabs: tuple[Tab, ...] = ()
    fronts: tuple[str, ...] = field(default=())


def planned(tabs: Iterable[Tab], sent: frozenset[str]) -> Plan:
    """What can be opened again: pages of the web, in their order, the active one active. Nothing is sent again."""
    web = [tab for tab in tabs if urlsplit(tab.url).scheme in ("http", "https")]
    opened = tuple(replace(tab, url=spared(tab.url, sent)) for tab in web)
    if opened and not any(tab.active for tab in opened):
        opened = (*opened[:-1], replace(opened[-1], active=True))
    hosts = tuple(dict.fromkeys(urlsplit(tab.url).netloc for tab in web if spared(tab.url, sent) != tab.url))
    return Plan(opened, hosts)
