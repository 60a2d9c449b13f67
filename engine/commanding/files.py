"""A spoken file name → the files of this computer that it may mean. Reads names only, never content."""

import os
import re
from pathlib import Path

from engine.commanding.matching import folded
from engine.hearing.understanding import spelled

FOLDERS = ("Downloads", "Documents", "Desktop", "")
"""Folders of the user in which a bare name is looked for; the last is the home folder itself. Not those inside them."""

_MOST = 20_000
"""File names looked at in one folder."""

_PLACE = re.compile(r"(?P<name>.+?) (?:from|in|out of) (?:the |my )?(?P<folder>[\w .-]+?)(?: folder)?", re.I)


def files_called(spoken: str, home: Path) -> tuple[Path, ...]:
    """Return the files that these words may mean: a path as it stands, else names in the user's folders.

    "~/cv.pdf", "Documents/cv.pdf" and absolute paths are read as written; "cv dot pdf", "my cv", "cv from downloads"
    by name: the whole name before the name without its ending before all words of it. Hidden files count only when
    written out.
    """
    written = spelled(spoken).strip()
    if "/" in written or "\\" in written:
        return _at(written, home)
    place = _PLACE.fullmatch(written)
    folders = [folder for folder in FOLDERS if place and folded(folder) == folded(place["folder"]) and folder]
    name = place["name"] if place and folders else written
    return _named(name, [home / folder for folder in (folders or FOLDERS)])


def stamp(path: str) -> tuple[int, ...]:
    """Return what changes when a file does (size and time of the last change); () when it is not there."""
    try:
        found = Path(path).stat()
    except OSError:
        return ()
    return found.st_size, found.st_mtime_ns


def _at(written: str, home: Path) -> tuple[Path, ...]:
    """A path as it stands, else under the home folder or its downloads."""
    if written.startswith("~"):
        return _existing([home / written.lstrip("~").lstrip("/\\")])
    path = Path(written)
    return _existing([path] if path.is_absolute() else [home / path, home / FOLDERS[0] / path])


def _existing(paths: list[Path]) -> tuple[Path, ...]:
    """The files that these really are: behind a link lies another, whose name and folder the user is to be told."""
    kept: list[Path] = []
    for path in paths:
        try:
            plain = path.resolve(strict=True)
        except (OSError, RuntimeError, ValueError):
            continue
        if plain.is_file() and plain not in kept:
            kept.append(plain)
    return tuple(kept)


def _named(name: str, folders: list[Path]) -> tuple[Path, ...]:
    wanted = folded(name)
    if not wanted:
        return ()
    words = set(wanted.split())
    found = [path for folder in folders for path in _files_in(folder)]
    shown = [path for path in found if not path.name.startswith(".")]
    tiers = (
        [path for path in found if path.name == name],
        [path for path in shown if folded(path.name) == wanted],
        [path for path in shown if folded(path.stem) == wanted],
        [path for path in shown if words <= set(folded(path.name).split())],
    )
    return _existing(next((tier for tier in tiers if tier), []))


def _files_in(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for _, entry in zip(range(_MOST), entries, strict=False) if entry.is_file()]
    except OSError:
        return []
    return [folder / name for name in sorted(names)]
