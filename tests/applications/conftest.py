"""Real web applications, not ours, on loopback; a test of one that is not installed is skipped with the reason."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import pytest

from engine.adapters.webdriver import WebDriver
from engine.chain.record import Record
from engine.chain.session import Parts, Session
from engine.values import event
from engine.values.action import Action, Load
from engine.values.errors import ModelMissing
from engine.values.outcome import Outcome
from engine.values.page import Element, Page
from engine.values.settings import Settings
from engine.values.sound import Said
from tests.applications.dokuwiki import DokuWiki, lacking
from tests.conftest import House

SETTINGS = Settings(headless=True, page_seconds=15.0)


@pytest.fixture
def wiki(tmp_path: Path) -> Iterator[DokuWiki]:
    """DokuWiki with three pages and one user, as if just set up."""
    if reason := lacking():
        pytest.skip(reason)
    with DokuWiki(tmp_path / "wiki") as running:
        yield running


@dataclass(slots=True)
class Hand:
    """Acts through the Browser port alone, on what the last look found under a name."""

    browser: WebDriver

    def open(self, url: str) -> Outcome:
        return self.browser.perform(Load(url), self.browser.capture(), Event())

    def seen(self, label: str, role: str = "", context: str = "") -> tuple[Element, Page]:
        """The one element of this name, role and context, and the page it was seen on."""
        page = self.browser.capture()
        fitting = [e for e in page.elements if e.label == label and role in ("", e.role) and context in e.context]
        assert len(fitting) == 1, f"{label} fits {len(fitting)} of {[(e.role, e.label) for e in page.elements]}"
        return fitting[0], page

    def do(self, action: Callable[[str], Action], label: str, role: str = "", context: str = "") -> Outcome:
        element, page = self.seen(label, role, context)
        return self.browser.perform(action(element.uid), page, Event())


@pytest.fixture
def hand(house: House) -> Iterator[Hand]:
    browser = WebDriver(SETTINGS, house.data)
    yield Hand(browser)
    browser.close()


@dataclass(slots=True)
class Talk:
    """A session that is told things; no model is there, so each must be a command or an answer."""

    session: Session
    events: list[event.Event]
    record: Record

    def say(self, words: str, status: event.Status = "done") -> str:
        """Say it, and return what was answered; the turn must end with this status."""
        before = len(self.events)
        ended = self.session.take(Said(words))
        replies = [one.text for one in self.events[before:] if isinstance(one, event.Replied)]
        assert ended.status == status, f"{words}: {replies}"
        return " ".join(replies)


def _no_model() -> None:
    raise ModelMissing("There is no model here.")


@pytest.fixture
def talk(house: House, tmp_path: Path) -> Iterator[Talk]:
    events: list[event.Event] = []
    record = Record(tmp_path / "record")
    parts = Parts(lambda: WebDriver(SETTINGS, house.data), _no_model, _no_model)  # type: ignore[arg-type]
    session = Session(parts, SETTINGS, record, events.append)
    yield Talk(session, events, record)
    session.close()
