"""A connection to Chrome's debugging port that is read all the time, for what Chrome tells without being asked.

One thread of its own reads it and calls `heard`; it ends with the connection. Losing the connection is no error: Sayso
then knows less, and says less.
"""

import http.client
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Thread
from typing import Any

import websocket

from engine.adapters.webdriver.debugging import SECONDS, ask

log = logging.getLogger(__name__)

Message = dict[str, Any]

_BROKEN = (OSError, http.client.HTTPException, ValueError, websocket.WebSocketException)

_NOISE = '{"method":"Runtime.console'
"""What pages log may be much, and is no concern of ours."""


class Refused(Exception):
    """Chrome did not do what it was asked, or does not answer. Never leaves this package."""


class DevTools:
    """Messages are sent by any thread, and read by one."""

    def __init__(self, address: str, heard: Callable[[Message], None]) -> None:
        """`address`: host and port of the debugging port; `heard` is called on the reading thread. Never raises."""
        self._heard = heard
        self._sent = 0
        self._waited: set[int] = set()
        self._answers: dict[int, Message] = {}
        self._news = Condition()
        self._socket: websocket.WebSocket | None = None
        self._reader: Thread | None = None
        try:
            place = json.loads(ask(address, "GET", "/json/version"))["webSocketDebuggerUrl"] if address else ""
            self._socket = websocket.create_connection(place, timeout=SECONDS, suppress_origin=True) if place else None
        except (*_BROKEN, KeyError) as error:
            log.info("Chrome's own reports cannot be had: %s", type(error).__name__)
        if self._socket is not None:
            self._socket.settimeout(None)
            self._reader = Thread(target=self._read, name="chrome-reports", daemon=True)
            self._reader.start()

    @property
    def is_open(self) -> bool:
        return self._socket is not None

    def close(self) -> None:
        """End the connection and its thread. Never raises."""
        if self._socket is not None:
            with suppress(*_BROKEN):
                self._socket.abort()  # type: ignore[no-untyped-call]  # wakes the reader, which closes it
        if self._reader is not None:
            self._reader.join(1.0)

    def tell(self, method: str, session: str = "", **parameters: object) -> int:
        """Send without waiting for an answer."""
        with self._news:
            self._sent += 1
            number = self._sent
        self._send(number, method, session, parameters)
        return number

    def ask(self, method: str, session: str = "", seconds: float = SECONDS, **parameters: object) -> Message:
        """Return Chrome's answer. Raises Refused. Not for the reading thread, which would wait for itself."""
        with self._news:
            self._sent += 1
            number = self._sent
            self._waited.add(number)
        self._send(number, method, session, parameters)
        with self._news:
            came = self._news.wait_for(lambda: number in self._answers or self._socket is None, seconds)
            answer = self._answers.pop(number, None) if came else None
            self._waited.discard(number)
        if answer is None or "result" not in answer:
            raise Refused(method)
        return dict(answer["result"])

    def wait_for(self, come: Callable[[], bool], seconds: float) -> bool:
        """Wait until `come` says so, which is asked after every message; False after `seconds`."""
        with self._news:
            return self._news.wait_for(come, seconds)

    def _send(self, number: int, method: str, session: str, parameters: dict[str, object]) -> None:
        message: Message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        with suppress(*_BROKEN):  # the reader finds out as well
            if self._socket is not None:
                self._socket.send(json.dumps(message))

    def _read(self) -> None:
        line = self._socket
        try:
            while line is not None:
                told = line.recv()
                if not told:
                    break
                if not (isinstance(told, str) and told.startswith(_NOISE)):
                    self._take(json.loads(told))
        except _BROKEN as error:
            log.debug("Chrome's own reports have ended: %s", type(error).__name__)
        self._socket = None
        if line is not None:
            with suppress(*_BROKEN):
                line.shutdown()  # type: ignore[no-untyped-call]
        with self._news:
            self._news.notify_all()

    def _take(self, message: Message) -> None:
        if "id" not in message:
            self._heard(message)
        with self._news:
            if message.get("id") in self._waited:
                self._answers[message["id"]] = message
            self._news.notify_all()
