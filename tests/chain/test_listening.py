"""The hear thread: push-to-talk, hands-free, half-duplex, and what is said when nothing can be heard."""

import time
from collections.abc import Callable
from pathlib import Path
from threading import Event as Flag

import numpy as np
import pytest

from engine.adapters.whisper import Silero, Whisper, read_audio
from engine.chain.listening import LATE, MISSED, MUTED, Ears, Listener
from engine.hearing.attention import Attention, Caught, Wanted
from engine.hearing.endpointing import in_frames
from engine.values.errors import ModelMissing
from engine.values.event import Event, Notice, Phase
from engine.values.sound import FRAME, Recording, Said
from tests.chain.scenes import PATIENCE, WORDS, Set, until
from tests.conftest import Speech
from tests.fakes_audio import ArrayMicrophone, FakeDetector, FakeTranscriber, hush, joined, tone


def until_count(count: Callable[[str], int], what: str, times: int) -> None:
    until(lambda: count(what) == times)


def test_hands_free(scene: Set) -> None:
    here = scene(joined(WORDS, WORDS), "Go back.", "Scroll down.")
    here.listener.listen(True)
    until(lambda: len(here.said) == 2)
    assert here.said == ["Go back", "Scroll down"]
    until(here.microphone.played.is_set)
    here.listener.listen(False)
    until(lambda: not here.microphone.is_open and here.phases[-1] == "idle")
    assert here.phases == ["listening", "hearing", "listening", "hearing", "listening", "idle"]


def test_hands_free_keeps_the_beginning_of_the_first_word(scene: Set) -> None:
    here = scene(WORDS)
    here.listener.listen(True)
    until(lambda: here.said)
    assert here.transcriber.heard[0].seconds == pytest.approx(1.0 + 0.3 + 0.35, abs=0.1)


def test_push_to_talk(scene: Set) -> None:
    here = scene(joined(hush(0.2), tone(1.0)))
    here.listener.hold(True)
    until(here.microphone.played.is_set)
    here.listener.hold(False)
    until(lambda: here.said)
    until(lambda: not here.microphone.is_open)
    assert here.said == ["Go back"]
    assert here.phases == ["listening", "hearing"]


def test_push_to_talk_goes_on_over_pauses(scene: Set) -> None:
    here = scene(joined(tone(0.5), hush(3.0), tone(0.5)))
    here.listener.hold(True)
    until(here.microphone.played.is_set)
    here.listener.hold(False)
    until(lambda: here.said)
    assert here.transcriber.heard[-1].seconds > 3.9


def test_the_microphone_is_closed_when_nobody_wants_it(scene: Set) -> None:
    here = scene(WORDS)
    here.listener.warm()
    time.sleep(0.05)
    assert here.microphone.opened == 0


def test_what_was_said_before_escape_is_forgotten(scene: Set) -> None:
    there = scene(joined(tone(20.0)))
    there.listener.hold(True)
    until(lambda: "hearing" in there.phases)
    until(lambda: there.microphone.is_open)
    there.listener.drop()
    there.listener.hold(False)
    until(lambda: not there.microphone.is_open)
    assert there.said == []


def test_what_was_being_understood_at_escape_is_forgotten(scene: Set) -> None:
    there = scene(WORDS)
    there.transcriber.meanwhile = there.listener.drop
    there.listener.listen(True)
    until(lambda: there.phases_of("listening") >= 2)
    assert there.said == []


def test_silence_with_the_key_held_is_answered_each_time(scene: Set) -> None:
    here = scene(hush(0.5))
    for times in (1, 2):
        here.listener.hold(True)
        until_count(here.phases_of, "listening", times)
        here.listener.hold(False)
        until_count(here.notices_of, MISSED, times)
    until(lambda: here.phases[-1] == "idle")
    assert not here.said


def test_a_key_let_go_before_the_microphone_gives_sound_is_answered() -> None:
    go, built = Flag(), Flag()
    events: list[Event] = []
    microphone = ArrayMicrophone(WORDS)

    def build() -> Ears:
        go.wait(PATIENCE)
        built.set()
        return Ears(microphone, FakeDetector(), FakeTranscriber("Go back."))

    listener = Listener(build, lambda *_: None, lambda: None, events.append)
    listener.hold(True)
    listener.hold(False)
    assert events == [Notice(LATE)]
    listener.hold(True)
    listener.drop()
    listener.hold(False)
    go.set()
    until(built.is_set)
    listener.hold(True)
    until(lambda: Phase("hearing") in events)
    listener.hold(False)
    until(lambda: not microphone.is_open)
    listener.close()
    assert events.count(Notice(LATE)) == 1


def test_noise_hands_free_is_answered_once(scene: Set) -> None:
    here = scene(joined(WORDS, WORDS, WORDS), "you you you you you you you")
    here.listener.listen(True)
    until(lambda: len(here.transcriber.heard) == 3)
    until(lambda: here.notices)
    here.listener.close()
    assert here.notices == [MISSED]
    assert not here.said


def test_a_spoken_stop_stops_at_once_and_is_handed_on(scene: Set) -> None:
    here = scene(WORDS, "Stop!")
    here.listener.listen(True)
    until(lambda: here.said)
    assert here.stops == [0]
    assert here.said == ["Stop"]


def test_while_we_speak_only_stop_is_believed(scene: Set) -> None:
    here = scene(joined(WORDS, WORDS), "Open the encyclopedia.", "Be quiet.")
    here.listener.speaking(True)
    here.listener.listen(True)
    until(lambda: here.said)
    assert here.said == ["Be quiet"]
    assert here.stops == [0]
    assert "hearing" not in here.phases
    assert not here.notices


def test_after_we_have_spoken_everything_is_believed_again(scene: Set) -> None:
    here = scene(joined(hush(2.0), WORDS))
    here.listener.speaking(True)
    here.listener.listen(True)
    until(lambda: "listening" in here.phases)
    here.listener.speaking(False)
    until(lambda: here.said)
    assert here.said == ["Go back"]


def test_with_the_key_held_everything_is_believed_even_while_we_speak(scene: Set) -> None:
    here = scene(tone(1.0))
    here.listener.speaking(True)
    here.listener.hold(True)
    until(here.microphone.played.is_set)
    here.listener.hold(False)
    until(lambda: here.said)


def test_a_missing_microphone_is_told_once(scene: Set) -> None:
    here = scene(WORDS, missing=True)
    here.listener.listen(True)
    until(lambda: here.phases == ["idle"])
    assert here.notices == ["I find no microphone."]
    assert here.microphone.opened == 1


def test_a_muted_microphone_is_named_once(scene: Set) -> None:
    here = scene(Recording(np.zeros(FRAME * 200, np.float32)), mute=True)
    here.listener.listen(True)
    until(here.microphone.played.is_set)
    assert here.notices == [MUTED]


def test_a_microphone_that_is_silent_between_words_is_not_called_muted(scene: Set) -> None:
    nothing = Recording(np.zeros(6 * 16_000, np.float32))
    here = scene(joined(tone(1.0), nothing, tone(1.0), hush(1.0)))
    here.listener.listen(True)
    until(lambda: len(here.said) == 2)
    assert here.notices_of(MUTED) == 0


@pytest.mark.parametrize("speaking", [False, True])
def test_a_microphone_that_is_muted_later_on_is_named_once_but_not_while_we_speak(scene: Set, speaking: bool) -> None:
    nothing = Recording(np.zeros(12 * 16_000, np.float32))
    here = scene(joined(hush(3.0), nothing))
    here.listener.speaking(speaking)
    here.listener.listen(True)
    until(here.microphone.played.is_set)
    assert here.notices == ([] if speaking else [MUTED])


def test_a_muted_microphone_is_named_with_the_key_held(scene: Set) -> None:
    here = scene(Recording(np.zeros(FRAME * 5, np.float32)), mute=True)
    here.listener.hold(True)
    until(here.microphone.played.is_set)
    here.listener.hold(False)
    until(lambda: here.notices)
    assert here.notices == [MUTED]


def test_a_missing_model_is_told_and_tried_again() -> None:
    events: list[Event] = []
    built = Flag()

    def build() -> Ears:
        if not events:
            raise ModelMissing("The speech recognition model is not installed.")
        built.set()
        return Ears(ArrayMicrophone(WORDS), FakeDetector(), FakeTranscriber("Go back."))

    listener = Listener(build, lambda *_: None, lambda: None, events.append)
    listener.warm()
    until(lambda: len(events) == 2)
    assert events == [Notice("The speech recognition model is not installed."), Phase("idle")]
    listener.listen(True)
    assert built.wait(PATIENCE)
    listener.close()


def test_hotwords_are_handed_to_the_transcriber(scene: Set) -> None:
    here = scene(WORDS)
    here.listener.hotwords = ("Basket", "Checkout")
    here.listener.listen(True)
    until(lambda: here.said)
    assert here.transcriber.hotwords == [("Basket", "Checkout")]


def test_closing_before_anything_was_wanted() -> None:
    listener = Listener(lambda: pytest.fail("built"), lambda *_: None, lambda: None, lambda _: None)
    listener.close()
    listener.close()


def test_a_key_that_is_stuck_does_not_fill_the_memory() -> None:
    attention = Attention()
    frame = tone(1.0).samples[:FRAME]
    caught = [attention.feed(frame, 0.9, Wanted(held=True))[1] for _ in range(in_frames(61.0))]
    whole = [part for part in caught if isinstance(part, Caught)]
    assert len(whole) == 1
    assert whole[0].utterance.recording.seconds == pytest.approx(60.0, abs=0.1)


def caught_by(attention: Attention, recording: Recording, wanted: Wanted) -> list[Caught]:
    detector = FakeDetector()
    frames = recording.samples[: len(recording.samples) // FRAME * FRAME].reshape(-1, FRAME)
    caught = [attention.feed(frame, detector.probability(frame), wanted)[1] for frame in frames]
    return [each for each in caught if each and each.ended]


def test_what_was_begun_before_we_spoke_may_be_our_own_voice_in_part() -> None:
    attention = Attention()
    assert not caught_by(attention, tone(0.5), Wanted(on=True))
    (whole,) = caught_by(attention, joined(tone(0.5), hush(1.0)), Wanted(on=True, speaking=True))
    assert whole.over_speech


def test_what_was_over_when_we_began_to_speak_is_believed() -> None:
    attention = Attention()
    assert not caught_by(attention, joined(tone(0.5), hush(0.2)), Wanted(on=True))
    (whole,) = caught_by(attention, hush(1.0), Wanted(on=True, speaking=True))
    assert not whole.over_speech


def test_the_echo_of_our_last_word_is_not_believed() -> None:
    attention = Attention()
    caught_by(attention, hush(0.5), Wanted(on=True, speaking=True))
    (echo,) = caught_by(attention, joined(tone(0.3), hush(1.0)), Wanted(on=True))
    (words,) = caught_by(attention, joined(tone(0.5), hush(1.0)), Wanted(on=True))
    assert echo.over_speech
    assert not words.over_speech


def test_our_own_voice_is_cut_short_so_that_a_stop_is_not_swallowed() -> None:
    pieces = caught_by(Attention(), tone(10.0), Wanted(on=True, speaking=True))
    assert len(pieces) >= 3
    assert all(piece.over_speech for piece in pieces)


def test_real_speech_through_silero_and_whisper(models: Path, speech: Speech) -> None:
    parts = [hush(0.5), read_audio(speech("go back")), hush(1.2), read_audio(speech("stop")), hush(1.2)]
    microphone = ArrayMicrophone(joined(*parts), pace=1.0)  # as when somebody speaks: the times are those of the clock
    said, stops, events = list[Said](), list[int](), list[Event]()
    listener = Listener(
        lambda: Ears(microphone, Silero(), Whisper(models / "whisper-base")),
        lambda words, _: said.append(words),
        lambda: stops.append(len(said)),
        events.append,
    )
    begun = time.monotonic()
    listener.listen(True)
    until(lambda: len(said) == 2)
    listener.close()
    assert [(one.text, one.source) for one in said] == [("Go back", "spoken"), ("Stop", "spoken")]
    assert begun < said[0].at < said[1].at < time.monotonic() - 0.1
    assert stops == [1]
    assert not [event for event in events if isinstance(event, Notice)]
