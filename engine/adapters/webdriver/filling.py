"""Type, set, choose and tick: the fields of a form, each read back."""

import re
from collections.abc import Callable
from threading import Event
from typing import TypedDict, cast

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from engine.adapters.webdriver.acting import press_on
from engine.adapters.webdriver.aiming import Facts, Target, press, reach
from engine.adapters.webdriver.session import Digest, Here, Session
from engine.adapters.webdriver.trouble import NODE_GONE, has_ended, was_unloaded
from engine.adapters.webdriver.verifying import Before, before, navigated, seen_since
from engine.values.errors import Interrupted
from engine.values.outcome import Disabled, Done, NoEffect, Outcome, Rejected
from engine.values.page import Element

SET_KINDS = frozenset({"date", "time", "datetime-local", "month", "week", "color", "range", "number"})
"""Fields that keys cannot fill reliably: set through the native setter."""

_SHAPES = {
    "date": "a date such as 2026-03-09",
    "time": "a time such as 14:30",
    "datetime-local": "a date and time such as 2026-03-09T14:30",
    "month": "a month such as 2026-03",
    "week": "a week such as 2026-W10",
    "color": "a colour such as #ff0000",
    "number": "a number",
    "range": "a number",
}
_ON = frozenset({"true", "on", "yes", "checked", "1", "selected"})
_OFF = frozenset({"false", "off", "no", "unchecked", "0"})
_LONG = 300


class ReadBack(TypedDict):
    taken: bool
    holds: str
    secret: bool
    length: int


class Choice(TypedDict, total=False):
    option: WebElement
    chosen: bool
    label: str
    disabled: bool
    matches: int


def type_text(session: Session, element: Element, text: str, stop: Event) -> Outcome:
    """Replace the content of a field and read it back."""
    target = reach(session, element)
    if not isinstance(target, Target):
        return target
    if target.facts["readonly"]:
        return Disabled()
    kind = target.facts["kind"]
    if kind in ("select-one", "select-multiple"):
        return _select(session, target, text, stop)
    if kind in SET_KINDS:
        return _set(session, target, text, stop)
    if kind in ("checkbox", "radio"):
        return _toggle(session, target, text, stop)
    if kind == "file":
        return Rejected("", "I cannot choose files yet.")
    if not kind:
        return Rejected("", "It is not a field that I can type into.")
    return _type(session, target, printable(text, many_lines=kind in ("textarea", "contenteditable")), stop)


def printable(text: str, many_lines: bool = False) -> str:
    """Drop what would act as a key: control characters, and the private range that stands for special keys."""
    text = re.sub(r"[\ue000-\uf8ff]", "", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = re.sub(r"[\x00-\x09\x0b-\x1f\x7f]+", " ", text)
    return text if many_lines else re.sub(r"\s*\n\s*", " ", text)


def _type(session: Session, target: Target, text: str, stop: Event) -> Outcome:
    pressed = press(session, target, stop, watch_focus=True)
    if not isinstance(pressed, Before):
        return pressed
    if not session.run("focused", target.node):
        session.script("arguments[0].focus({preventScroll: true})", target.node)
        if not session.run("focused", target.node):
            return Rejected(target.facts["value"], "The field does not take the focus.")
    if stop.is_set():
        raise Interrupted("Stopped.")
    return _unless_moved(session, pressed.here, lambda: _replace(session, target, text))


def _replace(session: Session, target: Target, text: str) -> Outcome:
    if not target.facts["empty"]:
        _clear(session)
    _write(session, target, text)
    back = _read(session, target, text)
    if not back["taken"]:
        return Rejected(back["holds"])
    if back["secret"]:
        return Done("the field is filled" if back["length"] else "the field is empty")
    return Done(f"value is now {back['holds']}" if back["holds"] else "the field is empty")


def _unless_moved(session: Session, earlier: Here, fill: Callable[[], Outcome]) -> Outcome:
    """Fill a field; a field that sends its form by itself takes the page along, whatever it holds then."""
    try:
        outcome = fill()
    except WebDriverException as error:
        if has_ended(error) or not (isinstance(error, NODE_GONE) or was_unloaded(error)):
            raise
        outcome = Done("the page changed")
    return navigated(session, earlier) or outcome


def _clear(session: Session) -> None:
    command = Keys.COMMAND if session.selenium.capabilities.get("platformName") == "mac" else Keys.CONTROL
    keys = ActionChains(session.selenium, duration=0)
    keys.key_down(command).send_keys("a").key_up(command).send_keys(Keys.DELETE).perform()


def _write(session: Session, target: Target, text: str) -> None:
    """Keys as a person would press them; long text, several lines and rich editors get it inserted at once."""
    if not text:
        return
    inserted = target.facts["kind"] == "contenteditable" or "\n" in text or len(text) > _LONG
    if inserted:
        session.cdp("Input.insertText", text=text)
        return
    ActionChains(session.selenium, duration=0).send_keys(text).perform()


def _read(session: Session, target: Target, text: str) -> ReadBack:
    back = cast(ReadBack, session.run("readBack", target.node, text, 1_500))
    if not back["taken"] and back["length"] == 0 and text and target.facts["kind"] == "contenteditable":
        target.node.send_keys(text)  # inserting reaches the page's own process only; keys reach every frame
        back = cast(ReadBack, session.run("readBack", target.node, text, 1_500))
    return back


def _set(session: Session, target: Target, value: str, stop: Event) -> Outcome:
    here = session.here()
    session.enter(target.path)
    if stop.is_set():
        raise Interrupted("Stopped.")
    session.pressed = True
    return _unless_moved(session, here, lambda: _set_now(session, target, value))


def _set_now(session: Session, target: Target, value: str) -> Outcome:
    result = session.run("setValue", target.node, value.strip())
    if result["invalid"]:
        holds = "" if target.facts["secret"] else str(result["value"])
        return Rejected(holds, f"It needs {_SHAPES[target.facts['type']]}.")
    holds = "" if target.facts["secret"] else str(result["value"])
    if result["problem"]:
        return Rejected(holds, str(result["problem"]))
    if not _equal(str(result["value"]), value.strip()):
        return Rejected(holds)
    return Done(f"value is now {holds}" if holds else "the field is filled" if value else "the field is empty")


def _equal(held: str, wanted: str) -> bool:
    if held.casefold() == wanted.casefold():
        return True
    try:
        return float(held) == float(wanted)
    except ValueError:
        rest = held.removeprefix(wanted)  # "14:30" may be held as "14:30:00"
        return rest != held and re.fullmatch(r"[:0.]*", rest) is not None


def change(session: Session, element: Element, value: str, stop: Event) -> Outcome:
    """Set a list, checkbox, radio button, switch, date or other valued control, and read it back."""
    target = reach(session, element)
    if not isinstance(target, Target):
        return target
    if target.facts["kind"] in ("checkbox", "radio") or target.facts["role"] in (
        "switch",
        "checkbox",
        "radio",
        "menuitemcheckbox",
        "menuitemradio",
    ):
        return _toggle(session, target, value, stop)
    if not target.facts["kind"]:
        return Rejected(target.facts["value"], "Its value cannot be set directly. Press it first.")
    return type_text(session, element, value, stop)


def _toggle(session: Session, target: Target, value: str, stop: Event) -> Outcome:
    wanted = _wanted(value, target.facts["name"])
    if wanted is None:
        return Rejected("on" if target.facts["checked"] else "off", "It can only be on or off.")
    if target.facts["checked"] == wanted:
        return Done("it is already on" if wanted else "it is already off")
    if not wanted and (target.facts["type"] == "radio" or target.facts["role"] == "radio"):
        return Rejected("on", "It goes off only when another one of its group is chosen.")
    outcome = press_on(session, target, stop)
    if isinstance(outcome, Done | NoEffect):
        return _toggled(session, target, wanted)
    return outcome


def _toggled(session: Session, target: Target, wanted: bool) -> Outcome:
    try:
        session.enter(target.path)
        now = cast(Facts, session.run("facts", target.node, 0))
    except NODE_GONE:
        return Done("the page changed")
    if now["gone"]:
        return Done("the page changed")
    word = "on" if now["checked"] else "off"
    return Done(f"it is now {word}") if now["checked"] == wanted else Rejected(word)


def _wanted(value: str, name: str) -> bool | None:
    word = value.strip().casefold()
    if word in _ON or word == name.casefold():
        return True
    return False if word in _OFF else None


def _select(session: Session, target: Target, value: str, stop: Event) -> Outcome:
    choice = cast(Choice, session.run("chooseOption", target.node, value))
    holds = target.facts["value"]
    if "option" not in choice:
        several = choice.get("matches", 0) > 1
        reason = f"Several choices are called {value}." if several else f"There is no choice called {value}."
        return Rejected(holds, reason)
    if choice["disabled"]:
        return Rejected(holds, f"The choice {choice['label']} is disabled.")
    if choice["chosen"]:
        return Done(f"value is already {choice['label']}")
    if stop.is_set():
        raise Interrupted("Stopped.")
    earlier = before(session, target.path, cast(Digest, session.run("digest")))
    session.pressed = True
    choice["option"].click()
    outcome = seen_since(session, earlier)
    if not isinstance(outcome, Done | NoEffect):
        return outcome
    return _selected(session, target, choice)


def _selected(session: Session, target: Target, choice: Choice) -> Outcome:
    try:
        session.enter(target.path)
        held = cast(Facts, session.run("facts", target.node, 0))
        still = not held["gone"] and bool(session.run("option", choice["option"], True))
    except NODE_GONE:
        return Done("the page changed")
    if held["gone"]:
        return Done("the page changed")
    return Done(f"value is now {choice['label']}") if still else Rejected(held["value"])
