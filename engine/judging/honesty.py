"""May a sentence of the model be spoken as a fact? Only what the page itself says, and never a claim to have acted."""

import re

from engine.commanding.matching import folded
from engine.values.page import Page

_CLAIM = re.compile(
    r"\b(?:i|we|you)(?:'ve| have| just| will|'ll| am| can)\b|\b(?:done|booked|clicked|opened|sent|submitted|completed|"
    r"finished|added|typed|success\w*|ordered|paid|bought|saved|deleted|removed|cancell?ed|confirmed|reserved)\b",
    re.I,
)
_BOAST = re.compile(
    r"\b(?:i|we)(?:'ve| have| just)\b|\b(?:is|was|are|were|been|got) (?:now |already )?(?:done|booked|sent|submitted|"
    r"completed|ordered|paid|bought|saved|deleted|removed|cancell?ed|confirmed|reserved)\b",
    re.I,
)
_SECRET = re.compile(
    r"\b(?:pass ?words?|pass ?codes?|pass ?phrases?|pin|cvv|cvc|card|security code|one[- ]time|account number|iban)\b",
    re.I,
)
_SMALL = frozenset("a an the is are was were it its this that of to in on at for and or with by from as be has".split())
_NEGATIONS = frozenset("no not never cannot without none nobody nothing".split())
_SHARE = 0.8


def supported(utterance: str, page: Page) -> bool:
    """True when the page bears the sentence out: one stretch of it holds all its numbers and four in five of its words.

    Claims of an action ("I have booked it") are never supported: outcomes are told from what was verified.
    """
    if _CLAIM.search(utterance):
        return False
    words = [word for word in folded(utterance).split() if word not in _SMALL]
    shown = _shown(page)
    if not words or sum(word in set(shown) for word in words) / len(words) < _SHARE:
        return False
    length = max(12, 3 * len(words))
    return any(_bears(words, shown[at : at + length]) for at in range(0, max(1, len(shown) - length + 4), 3))


def may_ask(utterance: str) -> bool:
    """True for a question that the model may put in Sayso's own voice: no claim in it, and no secret asked for."""
    return not _BOAST.search(utterance) and not _SECRET.search(utterance)


def _shown(page: Page) -> list[str]:
    """The words of the page in order: title, headings, text, then what its controls are called and hold."""
    labels = " ".join(f"{e.label} {e.text} {e.value}" for e in page.elements)
    return folded(f"{page.title} {' '.join(text for _, text in page.headings)} {page.text} {labels}").split()


def _bears(words: list[str], stretch: list[str]) -> bool:
    near = set(stretch)
    if any(word not in near for word in words if any(c.isdigit() for c in word)):
        return False
    if any((word in near) != (word in words) for word in _NEGATIONS):
        return False
    return sum(word in near for word in words) / len(words) >= _SHARE
