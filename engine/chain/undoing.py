"""Undo: each action that was seen to succeed leaves its way back, or the reason why there is none."""

from dataclasses import replace

from engine import replying
from engine.chain.concluding import carry_out, say
from engine.chain.reversing import holds
from engine.chain.state import Reverse, State
from engine.chain.steps import Turn
from engine.judging.consent import readdressed, same_field
from engine.values.page import Page


def is_at_hand(state: State, page: Page) -> bool:
    """Whether there is a way back from the last thing done, and what it is on is described on the page."""
    last = state.undo[-1] if state.undo else Reverse()
    return last.action is not None and (last.element is None or same_field(last.element, page) is not None)


def undo(turn: Turn, state: State, page: Page) -> State:
    """Undo the last thing done, if it can be undone and is still as it was left."""
    if not state.undo:
        return say(turn, state, replying.NOTHING_TO_UNDO, "failed")
    last, rest = state.undo[-1], state.undo[:-1]
    if last.action is None:
        return say(turn, state, replying.cannot_undo(last.why), "refused")
    closed = replace(state, undo=rest)
    if last.url and last.url != page.url:
        return say(turn, closed, replying.ELSEWHERE_NOW, "refused")
    action = last.action
    if last.element is not None:
        found = same_field(last.element, page)
        if found is None:
            return say(turn, closed, replying.gone(last.element), "failed")
        if last.held and holds(found) != last.held:
            return say(turn, closed, replying.changed_meanwhile(found.label), "refused")
        action = readdressed(action, found.uid)
    after = carry_out(turn, closed, action, page, "command")
    return replace(after, undo=rest)
