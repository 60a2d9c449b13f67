"""Every seam between Sayso and the outside world, on one screen. Each has one adapter and one fake for tests."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from threading import Event
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.values.action import Action
from engine.values.outcome import Outcome
from engine.values.page import Page, Snapshot, Tab
from engine.values.sound import Frame, Manner, Recording, Transcript


class Browser(Protocol):
    """Chrome. Not thread-safe: built and used on the act thread only."""

    def capture(self, stop: Event | None = None, *, whole: bool = False) -> Page:
        """Look at the active tab, whatever it shows (Page.kind); at a large page `whole` takes several times as long.

        Raises BrowserGone, PageTimedOut when the page does not answer, and Interrupted when `stop` is set meanwhile.
        """

    def perform(self, action: Action, page: Page, stop: Event) -> Outcome:
        """Carry out one action on the elements of `page` and report what was seen to happen.

        Refuses (Vanished, ChangedSince) when the target is no longer what `page` says it is. Never raises for what a
        page does; raises BrowserGone, PageUnreachable, PageTimedOut, and Interrupted within 500 ms of `stop`, whose
        sentence says so when the effect had already been set off.
        """

    def snapshot(self, page: Page) -> Snapshot:
        """The active tab as WebLINX stores it; the elements of `page` keep their uids from one snapshot to the next."""

    def screenshot(self) -> bytes:
        """PNG of the viewport."""

    def reopen(self, tabs: Iterable[Tab]) -> None:
        """Open the addresses of these tabs, in their order, in place of the empty tab of a Chrome just started.

        The active one is shown, and waited for as any page that is loaded; the others are not. Raises BrowserGone.
        """

    def close(self) -> None:
        """End Chrome and its driver. Never raises."""


class Transcriber(Protocol):
    def transcribe(self, recording: Recording, hotwords: Sequence[str] = ()) -> Transcript:
        """Raises HearingError. 16 kHz mono."""


class SpeechDetector(Protocol):
    def probabilities(self, recording: Recording) -> NDArray[np.float32]:
        """Speech probability of each 512-sample frame; shape (ceil(n / 512),)."""

    def probability(self, frame: Frame) -> float:
        """Speech probability of the next frame of a stream; keeps the stream's state."""

    def reset(self) -> None:
        """Forget the stream."""


class Encoder(Protocol):
    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors, shape (len(texts), 384)."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """`fixed` never changes within a session, so that its key-value state is kept; `changing` follows it."""

    fixed: str
    changing: str


class LanguageModel(Protocol):
    def complete(self, prompt: Prompt, grammar: str, stop: Event, max_tokens: int = 96) -> str:
        """Greedy text under a GBNF grammar. Raises Interrupted between tokens when `stop` is set."""


class Voice(Protocol):
    def synthesize(self, text: str, manner: Manner) -> Recording:
        """Raises SpeakingError. A voice that `manner` names and that is not there is replaced by the usual one."""

    def voices(self) -> tuple[str, ...]:
        """Names that `Manner.voice` may have, those of the chosen language first."""


class ScreenReader(Protocol):
    """A screen reader that runs beside Sayso (Orca). Both answers come within 200 ms; never raises."""

    def runs(self) -> bool:
        """True while the desktop says that a screen reader is on (org.a11y.Status ScreenReaderEnabled)."""

    def present(self, text: str) -> bool:
        """Let it say the text; False where it cannot be asked to."""

    def hush(self) -> None:
        """Let it be silent at once."""


class Player(Protocol):
    def play(self, recording: Recording, stop: Event) -> bool:
        """Play to the end or until `stop`, within 150 ms; True if it was played to the end.

        Raises SpeakingError when there is no audio device.
        """


class Microphone(Protocol):
    name: str

    def open(self) -> AbstractContextManager[Iterator[Frame]]:
        """Frames of 32 ms as they come, 16 kHz mono, until the context is left. Raises MicrophoneMissing."""
