"""Requantize a GGUF language model to Q8_0, which has the fastest kernels and loses nothing that was still there.

python quantize_gguf.py SOURCE.gguf TARGET.gguf
"""

import argparse
import ctypes
import os
import sys
from pathlib import Path

import llama_cpp


def quantize(source: Path, target: Path, threads: int) -> None:
    """Write `source` to `target` as Q8_0. Raises OSError when llama.cpp refuses."""
    settings = llama_cpp.llama_model_quantize_default_params()
    settings.ftype = llama_cpp.LLAMA_FTYPE_MOSTLY_Q8_0
    settings.allow_requantize = True  # the published file is Q4_1
    settings.nthread = threads
    refused = llama_cpp.llama_model_quantize(os.fsencode(source), os.fsencode(target), ctypes.byref(settings))
    if refused:
        raise OSError(f"llama.cpp could not requantize {source.name} (code {refused})")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--threads", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    given = parser.parse_args()
    quantize(given.source, given.target, given.threads)
    return 0


if __name__ == "__main__":
    sys.exit(main())
