"""Getting rid of a page that has frozen. ChromeDriver itself waits for it, so Chrome is asked directly."""

import http.client
import json
import logging

from engine.adapters.webdriver.session import Session

log = logging.getLogger(__name__)

SECONDS = 4


def close_frozen(session: Session) -> bool:
    """Replace the current tab by an empty one; False when Chrome itself does not answer."""
    address = session.selenium.capabilities.get("goog:chromeOptions", {}).get("debuggerAddress", "")
    if not address:
        return False
    try:
        _ask(address, "PUT", "/json/new?about:blank")
        _ask(address, "GET", f"/json/close/{session.window}")
        left = json.loads(_ask(address, "GET", "/json/list"))
    except (OSError, http.client.HTTPException, ValueError):
        return False
    log.info("closed a page that did not answer; %d tabs are left", len(left))
    return True


def answers(session: Session) -> bool:
    """True while Chrome itself runs and answers, whatever its pages do."""
    address = session.selenium.capabilities.get("goog:chromeOptions", {}).get("debuggerAddress", "")
    try:
        return bool(address) and bool(_ask(address, "GET", "/json/version"))
    except (OSError, http.client.HTTPException):
        return False


def _ask(address: str, method: str, path: str) -> bytes:
    host, _, port = address.partition(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=SECONDS)
    try:
        connection.request(method, path)
        return connection.getresponse().read()
    finally:
        connection.close()
