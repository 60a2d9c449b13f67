"""Kinds of page that no file of tests/pages can carry: error pages, crashes, other windows, what lies on the disk."""

import os
import shutil
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

import psutil
import pytest

from engine.adapters.webdriver import WebDriver
from engine.values.action import (
    Back,
    Click,
    Load,
    Press,
    Reload,
    Save,
    Scroll,
    Submit,
    TabCreate,
    TabRemove,
    TabSwitch,
    TextInput,
)
from engine.values.errors import PageUnreachable
from engine.values.outcome import (
    Ambiguous,
    DialogOpened,
    Done,
    DownloadStarted,
    Failed,
    Navigated,
    NoEffect,
    Rejected,
    TabOpened,
)
from engine.values.page import Page
from engine.values.settings import Settings
from tests.contract.browser.conftest import PAPER
from tests.contract.browser.pages import find, run_in_page, show


def _wait(come: Callable[[], bool], seconds: float = 5.0) -> bool:
    until = time.monotonic() + seconds
    while not come():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def _press(browser: WebDriver, page: Page, label: str) -> object:
    return browser.perform(Click(find(page, {"label": label}).uid), page, Event())


class _Quiet(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"hi")

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def untrusted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server whose certificate nobody has signed."""
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("openssl, which would make the certificate, is not installed")
    folder = tmp_path_factory.mktemp("certificate")
    key, paper = folder / "key.pem", folder / "certificate.pem"
    command = [program, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    subprocess.run([*command, "-keyout", key, "-out", paper], check=True, capture_output=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Quiet)
    server.daemon_threads = True
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(paper, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield f"https://localhost:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_a_bad_certificate_is_not_passed(
    browser: WebDriver, origins: tuple[str, int], untrusted: str, go: Event
) -> None:
    page = show(browser, f"{origins[0]}/arrived.htm")
    with pytest.raises(PageUnreachable, match="certificate"):
        browser.perform(Load(untrusted), page, go)
    assert browser.capture().title == "Arrived"
    run_in_page(browser, f"document.body.innerHTML = '<a href=\"{untrusted}\">Bank</a>'")
    page = browser.capture()
    with pytest.raises(PageUnreachable, match="certificate"):
        _press(browser, page, "Bank")
    page = browser.capture()
    assert (page.kind, page.url) == ("certificate", untrusted)
    assert "certificate" in page.text
    assert [one.label for one in page.elements] == ["Go back", "Reload"]
    with pytest.raises(PageUnreachable):
        _press(browser, page, "Reload")
    assert browser.capture().kind == "certificate"
    assert isinstance(_press(browser, browser.capture(), "Go back"), Navigated)
    assert browser.capture().title == "Arrived"


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("http://localhost:9/", "I cannot reach localhost"),
        ("http://no-such-host.invalid/", "I cannot find no-such-host"),
    ],
)
def test_an_address_that_a_link_cannot_reach(
    address: str, words: str, browser: WebDriver, origins: tuple[str, int]
) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    run_in_page(browser, f"document.body.innerHTML = '<a href=\"{address}\">Old shop</a>'")
    page = browser.capture()
    with pytest.raises(PageUnreachable):
        _press(browser, page, "Old shop")
    page = browser.capture()
    assert (page.kind, page.url) == ("unreachable", address)
    assert page.text.startswith(words)
    with pytest.raises(PageUnreachable):
        browser.perform(Reload(), page, Event())
    assert isinstance(browser.perform(Back(), page, Event()), Navigated)
    assert browser.capture().kind == "page"


def test_being_offline_is_told(browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    offline = {"latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    selenium = browser._session.selenium
    selenium.execute_cdp_cmd("Network.enable", {})
    selenium.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, **offline})
    try:
        with pytest.raises(PageUnreachable, match="not connected"):
            browser.perform(Reload(), browser.capture(), go)
        page = browser.capture()
        assert (page.kind, [one.label for one in page.elements][-1]) == ("unreachable", "Reload")
    finally:
        selenium.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, **offline})
    assert isinstance(_press(browser, page, "Reload"), Navigated)
    assert browser.capture().title == "Arrived"


def test_an_error_page_in_a_tab_of_the_user(browser: WebDriver, origins: tuple[str, int]) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    selenium = browser._session.selenium
    selenium.execute_cdp_cmd("Target.createTarget", {"url": "http://localhost:9/"})
    assert _wait(lambda: len(selenium.window_handles) == 2)
    browser._session.go_to(selenium.window_handles[-1])
    assert _wait(lambda: browser.capture().kind == "unreachable")
    assert [one.label for one in browser.capture().elements] == ["Reload"]


@pytest.mark.parametrize("kind", ["confirm", "prompt", "alert"])
def test_looking_at_a_dialog_leaves_it_as_it_is(kind: str, browser: WebDriver, origins: tuple[str, int]) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    run_in_page(browser, f"setTimeout(() => {{ document.title = 'It said ' + {kind}('Well?', 'Sam'); }})")
    assert _wait(lambda: browser.capture().kind == "dialog")
    page = browser.capture()
    assert page == browser.capture()
    assert page.dialog == page.text == "Well?"
    labels = {"confirm": ["OK", "Cancel"], "prompt": ["Well?", "OK", "Cancel"], "alert": ["OK"]}
    assert [one.label for one in page.elements] == labels[kind]
    if kind == "prompt":
        assert find(page, {"label": "Well?"}).value == "Sam"
        assert isinstance(browser.perform(TextInput("Anna", page.elements[0].uid), page, Event()), Done)
        page = browser.capture()
        assert page.elements[0].value == "Anna"
    assert isinstance(browser.perform(Scroll(0, 100), page, Event()), DialogOpened)
    assert isinstance(_press(browser, page, "OK"), Done)
    expected = {"confirm": "true", "prompt": "Anna", "alert": "undefined"}[kind]
    assert browser.capture().title == f"It said {expected}"


@pytest.fixture
def dirty(browser: WebDriver, origins: tuple[str, int]) -> Page:
    """A page with something entered, reached from another."""
    show(browser, f"{origins[0]}/arrived.htm")
    page = show(browser, f"{origins[0]}/unsaved_link.html")
    browser.perform(TextInput("Milk", find(page, {"label": "Note"}).uid), page, Event())
    return browser.capture()


@pytest.mark.parametrize("way", ["load", "back"])
def test_what_was_entered_is_not_lost_unasked(
    way: str, browser: WebDriver, origins: tuple[str, int], dirty: Page, go: Event
) -> None:
    action = Load(f"{origins[0]}/arrived.htm") if way == "load" else Back()
    outcome = browser.perform(action, dirty, go)
    assert isinstance(outcome, DialogOpened)
    assert "may be lost" in outcome.message
    page = browser.capture()
    assert (page.kind, page.dialog) == ("dialog", outcome.message)
    assert isinstance(_press(browser, page, "Cancel"), Done)
    assert find(browser.capture(), {"label": "Note"}).value == "Milk"
    assert isinstance(browser.perform(action, browser.capture(), go), DialogOpened)
    assert isinstance(_press(browser, browser.capture(), "OK"), Navigated)
    assert browser.capture().title == "Arrived"


def test_closing_a_tab_with_something_entered(browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    assert isinstance(browser.perform(TabCreate(f"{origins[0]}/unsaved_link.html"), browser.capture(), go), TabOpened)
    page = browser.capture()
    browser.perform(TextInput("Milk", find(page, {"label": "Note"}).uid), page, go)
    own = browser._session.window
    assert isinstance(browser.perform(TabRemove(own), browser.capture(), go), DialogOpened)
    assert isinstance(_press(browser, browser.capture(), "Cancel"), Done)
    assert find(browser.capture(), {"label": "Note"}).value == "Milk"
    assert isinstance(browser.perform(TabRemove(own), browser.capture(), go), DialogOpened)
    assert isinstance(_press(browser, browser.capture(), "OK"), Done)
    page = browser.capture()
    assert (page.title, len(page.tabs)) == ("Arrived", 1)


def test_signing_in_by_the_keyboard(
    browser: WebDriver, origins: tuple[str, int], go: Event, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", "engine")
    show(browser, f"{origins[0]}/arrived.htm")
    other = f"http://127.0.0.1:{origins[1]}/club"  # another origin than the one of tests/pages/sign_in_box.html
    assert isinstance(browser.perform(Load(other), browser.capture(), go), Navigated)
    page = browser.capture()
    assert (page.kind, page.url) == ("sign-in", other)
    assert "asks for a user name and a password" in page.text
    assert page.forms[0].submission.url == other
    assert isinstance(browser.perform(Submit(page.elements[2].uid), page, go), Rejected)
    browser.perform(TextInput("ann", page.elements[0].uid), page, go)
    browser.perform(TextInput("s3cret-pw", page.elements[1].uid), page, go)
    page = browser.capture()
    assert page.elements[0].value == "ann"
    assert page.elements[1].states == {"filled"}
    assert "s3cret" not in repr(page) + repr(browser._session)
    assert isinstance(browser.perform(Press("Enter", page.elements[1].uid), page, go), Navigated)
    assert browser.capture().title == "Club"
    assert "s3cret" not in caplog.text + repr(browser._session)


def test_a_page_gets_no_leave_unasked(browser: WebDriver, origins: tuple[str, int]) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    names = ["geolocation", "notifications", "camera", "microphone", "clipboard-read"]
    query = (
        "return Promise.all(arguments[0].map((name) => navigator.permissions.query({ name }).then((one) => one.state)))"
    )
    place = f"http://127.0.0.1:{origins[1]}/arrived.htm"
    show(browser, place)
    assert browser._session.selenium.execute_script(query, names) == ["prompt"] * 5
    run_in_page(browser, "navigator.geolocation.getCurrentPosition(() => 0); navigator.clipboard.readText();")
    assert _wait(lambda: browser.capture().wants.count(" and ") == 1)
    page = browser.capture()
    assert page.wants == "know your location and read what you have copied"
    assert find(page, {"label": "Allow location"}).handle == "permission:allow:geolocation"
    assert isinstance(_press(browser, page, "Allow location"), Done)
    assert browser._session.selenium.execute_script(query, names)[0] == "granted"
    assert browser.capture().wants == "read what you have copied"
    assert show(browser, place).wants == "", "a question ends with the page that asked it"
    state = run_in_page(browser, "return [typeof saysoAsks, navigator.geolocation.getCurrentPosition.name]")
    assert state == ["undefined", "getCurrentPosition"]


@pytest.mark.parametrize("given", ["microphone", ""])
def test_a_frame_asks_for_itself_where_the_page_lets_it(
    given: str, browser: WebDriver, origins: tuple[str, int]
) -> None:
    inner = f"http://127.0.0.1:{origins[1]}/arrived.htm"
    show(browser, f"{origins[0]}/arrived.htm")
    run_in_page(browser, f'document.body.innerHTML = \'<iframe allow="{given}" src="{inner}"></iframe>\'')
    selenium = browser._session.selenium
    assert _wait(lambda: bool(browser.capture()) and bool(run_in_page(browser, "return frames.length")))
    selenium.switch_to.frame(0)
    assert _wait(lambda: bool(selenium.execute_script("return document.readyState === 'complete'")))
    selenium.execute_script(
        "navigator.mediaDevices.getUserMedia({ audio: true }).catch((e) => document.title = e.name)"
    )
    if given:
        host = f"127.0.0.1:{origins[1]}"
        assert _wait(lambda: browser.capture().wants == f"let {host} use your microphone")
        assert isinstance(_press(browser, browser.capture(), f"Block microphone for {host}"), Done)
    else:
        assert _wait(lambda: selenium.execute_script("return document.title").endswith("Error"))
    assert browser.capture().wants == ""


def test_a_saved_document_is_whole_and_harms_no_other(browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    folder = browser._session.downloads
    page = show(browser, f"{origins[0]}/paper/..%2F..%2F.profile.pdf")
    names = [browser.perform(Save(), page, go) for _ in range(2)]
    assert names == [DownloadStarted("profile.pdf"), DownloadStarted("profile (2).pdf")]
    assert (folder / "profile.pdf").read_bytes() == (folder / "profile (2).pdf").read_bytes() == PAPER
    assert not [one for one in folder.iterdir() if one.suffix == ".part"]
    show(browser, f"{origins[0]}/arrived.htm")
    papers = "".join(f'<embed type="application/pdf" src="/paper/{n}.pdf" width="99" height="99">' for n in (1, 2))
    run_in_page(browser, f"document.body.innerHTML = '{papers}'")
    assert browser.perform(Save(), browser.capture(), go) == Ambiguous(("1.pdf", "2.pdf"))
    run_in_page(
        browser, 'document.body.innerHTML = \'<embed type="application/pdf" src="/echo" width="99" height="99">\''
    )
    assert isinstance(browser.perform(Save(), browser.capture(), go), Failed), "what came is no PDF"


def test_loading_a_file_downloads_it(browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    page = show(browser, f"{origins[0]}/arrived.htm")
    outcome = browser.perform(Load(f"{origins[0]}/named/x"), page, go)
    assert isinstance(outcome, DownloadStarted)
    assert (browser._session.downloads / outcome.name).read_bytes() == b"PK!"
    assert outcome.name.endswith("notes.zip")
    assert not {"/", "\\"} & set(outcome.name)
    assert browser.capture().title == "Arrived"
    outcome = browser.perform(TabCreate(f"{origins[0]}/attachment/later.zip"), page, go)
    assert isinstance(outcome, DownloadStarted)
    assert len(browser.capture().tabs) == 1


@pytest.mark.parametrize("way", ["crash", "kill"])
def test_a_crashed_tab_comes_back(way: str, browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    browser.perform(TabCreate(f"http://127.0.0.1:{origins[1]}/counter.html"), browser.capture(), go)
    page = browser.capture()
    first, doomed = [tab.handle for tab in page.tabs]
    if way == "crash":
        reports = browser._session.reports
        reports.tools.tell("Page.crash", reports.session(doomed))
    else:
        _kill_renderer(browser, doomed)
    assert _wait(lambda: browser.capture().kind == "crashed")
    page = browser.capture()
    assert page.text.startswith("This tab has crashed.")
    assert page.url.endswith("/counter.html")
    assert [one.label for one in page.elements] == ["Reload"]
    assert isinstance(browser.perform(Scroll(0, 100), page, go), Failed)
    assert isinstance(browser.perform(TabSwitch(first), page, go), Navigated)
    assert browser.capture().title == "Arrived", "other tabs are unharmed"
    assert browser.perform(TabSwitch(doomed), browser.capture(), go)
    assert isinstance(_press(browser, browser.capture(), "Reload"), Navigated)
    page = browser.capture()
    assert (page.kind, page.url.endswith("/counter.html"), len(page.tabs)) == ("page", True, 2)
    assert isinstance(browser.perform(TabRemove(page.tabs[-1].handle), page, go), Navigated)
    assert browser.capture().title == "Arrived"


def _kill_renderer(browser: WebDriver, tab: str) -> None:
    """End the process of a tab, which is told from the others by what it is using."""
    chrome = psutil.Process(browser._claim.driver).children()[0]
    renderers = [one for one in chrome.children(recursive=True) if "--type=renderer" in one.cmdline()]
    before = {one.pid: sum(one.cpu_times()[:2]) for one in renderers}
    run_in_page(browser, "const until = Date.now() + 700; while (Date.now() < until);")
    busiest = max(renderers, key=lambda one: sum(one.cpu_times()[:2]) - before[one.pid])
    busiest.kill()


def test_the_crash_of_another_tab(browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    browser.perform(TabCreate(f"http://127.0.0.1:{origins[1]}/counter.html"), browser.capture(), go)
    first, doomed = [tab.handle for tab in browser.capture().tabs]
    browser.perform(TabSwitch(first), browser.capture(), go)
    reports = browser._session.reports
    reports.tools.tell("Page.crash", reports.session(doomed))
    assert _wait(lambda: doomed in reports.crashed)
    assert browser.capture().title == "Arrived"
    assert isinstance(browser.perform(TabRemove(doomed), browser.capture(), go), Done)
    assert len(browser.capture().tabs) == 1


@pytest.mark.skipif(not shutil.which("Xvfb"), reason="Xvfb, a display without a screen, is not installed")
def test_in_a_window(settings: Settings, origins: tuple[str, int], tmp_path: Path, go: Event) -> None:
    """With a window, Chrome's own boxes open as well; they keep nobody waiting."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    display = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as told, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", f":{told.readline().strip()}")
        windowed = WebDriver(Settings(headless=False, page_seconds=settings.page_seconds), tmp_path)
    try:
        _all_boxes(windowed, origins, go)
    finally:
        windowed.close()
        display.terminate()
        display.wait()


def _all_boxes(browser: WebDriver, origins: tuple[str, int], go: Event) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    assert isinstance(browser.perform(Load(f"{origins[0]}/club"), browser.capture(), go), Navigated)
    page = browser.capture()
    assert page.kind == "sign-in"
    browser.perform(TextInput("ann", page.elements[0].uid), page, go)
    browser.perform(TextInput("s3cret-pw", page.elements[1].uid), page, go)
    assert isinstance(_press(browser, page, "Sign in"), Navigated)
    assert browser.capture().title == "Club"
    page = show(browser, f"{origins[0]}/asks_location.html")
    assert _press(browser, page, "Near me") == NoEffect()
    assert browser.capture().wants == "know your location"
    assert isinstance(_press(browser, browser.capture(), "Block location"), Done)
    assert _wait(lambda: "denied" in browser.capture().text)
    page = show(browser, f"{origins[0]}/unsaved_link.html")
    browser.perform(TextInput("Milk", find(page, {"label": "Note"}).uid), page, go)
    assert isinstance(browser.perform(Load(f"{origins[0]}/arrived.htm"), page, go), DialogOpened)
    assert isinstance(_press(browser, browser.capture(), "OK"), Navigated)
