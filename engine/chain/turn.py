"""One turn: what was said becomes one verified action, a question, or an honest sentence."""

from collections.abc import Callable
from dataclasses import replace
from threading import Event as Flag

from engine import replying
from engine.chain.state import KEPT, Choices, Kit, State
from engine.chain.steps import Turn, attempt, hear, look, reply, target, think
from engine.commanding.commands import (
    Choose,
    Help,
    No,
    OnPage,
    Pick,
    Repeat,
    Stop,
    TypeInto,
    WhereAmI,
    Yes,
)
from engine.commanding.matching import called
from engine.commanding.phrases import HELP, strip, understand
from engine.commanding.resolving import Sorry, Step, WhichOne, next_step
from engine.judging.consent import pending_for, renewed, same_element
from engine.judging.consequence import consequence
from engine.judging.honesty import may_ask, supported
from engine.judging.redacting import redact, redact_action
from engine.judging.verdict import Asked, By, Refused
from engine.narrating.changes import news
from engine.seeing.walking import DIALOG_ACCEPT, DIALOG_DISMISS
from engine.thinking.prompting import Exchange
from engine.values.action import Action, Click, Say, Scroll, render
from engine.values.errors import InstructionError, SaysoError
from engine.values.event import Event, Status
from engine.values.outcome import Done, Navigated, NoEffect, Outcome, TabOpened, succeeded
from engine.values.page import Element, Page
from engine.values.sound import Said

LONGEST = 1000
"""Characters of one instruction."""


def take(said: Said, state: State, kit: Kit, emit: Callable[[Event], None], stop: Flag) -> State:
    """Take one utterance to its end and return the next state. Raises SaysoError; `stop` ends it as Interrupted.

    A question that is open (`state.pending`, `state.choices`) holds for this turn only, whatever is said.
    """
    turn = Turn(said, kit, emit, stop, kit.clock())
    command = understand(said.text, choosing=state.choices is not None)
    if not isinstance(command, TypeInto | Choose):
        hear(turn)
    _check_fit(said.text, understood=command is not None)
    closed = replace(state, pending=None, choices=None)
    match command:
        case Yes():
            return _confirm(turn, state, closed)
        case Pick(number):
            return _pick(turn, number, state, closed)
        case Repeat():  # asks an open question again, so that the very next yes answers it
            return _say(turn, state, state.last_reply or replying.NOTHING_SAID_YET, state.status)
        case WhereAmI():
            _lapse(turn, state)
            return _where_am_i(turn, closed)
        case Help():
            _lapse(turn, state)
            return _say(turn, closed, HELP, "done")
        case No() | Stop() if _asked_by_page(state):
            return _dismiss(turn, closed)
        case No() | Stop():
            return _say(turn, closed, _refrained(state, stopping=isinstance(command, Stop)), "done")
        case None:
            _lapse(turn, state)
            return _by_model(turn, closed)
        case _:
            _lapse(turn, state)
            return _by_command(turn, closed, command)


def _where_am_i(turn: Turn, state: State) -> State:
    page = look(turn)
    if page.dialog is not None:
        return _ask_for_page(turn, state, replying.where_am_i(page), page, [])
    return _say(turn, state, replying.where_am_i(page), "done")


def _check_fit(text: str, *, understood: bool) -> None:
    if not text.strip(" .,!?…\t\n"):
        raise InstructionError(replying.EMPTY)
    if len(text) > LONGEST:
        raise InstructionError(replying.TOO_LONG.format(n=f"{len(text):,}", most=f"{LONGEST:,}"))
    if not understood and not any(c.isascii() and c.isalnum() for c in text):
        raise InstructionError(replying.OTHER_SCRIPT)


def _confirm(turn: Turn, state: State, closed: State) -> State:
    """A yes: the pending action is judged again against a fresh page and carried out once."""
    pending = state.pending
    if pending is None:
        return _say(turn, closed, replying.NOTHING_TO_CONFIRM, "refused")
    page = look(turn)
    action = renewed(pending, page, turn.kit.clock(), turn.kit.settings.consent_seconds)
    if isinstance(action, str):
        return _say(turn, closed, action, "refused")
    return _carry_out(turn, closed, action, page, "user's yes")


def _pick(turn: Turn, number: int, state: State, closed: State) -> State:
    choices = state.choices
    if choices is None:
        return _say(turn, closed, replying.NO_CHOICES, "failed")
    if number > len(choices.options):
        kept = replace(closed, choices=choices)
        return _say(turn, kept, replying.no_such_choice(len(choices.options)), "asked")
    return _by_command(turn, closed, choices.command, choices.options[number - 1])


def _refrained(state: State, *, stopping: bool) -> str:
    if state.pending is not None:
        return replying.declined(state.pending.action, state.pending.element)
    return replying.NOTHING_RUNNING if stopping and state.choices is None else replying.ALL_RIGHT


def _asked_by_page(state: State) -> bool:
    """True while the open question is a JavaScript dialog's: no closes it, and silence would leave it in the way."""
    asked = state.pending.consequence if state.pending else None
    return asked is not None and asked.kind == "answer"


def _dismiss(turn: Turn, state: State) -> State:
    page = look(turn)
    cancel = next((element for element in page.elements if element.handle == DIALOG_DISMISS), None)
    if cancel is None:
        return _say(turn, state, replying.ALL_RIGHT, "done")
    return _carry_out(turn, state, Click(cancel.uid), page, "command")


def _lapse(turn: Turn, state: State) -> None:
    """Anything but yes ends a pending question; say so, since the user may believe that it was carried out."""
    if state.pending is not None:
        reply(turn, replying.dropped(state.pending.action, state.pending.element))


def _by_command(turn: Turn, state: State, command: OnPage, picked: Element | None = None) -> State:
    """Follow a command that needs no model, step by step, each verified before the next."""
    done: list[Action] = []
    told = not isinstance(command, TypeInto | Choose)
    for _ in range(turn.kit.settings.max_steps):
        page = _look_first(turn, told)
        page = replace(page, resends=page.url in state.sent)
        step = next_step(command, page, turn.kit.settings, done, _again(picked, page))
        if not told:
            words = hear(turn, secret=_into_secret(step, page))
            if words != turn.said.text and isinstance(command, TypeInto | Choose):
                turn.kit.secrets.add(command.text if isinstance(command, TypeInto) else command.value)
            turn = replace(turn, said=replace(turn.said, text=words))
            told = True
        if picked and _again(picked, page) is None:
            return _say(turn, state, replying.gone(picked), "failed")
        match step:
            case Sorry(sentence):
                return _say(turn, state, sentence, "failed")
            case WhichOne(spoken, options):
                asking = replace(state, choices=Choices(command, options[: replying.OFFERED]))
                return _say(turn, asking, replying.which_one(spoken, options), "asked")
            case Step(action, last=True):
                return _carry_out(turn, state, action, page, "command")
            case Step(action):
                outcome = attempt(turn, action, page, "command", _words(turn, state))
                if isinstance(outcome, Asked | Refused) or not succeeded(outcome):
                    return _conclude(turn, state, action, page, outcome)
                done.append(action)
    return _say(turn, state, replying.TOO_MANY_STEPS.format(n=turn.kit.settings.max_steps), "failed")


def _look_first(turn: Turn, told: bool) -> Page:
    """Look before words that may hold a secret are reported: only the page tells whether their field is secret."""
    try:
        return look(turn)
    except SaysoError:
        if not told:
            hear(turn, secret=True)
        raise


def _by_model(turn: Turn, state: State) -> State:
    """Let the model propose one action after another until it speaks, fails, loops or reaches the bound.

    Words that are nothing but the name of one thing on the page mean: press it. No model is needed for that.
    """
    steps: list[str] = []
    seen: set[tuple[Action, str, int]] = set()
    for _ in range(turn.kit.settings.max_steps):
        page = look(turn)
        if not steps and (meant := called(strip(turn.said.text), page.elements)):
            return _carry_out(turn, state, Click(meant.uid), page, "command")
        action = think(turn, page, (*state.exchanges, *_so_far(turn, steps)))
        if action is None:
            return _say(turn, state, replying.UNREADABLE, "failed", steps)
        if isinstance(action, Say):
            return _utter(turn, state, action, page, steps)
        if (action, page.url, page.viewport.scroll_y) in seen:
            return _say(turn, state, replying.LOOPED, "failed", steps)
        seen.add((action, page.url, page.viewport.scroll_y))
        outcome = attempt(turn, action, page, "model", _words(turn, state))
        if isinstance(outcome, Asked | Refused) or not succeeded(outcome):
            return _conclude(turn, state, action, page, outcome)
        after = look(turn)
        sentence = replying.done(action, target(action, page), _told(outcome, page, after), after)
        reply(turn, sentence)
        steps.append(f"{_kept(action, page)}: {sentence}")
    return _say(turn, state, replying.TOO_MANY_STEPS.format(n=turn.kit.settings.max_steps), "failed", steps)


def _utter(turn: Turn, state: State, action: Say, page: Page, steps: list[str]) -> State:
    """The model speaks. A claim that the page does not bear out is not passed on."""
    if action.utterance.rstrip().endswith("?") and may_ask(action.utterance):
        return _say(turn, state, action.utterance, "asked", steps)
    if supported(action.utterance, page):
        return _say(turn, state, action.utterance, "done", steps)
    if steps:
        return _say(turn, state, replying.END_OF_STEPS, "done", steps)
    return _say(turn, state, replying.CANNOT_HELP, "failed", steps)


def _carry_out(turn: Turn, state: State, action: Action, page: Page, by: By) -> State:
    return _conclude(turn, state, action, page, attempt(turn, action, page, by, _words(turn, state)))


def _conclude(turn: Turn, state: State, action: Action, page: Page, outcome: Outcome | Asked | Refused) -> State:
    """Say what came of the last action of a turn, or ask for the yes that it needs."""
    element = target(action, page)
    kept = [_kept(action, page)]
    if isinstance(outcome, Asked):
        asking = replace(state, pending=pending_for(action, page, turn.kit.clock()))
        return _say(turn, asking, replying.question(action, element, outcome.consequence), "asked", kept)
    if isinstance(outcome, Refused):
        return _say(turn, state, outcome.reason, "refused", kept)
    if isinstance(outcome, NoEffect) and consequence(action, page) is not None:
        return _say(turn, state, replying.unsure(element.label if element else ""), "failed", kept)
    fine = succeeded(outcome) or isinstance(action, Scroll)
    after = look(turn) if fine else page
    sentence = replying.done(action, element, _told(outcome, page, after), after)
    if after.dialog is not None:
        return _ask_for_page(turn, state, sentence, after, kept)
    effect = consequence(action, page)
    sent = {after.url} if effect and effect.kind == "send" and isinstance(outcome, Navigated | TabOpened) else set()
    reached = replace(state, url=after.url, title=after.title, sent=state.sent | sent)
    return _say(turn, reached, sentence, "done" if fine else "failed", kept)


def _ask_for_page(turn: Turn, state: State, sentence: str, page: Page, kept: list[str]) -> State:
    """A JavaScript dialog is open: pass its question on; the next yes or no answers it."""
    accept = next(element for element in page.elements if element.handle == DIALOG_ACCEPT)
    asking = replace(state, pending=pending_for(Click(accept.uid), page, turn.kit.clock()))
    return _say(turn, asking, f"{sentence} {replying.ANSWER_PAGE}", "asked", kept)


def _told(outcome: Outcome, page: Page, after: Page) -> Outcome:
    """Put what the page itself now says in the place of a bare "the page changed"."""
    said = news(page, after) if isinstance(outcome, Done) else ""
    return Done(f"the page now says: {said}") if said else outcome


def _say(turn: Turn, state: State, sentence: str, status: Status, steps: list[str] | None = None) -> State:
    """Reply, and return the state that follows."""
    reply(turn, sentence)
    exchanges = (*state.exchanges, *_so_far(turn, [*(steps or []), sentence]))[-KEPT:]
    return replace(state, exchanges=exchanges, last_reply=sentence, status=status)


def _so_far(turn: Turn, steps: list[str]) -> tuple[Exchange, ...]:
    return (Exchange(redact(turn.said.text), tuple(steps)),) if steps else ()


def _words(turn: Turn, state: State) -> tuple[str, ...]:
    """The user's own words, newest first: the only text that can give a model's proposal weight."""
    return (turn.said.text, *(exchange.said for exchange in reversed(state.exchanges)))


def _again(picked: Element | None, page: Page) -> Element | None:
    return same_element(picked, page) if picked else None


def _into_secret(step: Sorry | Step | WhichOne, page: Page) -> bool:
    match step:
        case Step(action):
            element = target(action, page)
            return element is not None and element.secret
        case WhichOne(_, options):
            return any(option.secret for option in options)
        case Sorry():  # the field was not understood: it may have been the password's
            return any(one.secret for one in page.elements)


def _kept(action: Action, page: Page) -> str:
    element = target(action, page)
    return redact_action(render(action), secret=element is not None and element.secret)
