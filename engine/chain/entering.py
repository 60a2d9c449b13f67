"""What was entered and not seen to be sent, kept so that no page is left without a question."""

from dataclasses import replace

from engine.chain.reversing import holds
from engine.chain.state import Entry, State
from engine.chain.steps import Turn, look
from engine.judging.consent import same_field
from engine.judging.consequence import SENDING, consequence
from engine.judging.leaving import active_tab, is_entry
from engine.judging.wording import document_of
from engine.values.action import Action, Change, Click, Paste, TextInput, Upload
from engine.values.outcome import Outcome, succeeded
from engine.values.page import Element, Page, Unsaved

_EMPTY = frozenset({"=", "empty", "off"})


def look_again(turn: Turn, state: State, *, whole: bool = False) -> Page:
    """Look, and add what only the conversation knows: what was sent to this address, and what would be lost."""
    page = look(turn, whole=whole)
    resends = page.resends or document_of(page.url) in state.sent
    return replace(page, resends=resends, unsaved=_unsaved(state.entries, page))


def entered(state: State, action: Action, page: Page, outcome: Outcome, after: Page) -> State:
    """Return the state with what `action` entered, or without what it sent."""
    if not succeeded(outcome):
        return state
    effect = consequence(action, page)
    if effect is not None and effect.kind in SENDING:
        return replace(state, entries=tuple(one for one in state.entries if one.tab != active_tab(page)))
    element = page.by_uid.get(getattr(action, "uid", ""))
    if not isinstance(action, TextInput | Change | Click | Paste | Upload) or element is None:
        return state
    return replace(state, entries=_with(state.entries, element, page, after)) if is_entry(element, page) else state


def _with(entries: tuple[Entry, ...], element: Element, page: Page, after: Page) -> tuple[Entry, ...]:
    """The entries with what this field holds now; without it where that is what it held at first."""
    now = same_field(element, after)
    if now is None:
        return entries
    earlier = next((one for one in entries if one.element.handle == element.handle), None)
    before = earlier.before if earlier else holds(element)
    others = tuple(one for one in entries if one is not earlier)
    if holds(now) in {before, *_EMPTY}:
        return others
    return (*others, Entry(active_tab(after), document_of(after.url), now, before))


def _unsaved(entries: tuple[Entry, ...], page: Page) -> tuple[Unsaved, ...]:
    """The entries that still stand: seen where they are shown, taken on trust elsewhere."""
    shown = active_tab(page)
    here = [found for one in entries if one.tab == shown and (found := _standing(one, page))]
    addresses = {tab.handle: document_of(tab.url) for tab in page.tabs if not tab.active}
    away = [Unsaved(one.element.label, one.tab) for one in entries if addresses.get(one.tab) == one.url]
    return (*here, *away)


def _standing(entry: Entry, page: Page) -> Unsaved | None:
    """What is shown of an entry that still stands; on trust, too, where its field may be far from the view."""
    now = same_field(entry.element, page)
    if now is not None:
        return Unsaved(now.label, entry.tab, now.form) if holds(now) == holds(entry.element) else None
    far = page.omitted and entry.url == document_of(page.url)
    described = any(one.handle == entry.element.handle for one in page.elements)
    return Unsaved(entry.element.label, entry.tab) if far and not described else None
