"""How many threads a model may use."""

import os
from pathlib import Path

MOST = 8
"""More threads than this bring nothing to models as small as ours."""


def budget(chosen: int = 0) -> int:
    """Threads for one model: `chosen` when the user set it, else the free cores less one, at least 1.

    llama.cpp and CTranslate2 spin while they wait: with a thread on every core of a busy computer they run ten
    times slower than with one fewer, so one core is always left.
    """
    usable = _cores()
    if chosen > 0:
        return min(chosen, usable)
    busy = int(os.getloadavg()[0]) if hasattr(os, "getloadavg") else 0
    return max(1, min(MOST, usable - max(1, busy)))


def _cores() -> int:
    """Physical cores this process may run on: two threads of one core only get in each other's way."""
    allowed = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set(range(os.cpu_count() or 1))
    cores = {_siblings(cpu) for cpu in allowed}
    return max(1, min(len(cores), _quota() or len(cores)))


def _siblings(cpu: int) -> str:
    try:
        return Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list").read_text(encoding="ascii")
    except OSError:
        return str(cpu)


def _quota() -> int:
    """Whole processors a container may use, 0 when nothing limits it."""
    try:
        limit, period = Path("/sys/fs/cgroup/cpu.max").read_text(encoding="ascii").split()
        return max(1, int(limit) // int(period))
    except (OSError, ValueError):
        return 0
