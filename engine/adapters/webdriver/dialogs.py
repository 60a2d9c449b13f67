"""JavaScript dialogs: reading them, and pressing their buttons."""

from selenium.common.exceptions import NoAlertPresentException

from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.verifying import navigated
from engine.seeing.walking import DIALOG_ACCEPT, DIALOG_DISMISS
from engine.values.action import OnElement
from engine.values.outcome import Done, Outcome, Vanished
from engine.values.page import Element


def belongs(element: Element) -> bool:
    """True for the buttons and the field of an open JavaScript dialog."""
    return element.handle in (DIALOG_ACCEPT, DIALOG_DISMISS)


def message(session: Session) -> str | None:
    """What the open dialog says, None when there is none."""
    try:
        return session.selenium.switch_to.alert.text
    except NoAlertPresentException:
        return None


def answer(session: Session, action: OnElement, element: Element) -> Outcome:
    """Press OK or Cancel of the open dialog."""
    try:
        alert = session.selenium.switch_to.alert
    except NoAlertPresentException:
        return Vanished()
    session.pressed = True
    if element.handle == DIALOG_ACCEPT:
        alert.accept()
    else:
        alert.dismiss()
    here = session.here()
    return navigated(session, here) or Done("the dialog is closed")
