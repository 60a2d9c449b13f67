"""One episode of a MiniWoB++ task: begun, played through the Browser port alone, and its reward read."""

import time
from threading import Event
from typing import cast

from engine.adapters.webdriver import WebDriver
from engine.values.action import Action, Load
from engine.values.outcome import Navigated, Outcome
from tests.miniwob.reading import Solver

MOST_SECONDS = 45

_BEGIN = """
core.EPISODE_MAX_TIME = 3600000;
Math.seedrandom(arguments[0]);
core.startEpisodeReal();
core.hideDisplay();
const asked = core.getUtterance();
return asked.utterance || asked;
"""


def open_task(browser: WebDriver, address: str, task: str) -> None:
    """Show the page of a task, unless it is shown already."""
    page = browser.capture()
    if page.url != f"{address}/{task}.html":
        outcome = browser.perform(Load(f"{address}/{task}.html"), page, Event())
        assert isinstance(outcome, Navigated), outcome


def play(browser: WebDriver, seed: str, solver: Solver) -> tuple[float, str]:
    """Play one episode; return its reward (0 where it did not come to its end) and what was asked and done."""
    goal = str(_script(browser, _BEGIN, seed))
    page, until = browser.capture(), time.monotonic() + MOST_SECONDS
    told: list[tuple[Action, Outcome] | str] = [goal]
    steps = solver(goal, page)
    try:
        action = next(steps)
        while time.monotonic() < until:
            told.append((action, browser.perform(action, page, Event())))
            if _ended(browser)[0]:
                break
            page = browser.capture()
            action = steps.send(page)
    except (StopIteration, LookupError) as error:
        told.append(repr(error))
    done, reward = _ended(browser)
    return reward if done else 0.0, "\n".join(str(one) for one in told)


def _ended(browser: WebDriver) -> tuple[bool, float]:
    done, reward = cast(list[object], _script(browser, "return [WOB_DONE_GLOBAL, WOB_RAW_REWARD_GLOBAL]"))
    return bool(done), float(str(reward))


def _script(browser: WebDriver, code: str, *arguments: object) -> object:
    """The episode's own clockwork, which is no part of what is tested."""
    selenium = browser._session.selenium
    selenium.switch_to.default_content()
    return selenium.execute_script(code, *arguments)
