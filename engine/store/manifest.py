"""What an installation consisted of when it was made, so that damage is noticed later."""

import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

NAME = "manifest.json"


@dataclass(frozen=True, slots=True)
class Entry:
    """One file as it was. `changed`: time of last change in nanoseconds, 0 when it must be hashed to be believed."""

    size: int
    sha256: str
    changed: int


@dataclass(frozen=True, slots=True)
class Manifest:
    recipe: str
    files: dict[str, Entry]


def sha256_of(path: Path) -> str:
    """Hex digest of a file. Raises OSError."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of an installation, None where there is none that can be understood."""
    try:
        told = json.loads((folder / NAME).read_text(encoding="utf-8"))
        return Manifest(told["recipe"], {name: Entry(**entry) for name, entry in told["files"].items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None  # a torn manifest is as good as none: everything is then checked against the catalog


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Replace the manifest in one step. Raises OSError."""
    files = {
        name: {"size": entry.size, "sha256": entry.sha256, "changed": entry.changed}
        for name, entry in manifest.files.items()
    }
    fresh = folder / (NAME + ".new")
    with fresh.open("w", encoding="utf-8") as stream:
        json.dump({"recipe": manifest.recipe, "files": files}, stream, indent=1)
        stream.flush()
        os.fsync(stream.fileno())
    fresh.replace(folder / NAME)


def record(folder: Path, recipe: str, names: Iterable[str]) -> Manifest:
    """Describe the files as they are now. Raises OSError."""

    def entry(path: Path) -> Entry:
        seen = path.stat()
        return Entry(seen.st_size, sha256_of(path), seen.st_mtime_ns)

    return Manifest(recipe, {name: entry(folder / name) for name in names})


def damaged(folder: Path, manifest: Manifest, thorough: bool) -> tuple[str, ...]:
    """Names of files that are not what they were.

    Size and time of last change are trusted unless `thorough`; a file with another time is hashed.
    """

    def sound(name: str, entry: Entry) -> bool:
        try:
            seen = (folder / name).stat()
            if seen.st_size != entry.size:
                return False
            if not thorough and entry.changed and seen.st_mtime_ns == entry.changed:
                return True
            return sha256_of(folder / name) == entry.sha256
        except OSError:
            return False

    return tuple(name for name, entry in manifest.files.items() if not sound(name, entry))


def distrust(folder: Path, manifest: Manifest, names: Iterable[str]) -> None:
    """Have these files hashed whenever they are next looked at."""
    doubted = {name: Entry(manifest.files[name].size, manifest.files[name].sha256, 0) for name in names}
    write_manifest(folder, Manifest(manifest.recipe, {**manifest.files, **doubted}))
