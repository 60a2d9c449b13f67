"""Fields with a value of a set form: dates, times, colours, sliders and numbers of HTML itself."""

import re
from threading import Event

from engine.adapters.webdriver.aiming import Target
from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.writing import as_by_hand, unless_moved
from engine.values.errors import Interrupted
from engine.values.outcome import Blocked, Done, Outcome, Rejected

SET_KINDS = frozenset({"date", "time", "datetime-local", "month", "week", "color", "range"})
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


def set_value(session: Session, target: Target, value: str, stop: Event) -> Outcome:
    """Set a native field, read it back, and refuse what it cannot hold before anything is changed."""
    value = value.strip()
    if target.facts["kind"] == "range":
        value = _share(session, target, value)
    bad = refused(session, target, value)
    if bad is not None:
        return bad
    cover = str(session.run("overlaid", target.node))
    if cover:
        return Blocked(cover)
    here = session.here()
    session.enter(target.path)
    if stop.is_set():
        raise Interrupted("Stopped.")
    as_by_hand(session)
    session.pressed = True
    return unless_moved(session, here, lambda: _set_now(session, target, value))


def refused(session: Session, target: Target, value: str) -> Rejected | None:
    """Why a native field cannot hold the value, None where it can."""
    tried = session.run("tryValue", target.node, value)
    if not tried["problem"]:
        return None
    low, high, step = (str(limit) for limit in tried["limits"])
    if tried["problem"] == "shape":
        return Rejected(str(tried["value"]), f"It needs {_SHAPES[target.facts['type']]}.")
    if tried["problem"] == "range":
        return Rejected(str(tried["value"]), f"{between(low, high)}.")
    return Rejected(str(tried["value"]), f"It goes in steps of {step or 1}{' from ' + low if low else ''}.")


def between(low: object, high: object) -> str:
    """What a field takes, by its limits as numbers or text; "" and None are none."""
    if low not in ("", None) and high not in ("", None):
        return f"It takes {low} to {high}"
    return f"It takes {high} at most" if high not in ("", None) else f"It takes {low} at least"


def _share(session: Session, target: Target, value: str) -> str:
    """A percentage of a slider whose own scale is another one, as a number on that scale."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(?:%|per ?cent)", value, re.IGNORECASE)
    if not match:
        return value
    limits = session.run("tryValue", target.node, "")["limits"]
    low, high = float(limits[0] or 0), float(limits[1] or 100)
    return f"{low + (high - low) * float(match[1]) / 100:g}"


def _set_now(session: Session, target: Target, value: str) -> Outcome:
    result = session.run("setValue", target.node, value)
    holds = "" if target.facts["secret"] else str(result["value"])
    if result["problem"]:
        return Rejected(holds, str(result["problem"]))
    if not equal(str(result["value"]), value):
        return Rejected(holds)
    return Done(f"value is now {holds}" if holds else "the field is filled" if value else "the field is empty")


def equal(held: str, wanted: str) -> bool:
    """Whether two values are the same number, time or text."""
    if held.casefold() == wanted.casefold():
        return True
    try:
        return float(held) == float(wanted)
    except ValueError:
        rest = held.removeprefix(wanted)  # "14:30" may be held as "14:30:00"
        return rest != held and re.fullmatch(r"[:0.]*", rest) is not None
