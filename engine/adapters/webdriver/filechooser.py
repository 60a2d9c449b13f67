"""A file chooser that a page opens by itself: answered before it is shown, as nobody could see or close it."""

import contextlib
import json
import time
from types import TracebackType
from typing import Any

import websocket

from engine.adapters.webdriver.debugging import SECONDS, ask

BROKEN = (OSError, ValueError, KeyError, websocket.WebSocketException)
"""What is raised where the debugging port cannot be used."""

_FIELD = "function() { return [this.accept || '', !!this.multiple, !!this.webkitdirectory]; }"


class FileChooser:
    """While inside, choosers that the page or frame `target` opens are not shown. Raises one of BROKEN."""

    def __init__(self, address: str, targets: tuple[str, ...]) -> None:
        """`address`: host and port of the debugging port; `targets`: ids, of which the first that exists is meant."""
        there = {
            str(one["id"]): str(one["webSocketDebuggerUrl"]) for one in json.loads(ask(address, "GET", "/json/list"))
        }
        place = next(there[target] for target in (*targets, *there) if target in there)
        self._line = websocket.create_connection(place, timeout=SECONDS, suppress_origin=True)
        self._sent = 0
        self._opened: int | None = None

    def __enter__(self) -> "FileChooser":
        try:
            self._ask("Page.enable")
            self._ask("Page.setInterceptFileChooserDialog", enabled=True)
        except BROKEN:
            self._line.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(*BROKEN):
            self._ask("Page.setInterceptFileChooserDialog", enabled=False)
        with contextlib.suppress(*BROKEN):
            self._line.close()

    def opened(self, seconds: float) -> tuple[str, bool, bool] | None:
        """Wait for a chooser: what its field accepts, whether several files, whether a folder. None when none came."""
        until = time.monotonic() + seconds
        while self._opened is None and time.monotonic() < until:
            self._line.settimeout(max(0.05, until - time.monotonic()))
            with contextlib.suppress(websocket.WebSocketTimeoutException):
                self._note(json.loads(self._line.recv()))
        self._line.settimeout(SECONDS)
        if self._opened is None:
            return None
        node = self._ask("DOM.resolveNode", backendNodeId=self._opened)["object"]["objectId"]
        told = self._ask("Runtime.callFunctionOn", objectId=node, functionDeclaration=_FIELD, returnByValue=True)
        accept, several, folder = told["result"]["value"]
        return str(accept), bool(several), bool(folder)

    def choose(self, path: str) -> None:
        """Give the file to the field that asked."""
        self._ask("DOM.setFileInputFiles", files=[path], backendNodeId=self._opened)

    def _ask(self, method: str, **parameters: object) -> dict[str, Any]:
        self._sent += 1
        self._line.send(json.dumps({"id": self._sent, "method": method, "params": parameters}))
        while True:
            told = json.loads(self._line.recv())
            if told.get("id") == self._sent:
                return dict(told["result"])
            self._note(told)

    def _note(self, told: dict[str, Any]) -> None:
        if told.get("method") == "Page.fileChooserOpened" and "backendNodeId" in told["params"]:
            self._opened = int(told["params"]["backendNodeId"])
