"""What the user could see and act on when the page was looked at. Boxes are CSS pixels of the top viewport."""

from dataclasses import dataclass, field
from typing import Literal

State = Literal[
    "checked",
    "mixed",  # some of what it stands for is checked
    "expanded",
    "collapsed",
    "selected",
    "disabled",
    "required",
    "invalid",
    "readonly",
    "busy",
    "focused",
    "filled",  # a secret field that holds something; its value is never read
    "aria-disabled",  # beside "disabled": it only says so, and would take a press all the same
]

Kind = Literal["page", "dialog", "sign-in", "pdf", "certificate", "unreachable", "crashed"]
"""What is shown: a page; a JavaScript dialog that waits; the browser's own box for a name and a password (HTTP
authentication); a PDF; Chrome's error page for a bad certificate, or for an address that cannot be reached; a tab
whose process has ended."""

Why = Literal["", "native", "role", "listener", "pointer", "focusable", "editable", "custom"]
"""Why an element is held to be interactive: the kind of its tag, its role, a listener on it or on what holds it, the
cursor over it, a tabindex, contenteditable, a custom element's shadow."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in CSS pixels, relative to the top-left corner of the top viewport (may be negative)."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Submission:
    """What a click on a control would send: `method` get, post or dialog, to the absolute `url`."""

    method: str
    url: str


@dataclass(frozen=True, slots=True)
class Field:
    """One control of a form as it stands. `value` is "" for secret fields, whose text is never read."""

    label: str
    value: str
    kind: str
    name: str = ""
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A form of the page: its accessible name (or legend, or nearest heading) and its visible fields in order.

    default   what Enter in a field would send: by the form's default button, shown or not, else by the form itself
    digest    changes with anything that would be sent, hidden and secret values included (which are only hashed)
    hidden    there is more to send than `fields` tells: hidden inputs, or controls that are not shown
    """

    name: str
    role: str
    submission: Submission
    fields: tuple[Field, ...] = ()
    default: Submission | None = None
    digest: str = ""
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Element:
    """One element that can be acted on or that carries a name.

    uid       short and unique within one Page, in document order ("e1", "e2", …)
    handle    the browser's own identity of the node, opaque, stable between captures while the node lives
    role      computed WAI-ARIA role, "" where there is none
    name      accessible name (accname), whitespace collapsed, at most 200 characters
    text      visible text, at most 200 characters; a speaker may say either
    kind      the input type in lower case ("text", "date", "select-one", "contenteditable", …), "" if not a field
    value     current value; always "" when `secret`
    context   the row, card or list item that tells it from its equals
    visible   some part lies in the viewport; `covered_by` names what hides its centre, "" if nothing
    form      index into Page.forms
    submits   what a plain click on it would send, None if it submits nothing
    site      host of the document it stands in, where that is a frame of another site; "" otherwise
    why       why it is held to be interactive, "" where it is not
    row, column   the headers of the table row and column that it stands in
    dialog    name of the open dialog that it stands in
    hints     what else it is called: titles, pictures, styles, and names that differ from what is shown
    beside    of a field without an accessible name: the words that stand beside it on the page, at most 80 characters
    attributes, xpath   for WebLINX documents (weblinx.md §3.1)
    """

    uid: str
    handle: str
    tag: str
    role: str
    name: str
    text: str
    box: Box
    kind: str = ""
    value: str = ""
    secret: bool = False
    placeholder: str = ""
    description: str = ""
    href: str = ""
    states: frozenset[State] = frozenset()
    options: tuple[str, ...] = ()
    interactive: bool = True
    visible: bool = True
    covered_by: str = ""
    form: int | None = None
    submits: Submission | None = None
    heading: str = ""
    landmark: str = ""
    context: str = ""
    attributes: tuple[tuple[str, str], ...] = ()
    xpath: str = ""
    site: str = ""
    why: Why = ""
    row: str = ""
    column: str = ""
    dialog: str = ""
    hints: str = ""
    beside: str = ""

    @property
    def label(self) -> str:
        """The words to speak for it: accessible name, else text, placeholder, what stands beside it, or its role.

        A name of a field without a word in it ("[F]") says less than its placeholder.
        """
        if self.kind and self.placeholder and sum(map(str.isalnum, self.name)) < 2:
            return self.placeholder
        role = self.role or ("button" if self.why in ("listener", "pointer", "focusable", "custom") else self.tag)
        return self.name or self.text or self.placeholder or self.beside or f"unnamed {role}"


@dataclass(frozen=True, slots=True)
class Viewport:
    """Sizes and scroll position in CSS pixels; `height_full` is the height of the whole document.

    `zoom` is the size at which pages are shown, in percent.
    """

    width: int
    height: int
    scroll_x: int = 0
    scroll_y: int = 0
    height_full: int = 0
    zoom: int = 100


@dataclass(frozen=True, slots=True)
class Tab:
    """An open tab; `handle` is the browser's own identity of it."""

    handle: str
    title: str
    url: str
    active: bool = False


@dataclass(frozen=True, slots=True)
class Unsaved:
    """An entry made by Sayso that was not seen to be sent: the field's label, its tab's handle, its form (index)."""

    label: str
    tab: str
    form: int | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A page as WebLINX stores it (weblinx.md §2.1): HTML with a uid on each element, boxes by uid, a PNG.

    `uids`: element handle → uid in `html`; boxes are CSS pixels of the viewport.
    """

    html: str
    boxes: dict[str, Box]
    screenshot: bytes
    uids: dict[str, str]


@dataclass(frozen=True, slots=True)
class Page:
    """One look at the page of the active tab.

    `headings` are (level, text) in document order; `text` is the visible text of the main content, at most
    4,000 characters; `dialog` is the message of an open JavaScript dialog (then nothing else can be read);
    `loading` says the page had not gone quiet when it was read; `resends` that it answered something the user sent,
    so that loading it anew may send that again; `alerts` are messages that the page shows by itself (errors first to be
    kept, at most 4 of 160 characters, in document order); `language` is that of the document ("en-GB"); `modal` names
    the open dialog or cookie notice that lies on top, "" when none does: its elements have the landmark "dialog";
    `kind` names what is shown where that is no ordinary page, and `wants` what the page asks the browser's leave for
    ("know your location"), which elements with the landmark "dialog" grant or deny; `tabs` are in the order of opening;
    `omitted` counts the elements that were left out as the farthest from the view;
    `unsaved` is what the conversation, not the browser, knows to be lost if a tab is left.
    """

    url: str
    title: str
    viewport: Viewport
    elements: tuple[Element, ...] = ()
    forms: tuple[Form, ...] = ()
    headings: tuple[tuple[int, str], ...] = ()
    text: str = ""
    dialog: str | None = None
    loading: bool = False
    tabs: tuple[Tab, ...] = ()
    resends: bool = False
    alerts: tuple[str, ...] = ()
    language: str = ""
    modal: str = ""
    kind: Kind = "page"
    wants: str = ""
    omitted: int = 0
    unsaved: tuple[Unsaved, ...] = ()
    by_uid: dict[str, Element] = field(init=False, repr=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_uid", {element.uid: element for element in self.elements})
