"""What a live node is now, and whether that is what was judged."""

from dataclasses import dataclass
from typing import TypedDict

from selenium.webdriver.remote.webelement import WebElement

from engine.judging.wording import has_verb
from engine.values.page import Element


class Facts(TypedDict):
    """A live node as it is now (aiming.js, facts). `value` is "" when `secret`; `marks` is a number for attributes."""

    gone: bool
    tag: str
    role: str
    kind: str
    type: str
    secret: bool
    name: str
    text: str
    hints: str
    marks: int
    value: str
    contexts: list[str]
    disabled: bool
    readonly: bool
    checked: bool
    empty: bool
    expanded: str
    selected: bool
    title: str
    href: str
    submits: list[str] | None


@dataclass(frozen=True, slots=True)
class Target:
    """A live node in its frame, which is the session's current one.

    `up`: how far up lies the row or card that names its context; `digest`: what its form would have sent when it was
    judged (page.py, Form), "" where that is not known.
    """

    node: WebElement
    path: tuple[str, ...]
    facts: Facts
    up: int = 0
    digest: str = ""


def is_same(element: Element, facts: Facts) -> bool:
    """Whether a node is still what `element` was: role, name, text, where it leads or sends to, and in which row."""
    if (element.role, element.name, element.kind) != (facts["role"], facts["name"], facts["kind"]):
        return False
    if element.text != facts["text"] or element.href != facts["href"]:
        return False
    sends = [element.submits.method, element.submits.url] if element.submits else None
    if sends != facts["submits"]:
        return False
    contexts = [context for context in facts["contexts"] if context]
    return not element.context or not contexts or element.context in contexts


def stayed(was: Facts, now: Facts) -> bool:
    """Whether a node is what it was a moment ago, though the pointer has come to it since.

    Pages take titles away then, or write them out, add hints to names, and show or hide more of a row; all else is
    another thing.
    """
    if any(was[key] != now[key] for key in ("role", "kind", "type", "href", "submits", "marks")):
        return False
    titled = bool(was["name"]) and was["name"] == was["title"]
    if not (titled and was["title"].startswith(now["name"])) and not _grown(was["name"], now["name"]):
        return False
    if not (titled and was["title"].startswith(now["text"])) and not _grown(was["text"], now["text"]):
        return False
    known = _words(" ".join((was["name"], was["text"], was["hints"], was["title"])))
    if has_verb(" ".join(_words(now["hints"]) - known)):
        return False
    rows = [(_words(one), _words(other)) for one in was["contexts"] for other in now["contexts"] if one and other]
    return not rows or any(one <= other or other <= one for one, other in rows)


def _grown(was: str, now: str) -> bool:
    """The same words, or more that are no order."""
    return now.startswith(was) and not has_verb(now.removeprefix(was))


def called(facts: Facts, element: Element | None = None) -> str:
    """What a changed thing is called now, with its row where that is what changed since it was `element`."""
    name = facts["name"] or facts["text"] or facts["role"] or facts["tag"]
    row = next((context for context in facts["contexts"] if context), "")
    return f"{name}, {row}" if row and element is not None and name == (element.name or element.text) else name


def _words(text: str) -> set[str]:
    return set(text.casefold().split())
