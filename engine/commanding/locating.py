"""What belongs to a row or card: the box that ticks it, and the buttons that show only while it is pointed at."""

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.commanding.choosing import PRESS, TICKABLE, Next, Sorry, Step, press
from engine.commanding.commands import ClickOn
from engine.commanding.matching import find, folded, heard_in
from engine.values.action import Action, Hover
from engine.values.page import Element, Page

_SELECTING = frozenset("select tick check mark choose pick toggle selection selected item row".split())
_ACTIONS = frozenset(
    "delete remove archive edit reply forward share star favourite favorite like pin snooze mute rename move copy "
    "duplicate download save flag report hide label print more options menu mark dislike comment follow".split()
)
"""What people do to one row of many; buttons of such names are often drawn only over the row under the pointer."""

_SMALL = frozenset("a an the this that my of to in on at for from with it".split())


def pressed(command: ClickOn, page: Page, done: Sequence[Action], picked: Element | None) -> Next:
    """Click what is called so; where nothing is, point first at the row that is meant, which may show it."""
    name, click = command.name, replace(PRESS, times=command.times, button=command.button)
    found = press(name, page, command.kind, picked, click)
    if not isinstance(found, Sorry) or picked is not None:
        return found
    if page_number := re.fullmatch(r"page (\d+)", folded(name)):  # the links between pages are called by numbers alone
        links = [e for e in page.elements if e.interactive and not e.kind and folded(e.label) == page_number[1]]
        return press(links[0].label, page, command.kind, links[0]) if len(links) == 1 else found
    if (given_up := _given_up(name, page)) is not None:
        return given_up
    verb, rows = _rows(name, page)
    pointed = next((action for action in done if isinstance(action, Hover)), None)
    if pointed and verb:
        shown = find(verb, "", [e for e in page.elements if e.interactive and any(_same_line(e, one) for one in rows)])
        if len(shown) == 1:
            return Step(replace(click, uid=shown[0].uid))
        place = rows[0].label if rows else "it"
        return Sorry(f"I pointed at {place}, and still see nothing called {verb}. {found.sentence}")
    if len(rows) == 1:
        return Step(Hover(rows[0].uid), last=False)
    if rows:
        return Sorry(
            f"Several things fit {name}, and {verb} may show only over one. Say: point at, and more of its words."
        )
    return found


def _given_up(name: str, page: Page) -> Next | None:
    """What is on or chosen is taken back by another press ("remove star"); what is not, is left as it is."""
    verb, _, rest = folded(name).partition(" ")
    if verb not in _TAKING_BACK:
        return None
    named = [e for e in page.elements if rest and e.interactive and rest in map(folded, (e.name, e.text))]
    if len(named) != 1 or not (named[0].role == "option" or "aria-pressed" in dict(named[0].attributes)):
        return None
    if named[0].states & {"checked", "selected"}:
        return Step(replace(PRESS, uid=named[0].uid))
    return Sorry(f"{named[0].label} is not on or chosen, so I did nothing.")


_TAKING_BACK = frozenset("remove clear drop".split())


def on_row(words: str, page: Page) -> str:
    """Return the words when they are an action and the row that it is meant for ("delete the invoice"), else ""."""
    said = folded(words).split()
    able = [e for e in page.elements if e.interactive and e.context]
    for count in range(1, min(4, len(said))):
        called = [e for e in able if " ".join(said[:count]) in map(folded, (e.name, e.text))]
        rest = set(said[count:]) - _SMALL
        numbers = {word for word in rest if word.isdigit()}
        if called and rest and any(rest <= set(folded(e.context).split()) for e in called):
            return words
        if called and numbers and not any(numbers <= set(folded(e.context).split()) for e in called):
            return words  # "like story 35" where there is none: to be said, not to be guessed
    return words if len(_rows(words, page)[1]) == 1 else ""


def boxes_of(value: str, page: Page) -> tuple[Element, ...]:
    """Return the boxes to tick of the rows that these words tell of: called nothing but "Select", or nothing at all."""
    wanted = set(folded(value).split()) - _SMALL
    boxes = [e for e in page.elements if e.role in TICKABLE and set(folded(e.name).split()) <= _SELECTING]
    if not wanted or len(boxes) < 2:
        return ()
    own = [e for e in boxes if wanted <= set(folded(f"{e.context} {e.beside}").split())]
    if own:
        return tuple(own)
    named = [e for e in page.elements if e.interactive and e not in boxes and wanted <= heard_in(e)]
    return tuple(box for box in boxes if any(_same_line(box, e) for e in named))


def _rows(name: str, page: Page) -> tuple[str, tuple[Element, ...]]:
    """The action that is meant, and the rows, one element for each, that hold all other words."""
    said = [word for word in folded(name).split() if word not in _SMALL]
    if len(said) < 2 or said[0] not in _ACTIONS:
        return "", ()
    rest = set(said[1:])
    hits = [
        e for e in page.elements if e.visible and not e.kind and rest <= heard_in(e) | set(folded(e.context).split())
    ]
    own = [e for e in hits if rest <= heard_in(e)]
    lines: list[Element] = []
    for one in own or hits:
        if not any(_same_line(one, other) for other in lines):
            lines.append(one)
    return said[0], tuple(lines)


def _same_line(one: Element, other: Element) -> bool:
    """True when the middle of either lies within the height of the other."""
    a, b = one.box, other.box
    return a.y <= b.y + b.height / 2 <= a.y + a.height or b.y <= a.y + a.height / 2 <= b.y + b.height
