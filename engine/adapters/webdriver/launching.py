"""Start Chrome and its driver under a claimed profile, and end them."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.chrome.webdriver import WebDriver as Selenium
from selenium.webdriver.remote.remote_connection import RemoteConnection
from urllib3.exceptions import HTTPError

from engine.adapters import chrome
from engine.adapters.webdriver.trouble import Errors
from engine.values.errors import BrowserMissing
from engine.values.settings import Settings

log = logging.getLogger(__name__)

SCRIPT_SECONDS = 10
FIRST_SECONDS = 60


def launch(settings: Settings, folder: Path, more: Iterable[str] = ()) -> tuple[Selenium, chrome.Claim]:
    """Start Chrome, with `more` command line switches.

    Raises BrowserMissing when Chrome is absent or does not start, StorageError when `folder` cannot be written.
    """
    found = chrome.find()
    claim = chrome.claim(folder)
    service = Service(
        executable_path=str(found.driver),  # given, so that Selenium Manager never looks on the network
        service_args=[f"--log-path={claim.driver_log}", "--log-level=SEVERE"],
        popen_kw={"start_new_session": True},  # Ctrl-C in the terminal is for Sayso, which then ends Chrome itself
    )
    try:
        options = _options(found, claim, settings)
        for switch in more:
            options.add_argument(switch)
        options.add_experimental_option("prefs", _preferences(folder))
        selenium = Selenium(options=options, service=service)
    except (WebDriverException, HTTPError, OSError) as error:
        chrome.release(folder, claim)
        if not settings.headless and _no_display():
            raise BrowserMissing("There is no display for Chrome's window. Start Sayso with --headless.") from error
        raise BrowserMissing(
            f"Chrome {found.version} is installed but did not start. Close other Chrome windows and try again."
        ) from error
    selenium.error_handler = Errors()
    claim = chrome.with_driver(claim, service.process.pid)
    chrome.record(folder, claim)
    _first_page(selenium)
    selenium.set_page_load_timeout(settings.page_seconds)
    selenium.set_script_timeout(SCRIPT_SECONDS)
    _patience(selenium, int(settings.page_seconds) + 5)
    return selenium, claim


def downloads(folder: Path) -> Path:
    """Where Chrome puts what it downloads; Chrome makes the folder when it is first needed."""
    return folder.absolute() / "downloads"


def _preferences(folder: Path) -> dict[str, object]:
    """One folder of our own for downloads, so that one is seen to start.

    Where the user is, pages have to ask; ChromeDriver would tell them all.
    """
    ask = 3
    return {
        "download.default_directory": str(downloads(folder)),
        "download.prompt_for_download": False,
        "profile.default_content_setting_values.geolocation": ask,
        "profile.default_content_settings.geolocation": ask,
        "profile.default_content_settings.notifications": ask,
    }


def _no_display() -> bool:
    return sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _options(found: chrome.Chrome, claim: chrome.Claim, settings: Settings) -> Options:
    options = Options()
    options.binary_location = str(found.browser)
    options.page_load_strategy = "eager"
    # An open dialog is a question for the user; whether to leave a page is one only where BiDi is on: without it,
    # ChromeDriver leaves, and what was typed is lost.
    options.set_capability("unhandledPromptBehavior", {"beforeUnload": "ignore", "default": "ignore"})
    options.set_capability("webSocketUrl", True)
    # Chrome's own warnings of deceptive pages stay on; and a page opens no tab that nobody's press has asked for.
    left_out = ["disable-client-side-phishing-detection", "disable-popup-blocking"]
    options.add_experimental_option("excludeSwitches", left_out)
    for switch in chrome.switches(Path(claim.profile), settings.headless):
        options.add_argument(switch)
    return options


def _first_page(selenium: Selenium) -> None:
    """Wait for the empty page of a new Chrome: on a busy machine it may take longer than any other is given."""
    _patience(selenium, FIRST_SECONDS)
    with suppress(WebDriverException, HTTPError, OSError):  # what is wrong is told at the first look
        selenium.execute_script("return document.readyState")


def _patience(selenium: Selenium, seconds: int) -> None:
    """How long any one answer of the driver is waited for; the library's own two minutes are too long."""
    connection = selenium.command_executor
    if isinstance(connection, RemoteConnection):
        connection.client_config.timeout = seconds


def end(selenium: Selenium, folder: Path, claim: chrome.Claim, polite: bool = True) -> None:
    """Quit, so that the profile is saved, unless the driver is past answering; then end what is left. Never raises."""
    try:
        if polite:
            _patience(selenium, 5)
            selenium.quit()
    except (WebDriverException, HTTPError, OSError) as error:
        log.info("Chrome did not quit by itself: %s", type(error).__name__)
    chrome.release(folder, claim)
    with suppress(OSError, subprocess.TimeoutExpired, WebDriverException):
        selenium.service.process.wait(5)
        if isinstance(selenium.command_executor, RemoteConnection):
            selenium.command_executor.close()  # type: ignore[no-untyped-call]
