"""What is said while something takes long, and that whatever goes wrong after a turn ends it in words."""

import time
from collections.abc import Callable
from pathlib import Path
from threading import Event as Flag
from typing import NoReturn

import pytest

from engine import replying
from engine.chain import waiting
from engine.chain.record import Record
from engine.chain.session import Parts, Session
from engine.chain.waiting import spoken_of
from engine.values.action import Action
from engine.values.errors import StorageError
from engine.values.event import Event, Finished, Notice, Phase, Replied
from engine.values.outcome import Done, Outcome
from engine.values.page import Page
from engine.values.settings import Settings
from engine.values.sound import Said
from tests.fakes import FakeBrowser, element, page


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "AFTER_SECONDS", (0.05, 0.15))


def until(come: Callable[[], bool]) -> None:
    end = time.monotonic() + 5
    while not come() and time.monotonic() < end:
        time.sleep(0.005)
    assert come()


def test_what_lasts_is_spoken_of_twice() -> None:
    told: list[Event] = []
    with spoken_of(told.append, "Still opening.", Flag()):
        until(lambda: len(told) == 2)
    assert told == [Notice("Still opening.")] * 2


def test_what_is_soon_over_or_stopped_is_not_spoken_of() -> None:
    told: list[Event] = []
    with spoken_of(told.append, "Still opening.", Flag()):
        pass
    stop = Flag()
    stop.set()
    with spoken_of(told.append, "Still opening.", stop):
        time.sleep(0.1)
    time.sleep(0.1)
    assert not told


def test_a_report_that_fails_ends_nothing() -> None:
    def full(_: Event) -> NoReturn:
        raise StorageError("The disk is full.")

    with spoken_of(full, "Still opening.", Flag()):
        time.sleep(0.1)


class SlowBrowser(FakeBrowser):
    """Takes a while for every action, and does not survive the looks numbered in `breaks`."""

    breaks: frozenset[int] = frozenset()

    def capture(self, stop: Flag | None = None, *, whole: bool = False) -> Page:
        seen = super().capture(stop)
        if self.captures in self.breaks:
            raise TypeError("cannot unpack")
        return seen

    def perform(self, action: Action, page: Page, stop: Flag) -> Outcome:
        time.sleep(0.1)
        return super().perform(action, page, stop)


def none() -> NoReturn:
    raise AssertionError


def session(browser: SlowBrowser, folder: Path, events: list[Event]) -> Session:
    return Session(Parts(lambda: browser, none, none), Settings(), Record(folder / "record"), events.append)


def test_a_slow_action_is_spoken_of_before_the_reply(tmp_path: Path) -> None:
    events: list[Event] = []
    talk = session(SlowBrowser([page(element("e1", "link", "Help"))], [Done("the page changed")]), tmp_path, events)
    talk.take(Said("press help"))
    kinds = [type(event) for event in events if isinstance(event, Notice | Replied | Finished)]
    assert kinds == [Notice, Replied, Finished]
    assert Notice("I am still waiting for the page. Say stop to end it.") in events
    talk.close()


def test_a_look_that_breaks_ends_the_turn_in_words(tmp_path: Path) -> None:
    events: list[Event] = []
    browser = SlowBrowser([page(element("e1", "link", "Help"))])
    browser.breaks = frozenset({1})
    talk = session(browser, tmp_path, events)
    assert talk.take(Said("press help")).status == "failed"
    assert [event.text for event in events if isinstance(event, Replied)] == [replying.INTERNAL]
    assert events[-1] == Phase("idle")
    talk.close()


def test_a_look_that_breaks_after_the_reply_loses_nothing(tmp_path: Path) -> None:
    events: list[Event] = []
    browser = SlowBrowser([page(element("e1", "link", "Help"))], [Done("the page changed")])
    browser.breaks = frozenset({3})
    talk = session(browser, tmp_path, events)
    ended = talk.take(Said("press help"))
    assert (ended.status, ended.url) == ("done", "http://127.0.0.1/")
    assert talk.take(Said("press help")).status == "done"
    talk.close()
