"""Pointing, keys, dragging, files and the clipboard: command + page → the next step."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from engine.commanding.choosing import Next, Option, Sorry, Step, WhichOne, field_named, one, press
from engine.commanding.commands import Attach, ClickOn, CopyText, DragTo, PasteInto, PressKey
from engine.commanding.files import files_called
from engine.commanding.matching import called, find, folded
from engine.values.action import Action, Copy, Drag, Hover, Paste, Press, Upload
from engine.values.page import Element, Page

_TAKES_FILES = frozenset("upload attach attachment browse file files import".split())
_ASKED_KEYS = frozenset({"Enter", "Escape", "Tab"})
"""Keys that are pressed as often as buttons of their name; of the others the button is meant where there is one."""


def hover(name: str, page: Page, picked: Element | None) -> Next:
    chosen = one(name, "", page.elements, picked)
    return Step(Hover(chosen.uid)) if isinstance(chosen, Element) else chosen


def press_key(command: PressKey, page: Page, done: Sequence[Action], picked: Element | None) -> Next:
    """Press a key where the focus is or in a named field; a button of that name is meant before the key is."""
    if not command.sure and not command.field and command.times == 1 and not picked:
        named = [e for e in page.elements if e.interactive and folded(command.spoken) in _names(e)]
        if named and command.key in _ASKED_KEYS:
            key = Option(f"the {command.key} key", replace(command, sure=True))
            return WhichOne(command.spoken, (key, Option(f"{named[0].label} on the page", ClickOn(command.spoken))))
        if named:
            return press(command.spoken, page)
    where = one(command.field, "", page.elements, picked) if command.field or picked else None
    if isinstance(where, WhichOne | Sorry):
        return where
    pressed = sum(isinstance(action, Press) for action in done)
    return Step(Press(command.key, where.uid if where else ""), last=pressed + 1 >= command.times)


def drag(command: DragTo, page: Page, picked: Element | None) -> Next:
    """Both ends must be clear; `picked` is the thing to take, where several are called so."""
    taken = one(command.name, "", page.elements, picked)
    onto = one(command.onto, "", page.elements, None)
    for end in (taken, onto):
        if isinstance(end, Sorry):
            return end
    if isinstance(onto, WhichOne):
        return Sorry(f"Several things here are called {command.onto}. Say more of the one to drop it on.")
    if isinstance(taken, WhichOne):
        return taken
    assert isinstance(taken, Element) and isinstance(onto, Element)
    return Sorry("That is one and the same thing.") if taken is onto else Step(Drag(taken.uid, onto.uid))


def attach(command: Attach, page: Page, picked: Element | None) -> Next:
    """Find the file, then the field; "upload photo" may also be the name of a button."""
    files = files_called(command.file, Path.home())
    if not files:
        name = called(command.spoken, page.elements)
        if name:
            return press(name, page)
        return Sorry(
            f"I find no file called {command.file} in your home folder, Downloads, Documents or Desktop. "
            "Say its whole name or its path."
        )
    if len(files) > 1:
        return WhichOne(command.file, tuple(Option(_told(f), replace(command, file=str(f))) for f in files[:20]))
    field = _file_field(command.field, page, picked)
    return Step(Upload(str(files[0]), field.uid)) if isinstance(field, Element) else field


def copy(command: CopyText, page: Page, picked: Element | None) -> Next:
    """Copy what is selected, or the text of what is named; "copy machine" may also be the name of a link."""
    if picked is None and (name := called(command.spoken, page.elements)):
        return press(name, page)
    if not command.name and picked is None:
        return Step(Copy())
    chosen = one(command.name, "", page.elements, picked)
    if isinstance(chosen, Element) and chosen.secret:
        return Sorry(f"{chosen.label} is secret, so I do not copy it.")
    return Step(Copy(chosen.uid)) if isinstance(chosen, Element) else chosen


def paste(command: PasteInto, page: Page, picked: Element | None) -> Next:
    chosen = field_named(command.field, page, picked)
    return Step(Paste(chosen.uid)) if isinstance(chosen, Element) else chosen


def _file_field(name: str, page: Page, picked: Element | None) -> Element | WhichOne | Sorry:
    """The file field of this name, or the only one; else the button that leads to one."""
    fields = [e for e in page.elements if e.kind == "file"]
    if picked is not None:
        return picked
    if name:
        found = find(name, "", fields) or find(name, "", [e for e in page.elements if e.interactive])
        return one(name, "", found or page.elements, None)
    if not fields:
        fields = [e for e in page.elements if e.interactive and _TAKES_FILES & set(folded(e.label).split())]
    if len(fields) == 1:
        return fields[0]
    if fields:
        return WhichOne("field for files", tuple(fields))
    return Sorry("I see no place for files on this page.")


def _told(path: Path) -> str:
    return f"{path.name}, in {path.parent.name or path.parent}"


def _names(element: Element) -> tuple[str, ...]:
    return tuple(n for n in map(folded, (element.name, element.text)) if n)
