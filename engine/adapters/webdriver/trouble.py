"""Selenium's errors → ours, each with a plain sentence."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from selenium.common.exceptions import (
    InvalidArgumentException,
    InvalidSessionIdException,
    JavascriptException,
    NoSuchElementException,
    NoSuchFrameException,
    NoSuchWindowException,
    StaleElementReferenceException,
    UnexpectedAlertPresentException,
    WebDriverException,
)
from selenium.webdriver.remote.errorhandler import ErrorHandler
from urllib3.exceptions import HTTPError

from engine.values.errors import BrowserGone, PageUnreachable

NODE_GONE = (StaleElementReferenceException, NoSuchElementException, NoSuchFrameException)
"""What Selenium raises for a node, or a frame, that is no longer there."""

_ENDED = (
    "disconnected",
    "not reachable",
    "session deleted",
    "target window already closed",
    "web view not found",
)
_REPLACED = (
    "document unloaded",
    "execution context",
    "aborted by navigation",
    "cannot find context",
    "inspected target navigated",
    "promise was collected",
    "same javascript world",
    "target frame detached",
    "node with given id does not belong to the document",
    "no node with given id",
    "node is detached from document",
)
"""What ChromeDriver and Chrome say of a script, or of a node, whose document is being replaced."""
_NET = re.compile(r"\bERR_[A-Z0-9_]+")


class Errors(ErrorHandler):
    """Selenium's errors, with three told apart that it does not: a question whether to leave, a crash, a node gone.

    ChromeDriver passes on Chrome's own words for what belongs to a document that is being replaced, instead of naming
    it stale (SeleniumHQ/selenium issue 15401).
    """

    def check_response(self, response: dict[str, Any]) -> None:
        """Raises what Selenium raises."""
        try:
            super().check_response(response)
        except InvalidArgumentException as error:
            if "dialog type beforeunload" in (error.msg or ""):
                raise UnexpectedAlertPresentException(error.msg, alert_text="") from error
            raise
        except UnexpectedAlertPresentException:
            raise
        except WebDriverException as error:
            if "tab crashed" in (error.msg or "").lower():
                raise TabCrashed(error.msg) from error
            if not has_ended(error) and any(words in (error.msg or "").lower() for words in _REPLACED):
                raise StaleElementReferenceException(error.msg) from error
            raise


class TabCrashed(WebDriverException):
    """The process of the current tab has ended; Chrome and its other tabs live on. Never leaves this package."""


class DriverSilent(Exception):
    """ChromeDriver does not answer: it has ended, or waits for a frozen page. Never leaves this package."""


@contextmanager
def translated() -> Iterator[None]:
    """Turn what ends a conversation with Chrome into BrowserGone or DriverSilent; let the rest pass."""
    try:
        yield
    except TabCrashed:
        raise
    except (InvalidSessionIdException, NoSuchWindowException) as error:
        raise BrowserGone(GONE) from error
    except WebDriverException as error:
        if has_ended(error):
            raise BrowserGone(GONE) from error
        raise
    except (HTTPError, OSError) as error:
        raise DriverSilent from error


GONE = "Chrome has closed or does not answer any more."


def has_ended(error: WebDriverException) -> bool:
    """True when the error says that the page, the window, or all of Chrome, is no more."""
    if isinstance(error, JavascriptException | UnexpectedAlertPresentException):
        return False  # their words may be the page's own
    return isinstance(error, InvalidSessionIdException | NoSuchWindowException | TabCrashed) or any(
        words in (error.msg or "").lower() for words in _ENDED
    )


def was_unloaded(error: WebDriverException) -> bool:
    """True when something was cut off because its document was replaced."""
    return isinstance(error, (JavascriptException, *NODE_GONE))


def net_error(text: str) -> str:
    """The first Chrome network error code in a text ("ERR_NAME_NOT_RESOLVED"), or ""."""
    match = _NET.search(text)
    return match.group(0) if match else ""


def unreachable(url: str, code: str) -> PageUnreachable:
    """The sentence for an address that could not be shown, naming its host."""
    host = urlsplit(url).hostname or "that address"
    if code in ("ERR_NAME_NOT_RESOLVED", "ERR_NAME_RESOLUTION_FAILED", "ERR_DNS_TIMED_OUT"):
        return PageUnreachable(f"I cannot find {host}. Check the address, or that you are connected to the internet.")
    if code == "ERR_INTERNET_DISCONNECTED":
        return PageUnreachable(f"You are not connected to the internet, so I cannot open {host}.")
    if is_certificate(code):
        return PageUnreachable(f"I did not open {host}: its certificate is not valid, so it may not be the real site.")
    if code in ("ERR_CONNECTION_TIMED_OUT", "ERR_TIMED_OUT"):
        return PageUnreachable(f"{host} does not answer. Try again later.")
    if code == "ERR_TOO_MANY_REDIRECTS":
        return PageUnreachable(f"{host} sends me round in circles, so the page cannot be shown. Try again later.")
    if code in ("ERR_INVALID_URL", "ERR_UNKNOWN_URL_SCHEME"):
        return PageUnreachable(f"{host} is not an address that I can open. Check the address.")
    return PageUnreachable(f"I cannot reach {host}. Check the address, or try again later.")


def is_certificate(code: str) -> bool:
    """True for the codes of a connection whose certificate cannot be trusted."""
    return code.startswith(("ERR_CERT", "ERR_SSL", "ERR_BAD_SSL"))


def refused(url: str, status: int) -> PageUnreachable:
    """The sentence for an HTTP error status."""
    host = urlsplit(url).hostname or "the site"
    if status in (404, 410):
        return PageUnreachable(f"{host} says that this page does not exist. Check the address.")
    if status in (401, 403):
        return PageUnreachable(f"{host} does not let me open this page.")
    return PageUnreachable(f"{host} answered with error {status}. Try again later.")
