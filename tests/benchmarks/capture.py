"""How long one look at a page takes: `python -m tests.benchmarks.capture [--sizes 100 1000] [--browser-use VENV]`.

Figures, not asserts, for an idle machine. On pages of many sizes: our whole `capture`, through real headless Chromium,
and beside it in turn, on the same pages, what browser-use takes to read them: its DOM state alone, and the state that
it gives to its agent, without a screenshot. For that it needs a virtual environment of its own:

    python3 -m venv build/browser-use && build/browser-use/bin/pip install browser-use==0.13
"""

import argparse
import gc
import json
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from threading import Event, Thread
from typing import Any

import psutil

from engine.adapters import chrome
from engine.adapters.webdriver import WebDriver
from engine.values.action import Load
from engine.values.settings import Settings
from tests.guard import sitecustomize

SIZES = (100, 1_000, 10_000, 20_000)
ROUNDS = 7
ASKED_AT = 10_000
ASKED_MS = 150
ASKED_TIMES = 5
IDLE = 0.5
"""Load below which nobody else works on the machine."""

HERE = Path(__file__).parent
BESIDE = HERE.parent.parent / "build" / "browser-use"

BLOCKS = (
    (
        '<section><h2>Part {n}</h2><p>Plain words with a <a href="#p{n}">link to part {n}</a> in them.</p></section>',
        4,
    ),
    (
        '<table><thead><tr><th scope="col">Name</th><th scope="col">Role</th><th scope="col">Change</th></tr></thead>'
        "<tbody>"
        + "".join(
            f'<tr><th scope="row"><a href="#r{{n}}{row}">Person {{n}} {row}</a></th><td>Member</td>'
            f"<td><button>Edit</button> <button>Delete</button></td></tr>"
            for row in range(8)
        )
        + "</tbody></table>",
        7 + 8 * 7,
    ),
    ("<ul>" + "".join(f'<li><a href="#l{{n}}{row}">Item {{n}} {row}</a></li>' for row in range(8)) + "</ul>", 17),
    (
        '<form aria-label="Form {n}"><p><label for="n{n}">Name {n}</label><input id="n{n}" name="name"></p>'
        '<p><label>Country <select name="c"><option>Japan</option><option>Peru</option></select></label></p>'
        '<p><label><input type="checkbox" name="t"> Tell me more</label></p><button>Send {n}</button></form>',
        13,
    ),
    ("<div><div><p>Plain words, and <b>more</b> of <i>them</i>.</p><p>Nothing to press here.</p></div></div>", 6),
)
"""What the pages are made of, each with the number of its elements; {n} is replaced by a number of its own."""


@dataclass(slots=True)
class Figures:
    """What came of one page size for one reader. `grown`: MB of its own process and of the page's renderers."""

    found: int = 0
    times: list[float] = field(default_factory=list)
    grown: tuple[float, float] = (0.0, 0.0)

    @property
    def median(self) -> float:
        return statistics.median(self.times)

    @property
    def p95(self) -> float:
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]


def page(elements: int) -> str:
    """A page whose body holds exactly so many elements: tables, lists, forms and plain text in turn."""
    parts: list[str] = []
    left, number = elements - 1, 0  # its main
    while left > 0:
        text, count = BLOCKS[number % len(BLOCKS)]
        text, count = (text, count) if count <= left else ("<p>The last words.</p>", 1)
        parts.append(text.replace("{n}", str(number)))
        left, number = left - count, number + 1
    head = f'<meta charset="utf-8"><title>{elements} elements</title><link rel="icon" href="data:,">'
    return f'<!doctype html><html lang="en"><head>{head}</head><body><main>{"".join(parts)}</main></body></html>'


class Ours:
    """Our Browser port, as the program uses it."""

    names = ("ours",)

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._driver = WebDriver(Settings(headless=True), folder)
        self._me = psutil.Process()

    def open(self, url: str, elements: int) -> None:
        self._driver.perform(Load(url), self._driver.capture(), Event())
        there = self._driver._session.selenium.execute_script("return document.querySelectorAll('body *').length")
        assert there == elements, f"The page of {elements} elements has {there}"

    def read(self, name: str) -> tuple[float, int]:
        """ms, and how many elements were found."""
        start = time.perf_counter()
        seen = self._driver.capture()
        return (time.perf_counter() - start) * 1000, len(seen.elements)

    def memory(self) -> tuple[float, float]:
        gc.collect()
        return megabytes(self._me), renderers(psutil.Process(self._driver._session.selenium.service.process.pid))

    def close(self) -> None:
        self._driver.close()


class BrowserUse:
    """browser-use in its own environment and with its own Chromium: browseruse.py, told one line of JSON at a time."""

    names = ("DOM", "state")

    def __init__(self, venv: Path, folder: Path) -> None:
        folder.mkdir()
        self.refused = folder / "refused.txt"
        self.refused.touch()
        environment = {
            **{name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")},
            "PYTHONPATH": str(Path(sitecustomize.__file__).parent),
            "SAYSO_TEST_NETWORK": str(self.refused),  # no network but loopback
            "ANONYMIZED_TELEMETRY": "false",
            "BROWSER_USE_CLOUD_SYNC": "false",
            "BROWSER_USE_VERSION_CHECK": "false",
            "BROWSER_USE_LOGGING_LEVEL": "result",
            "BROWSER_USE_CONFIG_DIR": str(folder / "config"),
        }
        command = [venv / "bin" / "python", HERE / "browseruse.py", chrome.find().browser, folder / "profile"]
        self._process = subprocess.Popen(
            command,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.version = self._ask({"do": "version"})

    def _ask(self, order: dict[str, Any]) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        while line := self._process.stdout.readline():
            if line.startswith("="):  # what it logs besides is not ours
                return json.loads(line[1:])
        raise RuntimeError("browser-use has ended; run browseruse.py by hand to see why")

    def open(self, url: str, elements: int) -> None:
        self._ask({"do": "open", "url": url})

    def read(self, name: str) -> tuple[float, int]:
        ms, found = self._ask({"do": name})
        return float(ms), int(found)

    def memory(self) -> tuple[float, float]:
        me = psutil.Process(self._process.pid)
        return megabytes(me), renderers(me)

    def close(self) -> None:
        """End it and its Chromium, and tell whom else it wanted to talk to."""
        children = psutil.Process(self._process.pid).children(recursive=True)
        self._process.communicate(json.dumps({"do": "end"}) + "\n", timeout=30)
        _, left = psutil.wait_procs(children, timeout=5)
        for process in left:
            process.kill()
        if tried := sorted(set(self.refused.read_text("utf-8").split())):
            print(f"browser-use was refused the network: {', '.join(tried)}")


Reader = Ours | BrowserUse


def megabytes(process: psutil.Process) -> float:
    return float(process.memory_info().rss) / 1e6


def renderers(root: psutil.Process) -> float:
    """MB of all renderers below this process."""
    total = 0.0
    for process in root.children(recursive=True):
        try:
            if "--type=renderer" in process.cmdline():
                total += megabytes(process)
        except psutil.Error:
            continue
    return total


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of this folder on loopback."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever, args=(0.5,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def measured(url: str, elements: int, readers: Sequence[Reader], rounds: int) -> dict[str, Figures]:
    """Read one page by all in turn, so that what else the machine does falls on all alike."""
    ways = [(reader, name) for reader in readers for name in reader.names]
    figures = {name: Figures() for _, name in ways}
    for reader in readers:
        reader.open(url, elements)
    before = {id(reader): reader.memory() for reader in readers}
    for reader, name in ways:
        figures[name].found = reader.read(name)[1]  # to warm up
    for _ in range(rounds):
        for reader, name in ways:
            figures[name].times.append(reader.read(name)[0])
    for reader in readers:
        (own, shown), (own_before, shown_before) = reader.memory(), before[id(reader)]
        for name in reader.names:
            figures[name].grown = (own - own_before, shown - shown_before)
    return figures


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES), help="elements of the pages")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--browser-use", type=Path, default=BESIDE, help="a virtual environment that has browser-use")
    given = parser.parse_args(arguments)
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    print(f"load {load:.1f} on {cores} cores{'' if load < IDLE else ': not idle, so these figures are too high'}")
    with tempfile.TemporaryDirectory() as scratch, reading(Path(scratch), given.browser_use) as readers:
        pages = Path(scratch) / "pages"
        pages.mkdir()
        for elements in given.sizes:
            (pages / f"{elements}.html").write_text(page(elements), encoding="utf-8")
        with served(pages) as address:
            results = {
                elements: measured(f"{address}/{elements}.html", elements, readers, given.rounds)
                for elements in given.sizes
            }
    report(results)


@contextmanager
def reading(folder: Path, venv: Path) -> Iterator[Sequence[Reader]]:
    """Both readers, each with a Chromium of its own, or only ours where there is no environment for the other."""
    readers: list[Reader] = []
    try:
        readers.append(Ours(folder / "ours"))
        if (venv / "bin" / "python").exists():
            readers.append(other := BrowserUse(venv.absolute(), folder / "theirs"))
            print(f"browser-use {other.version}; its memory is that of both its ways together")
        else:
            print(f"browser-use is not measured: there is no virtual environment at {venv}.")
        yield readers
    finally:
        for reader in readers:
            reader.close()


def report(results: dict[int, dict[str, Figures]]) -> None:
    line = "{:>9}  {:<18} {:>8} {:>9} {:>9} {:>11} {:>13}"
    print(line.format("elements", "reader", "found", "median ms", "p95 ms", "process +MB", "renderer +MB"))
    for elements, figures in results.items():
        for name, one in figures.items():
            who = name if name == "ours" else f"browser-use {name}"
            grown = [f"{part:.1f}" for part in one.grown]
            print(line.format(elements, who, one.found, f"{one.median:.0f}", f"{one.p95:.0f}", *grown))
    for small, large in pairwise(sorted(results)):
        longer = results[large]["ours"].median / results[small]["ours"].median
        print(f"{small} → {large} elements: {large / small:.0f} times the page, {longer:.1f} times as long")
    for elements in (size for size in results if size in (ASKED_AT, max(results))):
        _compare(elements, results[elements])


def _compare(elements: int, figures: dict[str, Figures]) -> None:
    ours = figures["ours"].median
    asked = elements == ASKED_AT
    print(f"at {elements} elements: {ours:.0f} ms" + (f" (asked: {ASKED_MS} ms)" if asked else ""))
    for name in (other for other in figures if other != "ours"):
        times = figures[name].median / ours
        print(f"  browser-use {name} takes {times:.1f} times as long" + (f" (asked: {ASKED_TIMES})" if asked else ""))


if __name__ == "__main__":
    main()
