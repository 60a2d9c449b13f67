"""Closing a tab as its own button would, so that its page may ask first."""

import time

from selenium.common.exceptions import NoSuchWindowException

from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.stopping import pause
from engine.values.outcome import Failed, Outcome

SECONDS = 3.0
"""How long a tab may take to close; longer means that its page asks something."""


def close(session: Session, tab: str) -> Outcome | None:
    """Close the current tab; None when it has closed. Selenium's error for an open dialog passes."""
    session.pressed = True
    try:
        session.cdp("Page.close")
        if wait_until_closed(session, tab):
            return None
        session.script("return 0")  # raises when a dialog is open, which is the outcome then
    except NoSuchWindowException:
        return None
    return Failed("That tab did not close.")


def wait_until_closed(session: Session, tab: str) -> bool:
    until = time.monotonic() + SECONDS
    while tab in session.selenium.window_handles:
        if time.monotonic() > until:
            return False
        pause(session, 0.02)
    return True
