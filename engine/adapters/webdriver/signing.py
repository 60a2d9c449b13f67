"""The browser's own box for a name and a password (HTTP authentication).

Chrome shows an empty page with status 401 under that box, and waits. What is typed is kept in memory until it is sent,
to that origin alone; afterwards Chrome itself remembers it, until it ends.
"""

from threading import Event
from urllib.parse import urlsplit

from selenium.common.exceptions import WebDriverException

from engine.adapters.webdriver import moving
from engine.adapters.webdriver.devtools import Refused
from engine.adapters.webdriver.reporting import Login
from engine.adapters.webdriver.session import Session, SignIn
from engine.adapters.webdriver.trouble import has_ended
from engine.adapters.webdriver.verifying import asks_to_sign_in
from engine.seeing.kinds import SIGN_IN_CANCEL, SIGN_IN_PASSWORD, SIGN_IN_SEND, SIGN_IN_USER, sign_in_page
from engine.values.action import Change, Click, OnElement, Press, Submit, TextInput
from engine.values.outcome import Done, Failed, Navigated, NoEffect, Outcome, Rejected, Vanished
from engine.values.page import Element, Page, Tab


def belongs(element: Element) -> bool:
    """True for the parts of the box."""
    return element.handle in (SIGN_IN_USER, SIGN_IN_PASSWORD, SIGN_IN_SEND, SIGN_IN_CANCEL)


def shown(session: Session, url: str, tabs: tuple[Tab, ...]) -> Page:
    """The box as a page, in the place of the empty one under it."""
    entry = session.sign_in
    if entry is None or (entry.tab, entry.url) != (session.window, url):
        entry = session.sign_in = SignIn(session.window, url)
    return sign_in_page(url, tabs, entry.user, bool(entry.password), entry.refused)


def answer(session: Session, action: OnElement, element: Element, stop: Event) -> Outcome:
    """Fill the box, send it, or give it up."""
    entry = session.sign_in
    session.enter(())
    if entry is None or entry.tab != session.window or not asks_to_sign_in(session):
        session.sign_in = None
        return Vanished()
    match action:
        case TextInput(text) | Change(text) if element.kind:
            return _fill(entry, element, text)
        case Click() if element.handle == SIGN_IN_CANCEL:
            return _give_up(session, stop)
        case Click() if element.handle == SIGN_IN_SEND:
            return _send(session, entry, stop)
        case Submit() | Press("Enter") if element.handle != SIGN_IN_CANCEL:
            return _send(session, entry, stop)
        case _:
            return NoEffect()


def _fill(entry: SignIn, element: Element, text: str) -> Outcome:
    if element.handle == SIGN_IN_PASSWORD:
        entry.password = text
        return Done("it is filled" if text else "it is now empty")
    entry.user = text
    return Done(f"it now holds {text}" if text else "it is now empty")


def _send(session: Session, entry: SignIn, stop: Event) -> Outcome:
    if not entry.user and not entry.password:
        return Rejected("", "The user name and the password are still empty.")
    login = Login(_origin(entry.url), entry.user, entry.password)
    entry.password = ""
    try:
        session.reports.begin_login(entry.tab, login)
    except Refused:
        return Failed("Chrome did not let me sign in here. Type the name and the password yourself.")
    session.pressed = True
    try:
        outcome = moving.load(session, entry.url, stop)
    finally:
        session.reports.end_login(entry.tab)
    if not asks_to_sign_in(session):
        session.sign_in = None
        return outcome
    asks = session.selenium.current_url
    if _origin(asks) == _origin(entry.url):
        entry.refused = True
        return Rejected("", "The user name or the password was not accepted.")
    session.sign_in = None  # another one asks, which gets nothing of this
    here, there = (urlsplit(url).netloc.rpartition("@")[2] for url in (entry.url, asks))
    return Rejected("", f"{here} led on to {there}, which asks for a user name and a password too. It got none.")


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def _give_up(session: Session, stop: Event) -> Outcome:
    """Show the page from which the box was reached; an empty one where there is none."""
    session.sign_in = None
    outcome = moving.step(session, -1, stop)
    if not isinstance(outcome, NoEffect):
        return outcome
    try:
        session.selenium.get("about:blank")
    except WebDriverException as error:
        if has_ended(error):
            raise
        return Failed("The box did not close.")
    return Navigated("about:blank", "")
