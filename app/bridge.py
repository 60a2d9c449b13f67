"""The only meeting of Qt and the engine."""

import logging
import threading
from collections.abc import Callable
from queue import SimpleQueue

from PySide6.QtCore import QObject, Signal

from app.talking import Build, Talking
from engine.values.errors import SaysoError
from engine.values.event import Event, Notice, Phase
from engine.values.sound import Said

log = logging.getLogger(__name__)

Call = Callable[[Talking], None]

BROKEN = "Sayso could not start. Close it, run sayso doctor in a terminal, and do what it says."


class Bridge(QObject):
    """Passes the window's verbs to a conversation, and its events back to the window as the signal `happened`.

    The conversation is built and used on a thread of its own: importing the engine takes seconds, and the window
    must neither wait for that nor freeze should a verb be slow. Verbs run in order; those given early wait.
    """

    happened = Signal(object)

    def __init__(self, build: Build) -> None:
        super().__init__()
        self._build = build
        self._calls: SimpleQueue[Call | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="bridge", daemon=True)
        self._closing = False

    def start(self, url: str = "") -> None:
        if self._thread.ident is None and not self._closing:
            self._calls.put(lambda talking: talking.start(url))
            self._thread.start()

    def submit(self, said: Said) -> None:
        self._calls.put(lambda talking: talking.submit(said))

    def stop(self) -> None:
        self._calls.put(lambda talking: talking.stop())

    def hold(self, pressed: bool) -> None:
        self._calls.put(lambda talking: talking.hold(pressed))

    def latch(self) -> None:
        self._calls.put(lambda talking: talking.latch())

    def listen(self, on: bool) -> None:
        self._calls.put(lambda talking: talking.listen(on))

    def close(self) -> None:
        """Begin to end the conversation; returns at once. No event is passed on from here."""
        if not self._closing:
            self._closing = True
            self._calls.put(lambda talking: talking.stop())
            self._calls.put(None)

    def wait(self, seconds: float) -> bool:
        """Wait for the end after `close`; False if it is still not over after `seconds`."""
        if self._thread.ident is None:
            return True
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def report(self, event: Event) -> None:
        """Report an event to the window; may be called on any thread."""
        if not self._closing:
            self.happened.emit(event)

    def _run(self) -> None:
        talking = self._built()
        while (call := self._calls.get()) is not None:
            call(talking)
        talking.close()

    def _built(self) -> Talking:
        """The conversation, or one that only tells the user why there is none."""
        talking: Talking | None = None
        reason = BROKEN
        try:
            talking = self._build(self.report)
        except SaysoError as error:
            log.warning("the conversation could not be built", exc_info=error)
            reason = str(error)
        finally:
            # Also after an error that nobody foresaw, which goes on to threading.excepthook: the user is told.
            if talking is None:
                self.report(Notice(reason))
                self.report(Phase("idle"))
        return talking or Absent(reason, self.report)


class Absent:
    """Stands where a conversation could not be built: answers every utterance with the reason."""

    def __init__(self, reason: str, report: Callable[[Event], None]) -> None:
        self._notice = Notice(reason)
        self._report = report

    def start(self, url: str = "") -> None: ...

    def submit(self, said: Said) -> None:
        self._report(self._notice)

    def stop(self) -> None: ...

    def hold(self, pressed: bool) -> None:
        if pressed:
            self._report(self._notice)

    def latch(self) -> None: ...

    def listen(self, on: bool) -> None:
        if on:
            self._report(self._notice)

    def close(self) -> None: ...
