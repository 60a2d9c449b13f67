"""All that the window and the terminal know of the engine: one object, a few verbs, a stream of events."""

from collections.abc import Callable
from pathlib import Path

from engine.values.event import Event
from engine.values.settings import Settings
from engine.values.sound import Said


class Conversation:
    """A running Sayso. Every method returns at once; results arrive at `emit`, called on the engine's threads."""

    def __init__(self, settings: Settings, folder: Path, emit: Callable[[Event], None]) -> None:
        raise NotImplementedError

    def start(self, url: str = "") -> None:
        """Load the models and open the browser in the background; Phase("idle") follows when ready."""
        raise NotImplementedError

    def submit(self, said: Said) -> None:
        """Take one utterance. Speech is cut; turns run one after the other."""
        raise NotImplementedError

    def stop(self) -> None:
        """Cut speech within 150 ms and end the running turn before its next effect."""
        raise NotImplementedError

    def hold(self, pressed: bool) -> None:
        """Push-to-talk: record while pressed, then transcribe and submit."""
        raise NotImplementedError

    def listen(self, on: bool) -> None:
        """Hands-free: listen for utterances until switched off."""
        raise NotImplementedError

    def close(self) -> None:
        """End threads, browser and driver. Never raises."""
        raise NotImplementedError
