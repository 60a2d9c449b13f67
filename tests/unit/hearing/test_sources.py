"""Microphones that are no devices."""

import time
from itertools import islice
from math import inf
from pathlib import Path

import numpy as np
import pytest

from engine.hearing.sources import ArrayMicrophone, FileMicrophone
from engine.values.errors import AudioUnreadable, MicrophoneMissing
from engine.values.sound import FRAME, Recording
from tests.fakes_audio import tone

HALF = 16_000 // 2


def test_it_hears_the_recording_and_then_the_room() -> None:
    recording = tone(0.5)
    microphone = ArrayMicrophone(recording, inf)
    with microphone.open() as frames:
        heard = np.concatenate(list(islice(frames, 40)))
    assert np.array_equal(heard[:HALF], recording.samples)
    room = heard[HALF:]
    assert 0.0003 < np.sqrt(np.mean(room**2)) < 0.0007
    assert microphone.played.is_set()
    with microphone.open() as frames:
        assert np.array_equal(next(frames), recording.samples[:FRAME])


def test_a_muted_one_gives_zeros() -> None:
    with ArrayMicrophone(Recording(np.zeros(0, np.float32)), inf, room=0.0).open() as frames:
        assert not np.any(np.concatenate(list(islice(frames, 20))))


def test_any_rate_is_heard_at_ours() -> None:
    with ArrayMicrophone(tone(0.512, 48_000), inf).open() as frames:
        heard = np.concatenate(list(islice(frames, 16)))
    assert np.argmax(np.abs(np.fft.rfft(heard))) / 0.512 == pytest.approx(220, abs=2)


def test_it_goes_on_while_nobody_fetches() -> None:
    microphone = ArrayMicrophone(tone(0.5), pace=4.0)
    with microphone.open() as frames:
        start = time.monotonic()
        list(islice(frames, 4))
        time.sleep(0.064)
        list(islice(frames, 12))
        lasted = time.monotonic() - start
    assert 0.128 <= lasted + 0.001 < 0.4


def test_more_is_heard_while_it_is_open() -> None:
    microphone = ArrayMicrophone(Recording(np.zeros(0, np.float32)), inf)
    with microphone.open() as frames:
        next(frames)
        microphone.hear(tone(0.1))
        assert not microphone.played.is_set()
        heard = list(islice(frames, 12))
        assert microphone.played.is_set()
        assert microphone.ended_at <= time.monotonic()
    assert sum(bool(np.abs(frame).max() > 0.1) for frame in heard) == 4


def test_a_file_is_read_when_it_is_opened(tmp_path: Path) -> None:
    read: list[Path] = []

    def decoded(path: Path) -> Recording:
        read.append(path)
        return tone(0.1)

    microphone = FileMicrophone(tmp_path / "said.wav", decoded, inf)
    assert (microphone.name, read) == ("said.wav", [])
    with microphone.open() as frames:
        assert np.array_equal(next(frames), tone(0.1).samples[:FRAME])


def test_a_file_that_is_no_sound_is_a_missing_microphone(tmp_path: Path) -> None:
    def decoded(path: Path) -> Recording:
        raise AudioUnreadable(f"There is no sound file {path.name}. Check its name.")

    with pytest.raises(MicrophoneMissing, match="no sound file"), FileMicrophone(tmp_path / "a.wav", decoded).open():
        pass
