"""Click, hover, drag and submit, each verified."""

import time
from threading import Event
from typing import cast

from selenium.common.exceptions import UnexpectedAlertPresentException, WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from engine.adapters.webdriver.aiming import Facts, Spot, Target, press, reach, rest_on
from engine.adapters.webdriver.facts import called, is_same
from engine.adapters.webdriver.session import Digest, Session
from engine.adapters.webdriver.stopping import pause
from engine.adapters.webdriver.striking import FORM, FORM_CHANGED, carefully, strike
from engine.adapters.webdriver.trouble import has_ended, was_unloaded
from engine.adapters.webdriver.verifying import Before, Seen, before, difference, navigated, seen_since
from engine.values.action import Button
from engine.values.errors import Interrupted
from engine.values.outcome import Blocked, ChangedSince, Disabled, Done, Failed, NoEffect, Outcome, Rejected, Vanished
from engine.values.page import Element

_TRIES = 4
_HOVER_SECONDS = 1.2
_HOVER_STEP = 0.1


def click(session: Session, element: Element, stop: Event, times: int = 1, button: Button = "left") -> Outcome:
    """Press it. Lists and colour fields only take the focus, as their pop-ups lie outside the page."""
    for _ in range(_TRIES):
        target = reach(session, element)
        if not isinstance(target, Target):
            return target
        outcome = _click(session, target, stop, (times, button))
        if session.pressed or not isinstance(outcome, Vanished):
            break  # otherwise it was replaced between the look and the press, by what may be the very same thing
    return outcome


def _click(session: Session, target: Target, stop: Event, by: tuple[int, Button]) -> Outcome:
    if by == (1, "left"):
        if target.facts["type"] == "file":
            return Rejected("", "It takes a file. Say which file to attach.")
        if target.facts["kind"] in ("select-one", "color"):
            session.script("arguments[0].focus()", target.node)
            return Done("it has the focus")
    return press_on(session, target, stop, by)


def press_on(session: Session, target: Target, stop: Event, by: tuple[int, Button] = (1, "left")) -> Outcome:
    """Press a live target, so many times and with this button, and say what became of it."""
    refused = str(session.run("refusedBy", target.node)) if target.facts["submits"] else ""
    pressed = press(session, target, stop, watch_focus=bool(target.facts["kind"]), by=by)
    if not isinstance(pressed, Before):
        return pressed
    outcome = seen_since(session, pressed)
    if refused and isinstance(outcome, Done | NoEffect) and _still_refused(session, target, refused):
        return Failed(f"The form was not sent. {refused}")
    if isinstance(outcome, Done):
        return _more_precisely(session, target, pressed, outcome)
    return outcome


def _still_refused(session: Session, target: Target, refused: str) -> bool:
    """Whether the browser had no reason to send the form after all."""
    try:
        session.enter(target.path)
        return bool(session.run("refusedBy", target.node) == refused)
    except WebDriverException as error:
        if not was_unloaded(error):
            raise
        return False


def _more_precisely(session: Session, target: Target, earlier: Before, outcome: Done) -> Outcome:
    """Say what became of the pressed control itself, where that changed; a page that has left since tells of that."""
    try:
        session.enter(target.path)
        now = cast(Facts, session.run("facts", target.node, 0))
    except UnexpectedAlertPresentException:
        raise
    except WebDriverException as error:
        if has_ended(error):
            raise
        return (navigated(session, earlier.here) if was_unloaded(error) else None) or outcome
    was = target.facts
    if now["gone"]:
        return outcome
    if now["checked"] != was["checked"]:
        return Done("it is now on" if now["checked"] else "it is now off")
    if now["expanded"] and now["expanded"] != was["expanded"]:
        return Done(f"it is now {now['expanded']}")
    if now["selected"] and not was["selected"]:
        return Done("it is now selected")
    if now["name"] and now["name"] != was["name"]:
        return Done(f"it is now {now['name']}")
    return outcome


def hover(session: Session, element: Element, stop: Event) -> Outcome:
    """Rest the pointer on it, and leave it there; what appears then is the change."""
    target = reach(session, element, disabled=True)
    if not isinstance(target, Target):
        return target
    earlier = cast(Seen, session.run("look"))
    if stop.is_set():
        raise Interrupted("Stopped.")
    spot = rest_on(session, target)
    if not isinstance(spot, Spot):
        return spot
    until = time.monotonic() + _HOVER_SECONDS
    told = _appeared(session, earlier)
    while not told and time.monotonic() < until:
        pause(session, _HOVER_STEP)
        told = _appeared(session, earlier)
    if told:
        return Done(told.replace("now shown:", "a menu or a hint appeared:"))
    if target.facts["title"] and target.facts["title"] != target.facts["name"]:
        return Done(f"its hint is {target.facts['title']}")
    return NoEffect()


def _appeared(session: Session, earlier: Seen) -> str:
    return difference(earlier, cast(Seen, session.run("look")), changed=False, closings=False)


def submit(session: Session, element: Element, stop: Event) -> Outcome:
    """Send the element's form as a person would: its default button, else the Enter key in a field."""
    target = reach(session, element)
    if not isinstance(target, Target):
        return target
    way = session.run("sender", target.node)
    if way.get("unseen"):
        return Rejected("", "The form would be sent by a button that is not shown.")
    if way.get("button") is not None:
        outcome = _press_button(session, way["button"], target, stop)
        if not isinstance(outcome, Blocked) or way.get("field") is None:
            return outcome  # suggestions under a search field often hide its button: the Enter key remains
    elif way.get("field") is None and way.get("form") is None:
        return Rejected("", "It belongs to no form that can be sent.")
    return _send(session, target, way, stop)


def _press_button(session: Session, button: WebElement, target: Target, stop: Event) -> Outcome:
    """Press the button that sends the form of `target`, if it is still what it was when that was judged."""
    facts = cast(Facts, session.run("facts", button, session.depths.get(button.id, 0)))
    known = session.judged.elements if session.judged is not None else ()
    for element in known:
        if element.handle == button.id and not is_same(element, facts):
            return ChangedSince(called(facts, element))
    if facts["disabled"]:
        return Disabled()
    up = session.depths.get(button.id, 0)
    return press_on(session, Target(button, target.path, facts, up, target.digest), stop)


def _send(session: Session, target: Target, way: dict[str, WebElement | None], stop: Event) -> Outcome:
    """Press Enter in the form's field, or ask the form itself where it has none."""
    field = way.get("field")
    session.enter(target.path)
    if field is not None:
        session.script("arguments[0].focus()", field)
    digest = cast(Digest, session.run("digest"))
    digest.pop("focus", None)
    earlier = before(session, target.path, digest)
    if stop.is_set():
        raise Interrupted("Stopped.")
    if field is None:
        return _send_itself(session, way["form"], target.digest, earlier)
    enter = ActionChains(session.selenium, duration=0).send_keys(Keys.ENTER)
    strayed = strike(session, [field], enter.perform, target.digest)
    if strayed:
        return Rejected("", FORM_CHANGED) if strayed == FORM else ChangedSince(strayed)
    return seen_since(session, earlier)


def _send_itself(session: Session, form: WebElement | None, digest: str, earlier: Before) -> Outcome:
    sent: list[bool] = []
    session.pressed = True
    carefully(lambda: sent.append(session.run("send", form, digest) is not False))
    if sent == [False]:
        session.pressed = False
        return Rejected("", FORM_CHANGED)
    return seen_since(session, earlier)
