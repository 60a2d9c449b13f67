"""Buttons beside each other while they fit, below each other when they do not, so that large text stays whole."""

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

SPACING = 8


class Row(QWidget):
    """A row of widgets of equal width that becomes a column when it is too narrow."""

    def __init__(self, widgets: Sequence[QWidget]) -> None:
        super().__init__()
        self._widgets = tuple(widgets)
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(SPACING)
        for widget in widgets:
            widget.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self._box.addWidget(widget, 1)

    def fits(self, width: int) -> bool:
        """Whether all widgets find room beside each other in `width` pixels."""
        return max(self._widths()) * len(self._widgets) + SPACING * (len(self._widgets) - 1) <= width

    def arrange(self) -> None:
        """Choose row or column for the present width."""
        directions = QBoxLayout.Direction
        wanted = directions.LeftToRight if self.fits(self.width()) else directions.TopToBottom
        if wanted != self._box.direction():
            self._box.setDirection(wanted)
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """As narrow as the widest widget alone, or the row could never become a column."""
        return QSize(max(self._widths()), self._box.minimumSize().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def _widths(self) -> list[int]:
        return [widget.minimumSizeHint().width() for widget in self._widgets]
