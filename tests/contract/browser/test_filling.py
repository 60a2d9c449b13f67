"""Filling in real Chromium: what no page can carry."""

from pathlib import Path
from threading import Event, Timer

import pytest

from engine.adapters.webdriver import WebDriver
from engine.values.action import Change, Copy, Upload
from engine.values.errors import Interrupted
from engine.values.outcome import Done, Rejected
from engine.values.page import Page
from tests.contract.browser.pages import find, run_in_page, show


def uid(page: Page, label: str) -> str:
    return find(page, {"label": label}).uid


def test_several_files_go_only_where_several_are_taken(
    browser: WebDriver, origins: tuple[str, int], go: Event, tmp_path: Path
) -> None:
    paths = [tmp_path / name for name in ("one.txt", "two.txt")]
    for path in paths:
        path.write_text(path.name, "utf-8")
    both = "\n".join(map(str, paths))
    page = show(browser, f"{origins[0]}/uploads.html")
    assert browser.perform(Upload(both, uid(page, "Drop files here")), page, go) == Done("one.txt, two.txt are chosen")
    page = browser.capture()
    assert browser.perform(Upload(both, uid(page, "Letter")), page, go) == Rejected("", "It takes only one file.")


def test_copying_leaves_nothing_behind_in_the_page(browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    page = show(browser, f"{origins[0]}/clipboard.html")
    kept = """return [document.documentElement.outerHTML, Object.keys(window).join(), String(getSelection()),
        document.activeElement.localName]"""
    before = run_in_page(browser, kept)
    assert isinstance(browser.perform(Copy(uid(page, "12 High Street, Oxford")), page, go), Done)
    assert run_in_page(browser, kept) == before


def test_stop_ends_the_search_in_a_long_list(browser: WebDriver, origins: tuple[str, int]) -> None:
    page, stop = show(browser, f"{origins[0]}/combobox_virtual.html"), Event()
    Timer(1.0, stop.set).start()
    with pytest.raises(Interrupted):
        browser.perform(Change("Zone 999", uid(page, "Zone")), page, stop)
