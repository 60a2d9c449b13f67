"""The state of a page as WebLINX stores it, read back with the parser that WebLINX's own tools use."""

import json
import re
import time
from pathlib import Path

import lxml.html
import pytest

from engine.adapters.webdriver import WebDriver
from engine.values.page import Page, Snapshot
from engine.weblinx.states import write
from tests.contract.browser.pages import find, run_in_page, show

UID = "data-webtasks-id"
SHAPE = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}")


def elements_of(html: str) -> dict[str, lxml.html.HtmlElement]:
    found = [one for one in lxml.html.document_fromstring(html).iter() if one.get(UID)]
    assert len({one.get(UID) for one in found}) == len(found), "each uid names one element"
    return {one.get(UID): one for one in found}


def look(browser: WebDriver, address: str) -> tuple[Page, Snapshot]:
    page = show(browser, address)
    return page, browser.snapshot(page)


@pytest.mark.parametrize(
    "name",
    ["names", "rows", "shadow_nested", "frame_same_origin", "frame_cross_origin", "select", "twenty_edits", "secrets"],
)
def test_each_element_is_found_by_its_uid(
    name: str, browser: WebDriver, origins: tuple[str, int], tmp_path: Path
) -> None:
    page, snapshot = look(browser, f"{origins[0]}/{name}.html?other={origins[1]}")
    stored = write(tmp_path, snapshot, 3)
    assert (stored.page, stored.screenshot) == ("page-3-0.html", "screenshot-3-0.png")
    html = (tmp_path / "pages" / stored.page).read_text("utf-8")
    boxes = json.loads((tmp_path / "bboxes" / "bboxes-3.json").read_text("utf-8"))
    assert (tmp_path / "screenshots" / stored.screenshot).read_bytes().startswith(b"\x89PNG")
    assert html.startswith("<head")
    kept = elements_of(html)
    assert all(SHAPE.fullmatch(uid) for uid in kept)
    assert page.elements
    for element in page.elements:
        uid = snapshot.uids[element.handle]
        assert kept[uid].tag == element.tag, element.label
        place = boxes[uid]
        box = element.box
        assert (place["x"], place["y"], place["width"], place["height"]) == pytest.approx(
            (box.x, box.y, box.width, box.height), abs=0.01
        ), element.label
        assert (place["left"], place["top"]) == (place["x"], place["y"])
        assert (place["right"], place["bottom"]) == (place["x"] + place["width"], place["y"] + place["height"])
    assert boxes.keys() <= kept.keys()


@pytest.mark.parametrize("name", ["names", "shadow_nested", "frame_same_origin"])
def test_storing_leaves_the_page_untouched(name: str, browser: WebDriver, origins: tuple[str, int]) -> None:
    page = show(browser, f"{origins[0]}/{name}.html")
    facts = (
        "return [document.documentElement.outerHTML, Object.getOwnPropertyNames(window).length,"
        " document.activeElement.tagName, scrollY, performance.getEntriesByType('resource').length]"
    )
    run_in_page(
        browser,
        "window.seen = 0; new MutationObserver(() => seen++).observe(document, {subtree: true,"
        " childList: true, attributes: true, characterData: true})",
    )
    before = run_in_page(browser, facts)
    browser.snapshot(page)
    assert run_in_page(browser, facts) == before
    if browser._session.paths == {}:  # ChromeDriver marks the frames that it enters
        assert run_in_page(browser, "return seen") == 0


def test_uids_last(browser: WebDriver, origins: tuple[str, int]) -> None:
    page, first = look(browser, f"{origins[0]}/twenty_edits.html")
    assert browser.snapshot(page) == first or browser.snapshot(page).html == first.html
    run_in_page(browser, "document.body.prepend(Object.assign(document.createElement('button'), {textContent: 'New'}))")
    later = browser.capture()
    second = browser.snapshot(later)
    for element in page.elements:
        assert second.uids[element.handle] == first.uids[element.handle]
    assert find(later, {"label": "New"}).handle not in first.uids


def test_what_has_gone_has_no_uid(browser: WebDriver, origins: tuple[str, int]) -> None:
    page = show(browser, f"{origins[0]}/twenty_edits.html")
    run_in_page(browser, "document.querySelectorAll('tr')[3].remove()")
    snapshot = browser.snapshot(page)
    gone = [element for element in page.elements if element.handle not in snapshot.uids]
    assert len(gone) == 1
    assert len(snapshot.uids) == 19


def test_secrets_are_left_out(browser: WebDriver, origins: tuple[str, int]) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    run_in_page(
        browser,
        "document.body.innerHTML = `<form><input type=password value='hunter2set' data-copy='hunter2set'>"
        "<input name=otp autocomplete=one-time-code><textarea name=pin>4711pin</textarea>"
        "<input name=q value=tea><p title='hunter2set'>You typed hunter2set</p></form><my-box></my-box>`;"
        "const box = document.querySelector('my-box').attachShadow({mode: 'open'});"
        "box.innerHTML = '<input type=password value=inside99>';"
        "document.querySelector('[name=otp]').value = '998877';"
        "document.body.append('code 998877', document.createComment('998877'))",
    )
    html = browser.snapshot(browser.capture()).html
    for secret in ("hunter2set", "4711pin", "inside99", "998877"):
        assert secret not in html
    assert 'value="tea"' in html
    assert "hunter2set" in run_in_page(browser, "return document.body.innerHTML"), "the page itself keeps it"


def test_custom_elements_and_pictures_are_not_started_by_the_copy(browser: WebDriver, origins: tuple[str, int]) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    run_in_page(
        browser,
        "window.made = 0;"
        "customElements.define('x-count', class extends HTMLElement { constructor() { super(); made++; } });"
        "document.body.innerHTML ="
        " '<x-count></x-count><noscript><img src=/none.png></noscript><script>made += 100<\\/script>'",
    )
    snapshot = browser.snapshot(browser.capture())
    assert run_in_page(browser, "return made") == 1
    assert "<x-count" in snapshot.html


def test_ten_thousand_elements(browser: WebDriver, origins: tuple[str, int]) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    run_in_page(
        browser,
        "document.body.innerHTML = '<main>' + Array.from({length: 2500}, (_, i) =>"
        " `<div><p>Row ${i} <b>bold</b></p><button>Row ${i}</button></div>`).join('') + '</main>'",
    )
    page = browser.capture()
    took = []
    for _ in range(3):
        began = time.perf_counter()
        snapshot = browser.snapshot(page)
        took.append(time.perf_counter() - began)
    began = time.perf_counter()
    kept = elements_of(snapshot.html)
    parsed = time.perf_counter() - began
    print(f"stored in {min(took):.2f} s, parsed in {parsed:.2f} s, {len(snapshot.html) / 1e6:.1f} MB")
    assert len(kept) > 10_000
    assert min(took) < 3.0, "one second on a machine that does nothing else"
