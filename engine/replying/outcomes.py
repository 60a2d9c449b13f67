"""What came of an action, told from its verified outcome and the page seen afterwards."""

import re
from pathlib import PurePath
from urllib.parse import urlsplit

from engine.commanding.keys import key_said
from engine.commanding.matching import folded
from engine.replying.places import kind_told, position, ways
from engine.replying.words import asks, ended, name_of, sentence, short, site_of, still, titled, value_said
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
    OnElement,
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
from engine.values.outcome import (
    Ambiguous,
    Blocked,
    ChangedSince,
    DialogOpened,
    Disabled,
    Done,
    DownloadStarted,
    Failed,
    Navigated,
    NoEffect,
    Outcome,
    Rejected,
    TabOpened,
    Unacted,
    Vanished,
)
from engine.values.page import Element, Page

_SEARCH = frozenset("search find query suche recherche buscar".split())


def done(action: Action, element: Element | None, outcome: Outcome, page: Page) -> str:
    """Return what happened to `action`, told from its verified outcome and the page seen afterwards."""
    match outcome:
        case Navigated(url, title):
            return _navigated(action, element, ended(titled(title or page.title, url or page.url, page)), page)
        case TabOpened(url, title, behind):
            went = f" The tab before it went to {urlsplit(behind).netloc or 'another page'} as well." if behind else ""
            return _tab_opened(action, element, titled(title or page.title, url or page.url), page) + went
        case DialogOpened(message) if message == LEAVING:
            return f"{LEAVING} Nothing has happened yet."
        case DialogOpened(message):
            return f"{_past(action, element)} {asks(message)}"
        case Done(change, says):
            tells = says and isinstance(action, OnElement) and not (element and element.secret)
            news = f" The page now says: {ended(says)}" if tells else ""
            return _done(action, element, change, page) + news
        case DownloadStarted(file) if isinstance(action, Save):
            return f"I am saving it in your downloads{': ' + ended(file) if file else '.'}"
        case DownloadStarted(file):
            return f"{_past(action, element)} A download started{': ' + ended(file) if file else '.'}"
        case _:
            return _undone(action, element, outcome, page)


def _undone(action: Action, element: Element | None, outcome: Unacted, page: Page) -> str:
    name = name_of(element)
    match outcome:
        case NoEffect():
            return _no_effect(action, element)
        case Blocked(by) if isinstance(action, Drag):
            return f"I did not drag {name or 'it'}: {by.rstrip(' .') or 'something'} is in the way.{ways(page)}"
        case Blocked(by):
            cover = by.rstrip(" .") or "something"
            return f"I could not reach {name or 'that'}: {cover} lies over it. I did nothing.{ways(page)}"
        case Disabled() if element and "readonly" in element.states and "disabled" not in element.states:
            return f"{name} can only be read, so I did nothing."
        case Disabled():
            return f"{name or 'That'} is disabled, so I did nothing."
        case Vanished() if isinstance(action, TabSwitch | TabRemove):
            return "That tab is no longer open. Say: which tabs are open."
        case ChangedSince(now) if now and name and folded(now) != folded(name):
            return f"{name} is now called {short(now.rstrip(' .'))}, so I did nothing. Please say it again."
        case Vanished() | ChangedSince():
            return changed(name)
        case Ambiguous(choices):
            return f"Several choices fit, so I did nothing: {ended(', '.join(choices))} Say which one."
        case Rejected(holds, reason):
            return _rejected(action, element, holds, reason)
        case Failed(reason):
            return reason


def _navigated(action: Action, element: Element | None, arrived: str, page: Page) -> str:
    if page.kind != "page":
        return f"{_past(action, element)} {kind_told(page)}{still(page)}"
    match action:
        case TabSwitch():
            number = next((at for at, tab in enumerate(page.tabs, 1) if tab.active), 0)
            return f"This is tab {number or 'now'}: {arrived}{still(page)}"
        case TabRemove():
            return f"I closed the tab. The page is now {arrived}{still(page)}"
        case _:
            return f"{_past(action, element)} The page is now {arrived}{still(page)}"


def _tab_opened(action: Action, element: Element | None, arrived: str, page: Page) -> str:
    if page.kind != "page":
        return f"{_past(action, element)} A new tab opened. {kind_told(page)}{still(page)}"
    if not isinstance(action, TabCreate):
        return f"{_past(action, element)} A new tab opened: {ended(arrived)}{still(page)}"
    if not action.url:
        return "A new tab is open. Say open, and a site or an address."
    return f"I opened a new tab: {ended(arrived)}"


def changed_meanwhile(name: str) -> str:
    """Return that what would be undone is no longer what was done."""
    return f"{name} has changed since then, so I left it as it is."


def cannot_undo(what: str) -> str:
    """Return that there is no way back from the last thing done."""
    return f"I cannot undo that: {ended(what)}"


def quoted(words: str) -> str:
    """Return the page's words as the page's, not as Sayso's own knowledge."""
    return f"The page says: {ended(words)}"


def still_doing(action: Action) -> str:
    """Return what is said while an action takes long."""
    match action:
        case Load(url) | TabCreate(url) if url:
            doing = f"opening {site_of(url)}"
        case Load() | TabCreate() | Back() | Forward() | Reload():
            doing = "loading the page"
        case Upload():
            doing = "attaching the file"
        case Save():
            doing = "saving it"
        case _:
            doing = "waiting for the page"
    return f"I am still {doing}. Say stop to end it."


def unsure(action: Action, element: Element | None) -> str:
    """Return the warning after something consequential whose effect was not seen: it may have happened."""
    done_so_far = _past(action, element).rstrip(".") if element or isinstance(action, Press) else "I did it"
    return f"{done_so_far}, but I do not know whether it went through. Check before you do it again."


def gone(element: Element) -> str:
    """Return that a choice no longer stands for what it was."""
    return changed(name_of(element))


def changed(name: str) -> str:
    return f"{name or 'That'} is no longer there or has changed, so I did nothing. Please say it again."


def _rejected(action: Action, element: Element | None, holds: str, reason: str) -> str:
    because = f": {reason.rstrip(' .')}" if reason else ""
    secret = element is not None and element.secret
    if not name_of(element):  # a tab, the size of pages, a text that is looked for: the reason says it all
        return sentence(reason) or "That was not possible."
    if isinstance(action, ScrollUntil) and reason:
        return sentence(reason)
    if isinstance(action, Upload | Paste | Copy | Press | Click | Drag | Hover) and reason:
        return f"{name_of(element)}: {sentence(reason)}"
    now = f" It now holds {ended(short(holds))}" if holds and not secret else ""
    return f"{name_of(element)} did not take that{because}.{now}"


def _past(action: Action, element: Element | None) -> str:
    name = name_of(element)
    match action:
        case Click(_, times, button):
            how = "right-clicked" if button == "right" else ("pressed", "double-clicked", "triple-clicked")[times - 1]
            return f"I {how} {ended(name)}"
        case Submit() if element and _searched(element):
            return f"I searched for {ended(short(element.value))}"
        case Submit():
            return f"I pressed {ended(name)}" if element and element.submits else f"I sent the form with {ended(name)}"
        case TextInput():
            return f"I typed into {ended(name)}"
        case Change():
            return f"I set {ended(name)}"
        case Hover():
            return f"I pointed at {ended(name)}"
        case Drag():
            return f"I dragged {ended(name)}"
        case Press(key, uid):
            return f"I pressed {ended(key_said(key) + (f' in {name}' if uid and name else ''))}"
        case Upload(path):
            return f"I attached {PurePath(path).name} to {ended(name)}"
        case Paste():
            return f"I pasted into {ended(name)}"
        case _:
            return _moved(action)


def _moved(action: Action) -> str:
    match action:
        case Load(url) | TabCreate(url) if url:
            return f"I opened {site_of(url)}."
        case TabCreate():
            return "I opened a new tab."
        case TabSwitch():
            return "I went to that tab."
        case TabRemove():
            return "I closed the tab."
        case Back():
            return "I went back."
        case Forward():
            return "I went forward."
        case Reload():
            return "I reloaded the page."
        case Scroll() | ScrollBox() | ScrollUntil():
            return "I scrolled."
        case _:
            return "Done."


def _searched(element: Element) -> bool:
    """True when sending from this field was a search for what it held."""
    told = element.role == "searchbox" or element.kind == "search" or element.landmark == "search"
    named = bool(_SEARCH & set(folded(f"{element.label} {element.placeholder}").split()))
    return bool(element.value) and not element.secret and not element.submits and (told or named)


UNREAD = "the page changed"
"""How the browser tells that what was set is no longer there to be read."""
_HELD = re.compile(r"(?:value is now|it now holds) (.+)", re.S)
"""How the browser tells what a field holds now, which may be written otherwise than it was said ("(030) 12 34")."""


def _done(action: Action, element: Element | None, change: str, page: Page) -> str:
    name = name_of(element)
    found = _HELD.match(change)
    held = found[1] if found else ""
    match action:
        case Scroll(uid=""):
            return position(page)
        case TextInput() | Change() if change == UNREAD:
            return f"{_past(action, element)} {sentence(change)}"
        case TextInput(text, _, keep):
            return _typed(text, keep, held, element)
        case Change("true" | "false" as on, _) if element and not element.options:
            return f"{name} is now {'on' if on == 'true' else 'off'}."
        case Change(value, _):  # a choice that shares its name was told apart by what stands behind that
            now = value if held and value.startswith(f"{held} (") else held or value
            return f"{name} is now {ended(value_said(now, element))}"
        case Upload() if change.endswith("is chosen"):
            return _past(action, element)
        case Copy():
            text = change.removeprefix("copied").strip(" :")
            return f"I copied: {ended(short(text))}" if text else "I copied it."
        case Paste():
            kept = element is not None and element.secret
            return f"{name} now has {ended(short(held))}" if held and not kept else f"I pasted into {ended(name)}"
        case Zoom() | ScrollBox() | Scroll() | ScrollUntil():
            return sentence(change) or _past(action, element)
        case Save():
            return sentence(change) or "It is saved."
        case _ if isinstance(action, OnElement):
            return f"{_past(action, element)} {sentence(change)}".strip()
        case _:
            return _past(action, element)


def _typed(text: str, keep: bool, held: str, element: Element | None) -> str:
    name = name_of(element)
    if not text.strip():
        return f"{name} is now empty."
    if keep and element is not None and element.value.strip():
        return f"I added {short(text)} to {ended(name)}"
    return f"{name} now has {ended(value_said(held or text, element) + _instead_of(element, held or text))}"


def _instead_of(element: Element | None, now: str) -> str:
    """Tell what was written over, as nobody may have known that it was there."""
    if element is None or element.secret or element.value == now or not re.search(r"[^\W_]", element.value):
        return ""
    return f" instead of {short(element.value)}"


def _no_effect(action: Action, element: Element | None) -> str:
    name = name_of(element)
    match action:
        case Scroll(uid="") | ScrollUntil():
            return "The page cannot scroll further that way."
        case Scroll() | ScrollBox():
            return "It cannot scroll further that way."
        case Back() | Forward():
            return f"There is no page to go {type(action).__name__.lower()} to."
        case Change() if name:
            return f"{name} did not change."
        case Zoom(percent):
            return f"Pages are already shown at {percent} percent."
        case TabSwitch():
            return "You are in that tab already."
        case Copy():
            return f"{name} has no text to copy." if name else "Nothing is selected, so I copied nothing."
        case Save():
            return "Nothing was saved."
        case Press(key, uid):
            place = f" in {name}" if uid and name else ""
            return f"I pressed {key_said(key)}{place}. {_UNSEEN}"
        case _:
            return f"{_attempt(action, element)} {_UNSEEN}"


_UNSEEN = "I see no change yet."


def _attempt(action: Action, element: Element | None) -> str:
    """What was surely done; not that something was typed or set, which is all that would have been to see."""
    if element is not None and isinstance(action, Click | Hover | Drag):
        return _past(action, element)
    return f"I tried {ended(name_of(element))}" if element is not None else "I tried."
