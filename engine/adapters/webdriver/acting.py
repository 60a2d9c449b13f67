"""Click, hover, drag, keys and submit, each verified."""

from threading import Event
from typing import cast

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from engine.adapters.webdriver.aiming import Facts, Target, press, reach
from engine.adapters.webdriver.session import Digest, Session
from engine.adapters.webdriver.trouble import has_ended, was_unloaded
from engine.adapters.webdriver.verifying import Before, before, seen_since
from engine.values.action import Button
from engine.values.errors import Interrupted
from engine.values.outcome import Blocked, Disabled, Done, Failed, Outcome, Rejected
from engine.values.page import Element


def click(session: Session, element: Element, stop: Event, times: int = 1, button: Button = "left") -> Outcome:
    """Press it. Lists and colour fields only take the focus, as their pop-ups lie outside the page."""
    target = reach(session, element)
    if not isinstance(target, Target):
        return target
    if target.facts["type"] == "file":
        return Rejected("", "I cannot choose files yet.")
    if target.facts["kind"] in ("select-one", "color"):
        session.script("arguments[0].focus()", target.node)
        return Done("it has the focus")
    return press_on(session, target, stop)


def press_on(session: Session, target: Target, stop: Event) -> Outcome:
    """Press a live target and say what became of it."""
    pressed = press(session, target, stop, watch_focus=bool(target.facts["kind"]))
    if not isinstance(pressed, Before):
        return pressed
    outcome = seen_since(session, pressed)
    if isinstance(outcome, Done):
        return _more_precisely(session, target, outcome)
    return outcome


def _more_precisely(session: Session, target: Target, outcome: Done) -> Done:
    """Say what became of the pressed control itself, where that changed."""
    try:
        session.enter(target.path)
        now = cast(Facts, session.run("facts", target.node, 0))
    except WebDriverException as error:
        if has_ended(error):
            raise
        return outcome
    if now["gone"]:
        return outcome
    if now["checked"] != target.facts["checked"]:
        return Done("it is now on" if now["checked"] else "it is now off")
    if now["name"] and now["name"] != target.facts["name"]:
        return Done(f"it is now {now['name']}")
    return outcome


def hover(session: Session, element: Element, stop: Event) -> Outcome:
    """Rest the pointer on it; what appears then is the change."""
    return Failed("I cannot do that yet.")


def drag(session: Session, element: Element, onto: Element, stop: Event) -> Outcome:
    """Take it and drop it on `onto`."""
    return Failed("I cannot do that yet.")


def submit(session: Session, element: Element, stop: Event) -> Outcome:
    """Send the element's form as a person would: its default button, else the Enter key in a field."""
    target = reach(session, element)
    if not isinstance(target, Target):
        return target
    way = session.run("sender", target.node)
    if way.get("unseen"):
        return Rejected("", "The form would be sent by a button that is not shown.")
    if way.get("button") is not None:
        outcome = _press_button(session, way["button"], target.path, stop)
        if not isinstance(outcome, Blocked) or way.get("field") is None:
            return outcome  # suggestions under a search field often hide its button: the Enter key remains
    elif way.get("field") is None and way.get("form") is None:
        return Rejected("", "It belongs to no form that can be sent.")
    return _send(session, target, way, stop)


def _press_button(session: Session, button: WebElement, path: tuple[str, ...], stop: Event) -> Outcome:
    facts = cast(Facts, session.run("facts", button, 0))
    if facts["disabled"]:
        return Disabled()
    return press_on(session, Target(button, path, facts), stop)


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
    session.pressed = True
    try:
        if field is None:
            session.run("send", way["form"])
        else:
            ActionChains(session.selenium, duration=0).send_keys(Keys.ENTER).perform()
    except WebDriverException as error:
        if has_ended(error) or not was_unloaded(error):
            raise
    return seen_since(session, earlier)
