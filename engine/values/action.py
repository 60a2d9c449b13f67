"""The action space: WebLINX's seven predicted actions (paper §3, weblinx.md §1.2) and three moves in the history."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Click:
    uid: str


@dataclass(frozen=True, slots=True)
class TextInput:
    """Replace the content of a text field."""

    text: str
    uid: str


@dataclass(frozen=True, slots=True)
class Change:
    """Set a select, checkbox, radio, date or other valued control."""

    value: str
    uid: str


@dataclass(frozen=True, slots=True)
class Submit:
    """Submit the form that `uid` is, or belongs to."""

    uid: str


@dataclass(frozen=True, slots=True)
class Load:
    url: str


@dataclass(frozen=True, slots=True)
class Say:
    utterance: str
    speaker: str = "navigator"


@dataclass(frozen=True, slots=True)
class Scroll:
    """Scroll to this document position, in CSS pixels (a position, not a distance)."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Back: ...


@dataclass(frozen=True, slots=True)
class Forward: ...


@dataclass(frozen=True, slots=True)
class Reload: ...


OnElement = Click | TextInput | Change | Submit
Action = OnElement | Load | Say | Scroll | Back | Forward | Reload

MAX_TEXT = 200


def render(action: Action, arrived: str = "") -> str:
    """Return the WebLINX string of an action (weblinx.md §1.2).

    WebLINX records moves in the history as loads of the page they lead to, hence `arrived`.
    """
    match action:
        case Click(uid):
            return f'click(uid="{uid}")'
        case TextInput(text, uid):
            return f'text_input(text="{_quoted(text.strip())}", uid="{uid}")'
        case Change(value, uid):
            return f'change(value="{_quoted(value)}", uid="{uid}")'
        case Submit(uid):
            return f'submit(uid="{uid}")'
        case Load(url):
            return f'load(url="{_quoted(url)}")'
        case Say(utterance, speaker):
            return f'say(speaker="{speaker}", utterance="{_quoted(utterance)}")'
        case Scroll(x, y):
            return f"scroll(x={x}, y={y})"
        case Back() | Forward() | Reload():
            return f'load(url="{_quoted(arrived)}")'


def _quoted(text: str) -> str:
    """Cut to 200 characters, dots included; newline and tab are the only escapes WebLINX has."""
    cut = text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 3] + "..."
    return cut.replace("\n", "\\n").replace("\t", "\\t")
