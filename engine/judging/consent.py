"""A confirmation is the next turn: what was asked is kept as a value and judged again on a fresh page."""

import re
from dataclasses import dataclass, replace

from engine.judging.consequence import Consequence
from engine.judging.leaving import at_stake, subject
from engine.values.action import Action, Drag, OnElement, Press, Reload
from engine.values.page import Element, Field, Form, Page, Submission

_TELLING = frozenset({"id", "name", "value", "onclick", "formaction", "form", "for"})


@dataclass(frozen=True, slots=True)
class Pending:
    """The one action that a yes in the very next turn may carry out.

    `element` and `fields` are what the user was told, `digest` stands for all that would be sent beside them, `onto` is
    where something would be dropped, `sums` are the amounts of money that were shown for what is paid, `stamp` changes
    when the file does that would be attached; `asked_at` is time.monotonic() when the question was asked.
    """

    action: Action
    url: str
    asked_at: float
    element: Element | None = None
    fields: tuple[Field, ...] = ()
    digest: str = ""
    consequence: Consequence | None = None
    onto: Element | None = None
    stamp: tuple[int, ...] = ()
    sums: frozenset[str] = frozenset()


def same_element(known: Element, page: Page) -> Element | None:
    """Return the element of `page` that is still what `known` was: same node, role, name, row, heading and target."""
    for element in page.elements:
        if element.handle == known.handle:
            return element if _identity(element) == _identity(known) else None
    return None


def same_field(known: Element, page: Page) -> Element | None:
    """Return the field of `page` that `known` was, whatever it holds now: same node, role, name and kind."""
    found = next((one for one in page.elements if one.handle == known.handle), None)
    same = found is not None and (found.role, found.label, found.kind) == (known.role, known.label, known.kind)
    return found if same else None


def like(known: Element, page: Page) -> Element | None:
    """Return the one element that is all that `known` was, but for its node: a page may have drawn itself anew.

    None when there are several, or when anything that tells one row or target from another has changed.
    """
    found = [one for one in page.elements if _place(one) == _place(known)]
    return found[0] if len(found) == 1 else None


def _identity(element: Element) -> tuple[object, ...]:
    """What tells one thing from another of its kind; classes and styles may change under the mouse."""
    told = (name.startswith("data-") or name in _TELLING for name, _ in element.attributes)
    marks = tuple(pair for pair, kept in zip(element.attributes, told, strict=True) if kept)
    place = (element.context, element.heading, element.href, element.submits, element.site)
    return (element.role, element.label, *place, marks)


def _place(element: Element) -> tuple[object, ...]:
    return (*_identity(element), element.kind, element.row, element.column, element.dialog)


def renewed(pending: Pending, page: Page, now: float, patience: float, stamp: tuple[int, ...] = ()) -> Action | str:
    """Return the pending action, addressed to the fresh `page`, or a sentence that says why it no longer holds.

    `stamp` is that of the file now.
    """
    if now - pending.asked_at > patience:
        return "That was too long ago, so I did nothing. Please say it again."
    if stamp != pending.stamp:
        return "The file has changed since I asked, so I did nothing. Say it again."
    if pending.element is None:
        return _renewed_of_page(pending, page)
    element = same_element(pending.element, page) if page.url == pending.url else None
    if element is None:
        return f"The page has changed since I asked about {pending.element.label}, so I did nothing. Say it again."
    action = _moved(pending, element, page)
    current = at_stake(action, page) if action else None
    form = _form(element, page)
    if _sums(element, page) != pending.sums:
        return f"The sums on the page have changed since I asked about {pending.element.label}. Say it again."
    if not action or current != pending.consequence or (form.fields, form.digest) != (pending.fields, pending.digest):
        return f"What {pending.element.label} would do has changed since I asked, so I did nothing. Say it again."
    return action


def _renewed_of_page(pending: Pending, page: Page) -> Action | str:
    """A pending action on no element: what is bound to a page must find it, and a key must do there what it did."""
    action = pending.action
    same = not isinstance(action, OnElement) or at_stake(action, page) == pending.consequence
    if isinstance(action, Reload | OnElement) and not (same and page.url == pending.url):
        return "Another page is open now, so I did nothing. Say it again."
    return action


def pending_for(action: Action, page: Page, now: float, stamp: tuple[int, ...] = ()) -> Pending:
    """Return what must be remembered to carry `action` out after a yes."""
    element = subject(action, page)
    onto = page.by_uid.get(action.onto) if isinstance(action, Drag) else None
    form = _form(element, page)
    effect = at_stake(action, page)
    sums = _sums(element, page)
    return Pending(action, page.url, now, element, form.fields, form.digest, effect, onto, stamp, sums)


def _sums(element: Element | None, page: Page) -> frozenset[str]:
    """The amounts of money on the page, for what says that it pays, orders or sends some; none for other things."""
    if element is None or not _PAYING.search(f"{element.label} {element.text} {element.description}"):
        return frozenset()
    shown = (page.text, *(text for _, text in page.headings), element.context, element.dialog, element.label)
    return frozenset(" ".join(found[0].split()) for text in shown for found in _SUM.finditer(text))


_PAYING = re.compile(
    r"\b(?:pay|buy|order|purchase|checkout|check out|book|reserve|donate|bid|transfer|send|subscribe|confirm|rent|hire|"
    r"renew|upgrade|top ?up|invest|trade|accept|complete|finish|continue|submit|yes|ok)\b",
    re.I,
)
_MONEY = r"(?:[$€£¥₹₽]|\b(?:eur|usd|gbp|chf|jpy|euros?|dollars?|pounds?|francs?|cents?|yen)\b)"
_SUM = re.compile(rf"{_MONEY}\s?\d[\d.,' ]*|\d[\d.,']*\s?{_MONEY}", re.I)


def readdressed(action: Action, uid: str) -> Action:
    """Return the action with another uid; actions on no element stay as they are."""
    return replace(action, uid=uid) if isinstance(action, OnElement) and action.uid else action


def _moved(pending: Pending, element: Element, page: Page) -> Action | None:
    """The pending action on the elements as they are called now; None when the place to drop, or the focus, is not."""
    action = readdressed(pending.action, element.uid)
    if isinstance(action, Press) and not action.uid:
        return action if "focused" in element.states else None
    if not isinstance(action, Drag):
        return action
    onto = same_element(pending.onto, page) if pending.onto else None
    return replace(action, onto=onto.uid) if onto else None


_NO_FORM = Form("", "", Submission("", ""))


def _form(element: Element | None, page: Page) -> Form:
    return page.forms[element.form] if element is not None and element.form is not None else _NO_FORM
