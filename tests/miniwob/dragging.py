"""Things to drag onto others."""

from engine.values.action import Drag
from engine.values.page import Element, Page
from tests.miniwob.reading import Steps, every, numbers, ordinal, submit, the


def item(goal: str, page: Page) -> Steps:
    """To a place among its equals; "down by one"."""
    name = goal.split()[1]
    items = _items(page)
    at = next(number for number, one in enumerate(items) if one.label == name)
    if "by one" in goal:
        to = at + (1 if "down" in goal else -1)
    elif "top" in goal or "bottom" in goal:
        to = 0 if "top" in goal else len(items) - 1
    else:
        to = ordinal(goal) - 1
    yield Drag(items[at].uid, items[to].uid)


def in_grid(goal: str, page: Page) -> Steps:
    name = goal.split()[1]
    items = _items(page)
    at = next(number for number, one in enumerate(items) if one.label == name)
    if "by one" in goal:
        to = at + next(by for word, by in _BY.items() if word in goal)
    else:
        to = 4 + sum(by for word, by in (_BY | {"top": -3, "bottom": 3}).items() if f" {word}" in goal)
    yield Drag(items[at].uid, items[to].uid)


_BY = {"left": -1, "right": 1, "up": -3, "down": 3}


def _items(page: Page) -> list[Element]:
    return every(page, css="ui-state-default") or [one for one in page.elements if one.tag in ("li", "div")]


def sort(goal: str, page: Page) -> Steps:
    """From the top: whatever is the least of the rest is dragged to its place."""
    for place in range(3):
        rest = _items(page)[place:]
        least = min(rest, key=lambda one: next(numbers(one.label)))
        if least is not rest[0]:
            page = yield Drag(least.uid, rest[0].uid)
    yield submit(page)


def box(goal: str, page: Page) -> Steps:
    page = yield Drag(the(page, "s").uid, the(page, "L").uid)
    yield submit(page)
