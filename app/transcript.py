"""The conversation, as text that can be read with the arrow keys, selected and copied."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from app.look import Theme
from app.screen import KEPT, Line, Screen

LINE_BREAK = "\u2028"


class Transcript(QTextEdit):
    """Shows the lines of a Screen. Follows the newest line unless the user has gone back to read an older one."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[Line, ...] = ()
        self._dropped = 0
        self._theme: Theme | None = None
        self._follows = True
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        # With the keyboard flag a read-only text has a cursor, which magnifiers follow and screen readers read.
        flags = Qt.TextInteractionFlag
        self.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setProperty("framed", True)
        self.setAccessibleName("Conversation")
        self.setAccessibleDescription("What you and Sayso have said, newest last. Read it with the arrow keys.")
        self.document().setMaximumBlockCount(KEPT)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.verticalScrollBar().rangeChanged.connect(self._stretched)

    def show_lines(self, screen: Screen) -> None:
        """Append the lines of `screen` that are not shown yet."""
        fresh = screen.lines[max(0, self._dropped + len(self._shown) - screen.dropped) :]
        self._shown, self._dropped = screen.lines, screen.dropped
        self._append(fresh)

    def wear(self, theme: Theme) -> None:
        """Write all lines anew in the colours of `theme`."""
        self._theme = theme
        self.clear()
        self._append(self._shown)

    def _append(self, lines: tuple[Line, ...]) -> None:
        if not lines or self._theme is None:
            return
        follows = self._follows
        writer = QTextCursor(self.document())
        for line in lines:
            self._write(writer, line, self._theme)
        if follows:
            if not self.textCursor().hasSelection():
                self._to_last_line()
            self._follow()

    def _follow(self) -> None:
        self.verticalScrollBar().setValue(self._newest())
        self._follows = True

    def _newest(self) -> int:
        """The scroll position of the end, or of the newest line's beginning where it is higher than the view."""
        document = self.document()
        top = document.documentLayout().blockBoundingRect(document.lastBlock()).top()
        return min(self.verticalScrollBar().maximum(), int(top))

    def _scrolled(self, value: int) -> None:
        self._follows = value >= self._newest() - 4

    def _stretched(self, _least: int, _most: int) -> None:
        if self._follows:
            self._follow()

    def _write(self, writer: QTextCursor, line: Line, theme: Theme) -> None:
        writer.movePosition(QTextCursor.MoveOperation.End)
        space = QTextBlockFormat()
        space.setBottomMargin(12)
        if self.document().isEmpty():
            writer.setBlockFormat(space)
        else:
            writer.insertBlock(space)
        colours = {"you": theme.you, "sayso": theme.sayso, "notice": theme.note}
        speaker = QTextCharFormat()
        speaker.setForeground(QColor(colours[line.who]))
        speaker.setFontWeight(QFont.Weight.Bold)
        words = QTextCharFormat()
        words.setForeground(QColor(theme.text))
        writer.insertText(f"{line.speaker}: ", speaker)
        writer.insertText(line.text.replace("\n", LINE_BREAK), words)

    def _to_last_line(self) -> None:
        cursor = self.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock)
        self.setTextCursor(cursor)
