"""What takes long is spoken of while it lasts: silence says nothing to a person who cannot see the page."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event as Flag
from threading import Thread

from engine.values.errors import SaysoError
from engine.values.event import Event, Notice

log = logging.getLogger(__name__)

AFTER_SECONDS = (3.0, 12.0)


@contextmanager
def spoken_of(emit: Callable[[Event], None], sentence: str, stop: Flag) -> Iterator[None]:
    """While inside, report `sentence` after each of AFTER_SECONDS, unless the user has said stop; never afterwards."""
    over = Flag()
    thread = Thread(target=_tell, args=(emit, sentence, stop, over), name="waiting", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _tell(emit: Callable[[Event], None], sentence: str, stop: Flag, over: Flag) -> None:
    began = time.monotonic()
    for seconds in AFTER_SECONDS:
        if over.wait(began + seconds - time.monotonic()) or stop.is_set():
            return
        try:
            emit(Notice(sentence))
        except SaysoError as error:  # the turn itself finds out at its next report
            log.warning("not told: %s", error)
            return
