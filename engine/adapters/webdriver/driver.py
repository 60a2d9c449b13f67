"""`WebDriver`: the Browser port on Selenium and ChromeDriver."""

import logging
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import NoReturn

from selenium.common.exceptions import (
    NoSuchWindowException,
    TimeoutException,
    UnexpectedAlertPresentException,
    WebDriverException,
)
from urllib3.exceptions import HTTPError

from engine.adapters.webdriver import dialogs, kinds, looking
from engine.adapters.webdriver.dispatching import dispatch
from engine.adapters.webdriver.launching import downloads, end, launch
from engine.adapters.webdriver.reporting import Reports
from engine.adapters.webdriver.rescuing import answers, close_frozen, evaluate, freed, silent
from engine.adapters.webdriver.resending import resends
from engine.adapters.webdriver.session import Session, read_scripts
from engine.adapters.webdriver.stopping import Frozen, check, stoppable, wired
from engine.adapters.webdriver.storing import snapshot
from engine.adapters.webdriver.tabs import open_tabs, reopen
from engine.adapters.webdriver.trouble import GONE, NODE_GONE, DriverSilent, TabCrashed, has_ended, translated
from engine.adapters.webdriver.zooming import factor
from engine.seeing.walking import Look, depths, page_from
from engine.values.action import Action, Click, Press, Submit, Zoom
from engine.values.errors import BrowserGone, Interrupted, PageTimedOut
from engine.values.outcome import Done, Failed, Outcome, Vanished
from engine.values.page import Page, Snapshot, Tab
from engine.values.settings import Settings

log = logging.getLogger(__name__)

_DYING_SECONDS = 0.5
_LOOKS_AGAIN = 4
"""Times, as a page may lead on to another, and that one to a third."""
_RESTLESS = "The page leads on to another all the time, so I cannot read it. Open another page."
_CHANGING = "The page changed while I was at it. Check what it shows now."
_UNSEEN = "{}, but I cannot see what came of it. Check what the page shows now."


class WebDriver:
    """A running Chrome; built and used on one thread.

    `folder` is the data folder: the profile and the record of running browsers lie in `folder`/browser.
    `switches` are more of Chrome's own, such as its scale of the screen. Raises BrowserMissing or StorageError.
    """

    def __init__(self, settings: Settings, folder: Path, switches: Iterable[str] = ()) -> None:
        self._folder = folder
        selenium, self._claim = launch(settings, folder, switches)
        self._session = Session(selenium, read_scripts(), settings.page_seconds, downloads(folder))
        self._session.window = selenium.current_window_handle
        self._session.wire = wired(selenium)
        address = selenium.capabilities.get("goog:chromeOptions", {}).get("debuggerAddress", "")
        self._session.reports = Reports(address)
        self._zoom = 0
        self._closed = False

    def capture(self, stop: Event | None = None, *, whole: bool = False) -> Page:
        """Look at the active tab. Raises BrowserGone, Interrupted, and PageTimedOut when the page does not answer."""
        most = looking.MOST_ELEMENTS if whole else looking.NEAR_ELEMENTS
        self._session.pressed, self._session.stop = False, stop or Event()
        with self._translated():
            try:
                with stoppable(self._session, self._session.stop, looking=True):
                    page = self._capture(most)
                    check(self._session)
                    return page
            except NODE_GONE as error:
                raise PageTimedOut(_RESTLESS) from error
            except UnexpectedAlertPresentException:
                return dialogs.shown(self._session)
            except TabCrashed:
                return kinds.crashed_page(self._session)

    def _capture(self, most: int) -> Page:
        found, hidden = self._look(most)
        tabs = self._session.selenium.window_handles if hidden else []
        if len(tabs) > 1 and self._show_visible(tabs):
            found, hidden = self._look(most)
        self._session.depths = depths(found)
        page = kinds.known(self._session, page_from(found, open_tabs(self._session)))
        self._zoom = self._zoom or round(100 * factor(self._session))  # a call of its own, and it seldom changes
        view = replace(page.viewport, zoom=self._zoom)
        return replace(page, viewport=view, resends=resends(self._session))

    def _look(self, most: int) -> tuple[Look, bool]:
        """Look at the tab; again where it closes, or where another document takes its place, meanwhile."""
        for _ in range(_LOOKS_AGAIN):
            check(self._session)
            with suppress(NoSuchWindowException, *NODE_GONE):
                self._stay_on_a_tab()
                return looking.look(self._session, most)
        self._stay_on_a_tab()
        return looking.look(self._session, most)

    def _stay_on_a_tab(self) -> None:
        """When the user closed the tab, go on with the one that is shown now."""
        try:
            self._session.enter(())
        except NoSuchWindowException as error:
            tabs = self._session.selenium.window_handles
            if not tabs:
                raise BrowserGone(GONE) from error
            gone = self._session.window
            if not self._show_visible(tabs):
                self._session.after_closing(gone, tabs)
            self._session.forget(gone)

    def _show_visible(self, tabs: list[str]) -> bool:
        """Go to the tab that the user has brought to the front; asked of each without going there, as that shows it."""
        for tab in tabs:
            away = tab != self._session.window and tab not in self._session.reports.crashed
            if away and evaluate(self._session, tab, "document.visibilityState") == "visible":
                self._session.go_to(tab)
                return True
        return False

    def perform(self, action: Action, page: Page, stop: Event) -> Outcome:
        """See the port. A dialog that opens meanwhile is the outcome; it is answered by clicking OK or Cancel."""
        if stop.is_set():
            raise Interrupted("Stopped.")
        self._session.pressed, self._session.stop = False, stop
        self._session.presses = isinstance(action, Click | Press | Submit)
        if isinstance(action, Zoom):
            self._zoom = 0
        with self._translated():
            try:
                with stoppable(self._session, stop):
                    try:
                        return dispatch(self._session, action, page, stop)
                    finally:
                        self._leave_frames()
            except UnexpectedAlertPresentException as error:
                return dialogs.opened(self._session, error.alert_text)
            except TabCrashed:
                return Failed(kinds.CRASHED)
            except NoSuchWindowException as error:
                return self._without_tab(error)
            except TimeoutException:
                raise
            except WebDriverException as error:
                if has_ended(error):
                    raise
                log.info("%s failed: %s", type(action).__name__, type(error).__name__)
                log.debug("%s", error.msg)
                return self._cut_off(error)

    def _cut_off(self, error: WebDriverException) -> Outcome:
        """The outcome where something failed: what was begun by then is neither called done nor not done."""
        left, presses = isinstance(error, NODE_GONE), self._session.presses
        if not self._session.pressed:
            return Failed(_CHANGING if left else "The page did not let me do that.")
        if left and presses:
            return Done("the page changed")
        return Failed(_UNSEEN.format("I pressed it" if presses else "I began to do that"))

    def _without_tab(self, error: NoSuchWindowException) -> Outcome:
        """The tab, or a frame, was closed meanwhile; the next look finds another. Raises `error` when none is left."""
        tabs = self._session.selenium.window_handles
        if not tabs:
            raise error
        if not self._session.pressed:
            return Vanished()
        return Done("the page changed" if self._session.window in tabs else "the tab closed")

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Selenium's errors as ours; a page that has frozen is closed, as Chrome cannot be used before."""
        if self._session.silent or self._closed:
            raise BrowserGone(GONE)
        try:
            with translated():
                yield
        except TimeoutException as error:
            if not answers(self._session):
                self._session.silent = True
                raise BrowserGone(GONE) from error
            self._free("The page did not answer in time, so I stopped waiting. Try again later.", error)
        except Frozen as error:
            self._free("The page had stopped answering, so I ended what it did. Check what it shows now.", error)
        except DriverSilent as error:
            tools, window = self._session.reports.tools, self._session.window
            hangs = not tools.is_open or window in silent(self._session, 1.0)  # otherwise it is the driver that hangs
            if hangs and self._driver_runs():
                self._close_frozen(error)
            self._session.silent = True
            raise BrowserGone(GONE) from error

    def _free(self, sentence: str, error: Exception) -> NoReturn:
        """End what the page is loading and running; a page that does not come back is closed. Raises PageTimedOut."""
        if not freed(self._session):
            self._close_frozen(error)
            self._session.silent = True
            raise BrowserGone(GONE) from error
        raise PageTimedOut(sentence) from error

    def _close_frozen(self, error: Exception) -> None:
        """Raises PageTimedOut when the frozen page could be closed."""
        self._session.inside = ()
        if close_frozen(self._session):
            raise PageTimedOut("The page has stopped answering, so I closed it. Open another page.") from error

    def _driver_runs(self) -> bool:
        """A driver that was killed may take a moment to be seen as ended."""
        try:
            self._session.selenium.service.process.wait(_DYING_SECONDS)
        except subprocess.TimeoutExpired:
            return True
        return False

    def _leave_frames(self) -> None:
        if self._session.inside:
            with suppress(WebDriverException, HTTPError, OSError):  # whatever is wrong has been told by now
                self._session.leave()
            self._session.inside = ()

    def snapshot(self, page: Page) -> Snapshot:
        """The active tab as WebLINX stores it."""
        with self._translated():
            try:
                return snapshot(self._session, page)
            except UnexpectedAlertPresentException:  # nothing can be read meanwhile
                return Snapshot("", {}, b"", {})

    def screenshot(self) -> bytes:
        """PNG of the viewport; b"" while a dialog is open."""
        with self._translated():
            try:
                return self._session.selenium.get_screenshot_as_png()
            except UnexpectedAlertPresentException:
                return b""

    def reopen(self, tabs: Iterable[Tab]) -> None:
        """Open the addresses of these tabs. Raises BrowserGone."""
        with self._translated(), suppress(UnexpectedAlertPresentException):
            reopen(self._session, tabs)

    def close(self) -> None:
        """End Chrome and its driver, and remove the claim. Never raises."""
        if not self._closed:
            self._closed = True
            self._session.reports.close()
            end(self._session.selenium, self._folder, self._claim, polite=not self._session.silent)
