"""The language model: a GGUF file under llama.cpp, greedy, under a grammar.

Written on llama.cpp's own interface rather than the binding's `Llama` class, which silences llama.cpp by sending the
standard output and error of the whole process to nowhere while it loads, words of other threads included.
"""

import ctypes
import logging
import os
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import Any

import llama_cpp
import numpy as np
from numpy.typing import NDArray

from engine.values.errors import InstructionError, Interrupted, ModelCorrupt, ModelError, ModelMissing
from engine.values.ports import Prompt

log = logging.getLogger(__name__)

CONTEXT = 2048
BATCH = 128
"""Prompt tokens decoded between two looks at `stop`: about a quarter of a second on one core."""

GRAMMARS = 16
WIDENING = (64, 4096)
"""How many of the likeliest tokens are tried against the grammar before all are."""

MAGIC = b"GGUF"
REPAIR = "Run `sayso models verify`, then `sayso models install` to repair it."

Pointer = Any  # llama.cpp's handles are opaque addresses


@llama_cpp.llama_log_callback  # type: ignore[untyped-decorator]
def _log(level: int, text: bytes, _: ctypes.c_void_p) -> None:
    """Where llama.cpp's own messages go: into our log, never to the terminal."""
    log.debug("llama.cpp (%d): %s", level, text.decode("utf-8", "replace").rstrip())


class LlamaModel:
    """Greedy completion under a GBNF grammar; the part of the prompt that did not change is not computed again.

    Not thread-safe: build it and use it on one thread. Raises ModelMissing, ModelCorrupt.
    """

    def __init__(self, path: Path, threads: int) -> None:
        self._model = _load(path)
        self._vocabulary = llama_cpp.llama_model_get_vocab(self._model)
        self._size = llama_cpp.llama_vocab_n_tokens(self._vocabulary)
        self._context = self._open(threads)
        self._kept: list[int] = []
        self._grammars: OrderedDict[str, Pointer] = OrderedDict()

    def complete(self, prompt: Prompt, grammar: str, stop: Event, max_tokens: int = 96) -> str:
        """Greedy text under `grammar` ("" allows anything), without special tokens.

        Raises Interrupted between tokens when `stop` is set, InstructionError when prompt and answer do not fit into
        2,048 tokens, ModelError when the grammar cannot be read.
        """
        fixed, changing = self._tokens(prompt.fixed, start=True), self._tokens(prompt.changing, start=False)
        if len(fixed) + len(changing) + max_tokens > CONTEXT:
            raise InstructionError("That is too much for me at once. Say it in fewer words.")
        rules = self._rules(grammar) if grammar else None
        try:
            self._read(fixed + changing, stop)
            pieces = [self._piece(token) for token in self._write(rules, stop, max_tokens)]
        finally:
            if rules is not None:
                llama_cpp.llama_sampler_free(rules)
        return b"".join(pieces).decode("utf-8", "replace")

    def warm(self, fixed: str) -> None:
        """Read the fixed part of the prompt now, so that the first turn need not."""
        self._read(self._tokens(fixed, start=True), Event())

    def count(self, text: str) -> int:
        """Tokens of `text`."""
        return len(self._tokens(text, start=False))

    def close(self) -> None:
        """Give the memory back; the model cannot be used afterwards. Never raises."""
        for rules in self._grammars.values():
            llama_cpp.llama_sampler_free(rules)
        self._grammars.clear()
        if self._context is not None:
            llama_cpp.llama_free(self._context)
            llama_cpp.llama_model_free(self._model)
        self._context = self._model = None

    def _open(self, threads: int) -> Pointer:
        settings = llama_cpp.llama_context_default_params()
        settings.n_ctx = CONTEXT
        settings.n_batch = settings.n_ubatch = BATCH
        settings.n_threads = settings.n_threads_batch = threads
        settings.no_perf = True
        context = llama_cpp.llama_init_from_model(self._model, settings)
        if context is None:
            raise ModelError("There is not enough memory for the language model. Close other programs and try again.")
        return context

    def _tokens(self, text: str, start: bool) -> list[int]:
        """Token numbers; at the `start` with the token the model wants first, once, also if the text spells it."""
        told = text.encode("utf-8", "replace")
        buffer = (llama_cpp.llama_token * (len(told) + 2))()
        count = llama_cpp.llama_tokenize(self._vocabulary, told, len(told), buffer, len(buffer), start, True)
        tokens = list(buffer[:count])
        first = llama_cpp.llama_vocab_bos(self._vocabulary)
        return tokens[1:] if start and tokens[:2] == [first, first] else tokens

    def _read(self, tokens: Sequence[int], stop: Event) -> None:
        """Bring the key-value state to exactly `tokens`, computing only what differs; the last one always."""
        same = 0
        for old, new in zip(self._kept, tokens[:-1], strict=False):
            if old != new:
                break
            same += 1
        memory = llama_cpp.llama_get_memory(self._context)
        llama_cpp.llama_memory_seq_rm(memory, -1, same, -1)
        del self._kept[same:]
        for begin in range(same, len(tokens), BATCH):
            _check(stop)
            self._decode(tokens[begin : begin + BATCH])

    def _decode(self, tokens: Sequence[int]) -> None:
        row = (llama_cpp.llama_token * len(tokens))(*tokens)
        failed = llama_cpp.llama_decode(self._context, llama_cpp.llama_batch_get_one(row, len(tokens)))
        if failed:
            llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(self._context), True)
            self._kept.clear()
            raise ModelError("The language model stopped working. Start Sayso again.")
        self._kept.extend(tokens)

    def _write(self, rules: Pointer | None, stop: Event, max_tokens: int) -> Iterator[int]:
        """Tokens one by one until the model or the grammar ends the text."""
        for _ in range(max_tokens):
            _check(stop)
            token = self._likeliest(rules)
            if token is None or llama_cpp.llama_vocab_is_eog(self._vocabulary, token):
                return
            if rules is not None:
                llama_cpp.llama_sampler_accept(rules, token)
            yield token
            self._decode([token])

    def _likeliest(self, rules: Pointer | None) -> int | None:
        """The likeliest next token that the grammar allows, None where it allows none.

        The grammar is asked about the few likeliest first: asking about all 49,152 takes longer than the model does.
        """
        address = llama_cpp.llama_get_logits_ith(self._context, -1)
        logits = np.ctypeslib.as_array(address, shape=(self._size,))
        best = int(logits.argmax())
        if rules is None or _allowed(rules, np.array([best]), logits) is not None:
            return best
        for count in WIDENING:
            if count >= self._size:
                break
            likely = np.argpartition(logits, -count)[-count:]
            found = _allowed(rules, likely, logits)
            if found is not None:
                return found
        return _allowed(rules, np.arange(self._size), logits)

    def _piece(self, token: int) -> bytes:
        buffer = ctypes.create_string_buffer(256)
        length = llama_cpp.llama_token_to_piece(self._vocabulary, token, buffer, len(buffer), 0, False)
        return buffer.raw[: max(0, length)]

    def _rules(self, grammar: str) -> Pointer:
        """A fresh copy of a compiled grammar, to be freed by the caller. Raises ModelError when it is malformed."""
        if grammar not in self._grammars:
            compiled = llama_cpp.llama_sampler_init_grammar(self._vocabulary, grammar.encode("utf-8"), b"root")
            if not compiled:
                raise ModelError("I could not prepare the possible answers for this page. Try again.")
            self._grammars[grammar] = compiled
            if len(self._grammars) > GRAMMARS:
                llama_cpp.llama_sampler_free(self._grammars.popitem(last=False)[1])
        self._grammars.move_to_end(grammar)
        return llama_cpp.llama_sampler_clone(self._grammars[grammar])


def _check(stop: Event) -> None:
    if stop.is_set():
        raise Interrupted("Stopped.")


def _allowed(rules: Pointer, tokens: NDArray[Any], logits: NDArray[np.float32]) -> int | None:
    """The likeliest of `tokens` that the grammar allows now, None when it allows none of them."""
    rows = np.zeros(len(tokens), dtype=[("id", np.int32), ("logit", np.float32), ("p", np.float32)])
    rows["id"] = tokens
    rows["logit"] = logits[tokens]
    data = rows.ctypes.data_as(ctypes.POINTER(llama_cpp.llama_token_data))
    table = llama_cpp.llama_token_data_array(data=data, size=len(rows), selected=-1, sorted=False)
    llama_cpp.llama_sampler_apply(rules, ctypes.byref(table))
    best = int(rows["logit"].argmax())
    return int(rows["id"][best]) if np.isfinite(rows["logit"][best]) else None


def _load(path: Path) -> Pointer:
    """Open a GGUF file. Raises ModelMissing, ModelCorrupt."""
    damaged = f"The file {path.name} of the language model is damaged. {REPAIR}"
    try:
        with path.open("rb") as stream:
            if stream.read(4) != MAGIC:
                raise ModelCorrupt(damaged)
    except FileNotFoundError as error:
        raise ModelMissing("The language model is missing. Run `sayso models install`.") from error
    except OSError as error:
        raise ModelCorrupt(f"The file {path.name} of the language model cannot be read. {REPAIR}") from error
    llama_cpp.llama_log_set(_log, ctypes.c_void_p(0))
    llama_cpp.llama_backend_init()
    model = llama_cpp.llama_model_load_from_file(os.fsencode(path), llama_cpp.llama_model_default_params())
    if model is None:
        raise ModelCorrupt(damaged)
    return model
