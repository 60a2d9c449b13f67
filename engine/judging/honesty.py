"""May a sentence of the model be spoken as a fact? Only what the page itself says, and never a claim to have acted."""

import re

from engine.commanding.matching import folded
from engine.values.page import Page

_CLAIM = re.compile(
    r"\b(?:i|we|you)(?:'ve| have| just| will|'ll| am| can)\b|\b(?:done|booked|clicked|opened|sent|submitted|completed|"
    r"finished|added|typed|success\w*|ordered|paid|bought)\b",
    re.I,
)
_SMALL = frozenset("a an the is are was were it its this that of to in on at for and or with by from as be has".split())
_SHARE = 0.8


def supported(utterance: str, page: Page) -> bool:
    """True when the page bears the sentence out: all its numbers and four in five of its words stand there.

    Claims of an action ("I have booked it") are never supported: outcomes are told from what was verified.
    """
    if _CLAIM.search(utterance):
        return False
    labels = " ".join(f"{e.label} {e.text} {e.value}" for e in page.elements)
    shown = set(folded(f"{page.title} {page.text} {labels} {' '.join(text for _, text in page.headings)}").split())
    words = [word for word in folded(utterance).split() if word not in _SMALL]
    if not words or any(word not in shown for word in words if any(c.isdigit() for c in word)):
        return False
    return sum(word in shown for word in words) / len(words) >= _SHARE
