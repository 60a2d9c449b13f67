"""The action space: WebLINX's browser actions (paper §3, weblinx.md §1) and what people need beside them."""

from dataclasses import dataclass, fields
from typing import Literal

Button = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Click:
    """Press it; `times` 2 is a double click, 3 marks a paragraph."""

    uid: str
    times: int = 1
    button: Button = "left"


@dataclass(frozen=True, slots=True)
class Hover:
    """Rest the pointer on it, which opens some menus and tooltips."""

    uid: str


@dataclass(frozen=True, slots=True)
class Drag:
    """Take it, and drop it on the element `onto`."""

    uid: str
    onto: str


@dataclass(frozen=True, slots=True)
class TextInput:
    """Replace the content of a text field; with `keep` what is there stays, and the text comes to its end."""

    text: str
    uid: str
    keep: bool = False


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
class Press:
    """Press a key, by its DOM name ("Enter", "ArrowDown", "a", "Control+a"), in `uid`, or where the focus is ("")."""

    key: str
    uid: str = ""


@dataclass(frozen=True, slots=True)
class Upload:
    """Put a file of this computer into a file field; `path` is absolute."""

    path: str
    uid: str


@dataclass(frozen=True, slots=True)
class Copy:
    """Copy the text of `uid`, or what is selected (""), to the clipboard."""

    uid: str = ""


@dataclass(frozen=True, slots=True)
class Paste:
    """Insert the clipboard into a field."""

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
    """Scroll to this position, in CSS pixels (a position, not a distance), of the document or of the box `uid`."""

    x: int
    y: int
    uid: str = ""


@dataclass(frozen=True, slots=True)
class ScrollBox:
    """Scroll the box that `uid` is or stands in by so many of its own heights and widths (less than 0: up, left)."""

    uid: str
    down: float
    right: float = 0.0


@dataclass(frozen=True, slots=True)
class ScrollUntil:
    """Scroll down, in the document or in the box `uid`, until `text` is in view; lists that grow are followed."""

    text: str
    uid: str = ""


@dataclass(frozen=True, slots=True)
class TabCreate:
    """Open a tab, empty or with an address, and go to it."""

    url: str = ""


@dataclass(frozen=True, slots=True)
class TabSwitch:
    """Go to the tab with this handle (page.Tab)."""

    tab: str


@dataclass(frozen=True, slots=True)
class TabRemove:
    """Close the tab with this handle."""

    tab: str


@dataclass(frozen=True, slots=True)
class Zoom:
    """Show all pages at this size, 25 to 500 percent."""

    percent: int


@dataclass(frozen=True, slots=True)
class Save:
    """Keep the document that is shown (a PDF, an image) as a file in the folder of downloads."""


@dataclass(frozen=True, slots=True)
class Back: ...


@dataclass(frozen=True, slots=True)
class Forward: ...


@dataclass(frozen=True, slots=True)
class Reload: ...


OnField = TextInput | Change | Submit | Upload | Paste
OnElement = OnField | Click | Hover | Drag | Press | Copy | Scroll | ScrollBox | ScrollUntil
"""Actions with a `uid`, which is "" in some where no element is meant."""
OnTab = TabCreate | TabSwitch | TabRemove
Action = OnElement | OnTab | Load | Say | Zoom | Save | Back | Forward | Reload

MAX_TEXT = 200


def render(action: Action, arrived: str = "") -> str:
    """Return the WebLINX string of an action (weblinx.md §1.2, §1.3); what WebLINX lacks is written in its form.

    WebLINX records moves in the history as loads of the page they lead to, hence `arrived`.
    """
    match action:
        case Back() | Forward() | Reload():
            return f'load(url="{_quoted(arrived)}")'
        case Say(utterance, speaker):
            return f'say(speaker="{speaker}", utterance="{_quoted(utterance)}")'
        case Click(uid, 1, "left"):
            return f'click(uid="{uid}")'
        case TextInput(text, uid):
            return f'text_input(text="{_quoted(text.strip())}", uid="{uid}")'
    parts = ((field, getattr(action, field.name)) for field in fields(action))
    told = (
        f"{_KEYS.get(field.name, field.name)}={_written(value)}" for field, value in parts if value != field.default
    )
    return f"{_NAMES.get(type(action), type(action).__name__.lower())}({', '.join(told)})"


_NAMES: dict[type, str] = {ScrollUntil: "scroll_until", ScrollBox: "scroll_box"}
_KEYS = {"tab": "target"}
"""WebLINX's own names of what is given (tabremove(target=…)); there a tab is a number, here Chrome's identity of it."""


def _written(value: object) -> str:
    return str(value) if isinstance(value, int | float) else f'"{_quoted(str(value))}"'


def _quoted(text: str) -> str:
    """Cut to 200 characters, dots included; newline and tab are the only escapes WebLINX has."""
    cut = text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 3] + "..."
    return cut.replace("\n", "\\n").replace("\t", "\\t")
