"""The log of every turn: one JSON object a line, appended as it happens, so that a kill loses at most a torn line.

Events arrive with their secrets already hidden (engine.judging.redacting); nothing is added to them but the time.
"""

import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from engine.values.errors import StorageError
from engine.values.event import NAMES, Event, Phase


class Record:
    """An append-only file in `folder`, one for each start of the program. Raises StorageError."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / f"{time.strftime('%Y-%m-%dT%H-%M-%S')}-{os.getpid()}.jsonl"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        except OSError as error:
            raise StorageError(unwritable(folder, error)) from error

    def append(self, event: Event) -> None:
        """Write one event with the wall-clock time, unbuffered. Phases are not kept. Raises StorageError."""
        if isinstance(event, Phase):
            return
        line = json.dumps({"time": round(time.time(), 3), **as_json(event)}, ensure_ascii=False)
        data = (line + "\n").encode()
        try:
            if os.write(self._file, data) < len(data):
                raise OSError("short write")
        except OSError as error:
            raise StorageError(unwritable(self.path.parent, error)) from error

    def close(self) -> None:
        os.close(self._file)


def as_json(event: Event) -> dict[str, object]:
    """Return the event as it is printed by --json and kept in the record: its name, then its fields."""
    return {"event": NAMES[type(event)], **asdict(event)}


def read(path: Path) -> Iterator[dict[str, object]]:
    """Yield the events of a record; a torn last line (the program was killed) is left out."""
    for line in path.read_text("utf-8", errors="replace").splitlines():
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            continue


def unwritable(folder: Path, error: OSError) -> str:
    """Return the sentence for a data folder that cannot be written."""
    reason = "the disk is full" if error.errno == 28 else "it cannot be written"
    return f"I cannot keep my record in {folder}: {reason}. Free some space or set SAYSO_DATA to another folder."
