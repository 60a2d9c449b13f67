"""Listeners for the tests, closed after them."""

from collections.abc import Iterator

import pytest

from engine.values.sound import Recording
from tests.chain.scenes import Scene, Set
from tests.fakes_audio import ArrayMicrophone, FakeTranscriber


@pytest.fixture
def scene() -> Iterator[Set]:
    """scene(recording, *texts, **microphone) → Scene; closed after the test."""
    scenes: list[Scene] = []

    def make(recording: Recording, *texts: str, missing: bool = False, mute: bool = False) -> Scene:
        microphone = ArrayMicrophone(recording, missing=missing, mute=mute)
        scenes.append(Scene(microphone, FakeTranscriber(*(texts or ("Go back.",)))))
        return scenes[-1]

    yield make
    for made in scenes:
        made.listener.close()
        assert not made.microphone.is_open
