"""Answers to what Sayso asked: yes or no, a dialog of the page, "which one?"."""

from dataclasses import replace

from engine import replying
from engine.chain.concluding import ask_for_page, carry_out, conclude, offer, say
from engine.chain.entering import look_again
from engine.chain.state import Choices, State
from engine.chain.steps import Turn, attempt, hear, heard_for, look, stamp_of
from engine.commanding.choosing import Option
from engine.commanding.commands import (
    Choose,
    ClickOn,
    Command,
    Dismiss,
    Help,
    More,
    No,
    Pick,
    Repeat,
    Stop,
    TypeInto,
    Unclear,
    WhereAmI,
    Yes,
)
from engine.commanding.matching import among, folded
from engine.judging.consent import renewed
from engine.seeing.kinds import DIALOG_ACCEPT, DIALOG_DISMISS, DIALOG_TEXT, asks_for_secret
from engine.values.action import Click, TextInput
from engine.values.outcome import Done
from engine.values.page import Element, Page

_OK = frozenset({"ok", "okay"})


def confirm(turn: Turn, state: State, closed: State) -> State:
    """A yes: the pending action is judged again against a fresh page and carried out once."""
    pending = state.pending
    if pending is None:
        return say(turn, closed, replying.NOTHING_TO_CONFIRM, "refused")
    if turn.said.early or turn.said.at <= pending.asked_at:  # it answers something else
        asking = replace(closed, pending=replace(pending, asked_at=turn.kit.clock()))
        asked = state.last_reply.removeprefix(replying.TOO_EARLY).strip()
        return say(turn, asking, f"{replying.TOO_EARLY} {asked}", "asked")
    page = look_again(turn, closed)
    patience, stamp = turn.kit.settings.consent_seconds, stamp_of(pending.action)
    action = renewed(pending, page, turn.kit.clock(), patience, stamp)
    if isinstance(action, str) and page.omitted:  # it was far from the view when it was asked about
        page = look_again(turn, closed, whole=True)
        action = renewed(pending, page, turn.kit.clock(), patience, stamp)
    if isinstance(action, str):
        return say(turn, closed, action, "refused")
    return carry_out(turn, closed, action, page, "user's yes")


def refrain(turn: Turn, state: State, closed: State, *, stopping: bool) -> State:
    """A no, or a stop: nothing is carried out."""
    if state.pending is not None:
        sentence = replying.declined(state.pending.action, state.pending.element)
    else:
        sentence = replying.NOTHING_RUNNING if stopping and state.choices is None else replying.ALL_RIGHT
    return say(turn, closed, sentence, "done")


def at_dialog(turn: Turn, command: Command | None, state: State, closed: State) -> State | None:
    """Answer the JavaScript dialog that was read out. None when it has gone: then the words are an instruction."""
    match command:
        case Yes():
            return confirm(turn, state, closed)
        case ClickOn(name) if folded(name) in _OK:
            return confirm(turn, state, closed)
        case Unclear() if folded(turn.said.text) in _OK:
            return confirm(turn, state, closed)
        case No() | Stop() | Dismiss():
            return _dismiss(turn, closed)
        case ClickOn(name) if folded(name) == "cancel":
            return _dismiss(turn, closed)
    page = look(turn)
    if page.dialog is None:
        if command is None:
            hear(turn)
        return None
    field = next((element for element in page.elements if element.handle == DIALOG_TEXT), None)
    if field is not None and isinstance(command, TypeInto | None) and not turn.said.early:
        return _type(turn, command, closed, page, field)
    if isinstance(command, TypeInto | Choose | None):
        hear(turn, secret=field is not None and (field.secret or asks_for_secret(page.dialog or "")))
    asked_again = isinstance(command, Repeat | WhereAmI | Help)
    first = "" if asked_again else f"{replying.FIRST_ANSWER} "
    return ask_for_page(turn, closed, first + replying.where_am_i(page), page)


def _type(turn: Turn, command: TypeInto | None, state: State, page: Page, field: Element) -> State:
    """Words for the field of a prompt, with or without a verb; the dialog stays open until a yes."""
    text = (command.whole or command.text) if command else turn.said.text.strip()
    turn = heard_for(turn, text, secret=field.secret or asks_for_secret(page.dialog or ""))
    action = TextInput(text, field.uid)
    outcome = attempt(turn, action, page, "command")
    if not isinstance(outcome, Done):
        return conclude(turn, state, action, page, outcome)
    return ask_for_page(
        turn, state, replying.done(action, replace(field, name="The answer"), outcome, page), look(turn)
    )


def asked_by_page(state: State) -> bool:
    """True while the open question is a JavaScript dialog's: no closes it, and silence would leave it in the way."""
    element = state.pending.element if state.pending else None
    return element is not None and element.handle == DIALOG_ACCEPT


def _dismiss(turn: Turn, state: State) -> State:
    """Cancel; of an alert, which can only be noted, OK."""
    page = look(turn)
    ways = {element.handle: element for element in page.elements}
    cancel = ways.get(DIALOG_DISMISS) or ways.get(DIALOG_ACCEPT)
    if cancel is None:
        return say(turn, state, replying.ALL_RIGHT, "done")
    return carry_out(turn, state, Click(cancel.uid), page, "command")


def at_choices(turn: Turn, command: Command | None, choices: Choices, closed: State) -> State | Element | Option | None:
    """Return the option that was meant, or the list once more; None when the words are another command.

    The model has no say here: what fits no option, or several, is asked again, and so is what was begun before the
    list could be heard.
    """
    if turn.said.early:
        return offer(turn, closed, choices) if isinstance(command, Pick | None | Unclear) else None
    match command:
        case Pick(number) if number > len(choices.options):
            kept = replace(closed, choices=choices)
            return say(turn, kept, replying.no_such_choice(len(choices.options)), "asked")
        case Pick(number):
            return choices.options[number - 1]
        case More():
            start = choices.start + replying.OFFERED
            return offer(turn, closed, replace(choices, start=start if start < len(choices.options) else 0))
        case ClickOn(name):
            meant = among(name, choices.options)
            return meant[0] if len(meant) == 1 else None
        case None | Unclear():
            meant = among(turn.said.text, choices.options)
            return meant[0] if len(meant) == 1 else offer(turn, closed, choices, replying.NOT_WHICH)
    return None
