"""A state of a demonstration on disk."""

import json
from pathlib import Path

import pytest

from engine.values.errors import StorageError
from engine.values.page import Box, Snapshot
from engine.weblinx.states import write

SNAPSHOT = Snapshot(
    '<head></head><body data-webtasks-id="0a0b0c0d-0001-4002">Grüße \ud83d</body>',
    {"0a0b0c0d-0001-4002": Box(-8.5, 10, 100, 20)},
    b"\x89PNG",
    {},
)


def test_the_files_of_a_state(tmp_path: Path) -> None:
    names = write(tmp_path, SNAPSHOT, 12, part=1)
    assert (names.page, names.screenshot) == ("page-12-1.html", "screenshot-12-1.png")
    files = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.*"))
    assert files == ["bboxes/bboxes-12.json", "pages/page-12-1.html", "screenshots/screenshot-12-1.png"]
    assert "Grüße ?" in (tmp_path / "pages" / names.page).read_text("utf-8")
    box = json.loads((tmp_path / "bboxes" / "bboxes-12.json").read_text("utf-8"))["0a0b0c0d-0001-4002"]
    assert box == {
        "x": -8.5, "y": 10, "width": 100, "height": 20, "top": 10, "right": 91.5, "bottom": 30, "left": -8.5,
    }  # fmt: skip


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "pages").write_text("in the way")
    with pytest.raises(StorageError, match="cannot write"):
        write(tmp_path, SNAPSHOT, 1)
