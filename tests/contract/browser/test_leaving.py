"""A page that is left while Sayso still looks at it: what was pressed is never said not to have been."""

import json
from collections.abc import Callable
from threading import Event
from typing import Any
from unittest.mock import patch

import pytest

from engine.adapters.webdriver import WebDriver
from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.trouble import Errors
from engine.values.action import Action, Change, Click, Press, Submit, TextInput
from engine.values.outcome import Done, Navigated, Outcome
from engine.values.page import Page
from tests.contract.browser.pages import find, run_in_page, show

WAYS = (
    "<a href='{url}'>Go</a>",
    "<button onclick=\"location.href = '{url}'\">Go</button>",
    "<button onmousedown=\"location.href = '{url}'\">Go</button>",
    "<button onclick=\"document.body.append('Wait'); location.href = '{url}'\">Go</button>",
    "<form action='{url}'><input name=q><button>Go</button></form>",
    "<button onclick=\"setTimeout(() => location.href = '{url}', 60)\">Go</button>",
)


def leading(browser: WebDriver, origin: str, way: str, after: int = 0) -> Page:
    """A page with one thing that leads to another, which answers after so many milliseconds."""
    show(browser, f"{origin}/arrived.htm")
    content = way.format(url=f"{origin}/after/{after}/arrived.htm")
    run_in_page(browser, f"document.body.innerHTML = {json.dumps(content)}")
    return browser.capture()


def test_a_press_that_navigates_at_once_is_told_as_that(
    browser: WebDriver, origins: tuple[str, int], go: Event
) -> None:
    for number in range(30):
        after = 120 * number // 29
        page = leading(browser, origins[0], WAYS[number % len(WAYS)], after)
        outcome = browser.perform(Click(find(page, {"label": "Go"}).uid), page, go)
        assert isinstance(outcome, Navigated), (number, outcome)
        assert f"/after/{after}/" in outcome.url, number
        assert f"/after/{after}/" in browser.capture().url


WORDS = (
    'unhandled inspector error: {"code":-32000,"message":"Node with given id does not belong to the document"}',
    'unhandled inspector error: {"code":-32000,"message":"Promise was collected"}',
    "aborted by navigation: loader has changed while resolving nodes",
)
SEES = frozenset({"w3cExecuteScript", "actions", "switchToFrame", "sendKeysToElement"})


def told(words: str) -> None:
    """Raises what Selenium does for these words of the driver's."""
    Errors().check_response(
        {"status": 500, "value": json.dumps({"value": {"error": "unknown error", "message": words}})}
    )


def cut_off(session: Session, at: int, words: str) -> Callable[..., dict[str, Any]]:
    """Selenium's execute, of which the call with this number since the press fails although it was carried out."""
    execute, calls = session.selenium.execute, iter(range(1_000))

    def failing(command: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        pressed = session.pressed
        answer: dict[str, Any] = execute(command, params)
        if pressed and command in SEES and next(calls) == at:
            told(words)
        return answer

    return failing


ACTIONS: tuple[tuple[str, Callable[[Page], Action]], ...] = (
    (WAYS[1], lambda page: Click(find(page, {"label": "Go"}).uid)),
    (WAYS[4], lambda page: Submit(find(page, {"label": "Go"}).uid)),
    (WAYS[0], lambda page: Press("Enter", find(page, {"label": "Go"}).uid)),
    (
        "<select aria-label=Go onchange=\"location.href = '{url}'\"><option>Here<option>There</select>",
        lambda page: Change("There", find(page, {"label": "Go"}).uid),
    ),
)


@pytest.mark.parametrize("words", WORDS, ids=["node", "promise", "loader"])
@pytest.mark.parametrize(("way", "action"), ACTIONS, ids=["click", "submit", "enter", "choose"])
def test_whatever_is_cut_off_after_the_press_it_is_told_as_a_navigation(
    browser: WebDriver,
    origins: tuple[str, int],
    go: Event,
    way: str,
    action: Callable[[Page], Action],
    words: str,
) -> None:
    outcomes: list[Outcome] = []
    for at in range(6):
        page = leading(browser, origins[0], way)
        with patch.object(browser._session.selenium, "execute", cut_off(browser._session, at, words)):
            outcomes.append(browser.perform(action(page), page, go))
    assert [type(one).__name__ for one in outcomes] == ["Navigated"] * len(outcomes), outcomes


def test_whatever_is_cut_off_nothing_is_called_typed_that_is_not(
    browser: WebDriver, origins: tuple[str, int], go: Event
) -> None:
    for at in range(8):
        page = leading(browser, origins[0], "<input aria-label=Go>")
        typing = TextInput("tea", find(page, {"label": "Go"}).uid)
        with patch.object(browser._session.selenium, "execute", cut_off(browser._session, at, WORDS[0])):
            outcome = browser.perform(typing, page, go)
        held = run_in_page(browser, "return document.querySelector('input').value")
        assert held == "tea" if isinstance(outcome, Done) else "Check what" in str(outcome), (at, outcome, held)


def test_a_page_is_looked_at_that_leads_on_all_the_time(browser: WebDriver, origins: tuple[str, int]) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    run_in_page(browser, "location.href = '/leads_on.htm'")
    assert {browser.capture().title for _ in range(25)} == {"Leads on"}
