"""Action + fresh page → allowed, asked or refused. The model proposes; this disposes."""

import re
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import unquote, urlsplit

from engine.commanding.matching import folded
from engine.judging.consequence import Consequence, consequence, host, scheme
from engine.judging.leaving import at_stake
from engine.judging.sense import beyond, is_so, orders, turned_off
from engine.values.action import (
    Action,
    Change,
    Click,
    Drag,
    Hover,
    Load,
    OnElement,
    Press,
    Say,
    Scroll,
    Submit,
    TabCreate,
    TextInput,
    Upload,
)
from engine.values.page import Element, Page

By = Literal["command", "model", "user's yes"]


@dataclass(frozen=True, slots=True)
class Allowed:
    reason: str


@dataclass(frozen=True, slots=True)
class Asked:
    """The user must say yes first; `consequence` is None when only the model's aim is in doubt.

    `verb` is what the user ordered where the action does not do it ("remove").
    """

    reason: str
    consequence: Consequence | None = None
    verb: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """`reason` is one plain sentence."""

    reason: str


@dataclass(frozen=True, slots=True)
class Unfounded:
    """A proposal of the model that nothing in the user's words supports: not worth a question."""

    reason: str


Verdict = Allowed | Asked | Refused | Unfounded

_OPENED = frozenset({"http", "https", "mailto", "tel", "sms", "callto", "facetime", "geo", "maps"})
_FILLER = frozenset(
    "a an the to of in on at for and or me my i it this that with please can you could would is are what how do does "
    "show find get give want need go some one page site press click link button unnamed".split()
)

_SMALL = frozenset("a an the to of in on at for and or".split())
_SWITCHED = frozenset({"true", "false"})
_NEGATION = re.compile(r"\b(?:not|never|no|without|stop|cancel|[a-z]+n['’]t|dont|doesnt|didnt|cant|wont)\b", re.I)
_QUESTION = re.compile(
    r"(?:um |uh |so |and |but )*(?:what|how|when|why|who|whose|which|where|is|are|was|were|does|do|did|has|have|will|"
    r"would it|should|shall|am|can i|could i|may i|is there)\b",
    re.I,
)
_PROPOSED = Click | TextInput | Change | Submit | Load | Scroll | Say | Hover | Press
"""What the model may propose at all."""

_HARMLESS_KEYS = {
    "Escape": "escape",
    "Tab": "tab",
    "Home": "home",
    "End": "end",
    "PageUp": "page up",
    "PageDown": "page down",
    "ArrowUp": "up",
    "ArrowDown": "down",
    "ArrowLeft": "left",
    "ArrowRight": "right",
}
"""Keys that the model may press, and the words that ask for them."""

_BROWSERS_OWN = ("dialog:", "sign-in:", "permission:")
"""What the handles of elements begin with that only the user answers."""

_COOKIES = re.compile(r"\b(?:cookies?|tracking|consent|gdpr)\b", re.I)
_LYING_OVER = re.compile(r"\b(?:banner|notice|wall|pop ?up|dialogu?e?|overlay|message|window)\b", re.I)
_REFUSING = re.compile(
    r"(?:reject|refuse|decline|deny|disagree)(?: (?:all|them|it|everything|this|the|optional|non essential|cookies?|"
    r"tracking|and close|and continue))*"
)
_SCROLLING = re.compile(r"\b(?:scroll\w*|down|up|further|more|below|above|rest|bottom|top|page|end|around)\b", re.I)


def judge(action: Action, page: Page, by: By, words: str) -> Verdict:
    """Decide about one action. `words` are what the user said just now; earlier words and page text never count.

    What changes the world is asked first, whoever proposed it. What the model proposes must also rest on the words:
    it is asked about where it goes beyond them, and dropped where nothing in them supports it.
    """
    element = page.by_uid.get(action.uid) if isinstance(action, OnElement) else None
    lost = isinstance(action, OnElement) and action.uid and element is None
    if lost or (isinstance(action, Drag) and action.onto not in page.by_uid):
        return Refused("That is no longer on the page, so I did nothing.")
    if isinstance(action, Load | TabCreate) and action.url and (kind := scheme(action.url)) not in _OPENED:
        return Refused(f"I do not open {kind} addresses. Say the address of a web page.")
    if by == "user's yes":
        return Allowed("the user said yes")
    if by == "model" and (unfounded := _unfounded(action, page, words)):
        return Unfounded(unfounded)
    if by == "model" and element is not None and (verb := _other_order(action, element, words)):
        return Asked(f"the user said {verb}", consequence(action, page), verb)
    if isinstance(action, Upload) and element and element.kind != "file" and _does_else(element, page):
        return Refused(f"{element.label} does not look like a place for files, so I attached nothing.")
    effect = at_stake(action, page)
    if effect is not None and not (element and by == "command" and _refuses_cookies(element, page, words)):
        return Asked(f"it would {effect.kind} {effect.what} at {effect.host}", effect)
    if by == "model" and element is not None and (doubt := _doubt(action, element, words)):
        return Asked(doubt)
    if by == "model" and isinstance(action, Load) and not _said_address(action.url, words):
        return Asked("the address was not named by the user")
    return Allowed("it changes nothing outside this page")


def _unfounded(action: Action, page: Page, words: str) -> str:
    """Say why the words do not support the action at all, "" when they may."""
    if _NEGATION.search(words):
        return "the user says what is not to be done"
    element = page.by_uid.get(action.uid) if isinstance(action, OnElement) else None
    if not isinstance(action, _PROPOSED) or (element and element.handle.startswith(_BROWSERS_OWN)):
        return "only the user decides that"
    match action:
        case Press(key) if key not in _HARMLESS_KEYS or not _said(_HARMLESS_KEYS[key], words):
            return "the key was not asked for"
        case Click(_, times, button) if times > 1 or button != "left":
            return "such a click was not asked for"
        case Load(url):
            known = _said_address(url, words) or any(one.href == url for one in page.elements)
            return "" if known else "an address that neither the user nor the page names"
        case Scroll() if not _SCROLLING.search(words):
            return "scrolling was not asked for"
        case TextInput(text) if not _said(text, words):
            return "the text is not the user's own"
        case TextInput(text) if len(folded(text).split()) > 1 and folded(text) == folded(words):
            return "the words are an instruction, not a text"
        case Change(value) if value not in _SWITCHED and not _said(value, words):
            return "the value is not the user's own"
        case Click() if element and is_so(words, element):
            return "it is so already"
    return ""


def _other_order(action: Action, element: Element, words: str) -> str:
    """The order among the words that the action does not carry out, "" where it does what is ordered."""
    match action:
        case Click() | Submit():
            return beyond(words, element)
        case Change("true"):
            return beyond(words, replace(element, states=frozenset()))
        case Change("false"):
            return "" if turned_off(words) or orders(words)[:1] == ["un" + folded(element.label)] else "on"
    return ""


def _said_address(url: str, words: str) -> bool:
    """True when the user named the site, and no more of the address than that is the model's own."""
    parts = urlsplit(url if "//" in url else f"//{url}")
    inner = unquote(f"{parts.path} {parts.query}").strip("/ ")
    return _said(host(url if "//" in url else f"//{url}").removeprefix("www."), words) and (
        not folded(inner) or _said(inner, words)
    )


def _refuses_cookies(element: Element, page: Page, words: str) -> bool:
    """The user's own words say that cookies are refused, or that the wall of them over the page is to go."""
    walled = element.landmark == "dialog" and _COOKIES.search(f"{page.modal} {element.dialog}")
    wanted = _COOKIES.search(words) or (walled and _LYING_OVER.search(words))
    return bool(wanted) and _REFUSING.fullmatch(folded(element.label)) is not None and element.submits is None


def _doubt(action: Action, element: Element, words: str) -> str:
    """Say in what the model's proposal goes beyond the words, "" when it does not."""
    if element.secret:
        return "the field is secret"
    if _QUESTION.match(words):
        return "the user asks a question"
    match action:
        case Submit() if element.value and _said(element.value, words):
            return ""
        case TextInput():
            return "" if _named(element, words) else "the field was not named by the user"
        case Change(value) if value not in _SWITCHED:
            return "" if _named(element, words) else "the control was not named by the user"
    return "" if _named_whole(element, words) else "the target was not named in full by the user"


def _does_else(element: Element, page: Page) -> bool:
    """True for a button that would do something beside asking for a file."""
    effect = consequence(Click(element.uid), page)
    return effect is not None and not _FILES.search(element.label)


_FILES = re.compile(
    r"\b(?:upload|attach\w*|files?|photo|picture|image|document|browse|choose|add|import|avatar)\b", re.I
)


def _said(text: str, words: str) -> bool:
    """True when this very text, whole, is in the user's words ("dot" is the dot of an address)."""
    wanted = folded(text)
    return bool(wanted) and f" {wanted} " in f" {folded(words).replace(' dot ', ' ')} "


def _named(element: Element, words: str) -> bool:
    named = set(folded(f"{element.label} {element.text}").split()) - _FILLER
    return any(_stem(a) == _stem(b) for a in named for b in set(folded(words).split()) - _FILLER)


def _named_whole(element: Element, words: str) -> bool:
    """True when every word of the label was said: "my basket" does not mean "add to basket"."""
    named = {_stem(word) for word in set(folded(element.label).split()) - _SMALL}
    return bool(named) and named <= {_stem(word) for word in folded(words).split()}


def _stem(word: str) -> str:
    """Fold the plural: good enough to see "mugs" in "mug"."""
    return word[:-1] if len(word) > 3 and word.endswith("s") else word
