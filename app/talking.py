"""What the window and the terminal need of the engine's conversation, so that tests can put another in its place."""

from collections.abc import Callable
from typing import Protocol

from engine.values.event import Event
from engine.values.sound import Said


class Talking(Protocol):
    """The verbs of `engine.chain.conversation.Conversation`, which see."""

    def start(self, url: str = "") -> None: ...

    def submit(self, said: Said) -> None: ...

    def stop(self) -> None: ...

    def hold(self, pressed: bool) -> None: ...

    def latch(self) -> None: ...

    def listen(self, on: bool) -> None: ...

    def close(self) -> None: ...


Build = Callable[[Callable[[Event], None]], Talking]
"""Makes a conversation that reports to the given `emit`. May raise SaysoError, and may take seconds."""
