"""What wakes, and what stops Sayso while it speaks."""

import pytest

from engine.hearing.waking import Spoken, stops_over, waking


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Wake up.", "Wake up"),
        ("wake up, wake up!", "Wake up"),
        ("Sayso, wake up", "Wake up"),
        ("Hey say so wake up please", "Wake up"),
        ("Start listening", "Start listening"),
        ("Listen to me.", "Listen to me"),
        ("Un-mute", "Unmute"),
    ],
)
def test_wake_phrases(text: str, phrase: str) -> None:
    assert waking(text) == phrase


@pytest.mark.parametrize("text", ["", "I wake up at seven", "wake up the children", "stop", "go to sleep", "listen"])
def test_talk_does_not_wake(text: str) -> None:
    assert waking(text) == ""


def test_a_stop_over_our_own_words_is_the_users_unless_we_say_the_like() -> None:
    assert stops_over("The term stop was first", ["The term was first used by Karl Ereky."])
    assert not stops_over("The term was first", ["The term was first used by Karl Ereky."])
    assert not stops_over("Say stop to end it", ["Say stop to end it."])
    assert not stops_over("at the stop of the page", ["You are at the top of the page."])


def test_a_stop_is_compared_with_what_sounded_lately_alone() -> None:
    spoken = Spoken()
    spoken.add("Say stop to end it.", 10.0)
    spoken.add("Hello world.", 14.0)
    assert not stops_over("hello stop world", spoken.since(13.0))
    assert stops_over("hello stop world", spoken.since(15.0))
    assert spoken.since(99.0) == ["Hello world."]
