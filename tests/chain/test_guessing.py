"""Transcription ahead: used when nothing more was said, thrown away otherwise, and never acted upon by itself."""

import numpy as np
import pytest

from engine.chain.listening import MISSED
from engine.values.event import Phase
from engine.values.settings import Settings
from tests.chain.scenes import WORDS, Set, until
from tests.fakes_audio import hush, joined, tone


def test_the_guess_is_used_when_nothing_more_was_said(scene: Set) -> None:
    here = scene(joined(WORDS, WORDS), "Go back.", "Scroll down.")
    here.listener.listen(True)
    until(lambda: len(here.said) == 2)
    assert here.said == ["Go back", "Scroll down"]
    assert len(here.transcriber.heard) == 2


def test_the_guess_is_thrown_away_when_speech_goes_on(scene: Set) -> None:
    here = scene(joined(hush(0.5), tone(0.6), hush(0.3), tone(0.6), hush(2.0)), "Type hello world")
    here.listener.listen(True)
    until(here.microphone.played.is_set)
    until(lambda: here.said)
    assert here.said == ["Type hello world"]
    assert here.transcriber.heard[-1].seconds > 1.5


def test_a_text_may_have_longer_pauses_than_a_command(scene: Set) -> None:
    here = scene(joined(hush(0.5), tone(0.6), hush(0.7), tone(0.6), hush(2.0)), "Write dear Anna")
    here.listener.listen(True)
    until(here.microphone.played.is_set)
    until(lambda: here.said)
    assert len(here.said) == 1


def test_pauses_can_be_made_longer(scene: Set) -> None:
    here = scene(joined(hush(0.5), tone(0.6), hush(0.7), tone(0.6), hush(3.0)))
    here.listener.adjust(Settings(end_silence=1.0))
    here.listener.listen(True)
    until(lambda: here.said)
    until(here.microphone.played.is_set)
    assert len(here.said) == 1


def test_with_the_key_held_the_guess_is_used_too(scene: Set) -> None:
    here = scene(joined(hush(0.2), tone(0.8), hush(0.4)))
    here.listener.hold(True)
    until(here.microphone.played.is_set)
    here.listener.hold(False)
    until(lambda: here.said)
    assert len(here.transcriber.heard) == 1


def test_noise_guessed_at_is_told_once_and_acted_upon_never(scene: Set) -> None:
    burst = joined(hush(0.3), tone(0.5), hush(0.3), tone(0.5), hush(1.0))
    here = scene(joined(burst, burst, burst), "you you you you you you you")
    here.listener.listen(True)
    until(here.microphone.played.is_set)
    until(lambda: here.phases_of("listening") >= 7)
    assert here.notices == [MISSED]
    assert not here.said


def test_a_stop_ends_without_waiting_for_more(scene: Set) -> None:
    here = scene(joined(hush(0.5), tone(0.5), hush(1.2), tone(0.5), hush(1.5)), "Stop.", "Go back.")
    here.listener.listen(True)
    until(lambda: len(here.said) == 2)
    assert here.said == ["Stop", "Go back"]


@pytest.mark.parametrize("held", [True, False])
def test_the_beginning_of_speech_is_told(scene: Set, held: bool) -> None:
    here = scene(WORDS)
    begun: list[int] = []
    here.listener.began = lambda: begun.append(len(here.transcriber.heard))
    (here.listener.hold if held else here.listener.listen)(True)
    until(here.microphone.played.is_set)
    here.listener.hold(False)
    until(lambda: here.said)
    assert begun == [0]


def test_with_headphones_everything_is_believed_while_we_speak(scene: Set) -> None:
    here = scene(WORDS)
    here.listener.adjust(Settings(headphones=True))
    here.listener.speaking(True)
    here.listener.listen(True)
    until(lambda: here.said)
    assert here.said == ["Go back"]


def test_after_escape_the_phase_is_listening_again(scene: Set) -> None:
    here = scene(joined(hush(0.3), tone(20.0)))
    here.listener.listen(True)
    until(lambda: here.phases[-1:] == ["hearing"])
    here.listener.drop()
    until(lambda: Phase("listening") in here.events[2:])
    assert not np.any([len(here.said)])
