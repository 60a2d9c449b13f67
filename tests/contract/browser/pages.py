"""The pages of tests/pages: each carries its instruction, its steps and what is expected, as JSON in its head.

instruction  what a person would say or want there
elements     facts of elements that must be seen;  absent  labels that must not be;  order  all labels in order
headings, forms, alerts, modal, language, loading, kind, wants, reads   facts of the page as first seen
steps        {"do", "label" (and "context"), "value", …, "outcome", "detail"}; see `action_of`. "say" adds words that
             must lead to the very same action without a model; "before" is what the page does meanwhile; "wait" ms
says, title, url, tabs, options, *_after   the page at the end;  never  words that no look may hold
"""

import json
import re
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import urlsplit

from engine.adapters.webdriver import WebDriver
from engine.commanding.phrases import understand
from engine.commanding.resolving import Step, next_step
from engine.values.action import (
    Action,
    Back,
    Change,
    Click,
    Copy,
    Drag,
    Forward,
    Hover,
    Load,
    Paste,
    Press,
    Reload,
    Save,
    Scroll,
    ScrollUntil,
    Submit,
    TabCreate,
    TabRemove,
    TabSwitch,
    TextInput,
    Upload,
    Zoom,
)
from engine.values.outcome import Navigated, Outcome
from engine.values.page import Element, Form, Page
from engine.values.settings import Settings

PAGES = Path(__file__).parent.parent.parent / "pages"
FILES = PAGES.parent / "files"
SHOWS = ("alerts", "modal", "language", "loading", "kind", "wants")


def expected(path: Path) -> dict[str, Any]:
    match = re.search(r'id="expected">(.*?)</script>', path.read_text("utf-8"), re.DOTALL)
    return json.loads(match.group(1)) if match else {}


CASES = {path.stem: expected(path) for path in sorted(PAGES.glob("*.html"))}
CASES = {name: case for name, case in CASES.items() if {"steps", "elements", "forms", *SHOWS} & case.keys()}


def run_in_page(browser: WebDriver, script: str) -> Any:
    """What the page itself does meanwhile: not part of the port."""
    selenium = browser._session.selenium
    selenium.switch_to.default_content()
    return selenium.execute_script(script)


def find(page: Page, wanted: dict[str, Any]) -> Element:
    """The one element with all the wanted facts."""
    found = [element for element in page.elements if matches(element, wanted)]
    listing = [(one.role, one.label, one.context, one.value, sorted(one.states)) for one in page.elements]
    assert len(found) == 1, f"{wanted} matches {len(found)} of {listing}"
    return found[0]


def matches(element: Element, wanted: dict[str, Any]) -> bool:
    for key, value in wanted.items():
        if key == "label":
            same = value in (element.label, element.name)
        elif key == "states":
            same = set(value) == element.states if not value else set(value) <= element.states
        elif key == "class":
            same = (key, value) in element.attributes
        elif key == "options":
            same = tuple(value) == element.options
        elif key == "submits":
            sent = element.submits
            same = (None if sent is None else [sent.method, urlsplit(sent.url).path]) == value
        else:
            same = getattr(element, key) == value
        if not same:
            return False
    return True


def facts_of(form: Form) -> dict[str, Any]:
    assert form.default is not None
    default = [form.default.method, urlsplit(form.default.url).path]
    labels = [field.label for field in form.fields]
    return {"name": form.name, "default": default, "hidden": form.hidden, "labels": labels}


def action_of(step: dict[str, Any], page: Page) -> Action:
    """The action of a step. Tabs are counted from 1; "onto" is the label of where something is dropped."""
    wanted = {key: value for key, value in step.items() if key in ("label", "context", "role")}
    uid = find(page, wanted).uid if "label" in step else ""
    if step["do"].startswith("tab"):
        return _on_tab(step, page)
    return _ACTIONS[step["do"]](step, uid, page)


_ACTIONS: dict[str, Callable[[dict[str, Any], str, Page], Action]] = {
    "back": lambda step, uid, page: Back(),
    "forward": lambda step, uid, page: Forward(),
    "reload": lambda step, uid, page: Reload(),
    "save": lambda step, uid, page: Save(),
    "load": lambda step, uid, page: Load(step["value"]),
    "click": lambda step, uid, page: Click(uid, step.get("times", 1), step.get("button", "left")),
    "type": lambda step, uid, page: TextInput(step["value"], uid),
    "add": lambda step, uid, page: TextInput(step["value"], uid, keep=True),
    "change": lambda step, uid, page: Change(step["value"], uid),
    "submit": lambda step, uid, page: Submit(uid),
    "hover": lambda step, uid, page: Hover(uid),
    "press": lambda step, uid, page: Press(step["value"], uid),
    "drag": lambda step, uid, page: Drag(uid, find(page, {"label": step["onto"]}).uid),
    "upload": lambda step, uid, page: Upload(str(FILES / step["value"]), uid),
    "copy": lambda step, uid, page: Copy(uid),
    "paste": lambda step, uid, page: Paste(uid),
    "scroll": lambda step, uid, page: Scroll(step.get("x", 0), step.get("y", 0), uid),
    "scroll until": lambda step, uid, page: ScrollUntil(step["value"], uid),
    "zoom": lambda step, uid, page: Zoom(step["value"]),
}


def _on_tab(step: dict[str, Any], page: Page) -> Action:
    if step["do"] == "tab create":
        return TabCreate(step.get("value", ""))
    handle = page.tabs[step["value"] - 1].handle
    return TabSwitch(handle) if step["do"] == "tab switch" else TabRemove(handle)


def take(browser: WebDriver, step: dict[str, Any]) -> Outcome:
    """Take one step of a case: look, find, let the page do what it does meanwhile, act."""
    time.sleep(step.get("wait", 0) / 1000)
    page = browser.capture()
    if "dialog" in step:
        assert page.dialog == step["dialog"]
    action = action_of(step, page)
    if "say" in step:
        command = understand(step["say"], own=False)
        assert command is not None, step["say"]
        resolved = next_step(command, page, Settings(), [])  # type: ignore[arg-type]  # what it is not, it asserts itself
        assert isinstance(resolved, Step), resolved
        assert resolved.action == action
    if "before" in step:
        run_in_page(browser, step["before"])
    return browser.perform(action, page, Event())


def show(browser: WebDriver, address: str) -> Page:
    outcome = browser.perform(Load(address), browser.capture(), Event())
    assert isinstance(outcome, Navigated)
    return browser.capture()


def check(browser: WebDriver, name: str, case: dict[str, Any], origins: tuple[str, int]) -> None:
    """Show the page of a case, and check all that it expects."""
    page = show(browser, f"{origins[0]}/{name}.html?other={origins[1]}")
    _check_look(page, case)
    for step in case.get("steps", ()):
        outcome = take(browser, step)
        assert type(outcome).__name__ == step["outcome"], f"{step}: {outcome}"
        assert step.get("detail", "") in " ".join(str(value) for value in asdict(outcome).values()), outcome
    _check_end(browser.capture(), case)


def _check_look(page: Page, case: dict[str, Any]) -> None:
    for wanted in case.get("elements", ()):
        find(page, wanted)
    labels = [element.label for element in page.elements]
    assert not set(case.get("absent", ())) & set(labels)
    assert case.get("order", labels) == labels
    assert [tuple(one) for one in case.get("headings", page.headings)] == list(page.headings)
    for wanted, form in zip(case.get("forms", ()), page.forms, strict="forms" in case):
        assert facts_of(form) | wanted == facts_of(form)
    for fact in (one for one in SHOWS if one in case):
        assert getattr(page, fact) == (tuple(case[fact]) if fact == "alerts" else case[fact])
    assert case.get("reads", "") in " ".join(page.text.split())


def _check_end(page: Page, case: dict[str, Any]) -> None:
    assert case.get("says", "") in " ".join(page.text.split())
    for fact in (one for one in SHOWS if f"{one}_after" in case):
        assert getattr(page, fact) == case[f"{fact}_after"]
    for wanted in case.get("elements_after", ()):
        find(page, wanted)
    options = [element.label for element in page.elements if element.role == "option"]
    assert sorted(case.get("options", options)) == sorted(options)
    assert page.title == case.get("title", page.title)
    assert urlsplit(page.url).path == case.get("url", urlsplit(page.url).path)
    assert len(page.tabs) == case.get("tabs", 1)
    seen = repr(page)
    assert not [secret for secret in case.get("never", ()) if secret in seen]
