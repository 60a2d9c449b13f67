"""What a turn reports while it runs. The window, the terminal, --json and the record all live on these alone."""

from dataclasses import dataclass
from typing import Literal

Status = Literal["done", "asked", "refused", "failed"]


@dataclass(frozen=True, slots=True)
class Heard:
    """The user's words, secrets already hidden. `ms`: transcription time, 0 when typed."""

    text: str
    source: str
    ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Looked:
    url: str
    title: str
    elements: int
    loading: bool
    ms: float


@dataclass(frozen=True, slots=True)
class Ranked:
    """The candidates offered to the model, best first: (uid, label, cosine)."""

    candidates: tuple[tuple[str, str, float], ...]
    ms: float


@dataclass(frozen=True, slots=True)
class Thought:
    """What the language model wrote."""

    text: str
    ms: float


@dataclass(frozen=True, slots=True)
class Intended:
    """The action now proposed, as WebLINX string, and by whom ("command", "model", "user's yes")."""

    action: str
    target: str
    by: str
    ms: float


@dataclass(frozen=True, slots=True)
class Judged:
    verdict: Literal["allowed", "asked", "refused"]
    reason: str
    ms: float


@dataclass(frozen=True, slots=True)
class Acted:
    """`outcome` is the class name of the Outcome in lower case; `detail` its content in words."""

    action: str
    outcome: str
    detail: str
    ms: float


@dataclass(frozen=True, slots=True)
class Replied:
    """One sentence to the user, to be spoken and shown. `ms`: since the words were submitted."""

    text: str
    ms: float


@dataclass(frozen=True, slots=True)
class Finished:
    """The turn is over; `question` says that yes or no is awaited."""

    status: Status
    question: bool
    url: str
    title: str
    ms: float


@dataclass(frozen=True, slots=True)
class Phase:
    """What Sayso is busy with, for the status line; "idle" when it waits for the user."""

    name: Literal["starting", "idle", "listening", "hearing", "thinking", "acting", "speaking", "asleep"]


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The user has changed a setting by word: `name` is a field of Settings; or "asleep" or "listening" is so now.

    "listening" is also reported when hands-free listening has ended by itself: the microphone is not there.
    """

    name: str
    value: str | int | float | bool

    @property
    def kept(self) -> bool:
        """True for what is a setting; the others hold until they change or Sayso is closed."""
        return self.name not in ("asleep", "listening")


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the user should know beside the reply: why there is no sound, or that what is done takes long.

    Not `spoken`: it says why Sayso cannot speak.
    """

    text: str
    spoken: bool = True


Event = Heard | Looked | Ranked | Thought | Intended | Judged | Acted | Replied | Finished | Phase | Notice | Adjusted

NAMES: dict[type, str] = {
    Heard: "heard",
    Looked: "looked",
    Ranked: "ranked",
    Thought: "thought",
    Intended: "intent",
    Judged: "judged",
    Acted: "outcome",
    Replied: "reply",
    Finished: "finished",
    Phase: "phase",
    Notice: "notice",
    Adjusted: "adjusted",
}
"""The names of the events in --json and in the record."""
