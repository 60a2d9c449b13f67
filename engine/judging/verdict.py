"""Action + fresh page → allowed, asked or refused. The model proposes; this disposes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.commanding.matching import folded
from engine.judging.consequence import Consequence, consequence, host, scheme
from engine.values.action import Action, Change, Click, Load, OnElement, Submit, TextInput
from engine.values.page import Element, Page

By = Literal["command", "model", "user's yes"]


@dataclass(frozen=True, slots=True)
class Allowed:
    reason: str


@dataclass(frozen=True, slots=True)
class Asked:
    """The user must say yes first; `consequence` is None when only the model's aim is in doubt."""

    reason: str
    consequence: Consequence | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """`reason` is one plain sentence."""

    reason: str


Verdict = Allowed | Asked | Refused

_OPENED = frozenset({"http", "https", "mailto", "tel", "sms", "callto", "facetime", "geo", "maps"})
_FILLER = frozenset(
    "a an the to of in on at for and or me my i it this that with please can you could would is are what how do does "
    "show find get give want need go some one page site press click link button unnamed".split()
)


def judge(action: Action, page: Page, by: By, words: Sequence[str]) -> Verdict:
    """Decide about one action. `words` are the user's own utterances, newest first; page text never counts.

    What changes the world is asked first, whoever proposed it. What the model proposes must also rest on the user's
    words: a target that shares no word with them, or text that they did not say, is asked about.
    """
    element = page.by_uid.get(action.uid) if isinstance(action, OnElement) else None
    if isinstance(action, OnElement) and element is None:
        return Refused("That is no longer on the page, so I did nothing.")
    if isinstance(action, Load) and (kind := scheme(action.url)) not in _OPENED:
        return Refused(f"I do not open {kind} addresses. Say the address of a web page.")
    effect = consequence(action, page)
    if by == "user's yes":
        return Allowed("the user said yes")
    if effect is not None:
        return Asked(f"it would {effect.kind} {effect.what} at {effect.host}", effect)
    if by == "model" and (doubt := _doubt(action, element, page, words)):
        return Asked(doubt)
    return Allowed("it changes nothing outside this page")


def _doubt(action: Action, element: Element | None, page: Page, words: Sequence[str]) -> str:
    """Say what in the model's proposal does not rest on the user's words, "" when all does."""
    match action:
        case Load(url):
            there = host(url if "//" in url else f"//{url}")
            return "" if there == host(page.url) or _said(there.removeprefix("www."), words) else "a foreign address"
        case TextInput() | Change() if element and element.secret:
            return "the field is secret"
        case TextInput(text) | Change(text) if text not in {"true", "false", ""}:
            named = isinstance(action, TextInput) or (element is not None and _named(element, words))
            return "" if _said(text, words) and named else "the text or the field is not the user's own"
        case Submit() if element and element.value and _said(element.value, words):
            return ""
        case Click() if element and element.href:
            return "" if _named(element, words) else "the target was not named by the user"
        case Click() | Submit() | TextInput() | Change() if element and not _named_whole(element, words):
            return "the target was not named in full by the user"
    return ""


def _said(text: str, words: Sequence[str]) -> bool:
    """True when these very words, whole, are in one of the user's utterances ("dot" is the dot of an address)."""
    wanted = folded(text)
    heard = (folded(said).replace(" dot ", " ") for said in words)
    return bool(wanted) and any(f" {wanted} " in f" {said} " for said in heard)


def _named(element: Element, words: Sequence[str]) -> bool:
    named = set(folded(f"{element.label} {element.text} {element.context}").split()) - _FILLER
    spoken = set(folded(" ".join(words)).split()) - _FILLER
    return any(_stem(a) == _stem(b) for a in named for b in spoken)


def _named_whole(element: Element, words: Sequence[str]) -> bool:
    """True when every word of the label was said: "my basket" does not mean "add to basket"."""
    named = {_stem(word) for word in set(folded(element.label).split()) - _FILLER}
    return bool(named) and named <= {_stem(word) for word in folded(" ".join(words)).split()}


def _stem(word: str) -> str:
    """Fold the plural: good enough to see "mugs" in "mug"."""
    return word[:-1] if len(word) > 3 and word.endswith("s") else word
