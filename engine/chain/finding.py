"""From words to the thing on the page that they name: first in and near the view, then, if need be, anywhere."""

from engine import replying
from engine.chain.entering import look_again
from engine.chain.state import State
from engine.chain.steps import Turn, hear, target
from engine.commanding.commands import (
    Choose,
    Clear,
    ClickOn,
    Dismiss,
    Expand,
    OnPage,
    Open,
    Permit,
    ReadField,
    ScrollTo,
    SearchFor,
    Tick,
    TypeInto,
)
from engine.commanding.locating import on_row
from engine.commanding.matching import called, folded, is_name, placed
from engine.commanding.phrases import spoken_number, strip
from engine.commanding.resolving import Next, Sorry, Step, Told, WhichOne, next_step
from engine.judging.consent import readdressed, same_element, same_field
from engine.judging.leaving import at_stake
from engine.values.action import Action, Drag, Load, TabCreate
from engine.values.errors import SaysoError
from engine.values.page import Element, Page

_LATE_SECONDS = 0.7
"""What a page shows late is given this long before it is called missing."""


def find_step(
    turn: Turn, state: State, command: OnPage, done: list[Action], picked: Element | None
) -> tuple[Page, OnPage, Next]:
    """Look, and find the command as it is meant here and its next step.

    What is missing may be far from the view, or only late, so look once more.
    """

    def step_on(page: Page) -> tuple[Page, OnPage, Next]:
        meant = command if picked or done else as_meant(turn, command, page)
        step = next_step(meant, page, turn.kit.settings, done, still(picked, page))
        if page.omitted and not picked and _is_counted(meant, step, page):
            step = Sorry(replying.TOO_LARGE_TO_COUNT)
        return page, meant, step

    try:
        page, meant, step = step_on(look_again(turn, state))
        large = page.omitted > 0
        if large and not _is_sure(meant, step, page, picked):
            page, meant, step = step_on(look_again(turn, state, whole=True))
        if isinstance(step, Sorry) and page.dialog is None and not turn.stop.wait(_LATE_SECONDS):
            page, meant, step = step_on(look_again(turn, state, whole=large))
    except SaysoError:
        if isinstance(command, TypeInto | Choose) and not done:
            hear(turn, secret=True)  # only the page tells whether the field is secret
        raise
    return page, meant, step


def _is_sure(command: OnPage, step: Next, page: Page, picked: Element | None) -> bool:
    """Whether nothing far from the view can be meant as well or better.

    So it is where what was found is in view and called all that was said, or where nothing that is named can be far.
    """
    if picked is not None:
        return still(picked, page) is not None
    match step:
        case Sorry() | Told(None):
            return False
        case WhichOne(_, options):
            return not any(isinstance(option, Element) for option in options)
        case Step(Load(), True) if isinstance(command, SearchFor):
            return command.web  # else the page's own search box may be far
        case Step() if isinstance(command, SearchFor | Dismiss | Permit):
            return True
    return all(one.visible and _is_called_so(one, command) for one in _meant_by(step, page))


def _is_counted(command: OnPage, step: Next, page: Page) -> bool:
    """Whether a thing was found by its place among others ("the second edit"), which may be wrong here."""
    by_place = any(placed(name.partition(" ")[0]) is not None for name in _names(command))
    return by_place and not all(_is_called_so(one, command) for one in _meant_by(step, page))


def _meant_by(step: Next, page: Page) -> list[Element]:
    """The elements that a step is on, or whose address it opens."""
    match step:
        case Told(Element() as held):
            return [held]
        case Step(TabCreate(url)) if url:
            return [one for one in page.elements if one.href == url]
        case Step(Drag(_, onto) as action):
            return [one for one in (target(action, page), page.by_uid.get(onto)) if one]
        case Step(action):
            return [one for one in (target(action, page),) if one]
    return []


def _is_called_so(element: Element, command: OnPage) -> bool:
    """Whether the whole name was said; or none, which means the field with the focus."""
    if getattr(command, "field", None) == "" and "focused" in element.states:
        return True
    own = (element.name, element.text, element.placeholder, element.beside)
    return not _names(command).isdisjoint(map(folded, own))


def _names(command: OnPage) -> set[str]:
    """All words of a command that may name something on a page."""
    said = ("name", "onto", "field", "where", "box", "value", "spoken")
    return {folded(getattr(command, one, "")) for one in said} - {""}


def weighed(turn: Turn, state: State, action: Action, page: Page) -> tuple[Page, Action]:
    """The page and the action as they are judged: what is asked about is seen with all that it would send or lose."""
    if not page.omitted or at_stake(action, page) is None:
        return page, action
    whole, element = look_again(turn, state, whole=True), target(action, page)
    if element is None:
        return whole, action
    now = same_field(element, whole)
    return (whole, readdressed(action, now.uid)) if now and not isinstance(action, Drag) else (page, action)


_SHADOWING = SearchFor | Tick | Choose | Open | Clear | ReadField | Expand | ScrollTo
"""Commands whose words may be, letter by letter, what a button is called ("Search hotels", "Check availability")."""


def as_meant(turn: Turn, command: OnPage, page: Page) -> OnPage:
    """The command, or the press of a button that is called by all the words that were said."""
    words = strip(turn.said.text)
    return ClickOn(words) if isinstance(command, _SHADOWING) and is_name(words, page.elements) else command


def named(turn: Turn, state: State, page: Page) -> str:
    """Return the name of the one thing, or row, on the page that the words are nothing but the name of, "" if none."""

    def on(seen: Page) -> str:
        return name_alone(turn.said.text, seen) or on_row(strip(turn.said.text), seen)

    found = on(page)
    return found if found or not page.omitted else on(look_again(turn, state, whole=True))


def name_alone(words: str, page: Page) -> str:
    """Return the name of something on the page when the words are nothing but that, "" otherwise.

    A number alone answers a question that may just have been closed: it is pressed only as "click 2".
    """
    if spoken_number(words) is not None:
        return ""
    return called(words, page.elements) or called(strip(words), page.elements)


def still(picked: Element | None, page: Page) -> Element | None:
    return same_element(picked, page) if picked else None
