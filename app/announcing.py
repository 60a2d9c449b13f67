"""Words for the screen reader."""

from collections.abc import Callable

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

Announce = Callable[[QWidget, str], None]


def announce(widget: QWidget, text: str) -> None:
    """Ask the screen reader to say `text` when it has finished what it is saying. Silent when none runs."""
    event = QAccessibleAnnouncementEvent(widget, text)
    event.setPoliteness(QAccessible.AnnouncementPoliteness.Polite)
    QAccessible.updateAccessibility(event)
