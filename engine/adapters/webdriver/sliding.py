"""Sliders and spinners that only keys move: one press, one look."""

import re
from dataclasses import dataclass
from threading import Event
from typing import TypedDict, cast

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from engine.adapters.webdriver.aiming import Target
from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.writing import unless_moved
from engine.values.outcome import Blocked, Disabled, Done, Outcome, Rejected

_ROUNDS = 60
"""Times that keys are pressed and the value is read; one round presses many keys once their step is known."""
_AT_ONCE = 40
_WORDS = 60
"""Values of a slider whose values are words ("Medium") that are looked through."""
_PAIRS = ((Keys.ARROW_RIGHT, Keys.ARROW_LEFT), (Keys.ARROW_UP, Keys.ARROW_DOWN))


class Gauge(TypedDict):
    now: float | None
    min: float | None
    max: float | None
    text: str
    focused: bool
    key: str


@dataclass(frozen=True, slots=True)
class _Keys:
    """The keys that move it, and by how much one press does."""

    more: str
    less: str
    step: float


def slide(session: Session, target: Target, value: str, stop: Event) -> Outcome:
    """Move a slider or spinner to a number, a percentage, or the words it shows ("Medium")."""
    gauge = _gauge(session, target)
    if target.facts["readonly"]:
        return Disabled()
    if gauge["text"] and gauge["text"].casefold() == value.strip().casefold():
        return Done(f"value is already {gauge['text']}")
    wanted = _number(value, gauge)
    if wanted is not None and wanted == gauge["now"]:
        return Done(f"value is already {_shown(gauge)}")
    if wanted is not None and not _fits(wanted, gauge):
        return Rejected(_shown(gauge), f"It goes from {_plain(gauge['min'])} to {_plain(gauge['max'])}.")
    if wanted is None and (not gauge["text"] or re.search(r"\d", gauge["text"])):
        return Rejected(_shown(gauge), "It needs a number.")
    cover = str(session.run("overlaid", target.node))
    if cover:
        return Blocked(cover)
    session.script("arguments[0].focus({preventScroll: true})", target.node)
    if not _gauge(session, target)["focused"]:
        return Rejected(_shown(gauge), "It does not take the focus.")
    here = session.here()
    session.enter(target.path)
    session.check()
    session.pressed = True
    if wanted is None:
        return unless_moved(session, here, lambda: _to_words(session, target, value.strip(), stop))
    return unless_moved(session, here, lambda: _to_number(session, target, wanted, stop))


def _gauge(session: Session, target: Target) -> Gauge:
    return cast(Gauge, session.run("gauge", target.node))


def _number(value: str, gauge: Gauge) -> float | None:
    match = re.fullmatch(r"(-?\d+(?:\.\d+)?)\s*(%|per ?cent)?", value.strip(), re.IGNORECASE)
    if not match:
        return None
    number = float(match[1])
    low, high = gauge["min"], gauge["max"]
    if match[2] and low is not None and high is not None:
        return low + (high - low) * number / 100
    return number


def _fits(wanted: float, gauge: Gauge) -> bool:
    low, high = gauge["min"], gauge["max"]
    return (low is None or wanted >= low) and (high is None or wanted <= high)


def _to_number(session: Session, target: Target, wanted: float, stop: Event) -> Outcome:
    gauge = _gauge(session, target)
    known: _Keys | None = None
    for _ in range(_ROUNDS):
        now = gauge["now"]
        if now is None or now == wanted:
            break
        known = known or _try_keys(session, target, wanted > now, stop)
        if known is None:
            return Rejected(_shown(gauge), "The arrow keys do not move it.")
        gauge = _gauge(session, target)
        if gauge["now"] is None or gauge["now"] == wanted:
            break
        times = min(_AT_ONCE, round(abs(wanted - gauge["now"]) / known.step))
        if times == 0:
            break
        before = gauge["now"]
        gauge = _press(session, target, known.more if wanted > before else known.less, times, stop)
        if gauge["now"] == before:
            break
    if gauge["now"] == wanted:
        return Done(f"value is now {_shown(gauge)}")
    return Rejected(_shown(gauge), f"It goes in steps of {_plain(known.step)}." if known else "")


def _try_keys(session: Session, target: Target, up: bool, stop: Event) -> _Keys | None:
    """Press one key of each kind until one moves it; which way and how far tells of both."""
    for right, left in _PAIRS:
        for key, other in ((right, left), (left, right)) if up else ((left, right), (right, left)):
            before = _gauge(session, target)["now"] or 0.0
            after = _press(session, target, key, 1, stop)["now"] or 0.0
            if after != before:
                more, less = (key, other) if after > before else (other, key)
                return _Keys(more, less, abs(after - before))
    return None


def _to_words(session: Session, target: Target, wanted: str, stop: Event) -> Outcome:
    """From its lower end upwards until it shows the words; back to where it was when it never does."""
    first = _gauge(session, target)
    gauge = _press(session, target, Keys.HOME, 1, stop)
    seen: list[str] = []
    for _ in range(_WORDS):
        if gauge["text"].casefold() == wanted.casefold():
            return Done(f"value is now {gauge['text']}")
        if seen and gauge["text"] == seen[-1]:
            break
        seen.append(gauge["text"])
        gauge = _press(session, target, Keys.ARROW_RIGHT, 1, stop)
    if first["now"] is not None:
        _to_number(session, target, first["now"], stop)
    return Rejected(_shown(_gauge(session, target)), f"It can be {', '.join(seen[:6])}.")


def _press(session: Session, target: Target, key: str, times: int, stop: Event) -> Gauge:
    session.check()
    before = _gauge(session, target)
    was = f"{'' if before['now'] is None else _plain(before['now'])}|{before['text']}"
    ActionChains(session.selenium, duration=0).send_keys(key * times).perform()
    return cast(Gauge, session.run("moved", target.node, was))


def _plain(number: float | None) -> str:
    return "" if number is None else f"{number:g}"


def _shown(gauge: Gauge) -> str:
    return gauge["text"] or _plain(gauge["now"])
