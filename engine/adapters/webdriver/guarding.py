"""The last look at what is about to be pressed: what was judged has to be there still, when the press itself comes."""

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from selenium.webdriver.remote.webelement import WebElement

from engine.adapters.webdriver.facts import Facts, Target, called, stayed
from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.stopping import check
from engine.adapters.webdriver.striking import carefully, held_back
from engine.values.outcome import Blocked, ChangedSince, Vanished
from engine.values.page import Element

log = logging.getLogger(__name__)

_CHOSEN = frozenset({"", "checkbox", "radio"})
"""Kinds of what may send a form when it is pressed; pressing a field only gives it the focus."""
_GONE = "::gone::"
Changed = ChangedSince | Vanished | Blocked


class _Last(Facts, total=False):
    """`sum`: what the form would send now; `own`: the point is the node's own."""

    sum: str
    own: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """What a press was judged by: the node as it was then, and what its form would have sent ("" for none, or any)."""

    facts: Facts
    sum: str
    sums: bool


def judged(session: Session, target: Target) -> Judged:
    """What `target` has to be still when it is pressed.

    That is what it was when the user was asked, or when the page was looked at; but what the action itself has already
    pressed may have changed, so that then it is what it is now.
    """
    sums = target.facts["kind"] in _CHOSEN
    if session.pressed:
        facts = cast(Facts, session.run("facts", target.node, target.up))
        return Judged(facts, str(session.run("formSum", target.node)) if sums else "", sums)
    known = target.digest or (str(session.run("formSum", target.node)) if sums else "")
    return Judged(target.facts, known if sums else "", sums)


def digest_of(session: Session, element: Element) -> str:
    """What the form of an element would have sent when the page was looked at that is acted on, "" for none."""
    forms = session.judged.forms if session.judged is not None else ()
    return forms[element.form].digest if element.form is not None and element.form < len(forms) else ""


def struck(
    session: Session, target: Target, was: Judged, at: tuple[WebElement, float, float], strike: Callable[[], None]
) -> Changed | None:
    """Press with `strike` at a point of the target, where the pointer rests; None when it was pressed.

    Raises Interrupted, or one of trouble.NODE_GONE, before it is pressed.
    """
    name, (spot, x, y) = f"p{secrets.token_hex(8)}", at
    check(session)
    now = cast(_Last, session.run("guardPress", name, target.node, target.up, spot, [x, y], was.sums))
    changed = Blocked("another part of the page") if not now["gone"] and not now["own"] else _changed(was, now)
    return _go(session, name, changed, strike)


def _changed(was: Judged, now: _Last) -> Changed | None:
    if now["gone"]:
        return Vanished()
    same = stayed(was.facts, now) and (not was.sum or now["sum"] == was.sum)
    return None if same else ChangedSince(called(now))


def _go(session: Session, name: str, changed: Changed | None, strike: Callable[[], None]) -> Changed | None:
    """Strike unless something has changed; the guard that is in place may find so in the last moment."""
    earlier = session.pressed
    if changed is not None:
        log.info("not pressed: it is no longer what was judged")
        held_back(session, name)
        return changed
    session.pressed = True
    carefully(strike)
    held = held_back(session, name)
    if not held:
        return None
    log.info("held back: it changed in the last moment")
    session.pressed = earlier
    return Vanished() if held == _GONE else ChangedSince(held)
