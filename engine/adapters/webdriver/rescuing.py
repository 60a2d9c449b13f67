"""Getting rid of a page that has frozen, and asking Chrome itself what ChromeDriver cannot tell meanwhile."""

import http.client
import json
import logging
import time
from typing import Any

import websocket

from engine.adapters.webdriver.debugging import SECONDS, ask
from engine.adapters.webdriver.session import Session

log = logging.getLogger(__name__)

ANSWER_SECONDS = 1.0
AGAIN_SECONDS = 0.2
CLOSING_SECONDS = 4.0


def freed(session: Session) -> bool:
    """End what the tab is loading and running; False when its page does not answer then, or freezes again at once."""
    port, tab = session.port, session.window
    port.stop_loading(tab)
    port.interrupt(tab)
    if tab in port.silent(tab, ANSWER_SECONDS):
        return False
    time.sleep(AGAIN_SECONDS)
    return tab not in port.silent(tab, ANSWER_SECONDS)


def close_frozen(session: Session) -> bool:
    """Replace the current tab by an empty one; False when Chrome itself does not answer."""
    address = session.selenium.capabilities.get("goog:chromeOptions", {}).get("debuggerAddress", "")
    if not address:
        return False
    try:
        ask(address, "PUT", "/json/new?about:blank")
        ask(address, "GET", f"/json/close/{session.window}")
        until = time.monotonic() + CLOSING_SECONDS
        while session.window in str(ask(address, "GET", "/json/list")) and time.monotonic() < until:
            time.sleep(0.05)
    except (OSError, http.client.HTTPException, ValueError):
        return False
    log.info("closed a page that did not answer")
    return True


def evaluate(session: Session, tab: str, expression: str) -> Any:
    """Run a script in a tab that need not be the current one, and which stays where it is; None when it fails.

    `expression` may give a promise.
    """
    parameters = {"expression": expression, "awaitPromise": True, "returnByValue": True}
    try:
        return tell(session, tab, "Runtime.evaluate", parameters).get("result", {}).get("value")
    except (OSError, websocket.WebSocketException, ValueError) as error:
        log.info("a tab did not answer: %s", type(error).__name__)
        return None


def tell(session: Session, tab: str, method: str, parameters: dict[str, object] | None = None) -> dict[str, Any]:
    """Give one command of the DevTools protocol to a tab. Raises OSError, websocket.WebSocketException, ValueError."""
    address = session.selenium.capabilities.get("goog:chromeOptions", {}).get("debuggerAddress", "")
    page = websocket.create_connection(f"ws://{address}/devtools/page/{tab}", timeout=SECONDS, suppress_origin=True)
    try:
        page.send(json.dumps({"id": 1, "method": method, "params": parameters or {}}))
        return dict(json.loads(page.recv()).get("result", {}))
    finally:
        page.close()


def answers(session: Session) -> bool:
    """True while Chrome itself runs and answers, whatever its pages do."""
    address = session.selenium.capabilities.get("goog:chromeOptions", {}).get("debuggerAddress", "")
    try:
        return bool(address) and bool(ask(address, "GET", "/json/version"))
    except (OSError, http.client.HTTPException):
        return False


def listed(session: Session) -> list[dict[str, Any]]:
    """What Chrome itself says of its pages ("id", "title", "url"), whatever ChromeDriver waits for; [] if nothing."""
    address = session.selenium.capabilities.get("goog:chromeOptions", {}).get("debuggerAddress", "")
    try:
        return list(json.loads(ask(address, "GET", "/json/list"))) if address else []
    except (OSError, http.client.HTTPException, ValueError):
        return []
