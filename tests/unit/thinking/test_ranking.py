"""Dense Markup Ranking with a fake encoder: texts that share words are alike."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.thinking.ranking import CAP, TOP, query, rank
from tests.fakes import FakeEncoder, element, page


class Counting(FakeEncoder):
    def __init__(self) -> None:
        self.texts: list[str] = []

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.texts = list(texts)
        return super().encode(texts)


def test_the_best_come_first_and_only_ten() -> None:
    many = [element(f"e{n}", "link", f"Page number {n}") for n in range(1, 31)]
    ranked = rank("open contact", page(*many, element("e31", "link", "Contact")), FakeEncoder())
    assert len(ranked) == TOP == 10 and ranked[0].element.uid == "e31"
    scores = [one.score for one in ranked]
    assert scores == sorted(scores, reverse=True) and all(-1.001 <= score <= 1.001 for score in scores)


def test_ties_keep_document_order() -> None:
    twins = [element(f"e{n}", "link", "Details") for n in range(1, 6)]
    assert [one.element.uid for one in rank("details", page(*twins), FakeEncoder())] == ["e1", "e2", "e3", "e4", "e5"]


def test_only_what_can_be_acted_on_is_ranked() -> None:
    shown = page(
        element("e1", "heading", "Search"),
        element("e2", "button", "Search", states=frozenset({"disabled"})),
        element("e3", "button", "Search"),
    )
    assert [one.element.uid for one in rank("search", shown, FakeEncoder())] == ["e3"]


def test_an_empty_page_needs_no_encoder() -> None:
    counting = Counting()
    assert rank("anything", page(), counting) == () and counting.texts == []


def test_a_huge_page_is_capped_to_what_is_in_view_first() -> None:
    far = [element(f"e{n}", "link", f"Far {n}", visible=False) for n in range(1, CAP + 100)]
    near = element("e9999", "link", "Near")
    counting = Counting()
    ranked = rank("near", page(*far, near), counting)
    assert len(counting.texts) == CAP + 1 and ranked[0].element is near


def test_the_query_is_this_utterance_then_the_latest_before_it() -> None:
    assert query("now", ["first", "second", "third"]) == "now ; third ; second"
    assert query("now", []) == "now"
