"""Folders, room on the disk, one installation at a time."""

import errno
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_data_dir

from engine.values.errors import SaysoError, StorageError

SPARE = 50_000_000
"""Bytes that must stay free besides what is installed: a full disk breaks more than Sayso."""


def data_folder() -> Path:
    """The user's data folder: SAYSO_DATA, else the platform's own place. Not created here."""
    return Path(os.environ.get("SAYSO_DATA") or user_data_dir("sayso", appauthor=False))


def models_folder(folder: Path) -> Path:
    return folder / "models"


def downloads_folder(folder: Path) -> Path:
    """Unfinished downloads, kept so that they can be resumed."""
    return models_folder(folder) / ".downloads"


def in_words(size: int) -> str:
    """Bytes as they are spoken: "145 megabytes", "1.2 gigabytes"."""
    if size >= 1_000_000_000:
        return f"{size / 1e9:.1f} gigabytes"
    return f"{max(1, round(size / 1e6))} megabytes"


def need_room(folder: Path, size: int, what: str) -> None:
    """Raise StorageError, naming both figures, when `size` bytes do not fit into `folder`."""
    with storage_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free
    if free < size + SPARE:
        raise StorageError(
            f"There is not enough room on the disk: {what} needs {in_words(size + SPARE)}, and {in_words(free)} "
            "are free. Free some room, then run `sayso models install` again."
        )


@contextmanager
def storage_errors(folder: Path) -> Iterator[None]:
    """Turn what the disk refuses into one plain sentence. Other OSErrors pass."""
    try:
        yield
    except OSError as error:
        raise storage_error(error, folder) from error


def storage_error(error: OSError, folder: Path) -> SaysoError:
    """The sentence for an OSError that came from reading or writing `folder`."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StorageError("The disk is full. Free some room, then run `sayso models install` again.")
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return StorageError(
            f"I may not write in {folder}. Change its permissions, or set SAYSO_DATA to another folder."
        )
    return StorageError(f"I cannot use the folder {folder}: {error.strerror or error}.")


@contextmanager
def alone(folder: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold the installation lock of `folder`; call `waiting` once when another process holds it."""
    with storage_errors(folder):
        models_folder(folder).mkdir(parents=True, exist_ok=True)
        lock = (models_folder(folder) / ".lock").open("a+b")
    with lock:
        if not _lock(lock.fileno(), wait=False):
            waiting()
            _lock(lock.fileno(), wait=True)
        yield  # the lock goes with the file's closing, also when the process is killed


if sys.platform == "win32":
    import msvcrt
    import time

    def _lock(descriptor: int, wait: bool) -> bool:
        while True:
            try:
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
                return True
            except OSError:
                if not wait:
                    return False
                time.sleep(0.5)
else:
    import fcntl

    def _lock(descriptor: int, wait: bool) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        return True
