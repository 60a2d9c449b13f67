"""What `sayso doctor` says of the microphone; sound files stand in for it."""

import wave
from pathlib import Path

import numpy as np
import pytest

from engine.chain import checking
from engine.values.errors import MicrophoneMissing
from engine.values.settings import Settings
from engine.values.sound import Recording
from tests.fakes_audio import hush


def recorded(folder: Path, recording: Recording) -> Settings:
    """Settings whose microphone is a file with this sound."""
    file = folder / "room.wav"
    with wave.open(str(file), "wb") as out:
        out.setparams((1, 2, recording.rate, 0, "NONE", ""))
        out.writeframes(np.round(recording.samples * 32767).astype("<i2").tobytes())
    return Settings(microphone=str(file))


def test_its_name_and_level(tmp_path: Path) -> None:
    found, version = checking._microphone(recorded(tmp_path, hush(2.0)))
    assert found == "room.wav, its level is fine"
    assert version.startswith("sounddevice ")


def test_one_that_is_turned_down(tmp_path: Path) -> None:
    faint = np.zeros(32_000, np.float32)
    faint[::100] = 1 / 32767
    found, _ = checking._microphone(recorded(tmp_path, Recording(faint)))
    assert found == "room.wav, its level is very quiet: speak closer to it, or turn it up"


def test_one_that_is_muted(tmp_path: Path) -> None:
    with pytest.raises(MicrophoneMissing, match=r"room\.wav is muted"):
        checking._microphone(recorded(tmp_path, Recording(np.zeros(32_000, np.float32))))
