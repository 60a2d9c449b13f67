"""Does this action change the world? Read from the live element and form, never from the model's word (web.md §3).

The names of things lie in both directions, so structure comes first: what a click sends, by which method, with which
fields. Verbs catch the buttons that send by script. What the page says of itself may cause a question, never spare one.
"""

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlsplit

from engine.commanding.keys import key_said
from engine.commanding.matching import folded
from engine.commanding.resolving import is_search
from engine.seeing.kinds import DIALOG_ACCEPT, DIALOG_DISMISS, DIALOG_TEXT, PAGE_RELOAD, SIGN_IN_SEND, wished
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

Kind = Literal["send", "press", "open", "answer", "attach", "download", "drop", "allow", "sign-in"]

VERBS = frozenset(
    "buy purchase order pay checkout subscribe renew upgrade donate bid book reserve send reply post publish share "
    "invite tweet comment submit apply register confirm accept agree authorize authorise approve sign transfer "
    "withdraw deposit delete remove erase reset cancel unsubscribe deactivate block report vote call deploy merge "
    "save logout unfollow follow like finish complete discard revoke terminate disable enrol enroll sell refund "
    "empty clear archive join joined request allow upload move mark leave trial subscribed resubscribe grant enable "
    "activate unfriend unblock ban rsvp redeem claim pledge bet upvote downvote repost retweet".split()
)
"""Whole words (folded) that make a button consequential. English; a name in another script is always asked about."""

_DESTROYING = frozenset("delete remove erase unsubscribe deactivate logout cancel terminate revoke".split())
_GRAVE = frozenset("buy purchase pay order checkout book reserve donate transfer".split()) | _DESTROYING
_GENERIC = frozenset("ok okay yes continue proceed next done go now i am sure".split())
_PHRASES = re.compile(
    r"\b(?:check (?:out|in)|sign up|log out|sign out|log off|create account|close account|place order|"
    r"add (?:as )?friend|go live|opt (?:in|out)|top up|start .*\b(?:subscription|plan|payment|order|membership))\b"
)
_CLEARING = re.compile(
    r"\bclear (?:all |the |this )?(?:search(?: (?:box|field|text|query))?|filters?|sorting|input|text)(?=$| clear\b)"
)
"""Emptying a search box or a filter loses nothing."""

_URL_VERBS = re.compile(
    r"(?<![a-z])(?:delete|remove|unsubscribe|deactivate|purchase|log-?_?(?:out|off)|sign-?_?out|"
    r"(?:cancel|confirm|approve|pay|buy|place|empty|vote)(?![a-z]))",
    re.I,
)
_ORDERED = re.compile(
    r"(?:(?:buy|order|pay|book|send|submit) now|(?:buy|order|pay) (?:it|this|all)|place (?:the |my )?order|empty|"
    r"accept|approve|confirm|unfollow|leave|log ?out|log off|sign out)\b"
)
_PROGRAMS = re.compile(r"\.(?:exe|msi|dmg|pkg|deb|rpm|apk|jar|bat|cmd|ps1|sh|scr|appimage)$", re.I)
_ACCOUNT = re.compile(r"account|setting|privacy|payment|billing|security|preference|profile|subscription", re.I)
_SENDS = re.compile(r"submit\s*\(|requestsubmit|\.post\s*\(|sendbeacon", re.I)
_METHOD_ATTRIBUTES = frozenset({"data-method", "data-turbo-method", "data-http-method"})
_SEND_ATTRIBUTES = frozenset({"hx-post", "hx-put", "hx-patch", "hx-delete"})
_BINS = frozenset(
    "bin trash trashcan recycle recycling rubbish waste garbage wastebasket deleted archived sent published paid "
    "closed cancelled canceled approved rejected spam junk sold".split()
)
"""Places to which things are dragged for good."""

_STILL_KEYS = frozenset("Escape Tab Home End PageUp PageDown Shift Control Alt Meta".split())
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

    For `answer` (to a dialog) `host` holds the dialog's message. `hidden`: more would be sent than the fields tell.
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
        case TabCreate(url) if link := next((e for e in page.elements if url and e.href == url), None):
            return _of_press(link, page)
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
        return Consequence("attach", element.label, _here(element, page))
    match action:
        case Submit():
            return _of_submit(element, page)
        case Click():
            return _of_click(element, page)
        case Change() if not element.kind and element.role in {"button", "link", "menuitem"}:  # it opens a list
            return _of_click(element, page) or _of_setting(element, page)
        case _:
            return _of_setting(element, page)


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
    if element.handle.startswith("permission:allow:"):
        wishes = element.handle.rpartition(":")[2].split("+")
        return Consequence("allow", " and ".join(map(wished, wishes)), host(page.url))
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
    if last in _STILL_KEYS and not set(held) - {"Shift"}:
        return None
    if held in (["Control"], ["Meta"]) and last.lower() in {"a", "c"}:
        return None
    if not focused:
        return None if last in _MOVING_KEYS and not held else Consequence("press", key_said(key), host(page.url))
    found = (_of_key_on(held, last, element, page) for element in focused)
    return next((effect for effect in found if effect), None)


def _of_key_on(held: list[str], last: str, element: Element, page: Page) -> Consequence | None:
    written = element.kind in _WRITTEN or (not element.kind and element.role in {"textbox", "searchbox"})
    if last in _MOVING_KEYS and not set(held) - {"Shift"}:
        return None if written else _of_setting(element, page)
    if last == "Enter":
        return _of_enter(element, page)
    if last == " " and not held:
        return _of_setting(element, page) if written else _of_click(element, page)
    plain = not set(held) - {"Shift"} and (len(last) == 1 or last in {"Backspace", "Delete", "Insert"})
    if written and (plain or (held in (["Control"], ["Meta"]) and last.lower() in _EDITING)):
        return _of_setting(element, page)
    return Consequence("press", key_said("+".join([*held, last])), _here(element, page))


def _of_enter(element: Element, page: Page) -> Consequence | None:
    """Enter presses buttons and links, and sends the form of a field; in editors it may send the message."""
    if element.handle.startswith(_OURS):
        return _of_our_own(Submit(element.uid), element, page)
    if not element.kind and element.role not in {"textbox", "searchbox", "combobox"}:
        return _of_click(element, page)
    if element.kind in {"textarea", "contenteditable"}:
        form = _form(element, page)
        return Consequence("press", f"Enter in {element.label}", _here(element, page), form.fields if form else ())
    return None if element.kind.startswith("select") else _of_submit(element, page)


def _of_drop(taken: Element, place: Element, page: Page) -> Consequence | None:
    """To drop a thing is to press where it is dropped: told by the name of that place."""
    words = _words(place)
    unread = not folded(words) or _foreign(place.label) or _other_language(page)
    if unread or _has_verb(words) or _BINS & set(folded(words).split()) or _has_verb(place.heading):
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
    if _by_script(element, ("onclick",)):
        return Consequence("send", element.label, _here(element, page), form.fields if form else ())
    if element.href:
        return _of_link(element, page)
    if element.kind or element.role == "switch":
        return _of_setting(element, page)
    if element.role in _UNPRESSED or element.tag == "summary":
        return _pressed(element, page) if _plain(element) else None
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
        and not _harms(sent.url)
        and host(sent.url) == _here(element, page)
        and not _grave(element)
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
    if _PROGRAMS.search(parts.path):
        return Consequence("download", element.label, host(element.href))
    if any(name == "onclick" for name, _ in element.attributes) and (pressed := _pressed(element, page)):
        return pressed
    if _harms(element.href) or _plain(element):
        return Consequence("press", element.label, host(element.href))
    return None


def _of_setting(element: Element, page: Page) -> Consequence | None:
    """Controls that send or save as soon as they are set."""
    form = _form(element, page)
    if _by_script(element, ("onchange", "oninput", "onclick")):
        return Consequence("send", element.label, _here(element, page), form.fields if form else ())
    alone = form is None and (element.role == "switch" or element.kind in {"checkbox", "radio", "select-one"})
    grave = element.role == "switch" and _has_verb(_words(element))
    if alone and (grave or _ACCOUNT.search(urlsplit(page.url).path)):
        return Consequence("press", element.label, _here(element, page))
    return None


def _pressed(element: Element, page: Page) -> Consequence | None:
    """A press that only a script answers: told by its name, or by what stands around a name that says nothing."""
    words = _words(element)
    told = set(folded(element.label).split()) <= _GENERIC and _has_verb(f"{element.heading} {element.context}")
    unread = _foreign(element.label) or (_other_language(page) and not element.states & {"expanded", "collapsed"})
    if not folded(words) or _has_verb(words) or told or unread:
        form = _form(element, page)
        return Consequence("press", element.label, _here(element, page), form.fields if form else ())
    return None


def _other_language(page: Page) -> bool:
    """True when the page says that its names are in a language whose verbs are not known here."""
    return bool(page.language) and not page.language.lower().startswith("en")


def _here(element: Element, page: Page) -> str:
    """The host of the document that the element stands in, which may be a frame of another site."""
    return element.site or host(page.url)


def _form(element: Element, page: Page) -> Form | None:
    return page.forms[element.form] if element.form is not None else None


def _words(element: Element) -> str:
    return f"{element.name} {element.text} {element.description}"


def _by_script(element: Element, handlers: tuple[str, ...]) -> bool:
    """True when the markup itself says that the element sends."""
    for name, value in element.attributes:
        if name in _SEND_ATTRIBUTES or (name in _METHOD_ATTRIBUTES and value.lower() != "get"):
            return True
        if name in handlers and _SENDS.search(value):
            return True
    return False


def _harms(url: str) -> bool:
    """True when the address itself says that opening it changes something."""
    parts = urlsplit(url)
    return bool(_URL_VERBS.search(f"{parts.path}?{parts.query}"))


def _plain(element: Element) -> bool:
    """True when the label begins with an order to do harm, which the mere title of a page or tab does not."""
    label = folded(element.label)
    return label.partition(" ")[0] in _DESTROYING or bool(_ORDERED.match(label))


def _grave(element: Element) -> bool:
    return bool(_GRAVE & set(folded(_words(element)).split()))


def _has_verb(name: str) -> bool:
    words = _CLEARING.sub("", folded(name))
    return bool(VERBS & set(words.split())) or _PHRASES.search(words) is not None


def _foreign(label: str) -> bool:
    """True when the name has letters of another than the Latin script: no verb can be known in it."""
    letters = (c for c in unicodedata.normalize("NFKD", label) if c.isalpha() and unicodedata.category(c) != "Lm")
    return any("LATIN" not in unicodedata.name(c, "") for c in letters)
