"""Chrome or its driver ends, or hangs: the session starts it again with its tabs, and nothing is left behind."""

import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event as Flag

import psutil
import pytest

from engine.adapters import chrome
from engine.adapters.webdriver import WebDriver
from engine.chain import restarting
from engine.chain.record import Record
from engine.chain.session import Parts, Session
from engine.values.action import TabCreate, TabSwitch
from engine.values.event import Event, Notice, Replied
from engine.values.ports import Encoder, LanguageModel
from engine.values.settings import Settings
from engine.values.sound import Said


@pytest.fixture(autouse=True)
def one_tab() -> None:
    """Instead of the one for the shared browser, which is not used here."""


@dataclass
class Life:
    """A session whose Chrome is to end, and all that it said. `drivers` are its browsers, the living one last."""

    session: Session
    drivers: list[WebDriver]
    events: list[Event]
    folder: Path

    def say(self, words: str) -> str:
        """What is said in reply, the last sentence."""
        self.events.clear()
        self.session.take(Said(words, "typed"))
        return self.told()[-1]

    def told(self) -> list[str]:
        return [one.text for one in self.events if isinstance(one, Replied | Notice)]

    def tabs(self) -> list[tuple[str, bool]]:
        return [(tab.title, tab.active) for tab in self.drivers[-1].capture().tabs]

    def processes(self) -> list[psutil.Process]:
        """All that belong to this data folder: Chrome with all its processes, and the driver."""
        driver = psutil.Process(self.drivers[-1]._claim.driver)
        return [driver, *driver.children(recursive=True)]

    def chrome(self) -> psutil.Process:
        return next(one for one in self.processes()[1:] if "--type=" not in " ".join(one.cmdline()))


@pytest.fixture
def life(settings: Settings, tmp_path: Path) -> Iterator[Life]:
    drivers: list[WebDriver] = []
    events: list[Event] = []

    def start() -> WebDriver:
        drivers.append(WebDriver(replace(settings, page_seconds=3.0), tmp_path))
        return drivers[-1]

    def no_encoder() -> Encoder:
        raise AssertionError("no model is needed")

    def no_model() -> LanguageModel:
        raise AssertionError("no model is needed")

    session = Session(Parts(start, no_encoder, no_model), settings, Record(tmp_path / "record"), events.append)
    yield Life(session, drivers, events, tmp_path)
    session.close()
    left = [one for one in psutil.process_iter() if str(tmp_path) in " ".join(_words(one))]
    assert not left


def _words(process: psutil.Process) -> list[str]:
    with suppress(psutil.Error):
        return process.cmdline()
    return []


def three_tabs(life: Life, origin: str) -> None:
    """Names, Cards (shown) and Arrived."""
    life.session.open(f"{origin}/names.html")
    browser = life.drivers[-1]
    for name in ("cards.html", "arrived.htm"):
        browser.perform(TabCreate(f"{origin}/{name}"), browser.capture(), Flag())
    page = browser.capture()
    browser.perform(TabSwitch(page.tabs[1].handle), page, Flag())
    life.say("where am i")


def kill(process: psutil.Process) -> None:
    process.kill()
    with suppress(psutil.TimeoutExpired):
        process.wait(5)


def kill_both(life: Life) -> None:
    for one in (life.chrome(), life.processes()[0]):
        kill(one)


ENDS: dict[str, Callable[[Life], None]] = {
    "chrome is killed": lambda life: kill(life.chrome()),
    "driver is killed": lambda life: kill(life.processes()[0]),
    "driver hangs": lambda life: life.processes()[0].send_signal(signal.SIGSTOP),
    "chrome hangs": lambda life: life.chrome().send_signal(signal.SIGSTOP),
    "both are killed": kill_both,
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_it_is_started_again_with_its_tabs(end: Callable[[Life], None], life: Life, origins: tuple[str, int]) -> None:
    three_tabs(life, origins[0])
    profile, title = life.drivers[0]._claim.profile, life.drivers[0].capture().title
    old = life.processes()
    end(life)
    began = time.monotonic()
    said = life.say("scroll down")
    assert time.monotonic() - began < 30
    assert said == "Chrome had closed. I have started it again with your 3 tabs. Say it again."
    assert len(life.drivers) == 2
    assert [active for _, active in life.tabs()] == [False, True, False]
    assert [name for name, _ in life.tabs()] == ["Names", title, "Arrived"]
    assert life.drivers[1]._claim.profile == profile == str(life.folder / "browser" / "profile")
    psutil.wait_procs(old, timeout=5)
    assert not [one for one in old if one.is_running() and one.status() != psutil.STATUS_ZOMBIE]
    assert life.drivers[1].capture().viewport.scroll_y == 0, "what was said is not done by itself"
    assert "Chrome" not in life.say("where am i")


def test_twice_in_a_row_and_then_without_the_tabs(
    life: Life, origins: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restarting, "SOON_SECONDS", 600.0)
    three_tabs(life, origins[0])
    for _ in range(2):
        kill(life.chrome())
        assert "with your 3 tabs" in life.say("scroll down")
    kill(life.chrome())
    assert "without your tabs" in life.say("scroll down")
    assert len(life.drivers) == 4
    assert len(life.tabs()) == 1
    assert "open" not in life.say("scroll down").lower()


def test_it_ends_while_it_acts(life: Life, origins: tuple[str, int]) -> None:
    """The turn in which it ended is over; what is said next finds Chrome running."""
    life.session.open(f"{origins[0]}/names.html")
    life.say("where am i")
    browser = life.drivers[-1]
    original = browser.perform

    def dies(*arguments: object) -> object:
        kill(life.chrome())
        return original(*arguments)  # type: ignore[arg-type]

    browser.perform = dies  # type: ignore[method-assign, assignment]
    said = life.say("scroll down")
    assert said == "Chrome had closed. I have started it again with your page. Say it again."
    assert life.tabs() == [("Names", True)]


def test_what_was_sent_is_not_sent_again(life: Life, origins: tuple[str, int]) -> None:
    life.session.open(f"{origins[0]}/names.html")
    life.say("where am i")
    life.session._state = replace(life.session._state, sent=frozenset({f"{origins[0]}/names.html"}))
    kill(life.chrome())
    host = origins[0].removeprefix("http://")
    assert f"So that nothing is sent twice, {host} is shown from its first page." in life.say("scroll down")
    assert [tab.url for tab in life.drivers[-1].capture().tabs] == [f"{origins[0]}/"]


def test_the_chrome_of_others_lives_on(
    life: Life, origins: tuple[str, int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Also one that was started by hand, with a profile of a name like ours."""
    folder = tmp_path_factory.mktemp("other")
    found = chrome.find()
    command = [str(found.browser), *chrome.switches(folder / "browser" / "profile", headless=True), "about:blank"]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as other:
        try:
            three_tabs(life, origins[0])
            kill(life.processes()[0])
            assert "started it again" in life.say("scroll down")
            assert other.poll() is None
        finally:
            family = [psutil.Process(other.pid), *psutil.Process(other.pid).children(recursive=True)]
            for one in family:
                with suppress(psutil.Error):
                    one.kill()
            psutil.wait_procs(family, timeout=5)


def test_it_cannot_be_started_again_yet(life: Life, origins: tuple[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    three_tabs(life, origins[0])
    kill(life.chrome())
    monkeypatch.setenv("SAYSO_CHROME", "/nowhere/chrome")
    assert "There is no Chrome at /nowhere/chrome" in life.say("scroll down")
    assert "There is no Chrome at /nowhere/chrome" in life.say("scroll down")
    monkeypatch.delenv("SAYSO_CHROME")
    assert "with your 3 tabs" in life.say("scroll down")
    assert len(life.tabs()) == 3
