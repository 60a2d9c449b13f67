"""Does this action change the world? Read from the live element and form, never from the model's word (web.md §3).

The names of things lie in both directions, so structure comes first: what a click sends, by which method, with which
fields. Verbs catch the buttons that send by script. What the page says of itself may cause a question, never spare one.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlsplit

from engine.commanding.keys import key_said
from engine.commanding.matching import folded
from engine.commanding.resolving import is_search
from engine.judging.wording import (
    GENERIC,
    acts,
    asks,
    does_it,
    foreign,
    grave,
    harms,
    has_verb,
    is_program,
    marked,
    plain,
    unknown,
)
from engine.seeing.kinds import (
    ALLOW,
    DIALOG_ACCEPT,
    DIALOG_DISMISS,
    DIALOG_TEXT,
    PAGE_RELOAD,
    SIGN_IN_SEND,
    wanted_of,
    wished,
)
from engine.values.action import (
    Action,
    Change,
    Click,
    Drag,
    Load,
    Paste,
    Press,
    Reload,
    Submit,
    TabCreate,
    TextInput,
    Upload,
)
from engine.values.page import Element, Field, Form, Page

Kind = Literal["send", "press", "open", "load", "answer", "attach", "download", "drop", "allow", "sign-in", "leave"]
SENDING: frozenset[Kind] = frozenset({"send", "press", "load", "answer", "sign-in"})
"""What may have sent what was entered."""

_ACCOUNT = re.compile(r"account|admin|setting|privacy|payment|billing|security|preference|profile|subscription", re.I)
_SENDS = re.compile(r"submit\s*\(|requestsubmit|\.post\s*\(|sendbeacon", re.I)
_METHOD_ATTRIBUTES = frozenset({"data-method", "data-turbo-method", "data-http-method"})
_SEND_ATTRIBUTES = frozenset({"hx-post", "hx-put", "hx-patch", "hx-delete"})
_BINS = frozenset(
    "bin trash trashcan recycle recycling rubbish waste garbage wastebasket deleted archived sent published paid "
    "closed cancelled canceled approved rejected spam junk sold".split()
)
"""Places to which things are dragged for good."""

STILL_KEYS = frozenset("Escape Tab Home End PageUp PageDown Shift Control Alt Meta".split())
_MOVING_KEYS = frozenset("ArrowUp ArrowDown ArrowLeft ArrowRight".split())
_EDITING = frozenset("a c x v z y".split())
"""With Control: what these do is done in the field alone."""

_WRITTEN = frozenset("text search email url tel password number textarea contenteditable".split())
_UNPRESSED = frozenset("tab option treeitem heading menuitemradio menuitemcheckbox slider".split())
_SCHEME = re.compile(r"\s*([a-z][a-z0-9+.-]*):(?!\d{1,5}(?:[/?#]|$))", re.I)
_TELEPHONE = re.compile(r"\s*(tel|sms|callto|facetime):", re.I)


@dataclass(frozen=True, slots=True)
class Consequence:
    """What would happen: `what` the control is called, `host` that would receive it, `fields` that would be sent.

    For `answer` (to a dialog) `host` holds the dialog's message; for `leave` `what` is what would be lost. `hidden`:
    more would be sent than the fields tell.
    """

    kind: Kind
    what: str
    host: str
    fields: tuple[Field, ...] = ()
    hidden: bool = False


def consequence(action: Action, page: Page) -> Consequence | None:
    """Return what this action would do to the world; None when it only looks, moves or fills in."""
    match action:
        case Load(url) | TabCreate(url) if url and scheme(url) not in {"http", "https"}:
            return Consequence("open", url, scheme(url))
        case Load(url) | TabCreate(url) if url:
            return _of_address(url, page)
        case Reload() if page.resends:
            return Consequence("send", "Reloading", host(page.url))
        case Press(key, uid):
            return _of_key(key, uid, page)
        case Drag(uid, onto) if (taken := page.by_uid.get(uid)) and (place := page.by_uid.get(onto)):
            return _of_drop(taken, place, page)
        case Click(uid) | Submit(uid) | Change(_, uid) | TextInput(_, uid) | Upload(_, uid) | Paste(uid):
            element = page.by_uid.get(uid)
            return _of_element(action, element, page) if element else None
        case _:
            return None


def scheme(url: str) -> str:
    """Return the scheme of an address in lower case, "https" when none is written ("localhost:8000" has none)."""
    found = _TELEPHONE.match(url) or _SCHEME.match(url)
    return found[1].lower() if found else "https"


def host(url: str) -> str:
    """Return the host that receives what is sent to `url`, with its port when it is unusual.

    A backslash is read as the slash that Chrome makes of it.
    """
    return urlsplit(url.strip().replace("\\", "/")).netloc.rpartition("@")[2] or url[:60]


def _of_element(action: Action, element: Element, page: Page) -> Consequence | None:
    if page.dialog is not None or element.handle.startswith(_OURS):
        return _of_our_own(action, element, page)
    if element.kind == "file" or isinstance(action, Upload):
        form = _form(element, page)
        told = host(form.submission.url) if form and form.submission.method == "post" else _here(element, page)
        return Consequence("attach", element.label, told)
    match action:
        case Submit():
            return _of_submit(element, page)
        case Click():
            return _of_click(element, page)
        case Change(value) if element.kind not in _NATIVE and value not in {"true", "false"}:
            return _of_choice(value, element, page)
        case _:
            return _of_setting(element, page)


def _of_address(url: str, page: Page) -> Consequence | None:
    """An address that a link of the page leads to is that link; any other is told by its own words."""
    link = next((one for one in page.elements if one.href == url), None)
    effect = _of_press(link, page) if link else None
    return effect or (Consequence("load", url, host(url if "//" in url else f"//{url}")) if harms(url) else None)


def _of_choice(value: str, element: Element, page: Page) -> Consequence | None:
    """A list that the page draws itself is opened by a press; a choice in it is a press on what has its name."""
    opens = not element.kind and element.role in _OPENERS
    first = (_of_click(element, page) if opens else None) or _of_setting(element, page)
    if not (has_verb(value) or foreign(value) if opens else plain(value)):
        return first
    what = f"{first.what}, then {value}" if first else value
    return Consequence("press", what, _here(element, page), first.fields if first else _fields(element, page))


_NATIVE = frozenset("select-one select-multiple checkbox radio file range color date time month week number".split())
"""Kinds of fields that Chrome itself sets; nothing is pressed in them."""
_OPENERS = frozenset({"button", "link", "menuitem", "menu", "generic", ""})

_OURS = ("dialog:", "sign-in:", "permission:", "page:")
"""What the handles of elements begin with that are no part of the page, but the browser's own (seeing/kinds.py)."""


def _of_our_own(action: Action, element: Element, page: Page) -> Consequence | None:
    """The answers to a dialog, to the browser's own log-in box, and to what the page asks leave for."""
    typed = isinstance(action, TextInput | Change | Paste)
    if page.dialog is not None:
        choice = any(one.handle == DIALOG_DISMISS for one in page.elements)  # an alert leaves none
        noted = element.handle == DIALOG_ACCEPT and not choice
        harmless = noted or element.handle == DIALOG_DISMISS or (typed and element.handle == DIALOG_TEXT)
        return None if harmless else Consequence("answer", element.label, page.dialog)
    if element.handle == SIGN_IN_SEND or (element.handle.startswith("sign-in:") and isinstance(action, Submit)):
        form = _form(element, page)
        return Consequence("sign-in", "Sign in", host(page.url), form.fields if form else ())
    if element.handle.startswith(ALLOW):
        wanted, own = wanted_of(element.handle), host(page.url)
        whose = f"{wanted.host}, shown in {own}," if wanted.host else own
        return Consequence("allow", " and ".join(map(wished, wanted.names)), whose)
    reloads = element.handle == PAGE_RELOAD and page.resends
    return Consequence("send", "Reloading", host(page.url)) if reloads else None


def _of_click(element: Element, page: Page) -> Consequence | None:
    found = (_of_press(one, page) for one in (element, *_around(element, page)))
    return next((effect for effect in found if effect), None)


def _of_key(key: str, uid: str, page: Page) -> Consequence | None:
    """A key is what it does to the element that has the focus; where that is not known, it may do anything."""
    *held, last = key.split("+") if key != "+" else ["+"]
    focused = [e for e in page.elements if (e.uid == uid if uid else "focused" in e.states)]
    if page.dialog is not None:
        accept = next((e for e in page.elements if e.handle == DIALOG_ACCEPT), None)
        return _of_our_own(Click(""), accept, page) if accept and last in {"Enter", " "} else None
    if last in STILL_KEYS and not set(held) - {"Shift"}:
        return None
    if held in (["Control"], ["Meta"]) and last.lower() in {"a", "c"}:
        return None
    if not focused:
        return None if last in _MOVING_KEYS and not held else Consequence("press", key_said(key), host(page.url))
    found = (_of_key_on(held, last, element, page) for element in focused)
    return next((effect for effect in found if effect), None)


def _of_key_on(held: list[str], last: str, element: Element, page: Page) -> Consequence | None:
    written = element.kind in _WRITTEN or (not element.kind and element.role in {"textbox", "searchbox"})
    written = written and not element.states & {"readonly", "disabled"}
    if last in _MOVING_KEYS and not set(held) - {"Shift"}:
        return None if written else _of_setting(element, page)
    if last == "Enter":
        return _of_enter(element, page, "+".join([*held, last]))
    if last == " " and not held:
        return _of_setting(element, page) if written else _of_click(element, page)
    plain = not set(held) - {"Shift"} and (len(last) == 1 or last in {"Backspace", "Delete", "Insert"})
    if written and (plain or (held in (["Control"], ["Meta"]) and last.lower() in _EDITING)):
        return _of_setting(element, page)
    return Consequence("press", key_said("+".join([*held, last])), _here(element, page))


def _of_enter(element: Element, page: Page, key: str = "Enter") -> Consequence | None:
    """Enter presses buttons and links, and sends the form of a field; in editors it may send the message."""
    if element.handle.startswith(_OURS):
        return _of_our_own(Submit(element.uid), element, page)
    if not element.kind and element.role not in {"textbox", "searchbox", "combobox"}:
        return _of_click(element, page)
    if element.kind in {"textarea", "contenteditable"}:
        return Consequence("press", f"{key_said(key)} in {element.label}", _here(element, page), _fields(element, page))
    if element.kind.startswith("select") and element.form is None:
        return None
    return _of_submit(element, page)


def _of_drop(taken: Element, place: Element, page: Page) -> Consequence | None:
    """To drop a thing is to press where it is dropped: told by the name of that place."""
    words = _words(place)
    unread = not folded(words) or foreign(place.label) or _other_language(page)
    if unread or has_verb(words) or _BINS & set(folded(words).split()) or has_verb(place.heading):
        return Consequence("drop", f"{taken.label} onto {place.label}", _here(place, page))
    return None


def _around(element: Element, page: Page) -> list[Element]:
    """The elements that contain this one, innermost first: a press reaches them too."""
    path = element.xpath
    outer = [e for e in page.elements if e.xpath and path.startswith(e.xpath + "/") and e.handle != element.handle]
    return sorted(outer, key=lambda e: -len(e.xpath))


def _of_press(element: Element, page: Page) -> Consequence | None:
    form = _form(element, page)
    if element.submits:
        return _of_form(element, form, page)
    if by_script(element.attributes, ("onclick",)):
        return Consequence("send", element.label, _here(element, page), _fields(element, page))
    if element.href:
        return _of_link(element, page)
    if element.kind or element.role == "switch":
        return _of_setting(element, page)
    if element.role in _UNPRESSED or element.tag == "summary":
        return _pressed(element, page) if plain(element.label) else None
    return _pressed(element, page)


def _of_submit(element: Element, page: Page) -> Consequence | None:
    """Sending from a field is done by a button of the form, shown or not, which may have its own address."""
    form = _form(element, page)
    if element.submits:
        return _of_form(element, form, page)
    if form is None:
        search = element.role == "searchbox" and not element.secret
        return None if search else Consequence("send", element.label, _here(element, page))
    shown = next((e for e in page.elements if e.submits and e.form == element.form), element)
    senders = [replace(element, submits=form.default)] if form.default else []
    found = (_of_form(sender, form, page) for sender in (*senders, shown))
    return next((effect for effect in found if effect), None)


def _of_form(element: Element, form: Form | None, page: Page) -> Consequence | None:
    sent = element.submits or (form.submission if form else None)
    if sent is None:
        return Consequence("send", element.label, _here(element, page))
    if sent.method == "dialog":
        return _pressed(element, page)
    own = form is not None and form.submission == sent
    if (
        form is not None
        and own
        and is_search(form)
        and not acts(sent.url)
        and host(sent.url) == _here(element, page)
        and not grave(_words(element))
    ):
        return None
    hidden = form is not None and form.hidden
    return Consequence("send", element.label, host(sent.url), form.fields if form else (), hidden)


def _of_link(element: Element, page: Page) -> Consequence | None:
    parts = urlsplit(element.href)
    if parts.scheme not in {"http", "https", "", "javascript", "blob"}:
        return Consequence("open", element.label, f"{parts.scheme} {parts.path}")
    here = element.href.partition("#")[0] in {page.url.partition("#")[0], ""}
    if parts.scheme == "javascript" or here or element.role != "link":
        return _pressed(element, page)
    saved = dict(element.attributes).get("download", "")
    if is_program(element.href, saved):
        return Consequence("download", element.label, host(element.href))
    if any(name == "onclick" for name, _ in element.attributes) and (pressed := _pressed(element, page)):
        return pressed
    if harms(element.href) or plain(element.label) or does_it(element.label, element.href):
        return Consequence("press", element.label, host(element.href))
    return None


_TICKED = frozenset({"switch", "checkbox", "menuitemcheckbox"})


def _of_setting(element: Element, page: Page) -> Consequence | None:
    """Controls that send or save as soon as they are set."""
    if by_script(element.attributes, ("onchange", "oninput", "onclick")):
        return Consequence("send", element.label, _here(element, page), _fields(element, page))
    ticked = element.role in _TICKED or element.kind in {"checkbox", "radio"}
    alone = element.form is None and (ticked or element.kind == "select-one")
    done = (has_verb if element.role == "switch" else plain)(_words(element))
    if alone and ((ticked and done) or _ACCOUNT.search(urlsplit(page.url).path)):
        return Consequence("press", element.label, _here(element, page))
    return None


def _pressed(element: Element, page: Page) -> Consequence | None:
    """A press that only a script answers: told by its name, or by what stands around a name that says nothing."""
    words = _words(element)
    around = (element.heading, element.context, element.dialog)
    told = set(folded(element.label).split()) <= GENERIC and any(map(asks, around))
    opens = bool(element.states & {"expanded", "collapsed"})
    unread = foreign(element.label) or (_other_language(page) and not opens)
    strange = not opens and element.role in {"button", "menuitem", ""} and unknown(element.label, _told_of(page))
    if not folded(words) or has_verb(words) or told or unread or strange:
        return Consequence("press", element.label, _here(element, page), _fields(element, page))
    return None


def _other_language(page: Page) -> bool:
    """True when the page says that its names are in a language whose verbs are not known here."""
    return bool(page.language) and not page.language.lower().startswith("en")


def _here(element: Element, page: Page) -> str:
    """The host of the document that the element stands in, which may be a frame of another site."""
    return element.site or host(page.url)


def _form(element: Element, page: Page) -> Form | None:
    return page.forms[element.form] if element.form is not None else None


def _fields(element: Element, page: Page) -> tuple[Field, ...]:
    """The fields that would be sent along: those of its form, or, where there is none, of the dialog it stands in."""
    form = _form(element, page)
    if form is not None or not element.dialog:
        return form.fields if form else ()
    beside = (
        one for one in page.elements if one.dialog == element.dialog and one.kind in _WRITTEN and one.form is None
    )
    return tuple(Field(one.label, one.value, one.kind, "", one.secret) for one in beside)


def _words(element: Element) -> str:
    """All that it is called anywhere: what is read out and what is shown may be two things."""
    return f"{element.name} {element.text} {element.description} {element.hints} {marked(element.attributes)}"


def _told_of(page: Page) -> str:
    """What the page as a whole is about, as far as its address and title tell."""
    parts = urlsplit(page.url)
    return re.sub(r"[\W_]+", " ", f"{parts.netloc.partition('.')[0]} {parts.path} {page.title}")


def by_script(attributes: tuple[tuple[str, str], ...], handlers: tuple[str, ...] = ("onclick",)) -> bool:
    """True when the markup itself says that an element with these attributes sends."""
    for name, value in attributes:
        if name in _SEND_ATTRIBUTES or (name in _METHOD_ATTRIBUTES and value.lower() != "get"):
            return True
        if name in handlers and _SENDS.search(value):
            return True
    return False
