"""Fetch, check, convert and put in place, so that an interruption anywhere leaves the last good state."""

import logging
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.store.catalog import CATALOG, Conversion, Model, ModelFile, read_catalog
from engine.store.fetching import Delivery, fetch
from engine.store.manifest import read_manifest, record, sha256_of, write_manifest
from engine.store.places import alone, downloads_folder, models_folder, need_room, storage_errors
from engine.store.progress import Progress, Report, silent
from engine.store.shelf import Installed, inspect
from engine.values.errors import ModelError, ModelMissing

log = logging.getLogger(__name__)


def install(
    folder: Path, names: Sequence[str] = (), report: Report = silent, catalog: Path = CATALOG
) -> tuple[Installed, ...]:
    """Install the named models, all that are not optional without names, into the data folder; what is whole stays.

    Raises ModelMissing for an unknown name, DownloadFailed, ModelCorrupt, StorageError, ModelError.
    """
    known = read_catalog(catalog)
    for name in names:
        if name not in known:
            raise ModelMissing(f"I know no model named {name}. Run `sayso models list` to hear those there are.")
    usual = [one for one in known.values() if not one.optional or inspect(folder, one).state != "missing"]
    wanted = [known[name] for name in names] or usual
    with alone(folder, lambda: report(Progress("Sayso", "waiting for another installation to finish"))):
        delivery = Delivery(folder, report)
        for model in wanted:
            if inspect(folder, model).state != "installed":
                _install(folder, model, delivery)
            report(Progress(model.title, "ready"))
        shutil.rmtree(downloads_folder(folder), ignore_errors=True)
    return tuple(inspect(folder, model) for model in wanted)


def _install(folder: Path, model: Model, delivery: Delivery) -> None:
    place = models_folder(folder) / model.name
    with storage_errors(place):
        place.mkdir(parents=True, exist_ok=True)
    converted = model.convert is not None and _still_good(place, model)
    lacking = [file for file in model.files if not _there(place, file) and (file.keep or not converted)]
    need_room(folder, _room(model, lacking, delivery), f"installing {model.title}")
    fetched = {file.name: fetch(file, model, delivery) for file in lacking}
    for file in lacking:
        if file.keep:
            with storage_errors(place):
                fetched[file.name].replace(place / file.name)
    if model.convert is not None and not converted:
        delivery.report(Progress(model.title, "preparing for this computer"))
        _convert(model, model.convert, fetched[model.convert.source], place)
    with storage_errors(place):
        write_manifest(place, record(place, model.recipe, model.contents))
        for path in fetched.values():
            path.unlink(missing_ok=True)


def _there(place: Path, file: ModelFile) -> bool:
    """True when this file is in place and whole, so that nothing is fetched twice."""
    path = place / file.name
    with storage_errors(place):
        return path.exists() and path.stat().st_size == file.size and sha256_of(path) == file.sha256


def _still_good(place: Path, model: Model) -> bool:
    """True when the converted file is the one that was made by this very recipe."""
    manifest = read_manifest(place)
    if model.convert is None or manifest is None or manifest.recipe != model.recipe:
        return False
    entry = manifest.files.get(model.convert.target)
    path = place / model.convert.target
    with storage_errors(place):
        return entry is not None and path.exists() and sha256_of(path) == entry.sha256


def _room(model: Model, lacking: Sequence[ModelFile], delivery: Delivery) -> int:
    """Bytes that may be needed at once: each file, the wheel it may come in, and what the conversion makes of it."""
    held = sum(path.stat().st_size for path in delivery.downloads.glob("*") if path.is_file())
    made = (model.convert.size + model.convert.scratch) if model.convert else 0
    return max(0, 2 * sum(file.size for file in lacking) + made - held)


def _convert(model: Model, making: Conversion, source: Path, place: Path) -> None:
    """Run the conversion in a process of its own, so that its libraries never load into this one."""
    fresh = place / (making.target + ".new")
    fresh.unlink(missing_ok=True)
    order = [sys.executable, str(making.script), str(source), str(fresh)]
    done = subprocess.run(
        order, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    log.debug("%s: %s", making.script.name, done.stdout)
    if done.returncode or not fresh.exists():
        fresh.unlink(missing_ok=True)
        last = done.stdout.strip().splitlines()[-1:] or [f"code {done.returncode}"]
        log.error("%s failed: %s", making.script.name, last[0])
        raise ModelError(
            f"The model {model.title} was downloaded but could not be prepared. "
            "Run `sayso models install` again; if it fails again, install Sayso anew."
        )
    with storage_errors(place):
        fresh.replace(place / making.target)
