"""JavaScript dialogs: reading them, filling their field, and pressing their buttons."""

from selenium.common.exceptions import NoAlertPresentException, NoSuchWindowException, UnexpectedAlertPresentException

from engine.adapters.webdriver.reporting import Dialog
from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.stopping import wait_for
from engine.adapters.webdriver.tabs import open_tabs
from engine.adapters.webdriver.verifying import arrived
from engine.seeing.cleaning import clean
from engine.seeing.kinds import DIALOG_ACCEPT, DIALOG_DISMISS, DIALOG_TEXT, LEAVING, dialog_page
from engine.values.action import Change, Click, OnElement, Press, Submit, TextInput
from engine.values.outcome import DialogOpened, Done, NoEffect, Outcome, Vanished
from engine.values.page import Element, Page

_LEAVE_SECONDS = 1.0


def belongs(element: Element) -> bool:
    """True for the buttons and the field of an open JavaScript dialog."""
    return element.handle in (DIALOG_ACCEPT, DIALOG_DISMISS, DIALOG_TEXT)


def shown(session: Session) -> Page:
    """The open dialog as a page; "" as its message when it has gone meanwhile."""
    dialog = _open(session) or Dialog("confirm", "")
    return dialog_page(dialog.message, open_tabs(session), dialog.kind, dialog.holds)


def opened(session: Session, told: str | None) -> DialogOpened:
    """The outcome; `told` is what ChromeDriver says of a dialog that has gone meanwhile."""
    dialog = _open(session)
    if dialog is not None and dialog.kind == "beforeunload":
        return DialogOpened(LEAVING)
    return DialogOpened(clean(dialog.message if dialog is not None else told or ""))


def _open(session: Session) -> Dialog | None:
    """What Chrome reported, where it still is so; where it did not, a dialog with OK and Cancel is supposed."""
    try:
        message = session.selenium.switch_to.alert.text
    except NoAlertPresentException:
        session.reports.forget_dialog(session.window)
        return None
    known = session.reports.dialogs.get(session.window)
    return known if known is not None and known.message == message else Dialog("confirm", message)


def answer(session: Session, action: OnElement, element: Element) -> Outcome:
    """Press OK or Cancel of the open dialog, or fill its field."""
    dialog = _open(session)
    if dialog is None:
        return Vanished()
    match action:
        case TextInput(text) | Change(text) if element.handle == DIALOG_TEXT:
            return _type(session, text, element.secret)
        case Click() if element.handle != DIALOG_TEXT:
            return _close(session, dialog, accept=element.handle == DIALOG_ACCEPT)
        case Press("Enter") | Submit():
            return _close(session, dialog, accept=element.handle != DIALOG_DISMISS)
        case _:
            return NoEffect()


def _type(session: Session, text: str, secret: bool) -> Outcome:
    session.pressed = True
    session.selenium.switch_to.alert.send_keys(text)
    session.reports.typed(session.window, text)
    holds = "is filled" if secret else f"now holds {text}"
    return Done(f"it {holds}" if text else "it is now empty")


def _close(session: Session, dialog: Dialog, accept: bool) -> Outcome:
    session.pressed = True
    reports, window = session.reports, session.window
    earlier = reports.arrivals.get(window, 0)
    alert = session.selenium.switch_to.alert
    if accept:
        alert.accept()
    else:
        alert.dismiss()
    reports.forget_dialog(window) if not reports.tools.is_open else None
    try:
        if accept and dialog.kind == "beforeunload":
            wait_for(session, lambda: reports.arrivals.get(window, 0) > earlier, _LEAVE_SECONDS)
        here = session.here()
        if reports.arrivals.get(window, 0) > earlier:
            return arrived(session, here)
    except UnexpectedAlertPresentException:
        return opened(session, "")
    except NoSuchWindowException:
        return _without_tab(session, window)
    return Done("you stay on this page" if dialog.kind == "beforeunload" and not accept else "the dialog is closed")


def _without_tab(session: Session, window: str) -> Outcome:
    """The dialog asked whether its tab may close."""
    left = session.selenium.window_handles
    if not left:
        raise NoSuchWindowException
    session.after_closing(window, left)
    return Done("the tab is closed")
