"""One look: the walker run once in each frame."""

import logging
from typing import Any, cast

from selenium.common.exceptions import JavascriptException, NoSuchWindowException, WebDriverException
from selenium.webdriver.remote.webelement import WebElement

from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.trouble import NODE_GONE, has_ended
from engine.seeing.walking import Look, Walked

log = logging.getLogger(__name__)

MAX_ELEMENTS = 1_500
MAX_NODES = 25_000
MAX_FRAMES = 20
MAX_DEPTH = 4


def look(session: Session) -> tuple[Look, bool]:
    """Read the active tab, and whether the tab is hidden behind another; note which frames lead to which elements."""
    session.paths.clear()
    session.enter(())
    budget = [MAX_FRAMES]
    raw = session.walk(MAX_ELEMENTS, MAX_NODES)
    found = _document(session, raw, (), budget)
    return found, bool(raw["hidden"])


def _document(session: Session, raw: dict[str, Any], path: tuple[str, ...], budget: list[int]) -> Look:
    handles = tuple(node.id for node in cast(list[WebElement], raw["nodes"]))
    if path:
        session.paths.update(dict.fromkeys(handles, path))
    inner = tuple(_frame(session, node, path, budget) for node in cast(list[WebElement], raw["frameNodes"]))
    return Look(cast(Walked, raw), handles, inner)


def _frame(session: Session, node: WebElement, path: tuple[str, ...], budget: list[int]) -> Look | None:
    """Read one frame and come back; None when it is too deep, is one too many, or cannot be read."""
    if budget[0] <= 0 or len(path) >= MAX_DEPTH:
        return None
    budget[0] -= 1
    try:
        session.step_into(node.id)
    except (*NODE_GONE, JavascriptException):
        return None
    found: Look | None = None
    inner = (*path, node.id)
    try:
        found = _document(session, session.walk(MAX_ELEMENTS, MAX_NODES), inner, budget)
    except NoSuchWindowException:
        log.debug("a frame went away while it was read")
    except WebDriverException as error:
        if has_ended(error):
            raise
        log.debug("a frame could not be read: %s", type(error).__name__)
    session.step_out()
    return found
