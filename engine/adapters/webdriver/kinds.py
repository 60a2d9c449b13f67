"""What a tab shows where that is no ordinary page: an error page of Chrome, a crash, a question for leave."""

from threading import Event

from engine.adapters.webdriver import moving, permitting, signing
from engine.adapters.webdriver.closing import wait_until_closed
from engine.adapters.webdriver.devtools import Refused
from engine.adapters.webdriver.rescuing import listed
from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.tabs import open_tabs
from engine.adapters.webdriver.trouble import is_certificate, net_error, unreachable
from engine.adapters.webdriver.verifying import arrived, asks_to_sign_in
from engine.seeing.kinds import PAGE_BACK, PAGE_RELOAD, trouble_page, wanting
from engine.values.action import (
    Action,
    Click,
    Load,
    OnElement,
    Press,
    Reload,
    Say,
    Submit,
    TabCreate,
    TabRemove,
    TabSwitch,
)
from engine.values.errors import Interrupted
from engine.values.outcome import Done, Failed, Navigated, NoEffect, Outcome, Rejected
from engine.values.page import Element, Kind, Page, Tab

CRASHED = "This tab has crashed. Reload it to open its page again."
_ERROR = "chrome-error:"


def belongs(element: Element) -> bool:
    """True for the elements that stand for the ways out of an error page or a crashed tab."""
    return element.handle in (PAGE_BACK, PAGE_RELOAD)


def known(session: Session, page: Page) -> Page:
    """The page as it was read, or what it stands for; with what it asks leave for."""
    if page.url.startswith(_ERROR):
        url = session.selenium.current_url
        if asks_to_sign_in(session):
            return signing.shown(session, url, page.tabs)
        return _error(session, url, page.tabs)
    session.sign_in = None
    return wanting(page, permitting.wishes(session))


def _error(session: Session, url: str, tabs: tuple[Tab, ...]) -> Page:
    """The code of the error is in the page; its elements, some of which lead past a bad certificate, are left out."""
    text = session.script("return document.body ? document.body.textContent : ''")
    code = net_error(str(text))
    kind: Kind = "certificate" if is_certificate(code) else "unreachable"
    return trouble_page(kind, url, str(unreachable(url, code)), tabs, moving.can_go_back(session))


def crashed_page(session: Session) -> Page:
    """Asked of Chrome itself, as ChromeDriver has lost the tab."""
    session.reports.crashed |= {session.window}
    return trouble_page("crashed", _address(session), CRASHED, open_tabs(session), can_go_back=False)


def _address(session: Session) -> str:
    return next((str(one.get("url", "")) for one in listed(session) if one.get("targetId") == session.window), "")


def way_out(session: Session, action: OnElement, element: Element, stop: Event) -> Outcome:
    """Go back or reload, which the element stands for."""
    if not isinstance(action, Click | Submit | Press):
        return NoEffect()
    return moving.step(session, -1, stop) if element.handle == PAGE_BACK else moving.reload(session, stop)


def at_crash(session: Session, action: Action, page: Page, stop: Event) -> Outcome | None:
    """What an action comes to in a tab that has crashed; None where the tab has not, or where others are concerned."""
    if isinstance(action, TabRemove) and action.tab in session.reports.crashed:
        return _close(session, action.tab)
    if session.window not in session.reports.crashed:
        return None
    match action:
        case Say() | TabCreate() | TabSwitch() | TabRemove():
            return None
        case Load(url):
            address = moving.full_address(url)
        case Reload():
            address = _address(session)
        case Click(uid) if (found := page.by_uid.get(uid)) and found.handle == PAGE_RELOAD:
            address = _address(session)
        case _:
            return Failed(CRASHED)
    if stop.is_set():
        raise Interrupted("Stopped.")
    return _anew(session, address, stop)


def _anew(session: Session, address: str, stop: Event) -> Outcome:
    """Open the address in a new tab in the place of the crashed one, which ChromeDriver cannot use any more."""
    old = session.window
    try:
        fresh = str(session.reports.tools.ask("Target.createTarget", url="about:blank")["targetId"])
    except Refused:
        return Failed("The tab has crashed and does not come back. Open a new tab.")
    session.pressed = True
    if old in session.openers:
        session.openers[fresh] = session.openers.pop(old)
    session.go_to(fresh)
    _discard(session, old)
    if not address.startswith(("http://", "https://")):
        return arrived(session)
    return moving.load(session, address, stop)


def _close(session: Session, tab: str) -> Outcome:
    before = session.selenium.window_handles
    if len(before) == 1:
        return Rejected("", "It is the only tab, so I left it open. Reload it instead.")
    session.pressed = True
    _discard(session, tab)
    wait_until_closed(session, tab)
    if tab != session.window:
        session.forget(tab)
        return Done("that tab is closed")
    session.after_closing(tab, before)
    here = session.here()
    return Navigated(here["url"], here["title"])


def _discard(session: Session, tab: str) -> None:
    try:
        session.reports.tools.ask("Target.closeTarget", targetId=tab)
    except Refused:
        return
