"""A listener with stand-ins at its ports, and all that comes of it."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.chain.listening import Ears, Listener
from engine.values.event import Event, Notice, Phase
from engine.values.sound import Said
from tests.fakes_audio import ArrayMicrophone, FakeDetector, FakeTranscriber, hush, joined, tone

PATIENCE = 20.0
WORDS = joined(hush(0.5), tone(1.0), hush(1.0))


@dataclass
class Scene:
    """A listener and all that came of it."""

    microphone: ArrayMicrophone
    transcriber: FakeTranscriber
    said: list[str] = field(default_factory=list)
    stops: list[int] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.listener = Listener(self._ears, self._submit, self._stop, self.events.append)

    def _ears(self) -> Ears:
        return Ears(self.microphone, FakeDetector(), self.transcriber)

    def _submit(self, said: Said, ms: float) -> None:
        assert said.source == "spoken"
        assert ms >= 0
        self.said.append(said.text)

    def _stop(self) -> None:
        self.stops.append(len(self.said))

    @property
    def notices(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, Notice)]

    def notices_of(self, text: str) -> int:
        return self.notices.count(text)

    def phases_of(self, name: str) -> int:
        return self.phases.count(name)

    @property
    def phases(self) -> list[str]:
        return [event.name for event in self.events if isinstance(event, Phase)]


Set = Callable[..., Scene]


def until(true: Callable[[], object]) -> None:
    """Wait until something has come about."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.005)
