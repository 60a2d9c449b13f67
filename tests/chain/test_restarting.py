"""A Chrome that ended: what is opened again, and what is not."""

from dataclasses import replace
from threading import Event

import pytest

from engine.chain.restarting import SOON_SECONDS, Lasting, planned
from engine.values.errors import BrowserGone, BrowserMissing
from engine.values.page import Tab
from tests.fakes import FakeBrowser, page

TABS = (
    Tab("a", "News", "https://news.example/today"),
    Tab("b", "Shop", "https://shop.example:8443/basket?id=7", active=True),
    Tab("c", "", "about:blank"),
    Tab("d", "Settings", "chrome://settings/"),
    Tab("e", "File", "file:///etc/passwd"),
)


def test_only_pages_of_the_web_are_opened_again() -> None:
    assert planned(TABS, frozenset()).tabs == TABS[:2]
    assert planned((), frozenset()).tabs == ()
    assert [tab.active for tab in planned((TABS[0], replace(TABS[2], active=True)), frozenset()).tabs] == [True]


def test_what_answered_something_sent_is_opened_at_its_front() -> None:
    plan = planned(TABS, frozenset({TABS[1].url}))
    assert [tab.url for tab in plan.tabs] == [TABS[0].url, "https://shop.example:8443/"]
    assert plan.fronts == ("shop.example:8443",)
    assert plan.tabs[1].active


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_it_starts_again_and_gives_up_on_the_tabs_when_that_does_not_help() -> None:
    clock, started = Clock(), [FakeBrowser([page(tabs=TABS)]) for _ in range(5)]
    waiting = list(started)
    lasting = Lasting(lambda: waiting.pop(0), clock)
    lasting.capture(Event())
    assert lasting.again(frozenset()) == "Chrome had closed. I have started it again with your 2 tabs."
    assert started[0].closed
    assert started[1].reopened == TABS[:2]
    assert "2 tabs" in lasting.again(frozenset())
    assert "without your tabs" in lasting.again(frozenset())
    assert started[3].reopened == ()
    clock.now = SOON_SECONDS + 1
    assert "2 tabs" in lasting.again(frozenset())


def test_it_does_not_start_at_first() -> None:
    browser = FakeBrowser([page(tabs=TABS)])
    starts: list[FakeBrowser | None] = [browser, None, browser]

    def start() -> FakeBrowser:
        found = starts.pop(0)
        if found is None:
            raise BrowserMissing("There is no Chrome.")
        return found

    lasting = Lasting(start)
    lasting.capture()
    with pytest.raises(BrowserMissing):
        lasting.again(frozenset())
    assert not lasting.runs
    with pytest.raises(BrowserGone):
        lasting.start()
    assert "2 tabs" in lasting.again(frozenset())
    lasting.start()


def test_of_what_was_sent_or_does_something_only_the_site_is_opened() -> None:
    sent = Tab("D", "Thanks", "https://shop.test/sent#more", active=True)
    deed = Tab("E", "Gone", "https://shop.test/delete?id=9#done")
    plan = planned((sent, deed), frozenset({"https://shop.test/sent"}))
    assert [tab.url for tab in plan.tabs] == ["https://shop.test/", "https://shop.test/"]
    assert plan.fronts == ("shop.test",)
