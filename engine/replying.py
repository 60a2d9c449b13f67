"""Every sentence that Sayso says about a turn. The one place to translate; nothing here decides anything."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from engine.commanding.dates import is_dated, spoken_value
from engine.commanding.matching import folded
from engine.judging.consequence import Consequence
from engine.values.action import (
    Action,
    Back,
    Change,
    Click,
    Forward,
    Load,
    OnElement,
    Reload,
    Scroll,
    Submit,
    TextInput,
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
    Vanished,
)
from engine.values.page import Element, Field, Page

OFFERED = 5
"""Choices spoken at a time."""

_FIELDS = 12
_LONG = 120
"""Characters of one value that are read out; what is longer is cut, and said to be."""

_SEARCH = frozenset("search find query suche recherche buscar".split())

NOTHING_TO_CONFIRM = "I have not asked anything, so there is nothing to confirm."
NOTHING_RUNNING = "Nothing is running."
STOPPED = "Stopped."
NOTHING_SAID_YET = "I have not said anything yet."
NO_CHOICES = "There is no list to choose from. Say click, and the name."
LOOPED = "I was going round in circles, so I stopped. The task is not finished. Please say the next step yourself."
TOO_MANY_STEPS = "I stopped after {n} steps. The task is not finished. Please say the next step yourself."
CANNOT_HELP = "I am not sure how to do that, so I did nothing. Name the link, button or field, or say: what can I say."
END_OF_STEPS = "I see nothing more to do for that. Say: where am I, or the next step."
TOO_EARLY = "You said yes before I had asked."
UNCLEAR = "I only act on a clear instruction. Say yes or no to a question, or say: what can I say."
FIRST_ANSWER = "The page waits for an answer first, so I did nothing else."
NOT_WHICH = "I could not tell which one you mean."
ANSWER_PAGE = "Say yes for OK, or no for Cancel."
ALL_RIGHT = "All right."
EMPTY = "I heard no words. Say an instruction, for example: open example dot com."
TOO_LONG = (
    "That is {n} characters, too long for one instruction. Say it in fewer than {most} characters, one step at a time."
)
OTHER_SCRIPT = "I understand instructions in English only. Say it in English, for example: what can I say."
INTERNAL = "Something went wrong inside Sayso, and I stopped. Please try again; details are in the log."


def done(action: Action, element: Element | None, outcome: Outcome, page: Page) -> str:  # noqa: C901 one case an outcome
    """Return what happened to `action`, told from its verified outcome and the page seen afterwards."""
    name = _name(element)
    match outcome:
        case Navigated(url, title):
            arrived = _end(_titled(title or page.title, url or page.url))
            return f"{_past(action, element)} The page is now {arrived}{_still(page)}"
        case TabOpened(url, title):
            return f"{_past(action, element)} A new tab opened: {_end(_titled(title or page.title, url or page.url))}"
        case DialogOpened(message):
            return f"{_past(action, element)} {_asks(message)}"
        case Done(change):
            return _done(action, element, change, page)
        case NoEffect():
            return _no_effect(action, name)
        case Blocked(by):
            return (
                f"I could not reach {name}: {by.rstrip(' .') or 'something'} lies over it. I did nothing.{_ways(page)}"
            )
        case Disabled():
            return f"{name} is disabled, so I did nothing."
        case Vanished() | ChangedSince():
            return _changed(name)
        case DownloadStarted(file):
            return f"{_past(action, element)} A download started{': ' + _end(file) if file else '.'}"
        case Ambiguous(choices):
            return f"Several choices fit, so I did nothing: {_end(', '.join(choices))} Say which one."
        case Rejected(holds, reason):
            return _rejected(element, holds, reason)
        case Failed(reason):
            return reason


def question(action: Action, element: Element | None, effect: Consequence | None) -> str:
    """Return the yes-or-no question before an action: what is pressed, what is sent, and to whom."""
    if effect is None:
        return f"I think you mean: {_future(action, element)}. Shall I? Say yes or no."
    plain = effect.what.rstrip(" .:;") or effect.what
    what = _name(element) if element and element.label == effect.what else plain
    match effect.kind:
        case "send":
            more = ", and data that is not shown," if effect.hidden else ""
            told = f"{what} will send {fields(effect.fields) or 'this form'}{more} to {effect.host}. Shall I send it?"
        case "press":
            under = element.heading if element and not element.context and element.heading else ""
            place = f", under {_short(under.rstrip(' .:'))}," if under else ""
            told = f"Pressing {what}{place} on {effect.host} may change something for good. Shall I press it?"
        case "open":
            told = f"{what} leaves the browser and opens another program: {effect.host}. Shall I open it?"
        case "answer":
            told = f"The page asks: {_end(effect.host)} Shall I answer {what}?"
        case "attach":
            told = f"{what} is for attaching a file from this computer to {effect.host}. Shall I open it?"
        case "download":
            told = f"{what} downloads a program from {effect.host}. Shall I download it?"
    return f"{told} Say yes or no."


def fields(filled: Sequence[Field]) -> str:
    """Return the filled-in fields as words; secret values are never read, only said to be kept back."""
    held = [f for f in filled if f.secret or f.value]
    told = [f"{f.label or f.name or f.kind}: {'not read out' if f.secret else _short(_spoken(f))}" for f in held]
    more = [f"and {len(told) - _FIELDS} more fields"] if len(told) > _FIELDS else []
    return "; ".join([*told[:_FIELDS], *more])


def declined(action: Action, element: Element | None) -> str:
    """Return what was not done after a no."""
    return f"All right, I did not {_end(_future(action, element))}"


def dropped(action: Action, element: Element | None) -> str:
    """Return what lapsed because something other than yes was said."""
    return f"I did not {_end(_future(action, element))}"


def which_one(spoken: str, options: Sequence[Element], start: int = 0) -> str:
    """Return the numbered question from option `start` on; each option is told with what sets it apart."""
    shown = options[start : start + OFFERED]
    listed = " ".join(_end(f"{n}: {_apart(element, options)}") for n, element in enumerate(shown, start + 1))
    rest = len(options) - start - len(shown)
    more = f" There are {rest} more; say more, or a word that sets it apart." if rest else ""
    return f"Which {spoken}? {listed}{more} Say a number."


def besides(alerts: Sequence[str], modal: str, elsewhere: str = "") -> str:
    """Return what is to be known of a page just reached: another site, its errors, a dialog that lies over it."""
    said = f" The page says: {_end(_short('. '.join(alert.rstrip('. ') for alert in alerts)))}" if alerts else ""
    said = (f" It is on {elsewhere}." if elsewhere else "") + said
    return said + (f" A dialog is open: {_end(_short(modal))}" if modal else "")


def quoted(words: str) -> str:
    """Return the page's words as the page's, not as Sayso's own knowledge."""
    return f"The page says: {_end(words)}"


def unsure(name: str) -> str:
    """Return the warning after a send whose effect was not seen: it may have happened."""
    return f"I pressed {name}, but I do not know whether it went through. Check before you do it again."


def no_such_choice(count: int) -> str:
    return f"There is no such number. Say a number from 1 to {count}."


def ready(title: str) -> str:
    """Return the first words of a conversation, spoken where the status is shown."""
    return f"Ready. The page is {_end(title)}" if title else "Ready."


def where_am_i(page: Page) -> str:
    """Return title, site, heading, position and focus in one or two sentences."""
    if page.dialog is not None:
        return _asks(page.dialog)
    site = urlsplit(page.url).netloc if page.url.startswith("http") else ""
    if not site:
        return "No page is open. Say open, and a site or an address."
    heading = next((text for _, text in page.headings), "")
    focus = next((e for e in page.elements if "focused" in e.states), None)
    parts = [
        f"{page.title.rstrip(' .') or 'A page without a title'}, on {site}.",
        f"Heading: {_end(heading)}" if heading and heading != page.title else "",
        _position(page),
        f"The focus is on {_end(_name(focus))}" if focus else "",
        f"A dialog is open: {_end(_short(page.modal))}{_ways(page)}" if page.modal else "",
    ]
    return " ".join(part for part in parts if part) + _still(page)


def gone(element: Element) -> str:
    """Return that a choice no longer stands for what it was."""
    return _changed(_name(element))


def _changed(name: str) -> str:
    return f"{name or 'That'} is no longer there or has changed, so I did nothing. Please say it again."


def _asks(message: str) -> str:
    said = _end(message) if message.strip() else "something without words."
    return f"The page asks: {said}"


def _still(page: Page) -> str:
    return " It is still loading." if page.loading else ""


def _name(element: Element | None) -> str:
    """The words for an element; what is pressed is told with its row or card, which may be all that sets it apart."""
    if element is None:
        return ""
    label = element.label.rstrip(" .:;") or element.label
    if element.kind or not element.context or folded(element.context) in folded(label):
        return label
    return f"{label}, {_short(element.context.rstrip(' .:;'))}"


def _end(words: str) -> str:
    """Close a sentence with a full stop, unless it is closed already."""
    return words if words.endswith((".", "!", "?", "…")) else f"{words.rstrip(' ,:;')}."


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _LONG else f"{plain[:_LONG].rstrip()}… and so on"


def _spoken(field: Field) -> str:
    return spoken_value(field.value, field.kind)


def _titled(title: str, url: str) -> str:
    return title.strip() or f"one without a title, on {urlsplit(url).netloc or url[:60]}"


def _rejected(element: Element | None, holds: str, reason: str) -> str:
    because = f": {reason.rstrip(' .')}" if reason else ""
    secret = element is not None and element.secret
    now = f" It now holds {_end(_short(holds))}" if holds and not secret else ""
    return f"{_name(element)} did not take that{because}.{now}"


def _past(action: Action, element: Element | None) -> str:
    name = _name(element)
    match action:
        case Click():
            return f"I pressed {_end(name)}"
        case Submit() if element and _searched(element):
            return f"I searched for {_end(_short(element.value))}"
        case Submit():
            return f"I pressed {_end(name)}" if element and element.submits else f"I sent the form with {_end(name)}"
        case TextInput():
            return f"I typed into {_end(name)}"
        case Change():
            return f"I set {_end(name)}"
        case Load(url):
            return f"I opened {urlsplit(url).netloc.rpartition('@')[2] or url[:60]}."
        case Back():
            return "I went back."
        case Forward():
            return "I went forward."
        case Reload():
            return "I reloaded the page."
        case _:
            return "Done."


def _searched(element: Element) -> bool:
    """True when sending from this field was a search for what it held."""
    told = element.role == "searchbox" or element.kind == "search" or element.landmark == "search"
    named = bool(_SEARCH & set(folded(f"{element.label} {element.placeholder}").split()))
    return bool(element.value) and not element.secret and not element.submits and (told or named)


def _future(action: Action, element: Element | None) -> str:
    name = _name(element)
    match action:
        case Click():
            return f"press {name}"
        case Submit():
            return f"press {name}" if element and element.submits else f"send the form with {name}"
        case TextInput(text, _):
            return f"type {_value(text, element)} into {name}"
        case Change("true" | "false" as on, _) if element and not element.options:
            return f"turn {name} {'on' if on == 'true' else 'off'}"
        case Change(value, _):
            return f"set {name} to {_value(value, element)}"
        case Load(url):
            return f"open {url}"
        case Back() | Forward():
            return f"go {type(action).__name__.lower()}"
        case Reload():
            return "reload the page"
        case _:
            return "scroll" if isinstance(action, Scroll) else "say that"


def _value(value: str, element: Element | None) -> str:
    """What is put into a field, as it is said; the content of a secret field never is."""
    if element and element.secret:
        return "the hidden text"
    return _short(spoken_value(value, element.kind) if element and is_dated(element.kind) else value)


def _done(action: Action, element: Element | None, change: str, page: Page) -> str:
    name = _name(element)
    match action:
        case Scroll():
            return _position(page)
        case TextInput("" | " ", _):
            return f"{name} is now empty."
        case TextInput(text, _):
            return f"{name} now has {_end(_value(text, element))}"
        case Change("true" | "false" as on, _) if element and not element.options:
            return f"{name} is now {'on' if on == 'true' else 'off'}."
        case Change(value, _):
            return f"{name} is now {_end(_value(value, element))}"
        case _ if isinstance(action, OnElement):
            return f"{_past(action, element)} {_sentence(change)}".strip()
        case _:
            return _past(action, element)


def _ways(page: Page) -> str:
    """Name what the open dialog offers, so that the user knows how to get past it."""
    inside = [e for e in page.elements if page.modal and e.landmark == "dialog" and not e.kind and e.name]
    offered = list(dict.fromkeys(_short(element.label.rstrip(" .")) for element in inside))[:4]
    return f" Say one of: {', '.join(offered)}." if offered else ""


def _position(page: Page) -> str:
    """Return how far down the page the view is, as one sentence."""
    view = page.viewport
    if view.height_full <= view.height + 2:
        return "The whole page is in view."
    if view.scroll_y <= 0:
        return "At the top of the page."
    if view.scroll_y + view.height >= view.height_full - 2:
        return "At the bottom of the page."
    return f"{min(99, max(1, round(100 * view.scroll_y / (view.height_full - view.height))))} percent down the page."


def _no_effect(action: Action, name: str) -> str:
    match action:
        case Scroll():
            return "The page cannot scroll further that way."
        case Back():
            return "There is no page to go back to."
        case Forward():
            return "There is no page to go forward to."
        case Change() if name:
            return f"{name} did not change."
        case _ if name:
            return f"I tried {name}, but nothing on the page changed."
        case _:
            return "I tried, but nothing on the page changed."


def _sentence(words: str) -> str:
    return _end(words[:1].upper() + words[1:]) if words.strip() else ""


def _apart(element: Element, options: Sequence[Element]) -> str:
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
