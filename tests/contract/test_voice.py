"""The Voice: real espeak-ng under pyttsx3, a real Piper model where it is installed, and the fake."""

import re
import sys
from pathlib import Path
from threading import Thread
from typing import cast

import numpy as np
import pytest

from engine.adapters.piper import Piper
from engine.adapters.pyttsx import Pyttsx
from engine.adapters.whisper import Whisper
from engine.chain import assemble
from engine.hearing.resampling import resample
from engine.values.errors import ModelCorrupt, ModelMissing, SpeakingError
from engine.values.ports import Voice
from engine.values.settings import Settings
from engine.values.sound import RATE, Manner, Recording
from tests.fakes_audio import FakeVoice

SENTENCE = "You are on the page Bees, with three headings."


@pytest.fixture(scope="module")
def piper_model(models: Path) -> Path:
    folder = models / "piper-joe"
    if not folder.is_dir():
        pytest.skip("the Piper voice is not installed: sayso models install piper-joe")
    return folder


@pytest.fixture(scope="module")
def piper(piper_model: Path) -> Piper:
    return Piper(piper_model)


@pytest.fixture(scope="module")
def whisper(models: Path) -> Whisper:
    return Whisper(models / "whisper-base", 1)


@pytest.fixture(params=["pyttsx", "piper"])
def real(request: pytest.FixtureRequest, tmp_path: Path) -> Voice:
    usual = Pyttsx(tmp_path) if request.param == "pyttsx" else None
    return usual or cast(Voice, request.getfixturevalue("piper"))


@pytest.fixture(params=["pyttsx", "piper", "fake"])
def voice(request: pytest.FixtureRequest, tmp_path: Path) -> Voice:
    if request.param == "piper":
        return cast(Voice, request.getfixturevalue("piper"))
    return Pyttsx(tmp_path) if request.param == "pyttsx" else FakeVoice()


def words(text: str) -> list[str]:
    return re.findall(r"[a-z]+", text.lower())


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


def test_faster_is_shorter(real: Voice) -> None:
    slow, usual, fast, fastest = (real.synthesize(SENTENCE, Manner(rate)).seconds for rate in (80, 180, 400, 500))
    assert slow > 1.5 * usual
    assert usual > 1.5 * fast
    assert fast > 1.1 * fastest
    assert real.synthesize(SENTENCE, Manner(10_000)).seconds == pytest.approx(fastest, rel=0.15)
    assert real.synthesize(SENTENCE, Manner(1)).seconds == pytest.approx(slow, rel=0.15)


@pytest.mark.parametrize("text", ["Click the second link.", "Scroll down.", "Which one, the first or the last?"])
def test_what_is_said_can_be_understood(real: Voice, whisper: Whisper, text: str) -> None:
    heard = whisper.transcribe(resample(real.synthesize(text, Manner(160)), RATE))
    assert words(heard.text) == words(text)


def test_half_the_volume_is_half_the_sound(real: Voice) -> None:
    loud, soft = (abs(real.synthesize(SENTENCE, Manner(volume=volume)).samples).max() for volume in (100, 50))
    assert 0.35 * loud < soft < 0.65 * loud
    assert abs(real.synthesize(SENTENCE, Manner(volume=0)).samples).max() < 0.01


def test_a_higher_pitch_is_higher_and_takes_as_long(real: Voice) -> None:
    low, usual, high = (real.synthesize(SENTENCE, Manner(pitch=pitch)) for pitch in (10, 50, 90))
    assert hum(low) < hum(usual) < hum(high)
    assert low.seconds == pytest.approx(usual.seconds, rel=0.25)
    assert high.seconds == pytest.approx(usual.seconds, rel=0.25)


def hum(recording: Recording) -> float:
    """Pitch in hertz: the usual distance at which loud pieces of 50 ms are like themselves."""
    size = recording.rate // 20
    pieces = [recording.samples[at : at + size] for at in range(0, len(recording.samples) - size, size)]
    loud = sorted(pieces, key=lambda piece: float(np.square(piece).sum()))[len(pieces) // 2 :]
    shortest, longest = recording.rate // 400, recording.rate // 50
    alike = [np.correlate(piece, piece, "full")[size - 1 :][shortest:longest] for piece in loud]
    return float(np.median([recording.rate / (shortest + int(np.argmax(one))) for one in alike]))


def test_a_voice_that_is_not_there_is_the_usual_one(real: Voice) -> None:
    assert real.synthesize(SENTENCE, Manner(voice="nobody")).seconds > 0.5
    assert real.voices()


@pytest.mark.parametrize("text", ["", "   ", "\x00", "\n\t"])
def test_nothing_to_say_is_no_error(voice: Voice, text: str) -> None:
    assert voice.synthesize(text, Manner(180)).seconds < 0.2


@pytest.mark.parametrize("text", ["before\x00after", "half of \ud83c an emoji", "a" * 2_000, "[[h@loU]] <break/>"])
def test_odd_text_is_spoken_all_the_same(real: Voice, text: str) -> None:
    assert real.synthesize(text, Manner(300)).seconds > 0.3


def test_espeak_speaks_other_languages_and_as_a_woman(tmp_path: Path) -> None:
    voice = Pyttsx(tmp_path)
    names = voice.voices()
    assert names[:2] == ("female", "male")
    assert names[2].startswith("English")
    assert "German" in names
    usual, *others = (
        voice._voice(name) for name in ("nobody", "german", "de", "English (America)", "Female", "spanish")
    )
    assert (usual, others) == ("en", ["de", "de", "en-us", "en+f3", "es"])
    assert hum(voice.synthesize(SENTENCE, Manner(voice="female"))) > 1.2 * hum(voice.synthesize(SENTENCE, Manner()))
    lasted = [voice.synthesize("Wo ist die Zeitung", Manner(voice=name)).seconds for name in ("", "German", "de")]
    assert lasted[1] != pytest.approx(lasted[0], rel=0.03)
    assert lasted[1] == pytest.approx(lasted[2], rel=0.02)


def test_piper_keeps_the_marks_that_give_a_sentence_its_melody(piper: Piper) -> None:
    told = piper._phonemes("Which one: the first, or the “second”? Yes!")
    assert [c for c in told if c in ",:?!."] == [":", ",", "?", "!"]
    assert piper._phonemes("It costs 3.50") == piper._phonemes("It costs 3.50.")
    assert piper._phonemes("… — !") == ""


def test_piper_says_what_is_missing(tmp_path: Path, piper_model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ModelMissing, match="no Piper voice"):
        Piper(tmp_path)
    with pytest.raises(SpeakingError, match="language de"):
        Piper(piper_model, "de")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SpeakingError, match="sudo apt install espeak-ng"):
        Piper(piper_model)


@pytest.mark.parametrize("told", ["{", "{}", "[]", '{"audio": {"sample_rate": "x"}}'])
def test_a_damaged_piper_voice_is_told(tmp_path: Path, piper_model: Path, told: str) -> None:
    (tmp_path / "voice.onnx").write_bytes(b"not a model")
    (tmp_path / "voice.onnx.json").write_text(told)
    with pytest.raises(ModelCorrupt, match=r"voice\.onnx\.json"):
        Piper(tmp_path)
    (tmp_path / "voice.onnx.json").write_bytes(next(piper_model.glob("*.onnx.json")).read_bytes())
    with pytest.raises(ModelCorrupt, match=r"voice\.onnx of"):
        Piper(tmp_path)


def test_a_piper_voice_that_is_not_installed_is_told_and_espeak_speaks(tmp_path: Path) -> None:
    told: list[str] = []
    spoken = assemble.voice(Settings(voice_engine="piper"), tmp_path, told.append).synthesize(SENTENCE, Manner())
    assert spoken.seconds > 0.5
    assert told == [
        "The model Piper voice Joe, which speaks English with a more natural voice, is missing. "
        "Run `sayso models install piper-joe`. Until then I speak with espeak-ng."
    ]


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
    monkeypatch.setattr(voice, "_synthesize", lambda words, manner: empty.pop() if empty else really(words, manner))
    assert voice.synthesize(SENTENCE, Manner(180)).seconds > 0.5
