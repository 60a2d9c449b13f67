"""Keeping the document that is shown as a file."""

from threading import Event

from engine.adapters.webdriver.session import Session
from engine.values.outcome import Failed, Outcome


def save(session: Session, stop: Event) -> Outcome:
    """Keep the PDF or image that the tab shows in the folder of downloads."""
    return Failed("I cannot do that yet.")
