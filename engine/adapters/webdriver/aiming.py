"""From an element of a page to its live node, refusing what has changed, and to a point that can be pressed."""

from dataclasses import dataclass
from threading import Event
from typing import TypedDict, cast

from selenium.common.exceptions import JavascriptException, MoveTargetOutOfBoundsException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.remote.webelement import WebElement

from engine.adapters.webdriver.session import Digest, Session
from engine.adapters.webdriver.trouble import NODE_GONE
from engine.adapters.webdriver.verifying import Before, before
from engine.values.errors import Interrupted
from engine.values.outcome import Blocked, Disabled, Failed, Outcome, Vanished
from engine.values.page import Element


class Facts(TypedDict):
    """A live node as it is now (aiming.js, facts). `value` is "" when `secret`."""

    gone: bool
    tag: str
    role: str
    kind: str
    type: str
    secret: bool
    name: str
    text: str
    value: str
    contexts: list[str]
    disabled: bool
    readonly: bool
    checked: bool
    empty: bool


@dataclass(frozen=True, slots=True)
class Target:
    """A live node in its frame, which is the session's current one."""

    node: WebElement
    path: tuple[str, ...]
    facts: Facts


class Aim(TypedDict, total=False):
    """A point: (x, y) from the centre of `target`, (px, py) in the frame's viewport. Or why there is none."""

    target: WebElement
    x: float
    y: float
    px: float
    py: float
    covered: str
    hidden: bool


def reach(session: Session, element: Element) -> Target | Outcome:
    """Find the node again; Vanished when it is gone or no longer what it was, Disabled when it says so."""
    path = session.paths.get(element.handle, ())
    try:
        session.enter(path)
        node = session.node(element.handle)
        facts = cast(Facts, session.run("facts", node, session.depths.get(element.handle, 0)))
    except (*NODE_GONE, JavascriptException):
        return Vanished()
    if facts["gone"] or not _same(element, facts):
        return Vanished()
    if facts["disabled"]:
        return Disabled()
    return Target(node, path, facts)


def _same(element: Element, facts: Facts) -> bool:
    """Role and name as they were; text instead for the nameless; and the same row, for one of several equals."""
    if (element.role, element.name) != (facts["role"], facts["name"]):
        return False
    if not element.name and element.text != facts["text"]:
        return False
    contexts = [context for context in facts["contexts"] if context]
    return not element.context or not contexts or element.context in contexts


def press(session: Session, target: Target, stop: Event, watch_focus: bool = False) -> Before | Outcome:
    """Click the target natively at a point that is really its own; return the state before the click.

    Raises Interrupted when `stop` is set before the click.
    """
    try:
        aim = cast(Aim, session.run("aim", target.node))
        if "target" not in aim:
            return _no_point(aim)
        cover = _cover_outside(session, target.path, aim["px"], aim["py"])
        if cover:
            return Blocked(cover)
        mouse = ActionChains(session.selenium, duration=0)
        mouse.move_to_element_with_offset(aim["target"], round(aim["x"]), round(aim["y"])).perform()
        digest = cast(Digest, session.run("digest"))  # after moving: hovering may change the page by itself
    except MoveTargetOutOfBoundsException:
        return Blocked("the edge of the window")
    except NODE_GONE:
        return Vanished()
    if not watch_focus:
        digest.pop("focus", None)
    earlier = before(session, target.path, digest)
    if stop.is_set():
        raise Interrupted("Stopped.")
    session.pressed = True
    ActionChains(session.selenium, duration=0).click().perform()
    return earlier


def _no_point(aim: Aim) -> Outcome:
    if aim.get("hidden"):
        return Failed("It is hidden on the page, so I cannot press it.")
    return Blocked(aim.get("covered", "another part of the page"))


def _cover_outside(session: Session, path: tuple[str, ...], x: float, y: float) -> str:
    """What lies over the point in any of the documents around its frame, "" if nothing; returns to the frame."""
    for depth in range(len(path) - 1, -1, -1):
        session.enter(path[:depth])
        point = session.run("through", session.node(path[depth]), x, y)
        if point["covered"]:
            return str(point["covered"])
        x, y = point["x"], point["y"]
    if path:
        session.enter(path)
    return ""
