"""Stands in for the module sounddevice: devices that come and go, as PortAudio reports and does not report them."""

from collections.abc import Callable
from threading import Event, Thread
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

RATE = 48_000
BLOCK = 480


class PortAudioError(Exception):
    """What sounddevice raises."""


class Stream:
    """An open stream. An input delivers a hum ten times faster than real time, an output takes time to be written."""

    def __init__(self, library: "FakePortAudio", device: str, rate: float, pace: float) -> None:
        self.samplerate, self.latency = float(rate), 0.08
        self.device = device
        self._library, self._pace = library, pace
        self.deliver: Callable[..., None] = lambda *_: None
        self.finished: Callable[[], None] = lambda: None
        self.written = 0
        self._ended = Event()
        self._thread = Thread(target=self._run, daemon=True)

    def start(self) -> None:
        if self._library.silent:
            return
        self._thread.start()

    def write(self, samples: NDArray[np.float32]) -> None:
        if self.device not in self._library.plugged:
            raise PortAudioError("Unanticipated host error")
        self.written += len(samples)
        Event().wait(len(samples) / self.samplerate / self._pace)

    def abort(self, *, ignore_errors: bool) -> None:
        assert ignore_errors
        self._ended.set()
        if self._thread.ident is not None:
            self._thread.join()

    def close(self, *, ignore_errors: bool) -> None:
        self._library.open.remove(self)
        self._library.closed_at = monotonic()

    def _run(self) -> None:
        times = np.arange(BLOCK) / self.samplerate
        hum = (0.3 * np.sin(2 * np.pi * 220 * times)).astype(np.float32)[:, None]
        while not self._ended.wait(BLOCK / self.samplerate / self._pace):
            if self.device not in self._library.plugged:
                if not self._library.secretive:
                    self.finished()
                return
            self.deliver(hum, BLOCK, None, None)


class _Default:
    def __init__(self, library: "FakePortAudio") -> None:
        self._library = library

    @property
    def device(self) -> tuple[int, int]:
        return (0 if self._library._listed else -1), 0


class FakePortAudio:
    """`plugged` is what there is, the first the default; the list that is reported is as old as the last start.

    `refused` are devices that cannot be opened; `silent`: none delivers a sample; `secretive`: that one has gone shows
    only in that it delivers no more; `broken`: it does not start; one called "" has a name that is no text. `closed_at`
    is when the last stream was closed.
    """

    PortAudioError = PortAudioError

    def __init__(self, *plugged: str, pace: float = 10.0) -> None:
        self.plugged = list(plugged)
        self.refused: set[str] = set()
        self.silent = self.secretive = self.broken = False
        self.open: list[Stream] = []
        self.opened: list[str] = []
        self.starts = 0
        self.closed_at = 0.0
        self.default = _Default(self)
        self._initialized = 0
        self._listed: list[str] = []
        self._pace = pace
        self._initialize()

    def query_devices(self, device: int | None = None, kind: str = "") -> Any:
        if not self._initialized:
            raise PortAudioError("PortAudio not initialized")
        if kind == "output":
            return {"default_samplerate": RATE}
        if device is None:
            return tuple(self.query_devices(index) for index in range(len(self._listed)))
        if device >= len(self._listed):
            raise PortAudioError("Error querying device")
        if not (name := self._listed[device]):
            b"Mikrofon f\xfcr".decode("utf-8")
        return {
            "index": device,
            "name": name,
            "hostapi": 0,
            "max_input_channels": 1,
            "default_samplerate": float(RATE),
        }

    def InputStream(self, rate: float, **options: Any) -> Stream:  # noqa: N802 - sounddevice's own name
        stream = self._stream(self._listed[options["device"]], rate)
        stream.deliver, stream.finished = options["callback"], options["finished_callback"]
        return stream

    def OutputStream(self, rate: float, **_: Any) -> Stream:  # noqa: N802 - sounddevice's own name
        if not self._listed:
            raise PortAudioError("Error querying device -1")
        return self._stream(self._listed[0], rate)

    def _stream(self, device: str, rate: float) -> Stream:
        if device not in self.plugged or device in self.refused:
            raise PortAudioError("Device unavailable")
        self.open.append(Stream(self, device, rate, self._pace))
        self.opened.append(device)
        return self.open[-1]

    def _initialize(self) -> None:
        if self.broken:
            raise PortAudioError("Error initializing PortAudio")
        self._initialized += 1
        self.starts += 1
        self._listed = list(self.plugged)

    def _terminate(self) -> None:
        assert not self.open, "Starting PortAudio anew kills open streams"
        self._initialized -= 1
