"""Player and Microphone on real PortAudio: without devices, and with devices that ALSA makes up."""

import json
import os
import subprocess
import sys
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.adapters import portaudio
from engine.adapters.portaudio import PortAudioMicrophone, PortAudioPlayer
from engine.values.errors import MicrophoneMissing, SpeakingError
from engine.values.ports import Player
from engine.values.sound import Recording
from tests.fakes_audio import FakePlayer, tone

_BROKEN = "</nowhere.conf>\n"
_NONE = "</usr/share/alsa/alsa.conf>\n"
_MADE_UP = """
</usr/share/alsa/alsa.conf>
pcm.!default {{ type plug slave.pcm {{ type null }} }}
pcm.talking {{ type plug slave.pcm {{ type file slave.pcm {{ type null }} file "/dev/null" infile "{sound}" }} }}
"""

_TRY = """
import json, sys
from threading import Event
import numpy as np
from engine.adapters.portaudio import PortAudioMicrophone, PortAudioPlayer, microphones
from engine.values.errors import SaysoError
from engine.values.sound import Recording

def attempt(work):
    try:
        return work()
    except SaysoError as error:
        return f"{type(error).__name__}: {error}"

def listen():
    microphone = PortAudioMicrophone(sys.argv[1])
    with microphone.open() as frames:
        shapes = {next(frames).shape for _ in range(20)}
    return [microphone.name, [list(shape) for shape in shapes]]

stopped = Event()
stopped.set()
hum = Recording(np.zeros(11_025, np.float32), 22_050)
print(json.dumps({
    "play": attempt(lambda: PortAudioPlayer().play(hum, Event())),
    "stopped": attempt(lambda: PortAudioPlayer().play(hum, stopped)),
    "listen": attempt(listen),
    "names": attempt(lambda: list(microphones())),
}))
"""


def tried(configuration: str, folder: Path, wanted: str = "") -> dict[str, Any]:
    """What PortAudio does under this ALSA configuration; a process of its own, since it looks only once."""
    file = folder / "asound.conf"
    file.write_text(configuration)
    environment = {**os.environ, "ALSA_CONFIG_PATH": str(file)}
    command = [sys.executable, "-c", _TRY, wanted]
    run = subprocess.run(command, env=environment, check=True, capture_output=True, text=True, timeout=120)
    found: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return found


_PLUG = """
import json, os, sys
from pathlib import Path
from engine.adapters.portaudio import PortAudioMicrophone
from engine.values.errors import MicrophoneMissing

told, found = [], []
microphone = PortAudioMicrophone("talking", told.append)
for configuration in sys.argv[1:]:
    Path(os.environ["ALSA_CONFIG_PATH"]).write_text(configuration)
    try:
        with microphone.open() as frames:
            next(frames)
            found.append(microphone.name)
    except MicrophoneMissing as error:
        found.append(str(error))
print(json.dumps([found, told]))
"""


def test_what_is_plugged_in_and_out_is_noticed_without_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "asound.conf"
    file.write_text(_NONE)
    whole = made_up(tmp_path)
    only_default = "\n".join(line for line in whole.splitlines() if "pcm.talking" not in line)
    environment = {**os.environ, "ALSA_CONFIG_PATH": str(file)}
    command = [sys.executable, "-c", _PLUG, _NONE, whole, only_default, whole]
    run = subprocess.run(command, env=environment, check=True, capture_output=True, text=True, timeout=120)
    found, told = json.loads(run.stdout.splitlines()[-1])
    assert found == ["I find no microphone. Plug one in, or type instead.", "talking", "default", "talking"]
    assert told == [
        "The microphone talking is not there, so I use the default one.",
        "The microphone talking is used now.",
    ]


def made_up(folder: Path) -> str:
    sound = folder / "talking.raw"
    sound.write_bytes((tone(2.0, 48_000).samples * 32767).astype("<i2").tobytes())
    return _MADE_UP.format(sound=sound)


def test_without_devices_each_gets_one_plain_sentence(tmp_path: Path) -> None:
    found = tried(_NONE, tmp_path)
    assert found["play"] == "SpeakingError: I have no loudspeaker, so I only write."
    assert found["listen"].startswith("MicrophoneMissing: I find no microphone.")
    assert found["names"] == []


def test_a_sound_system_that_does_not_start_is_told(tmp_path: Path) -> None:
    found = tried(_BROKEN, tmp_path)
    assert found["play"].startswith("SpeakingError: The sound system cannot be started")
    assert found["listen"].startswith("MicrophoneMissing: The sound system cannot be started")


def test_a_device_is_played_to_the_end_and_listened_to(tmp_path: Path) -> None:
    found = tried(made_up(tmp_path), tmp_path, "TALKING")
    assert (found["play"], found["stopped"]) == (True, False)
    assert found["listen"] == ["talking", [[512]]]
    assert "talking" in found["names"]


def test_a_microphone_that_is_gone_is_replaced_by_the_default(tmp_path: Path) -> None:
    assert tried(made_up(tmp_path), tmp_path, "headset")["listen"] == ["default", [[512]]]


class PacedStream:
    """What sounddevice's OutputStream does, without a device: writing blocks while its buffer is full."""

    def __init__(self, rate: int, *, channels: int, dtype: str, latency: float) -> None:
        assert (channels, dtype) == (1, "float32")
        self.samplerate, self.latency = float(rate), latency
        self.written = 0
        self.aborted = False

    def start(self) -> None: ...

    def write(self, samples: NDArray[np.float32]) -> None:
        assert samples.shape[1] == 1
        self.written += len(samples)
        Event().wait(len(samples) / self.samplerate)

    def abort(self, *, ignore_errors: bool) -> None:
        self.aborted = True

    def close(self, *, ignore_errors: bool) -> None: ...


@pytest.fixture
def streams(monkeypatch: pytest.MonkeyPatch) -> list[PacedStream]:
    """The streams that were opened on a library with one loudspeaker."""
    opened: list[PacedStream] = []

    def open_stream(rate: int, **options: Any) -> PacedStream:
        opened.append(PacedStream(rate, **options))
        return opened[-1]

    library = SimpleNamespace(
        PortAudioError=RuntimeError, OutputStream=open_stream, query_devices=lambda kind: {"default_samplerate": 48e3}
    )
    monkeypatch.setattr(portaudio, "_library", lambda _: library)
    return opened


def test_what_still_sounds_after_stop_is_less_than_150_milliseconds(streams: list[PacedStream]) -> None:
    class AfterFiveLooks(Event):
        looks = 0

        def is_set(self) -> bool:
            self.looks += 1
            return self.looks > 5

    assert PortAudioPlayer().play(tone(5.0), AfterFiveLooks()) is False
    (stream,) = streams
    assert stream.aborted
    block = stream.written / 5 / stream.samplerate
    assert block + stream.latency < 0.15


def test_it_is_played_at_the_rate_of_the_device(streams: list[PacedStream]) -> None:
    assert PortAudioPlayer().play(tone(0.2, 22_050), Event()) is True
    assert streams[0].written == pytest.approx(0.2 * 48_000, abs=2)


@pytest.fixture(params=["portaudio", "fake"])
def player(request: pytest.FixtureRequest, streams: list[PacedStream]) -> Player:
    return PortAudioPlayer() if request.param == "portaudio" else FakePlayer()


def test_played_to_the_end_or_not(player: Player) -> None:
    stop = Event()
    assert player.play(tone(0.1), stop) is True
    assert player.play(Recording(np.zeros(0, np.float32)), stop) is True
    stop.set()
    assert player.play(tone(0.1), stop) is False


def test_without_portaudio_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)

    def broken(*_: object, **__: object) -> None:
        raise OSError("PortAudio library not found")

    monkeypatch.delitem(sys.modules, "sounddevice")
    monkeypatch.setattr("ctypes.util.find_library", lambda _: None)
    monkeypatch.setattr("cffi.FFI.dlopen", broken, raising=False)
    with pytest.raises(SpeakingError, match="sudo apt install libportaudio2"):
        PortAudioPlayer().play(tone(0.1), Event())
    with pytest.raises(MicrophoneMissing, match="libportaudio2"), PortAudioMicrophone().open():
        pass
