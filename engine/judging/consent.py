"""A confirmation is the next turn: what was asked is kept as a value and judged again on a fresh page."""

from dataclasses import dataclass

from engine.judging.consequence import Consequence, consequence
from engine.values.action import Action, Change, Click, OnElement, Reload, Submit, TextInput
from engine.values.page import Element, Field, Form, Page, Submission

_TELLING = frozenset({"id", "name", "value", "onclick", "formaction", "form", "for"})


@dataclass(frozen=True, slots=True)
class Pending:
    """The one action that a yes in the very next turn may carry out.

    `element` and `fields` are what the user was told, `digest` stands for all that would be sent beside them;
    `asked_at` is time.monotonic() when the question was asked.
    """

    action: Action
    url: str
    asked_at: float
    element: Element | None = None
    fields: tuple[Field, ...] = ()
    digest: str = ""
    consequence: Consequence | None = None


def same_element(known: Element, page: Page) -> Element | None:
    """Return the element of `page` that is still what `known` was: same node, role, name, row, heading and target."""
    for element in page.elements:
        if element.handle == known.handle:
            return element if _identity(element) == _identity(known) else None
    return None


def _identity(element: Element) -> tuple[object, ...]:
    """What tells one thing from another of its kind; classes and styles may change under the mouse."""
    told = (name.startswith("data-") or name in _TELLING for name, _ in element.attributes)
    marks = tuple(pair for pair, kept in zip(element.attributes, told, strict=True) if kept)
    place = (element.context, element.heading, element.href, element.submits, element.site)
    return (element.role, element.label, *place, marks)


def renewed(pending: Pending, page: Page, now: float, patience: float) -> Action | str:
    """Return the pending action, addressed to the fresh `page`, or a sentence that says why it no longer holds."""
    if now - pending.asked_at > patience:
        return "That was too long ago, so I did nothing. Please say it again."
    if pending.element is None:
        here = page.url == pending.url or not isinstance(pending.action, Reload)
        return pending.action if here else "Another page is open now, so I did nothing. Say it again."
    element = same_element(pending.element, page) if page.url == pending.url else None
    if element is None:
        return f"The page has changed since I asked about {pending.element.label}, so I did nothing. Say it again."
    action = readdressed(pending.action, element.uid)
    current = consequence(action, page)
    form = _form(element, page)
    if current != pending.consequence or (form.fields, form.digest) != (pending.fields, pending.digest):
        return f"What {pending.element.label} would do has changed since I asked, so I did nothing. Say it again."
    return action


def pending_for(action: Action, page: Page, now: float) -> Pending:
    """Return what must be remembered to carry `action` out after a yes."""
    element = page.by_uid.get(action.uid) if isinstance(action, OnElement) else None
    form = _form(element, page)
    return Pending(action, page.url, now, element, form.fields, form.digest, consequence(action, page))


def readdressed(action: Action, uid: str) -> Action:
    """Return the action with another uid; actions without one stay as they are."""
    match action:
        case Click():
            return Click(uid)
        case Submit():
            return Submit(uid)
        case TextInput(text, _):
            return TextInput(text, uid)
        case Change(value, _):
            return Change(value, uid)
        case _:
            return action


_NO_FORM = Form("", "", Submission("", ""))


def _form(element: Element | None, page: Page) -> Form:
    return page.forms[element.form] if element is not None and element.form is not None else _NO_FORM
