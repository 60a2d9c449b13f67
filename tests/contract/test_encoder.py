"""The port Encoder, on the fake and on the real model; and the graph of the real one against plain NumPy."""

import importlib.util
import math
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.adapters.onnx import OnnxEncoder
from engine.values.errors import ModelCorrupt, ModelMissing
from engine.values.ports import Encoder
from tests.fakes import FakeEncoder

Array = NDArray[np.float32]

SCRIPT = Path(__file__).parents[2] / "models" / "export_encoder.py"


@pytest.fixture(params=["fake", "onnx"])
def encoder(request: pytest.FixtureRequest) -> Encoder:
    if request.param == "fake":
        return FakeEncoder()
    models: Path = request.getfixturevalue("models")
    return OnnxEncoder(models / "minilm", threads=1)


@pytest.fixture
def onnx(models: Path) -> OnnxEncoder:
    return OnnxEncoder(models / "minilm", threads=1)


@pytest.fixture
def broken(models: Path, tmp_path: Path) -> Path:
    """A copy of the model's folder, to be damaged."""
    return Path(shutil.copytree(models / "minilm", tmp_path / "minilm"))


def test_unit_vectors_in_the_order_of_the_texts(encoder: Encoder) -> None:
    texts = ["search the shop", "volcano", "search shop", "a", "the opening hours of the swimming pool " * 9]
    vectors = encoder.encode(texts)
    assert vectors.shape == (5, 384)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-4)
    assert vectors[0] @ vectors[2] > vectors[0] @ vectors[1]
    for row, text in enumerate(texts):
        assert vectors[row] @ encoder.encode([text])[0] > 0.98


def test_nothing_gives_no_vectors(encoder: Encoder) -> None:
    assert encoder.encode([]).shape == (0, 384)


def test_any_text_has_a_vector(encoder: Encoder) -> None:
    texts = ["", " ", "\x00", "😀", "שלום עולם", "lone \ud800 surrogate", "word " * 5000]
    assert np.isfinite(encoder.encode(texts)).all()


def test_meaning_not_only_words(onnx: OnnxEncoder) -> None:
    texts = ["button Add to basket", "link Opening hours", "textbox Email address", "link Privacy policy"]
    vectors = onnx.encode(texts)
    for question, expected in [("put it in my basket", 0), ("when is it open", 1), ("where do I put my mail", 2)]:
        assert int(np.argmax(vectors @ onnx.encode([question])[0])) == expected


def test_many_texts_of_all_lengths_keep_their_order(onnx: OnnxEncoder) -> None:
    texts = [f"link number {index} " + "more " * (index * 7 % 40) for index in range(60)]
    vectors = onnx.encode(texts)
    assert np.array_equal(onnx.encode(texts[::-1]), vectors[::-1])
    assert np.array_equal(onnx.encode([texts[7], texts[7]]), vectors[[7, 7]])


def test_missing_and_damaged_files(broken: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match="sayso models install"):
        OnnxEncoder(tmp_path / "nowhere", threads=1)
    graph = broken / "encoder.onnx"
    whole = graph.read_bytes()
    for bad in (b"", b"not a graph", whole[: len(whole) // 2]):
        graph.write_bytes(bad)
        with pytest.raises(ModelCorrupt, match=r"encoder\.onnx"):
            OnnxEncoder(broken, threads=1)
    graph.write_bytes(whole)
    for bad in (b"", b"{", b"{}", b"\xff\xff"):
        (broken / "tokenizer.json").write_bytes(bad)
        with pytest.raises(ModelCorrupt, match=r"tokenizer\.json"):
            OnnxEncoder(broken, threads=1)


def test_the_exported_graph_is_bert(tmp_path: Path) -> None:
    """The graph and a forward pass written down in NumPy agree, on weights drawn by chance."""
    export = _script()
    weights = _weights()
    path = tmp_path / "float.onnx"
    path.write_bytes(export.build(weights).SerializeToString())
    inputs = {name: ids % 300 if name == "input_ids" else ids for name, ids in export.sample().items()}
    export.sample = lambda: inputs
    expected = _forward(weights, inputs["input_ids"], inputs["attention_mask"])
    assert np.allclose(export.run(path), expected, atol=2e-5)


def _script() -> Any:
    spec = importlib.util.spec_from_file_location("export_encoder", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _weights() -> dict[str, Array]:
    chance = np.random.default_rng(3)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (300, 384),
        "embeddings.position_embeddings.weight": (64, 384),
        "embeddings.token_type_embeddings.weight": (2, 384),
    }
    norms = ["embeddings.LayerNorm"]
    for layer in (f"encoder.layer.{index}" for index in range(6)):
        widths = dict.fromkeys(
            ["attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"], (384, 384)
        )
        for part, shape in {**widths, "intermediate.dense": (1536, 384), "output.dense": (384, 1536)}.items():
            shapes |= {f"{layer}.{part}.weight": shape, f"{layer}.{part}.bias": shape[:1]}
        norms += [f"{layer}.attention.output.LayerNorm", f"{layer}.output.LayerNorm"]
    shapes |= {f"{norm}.{part}": (384,) for norm in norms for part in ("weight", "bias")}
    return {name: chance.normal(0, 0.1, shape).astype(np.float32) for name, shape in shapes.items()}


def _forward(weights: dict[str, Array], ids: NDArray[np.int64], mask: NDArray[np.int64]) -> Array:
    """BERT's encoder, mean over the real tokens, length one."""

    def linear(value: Array, name: str) -> Array:
        return value @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]

    def normalise(value: Array, name: str) -> Array:
        middle = value - value.mean(-1, keepdims=True)
        scaled = middle / np.sqrt(np.square(middle).mean(-1, keepdims=True) + 1e-12)
        return np.asarray(scaled * weights[f"{name}.weight"] + weights[f"{name}.bias"], dtype=np.float32)

    def heads(value: Array) -> Array:
        return value.reshape(*value.shape[:2], 12, 32).transpose(0, 2, 1, 3)

    erf = np.vectorize(math.erf, otypes=[np.float32])
    value = weights["embeddings.word_embeddings.weight"][ids]
    value = value + weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
    value = normalise(value + weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
    for layer in (f"encoder.layer.{index}" for index in range(6)):
        query, key, content = (heads(linear(value, f"{layer}.attention.self.{p}")) for p in ("query", "key", "value"))
        scores = query @ key.transpose(0, 1, 3, 2) / math.sqrt(32) + np.where(mask, 0, -np.inf)[:, None, None, :]
        weighed = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = (weighed / weighed.sum(-1, keepdims=True)) @ content
        joined = mixed.transpose(0, 2, 1, 3).reshape(value.shape)
        attended = linear(joined, f"{layer}.attention.output.dense")
        value = normalise(attended + value, f"{layer}.attention.output.LayerNorm")
        inner = linear(value, f"{layer}.intermediate.dense")
        bent = inner * 0.5 * (1 + erf(inner / math.sqrt(2)))
        value = normalise(linear(bent, f"{layer}.output.dense") + value, f"{layer}.output.LayerNorm")
    mean = (value * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
    return np.asarray(mean / np.linalg.norm(mean, axis=1, keepdims=True), dtype=np.float32)
