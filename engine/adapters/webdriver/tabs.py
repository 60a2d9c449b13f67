"""Tabs: opening, going to, closing, and telling which are open."""

import logging
from collections.abc import Iterable
from contextlib import suppress
from threading import Event
from typing import Any

from selenium.common.exceptions import (
    NoSuchWindowException,
    TimeoutException,
    UnexpectedAlertPresentException,
    WebDriverException,
)

from engine.adapters.webdriver import moving
from engine.adapters.webdriver.closing import close, wait_until_closed
from engine.adapters.webdriver.rescuing import listed
from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.trouble import TabCrashed, has_ended
from engine.seeing.cleaning import clean
from engine.values.errors import Interrupted, SaysoError
from engine.values.outcome import DialogOpened, Done, Navigated, NoEffect, Outcome, Rejected, TabOpened, Vanished
from engine.values.page import Tab

log = logging.getLogger(__name__)

_BLANK = ("", "about:blank", "chrome://newtab/", "chrome://new-tab-page/")


def create(session: Session, url: str, stop: Event) -> Outcome:
    """Open a tab and go to it; when its address cannot be opened, the tab is closed again and the error raised.

    Raises PageUnreachable, PageTimedOut and Interrupted as moving.load does.
    """
    address = moving.full_address(url) if url else ""
    if stop.is_set():
        raise Interrupted("Stopped.")
    opener = session.window
    fresh = str(session.cdp("Target.createTarget", url="about:blank")["targetId"])
    session.pressed = True
    session.go_to(fresh)
    session.openers[fresh] = opener
    if not address:
        return TabOpened("about:blank", "")
    try:
        shown = moving.load(session, address, stop)
    except UnexpectedAlertPresentException:
        raise  # there is a page, and it asks something
    except (SaysoError, WebDriverException):
        _discard(session, fresh, opener)
        raise
    if not isinstance(shown, Navigated):  # a file that was downloaded instead of shown leaves the tab empty
        _discard(session, fresh, opener)
        return shown
    return TabOpened(shown.url, shown.title)


def _discard(session: Session, tab: str, back_to: str) -> None:
    """Close a tab in which nothing was shown."""
    try:
        before = session.selenium.window_handles
        session.cdp("Target.closeTarget", targetId=tab)
        wait_until_closed(session, tab)
        session.after_closing(tab, before)
    except WebDriverException as error:
        if has_ended(error) and not isinstance(error, NoSuchWindowException):
            raise
        session.go_to(back_to)


def switch(session: Session, tab: str, stop: Event) -> Outcome:
    """Go to the tab with this handle, and bring it to the front."""
    if tab not in session.selenium.window_handles:
        return Vanished()
    if stop.is_set():
        raise Interrupted("Stopped.")
    already = tab == session.window
    session.go_to(tab)
    here = session.here()
    return NoEffect() if already else Navigated(here["url"], here["title"])


def remove(session: Session, tab: str, stop: Event) -> Outcome:
    """Close the tab with this handle; the one that opened it, or its neighbour, is shown then.

    A page that asks whether it may be left is shown with its question. The only tab stays, as Chrome ends with it.
    """
    before = session.selenium.window_handles
    if tab not in before:
        return Vanished()
    if len(before) == 1:
        return Rejected("", "It is the only tab, so I left it open.")
    if stop.is_set():
        raise Interrupted("Stopped.")
    own = session.window
    if tab != own:
        session.go_to(tab)
    outcome = close(session, tab)
    if outcome is not None:
        if not isinstance(outcome, DialogOpened):
            session.go_to(own)
        return outcome
    if tab != own:
        session.forget(tab)
        session.go_to(own)
        return Done("that tab is closed")
    session.after_closing(tab, before)
    here = session.here()
    return Navigated(here["url"], here["title"])


def reopen(session: Session, tabs: Iterable[Tab]) -> None:
    """Open the addresses of `tabs`, in their order, in place of the tab that is there; wait for the active one only."""
    empty, shown = session.window, ""
    for tab in tabs:
        fresh = str(session.cdp("Target.createTarget", url=moving.full_address(tab.url), background=True)["targetId"])
        if fresh not in session.selenium.window_handles:  # asked after each, so that the driver keeps their order
            log.info("a tab was not opened again")
        elif tab.active or not shown:
            shown = fresh
    if not shown:
        return
    session.cdp("Target.closeTarget", targetId=empty)
    wait_until_closed(session, empty)
    session.go_to(shown)
    with suppress(TimeoutException):  # it goes on loading, which the next look tells
        session.here()


def open_tabs(session: Session) -> tuple[Tab, ...]:
    """All tabs in the order of opening, told by the browser itself, so that none has to be gone to."""
    try:
        found = session.cdp("Target.getTargets")["targetInfos"]
    except (UnexpectedAlertPresentException, TabCrashed):  # then ChromeDriver tells nothing, but Chrome does
        found = listed(session)
    known = {str(one.get("targetId")): one for one in found}
    return tuple(_tab(handle, known.get(handle, {}), session.window) for handle in session.selenium.window_handles)


def _tab(handle: str, known: dict[str, Any], current: str) -> Tab:
    url, title = str(known.get("url", "")), clean(str(known.get("title", "")))
    return Tab(handle, "" if url in _BLANK else title, url, handle == current)
