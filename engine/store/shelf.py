"""What is installed and whether it is whole. Touches no network."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine.store.catalog import CATALOG, Model, read_catalog
from engine.store.manifest import damaged, distrust, read_manifest
from engine.store.places import models_folder, storage_errors
from engine.values.errors import ModelCorrupt, ModelMissing

State = Literal["installed", "missing", "damaged"]


@dataclass(frozen=True, slots=True)
class Installed:
    """One model of the catalog and how it stands. `size` in bytes; `faults`: names of damaged files."""

    name: str
    title: str
    purpose: str
    licence: str
    size: int
    state: State
    path: Path
    faults: tuple[str, ...] = ()
    optional: bool = False


def inspect(folder: Path, model: Model, thorough: bool = False) -> Installed:
    """How one model stands in the data folder; `thorough` hashes every byte."""
    place = models_folder(folder) / model.name
    manifest = read_manifest(place)
    faults: tuple[str, ...] = ()
    state: State = "missing"
    if manifest is not None and manifest.recipe == model.recipe and set(manifest.files) == set(model.contents):
        faults = damaged(place, manifest, thorough)
        state = "damaged" if faults else "installed"
    return Installed(
        name=model.name,
        title=model.title,
        purpose=model.purpose,
        licence=model.licence,
        size=model.size,
        state=state,
        path=place / model.entry,
        faults=faults,
        optional=model.optional,
    )


def list_models(folder: Path, catalog: Path = CATALOG) -> tuple[Installed, ...]:
    """Every model of the catalog with a quick look at its files."""
    return tuple(inspect(folder, model) for model in read_catalog(catalog).values())


def verify(folder: Path, catalog: Path = CATALOG) -> tuple[Installed, ...]:
    """Every model of the catalog, every byte checked. Damage is remembered, so that `install` repairs it."""
    found = tuple(inspect(folder, model, thorough=True) for model in read_catalog(catalog).values())
    for one in found:
        place = models_folder(folder) / one.name
        manifest = read_manifest(place)
        if one.faults and manifest is not None:
            with storage_errors(place):
                distrust(place, manifest, one.faults)
    return found


def path_of(folder: Path, name: str, catalog: Path = CATALOG) -> Path:
    """The file or folder an engine opens for this model, after a quick look at it.

    Raises ModelMissing and ModelCorrupt, both with what to do.
    """
    model = read_catalog(catalog).get(name)
    if model is None:
        raise ModelMissing(f"I know no model named {name}. Run `sayso models list` to hear those there are.")
    found = inspect(folder, model)
    order = f"sayso models install {name}" if model.optional else "sayso models install"
    if found.state == "missing":
        raise ModelMissing(f"The model {model.title}, which {model.purpose}, is missing. Run `{order}`.")
    if found.state == "damaged":
        raise ModelCorrupt(
            f"The file {found.faults[0]} of the model {model.title} is damaged. Run `{order}` to repair it."
        )
    return found.path
