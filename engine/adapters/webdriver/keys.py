"""Keys pressed as a person would, and what they were seen to do."""

import re
from threading import Event
from typing import TypedDict, cast

from selenium.common.exceptions import UnexpectedAlertPresentException, WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from engine.adapters.webdriver.aiming import Target, reach
from engine.adapters.webdriver.guarding import digest_of
from engine.adapters.webdriver.session import Digest, Session
from engine.adapters.webdriver.striking import FORM, FORM_CHANGED, among, carefully, place, strike
from engine.adapters.webdriver.trouble import has_ended
from engine.adapters.webdriver.verifying import Seen, before, seen_since
from engine.judging.consequence import STILL_KEYS
from engine.values.errors import Interrupted
from engine.values.outcome import Done, NoEffect, Outcome, Rejected
from engine.values.page import Element

_NAMED = {
    "enter": Keys.ENTER,
    "escape": Keys.ESCAPE,
    "esc": Keys.ESCAPE,
    "tab": Keys.TAB,
    "space": Keys.SPACE,
    "backspace": Keys.BACKSPACE,
    "delete": Keys.DELETE,
    "insert": Keys.INSERT,
    "home": Keys.HOME,
    "end": Keys.END,
    "pageup": Keys.PAGE_UP,
    "pagedown": Keys.PAGE_DOWN,
    "arrowup": Keys.ARROW_UP,
    "arrowdown": Keys.ARROW_DOWN,
    "arrowleft": Keys.ARROW_LEFT,
    "arrowright": Keys.ARROW_RIGHT,
    **{f"f{number}": chr(ord(Keys.F1) + number - 1) for number in range(1, 13)},
}
_MODIFIERS = {
    "control": Keys.CONTROL,
    "ctrl": Keys.CONTROL,
    "shift": Keys.SHIFT,
    "alt": Keys.ALT,
    "option": Keys.ALT,
    "meta": Keys.META,
    "command": Keys.META,
}
_EDITING = frozenset("acvxz")
"""Letters that go with Control for editing, and with Command on macOS."""


class Focus(TypedDict):
    """What has the focus (aiming.js, focusNow). `value` is "" when `secret`; `hash` tells whether it changed."""

    place: int
    name: str
    marked: str
    secret: bool
    value: str
    hash: int
    caret: str
    all: bool
    checked: bool
    scrolled: float


def press_key(
    session: Session, key: str, element: Element | None, focused: tuple[Element, ...], stop: Event
) -> Outcome:
    """Press a key by its DOM name, with modifiers ("Control+a"), in `element` or where the focus is.

    `focused`: what had the focus when the key was judged; where something else has it now, nothing is pressed.
    """
    strokes = strokes_of(key, session.selenium.capabilities.get("platformName") == "mac")
    if strokes is None:
        return Rejected("", f"I do not know a key called {key}. Say for example enter, escape, tab or arrow down.")
    nodes = _in_element(session, element) if element is not None else _where_it_was(session, focused, key)
    if not isinstance(nodes, list):
        return nodes
    path = session.inside
    was, seen = cast(Focus, session.run("focusNow")), cast(Seen, session.run("look"))
    earlier = before(session, path, cast(Digest, dict(seen["digest"])), seen)
    if stop.is_set():
        raise Interrupted("Stopped.")
    loose = not nodes and key.removeprefix("Shift+") in STILL_KEYS
    if loose:
        session.pressed = True
        carefully(lambda: _strike(session, *strokes))
    elif strayed := strike(session, nodes, lambda: _strike(session, *strokes), _digest(session, nodes, strokes)):
        return Rejected("", FORM_CHANGED) if strayed == FORM else _elsewhere(strayed)
    outcome = seen_since(session, earlier)
    return _in_focus(session, path, was, outcome) if isinstance(outcome, Done | NoEffect) else outcome


def _in_element(session: Session, element: Element) -> list[WebElement] | Outcome:
    target = reach(session, element)
    if not isinstance(target, Target):
        return target
    if not _focus(session, target):
        return Rejected("", "It does not take the focus, so no key can be pressed there.")
    return [target.node]


def _where_it_was(session: Session, focused: tuple[Element, ...], key: str) -> list[WebElement] | Outcome:
    """What has the focus, if that is what was judged; keys that only move about go anywhere."""
    now = place(session)
    nodes = among(session, focused)
    if not nodes and (focused or now["acts"]) and key.removeprefix("Shift+") not in STILL_KEYS:
        return _elsewhere(now["name"])
    return nodes


def _digest(session: Session, nodes: list[WebElement], strokes: tuple[tuple[str, ...], str]) -> str:
    """What the form of the field or button would have sent when the key was judged; "" for keys that send none."""
    if not nodes or strokes[1] not in (Keys.ENTER, Keys.SPACE, " ") or session.judged is None:
        return ""
    known = (one for one in session.judged.elements if one.handle == nodes[0].id)
    return next((digest_of(session, one) for one in known if strokes[1] == Keys.ENTER or not one.kind), "")


def _elsewhere(name: str) -> Outcome:
    return Rejected("", f"The focus is now on {name or 'nothing'}, so I pressed nothing.")


def strokes_of(key: str, mac: bool = False) -> tuple[tuple[str, ...], str] | None:
    """The modifiers and the key that a name stands for, as WebDriver writes them; None where there is no such key."""
    *held, last = re.split(r"(?<=[^+])\+(?=.)", key.strip() or key)
    modifiers = [_MODIFIERS.get(one.strip().casefold(), "") for one in held]
    if not all(modifiers):
        return None
    name = last.strip().casefold().replace(" ", "") if last.strip() else "space"
    stroke = _NAMED.get(name) or (last.strip() if len(last.strip()) == 1 and last.strip().isprintable() else "")
    if not stroke:
        return None
    if mac and name in _EDITING:
        modifiers = [Keys.COMMAND if one == Keys.CONTROL else one for one in modifiers]
    return tuple(modifiers), stroke


def _focus(session: Session, target: Target) -> bool:
    """Give it the focus without pressing it; what has it already keeps its caret."""
    if session.run("focused", target.node):
        return True
    session.script("arguments[0].focus({preventScroll: true})", target.node)
    return bool(session.run("focused", target.node))


def _strike(session: Session, modifiers: tuple[str, ...], stroke: str) -> None:
    keys = ActionChains(session.selenium, duration=0)
    for one in modifiers:
        keys = keys.key_down(one)
    keys = keys.send_keys(stroke)
    for one in reversed(modifiers):
        keys = keys.key_up(one)
    keys.perform()


def _in_focus(session: Session, path: tuple[str, ...], was: Focus, outcome: Done | NoEffect) -> Outcome:
    """Say what the key did to what has the focus, where it did something there."""
    try:
        session.enter(path)
        now = cast(Focus, session.run("focusNow"))
    except UnexpectedAlertPresentException:
        raise
    except WebDriverException as error:
        if has_ended(error):
            raise
        return outcome
    if isinstance(outcome, Done) and re.match(r"a \w+ (opened|closed)|it now says", outcome.change):
        return outcome
    told = _told(was, now)
    return Done(told) if told else outcome


def _told(was: Focus, now: Focus) -> str:
    if now["place"] != was["place"]:
        return f"the focus is now on {now['name']}" if now["name"] else "nothing has the focus now"
    if now["hash"] != was["hash"]:
        if now["secret"]:
            return "the field changed"
        return f"value is now {now['value']}" if now["value"] else "the field is empty"
    if now["checked"] != was["checked"]:
        return "it is now on" if now["checked"] else "it is now off"
    if now["marked"] != was["marked"] and now["marked"]:
        return f"{now['marked']} is now marked"
    if now["all"] and now["caret"] != was["caret"]:
        return "the text is selected"
    if now["caret"] != was["caret"]:
        return "the cursor moved"
    return "the page scrolled" if now["scrolled"] != was["scrolled"] else ""
