"""Microphone and loudspeaker through PortAudio (sounddevice).

PortAudio looks for devices only when it starts. It is started anew to find what was plugged in since, which would kill
every stream that is open: so only while there is none.
"""

import logging
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
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
_NO_MICROPHONE = "I find no microphone. Plug one in, or type instead."
_REFUSED = "{} cannot be opened. Close other programs that use it, or type instead."
_SILENT = "{} does not answer. Choose another one, or type instead."
_GONE = "{} has gone."
_AWAY = "The microphone {} is not there, so I use {}."
_TAKEN = "The microphone {} cannot be opened, so I use {}."
_NOW = "{} is used now."
_NO_LOUDSPEAKER = "I have no loudspeaker, so I only write."
_DEAF = "The loudspeaker has gone, so I only write."

_PATIENCE = 3.0
"""Seconds without a single sample after which a microphone is taken as gone; Bluetooth takes up to two to wake."""
_LOOK_FRAMES = 32
"""So often, about each second, it is looked whether the microphone that is wanted has come back."""
_BLOCK_SECONDS = 0.02
_BUFFER_SECONDS = 0.08
"""What may still sound after "stop": well under the 150 ms that are promised."""

_MOST_DEVICES = 256
_CARDS = Path("/dev/snd")
_PLACE = re.compile(r"\s*\((?:hw|plughw):[^)]*\)$")
_DEFAULTS = frozenset({"default", "sysdefault", "pulse", "pipewire"})
_CONVERTERS = frozenset({"samplerate", "speexrate", "speex", "lavrate", "upmix", "vdownmix", "jack", "oss"})
"""Inputs of ALSA that are no devices but ways to another one."""

_Device = dict[str, Any]
_Blocks = SimpleQueue[NDArray[np.float32] | None]
"""What the microphone gives, None when it has stopped."""
_Problem = type[MicrophoneMissing] | type[SpeakingError]


class PortAudioMicrophone:
    """A Microphone. `wanted` is part of a device's name, "" the system's default.

    `notice` gets what must be said aloud: that another one than was wanted is used, once until that changes. `name`
    is the device in use once it has been opened.
    """

    def __init__(self, wanted: str = "", notice: Callable[[str], None] = log.info) -> None:
        self._wanted, self._notice = wanted, notice
        self._used = ""
        self.name = wanted or "the default microphone"

    def open(self) -> AbstractContextManager[Iterator[Frame]]:
        """See the port. Sound is taken at the device's own rate: many refuse 16 kHz."""
        return self._opened()

    @contextmanager
    def _opened(self) -> Iterator[Iterator[Frame]]:
        library = _library(MicrophoneMissing)
        if _STREAMS.plugged(unsure=True):
            _STREAMS.look(library, MicrophoneMissing)
        blocks: _Blocks = SimpleQueue()
        streams = [self._started(library, blocks)]
        try:
            yield self._flow(library, streams, blocks)
        finally:
            for stream in streams:
                _STREAMS.close(stream)

    def _flow(self, library: "ModuleType", streams: list[Any], blocks: _Blocks) -> Iterator[Frame]:
        """Yield the frames of the stream that is open; when the microphone that is wanted comes back, of that one."""
        while True:
            changed = False
            for number, frame in enumerate(_frames(blocks, int(streams[0].samplerate), _full(self.name)), start=1):
                yield frame
                if number % _LOOK_FRAMES == 0:
                    before, changed = changed, self._may_be_back()
                    if before and changed:  # twice, since a device that was just plugged in cannot be opened at once
                        break
            _STREAMS.close(streams.pop())
            _STREAMS.look(library, MicrophoneMissing)
            blocks = SimpleQueue()
            streams.append(self._started(library, blocks))

    def _may_be_back(self) -> bool:
        return (
            self._wanted.casefold() not in self._used.casefold() and _STREAMS.alone and _STREAMS.plugged(unsure=False)
        )

    def _started(self, library: "ModuleType", blocks: _Blocks) -> Any:
        """Open the one that is wanted, else another one. Neither is given up before devices were looked for again."""
        for again in (False, True):
            if again:
                _STREAMS.look(library, MicrophoneMissing)
            found = _candidates(library, self._wanted)
            if found and (again or _called(found[0], self._wanted)):
                for device in found if again else found[:1]:
                    if stream := _listening(library, device, blocks):
                        self._settle(device, _called(found[0], self._wanted))
                        return stream
        raise MicrophoneMissing(_REFUSED.format(_full(found[0]["name"])) if found else _NO_MICROPHONE)

    def _settle(self, device: _Device, there: bool) -> None:
        """Say which one is used, if that is not what the user knows."""
        before, self._used = self._used, str(device["name"])
        self.name = self._used
        if before == self._used:
            return
        if not _called(device, self._wanted):
            other = "the default one" if self.name in _DEFAULTS else _spoken(self.name)
            self._notice((_TAKEN if there else _AWAY).format(self._wanted, other))
        elif before:
            self._notice(_NOW.format(_full(self.name)))


class PortAudioPlayer:
    """A Player on the system's default loudspeaker, at the rate that one has. One that was plugged in is found."""

    def play(self, recording: Recording, stop: Event) -> bool:
        """See the port."""
        library = _library(SpeakingError)
        if _STREAMS.plugged(unsure=False):
            _STREAMS.look(library, SpeakingError)
        try:
            stream = _speaking(library)
        except (library.PortAudioError, ValueError):
            _STREAMS.look(library, SpeakingError)
            try:
                stream = _speaking(library)
            except (library.PortAudioError, ValueError) as error:
                raise SpeakingError(_NO_LOUDSPEAKER) from error
        try:
            samples = resample(recording, int(stream.samplerate)).samples
            stream.start()
            return _played(stream, samples, stop)
        except library.PortAudioError as error:
            raise SpeakingError(_DEAF) from error
        finally:
            _STREAMS.close(stream)


def microphones() -> tuple[str, ...]:
    """Return names of the devices that can record, each once, as they may be wanted.

    Raises MicrophoneMissing without PortAudio.
    """
    library = _library(MicrophoneMissing)
    _STREAMS.look(library, MicrophoneMissing)
    devices, usual = _STREAMS.inputs(library)
    # Every interface to the sound system lists all of them anew, under names of its own: one is enough.
    shown = [device for device in devices if usual and device["hostapi"] == usual["hostapi"]] or devices
    names = [str(device["name"]) for device in shown if device["name"] not in _CONVERTERS | _DEFAULTS - {"default"}]
    short = Counter(map(_spoken, names))
    return tuple(dict.fromkeys(_spoken(name) if short[_spoken(name)] == 1 else name for name in names))


class _Streams:
    """The open streams of this process, for PortAudio itself is one for all and keeps its list without a lock.

    The key that opens the microphone cuts the voice, on another thread.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._open: list[Any] = []
        self._cards = _cards()

    def open(self, build: Callable[[], Any]) -> Any:
        with self._lock:
            stream = build()
            self._open.append(stream)
        return stream

    def close(self, stream: Any) -> None:
        with self._lock:
            # abort and not stop: the buffer must not be played out after the user has said stop.
            stream.abort(ignore_errors=True)
            stream.close(ignore_errors=True)
            self._open.remove(stream)

    def inputs(self, library: "ModuleType") -> tuple[list[_Device], _Device | None]:
        """Return the devices that can record, and the default one among them; none if PortAudio does not run."""
        with self._lock:
            try:
                able = [dict(device) for device in _devices(library) if device["max_input_channels"] > 0]
                usual = library.default.device[0]
            except library.PortAudioError:
                return [], None
        return able, next((device for device in able if device["index"] == usual), None)

    def look(self, library: "ModuleType", problem: _Problem) -> None:
        """Let PortAudio look for devices again, unless a stream is open. Raises `problem` if it does not start."""
        with self._lock:
            if self._open:
                return
            self._cards = _cards()
            try:
                if library._initialized:
                    library._terminate()
                library._initialize()
            except library.PortAudioError as error:
                raise problem(_UNUSABLE) from error

    @property
    def alone(self) -> bool:
        """True while one stream is open."""
        return len(self._open) == 1

    def plugged(self, *, unsure: bool) -> bool:
        """True when a sound card has come or gone since PortAudio looked; `unsure` where that cannot be known."""
        cards = _cards()
        return unsure if cards is None else cards != self._cards


def _devices(library: "ModuleType") -> list[_Device]:
    """Return all devices but those whose names are no text: the library lists all or, for the sake of one, none."""
    try:
        return list(library.query_devices())
    except UnicodeDecodeError:
        log.warning("the name of a sound device cannot be read")
    found: list[_Device] = []
    for index in range(_MOST_DEVICES):
        try:
            found.append(library.query_devices(index))
        except UnicodeDecodeError:
            continue
        except library.PortAudioError:
            break
    return found


def _cards() -> tuple[str, ...] | None:
    try:
        return tuple(sorted(path.name for path in _CARDS.iterdir()))
    except OSError:
        return None


_STREAMS = _Streams()


def _library(problem: _Problem) -> "ModuleType":
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


def _candidates(library: "ModuleType", wanted: str) -> list[_Device]:
    """Return the devices to try: the one whose name contains `wanted`, the default one, any."""
    able, usual = _STREAMS.inputs(library)
    named = [device for device in able if wanted and _called(device, wanted)]
    # The same device may be there in several interfaces; that of the default one is the one in use.
    named.sort(key=lambda device: usual is not None and device["hostapi"] != usual["hostapi"])
    others = [usual] if usual else able[:1]
    return named[:1] + [device for device in others if device not in named[:1]]


def _called(device: _Device, wanted: str) -> bool:
    return wanted.casefold() in str(device["name"]).casefold()


def _spoken(name: str) -> str:
    """Return a device's name without what only a machine wants to know."""
    return _PLACE.sub("", name)


def _full(name: str) -> str:
    """Return what a microphone is called at the beginning of a sentence."""
    return "The default microphone" if name in _DEFAULTS else f"The microphone {_spoken(name)}"


def _listening(library: "ModuleType", device: _Device, blocks: _Blocks) -> Any | None:
    """Return a stream that delivers to `blocks`, or None if the device refuses."""

    def copy(data: NDArray[np.float32], *_: object) -> None:
        blocks.put(data.copy())

    # Some sound cards offer stereo only.
    for channels in dict.fromkeys((1, min(2, int(device["max_input_channels"])))):
        given = {
            "device": device["index"],
            "channels": channels,
            "dtype": "float32",
            "callback": copy,
            "finished_callback": partial(blocks.put, None),
        }
        try:
            stream = _STREAMS.open(partial(library.InputStream, device["default_samplerate"], **given))
        except library.PortAudioError as error:
            log.info("a microphone refuses: %s", error)
            continue
        try:
            stream.start()
        except library.PortAudioError as error:
            log.info("a microphone does not start: %s", error)
            _STREAMS.close(stream)
            while not blocks.empty():
                blocks.get()
        else:
            return stream
    return None


def _frames(blocks: _Blocks, rate: int, name: str) -> Iterator[Frame]:
    convert = Resampler(rate, RATE).feed if rate != RATE else np.asarray
    pending = np.zeros(0, np.float32)
    flows = False
    while True:
        try:
            block = blocks.get(timeout=_PATIENCE)
        except Empty:
            block = None
        if block is None:
            raise MicrophoneMissing((_GONE if flows else _SILENT).format(name))
        flows = True
        pending = np.concatenate([pending, convert(block.mean(axis=1))])
        while len(pending) >= FRAME:
            yield pending[:FRAME]
            pending = pending[FRAME:]


def _speaking(library: "ModuleType") -> Any:
    def build() -> Any:
        rate = int(library.query_devices(kind="output")["default_samplerate"])
        return library.OutputStream(rate, channels=1, dtype="float32", latency=_BUFFER_SECONDS)

    return _STREAMS.open(build)


def _played(stream: Any, samples: NDArray[np.float32], stop: Event) -> bool:
    size = max(1, int(stream.samplerate * _BLOCK_SECONDS))
    for at in range(0, len(samples), size):
        if stop.is_set():
            return False
        stream.write(samples[at : at + size, None])
    return not stop.wait(float(stream.latency))
