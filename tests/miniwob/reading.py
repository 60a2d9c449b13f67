"""What a solver reads of a page: elements by what they are called, the words, and how things lie."""

import math
import re
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TypeVar

from engine.values.action import Action, Click, TextInput
from engine.values.page import Element, Page

T = TypeVar("T")

Steps = Generator[Action, Page, None]
"""Yields the next action; is sent the page as it is then."""

Onward = Generator[Action, Page, Page]
"""Some steps of many; what they return is the page after them."""

Solver = Callable[[str, Page], Steps]
"""From what is asked for and the page at the beginning to the steps. It reads nothing but these and what it is sent."""


def every(page: Page, label: str = "", role: str = "", **facts: str) -> list[Element]:
    """All elements with these facts. `label` is label, name or text; `css` one of its classes, `ident` its id."""
    css, ident = facts.pop("css", ""), facts.pop("ident", "")
    return [
        one
        for one in page.elements
        if (not label or label in (one.label, one.name, one.text))
        and (not role or one.role == role)
        and (not css or css in attribute(one, "class").split())
        and (not ident or ident == attribute(one, "id"))
        and all(getattr(one, key) == value for key, value in facts.items())
    ]


def the(page: Page, label: str = "", role: str = "", **facts: str) -> Element:
    """The first of them. Raises LookupError that tells what is there instead."""
    found = every(page, label, role, **facts)
    if not found:
        seen = [(one.tag, one.role, one.label) for one in page.elements]
        raise LookupError(f"nothing is {label!r} {role} {facts} in {seen}")
    return found[0]


def first(found: Iterable[T]) -> T:
    """Raises LookupError where there is none."""
    for one in found:
        return one
    raise LookupError("nothing fits")


def attribute(element: Element, name: str) -> str:
    return dict(element.attributes).get(name, "")


def press(page: Page, label: str = "", role: str = "", **facts: str) -> Click:
    return Click(the(page, label, role, **facts).uid)


def submit(page: Page, label: str = "Submit") -> Click:
    return press(page, label, "button")


def texts(page: Page) -> list[Element]:
    """The fields that take text, in order."""
    kinds = ("text", "password", "textarea", "number", "email", "search")
    return [one for one in page.elements if one.kind in kinds]


def write(page: Page, text: str, number: int = 0) -> TextInput:
    """Type into the text field with this number."""
    return TextInput(text, texts(page)[number].uid)


def quoted(goal: str) -> list[str]:
    """The words in double quotes of what is asked for."""
    return re.findall(r'"(.*?)"(?=[\s.,)]|$)', goal)


def lines(page: Page) -> list[str]:
    return page.text.split("\n")


def ordinal(goal: str) -> int:
    """1 for "1st", 7 for "7th"."""
    match = re.search(r"\b(\d+)(?:st|nd|rd|th)\b", goal)
    assert match is not None
    return int(match[1])


def middle(element: Element) -> tuple[float, float]:
    box = element.box
    return box.x + box.width / 2, box.y + box.height / 2


def nearest(page: Page, place: tuple[float, float], **facts: str) -> Element:
    """The element whose middle lies nearest to a point."""
    return min(every(page, **facts), key=lambda one: distance(middle(one), place))


def distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return math.hypot(one[0] - other[0], one[1] - other[1])


def numbers(text: str) -> Iterator[int]:
    return (int(one) for one in re.findall(r"-?\d+", text))
