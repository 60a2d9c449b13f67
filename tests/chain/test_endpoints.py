"""Where real speech is cut: Silero, endpointing and Whisper on streams of synthetic speech, faster than real time."""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.adapters.whisper import Silero, Whisper, read_audio
from engine.hearing.attention import OPEN, Attention, Caught, Guess, Wanted
from engine.hearing.endpointing import Utterance, speech_seconds
from engine.hearing.hearing import understand
from engine.values.errors import NothingHeard
from engine.values.sound import FRAME, RATE, Recording
from tests.conftest import Speech
from tests.fakes_audio import hush, joined
from tests.noises import NOISES

Stream = Callable[..., tuple[list[str], list[Caught]]]


@pytest.fixture(scope="module")
def whisper(models: Path) -> Whisper:
    return Whisper(models / "whisper-base")


@pytest.fixture
def stream(whisper: Whisper) -> Stream:
    """stream(recording) → what a listener with a quick transcriber makes of it, and the utterances."""

    def understood(caught: Caught) -> str:
        try:
            return understand(caught.utterance, whisper, (), OPEN)
        except NothingHeard:
            return ""

    def listen(recording: Recording) -> tuple[list[str], list[Caught]]:
        attention, detector, guess = Attention(), Silero(), None
        texts, whole = list[str](), list[Caught]()
        for at in range(0, len(recording.samples) - FRAME + 1, FRAME):
            frame = recording.samples[at : at + FRAME]
            now = Wanted(on=True, guess=guess)
            _, caught = attention.feed(frame, detector.probability(frame), now)
            if caught and not caught.ended:
                guess = Guess(caught, understood(caught), 0.0)
            elif caught:
                whole.append(caught)
                used = guess and guess.of is caught.pause
                texts.append(guess.text if guess and used else understood(caught))
        return texts, whole

    return listen


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def spliced(*parts: Recording | float) -> Recording:
    """Sounds, and seconds of a quiet room."""
    return joined(*(hush(part) if isinstance(part, float) else part for part in parts))


def tight(recording: Recording) -> Recording:
    """Without the quiet before and after."""
    loud = np.flatnonzero(np.abs(recording.samples) > 0.01)
    return Recording(recording.samples[loud[0] : loud[-1] + 1])


@pytest.mark.parametrize("quiet", [0.0, 0.1, 1.0])
@pytest.mark.parametrize(
    ("said", "first"), [("scroll down", "scroll"), ("find the weather", "find"), ("help me please", "help")]
)
def test_the_first_syllable_is_kept(stream: Stream, speech: Speech, said: str, first: str, quiet: float) -> None:
    texts, _ = stream(spliced(quiet, tight(read_audio(speech(said))), 1.5))
    assert words(texts[0])[0] == first


@pytest.mark.parametrize(("said", "last"), [("go back", "back"), ("scroll to the top", "top"), ("open tab six", "6")])
def test_the_last_word_is_kept(stream: Stream, speech: Speech, said: str, last: str) -> None:
    texts, (caught,) = stream(spliced(0.5, tight(read_audio(speech(said))), 1.5))
    assert words(texts[0])[-1] == last
    assert len(caught.utterance.recording.samples) > len(tight(read_audio(speech(said))).samples)


@pytest.mark.parametrize("pause", [0.5, 0.7])
def test_a_pause_inside_a_dictated_sentence_is_tolerated(stream: Stream, speech: Speech, pause: float) -> None:
    begin, rest = tight(read_audio(speech("type good morning"))), tight(read_audio(speech("the letter has arrived")))
    texts, _ = stream(spliced(0.5, begin, pause, rest, 1.5))
    assert len(texts) == 1
    assert words(texts[0])[0] == "type"
    assert words(texts[0])[-3:] == ["letter", "has", "arrived"]


def test_two_commands_with_a_short_pause_are_two(stream: Stream, speech: Speech) -> None:
    parts = [tight(read_audio(speech(said))) for said in ("scroll down", "go back")]
    texts, _ = stream(spliced(0.5, parts[0], 0.8, parts[1], 1.5))
    assert texts == ["Scroll down", "Go back"]


def test_a_command_waits_for_its_object(stream: Stream, speech: Speech) -> None:
    parts = [tight(read_audio(speech(said))) for said in ("go to the", "help page")]
    texts, _ = stream(spliced(0.5, parts[0], 0.6, parts[1], 1.5))
    assert len(texts) == 1


def test_the_cap_is_respected_and_loses_no_speech(speech: Speech) -> None:
    sentence = "and then we went on to the next house and the next street and the next town"
    talk = tight(read_audio(speech(sentence)))
    long = spliced(0.5, *([talk] * 10), 1.5)
    attention, detector, whole = Attention(), Silero(), list[Caught]()
    for at in range(0, len(long.samples) - FRAME + 1, FRAME):
        frame = long.samples[at : at + FRAME]
        _, caught = attention.feed(frame, detector.probability(frame), Wanted(on=True))
        if caught and caught.ended:
            whole.append(caught)
    assert len(whole) >= 2
    assert all(caught.utterance.recording.seconds <= OPEN.longest + OPEN.pre_roll for caught in whole)
    heard = sum(speech_seconds(caught.utterance, OPEN) for caught in whole)
    whole_speech = float(np.count_nonzero(Silero().probabilities(long) >= OPEN.threshold)) * FRAME / RATE
    assert heard == pytest.approx(whole_speech, rel=0.03)


@pytest.mark.parametrize("name", NOISES)
def test_noise_is_no_words(stream: Stream, name: str) -> None:
    texts, _ = stream(NOISES[name](40.0, 1))
    assert not [text for text in texts if text]


@pytest.mark.parametrize("name", [name for name in NOISES if name != "humming"])
def test_where_the_detector_is_fooled_the_gate_still_finds_no_action(whisper: Whisper, name: str) -> None:
    noise = NOISES[name](8.0, 2)
    for begin, seconds in ((0, 1), (1, 2), (3, 4)):
        part = Recording(noise.samples[begin * RATE : (begin + seconds) * RATE // FRAME * FRAME])
        sure = np.full(-(-len(part.samples) // FRAME), 0.9, np.float32)
        try:
            text = understand(Utterance(part, sure), whisper, (), OPEN)
        except NothingHeard:
            continue
        assert set(words(text)) <= {"click"}, text
