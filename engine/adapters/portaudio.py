"""Microphone and loudspeaker through PortAudio (sounddevice)."""

import logging
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from queue import Empty, SimpleQueue
from threading import Event, Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.hearing.resampling import Resampler, resample
from engine.values.errors import MicrophoneMissing, SpeakingError
from engine.values.sound import FRAME, RATE, Frame, Recording

if TYPE_CHECKING:
    from types import ModuleType

log = logging.getLogger(__name__)

_LIBRARY = "The sound library PortAudio is missing. Install it with: sudo apt install libportaudio2"
_UNUSABLE = "The sound system cannot be started, so I only write. Check the sound settings of the computer."
_NO_MICROPHONE = "I find no microphone. Plug one in and start Sayso again, or type instead."
_REFUSED = "The microphone cannot be opened. Close other programs that use it, or type instead."
_GONE = "The microphone has stopped. Plug it in again and start Sayso again, or type instead."
_NO_LOUDSPEAKER = "I have no loudspeaker, so I only write."

_PATIENCE = 3.0
"""Seconds without a single sample after which a microphone is taken as gone; Bluetooth takes up to two to wake."""
_ONE_AT_A_TIME = Lock()
"""PortAudio keeps its open streams in a list without a lock, and the key that opens the microphone cuts the voice."""

_BLOCK_SECONDS = 0.02
_BUFFER_SECONDS = 0.08
"""What may still sound after "stop": well under the 150 ms that are promised."""


class PortAudioMicrophone:
    """A Microphone. `wanted` is part of a device's name, "" the system's default.

    `name` is the device in use once it has been opened: another than was wanted where that one is not there.
    """

    def __init__(self, wanted: str = "") -> None:
        self._wanted = wanted
        self.name = wanted or "the default microphone"

    def open(self) -> AbstractContextManager[Iterator[Frame]]:
        """See the port. Sound is taken at the device's own rate: many refuse 16 kHz."""
        return self._opened()

    @contextmanager
    def _opened(self) -> Iterator[Iterator[Frame]]:
        library = _library(MicrophoneMissing)
        device = _input(library, self._wanted)
        self.name = str(device["name"])
        blocks: SimpleQueue[NDArray[np.float32]] = SimpleQueue()
        stream = _listening(library, device, blocks)
        try:
            yield _frames(blocks, int(stream.samplerate))
        finally:
            _close(stream)


class PortAudioPlayer:
    """A Player on the system's default loudspeaker, at the rate that one has."""

    def play(self, recording: Recording, stop: Event) -> bool:
        """See the port."""
        library = _library(SpeakingError)
        try:
            device = library.query_devices(kind="output")
            rate = int(device["default_samplerate"])
            samples = resample(recording, rate).samples
            with _ONE_AT_A_TIME:
                stream = library.OutputStream(rate, channels=1, dtype="float32", latency=_BUFFER_SECONDS)
        except (library.PortAudioError, ValueError) as error:
            raise SpeakingError(_NO_LOUDSPEAKER) from error
        try:
            stream.start()
            return _played(stream, samples, stop)
        except library.PortAudioError as error:
            raise SpeakingError("The loudspeaker has stopped, so I only write.") from error
        finally:
            _close(stream)


def microphones() -> tuple[str, ...]:
    """Return the names of the devices that can record. Raises MicrophoneMissing without PortAudio."""
    devices = _library(MicrophoneMissing).query_devices()
    return tuple(str(device["name"]) for device in devices if device["max_input_channels"] > 0)


def _library(problem: type[MicrophoneMissing] | type[SpeakingError]) -> "ModuleType":
    try:
        # Imported here: without libportaudio2 the import itself fails, and Sayso must start all the same.
        import sounddevice
    except OSError as error:
        raise problem(_LIBRARY) from error
    except Exception as error:
        # The import starts PortAudio too; when that fails, its error class went down with the module.
        if type(error).__name__ != "PortAudioError":
            raise
        raise problem(_UNUSABLE) from error
    module: ModuleType = sounddevice
    return module


def _close(stream: Any) -> None:
    with _ONE_AT_A_TIME:
        # abort and not stop: the buffer must not be played out after the user has said stop.
        stream.abort(ignore_errors=True)
        stream.close(ignore_errors=True)


def _input(library: "ModuleType", wanted: str) -> dict[str, Any]:
    """Return the device whose name contains `wanted`, else the default one, else any."""
    able = [device for device in library.query_devices() if device["max_input_channels"] > 0]
    if not able:
        raise MicrophoneMissing(_NO_MICROPHONE)
    named = [device for device in able if wanted and wanted.casefold() in device["name"].casefold()]
    if wanted and not named:
        log.warning("the chosen microphone is not there, the default one is used")
    usual = [device for device in able if device["index"] == library.default.device[0]]
    chosen: dict[str, Any] = (named + usual + able)[0]
    return chosen


def _listening(library: "ModuleType", device: dict[str, Any], blocks: SimpleQueue[NDArray[np.float32]]) -> Any:
    def copy(data: NDArray[np.float32], *_: object) -> None:
        blocks.put(data.copy())

    failure: Exception | None = None
    # Some sound cards offer stereo only.
    for channels in dict.fromkeys((1, min(2, int(device["max_input_channels"])))):
        given = {"device": device["index"], "channels": channels, "dtype": "float32", "callback": copy}
        try:
            with _ONE_AT_A_TIME:
                stream = library.InputStream(device["default_samplerate"], **given)
        except library.PortAudioError as error:
            failure = error
            continue
        try:
            stream.start()
        except library.PortAudioError as error:
            _close(stream)
            failure = error
        else:
            return stream
    raise MicrophoneMissing(_REFUSED) from failure


def _frames(blocks: SimpleQueue[NDArray[np.float32]], rate: int) -> Iterator[Frame]:
    convert = Resampler(rate, RATE).feed if rate != RATE else np.asarray
    pending = np.zeros(0, np.float32)
    while True:
        try:
            block = blocks.get(timeout=_PATIENCE)
        except Empty as error:
            raise MicrophoneMissing(_GONE) from error
        pending = np.concatenate([pending, convert(block.mean(axis=1))])
        while len(pending) >= FRAME:
            yield pending[:FRAME]
            pending = pending[FRAME:]


def _played(stream: Any, samples: NDArray[np.float32], stop: Event) -> bool:
    size = max(1, int(stream.samplerate * _BLOCK_SECONDS))
    for at in range(0, len(samples), size):
        if stop.is_set():
            return False
        stream.write(samples[at : at + size, None])
    return not stop.wait(float(stream.latency))
