"""Another microphone is chosen while one is listened to."""

import pytest

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
