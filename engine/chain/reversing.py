"""The way back from an action that was seen to succeed, noted in the State while the page before it is known."""

from dataclasses import replace

from engine.chain.state import Reverse, State
from engine.judging.consent import same_field
from engine.judging.consequence import SENDING, consequence
from engine.judging.wording import document_of, spared
from engine.values.action import (
    Action,
    Back,
    Change,
    Click,
    Drag,
    Forward,
    Paste,
    Press,
    Reload,
    Scroll,
    ScrollUntil,
    TabCreate,
    TabRemove,
    TabSwitch,
    TextInput,
    Upload,
    Zoom,
)
from engine.values.outcome import DownloadStarted, Navigated, Outcome, TabOpened, succeeded
from engine.values.page import Element, Page

KEPT = 10
"""Steps back."""

_READ = 1_000
"""Characters of a value that are read at most; a longer one cannot be restored."""

_TICKED = frozenset({"checkbox", "switch", "menuitemcheckbox"})
_RADIO = frozenset({"radio", "menuitemradio"})
_SILENT_KEYS = frozenset("Escape Tab Home End PageUp PageDown ArrowUp ArrowDown ArrowLeft ArrowRight Control+a".split())
_SENT = "it has been sent."


def noted(state: State, action: Action, page: Page, outcome: Outcome, after: Page) -> State:
    """Return the state with the way back from `action`; unchanged where there is nothing to go back from."""
    if not succeeded(outcome):
        return state
    if isinstance(action, TabRemove):  # opening that tab needs no way back any more
        state = replace(state, undo=tuple(one for one in state.undo if one.action != action))
    back = _way_back(action, page, outcome, after, state.sent)
    if back is None:
        return state
    return replace(state, undo=(*state.undo, back)[-KEPT:] if back.action else (back,))


def holds(element: Element) -> str:
    """Return what a control holds, in a form that can be compared; of a secret field only whether it holds anything."""
    if element.secret:
        return "filled" if "filled" in element.states else "empty"
    if element.role in _TICKED | _RADIO or element.kind in {"checkbox", "radio"}:
        return "on" if "checked" in element.states else "off"
    return f"={element.value}"


def _way_back(action: Action, page: Page, outcome: Outcome, after: Page, sent: frozenset[str]) -> Reverse | None:
    effect = consequence(action, page)
    if effect is not None and effect.kind in SENDING | {"drop", "allow"}:
        return Reverse(why=_SENT if effect.kind in {"send", "sign-in"} else "it may have changed something for good.")
    element = page.by_uid.get(getattr(action, "uid", ""))
    match outcome:
        case Navigated() if not isinstance(action, TabSwitch | TabRemove):
            return _to_the_page_before(action, after)
        case TabOpened():
            return _of_new_tab(after)
        case DownloadStarted():
            return Reverse(why="the file is on your computer now.")
    if isinstance(action, TextInput | Paste | Change | Click) and element is not None:
        return _of_control(action, element, page, after)
    return _of_view(action, page, sent)


def _to_the_page_before(action: Action, after: Page) -> Reverse | None:
    if isinstance(action, Reload):
        return None
    return Reverse(Forward() if isinstance(action, Back) else Back(), url=after.url)


def _of_new_tab(after: Page) -> Reverse:
    tab = next((one for one in after.tabs if one.active), None)
    return Reverse(TabRemove(tab.handle)) if tab else Reverse(why="I do not know which tab it opened.")


def _of_control(action: Action, element: Element, page: Page, after: Page) -> Reverse | None:
    """Its earlier value, as it was seen; a press on what is no control cannot be taken back."""
    now = same_field(element, after)
    if now is None:
        return Reverse(why=f"{element.label} is no longer there.")
    if holds(now) == holds(element) and isinstance(action, Click):
        return _of_press(element, now)
    if holds(now) == holds(element) and not element.secret:
        return None
    back = _restoring(element, page)
    if back is None:
        return Reverse(why=f"I do not know what {element.label} held before.")
    target = page.by_uid[back.uid]
    return Reverse(back, "", after.url, target, "" if target is not element else holds(now))


def _restoring(element: Element, page: Page) -> TextInput | Change | None:
    if element.secret:
        return None if "filled" in element.states else TextInput("", element.uid)
    if element.role in _RADIO or element.kind == "radio":
        before = [one for one in page.elements if _same_group(one, element) and "checked" in one.states]
        return Change("true", before[0].uid) if len(before) == 1 else None
    if element.role in _TICKED or element.kind == "checkbox":
        return Change("true" if "checked" in element.states else "false", element.uid)
    if len(element.value) >= _READ or (element.kind == "contenteditable" and "\n" in element.value):
        return None
    if element.options or not element.kind or element.kind.startswith("select"):
        return Change(element.value, element.uid) if element.value else None
    return TextInput(element.value, element.uid)


def _same_group(one: Element, other: Element) -> bool:
    name = dict(other.attributes).get("name")
    told = (one.role, one.form) == (other.role, other.form)
    return told and bool(name) and dict(one.attributes).get("name") == name


def _of_press(element: Element, now: Element) -> Reverse | None:
    """What was opened is closed by another press on the same thing; what else it did is not known."""
    opened = {"expanded", "collapsed"}
    if element.states & opened and now.states & opened and element.states & opened != now.states & opened:
        return Reverse(Click(element.uid), "", "", element)
    return Reverse(why=f"I do not know the way back from pressing {element.label}.")


def _of_view(action: Action, page: Page, sent: frozenset[str]) -> Reverse | None:
    view = page.viewport
    match action:
        case Scroll(uid="") | ScrollUntil(uid=""):
            return Reverse(Scroll(view.scroll_x, view.scroll_y), url=page.url)
        case Zoom():
            return Reverse(Zoom(view.zoom))
        case TabSwitch():
            tab = next((one for one in page.tabs if one.active), None)
            return Reverse(TabSwitch(tab.handle)) if tab else None
        case TabRemove(handle):
            url = next((one.url for one in page.tabs if one.handle == handle), "")
            if page.resends and any(one.active and one.handle == handle for one in page.tabs):
                sent |= {document_of(url)}
            return Reverse(TabCreate(spared(url, sent))) if url.startswith(("http://", "https://")) else None
        case Upload():
            return Reverse(why="take the file out on the page itself.")
        case Drag():
            return Reverse(why="I do not know where it lay.")
        case Press(key) if key not in _SILENT_KEYS:
            return Reverse(why="I do not know what that key has changed.")
        case _:
            return None
