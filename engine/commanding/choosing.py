"""What a command comes to on a page (a step, a question, a sentence), and how its names are found there."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.commanding.commands import OnPage
from engine.commanding.matching import find, nearest, numbered
from engine.values.action import Action, Click
from engine.values.page import Element, Page


@dataclass(frozen=True, slots=True)
class Step:
    """An action to judge and carry out; `last` says that the command is then finished."""

    action: Action
    last: bool = True


@dataclass(frozen=True, slots=True)
class Option:
    """One of several things that are no elements (a file, a tab): picking it follows its own command, on `element`."""

    label: str
    command: OnPage
    element: Element | None = None
    text: str = ""
    placeholder: str = ""
    context: str = ""
    heading: str = ""
    beside: str = ""
    description: str = ""

    @property
    def name(self) -> str:
        return self.label


@dataclass(frozen=True, slots=True)
class WhichOne:
    """Several things fit; for an element, `command` is tried again on the one that is picked."""

    spoken: str
    options: tuple[Element | Option, ...]


@dataclass(frozen=True, slots=True)
class Sorry:
    """Nothing to do: one or two plain sentences."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Told:
    """Nothing to do but to tell what this element holds; None: nothing that holds anything was meant."""

    element: Element | None


Next = Step | WhichOne | Sorry | Told

PRESS = Click("")
_SIGN = re.compile(r" (?:icon|symbol|sign)$", re.I)
_BUTTONS = frozenset({"submit", "button", "reset", "image", "hidden"})
_MADE = frozenset({"combobox", "listbox", "slider", "spinbutton"})
TEXTUAL = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
ONE_OF_MANY = frozenset({"radio", "menuitemradio", "option"})
TICKABLE = frozenset({"checkbox", "switch", "radio", "menuitemcheckbox", "menuitemradio"})


def one(
    name: str, kind: str, among: Sequence[Element], picked: Element | None, *, pressing: bool = False
) -> Element | WhichOne | Sorry:
    """Return what is called so, a question when several are, a sentence when none is."""
    if picked is not None:
        return picked
    found = find(name, kind, among, pressing=pressing)
    if kind and not found:  # what the user takes for a link may be a button, and "Help button" may be a name
        names = (f"{name} {kind}", f"{kind} {name}", name)
        found = next((hit for other in names if (hit := find(other, "", among, pressing=pressing))), ())
    if not found and (counted := numbered(name, kind, among)):
        return counted
    if not found and (sign := _SIGN.sub("", name)) != name:
        found = find(sign, kind, among, pressing=pressing)
    if len(found) == 1:
        return found[0]
    if found:
        return WhichOne(name, found)
    near = nearest(name, among)
    hint = f" There is: {', '.join(near)}." if near else ""
    return Sorry(f"I cannot find {(kind + ' ') if kind else ''}{name} on this page.{hint}")


def press(name: str, page: Page, kind: str = "", picked: Element | None = None, click: Click = PRESS) -> Next:
    """Click what is called so, as `click` says how."""
    chosen = one(name, kind, [e for e in page.elements if e.interactive], picked, pressing=True)
    if not isinstance(chosen, Element):
        return chosen
    if chosen.kind == "file":
        return Sorry(f"{chosen.label} takes a file from this computer. Say: attach, and the name of the file.")
    return Step(replace(click, uid=chosen.uid))


def field_named(name: str, page: Page, picked: Element | None, *, lists: bool = False) -> Element | WhichOne | Sorry:
    """Return the field of this name, or the one with the focus; `lists` takes those that a page has made itself."""
    fields = [e for e in page.elements if (e.kind and e.kind not in _BUTTONS) or (lists and e.role in _MADE)]
    if not name and picked is None:
        focused = [e for e in fields if "focused" in e.states]
        if focused:
            return focused[0]
        return Sorry("I do not know which field you mean. Say: type, the words, into, and the name of the field.")
    chosen = one(name, "", fields, picked)
    return Sorry(chosen.sentence + _unnamed(fields)) if isinstance(chosen, Sorry) else chosen


def _unnamed(fields: Sequence[Element]) -> str:
    """Say that there are fields which cannot be said by any name, and how to get to them."""
    count = sum(not (e.name or e.text or e.placeholder or e.beside) for e in fields)
    if not count:
        return ""
    told = "One field here has no name" if count == 1 else f"{count} fields here have no name"
    return f" {told}. Say: press tab, to go from field to field; then: type, and the words."


def is_settable(element: Element) -> bool:
    """True for fields, and for lists and sliders that a page has made itself."""
    return bool(element.kind) or element.role in _MADE
