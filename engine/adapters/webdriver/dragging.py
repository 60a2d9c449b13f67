"""Taking something and dropping it on a place, and on nothing else that comes to lie there."""

import itertools
import math
import secrets
from contextlib import suppress
from threading import Event

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from urllib3.exceptions import HTTPError

from engine.adapters.webdriver.aiming import Spot, Target, reach, rest_on
from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.verifying import before, seen_since
from engine.values.errors import Interrupted
from engine.values.outcome import Blocked, Failed, Outcome
from engine.values.page import Element

_STEPS = 10
_STEP_MS = 20


def drag(session: Session, element: Element, onto: Element, stop: Event) -> Outcome:
    """Take it and drop it a little beyond the middle of `onto`, moving there in steps as a hand would.

    Blocked by what lies there instead of `onto` when it would be let go. Raises Interrupted.
    """
    target, place = reach(session, element), reach(session, onto, disabled=True)
    if not isinstance(target, Target):
        return target
    if not isinstance(place, Target):
        return place
    if target.path != place.path:
        return Failed("I cannot drag from one frame of the page into another.")
    session.enter(target.path)
    session.run("bothInView", target.node, place.node)
    spot = rest_on(session, target)
    if not isinstance(spot, Spot):
        return spot
    drop = session.run("dropPoint", place.node)
    if drop.get("outside"):
        return Failed("The two do not fit on the screen together. Make the page smaller first, and try again.")
    digest = dict(spot.seen["digest"])
    digest.pop("focus", None)
    earlier = before(session, target.path, digest, spot.seen)
    if stop.is_set():
        raise Interrupted("Stopped.")
    session.pressed = True
    way = (_past(drop["px"] - spot.x, drop["width"]), _past(drop["py"] - spot.y, drop["height"]))
    other = _carried(session, target, place, spot, _steps(*way))
    return Blocked(other) if other else seen_since(session, earlier)


def _past(way: float, size: float) -> float:
    """A little beyond the middle of the place, on the way from where one comes: the parts of a list give way then."""
    return way if abs(way) < size / 2 else way + math.copysign(size / 5, way)


def _steps(right: float, down: float) -> list[tuple[int, int]]:
    """So far, in steps, and one pixel more (CSS pixels)."""
    at = [(round(right * step / _STEPS), round(down * step / _STEPS)) for step in range(_STEPS + 1)]
    steps = [(x - left, y - top) for (left, top), (x, y) in itertools.pairwise(at)]
    last = [0 if abs(way) < 1 else round(math.copysign(1, way)) for way in (right, down)]
    return [*steps, (last[0], last[1])]


def _carried(session: Session, target: Target, place: Target, spot: Spot, steps: list[tuple[int, int]]) -> str:
    """Press where the pointer is, move, and let go; the name of what lies there instead of the place, "" if nothing.

    Not to where the place is by then, as lists make room for what is held over them.
    """
    if session.run("isNative", target.node):
        return _by_browser(session, target, place, steps)
    ActionChains(session.selenium, duration=0).click_and_hold().perform()
    if session.run("isNative", target.node):  # some pages say so only when it is pressed
        session.run("noClick")
        ActionChains(session.selenium, duration=0).release().perform()
        return _by_browser(session, target, place, steps)
    end = (spot.x + sum(x for x, _ in steps), spot.y + sum(y for _, y in steps))
    try:
        _moved(ActionChains(session.selenium, duration=_STEP_MS), steps).perform()
        other = str(session.run("under", target.node, place.node, *end))
    except BaseException:
        with suppress(WebDriverException, HTTPError, OSError):
            _back(session, steps)
        raise
    if other:
        _back(session, steps)
    else:
        ActionChains(session.selenium, duration=0).release().perform()
    return other


def _by_browser(session: Session, target: Target, place: Target, steps: list[tuple[int, int]]) -> str:
    """Chrome's own dragging works only within one command, so that a drop elsewhere is held back from the page."""
    name = f"d{secrets.token_hex(8)}"
    session.run("watchDrop", target.node, place.node, name)
    mouse = ActionChains(session.selenium, duration=_STEP_MS).click_and_hold()
    _moved(mouse, steps).release().perform()
    return str(session.run("askDrop", name))


def _moved(mouse: ActionChains, steps: list[tuple[int, int]]) -> ActionChains:
    for step in steps:
        mouse = mouse.move_by_offset(*step)
    return mouse.pause(_STEP_MS / 1_000)


def _back(session: Session, steps: list[tuple[int, int]]) -> None:
    """Give it up, as a hand would: Escape, and let it go where it was taken."""
    ActionChains(session.selenium, duration=0).send_keys(Keys.ESCAPE).perform()
    whole = (-sum(x for x, _ in steps), -sum(y for _, y in steps))
    ActionChains(session.selenium, duration=_STEP_MS).move_by_offset(*whole).release().perform()
