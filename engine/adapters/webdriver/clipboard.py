"""Copy and paste, by the keys that everyone uses."""

from threading import Event

from engine.adapters.webdriver.session import Session
from engine.values.outcome import Failed, Outcome
from engine.values.page import Element


def copy(session: Session, element: Element | None, stop: Event) -> Outcome:
    """Copy the text of `element`, or what is selected; never that of a secret field."""
    return Failed("I cannot do that yet.")


def paste(session: Session, element: Element, stop: Event) -> Outcome:
    """Insert the clipboard into a field, and read it back."""
    return Failed("I cannot do that yet.")
