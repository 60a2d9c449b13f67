"""Something slow to build (a model), built once, in the background if there is time, else by the first who needs it."""

from collections.abc import Callable
from threading import Lock, Thread
from typing import Generic, TypeVar

from engine.values.errors import SaysoError

T = TypeVar("T")


class Later(Generic[T]):
    """Call it for the built value. A failed build raises its SaysoError at each call and is tried again."""

    def __init__(self, build: Callable[[], T], name: str) -> None:
        self._build, self._name = build, name
        self._lock = Lock()
        self._built: list[T] = []

    def start(self) -> None:
        """Begin to build on a thread of its own, not a daemon: ending the program while a model loads crashes it."""
        Thread(target=self._quietly, name=f"load {self._name}", daemon=False).start()

    @property
    def ready(self) -> bool:
        """True when a call answers at once."""
        return bool(self._built)

    def __call__(self) -> T:
        with self._lock:
            if not self._built:
                self._built.append(self._build())
            return self._built[0]

    def _quietly(self) -> None:
        try:
            self()
        except SaysoError:
            return  # whoever needs it will be told
