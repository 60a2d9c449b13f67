"""Scrolling until a text is in view, where no page of tests/pages can tell: stopping, bounds, time."""

import time
from threading import Event, Timer

import pytest

from engine.adapters.webdriver import WebDriver
from engine.values.action import ScrollBox, ScrollUntil
from engine.values.errors import Interrupted
from engine.values.outcome import Done, NoEffect, Rejected
from tests.contract.browser.pages import find, run_in_page, show

ENDLESS = (
    "const more = () => { if (innerHeight + scrollY > document.documentElement.scrollHeight - 500)"
    " document.body.insertAdjacentHTML('beforeend', '<p style=height:300px>more</p>'.repeat(5)); };"
    "onscroll = more; more()"
)


def test_a_list_without_an_end_is_left_after_a_while(browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    page = show(browser, f"{origins[0]}/arrived.htm")
    run_in_page(browser, ENDLESS)
    began = time.monotonic()
    outcome = browser.perform(ScrollUntil("the end"), page, go)
    assert time.monotonic() - began < 30
    assert isinstance(outcome, Rejected)
    assert "screens further and did not find “the end”" in outcome.reason
    reached = browser.capture().viewport.scroll_y
    assert reached > 3000
    browser.perform(ScrollUntil("the end"), page, go)
    assert browser.capture().viewport.scroll_y > reached, "said again, it goes on from there"


def test_stop_ends_it(browser: WebDriver, origins: tuple[str, int]) -> None:
    page = show(browser, f"{origins[0]}/arrived.htm")
    run_in_page(browser, ENDLESS)
    stop = Event()
    timer = Timer(1.0, stop.set)
    timer.start()
    began = time.monotonic()
    with pytest.raises(Interrupted):
        browser.perform(ScrollUntil("the end"), page, stop)
    assert time.monotonic() - began < 1.0 + 1.5
    timer.join()


def test_what_is_in_view_already(browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    page = show(browser, f"{origins[0]}/sticky_and_smooth.html")
    assert browser.perform(ScrollUntil("nothing yet"), page, go) == Done("“nothing yet” is in view")
    assert browser.capture().viewport.scroll_y == 0
    assert isinstance(browser.perform(ScrollUntil("othing ye"), page, go), Rejected), "whole words only"
    assert browser.perform(ScrollUntil("deep  down"), page, go) == Done("“deep  down” is in view")
    assert browser.capture().viewport.scroll_y > 1000


def test_a_box_is_scrolled_by_its_own_size(browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    page = show(browser, f"{origins[0]}/scroll_boxes.html")
    uid = find(page, {"label": "First message"}).uid
    assert isinstance(browser.perform(ScrollBox(uid, 0.5), page, go), Done)
    assert run_in_page(browser, "return messages.scrollTop") == 100
    assert isinstance(browser.perform(ScrollBox(uid, 0.5), page, go), Done)
    assert run_in_page(browser, "return messages.scrollTop") == 200
    assert browser.perform(ScrollBox(uid, -1e6), page, go) == Done("now at the top")
    assert browser.perform(ScrollBox(uid, -1), page, go) == NoEffect()
