"""Threads and processes that outlive what started them."""

import os
import threading
import time
from collections.abc import Callable

import psutil

PATIENCE = 5.0
"""Seconds that something which is already ending may take to be gone."""


def threads() -> set[threading.Thread]:
    """Threads that would keep Python alive."""
    return {thread for thread in threading.enumerate() if not thread.daemon}


def children() -> set[psutil.Process]:
    """Running processes below this one, at any depth."""
    return {child for child in psutil.Process().children(recursive=True) if _runs(child)}


def marked(folder: str) -> set[psutil.Process]:
    """Running processes started with this data folder, also those whose parent has already ended."""
    return {
        process
        for process in psutil.process_iter()
        if process.pid != os.getpid() and _runs(process) and _data_folder(process) == folder
    }


def after_patience(look: Callable[[], set[psutil.Process]] | Callable[[], set[threading.Thread]]) -> list[str]:
    """Names of what `look` still finds when the patience is over; processes among it are then ended."""
    deadline = time.monotonic() + PATIENCE
    while (found := look()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return [_end(one) if isinstance(one, psutil.Process) else one.name for one in found]


def _end(process: psutil.Process) -> str:
    name = f"process {process.pid}"
    try:
        name = " ".join(process.cmdline()[:3]) or name
        process.kill()
    except psutil.Error:
        return f"{name} (just ended)"
    return name


def _runs(process: psutil.Process) -> bool:
    """Zombies wait for their parent only; Python's resource tracker lives as long as Python."""
    try:
        if process.status() == psutil.STATUS_ZOMBIE:
            return False
        return not any("resource_tracker" in part for part in process.cmdline())
    except psutil.Error:
        return False


def _data_folder(process: psutil.Process) -> str:
    try:
        return str(process.environ().get("SAYSO_DATA", ""))
    except psutil.Error:
        return ""
