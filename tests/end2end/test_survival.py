"""Killed at any moment, Sayso has kept what it said, and the next start clears away what it left. Secrets stay out."""

import json
import random
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests import leftovers
from tests.end2end.conftest import Arguments, DataFolder
from tests.program import Program
from tests.sites.server import Site

PASSWORD = "hunter2"
CARD = "4111 1111 1111 1111"


def recorded(folder: Path) -> list[dict[str, Any]]:
    """The events of all records, without their time of day."""
    lines = [line for file in (folder / "record").glob("*.jsonl") for line in file.read_text("utf-8").splitlines()]
    return [{name: value for name, value in json.loads(line).items() if name != "time"} for line in lines]


def printed_until(process: subprocess.Popen[str], event: str) -> list[str]:
    """Lines of output up to the first event of this name."""
    assert process.stdout
    lines = []
    while line := process.stdout.readline():
        lines.append(line)
        if json.loads(line)["event"] == event:
            return lines
    raise AssertionError(f"No {event} came: {lines}")


def at_once(process: subprocess.Popen[str]) -> list[str]:
    return []


def after_a_moment(process: subprocess.Popen[str]) -> list[str]:
    time.sleep(random.uniform(0.2, 4.0))
    return []


def while_chrome_starts(process: subprocess.Popen[str]) -> list[str]:
    deadline = time.monotonic() + 30
    while not psutil.Process(process.pid).children() and time.monotonic() < deadline:
        time.sleep(0.01)
    return []


MOMENTS: dict[str, Callable[[subprocess.Popen[str]], list[str]]] = {
    "at once": at_once,
    "while Chrome starts": while_chrome_starts,
    "after hearing": lambda process: printed_until(process, "heard"),
    "after the effect": lambda process: printed_until(process, "outcome"),
    "after a moment": after_a_moment,
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_kill_loses_nothing_and_the_next_start_clears_up(
    site: Site, sayso: Program, typed: Arguments, data_folder: DataFolder, moment: str
) -> None:
    folder = data_folder()
    said = typed("search for biotechnology", "scroll down", "go back", "search for volcano", "scroll down")
    process = sayso.start(
        "do", *said, "--url", f"{site.url}/encyclopedia/", "--headless", "--json", SAYSO_DATA=str(folder)
    )
    lines = MOMENTS[moment](process)
    process.kill()
    assert process.stdout
    lines += process.stdout.read().splitlines(keepends=True)
    process.wait()
    shown = [event for line in lines if line.endswith("\n") and (event := json.loads(line))["event"] != "end"]
    if lines:
        kept = recorded(folder)
        assert [event for event in shown if event not in kept] == []
    after = sayso("do", "where am I", "--headless", "--json", SAYSO_DATA=str(folder))
    assert after.returncode == 0, after
    assert not leftovers.after_patience(lambda: leftovers.marked(str(folder)))
    assert list((folder / "browser" / "running").glob("*")) == []
    assert recorded(folder)[: len(shown)] == shown or set(map(str, shown)) <= set(map(str, recorded(folder)))


def own_files(folder: Path) -> list[Path]:
    """What Sayso itself has written: neither the models nor Chrome's profile."""
    return [
        path
        for path in folder.rglob("*")
        if path.is_file() and not {"models", "profile"} & set(path.relative_to(folder).parts)
    ]


@pytest.mark.parametrize("level", ["INFO", "DEBUG"])
def test_passwords_and_card_numbers_are_written_nowhere(
    site: Site, sayso: Program, typed: Arguments, data_folder: DataFolder, level: str
) -> None:
    folder = data_folder("voice = false")
    said = (
        f"type {PASSWORD} into password",
        f"type {CARD} into user name",
        f"set password to {PASSWORD}",
        f"type {PASSWORD}",
        f"type my password {PASSWORD} into user name",
        "press log in",
        "no",
        f"open {site.url}/shop/product/teapot",
        "press add to basket",
        f"open {site.url}/shop/checkout",
        f"type {CARD} into card number",
        f"type {CARD.replace(' ', '')} into full name",
        f"set security code to {PASSWORD}",
        f"my password is {PASSWORD}",
        f"please put {PASSWORD} in the security code field",
        "press place order",
        "where am I",
    )
    run = sayso(
        "do", *typed(*said), "--url", f"{site.url}/login/", "--headless", "--json",
        SAYSO_DATA=str(folder), SAYSO_LOG=level,
    )  # fmt: skip
    assert run.last["event"] == "end"
    assert site.state.orders == []
    assert site.state.logins == []
    for secret in (PASSWORD, CARD, CARD.replace(" ", "")):
        assert [line for line in run.stdout.splitlines() if secret in line] == []
        assert secret not in run.stderr
        for path in own_files(folder):
            assert secret.encode() not in path.read_bytes(), path
    assert any(path.suffix == ".jsonl" for path in own_files(folder))
