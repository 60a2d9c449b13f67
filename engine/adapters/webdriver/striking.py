"""A key goes only to what was judged: where the focus is now, and what holds the key back if it is not there."""

import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypedDict, cast

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.webelement import WebElement

from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.trouble import NODE_GONE, has_ended, was_unloaded
from engine.values.page import Element

_DEEPEST = 5
FORM = "::form::"
FORM_CHANGED = "What would be sent has changed meanwhile, so I sent nothing. Please say it again."


class Place(TypedDict):
    """What has the focus in the current frame (sending.js). `acts`: Enter or a blank would do something there."""

    frame: WebElement | None
    name: str
    acts: bool


def place(session: Session) -> Place:
    """What has the focus now; its frame is current afterwards."""
    session.enter(())
    for _ in range(_DEEPEST):
        now = cast(Place, session.run("focusPlace"))
        if now["frame"] is None:
            break
        try:
            session.step_into(now["frame"].id)
        except NODE_GONE:
            break
    return now


def among(session: Session, focused: Iterable[Element]) -> list[WebElement]:
    """Those of these elements that have the focus, in the current frame."""
    found: list[WebElement] = []
    for one in focused:
        if session.paths.get(one.handle, ()) == session.inside:
            with suppress(*NODE_GONE):
                if session.run("focused", node := session.node(one.handle)):
                    found.append(node)
    return found


def strike(session: Session, nodes: list[WebElement], press: Callable[[], None], digest: str = "") -> str:
    """Press a key that reaches nothing but these; return the name of what else it would have reached, "" if nothing.

    Without `nodes` only where it presses and fills nothing. With `digest` only while the form of these would send what
    that stands for (page.py, Form); FORM otherwise. A page that it unloads, or a dialog that it opens, is seen later.
    """
    name, earlier = f"k{secrets.token_hex(8)}", session.pressed
    session.run("guardKeys", name, nodes, digest)
    session.pressed = True
    carefully(press)
    held = held_back(session, name)
    session.pressed = earlier if held else True
    return held


def held_back(session: Session, name: str) -> str:
    """What a guard has held back from; "" also where the page that it was in is gone, which is found out next."""
    try:
        return str(session.run("heldBack", name))
    except WebDriverException as error:
        if not (has_ended(error) or was_unloaded(error)):
            raise
        return ""


def carefully(press: Callable[[], None]) -> None:
    """Press, and take it for done where the page is unloaded by it."""
    try:
        press()
    except WebDriverException as error:
        if not was_unloaded(error):
            raise
