"""When an utterance is over, and what is handed out ahead of its end. Made probabilities, no sound."""

import numpy as np
import pytest

from engine.hearing.attention import OPEN, Attention, Caught, Ends, Guess, Wanted, kind_of
from engine.hearing.endpointing import in_frames
from engine.values.event import Phase
from engine.values.sound import FRAME, Frame

LOUD, QUIET = 0.9, 0.05
ENDS = Ends(0.4, 0.9)


def frame(value: float = 0.1) -> Frame:
    return np.full(FRAME, value, np.float32)


class Ear:
    """Feeds an attention; a guess is answered with `text` after `frames` more, as the hear thread would."""

    def __init__(self, text: str = "", frames: int = 0, **wanted: bool) -> None:
        self.attention, self.wanted = Attention(), wanted
        self.guesses, self.caught, self.phases = list[Caught](), list[Caught](), list[Phase]()
        self._text, self._frames, self._due = text, frames, -1
        self._guess: Guess | None = None

    def hear(self, probability: float, seconds: float) -> "Ear":
        for _ in range(in_frames(seconds)):
            self._step(probability)
        return self

    def frames_until_caught(self, probability: float) -> int:
        for count in range(1, 200):
            self._step(probability)
            if self.caught:
                return count
        raise AssertionError("it never ended")

    def _step(self, probability: float) -> None:
        self._due -= 1
        if self._due == 0 and self._text:
            self._guess = Guess(self.guesses[-1], self._text, 1.0)
        wanted = Wanted(**{"on": True, **self.wanted}, ends=ENDS, guess=self._guess)
        phase, caught = self.attention.feed(frame(), probability, wanted)
        if phase:
            self.phases.append(phase)
        if caught and not caught.ended:
            self.guesses.append(caught)
            self._due = self._frames + 1
        elif caught:
            self.caught.append(caught)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("Go back", 0.4), ("Type hello", 0.9), ("Search for bees", 0.9), ("Click on the", 0.9), ("Stop", 0.2)],
)
def test_what_was_said_decides_how_much_silence_ends_it(text: str, seconds: float) -> None:
    frames = Ear(text).hear(LOUD, 0.6).frames_until_caught(QUIET)
    assert frames == pytest.approx(in_frames(seconds), abs=1)


def test_while_the_guess_is_made_it_is_waited_for_but_not_longer_than_for_a_text() -> None:
    assert Ear("Go back", frames=15).hear(LOUD, 0.6).frames_until_caught(QUIET) == in_frames(OPEN.pause) + 16
    assert Ear().hear(LOUD, 0.6).frames_until_caught(QUIET) == in_frames(ENDS.text)


def test_a_guess_goes_with_the_utterance_only_if_nothing_more_was_said() -> None:
    ear = Ear("Go back").hear(LOUD, 0.6).hear(QUIET, 0.25).hear(LOUD, 0.5).hear(QUIET, 1.0)
    (whole,) = ear.caught
    assert len(ear.guesses) == 2
    assert whole.pause is ear.guesses[1]
    assert len(whole.utterance.probabilities) > len(ear.guesses[1].utterance.probabilities)


def test_a_doubtful_sound_after_the_pause_makes_the_guess_anew() -> None:
    ear = Ear("Go back").hear(LOUD, 0.6).hear(QUIET, 0.25).hear(0.4, 0.1).hear(QUIET, 1.0)
    assert ear.caught[0].pause is ear.guesses[1]


def test_a_click_is_not_guessed_at() -> None:
    ear = Ear("Go back").hear(LOUD, 0.1).hear(QUIET, 1.0)
    assert not ear.guesses
    assert not ear.caught


def test_asleep_and_over_our_own_voice_nothing_is_guessed() -> None:
    for ear in (Ear("Go back", asleep=True), Ear("Go back", speaking=True)):
        ear.hear(LOUD, 0.6).hear(QUIET, 1.0)
        assert not ear.guesses
        assert len(ear.caught) == 1
    assert ear.caught[0].over_speech


def test_the_cap_holds_whatever_is_guessed() -> None:
    ear = Ear("Type hello")
    for _ in range(20):
        ear.hear(LOUD, 0.6).hear(QUIET, 0.5)
    assert ear.caught[0].utterance.recording.seconds == pytest.approx(OPEN.longest, abs=0.6)


def test_pieces_of_our_own_voice_overlap() -> None:
    attention, pieces = Attention(), list[Caught]()
    for number in range(in_frames(10.0)):
        _, caught = attention.feed(frame(number / 1000), LOUD, Wanted(on=True, speaking=True))
        if caught:
            pieces.append(caught)
    first, second = (piece.utterance.recording.samples for piece in pieces[:2])
    assert second[0] < first[-1]


def test_with_the_key_held_a_pause_is_guessed_at_and_the_end_is_not_waited_for() -> None:
    ear = Ear("Go back", held=True).hear(LOUD, 0.6).hear(QUIET, 0.3)
    assert [guess.held for guess in ear.guesses] == [True]
    ear.wanted = {"held": False}
    assert ear.frames_until_caught(QUIET) == 1
    assert ear.caught[0].pause is ear.guesses[0]


def test_who_lets_go_of_the_key_while_speaking_is_heard_out() -> None:
    ear = Ear("Go back", held=True).hear(LOUD, 0.6)
    ear.wanted = {"held": False}
    assert ear.frames_until_caught(LOUD) == in_frames(0.3)
    assert ear.caught[0].pause is None


@pytest.mark.parametrize("text", ["Zoom in", "Sign in", "Go back", "Scroll down", "4", "Next tab", "Press enter"])
def test_a_command_is_a_command(text: str) -> None:
    assert kind_of(text) == "command"


@pytest.mark.parametrize("text", ["Type my name", "okay, write hello", "Say good day", "Click", "Go to", "On the", ""])
def test_a_text_and_what_cannot_be_complete_are_waited_for(text: str) -> None:
    assert kind_of(text) == "text"


def test_the_rest_of_a_sentence_that_was_dropped_is_no_command_but_what_follows_a_pause_is() -> None:
    ear = Ear("Press help").hear(LOUD, 0.6)
    ear.attention.drop()
    ear.hear(LOUD, 0.6).hear(QUIET, 0.5).hear(LOUD, 0.6).hear(QUIET, 1.0)
    assert [one.dropped for one in ear.caught] == [True, False]


def test_what_was_dropped_with_the_key_held_does_not_go_on_hands_free() -> None:
    ear = Ear("Press help", held=True).hear(LOUD, 0.6)
    ear.attention.drop()
    ear.wanted = {"held": False}
    ear.hear(LOUD, 0.6).hear(QUIET, 1.0)
    assert [one.dropped for one in ear.caught] == [True]


def test_dropping_in_silence_drops_nothing_that_follows() -> None:
    ear = Ear("Press help", held=True).hear(LOUD, 0.6).hear(QUIET, 0.6)
    ear.attention.drop()
    ear.wanted = {"held": False}
    ear.hear(LOUD, 0.6).hear(QUIET, 1.0)
    assert [one.dropped for one in ear.caught] == [False]


def test_words_begun_asleep_are_not_believed_when_sleep_ends_meanwhile() -> None:
    ear = Ear("Order now", asleep=True).hear(LOUD, 0.6)
    ear.wanted = {}
    ear.hear(LOUD, 0.6).hear(QUIET, 0.5).hear(LOUD, 0.6).hear(QUIET, 1.0)
    assert [one.asleep for one in ear.caught] == [True, False]


def test_noise_just_before_we_speak_does_not_make_our_voice_the_users() -> None:
    ear = Ear("Order now").hear(LOUD, 0.1)
    ear.wanted = {"speaking": True}
    ear.hear(LOUD, 3.0)
    ear.wanted = {}
    ear.hear(LOUD, 1.0).hear(QUIET, 0.5).hear(LOUD, 0.6).hear(QUIET, 1.0)
    assert len(ear.caught) >= 3
    assert [one.over_speech for one in ear.caught] == [True] * (len(ear.caught) - 1) + [False]
