"""Files put into file fields, hidden ones too."""

from threading import Event

from engine.adapters.webdriver.session import Session
from engine.values.outcome import Failed, Outcome
from engine.values.page import Element


def upload(session: Session, element: Element, path: str, stop: Event) -> Outcome:
    """Put the file at `path` into a file field, and read its name back."""
    return Failed("I cannot do that yet.")
