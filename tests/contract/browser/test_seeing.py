"""Looking at pages in real Chromium: what no page of tests/pages can carry."""

from threading import Event
from typing import Any

import pytest

from engine.adapters.webdriver import WebDriver
from engine.adapters.webdriver.looking import NEAR_ELEMENTS
from engine.values.action import Click, Scroll
from engine.values.outcome import DialogOpened, Done
from tests.contract.browser.pages import find, run_in_page, show

LONG = """document.body.innerHTML = "<output id=state></output>" + Array.from({length: 5000},
  (_, i) => `<div style="height:40px"><b>Person ${i}</b> <span>x</span> <button>Edit ${i}</button></div>`).join("");
document.body.onclick = (e) => { state.textContent = e.target.textContent; };"""


@pytest.mark.parametrize("at", [0, 0.4, 0.7, 1])
def test_what_is_in_view_is_described_on_pages_of_any_length(
    at: float, browser: WebDriver, origins: tuple[str, int], go: Event
) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    run_in_page(browser, LONG)
    full = browser.capture().viewport.height_full
    browser.perform(Scroll(0, round(full * at)), browser.capture(), go)
    page = browser.capture()
    shown = run_in_page(
        browser,
        "return Array.from(document.querySelectorAll('button'))"
        ".filter((one) => { const box = one.getBoundingClientRect();"
        " return box.bottom > 0 && box.top < innerHeight; }).map((one) => one.textContent)",
    )
    assert len(shown) > 10
    assert [one.name for one in page.elements if one.visible] == shown
    assert len(page.elements) == NEAR_ELEMENTS
    wanted = find(page, {"name": shown[len(shown) // 2]})
    assert isinstance(browser.perform(Click(wanted.uid), page, go), Done)
    assert wanted.name in browser.capture().text


def test_what_is_far_from_the_view_is_described_when_the_whole_page_is_asked_for(
    browser: WebDriver, origins: tuple[str, int], go: Event
) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    run_in_page(browser, LONG.replace("5000", "2000"))
    near, page = browser.capture(), browser.capture(whole=True)
    assert (len(near.elements), near.omitted) == (NEAR_ELEMENTS, 2000 - NEAR_ELEMENTS)
    assert (len(page.elements), page.omitted) == (2000, 0)
    assert {one.handle for one in near.elements} < {one.handle for one in page.elements}
    last = find(page, {"name": "Edit 1999"})
    assert isinstance(browser.perform(Click(last.uid), page, go), Done)
    assert "Edit 1999" in browser.capture().text


def test_what_is_far_from_the_view_and_drawn_anew_is_found_again(
    browser: WebDriver, origins: tuple[str, int], go: Event
) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    run_in_page(browser, LONG.replace("5000", "2000"))
    page = browser.capture(whole=True)
    last = find(page, {"name": "Edit 1999"})
    run_in_page(browser, "for (const row of document.querySelectorAll('div')) row.replaceWith(row.cloneNode(true))")
    assert isinstance(browser.perform(Click(last.uid), page, go), Done)


@pytest.mark.parametrize("name", ["closed_roots", "delegated", "framework_listeners", "headers", "canvas"])
def test_looking_leaves_the_page_untouched(name: str, browser: WebDriver, origins: tuple[str, int]) -> None:
    show(browser, f"{origins[0]}/{name}.html")
    count = "return [document.documentElement.outerHTML, Object.getOwnPropertyNames(window).length]"
    before = run_in_page(browser, count)
    first = browser.capture()
    assert run_in_page(browser, count) == before
    assert browser.capture() == first


def test_an_element_is_asked_only_once_whether_it_hides_a_root(
    browser: WebDriver, origins: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    session = browser._session
    ask = session.selenium.execute_cdp_cmd

    def counted(command: str, parameters: Any) -> Any:
        asked.append(command)
        return ask(command, parameters)

    monkeypatch.setattr(session.selenium, "execute_cdp_cmd", counted)
    show(browser, f"{origins[0]}/closed_roots.html")
    assert "DOM.describeNode" in asked
    asked.clear()
    page = browser.capture()
    assert "DOM.describeNode" not in asked
    assert find(page, {"label": "Deep down"})


def test_roots_that_the_page_makes_anew_are_found_again(browser: WebDriver, origins: tuple[str, int]) -> None:
    show(browser, f"{origins[0]}/closed_roots.html")
    run_in_page(
        browser,
        "const old = document.querySelector('x-rating'); old.replaceWith(document.createElement('x-rating'));",
    )
    assert find(browser.capture(), {"label": "Comment"})


def test_a_library_that_spoils_json(browser: WebDriver, origins: tuple[str, int]) -> None:
    show(browser, f"{origins[0]}/counter.html")
    run_in_page(browser, "Array.prototype.toJSON = function () { return 'spoilt'; }")
    assert find(browser.capture(), {"label": "Add"})


def test_a_pdf_is_told_as_one(browser: WebDriver, origins: tuple[str, int]) -> None:
    page = show(browser, f"{origins[0]}/paper/invoice-7.pdf")
    assert (page.kind, page.title) == ("pdf", "invoice-7.pdf")
    show(browser, f"{origins[0]}/arrived.htm")
    run_in_page(
        browser,
        "document.body.innerHTML = '<embed type=application/pdf src=/paper/two style=\"width:100vw;height:95vh\">'",
    )
    assert browser.capture().kind == "pdf"


RINGS = """const view = arguments[0] ? frames[0] : window, old = view.Element.prototype.getBoundingClientRect;
view.Element.prototype.getBoundingClientRect = function () {
  view.Element.prototype.getBoundingClientRect = old;
  view.alert("Session expired");
  return old.call(this);
};"""


@pytest.mark.parametrize("inner", [False, True])
def test_a_dialog_that_opens_in_the_middle_of_a_look_is_what_is_seen(
    inner: bool, browser: WebDriver, origins: tuple[str, int], go: Event
) -> None:
    show(browser, f"{origins[0]}/frame_same_origin.html")
    run_in_page(browser, RINGS.replace("arguments[0]", str(inner).lower()))
    page = browser.capture()
    assert page.dialog == "Session expired"
    assert isinstance(browser.perform(Click(find(page, {"label": "OK"}).uid), page, go), Done)
    assert find(browser.capture(), {"label": "Look up"})


@pytest.mark.parametrize("inner", [False, True])
def test_a_dialog_that_opens_while_an_element_is_found_again_is_the_outcome(
    inner: bool, browser: WebDriver, origins: tuple[str, int], go: Event
) -> None:
    show(browser, f"{origins[0]}/frame_same_origin.html")
    page = browser.capture()
    run_in_page(browser, RINGS.replace("arguments[0]", str(inner).lower()))
    outcome = browser.perform(Click(find(page, {"label": "Look up" if inner else "Before"}).uid), page, go)
    assert outcome == DialogOpened("Session expired")
    page = browser.capture()
    browser.perform(Click(find(page, {"label": "OK"}).uid), page, go)
