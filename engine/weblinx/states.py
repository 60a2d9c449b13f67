"""The states of a WebLINX demonstration as files: HTML, boxes and screenshot (weblinx.md §2.1)."""

import json
from dataclasses import dataclass
from pathlib import Path

from engine.values.errors import StorageError
from engine.values.page import Box, Snapshot


@dataclass(frozen=True, slots=True)
class Stored:
    """The names under which a turn of replay.json refers to its state."""

    page: str
    screenshot: str


def write(folder: Path, snapshot: Snapshot, number: int, part: int = 0) -> Stored:
    """Write a state into the folder of a demonstration; boxes go by `number` alone.

    Raises StorageError.
    """
    names = Stored(f"page-{number}-{part}.html", f"screenshot-{number}-{part}.png")
    boxes = {uid: _edges(box) for uid, box in snapshot.boxes.items()}
    files = {
        folder / "pages" / names.page: snapshot.html.encode(errors="replace"),  # half a surrogate pair is no text
        folder / "bboxes" / f"bboxes-{number}.json": json.dumps(boxes).encode(),
        folder / "screenshots" / names.screenshot: snapshot.screenshot,
    }
    try:
        for path, content in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    except OSError as error:
        raise StorageError(f"I cannot write to {folder}. Free some space or check its permissions.") from error
    return names


def _edges(box: Box) -> dict[str, float]:
    """As DOMRect.toJSON tells it: CSS pixels of the viewport, which may be negative."""
    return {
        "x": box.x,
        "y": box.y,
        "width": box.width,
        "height": box.height,
        "top": box.y,
        "right": box.x + box.width,
        "bottom": box.y + box.height,
        "left": box.x,
    }
