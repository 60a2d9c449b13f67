"""The speak thread: order, cutting, silence without a device."""

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, get_ident
from typing import get_args

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.adapters.pyttsx import Pyttsx
from engine.adapters.whisper import Silero
from engine.chain import speaking as speaking_module
from engine.chain.earcons import earcon
from engine.chain.guarding import SILENT
from engine.chain.queueing import Priority
from engine.chain.speaking import Mouth, Speaker, sentences
from engine.hearing.resampling import resample
from engine.values.errors import SpeakingError
from engine.values.ports import Player, ScreenReader, Voice
from engine.values.settings import Settings
from engine.values.sound import RATE, Earcon, Manner, Recording
from tests.fakes_audio import FakePlayer, FakeVoice, hush
from tests.fakes_orca import until

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


def test_stop_between_two_sentences_ends_speech(build: Build) -> None:
    go, states = Event(), list[bool]()

    class Slow(FakeVoice):
        def synthesize(self, text: str, manner: Manner) -> Recording:
            if text == "Two.":
                go.wait(PATIENCE)
            return super().synthesize(text, manner)

    player = FakePlayer()
    speaker = build(Slow(), player, states.append)
    speaker.say("One. Two.")
    until(lambda: player.finished == [True])
    until(lambda: speaker._line._heard is None)
    speaker.stop()
    assert speaker.wait(PATIENCE)
    until(lambda: states == [True, False])
    go.set()


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


class Odd(FakeVoice, FakePlayer):
    """Each of these fails at its first use in a way that nobody foresaw."""

    def __init__(self) -> None:
        FakeVoice.__init__(self)
        FakePlayer.__init__(self)
        self.wrong = 0

    def _odd(self) -> None:
        self.wrong += 1
        if self.wrong == 1:
            raise ZeroDivisionError

    def synthesize(self, text: str, manner: Manner) -> Recording:
        self._odd()
        return super().synthesize(text, manner)

    def play(self, recording: Recording, stop: Event) -> bool:
        self._odd()
        return super().play(recording, stop)

    def runs(self) -> bool:
        raise ZeroDivisionError

    def present(self, text: str) -> bool:
        raise ZeroDivisionError

    def hush(self) -> None:
        raise ZeroDivisionError


def test_what_nobody_foresaw_silences_one_sentence_and_no_thread(build: Build, notices: list[str]) -> None:
    heard: list[bool] = []
    voice, player = Odd(), Odd()
    speaker = build(voice, player, heard.append, Odd())
    speaker.say("One. Two. Three.")
    assert speaker.wait(PATIENCE)
    assert len(voice.said) == 2 and len(player.finished) == 1
    assert notices == [SILENT]
    speaker.close()
    assert heard == [True, False] * 2


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
    told = "I found a page about bees and wasps, which has three headings and a list; " * 3 + "and so on, and so on."
    assert [len(part) for part in sentences(told)] == [147, 95]
    short = "One, two, three: four; five, and so on, which is all that there is to say."
    assert sentences(short) == (short,)


def test_real_speech_without_a_loudspeaker(tmp_path: Path) -> None:
    notices: list[str] = []
    speaker = Speaker(Mouth(lambda _: Pyttsx(tmp_path), lambda: FakePlayer(missing=True)), PLAIN, notices.append)
    speaker.say("You are on Bees. It has three headings.")
    assert speaker.wait(PATIENCE)
    speaker.close()
    assert notices == ["I have no loudspeaker, so I only write."]
    assert not list((tmp_path / "tmp").iterdir())


class SlowFirst(FakePlayer):
    """Is held up in its first sentence until `go` is set, so that a test can put others behind it."""

    def __init__(self) -> None:
        super().__init__()
        self.go = Event()
        self.order: list[Recording] = []

    def play(self, recording: Recording, stop: Event) -> bool:
        self.order.append(recording)
        self.started.set()
        while not self.go.wait(0.005) and not stop.is_set():
            pass
        return super().play(recording, stop)


class Telling(FakeVoice):
    """Gives each sentence a recording that can be told apart, in `texts`."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: dict[int, str] = {}

    def synthesize(self, text: str, manner: Manner) -> Recording:
        made = super().synthesize(text, manner)
        self.texts[id(made)] = text
        return made


def order_of(build: Build, *texts: tuple[str, Priority]) -> list[str]:
    """What is heard after "Now.", when the texts are queued in this order while "Now." is heard."""
    voice, player = Telling(), SlowFirst()
    speaker = build(voice, player)
    speaker.say("Now.")
    assert player.started.wait(PATIENCE)
    for text, priority in texts:
        speaker.say(text, priority)
    player.go.set()
    assert speaker.wait(PATIENCE)
    return [voice.texts[id(one)] for one in player.order][1:]


def test_replies_go_first_and_notices_last(build: Build) -> None:
    heard = order_of(build, ("Note A. Note B.", "notice"), ("Reply A. Reply B.", "reply"), ("Reply C.", "reply"))
    assert heard == ["Reply A.", "Reply B.", "Reply C.", "Note A.", "Note B."]


def test_a_reply_replaces_reports_of_progress_but_no_notices(build: Build) -> None:
    heard = order_of(
        build,
        ("Still waiting. Still.", "progress"),
        ("No network.", "notice"),
        ("Done.", "reply"),
        ("More.", "notice"),
    )
    assert heard == ["Done.", "No network.", "More."]


def test_speech_is_adjusted_from_the_next_sentence_on(build: Build) -> None:
    voice, player = FakeVoice(), SlowFirst()
    speaker = build(voice, player)
    speaker.say("One. Two. Three.")
    assert player.started.wait(PATIENCE)
    speaker.adjust(Settings(rate=300, volume=40, speaker="anna", punctuation="all"))
    player.go.set()
    assert speaker.wait(PATIENCE)
    last = dict(voice.said)
    assert last["One."] == Manner()
    assert last["Two full stop."] == last["Three full stop."] == Manner(300, 50, 40, "anna")


def test_another_voice_is_built_when_it_is_chosen(notices: list[str]) -> None:
    asked: list[str] = []

    def voice(settings: Settings) -> Voice:
        asked.append(settings.voice_engine)
        return FakeVoice()

    speaker = Speaker(Mouth(voice, FakePlayer), PLAIN, notices.append)
    assert speaker.voices() == ("en",)
    speaker.say("One.")
    assert speaker.wait(PATIENCE)
    speaker.adjust(Settings(rate=300))
    speaker.say("Two.")
    assert speaker.wait(PATIENCE)
    speaker.adjust(Settings(voice_engine="piper"))
    speaker.say("Three.")
    assert speaker.wait(PATIENCE)
    assert speaker.voices() == ("en",)
    speaker.close()
    assert asked == ["espeak", "piper"]


def test_without_a_voice_there_are_no_names(notices: list[str]) -> None:
    def missing(_: Settings) -> Voice:
        raise SpeakingError("Speech output needs espeak-ng.")

    speaker = Speaker(Mouth(missing, FakePlayer), PLAIN, notices.append)
    assert speaker.voices() == ()
    speaker.close()


def test_marks_are_said_as_chosen(build: Build) -> None:
    voice = FakeVoice()
    speaker = build(voice, FakePlayer())
    speaker.say("Write to ann@example.com.")
    assert speaker.wait(PATIENCE)
    assert [text for text, _ in voice.said] == ["Write to ann at example dot com."]


def test_earcons_go_before_what_waits_and_not_into_speech(build: Build) -> None:
    player = SlowFirst()
    speaker = build(FakeVoice(), player)
    player.go.set()
    speaker.cue("done")
    speaker.say("Done.")
    assert speaker.wait(PATIENCE)
    assert [one is earcon("done") for one in player.order] == [True, False]
    player.go.clear()
    player.started.clear()
    speaker.say("A sentence.")
    assert player.started.wait(PATIENCE)
    speaker.cue("failed")
    player.go.set()
    assert speaker.wait(PATIENCE)
    assert len(player.order) == 3


def test_an_earcon_is_no_speech_and_is_cut_like_it(build: Build) -> None:
    heard: list[bool] = []
    player = SlowFirst()
    speaker = build(FakeVoice(), player, heard.append)
    speaker.cue("listening")
    assert player.started.wait(PATIENCE)
    assert speaker.idle
    speaker.stop()
    assert speaker.wait(PATIENCE)
    assert player.finished == [False]
    assert not heard


def test_earcons_can_be_switched_off(build: Build) -> None:
    player = FakePlayer()
    speaker = build(FakeVoice(), player, settings=Settings(earcons=False))
    speaker.cue("done")
    speaker.adjust(Settings(earcons=True))
    speaker.cue("done")
    assert speaker.wait(PATIENCE)
    assert player.finished == [True]


def test_an_earcon_without_a_loudspeaker_is_told_once(build: Build, notices: list[str]) -> None:
    heard: list[bool] = []
    speaker = build(FakeVoice(), FakePlayer(missing=True), heard.append)
    speaker.cue("listening")
    speaker.cue("heard")
    assert speaker.wait(PATIENCE)
    assert notices == ["I have no loudspeaker, so I only write."]
    assert not heard


NAMES: tuple[Earcon, ...] = get_args(Earcon)


@pytest.mark.parametrize("name", NAMES)
def test_earcons_are_short_quiet_and_without_clicks(name: Earcon) -> None:
    sound = earcon(name)
    assert 0.04 < sound.seconds < 0.25
    assert 0.05 < abs(sound.samples).max() < 0.2
    assert abs(sound.samples[[0, -1]]).max() < 0.001
    assert abs(np.diff(sound.samples)).max() < 0.06


@pytest.mark.parametrize("name", NAMES)
def test_an_earcon_that_the_microphone_hears_is_no_voice(name: Earcon) -> None:
    samples = resample(earcon(name), RATE).samples
    for start in (8_000, 8_170, 8_333):
        heard = hush(2.0).samples.copy()
        heard[start : start + len(samples)] += samples
        assert Silero().probabilities(Recording(heard)).max() < 0.5


def test_earcons_differ() -> None:
    """No two of them have the same length and the same heights at their beginning and end."""

    def height(samples: NDArray[np.float32]) -> int:
        return round(float(np.abs(np.diff(np.signbit(samples))).sum()) / (len(samples) / 22_050) / 100)

    told = {
        (round(sound.seconds, 2), height(sound.samples[:1300]), height(sound.samples[-1300:]))
        for sound in map(earcon, NAMES)
    }
    assert len(told) == len(NAMES)


class FakeReader:
    """A screen reader. `able` is False when it cannot be asked to say something."""

    def __init__(self, *, on: bool = True, able: bool = True) -> None:
        self.said: list[str] = []
        self.hushed = 0
        self.on, self.able = on, able

    def runs(self) -> bool:
        return self.on

    def present(self, text: str) -> bool:
        if self.able:
            self.said.append(text)
        return self.able

    def hush(self) -> None:
        self.hushed += 1


def test_a_screen_reader_gets_whole_texts_one_after_the_other(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speaking_module, "_SECONDS_A_CHARACTER", 0.001)
    heard: list[bool] = []
    voice, reader = FakeVoice(), FakeReader()
    speaker = build(voice, FakePlayer(), heard.append, reader)
    speaker.say("One. Two.", "notice")
    speaker.say("Three.")
    assert speaker.wait(PATIENCE)
    assert sorted(reader.said) == ["One. Two.", "Three."]
    assert not voice.said
    assert reader.hushed == 0
    reader.on = False
    speaker.say("Four.")
    assert speaker.wait(PATIENCE)
    assert [text for text, _ in voice.said] == ["Four."]
    speaker.close()
    assert heard == [True, False] * (len(heard) // 2)


def test_stop_hushes_a_screen_reader_only_when_it_speaks_for_us(build: Build) -> None:
    reader = FakeReader()
    speaker = build(FakeVoice(), FakePlayer(), reader=reader)
    speaker.stop()
    assert speaker.wait(PATIENCE)
    assert reader.hushed == 0
    speaker.say("A long story. " * 20)
    until(lambda: reader.said)
    speaker.stop()
    assert speaker.wait(PATIENCE)
    assert reader.hushed == 1


def test_who_says_a_text_is_decided_once(build: Build) -> None:
    voice, player, reader = FakeVoice(), SlowFirst(), FakeReader(on=False)
    speaker = build(voice, player, reader=reader)
    speaker.say("One. Two. Three. Four.")
    assert player.started.wait(PATIENCE)
    reader.on = True
    player.go.set()
    assert speaker.wait(PATIENCE)
    assert not reader.said and len(voice.said) == 4


def test_two_hundred_sentences_leave_no_thread_and_no_queue_behind(build: Build) -> None:
    player = FakePlayer(pace=10_000)
    speaker = build(FakeVoice(), player)
    for number in range(200):
        speaker.say(f"Sentence {number}.")
    assert speaker.wait(PATIENCE)
    assert len(player.finished) == 200
    assert speaker.idle
