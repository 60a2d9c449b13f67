"""What can be asked for without a model. One frozen value a command; `engine.commanding.phrases` reads them."""

from dataclasses import dataclass
from typing import Literal

from engine.values.action import Action, Button

Direction = Literal["up", "down", "left", "right", "top", "bottom"]


@dataclass(frozen=True, slots=True)
class Open:
    """A spoken site name or address, or a link of the page."""

    where: str


@dataclass(frozen=True, slots=True)
class GoBack: ...


@dataclass(frozen=True, slots=True)
class GoForward: ...


@dataclass(frozen=True, slots=True)
class ReloadPage: ...


@dataclass(frozen=True, slots=True)
class ScrollPage:
    """`box` names a list or another part that scrolls by itself; "" is the page."""

    direction: Direction
    little: bool = False
    box: str = ""


@dataclass(frozen=True, slots=True)
class ScrollTo:
    """Scroll down until these words are in view."""

    text: str
    box: str = ""


@dataclass(frozen=True, slots=True)
class ClickOn:
    """`kind` is the spoken kind ("link", "button", …), "" when none was said."""

    name: str
    kind: str = ""
    times: int = 1
    button: Button = "left"


@dataclass(frozen=True, slots=True)
class HoverOver:
    name: str


@dataclass(frozen=True, slots=True)
class PressKey:
    """`key` is a DOM key name ("Control+a"); `spoken` is how it was said, which may also be the name of a button.

    `sure` says that nothing but a key can be meant ("the home key"); `field` names where it is pressed.
    """

    key: str
    spoken: str = ""
    times: int = 1
    field: str = ""
    sure: bool = False


@dataclass(frozen=True, slots=True)
class DragTo:
    name: str
    onto: str


@dataclass(frozen=True, slots=True)
class Attach:
    """Put a file of this computer into a file field; `spoken` is all that was said, which may be a button's name."""

    file: str
    field: str = ""
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class CopyText:
    """`name` is "" for what is selected; `spoken` is all that was said, which may be the name of something."""

    name: str = ""
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class PasteInto:
    """`field` is "" for the field that has the focus."""

    field: str = ""


@dataclass(frozen=True, slots=True)
class OpenTab:
    """`where` is "" for an empty tab."""

    where: str = ""


@dataclass(frozen=True, slots=True)
class GoToTab:
    """One of: `number` from 1 (-1 is the last), `step` from the present one, `name`, or the browser's `handle`."""

    number: int = 0
    step: int = 0
    name: str = ""
    handle: str = ""


@dataclass(frozen=True, slots=True)
class CloseTab:
    """The present tab, unless a `number`, a `name` or a `handle` says which."""

    number: int = 0
    name: str = ""
    handle: str = ""


@dataclass(frozen=True, slots=True)
class ZoomPage:
    """To `percent`, or a `step` up or down from what it is."""

    percent: int = 0
    step: int = 0


@dataclass(frozen=True, slots=True)
class SaveDocument:
    """Keep what is shown as a file; `spoken` is all that was said, which may be a button's name."""

    spoken: str


@dataclass(frozen=True, slots=True)
class Dismiss:
    """Close the banner, dialog or cookie notice that is open, never by consenting."""

    cookies: bool = False
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class Permit:
    """Grant or deny what the page asks the browser's leave for."""

    allow: bool
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class Do:
    """Exactly this action, on the element that was picked."""

    action: Action


@dataclass(frozen=True, slots=True)
class TypeInto:
    """`field` is "" for the field that has the focus. `way`: "add" to what is there, "replace" it, "" as the field is;
    `spoken`, all that was said, may then be the name of a button.

    `whole` is all that was said after the verb, when its end may as well belong to the text ("type I live in Rome").
    """

    text: str
    field: str = ""
    whole: str = ""
    way: Literal["", "add", "replace"] = ""
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class Choose:
    """Set a control to a value: an option of a list, a date, a number, a radio button."""

    value: str
    field: str = ""


@dataclass(frozen=True, slots=True)
class Tick:
    name: str
    on: bool


@dataclass(frozen=True, slots=True)
class Expand:
    """Open what unfolds on the page, or close it; never the other way round. `spoken` may be the name of a button."""

    name: str
    on: bool
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class Clear:
    """Empty a field; `field` is "" for the one that has the focus. `spoken` may be the name of a button."""

    field: str = ""
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class ReadField:
    """Say what a field holds. `spoken` is all that was said, which may be the name of something."""

    field: str
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class SearchFor:
    """`where` is a spoken site name, "" for the present page; `web` asks for the search engine."""

    query: str
    where: str = ""
    web: bool = False


@dataclass(frozen=True, slots=True)
class Pick:
    """One of the numbered choices just offered, counted from 1; 0 is the last one."""

    number: int


@dataclass(frozen=True, slots=True)
class Yes: ...


@dataclass(frozen=True, slots=True)
class No: ...


@dataclass(frozen=True, slots=True)
class Stop: ...


@dataclass(frozen=True, slots=True)
class Help: ...


@dataclass(frozen=True, slots=True)
class WhereAmI: ...


@dataclass(frozen=True, slots=True)
class Repeat: ...


@dataclass(frozen=True, slots=True)
class More:
    """Hear the rest of the numbered choices, or all of them."""


@dataclass(frozen=True, slots=True)
class Undo: ...


@dataclass(frozen=True, slots=True)
class ListTabs: ...


@dataclass(frozen=True, slots=True)
class Unclear:
    """An acknowledgement, a greeting or thanks said alone: no yes, no no, and nothing for the model to act on."""


@dataclass(frozen=True, slots=True)
class Adjust:
    """Change how Sayso speaks or listens: `name` is a field of Settings, `value` what it becomes, or `step` -2 to 2.

    A step is one notch slower, quieter, lower (-1) or faster, louder, higher (1); 0 with a value of None tells what is.
    """

    name: str
    value: str | int | bool | None = None
    step: int = 0


@dataclass(frozen=True, slots=True)
class Sleep:
    """Hear nothing but "wake up"."""


@dataclass(frozen=True, slots=True)
class Wake: ...


@dataclass(frozen=True, slots=True)
class SpellOut:
    """Spell the last reply, or these words of it."""

    words: str = ""


@dataclass(frozen=True, slots=True)
class ListChoices:
    """Tell which microphones ("microphone") or voices ("speaker") there are."""

    name: str


OnTab = OpenTab | GoToTab | CloseTab
OnThing = ClickOn | HoverOver | PressKey | DragTo | Attach | CopyText | PasteInto | Dismiss | Permit | Do
InField = TypeInto | Choose | Tick | Clear | ReadField | Expand
OnView = Open | GoBack | GoForward | ReloadPage | ScrollPage | ScrollTo | ZoomPage | SaveDocument
OnPage = OnThing | InField | OnTab | OnView | SearchFor
Talk = Pick | Yes | No | Stop | Help | WhereAmI | Repeat | More | Undo | ListTabs | Unclear
Own = Adjust | Sleep | Wake | SpellOut | ListChoices
"""Commands about Sayso itself."""
Command = OnPage | Talk | Own
