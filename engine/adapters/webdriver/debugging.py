"""A connection of our own to Chrome's debugging port, beside ChromeDriver's.

ChromeDriver does one thing at a time, and waits for a page that has frozen. A frozen page can still be reached through
a connection that was there before, so each tab, and each frame with a process of its own, is joined as it appears.
"""

import http.client
import json
import logging
import select
import time
from contextlib import suppress
from threading import RLock
from typing import Any

import websocket

log = logging.getLogger(__name__)

SECONDS = 4
_BROKEN = (OSError, http.client.HTTPException, ValueError, websocket.WebSocketException)
_KINDS = [{"type": "page"}, {"type": "iframe"}]


def ask(address: str, method: str, path: str) -> bytes:
    """Ask the debugging port over HTTP. Raises OSError or HTTPException."""
    host, _, port = address.partition(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=SECONDS)
    try:
        connection.request(method, path)
        return connection.getresponse().read()
    finally:
        connection.close()


class DebugPort:
    """May be used by two threads. Never raises: when the connection is lost, it does nothing."""

    def __init__(self, address: str = "") -> None:
        """`address`: host and port; "" for none."""
        self._socket: websocket.WebSocket | None = None
        self._lock = RLock()
        self._sent = 0
        self._answered: set[int] = set()
        self._targets: dict[str, tuple[str, str]] = {}  # session → its target, and the session it was found in
        if address:
            self._open(address)

    def _open(self, address: str) -> None:
        try:
            version = json.loads(ask(address, "GET", "/json/version"))
            place = version["webSocketDebuggerUrl"]
            self._socket = websocket.create_connection(place, timeout=SECONDS, suppress_origin=True)
        except (*_BROKEN, KeyError) as error:
            log.info("the debugging port cannot be used: %s", type(error).__name__)
            return
        self._join("")
        self.gather(0.1)

    @property
    def is_open(self) -> bool:
        return self._socket is not None

    def close(self) -> None:
        if self._socket is not None:
            with suppress(*_BROKEN):
                self._socket.close(timeout=0)
        self._socket = None
        self._targets.clear()

    def gather(self, seconds: float = 0.0) -> None:
        """Read what Chrome has told, waiting up to `seconds` for it to tell something."""
        while self._waits(seconds):
            seconds = 0.0
            with self._lock:
                if self._waits(0.0):
                    self._read()

    def _waits(self, seconds: float) -> bool:
        line = self._socket.sock if self._socket is not None else None
        try:
            return line is not None and bool(select.select([line], [], [], seconds)[0])
        except (OSError, ValueError):
            self.close()
            return False

    def _read(self) -> None:
        try:
            told = json.loads(self._socket.recv() or "{}") if self._socket is not None else {}
        except _BROKEN as error:
            log.info("the debugging port was lost: %s", type(error).__name__)
            self.close()
            return
        self._note(told)

    def _note(self, told: dict[str, Any]) -> None:
        about = told.get("params", {})
        match told.get("method"):
            case "Target.attachedToTarget":
                found = str(about["sessionId"])
                self._targets[found] = (str(about["targetInfo"]["targetId"]), str(told.get("sessionId", "")))
                self._join(found)
            case "Target.detachedFromTarget":
                self._targets.pop(str(about["sessionId"]), None)
            case None if "id" in told:
                self._answered.add(told["id"])

    def _join(self, session: str) -> None:
        """Have the tabs of the browser (""), or the frames of a target, joined as they appear."""
        self._send(
            "Target.setAutoAttach", session, autoAttach=True, waitForDebuggerOnStart=False, flatten=True, filter=_KINDS
        )

    def _send(self, method: str, session: str, **parameters: object) -> int:
        with self._lock:
            self._sent += 1
            number = self._sent
            message: dict[str, object] = {"id": number, "method": method, "params": parameters}
            if session:
                message["sessionId"] = session
            try:
                if self._socket is not None:
                    self._socket.send(json.dumps(message))
            except _BROKEN as error:
                log.info("the debugging port was lost: %s", type(error).__name__)
                self.close()
            return number

    def _sessions(self, tab: str) -> list[str]:
        """Those of the tab and, after it, of the frames in it."""
        with self._lock:
            targets = list(self._targets.items())
        found = [session for session, (target, _) in targets if target == tab]
        for session in found:  # grows meanwhile
            found += [inner for inner, (_, outer) in targets if outer == session]
        return found

    def stop_loading(self, tab: str) -> None:
        self.gather()
        for session in self._sessions(tab)[:1]:
            self._send("Page.stopLoading", session)

    def interrupt(self, tab: str) -> None:
        """End the script that a tab, or a frame in it, is running. Where none runs, nothing is ended later instead."""
        self.gather()
        for session in self._sessions(tab):
            self._send("Runtime.terminateExecution", session)
            self._send("Runtime.evaluate", session, expression="0")

    def silent(self, tab: str, seconds: float) -> list[str]:
        """The targets (the tab, frames in it) that have not answered within `seconds`; [] when that cannot be told."""
        self.gather()
        asked = {self._send("Runtime.evaluate", session, expression="0"): session for session in self._sessions(tab)}
        until = time.monotonic() + seconds
        while self.is_open and not asked.keys() <= self._answered and time.monotonic() < until:
            self.gather(max(0.0, min(0.05, until - time.monotonic())))
        with self._lock:
            late = [session for number, session in asked.items() if number not in self._answered]
            self._answered -= asked.keys()
            return [self._targets[session][0] for session in late if session in self._targets]
