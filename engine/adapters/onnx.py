"""The sentence encoder: all-MiniLM-L6-v2 in eight bits under ONNX Runtime, with its own tokenizer."""

import json
import logging
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from engine.adapters.onnxruntime import REFUSALS, opened
from engine.values.errors import ModelCorrupt, ModelMissing

log = logging.getLogger(__name__)

Vectors = NDArray[np.float32]

WIDTH = 384
BATCH = 16
REMEMBERED = 4096
REPAIR = "Run `sayso models verify`, then `sayso models install` to repair it."


class OnnxEncoder:
    """Texts to unit vectors. Texts seen lately are not computed again.

    `folder` holds encoder.onnx and tokenizer.json; each text is cut to `max_tokens` tokens. Use it on one thread.
    Raises ModelMissing, ModelCorrupt.
    """

    def __init__(self, folder: Path, threads: int, max_tokens: int = 64) -> None:
        self._tokenizer = _tokenizer(folder / "tokenizer.json", max_tokens)
        self._session = _session(folder / "encoder.onnx", threads)
        self._known: OrderedDict[str, Vectors] = OrderedDict()

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (len(texts), 384), in the order of `texts`."""
        fresh = [text for text in dict.fromkeys(texts) if text not in self._known]
        computed = dict(zip(fresh, self._compute(fresh), strict=True))
        vectors = np.empty((len(texts), WIDTH), dtype=np.float32)
        for row, text in enumerate(texts):
            vectors[row] = computed[text] if text in computed else self._known[text]
            if text in self._known:
                self._known.move_to_end(text)
        self._known.update(computed)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return vectors

    def _compute(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts not seen before; equally long ones share a batch, so that little padding is computed."""
        encodings = self._tokenizer.encode_batch([_storable(text) for text in texts])
        order = sorted(range(len(texts)), key=lambda index: len(encodings[index].ids))
        vectors = np.empty((len(texts), WIDTH), dtype=np.float32)
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            vectors[chosen] = self._run([encodings[index] for index in chosen])
        return vectors

    def _run(self, batch: Sequence[Encoding]) -> Vectors:
        length = max(len(encoding.ids) for encoding in batch)
        ids = np.zeros((len(batch), length), dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, encoding in enumerate(batch):
            ids[row, : len(encoding.ids)] = encoding.ids
            mask[row, : len(encoding.ids)] = 1
        try:
            answer = self._session.run(["vectors"], {"input_ids": ids, "attention_mask": mask})
        except REFUSALS as error:
            raise ModelCorrupt(f"The model that reads pages does not work. {REPAIR}") from error
        return np.asarray(answer[0], dtype=np.float32)


def _storable(text: str) -> str:
    """Without lone surrogates, which pages can hold and the tokenizer cannot take."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _tokenizer(path: Path, max_tokens: int) -> Tokenizer:
    try:
        told = path.read_text(encoding="utf-8")
        json.loads(told)
    except FileNotFoundError as error:
        raise ModelMissing("The model that reads pages is missing. Run `sayso models install`.") from error
    except (OSError, ValueError) as error:
        raise ModelCorrupt(f"The file {path.name} of the model that reads pages is damaged. {REPAIR}") from error
    try:
        tokenizer = Tokenizer.from_str(told)
    except Exception as error:  # the library raises nothing more precise
        raise ModelCorrupt(f"The file {path.name} of the model that reads pages is damaged. {REPAIR}") from error
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_length=max_tokens)
    return tokenizer


def _session(path: Path, threads: int) -> Any:
    if not path.is_file():
        raise ModelMissing("The model that reads pages is missing. Run `sayso models install`.")
    try:
        return opened(path, threads)
    except REFUSALS as error:
        raise ModelCorrupt(f"The file {path.name} of the model that reads pages is damaged. {REPAIR}") from error
