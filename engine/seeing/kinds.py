"""Pages that are no document: a dialog, Chrome's own boxes and error pages, a tab that has crashed.

Each has a plain text that says what it is, and elements that deal with it. Their handles begin with the kind of thing
that they belong to, a colon and what they do; the adapter carries them out, not the page.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from engine.seeing.cleaning import clean
from engine.values.page import Box, Element, Field, Form, Kind, Page, State, Submission, Tab, Viewport

DIALOG_ACCEPT = "dialog:accept"
DIALOG_DISMISS = "dialog:dismiss"
DIALOG_TEXT = "dialog:text"
SIGN_IN_USER = "sign-in:user"
SIGN_IN_PASSWORD = "sign-in:password"
SIGN_IN_SEND = "sign-in:send"
SIGN_IN_CANCEL = "sign-in:cancel"
PAGE_BACK = "page:back"
PAGE_RELOAD = "page:reload"

LEAVING = "The page asks whether to leave: what you entered may be lost."

WISHES = {
    "geolocation": ("know your location", "location"),
    "notifications": ("show you notifications", "notifications"),
    "camera": ("use your camera", "camera"),
    "microphone": ("use your microphone", "microphone"),
    "clipboard-read": ("read what you have copied", "clipboard"),
}
"""Name of the Permissions API → what the page wants to do, and what that is called on a button."""

PERMISSION = "permission:"
ALLOW, BLOCK = f"{PERMISSION}allow:", f"{PERMISSION}block:"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Names of the Permissions API, asked for together; `host` is that of the frame of another site, else ""."""

    names: tuple[str, ...]
    host: str = ""

    def written(self) -> str:
        """As it stands in a handle."""
        return "+".join(self.names) + (f"@{self.host}" if self.host else "")


_NOWHERE = Viewport(0, 0)
_BOX = Box(0, 0, 1, 1)


def _button(handle: str, name: str, landmark: str = "dialog") -> Element:
    return Element("", handle, "button", "button", name, name, _BOX, landmark=landmark)


def _field(handle: str, name: str, value: str, kind: str = "text", filled: bool = False) -> Element:
    secret = kind == "password"
    states: frozenset[State] = frozenset({"filled"} if secret and filled else ())
    return Element(
        "", handle, "input", "textbox", name, "", _BOX, kind, value, secret, states=states, landmark="dialog"
    )


def asks_for_secret(words: str) -> bool:
    """True when these words ask for a password, a code or a card."""
    return _SECRET.search(words) is not None


def _kept_secret(field: Element, filled: bool) -> Element:
    states: frozenset[State] = frozenset({"filled"} if filled else ())
    return replace(field, kind="password", secret=True, states=states)


_SECRET = re.compile(
    r"\b(?:pass ?words?|pass ?codes?|pass ?phrases?|pass ?keys?|pin|tan|cvv2?|cvc2?|card|otp|totp|one[- ]time|iban|"
    r"account number|social security|secrets?|kennwort|passwort|contraseña|mot de passe|"
    r"(?:security|verification|confirmation|authentication|authenticator|access|login|log-?in|sms|2fa|backup|recovery) "
    r"(?:code|key|number|token)|codes? (?:from|we|that|which|you|sent|in)|(?:\d|four|five|six|eight)[- ]?digits?)\b",
    re.I,
)


def _numbered(*elements: Element) -> tuple[Element, ...]:
    return tuple(replace(element, uid=f"e{number}") for number, element in enumerate(elements, start=1))


def dialog_page(message: str, tabs: tuple[Tab, ...] = (), kind: str = "confirm", holds: str = "") -> Page:
    """The page while a JavaScript dialog is open: nothing else can be read, but its parts can be used.

    `kind` is alert (can only be noted), confirm, prompt (whose field `holds` something) or beforeunload.
    """
    message = LEAVING if kind == "beforeunload" else clean(message)
    parts = [_button(DIALOG_ACCEPT, "OK")]
    if kind != "alert":
        parts.append(_button(DIALOG_DISMISS, "Cancel"))
    if kind == "prompt":
        secret = asks_for_secret(message)
        shown = _field(DIALOG_TEXT, message or "Answer", "" if secret else clean(holds), "text", bool(holds))
        parts.insert(0, _kept_secret(shown, bool(holds)) if secret else shown)
    return Page("", "", _NOWHERE, _numbered(*parts), text=message, dialog=message, tabs=tabs, kind="dialog")


def sign_in_page(url: str, tabs: tuple[Tab, ...], user: str, filled: bool, refused: bool) -> Page:
    """The box in which the browser itself asks for a name and a password. The password is known only as `filled`."""
    host = urlsplit(url).netloc.rpartition("@")[2]
    text = f"{host} asks for a user name and a password."
    if refused:
        text = f"{host} did not accept that user name and password, and asks again."
    sent = Submission("post", url)
    parts = _numbered(
        _field(SIGN_IN_USER, "User name", user),
        _field(SIGN_IN_PASSWORD, "Password", "", "password", filled),
        replace(_button(SIGN_IN_SEND, "Sign in"), submits=sent),
        _button(SIGN_IN_CANCEL, "Cancel"),
    )
    parts = tuple(replace(part, form=0) if part.handle != SIGN_IN_CANCEL else part for part in parts)
    fields = tuple(Field(one.label, one.value, one.kind, "", one.secret) for one in parts if one.kind)
    form = Form("Sign in", "form", sent, fields, sent)
    return Page(url, "Sign in", _NOWHERE, parts, (form,), text=text, tabs=tabs, kind="sign-in")


def trouble_page(kind: Kind, url: str, text: str, tabs: tuple[Tab, ...], can_go_back: bool) -> Page:
    """In the place of Chrome's own error page, or of a crashed tab: what is wrong, and the ways out of it.

    A bad certificate has no way past it: the error page's own elements are not offered.
    """
    ways = [_button(PAGE_BACK, "Go back", "main")] if can_go_back else []
    ways.append(_button(PAGE_RELOAD, "Reload", "main"))
    return Page(url, "", _NOWHERE, _numbered(*ways), text=text, tabs=tabs, kind=kind)


def wanting(page: Page, wishes: tuple[Wanted, ...]) -> Page:
    """The page with what it asks the browser's leave for, and with elements that allow or block it."""
    if not wishes:
        return page
    count = len(page.elements)
    answers: list[Element] = []
    for wish in wishes:
        what = _joined(WISHES[name][1] for name in wish.names)
        for handle, verb in ((ALLOW, "Allow"), (BLOCK, "Block")):
            whose = f" for {wish.host}" if wish.host else ""
            answers.append(_button(handle + wish.written(), f"{verb} {what}{whose}"))
    added = (replace(one, uid=f"e{number}") for number, one in enumerate(answers, start=count + 1))
    own = [wished(name) for wish in wishes if not wish.host for name in wish.names]
    others = (f"let {wish.host} {wished(name)}" for wish in wishes if wish.host for name in wish.names)
    return replace(page, wants=_joined([*own, *others]), elements=(*page.elements, *added))


def wanted_of(handle: str) -> Wanted:
    """What an element of `wanting` allows or blocks."""
    names, _, host = handle.split(":", 2)[2].partition("@")
    return Wanted(tuple(names.split("+")), host)


def wished(name: str) -> str:
    """What a page wants to do, in words that follow "to"."""
    return WISHES[name][0]


def _joined(words: Iterable[str]) -> str:
    return " and ".join(dict.fromkeys(words))
