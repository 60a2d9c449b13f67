"""A conversation that writes down what it is told, and can play a script of events."""

from collections.abc import Callable, Sequence

from engine.values.event import Event, Finished, Heard, Phase, Replied
from engine.values.sound import Said


def ignore(_event: Event) -> None:
    return


def turn(text: str, reply: str, question: bool = False) -> list[Event]:
    """The events of one typed turn."""
    status = Finished("asked" if question else "done", question, "http://127.0.0.1/", "Test page", 5.0)
    return [Heard(text, "typed"), Phase("thinking"), Replied(reply, 5.0), status, Phase("idle")]


class FakeTalking:
    """`calls` is what it was told, in order. `turns` gives the events of each submitted utterance, in order."""

    def __init__(self, emit: Callable[[Event], None] = ignore, turns: Sequence[Sequence[Event]] = ()) -> None:
        self.calls: list[tuple[object, ...]] = []
        self._emit = emit
        self._turns = list(turns)

    def start(self, url: str = "") -> None:
        self.calls.append(("start", url))
        self._emit(Phase("idle"))

    def submit(self, said: Said) -> None:
        self.calls.append(("submit", said.text, said.source))
        for event in self._turns.pop(0) if self._turns else turn(said.text, f"I heard {said.text}."):
            self._emit(event)

    def stop(self) -> None:
        self.calls.append(("stop",))

    def hold(self, pressed: bool) -> None:
        self.calls.append(("hold", pressed))

    def latch(self) -> None:
        self.calls.append(("latch",))

    def listen(self, on: bool) -> None:
        self.calls.append(("listen", on))

    def close(self) -> None:
        self.calls.append(("close",))
