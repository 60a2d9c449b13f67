"""What a replaced document makes ChromeDriver say is told apart from what has ended, and from a page's own words."""

import json

import pytest
from selenium.common.exceptions import (
    JavascriptException,
    StaleElementReferenceException,
    UnexpectedAlertPresentException,
    WebDriverException,
)

from engine.adapters.webdriver.trouble import Errors, has_ended, was_unloaded


@pytest.mark.parametrize(
    ("error", "message"),
    [
        ("unknown error", 'unhandled inspector error: {"code":-32000,"message":"Promise was collected"}'),
        ("unknown error", "aborted by navigation: loader has changed while resolving nodes"),
        ("unknown error", "no such execution context"),
        ("timeout", "timeout\n  from aborted by navigation: Inspected target navigated or closed"),
        ("javascript error", "javascript error: document unloaded while waiting for result"),
    ],
)
def test_a_replaced_document_makes_its_nodes_stale(error: str, message: str) -> None:
    answer = json.dumps({"value": {"error": error, "message": message, "stacktrace": ""}})
    with pytest.raises(StaleElementReferenceException) as raised:
        Errors().check_response({"status": 500, "value": answer})
    assert was_unloaded(raised.value)
    assert not has_ended(raised.value)


def test_words_of_a_page_do_not_end_chrome() -> None:
    assert not has_ended(UnexpectedAlertPresentException("unexpected alert open: {Alert text : You are disconnected}"))
    assert not has_ended(JavascriptException("javascript error: The printer is not reachable"))
    assert has_ended(WebDriverException("disconnected: not connected to DevTools"))
