"""Text into fields, each read back; and which way a control of a form is set."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace as altered
from threading import Event
from typing import cast

from selenium.webdriver.remote.webelement import WebElement

from engine.adapters.webdriver.aiming import Facts, Target, press, reach
from engine.adapters.webdriver.choosing import select
from engine.adapters.webdriver.picking import pick
from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.setting import SET_KINDS, between, refused, set_value
from engine.adapters.webdriver.sliding import slide
from engine.adapters.webdriver.toggling import TOGGLES, toggle
from engine.adapters.webdriver.trouble import NODE_GONE
from engine.adapters.webdriver.verifying import Before, navigated
from engine.adapters.webdriver.writing import ReadBack, Written, add, printable, replace, split, told, unless_moved
from engine.values.action import TextInput
from engine.values.outcome import Disabled, Done, Failed, Outcome, Rejected, Vanished
from engine.values.page import Element

_TYPED = frozenset({"number"})
_MANY_LINES = frozenset({"textarea", "contenteditable"})
_LISTS = frozenset({"combobox", "listbox"})
_TRIES = 6
"""Times that a field is looked for again which a page draws anew."""
_KEYED = frozenset({"slider", "spinbutton", "scrollbar"})


def type_text(session: Session, element: Element, action: TextInput, stop: Event) -> Outcome:
    """Replace the content of a field, or add to it, and read it back; other controls are set as by `change`."""

    def on(target: Target) -> Outcome:
        whole = _set_whole(session, target, action.text, stop)
        return whole if whole is not None else _fill(session, target, action.text, stop, action.keep)

    return _reached(session, element, on)


def change(session: Session, element: Element, value: str, stop: Event) -> Outcome:
    """Set a list, checkbox, radio button, switch, slider, date or other valued control, and read it back."""

    def on(target: Target) -> Outcome:
        outcome = _set_whole(session, target, value, stop)
        if outcome is not None:
            return outcome
        if session.run("opensList", target.node):
            return pick(session, target, value, stop)
        if not target.facts["kind"]:
            return Rejected(target.facts["value"], "Its value cannot be set directly. Press it first.")
        return _fill(session, target, str(session.run("suggestedValue", target.node, value)), stop)

    return _reached(session, element, on)


def _reached(session: Session, element: Element, on: Callable[[Target], Outcome]) -> Outcome:
    """Act on the live node, and on the one in its place where a page draws it anew before anything was done."""
    outcome: Outcome = Vanished()
    for _ in range(_TRIES):
        target = reach(session, element)
        if not isinstance(target, Target):
            return target
        try:
            outcome = on(target)
        except NODE_GONE:
            if session.pressed:
                raise
        if session.pressed or not isinstance(outcome, Vanished):
            break
    return outcome


def _set_whole(session: Session, target: Target, value: str, stop: Event) -> Outcome | None:
    """Set a control that takes a value as a whole; None for those that are typed into or that open a list."""
    kind, role = target.facts["kind"], target.facts["role"]
    if kind in ("select-one", "select-multiple"):
        drawn = session.run("standIn", target.node)
        if drawn is not None:
            return _through(session, target, drawn, value, stop)
        return select(session, target, value, stop)
    if kind in ("checkbox", "radio") or role in TOGGLES or session.run("isToggle", target.node):
        return toggle(session, target, value, stop)
    if kind == "file":
        return Rejected("", "It takes a file. Say which file to upload.")
    if target.facts["readonly"] and kind in SET_KINDS:
        return Disabled()
    if kind in SET_KINDS:
        return set_value(session, target, value, stop)
    if role in _KEYED and not kind:
        return slide(session, target, value, stop)
    return None


def _through(session: Session, target: Target, drawn: WebElement, value: str, stop: Event) -> Outcome:
    """Choose in the list that a page has drawn in place of a select, so that both of them show the choice."""
    facts = cast(Facts, session.run("facts", drawn, 0))
    outcome = pick(session, Target(drawn, target.path, facts), value, stop)
    if not isinstance(outcome, Done):
        return outcome
    held = str(session.run("facts", target.node, 0)["value"])
    return outcome if held and held in outcome.change else Rejected(held)


def _fill(session: Session, target: Target, text: str, stop: Event, keep: bool = False) -> Outcome:
    kind = target.facts["kind"]
    if (not kind or target.facts["readonly"]) and target.facts["role"] in _LISTS:
        return pick(session, target, text, stop)
    if not kind:
        return Rejected("", "It is not a field that I can type into.")
    if target.facts["readonly"]:
        return _read_only(session, target)
    if kind in _TYPED:
        text = text.strip()
        bad = refused(session, target, text)
        if bad is not None:
            return bad
    if target.facts["role"] == "spinbutton":
        limits = session.run("spinLimits", target.node, text)
        if limits:
            return Rejected(target.facts["value"], f"{between(*limits)}.")
    text = printable(text, many_lines=kind in _MANY_LINES)
    return _type(session, target, text, stop, keep and bool(text) and not target.facts["empty"])


def _read_only(session: Session, target: Target) -> Outcome:
    """A field that only its own calendar or list sets says so; others are simply read-only."""
    if session.run("opensPicker", target.node):
        return Rejected(target.facts["value"], "It cannot be typed into. Press it, and choose what it shows.")
    return Disabled()


def _type(session: Session, target: Target, text: str, stop: Event, keep: bool) -> Outcome:
    around, stood = _others(session, target), session.run("amongEquals", target.node)
    pressed = press(session, target, stop, watch_focus=True)
    if not isinstance(pressed, Before):
        return pressed

    def fill() -> Outcome:
        for _ in range(_TRIES):
            live = _drawn_anew(session, target, stood)
            if live is None:
                return Done("the page changed")
            with suppress(*NODE_GONE):
                outcome = _write(session, live, text, keep, pressed)
                if isinstance(outcome, Done) or keep or _is_there(session, live):
                    return _with_others(session, target, outcome, around)
            moved = navigated(session, pressed.here)
            if moved is not None or keep:
                return moved or Failed("The page changed while I typed. Check what the field holds.")
            session.enter(target.path)
        return Failed("The page draws this field anew all the time, so I could not type into it.")

    return unless_moved(session, pressed.here, fill)


def _write(session: Session, target: Target, text: str, keep: bool, pressed: Before) -> Outcome:
    if not session.run("focused", target.node):
        session.script("arguments[0].focus({preventScroll: true})", target.node)
        if not target.facts["secret"] and not session.run("focused", target.node):  # a secret asks for it once more
            return Rejected(target.facts["value"], "The field does not take the focus.")
    session.check()
    if keep:
        return _as_written(add(session, target, text))
    boxes = [(node, str(part)) for node, part in session.run("boxesOf", target.node, text)]
    if boxes:
        return _as_written(split(session, boxes))
    return _judged(session, target, text, replace(session, target, text), pressed)


def _is_there(session: Session, target: Target) -> bool:
    return not session.run("facts", target.node, 0)["gone"]


def _drawn_anew(session: Session, target: Target, stood: object) -> Target | None:
    """The target, or what the page has put in its place; None where nothing is."""
    with suppress(*NODE_GONE):
        if _is_there(session, target):
            return target
    again = cast(WebElement | None, session.run("twin", target.facts["role"], target.facts["name"], stood))
    return None if again is None else Target(again, target.path, cast(Facts, session.run("facts", again, 0)))


def _judged(session: Session, target: Target, text: str, written: Written, pressed: Before) -> Outcome:
    """What became of the text: looked at again after leaving the field, where pages check and rewrite it."""
    back = written.back
    with suppress(*NODE_GONE):  # what is drawn anew is left alone
        if back["taken"] and text and session.run("mayLeave", target.node) and not _drew(session, pressed):
            back = cast(ReadBack, session.run("leave", target.node, text, written.empty))
    return _as_written(altered(written, back=back))


def _as_written(written: Written) -> Outcome:
    """The outcome by what the field holds."""
    back = written.back
    if back["taken"]:
        return told(back)
    holds = "" if back["secret"] else back["holds"]
    if back["cut"] and not back["secret"]:
        return Rejected(holds, f"It takes {back['length']} characters at most.")
    if written.strayed:
        return Rejected(holds, f"The page moved on to {written.strayed} before all was typed, so I stopped.")
    return Rejected(holds, "It did not take all of it." if back["secret"] else "")


def _drew(session: Session, pressed: Before) -> bool:
    """Whether the page has shown something since the field was pressed: suggestions, which leaving would close."""
    return bool(session.run("digest")["words"] != pressed.inner["words"])


Others = list[list[str]]


def _others(session: Session, target: Target) -> Others:
    return cast(Others, session.run("others", target.node))


def _with_others(session: Session, target: Target, outcome: Outcome, earlier: Others) -> Outcome:
    """Tell of the other fields of the form that changed along with this one."""
    if not isinstance(outcome, Done):
        return outcome
    now: Others = []
    with suppress(*NODE_GONE):  # what is drawn anew tells nothing
        now = _others(session, target)
    if len(now) != len(earlier):
        return outcome
    changed = [new for old, new in zip(earlier, now, strict=True) if old != new and old[0] == new[0]][:2]
    said = "".join(f"; {name or 'another field'} is now {value or 'empty'}" for name, value in changed)
    return altered(outcome, change=outcome.change + said)
