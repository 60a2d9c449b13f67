"""Scrolling the document or a box in it: to a position, or until a text is in view."""

import time
from dataclasses import dataclass
from threading import Event
from typing import TypedDict, cast

from selenium.common.exceptions import JavascriptException
from selenium.webdriver.remote.webelement import WebElement

from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.trouble import NODE_GONE
from engine.values.errors import Interrupted
from engine.values.outcome import Done, NoEffect, Outcome, Rejected, Vanished
from engine.values.page import Element

STEPS = 30
SECONDS = 15.0
"""How far a text is looked for in one go."""
STEP_MS = 250
GROWTH_SECONDS = 2.0
"""How long the end of a list is given to grow."""


class Scrolled(TypedDict):
    """`across`: it moved sideways only. Positions and the furthest of them in CSS pixels."""

    moved: bool
    across: bool
    x: float
    mostX: float
    y: float
    most: float


@dataclass(slots=True)
class _Search:
    """`until` is a time of time.monotonic; `steps` is how many are left."""

    text: str
    stop: Event
    until: float
    steps: int = STEPS

    def over(self) -> bool:
        """Raises Interrupted."""
        if self.stop.is_set():
            raise Interrupted("Stopped.")
        return self.steps <= 0 or time.monotonic() > self.until


def scroll(session: Session, x: int, y: int, stop: Event) -> Outcome:
    """Scroll to a document position; one call, as this is the most frequent command of all."""
    if stop.is_set():
        raise Interrupted("Stopped.")
    session.enter(())
    return _told(cast(Scrolled, session.run("scrollToPosition", x, y)))


def scroll_box(session: Session, element: Element, x: int, y: int, stop: Event) -> Outcome:
    """Scroll the box that `element` is or stands in, or the document where there is none, to this position of it."""
    if stop.is_set():
        raise Interrupted("Stopped.")
    try:
        session.enter(session.paths.get(element.handle, ()))
        return _told(cast(Scrolled, session.run("scrollBox", session.node(element.handle), x, y)))
    except (*NODE_GONE, JavascriptException):
        return Vanished()


def scroll_box_by(session: Session, element: Element, down: float, right: float, stop: Event) -> Outcome:
    """Scroll the box that `element` is or stands in by so many of its own heights and widths, as far as it goes."""
    if stop.is_set():
        raise Interrupted("Stopped.")
    try:
        session.enter(session.paths.get(element.handle, ()))
        return _told(cast(Scrolled, session.run("scrollBoxBy", session.node(element.handle), down, right)))
    except (*NODE_GONE, JavascriptException):
        return Vanished()


def _told(result: Scrolled) -> Outcome:
    if not result["moved"]:
        return NoEffect()
    if result["across"]:
        return _part(result["x"], result["mostX"], ("at the left edge", "at the right edge", "across"))
    return _part(result["y"], result["most"], ("at the top", "at the bottom", "down"))


def _part(at: float, most: float, words: tuple[str, str, str]) -> Done:
    at = abs(at)  # from right to left, positions are counted below zero
    if at < 1:
        return Done(f"now {words[0]}")
    if at >= most - 1:
        return Done(f"now {words[1]}")
    return Done(f"now {max(1, round(100 * at / most))} percent {words[2]}")


def scroll_until(session: Session, text: str, element: Element | None, stop: Event) -> Outcome:
    """Scroll down until `text` is in view, in the box that `element` is or stands in, or anywhere on the page.

    What is in the page already is gone to at once; lists that grow or make their rows as they are scrolled are
    followed, at most 30 screens or 15 seconds in one go. Raises Interrupted.
    """
    search = _Search(text, stop, time.monotonic() + SECONDS)
    path = session.paths.get(element.handle, ()) if element else ()
    try:
        session.enter(path)
        node = session.node(element.handle) if element else None
        boxes = cast(list[WebElement], session.run("rollingBoxes", node))
        if _seen(session, search, boxes[0] if element and boxes else None):
            return _found(text)
        if element is None and _in_frames(session, search):
            return _found(text)
        for number, box in enumerate(boxes):
            if _through(session, search, box, keep=number == 0):
                return _found(text)
    except (*NODE_GONE, JavascriptException):
        return Vanished()
    if search.over():
        return Rejected("", f"I looked {STEPS - search.steps} screens further and did not find “{text}”.")
    lists = " and of the lists in it" if len(boxes) > 1 and element is None else ""
    return Rejected("", f"“{text}” is not there. I looked down to the end{f' of the page{lists}' if lists else ''}.")


def _found(text: str) -> Done:
    return Done(f"“{text}” is in view")


def _seen(session: Session, search: _Search, box: WebElement | None) -> bool:
    search.over()
    return bool(session.run("bringIntoView", search.text, box)["found"])


def _in_frames(session: Session, search: _Search) -> bool:
    """Look for the text in the frames of the last look; ends in the frame where it is, else in the top document."""
    for path in dict.fromkeys(session.paths.values()):
        try:
            session.enter(path)
            if _seen(session, search, None):
                return True
        except (*NODE_GONE, JavascriptException):
            continue
    session.enter(())
    return False


def _through(session: Session, search: _Search, box: WebElement, keep: bool) -> bool:
    """Scroll one box down to its end, looking for the text; unless `keep`, it is put back when it was in vain."""
    began = session.run("position", box)
    grown_by = time.monotonic() + GROWTH_SECONDS
    while not search.over():
        step = session.run("rollOn", box, STEP_MS)
        if step["moved"]:
            search.steps -= 1
        if (step["moved"] or step["grown"]) and _seen(session, search, box):
            return True
        if step["moved"] or step["grown"]:
            grown_by = time.monotonic() + GROWTH_SECONDS
        elif time.monotonic() > grown_by:
            break
    if not keep:
        session.run("rollBack", box, began)
    return False
