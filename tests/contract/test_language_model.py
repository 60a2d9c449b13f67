"""The port LanguageModel, on the fake and on the real model under llama.cpp."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from engine.adapters.llama import LlamaModel
from engine.values.errors import InstructionError, Interrupted, ModelCorrupt, ModelError, ModelMissing
from engine.values.ports import LanguageModel, Prompt
from tests.fakes import FakeModel

FIXED = "<|im_start|>system\nYou act in a browser. Answer with one action on one of the elements.<|im_end|>\n"

GRAMMAR = r"""
root ::= click | say
click ::= "click(uid=\"" uid "\")"
say ::= "say(speaker=\"navigator\", utterance=\"" [a-z ]{1,20} "\")"
uid ::= "e1" | "e2" | "e17"
"""

ALLOWED = re.compile(r'click\(uid="e(1|2|17)"\)|say\(speaker="navigator", utterance="[a-z ]{1,20}"\)')


def asked(words: str) -> Prompt:
    elements = "[e1] link Home\n[e2] link Biotechnology\n[e17] textbox Search\n"
    return Prompt(FIXED, f"<|im_start|>user\n{elements}user: {words}<|im_end|>\n<|im_start|>assistant\n")


@pytest.fixture(scope="module")
def llama(models: Path) -> Iterator[LlamaModel]:
    model = LlamaModel(models / "smollm2-135m" / "model.gguf", threads=1)
    yield model
    model.close()


@pytest.fixture(params=["fake", "llama"])
def model(request: pytest.FixtureRequest) -> LanguageModel:
    if request.param == "fake":
        return FakeModel(['click(uid="e1")'] * 9)
    real: LlamaModel = request.getfixturevalue("llama")
    return real


def test_an_answer_keeps_to_the_grammar(model: LanguageModel) -> None:
    for words in ("open biotechnology", "what is this", "", "😀 שלום", "lone \ud800 surrogate"):
        assert ALLOWED.fullmatch(model.complete(asked(words), GRAMMAR, Event()))


def test_stop_ends_it(model: LanguageModel) -> None:
    stop = Event()
    stop.set()
    with pytest.raises(Interrupted):
        model.complete(asked("open biotechnology"), GRAMMAR, stop)


def test_it_can_go_on_after_a_stop(llama: LlamaModel) -> None:
    before = llama.complete(asked("open biotechnology"), GRAMMAR, Event())
    stop = Event()
    stop.set()
    with pytest.raises(Interrupted):
        llama.complete(asked("something else entirely"), GRAMMAR, stop)
    assert llama.complete(asked("open biotechnology"), GRAMMAR, Event()) == before


def test_what_is_kept_of_earlier_prompts_changes_no_answer(llama: LlamaModel, models: Path) -> None:
    words = ("go home", "search for cats", "search for cars", "go home")
    kept = [llama.complete(asked(one), GRAMMAR, Event()) for one in words]
    cold = LlamaModel(models / "smollm2-135m" / "model.gguf", threads=1)
    assert cold.complete(asked(words[-1]), GRAMMAR, Event()) == kept[-1] == kept[0]
    cold.close()


def test_without_a_grammar_it_talks(llama: LlamaModel) -> None:
    prompt = Prompt("<|im_start|>user\n", "What is the capital of France?<|im_end|>\n<|im_start|>assistant\n")
    assert "Paris" in llama.complete(prompt, "", Event(), 20)


def test_the_length_is_bounded(llama: LlamaModel) -> None:
    endless = 'root ::= ("a" | "b")+'
    assert 0 < llama.count(llama.complete(asked("go on"), endless, Event(), max_tokens=5)) <= 10


def test_the_first_token_comes_once(llama: LlamaModel) -> None:
    assert llama._tokens(FIXED, start=True) == llama._tokens(FIXED, start=False)
    assert llama.count("<|im_start|>") == 1


def test_warming_changes_no_answer(llama: LlamaModel) -> None:
    first = llama.complete(asked("open biotechnology"), GRAMMAR, Event())
    llama.warm(FIXED)
    assert llama.complete(asked("open biotechnology"), GRAMMAR, Event()) == first


def test_too_long_a_prompt_is_told_in_plain_words(llama: LlamaModel) -> None:
    with pytest.raises(InstructionError, match="fewer words"):
        llama.complete(asked("word " * 3000), GRAMMAR, Event())


def test_a_malformed_grammar_does_not_crash(llama: LlamaModel) -> None:
    with pytest.raises(ModelError):
        llama.complete(asked("go"), "root ::= [", Event())


def test_nothing_is_printed(models: Path, capfd: pytest.CaptureFixture[str]) -> None:
    model = LlamaModel(models / "smollm2-135m" / "model.gguf", threads=1)
    model.complete(asked("go home"), GRAMMAR, Event())
    model.close()
    model.close()
    assert capfd.readouterr() == ("", "")


def test_missing_and_damaged_files(models: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match="sayso models install"):
        LlamaModel(tmp_path / "nowhere.gguf", threads=1)
    path = tmp_path / "model.gguf"
    with (models / "smollm2-135m" / "model.gguf").open("rb") as stream:
        start = stream.read(3_000_000)
    for bad in (b"", b"GGUF", b"ELF" + start, b"GGUF" + os.urandom(5000), start[:5000], start):
        path.write_bytes(bad)
        with pytest.raises(ModelCorrupt, match=r"model\.gguf"):
            LlamaModel(path, threads=1)
