"""Write all-MiniLM-L6-v2 as an ONNX graph, straight from its weights, and quantize it to eight bits.

    python export_encoder.py model.safetensors TARGET.onnx [--float FLOAT.onnx]

The graph takes `input_ids` and `attention_mask`, both int64 of shape (batch, tokens), and gives `vectors`, float32
of shape (batch, 384): the mean over the real tokens, of length one. Token types are all zero, so their one row is
added to the position table. The result is checked against the unquantized graph before it is kept.
"""

import argparse
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import load_file

Array = NDArray[np.float32]

LAYERS = 6
HEADS = 12
WIDTH = 384
OPSET = 17
LEAST_COSINE = 0.97


@dataclass(slots=True)
class Graph:
    """Nodes and constants of a graph in the making."""

    weights: dict[str, Array]
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: dict[str, onnx.TensorProto] = field(default_factory=dict)

    def constant(self, name: str, value: Array | NDArray[np.int64]) -> str:
        self.constants.setdefault(name, numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def scalar(self, value: float) -> str:
        return self.constant(f"scalar_{value}", np.array(value, dtype=np.float32))

    def shape(self, *sizes: int) -> str:
        return self.constant("shape_" + "_".join(map(str, sizes)), np.array(sizes, dtype=np.int64))

    def add(self, operation: str, *inputs: str, **attributes: Any) -> str:
        output = f"{operation}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operation, inputs, [output], name=output, **attributes))
        return output

    def linear(self, value: str, name: str) -> str:
        """x · Wᵀ + b; the weights are stored transposed so that the quantizer sees a plain MatMul."""
        weight = self.constant(f"{name}.weight.T", self.weights[f"{name}.weight"].T)
        bias = self.constant(f"{name}.bias", self.weights[f"{name}.bias"])
        return self.add("Add", self.add("MatMul", value, weight), bias)

    def normalise(self, value: str, name: str) -> str:
        scale = self.constant(f"{name}.weight", self.weights[f"{name}.weight"])
        shift = self.constant(f"{name}.bias", self.weights[f"{name}.bias"])
        return self.add("LayerNormalization", value, scale, shift, axis=-1, epsilon=1e-12)


def embed(graph: Graph) -> str:
    """Word, position and type vectors, summed and normalised: (batch, tokens, 384)."""
    weights = graph.weights
    positions = weights["embeddings.position_embeddings.weight"] + weights["embeddings.token_type_embeddings.weight"][0]
    words = graph.add(
        "Gather", graph.constant("words", weights["embeddings.word_embeddings.weight"]), "input_ids", axis=0
    )
    length = graph.add("Slice", graph.add("Shape", "input_ids"), graph.shape(1), graph.shape(2))
    table = graph.constant("positions", positions)
    place = graph.add("Slice", table, graph.shape(0), length, graph.shape(0))
    return graph.normalise(graph.add("Add", words, place), "embeddings.LayerNorm")


def attend(graph: Graph, value: str, mask: str, layer: str) -> str:
    """Multi-head self-attention with its residual."""

    def heads(part: str, order: list[int]) -> str:
        flat = graph.linear(value, f"{layer}.attention.self.{part}")
        split = graph.add("Reshape", flat, graph.shape(0, 0, HEADS, WIDTH // HEADS))
        return graph.add("Transpose", split, perm=order)

    query, key, content = heads("query", [0, 2, 1, 3]), heads("key", [0, 2, 3, 1]), heads("value", [0, 2, 1, 3])
    likeness = graph.add("Div", graph.add("MatMul", query, key), graph.scalar(float((WIDTH // HEADS) ** 0.5)))
    weights = graph.add("Softmax", graph.add("Add", likeness, mask), axis=-1)
    mixed = graph.add("Transpose", graph.add("MatMul", weights, content), perm=[0, 2, 1, 3])
    joined = graph.add("Reshape", mixed, graph.shape(0, 0, WIDTH))
    out = graph.linear(joined, f"{layer}.attention.output.dense")
    return graph.normalise(graph.add("Add", out, value), f"{layer}.attention.output.LayerNorm")


def widen(graph: Graph, value: str, layer: str) -> str:
    """The feed-forward half with exact GELU and its residual."""
    inner = graph.linear(value, f"{layer}.intermediate.dense")
    bell = graph.add("Erf", graph.add("Div", inner, graph.scalar(float(2**0.5))))
    bent = graph.add("Mul", graph.add("Mul", inner, graph.add("Add", bell, graph.scalar(1.0))), graph.scalar(0.5))
    out = graph.linear(bent, f"{layer}.output.dense")
    return graph.normalise(graph.add("Add", out, value), f"{layer}.output.LayerNorm")


def pool(graph: Graph, value: str, mask: str) -> None:
    """Mean over the real tokens, then unit length, into the output `vectors`."""
    real = graph.add("Unsqueeze", mask, graph.shape(2))
    total = graph.add("ReduceSum", graph.add("Mul", value, real), graph.shape(1), keepdims=0)
    count = graph.add("Max", graph.add("ReduceSum", real, graph.shape(1), keepdims=0), graph.scalar(1.0))
    mean = graph.add("Div", total, count)
    length = graph.add("Max", graph.add("ReduceL2", mean, axes=[1], keepdims=1), graph.scalar(1e-12))
    graph.nodes.append(helper.make_node("Div", [mean, length], ["vectors"], name="vectors"))


def build(weights: dict[str, Array]) -> onnx.ModelProto:
    """The whole encoder as one ONNX model."""
    graph = Graph(weights)
    real = graph.add("Cast", "attention_mask", to=TensorProto.FLOAT)
    hidden = graph.add("Unsqueeze", graph.add("Sub", graph.scalar(1.0), real), graph.shape(1, 2))
    mask = graph.add("Mul", hidden, graph.scalar(-10000.0))
    value = embed(graph)
    for index in range(LAYERS):
        layer = f"encoder.layer.{index}"
        value = widen(graph, attend(graph, value, mask, layer), layer)
    pool(graph, value, real)
    size: list[str | int] = ["batch", "tokens"]
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, size) for name in ("input_ids", "attention_mask")]
    output = helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["batch", WIDTH])
    body = helper.make_graph(graph.nodes, "sentence-encoder", inputs, [output], list(graph.constants.values()))
    model = helper.make_model(body, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8)
    onnx.checker.check_model(model)
    return model


def sample() -> dict[str, NDArray[np.int64]]:
    """Token ids as sentences have them (classifier, words, separator, padding), the same on every machine."""
    chance = np.random.default_rng(7)
    ids = np.zeros((8, 24), dtype=np.int64)
    mask = np.zeros_like(ids)
    for row, length in enumerate(range(4, 25, 3)):
        ids[row, :length] = chance.integers(1996, 8000, length)
        ids[row, 0], ids[row, length - 1] = 101, 102
        mask[row, :length] = 1
    ids[7, :3], mask[7, :3] = (101, 3945, 102), 1
    return {"input_ids": ids, "attention_mask": mask}


def run(path: Path) -> Array:
    """Vectors of the sample, (8, 384)."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    vectors: Array = np.asarray(session.run(["vectors"], sample())[0], dtype=np.float32)
    return vectors


def export(source: Path, target: Path, unquantized: Path) -> float:
    """Write both graphs; return the smallest cosine between their vectors. Raises ValueError below 0.97."""
    onnx.save(build(load_file(source)), unquantized)
    expected = run(unquantized)
    cosine = 0.0
    for narrow in (False, True):  # processors without VNNI overflow with eight full bits; seven are safe there
        quantize_dynamic(unquantized, target, weight_type=QuantType.QInt8, per_channel=True, reduce_range=narrow)
        cosine = float(np.sum(expected * run(target), axis=1).min())
        if cosine >= LEAST_COSINE:
            return cosine
    target.unlink()
    raise ValueError(f"the quantized encoder strays too far from the original (cosine {cosine:.3f})")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--float", type=Path, dest="unquantized", help="keep the unquantized graph here")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.target.parent) as folder:
        cosine = export(given.source, given.target, given.unquantized or Path(folder, "float.onnx"))
    print(f"eight bits against thirty-two: smallest cosine {cosine:.4f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
