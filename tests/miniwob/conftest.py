"""MiniWoB++'s pages, served on loopback, and one Chromium for all of its tasks."""

import importlib.util
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from engine.adapters.webdriver import WebDriver
from engine.values.settings import Settings
from tests.conftest import House


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="session")
def pages() -> Path:
    """The folder of the pages. The package is found, not imported: of its code nothing is used."""
    found = importlib.util.find_spec("miniwob")
    folder = Path(found.submodule_search_locations[0]) / "html" if found and found.submodule_search_locations else None
    if folder is None or not folder.is_dir():
        pytest.skip("The package miniwob is not installed. Run “make setup-tests”.")
    return folder


@pytest.fixture(scope="session")
def address(house: House, pages: Path) -> Iterator[str]:
    """Where the pages are served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(pages)))
    server.daemon_threads = True
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield f"http://localhost:{server.server_port}/miniwob"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def browser(house: House, address: str) -> Iterator[WebDriver]:
    driver = WebDriver(Settings(headless=True, page_seconds=10.0), house.data)
    yield driver
    driver.close()


@pytest.fixture(autouse=True)
def tidy() -> None:
    """Instead of the one for all tests: the shared Chrome starts and ends processes as it pleases."""
