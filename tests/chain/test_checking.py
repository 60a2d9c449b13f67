"""What `sayso doctor` says of the microphone; sound files stand in for it."""

import wave
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest

from engine.chain import assemble, checking
from engine.values.errors import MicrophoneMissing
from engine.values.settings import Settings
from engine.values.sound import Recording
from tests.fakes_audio import ArrayMicrophone, hush


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


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(MicrophoneMissing, match=r"The file .*gone\.wav is not there"):
        checking._microphone(Settings(microphone=str(tmp_path / "gone.wav")))


def test_one_that_is_wanted_and_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = ArrayMicrophone(hush(0.1), missing=True)
    missing.name = "Blue Yeti"
    monkeypatch.setattr(assemble, "microphone", lambda *_: missing)
    with pytest.raises(MicrophoneMissing, match=r"The microphone Blue Yeti cannot be used\. I find no microphone"):
        checking._microphone(Settings(microphone="Blue Yeti"))


def test_settings_that_are_wrong_are_one_of_the_checks(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("rate = 9000", "utf-8")
    found = checking._tried("settings", True, lambda: checking._settings(tmp_path))
    assert not found.works and "rate must be from 80 to 500" in found.advice


def test_the_recogniser_that_is_set_is_the_one_that_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assemble, "transcriber", lambda *_: Mock())
    found = [checking._transcriber(Settings(recogniser=name), tmp_path)[0] for name in ("base", "small", "/models/own")]
    assert found == ["whisper-base", "whisper-small", "/models/own"]
