"""Copy and paste, by the keys that everyone uses."""

import json
import re
from threading import Event
from typing import Any, TypedDict, cast

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.webelement import WebElement

from engine.adapters.webdriver.aiming import Target, press, reach
from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.trouble import has_ended
from engine.adapters.webdriver.verifying import Before
from engine.adapters.webdriver.writing import chord, to_end, unless_moved
from engine.values.outcome import Disabled, Done, Failed, Outcome, Rejected
from engine.values.page import Element

_TOLD = 60
_DEPTH = 4
_TEXT_KINDS = frozenset({"text", "search", "tel", "url", "email", "number", "password", "textarea", "contenteditable"})
_SECRET = Rejected("", "It is secret, so I do not copy it.")

_LISTEN = """(() => {
  const heard = { fired: false, prevented: false, text: "" };
  const first = (event) => { heard.fired = true; setTimeout(() => { heard.prevented = event.defaultPrevented; }); };
  const last = (event) => {
    heard.prevented = event.defaultPrevented;
    heard.text = event.clipboardData.getData("text/plain");
  };
  addEventListener("copy", first, true);
  addEventListener("copy", last);
  globalThis.heard = () => {
    removeEventListener("copy", first, true);
    removeEventListener("copy", last);
    return JSON.stringify(heard);
  };
})()"""
"""Runs in a world of its own, which the page cannot see: did the page let itself be copied, and what did it put in?"""


class Heard(TypedDict):
    fired: bool
    prevented: bool
    text: str


def copy(session: Session, element: Element | None, stop: Event) -> Outcome:
    """Copy the text of `element`, or what is selected; never that of a secret field."""
    if element is None:
        return _copy_selected(session, stop)
    target = reach(session, element)
    if not isinstance(target, Target):
        return target
    if target.facts["secret"]:
        return _SECRET
    session.check()
    was = session.run("selection")
    try:
        text = str(session.run("selectText", target.node))
        return _copied(session, text) if text.strip() else Rejected("", "There is no text in it to copy.")
    finally:
        session.run("restore", was)


def _copy_selected(session: Session, stop: Event) -> Outcome:
    session.enter(())
    now = session.run("selected")
    for _ in range(_DEPTH):
        if now["frame"] is None:
            break
        session.step_into(cast(WebElement, now["frame"]).id)
        now = session.run("selected")
    if now["secret"]:
        return _SECRET
    if not str(now["text"]).strip():
        return Rejected("", "Nothing is selected.")
    session.check()
    return _copied(session, str(now["text"]))


def _copied(session: Session, text: str) -> Outcome:
    """Press the keys for copying, and hear from the page whether it let that happen."""
    world = _world(session)
    if world is None:
        return Failed("I cannot see whether this part of the page lets itself be copied, so I did not copy it.")
    _evaluate(session, world, _LISTEN)
    session.pressed = True
    try:
        chord(session, "c")
    finally:
        heard = cast(Heard, json.loads(str(_evaluate(session, world, "heard()"))))
    if heard["prevented"]:
        text = heard["text"]
    if not heard["fired"] or not text.strip():
        return Rejected("", "The page does not let it be copied.")
    short = " ".join(text.split())
    return Done(f'copied "{short if len(short) <= _TOLD else short[: _TOLD - 1] + "…"}"')


def _world(session: Session) -> int | None:
    """A world of our own in the current frame; None in a frame of another process, which cannot be reached."""
    document = cast(WebElement, session.script("return document.documentElement"))
    frame = re.match(r"f\.([0-9A-F]+)\.", document.id)
    try:
        made = session.cdp("Page.createIsolatedWorld", frameId=frame[1] if frame else "", worldName="sayso")
    except WebDriverException as error:
        if has_ended(error):
            raise
        return None
    return int(made["executionContextId"])


def _evaluate(session: Session, world: int, code: str) -> Any:
    return session.cdp("Runtime.evaluate", contextId=world, expression=code)["result"].get("value")


def paste(session: Session, element: Element, stop: Event) -> Outcome:
    """Insert the clipboard into a field, where it has the focus or else at its end, and read it back."""
    target = reach(session, element)
    if not isinstance(target, Target):
        return target
    if target.facts["kind"] not in _TEXT_KINDS:
        return Rejected(target.facts["value"], "It is not a field that I can paste into.")
    if target.facts["readonly"]:
        return Disabled()
    here = session.here()
    session.enter(target.path)
    if not session.run("focused", target.node):
        pressed = press(session, target, stop, watch_focus=True)
        if not isinstance(pressed, Before):
            return pressed
        if not session.run("focused", target.node):
            return Rejected(target.facts["value"], "The field does not take the focus.")
        to_end(session)
    session.check()
    session.pressed = True
    return unless_moved(session, here, lambda: _paste(session, target))


def _paste(session: Session, target: Target) -> Outcome:
    was = session.run("measure", target.node)
    chord(session, "v")
    now = session.run("pasted", target.node, was["sum"])
    if now["sum"] == was["sum"]:
        return Rejected(str(now["holds"]), "Nothing was pasted. The clipboard may be empty.")
    return Done("the field is filled" if now["secret"] else f"value is now {now['holds']}")
