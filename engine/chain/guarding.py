"""What nobody foresaw becomes a sentence: no thread of the ears or the mouth may die without a word."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from engine.values.errors import SaysoError

log = logging.getLogger(__name__)

BROKEN = "Something went wrong with the microphone. Choose another one, or type instead."
UNHEARD = "Something went wrong while I tried to understand you. Please say it again, or type instead."
DEAF = "I could not understand you several times, so I no longer listen. Type instead, or restart Sayso."
SILENT = "Something went wrong with my voice, so I only write this. Details are in the log."
FAULTS = 3
"""So many failures one after the other, and it no longer listens."""


@contextmanager
def guarded(problem: SaysoError) -> Iterator[None]:
    """Raise `problem` for whatever is raised inside that is no SaysoError, and log where it came from."""
    try:
        yield
    except SaysoError:
        raise
    except Exception as error:  # the guard of each piece of work that a thread does
        log.exception("unforeseen")
        raise problem from error
