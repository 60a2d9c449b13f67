"""Checkboxes, radio buttons, switches and toggle buttons: the state that they end in is what counts."""

from threading import Event

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from engine.adapters.webdriver.acting import press_on
from engine.adapters.webdriver.aiming import Target
from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.trouble import NODE_GONE
from engine.values.outcome import Blocked, Done, Failed, NoEffect, Outcome, Rejected

TOGGLES = frozenset({"switch", "checkbox", "radio", "menuitemcheckbox", "menuitemradio"})

_ON = frozenset({"true", "on", "yes", "checked", "1", "selected"})
_OFF = frozenset({"false", "off", "no", "unchecked", "0"})
_PRESSES = 2
"""A control with three states may need two to come to the wanted one."""


def toggle(session: Session, target: Target, value: str, stop: Event) -> Outcome:
    """Bring it into the wanted state, and see that it stays so."""
    state = str(session.run("stateOf", target.node))
    wanted = _wanted(value, target.facts["name"])
    if wanted is None:
        return Rejected(state, "It can only be on or off.")
    if state == wanted:
        return Done(f"it is already {wanted}")
    if wanted == "off" and "radio" in (target.facts["type"], target.facts["role"]):
        return Rejected("on", "It goes off only when another one of its group is chosen.")
    if target.facts["readonly"]:
        return Rejected(state, "It is read-only.")
    stood = session.run("amongEquals", target.node)
    for _ in range(_PRESSES):
        outcome = _press(session, target, stop)
        if not isinstance(outcome, Done | NoEffect):
            return outcome
        reached = _after(session, target, stood)
        if reached is None:
            return Done("the page changed")
        if reached == wanted:
            return Done(f"it is now {wanted}")
        if reached == state or "mixed" not in (state, reached):
            return Rejected(reached)
        state = reached
    return Rejected(state)


def _press(session: Session, target: Target, stop: Event) -> Outcome:
    """Press it or its label; where that is nothing but a link, the space bar does the same."""
    outcome = press_on(session, target, stop)
    if not isinstance(outcome, Blocked | Failed) or not session.run("onlyLinked", target.node):
        return outcome
    session.check()
    session.script("arguments[0].focus({preventScroll: true})", target.node)
    if not session.run("focused", target.node):
        return outcome
    session.pressed = True
    ActionChains(session.selenium, duration=0).send_keys(Keys.SPACE).perform()
    return NoEffect()


def _after(session: Session, target: Target, stood: object) -> str | None:
    """The state that it stays in; None when it is gone, or was drawn anew and is not to be found."""
    role, name = target.facts["role"], target.facts["name"]
    for node in (target.node, None):
        try:
            session.enter(target.path)
            state = str(session.run("stateStays", node, role, name, stood))
        except NODE_GONE:
            continue
        return state if state != "gone" else None
    return None


def _wanted(value: str, name: str) -> str | None:
    word = value.strip().casefold()
    if word in _ON or word == name.casefold():
        return "on"
    return "off" if word in _OFF else None
