"""`sayso evaluate hearing`: figures on a folder of recordings."""

import json
import shutil
from pathlib import Path

import pytest

from tests.conftest import Speech
from tests.program import Program


@pytest.fixture
def data(tmp_path: Path, speech: Speech) -> Path:
    """Three recordings, one with what was meant instead of a text."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    shutil.copy(speech("go back"), tmp_path / "one/back.wav")
    shutil.copy(speech("open the second result"), tmp_path / "one/open.wav")
    shutil.copy(speech("scroll down"), tmp_path / "two/down.wav")
    clips = [
        {"file": "one/back.wav", "text": "GO BACK"},
        {"file": "one/open.wav", "text": "nothing of this was said"},
        {"file": "two/down.wav", "intent": "scroll", "slots": {"way": " down"}},
    ]
    (tmp_path / "manifest.jsonl").write_text("\n".join(map(json.dumps, clips)) + "\n\n")
    return tmp_path


def test_word_error_rates_are_told(sayso: Program, data: Path) -> None:
    told = sayso("evaluate", "hearing", "--data", str(data), "--json").last
    assert (told["clips"], told["with_text"], told["without_text"]) == (3, 2, 1)
    assert 0.5 < told["wer"] <= 1.0
    assert told["folders"] == {"one": told["wer"]}
    assert [(run["recogniser"], run["hotwords"]) for run in told["runs"]][:2] == [("base", False), ("base", True)]
    assert told["runs"][0]["slots"] == 1.0
    plain = sayso("evaluate", "hearing", "--data", str(data))
    assert plain.returncode == 0
    assert "base, with hotwords:" in plain.stdout


@pytest.mark.parametrize(
    ("manifest", "sentence"),
    [(None, "Give a folder that holds a manifest.jsonl"), ("", "names no clips"), ("[1]", "Line 1 of manifest.jsonl")],
)
def test_a_folder_that_cannot_be_used_is_named(
    sayso: Program, tmp_path: Path, manifest: str | None, sentence: str
) -> None:
    if manifest is not None:
        (tmp_path / "manifest.jsonl").write_text(manifest)
    run = sayso("evaluate", "hearing", "--data", str(tmp_path), "--json")
    assert (run.returncode, run.stdout) == (1, "")
    assert sentence in run.stderr
