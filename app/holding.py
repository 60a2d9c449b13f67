"""Push-to-talk: a button that is on while it is held, and a key that does the same from anywhere in the window."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QPushButton


class TalkButton(QPushButton):
    """`held` is emitted with True when talking begins and with False when it ends, never twice the same.

    Mouse, Space on the focused button and the hold key all go through `hold`. A hand that drifts off the
    button keeps talking: only letting go ends it.
    """

    held = Signal(bool)

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._held = False
        self.pressed.connect(lambda: self.hold(True))
        self.released.connect(lambda: self.hold(False))

    @property
    def is_held(self) -> bool:
        return self._held

    def hold(self, on: bool) -> None:
        """Begin or end talking."""
        if on == self._held:
            return
        self._held = on
        self.setDown(on)
        self.held.emit(on)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self.hold(False)


class HoldKey(QObject):
    """An event filter for every widget of the window: Ctrl+Space holds `button` down until either key is let go."""

    def __init__(self, button: TalkButton) -> None:
        super().__init__(button)
        self._button = button
        self._holding = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if isinstance(event, QKeyEvent):
            return self._key(event)
        if kind == QEvent.Type.WindowDeactivate and self._button.is_held:
            # The release would go to another window, and the microphone would stay open unnoticed.
            self._end()
        return False

    def _key(self, event: QKeyEvent) -> bool:
        kind, key = event.type(), event.key()
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if key == Qt.Key.Key_Space and control and kind == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if key == Qt.Key.Key_Space and control and kind == QEvent.Type.KeyPress:
            if not event.isAutoRepeat():
                self._holding = True
                self._button.hold(True)
            return True
        return self._holding and self._let_go(event)

    def _let_go(self, event: QKeyEvent) -> bool:
        """While held: swallow repeats of the key, end when it or Control is released."""
        if event.key() not in (Qt.Key.Key_Space, Qt.Key.Key_Control):
            return False
        if event.type() == QEvent.Type.KeyRelease and not event.isAutoRepeat():
            self._end()
        return True

    def _end(self) -> None:
        self._holding = False
        self._button.hold(False)
