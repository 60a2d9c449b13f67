"""What can be asked for without a model. One frozen value a command; `engine.commanding.phrases` reads them."""

from dataclasses import dataclass
from typing import Literal

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
    direction: Direction
    little: bool = False


@dataclass(frozen=True, slots=True)
class ClickOn:
    """`kind` is the spoken kind ("link", "button", …), "" when none was said."""

    name: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class TypeInto:
    """`field` is "" for the field that has the focus.

    `whole` is all that was said after the verb, when its end may as well belong to the text ("type I live in Rome").
    """

    text: str
    field: str = ""
    whole: str = ""


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
class Unclear:
    """An acknowledgement, a greeting or thanks said alone: no yes, no no, and nothing for the model to act on."""


OnPage = Open | GoBack | GoForward | ReloadPage | ScrollPage | ClickOn | TypeInto | Choose | Tick | SearchFor
Talk = Pick | Yes | No | Stop | Help | WhereAmI | Repeat | More | Unclear
Command = OnPage | Talk
