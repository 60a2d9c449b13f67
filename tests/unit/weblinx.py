"""The reference's vectors, where the folder with the reference material lies beside the checkout."""

import json
from pathlib import Path
from typing import Any

import pytest

_FILE = Path(__file__).resolve().parents[3] / "shared" / "reference" / "weblinx_vectors.json"


def vectors(section: str) -> list[dict[str, Any]]:
    """The rows of one section. Skips the test when the file is not there."""
    if not _FILE.is_file():
        pytest.skip("The WebLINX vectors are not beside this checkout.")
    rows: list[dict[str, Any]] = json.loads(_FILE.read_text(encoding="utf-8"))[section]
    return rows
