"""Dense Markup Ranking (paper §4.1): cosine between what is asked and each element's document, the best ten kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event as Flag

import numpy as np

from engine.commanding.matching import folded
from engine.thinking.documenting import document
from engine.values.page import Element, Page
from engine.values.ports import Encoder

TOP = 10
CAP = 200
"""At most this many elements are encoded: those in the viewport first, then in document order."""

AHEAD = 8
"""Elements encoded at a time ahead of a turn: who waits for their end waits for some 50 ms."""

FLOOR = 0.3
MARGIN = 0.05
"""How far below the best a candidate's cosine may lie for the model to be allowed to act on it."""


@dataclass(frozen=True, slots=True)
class Candidate:
    element: Element
    score: float


def query(words: str, earlier: Sequence[str]) -> str:
    """Return the text that is compared with the elements: this utterance, then what was said and done before."""
    return " ; ".join([words, *reversed(earlier[-2:])])


def rank(asked: str, page: Page, encoder: Encoder, top: int = TOP) -> tuple[Candidate, ...]:
    """Return the `top` elements of the page that can be acted on, by falling cosine; ties keep document order."""
    elements = _able(page)
    if not elements:
        return ()
    vectors = encoder.encode([asked, *map(document, elements)])
    scores = vectors[1:] @ vectors[0]
    best = np.argsort(-scores, kind="stable")[:top]
    return tuple(Candidate(elements[i], float(scores[i])) for i in best)


def encode_ahead(page: Page, encoder: Encoder, hurry: Flag) -> None:
    """Let an encoder that remembers see the documents of a page before they are asked for, until `hurry` is set."""
    documents = [document(element) for element in _able(page)]
    for start in range(0, len(documents), AHEAD):
        if hurry.is_set():
            return
        encoder.encode(documents[start : start + AHEAD])


def _able(page: Page) -> list[Element]:
    able = [e for e in page.elements if e.interactive and "disabled" not in e.states]
    return sorted(able, key=lambda e: not e.visible)[:CAP]


def promising(candidates: Sequence[Candidate], words: str) -> tuple[Candidate, ...]:
    """Return the candidates that a small model may act on: close to the best one, and about what was said at all.

    Below FLOOR a cosine says nothing ("thank you" is 0.19 from "Fine by me"), unless a word of the label was said.
    """
    best = max((candidate.score for candidate in candidates), default=0.0)
    spoken = set(folded(words).split())
    return tuple(
        candidate
        for candidate in candidates
        if candidate.score >= best - MARGIN and (candidate.score >= FLOOR or spoken & _telling(candidate.element.label))
    )


def _telling(label: str) -> set[str]:
    return {word for word in folded(label).split() if len(word) > 3}
