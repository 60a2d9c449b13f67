"""The end of a turn: an action's outcome becomes a sentence, a question that waits for a yes, and the next State."""

from collections.abc import Sequence
from dataclasses import replace

from engine import replying
from engine.chain.entering import entered
from engine.chain.reversing import noted
from engine.chain.state import KEPT, Choices, State
from engine.chain.steps import Turn, attempt, look, reply, stamp_of, target
from engine.commanding.choosing import Option
from engine.commanding.commands import Do
from engine.judging.consent import pending_for
from engine.judging.consequence import SENDING, consequence, host
from engine.judging.redacting import redact, redact_action
from engine.judging.verdict import Asked, By, Refused, Unfounded
from engine.judging.wording import document_of
from engine.narrating.changes import news
from engine.replying.portions import MORE_TO_SAY, portioned
from engine.seeing.kinds import DIALOG_ACCEPT
from engine.thinking.prompting import Exchange
from engine.values.action import (
    Action,
    Back,
    Change,
    Click,
    Copy,
    Drag,
    Forward,
    Load,
    Press,
    Reload,
    Scroll,
    ScrollBox,
    ScrollUntil,
    Submit,
    TabCreate,
    TabRemove,
    TabSwitch,
    TextInput,
    Zoom,
    render,
)
from engine.values.event import Status
from engine.values.outcome import Ambiguous, Done, Navigated, NoEffect, Outcome, TabOpened, succeeded
from engine.values.page import Element, Page


def carry_out(turn: Turn, state: State, action: Action, page: Page, by: By) -> State:
    """Attempt the last action of a turn and conclude."""
    return conclude(turn, state, action, page, attempt(turn, action, page, by))


def conclude(
    turn: Turn, state: State, action: Action, page: Page, outcome: Outcome | Asked | Refused | Unfounded
) -> State:
    """Say what came of the last action of a turn, or ask for the yes that it needs."""
    element = target(action, page)
    kept = [told_as(action, page)]
    match outcome:
        case Asked(_, effect, verb):
            asking = replace(state, pending=pending_for(action, page, turn.kit.clock(), stamp_of(action)))
            return say(turn, asking, replying.question(action, element, effect, verb), "asked", kept)
        case Refused(reason):
            return say(turn, state, reason, "refused", kept)
        case Unfounded():
            return say(turn, state, replying.CANNOT_HELP, "failed")
        case NoEffect() if consequence(action, page) is not None:
            return say(turn, replace(state, unseen=page), replying.unsure(action, element), "failed", kept)
        case Ambiguous(choices) if element is not None and isinstance(action, TextInput | Change):
            return offer(turn, state, _choices(action, element, choices), kept=kept)
        case _:
            return _report(turn, state, action, page, outcome)


def _report(turn: Turn, state: State, action: Action, page: Page, outcome: Outcome) -> State:
    element, kept = target(action, page), [told_as(action, page)]
    fine = succeeded(outcome) or (isinstance(action, Scroll | ScrollBox) and isinstance(outcome, NoEffect))
    after = look(turn) if fine or isinstance(outcome, NoEffect) else page
    if isinstance(outcome, NoEffect) and after.wants not in {"", page.wants}:
        outcome, fine = Done(""), True  # the page did nothing, as it waits for the browser's leave
    if isinstance(action, Submit) and element and consequence(action, page):
        element = replace(element, value="")  # it was no search, whatever the field looks like
    sentence = replying.done(action, element, told(action, outcome, page, after), after)
    if not isinstance(action, Scroll | ScrollBox | ScrollUntil | Zoom | Copy):
        is_awaited = isinstance(outcome, NoEffect) and isinstance(action, Click | Press | Submit | Drag)
        state = replace(state, unseen=after if is_awaited else None)
    state = entered(noted(state, action, page, outcome, after), action, page, outcome, after)
    if after.dialog is not None:
        return ask_for_page(turn, state, sentence, after, kept)
    reached = replace(state, url=after.url, title=after.title, sent=state.sent | _sent(action, outcome, page, after))
    return say(turn, reached, sentence + _besides(action, outcome, page, after), "done" if fine else "failed", kept)


def _choices(action: TextInput | Change, element: Element, labels: Sequence[str]) -> Choices:
    """What the browser could not tell apart by the words, to be picked by number or name."""
    again = (Change(label, element.uid) for label in labels)
    options = tuple(Option(label, Do(change), element) for label, change in zip(labels, again, strict=True))
    return Choices(Do(action), f"{element.label}", options)


def offer(turn: Turn, state: State, choices: Choices, first: str = "", kept: list[str] | None = None) -> State:
    """Ask which of several things is meant, after the words of `first`."""
    question = replying.which_one(choices.spoken, choices.options, choices.start)
    return say(turn, replace(state, choices=choices), f"{first} {question}".strip(), "asked", kept)


def ask_for_page(turn: Turn, state: State, sentence: str, page: Page, kept: list[str] | None = None) -> State:
    """A JavaScript dialog is open: pass its question on; the next yes or no answers it."""
    accept = next(element for element in page.elements if element.handle == DIALOG_ACCEPT)
    asking = replace(state, pending=pending_for(Click(accept.uid), page, turn.kit.clock()))
    return say(turn, asking, f"{sentence} {replying.how_to_answer(page)}", "asked", kept)


def told(action: Action, outcome: Outcome, page: Page, after: Page) -> Outcome:
    """Put what the page itself now says in the place of a bare "the page changed" or of a title that did not.

    What the browser reports of a copy, a position or a size stays as it is.
    """
    if isinstance(outcome, Done) and not isinstance(action, _TOLD_ALREADY):
        return _with_news(action, outcome.change, page, after)
    untitled = (
        isinstance(outcome, Navigated) and bool(outcome.title) and not after.title
    )  # an error, told by its number
    if isinstance(outcome, Navigated) and after.headings and (untitled or outcome.title == page.title):
        return Navigated(outcome.url, f"{outcome.title}, {after.headings[0][1]}")
    return outcome


def _with_news(action: Action, change: str, page: Page, after: Page) -> Done:
    bare = change.startswith(_BARE)
    if page.dialog is not None:
        return Done(f"the page is {after.title}" if after.title and (bare or not change) else change)
    said = "" if change.startswith(_SHOWN) else news(page, after)
    if said and bare and not isinstance(action, TextInput | Change):  # of a field, it tells what became of the value
        change = ""
    return Done(change, said)


_BARE = ("the ", "it now says", "a number on", "a field changed", "a panel opened or closed", "full screen", "playback")
"""Beginnings of what the browser says of a change where the page itself may say more."""

_SHOWN = ("now shown", "a menu or a hint appeared")
"""Beginnings of what the browser has seen to be said."""

_TOLD_ALREADY = Copy | Scroll | ScrollBox | ScrollUntil | Zoom


def say(turn: Turn, state: State, sentence: str, status: Status, steps: list[str] | None = None) -> State:
    """Reply, and return the state that follows. What is long is said in portions, but a question always whole."""
    said, rest = (sentence, "") if status == "asked" else portioned(sentence)
    said = f"{said} {MORE_TO_SAY}" if rest else said
    reply(turn, said)
    exchanges = (*state.exchanges, *so_far(turn, [*(steps or []), sentence]))[-KEPT:]
    return replace(state, exchanges=exchanges, last_reply=said, status=status, rest=rest)


def so_far(turn: Turn, steps: list[str]) -> tuple[Exchange, ...]:
    """Return this turn as the dialogue remembers it; nothing before its first step."""
    return (Exchange(redact(turn.said.text), tuple(steps)),) if steps else ()


def told_as(action: Action, page: Page) -> str:
    """Return the WebLINX string of an action, without what is secret."""
    element = target(action, page)
    return redact_action(render(action), secret=element is not None and element.secret)


def _sent(action: Action, outcome: Outcome, page: Page, after: Page) -> frozenset[str]:
    """The address that now shows the answer to something sent; a send may pass through a dialog of the page."""
    effect = consequence(action, page)
    arrived = isinstance(outcome, Navigated | TabOpened) or (page.dialog is not None and succeeded(outcome))
    return frozenset({document_of(after.url)} if effect and effect.kind in SENDING and arrived else ())


def _besides(action: Action, outcome: Outcome, page: Page, after: Page) -> str:
    """What a page that was just reached says without being asked: another site, its errors, a dialog in the way."""
    wants = replying.wants_told(after) if after.wants != page.wants else ""
    modal = after.modal if after.modal != page.modal else ""
    if not isinstance(outcome, Navigated | TabOpened):
        return _joined(replying.besides([], modal), wants)
    if after.kind != "page":
        return ""  # that has been told
    alerts = [alert for alert in after.alerts if alert not in page.alerts]
    expected = host(page.url)
    if isinstance(action, Load | TabCreate) and action.url:
        expected = host(action.url if "//" in action.url else f"//{action.url}")
    moved = expected and host(after.url) != expected and not isinstance(action, _TO_KNOWN)
    elsewhere = host(after.url) if moved and isinstance(outcome, Navigated) else ""
    return _joined(replying.besides(alerts, modal, elsewhere), wants)


_TO_KNOWN = Back | Forward | Reload | TabSwitch | TabRemove
"""Moves to what the user has seen before, on whatever site."""


def _joined(*sentences: str) -> str:
    return "".join(f" {sentence.strip()}" for sentence in sentences if sentence.strip())
