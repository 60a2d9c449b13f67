"""Ending what the driver is doing: because the user said stop, or because the page has frozen.

A thread watches while the act thread waits for ChromeDriver. It ends loads and scripts through Chrome's debugging port;
what does not come back even then has its connection cut, so that the turn ends in any case.
"""

import logging
import math
import time
from collections.abc import Callable, Iterator
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

from engine.adapters.webdriver.rescuing import answers, driver_answers, interrupt, silent, stop_loading
from engine.adapters.webdriver.session import Session, Wire
from engine.adapters.webdriver.trouble import DriverSilent

log = logging.getLogger(__name__)

TICK = 0.04
_SLICE = 0.1
LOOK = 0.25
GRACE = 0.24
"""Seconds from a stop in which what is being done may end by itself, as settling does."""
CUT = 0.36
"""Seconds from a stop until the driver is no longer waited for."""
OVERDUE, ANSWER = 1.0, 0.5
"""Seconds beyond the time for a page, after which it is asked whether it has frozen; and in which it has to answer."""
SOON = 6.0
"""Seconds, or half of the time for a page, after which the driver is asked whether it still lives."""
FRAME = 2.0
"""Seconds that a look waits for a frame in which a script runs on and on."""


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


def check(session: Session) -> None:
    """Raise Interrupted when the user has said stop."""
    session.check()


def pause(session: Session, seconds: float) -> None:
    """Wait so long. Raises Interrupted as soon as the user says stop."""
    if session.stop.wait(seconds):
        raise session.interrupted()


def wait_for(session: Session, come: Callable[[], bool], seconds: float) -> bool:
    """Wait until Chrome's reports make `come` true; False after `seconds`. Raises Interrupted on stop."""
    until = time.monotonic() + seconds
    while not session.reports.tools.wait_for(come, min(_SLICE, max(0.0, until - time.monotonic()))):
        session.check()
        if time.monotonic() >= until or not session.reports.tools.is_open:
            return come()
    return True


@dataclass(slots=True)
class _Watch:
    session: Session
    stop: Event
    looking: bool = False
    over: Event = field(default_factory=Event)
    stopped: bool = False
    frozen: bool = False
    lost: bool = False

    def run(self) -> None:
        while not self.over.wait(TICK):
            if self.stop.is_set():
                self.stopped = True
                self._end(GRACE, CUT)
            elif self.frozen:
                self._end(0.0, 0.0)
            elif self.lost:
                self.session.wire.cut()

    def guard(self) -> None:
        """Find out what hangs once the driver has been waited for; beside `run`, as that takes longer than a stop may.

        The driver tells that it lives whatever it waits for; a page is held to be frozen when its time is over.
        """
        late = self.session.page_seconds + OVERDUE
        while not (self.frozen or self.lost or self.over.wait(LOOK)):
            asked = self.session.wire.since
            waited = time.monotonic() - asked
            if waited >= late:
                self.frozen = bool(silent(self.session, ANSWER)) and self.session.wire.since == asked
            elif self.looking and FRAME <= waited < 2 * FRAME:
                self._free_frames(asked)
            elif waited >= min(self.session.page_seconds / 2, SOON):
                hangs = not any(driver_answers(self.session) for _ in range(2)) and answers(self.session)
                self.lost = hangs and self.session.wire.since == asked

    def _free_frames(self, asked: float) -> None:
        """End the scripts of frames that froze while they were looked at, where the tab itself answers."""
        hangs = silent(self.session, ANSWER)
        if hangs and self.session.window not in hangs and self.session.wire.since == asked:
            log.info("ending the script of a frame that does not answer")
            interrupt(self.session, hangs)

    def _end(self, grace: float, cut: float) -> None:
        began = time.monotonic()
        stop_loading(self.session)
        if self.over.wait(grace):
            return
        log.info("ending what the page does")
        while True:
            interrupt(self.session)
            if self.over.wait(TICK):
                return
            if time.monotonic() - began >= cut:
                self.session.wire.cut()


@contextmanager
def stoppable(session: Session, stop: Event, looking: bool = False) -> Iterator[None]:
    """While inside, `stop` ends whatever the current tab is doing, within half a second.

    `looking`: nothing is being done, so that frames that freeze meanwhile need not be waited for.

    Raises Interrupted when something failed after `stop`, Frozen when the page did not answer for page_seconds, and
    DriverSilent when the driver does not answer though Chrome does.
    """
    watch = _Watch(session, stop, looking)
    watching = Thread(target=watch.run, name="stop-watch", daemon=True)
    guarding = Thread(target=watch.guard, name="driver-watch", daemon=True)
    watching.start()
    guarding.start()
    try:
        yield
    except UnexpectedAlertPresentException:
        raise
    except (WebDriverException, HTTPError, OSError) as error:
        if watch.stopped:
            raise session.interrupted() from error
        if watch.frozen:
            raise Frozen from error
        if watch.lost:
            raise DriverSilent from error
        raise
    finally:
        watch.over.set()
        watching.join()
        guarding.join(TICK)  # it ends by itself where it still waits for an answer, and touches nothing
