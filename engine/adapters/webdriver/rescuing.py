"""Getting rid of a page that has frozen, and asking Chrome itself what ChromeDriver cannot tell meanwhile.

A frozen page can be reached through a connection that was there before, which Reports sees to.
"""

import http.client
import logging
import time
from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from engine.adapters.webdriver.devtools import SECONDS, Refused
from engine.adapters.webdriver.session import Session

log = logging.getLogger(__name__)

ANSWER_SECONDS = 1.0
AGAIN_SECONDS = 0.2
CLOSING_SECONDS = 4.0
DRIVER_SECONDS = 2.0


def stop_loading(session: Session) -> None:
    reports = session.reports
    if tab := reports.session(session.window):
        reports.tools.tell("Page.stopLoading", tab)


def interrupt(session: Session, targets: Collection[str] = ()) -> None:
    """End the script that the tab, or a frame in it, is running. Where none runs, nothing is ended later instead.

    `targets`: only of these, if any are named.
    """
    tools = session.reports.tools
    found = session.reports.sessions(session.window)
    for one in (session for session, target in found.items() if not targets or target in targets):
        tools.tell("Runtime.terminateExecution", one)
        tools.tell("Runtime.evaluate", one, expression="0")


def silent(session: Session, seconds: float) -> list[str]:
    """The targets (the tab, frames in it) that have not answered within `seconds`; [] when that cannot be told.

    It cannot while a dialog is open, for which the page waits.
    """
    reports = session.reports
    if session.window in reports.dialogs:
        return []
    asked = reports.sessions(session.window)
    answered = reports.tools.answering(asked, seconds)
    if not reports.tools.is_open or session.window in reports.dialogs:
        return []
    there = reports.sessions(session.window)
    return [target for one, target in asked.items() if one in there and one not in answered]


def freed(session: Session) -> bool:
    """End what the tab is loading and running; False when its page does not answer then, or freezes again at once."""
    stop_loading(session)
    interrupt(session)
    if session.window in silent(session, ANSWER_SECONDS):
        return False
    time.sleep(AGAIN_SECONDS)
    return session.window not in silent(session, ANSWER_SECONDS)


def close_frozen(session: Session) -> bool:
    """Replace the current tab by an empty one; False when Chrome itself does not answer."""
    tools, old = session.reports.tools, session.window
    try:
        tools.ask("Target.createTarget", url="about:blank")
        tools.ask("Target.closeTarget", targetId=old)
    except Refused:
        return False
    tools.wait_for(lambda: not session.reports.session(old), CLOSING_SECONDS)
    log.info("closed a page that did not answer")
    return True


def evaluate(session: Session, tab: str, expression: str) -> Any:
    """Run a script in a tab that need not be the current one, and which stays where it is; None when it fails.

    `expression` may give a promise.
    """
    reports = session.reports
    if tab in reports.dialogs or not reports.tools.wait_for(lambda: bool(reports.session(tab)), SECONDS):
        return None
    asked: dict[str, Any] = {"expression": expression, "awaitPromise": True, "returnByValue": True}
    try:
        return reports.tools.ask("Runtime.evaluate", reports.session(tab), **asked).get("result", {}).get("value")
    except Refused:
        log.info("a tab did not answer")
        return None


def answers(session: Session) -> bool:
    """True while Chrome itself runs and answers, whatever its pages do; also when that cannot be told."""
    tools = session.reports.tools
    try:
        return not tools.is_open or bool(tools.ask("Browser.getVersion"))
    except Refused:
        return False


def driver_answers(session: Session) -> bool:
    """True while ChromeDriver runs and answers, which it does whatever it waits for."""
    host = urlsplit(session.selenium.service.service_url).netloc
    connection = http.client.HTTPConnection(host, timeout=DRIVER_SECONDS)
    try:
        connection.request("GET", "/status")
        return bool(connection.getresponse().read())
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def listed(session: Session) -> list[dict[str, Any]]:
    """What Chrome itself says of its pages ("targetId", "title", "url"), whatever ChromeDriver does; [] if nothing."""
    try:
        found = session.reports.tools.ask("Target.getTargets")["targetInfos"]
    except Refused:
        return []
    return [one for one in found if one.get("type") == "page"]
