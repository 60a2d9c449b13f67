"""`sayso evaluate hearing`: what is said of a folder that cannot be used."""

from pathlib import Path

import pytest

from app.evaluating import hearing
from engine.values.errors import SaysoError
from engine.values.settings import Settings


def test_a_manifest_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "manifest.jsonl").write_bytes(b"\xff\xfe{")
    with pytest.raises(SaysoError, match=r"I cannot read .*manifest\.jsonl"):
        hearing(tmp_path, Settings(), tmp_path, as_json=True)
