"""The grammar of actions under the real llama.cpp: it compiles, and what comes out is an action on what was offered."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from engine.adapters.llama import LlamaModel
from engine.thinking.parsing import parse
from engine.thinking.prompting import FIXED, Exchange, grammar, prompt
from engine.thinking.ranking import Candidate
from engine.values.action import Load, OnElement, Say, Scroll
from tests.fakes import element, page

LONG = "Extraordinarily long accessible name of a product that goes on and on " * 3


@pytest.fixture(scope="module")
def llama(models: Path) -> Iterator[LlamaModel]:
    model = LlamaModel(models / "smollm2-135m" / "model.gguf", threads=1)
    yield model
    model.close()


def test_what_the_model_writes_is_an_action_on_an_offered_element(llama: LlamaModel) -> None:
    offered = [
        Candidate(element(f"e{n}", "link", name), 0.5) for n, name in ((3, "Prices"), (14, "Rooms"), (159, "Contact"))
    ]
    for words in ("open the prices", "type Anna", "what is this?", "😀 שלום"):
        asked = prompt(words, page(title="Harbour Rooms"), offered, [])
        action = parse(llama.complete(asked, grammar(offered, words), Event()))
        assert action is None or isinstance(action, OnElement | Load | Say | Scroll)
        if isinstance(action, OnElement):
            assert action.uid in {"e3", "e14", "e159"}


def test_without_candidates_the_grammar_compiles_and_names_no_element(llama: LlamaModel) -> None:
    action = parse(llama.complete(prompt("click help", page(), [], []), grammar([], "click help"), Event()))
    assert not (isinstance(action, OnElement) and action.uid)


def test_the_longest_prompt_leaves_room_for_the_answer(llama: LlamaModel) -> None:
    plain = prompt(LONG, page(title=LONG), _offered(LONG), [Exchange(LONG, (LONG,) * 5)] * 5)
    assert llama.count(FIXED) + llama.count(plain.changing) <= 900
    foreign = "שלום עולם " * 30
    worst = prompt(foreign, page(title=foreign), _offered(foreign), [Exchange(foreign, (foreign,) * 5)] * 5)
    assert llama.count(FIXED) + llama.count(worst.changing) + 96 <= 2048


def _offered(name: str) -> list[Candidate]:
    return [Candidate(element(f"e{100 + n}", "combobox", name, value=name, context=name), 0.5) for n in range(10)]
