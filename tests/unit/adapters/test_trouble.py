"""What ChromeDriver says in Chrome's own words is told by its kind."""

import json
from typing import Any

import pytest
from selenium.common.exceptions import (
    StaleElementReferenceException,
    UnexpectedAlertPresentException,
    WebDriverException,
)

from engine.adapters.webdriver.trouble import Errors, TabCrashed


def answer(error: str, message: str) -> dict[str, Any]:
    """An answer of the driver as Selenium hands it on."""
    return {"status": 500, "value": json.dumps({"value": {"error": error, "message": message, "stacktrace": ""}})}


@pytest.mark.parametrize(
    ("error", "message", "kind"),
    [
        (
            "unknown error",
            'unknown error: unhandled inspector error: {"code":-32000,"message":"Node with given id does not belong to '
            'the document"}',
            StaleElementReferenceException,
        ),
        (
            "unknown error",
            'unknown error: unhandled inspector error: {"code":-32000,"message":"No node with given id found"}',
            StaleElementReferenceException,
        ),
        ("unknown error", "session deleted as tab crashed", TabCrashed),
        ("invalid argument", "unexpected dialog type beforeunload", UnexpectedAlertPresentException),
        ("unknown error", "cannot determine loading status", WebDriverException),
    ],
)
def test_an_error_is_of_the_kind_that_it_tells_of(error: str, message: str, kind: type[Exception]) -> None:
    with pytest.raises(WebDriverException) as raised:
        Errors().check_response(answer(error, message))
    assert type(raised.value) is kind
