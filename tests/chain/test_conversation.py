"""What the user changes by word reaches the voice, the ears and settings.toml; sounds tell where a turn stands."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event as Flag

import numpy as np
import pytest

from engine.chain import assemble
from engine.chain.configuring import settings_in
from engine.chain.conversation import Conversation
from engine.chain.earcons import earcon
from engine.chain.later import Later
from engine.values.event import Adjusted, Event, Finished, Heard, Notice, Phase, Replied
from engine.values.settings import Settings
from engine.values.sound import Earcon, Recording, Said
from tests.fakes import FakeBrowser, FakeEncoder, FakeModel, element, page
from tests.fakes_audio import ArrayMicrophone, FakeDetector, FakePlayer, FakeTranscriber, FakeVoice, hush, joined, tone
from tests.turns.test_turn import contact

PATIENCE = 20.0
WORDS = joined(hush(0.3), tone(0.8), hush(1.5))
CUES: tuple[Earcon, ...] = ("listening", "heard", "done", "asked", "failed")


class Cues(FakePlayer):
    """A player that writes down the earcons among what it plays, "" for speech."""

    def __init__(self) -> None:
        super().__init__(pace=200.0)
        self.heard: list[str] = []

    def play(self, recording: Recording, stop: Flag) -> bool:
        names = (name for name in CUES if np.array_equal(earcon(name).samples, recording.samples))
        self.heard.append(next(names, ""))
        return super().play(recording, stop)


class Scene:
    conversation: Conversation

    def __init__(self, folder: Path) -> None:
        self.folder, self.events = folder, list[Event]()
        self.voice, self.player, self.ear = FakeVoice(), Cues(), FakeTranscriber("Where am I?")
        self.browser = FakeBrowser([contact()])
        self.microphones: dict[str, ArrayMicrophone] = {}

    def start(self, settings: Settings) -> None:
        self.conversation = Conversation(settings, self.folder, self.events.append)
        self.conversation.start()
        until(lambda: Phase("idle") in self.events or Phase("speaking") in self.events)
        assert self.conversation._speaker.wait(PATIENCE)

    def say(self, words: str) -> str:
        """Type words; return what was replied, when the turn has ended and all has been spoken."""
        count, before = self.count(Finished), len(self.events)
        self.conversation.submit(Said(words))
        until(lambda: self.count(Finished) > count)
        assert self.conversation._speaker.wait(PATIENCE)
        return " ".join(event.text for event in self.events[before:] if isinstance(event, Replied))

    def count(self, kind: type[Event]) -> int:
        return sum(isinstance(event, kind) for event in self.events)

    def listens_to(self, name: str) -> bool:
        return name in self.microphones and self.microphones[name].is_open

    @property
    def notices(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, Notice)]


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.002)


Set = Callable[..., Scene]


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Set]:
    """scene(**settings) → a conversation with fakes at every port, started, closed after the test."""
    made: list[Scene] = []

    def make(**settings: object) -> Scene:
        here = Scene(tmp_path)
        made.append(here)
        parts = assemble.Loading(
            lambda: here.browser,
            Later(FakeEncoder, "encoder"),
            Later(FakeModel, "model"),
            Later(lambda: here.ear, "ear"),
        )
        monkeypatch.setattr(assemble, "parts", lambda *_: parts)
        monkeypatch.setattr(assemble, "transcriber", lambda *_: here.ear)
        monkeypatch.setattr(assemble, "microphone", lambda chosen, *_: microphone(here, chosen.microphone))
        monkeypatch.setattr(assemble, "microphones", lambda: ("Built-in", "USB Audio"))
        monkeypatch.setattr(assemble, "Silero", FakeDetector)
        monkeypatch.setattr(assemble, "player", lambda: here.player)
        monkeypatch.setattr(assemble, "voice", lambda *_: here.voice)
        here.start(Settings(**settings))  # type: ignore[arg-type]
        return here

    yield make
    for one in made:
        one.conversation.close()


def microphone(here: Scene, name: str) -> ArrayMicrophone:
    return here.microphones.setdefault(name, ArrayMicrophone(hush(0.1), pace=50.0))


@pytest.fixture(autouse=True)
def warmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeTranscriber, "warm", lambda _: None, raising=False)


def test_what_is_changed_is_heard_at_once_and_kept(scene: Set) -> None:
    here = scene()
    assert "200 words a minute" in here.say("speak faster")
    assert here.voice.said[-1][1].rate == 200
    here.say("volume 50 percent")
    assert here.voice.said[-1][1].volume == 50
    settings = settings_in(here.folder)
    assert (settings.rate, settings.volume) == (200, 50)
    assert [event for event in here.events if isinstance(event, Adjusted)] == [
        Adjusted("rate", 200),
        Adjusted("volume", 50),
    ]


def test_what_cannot_be_kept_holds_all_the_same_and_is_told(scene: Set) -> None:
    here = scene()
    (here.folder / "settings.toml").write_text("rate = fast")
    assert "200 words" in here.say("speak faster")
    assert here.voice.said[-1][1].rate == 200 and any("settings.toml" in text for text in here.notices)
    assert (here.folder / "settings.toml").read_text() == "rate = fast"
    assert "220 words" in here.say("speak faster")


def test_voices_are_those_of_the_voice(scene: Set) -> None:
    here = scene()
    assert "I find 1 voice." in here.say("list voices")
    here.say("use the voice en")
    assert here.voice.said[-1][1].voice == "en"


def test_without_voice_the_last_words_are_heard_and_then_no_more(scene: Set) -> None:
    here = scene(earcons=False)
    here.say("voice off")
    assert "Say: voice on, to hear me again." in [text for text, _ in here.voice.said]
    spoken = len(here.voice.said)
    here.say("where am I")
    assert len(here.voice.said) == spoken
    assert settings_in(here.folder).voice
    here.say("voice on")
    assert here.voice.said[-1][0] == "I speak again."


def test_another_microphone_is_listened_to(scene: Set) -> None:
    here = scene()
    here.conversation.listen(True)
    until(lambda: here.listens_to(""))
    here.say("use microphone USB")
    until(lambda: here.listens_to("USB Audio"))
    assert not here.listens_to("") and settings_in(here.folder).microphone == "USB Audio"


def test_asleep_nothing_is_kept_and_wake_up_wakes(scene: Set) -> None:
    here = scene()
    here.conversation.listen(True)
    until(lambda: Phase("listening") in here.events)
    assert "I am asleep" in here.say("go to sleep")
    until(lambda: here.events[-1] == Phase("asleep"))
    before, heard = here.count(Heard), len(here.ear.heard)
    here.microphones[""].hear(WORDS)
    until(lambda: len(here.ear.heard) > heard)
    time.sleep(0.2)
    assert here.count(Heard) == before
    here.ear._texts[:] = ["Wake up."]
    here.microphones[""].hear(WORDS)
    until(lambda: here.count(Heard) > before)
    until(lambda: any(isinstance(event, Replied) and event.text == "I am listening." for event in here.events))
    assert not here.conversation._listener.asleep


def test_start_listening_opens_the_microphone(scene: Set) -> None:
    here = scene()
    assert "only while you hold the key" in here.say("go to sleep")
    assert here.say("start listening") == "I am switching the microphone on."
    until(lambda: here.listens_to("") and Phase("listening") in here.events)


def test_without_a_microphone_it_does_not_claim_to_listen(scene: Set, monkeypatch: pytest.MonkeyPatch) -> None:
    here = scene()
    missing = ArrayMicrophone(hush(0.1), missing=True)
    monkeypatch.setattr(assemble, "microphone", lambda *_: missing)
    here.say("use the USB microphone")
    assert here.say("start listening") == "I am switching the microphone on."
    until(lambda: here.notices and Adjusted("listening", False) in here.events)
    shown = [event for event in here.events if isinstance(event, Adjusted | Notice | Replied)]
    assert [type(event) for event in shown[-4:]] == [Replied, Adjusted, Notice, Adjusted]
    assert "only while you hold the key" in here.say("go to sleep")


def test_sounds_tell_where_a_turn_stands(scene: Set) -> None:
    here = scene()
    here.conversation.listen(True)
    until(lambda: "listening" in here.player.heard)
    here.microphones[""].hear(WORDS)
    until(lambda: here.count(Finished))
    assert here.conversation._speaker.wait(PATIENCE)
    assert [cue for cue in here.player.heard if cue] == ["listening", "heard"]
    here.say("click send booking")
    until(lambda: here.player.heard[-1] == "asked")
    assert here.player.heard[-2] == ""


def test_without_words_every_end_has_a_sound(scene: Set) -> None:
    here = scene(voice=False)
    here.browser._pages = [page(element("e1", "link", "Help"))]
    for words in ("where am I", "spell that", "click nothing of that name"):
        here.say(words)
    here.browser._pages = [contact()]
    here.say("click send booking")
    assert here.player.heard == ["done", "done", "failed", "asked"]


def test_sounds_can_be_switched_off(scene: Set) -> None:
    here = scene(voice=False)
    here.say("sounds off")
    here.say("where am I")
    assert here.player.heard == []


def test_every_sentence_that_is_spoken_is_shown(scene: Set) -> None:
    here = scene(home="http://127.0.0.1/")
    here.say("what can I say")
    here.say("more")
    shown = " ".join(event.text for event in here.events if isinstance(event, Replied | Notice))
    assert [text for text, _ in here.voice.said if text not in shown] == []
    assert here.voice.said[0][0].startswith("Ready.")


@pytest.mark.parametrize("punctuation", ["none", "some", "all"])
def test_a_secret_is_never_given_to_the_voice(scene: Set, punctuation: str) -> None:
    here = scene(punctuation=punctuation)
    secret = element("e9", "textbox", "Password", kind="password", secret=True)
    here.browser._pages[:] = [page(secret), page(secret), page(secret)]
    for words in ("type hunter2 into password", "read the password", "spell that", "spell hunter2", "repeat"):
        here.say(words)
    spoken = " ".join(text for text, _ in here.voice.said).lower()
    assert "password" in spoken
    for told in ("hunter2", "hunter", "h, u, n", "h u n"):
        assert told not in spoken


def test_another_voice_than_was_chosen_says_so_once(scene: Set, monkeypatch: pytest.MonkeyPatch) -> None:
    here = scene()

    def espeak(_settings: Settings, _folder: Path, notice: Callable[[str], None]) -> FakeVoice:
        notice("The model Piper voice Joe is missing.")
        return here.voice

    monkeypatch.setattr(assemble, "voice", espeak)
    here.conversation._speaker.adjust(Settings(voice_engine="piper"))
    here.say("where am I")
    here.say("where am I")
    assert here.notices.count("The model Piper voice Joe is missing.") == 1
    assert all(event.spoken for event in here.events if isinstance(event, Notice))
    assert [text for text, _ in here.voice.said].count("The model Piper voice Joe is missing.") == 1
