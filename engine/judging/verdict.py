"""Action + fresh page → allowed, asked or refused. The model proposes; this disposes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from engine.commanding.matching import folded
from engine.judging.consequence import Consequence, consequence, host
from engine.values.action import Action, Change, Click, Load, OnElement, Say, Submit, TextInput
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

_FILLER = frozenset(
    "a an the to of in on at for and or me my i it this that with please can you could would is are what how do does "
    "show find get give want need go some one page site press click link button".split()
)


def judge(action: Action, page: Page, by: By, words: Sequence[str]) -> Verdict:
    """Decide about one action. `words` are the user's own utterances, newest first; page text never counts.

    What changes the world is asked first, whoever proposed it. What the model proposes must also rest on the user's
    words: a target that shares no word with them, or text that they did not say, is asked about.
    """
    element = page.by_uid.get(action.uid) if isinstance(action, OnElement) else None
    if isinstance(action, OnElement) and element is None:
        return Refused("That is no longer on the page, so I did nothing.")
    if isinstance(action, Load) and (refusal := _bad_address(action.url)):
        return Refused(refusal)
    effect = consequence(action, page)
    if by == "user's yes":
        return Allowed("the user said yes")
    if effect is not None:
        return Asked(f"it would {effect.kind} {effect.what} at {effect.host}", effect)
    if by == "model" and (doubt := _doubt(action, element, page, words)):
        return Asked(doubt)
    return Allowed("it changes nothing outside this page")


def _bad_address(url: str) -> str:
    scheme = urlsplit(url).scheme
    if scheme in {"javascript", "data", "file", "chrome", "about", "view-source", "blob"}:
        return f"I do not open {scheme} addresses. Say the address of a web page."
    return ""


def _doubt(action: Action, element: Element | None, page: Page, words: Sequence[str]) -> str:
    said = folded(" ".join(words))
    match action:
        case TextInput(text, _) | Change(text, _) if folded(text) not in said:
            return "the text is not the user's own"
        case Load(url) if host(url) != host(page.url) and host(url).removeprefix("www.").split(".")[0] not in said:
            return "the address is not the user's own"
        case Click() | Submit() | TextInput() | Change() if element and not _shares_word(element, said):
            return "the target was not named by the user"
        case Say():
            return ""
    return ""


def _shares_word(element: Element, said: str) -> bool:
    named = set(folded(f"{element.label} {element.text} {element.context}").split()) - _FILLER
    spoken = set(said.split()) - _FILLER
    return any(_stem(a) == _stem(b) for a in named for b in spoken)


def _stem(word: str) -> str:
    """Fold the plural: good enough to see "mugs" in "mug"."""
    return word[:-1] if len(word) > 3 and word.endswith("s") else word
