"""Command + page → the next step: an action, a question, or a sentence that says why there is none."""

from collections.abc import Sequence
from dataclasses import replace

from engine.commanding import browsing, dismissing, locating, setting, touching
from engine.commanding.choosing import Next, Option, Sorry, Step, Told, WhichOne
from engine.commanding.commands import (
    Attach,
    Choose,
    Clear,
    ClickOn,
    CloseTab,
    CopyText,
    Dismiss,
    Do,
    DragTo,
    Expand,
    GoBack,
    GoForward,
    GoToTab,
    HoverOver,
    InField,
    OnPage,
    OnTab,
    OnThing,
    Open,
    OpenTab,
    PasteInto,
    Permit,
    PressKey,
    ReadField,
    ReloadPage,
    SaveDocument,
    ScrollPage,
    ScrollTo,
    SearchFor,
    Tick,
    TypeInto,
    ZoomPage,
)
from engine.commanding.searching import address, is_search, known_site, search
from engine.values.action import Action, Back, Forward, OnElement, Reload
from engine.values.page import Element, Page
from engine.values.settings import Settings

__all__ = ["Next", "Option", "Sorry", "Step", "Told", "WhichOne", "address", "is_search", "known_site", "next_step"]


def next_step(
    command: OnPage, page: Page, settings: Settings, done: Sequence[Action], picked: Element | None = None
) -> Next:
    """Return the next step of `command` on this page, after the actions already `done` for it.

    `picked` is the element that the user chose when asked "which one?".
    """
    match command:
        case Open(where):
            return browsing.open_place(where, page, settings)
        case GoBack():
            return Step(Back())
        case GoForward():
            return Step(Forward())
        case ReloadPage():
            return Step(Reload())
        case ScrollPage():
            return browsing.scroll_page(command, page, picked)
        case ScrollTo():
            return browsing.scroll_to(command, page, picked)
        case ZoomPage():
            return browsing.zoom(command, page)
        case SaveDocument():
            return browsing.save(command, page)
        case SearchFor():
            return search(command, page, settings, done)
        case TypeInto() | Choose() | Tick() | Clear() | ReadField() | Expand():
            return _in_field(command, page, done, picked)
        case OpenTab() | GoToTab() | CloseTab():
            return _on_tab(command, page, settings, picked)
        case _:
            return _on_thing(command, page, done, picked)


def _in_field(command: InField, page: Page, done: Sequence[Action], picked: Element | None) -> Next:
    match command:
        case TypeInto():
            return setting.type_into(command, page, picked)
        case Choose(value, field):
            return setting.choose(value, field, page, done, picked)
        case Tick(name, on):
            return setting.tick(name, on, page, picked)
        case Clear():
            return setting.clear(command, page, picked)
        case ReadField():
            return setting.read(command, page, picked)
        case Expand():
            return setting.expand(command, page, picked)


def _on_tab(command: OnTab, page: Page, settings: Settings, picked: Element | None) -> Next:
    match command:
        case OpenTab():
            return browsing.open_tab(command, page, settings, picked)
        case GoToTab():
            return browsing.go_to_tab(command, page)
        case CloseTab():
            return browsing.close_tab(command, page)


def _on_thing(command: OnThing, page: Page, done: Sequence[Action], picked: Element | None) -> Next:
    match command:
        case ClickOn():
            return locating.pressed(command, page, done, picked)
        case HoverOver(name):
            return touching.hover(name, page, picked)
        case PressKey():
            return touching.press_key(command, page, done, picked)
        case DragTo():
            return touching.drag(command, page, picked)
        case Attach():
            return touching.attach(command, page, picked)
        case CopyText():
            return touching.copy(command, page, picked)
        case PasteInto():
            return touching.paste(command, page, picked)
        case Dismiss():
            return dismissing.dismiss(command, page, picked)
        case Permit():
            return dismissing.permit(command, page)
        case Do(action):
            return Step(_on(action, picked)) if picked else Sorry("That is no longer there. Please say it again.")


def _on(action: Action, element: Element) -> Action:
    """The same action on the element as it is called now; what else it names must still be there."""
    return replace(action, uid=element.uid) if isinstance(action, OnElement) else action
