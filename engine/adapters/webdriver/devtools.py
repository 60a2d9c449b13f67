"""The one connection of our own to Chrome's debugging port, beside ChromeDriver's, which does one thing at a time.

One thread of its own reads it and calls `heard`; it ends with the connection. Losing the connection is no error: Sayso
then knows less, says less, and cannot free a page that has frozen.
"""

import http.client
import json
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Condition, Thread
from typing import Any

import websocket

log = logging.getLogger(__name__)

Message = dict[str, Any]

SECONDS = 4
_SLICE_SECONDS = 0.1
_START_SECONDS = 15
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
            place = _place(address) if address else ""
            if place:
                self._socket = websocket.create_connection(place, timeout=_START_SECONDS, suppress_origin=True)
        except (*_BROKEN, KeyError) as error:
            log.info("Chrome's own reports cannot be had: %s", type(error).__name__)
        if self._socket is not None:
            self._socket.settimeout(None)
            self._reader = Thread(target=self._read, args=(self._socket,), name="chrome-reports", daemon=True)
            self._reader.start()

    @property
    def is_open(self) -> bool:
        return self._socket is not None

    def close(self) -> None:
        """End the connection and its thread. Never raises."""
        line = self._socket
        if line is not None:
            with suppress(*_BROKEN):
                line.abort()  # type: ignore[no-untyped-call]  # wakes the reader, which closes it
        if self._reader is not None:
            self._reader.join(1.0)

    def tell(self, method: str, session: str = "", **parameters: object) -> None:
        """Send without waiting for an answer."""
        self._send(method, session, parameters)

    def ask(self, method: str, session: str = "", seconds: float = SECONDS, **parameters: object) -> Message:
        """Return Chrome's answer. Raises Refused. Not for the reading thread, which would wait for itself."""
        number = self._send(method, session, parameters, waited=True)
        answer = self._collected({number}, seconds).get(number, {})
        if "result" not in answer:
            raise Refused(method)
        return dict(answer["result"])

    def ask_stoppably(
        self, check: Callable[[], None], method: str, session: str, seconds: float = SECONDS, **parameters: object
    ) -> Message:
        """Return Chrome's answer as `ask` does; `check` is called again and again meanwhile, and may raise."""
        number, until = self._send(method, session, parameters, waited=True), time.monotonic() + seconds
        try:
            while not self._has_come(number, _SLICE_SECONDS) and time.monotonic() < until:
                check()
        finally:
            answer = self._collected({number}, 0.0).get(number, {})
        if "result" not in answer:
            raise Refused(method)
        return dict(answer["result"])

    def _has_come(self, number: int, seconds: float) -> bool:
        with self._news:
            return self._news.wait_for(lambda: number in self._answers or self._socket is None, seconds)

    def asked(self, method: str, sessions: Iterable[str], seconds: float, **parameters: object) -> None:
        """Send to all of these at once, and wait until each has answered. Not for the reading thread."""
        self._collected({self._send(method, one, parameters, waited=True) for one in sessions}, seconds)

    def answering(self, sessions: Iterable[str], seconds: float) -> set[str]:
        """Those whose page runs a script within `seconds`. Not for the reading thread."""
        asked = {self._send("Runtime.evaluate", one, {"expression": "0"}, waited=True): one for one in sessions}
        return {asked[number] for number in self._collected(set(asked), seconds)}

    def wait_for(self, come: Callable[[], bool], seconds: float) -> bool:
        """Wait until `come` says so, which is asked after every message; False after `seconds`."""
        with self._news:
            return self._news.wait_for(lambda: come() or self._socket is None, seconds) and come()

    def _send(self, method: str, session: str, parameters: Message, waited: bool = False) -> int:
        with self._news:
            self._sent += 1
            number = self._sent
            if waited:
                self._waited.add(number)
        message: Message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        line = self._socket
        with suppress(*_BROKEN):  # the reader finds out as well
            if line is not None:
                line.send(json.dumps(message))
        return number

    def _collected(self, numbers: set[int], seconds: float) -> dict[int, Message]:
        """The answers to these that come within `seconds`."""
        with self._news:
            self._news.wait_for(lambda: numbers <= self._answers.keys() or self._socket is None, seconds)
            self._waited -= numbers
            return {number: self._answers.pop(number) for number in numbers & self._answers.keys()}

    def _read(self, line: websocket.WebSocket) -> None:
        try:
            while told := line.recv():
                if not (isinstance(told, str) and told.startswith(_NOISE)):
                    self._take(json.loads(told))
        except _BROKEN as error:
            log.debug("Chrome's own reports have ended: %s", type(error).__name__)
        finally:
            with self._news:
                self._socket = None
                self._news.notify_all()
            with suppress(*_BROKEN):
                line.shutdown()  # type: ignore[no-untyped-call]

    def _take(self, message: Message) -> None:
        if "id" not in message:
            self._heard(message)
        with self._news:
            if message.get("id") in self._waited:
                self._answers[message["id"]] = message
            self._news.notify_all()


def _place(address: str) -> str:
    """Where the whole browser is to be reached, asked over HTTP. Raises one of _BROKEN, or KeyError."""
    host, _, port = address.partition(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=_START_SECONDS)
    try:
        connection.request("GET", "/json/version")
        return str(json.loads(connection.getresponse().read())["webSocketDebuggerUrl"])
    finally:
        connection.close()
