"""Push-to-talk: a button that is on while it is held, and a key that does the same from anywhere in the window.

Who cannot hold a key presses it shortly: then it stays on until the next press, or until the engine has heard enough.
"""

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QPushButton

SHORT_SECONDS = 0.3
"""A press that is over sooner keeps the button on."""
HOLD, END = "Hold or tap to &talk", "Tap to &end"


class TalkButton(QPushButton):
    """`held` is emitted with True when talking begins and with False when it ends, never twice the same.

    Mouse, Space on the focused button, the click of a screen reader and the hold key all go through `hold`. A hand that
    drifts off the button keeps talking: only letting go ends it. After a short press `tapped` is emitted, and talking
    goes on; `end` ends it. `clock` gives seconds.
    """

    held = Signal(bool)
    tapped = Signal()

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(HOLD)
        self.clock = clock
        self._since = 0.0
        self._held = self._latched = False
        self.pressed.connect(lambda: self.hold(True))
        self.released.connect(lambda: self.hold(False))

    @property
    def is_held(self) -> bool:
        return self._held

    def hold(self, on: bool) -> None:
        """The button or the key is pressed, or let go of."""
        if on and not self._held:
            self._since = self.clock()
            self._become(held=True)
            self.held.emit(True)
        elif on:
            self.end()
        elif self._held and not self._latched:
            if self.clock() - self._since >= SHORT_SECONDS:
                self.end()
            else:
                self._become(held=True, latched=True)
                self.tapped.emit()

    def end(self) -> None:
        """End talking, however it was begun."""
        if self._held:
            self._become(held=False)
            self.held.emit(False)

    def rest(self) -> None:
        """After a short press: the engine has heard enough."""
        if self._latched:
            self._become(held=False)

    def _become(self, *, held: bool, latched: bool = False) -> None:
        self._held, self._latched = held, latched
        self.setDown(held)
        self.setText(END if latched else HOLD)
        self.setAccessibleName(self.text().replace("&", ""))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self.hold(False)


class HoldKey(QObject):
    """An event filter for every widget of the window: Ctrl+Space or F9 presses `button` and lets it go.

    F9 is there because some input methods keep Ctrl+Space for themselves.
    """

    def __init__(self, button: TalkButton) -> None:
        super().__init__(button)
        self._button = button
        self._down: int | None = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            return self._key(event)
        if event.type() == QEvent.Type.WindowDeactivate and self._button.is_held:
            # The release would go to another window, and the microphone would stay open unnoticed.
            self._down = None
            self._button.end()
        return False

    def _key(self, event: QKeyEvent) -> bool:
        """Whether the event was ours, so that nobody else may have it."""
        kind, key = event.type(), event.key()
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        ours = key == Qt.Key.Key_F9 or (key == Qt.Key.Key_Space and control)
        if ours and kind == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if ours and kind == QEvent.Type.KeyPress:
            if not event.isAutoRepeat():
                self._down = key
                self._button.hold(True)
            return True
        return self._down is not None and self._while_down(event, self._down)

    def _while_down(self, event: QKeyEvent, down: int) -> bool:
        """Letting go of Control ends the hold; the key itself stays ours until it is let go, or it would type."""
        if event.type() == QEvent.Type.KeyRelease and not event.isAutoRepeat():
            if event.key() == down:
                self._down = None
            if event.key() == down or (event.key() == Qt.Key.Key_Control and down == Qt.Key.Key_Space):
                self._button.hold(False)
        return event.key() == down
