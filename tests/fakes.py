"""Stand-ins at the ports and builders of values, for tests of pure logic."""

import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.values.action import Action, Change, Click, Submit, TextInput
from engine.values.errors import Interrupted
from engine.values.outcome import Done, Outcome, Vanished, succeeded
from engine.values.page import Box, Element, Page, Snapshot, Tab, Viewport
from engine.values.ports import Prompt

WIDTH = 384


def element(uid: str = "e1", role: str = "button", name: str = "Search", **changes: Any) -> Element:
    """A visible, enabled element: its tag and kind follow from the role, the rest can be given by field name."""
    tags = {"link": "a", "textbox": "input", "checkbox": "input", "combobox": "select", "heading": "h2"}
    kinds = {"textbox": "text", "checkbox": "checkbox", "combobox": "select-one"}
    row = int(re.sub(r"\D", "", uid) or 0)
    plain = Element(
        uid=uid,
        handle=f"h-{uid}",
        tag=tags.get(role, role),
        role=role,
        name=name,
        text="" if role in kinds else name,
        box=Box(10, 30 * row, 120, 24),
        kind=kinds.get(role, ""),
        interactive=role != "heading",
        xpath=f"id('{uid}')",
    )
    return replace(plain, **changes)


def page(*elements: Element, **changes: Any) -> Page:
    """A loaded page of one screen and a half with these elements; other fields can be given by name."""
    given: dict[str, Any] = {
        "url": "http://127.0.0.1/",
        "title": "Test page",
        "viewport": Viewport(1280, 800, height_full=1200),
        "elements": elements,
    }
    return Page(**{**given, **changes})


class FakeBrowser:
    """Shows `pages` one after the other: the next one after every action that succeeded, the last one for ever.

    `outcomes` are what the actions come to, in order, then always Done; an error among them is raised.
    """

    def __init__(self, pages: Sequence[Page], outcomes: Sequence[Outcome | Exception] = ()) -> None:
        self.performed: list[Action] = []
        self.captures = 0
        self.closed = False
        self.reopened: tuple[Tab, ...] = ()
        self._pages = list(pages)
        self._outcomes = list(outcomes)

    def capture(self, stop: Event | None = None, *, whole: bool = False) -> Page:
        self.captures += 1
        return self._pages[0]

    def perform(self, action: Action, page: Page, stop: Event) -> Outcome:
        if stop.is_set():
            raise Interrupted("Stopped.")
        if isinstance(action, Click | TextInput | Change | Submit) and not self._unchanged(action.uid, page):
            return Vanished()
        self.performed.append(action)
        outcome = self._outcomes.pop(0) if self._outcomes else Done("the page changed")
        if isinstance(outcome, Exception):
            raise outcome
        if succeeded(outcome) and len(self._pages) > 1:
            self._pages.pop(0)
        return outcome

    def snapshot(self, page: Page) -> Snapshot:
        return Snapshot("<head></head>", {}, self.screenshot(), {})

    def screenshot(self) -> bytes:
        return b"\x89PNG\r\n\x1a\n"

    def reopen(self, tabs: Iterable[Tab]) -> None:
        self.reopened = tuple(tabs)

    def close(self) -> None:
        self.closed = True

    def _unchanged(self, uid: str, page: Page) -> bool:
        """True when the element meant in `page` is still there, with the same role and name."""
        meant = page.by_uid.get(uid)
        now = {(one.handle, one.role, one.name) for one in self._pages[0].elements}
        return meant is not None and (meant.handle, meant.role, meant.name) in now


class FakeEncoder:
    """Texts that share words lie close together: each word adds to one of 384 places, then the length is made 1."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = np.zeros((len(texts), WIDTH), dtype=np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            for word in re.findall(r"\w+", text.lower()) or [""]:
                vector[zlib.crc32(word.encode()) % WIDTH] += 1
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors


class FakeModel:
    """Gives `answers` in order and keeps what it was asked; an error among the answers is raised."""

    def __init__(self, answers: Sequence[str | Exception] = ()) -> None:
        self.prompts: list[Prompt] = []
        self.grammars: list[str] = []
        self._answers = list(answers)

    def complete(self, prompt: Prompt, grammar: str, stop: Event, max_tokens: int = 96) -> str:
        if stop.is_set():
            raise Interrupted("Stopped.")
        self.prompts.append(prompt)
        self.grammars.append(grammar)
        assert self._answers, "The model was asked more often than the test foresaw."
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer
