"""300 mixed actions while Chrome is killed three times and the page freezes twice.

What the site has logged must be what the user was told, and nothing may hang, leak or grow.
"""

import gc
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer
from urllib.parse import urlsplit

import psutil
import pytest

from engine.adapters.webdriver import WebDriver
from engine.chain.record import Record
from engine.chain.session import Parts, Session
from engine.values.errors import ModelMissing
from engine.values.event import Event, Finished, Notice, Replied
from engine.values.settings import Settings
from engine.values.sound import Said
from tests import leftovers
from tests.end2end.soaking import Deed, compact, next_deeds
from tests.sites.server import Site

SEED = 20_261_130
ACTIONS = 300
KINDS = 20
SETTINGS = Settings(headless=True, page_seconds=5.0)
KILLED = {40: 0.0, 150: 0.15, 260: 0.0}
"""Before which action Chrome is killed, and how many seconds after it has begun."""
FROZEN = {90: "by its own button", 205: "by its script"}
WARM = 30
LONGEST_TURN = 30.0
STOPPED_WITHIN = 2.0
"""Seconds, on a busy machine; what is promised is measured where nothing else runs."""
MOST_GROWN = 50e6
LATE_SECONDS = 2.0
UNSURE = "do not know whether"
BACK_WITHIN = 3
"""Turns that a restart may take."""


def _no_model() -> None:
    raise ModelMissing("There is no model here.")


@dataclass(slots=True)
class Soak:
    """The session under test, and all that is watched of it."""

    session: Session
    site: Site
    replies: list[str]
    started: list[WebDriver]
    longest: float = 0.0
    stopped: float = 0.0
    kinds: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    seen: int = 0

    def say(self, words: str) -> tuple[Finished, str]:
        """One turn, timed."""
        self.replies.clear()
        start = time.monotonic()
        ended = self.session.take(Said(words))
        took = time.monotonic() - start
        self.longest = max(self.longest, took)
        assert took < LONGEST_TURN, f"{words} took {took:.0f} s: {self.replies}"
        self.told.append(" ".join(self.replies))
        return ended, self.told[-1]

    def logged(self, wanted: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """What the site has logged since the last call; given what is wanted, it may come a little late."""
        deadline = time.monotonic() + LATE_SECONDS
        while True:
            found = compact(self.site.state.effects[self.seen :])
            if wanted is None or _same(found, wanted) or time.monotonic() > deadline:
                self.seen = len(self.site.state.effects)
                return found
            time.sleep(0.02)

    def do(self, deed: Deed) -> Finished:
        """Say it, answer what is asked, and hold what was told against what the site has logged."""
        assert _harmless(self.logged()), f"Something came of what was told before: {deed.words}"
        self.kinds[deed.kind] += 1
        tabs = self.tabs()
        ended, told = self.say(deed.words)
        if deed.answer:
            assert ended.question, f"{deed.words}: {told}"
            assert self.logged() == (), f"{deed.words} was done before the yes"
            ended, told = self.say(deed.answer)
        elif ended.question and "may be lost" in told:  # what earlier deeds have entered and not sent
            assert self.logged() == (), f"{deed.words} was done before the yes"
            ended, told = self.say("yes")
        if ended.status != "done":
            self.failed.append(f"{deed.words}: {told}")
            unsure = bool(deed.answer) and UNSURE in told  # the page says of a second order what it said of the first
            assert deed.may or unsure, f"{deed.words}: {told}"
            found = self.logged(deed.logged if unsure else None)
            assert _harmless(found) or (unsure and _same(found, deed.logged)), f"{deed.words}: {found}, told {told}"
            return ended
        found = self.logged(None if deed.idle else deed.logged)
        assert _same(found, deed.logged) or (deed.idle and _harmless(found)), f"{deed.words}: {found}, told {told}"
        assert urlsplit(ended.url).path == deed.path or not deed.path, f"{deed.words}: {ended.url}"
        more = self.tabs() - tabs  # going back from where a new tab began closes it
        assert more == deed.tabs or (deed.kind == "back" and more == -1), f"{deed.words}: {more} tabs more, told {told}"
        return ended

    def do_disturbed(self, deed: Deed) -> Finished:
        """Say it while something breaks: it may be done or not, but never anything else."""
        self.logged()
        self.kinds[deed.kind] += 1
        ended, told = self.say(deed.words)
        found = self.logged(deed.logged if ended.status == "done" and not ended.question else None)
        if ended.status == "done" and not deed.idle and not ended.question:
            assert _same(found, deed.logged), f"{deed.words}: {found}, told {told}"
        names = {one.partition("=")[0] for one in deed.logged} | {"gauge"}
        assert {one.partition("=")[0] for one in found} <= names, f"{deed.words}: {found}, told {told}"
        return ended

    def addresses(self) -> list[str]:
        """Of all open tabs."""
        return sorted(tab.url for tab in self.driver.capture().tabs)

    def tabs(self) -> int:
        return len(self.driver._session.selenium.window_handles)

    @property
    def driver(self) -> WebDriver:
        """The one that was started last."""
        return self.started[-1]

    def recovered(self, addresses: list[str]) -> Finished:
        """Within a few turns all is as before, with the tabs that were open."""
        for _ in range(BACK_WITHIN):
            ended, told = self.say("where am I")
            if ended.status == "done":
                break
        assert ended.status == "done", told
        if addresses:
            assert self.addresses() == addresses
        return ended

    def script(self, code: str) -> None:
        """What the page itself does."""
        self.driver._session.selenium.execute_script(code)


def _same(found: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """The pointer may pass over the gauge on its way to something else."""
    return [one for one in found if one != "gauge" or one in wanted] == list(wanted)


def _harmless(found: tuple[str, ...]) -> bool:
    return set(found) <= {"gauge"}


def chromes() -> list[psutil.Process]:
    """The main processes of all Chromes below this one."""
    return [one for one in psutil.Process().children(recursive=True) if _is_chrome(one)]


def _is_chrome(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        line = process.cmdline()
        running = process.status() != psutil.STATUS_ZOMBIE
        return (
            running and any("--user-data-dir=" in word for word in line) and not any("--type=" in word for word in line)
        )
    return False


def drivers() -> list[psutil.Process]:
    found = []
    for one in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if "chromedriver" in one.name() and one.status() != psutil.STATUS_ZOMBIE:
                found.append(one)
    return found


def kill_chrome() -> None:
    for one in chromes():
        os.kill(one.pid, signal.SIGKILL)


@contextmanager
def later(seconds: float, do: object) -> Iterator[None]:
    """Something happens meanwhile, on another thread."""
    assert callable(do)
    timer = Timer(seconds, do)
    timer.start()
    yield
    timer.join()


@pytest.fixture
def soak(site: Site, tmp_path: Path) -> Iterator[Soak]:
    replies: list[str] = []
    started: list[WebDriver] = []

    def emit(event: Event) -> None:
        if isinstance(event, Replied | Notice):
            replies.append(event.text)

    def start() -> WebDriver:
        started[:] = [WebDriver(SETTINGS, tmp_path)]
        return started[0]

    session = Session(Parts(start, _no_model, _no_model), SETTINGS, Record(tmp_path / "record"), emit)  # type: ignore[arg-type]
    yield Soak(session, site, replies, started)
    session.close()
    assert not leftovers.after_patience(leftovers.children)


@pytest.mark.timeout(1800)
def test_300_actions_with_chrome_killed_and_the_page_frozen(soak: Soak) -> None:
    chance = random.Random(SEED)
    soak.session.open(f"{soak.site.url}/panel/")
    ended, _ = soak.say("where am I")
    warm = 0
    waiting: list[Deed] = []
    for number in range(ACTIONS):
        if number == WARM:
            warm = _memory()
        if number in KILLED:
            ended, waiting = _killed(soak, chance, ended, KILLED[number]), []
        elif number in FROZEN:
            ended, waiting = _frozen(soak, FROZEN[number]), []
        else:
            waiting = waiting or next_deeds(chance, ended.url, soak.tabs())
            ended = soak.do(waiting.pop(0))
        if number % 20 == 0:
            _check_processes(soak)
    grown = _memory() - warm
    assert grown < MOST_GROWN, f"grown by {grown / 1e6:.0f} MB"
    assert len(soak.failed) < ACTIONS // 5, soak.failed
    assert len(soak.kinds) >= KINDS, soak.kinds
    print(f"longest turn {soak.longest:.1f} s, stopped after {soak.stopped:.2f} s, grown by {grown / 1e6:.0f} MB")
    print(f"{soak.kinds}; not done, and said so: {len(soak.failed)}")


def _killed(soak: Soak, chance: random.Random, ended: Finished, seconds: float) -> Finished:
    """Chrome is killed before a turn, or while it runs; the tabs that were open come back."""
    addresses = soak.addresses()
    deed = next_deeds(chance, ended.url, len(addresses))[0]
    while deed.answer or deed.tabs or deed.path != urlsplit(ended.url).path:  # which tabs come back must be known
        deed = next_deeds(chance, ended.url, len(addresses))[0]
    before = len(soak.told)
    if seconds:
        with later(seconds, kill_chrome):
            soak.do_disturbed(deed)
    else:
        kill_chrome()
        soak.do_disturbed(deed)
    ended = soak.recovered(addresses)
    assert any("Chrome" in one for one in soak.told[before:]), soak.told[before:]
    return ended


def _frozen(soak: Soak, how: str) -> Finished:
    """The page never answers again. Sayso gives it up in time, or at once when it is told to stop."""
    soak.do(Deed("load", f"open {soak.site.url}/panel/", path="/panel/"))
    if how == "by its own button":
        soak.do_disturbed(Deed("freeze", "press count for ever"))
    else:
        soak.script("setTimeout(() => { for (;;); }, 50)")
        told: list[float] = []

        def stop() -> None:
            told.append(time.monotonic())
            soak.session.stop.set()

        with later(1.5, stop):
            soak.do_disturbed(Deed("click", "press kitchen lamp", ("kitchen",)))
            ended = time.monotonic()
        soak.stopped = ended - told[0]
        assert 0 < soak.stopped < STOPPED_WITHIN, f"stopped after {soak.stopped:.1f} s: {soak.replies}"
    soak.recovered([])
    return soak.do(Deed("load", f"open {soak.site.url}/panel/", path="/panel/"))


def _check_processes(soak: Soak) -> None:
    """One driver, one Chrome, and no more renderers than tabs need, a few spare ones included."""
    assert len(drivers()) == 1
    assert len(chromes()) == 1
    with suppress(psutil.Error):
        renderers = [one for one in chromes()[0].children(recursive=True) if "--type=renderer" in one.cmdline()]
        assert len(renderers) <= soak.tabs() + 6


def _memory() -> int:
    gc.collect()
    return int(psutil.Process().memory_info().rss)
