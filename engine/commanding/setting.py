"""Fields filled in: words typed, options chosen, boxes ticked, dates and numbers set."""

import re

from rapidfuzz import fuzz

from engine.commanding.choosing import (
    ONE_OF_MANY,
    TICKABLE,
    Next,
    Option,
    Sorry,
    Step,
    WhichOne,
    field_named,
    is_settable,
    one,
    press,
)
from engine.commanding.commands import Do, TypeInto
from engine.commanding.dates import control_value, is_dated
from engine.commanding.matching import CLOSE, find, folded
from engine.commanding.searching import PERSONAL
from engine.hearing.understanding import number
from engine.values.action import Change, Click, TextInput
from engine.values.page import Element, Page

_COLOURS = {
    "black": "#000000",
    "white": "#ffffff",
    "grey": "#808080",
    "gray": "#808080",
    "silver": "#c0c0c0",
    "red": "#ff0000",
    "maroon": "#800000",
    "yellow": "#ffff00",
    "lime": "#00ff00",
    "green": "#008000",
    "blue": "#0000ff",
    "navy": "#000080",
    "purple": "#800080",
    "pink": "#ffc0cb",
    "orange": "#ffa500",
    "brown": "#a52a2a",
    "turquoise": "#40e0d0",
}
"""The colours of CSS that people name."""


def type_into(command: TypeInto, page: Page, picked: Element | None) -> Next:
    text, chosen = command.text, field_named(command.field, page, picked)
    if isinstance(chosen, Sorry) and command.whole and not PERSONAL & set(folded(command.field).split()):
        focused = field_named("", page, None)
        text, chosen = (command.whole, focused) if isinstance(focused, Element) else (text, chosen)
    if not isinstance(chosen, Element):
        return chosen
    if is_dated(chosen.kind) or chosen.kind.startswith("select") or chosen.kind in {"range", "color", "number"}:
        return _set(chosen, text)
    if chosen.role in TICKABLE:
        return Sorry(f"{chosen.label} is a box to tick, not a field to type into. Say: tick {chosen.label}.")
    return Step(TextInput(text, chosen.uid))


def choose(value: str, field: str, page: Page, picked: Element | None) -> Next:
    if picked is not None:
        return _set(picked, value) if is_settable(picked) and picked.role not in TICKABLE else Step(Click(picked.uid))
    holders = [e for e in page.elements if _fitting(e, value)] if not field else []
    if holders:
        return _set(holders[0], value) if len(holders) == 1 else WhichOne(value, tuple(holders))
    if not field:
        return press(value, page)
    chosen = field_named(field, page, None, lists=True)
    if isinstance(chosen, Sorry) and len(opener := find(field, "", filter(_opens_list, page.elements))) == 1:
        return Step(Change(value, opener[0].uid))
    if isinstance(chosen, Sorry) or (isinstance(chosen, Element) and chosen.role in TICKABLE):
        buttons = find(value, "", [e for e in page.elements if e.role in ONE_OF_MANY])
        return (
            Step(Click(buttons[0].uid))
            if len(buttons) == 1
            else chosen
            if isinstance(chosen, Sorry)
            else _no_list(chosen)
        )
    return _set(chosen, value) if isinstance(chosen, Element) else chosen


def _opens_list(element: Element) -> bool:
    """True for what says that it opens something: a list that the page has made itself may hang on it."""
    popup = dict(element.attributes).get("aria-haspopup", "")
    opens = popup in {"true", "menu", "listbox", "tree"} or bool(element.states & {"expanded", "collapsed"})
    return element.interactive and opens and not element.href


def _no_list(element: Element) -> Sorry:
    return Sorry(f"{element.label} is a box to tick, not a list. Say: tick {element.label}.")


def tick(name: str, on: bool, page: Page, picked: Element | None) -> Next:
    chosen = one(name, "", [e for e in page.elements if e.role in TICKABLE], picked)
    return Step(Change("true" if on else "false", chosen.uid)) if isinstance(chosen, Element) else chosen


def _set(element: Element, value: str) -> Next:
    if element.options:
        return _choose_option(element, value)
    if is_dated(element.kind):
        iso = control_value(value, element.kind)
        if iso is None:
            return Sorry(f"I could not read {value} as a {element.kind}. Say it like: 24 December 2026.")
        return Step(Change(iso, element.uid))
    if element.kind in {"range", "number"} or element.role in {"slider", "spinbutton"}:
        return Step(Change(_number(value), element.uid))
    if element.kind == "color":
        return Step(Change(_COLOURS.get(folded(value), value), element.uid))
    if not element.kind:  # a list that the page has made itself
        return Step(Change(value, element.uid))
    return Step(TextInput(value, element.uid))


def _choose_option(element: Element, value: str) -> Next:
    """Options of one name are told apart by the browser, which knows their groups."""
    fitting = _fitting(element, value)
    if not fitting:
        return Sorry(f"{element.label} has no option {value}. It has: {', '.join(element.options[:8])}.")
    if len(fitting) == 1:
        return Step(Change(fitting[0], element.uid))
    return WhichOne(value, tuple(Option(label, Do(Change(label, element.uid)), element) for label in fitting))


def _fitting(element: Element, value: str) -> tuple[str, ...]:
    """The options that these words may mean: the whole name before the start of one before similar spelling."""
    wanted = folded(value)
    tiers = (
        [o for o in element.options if folded(o) == wanted],
        [o for o in element.options if folded(o).startswith(wanted + " ")],
        [o for o in element.options if len(wanted) >= 4 and fuzz.ratio(folded(o), wanted) >= CLOSE],
    )
    return next((tuple(dict.fromkeys(tier)) for tier in tiers if tier), ())


def _number(value: str) -> str:
    """Digits for spoken numbers up to 99, with "minus"; other words as they are."""
    minus = re.fullmatch(r"(?:minus|negative) (.+)", value.strip(" ."), re.I)
    counted = number(minus[1] if minus else value.strip(" ."))
    return value if counted is None else f"{'-' if minus else ''}{counted}"
