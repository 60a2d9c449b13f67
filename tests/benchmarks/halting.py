"""How long stop takes in the browser, on pages that have frozen and in the middle of what is done on others.

    python -m tests.benchmarks.halting [--rounds 5]

From the moment the signal is set until the call has come back with Interrupted. Asked: 500 ms.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, Timer

from engine.adapters.webdriver import WebDriver
from engine.values.action import Click, Hover, Load, TextInput
from engine.values.errors import Interrupted, PageTimedOut
from engine.values.settings import Settings
from tests.benchmarks.capture import served

ASKED_MS = 500
ROUNDS = 5
LOOP = "while (true) {}"
PAGE = '<!doctype html><title>Page</title><link rel="icon" href="data:,">'
PAGES = {
    "rests": f"{PAGE}<button>Press</button>",
    "loops": f'{PAGE}<button onclick="{LOOP}">Press</button>',
    "loops later": f'{PAGE}<button onclick="setTimeout(() => {{ {LOOP} }}, 200)">Press</button>',
    "loops again and again": f'{PAGE}<button onclick="setInterval(() => {{ {LOOP} }}, 1); {LOOP}">Press</button>',
    "loops by itself": f"{PAGE}<button>Press</button><script>setTimeout(() => {{ {LOOP} }}, 300)</script>",
    "loops while it loads": f"{PAGE}<script>{LOOP}</script>",
    "writes over": f"{PAGE}<input aria-label=Press oninput=\"this.value = ''\"><script>setInterval(() => "
    "{ document.querySelector('input').value += 1; }, 9)</script>",
    "never rests": f"{PAGE}<button>Press</button><script>setInterval(() => document.body.append(Math.random()), 20)"
    "</script>",
}


def main(given: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser(prog="python -m tests.benchmarks.halting")
    options.add_argument("--rounds", type=int, default=ROUNDS)
    rounds = options.parse_args(given).rounds
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for name, text in PAGES.items():
            (folder / f"{name.replace(' ', '-')}.html").write_text(text, "utf-8")
        with served(folder) as site:
            browser = WebDriver(Settings(headless=True), folder / "profile")
            try:
                _report(browser, site, rounds)
            finally:
                browser.close()


def _report(browser: WebDriver, site: str, rounds: int) -> None:
    every: list[float] = []
    print(f"{'page':24}{'stopped in':12}{'median ms':>10}{'most ms':>10}")
    for name in list(PAGES)[1:]:
        for doing, act in _acts(browser, site, name).items():
            times = [one for _ in range(rounds) if (one := _stopped(browser, site, name, act)) is not None]
            if times:
                every += times
                print(f"{name:24}{doing:12}{statistics.median(times):10.0f}{max(times):10.0f}", flush=True)
    print(
        f"of {len(every)} stops {sum(one <= ASKED_MS for one in every)} within {ASKED_MS} ms, at most {max(every):.0f}"
    )


def _acts(browser: WebDriver, site: str, name: str) -> dict[str, Callable[[Event], object]]:
    """What is stopped on this page."""
    address = f"{site}/{name.replace(' ', '-')}.html"
    match name:
        case "loops by itself":
            return {"looking": browser.capture}
        case "loops while it loads":
            return {"loading": lambda stop: browser.perform(Load(address), browser.capture(), stop)}
        case "writes over":
            return {"typing": lambda stop: browser.perform(TextInput("Some words", "e1"), browser.capture(), stop)}
        case "never rests":
            return {
                "pressing": lambda stop: browser.perform(Click("e1"), browser.capture(), stop),
                "pointing": lambda stop: browser.perform(Hover("e1"), browser.capture(), stop),
            }
    return {"pressing": lambda stop: browser.perform(Click("e1"), browser.capture(), stop)}


def _stopped(browser: WebDriver, site: str, name: str, act: Callable[[Event], object]) -> float | None:
    """Milliseconds from stop to the end of `act`; None when it had ended before."""
    with suppress(PageTimedOut):
        browser.capture()
    shown = "rests" if name == "loops while it loads" else name.replace(" ", "-")
    browser.perform(Load(f"{site}/{shown}.html"), browser.capture(), Event())
    if name == "loops by itself":
        time.sleep(0.4)  # until it does
    stop, at = Event(), [0.0]

    def end() -> None:
        at[0] = time.perf_counter()
        stop.set()

    timer = Timer(0.15 if "rest" in name else 0.9, end)
    timer.start()
    try:
        act(stop)
    except Interrupted:
        return (time.perf_counter() - at[0]) * 1000
    finally:
        timer.join()
    return None


if __name__ == "__main__":
    main()
