"""What a page asks the browser's leave for, which only the user gives.

An answer holds for the site's origin until Chrome ends, and is not kept in the profile.
"""

from urllib.parse import urlsplit

from engine.adapters.webdriver.devtools import Refused
from engine.adapters.webdriver.session import Session
from engine.seeing.kinds import WISHES, wished
from engine.values.action import Click, OnElement, Press, Submit
from engine.values.outcome import Done, Failed, NoEffect, Outcome, Vanished
from engine.values.page import Element

_PREFIX = "permission:"
_SECONDS = 2.0


def belongs(element: Element) -> bool:
    """True for the elements that allow or block what the page asks for."""
    return element.handle.startswith(_PREFIX)


def wishes(session: Session) -> tuple[tuple[str, ...], ...]:
    """What the current tab's page waits for, oldest first: names of the Permissions API, asked for together.

    Names that are none of those that are held back were made up by the page, and are left out.
    """
    asked = (wish.names for wish in session.reports.wishes.get(session.window, ()))
    return tuple(dict.fromkeys(names for names in asked if names and set(names) <= WISHES.keys()))


def answer(session: Session, action: OnElement, element: Element, url: str) -> Outcome:
    """Allow or block; the page's own call then goes on and gets that answer.

    It holds for the site of `url`, the page that the user was told of, whatever the one that asks says of itself.
    """
    if not isinstance(action, Click | Submit | Press):
        return NoEffect()
    _, verb, joined = element.handle.split(":", 2)
    names = tuple(joined.split("+"))
    asked = [wish for wish in session.reports.wishes.get(session.window, ()) if wish.names == names]
    if not asked:
        return Vanished()
    session.pressed = True
    try:
        _set(session, names, _origin(url), "granted" if verb == "allow" else "denied")
    except Refused:
        return Failed("Chrome did not take that answer.")
    session.reports.tools.wait_for(lambda: names not in wishes(session), _SECONDS)
    session.reports.answered(session.window, names)
    what = " and ".join(wished(name) for name in names)
    return Done(f"the page may now {what}" if verb == "allow" else f"the page may not {what}")


def _set(session: Session, names: tuple[str, ...], origin: str, setting: str) -> None:
    for name in names:
        permission = {"name": name}
        session.reports.tools.ask("Browser.setPermission", permission=permission, setting=setting, origin=origin)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
