"""The Voice, on real espeak-ng under pyttsx3."""

import sys
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from engine.adapters.pyttsx import Pyttsx
from engine.values.errors import SpeakingError
from engine.values.ports import Voice
from engine.values.sound import Manner, Recording
from tests.fakes_audio import FakeVoice

SENTENCE = "You are on the page Bees, with three headings."


@pytest.fixture(params=["pyttsx", "fake"])
def voice(request: pytest.FixtureRequest, tmp_path: Path) -> Voice:
    return Pyttsx(tmp_path) if request.param == "pyttsx" else FakeVoice()


def test_a_sentence_becomes_sound(voice: Voice) -> None:
    spoken = voice.synthesize(SENTENCE, Manner(180))
    assert spoken.samples.ndim == 1
    assert 0.5 < spoken.seconds < 10
    assert 0.05 < abs(spoken.samples).max() <= 1


def test_fifty_in_a_row_on_another_thread_leave_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = [SENTENCE, "🎉 Done", "שלום עולם", "No.", "Price: 3.50 euros; tax & shipping <included>"]
    spoken: list[float] = []

    def speak() -> None:
        voice = Pyttsx(tmp_path)
        spoken.extend(voice.synthesize(texts[n % len(texts)], Manner(180)).seconds for n in range(50))

    thread = Thread(target=speak)
    thread.start()
    thread.join(120)
    assert len(spoken) == 50
    assert min(spoken) > 0.2
    first, last = spoken[: len(texts)], spoken[-len(texts) :]
    assert last == pytest.approx(first, rel=0.05)
    assert not list((tmp_path / "tmp").iterdir())
    assert capsys.readouterr().out == ""


def test_faster_is_shorter(tmp_path: Path) -> None:
    voice = Pyttsx(tmp_path)
    slow, usual, fast = (voice.synthesize(SENTENCE, Manner(rate)).seconds for rate in (80, 180, 400))
    assert slow > 1.5 * usual
    assert usual > 1.5 * fast
    assert voice.synthesize(SENTENCE, Manner(10_000)).seconds > 0.2


@pytest.mark.parametrize("text", ["", "   ", "\x00", "\n\t"])
def test_nothing_to_say_is_no_error(voice: Voice, text: str) -> None:
    assert voice.synthesize(text, Manner(180)).seconds < 0.2


@pytest.mark.parametrize("text", ["before\x00after", "half of \ud83c an emoji", "a" * 5_000, "[[h@loU]] <break/>"])
def test_odd_text_is_spoken_all_the_same(tmp_path: Path, text: str) -> None:
    assert Pyttsx(tmp_path).synthesize(text, Manner(300)).seconds > 0.3


def test_without_espeak_the_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyttsx3.drivers", None)
    with pytest.raises(SpeakingError, match="sudo apt install espeak-ng"):
        Pyttsx(tmp_path)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "tmp").write_text("in the way")
    with pytest.raises(SpeakingError, match="disk"):
        Pyttsx(tmp_path).synthesize(SENTENCE, Manner(180))


def test_a_sentence_that_came_out_empty_is_spoken_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    voice = Pyttsx(tmp_path)
    really, empty = voice._synthesize, [Recording(np.zeros(0, np.float32), 22_050)]
    monkeypatch.setattr(voice, "_synthesize", lambda words, rate: empty.pop() if empty else really(words, rate))
    assert voice.synthesize(SENTENCE, Manner(180)).seconds > 0.5
