"""What was seen to happen: the page before an action against the page after it."""

import time
from dataclasses import dataclass
from typing import TypedDict, cast
from urllib.parse import urlsplit

from selenium.common.exceptions import UnexpectedAlertPresentException, WebDriverException
from selenium.webdriver.remote.webelement import WebElement

from engine.adapters.webdriver.downloading import begun
from engine.adapters.webdriver.session import Digest, Here, Session, identity
from engine.adapters.webdriver.trouble import has_ended, net_error, unreachable, was_unloaded
from engine.values.outcome import Done, Navigated, NoEffect, Outcome, TabOpened

WAIT = 1_200
QUIET = 150
CAP = 2_500
"""Milliseconds: for a first change, of quiet after the last, and in all."""
ADDRESS_SECONDS = 0.6


class Settled(TypedDict):
    changed: list[str]
    url: str
    title: str
    document: WebElement


@dataclass(frozen=True, slots=True)
class Before:
    """`path`: the frame acted in; `inner` its digest, `outer` that of the top document (the same where path is ())."""

    window: str
    windows: frozenset[str]
    here: Here
    path: tuple[str, ...]
    inner: Digest
    outer: Digest
    files: frozenset[str]


def before(session: Session, path: tuple[str, ...], inner: Digest) -> Before:
    """Note the state just before an effect; leaves the session in the frame of `path`."""
    windows = frozenset(session.selenium.window_handles)
    here = session.here()
    outer = cast(Digest, session.run("digest")) if path else inner
    if path:
        session.enter(path)
    return Before(session.selenium.current_window_handle, windows, here, path, inner, outer, session.files())


def seen_since(session: Session, earlier: Before) -> Outcome:
    """Wait for a change, then for quiet, and say what it was. Raises PageUnreachable for an error page."""
    opened = _tab(session, earlier)
    if opened is not None:
        return opened
    settled = _settle(session, earlier.inner, WAIT)
    opened = _tab(session, earlier)
    if opened is not None:
        return opened
    moved = navigated(session, earlier.here)
    if moved is not None:
        return moved
    download = begun(session, earlier.files)
    if download is not None:
        return download
    changed = list(settled["changed"]) if settled is not None else ["markup"]
    if not changed and earlier.path:
        session.enter(())
        outer = _settle(session, earlier.outer, 0)
        changed = list(outer["changed"]) if outer is not None else ["markup"]
    return Done(_in_words(changed)) if changed else NoEffect()


def navigated(session: Session, earlier: Here) -> Navigated | None:
    """The outcome when another document, or another address of it, is now shown; waits until that is quiet."""
    now = session.here()
    if identity(now) == identity(earlier):
        return Navigated(now["url"], now["title"]) if now["url"] != earlier["url"] else None
    return arrived(session, now)


def arrived(session: Session, now: Here | None = None) -> Navigated:
    """Wait until the new document is quiet. Raises PageUnreachable when it is Chrome's own error page."""
    now = now or session.here()
    if now["url"].startswith("chrome-error:"):
        if not asks_to_sign_in(session):
            raise error_page(session)
        url = session.selenium.current_url
        return Navigated(url, f"Sign in to {urlsplit(url).hostname}")
    session.enter(())
    _settle(session, {"url": ""}, 0, cap=1_500)
    now = session.here()
    return Navigated(now["url"], now["title"])


def asks_to_sign_in(session: Session) -> bool:
    """Whether the top document is the empty one that Chrome shows under its own box for a name and a password."""
    return bool(
        session.script(
            "const [own] = performance.getEntriesByType('navigation');"
            "return !!own && own.responseStatus === 401 && !document.title"
            " && !(document.body && document.body.childNodes.length)"
        )
    )


def error_page(session: Session) -> Exception:
    """The error that Chrome's own error page tells of."""
    text = session.script("return document.body ? document.body.innerText : ''")
    return unreachable(session.selenium.current_url, net_error(str(text)))


def _settle(session: Session, earlier: Digest, wait: int, cap: int = CAP) -> Settled | None:
    """None when the document, or its frame, was replaced meanwhile."""
    try:
        return cast(Settled, session.run("settle", earlier, wait, QUIET, cap))
    except UnexpectedAlertPresentException:
        raise
    except WebDriverException as error:
        if has_ended(error) or not was_unloaded(error):
            raise
        return None


def _tab(session: Session, earlier: Before) -> Outcome | None:
    """Follow a tab that the acted tab opened; come back to another tab when the acted one closed itself."""
    windows = session.selenium.window_handles
    if earlier.window not in windows:
        if not windows:
            return None
        session.after_closing(earlier.window, windows)
        here = session.here()
        return Navigated(here["url"], here["title"])
    fresh = [one for one in windows if one not in earlier.windows and _opened_by(session, one, earlier.window)]
    if len(fresh) != 1 or not _stays(session, fresh[0]):
        return None
    session.openers[fresh[0]] = earlier.window
    session.go_to(fresh[0])
    shown = arrived(session)
    return TabOpened(shown.url, shown.title)


def _stays(session: Session, window: str) -> bool:
    """Wait until a new tab has an address; False when it closes, as Chrome does with one opened for a download."""
    until = time.monotonic() + ADDRESS_SECONDS
    while time.monotonic() < until:
        targets = session.cdp("Target.getTargets")["targetInfos"]
        shown = [str(one.get("url", "")) for one in targets if one.get("targetId") == window]
        if not shown or shown[0] not in ("", "about:blank"):
            break
        time.sleep(0.05)
    return window in session.selenium.window_handles


def _opened_by(session: Session, window: str, opener: str) -> bool:
    """True unless Chrome says that another tab opened it (links without an opener leave that open)."""
    for target in session.cdp("Target.getTargets")["targetInfos"]:
        if target.get("targetId") == window:
            known = target.get("openerId") or target.get("openerFrameId")
            return known is None or known == opener
    return False


def _in_words(changed: list[str]) -> str:
    words = {
        "title": "the title changed",
        "popovers": "a panel opened or closed",
        "full": "full screen changed",
        "playing": "playback changed",
        "words": "the page changed",
        "markup": "a number on the page changed",
        "values": "a field changed",
        "scroll": "the page scrolled",
        "focus": "the focus moved",
    }
    return next((words[key] for key in words if key in changed), "the page changed")
