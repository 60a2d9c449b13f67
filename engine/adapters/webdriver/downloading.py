"""Seeing that a file is being downloaded, and what it is called."""

import time

from engine.adapters.webdriver.session import Session
from engine.values.outcome import DownloadStarted

_NAME_SECONDS = 0.8
"""How long the last name of a file is waited for; a small one is whole by then."""


def begun(session: Session, earlier: frozenset[str], seconds: float = 0.0) -> DownloadStarted | None:
    """What has come into the folder of downloads since `earlier` was there, waiting up to `seconds` for it to begin.

    One that ends only takes another name, so that files are counted.
    """
    until = time.monotonic() + seconds
    while len(session.files()) <= len(earlier):
        if time.monotonic() >= until:
            return None
        time.sleep(0.05)
    until = time.monotonic() + _NAME_SECONDS
    while not (name := _whole(session, earlier)) and time.monotonic() < until:
        time.sleep(0.05)
    return DownloadStarted(name or _announced(session))


def _whole(session: Session, earlier: frozenset[str]) -> str:
    """The name of a new file that is whole; Chrome gives others an ending, or a beginning, of their own."""
    names = (one for one in session.files() - earlier if not one.endswith((".crdownload", ".part")))
    return next((one for one in sorted(names) if not one.startswith(".")), "")


def _announced(session: Session) -> str:
    """What Chrome calls the latest one, which is not whole yet."""
    under_way = [one.name for one in session.reports.downloads.values() if one.state == "inProgress"]
    return under_way[-1] if under_way else ""
