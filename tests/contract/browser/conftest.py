"""A real Chromium for the contract of the Browser port, and the pages it opens, served on two loopback ports."""

import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import pytest

from engine.adapters.webdriver import WebDriver
from engine.values.settings import Settings
from tests.conftest import House
from tests.contract.browser.pages import PAGES

PAPER = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n"
    b"%\xe2\xe3\xcf\xd3\n%%EOF\n"
)
PICTURE = (
    b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
)


class _Handler(SimpleHTTPRequestHandler):
    """Files of tests/pages; /slow/X after a second, sent ones after two; /trickle never ends; /hang waits long.

    /after/N/X is X after N milliseconds; /status/N answers N; /attachment/X is a file to keep; /named/X one whose
    sender names it badly; /paper/X a PDF, /paper/late/X one that comes late when it is fetched again; /club asks for a
    name and a password (Basic), /digest does too (Digest); /picture.gif is an image.
    """

    extensions_map = {".html": "text/html; charset=utf-8", ".htm": "text/html; charset=utf-8"}  # noqa: RUF012

    def do_GET(self) -> None:
        self._be_late()
        if self.path.startswith("/hang"):
            time.sleep(6.0)
            with suppress(OSError):
                self._answer(200, "<title>At last</title>")
        elif self.path.startswith("/trickle"):
            self._trickle()
        elif self.path.startswith("/attachment/"):
            self.send_response(200)
            self.send_header("Content-Type", "application/zip")
            self.send_header("Content-Disposition", "attachment")
            self.send_header("Content-Length", "3")
            self.end_headers()
            self.wfile.write(b"PK!")
        elif self.path.startswith("/named/"):
            self._send(b"PK!", "application/zip", disposition='attachment; filename="../../.hidden/inner\\notes.zip"')
        elif self.path.startswith("/paper/"):
            self._paper()
        elif self.path.startswith("/picture.gif"):
            self._send(PICTURE, "image/gif")
        elif self.path.startswith("/club"):
            self._at_the_door(self.headers.get("Authorization", ""))
        elif self.path.startswith("/digest"):
            knows = 'username="ann"' in self.headers.get("Authorization", "")
            self._club(knows, 'Digest realm="Club", nonce="abc", qop="auth", algorithm=MD5')
        elif self.path.startswith("/status/"):
            self._answer(int(self.path.split("/")[2]), "<h1>Sorry</h1>")
        elif self.path.startswith(("/echo", "/favicon.ico")):
            self._answer(200, "<title>Echo</title><h1>Echo</h1>")
        else:
            super().do_GET()

    def _be_late(self) -> None:
        while self.path.startswith("/slow/"):
            time.sleep(1.0)
            self.path = self.path.removeprefix("/slow")
        if self.path.startswith("/after/"):
            _, _, after, self.path = self.path.split("/", 3)
            time.sleep(int(after) / 1_000)
            self.path = f"/{self.path}"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", "0")))
        if self.path.startswith("/slow/"):
            time.sleep(2.0)
        if self.path.startswith("/status/204"):
            self.send_response(204)
            self.end_headers()
            return
        status = int(self.path.split("/")[2]) if self.path.startswith("/status/") else 200
        self._answer(status, "<title>Sent</title><h1>Sent</h1>")

    def _paper(self) -> None:
        late = self.path.startswith("/paper/late/")
        time.sleep(6.0 if late and "Upgrade-Insecure-Requests" not in self.headers else 0.0)
        with suppress(OSError):
            self._send(PAPER, "application/pdf", cache="no-store" if late else "max-age=60")

    def _send(self, data: bytes, kind: str, disposition: str = "inline", cache: str = "max-age=60") -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Disposition", disposition)
        self.send_header("Cache-Control", cache)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _club(self, is_member: bool, asks: str) -> None:
        if is_member:
            self._answer(200, "<title>Club</title><h1>Welcome, Ann</h1>")
            return
        self.send_response(401)
        self.send_header("WWW-Authenticate", asks)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", "17")
        self.end_headers()
        self.wfile.write(b"<h1>No entry</h1>")

    def _at_the_door(self, told: str) -> None:
        if not told or not self.path.startswith("/club/on/"):
            self._club(told == "Basic YW5uOnMzY3JldC1wdw==", 'Basic realm="Club"')
            return
        self.send_response(302)
        self.send_header("Location", f"http://127.0.0.1:{self.path.rpartition('/')[2]}/club")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _answer(self, status: int, body: str) -> None:
        data = f"<!doctype html>{body}".encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _trickle(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        with suppress(OSError):
            for _ in range(300):
                self.wfile.write(b"<p>more</p>")
                self.wfile.flush()
                time.sleep(0.1)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="session")
def origins(house: House) -> Iterator[tuple[str, int]]:
    """The address of tests/pages, and the port of a second server of the same pages: another origin."""
    handler = partial(_Handler, directory=str(PAGES))
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), handler) for _ in range(2)]
    for server in servers:
        server.daemon_threads = True
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield f"http://localhost:{servers[0].server_port}", servers[1].server_port
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def settings() -> Settings:
    return Settings(headless=True, page_seconds=10.0)


@pytest.fixture(scope="module")
def browser(house: House, origins: tuple[str, int], settings: Settings) -> Iterator[WebDriver]:
    """One Chromium for all tests of a module."""
    driver = WebDriver(settings, house.data)
    yield driver
    driver.close()


@pytest.fixture
def go() -> Event:
    """A stop signal that is never given."""
    return Event()


@pytest.fixture(autouse=True)
def tidy() -> None:
    """Instead of the one for all tests: the shared Chrome starts and ends processes as it pleases.

    That nothing is left behind at the end is checked by `house`.
    """


@pytest.fixture(autouse=True)
def one_tab(browser: WebDriver) -> None:
    """Leave what earlier tests opened."""
    selenium = browser._session.selenium
    for handle in selenium.window_handles[1:]:
        selenium.switch_to.window(handle)
        selenium.close()
    browser._session.go_to(selenium.window_handles[0])
