"""One turn: what was said becomes one verified action, a question, or an honest sentence."""

import re
from collections.abc import Callable
from dataclasses import replace
from threading import Event as Flag

from engine import replying
from engine.chain.adjusting import meant_for_page, own
from engine.chain.answering import asked_by_page, at_choices, at_dialog, confirm, refrain
from engine.chain.concluding import ask_for_page, conclude, offer, say, so_far, told, told_as
from engine.chain.entering import entered, look_again
from engine.chain.finding import find_step, name_alone, named, still, weighed
from engine.chain.reversing import noted
from engine.chain.state import Choices, Kit, State
from engine.chain.steps import Tried, Turn, attempt, hear, heard_for, look, reply, target, think
from engine.chain.undoing import is_at_hand, undo
from engine.commanding.choosing import Option
from engine.commanding.commands import (
    Choose,
    ClickOn,
    Command,
    Dismiss,
    Help,
    ListTabs,
    More,
    No,
    OnPage,
    Own,
    Pick,
    PressKey,
    Repeat,
    Stop,
    Talk,
    TypeInto,
    Unclear,
    Undo,
    WhereAmI,
    Yes,
)
from engine.commanding.matching import called, folded
from engine.commanding.phrases import HELP, spoken_number, understand
from engine.commanding.resolving import Next, Sorry, Step, Told, WhichOne
from engine.judging.consent import like, readdressed
from engine.judging.honesty import may_ask, supported
from engine.narrating.changes import news
from engine.replying.own import NO_MORE
from engine.replying.portions import MORE_TO_SAY
from engine.values.action import Action, Drag, Hover, Press, Say
from engine.values.errors import InstructionError
from engine.values.event import Event
from engine.values.outcome import ChangedSince, Done, Navigated, NoEffect, TabOpened, Vanished
from engine.values.page import Element, Page
from engine.values.sound import Said

LONGEST = 1000
"""Characters of one instruction."""

_SEVERAL = re.compile(r",|;|\b(?:and|then|after that|next|until|each|every|all)\b", re.I)
"""Words of an instruction that may need more than one action; any other ends with the first that succeeded."""


def take(said: Said, state: State, kit: Kit, emit: Callable[[Event], None], stop: Flag) -> State:
    """Take one utterance to its end and return the next state. Raises SaysoError; `stop` ends it as Interrupted.

    A question that is open (`state.pending`, `state.choices`) holds for this turn only, whatever is said.
    """
    turn = Turn(said, kit, emit, stop, kit.clock())
    command = understand(said.text, choosing=state.choices is not None)
    if not isinstance(command, TypeInto | Choose) and not (command is None and asked_by_page(state)):
        hear(turn)
    _check_fit(said.text, understood=command is not None)
    closed = replace(state, pending=None, choices=None, rest="")
    if isinstance(command, Own):
        return _about_sayso(turn, command, state, closed)
    fresh = state.last_reply.endswith(MORE_TO_SAY)
    if state.rest and (isinstance(command, More) or (fresh and folded(said.text) in _GO_ON)):
        return say(turn, closed, state.rest, state.status)
    if asked_by_page(state) and (answered := at_dialog(turn, command, state, closed)):
        return answered
    if state.choices and (meant := at_choices(turn, command, state.choices, closed)):
        match meant:
            case State():
                return meant
            case Option(_, chosen, element):
                return _by_command(turn, closed, chosen, element)
            case _:
                return _by_command(turn, closed, state.choices.command, meant)
    return _follow(turn, command, state, closed)


def _follow(turn: Turn, command: OnPage | Talk | None, state: State, closed: State) -> State:
    match command:
        case Yes():
            return confirm(turn, state, closed)
        case Stop() if state.pending is None and state.choices is None and folded(turn.said.text) == "cancel":
            return _cancel(turn, closed)
        case Dismiss() if folded(command.spoken) == "dismiss" and (state.pending or state.choices):
            return refrain(turn, state, closed, stopping=True)
        case No() | Stop():
            after = refrain(turn, state, closed, stopping=isinstance(command, Stop))
            return after if state.pending or state.choices else _with_rest(after, state)
        case Repeat() | Unclear() if isinstance(command, Repeat) or state.pending is not None:
            return _say_again(turn, command, state)
    _lapse(turn, state)
    closed = _tell_late(turn, closed)
    match command:
        case WhereAmI():
            return _with_rest(_where_am_i(turn, closed), state)
        case Help():
            return say(turn, closed, HELP, "done")
        case ListTabs():
            return _with_rest(say(turn, closed, replying.tabs_told(look(turn)), "done"), state)
        case Undo():
            return _undo(turn, closed)
        case Pick() | More() | Unclear():
            return _unasked(turn, command, closed, may_press=state.pending is None)
        case None:
            return _by_model(turn, closed)
        case _:
            return _by_command(turn, closed, command)


def _with_rest(after: State, before: State) -> State:
    """What was left to say stays so after what changes nothing, unless more was left then."""
    return replace(after, rest=after.rest or before.rest)


_GO_ON = frozenset({"continue", "go on", "carry on", "keep going", "keep reading", "continue reading", "read on"})
"""Words for the rest of a long reply just after its beginning; at other times they may be buttons."""


def _about_sayso(turn: Turn, command: Own, state: State, closed: State) -> State:
    """A command about Sayso itself, unless something on the page is called by these words."""
    shown = meant_for_page(turn, state)
    return _by_command(turn, closed, shown, heard=True) if shown else own(turn, state, command)


def _say_again(turn: Turn, command: Repeat | Unclear, state: State) -> State:
    """Ask an open question again, so that the very next yes answers it: "repeat" and "sure" are no answers."""
    if isinstance(command, Repeat):
        return _with_rest(say(turn, state, state.last_reply or replying.NOTHING_SAID_YET, state.status), state)
    asked = state.last_reply.removeprefix(replying.YES_OR_NO).strip()
    return say(turn, state, f"{replying.YES_OR_NO} {asked}", "asked")


def _cancel(turn: Turn, state: State) -> State:
    """Nothing of ours is to be cancelled; the browser's own log-in box may be."""
    if look(turn).kind == "sign-in":
        return _by_command(turn, state, ClickOn("Cancel"))
    return refrain(turn, state, state, stopping=True)


def _undo(turn: Turn, state: State) -> State:
    """What was done here, if there is a way back; else the page's own button of that name, if it has one."""
    page = look_again(turn, state)
    if page.omitted and not is_at_hand(state, page):
        page = look_again(turn, state, whole=True)
    if page.dialog is not None:
        return ask_for_page(turn, state, f"{replying.FIRST_ANSWER} {replying.where_am_i(page)}", page)
    if (not state.undo or state.undo[-1].action is None) and called("undo", page.elements):
        return _by_command(turn, state, ClickOn("undo"))
    return undo(turn, state, page)


def _unasked(turn: Turn, command: Command, state: State, *, may_press: bool) -> State:
    """An answer to nothing that was asked; on a page that has a button "More", it means that button."""
    if may_press and (name := name_alone(turn.said.text, look(turn))):
        return _by_command(turn, state, ClickOn(name))
    told = {Unclear: replying.UNCLEAR, More: NO_MORE}.get(type(command), replying.NO_CHOICES)
    return say(turn, state, told, "failed")


def _where_am_i(turn: Turn, state: State) -> State:
    page = look(turn)
    if page.dialog is not None:
        return ask_for_page(turn, state, replying.where_am_i(page), page)
    return say(turn, state, replying.where_am_i(page), "done")


def _check_fit(text: str, *, understood: bool) -> None:
    if not text.strip(" .,!?…\t\n"):
        raise InstructionError(replying.EMPTY)
    if len(text) > LONGEST:
        raise InstructionError(replying.TOO_LONG.format(n=f"{len(text):,}", most=f"{LONGEST:,}"))
    if not understood and not any(c.isascii() and c.isalnum() for c in text):
        raise InstructionError(replying.OTHER_SCRIPT)


def _lapse(turn: Turn, state: State) -> None:
    """Anything but yes ends a pending question; say so, since the user may believe that it was carried out."""
    if state.pending is not None:
        reply(turn, replying.dropped(state.pending.action, state.pending.element))


def _tell_late(turn: Turn, state: State) -> State:
    """Say once what has come since an action that was seen to do nothing: the user may still be waiting for it."""
    if state.unseen is None:
        return state
    page = look(turn)
    if page.dialog is not None:
        return state
    said = news(state.unseen, page, numbers=False)
    if said:
        reply(turn, replying.late(said))
    return replace(state, unseen=None) if said or page.url != state.unseen.url else state


def _by_command(
    turn: Turn, state: State, command: OnPage, picked: Element | None = None, *, heard: bool = False
) -> State:
    """Follow a command that needs no model, step by step, each verified before the next.

    `heard` says that the words have been reported; those that may hold a secret are not until the page has told.
    """
    done: list[Action] = []
    reported = heard or not isinstance(command, TypeInto | Choose)
    most = command.times if isinstance(command, PressKey) else 0
    for _ in range(max(turn.kit.settings.max_steps, most)):
        page, meant, step = find_step(turn, state, command, done, picked)
        if not reported and isinstance(command, TypeInto | Choose):
            turn, reported = _report(turn, command, step, page), True
        if page.dialog is not None:
            return ask_for_page(turn, state, f"{replying.FIRST_ANSWER} {replying.where_am_i(page)}", page)
        if picked and still(picked, page) is None:
            return say(turn, state, replying.gone(picked), "failed")
        match step:
            case Sorry(sentence):
                return say(turn, state, sentence + replying.still(page), "failed")
            case Told(None):
                return _by_model(turn, state)
            case Told(Element() as held):
                return say(turn, state, replying.held(held), "done")
            case WhichOne(spoken, options):
                return offer(turn, state, Choices(meant, spoken, options))
            case Step(action, last):
                page, action, outcome = _attempt_anew(turn, state, action, page)
                goes_on = isinstance(outcome, _GOES_ON) or (
                    isinstance(action, Press | Hover) and isinstance(outcome, NoEffect)
                )
                if last or not goes_on:
                    return conclude(turn, state, action, page, outcome)
                done.append(action)
    return say(turn, state, replying.TOO_MANY_STEPS.format(n=turn.kit.settings.max_steps), "failed")


def _attempt_anew(turn: Turn, state: State, action: Action, page: Page) -> tuple[Page, Action, Tried]:
    """Attempt an action; on a page that has drawn itself anew meanwhile, once more on what is all that it was.

    Only the node may be another: with another row, heading or address it is left alone.
    """
    page, action = weighed(turn, state, action, page)
    outcome = attempt(turn, action, page, "command")
    element = target(action, page)
    if not isinstance(outcome, Vanished | ChangedSince) or element is None or isinstance(action, Drag):
        return page, action, outcome
    fresh = look_again(turn, state)
    if fresh.omitted:  # another that is all the same may be far from the view
        fresh = look_again(turn, state, whole=True)
    again = like(element, fresh)
    if again is None or again.handle == element.handle:
        return page, action, outcome
    action = readdressed(action, again.uid)
    return fresh, action, attempt(turn, action, fresh, "command")


_GOES_ON = (Done, Navigated, TabOpened)
"""Outcomes after which the next step may follow."""


def _report(turn: Turn, command: TypeInto | Choose, step: Next, page: Page) -> Turn:
    """Report words that may have held a secret, now that the page has told; go on with what may be kept of them."""
    text = command.text if isinstance(command, TypeInto) else command.value
    return heard_for(turn, text, secret=_into_secret(command, step, page))


def _by_model(turn: Turn, state: State) -> State:
    """Let the model propose one action after another until it speaks, fails, loops or reaches the bound.

    The mere name of something on the page means: press it. No model is needed for that.
    """
    steps: list[str] = []
    seen: set[tuple[str, str, str]] = set()
    for _ in range(turn.kit.settings.max_steps):
        page = look_again(turn, state)
        if page.dialog is not None:
            return ask_for_page(turn, state, f"{replying.FIRST_ANSWER} {replying.where_am_i(page)}", page)
        if not steps and spoken_number(turn.said.text) is not None:
            return say(turn, state, replying.NO_CHOICES, "failed")
        if not steps and (name := named(turn, state, page)):
            return _by_command(turn, state, ClickOn(name))
        action = think(turn, page, (*state.exchanges, *so_far(turn, steps)))
        if action is None:
            return say(turn, state, replying.END_OF_STEPS if steps else replying.CANNOT_HELP, "failed", steps)
        if isinstance(action, Say):
            return _utter(turn, state, action, page, steps)
        page, action = weighed(turn, state, action, page)
        element = target(action, page)
        doing = (type(action).__name__, element.handle if element else repr(action), page.url)
        if doing in seen:
            return say(turn, state, replying.LOOPED, "failed", steps)
        seen.add(doing)
        outcome = attempt(turn, action, page, "model")
        if not isinstance(outcome, _GOES_ON) or not _SEVERAL.search(turn.said.text):
            return conclude(turn, state, action, page, outcome)
        after = look(turn)
        sentence = replying.done(action, element, told(action, outcome, page, after), after)
        state = entered(noted(state, action, page, outcome, after), action, page, outcome, after)
        reply(turn, sentence)
        steps.append(f"{told_as(action, page)}: {sentence}")
    return say(turn, state, replying.TOO_MANY_STEPS.format(n=turn.kit.settings.max_steps), "failed", steps)


def _utter(turn: Turn, state: State, action: Say, page: Page, steps: list[str]) -> State:
    """The model speaks. A claim that the page does not bear out is not passed on."""
    if action.utterance.rstrip().endswith("?") and may_ask(action.utterance):
        return say(turn, state, action.utterance, "asked", steps)
    if supported(action.utterance, page):
        return say(turn, state, replying.quoted(action.utterance), "done", steps)
    if steps:
        return say(turn, state, replying.END_OF_STEPS, "done", steps)
    return say(turn, state, replying.CANNOT_HELP, "failed", steps)


def _into_secret(command: OnPage, step: Next, page: Page) -> bool:
    match step:
        case Step(action):
            element = target(action, page)
            return element is not None and element.secret
        case WhichOne(_, options):
            return any(isinstance(option, Element) and option.secret for option in options)
        case _:  # the field was not understood: it may have been the password's
            return isinstance(command, TypeInto) and any(one.secret for one in page.elements)
