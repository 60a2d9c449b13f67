"""What was seen to happen after an action. The spoken sentence follows from this, never from the intent."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Done:
    """It happened on this page; `change` says what was seen to change, in a few words ("value is now Anna").

    `says` is what the page says since then, "" for nothing new; the browser leaves that to the conversation.
    """

    change: str
    says: str = ""


@dataclass(frozen=True, slots=True)
class Navigated:
    """Another document, or another address of this one, is now shown."""

    url: str
    title: str


@dataclass(frozen=True, slots=True)
class TabOpened:
    """The action opened a tab, now the active one; `behind` is where the tab it was done in went, "" if nowhere."""

    url: str
    title: str
    behind: str = ""


@dataclass(frozen=True, slots=True)
class DialogOpened:
    """A JavaScript dialog waits for an answer."""

    message: str


@dataclass(frozen=True, slots=True)
class DownloadStarted:
    """A file is being saved in the folder of downloads; `name` is "" until it is known."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class NoEffect:
    """Carried out, but nothing on the page changed."""


@dataclass(frozen=True, slots=True)
class Blocked:
    """Not carried out: something lies over the target."""

    by: str


@dataclass(frozen=True, slots=True)
class Disabled:
    """Not carried out: the target says it is disabled or read-only."""


@dataclass(frozen=True, slots=True)
class Vanished:
    """Not carried out: the target is no longer on the page."""


@dataclass(frozen=True, slots=True)
class ChangedSince:
    """Not carried out: the target is no longer what it was; `now` is what it is called now."""

    now: str = ""


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Not carried out: several things fit; `choices` tell them apart, as far as they can be told."""

    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rejected:
    """The control did not take the value; `holds` is what it holds now ("" when secret or empty)."""

    holds: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Failed:
    """It went wrong; `reason` is one plain sentence."""

    reason: str


Unacted = NoEffect | Blocked | Disabled | Vanished | ChangedSince | Ambiguous | Rejected | Failed
Outcome = Done | Navigated | TabOpened | DialogOpened | DownloadStarted | Unacted


def succeeded(outcome: Outcome) -> bool:
    """True when the action was seen to have had its effect."""
    return isinstance(outcome, Done | Navigated | TabOpened | DialogOpened | DownloadStarted)
