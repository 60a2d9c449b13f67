"""May a sentence of the model be spoken as a fact? Only what the page itself says, and never a claim to have acted."""

import re

from engine.commanding.matching import folded
from engine.seeing.kinds import asks_for_secret
from engine.values.page import Page

_CLAIM = re.compile(
    r"\b(?:i|we|you)(?:'ve| have| just| will|'ll| am| can)\b|\b(?:done|booked|clicked|opened|sent|submitted|completed|"
    r"finished|added|typed|success\w*|ordered|paid|bought|saved|deleted|removed|cancell?ed|confirmed|reserved|"
    r"placed|shipped|approved|went through)\b",
    re.I,
)
_BOAST = re.compile(
    r"\b(?:i|we)(?:'ve| have| just)\b|\b(?:is|was|are|were|been|got) (?:now |already )?(?:done|booked|sent|submitted|"
    r"completed|ordered|paid|bought|saved|deleted|removed|cancell?ed|confirmed|reserved)\b",
    re.I,
)
_SMALL = frozenset("a an the is are was were it its this that of to in on at for and or with by from as be has".split())
_NEGATIONS = frozenset(
    [
        "no",
        "not",
        "never",
        "cannot",
        "without",
        "none",
        "nobody",
        "nothing",
        "isn t",
        "aren t",
        "don t",
        "doesn t",
        "can t",
    ]
)
_TOKEN = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d]+(?:['’]t\b)?")
_SHARE = 0.8
_SLACK = 4
"""Words that the page may have in between."""


def supported(utterance: str, page: Page) -> bool:
    """True when the page bears the sentence out: one stretch of it holds all its numbers and four in five of its words.

    Claims of an action ("I have booked it") are never supported: outcomes are told from what was verified.
    """
    if _CLAIM.search(utterance):
        return False
    said = _tokens(utterance)
    words = [word for word in said if word not in _SMALL]
    shown = _shown(page)
    present = set(shown)
    if not words or sum(word in present for word in words) / len(words) < _SHARE:
        return False
    length = len(said) + _SLACK
    return any(_bears(words, shown[at : at + length]) for at in range(max(1, len(shown) - length + 1)))


def may_ask(utterance: str) -> bool:
    """True for a question that the model may put in Sayso's own voice: no claim in it, and no secret asked for."""
    return not _BOAST.search(utterance) and not asks_for_secret(utterance)


def _tokens(text: str) -> list[str]:
    """Words folded, and numbers whole: "9:30" is neither 9 nor 30."""
    return [folded(part) if not part[0].isdigit() else part for part in _TOKEN.findall(text)]


def _shown(page: Page) -> list[str]:
    """The words of the page in order: title, headings, text, then what its controls are called and hold."""
    labels = " ".join(f"{e.label} {e.text} {e.value}" for e in page.elements)
    return _tokens(f"{page.title} {' '.join(text for _, text in page.headings)} {page.text} {labels}")


def _bears(words: list[str], stretch: list[str]) -> bool:
    near = set(stretch)
    if any(word not in near for word in words if word[:1].isdigit()):
        return False
    if any((word in near) != (word in words) for word in _NEGATIONS):
        return False
    return sum(word in near for word in words) / len(words) >= _SHARE
