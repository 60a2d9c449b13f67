"""Where instructions are typed: grows with its text, sends with Enter, recalls earlier ones with Up and Down."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy

LINES = 4
"""The field grows to this many lines, then scrolls."""


class Field(QPlainTextEdit):
    """Emits `entered` with the text, line breaks made spaces; the text stays until `accept` is called."""

    entered = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._earlier: list[str] = []
        self._at = 0
        self._draft = ""
        self.setTabChangesFocus(True)
        self.setProperty("framed", True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Type an instruction")
        self.setAccessibleDescription("Enter sends it. Up and Down recall earlier instructions.")
        self.document().documentLayout().documentSizeChanged.connect(self._grow)

    def enter(self) -> None:
        """Send what is typed, if anything."""
        text = " ".join(self.toPlainText().split())
        if text:
            self.entered.emit(text)

    def accept(self, text: str) -> None:
        """The text was taken: remember it for recall and clear the field."""
        if not self._earlier or self._earlier[-1] != text:
            self._earlier.append(text)
        self._at = len(self._earlier)
        self._draft = ""
        self.clear()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, plain = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        none = Qt.KeyboardModifier.NoModifier
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain == none:
            if not event.isAutoRepeat():
                self.enter()
        elif key == Qt.Key.Key_Up and plain == none and self._on_edge(QTextCursor.MoveOperation.Up):
            self._recall(-1)
        elif key == Qt.Key.Key_Down and plain == none and self._on_edge(QTextCursor.MoveOperation.Down):
            self._recall(+1)
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        rows = min(LINES, max(1, round(self.document().size().height())))
        margins = self.document().documentMargin() * 2 + self.frameWidth() * 2 + 16
        return QSize(super().sizeHint().width(), round(rows * self.fontMetrics().lineSpacing() + margins))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 8, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._grow()

    def _on_edge(self, direction: QTextCursor.MoveOperation) -> bool:
        """Whether the cursor is on the first (or last) visible line, so that it can go no further."""
        return not QTextCursor(self.textCursor()).movePosition(direction)

    def _recall(self, step: int) -> None:
        wanted = self._at + step
        if not 0 <= wanted <= len(self._earlier):
            return
        if self._at == len(self._earlier):
            self._draft = self.toPlainText()
        self._at = wanted
        self.setPlainText(self._draft if wanted == len(self._earlier) else self._earlier[wanted])
        self.moveCursor(QTextCursor.MoveOperation.End)

    def _grow(self) -> None:
        self.updateGeometry()
