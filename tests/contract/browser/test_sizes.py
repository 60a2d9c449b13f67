"""Boxes, clicks and screenshots at every size of page and screen, and Chrome's own zoom, which must last."""

import json
import math
import struct
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from engine.adapters.webdriver import WebDriver
from engine.values.action import Action, Click, Load, TabCreate, Zoom
from engine.values.outcome import Done, Navigated, NoEffect, Outcome, Rejected
from engine.values.settings import Settings
from tests.contract.browser.pages import find, run_in_page, show

PLACES = {
    "Plain": (40, 60, 120, 30),
    "Enlarged": (200, 60, 120, 30),
    "Shrunk": (360, 60, 60, 20),
    "Turned": (420, 60, 40, 100),
    "Inside": (40 + 5 + 20, 180 + 5 + 10, 90, 20),
    "Foreign": (300 + 5 + 20, 180 + 5 + 10, 90, 20),
    "Outer": (40 + 5 + 20, 320 + 5 + 10, 90, 20),
    "Nested": (40 + 5 + 30 + 20, 320 + 5 + 40 + 10, 90, 20),
    "Far": (40, 2500, 120, 30),
}
"""Where the buttons of sizes.htm lie, as the page itself lays them out: CSS pixels, whatever the zoom."""


@pytest.fixture(scope="module", params=[1, 2])
def sized(
    request: pytest.FixtureRequest, settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[WebDriver]:
    """Chrome on a screen of this scale: device pixels for each pixel."""
    switch = f"--force-device-scale-factor={request.param}"
    driver = WebDriver(settings, tmp_path_factory.mktemp("sized"), [switch])
    yield driver
    driver.close()


@pytest.fixture(autouse=True)
def one_tab() -> None:
    """Instead of the one for the shared browser, which is not used here."""


def do(browser: WebDriver, action: Action) -> Outcome:
    return browser.perform(action, browser.capture(), Event())


@pytest.mark.parametrize("percent", [100, 50, 200])
def test_boxes_and_clicks(percent: int, sized: WebDriver, origins: tuple[str, int]) -> None:
    show(sized, f"{origins[0]}/sizes.htm?other={origins[1]}")
    do(sized, Zoom(percent))
    page = sized.capture()
    for label, place in PLACES.items():
        box = find(page, {"label": label}).box
        assert (box.x, box.y, box.width, box.height) == pytest.approx(place, abs=1.0), label
    assert page.viewport.width == run_in_page(sized, "return innerWidth")
    width, height = struct.unpack(">II", sized.screenshot()[16:24])
    ratio = run_in_page(sized, "return devicePixelRatio")
    assert (width, height) == pytest.approx((page.viewport.width * ratio, page.viewport.height * ratio), abs=ratio + 1)
    for label in PLACES:
        page = sized.capture()
        assert isinstance(sized.perform(Click(find(page, {"label": label}).uid), page, Event()), Done), label
    assert {f"{label} hit" for label in PLACES} == {element.label for element in sized.capture().elements}


def test_the_zoom_lasts(sized: WebDriver, origins: tuple[str, int]) -> None:
    show(sized, f"{origins[0]}/arrived.htm")
    do(sized, Zoom(100))
    plain = run_in_page(sized, "return innerWidth")
    assert do(sized, Zoom(150)) == Done("pages are now shown at 150 percent")
    assert run_in_page(sized, "return innerWidth") == pytest.approx(plain / 1.5, abs=1)
    assert len(sized.capture().tabs) == 1
    assert isinstance(do(sized, Load(f"http://127.0.0.1:{origins[1]}/names.html")), Navigated)
    assert run_in_page(sized, "return innerWidth") == pytest.approx(plain / 1.5, abs=1)
    do(sized, TabCreate(f"{origins[0]}/names.html"))
    assert run_in_page(sized, "return innerWidth") == pytest.approx(plain / 1.5, abs=1)
    assert sized.capture().viewport.zoom == 150
    assert do(sized, Zoom(150)) == NoEffect()
    for percent in (24, 501):
        assert isinstance(do(sized, Zoom(percent)), Rejected)
    for percent in (25, 67, 500, 100):
        assert isinstance(do(sized, Zoom(percent)), Done)
    assert run_in_page(sized, "return innerWidth") == plain


def test_the_zoom_outlives_chrome(settings: Settings, origins: tuple[str, int], tmp_path: Path) -> None:
    """Also on a site that the person had once made larger by itself, with Control and plus: that is undone."""
    for before, percent in ((1.0, 175), (1.75, 100), (2.0, 125)):
        browser = WebDriver(settings, tmp_path)
        try:
            show(browser, f"{origins[0]}/arrived.htm")
            assert run_in_page(browser, "return devicePixelRatio") == before
            assert do(browser, Zoom(percent)) == Done(f"pages are now shown at {percent} percent")
            assert run_in_page(browser, "return devicePixelRatio") == percent / 100
        finally:
            browser.close()
        if percent == 100:
            _enlarge(tmp_path / "browser" / "profile" / "Default" / "Preferences", "localhost")


def _enlarge(preferences: Path, site: str) -> None:
    """Show one site at 200 percent: log(2) / log(1.2) steps."""
    kept = json.loads(preferences.read_text("utf-8"))
    level = {"last_modified": "13300000000000000", "zoom_level": math.log(2) / math.log(1.2)}
    kept["partition"]["per_host_zoom_levels"] = {"x": {site: level}}
    preferences.write_text(json.dumps(kept), "utf-8")
