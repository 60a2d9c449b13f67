"""Lists that a page draws itself: opened, searched, chosen from as by hand, and closed where nothing fits."""

import time
from dataclasses import dataclass, field
from threading import Event
from typing import TypedDict, cast

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from engine.adapters.webdriver.aiming import Facts, Target, press
from engine.adapters.webdriver.choosing import nothing_called
from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.trouble import NODE_GONE
from engine.adapters.webdriver.verifying import Before, seen_since
from engine.adapters.webdriver.writing import clear, printable, read, told, type_keys
from engine.judging.consequence import by_script
from engine.judging.wording import harms, has_verb, marked, plain
from engine.values.outcome import Ambiguous, Done, NoEffect, Outcome, Rejected, Vanished

_OPEN_MS = 1_500
_GLANCE_MS = 600
"""Milliseconds: for a list to come after a press or a key, and to look at one that is there."""
_SCROLL_SECONDS = 8.0
_DOES = frozenset({"menuitem", "link", "button"})
"""Roles of items that do something, rather than being taken as a value that is shown afterwards."""


class Control(TypedDict):
    """What shows which choice is taken (choosing.js, control)."""

    holds: str
    around: str
    expanded: bool
    list: bool
    types: bool
    inDialog: bool
    multiple: bool


class ChoiceFacts(TypedDict):
    """What pressing a choice would do beside choosing it (sending.js)."""

    words: str
    marks: list[list[str]]
    sends: str
    href: str
    role: str


class Found(TypedDict):
    """What is in the list, and which one the value names (choosing.js, choices)."""

    option: WebElement | None
    label: str
    disabled: bool
    role: str
    selected: bool
    several: list[str]
    labels: list[str]
    first: WebElement | None


@dataclass(slots=True)
class _Search:
    """One search for a choice. `standing`: marks of what was there before; `pressed`: the state before the press."""

    session: Session
    target: Target
    value: str
    stop: Event
    was: Control
    standing: list[int] = field(default_factory=list)
    pressed: Before | None = None
    typed: bool = False
    labels: list[str] = field(default_factory=list)

    def look(self, milliseconds: int) -> Found:
        self.session.check()
        node, standing = self.target.node, self.standing
        found = cast(Found, self.session.run("choices", node, standing, self.value, milliseconds))
        self.labels.extend(label for label in found["labels"] if label not in self.labels)
        return found


def pick(session: Session, target: Target, value: str, stop: Event) -> Outcome:
    """Choose in a list that the page draws itself, and see that the control shows it."""
    value = printable(value).strip()
    was = cast(Control, session.run("control", target.node))
    names = [name.strip() for name in value.split(",")] if was["multiple"] else [value]
    outcome: Outcome = NoEffect()
    for name in names:
        outcome = _pick(_Search(session, target, name, stop, was))
        if not isinstance(outcome, Done):
            return outcome
    return outcome


def _pick(search: _Search) -> Outcome:
    was = search.was
    if not was["list"] and not was["types"] and was["holds"].casefold() == search.value.casefold():
        return Done(f"value is already {was['holds']}")
    found = _opened(search)
    if isinstance(found, Outcome):
        return found
    if not _decided(found) and was["types"]:
        found = _filtered(search)
        if not _decided(found) and search.labels:
            clear(search.session, search.target)  # some lists are not searched by what they show
            found = search.look(_GLANCE_MS)
    if not _decided(found):
        found = _scrolled(search, found)
    if found["option"] is not None and not found["disabled"]:
        return _choose(search, found)
    if not search.labels and search.typed:
        return _as_text(search)
    _close(search)
    return _refusal(search, found)


def _as_text(search: _Search) -> Outcome:
    """A field that never showed a list holds what was typed, like any other."""
    back = read(search.session, search.target, search.value)
    return told(back) if back["taken"] else Rejected(back["holds"])


def _decided(found: Found) -> bool:
    return found["option"] is not None or bool(found["several"])


def _refusal(search: _Search, found: Found) -> Outcome:
    holds = search.was["holds"]
    if found["several"]:
        return Ambiguous(tuple(found["several"]))
    if found["option"] is not None:
        return Rejected(holds, f"The choice {found['label']} is disabled.")
    return nothing_called(search.value, holds, search.labels)


def _opened(search: _Search) -> Found | Outcome:
    """The list: one that is open already, or that a press opens, or else the arrow key or Enter."""
    session, node = search.session, search.target.node
    if search.was["list"] or search.was["expanded"]:
        found = search.look(_GLANCE_MS)
        if found["labels"]:
            return found
    session.run("aim", node)  # scrolled to first, so that nothing is new only because it came into view
    search.standing = cast(list[int], session.run("standing"))
    pressed = _press_control(search)
    if not isinstance(pressed, Before):
        return pressed
    search.pressed = pressed
    try:
        found = search.look(_GLANCE_MS if search.was["types"] else _OPEN_MS)
        if not found["labels"] and not search.was["types"]:
            found = _by_keys(search)
    except NODE_GONE:
        return seen_since(session, pressed)
    if found["labels"] or search.was["types"]:
        return found
    outcome = seen_since(session, pressed)
    return (
        Rejected(search.was["holds"], "No list of choices opened, though I pressed it.")
        if isinstance(outcome, Done | NoEffect)
        else outcome
    )


def _press_control(search: _Search) -> Before | Outcome:
    """Press the control, or what closely surrounds one that is too small for that."""
    session, target = search.session, search.target
    node = cast(WebElement, session.run("opener", target.node))
    if node != target.node:
        target = Target(node, target.path, cast(Facts, session.run("facts", node, 0)))
    pressed = press(session, target, search.stop, watch_focus=True)
    if isinstance(pressed, Before) and search.was["types"] and not session.run("focused", search.target.node):
        session.script("arguments[0].focus({preventScroll: true})", search.target.node)
    return pressed


def _by_keys(search: _Search) -> Found:
    """Open with the arrow key, which presses nothing: never with Enter, which would be a second press."""
    session = search.session
    session.script("arguments[0].focus({preventScroll: true})", search.target.node)
    if not session.run("focused", search.target.node):
        return search.look(0)
    ActionChains(session.selenium, duration=0).send_keys(Keys.ARROW_DOWN).perform()
    return search.look(_GLANCE_MS)


def _filtered(search: _Search) -> Found:
    """Type the value, so that the list shows what fits."""
    session, target = search.session, search.target
    if not session.run("focused", target.node):
        return search.look(0)
    search.typed = session.pressed = True
    clear(session, target)
    type_keys(session, target, search.value)
    return search.look(_OPEN_MS)


def _scrolled(search: _Search, found: Found) -> Found:
    """Look through a list that only draws the part of it that is in view."""
    session = search.session
    if found["first"] is None or not search.labels:
        return found
    until = time.monotonic() + _SCROLL_SECONDS
    to_top = True
    while time.monotonic() < until:
        try:
            moved = session.run("scrollChoices", found["first"], to_top)
        except NODE_GONE:
            moved = True
        if not moved and not to_top:
            break
        if moved:
            found = search.look(_GLANCE_MS // 3)
            if _decided(found) or found["first"] is None:
                break
        to_top = False
    return found


def _choose(search: _Search, found: Found) -> Outcome:
    session, target = search.session, search.target
    if found["option"] is not None and (why := _does_more(session, found["option"], search.value)):
        _close(search)
        return Rejected(search.was["holds"], why.format(name=found["label"]))
    for _ in range(2):
        option = found["option"]
        if option is None:
            return Vanished()
        if found["selected"] and search.was["multiple"]:
            return Done(f"{found['label']} is already chosen")
        try:
            facts = cast(Facts, session.run("facts", option, 0))
            pressed = (
                press(session, Target(option, target.path, facts), search.stop) if not facts["gone"] else Vanished()
            )
        except NODE_GONE:
            pressed = Vanished()
        if not isinstance(pressed, Vanished):
            break
        found = search.look(_GLANCE_MS)  # a list that was drawn anew
    if not isinstance(pressed, Before):
        _close(search)
        return pressed
    if found["role"] in _DOES:
        return seen_since(session, pressed)
    return _verified(search, found, pressed)


def _does_more(session: Session, option: WebElement, value: str) -> str:
    """Why a choice may not be pressed by its value alone: pressing it does more than what was judged by these words."""
    try:
        facts = cast(ChoiceFacts, session.run("choiceFacts", option))
    except NODE_GONE:
        return ""
    listed = facts["role"] in _VALUES
    judged = plain(value) if listed else has_verb(value)
    marks = tuple((name, text) for name, text in facts["marks"])
    acts = (plain if listed else has_verb)(facts["words"]) or bool(marked(marks))
    sends = facts["sends"] not in {"", "dialog"} or harms(facts["href"]) or by_script(marks)
    return _A_BUTTON if sends or (acts and not judged) else ""


_VALUES = frozenset({"option", "treeitem", "menuitemradio", "gridcell", "row"})
_A_BUTTON = "{name} is a button that does something at once. Open the list first, then say: click {name}."


def _verified(search: _Search, found: Found, pressed: Before) -> Outcome:
    """What the control shows now; a choice that leads elsewhere tells of that instead."""
    session, target = search.session, search.target
    outcome = seen_since(session, pressed)
    if not isinstance(outcome, Done | NoEffect):
        return outcome
    try:
        session.enter(target.path)
        node = _alive(session, target)
        if node is None:
            return Done("the page changed")
        option, typed = _if_alive(session, found["option"]), search.value if search.typed else ""
        now = session.run("showsChoice", node, search.was, found["label"], option, typed)
    except NODE_GONE:
        return Done("the page changed")
    if now["answer"] == "gone":
        return Done("the page changed")
    search.typed = search.typed and now["answer"] != "yes"
    if now["open"] and not search.was["expanded"] and not search.was["multiple"]:
        _close(search)
    if now["answer"] == "yes":
        return Done(f"value is now {found['label']}")
    return Rejected(str(now["holds"]), f"I pressed {found['label']}, but it does not show that.")


def _alive(session: Session, target: Target) -> WebElement | None:
    """The control, or the one that a page has drawn in its place."""
    try:
        if not session.run("facts", target.node, 0)["gone"]:
            return target.node
    except NODE_GONE:
        pass
    return cast(WebElement | None, session.run("twin", target.facts["role"], target.facts["name"]))


def _if_alive(session: Session, option: WebElement | None) -> WebElement | None:
    try:
        return option if option is not None and session.run("stillThere", option) else None
    except NODE_GONE:
        return None


def _close(search: _Search) -> None:
    """Put back what was typed, and close the list: with Escape, or in a dialog, which that would close, by a press."""
    session, target = search.session, search.target
    if search.was["list"]:
        return
    try:
        if search.typed:
            clear(session, target)
            type_keys(session, target, printable(search.was["holds"]))
        if search.was["expanded"] or not _is_open(search):
            return
        if not search.was["inDialog"]:
            ActionChains(session.selenium, duration=0).send_keys(Keys.ESCAPE).perform()
        if (search.was["inDialog"] or not _closes(search)) and _toggles(search):
            press(session, target, search.stop)
            _closes(search)
    except NODE_GONE:
        return


def _toggles(search: _Search) -> bool:
    """Whether another press only closes what the first one opened, and is no second order to do something."""
    session, facts = search.session, search.target.facts
    says_so = cast(Control, session.run("control", search.target.node))["expanded"] or session.run("optionsShown")
    return bool(says_so) and not has_verb(f"{facts['name']} {facts['text']}")


def _is_open(search: _Search) -> bool:
    """Whether the list is shown: the control's own, where it names one; else anything that came with it."""
    shown = search.session.run("listShown", search.target.node)
    return bool(search.look(0)["labels"] if shown is None else shown)


def _closes(search: _Search) -> bool:
    """Wait until the list has gone, as some fade away."""
    until = time.monotonic() + _GLANCE_MS / 1000
    while _is_open(search):
        if time.monotonic() > until:
            return False
    return True
