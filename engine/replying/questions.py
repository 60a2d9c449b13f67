"""What is asked before an action, what was not done after a no, and which of several is meant."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath
from urllib.parse import urlsplit

from engine.commanding.choosing import Option
from engine.commanding.dates import spoken_value
from engine.commanding.keys import key_said
from engine.commanding.matching import folded
from engine.judging.consequence import Consequence
from engine.replying.words import address_said, ended, name_of, short, value_said
from engine.seeing.kinds import LEAVING
from engine.values.action import (
    Action,
    Back,
    Change,
    Click,
    Copy,
    Drag,
    Forward,
    Hover,
    Load,
    Paste,
    Press,
    Reload,
    Save,
    Scroll,
    ScrollBox,
    ScrollUntil,
    Submit,
    TabCreate,
    TabRemove,
    TabSwitch,
    TextInput,
    Upload,
    Zoom,
)
from engine.values.page import Element, Field, Page

OFFERED = 5
"""Choices spoken at a time."""

_FIELDS = 12


def question(action: Action, element: Element | None, effect: Consequence | None, verb: str = "") -> str:
    """Return the yes-or-no question before an action: what is pressed, what is sent, and to whom.

    `verb` is what was ordered where the action does not do that.
    """
    if verb:
        return f"I see nothing here that does {verb}. {question(action, element, effect)}"
    if effect is None:
        return f"I think you mean: {future(action, element)}. Shall I? Say yes or no."
    plain = effect.what.rstrip(" .:;") or effect.what
    what = name_of(element) if element and element.label == effect.what else plain
    if isinstance(action, Press) and not what.startswith(key_said(action.key)):
        pressed = f"Enter in {name_of(element)}"  # of a key held with others, only Enter may be what was judged
        what = f"{key_said(action.key)} {'in ' + name_of(element) if what == pressed else 'on ' + what}"
    match effect.kind:
        case "send":
            what, effect = _with_value(action, element, what, effect)
            more = ", and data that is not shown," if effect.hidden else ""
            told = f"{what} will send {fields(effect.fields) or 'this form'}{more} to {effect.host}. Shall I send it?"
        case "press":
            along = f", with {filled}," if (filled := fields(effect.fields)) else ""
            told = f"Pressing {what}{_place(element)}{along} on {effect.host} may change something for good. "
            told = f"{told}Shall I press it?".replace(",,", ",")
        case "answer":
            told = f"The page asks: {ended(effect.host)} Shall I answer {what}?"
        case "attach":
            told = _attaching(action, what, effect.host)
        case "leave":
            told = f"If I {future(action, element)}, what I entered in {what} may be lost: it is not sent. Shall I?"
        case "sign-in":
            told = f"I will sign in to {effect.host} with {fields(effect.fields) or 'nothing filled in'}. Shall I?"
        case "open" | "load" | "download" | "drop" | "allow":
            told = _TOLD[effect.kind].format(what=what, host=effect.host)
    return f"{told} Say yes or no."


def _with_value(action: Action, element: Element | None, what: str, effect: Consequence) -> tuple[str, Consequence]:
    """A control that sends when it is set: told by what it is to be set to, not by what it holds still."""
    if element is None or element.secret or not isinstance(action, Change | TextInput):
        return what, effect
    value = action.value if isinstance(action, Change) else action.text
    switched = isinstance(action, Change) and value in {"true", "false"} and not element.options
    said = ("on" if value == "true" else "off") if switched else value_said(value, element)
    kept = tuple(
        replace(one, value="" if switched else value) if one.label == element.label else one for one in effect.fields
    )
    setting = f"Turning {what} {said}" if switched else f"Setting {what} to {said}"
    return setting, replace(effect, fields=kept)


_TOLD = {
    "open": "{what} leaves the browser and opens another program: {host}. Shall I open it?",
    "load": "Opening {what} may change something for good on {host}. Shall I open it?",
    "download": "{what} downloads a program from {host}. Shall I download it?",
    "drop": "Dropping {what} on {host} may change something for good. Shall I drop it?",
    "allow": "Then {host} may {what}, from now on. Shall I allow it?",
}


def _place(element: Element | None) -> str:
    """The dialog that it stands in, else the heading that it stands under, where nothing else tells of its place."""
    if element is None or element.context:
        return ""
    if element.dialog:
        return f", in {short(element.dialog.rstrip(' .:'))},"
    return f", under {short(element.heading.rstrip(' .:'))}," if element.heading else ""


def _attaching(action: Action, what: str, host: str) -> str:
    if not isinstance(action, Upload):
        return f"{what} is for attaching a file from this computer to {host}. Shall I open it?"
    path = PurePath(action.path)
    return f"{path.name}, from the folder {path.parent.name or path.parent}, will go to {host}, as {what}. Shall I?"


def how_to_answer(page: Page) -> str:
    """Return what can be said to an open dialog."""
    buttons = [e for e in page.elements if not e.kind]
    if page.dialog == LEAVING:
        return "Say yes to leave, or no to stay."
    if any(e.kind and e.value for e in page.elements):
        return "Say yes for OK, no for Cancel, or another answer."
    if len(buttons) < len(page.elements):
        return "Say your answer, then yes for OK; or no for Cancel."
    return "Say yes for OK, or no for Cancel." if len(buttons) > 1 else "Say OK to go on."


def fields(filled: Sequence[Field]) -> str:
    """Return the filled-in fields as words; secret values are never read, only said to be kept back."""
    held = [f for f in filled if f.secret or f.value]
    told = [f"{f.label or f.name or f.kind}: {'not read out' if f.secret else short(_spoken(f))}" for f in held]
    more = [f"and {len(told) - _FIELDS} more fields"] if len(told) > _FIELDS else []
    return "; ".join([*told[:_FIELDS], *more])


def declined(action: Action, element: Element | None) -> str:
    """Return what was not done after a no."""
    return f"All right, I did not {ended(future(action, element))}"


def dropped(action: Action, element: Element | None) -> str:
    """Return what lapsed because something other than yes was said."""
    return f"I did not {ended(future(action, element))}"


def which_one(spoken: str, options: Sequence[Element | Option], start: int = 0) -> str:
    """Return the numbered question from option `start` on; each option is told with what sets it apart."""
    shown = options[start : start + OFFERED]
    elements = [one for one in options if isinstance(one, Element)]
    told = (one.label if isinstance(one, Option) else apart(one, elements) for one in shown)
    listed = " ".join(ended(f"{n}: {words}") for n, words in enumerate(told, start + 1))
    rest = len(options) - start - len(shown)
    more = f" There are {rest} more; say more, or a word that sets it apart." if rest else ""
    return f"Which {spoken}? {listed}{more} Say a number."


def no_such_choice(count: int) -> str:
    return f"There is no such number. Say a number from 1 to {count}."


def _spoken(field: Field) -> str:
    return spoken_value(field.value, field.kind)


def future(action: Action, element: Element | None) -> str:
    """Return what an action would do, to follow "I did not"."""
    name = name_of(element)
    match action:
        case Click(_, times, button):
            return (
                f"{'right-click' if button == 'right' else ('press', 'double-click', 'triple-click')[times - 1]} {name}"
            )
        case Submit():
            return f"press {name}" if element and element.submits else f"send the form with {name}"
        case TextInput(text, _, keep):
            return (
                f"add {value_said(text, element)} to {name}"
                if keep
                else f"type {value_said(text, element)} into {name}"
            )
        case Change("true" | "false" as on, _) if element and not element.options:
            return f"turn {name} {'on' if on == 'true' else 'off'}"
        case Change(value, _):
            return f"set {name} to {value_said(value, element)}"
        case Hover():
            return f"point at {name}"
        case Drag():
            return f"drag {name}"
        case Press(key, uid):
            return f"press {key_said(key)}{f' in {name}' if uid and name else ''}"
        case Upload(path):
            return f"attach {PurePath(path).name} to {name}"
        case Copy():
            return f"copy {name or 'that'}"
        case Paste():
            return f"paste into {name}"
        case _:
            return _elsewhere(action)


def _elsewhere(action: Action) -> str:
    match action:
        case Load(url):
            return f"open {address_said(url)}"
        case Back() | Forward():
            return f"go {type(action).__name__.lower()}"
        case Reload():
            return "reload the page"
        case TabCreate(url):
            return f"open {address_said(url)} in a new tab" if url else "open a new tab"
        case TabSwitch():
            return "go to that tab"
        case TabRemove():
            return "close that tab"
        case Zoom(percent):
            return f"show pages at {percent} percent"
        case Save():
            return "save that"
        case Scroll() | ScrollBox() | ScrollUntil():
            return "scroll"
        case _:
            return "say that"


def apart(element: Element, options: Sequence[Element]) -> str:
    """Tell one option from its equals by row or card, else heading, else landmark, else kind, else its place."""
    same = [o for o in options if folded(o.label) == folded(element.label)]
    label = element.label.rstrip(" .:;") or element.label
    if len(same) == 1:
        return label
    for trait in ("context", "heading", "landmark", "description", "role"):
        told = getattr(element, trait)
        if told and sum(getattr(o, trait) == told for o in same) == 1:
            return f"{label}, {told}"
    path = urlsplit(element.href).path
    if path and sum(urlsplit(o.href).path == path for o in same) == 1:
        return f"{label}, leads to {path}"
    row = all(o.box.y == same[0].box.y for o in same)
    return f"{label}, number {same.index(element) + 1} from the {'left' if row else 'top'}"
