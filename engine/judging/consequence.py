"""Does this action change the world? Read from the live element and form, never from the model's word (web.md §3).

The names of things lie in both directions, so structure comes first: what a click sends, by which method, with which
fields. Verbs catch the buttons that send by script.
"""

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from engine.commanding.matching import folded
from engine.commanding.resolving import is_search
from engine.values.action import Action, Change, Click, Load, Submit, TextInput
from engine.values.page import Element, Field, Form, Page

Kind = Literal["send", "press", "open"]

VERBS = frozenset(
    "buy purchase order pay checkout subscribe renew upgrade donate bid book reserve send reply post publish share "
    "invite tweet comment submit apply register confirm accept agree authorize authorise approve sign transfer "
    "withdraw deposit delete remove erase reset cancel unsubscribe deactivate block report vote call deploy merge "
    "save logout unfollow follow like".split()
)
"""Whole words (folded) that make a button consequential. English; other languages are judged by structure alone."""

_PHRASES = ("check out", "sign up", "log out", "sign out", "create account", "close account", "place order")
_URL_VERBS = re.compile(r"delete|remove|unsubscribe|cancel|log-?out|sign-?out|\bpay\b|confirm|vote|purchase", re.I)
_PRESSED = frozenset({"button", "menuitem", "switch", "img", "generic", ""})


@dataclass(frozen=True, slots=True)
class Consequence:
    """What would happen: `what` the control is called, `host` that would receive it, `fields` that would be sent."""

    kind: Kind
    what: str
    host: str
    fields: tuple[Field, ...] = ()


def consequence(action: Action, page: Page) -> Consequence | None:
    """Return what this action would do to the world; None when it only looks, moves or fills in."""
    match action:
        case Click(uid) | Submit(uid):
            element = page.by_uid.get(uid)
            return _of_element(element, page, submit=isinstance(action, Submit)) if element else None
        case Load(url) if not re.match(r"(?:https?://)?[^:/?#\s]+(?:[:/?#]|$)", url, re.I):
            return Consequence("open", url, url.partition(":")[0])
        case Change(uid=uid) | TextInput(uid=uid) if (element := page.by_uid.get(uid)) and element.kind == "file":
            return Consequence("send", element.label, host(page.url))
        case _:
            return None


def host(url: str) -> str:
    """Return the host that receives what is sent to `url`, with its port when it is unusual."""
    return urlsplit(url).netloc.rpartition("@")[2] or url[:60]


def _of_element(element: Element, page: Page, *, submit: bool) -> Consequence | None:
    form = page.forms[element.form] if element.form is not None else None
    if element.submits or submit:
        return _of_form(element, form, page)
    if element.href:
        return _of_link(element, page)
    if element.role in _PRESSED and _has_verb(f"{element.name} {element.text}"):
        return Consequence("press", element.label, host(page.url), form.fields if form else ())
    return None


def _of_form(element: Element, form: Form | None, page: Page) -> Consequence | None:
    sent = element.submits or (form.submission if form else None)
    url = sent.url if sent else page.url
    method = sent.method if sent else "post"
    if method == "dialog":
        return None
    same_place = form is not None and form.submission == sent
    if form is not None and same_place and is_search(form) and host(url) == host(page.url):
        return None
    return Consequence("send", element.label, host(url), form.fields if form else ())


def _of_link(element: Element, page: Page) -> Consequence | None:
    parts = urlsplit(element.href)
    if parts.scheme not in {"http", "https", ""} and not element.href.startswith("javascript:"):
        return Consequence("open", element.label, f"{parts.scheme} {parts.path}")
    if element.href.startswith("javascript:") or element.href.rstrip("#") == page.url.partition("#")[0]:
        verbs = _has_verb(f"{element.name} {element.text}")
        return Consequence("press", element.label, host(page.url)) if verbs else None
    if _URL_VERBS.search(f"{parts.path}?{parts.query}"):
        return Consequence("press", element.label, host(element.href))
    return None


def _has_verb(name: str) -> bool:
    words = folded(name)
    return bool(VERBS & set(words.split())) or any(phrase in words for phrase in _PHRASES)
