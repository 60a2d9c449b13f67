"""Stop ends whatever is done within half a second, on frozen pages too; a frozen page ends by itself in time."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread, Timer

import pytest

from engine.adapters.webdriver import WebDriver, stopping
from engine.adapters.webdriver.session import Session
from engine.values.action import Action, Change, Click, Hover, Load, Press, Reload, Submit, TabCreate, TextInput
from engine.values.errors import Interrupted, PageTimedOut
from engine.values.outcome import Navigated, NoEffect, TabOpened, succeeded
from engine.values.page import Page
from engine.values.settings import Settings
from tests.contract.browser.pages import find, run_in_page, show

SECONDS = 0.9
"""What is promised is 0.5; the rest is for machines that are busy with other tests."""
LOOP = "while (true) {}"
WAITS = "const x = new XMLHttpRequest(); x.open('GET', '/hang', false); x.send()"
AGAIN = "setInterval(() => { while (true) {} }, 1)"


@pytest.fixture(scope="module")
def browser(
    settings: Settings, origins: tuple[str, int], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[WebDriver]:
    """A Chromium of its own: some of these pages leave it busy for a while."""
    driver = WebDriver(replace(settings, page_seconds=4.0), tmp_path_factory.mktemp("stopping"))
    with suppress(PageTimedOut):  # the empty page of a new Chrome may take long on a busy machine
        driver.capture()
    yield driver
    driver.close()


@pytest.fixture(autouse=True)
def one_tab() -> None:
    """Nothing to leave: these tests open no tabs."""


def stopped(act: Callable[[Event], object], after: float) -> tuple[str, float]:
    """What `act` says when it is stopped after so many seconds, and how long that took it."""
    stop, at = Event(), [0.0]

    def end() -> None:
        at[0] = time.monotonic()
        stop.set()

    timer = Timer(after, end)
    timer.start()
    try:
        with pytest.raises(Interrupted) as raised:
            act(stop)
        return str(raised.value), time.monotonic() - at[0]
    finally:
        timer.cancel()
        timer.join()


def page_with(browser: WebDriver, origins: tuple[str, int], script: str, tag: str = "button") -> Page:
    """A page with a control called Press, which runs `script` when it is pressed."""
    show(browser, f"{origins[0]}/arrived.htm")
    event = "onclick" if tag == "button" else "oninput"
    run_in_page(browser, f'document.body.innerHTML = `<{tag} {event}="{script}" aria-label="Press"></{tag}>`')
    return browser.capture()


def usable(browser: WebDriver, origins: tuple[str, int]) -> None:
    """Whatever was stopped: the next page can be shown, after one that has frozen for good was closed."""
    with suppress(PageTimedOut):
        browser.capture()
    assert show(browser, f"{origins[0]}/arrived.htm").title == "Arrived"


@pytest.mark.parametrize("script", [LOOP, WAITS, f"{AGAIN}; {LOOP}", f"setTimeout(() => {{ {LOOP} }}, 200)"])
def test_a_page_that_freezes_when_pressed(script: str, browser: WebDriver, origins: tuple[str, int]) -> None:
    page = page_with(browser, origins, script)
    said, seconds = stopped(lambda stop: browser.perform(Click("e1"), page, stop), 0.8)
    assert "already pressed" in said
    assert seconds < SECONDS
    usable(browser, origins)


def test_stop_keeps_the_page_that_could_be_freed(browser: WebDriver, origins: tuple[str, int]) -> None:
    page = page_with(browser, origins, LOOP)
    stopped(lambda stop: browser.perform(Click("e1"), page, stop), 0.8)
    assert [one.label for one in browser.capture().elements] == ["Press"]


@pytest.mark.parametrize("script", [LOOP, WAITS])
def test_a_look_at_a_frozen_page(script: str, browser: WebDriver, origins: tuple[str, int]) -> None:
    page_with(browser, origins, "")
    run_in_page(browser, f"setTimeout(() => {{ {script} }}, 100)")
    time.sleep(0.3)
    said, seconds = stopped(browser.capture, 0.5)
    assert said == "Stopped."
    assert seconds < SECONDS
    usable(browser, origins)


def test_a_page_that_freezes_while_it_loads(browser: WebDriver, origins: tuple[str, int]) -> None:
    page = show(browser, f"{origins[0]}/arrived.htm")
    _, seconds = stopped(lambda stop: browser.perform(Load(f"{origins[0]}/freezes.htm"), page, stop), 1.0)
    assert seconds < SECONDS
    usable(browser, origins)


def test_a_frozen_frame_of_another_site(browser: WebDriver, origins: tuple[str, int]) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    frame = f"http://127.0.0.1:{origins[1]}/freezes.htm?press"
    run_in_page(browser, f"document.body.innerHTML = '<iframe src=\"{frame}\"></iframe>'")
    time.sleep(0.5)
    page = browser.capture()
    press = find(page, {"label": "Freeze"})
    _, seconds = stopped(lambda stop: browser.perform(Click(press.uid), page, stop), 0.8)
    assert seconds < SECONDS
    usable(browser, origins)


def test_a_frozen_frame_of_another_site_is_left_out(browser: WebDriver, origins: tuple[str, int]) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    frame = f"http://127.0.0.1:{origins[1]}/freezes.htm"
    run_in_page(browser, f"document.body.innerHTML = '<button>Buy</button><iframe src=\"{frame}\"></iframe>'")
    time.sleep(0.5)
    began = time.monotonic()
    assert "Buy" in [one.label for one in browser.capture().elements]
    assert time.monotonic() - began < 5, "it is left out at once, or freed where it froze in the middle of the look"
    usable(browser, origins)


@pytest.mark.parametrize(
    "action", [Click("e1"), TextInput("abc", "e1"), Change("abc", "e1"), Press("a", "e1"), Hover("e1"), Reload()]
)
def test_whatever_is_done_on_a_page_that_never_rests(
    action: Action, browser: WebDriver, origins: tuple[str, int]
) -> None:
    page = page_with(browser, origins, "", "input")
    run_in_page(browser, "setInterval(() => document.body.append(String(Math.random())), 20)")
    stop = Event()
    timer = Timer(0.15, stop.set)
    timer.start()
    began = time.monotonic()
    try:
        browser.perform(action, page, stop)
    except Interrupted:
        assert time.monotonic() - began - 0.15 < SECONDS
    timer.join()
    usable(browser, origins)


@pytest.mark.parametrize(("script", "words"), [(LOOP, "ended what it did"), (WAITS + ";" + WAITS, "closed it")])
def test_a_page_that_has_frozen_is_freed_or_closed(
    script: str, words: str, browser: WebDriver, origins: tuple[str, int], go: Event
) -> None:
    page = page_with(browser, origins, f"{{ {script.replace('const', 'var')} }}")
    began = time.monotonic()
    with pytest.raises(PageTimedOut, match=words):
        browser.perform(Click("e1"), page, go)
    assert time.monotonic() - began < 12
    assert show(browser, f"{origins[0]}/arrived.htm").title == "Arrived"


@pytest.fixture
def counted() -> Iterator[tuple[str, list[str]]]:
    """A server that answers no form for longer than a page may take, and what was sent to it.

    Much longer: Chrome itself sends again when a connection that it had made beforehand ends without an answer.
    """
    sent: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            sent.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
            time.sleep(15.0)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield f"http://localhost:{server.server_port}/", sent
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("action", [Click, Submit])
def test_a_form_is_sent_once_though_nothing_answers(
    action: type[Click | Submit],
    browser: WebDriver,
    origins: tuple[str, int],
    go: Event,
    counted: tuple[str, list[str]],
) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    form = f"<form method=post action={counted[0]}><input type=hidden name=pay value=5><button>Pay</button></form>"
    run_in_page(browser, f"document.body.innerHTML = `{form}`")
    page = browser.capture()
    with suppress(PageTimedOut):
        assert not succeeded(browser.perform(action("e1"), page, go))
    browser.capture()
    assert counted[1] == ["pay=5"]
    show(browser, f"{origins[0]}/arrived.htm")


@pytest.mark.parametrize("script", ["this.value = ''", "this.value += '.'"])
def test_stop_while_typing(script: str, browser: WebDriver, origins: tuple[str, int]) -> None:
    """What has been begun is told, and ends by itself: the driver is free at once."""
    page = page_with(browser, origins, script, "input")
    run_in_page(browser, "setInterval(() => { document.querySelector('input').value += 1; }, 9)")
    said, seconds = stopped(lambda stop: browser.perform(TextInput("Some words", "e1"), page, stop), 0.7)
    assert said == "Stopped, but I had already begun to change the page. Check what it shows now."
    assert seconds < SECONDS
    began = time.monotonic()
    browser.capture()
    assert time.monotonic() - began < 1


def test_a_slow_page_is_no_driver_that_hangs(
    browser: WebDriver, origins: tuple[str, int], go: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stopping, "SOON", 0.1)
    page = show(browser, f"{origins[0]}/arrived.htm")
    outcome = browser.perform(Load(f"{origins[0]}/slow/names.html"), page, go)
    assert isinstance(outcome, Navigated)
    assert outcome.title == "Names"


def test_without_a_connection_to_chrome(
    settings: Settings, origins: tuple[str, int], tmp_path: Path, go: Event
) -> None:
    """It was lost: less is known then, but no tab waits for it, and stop is as quick."""
    alone = WebDriver(settings, tmp_path)
    try:
        page = page_with(alone, origins, LOOP)
        socket = alone._session.reports.tools._socket
        assert socket is not None
        socket.abort()  # type: ignore[no-untyped-call]
        said, seconds = stopped(lambda stop: alone.perform(Click("e1"), page, stop), 0.8)
        assert "already pressed" in said
        assert seconds < SECONDS
        assert not alone._session.reports.tools.is_open
    finally:
        alone.close()


def test_a_connection_that_ends_while_a_tab_waits_for_it(
    settings: Settings, origins: tuple[str, int], tmp_path: Path, go: Event
) -> None:
    alone = WebDriver(settings, tmp_path)
    try:
        page = show(alone, f"{origins[0]}/arrived.htm")
        tools = alone._session.reports.tools
        assert tools._socket is not None
        ending = Timer(1.0, tools._socket.abort)
        tools._heard = lambda message: ending.join()  # the reader hangs until then
        ending.start()
        assert isinstance(alone.perform(TabCreate(f"{origins[0]}/names.html"), page, go), TabOpened)
        assert alone.capture().title == "Names"
    finally:
        alone.close()


def test_a_frame_of_another_site_that_a_press_freezes_does_not_delay_its_outcome(
    browser: WebDriver, origins: tuple[str, int]
) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    frame = f"http://127.0.0.1:{origins[1]}/freezes.htm?told"
    run_in_page(
        browser,
        'document.body.innerHTML = \'<button onclick="frames[0].postMessage(1, `*`)">Tell</button>'
        f'<iframe src="{frame}"></iframe>\'',
    )
    time.sleep(0.5)
    page = browser.capture()
    began = time.monotonic()
    assert browser.perform(Click(find(page, {"label": "Tell"}).uid), page, Event()) == NoEffect()
    assert time.monotonic() - began < 5
    usable(browser, origins)


def test_a_frame_that_freezes_in_the_middle_of_a_look(
    browser: WebDriver, origins: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    show(browser, f"{origins[0]}/arrived.htm")
    frame = f"http://127.0.0.1:{origins[1]}/freezes.htm?told"
    run_in_page(browser, f"document.body.innerHTML = '<button>Buy</button><iframe src=\"{frame}\"></iframe>'")
    session = browser._session
    walk, reports = session.walk, session.reports

    def freezing(self: Session, limits: dict[str, object]) -> object:
        if self.inside:  # the frame has been entered, and does not answer from now on
            tab = reports.session(self.window)
            reports.tools.ask("Runtime.evaluate", tab, expression="frames[0].postMessage('', '*')")
            time.sleep(0.2)
        return walk(limits)

    until = time.monotonic() + 5
    while [one.label for one in browser.capture().elements] != ["Buy", "Freeze"] and time.monotonic() < until:
        time.sleep(0.1)
    with monkeypatch.context() as patched:
        patched.setattr(Session, "walk", freezing)
        assert "Buy" in [one.label for one in browser.capture().elements], "its script is ended, and the look goes on"
    usable(browser, origins)
