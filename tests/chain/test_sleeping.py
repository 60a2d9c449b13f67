"""Asleep: nothing is kept but a wake phrase, and a stop still stops."""

import logging

import pytest

from engine.values.event import Phase
from tests.chain.scenes import WORDS, Set, until
from tests.fakes_audio import hush, joined, tone


def test_what_is_said_while_asleep_is_dropped(scene: Set, caplog: pytest.LogCaptureFixture) -> None:
    here = scene(joined(WORDS, WORDS, WORDS), "My secret.", "Open the door.", "Wake up, wake up!")
    caplog.set_level(logging.DEBUG)
    here.listener.hotwords = ("Basket",)
    here.listener.listen(True)
    here.listener.sleep(True)
    until(lambda: here.said)
    assert here.said == ["Wake up"]
    assert not here.listener.asleep
    assert not here.notices
    assert "hearing" not in here.phases
    assert here.phases_of("asleep") >= 3
    assert here.transcriber.hotwords == [()] * 3
    assert not caplog.records


def test_once_awake_everything_counts_again(scene: Set) -> None:
    here = scene(joined(WORDS, WORDS), "Sayso, wake up.", "Scroll down.")
    here.listener.listen(True)
    here.listener.sleep(True)
    until(lambda: len(here.said) == 2)
    assert here.said == ["Wake up", "Scroll down"]
    assert here.phases[-1] == "listening"


def test_noise_while_asleep_is_not_answered(scene: Set) -> None:
    here = scene(joined(WORDS, WORDS), "you you you you you you you")
    here.listener.listen(True)
    here.listener.sleep(True)
    until(lambda: len(here.transcriber.heard) == 2)
    here.listener.close()
    assert not here.notices


def test_a_stop_stops_while_asleep_and_is_kept_nowhere(scene: Set) -> None:
    here = scene(WORDS, "Stop!")
    here.listener.listen(True)
    here.listener.sleep(True)
    until(lambda: here.stops)
    assert not here.said
    assert here.listener.asleep


def test_our_own_voice_does_not_wake_us(scene: Set) -> None:
    here = scene(WORDS, "Wake up.")
    here.listener.speaking(True)
    here.listener.listen(True)
    here.listener.sleep(True)
    until(lambda: here.transcriber.heard)
    until(lambda: here.phases_of("asleep") >= 2)
    assert here.listener.asleep
    assert not here.said


def test_long_talk_is_not_even_transcribed(scene: Set) -> None:
    here = scene(joined(hush(0.3), tone(8.0), hush(1.0)))
    here.listener.listen(True)
    here.listener.sleep(True)
    until(here.microphone.played.is_set)
    here.listener.close()
    assert not here.transcriber.heard


def test_with_the_key_held_everything_counts_while_asleep(scene: Set) -> None:
    here = scene(WORDS)
    here.listener.listen(True)
    here.listener.sleep(True)
    here.listener.hold(True)
    until(here.microphone.played.is_set)
    here.listener.hold(False)
    until(lambda: here.said)
    assert here.said == ["Go back"]
    assert here.listener.asleep


def test_switching_listening_off_and_on_wakes(scene: Set) -> None:
    here = scene(hush(0.5))
    here.listener.sleep(True)
    assert not here.listener.asleep
    here.listener.listen(True)
    here.listener.sleep(True)
    here.listener.listen(False)
    here.listener.listen(True)
    assert not here.listener.asleep
    until(lambda: Phase("asleep") in here.events)
