"""The speak thread: order, cutting, silence without a device."""

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, get_ident

import pytest

from engine.adapters.pyttsx import Pyttsx
from engine.chain.speaking import Mouth, Speaker, sentences
from engine.values.errors import SpeakingError
from engine.values.ports import Player, ScreenReader, Voice
from engine.values.settings import Settings
from engine.values.sound import Manner
from tests.fakes_audio import FakePlayer, FakeVoice

PATIENCE = 20.0
PLAIN = Settings()

Build = Callable[..., Speaker]


@pytest.fixture
def notices() -> list[str]:
    return []


@pytest.fixture
def build(notices: list[str]) -> Iterator[Build]:
    """build(voice, player, speaking, reader, settings) → Speaker; closed after the test."""
    built: list[Speaker] = []

    def make(
        voice: Voice,
        player: Player,
        speaking: Callable[[bool], None] = lambda _: None,
        reader: ScreenReader | None = None,
        settings: Settings = PLAIN,
    ) -> Speaker:
        built.append(Speaker(Mouth(lambda _: voice, lambda: player, reader), settings, notices.append, speaking))
        return built[-1]

    yield make
    for speaker in built:
        speaker.close()


def test_sentences_are_said_in_order(build: Build) -> None:
    voice, player = FakeVoice(), FakePlayer()
    speaker = build(voice, player)
    speaker.say("You are on Bees. It has three headings!")
    assert speaker.wait(PATIENCE)
    speaker.adjust(Settings(rate=240, pitch=20))
    speaker.say("What now?")
    assert speaker.wait(PATIENCE)
    assert [text for text, _ in voice.said] == ["You are on Bees.", "It has three headings!", "What now?"]
    assert voice.said[-1][1] == Manner(240, 20)
    assert player.finished == [True, True, True]


def test_stop_cuts_and_forgets_and_what_follows_is_said(build: Build) -> None:
    voice, player = FakeVoice(), FakePlayer(pace=0.001)
    speaker = build(voice, player)
    speaker.say("A long story. Its second part. Its third part. Its fourth part. Its fifth part.")
    assert player.started.wait(PATIENCE)
    assert not speaker.idle
    speaker.stop()
    assert speaker.wait(PATIENCE)
    assert player.finished == [False]
    player._pace = 100.0
    speaker.say("Stopped.")
    assert speaker.wait(PATIENCE)
    assert player.finished == [False, True]


def test_stop_when_silent_does_no_harm(build: Build) -> None:
    player = FakePlayer()
    speaker = build(FakeVoice(), player)
    speaker.stop()
    speaker.stop()
    speaker.say("Hello.")
    assert speaker.wait(PATIENCE)
    assert player.finished == [True]


def test_the_next_sentence_is_synthesised_while_one_is_heard(build: Build) -> None:
    second = Event()

    class Watching(FakeVoice):
        def synthesize(self, text: str, manner: Manner):  # type: ignore[no-untyped-def]
            if text == "Two.":
                second.set()
            return super().synthesize(text, manner)

    player = FakePlayer(pace=0.001)
    speaker = build(Watching(), player)
    speaker.say("One. Two.")
    assert player.started.wait(PATIENCE)
    assert second.wait(PATIENCE)
    speaker.stop()


def test_the_voice_lives_on_one_thread() -> None:
    built_on: list[int] = []
    voice = FakeVoice()

    def build_voice(_: Settings) -> Voice:
        built_on.append(get_ident())
        voice.threads.clear()
        return voice

    speaker = Speaker(Mouth(build_voice, FakePlayer), PLAIN, lambda _: None)
    speaker.say("One. Two. Three.")
    assert speaker.wait(PATIENCE)
    speaker.close()
    assert voice.threads == set(built_on)
    assert len(built_on) == 1
    assert get_ident() not in voice.threads


def test_without_a_loudspeaker_it_says_so_once_and_goes_on(build: Build, notices: list[str]) -> None:
    speaker = build(FakeVoice(), FakePlayer(missing=True))
    speaker.say("One. Two.")
    speaker.say("Three.")
    assert speaker.wait(PATIENCE)
    assert notices == ["I have no loudspeaker, so I only write."]


def test_without_espeak_it_says_so_once_and_goes_on(notices: list[str]) -> None:
    def missing(_: Settings) -> Voice:
        raise SpeakingError("Speech output needs espeak-ng.")

    speaker = Speaker(Mouth(missing, FakePlayer), PLAIN, notices.append)
    speaker.say("One. Two.")
    assert speaker.wait(PATIENCE)
    speaker.close()
    assert notices == ["Speech output needs espeak-ng."]


def test_one_sentence_that_fails_does_not_silence_the_rest(build: Build, notices: list[str]) -> None:
    voice, player = FakeVoice("Two."), FakePlayer()
    speaker = build(voice, player)
    speaker.say("One. Two. Three.")
    assert speaker.wait(PATIENCE)
    assert [text for text, _ in voice.said] == ["One.", "Three."]
    assert notices == ["Speech output failed."]


def test_it_tells_when_it_is_heard(build: Build) -> None:
    heard: list[bool] = []
    quiet = Event()

    def speaking(on: bool) -> None:
        heard.append(on)
        if not on:
            quiet.set()

    speaker = build(FakeVoice(), FakePlayer(), speaking)
    speaker.say("One. Two. Three.")
    assert quiet.wait(PATIENCE)
    assert speaker.wait(PATIENCE)
    assert (heard[0], heard[-1]) == (True, False)
    assert heard == [True, False] * (len(heard) // 2)


def test_nothing_is_said_after_closing(build: Build) -> None:
    player = FakePlayer(pace=0.001)
    speaker = build(FakeVoice(), player)
    speaker.say("One. Two. Three. Four. Five. Six.")
    speaker.close()
    speaker.say("More.")
    speaker.close()
    assert speaker.wait(PATIENCE)
    assert True not in player.finished


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        (" \n ", ()),
        ("One. Two! Three? Four", ("One.", "Two!", "Three?", "Four")),
        ("1. Blue teapot. 2. Red teapot.", ("1. Blue teapot.", "2. Red teapot.")),
        ("It costs 3.50 at example.com today.", ("It costs 3.50 at example.com today.",)),
        ("First line\nSecond line", ("First line", "Second line")),
        ('She said "Go." Then left.', ('She said "Go."', "Then left.")),
        ("שלום. 🎉", ("שלום.", "🎉")),
    ],
)
def test_sentences(text: str, expected: tuple[str, ...]) -> None:
    assert sentences(text) == expected


def test_long_sentences_are_cut_at_blanks_and_nothing_is_lost() -> None:
    text = " ".join(f"word{n}," for n in range(400))
    parts = sentences(text)
    assert max(map(len, parts)) <= 301
    assert " ".join(parts) == text
    assert "".join(sentences("x" * 1000)) == "x" * 1000


def test_real_speech_without_a_loudspeaker(tmp_path: Path) -> None:
    notices: list[str] = []
    speaker = Speaker(Mouth(lambda _: Pyttsx(tmp_path), lambda: FakePlayer(missing=True)), PLAIN, notices.append)
    speaker.say("You are on Bees. It has three headings.")
    assert speaker.wait(PATIENCE)
    speaker.close()
    assert notices == ["I have no loudspeaker, so I only write."]
    assert not list((tmp_path / "tmp").iterdir())
