"""From words to the thing on the page that they name: first in and near the view, then, if need be, anywhere."""

from engine.chain.entering import look_again
from engine.chain.state import State
from engine.chain.steps import Turn, hear, target
from engine.commanding.commands import (
    Attach,
    Choose,
    Clear,
    ClickOn,
    CopyText,
    DragTo,
    Expand,
    HoverOver,
    InField,
    OnPage,
    Open,
    PasteInto,
    ReadField,
    ScrollTo,
    SearchFor,
    Tick,
    TypeInto,
)
from engine.commanding.locating import on_row
from engine.commanding.matching import called, folded, is_name
from engine.commanding.phrases import spoken_number, strip
from engine.commanding.resolving import Next, Sorry, Step, next_step
from engine.judging.consent import same_element
from engine.values.action import Action
from engine.values.errors import SaysoError
from engine.values.page import Element, Page

_LATE_SECONDS = 0.7
"""What a page shows late is given this long before it is called missing."""


def find_step(
    turn: Turn, state: State, command: OnPage, done: list[Action], picked: Element | None
) -> tuple[Page, Next]:
    """Look, and find the next step; what is missing may be far from the view, or only late, so look once more."""

    def step_on(page: Page) -> tuple[Page, Next]:
        command_here = command if picked or done else as_meant(turn, command, page)
        return page, next_step(command_here, page, turn.kit.settings, done, still(picked, page))

    try:
        page, step = step_on(look_again(turn, state))
        large = page.omitted > 0
        if large and not _is_sure(turn, command, page, step, picked):
            page, step = step_on(look_again(turn, state, whole=True))
        if isinstance(step, Sorry) and page.dialog is None and not turn.stop.wait(_LATE_SECONDS):
            page, step = step_on(look_again(turn, state, whole=large))
    except SaysoError:
        if isinstance(command, TypeInto | Choose) and not done:
            hear(turn, secret=True)  # only the page tells whether the field is secret
        raise
    return page, step


_NAMING = ClickOn | HoverOver | DragTo | Attach | CopyText | PasteInto | InField | ScrollTo


def _is_sure(turn: Turn, command: OnPage, page: Page, step: Next, picked: Element | None) -> bool:
    """Whether nothing far from the view can be meant better: the whole name was said, or no thing is named."""
    if picked is not None:
        return still(picked, page) is not None
    if not isinstance(command, _NAMING):
        return True
    element = target(step.action, page) if isinstance(step, Step) else None
    return element is not None and f" {folded(element.label)} " in f" {folded(turn.said.text)} "


_SHADOWING = SearchFor | Tick | Choose | Open | Clear | ReadField | Expand | ScrollTo
"""Commands whose words may be, letter by letter, what a button is called ("Search hotels", "Check availability")."""


def as_meant(turn: Turn, command: OnPage, page: Page) -> OnPage:
    """The command, or the press of a button that is called by all the words that were said."""
    words = strip(turn.said.text)
    return ClickOn(words) if isinstance(command, _SHADOWING) and is_name(words, page.elements) else command


def named(turn: Turn, state: State, page: Page) -> str:
    """Return the name of the one thing, or row, on the page that the words are nothing but the name of, "" if none."""
    found = name_alone(turn.said.text, page) or on_row(strip(turn.said.text), page)
    if found or not page.omitted:
        return found
    return name_alone(turn.said.text, look_again(turn, state, whole=True))


def name_alone(words: str, page: Page) -> str:
    """Return the name of something on the page when the words are nothing but that, "" otherwise.

    A number alone answers a question that may just have been closed: it is pressed only as "click 2".
    """
    if spoken_number(words) is not None:
        return ""
    return called(words, page.elements) or called(strip(words), page.elements)


def still(picked: Element | None, page: Page) -> Element | None:
    return same_element(picked, page) if picked else None
