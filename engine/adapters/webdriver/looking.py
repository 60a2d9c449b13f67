"""One look: the walker run once in each frame, with what only the driver can tell: listeners, closed roots."""

import logging
import re
import time
from typing import Any, cast

from selenium.common.exceptions import (
    JavascriptException,
    NoSuchWindowException,
    TimeoutException,
    UnexpectedAlertPresentException,
    WebDriverException,
)
from selenium.webdriver.remote.webelement import WebElement

from engine.adapters.webdriver.rescuing import silent
from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.stopping import pause
from engine.adapters.webdriver.trouble import NODE_GONE, has_ended
from engine.seeing.walking import ElementFacts, Look, Walked, read

log = logging.getLogger(__name__)

NEAR_ELEMENTS = 400
MOST_ELEMENTS = 3_000
"""Elements of a document that are described: those in and nearest to the view, and those of the whole page."""
MAX_NODES = 25_000
MAX_FRAMES = 20
MAX_DEPTH = 4
MAX_HOSTS = 20
MAX_NESTED = 3
"""Elements that one look asks the driver about, for closed shadow roots; and how deep those may lie in each other."""
MAX_ROOTLESS = 5_000
FRAME_SECONDS = 1.5
ANSWER_SECONDS = 0.4
RETRY_SECONDS = 6.0
"""How long a frame may take to come, and to answer at all, and when it is tried again: one that hangs must not keep
the user waiting."""


CLOCK_SECONDS = 1.1
"""How long after it a clock shows something else again."""


class _Raw:
    """What the walker gave for one document (walker.js)."""

    __slots__ = ("frames", "handles", "hosts", "printable", "walked")

    def __init__(self, given: Any) -> None:
        found, nodes, frames, hosts = given
        self.walked, self.printable = read(found)
        self.handles = tuple(node.id for node in cast(list[WebElement], nodes))
        self.frames = tuple(node.id for node in cast(list[WebElement], frames))
        self.hosts = tuple(node.id for node in cast(list[WebElement], hosts))


class _Looking:
    """What is the same for all documents of one look. `budget`: frames that may still be read."""

    __slots__ = ("budget", "heard", "origin")

    def __init__(self, session: Session) -> None:
        self.heard = _listeners(session)
        self.budget = MAX_FRAMES
        self.origin = ""


def look(session: Session, most: int) -> tuple[Look, bool]:
    """Read the active tab, and whether the tab is hidden behind another; note which frames lead to which elements.

    At `most` so many elements of each document are described. The top document is current, before and afterwards.
    """
    session.paths.clear()
    session.others.clear()
    session.most = most
    looking = _Looking(session)
    raw = _walk(session, looking)
    hidden = bool(raw.walked["hidden"])
    if not raw.frames:
        return _document(session, raw, (), looking), hidden
    _leave_out_frozen(session, raw.frames)
    session.selenium.set_page_load_timeout(FRAME_SECONDS)
    try:
        return _document(session, raw, (), looking), hidden
    finally:
        session.selenium.set_page_load_timeout(session.page_seconds)


def _leave_out_frozen(session: Session, frames: tuple[str, ...]) -> None:
    """Do not enter frames of other sites whose script does not let go: ChromeDriver would wait for them."""
    for target in silent(session, ANSWER_SECONDS):
        if target == session.window:
            continue
        try:
            node = session.cdp("DOM.getFrameOwner", frameId=target)["backendNodeId"]
        except UnexpectedAlertPresentException:
            raise
        except WebDriverException as error:
            if has_ended(error):
                raise
            continue  # one inside a frame of another site
        session.hung.update({frame: time.monotonic() for frame in frames if frame.endswith(f".{node}")})


def _listeners(session: Session) -> object:
    """By document, which elements listen for presses (listening.js); nothing of the frames of other sites."""
    code = f"(() => {{{session.scripts.listening}}})()"
    try:
        answer = session.cdp("Runtime.evaluate", expression=code, includeCommandLineAPI=True, returnByValue=True)
    except UnexpectedAlertPresentException:
        raise
    except WebDriverException as error:
        if has_ended(error):
            raise
        return None
    return answer.get("result", {}).get("value")


def _walk(session: Session, looking: _Looking) -> _Raw:
    """Walk the current frame; again, with what was found, where there are closed shadow roots not known before."""
    raw = _once(session, looking)
    looking.origin = looking.origin or raw.walked["origin"]
    if raw.walked["origin"] != looking.origin or looking.origin == "null":
        return raw  # a frame of another process, whose nodes this way of asking does not reach
    for _ in range(MAX_NESTED):
        inside = [one for host in _unknown(session, raw.hosts) if (one := _inside(session, host))]
        if not inside:
            break
        session.closed[session.inside] = (*session.closed.get(session.inside, ()), *inside)
        raw = _once(session, looking)
    return raw


def _once(session: Session, looking: _Looking) -> _Raw:
    raw = _Raw(session.walk({"elements": session.most, "nodes": MAX_NODES, "heard": looking.heard}))
    found = zip(raw.handles, raw.walked["elements"], strict=True)
    fresh = [handle for handle, facts in found if facts["secret"]]
    if fresh:
        session.secret[session.place] = tuple(dict.fromkeys((*session.secret.get(session.place, ()), *fresh)))
    return raw


def _unknown(session: Session, hosts: tuple[str, ...]) -> list[str]:
    if len(session.rootless) > MAX_ROOTLESS:
        session.rootless.clear()
    return [one for one in hosts if one not in session.rootless][:MAX_HOSTS]


def _inside(session: Session, host: str) -> str:
    """The handle of one element inside the host's closed shadow root; "" where it has none, which is remembered."""
    prefix, _, number = host.rpartition(".")
    if number.isdigit():
        try:
            node = session.cdp("DOM.describeNode", backendNodeId=int(number), depth=2, pierce=True)["node"]
        except UnexpectedAlertPresentException:
            raise
        except WebDriverException as error:
            if has_ended(error):
                raise
            node = {}
        for root in node.get("shadowRoots", ()):
            inner = [one for one in root.get("children", ()) if one["nodeType"] == 1]
            if root.get("shadowRootType") == "closed" and inner:
                return f"{prefix}.{inner[0]['backendNodeId']}"
    session.rootless.add(host)
    return ""


def _document(session: Session, raw: _Raw, path: tuple[str, ...], looking: _Looking) -> Look:
    if path:
        session.paths.update(dict.fromkeys(raw.handles, path))
        if _is_apart(session, raw.walked, path, looking):
            session.others[path] = _shown(raw.walked)
    inner = tuple(_frame(session, handle, path, looking) for handle in raw.frames)
    return Look(raw.walked, raw.handles, inner, raw.printable)


def _frame(session: Session, handle: str, path: tuple[str, ...], looking: _Looking) -> Look | None:
    """Read one frame and come back; None when it is too deep, is one too many, or cannot be read."""
    if _hung_lately(session, handle) or looking.budget <= 0 or len(path) >= MAX_DEPTH:
        return None
    looking.budget -= 1
    try:
        session.step_into(handle)
    except (*NODE_GONE, JavascriptException):
        return None
    except TimeoutException:
        _give_up(session, handle, looking)
        return None
    found: Look | None = None
    try:
        found = _document(session, _walk(session, looking), (*path, handle), looking)
    except UnexpectedAlertPresentException:
        raise
    except NoSuchWindowException:
        log.debug("a frame went away while it was read")
    except TimeoutException:
        _give_up(session, handle, looking)
        return None
    except WebDriverException as error:
        if has_ended(error):
            raise
        log.debug("a frame could not be read: %s", type(error).__name__)
    session.step_out()
    return found


def _hung_lately(session: Session, frame: str) -> bool:
    return time.monotonic() - session.hung.get(frame, -RETRY_SECONDS) < RETRY_SECONDS


def _give_up(session: Session, handle: str, looking: _Looking) -> None:
    """Read no more frames in this look, and leave this one out of the next few."""
    session.hung[handle] = time.monotonic()
    log.debug("a frame is still loading; the remaining frames are left out")
    looking.budget = 0
    session.selenium.switch_to.default_content()
    session.inside = ()


def _is_apart(session: Session, walked: Walked, path: tuple[str, ...], looking: _Looking) -> bool:
    """True for a frame that scripts of the top document cannot look into, of whose changes a digest does not tell."""
    origins = {walked["origin"], looking.origin}
    return len(origins) > 1 or "null" in origins or path[:-1] in session.others


def _shown(walked: Walked) -> tuple[int, int]:
    """Two numbers for what a document shows; the second is the same where only digits differ, as a clock's do."""
    elements = [(one["role"], one["name"], one["text"], one["value"], _states(one)) for one in walked["elements"]]
    shown = f"{walked['text']} {elements}"
    return hash(shown), hash(re.sub(r"\d+", "0", shown))


def _states(element: ElementFacts) -> list[str]:
    return [state for state in element["states"] if state != "focused"]  # it goes when something else is pressed


def changed_in_frames(session: Session, acted: tuple[str, ...]) -> bool:
    """Whether a frame of another site shows something else than in the last look; that of `acted` is left out."""
    others = [path for path in session.others if path != acted]
    if not others:
        return False
    session.enter(())
    _leave_out_frozen(session, tuple(path[0] for path in others))
    others = [path for path in others if not _hung_lately(session, path[0])]
    session.selenium.set_page_load_timeout(FRAME_SECONDS)
    try:
        return any(_has_changed(session, path) for path in others)
    finally:
        session.selenium.set_page_load_timeout(session.page_seconds)


def _has_changed(session: Session, path: tuple[str, ...]) -> bool:
    was, now = session.others[path], _shown_now(session, path)
    if now is None or now == was or now[1] != was[1]:
        return now is not None and now != was
    pause(session, CLOCK_SECONDS)
    return _shown_now(session, path) == now


def _shown_now(session: Session, path: tuple[str, ...]) -> tuple[int, int] | None:
    """None where it cannot be read."""
    try:
        session.enter(path)
        return _shown(_Raw(session.walk({"elements": session.most, "nodes": MAX_NODES, "heard": None})).walked)
    except UnexpectedAlertPresentException:
        raise
    except WebDriverException as error:
        if has_ended(error):
            raise
        return None
