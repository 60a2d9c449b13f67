"""Tabs in real Chromium: opened, gone to and closed through the port."""

import re
from threading import Event
from unittest.mock import patch

import pytest

from engine.adapters.webdriver import WebDriver
from engine.adapters.webdriver.looking import look
from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.tabs import open_tabs
from engine.seeing.walking import Look
from engine.values.action import Action, Back, Click, Load, TabCreate, TabRemove, TabSwitch, TextInput
from engine.values.errors import Interrupted, PageTimedOut, PageUnreachable
from engine.values.outcome import (
    DialogOpened,
    Done,
    DownloadStarted,
    Navigated,
    NoEffect,
    Outcome,
    Rejected,
    TabOpened,
    Vanished,
)
from engine.values.page import Tab
from tests.contract.browser.pages import find, run_in_page, show

HIDDEN = "return document.hidden"


def do(browser: WebDriver, action: Action) -> Outcome:
    return browser.perform(action, browser.capture(), Event())


def tabs(browser: WebDriver) -> list[tuple[str, bool]]:
    return [(tab.title, tab.active) for tab in browser.capture().tabs]


def test_opening_going_to_and_closing(browser: WebDriver, origins: tuple[str, int]) -> None:
    first = show(browser, f"{origins[0]}/arrived.htm")
    assert do(browser, TabCreate()) == TabOpened("about:blank", "")
    assert tabs(browser) == [("Arrived", False), ("", True)]
    assert do(browser, TabRemove(browser.capture().tabs[1].handle)) == Navigated(first.url, "Arrived")
    assert do(browser, TabCreate(f"{origins[0]}/names.html")) == TabOpened(f"{origins[0]}/names.html", "Names")
    page = browser.capture()
    assert page.tabs == (
        Tab(page.tabs[0].handle, "Arrived", first.url),
        Tab(page.tabs[1].handle, "Names", page.url, active=True),
    )
    assert do(browser, TabSwitch(page.tabs[0].handle)) == Navigated(first.url, "Arrived")
    assert run_in_page(browser, HIDDEN) is False
    assert browser.capture().title == "Arrived"
    assert do(browser, TabSwitch(page.tabs[0].handle)) == NoEffect()
    assert do(browser, TabRemove(page.tabs[1].handle)) == Done("that tab is closed")
    assert tabs(browser) == [("Arrived", True)]
    for action in (TabSwitch(page.tabs[1].handle), TabRemove(page.tabs[1].handle)):
        assert do(browser, action) == Vanished()


def test_the_only_tab_stays(browser: WebDriver, origins: tuple[str, int]) -> None:
    page = show(browser, f"{origins[0]}/arrived.htm")
    outcome = do(browser, TabRemove(page.tabs[0].handle))
    assert isinstance(outcome, Rejected)
    assert "only tab" in outcome.reason
    assert browser.capture().title == "Arrived"


def test_what_is_shown_after_closing(browser: WebDriver, origins: tuple[str, int]) -> None:
    """The tab that opened the closed one; where that has closed, the one that had opened that; else a neighbour."""
    show(browser, f"{origins[0]}/arrived.htm")
    for name in ("names", "cards", "rows"):
        do(browser, TabCreate(f"{origins[0]}/{name}.html"))
    handles = [tab.handle for tab in browser.capture().tabs]
    do(browser, TabRemove(handles[2]))
    assert isinstance(do(browser, TabRemove(handles[3])), Navigated)
    assert browser.capture().title == "Names"
    assert do(browser, Back()) == Navigated(f"{origins[0]}/arrived.htm", "Arrived")
    assert browser._session.openers == {}
    do(browser, TabCreate(f"{origins[0]}/names.html"))
    second = browser.capture().tabs[1].handle
    do(browser, TabSwitch(handles[0]))
    do(browser, TabRemove(handles[0]))
    assert tabs(browser) == [("Names", True)]
    assert browser.capture().tabs[0].handle == second
    assert browser._session.openers == {}


@pytest.mark.parametrize(
    ("address", "words"),
    [("no-such-host.invalid", "no-such-host.invalid"), ("javascript:alert(1)", "http"), ("/status/404", "not exist")],
)
def test_an_address_that_fails_leaves_no_tab(
    address: str, words: str, browser: WebDriver, origins: tuple[str, int]
) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    with pytest.raises(PageUnreachable, match=re.escape(words)):
        do(browser, TabCreate(origins[0] + address if address.startswith("/") else address))
    assert tabs(browser) == [("Arrived", True)]
    assert browser._session.openers == {}


def test_what_cannot_be_shown_leaves_no_tab(browser: WebDriver, origins: tuple[str, int]) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    with pytest.raises(PageTimedOut):
        do(browser, TabCreate(f"{origins[0]}/trickle"))
    assert tabs(browser) == [("Arrived", True)]
    assert isinstance(do(browser, TabCreate(f"{origins[0]}/attachment/a.zip")), DownloadStarted | NoEffect | Done)
    assert tabs(browser) == [("Arrived", True)]
    stop = Event()
    stop.set()
    for action in (TabCreate(), TabSwitch(""), TabRemove("")):
        with pytest.raises(Interrupted):
            browser.perform(action, browser.capture(), stop)
    assert tabs(browser) == [("Arrived", True)]


def test_twenty_tabs_are_told_in_order_and_by_their_own_names(browser: WebDriver, origins: tuple[str, int]) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    for number in range(2, 8):
        do(browser, TabCreate(f"{origins[0]}/echo?{number}"))
        run_in_page(browser, f"document.title = 'Tab {number}'")
    do(browser, TabSwitch(browser.capture().tabs[3].handle))
    assert tabs(browser) == [("Arrived", False), *((f"Tab {number}", number == 4) for number in range(2, 8))]
    with patch.object(browser._session.selenium, "execute", wraps=browser._session.selenium.execute) as execute:
        open_tabs(browser._session)
    assert execute.call_count <= 2, "however many tabs there are"


def test_closing_a_tab_that_is_gone_meanwhile(browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    do(browser, TabCreate(f"{origins[0]}/names.html"))
    page = browser.capture()
    run_in_page(browser, "setTimeout(() => window.close(), 0)")
    assert isinstance(browser.perform(TabRemove(page.tabs[1].handle), page, go), Vanished | Navigated)
    assert tabs(browser) == [("Arrived", True)]
    assert isinstance(browser.perform(Load(page.url), browser.capture(), go), Navigated)


def test_the_tab_that_the_user_brings_to_the_front_is_looked_at(browser: WebDriver, origins: tuple[str, int]) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    for name in ("names", "cards", "rows"):
        do(browser, TabCreate(f"{origins[0]}/{name}.html"))
    handles = [tab.handle for tab in browser.capture().tabs]
    for handle, title in ((handles[2], "Cards"), (handles[0], "Arrived"), (handles[1], "Names")):
        browser._session.cdp("Target.activateTarget", targetId=handle)
        page = browser.capture()
        assert (page.title, [tab.handle for tab in page.tabs if tab.active]) == (title, [handle])


@pytest.mark.parametrize("shown", [True, False])
def test_a_tab_with_something_unsaved_asks_before_it_closes(
    shown: bool, browser: WebDriver, origins: tuple[str, int], go: Event
) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    do(browser, TabCreate(f"{origins[0]}/unsaved_link.html"))
    page = browser.capture()
    field = next(one for one in page.elements if one.kind in ("text", "textarea"))
    browser.perform(TextInput("a long letter", field.uid), page, go)
    tab = page.tabs[1].handle
    if not shown:
        do(browser, TabSwitch(page.tabs[0].handle))
    assert isinstance(do(browser, TabRemove(tab)), DialogOpened)
    asked = browser.capture()
    assert asked.dialog is not None
    assert [one.active for one in asked.tabs] == [False, True]
    browser.perform(Click(find(asked, {"label": "Cancel"}).uid), asked, go)
    page = browser.capture()
    assert next(one for one in page.elements if one.kind == field.kind).value == "a long letter"
    assert isinstance(browser.perform(TabRemove(tab), page, go), DialogOpened)
    asked = browser.capture()
    browser.perform(Click(find(asked, {"label": "OK"}).uid), asked, go)
    assert tabs(browser) == [("Arrived", True)]


def test_the_user_closes_a_tab(browser: WebDriver, origins: tuple[str, int]) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    for name in ("names", "cards"):
        do(browser, TabCreate(f"{origins[0]}/{name}.html"))
    handles = [tab.handle for tab in browser.capture().tabs]
    do(browser, TabSwitch(handles[0]))
    browser._session.cdp("Target.closeTarget", targetId=handles[0])
    page = browser.capture()
    assert [tab.title for tab in page.tabs if tab.active] == [page.title]
    assert run_in_page(browser, HIDDEN) is False
    assert handles[0] not in browser._session.openers.values()


def test_a_tab_that_closes_in_the_middle_of_a_look(browser: WebDriver, origins: tuple[str, int]) -> None:
    """Chrome lives on, and so do its other tabs."""
    show(browser, f"{origins[0]}/arrived.htm")
    do(browser, TabCreate(f"{origins[0]}/names.html"))
    real, session = look, browser._session

    def closing(looked: Session, most: int) -> tuple[Look, bool]:
        if session.selenium.current_url.endswith("names.html"):
            session.selenium.close()
        return real(looked, most)

    with patch("engine.adapters.webdriver.looking.look", closing):
        assert browser.capture().title == "Arrived"
    assert tabs(browser) == [("Arrived", True)]
