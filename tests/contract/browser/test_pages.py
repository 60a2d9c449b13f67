"""Every page of tests/pages in real Chromium: what must be seen there, what is done, and what comes of it."""

import pytest

from engine.adapters.webdriver import WebDriver
from tests.contract.browser.pages import CASES, check


@pytest.mark.parametrize("name", CASES)
def test_page(name: str, browser: WebDriver, origins: tuple[str, int]) -> None:
    check(browser, name, CASES[name], origins)


@pytest.mark.parametrize("name", CASES)
def test_it_tells_what_a_person_wants_there(name: str) -> None:
    assert CASES[name].get("instruction", "").strip(), f"{name}.html carries no instruction"
