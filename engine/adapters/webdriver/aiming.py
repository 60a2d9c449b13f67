"""From an element of a page to its live node, refusing what has changed, and to a point that can be pressed."""

import time
from dataclasses import dataclass
from threading import Event
from typing import TypedDict, cast

from selenium.common.exceptions import JavascriptException, MoveTargetOutOfBoundsException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.remote.webelement import WebElement

from engine.adapters.webdriver.facts import Facts, Target, called, is_same
from engine.adapters.webdriver.guarding import digest_of, judged, struck
from engine.adapters.webdriver.refinding import refound
from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.stopping import check
from engine.adapters.webdriver.trouble import NODE_GONE
from engine.adapters.webdriver.verifying import Before, Seen, before
from engine.values.action import Button
from engine.values.errors import Interrupted
from engine.values.outcome import Blocked, ChangedSince, Disabled, Failed, Outcome, Vanished
from engine.values.page import Element

__all__ = ["Aim", "Facts", "Spot", "Target", "press", "reach", "rest_on"]

MOVING_SECONDS = 3.0
"""How long a thing that moves is waited for."""
_TRIES = 3


class Aim(TypedDict, total=False):
    """A point: (x, y) from the centre of `target`, (px, py) in the frame's viewport. Or why there is none."""

    target: WebElement
    x: float
    y: float
    px: float
    py: float
    covered: str
    hidden: bool
    holder: WebElement
    moving: bool
    outside: bool
    gone: bool


def reach(session: Session, element: Element, disabled: bool = False) -> Target | Outcome:
    """Find the node again; ChangedSince when it is no longer what it was, Disabled when it says so (unless `disabled`).

    A page may have put another node in its place that is the very same thing: then that one. Vanished otherwise.
    """
    found = _live(session, element)
    if found is None:
        again = refound(session, element)
        found = _live(session, again) if again is not None else None
    if found is None:
        return Vanished()
    facts = found.facts
    if not is_same(element, facts):
        return ChangedSince(called(facts, element))
    if facts["disabled"] and not disabled:
        return Disabled()
    return found


def _live(session: Session, element: Element) -> Target | None:
    """The node with what it is now, None when it is gone."""
    path = session.paths.get(element.handle, ())
    up = session.depths.get(element.handle, 0)
    try:
        session.enter(path)
        node = session.node(element.handle)
        facts = cast(Facts, session.run("facts", node, up))
    except (*NODE_GONE, JavascriptException):
        return None
    return None if facts["gone"] else Target(node, path, facts, up, digest_of(session, element))


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the pointer rests now, on the target, and what could be seen then."""

    node: WebElement
    x: float
    y: float
    seen: Seen


def press(
    session: Session, target: Target, stop: Event, watch_focus: bool = False, by: tuple[int, Button] = (1, "left")
) -> Before | Outcome:
    """Click the target natively at a point that is really its own; return the state before the click.

    Not when it changes while the pointer comes to it: then ChangedSince, and nothing is pressed.
    `by`: how many times, and with which button. Raises Interrupted when `stop` is set before the click.
    """
    try:
        was = judged(session, target)
        spot = _rest_surely(session, target)
        if not isinstance(spot, Spot):
            return spot
        digest = dict(spot.seen["digest"])  # after moving: hovering may change the page by itself
        if not watch_focus:
            digest.pop("focus", None)
        earlier = before(session, target.path, digest, spot.seen)
        if stop.is_set():
            raise Interrupted("Stopped.")
        changed = struck(session, target, was, (spot.node, spot.x, spot.y), _clicks(session, *by).perform)
    except NODE_GONE:
        return Vanished()
    return earlier if changed is None else changed


def _rest_surely(session: Session, target: Target) -> Spot | Outcome:
    """Move there, and again where it moved away meanwhile, or where the pointer itself brought something over it."""
    for _ in range(_TRIES):
        spot = rest_on(session, target)
        if not isinstance(spot, Spot) or session.run("isOwn", target.node, spot.node, spot.x, spot.y):
            return spot
    return Blocked("something that appears there, or that moves")


def _clicks(session: Session, times: int, button: Button) -> ActionChains:
    mouse = ActionChains(session.selenium, duration=0)
    if button == "right":
        return mouse.context_click()
    for _ in range(times):
        mouse = mouse.click()
    return mouse


def rest_on(session: Session, target: Target) -> Spot | Outcome:
    """Move the pointer to a point that is really the target's own. Raises one of trouble.NODE_GONE."""
    aim = _aim(session, target)
    if "target" not in aim:
        return _no_point(aim)
    outside = _cover_outside(session, target.path, aim["px"], aim["py"])
    if isinstance(outside, str):
        return Blocked(outside)
    try:
        _move(session, target.path, aim, outside)
    except MoveTargetOutOfBoundsException:
        return Blocked("the edge of the window")
    return Spot(aim["target"], aim["px"], aim["py"], cast(Seen, session.run("look")))


def _move(session: Session, path: tuple[str, ...], aim: Aim, top: tuple[float, float] | None) -> None:
    """Move the pointer; where a frame is enlarged to the point in the top document, as ChromeDriver leaves that out."""
    mouse = ActionChains(session.selenium, duration=0)
    if top is None:
        mouse.move_to_element_with_offset(aim["target"], round(aim["x"]), round(aim["y"])).perform()
        return
    session.enter(())
    mouse.w3c_actions.pointer_action.move_to_location(round(top[0]), round(top[1]))  # type: ignore[no-untyped-call]
    mouse.perform()
    session.enter(path)


def _aim(session: Session, target: Target) -> Aim:
    """Find a point, once the target stands still; what is in a menu that has closed gets that opened by the pointer."""
    until = time.monotonic() + MOVING_SECONDS
    while True:
        check(session)
        aim = cast(Aim, session.run("aim", target.node, time.monotonic() >= until))
        if "holder" in aim and time.monotonic() < until:
            until = time.monotonic()
            ActionChains(session.selenium, duration=0).move_to_element(aim["holder"]).perform()
        elif not aim.get("moving"):
            return aim


def _no_point(aim: Aim) -> Outcome:
    if aim.get("gone"):
        return Vanished()
    if aim.get("hidden"):
        return Failed("It is hidden on the page, so I cannot press it.")
    if aim.get("outside"):
        return Failed("It lies outside the page, so I cannot press it.")
    return Blocked(aim.get("covered", "another part of the page"))


def _cover_outside(session: Session, path: tuple[str, ...], x: float, y: float) -> str | tuple[float, float] | None:
    """What lies over the point in any of the documents around its frame; returns to the frame.

    Where nothing does: the point in the top document if a frame around it is enlarged, else None.
    """
    found = _around(session, path, x, y)
    if found == _MOVED:  # it was not in view, and is now
        found = _around(session, path, x, y)
    if path:
        session.enter(path)
    return found


_MOVED = "the edge of the window"


def _around(session: Session, path: tuple[str, ...], x: float, y: float) -> str | tuple[float, float] | None:
    """As `_cover_outside`; _MOVED when a frame had to be scrolled to."""
    sized = False
    for depth in range(len(path) - 1, -1, -1):
        session.enter(path[:depth])
        frame = session.node(path[depth])
        point = session.run("through", frame, x, y)
        if point["outside"]:
            session.run("reveal", frame, y)
            return _MOVED
        if point["covered"]:
            return str(point["covered"])
        x, y, sized = point["x"], point["y"], sized or point["sized"]
    return (x, y) if sized else None
