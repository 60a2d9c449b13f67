"""The lists of HTML itself: one choice, or just the ones that are named."""

import re
from threading import Event
from typing import TypedDict, cast

from selenium.webdriver.remote.webelement import WebElement

from engine.adapters.webdriver.aiming import Target
from engine.adapters.webdriver.session import Digest, Session
from engine.adapters.webdriver.striking import carefully
from engine.adapters.webdriver.trouble import NODE_GONE
from engine.adapters.webdriver.verifying import before, seen_since
from engine.adapters.webdriver.writing import as_by_hand
from engine.values.errors import Interrupted
from engine.values.outcome import Ambiguous, Blocked, Done, NoEffect, Outcome, Rejected

_TOLD = 6


class Choice(TypedDict, total=False):
    """What a value names in a list (choosing.js, chooseOption)."""

    option: WebElement
    chosen: bool
    label: str
    disabled: bool
    several: list[str]
    labels: list[str]


def select(session: Session, target: Target, value: str, stop: Event) -> Outcome:
    """Choose in a native list. In one that takes several, "A, B" leaves just these two chosen."""
    holds = target.facts["value"]
    choices: list[Choice] = []
    for name in _names(session, target, value):
        choice = cast(Choice, session.run("chooseOption", target.node, name))
        bad = _refusal(choice, name, holds)
        if bad is not None:
            return bad
        choices.append(choice)
    several = target.facts["kind"] == "select-multiple"
    if (not several and choices[0]["chosen"]) or holds == ", ".join(_in_order(session, target, choices)):
        return Done(f"value is already {holds or choices[0]['label']}")
    cover = str(session.run("overlaid", target.node))
    if cover:
        return Blocked(cover)
    if stop.is_set():
        raise Interrupted("Stopped.")
    earlier = before(session, target.path, cast(Digest, session.run("digest")))
    labels = _in_order(session, target, choices)
    as_by_hand(session)
    session.pressed = True
    carefully(lambda: session.run("setOptions", target.node, [choice["option"] for choice in choices]))
    outcome = seen_since(session, earlier)
    return _held(session, target, labels) if isinstance(outcome, Done | NoEffect) else outcome


def _names(session: Session, target: Target, value: str) -> list[str]:
    """The choices that a value names: several, parted by commas, only where the list takes several."""
    if target.facts["kind"] != "select-multiple" or "," not in value:
        return [value]
    whole = cast(Choice, session.run("chooseOption", target.node, value))
    return [value] if "option" in whole else [name for name in re.split(r"\s*,\s*", value.strip()) if name]


def _in_order(session: Session, target: Target, choices: list[Choice]) -> list[str]:
    return [str(label) for label in session.run("inOrder", target.node, [choice["option"] for choice in choices])]


def _refusal(choice: Choice, name: str, holds: str) -> Outcome | None:
    if choice.get("several"):
        return Ambiguous(tuple(choice["several"]))
    if "option" not in choice:
        return nothing_called(name, holds, choice["labels"])
    return Rejected(holds, f"The choice {choice['label']} is disabled.") if choice["disabled"] else None


def nothing_called(name: str, holds: str, labels: list[str]) -> Rejected:
    """The refusal that names the first few choices there are."""
    more = " and more" if len(labels) > _TOLD else ""
    there = f" There are: {', '.join(labels[:_TOLD])}{more}." if labels else ""
    return Rejected(holds, f"There is no choice called {name}.{there}")


def _held(session: Session, target: Target, labels: list[str]) -> Outcome:
    """Read the list at once and once more a moment later: pages put back what they do not take."""
    try:
        session.enter(target.path)
        now = session.run("optionsStay", target.node, labels)
    except NODE_GONE:
        return Done("the page changed")
    if now["gone"]:
        return Done("the page changed")
    return Done(f"value is now {now['holds']}") if now["still"] else Rejected(str(now["holds"]))
