"""Another microphone is chosen while one is listened to."""

import pytest

from engine.chain.listening import MISSED
from tests.chain.scenes import Set, until
from tests.fakes_audio import ArrayMicrophone, hush, joined, tone

WORDS = joined(hush(0.4), tone(0.8), hush(1.5))


@pytest.mark.parametrize("missing", [False, True])
def test_the_other_one_is_heard_and_the_first_is_closed(scene: Set, missing: bool) -> None:
    first, other = ArrayMicrophone(hush(1.0), missing=missing), ArrayMicrophone(WORDS)
    made = scene(hush(1.0), "Go back.")
    made.microphone = first
    made.listener.listen(True)
    if missing:
        until(lambda: bool(made.notices))
        made.listener.listen(True)
    else:
        until(lambda: first.is_open)
    made.listener.use(other)
    until(lambda: bool(made.said))
    assert made.said == ["Go back"] and not first.is_open and other.is_open
    assert missing or "idle" not in made.phases


def test_after_a_tap_what_is_said_ends_by_itself(scene: Set) -> None:
    made = scene(joined(hush(0.4), tone(0.8), hush(3.0)), "Go back.")
    made.listener.hold(True)
    made.listener.latch()
    until(lambda: bool(made.said))
    until(lambda: not made.microphone.is_open)
    assert made.said == ["Go back"] and made.phases[:2] == ["listening", "hearing"]


def test_a_second_tap_ends_it_at_once(scene: Set) -> None:
    made = scene(tone(30.0), "Go back.")
    made.listener.hold(True)
    made.listener.latch()
    until(lambda: "hearing" in made.phases)
    made.listener.hold(False)
    until(lambda: bool(made.said))
    assert not made.microphone.is_open or made.listener.on is False


def test_after_a_tap_by_mistake_the_microphone_closes(scene: Set) -> None:
    made = scene(hush(1.0))
    made.listener.hold(True)
    made.listener.latch()
    until(lambda: made.notices_of(MISSED) == 1)
    until(lambda: not made.microphone.is_open)
    assert not made.said
