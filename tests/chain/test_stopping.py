"""A stop is never late, whatever waits; nothing that is not the user's is taken for a command."""

import time

import numpy as np
import pytest

from engine.chain.backlog import Backlog, Ears, Waiting
from engine.hearing.attention import Caught
from engine.hearing.endpointing import Utterance
from engine.values.event import Finished, Heard, Phase
from engine.values.sound import RATE, Recording, Said
from tests.chain.scenes import Scene as Listening
from tests.chain.test_conversation import Set, scene, until, warmed
from tests.chain.test_conversing import SlowBrowser
from tests.fakes_audio import ArrayMicrophone, FakeDetector, FakeTranscriber, hush, joined, tone
from tests.turns.test_turn import library

__all__ = ["scene", "warmed"]

EARS = Ears(ArrayMicrophone(hush(0.1)), FakeDetector(), FakeTranscriber())


def waiting(seconds: float = 1.0, *, over_speech: bool = False) -> Waiting:
    sound = Recording(np.zeros(round(seconds * RATE), np.float32))
    return Waiting(Caught(Utterance(sound, np.zeros(1, np.float32)), over_speech=over_speech), EARS, 0)


def filled(*parts: Waiting) -> Backlog:
    backlog = Backlog()
    for part in parts:
        backlog.put(part)
    return backlog


def test_a_stop_goes_before_what_waits_and_ends_it() -> None:
    parts = [waiting() for _ in range(4)]
    backlog = filled(*parts)
    assert backlog.get(lambda one: one is parts[3]) is parts[3]
    backlog.put(last := waiting())
    assert backlog.get(lambda _: False) is last


def test_all_else_is_understood_in_the_order_in_which_it_was_said() -> None:
    parts = [waiting() for _ in range(4)]
    backlog, looked_at = filled(*parts), list[Waiting]()

    def check(one: Waiting) -> bool:
        looked_at.append(one)
        return False

    assert [backlog.get(check) for _ in parts] == parts
    assert len(looked_at) == len(set(map(id, looked_at)))
    assert parts[0] not in looked_at


def test_what_is_long_is_not_looked_at_ahead() -> None:
    parts = [waiting(), waiting(8.0)]
    assert filled(*parts).get(lambda one: one is parts[1]) is parts[0]


def test_of_our_own_voice_only_the_last_is_understood() -> None:
    parts = [waiting(over_speech=True) for _ in range(9)]
    backlog = filled(waiting(), *parts)
    got = [backlog.get(lambda _: False) for _ in range(4)]
    assert got[:3] == parts[:5:-1]
    backlog.close()
    assert backlog.get(lambda _: False) is None


@pytest.mark.parametrize(("own", "stopped"), [("Say stop to end it.", 0), ("Hello.", 1)])
def test_a_stop_asleep_over_our_own_voice_is_the_users_only_if_we_do_not_say_it(own: str, stopped: int) -> None:
    here = Listening(ArrayMicrophone(joined(hush(0.5), tone(0.8), hush(1.0)), 5.0), FakeTranscriber("do stop now"))
    here.listener.spoken(own)
    here.listener.listen(True)
    here.listener.sleep(True)
    here.listener.speaking(True)
    until(lambda: here.transcriber.heard and here.phases_of("asleep") > 2)
    here.listener.close()
    assert len(here.stops) == stopped
    assert not here.said


@pytest.mark.parametrize("words", ["No, stop!", "Stop. Don't do that.", "No.", "I said stop"])
@pytest.mark.parametrize("source", ["spoken", "typed"])
def test_a_stop_with_other_words_ends_the_turn(scene: Set, words: str, source: str) -> None:
    here = scene(voice=False)
    browser = SlowBrowser([library()])
    here.conversation._session._browser._browser = browser
    here.conversation.submit(Said("click botany"))
    assert browser.acting.wait(5)
    here.conversation.submit(Said(words, source))  # type: ignore[arg-type]
    until(lambda: browser.stopped_at)
    until(lambda: here.count(Finished))


def test_what_follows_a_spoken_stop_is_heard_whole(scene: Set) -> None:
    here = scene(voice=False, earcons=False)
    here.ear._texts[:] = ["stop", "where am I"]
    here.ear.meanwhile = lambda: time.sleep(0.03)  # as long as 1.5 seconds of sound: the next words are under way
    here.conversation.listen(True)
    until(lambda: here.listens_to(""))
    here.microphones[""].hear(joined(hush(0.3), tone(0.4), hush(0.6), tone(2.0), hush(1.0)))
    until(lambda: any(isinstance(event, Heard) and event.text == "where am I" for event in here.events))
    assert here.ear.heard[-1].seconds > 2.0


def test_while_the_key_is_held_nothing_is_spoken_and_then_the_question_is(scene: Set) -> None:
    here = scene(earcons=False)
    here.conversation.hold(True)
    until(lambda: here.listens_to(""))
    before = len(here.voice.said)
    here.conversation.submit(Said("click send booking"))
    until(lambda: here.count(Finished))
    time.sleep(0.1)
    assert len(here.voice.said) == before
    assert Phase("speaking") not in here.events[-2:]
    here.conversation.hold(False)
    until(lambda: any("Shall I" in text for text, _ in here.voice.said[before:]))
