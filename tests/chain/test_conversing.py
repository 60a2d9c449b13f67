"""A whole conversation by voice: the engine with real Silero, Whisper and espeak-ng; browser and devices stand in."""

import gc
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Event as Flag

import numpy as np
import psutil
import pytest

from engine.adapters import portaudio
from engine.adapters.portaudio import PortAudioPlayer
from engine.adapters.whisper import Whisper, read_audio
from engine.chain import assemble
from engine.chain.conversation import Conversation
from engine.chain.later import Later
from engine.hearing.sources import ArrayMicrophone
from engine.values.action import Action
from engine.values.errors import Interrupted
from engine.values.event import Event, Finished, Heard, Phase, Replied
from engine.values.outcome import Outcome
from engine.values.page import Page
from engine.values.ports import Player, Transcriber
from engine.values.settings import Settings
from engine.values.sound import Recording, Transcript
from tests.conftest import Speech
from tests.fakes import FakeBrowser, FakeEncoder, FakeModel, element, page
from tests.fakes_audio import FakePlayer, hush, joined
from tests.fakes_portaudio import FakePortAudio

PATIENCE = 60.0
LONG = "This is a long sentence about lighthouses and the sea, and it does not end for quite a while. " * 4


class Timed:
    """Whisper, and when it had recognised the word stop, by time.monotonic()."""

    def __init__(self, whisper: Whisper) -> None:
        self.stop_at = 0.0
        self._whisper = whisper

    def warm(self) -> None:
        self._whisper.warm()

    def transcribe(self, recording: Recording, hotwords: Sequence[str] = ()) -> Transcript:
        found = self._whisper.transcribe(recording, hotwords)
        if "stop" in found.text.lower():
            self.stop_at = time.monotonic()
        return found


class Sparse:
    """Whisper for every twentieth recording; for those between, the words that are known to be said."""

    def __init__(self, whisper: Whisper, text: str) -> None:
        self.count = 0
        self._whisper, self._text = whisper, text

    def warm(self) -> None:
        self._whisper.warm()

    def transcribe(self, recording: Recording, hotwords: Sequence[str] = ()) -> Transcript:
        self.count += 1
        return (
            self._whisper.transcribe(recording, hotwords)
            if self.count % 20 == 1
            else Transcript(self._text, -0.2, 0.01)
        )


class SlowBrowser(FakeBrowser):
    """Its pages take for ever to load, until stop."""

    def __init__(self, pages: Sequence[Page]) -> None:
        super().__init__(pages)
        self.acting = Flag()
        self.stopped_at = 0.0

    def perform(self, action: Action, page: Page, stop: Flag) -> Outcome:
        self.acting.set()
        assert stop.wait(PATIENCE)
        self.stopped_at = time.monotonic()
        raise Interrupted("Stopped.")


class Scene:
    """A conversation hands-free, and all that came of it."""

    def __init__(self, folder: Path) -> None:
        self.events: list[Event] = []
        self.conversation = Conversation(Settings(earcons=False), folder, self.events.append)

    def start(self) -> None:
        self.conversation.start()
        self.conversation.listen(True)
        self.until(lambda: Phase("listening") in self.events)

    def count(self, kind: type[Event]) -> int:
        return sum(isinstance(event, kind) for event in self.events)

    @staticmethod
    def until(true: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, "it did not come about"
            time.sleep(0.002)


Set = Callable[..., Scene]


@pytest.fixture(scope="module")
def whisper(models: Path) -> Whisper:
    return Whisper(models / "whisper-base", 1)


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Set]:
    """scene(microphone, transcriber, player, browser) → Scene, closed after the test."""
    made: list[Scene] = []

    def make(microphone: ArrayMicrophone, ear: Transcriber, player: Player, browser: FakeBrowser) -> Scene:
        parts = assemble.Loading(
            lambda: browser, Later(FakeEncoder, "encoder"), Later(FakeModel, "model"), Later(lambda: ear, "ear")
        )
        monkeypatch.setattr(assemble, "parts", lambda *_: parts)
        monkeypatch.setattr(assemble, "transcriber", lambda *_: ear)
        monkeypatch.setattr(assemble, "microphone", lambda *_: microphone)
        monkeypatch.setattr(assemble, "player", lambda: player)
        made.append(Scene(tmp_path))
        made[-1].start()
        return made[-1]

    yield make
    for one in made:
        one.conversation.close()


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> FakePortAudio:
    """A loudspeaker that takes its time."""
    there = FakePortAudio("Speakers", pace=1.0)
    monkeypatch.setattr(portaudio, "_library", lambda _: there)
    monkeypatch.setattr(portaudio, "_STREAMS", portaudio._Streams())
    return there


def silent() -> ArrayMicrophone:
    return ArrayMicrophone(hush(0.1))


def test_a_spoken_stop_ends_what_is_spoken(
    scene: Set, whisper: Whisper, library: FakePortAudio, speech: Speech
) -> None:
    microphone, ear = silent(), Timed(whisper)
    here = scene(microphone, ear, PortAudioPlayer(), FakeBrowser([page()]))
    here.until(lambda: here.conversation._speaker.idle)
    here.conversation._report(Replied(LONG, 0.0))
    here.until(lambda: library.open)
    time.sleep(1.0)
    assert library.open, "The text is too short for this test"
    microphone.hear(read_audio(speech("Stop.")))
    here.until(lambda: ear.stop_at and not library.open)
    assert library.closed_at - ear.stop_at < 0.15
    assert here.conversation._speaker.idle or here.conversation._speaker.wait(0.5)
    sounded = len(library.opened)
    time.sleep(0.5)
    assert len(library.opened) == sounded, "Something was left in the queue"


def test_a_spoken_stop_ends_the_turn_that_runs(scene: Set, whisper: Whisper, speech: Speech) -> None:
    microphone, ear = silent(), Timed(whisper)
    browser = SlowBrowser([page(element("e1", "link", "Help"))])
    here = scene(microphone, ear, FakePlayer(), browser)
    here.until(lambda: here.conversation._speaker.idle)
    microphone.hear(read_audio(speech("Click help.")))
    assert browser.acting.wait(PATIENCE)
    here.until(lambda: here.conversation._speaker.idle)
    microphone.hear(read_audio(speech("Stop.")))
    here.until(lambda: here.count(Finished))
    assert 0 <= browser.stopped_at - ear.stop_at < 0.5


def test_two_hundred_utterances_leave_nothing_behind(scene: Set, whisper: Whisper, speech: Speech) -> None:
    microphone = ArrayMicrophone(hush(0.1), pace=np.inf)
    ear = Sparse(whisper, "Go back.")
    here = scene(microphone, ear, FakePlayer(pace=1000.0), FakeBrowser([page(element("e1", "link", "Help"))]))
    clip = joined(hush(0.3), read_audio(speech("Go back.")), hush(1.0))
    me, after_fifty = psutil.Process(), (0, 0, 0.0)
    for number in range(1, 201):
        microphone.hear(clip)
        here.until(lambda: here.count(Finished) == number and here.conversation._speaker.idle)  # noqa: B023
        if number == 50:
            gc.collect()
            after_fifty = threading.active_count(), me.num_threads(), me.memory_info().rss / 1e6
    gc.collect()
    threads, native, megabytes = after_fifty
    assert here.count(Heard) == 200
    assert (threading.active_count(), me.num_threads()) <= (threads, native)
    assert me.memory_info().rss / 1e6 - megabytes < 30
