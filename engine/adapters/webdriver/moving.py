"""Load, back, forward and reload, each verified."""

import re
from collections.abc import Callable
from threading import Event
from urllib.parse import urlsplit

from selenium.common.exceptions import TimeoutException, WebDriverException

from engine.adapters.webdriver.closing import close
from engine.adapters.webdriver.downloading import begun
from engine.adapters.webdriver.session import Here, Session, identity
from engine.adapters.webdriver.trouble import has_ended, net_error, refused, unreachable, was_unloaded
from engine.adapters.webdriver.verifying import arrived, navigated
from engine.values.errors import Interrupted, PageTimedOut, PageUnreachable
from engine.values.outcome import Failed, Navigated, NoEffect, Outcome

_LOCAL = re.compile(r"^(localhost|127(\.\d+){3}|\[::1\]|[\w.-]+\.localhost)(:\d+)?(/|\?|#|$)", re.IGNORECASE)
_DOWNLOAD_SECONDS = 1.5
"""How long an address that showed no page may take to become a download."""
_EMPTY = ("about:blank", "data:", "chrome://")


def full_address(url: str) -> str:
    """Complete "example.org" to "https://example.org". Raises PageUnreachable for anything that is not the web."""
    url = url.strip()
    if re.match(r"https?://", url, re.IGNORECASE):
        pass
    elif _LOCAL.match(url):
        url = "http://" + url
    elif re.match(r"[a-z][a-z0-9+.-]*:(?!\d)", url, re.IGNORECASE):
        raise PageUnreachable("I only open addresses that begin with http or https.")
    else:
        url = "https://" + url
    try:
        parts = urlsplit(url)
        good = bool(parts.hostname) and not re.search(r"\s", parts.netloc) and (parts.port or 1) > 0
    except ValueError:
        good = False
    if not good:
        raise PageUnreachable("That is not a complete web address. Say it again, for example: open wikipedia dot org.")
    return url


def load(session: Session, url: str, stop: Event) -> Outcome:
    """Open an address; when it cannot be opened, the earlier page is shown again and the error raised."""
    address = full_address(url)
    if stop.is_set():
        raise Interrupted("Stopped.")
    session.enter(())
    earlier = _position(session)
    before = session.here()
    try:
        shown = _open(session, address, before)
    except TimeoutException as error:
        _halt(session)
        raise _timed_out(address) from error
    except PageUnreachable:
        _restore(session, earlier)
        raise
    if stop.is_set():
        raise Interrupted("Stopped.")
    return shown


def _open(session: Session, address: str, before: Here) -> Outcome:
    files = session.files()
    try:
        session.selenium.get(address)
    except TimeoutException:
        raise
    except WebDriverException as error:
        code = net_error(error.msg or "")
        if has_ended(error) or not code:
            raise
        raise unreachable(address, code) from error
    here = session.here()
    if identity(here) == identity(before):  # a part of the same page, a download, or nothing
        if here["url"] != before["url"]:
            return Navigated(here["url"], here["title"])
        return begun(session, files, _DOWNLOAD_SECONDS) or NoEffect()
    shown = arrived(session, here)
    if here["status"] >= 400 and not here["url"].startswith("chrome-error:"):  # there Chrome asks for a password
        raise refused(address, here["status"])
    return shown


def _halt(session: Session) -> None:
    try:
        session.cdp("Page.stopLoading")
    except WebDriverException as error:
        if has_ended(error):
            raise


def _timed_out(address: str) -> PageTimedOut:
    host = urlsplit(address).hostname or "the page"
    return PageTimedOut(f"{host} did not finish loading, so I stopped waiting. Try again later.")


def _history(session: Session) -> tuple[int, list[dict[str, object]]]:
    found = session.cdp("Page.getNavigationHistory")
    return int(found["currentIndex"]), list(found["entries"])


def can_go_back(session: Session) -> bool:
    """Whether a step back leads anywhere."""
    index, entries = _history(session)
    if index > 0 and not str(entries[index - 1]["url"]).startswith(_EMPTY):
        return True
    return session.openers.get(session.window) in session.selenium.window_handles


def _position(session: Session) -> object:
    index, entries = _history(session)
    return entries[index]["id"] if entries else None


def _restore(session: Session, entry: object) -> None:
    """Show the page again that was there before a failed load, if Chrome lets us."""
    try:
        index, entries = _history(session)
        if entry is not None and entries[index]["id"] != entry and any(one["id"] == entry for one in entries):
            session.cdp("Page.navigateToHistoryEntry", entryId=entry)
            session.here()
    except WebDriverException as error:
        if has_ended(error):
            raise


def step(session: Session, by: int, stop: Event) -> Outcome:
    """Back (-1) or forward (+1) in the tab's history; NoEffect at its end.

    Back from the first page of a tab that an action opened closes the tab and shows the one it came from.
    """
    session.enter(())
    index, entries = _history(session)
    wanted = index + by
    if not 0 <= wanted < len(entries) or str(entries[wanted]["url"]).startswith(_EMPTY):
        return _to_opener(session, stop) if by < 0 else NoEffect()
    if stop.is_set():
        raise Interrupted("Stopped.")
    earlier = session.here()
    _patiently(session, session.selenium.back if by < 0 else session.selenium.forward)
    moved = navigated(session, earlier)
    if moved is not None:
        return moved
    now = _history(session)[0]
    here = session.here()
    return Navigated(here["url"], here["title"]) if now == wanted else NoEffect()


def _to_opener(session: Session, stop: Event) -> Outcome:
    window, tabs = session.window, session.selenium.window_handles
    if session.openers.get(window) not in tabs:
        return NoEffect()
    if stop.is_set():
        raise Interrupted("Stopped.")
    refused = close(session, window)
    if refused is not None:
        return refused
    session.after_closing(window, tabs)
    here = session.here()
    return Navigated(here["url"], here["title"])


def reload(session: Session, stop: Event) -> Outcome:
    session.enter(())
    if stop.is_set():
        raise Interrupted("Stopped.")
    earlier = session.here()
    _patiently(session, session.selenium.refresh)
    here = session.here()
    if identity(here) == identity(earlier):
        return Failed("The page did not load again.")
    return arrived(session, here)


def _patiently(session: Session, command: Callable[[], None]) -> None:
    try:
        command()
    except TimeoutException as error:
        address = session.selenium.current_url
        _halt(session)
        raise _timed_out(address) from error
    except WebDriverException as error:
        code = net_error(error.msg or "")
        if has_ended(error) or not (code or was_unloaded(error)):
            raise
        if code:
            raise unreachable(session.selenium.current_url, code) from error
