"""What nobody foresaw in the ears: it is told, and no thread dies of it; no microphone, and no claim to listen."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engine.chain.guarding import BROKEN, DEAF, UNHEARD
from engine.values.errors import MicrophoneMissing
from engine.values.event import Adjusted
from engine.values.sound import Frame, Recording, Transcript
from tests.chain.scenes import WORDS, Set, until
from tests.fakes_audio import hush, joined, tone


def test_what_nobody_foresaw_in_hearing_is_told_and_after_some_times_ends_listening(scene: Set) -> None:
    here = scene(joined(*[hush(0.5), tone(1.0), hush(1.0)] * 5))

    def broken(*_: object) -> Transcript:
        raise ZeroDivisionError

    here.transcriber.transcribe = broken  # type: ignore[assignment]
    here.listener.listen(True)
    until(lambda: Adjusted("listening", False) in here.events)
    assert here.notices == [UNHEARD, UNHEARD, DEAF] and not here.listener.on
    del here.transcriber.transcribe
    here.listener.listen(True)
    until(lambda: here.said)


@pytest.mark.parametrize("flows", [True, False])
def test_what_nobody_foresaw_in_a_microphone_ends_listening_and_no_thread(scene: Set, flows: bool) -> None:
    here = scene(WORDS)
    sound = type(here.microphone)._opened

    @contextmanager
    def broken() -> Iterator[Iterator[Frame]]:
        with sound(here.microphone) as frames:
            if not flows:
                raise ZeroDivisionError
            yield (frame if number < 3 else frame[:1].reshape(7, 7) for number, frame in enumerate(frames))

    here.microphone._opened = broken  # type: ignore[method-assign]
    here.listener.listen(True)
    until(lambda: Adjusted("listening", False) in here.events)
    assert here.microphone.opened == (3 if flows else 1) and not here.listener.on
    assert set(here.notices) == {BROKEN}
    del here.microphone._opened
    here.listener.listen(True)
    until(lambda: here.said)


def test_a_microphone_that_goes_while_it_sleeps_is_not_said_to_sleep(scene: Set) -> None:
    here = scene(hush(0.5))
    here.listener.listen(True)
    until(lambda: here.listener.on)
    here.listener.sleep(True)
    assert here.listener.asleep

    def gone() -> Recording | None:
        raise MicrophoneMissing("It has gone.")

    here.microphone._next = gone  # type: ignore[method-assign]
    until(lambda: here.notices)
    until(lambda: not here.listener.asleep and here.phases[-1] == "idle")
