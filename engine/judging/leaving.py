"""What would be lost: entries that Sayso made and has not seen sent, on a page that is about to be left.

Pages that ask by themselves are few; most forget without a word.
"""

from engine.commanding.searching import is_search
from engine.judging.consequence import Consequence, consequence, host
from engine.judging.wording import document_of
from engine.values.action import Action, Back, Click, Forward, Load, OnElement, Press, Reload, Submit, TabRemove
from engine.values.page import Element, Page

_WRITTEN = frozenset({"textarea", "contenteditable", "text", "email", "tel", "url", "number"})
_SIGN_IN_FIELDS = 3
"""A form with a password and no more fields than these holds nothing that is a loss."""


def at_stake(action: Action, page: Page) -> Consequence | None:
    """Return what a yes is needed for: what the action would do to the world, else what it would lose."""
    return consequence(action, page) or _loss(action, page)


def is_entry(element: Element, page: Page) -> bool:
    """True for a field whose content would be missed: not what was looked for, nor a name and a password."""
    if element.secret or element.role == "searchbox" or element.kind == "search":
        return False
    if element.form is None:
        return element.kind in _WRITTEN
    form = page.forms[element.form]
    signs_in = len(form.fields) <= _SIGN_IN_FIELDS and any(field.secret for field in form.fields)
    return bool(element.kind) and not is_search(form) and not signs_in


def active_tab(page: Page) -> str:
    """Return the handle of the tab that is shown, "" where the page tells of none."""
    return next((tab.handle for tab in page.tabs if tab.active), "")


def subject(action: Action, page: Page) -> Element | None:
    """Return the element of an action; of a key, the one with the focus."""
    if isinstance(action, Press) and not action.uid:
        focused = [one for one in page.elements if "focused" in one.states]
        return focused[0] if len(focused) == 1 else None
    return page.by_uid.get(action.uid) if isinstance(action, OnElement) else None


def _loss(action: Action, page: Page) -> Consequence | None:
    tab = _left(action, page)
    element = subject(action, page)
    own = element.form if element and (element.submits or element.kind) else None  # a link in a form does not send it
    lost = [one.label for one in page.unsaved if one.tab == tab and (own is None or one.form != own)]
    if tab is None or not lost:
        return None
    return Consequence("leave", " and ".join(dict.fromkeys(lost)), host(page.url))


def _left(action: Action, page: Page) -> str | None:
    """The tab whose page would go, None when none would."""
    if page.dialog is not None:
        return None
    match action:
        case Load(url) if "#" in url and document_of(url) == document_of(page.url):
            return None
        case Load() | Back() | Forward() | Reload():
            return active_tab(page)
        case TabRemove(handle):
            return handle
        case Click(_, _, "left") | Submit() | Press("Enter"):
            element = subject(action, page)
            return active_tab(page) if element and _leads_away(action, element, page) else None
    return None


def _leads_away(action: Action, element: Element, page: Page) -> bool:
    told = dict(element.attributes)
    if told.get("target", "").lower() not in {"_self", "_top", "_parent", ""} or "download" in told:
        return False
    if element.submits:
        return element.submits.method != "dialog"
    if element.kind and element.form is not None and isinstance(action, Submit | Press):
        return is_search(page.forms[element.form])
    return element.href.startswith(("http://", "https://")) and document_of(element.href) != document_of(page.url)
