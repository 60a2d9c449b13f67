"""What was judged is what is done: the focus, the choice in a list, the form, and the site that is given leave."""

from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from engine.adapters.webdriver import WebDriver
from engine.values.action import Action, Change, Click, Load, Press, Submit
from engine.values.outcome import ChangedSince, Done, Failed, Navigated, Rejected
from engine.values.page import Page
from tests.contract.browser.pages import find, run_in_page

COUNTED = "<output id=n>0</output><script>const did = () => { n.textContent = +n.textContent + 1; };</script>"


@pytest.fixture
def shown(browser: WebDriver, origins: tuple[str, int]) -> Callable[[str], Page]:
    """Shows a body on an empty page of the first origin."""

    def show(body: str) -> Page:
        browser.perform(Load(f"{origins[0]}/echo"), browser.capture(), Event())
        run_in_page(browser, f"document.open(); document.write({body!r}); document.close()")
        return browser.capture()

    return show


def _count(browser: WebDriver) -> int:
    return int(run_in_page(browser, "return n.textContent"))


def _do(browser: WebDriver, kind: Callable[[str], Action], page: Page, label: str) -> Any:
    return browser.perform(kind(find(page, {"label": label}).uid), page, Event())


def test_a_key_goes_only_to_what_had_the_focus_when_it_was_judged(browser: WebDriver, shown: Any) -> None:
    page = shown(
        f"{COUNTED}<input aria-label=Search id=q><button id=b onclick=did()>Delete</button><script>q.focus()</script>"
    )
    run_in_page(browser, "b.focus()")
    outcome = browser.perform(Press("Enter"), page, Event())
    assert isinstance(outcome, Rejected) and "Delete" in outcome.reason and _count(browser) == 0
    assert isinstance(browser.perform(Press("Tab"), page, Event()), Done)


def test_a_field_that_hands_its_focus_on_gets_no_key_pressed_elsewhere(browser: WebDriver, shown: Any) -> None:
    page = shown(
        f"{COUNTED}<form><input type=search name=q aria-label=Search onfocus='setTimeout(() => b.focus(), 15)'></form>"
        "<button id=b onclick=did()>Delete</button>"
    )
    kinds: tuple[Callable[[str], Action], ...] = (Submit, lambda uid: Press("Enter", uid))
    for kind in kinds:
        _do(browser, kind, page, "Search")
        page = browser.capture()
        if page.title == "Echo":
            break  # it was in time
        assert _count(browser) == 0


def test_a_choice_that_does_more_than_its_words_say_is_not_pressed(browser: WebDriver, shown: Any) -> None:
    page = shown(
        f"{COUNTED}<button aria-haspopup=menu onclick='m.hidden = !m.hidden'>Actions</button><ul id=m role=menu hidden>"
        "<li role=menuitem>Rename</li><li role=menuitem class=btn-delete onclick=did()>Show</li></ul>"
    )
    outcome = _do(browser, lambda uid: Change("Show", uid), page, "Actions")
    assert isinstance(outcome, Rejected) and "click Show" in outcome.reason and _count(browser) == 0


def test_what_opens_no_list_is_pressed_once(browser: WebDriver, shown: Any) -> None:
    page = shown(f"{COUNTED}<button aria-haspopup=true onclick=did()>Plan</button>")
    assert isinstance(_do(browser, lambda uid: Change("Monthly", uid), page, "Plan"), Rejected)
    assert _count(browser) == 1


@pytest.mark.parametrize(
    "does", ["b.textContent = 'Delete all'", "b.form.action = '/elsewhere'", "b.form.elements.to.value = 'mallory'"]
)
def test_what_turns_into_something_else_under_the_pointer_is_not_pressed(
    browser: WebDriver, shown: Any, does: str
) -> None:
    page = shown(
        "<form method=post action=/echo><input type=hidden name=to value=anna><button id=b>Show</button></form>"
        f"<script>b.onpointerenter = () => {{ {does}; }}</script>"
    )
    outcome = _do(browser, Click, page, "Show")
    assert isinstance(outcome, ChangedSince | Failed) and browser.capture().title != "Sent"


def test_every_name_of_a_thing_is_seen(browser: WebDriver, shown: Any) -> None:
    page = shown(
        "<style>#c::before { content: 'Delete' }</style><button aria-label=Next><img alt=Delete></button>"
        "<input type=button aria-label=More value=Delete><button id=c aria-label=Open></button>"
        "<button aria-label=Row><svg width=9 height=9><title>Delete</title></svg></button>"
    )
    for label in ("Next", "More", "Open", "Row"):
        assert "Delete" in find(page, {"label": label}).hints, label


def test_chrome_tells_what_loading_again_would_send(browser: WebDriver, shown: Any) -> None:
    page = shown("<form id=f method=post action=/echo></form><button onclick=f.submit()>Continue</button>")
    assert not page.resends and isinstance(_do(browser, Click, page, "Continue"), Navigated)
    assert browser.capture().resends
    run_in_page(browser, "location.hash = 'more'")
    assert browser.capture().resends
    found = shown("<form action=/echo><input name=q aria-label=Search><button>Find</button></form>")
    assert not found.resends and isinstance(_do(browser, Click, found, "Find"), Navigated)
    assert not browser.capture().resends
