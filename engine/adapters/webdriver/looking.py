"""One look: the walker run once in each frame."""

import logging
import time
from typing import Any, cast

from selenium.common.exceptions import JavascriptException, NoSuchWindowException, TimeoutException, WebDriverException
from selenium.webdriver.remote.webelement import WebElement

from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.trouble import NODE_GONE, has_ended
from engine.seeing.walking import Look, Walked

log = logging.getLogger(__name__)

MAX_ELEMENTS = 1_500
MAX_NODES = 25_000
MAX_FRAMES = 20
MAX_DEPTH = 4
FRAME_SECONDS = 1.5
RETRY_SECONDS = 6.0
"""How long a frame may take to come, and when it is tried again: one that hangs must not keep the user waiting."""


def look(session: Session) -> tuple[Look, bool]:
    """Read the active tab, and whether the tab is hidden behind another; note which frames lead to which elements."""
    session.paths.clear()
    session.enter(())
    raw = session.walk(MAX_ELEMENTS, MAX_NODES)
    if not raw["frameNodes"]:
        return _document(session, raw, (), [0]), bool(raw["hidden"])
    session.selenium.set_page_load_timeout(FRAME_SECONDS)
    try:
        return _document(session, raw, (), [MAX_FRAMES]), bool(raw["hidden"])
    finally:
        session.selenium.set_page_load_timeout(session.page_seconds)


def _document(session: Session, raw: dict[str, Any], path: tuple[str, ...], budget: list[int]) -> Look:
    handles = tuple(node.id for node in cast(list[WebElement], raw["nodes"]))
    if path:
        session.paths.update(dict.fromkeys(handles, path))
    inner = tuple(_frame(session, node, path, budget) for node in cast(list[WebElement], raw["frameNodes"]))
    return Look(cast(Walked, raw), handles, inner)


def _frame(session: Session, node: WebElement, path: tuple[str, ...], budget: list[int]) -> Look | None:
    """Read one frame and come back; None when it is too deep, is one too many, or cannot be read."""
    lately = time.monotonic() - session.hung.get(node.id, -RETRY_SECONDS) < RETRY_SECONDS
    if lately or budget[0] <= 0 or len(path) >= MAX_DEPTH:
        return None
    budget[0] -= 1
    try:
        session.step_into(node.id)
    except (*NODE_GONE, JavascriptException):
        return None
    except TimeoutException:
        _give_up(session, node.id, budget)
        return None
    found: Look | None = None
    inner = (*path, node.id)
    try:
        found = _document(session, session.walk(MAX_ELEMENTS, MAX_NODES), inner, budget)
    except NoSuchWindowException:
        log.debug("a frame went away while it was read")
    except TimeoutException:
        _give_up(session, node.id, budget)
        return None
    except WebDriverException as error:
        if has_ended(error):
            raise
        log.debug("a frame could not be read: %s", type(error).__name__)
    session.step_out()
    return found


def _give_up(session: Session, handle: str, budget: list[int]) -> None:
    """Read no more frames in this look, and leave this one out of the next few."""
    session.hung[handle] = time.monotonic()
    log.debug("a frame is still loading; the remaining frames are left out")
    budget[0] = 0
    session.selenium.switch_to.default_content()
    session.inside = ()
