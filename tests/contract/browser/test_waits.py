"""What waits for Chrome or for a server ends within half a second of a stop."""

from threading import Event

import pytest

from engine.adapters.webdriver import WebDriver
from engine.values.action import Load, Save, TabCreate, Upload
from tests.contract.browser.pages import FILES, find, run_in_page, show
from tests.contract.browser.test_stopping import SECONDS, stopped


@pytest.mark.parametrize("after", [0.3, 1.0])
def test_an_address_that_does_not_answer(after: float, browser: WebDriver, origins: tuple[str, int]) -> None:
    page = show(browser, f"{origins[0]}/arrived.htm")
    for action in (Load(f"{origins[0]}/hang"), TabCreate(f"{origins[0]}/hang")):
        _, seconds = stopped(lambda stop, action=action: browser.perform(action, page, stop), after)  # type: ignore[misc]
        assert seconds < SECONDS


def test_a_file_chooser_that_does_not_come(browser: WebDriver, origins: tuple[str, int]) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    run_in_page(browser, "document.body.innerHTML = '<button type=button>Attach</button>'")
    page = browser.capture()
    upload = Upload(str(FILES / "letter.txt"), find(page, {"label": "Attach"}).uid)
    _, seconds = stopped(lambda stop: browser.perform(upload, page, stop), 1.2)
    assert seconds < SECONDS


def test_a_document_that_comes_slowly(browser: WebDriver, origins: tuple[str, int]) -> None:
    browser.perform(Load(f"{origins[0]}/paper/late/paper.pdf"), browser.capture(), Event())
    page = browser.capture()
    _, seconds = stopped(lambda stop: browser.perform(Save(), page, stop), 0.6)
    assert seconds < SECONDS
