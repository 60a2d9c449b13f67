"""Scripted perfect actions, sent through the Browser port, earn the reward of MiniWoB++'s tasks."""

from pathlib import Path

import pytest

from engine.adapters.webdriver import WebDriver
from tests.miniwob.playing import open_task, play
from tests.miniwob.tasks import LEFT_OUT, SEEDS, TASKS


@pytest.mark.parametrize("task", TASKS)
def test_it_earns_the_reward(task: str, browser: WebDriver, address: str) -> None:
    open_task(browser, address, task)
    for seed in SEEDS.get(task, SEEDS[""]):
        reward, told = play(browser, seed, TASKS[task])
        assert reward >= 1, told


def test_every_page_is_played_or_left_out_for_a_reason(pages: Path) -> None:
    assert {page.stem for page in (pages / "miniwob").glob("*.html")} == TASKS.keys() | LEFT_OUT.keys()
