"""The Transcriber, on real Whisper and synthetic speech: what is said comes back, what is not said does not."""

import logging
import re
import wave
from difflib import SequenceMatcher
from pathlib import Path

import numpy as np
import pytest

from engine.adapters.pyttsx import Pyttsx
from engine.adapters.whisper import MAX_SECONDS, Silero, Whisper, read_audio
from engine.commanding.spoken import COMMANDS, NAMED
from engine.hearing.guiding import Guide, agrees, known
from engine.hearing.hearing import hear
from engine.hearing.resampling import resample
from engine.values.errors import AudioUnreadable, ModelCorrupt, ModelMissing, NothingHeard
from engine.values.sound import RATE, Manner, Recording
from tests.conftest import Speech

NAME = "whisper-base"


@pytest.fixture(scope="module")
def whisper(models: Path) -> Whisper:
    loaded = Whisper(models / NAME, threads=1)
    loaded.warm()
    return loaded


def likeness(one: str, other: str) -> float:
    """0…1; blanks, marks and case aside."""
    first, second = (re.sub(r"\W+", " ", text.casefold()).strip() for text in (one, other))
    return SequenceMatcher(None, first, second).ratio()


def write(path: Path, samples: np.ndarray, rate: int = RATE, channels: int = 1) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())
    return path


@pytest.mark.parametrize(
    "words",
    ["go back", "Open Wikipedia", "Where am I", "What can I say", "Reload the page", "yes", "stop", "be quiet"],
)
def test_commands_are_heard(whisper: Whisper, speech: Speech, words: str) -> None:
    assert hear(read_audio(speech(words)), Silero(), whisper).casefold() == words.casefold()


@pytest.mark.parametrize(("words", "command"), [("click two", "click 2"), ("click four", "click 4")])
def test_numbers_are_heard_as_digits(whisper: Whisper, speech: Speech, words: str, command: str) -> None:
    assert hear(read_audio(speech(words)), Silero(), whisper).casefold() == command


@pytest.mark.parametrize(
    "words",
    [
        "go to the encyclopedia website and search for biotechnology",
        "type hello world into the search field",
        "open the second result",
        "press the checkout button",
    ],
)
def test_sentences_are_heard_nearly(whisper: Whisper, speech: Speech, words: str) -> None:
    assert likeness(hear(read_audio(speech(words)), Silero(), whisper), words) > 0.8


def test_48_kilohertz_stereo_is_heard_as_well(whisper: Whisper, speech: Speech, tmp_path: Path) -> None:
    mono = resample(read_audio(speech("go back")), 48_000).samples
    file = write(tmp_path / "stereo.wav", np.stack([mono, 0.5 * mono], axis=1), 48_000, channels=2)
    recording = read_audio(file)
    assert (recording.rate, recording.samples.ndim, recording.samples.dtype.name) == (RATE, 1, "float32")
    assert hear(recording, Silero(), whisper) == "Go back"


def test_hotwords_do_not_put_words_into_the_users_mouth(whisper: Whisper, speech: Speech) -> None:
    hotwords = ("Basket", "Checkout", "Blue teapot", "Basket", "Very long name " * 40)
    assert hear(read_audio(speech("go back")), Silero(), whisper, hotwords) == "Go back"


@pytest.mark.parametrize("kind", ["zeros", "faint", "noise", "click", "short"])
def test_nothing_is_heard_in_what_is_not_speech(whisper: Whisper, kind: str) -> None:
    random = np.random.default_rng(3)
    sounds = {
        "zeros": np.zeros(3 * RATE),
        "faint": random.normal(0, 0.001, 3 * RATE),
        "noise": random.normal(0, 0.2, 4 * RATE),
        "click": np.concatenate([np.zeros(RATE), np.ones(80), np.zeros(RATE)]),
        "short": random.normal(0, 0.1, RATE // 10),
    }
    with pytest.raises(NothingHeard, match=r"^I heard nothing"):
        hear(Recording(sounds[kind].astype(np.float32)), Silero(), whisper)


def test_a_tenth_of_a_second_of_speech_is_nothing(whisper: Whisper, speech: Speech) -> None:
    whole = read_audio(speech("go back"))
    with pytest.raises(NothingHeard):
        hear(Recording(whole.samples[3_000 : 3_000 + RATE // 10]), Silero(), whisper)


def test_the_windows_are_short_and_nothing_is_said_twice(whisper: Whisper, speech: Speech) -> None:
    words = read_audio(speech("search for photosynthesis")).samples
    for seconds in (2, 8, 12, 20):
        padded = Recording(np.pad(words, (0, max(0, seconds * RATE - len(words)))))
        assert whisper.transcribe(padded).text.casefold().count("search") == 1, seconds


def test_the_guide_turns_what_is_nearly_a_command_into_one(models: Path, speech: Speech) -> None:
    guide = Guide(("hide numbers", "show numbers", "next link", "next line"), ("click",))
    guided = Whisper(models / NAME, guide=guide)
    for words in ("hide numbers", "next link"):
        for voice in ("en-us", "en-gb"):
            assert hear(read_audio(speech(words, voice)), Silero(), guided).casefold() == words
    for words in ("open the second result", "search for blue mugs", "I would like to read about trains"):
        assert likeness(hear(read_audio(speech(words)), Silero(), guided), words) > 0.8


@pytest.fixture(scope="module")
def guided(models: Path) -> Whisper:
    return Whisper(models / NAME, guide=Guide(COMMANDS, NAMED))


@pytest.mark.parametrize("words", ["yes", "yes please", "confirm", "do it"])
def test_consent_is_heard(guided: Whisper, speech: Speech, words: str) -> None:
    for voice in ("en-us", "en-gb"):
        heard = hear(read_audio(speech(words, voice)), Silero(), guided)
        assert re.sub(r"\W+", " ", heard).casefold() == words, voice


@pytest.mark.parametrize("words", ["this", "guess", "chess", "gas", "yet", "less", "undo it", "conform"])
def test_what_sounds_like_consent_is_none(guided: Whisper, speech: Speech, words: str) -> None:
    for voice in ("en-us", "en-us+f3", "en-gb"):
        try:
            heard = hear(read_audio(speech(words, voice)), Silero(), guided)
        except NothingHeard:
            continue
        assert not agrees(heard), voice


@pytest.mark.parametrize(
    "words", ["don't go back", "why go back", "not the first one", "not number three", "don't start listening"]
)
def test_what_is_refused_or_asked_is_no_command(guided: Whisper, speech: Speech, words: str) -> None:
    for voice in ("en-us", "en-us+f3", "en-gb"):
        try:
            heard = hear(read_audio(speech(words, voice)), Silero(), guided)
        except NothingHeard:
            continue
        assert not known(heard, Guide(COMMANDS, NAMED)), voice


@pytest.mark.parametrize(
    "names",
    [
        ("搜索产品和服务的中文名称列表按钮购物车" * 14,),
        tuple(f"ქართული ენა {n}" for n in range(30)),
        ("<|startofprev|>" * 8, "<|endoftext|>"),
        tuple(f"Café № {n} ქართული" for n in range(60)),
        ("Zq9#x!@$%^&*" * 25,),
    ],
)
def test_no_names_on_a_page_make_it_deaf(guided: Whisper, speech: Speech, names: tuple[str, ...]) -> None:
    assert hear(read_audio(speech("stop")), Silero(), guided, names) == "Stop"


def test_the_words_heard_are_in_no_log(guided: Whisper, speech: Speech, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="engine"):
        guided.transcribe(read_audio(speech("my pin is four seven one one")))
    assert caplog.text
    assert not re.search(r"\b(pin|four|seven|my|47)\b", caplog.text, re.IGNORECASE)


def test_what_was_heard_is_replaced_as_the_user_wants(models: Path, speech: Speech) -> None:
    whisper = Whisper(models / NAME, guide=Guide(vocabulary=("Wikipedia",), replacements={"wikipedia": "Vikidia"}))
    assert whisper.transcribe(read_audio(speech("open Wikipedia"))).text.startswith("Open Vikidia")


def test_the_language_is_fixed_or_found(models: Path, speech: Speech) -> None:
    spanish = read_audio(speech("Buenos días, me gustaría leer las noticias de hoy en el periódico", "es"))
    found, fixed = Whisper(models / NAME, language="auto"), Whisper(models / NAME, language="de")
    assert found.transcribe(spanish).language == "es"
    assert found.transcribe(read_audio(speech("open the second result"))).language == "en"
    assert fixed.transcribe(spanish).language == "de"


def test_a_long_recording_is_heard_to_its_end(whisper: Whisper, speech: Speech) -> None:
    words = read_audio(speech("open the second result")).samples
    long = Recording(np.concatenate([words, np.zeros(32 * RATE, np.float32), words]))
    assert likeness(hear(long, Silero(), whisper), "open the second result open the second result") > 0.7


def test_bytes_that_are_no_sound_are_named(tmp_path: Path) -> None:
    (tmp_path / "empty.wav").touch()
    (tmp_path / "notes.wav").write_text("This is a shopping list, not a recording.\n" * 50)
    (tmp_path / "list.m3u8").write_text("#EXTM3U\n#EXTINF:1,\nhttp://192.0.2.1/a.ts\n#EXT-X-ENDLIST\n")
    (tmp_path / "cut.wav").write_bytes(write(tmp_path / "whole.wav", np.zeros(RATE)).read_bytes()[:20])
    write(tmp_path / "none.wav", np.zeros(0))
    for name, sentence in {
        "empty.wav": "is empty",
        "notes.wav": "not a sound file",
        "list.m3u8": "not a sound file",
        "cut.wav": "not a sound file|holds no sound",
        "none.wav": "holds no sound",
        "missing.wav": "no sound file",
    }.items():
        with pytest.raises(AudioUnreadable, match=f"{name}.*({sentence})|({sentence}).*{name}"):
            read_audio(tmp_path / name)
    with pytest.raises(AudioUnreadable, match="is a folder"):
        read_audio(tmp_path)


def test_too_long_a_recording_is_refused(tmp_path: Path) -> None:
    file = write(tmp_path / "long.wav", np.zeros((MAX_SECONDS + 1) * 8_000), 8_000)
    with pytest.raises(AudioUnreadable, match="longer than two minutes"):
        read_audio(file)


def test_missing_and_damaged_models_are_named(models: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match="sayso models install"):
        Whisper(tmp_path / "nowhere")
    for name in ("config.json", "tokenizer.json", "vocabulary.json"):
        (tmp_path / name).write_bytes((models / NAME / name).read_bytes())
    with pytest.raises(ModelMissing):
        Whisper(tmp_path)
    (tmp_path / "model.bin").write_bytes((models / NAME / "model.bin").read_bytes()[:100_000])
    with pytest.raises(ModelCorrupt, match="damaged"):
        Whisper(tmp_path)


@pytest.mark.parametrize(
    "sentence",
    [
        "I searched for history. The page is now History of music.",
        "I need your yes before I send the booking form.",
        "There are three buttons with that name. Which one?",
    ],
)
def test_what_sayso_says_can_be_understood(whisper: Whisper, tmp_path: Path, sentence: str) -> None:
    spoken = Pyttsx(tmp_path).synthesize(sentence, Manner(160))
    heard = whisper.transcribe(resample(spoken, RATE)).text
    assert likeness(heard, sentence) > 0.75, heard
