"""Microphones that are no devices: a recording, or a sound file, heard as if it were spoken just now."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event

import numpy as np
from numpy.typing import NDArray

from engine.hearing.endpointing import FRAME_SECONDS, in_frames
from engine.hearing.resampling import resample
from engine.values.errors import AudioUnreadable, MicrophoneMissing
from engine.values.sound import FRAME, RATE, Frame, Recording

ROOM = 0.0005
"""Root mean square of the faint noise of a quiet room."""
_ROOM_SECONDS = 8.0
_FASTEST = 100.0
"""Times real time of the room, however fast the recording was: it goes on until the microphone is closed."""


class ArrayMicrophone:
    """A Microphone that hears a recording each time it is opened, and then a room until it is closed.

    pace      how many times faster than real time it goes; infinity: as fast as it is read. Frames that are fetched
              late come without delay, as from a device that has gone on recording.
    room      root mean square of the noise of the room; 0 is what a muted microphone gives
    played    set while all that there was to hear has been heard
    ended_at  time.monotonic() at which the last sound before the room was over
    """

    def __init__(self, recording: Recording, pace: float = 1.0, name: str = "array", room: float = ROOM) -> None:
        self.name = name
        self.played = Event()
        self.ended_at = inf
        self._recording, self._pace = recording, pace
        self._more: SimpleQueue[Recording] = SimpleQueue()
        noise = np.random.default_rng(7).normal(0, 1, (in_frames(_ROOM_SECONDS), FRAME))
        self._room = (room * noise).astype(np.float32)

    def open(self) -> AbstractContextManager[Iterator[Frame]]:
        """See the port."""
        return self._opened()

    def hear(self, recording: Recording) -> None:
        """Let it hear this next, also while it is open. May be called from any thread."""
        self.played.clear()
        self._more.put(recording)

    @contextmanager
    def _opened(self) -> Iterator[Iterator[Frame]]:
        yield self._frames(self._recording)

    def _frames(self, recording: Recording) -> Iterator[Frame]:
        due, turn = time.monotonic(), 0
        following: Recording | None = recording
        while True:
            if following is not None:
                for frame in _cut(following, self._room[0]):
                    due += FRAME_SECONDS / self._pace
                    _wait_until(due)
                    yield frame
                self._over(due)
            else:
                due += FRAME_SECONDS / min(self._pace, _FASTEST)
                _wait_until(due)
                yield self._room[turn % len(self._room)]
                turn += 1
            following = self._next()

    def _next(self) -> Recording | None:
        try:
            return self._more.get_nowait()
        except Empty:
            return None

    def _over(self, due: float) -> None:
        self.ended_at = due
        if self._more.empty():
            self.played.set()


class FileMicrophone(ArrayMicrophone):
    """A Microphone that hears a sound file. `read` decodes it, raising AudioUnreadable. It is read when opened."""

    def __init__(self, path: Path, read: Callable[[Path], Recording], pace: float = 1.0) -> None:
        super().__init__(Recording(np.zeros(0, np.float32)), pace, path.name)
        self._path, self._read = path, read

    @contextmanager
    def _opened(self) -> Iterator[Iterator[Frame]]:
        try:
            recording = self._read(self._path)
        except AudioUnreadable as error:
            raise MicrophoneMissing(str(error)) from error
        yield self._frames(recording)


def _cut(recording: Recording, room: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the recording in frames, shape (n, 512); what the last one lacks is the noise of the room."""
    samples = resample(recording, RATE).samples
    lacking = -len(samples) % FRAME
    return np.concatenate([samples, room[:lacking]]).astype(np.float32, copy=False).reshape(-1, FRAME)


def _wait_until(due: float) -> None:
    if (left := due - time.monotonic()) > 0:
        time.sleep(left)
