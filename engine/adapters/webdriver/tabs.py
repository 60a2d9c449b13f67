"""Tabs: opening, going to, closing, and telling which are open."""

from threading import Event

from selenium.common.exceptions import UnexpectedAlertPresentException

from engine.adapters.webdriver.session import Session
from engine.seeing.cleaning import clean
from engine.values.outcome import Failed, Outcome
from engine.values.page import Tab


def create(session: Session, url: str, stop: Event) -> Outcome:
    """Open a tab and go to it."""
    return Failed("I cannot do that yet.")


def switch(session: Session, tab: str, stop: Event) -> Outcome:
    """Go to the tab with this handle."""
    return Failed("I cannot do that yet.")


def remove(session: Session, tab: str, stop: Event) -> Outcome:
    """Close the tab with this handle; the one that opened it, or its neighbour, is shown then."""
    return Failed("I cannot do that yet.")


def open_tabs(session: Session) -> tuple[Tab, ...]:
    """All tabs in the order of opening, told by the browser itself, so that none has to be gone to."""
    try:
        known = {str(one.get("targetId")): one for one in session.cdp("Target.getTargets")["targetInfos"]}
    except UnexpectedAlertPresentException:  # while a dialog is open, only the handles are told
        known = {}
    return tuple(
        Tab(
            handle,
            clean(str(known.get(handle, {}).get("title", ""))),
            str(known.get(handle, {}).get("url", "")),
            handle == session.window,
        )
        for handle in session.selenium.window_handles
    )
