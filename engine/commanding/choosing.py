"""What a command comes to on a page (a step, a question, a sentence), and how its names are found there."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.commanding.commands import OnPage
from engine.commanding.matching import find, folded, nearest, numbered, placed
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
_CHOSEN = frozenset({"option", "radio", "menuitemradio", "menuitemcheckbox", "checkbox", "switch", "treeitem", "tab"})
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
    if pressing and (first := re.split(r",? (?:and|then) ", name, maxsplit=1)[0]) != name and find(first, kind, among):
        return Sorry(f"I cannot find {name} on this page. Say one thing at a time, for example: click {first}.")
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


def once(step: Next, page: Page) -> Next:
    """Return the step, unless it would press what is chosen already, and so undo the choice."""
    element = page.by_uid.get(step.action.uid) if isinstance(step, Step) and isinstance(step.action, Click) else None
    if element is None or not element.states & {"checked", "selected"} or element.href:
        return step
    pressed = dict(element.attributes).get("aria-pressed") == "true"
    if element.role not in _CHOSEN and not pressed:
        return step
    return Sorry(f"{element.label} is chosen already, so I did nothing.")


def field_named(name: str, page: Page, picked: Element | None, *, lists: bool = False) -> Element | WhichOne | Sorry:
    """Return the field of this name, or the one with the focus; `lists` takes those that a page has made itself."""
    fields = [e for e in page.elements if (e.kind and e.kind not in _BUTTONS) or (lists and e.role in _MADE)]
    if not name and picked is None:
        focused = [e for e in fields if "focused" in e.states]
        if focused:
            return focused[0]
        return Sorry("I do not know which field you mean. Say: type, the words, into, and the name of the field.")
    chosen = one(name, "", fields, picked)
    if isinstance(chosen, Sorry) and (kind := _of_kind(name, fields)):
        return kind[0] if len(kind) == 1 else WhichOne(name, kind)
    return Sorry(chosen.sentence + _unnamed(fields)) if isinstance(chosen, Sorry) else chosen


_KINDS_SAID = {
    **dict.fromkeys(("", "field", "text", "text field", "text box", "textbox", "box", "input", "editor"), TEXTUAL),
    **dict.fromkeys(("text editor", "text area"), TEXTUAL),
    **dict.fromkeys(("slider", "range"), frozenset({"slider"})),
    **dict.fromkeys(
        ("list", "drop down", "dropdown", "drop down list", "combo box"), frozenset({"combobox", "listbox"})
    ),
}


def _of_kind(name: str, fields: Sequence[Element]) -> tuple[Element, ...]:
    """The fields that are said by their kind, or counted: "text box", "unnamed textbox", "the second field"."""
    said = folded(name)
    kind = said.removeprefix("unnamed ")
    place, _, rest = kind.partition(" ")
    if (number := placed(place)) is not None and rest in _KINDS_SAID:
        counted = [e for e in fields if not rest or e.role in _KINDS_SAID[rest]]
        return tuple(counted[number:][:1]) if number >= 0 else tuple(counted[number:])
    found = [e for e in fields if kind and e.role in _KINDS_SAID.get(kind, frozenset())]
    return tuple(e for e in found if said == kind or not _is_named(e))


def _is_named(element: Element) -> bool:
    return bool(element.name or element.text or element.placeholder or element.beside)


def _unnamed(fields: Sequence[Element]) -> str:
    """Say that there are fields which cannot be said by any name, and how to get to them."""
    count = sum(not _is_named(e) for e in fields)
    if not count:
        return ""
    told = "One field here has no name" if count == 1 else f"{count} fields here have no name"
    return f" {told}. Say for example: type, the words, into the first field."


def is_settable(element: Element) -> bool:
    """True for fields, and for lists and sliders that a page has made itself."""
    return bool(element.kind) or element.role in _MADE
