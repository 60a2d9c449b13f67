"""The window: draws a Screen and passes on what the user does."""

import logging
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSettings, QSignalBlocker, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QGuiApplication, QIcon, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app import screen as screens
from app.announcing import Announce, announce
from app.bridge import Bridge
from app.field import Field
from app.holding import HoldKey, TalkButton
from app.look import SCALES, Theme, palette_of, style_of, system_theme
from app.row import Row
from app.screen import Screen
from app.talking import Build, Talking
from app.transcript import Transcript
from engine.values.event import Event, Heard
from engine.values.settings import Settings
from engine.values.sound import Said

log = logging.getLogger(__name__)

WIDTH, HEIGHT = 420, 780
SMALLEST_POINTS = 14.0
SLOW_MS = 800
"""A phase that lasts this long is told to the screen reader."""
CLOSING_SECONDS = 25.0
"""The window is already gone while the engine ends; it gives its own threads 20 seconds."""
ICON = Path(__file__).parent.parent / "assets" / "icon.svg"


@dataclass(frozen=True, slots=True)
class Parts:
    """The widgets of the window from top to bottom, which is also the Tab order of those that take the focus."""

    page: QLabel
    transcript: Transcript
    status: QLabel
    yes: QPushButton
    no: QPushButton
    label: QLabel
    field: Field
    send: QPushButton
    stop: QPushButton
    talk: TalkButton
    listen: QPushButton


class Window(QWidget):
    """A narrow sidebar. `memory` keeps size and text size; `say` tells the screen reader; `opened` is shown first."""

    def __init__(
        self, talking: Talking, memory: QSettings, say: Announce = announce, opened: Screen | None = None
    ) -> None:
        super().__init__()
        self.setWindowTitle("Sayso")
        self.setAccessibleName("Sayso")
        self._talking, self._memory, self._say = talking, memory, say
        self._screen = opened or screens.opening()
        self._was_active = True
        self._scale = _nearest_scale(memory.value("text_percent", 100))
        self.parts = _parts()
        self._question = Row((self.parts.yes, self.parts.no))
        sending = Row((self.parts.send, self.parts.stop))
        self._rows = (self._question, sending, Row((self.parts.talk, self.parts.listen)))
        self._content = QWidget()
        self._scroller = self._laid_out()
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(self._tell_progress)
        # Fires when the layout has taken its new shape.
        self._settled = QTimer(self, singleShot=True, interval=0)
        self._settled.timeout.connect(self._keep_focus_in_view)
        self._connect()
        self._restore()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)
        self._theme = system_theme(QApplication.palette())
        self.wear(self._theme)
        self._draw(Screen())
        self.parts.field.setFocus()

    @property
    def screen_value(self) -> Screen:
        """What is shown now."""
        return self._screen

    @property
    def text_percent(self) -> int:
        return self._scale

    def take(self, event: Event) -> None:
        """Show an event of the engine. Main thread only."""
        if isinstance(event, Heard):
            self._was_active = self.isActiveWindow()
        if screens.ends_recording(event):
            self.parts.talk.rest()
        back = screens.wants_focus_back(self._screen, event) and self._was_active
        self._become(screens.update(self._screen, event))
        if back and not self.isActiveWindow():
            self._come_back()

    def wear(self, theme: Theme) -> None:
        """Change all colours."""
        self._theme = theme
        self.setPalette(palette_of(theme))
        self._dress()
        self.parts.transcript.wear(theme)

    def submit(self, text: str, source: str = "typed") -> None:
        """Send an utterance to the engine; `source` is "typed" or "button"."""
        self._become(screens.submitted(self._screen))
        self._talking.submit(Said(text, "button" if source == "button" else "typed"))

    def _come_back(self) -> None:
        """Chrome takes the keyboard when Sayso acts in it; what the user types next is meant for Sayso."""
        self.raise_()
        self.activateWindow()

    def stop(self) -> None:
        """Stop speech and the running turn."""
        self.parts.talk.rest()
        self._talking.stop()
        self._become(screens.stopped(self._screen))

    def closeEvent(self, event: QCloseEvent) -> None:
        self._memory.setValue("geometry", self.saveGeometry())
        self._memory.setValue("text_percent", self._scale)
        self._memory.sync()
        self._talking.close()
        super().closeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settled.start()

    def zoom(self, step: int) -> None:
        """Make the text larger (+1) or smaller (-1) by one step, or normal (0)."""
        at = SCALES.index(self._scale) + step if step else 0
        self._scale = SCALES[min(max(at, 0), len(SCALES) - 1)]
        self._dress()
        self._say(self, f"Text size {self._scale} percent")

    def _laid_out(self) -> QScrollArea:
        column = QVBoxLayout(self._content)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(8)
        parts = self.parts
        column.addWidget(parts.page)
        column.addWidget(parts.transcript, 1)
        for widget in (parts.status, self._question, parts.label, parts.field, *self._rows[1:]):
            column.addWidget(widget)
        scroller = QScrollArea()
        scroller.setFrameShape(QFrame.Shape.NoFrame)
        scroller.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroller.setWidgetResizable(True)
        scroller.setAccessibleName("Sayso")
        scroller.setWidget(self._content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroller)
        return scroller

    def _connect(self) -> None:
        parts = self.parts
        parts.field.entered.connect(self._entered)
        parts.send.clicked.connect(parts.field.enter)
        parts.talk.held.connect(self._talking.hold)
        parts.talk.tapped.connect(self._talking.latch)
        parts.listen.toggled.connect(self._listening)
        parts.stop.clicked.connect(self.stop)
        parts.yes.clicked.connect(lambda: self.submit("yes", "button"))
        parts.no.clicked.connect(lambda: self.submit("no", "button"))
        actions: tuple[tuple[str, Callable[[], None]], ...] = (
            ("Escape", self.stop),
            ("Ctrl++", lambda: self.zoom(+1)),
            ("Ctrl+=", lambda: self.zoom(+1)),
            ("Ctrl+-", lambda: self.zoom(-1)),
            ("Ctrl+0", lambda: self.zoom(0)),
            ("Ctrl+Q", self._quit),
        )
        for keys, action in actions:
            QShortcut(QKeySequence(keys), self).activated.connect(action)
        hold_key = HoldKey(parts.talk)
        for widget in (self, *self.findChildren(QWidget)):
            widget.installEventFilter(hold_key)
        QApplication.instance().focusChanged.connect(self._focused)  # type: ignore[union-attr]

    def _follow_system(self, _scheme: Qt.ColorScheme) -> None:
        self.wear(system_theme(QApplication.palette()))

    def _quit(self) -> None:
        self.close()

    def _entered(self, text: str) -> None:
        self.submit(text)
        self.parts.field.accept(text)

    def _listening(self, on: bool) -> None:
        self._talking.listen(on)
        self._become(screens.listening(self._screen, on))

    def _focused(self, _old: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self._content.isAncestorOf(now):
            self._scroller.ensureWidgetVisible(now, 0, 12)

    def _keep_focus_in_view(self) -> None:
        self._focused(None, self.focusWidget())

    def _become(self, screen: Screen) -> None:
        before, self._screen = self._screen, screen
        self._draw(before)
        for text in screens.news(before, screen):
            self._say(self.parts.transcript, text)
        if screen.status != before.status:
            self._slow.start()
        if screen.question_open != before.question_open:
            self._settled.start()

    def _tell_progress(self) -> None:
        if text := screens.progress(self._screen):
            self._say(self.parts.status, text)

    def _draw(self, before: Screen) -> None:
        shown, parts = self._screen, self.parts
        parts.transcript.show_lines(shown)
        if shown.status != parts.status.text():
            parts.status.setText(shown.status)
            parts.status.setAccessibleName(f"Status: {shown.status}")
        parts.page.setText(f"Page: {shown.page[:120]}")
        parts.page.setAccessibleName(parts.page.text())
        parts.page.setToolTip(shown.url)
        parts.page.setVisible(bool(shown.page))
        parts.listen.setText(shown.switch)
        parts.listen.setAccessibleName(shown.switch)
        with QSignalBlocker(parts.listen):  # it was moved by word: the engine knows
            parts.listen.setChecked(shown.listening)
        if not shown.question_open and (parts.yes.hasFocus() or parts.no.hasFocus()):
            parts.field.setFocus()
        self._question.setVisible(shown.question_open)

    def _dress(self) -> None:
        """Apply colours and text size, then ask for the room that the text now needs."""
        normal = max(SMALLEST_POINTS, QApplication.font().pointSizeF() * 1.25)
        self.setStyleSheet(style_of(self._theme, normal * self._scale / 100))
        for widget in self.findChildren(QWidget):
            widget.ensurePolished()
        self.parts.transcript.setMinimumHeight(self.parts.transcript.fontMetrics().lineSpacing() * 4)
        for row in self._rows:
            row.arrange()
        bar = self._scroller.verticalScrollBar().sizeHint().width()
        needed = self._content.minimumSizeHint().width() + bar
        self.setMinimumWidth(min(needed, self.screen().availableGeometry().width()))

    def _restore(self) -> None:
        room = self.screen().availableGeometry()
        self.resize(min(WIDTH, room.width()), min(HEIGHT, room.height()))
        self.move(room.right() - self.width() + 1, room.top())
        if geometry := self._memory.value("geometry"):
            self.restoreGeometry(geometry)


def _parts() -> Parts:
    field = Field()
    label = QLabel("Type an &instruction")
    label.setBuddy(field)
    parts = Parts(
        page=_label(),
        transcript=Transcript(),
        status=_label("status"),
        yes=_button("&Yes", "Answers Sayso's question with yes. Alt Y.", "primary"),
        no=_button("&No", "Answers Sayso's question with no. Alt N."),
        label=label,
        field=field,
        send=_button("&Send", "Sends the instruction you typed. Enter in the text field does the same."),
        stop=_button("Stop", "Stops speech and whatever Sayso is doing. Escape does the same.", "danger"),
        talk=TalkButton(),
        listen=_button("Listening off", "Switches listening without a key on and off."),
    )
    how = "Hold it while you speak, or hold Control and Space, or F9. After a short press, speak; silence ends it."
    _describe(parts.talk, parts.talk.text().replace("&", ""), how, "primary")
    parts.listen.setCheckable(True)
    return parts


def _button(text: str, description: str, look: str = "") -> QPushButton:
    button = QPushButton(text)
    _describe(button, text.replace("&", ""), description, look)
    return button


def _describe(button: QPushButton, name: str, description: str, look: str) -> None:
    button.setAccessibleName(name)
    button.setAccessibleDescription(description)
    button.setToolTip(description)
    button.setProperty("look", look)


def _label(look: str = "") -> QLabel:
    label = QLabel()
    label.setProperty("look", look)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def _nearest_scale(kept: object) -> int:
    percent = int(kept) if isinstance(kept, int | str) and str(kept).isdecimal() else 100
    return min(SCALES, key=lambda scale: abs(scale - percent))


def run(settings: Settings, folder: Path, url: str = "") -> int:
    """Show the window until it is closed; `folder` is the data folder, `url` the page to open first ("" for none)."""

    def build(emit: Callable[[Event], None]) -> Talking:
        # Imported here, on the bridge's thread, because the engine's libraries take seconds to import.
        from engine.chain.conversation import Conversation

        return Conversation(settings, folder, emit)

    application = QApplication.instance() or QApplication(["sayso"])
    assert isinstance(application, QApplication)
    application.setApplicationName("Sayso")
    application.setStyle("Fusion")
    application.setWindowIcon(QIcon(str(ICON)))
    memory = QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)
    opened = screens.opening(speaks=settings.voice, leaves=settings.screen_reader == "leave")
    return show(application, build, memory, url, opened)


def show(
    application: QApplication, build: Build, memory: QSettings, url: str = "", opened: Screen | None = None
) -> int:
    """Show a window on the conversation that `build` makes, and return when both have ended."""
    bridge = Bridge(build)
    window = Window(bridge, memory, opened=opened)
    bridge.happened.connect(window.take)
    window.show()
    QTimer.singleShot(0, lambda: bridge.start(url))
    former = {number: signal.signal(number, lambda *_: window.close()) for number in (signal.SIGINT, signal.SIGTERM)}
    awake = QTimer()
    # Python runs signal handlers only between its own instructions, and Qt's loop would run none.
    awake.timeout.connect(lambda: None)
    awake.start(250)
    try:
        code = application.exec()
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
        bridge.close()
        if not bridge.wait(CLOSING_SECONDS):
            log.warning("the engine had not ended %.0f seconds after the window", CLOSING_SECONDS)
    return code
