"""Ending what the driver is doing: because the user said stop, or because the page has frozen.

A thread watches while the act thread waits for ChromeDriver. It ends loads and scripts through Chrome's debugging port;
what does not come back even then has its connection cut, so that the turn ends in any case.
"""

import logging
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Thread

from selenium.common.exceptions import UnexpectedAlertPresentException, WebDriverException
from selenium.webdriver.chrome.webdriver import WebDriver as Selenium
from selenium.webdriver.remote.remote_connection import RemoteConnection
from urllib3 import PoolManager
from urllib3.connection import HTTPConnection
from urllib3.exceptions import HTTPError
from urllib3.response import HTTPResponse
from urllib3.util.retry import Retry

from engine.adapters.webdriver.session import Session, Wire
from engine.values.errors import Interrupted

log = logging.getLogger(__name__)

TICK = 0.04
GRACE = 0.2
"""Seconds from a stop in which what is being done may end by itself, as settling does."""
CUT = 0.36
"""Seconds from a stop until the driver is no longer waited for."""
OVERDUE = 1.0
"""Seconds beyond the time for a page, after which the driver is held to wait for a frozen one."""


class Frozen(Exception):
    """The page did not answer, and what it was doing was ended. Never leaves this package."""


def wired(selenium: Selenium) -> Wire:
    """Make the connection to the driver one that can be cut from another thread."""
    wire = Wire()

    class Cuttable(HTTPConnection):
        def connect(self) -> None:
            super().connect()
            wire.line = self.sock

        def request(self, *arguments: object, **named: object) -> None:
            wire.since = time.monotonic()
            super().request(*arguments, **named)  # type: ignore[arg-type]

        def getresponse(self) -> HTTPResponse:  # type: ignore[override]
            try:
                return super().getresponse()
            finally:
                wire.since = math.inf

    connection = selenium.command_executor
    pools = getattr(connection, "_conn", None)
    if isinstance(connection, RemoteConnection) and isinstance(pools, PoolManager):
        pools.connection_pool_kw["retries"] = Retry(read=0, other=0)  # nothing is asked twice of a driver that is busy
        pools.clear()
        pool = pools.connection_from_url(str(connection.client_config.remote_server_addr))
        pool.ConnectionCls = Cuttable
    return wire


def interrupted(session: Session) -> Interrupted:
    """What to raise on stop: it says so when the effect had been set off already."""
    if session.pressed:
        return Interrupted("Stopped, but I had already pressed it. Check what the page shows.")
    return Interrupted("Stopped.")


def check(session: Session) -> None:
    """Raise Interrupted when the user has said stop; to be called between the slices of anything that waits."""
    if session.stop.is_set():
        raise interrupted(session)


def pause(session: Session, seconds: float) -> None:
    """Wait so long. Raises Interrupted as soon as the user says stop."""
    if session.stop.wait(seconds):
        raise interrupted(session)


@dataclass(slots=True)
class _Watch:
    session: Session
    stop: Event
    over: Event = field(default_factory=Event)
    stopped: bool = False
    frozen: bool = False

    def run(self) -> None:
        while not self.over.wait(TICK):
            self.session.port.gather()
            if self.stop.is_set():
                self.stopped = True
                self._end(GRACE, CUT)
            elif self._hangs():
                self.frozen = True
                self._end(0.0, 0.0)

    def _hangs(self) -> bool:
        """Has the driver been asked something so long ago that a page must have frozen, and is one frozen?"""
        wire = self.session.wire
        asked = wire.since
        if time.monotonic() - asked < self.session.page_seconds + OVERDUE:
            return False
        hangs = bool(self.session.port.silent(self.session.window, 0.5))
        return hangs and wire.since == asked and not self.over.is_set()

    def _end(self, grace: float, cut: float) -> None:
        began = time.monotonic()
        self.session.port.stop_loading(self.session.window)
        if self.over.wait(grace):
            return
        log.info("ending what the page does")
        while True:
            self.session.port.interrupt(self.session.window)
            if self.over.wait(TICK):
                return
            if time.monotonic() - began >= cut:
                self.session.wire.cut()


@contextmanager
def stoppable(session: Session, stop: Event) -> Iterator[None]:
    """While inside, `stop` ends whatever the current tab is doing, within half a second.

    Raises Interrupted when something failed after `stop`, and Frozen when the page did not answer for page_seconds.
    """
    session.port.gather()
    watch = _Watch(session, stop)
    thread = Thread(target=watch.run, name="stop-watch", daemon=True)
    thread.start()
    try:
        yield
    except UnexpectedAlertPresentException:
        raise
    except (WebDriverException, HTTPError, OSError) as error:
        if watch.stopped:
            raise interrupted(session) from error
        if watch.frozen:
            raise Frozen from error
        raise
    finally:
        watch.over.set()
        thread.join()
