"""The Browser port on real Chromium: what no page of tests/pages can carry."""

import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event, Timer

import psutil
import pytest

from engine.adapters import chrome
from engine.adapters.webdriver import WebDriver
from engine.adapters.webdriver.looking import NEAR_ELEMENTS
from engine.values.action import Back, Click, Load, Reload, Scroll, TextInput
from engine.values.errors import BrowserGone, BrowserMissing, Interrupted, PageTimedOut, PageUnreachable
from engine.values.outcome import Done, Navigated, NoEffect, TabOpened
from engine.values.page import Page
from engine.values.ports import Browser
from engine.values.settings import Settings
from tests.contract.browser.pages import PAGES, find, run_in_page, show


@pytest.mark.parametrize("name", ["names", "secrets", "shadow_nested", "frame_same_origin", "twenty_edits"])
def test_looking_leaves_the_page_untouched(name: str, browser: WebDriver, origins: tuple[str, int]) -> None:
    show(browser, f"{origins[0]}/{name}.html")
    count = (
        "return [document.documentElement.outerHTML, Object.getOwnPropertyNames(window).length,"
        " document.activeElement.tagName]"
    )
    before = run_in_page(browser, count)
    first = browser.capture()
    assert run_in_page(browser, count) == before
    assert browser.capture() == first, "identities and facts stay the same while the page does"


def test_the_digest_of_a_form_tells_of_all_it_would_send(browser: WebDriver, origins: tuple[str, int]) -> None:
    page = show(browser, f"{origins[0]}/hidden_default.html")
    digests = [page.forms[0].digest]
    assert digests[0]
    assert "s3cret" not in repr(page)
    for change in (
        "document.forms[0].token.value = 'other'",
        "document.forms[0].q.value = 'tea'",
        "document.forms[0].action = '/elsewhere'",
        "document.querySelector('[type=image]').setAttribute('formaction', '/pay')",
        "document.forms[0].insertAdjacentHTML('beforeend', '<input type=password name=p value=x hidden>')",
    ):
        run_in_page(browser, change)
        digests.append(browser.capture().forms[0].digest)
        assert browser.capture().forms[0].digest == digests[-1]
    assert len(set(digests)) == len(digests)


def test_a_tab_that_closes_when_pressed(browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    show(browser, f"{origins[0]}/new_tab.html")
    run_in_page(browser, "document.querySelector('a').onclick = () => !window.open('/closes_itself.html')")
    assert isinstance(browser.perform(Click("e1"), browser.capture(), go), TabOpened)
    run_in_page(browser, "document.body.innerHTML = '<input aria-label=Fills oninput=\"window.close()\">'")
    page = browser.capture()
    outcome = browser.perform(TextInput("x", find(page, {"label": "Fills"}).uid), page, go)
    assert outcome == Done("the tab closed")


def test_the_site_of_a_frame(browser: WebDriver, origins: tuple[str, int]) -> None:
    page = show(browser, f"{origins[0]}/frame_cross_origin.html?other={origins[1]}")
    assert f":{origins[1]}" in "".join({one.site for one in page.elements})
    page = show(browser, f"{origins[0]}/frame_same_origin.html")
    assert {one.site for one in page.elements} == {""}


def test_a_large_page(browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    run_in_page(
        browser,
        "document.body.innerHTML = '<main>' + Array.from({length: 2500}, (_, i) =>"
        " `<div><p>Row ${i} <b>bold</b></p><button>Row ${i}</button></div>`).join('') + '</main>'",
    )
    page = browser.capture()
    assert len(page.elements) == NEAR_ELEMENTS
    assert len(page.text) <= 4000
    outcome = browser.perform(Scroll(0, 100_000_000), page, go)
    assert "bottom" in str(outcome)


def test_scrolling(browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    page = show(browser, f"{origins[0]}/sticky_and_smooth.html")
    assert "percent" in str(browser.perform(Scroll(0, 1500), page, go))
    assert browser.capture().viewport.scroll_y == 1500
    assert browser.perform(Scroll(0, 1500), page, go) == NoEffect()
    assert "bottom" in str(browser.perform(Scroll(0, 99_999), page, go))
    assert browser.perform(Scroll(0, 99_999), page, go) == NoEffect()
    assert "top" in str(browser.perform(Scroll(0, 0), page, go))


def test_an_unreachable_host_leaves_the_page(browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    page = show(browser, f"{origins[0]}/arrived.htm")
    for address, words in [
        ("no-such-host.invalid", "no-such-host.invalid"),
        ("http://localhost:9/", "localhost"),
        (f"{origins[0]}/status/404", "does not exist"),
        (f"{origins[0]}/status/503", "503"),
        ("javascript:alert(1)", "http"),
        ("file:///etc/passwd", "http"),
        ("not an address", "address"),
    ]:
        with pytest.raises(PageUnreachable, match=re.escape(words)):
            browser.perform(Load(address), page, go)
        assert browser.capture().title == "Arrived"


def test_an_address_without_its_beginning(browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    address = origins[0].removeprefix("http://") + "/arrived.htm"
    assert isinstance(browser.perform(Load(address), browser.capture(), go), Navigated)


def test_a_page_that_never_finishes(browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    page = show(browser, f"{origins[0]}/arrived.htm")
    with pytest.raises(PageTimedOut, match="localhost did not finish loading"):
        browser.perform(Load(f"{origins[0]}/trickle"), page, go)
    assert show(browser, f"{origins[0]}/arrived.htm").title == "Arrived"


def test_stop_comes_before_the_effect(browser: WebDriver, origins: tuple[str, int]) -> None:
    page = show(browser, f"{origins[0]}/twenty_edits.html")
    stop = Event()
    stop.set()
    for action in (Click("e1"), Scroll(0, 300), Load(origins[0]), Back(), Reload()):
        with pytest.raises(Interrupted):
            browser.perform(action, page, stop)
    assert "edited" not in browser.capture().text


def test_an_unknown_element(browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    page = show(browser, f"{origins[0]}/arrived.htm")
    assert type(browser.perform(Click("e99"), page, go)).__name__ == "Vanished"
    edits = show(browser, f"{origins[0]}/twenty_edits.html")
    show(browser, f"{origins[0]}/arrived.htm")
    assert type(browser.perform(Click("e1"), edits, go)).__name__ == "Vanished"


def test_a_screenshot(browser: Browser, origins: tuple[str, int]) -> None:
    assert browser.screenshot().startswith(b"\x89PNG")


def test_one_profile_each_and_nothing_left(browser: WebDriver, settings: Settings, tmp_path: Path) -> None:
    one, two = WebDriver(settings, tmp_path), WebDriver(settings, tmp_path)
    profiles = [Path(one._claim.profile), Path(two._claim.profile)]
    assert profiles[0] == tmp_path / "browser" / "profile"
    assert profiles[1].name.startswith("temporary-")
    two.close()
    assert not profiles[1].exists()
    one.capture()
    one.close()
    one.close()
    assert list((tmp_path / "browser" / "running").iterdir()) == []
    assert [process for process in psutil.process_iter() if str(tmp_path) in " ".join(_words(process))] == []
    with pytest.raises(BrowserGone):
        one.capture()


def _words(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def test_what_a_killed_sayso_left_is_swept(browser: WebDriver, tmp_path: Path, settings: Settings) -> None:
    code = (
        "import sys; from pathlib import Path; from engine.adapters.webdriver import WebDriver;"
        "from engine.values.settings import Settings;"
        "one = WebDriver(Settings(headless=True), Path(sys.argv[1])); print('up', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=PAGES.parent.parent) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"up\n"
        left = {one.pid for one in psutil.Process(child.pid).children(recursive=True)}
        assert chrome.sweep(tmp_path) == 0, "the living are left alone"
        child.send_signal(signal.SIGKILL)
        child.wait()
    assert {pid for pid in left if psutil.pid_exists(pid)}
    assert chrome.sweep(tmp_path) >= 2
    assert not [one for one in psutil.process_iter() if str(tmp_path) in " ".join(_words(one))]
    assert not [pid for pid in left if psutil.pid_exists(pid) and _words(psutil.Process(pid))]
    again = WebDriver(settings, tmp_path)
    assert Path(again._claim.profile).name == "profile"
    again.close()
    assert isinstance(browser.capture(), Page), "another Sayso's browser lives on"


def _program(folder: Path, name: str, says: str) -> str:
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{says}'\n")
    path.chmod(0o755)
    return str(path)


def test_finding_chrome(tmp_path: Path) -> None:
    browser = _program(tmp_path, "chrome", "Google Chrome 156.0.1.2")
    driver = _program(tmp_path, "chromedriver", "ChromeDriver 156.0.9.9 (abc)")
    old = _program(tmp_path, "olddriver", "ChromeDriver 141.0.9.9 (abc)")
    found = chrome.find({"SAYSO_CHROME": browser, "SAYSO_CHROMEDRIVER": driver, "PATH": ""})
    assert (found.version, found.driver_version) == ("156.0.1.2", "156.0.9.9")
    for environment, words in [
        ({"SAYSO_CHROME": browser, "SAYSO_CHROMEDRIVER": old, "PATH": ""}, "156.0.1.2 but its driver is 141"),
        ({"SAYSO_CHROME": str(tmp_path / "none"), "PATH": ""}, "SAYSO_CHROME"),
        ({"SAYSO_CHROME": browser, "SAYSO_CHROMEDRIVER": "none", "PATH": ""}, "SAYSO_CHROMEDRIVER"),
    ]:
        with pytest.raises(BrowserMissing, match=words):
            chrome.find(environment)


def test_a_tab_that_another_part_opens_is_not_followed(browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    page = show(browser, f"{origins[0]}/no_effect.html")
    browser._session.selenium.execute_cdp_cmd("Target.createTarget", {"url": f"{origins[0]}/arrived.htm"})
    outcome = browser.perform(Click(find(page, {"label": "Dead"}).uid), page, go)
    assert outcome == NoEffect()


@pytest.mark.parametrize("victim", ["chrome", "driver"])
def test_chrome_or_its_driver_ends(victim: str, settings: Settings, tmp_path: Path, go: Event) -> None:
    doomed = WebDriver(settings, tmp_path)
    try:
        page = doomed.capture()
        driver = psutil.Process(doomed._claim.driver)
        for process in [driver] if victim == "driver" else driver.children(recursive=True):
            with suppress(psutil.Error):
                process.kill()
        with pytest.raises(BrowserGone):
            doomed.capture()
        with pytest.raises(BrowserGone):
            doomed.perform(Scroll(0, 100), page, go)
    finally:
        doomed.close()
    assert not [one for one in psutil.process_iter() if str(tmp_path) in " ".join(_words(one))]


def test_a_frame_that_never_comes_is_left_out(browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    show(browser, f"{origins[0]}/twenty_edits.html")
    trickle = f"http://127.0.0.1:{origins[1]}/hang"
    run_in_page(browser, f"document.body.insertAdjacentHTML('afterbegin', '<iframe src=\"{trickle}\"></iframe>')")
    page = browser.capture()
    assert len(page.elements) == 20
    assert browser.capture() == page
    assert type(browser.perform(Click("e3"), page, go)).__name__ == "Done"
    show(browser, f"{origins[0]}/arrived.htm")


@pytest.mark.parametrize("path", ["trickle", "hang"])
def test_stop_ends_a_load(path: str, browser: WebDriver, origins: tuple[str, int]) -> None:
    page = show(browser, f"{origins[0]}/arrived.htm")
    stop = Event()
    timer = Timer(0.5, stop.set)
    timer.start()
    with pytest.raises(Interrupted):
        browser.perform(Load(f"{origins[0]}/{path}"), page, stop)
    timer.join()
    assert isinstance(browser.capture(), Page)
