"""A confirmation is the next turn: what was asked is kept as a value and judged again on a fresh page."""

from dataclasses import dataclass

from engine.judging.consequence import Consequence, consequence
from engine.values.action import Action, Change, Click, OnElement, Submit, TextInput
from engine.values.page import Element, Field, Page


@dataclass(frozen=True, slots=True)
class Pending:
    """The one action that a yes in the very next turn may carry out.

    `element` and `fields` are what the user was told; `asked_at` is time.monotonic() when the question was asked.
    """

    action: Action
    url: str
    asked_at: float
    element: Element | None = None
    fields: tuple[Field, ...] = ()
    consequence: Consequence | None = None


def same_element(known: Element, page: Page) -> Element | None:
    """Return the element of `page` that is still what `known` was: same node, role, name, row and target."""
    for element in page.elements:
        if element.handle == known.handle:
            then = (known.role, known.label, known.context, known.href, known.submits)
            now = (element.role, element.label, element.context, element.href, element.submits)
            return element if then == now else None
    return None


def renewed(pending: Pending, page: Page, now: float, patience: float) -> Action | str:
    """Return the pending action, addressed to the fresh `page`, or a sentence that says why it no longer holds."""
    if now - pending.asked_at > patience:
        return "That was too long ago, so I did nothing. Please say it again."
    if pending.element is None:
        return pending.action
    element = same_element(pending.element, page) if page.url == pending.url else None
    if element is None:
        return f"The page has changed since I asked about {pending.element.label}, so I did nothing. Say it again."
    action = readdressed(pending.action, element.uid)
    current = consequence(action, page)
    if current != pending.consequence or _fields(element, page) != pending.fields:
        return f"What {pending.element.label} would do has changed since I asked, so I did nothing. Say it again."
    return action


def pending_for(action: Action, page: Page, now: float) -> Pending:
    """Return what must be remembered to carry `action` out after a yes."""
    element = page.by_uid.get(action.uid) if isinstance(action, OnElement) else None
    fields = _fields(element, page) if element else ()
    return Pending(action, page.url, now, element, fields, consequence(action, page))


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


def _fields(element: Element, page: Page) -> tuple[Field, ...]:
    return page.forms[element.form].fields if element.form is not None else ()
