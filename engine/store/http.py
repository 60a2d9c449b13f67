"""A resumable download over HTTP."""

import logging
import socket
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from http.client import HTTPException, HTTPResponse
from pathlib import Path

log = logging.getLogger(__name__)

BLOCK = 1 << 18
REACH_SECONDS = 3.0
READ_SECONDS = 20.0
STALLS = 3
"""Attempts in a row that bring no new byte before a source is given up."""


class Unreachable(Exception):
    """The address does not answer, or not with the file. Stays inside the store."""


def download(url: str, part: Path, size: int, tell: Callable[[int, int], None], out_of_reach: set[str]) -> None:
    """Fill `part` to `size` bytes, going on where it stopped, through broken connections.

    Hosts that do not answer within three seconds are added to `out_of_reach` and not asked again.
    Raises Unreachable, and OSError when the disk refuses.
    """
    host = urllib.parse.urlsplit(url).netloc
    if host in out_of_reach or not reachable(url):
        out_of_reach.add(host)
        raise Unreachable(f"{host} does not answer")
    stalls = 0
    while (before := _length(part)) < size:
        _go_on(url, part, size, tell)
        stalls = 0 if _length(part) > before else stalls + 1
        if stalls >= STALLS:
            raise Unreachable(f"{host} stopped sending")


def _length(part: Path) -> int:
    return part.stat().st_size if part.exists() else 0


def _go_on(url: str, part: Path, size: int, tell: Callable[[int, int], None]) -> None:
    """Ask for the rest of the file and append what comes until the connection ends."""
    start = _length(part)
    asked = urllib.request.Request(url, headers={"Range": f"bytes={start}-", "User-Agent": "sayso"})
    try:
        answer: HTTPResponse = urllib.request.urlopen(asked, timeout=READ_SECONDS)
    except urllib.error.HTTPError as error:
        error.close()
        raise Unreachable(f"HTTP status {error.code}") from error
    except (HTTPException, TimeoutError, urllib.error.URLError, ConnectionError) as error:
        log.info("no answer: %s", error)
        return
    with answer, part.open("ab" if answer.status == 206 else "wb") as target:
        while block := _next(answer):
            target.write(block)
            tell(min(target.tell(), size), size)
            if target.tell() > size:
                raise Unreachable("it sends more than the file has")


def _next(answer: HTTPResponse) -> bytes:
    """The next bytes, empty at the end or where the connection broke: the length tells which."""
    try:
        return answer.read1(BLOCK)
    except (HTTPException, TimeoutError, ConnectionError) as error:
        log.info("connection broke: %s", error)
        return b""


def reachable(url: str) -> bool:
    """True when the host takes a connection within three seconds; through a proxy that is for the proxy to say.

    On a thread of its own, because a name that cannot be resolved may take much longer to fail.
    """
    address = urllib.parse.urlsplit(url)
    if address.scheme in urllib.request.getproxies() and not urllib.request.proxy_bypass(address.netloc):
        return True
    answered = threading.Event()

    def knock() -> None:
        port = address.port or (443 if address.scheme == "https" else 80)
        try:
            socket.create_connection((address.hostname or "", port), REACH_SECONDS).close()
        except OSError as error:
            log.info("%s: %s", address.netloc, error)
        else:
            answered.set()
        finally:
            finished.set()

    finished = threading.Event()
    threading.Thread(target=knock, name="sayso-reach", daemon=True).start()
    finished.wait(REACH_SECONDS)
    return answered.is_set()
