"""ONNX Runtime on the processor, for the adapters that bring a model: the sentence encoder and a voice."""

from pathlib import Path

import onnxruntime
from onnxruntime.capi.onnxruntime_pybind11_state import (
    Fail,
    InvalidArgument,
    InvalidGraph,
    InvalidProtobuf,
    NotImplemented,
    RuntimeException,
)

REFUSALS = (Fail, InvalidArgument, InvalidGraph, InvalidProtobuf, NotImplemented, RuntimeException)
"""What is raised for a file that is no model or is damaged, and for a run that fails."""


def opened(file: Path, threads: int) -> onnxruntime.InferenceSession:
    """Load a model. Raises one of REFUSALS."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # browser and other models need the cores
    return onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
