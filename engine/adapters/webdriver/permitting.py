"""What a page asks the browser's leave for, which only the user gives.

An answer holds for the site's origin until Chrome ends, and is not kept in the profile.
"""

import time
from urllib.parse import urlsplit

from engine.adapters.webdriver.devtools import Refused
from engine.adapters.webdriver.reporting import Wish
from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.stopping import check, pause
from engine.seeing.kinds import ALLOW, PERMISSION, Wanted, wanted_of, wished
from engine.values.action import Click, OnElement, Press, Submit
from engine.values.outcome import Done, Failed, NoEffect, Outcome, Vanished
from engine.values.page import Element

_SECONDS, _TICK = 2.0, 0.03
"""How long the page may take to get the answer, and how often that is looked at."""
_BY_POLICY = frozenset({"geolocation", "camera", "microphone", "clipboard-read"})
"""What a page can hand on to the frames in it; notifications it cannot."""


def belongs(element: Element) -> bool:
    """True for the elements that allow or block what the page asks for."""
    return element.handle.startswith(PERMISSION)


def wishes(session: Session) -> tuple[Wanted, ...]:
    """What the current tab's page waits for, oldest first, and which frame of another site it is for."""
    found = ((_wanted(session, wish)) for wish in session.reports.wishes.get(session.window, ()))
    return tuple(dict.fromkeys(one for one in found if one is not None))


def _wanted(session: Session, wish: Wish) -> Wanted | None:
    """None for a frame of another site to which the page has not handed on that leave: Chrome would not ask for it."""
    own = session.reports.origin(session.window)
    if wish.frame == session.window or (own and wish.origin == own):
        return Wanted(wish.names)
    host = urlsplit(wish.origin).netloc
    return Wanted(wish.names, host) if host and _is_handed_on(session, wish) else None


def _is_handed_on(session: Session, wish: Wish) -> bool:
    """Asked of Chrome, as the frame itself may say anything."""
    try:
        found = session.reports.tools.ask("Page.getPermissionsPolicyState", wish.session, frameId=wish.frame)["states"]
    except Refused:
        return False
    allowed = {one["feature"] for one in found if one.get("allowed")}
    return all(name in _BY_POLICY and name in allowed for name in wish.names)


def answer(session: Session, action: OnElement, element: Element, url: str) -> Outcome:
    """Allow or block; the page's own call then goes on and gets that answer.

    It holds for the site of `url`, the page that the user was told of, and for the frames that this hands it on to.
    """
    if not isinstance(action, Click | Submit | Press):
        return NoEffect()
    allows, wanted = element.handle.startswith(ALLOW), wanted_of(element.handle)
    asked = [one for one in session.reports.wishes.get(session.window, ()) if _wanted(session, one) == wanted]
    origin = _origin(url)
    if not asked or origin != session.reports.origin(session.window):
        return Vanished()
    check(session)
    session.pressed = True
    try:
        for name in wanted.names:
            _set(session, name, "granted" if allows else "denied", origin)
    except Refused:
        return Failed("Chrome did not take that answer.")
    until = time.monotonic() + _SECONDS
    while set(asked) & set(session.reports.wishes.get(session.window, ())) and time.monotonic() < until:
        pause(session, _TICK)
    session.reports.answered(session.window, asked)
    what, who = " and ".join(map(wished, wanted.names)), wanted.host or "the page"
    return Done(f"{who} may now {what}" if allows else f"{who} may not {what}")


def _set(session: Session, name: str, setting: str, origin: str) -> None:
    permission = {"name": name}
    session.reports.tools.ask("Browser.setPermission", permission=permission, setting=setting, origin=origin)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
