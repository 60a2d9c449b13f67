"""Keys pressed as a person would."""

from threading import Event

from engine.adapters.webdriver.session import Session
from engine.values.outcome import Failed, Outcome
from engine.values.page import Element


def press_key(session: Session, key: str, element: Element | None, stop: Event) -> Outcome:
    """Press a key by its DOM name, with modifiers ("Control+a"), in `element` or where the focus is."""
    return Failed("I cannot do that yet.")
