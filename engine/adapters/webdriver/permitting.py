"""What a page asks the browser's leave for, which only the user gives.

An answer holds for the site's origin until Chrome ends, and is not kept in the profile.
"""

from engine.adapters.webdriver.devtools import Refused
from engine.adapters.webdriver.reporting import Wish
from engine.adapters.webdriver.session import Session
from engine.seeing.kinds import wished
from engine.values.action import Click, OnElement, Press, Submit
from engine.values.outcome import Done, Failed, NoEffect, Outcome, Vanished
from engine.values.page import Element

_PREFIX = "permission:"
_SECONDS = 2.0


def belongs(element: Element) -> bool:
    """True for the elements that allow or block what the page asks for."""
    return element.handle.startswith(_PREFIX)


def wishes(session: Session) -> tuple[tuple[str, ...], ...]:
    """What the current tab's page waits for, oldest first: names of the Permissions API, asked for together."""
    return tuple(dict.fromkeys(wish.names for wish in session.reports.wishes.get(session.window, ())))


def answer(session: Session, action: OnElement, element: Element) -> Outcome:
    """Allow or block; the page's own call then goes on and gets that answer."""
    if not isinstance(action, Click | Submit | Press):
        return NoEffect()
    _, verb, joined = element.handle.split(":", 2)
    names = tuple(joined.split("+"))
    asked = [wish for wish in session.reports.wishes.get(session.window, ()) if wish.names == names]
    if not asked:
        return Vanished()
    session.pressed = True
    try:
        for wish in asked:
            _set(session, wish, "granted" if verb == "allow" else "denied")
    except Refused:
        return Failed("Chrome did not take that answer.")
    session.reports.tools.wait_for(lambda: names not in wishes(session), _SECONDS)
    session.reports.answered(session.window, names)
    what = " and ".join(wished(name) for name in names)
    return Done(f"the page may now {what}" if verb == "allow" else f"the page may not {what}")


def _set(session: Session, wish: Wish, setting: str) -> None:
    for name in wish.names:
        permission = {"name": name}
        session.reports.tools.ask("Browser.setPermission", permission=permission, setting=setting, origin=wish.origin)
