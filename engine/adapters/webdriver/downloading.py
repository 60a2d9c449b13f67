"""Seeing that a file is being downloaded, and what it is called."""

import time
from pathlib import Path

from engine.adapters.webdriver.reporting import Download
from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.stopping import pause
from engine.values.outcome import DownloadStarted

_NAME_SECONDS, _TICK = 0.8, 0.05
"""How long the last name of a file is waited for, as a small one is whole by then; and how often it is looked for."""


def begun(session: Session, earlier: frozenset[str], seconds: float = 0.0) -> DownloadStarted | None:
    """What has come into the folder of downloads since `earlier` was there, waiting up to `seconds` for it to begin.

    One that ends only takes another name, so that files are counted. Raises Interrupted.
    """
    until = time.monotonic() + seconds
    while len(session.files()) <= len(earlier):
        if time.monotonic() >= until:
            return None
        pause(session, _TICK)
    until = time.monotonic() + _NAME_SECONDS
    while not (name := _whole(session, earlier)) and time.monotonic() < until:
        pause(session, _TICK)
    latest = _latest(session)
    return DownloadStarted(name or (latest.name if latest is not None else ""))


def _whole(session: Session, earlier: frozenset[str]) -> str:
    """The name of the newest file once it is whole: by Chrome's own report, else by the look of the names."""
    latest = _latest(session)
    if latest is not None:
        return Path(latest.path).name if latest.state == "completed" else ""
    names = (one for one in session.files() - earlier if not one.endswith((".crdownload", ".part")))
    return next((one for one in sorted(names) if not one.startswith(".")), "")


def _latest(session: Session) -> Download | None:
    known = list(session.reports.downloads.values())
    return known[-1] if known else None
