"""Fields filled in: words typed, options chosen, boxes ticked, dates and numbers set."""

import re
from collections.abc import Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from engine.commanding.choosing import (
    ONE_OF_MANY,
    TICKABLE,
    Next,
    Option,
    Sorry,
    Step,
    Told,
    WhichOne,
    field_named,
    is_settable,
    once,
    one,
    press,
)
from engine.commanding.commands import Clear, Do, Expand, ReadField, TypeInto
from engine.commanding.dates import control_value, is_dated
from engine.commanding.locating import boxes_of
from engine.commanding.matching import CLOSE, called, find, folded
from engine.commanding.searching import PERSONAL, SEARCH_WORDS
from engine.hearing.understanding import number
from engine.values.action import Action, Change, Click, TextInput
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
    if command.way and picked is None and (name := called(command.spoken, page.elements)):
        return press(name, page)
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
    keep = command.way == "add" or (command.way == "" and is_gone_on_with(chosen))
    return Step(TextInput(text, chosen.uid, keep=keep and not chosen.secret))


def is_gone_on_with(field: Element) -> bool:
    """True for a text of several lines that holds something: what is dictated is added to it, not put in its place."""
    lines = field.kind in {"textarea", "contenteditable"} and dict(field.attributes).get("aria-multiline") != "false"
    return lines and bool(field.value.strip()) and not field.secret


def _pressable(words: str, page: Page) -> str:
    """Return the words when they name something to press ("empty the basket"), "" otherwise."""
    able = [e for e in page.elements if e.interactive and not e.kind]
    return called(words, able) or (words if find(words, "", able, pressing=True) else "")


_INSTEAD = re.compile(r"\b(?:replac\w*|instead|overwrit\w*|rewrit\w*|chang\w*|clear|erase|empty|delete|set)\b", re.I)


def going_on(action: Action | None, page: Page, words: str) -> Action | None:
    """Let a text that was proposed be added to what a field of several lines holds, unless they want it replaced."""
    field = page.by_uid.get(action.uid) if isinstance(action, TextInput) and action.text.strip() else None
    if field is None or not isinstance(action, TextInput) or not is_gone_on_with(field) or _INSTEAD.search(words):
        return action
    return replace(action, keep=True)


def choose(value: str, field: str, page: Page, done: Sequence[Action], picked: Element | None) -> Next:
    """Set a control, or press the one of many that is called so, unless it is chosen already."""
    return once(_choice(value, field, page, done, picked), page)


def _choice(value: str, field: str, page: Page, done: Sequence[Action], picked: Element | None) -> Next:
    if picked is not None:
        return _picked(picked, value)
    holders = [e for e in page.elements if _fitting(e, value)] if not field else []
    if holders:
        return _set(holders[0], value) if len(holders) == 1 else WhichOne(value, tuple(holders))
    if not field:
        return _choose_here(value, page)
    chosen = field_named(field, page, None, lists=True)
    if isinstance(chosen, Sorry):
        sorted_by = press(value, page) if folded(field) == "sort by" else None
        return _from_opener(value, field, page, done) or _one_of_many(value, page) or sorted_by or chosen
    if isinstance(chosen, Element) and chosen.role in TICKABLE:
        return _one_of_many(value, page) or _no_list(chosen)
    return _set(chosen, value) if isinstance(chosen, Element) else chosen


def _picked(picked: Element, value: str) -> Next:
    if picked.role in TICKABLE and picked.role not in ONE_OF_MANY:
        return Step(Change("true", picked.uid))
    return _set(picked, value) if is_settable(picked) and picked.role not in TICKABLE else Step(Click(picked.uid))


def _choose_here(value: str, page: Page) -> Next:
    """No field was said: one of many, else the box that ticks the row of this name, else whatever is called so."""
    if (boxes := boxes_of(value, page)) and not _one_of_many(value, page):
        return Step(Change("true", boxes[0].uid)) if len(boxes) == 1 else WhichOne(value, boxes)
    return press(value, page)


def _one_of_many(value: str, page: Page) -> Step | None:
    buttons = find(value, "", [e for e in page.elements if e.role in ONE_OF_MANY])
    return Step(Click(buttons[0].uid)) if len(buttons) == 1 else None


def _from_opener(value: str, field: str, page: Page, done: Sequence[Action]) -> Next | None:
    """What opens a list that the page has made itself, or, once it was pressed ("Select size"), the choice in it."""
    if any(isinstance(action, Click) for action in done):
        return press(value, page)
    opener = find(field, "", filter(_opens_list, page.elements))
    if len(opener) == 1:
        return Step(Change(value, opener[0].uid))
    asking = [e for e in page.elements if _asks_for(e, field)]
    return Step(Click(asking[0].uid), last=False) if len(asking) == 1 else None


_ASKING = frozenset("select choose pick".split())


def _asks_for(element: Element, field: str) -> bool:
    words = folded(element.label).split()
    asks = element.interactive and not element.kind and not element.href and bool(words) and words[0] in _ASKING
    return asks and set(folded(field).split()) == set(words) - _ASKING - {"a", "an", "the", "your"}


def _opens_list(element: Element) -> bool:
    """True for what says that it opens something: a list that the page has made itself may hang on it."""
    popup = dict(element.attributes).get("aria-haspopup", "")
    opens = popup in {"true", "menu", "listbox", "tree"} or bool(element.states & {"expanded", "collapsed"})
    return element.interactive and opens and not element.href


def _no_list(element: Element) -> Sorry:
    return Sorry(f"{element.label} is a box to tick, not a list. Say: tick {element.label}.")


_VERBS = {True: ("turn on", "switch on", "check", "tick", "enable"), False: ("turn off", "switch off", "disable")}


def tick(name: str, on: bool, page: Page, picked: Element | None) -> Next:
    """Set a box or switch; what is no such thing by its kind, and may still be one, is pressed."""
    boxes = [e for e in page.elements if e.role in TICKABLE]
    if folded(name) in {"box", "checkbox", "check box", "switch"} and picked is None:
        chosen = boxes[0] if len(boxes) == 1 else WhichOne(name, tuple(boxes)) if boxes else one(name, "", boxes, None)
    else:
        chosen = one(name, "", boxes, picked)
    if isinstance(chosen, Sorry):
        rows = boxes_of(name, page)
        chosen = rows[0] if len(rows) == 1 else WhichOne(name, rows) if rows else chosen
    if isinstance(chosen, Sorry):
        return _press_instead(name, on, page) or chosen
    if isinstance(chosen, Element) and chosen.role not in TICKABLE:
        return _toggled(chosen, on)
    return Step(Change("true" if on else "false", chosen.uid)) if isinstance(chosen, Element) else chosen


def _press_instead(name: str, on: bool, page: Page) -> Next | None:
    """A button of just these words ("Check availability"), else what is called so and leads to no other page."""
    options = find(name, "", [e for e in page.elements if e.role in ONE_OF_MANY])
    if len(options) == 1:
        return _toggled(options[0], on)
    able = [e for e in page.elements if e.interactive and not e.kind]
    whole = [e for e in able if folded(e.label) in {folded(f"{verb} {name}") for verb in _VERBS[on]}]
    if len(whole) == 1:
        return Step(Click(whole[0].uid))
    found = find(name, "", [e for e in able if not e.href], pressing=True)
    if len(found) == 1:
        return _toggled(found[0], on)
    return WhichOne(name, found) if found else None


def _toggled(element: Element, on: bool) -> Next:
    """Press it, unless it says that it is so already."""
    told = dict(element.attributes).get("aria-pressed", "") in {"true", "false"} or element.role in ONE_OF_MANY
    if told and bool(element.states & {"checked", "selected"}) == on:
        return Sorry(f"{element.label} is {'on' if on else 'off'} already, so I did nothing.")
    return Step(Click(element.uid))


def expand(command: Expand, page: Page, picked: Element | None) -> Next:
    """Press what unfolds, unless it is as wanted already. "Close account" may be a button; else it is for the model."""
    folding = [e for e in page.elements if e.states & {"expanded", "collapsed"}]
    found = (picked,) if picked else find(command.name, "", folding)
    if not found:
        name = _pressable(command.spoken, page)
        return press(name, page) if name else Told(None)
    if len(found) > 1:
        return WhichOne(command.name, found)
    if ("expanded" in found[0].states) == command.on:
        return Sorry(f"{found[0].label} is {'open' if command.on else 'closed'} already, so I did nothing.")
    return Step(Click(found[0].uid))


def clear(command: Clear, page: Page, picked: Element | None) -> Next:
    """Empty a field. "Empty the basket" may be the name of a button, which is meant before a field is."""
    if picked is None and (name := called(command.spoken, page.elements)):
        return press(name, page)
    chosen = field_named(command.field, page, picked)
    if isinstance(chosen, Sorry):
        name = _pressable(command.spoken, page) if command.field else ""
        return press(name, page) if name else chosen
    if not isinstance(chosen, Element):
        return chosen
    if chosen.role in TICKABLE:
        return Step(Change("false", chosen.uid)) if chosen.role not in ONE_OF_MANY else _fixed(chosen)
    if chosen.options or chosen.kind in {"range", "color", "file"}:
        return _fixed(chosen)
    return Step(TextInput("", chosen.uid))


def _fixed(element: Element) -> Sorry:
    return Sorry(f"{element.label} cannot be emptied. Say: set {element.label} to, and a value.")


_WHOLE_PAGE = re.compile(
    r"(?:(?:it|this|that|all|everything|aloud|more|text)|(?:(?:this|whole|entire) )*(?:page|site|website|article|story|"
    r"text|headings?|links?|buttons?|fields?|news))(?: (?:aloud|out|out loud|to me))?"
)


def read(command: ReadField, page: Page, picked: Element | None) -> Next:
    """Tell what a field holds. "Read the news" may be the name of a link, which is then pressed."""
    if picked is not None:
        return Told(picked)
    if name := called(command.spoken, page.elements):
        return press(name, page)
    fields = [e for e in page.elements if is_settable(e) or e.role in TICKABLE]
    if found := find(command.field, "", fields):
        return Told(found[0]) if len(found) == 1 else WhichOne(command.field, found)
    if _WHOLE_PAGE.fullmatch(folded(command.field)):
        return Sorry("I cannot read pages aloud. Say: where am I, or: what is in, and the name of a field.")
    named = find(command.field, "", [e for e in page.elements if e.interactive], pressing=True)
    if len(named) == 1 and named[0].value:
        return Told(named[0])
    return Told(None)


def _set(element: Element, value: str) -> Next:
    if element.options:
        return _choose_option(element, value)
    if is_dated(element.kind):
        iso = control_value(value, element.kind)
        if iso is None:
            return Sorry(f"I could not read {value} as a {element.kind}. Say it like: 24 December 2026.")
        return Step(Change(iso, element.uid))
    if element.kind in {"range", "number"} or element.role in {"slider", "spinbutton"}:
        return _set_number(element, value)
    if element.kind == "color":
        return Step(Change(_COLOURS.get(folded(value), value), element.uid))
    searches = element.landmark == "search" or bool(SEARCH_WORDS & set(folded(element.label).split()))
    if not element.kind or (element.role == "combobox" and not searches):  # a list that the page has made itself
        return Step(Change(value, element.uid))
    return Step(TextInput(value, element.uid))


_PARTS = {
    **dict.fromkeys("max maximum highest full loudest top most".split(), 100.0),
    **dict.fromkeys("min minimum lowest least bottom".split(), 0.0),
    **dict.fromkeys(("half", "middle", "halfway", "half way", "medium"), 50.0),
}
"""Words for a part of what a control can be set to, in percent."""


def _set_number(element: Element, value: str) -> Next:
    """A number as it is said, or a part of the range of the control ("half", "80 percent")."""
    plain = re.sub(r"^(?:its |all the way (?:up|down) to )|(?: volume| value| way)$", "", folded(value))
    told = re.fullmatch(r"(.+?) ?(?:%|per ?cent)", value.strip(" ."), re.I)
    percent = _PARTS.get(plain) if not told else _read(_number(told[1]))
    if percent is None:
        return Step(Change(_number(value), element.uid))
    low, high, step = _range(element)
    if low is None or high is None:
        if told:
            return Step(Change(_number(told[1]), element.uid))
        return Sorry(f"{element.label} does not say how far it goes. Say: set {element.label} to, and a number.")
    wanted = low + (high - low) * percent / 100
    return Step(Change(f"{low + round((wanted - low) / step) * step if step else wanted:g}", element.uid))


def _range(element: Element) -> tuple[float | None, float | None, float]:
    """The least, the most and the step of a control; None where it does not say."""
    told = dict(element.attributes)
    ends = (told.get("min") or told.get("aria-valuemin"), told.get("max") or told.get("aria-valuemax"))
    low, high = (_read(end or "") for end in ends)
    if element.kind == "range":
        low, high = 0.0 if low is None else low, 100.0 if high is None else high
    return low, high, _read(told.get("step", "1")) or 0.0


def _read(number: str) -> float | None:
    try:
        return float(number)
    except ValueError:
        return None


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
