"""The single steps of a turn: look, rank, think, attempt. Each reports what it did as an event with its time."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from threading import Event as Flag
from typing import Literal

from engine import replying
from engine.chain.state import Kit
from engine.chain.waiting import spoken_of
from engine.commanding.files import stamp
from engine.commanding.setting import going_on
from engine.judging.consequence import consequence
from engine.judging.leaving import at_stake
from engine.judging.redacting import hide_cards, hide_shown_cards, redact, redact_action
from engine.judging.verdict import Allowed, Asked, By, Refused, Unfounded, judge
from engine.seeing.kinds import DIALOG_ACCEPT, LEAVING
from engine.thinking.parsing import parse
from engine.thinking.prompting import Exchange, grammar, prompt
from engine.thinking.ranking import promising, query, rank
from engine.values.action import Action, Change, Click, OnElement, TextInput, Upload, render
from engine.values.errors import Interrupted, PageTimedOut
from engine.values.event import Acted, Event, Heard, Intended, Judged, Looked, Phase, Ranked, Replied, Thought
from engine.values.outcome import DialogOpened, Failed, Navigated, Outcome, TabOpened
from engine.values.page import Element, Page
from engine.values.sound import Said


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn under way: what was said, the adapters, where events go, and the flag that ends it early."""

    said: Said
    kit: Kit
    emit: Callable[[Event], None]
    stop: Flag
    started: float

    def since(self, start: float) -> float:
        """Milliseconds from `start` until now."""
        return round((self.kit.clock() - start) * 1000, 1)


def hear(turn: Turn, *, secret: bool = False) -> str:
    """Report what was heard, secrets hidden; return the words as they may be kept."""
    words = redact(turn.said.text)
    if secret and words == turn.said.text:
        words = "type [hidden]"
    turn.emit(Heard(words, turn.said.source, turn.said.ms))
    return words


def heard_for(turn: Turn, text: str, *, secret: bool) -> Turn:
    """Report words that may hold a secret, now that it is known; go on with what may be kept of them."""
    words = hear(turn, secret=secret)
    if words != turn.said.text:
        turn.kit.secrets.add(text)
    return replace(turn, said=replace(turn.said, text=words))


def reply(turn: Turn, sentence: str) -> str:
    """Report one sentence to the user."""
    turn.emit(Replied(hide_shown_cards(sentence), turn.since(turn.started)))
    return sentence


def look(turn: Turn, *, whole: bool = False) -> Page:
    """Capture the page, of a large one what is in and nearest the view, or the `whole`. Raises Interrupted."""
    _check(turn)
    start = turn.kit.clock()
    with spoken_of(turn.emit, replying.STILL_WAITING, turn.stop):
        page = turn.kit.browser.capture(turn.stop, whole=whole)
    turn.emit(Looked(page.url, page.title, len(page.elements), page.loading, turn.since(start)))
    return page


def think(turn: Turn, page: Page, earlier: tuple[Exchange, ...]) -> Action | None:
    """Rank the page's elements, ask the language model for one action, and parse it. Raises Interrupted.

    None when nothing on the page has to do with what was said, or when the answer is no action.
    """
    _check(turn)
    turn.emit(Phase("thinking"))
    start = turn.kit.clock()
    asked = query(turn.said.text, [exchange.said for exchange in earlier])
    candidates = rank(asked, page, turn.kit.encoder())
    hopeful = promising(candidates, turn.said.text)
    turn.emit(Ranked(tuple((c.element.uid, c.element.label, round(c.score, 3)) for c in candidates), turn.since(start)))
    if not hopeful:
        return None
    _check(turn)
    start = turn.kit.clock()
    asking = prompt(turn.said.text, page, candidates, earlier)
    with spoken_of(turn.emit, replying.STILL_THINKING, turn.stop):
        output = turn.kit.model().complete(asking, grammar(hopeful, turn.said.text), turn.stop)
    action = going_on(parse(output), page, turn.said.text)
    turn.emit(Thought(redact_action(output, secret=_secret(action, page)), turn.since(start)))
    return action


Tried = Outcome | Asked | Refused | Unfounded
"""What an action that was judged, and perhaps carried out, has come to."""


def attempt(turn: Turn, action: Action, page: Page, by: By) -> Tried:
    """Judge one action and, if it is allowed, carry it out. Raises Interrupted before the effect.

    A send that was dispatched and then timed out may have happened: that is said, and it is never tried again.
    """
    start = turn.kit.clock()
    element = target(action, page)
    secret = _secret(action, page)
    if secret and isinstance(action, TextInput | Change):
        turn.kit.secrets.add(action.text if isinstance(action, TextInput) else action.value)
    label = element.label if element else ""
    turn.emit(Intended(redact_action(render(action), secret=secret), label, by, turn.since(start)))
    verdict = judge(action, page, by, turn.said.text)
    turn.emit(Judged(_named(verdict), verdict.reason, turn.since(start)))
    if not isinstance(verdict, Allowed):
        return verdict
    _check(turn)
    turn.emit(Phase("acting"))
    start = turn.kit.clock()
    try:
        with spoken_of(turn.emit, replying.still_doing(action), turn.stop):
            outcome = turn.kit.browser.perform(action, page, turn.stop)
            outcome = _left(turn, action, page, by, outcome)
    except PageTimedOut:
        if consequence(action, page) is None:
            raise
        outcome = Failed(replying.unsure(action, element))
    arrived = outcome.url if isinstance(outcome, Navigated | TabOpened) else page.url
    done = redact_action(render(action, arrived), secret=secret)
    turn.emit(Acted(done, type(outcome).__name__.lower(), hide_cards(_detail(outcome)), turn.since(start)))
    return outcome


def _left(turn: Turn, action: Action, page: Page, by: By, outcome: Outcome) -> Outcome:
    """Where the user has said that what was entered may be lost, the page need not ask the same."""
    effect = at_stake(action, page) if by == "user's yes" and outcome == DialogOpened(LEAVING) else None
    if effect is None or effect.kind != "leave":
        return outcome
    asking = turn.kit.browser.capture(turn.stop)
    accept = next((one for one in asking.elements if one.handle == DIALOG_ACCEPT), None)
    return turn.kit.browser.perform(Click(accept.uid), asking, turn.stop) if accept else outcome


def target(action: Action, page: Page) -> Element | None:
    """Return the element that the action is on, None for actions on the page."""
    return page.by_uid.get(action.uid) if isinstance(action, OnElement) else None


def stamp_of(action: Action) -> tuple[int, ...]:
    """Return what changes when the file does that would be attached; () for other actions."""
    return stamp(action.path) if isinstance(action, Upload) else ()


def _check(turn: Turn) -> None:
    if turn.stop.is_set():
        raise Interrupted(replying.STOPPED)


def _named(verdict: Allowed | Asked | Refused | Unfounded) -> Literal["allowed", "asked", "refused"]:
    match verdict:
        case Allowed():
            return "allowed"
        case Asked():
            return "asked"
        case Refused() | Unfounded():
            return "refused"


def _secret(action: Action | None, page: Page) -> bool:
    if not isinstance(action, TextInput | Change):
        return False
    element = page.by_uid.get(action.uid)
    return element is not None and element.secret


def _detail(outcome: Outcome) -> str:
    return "; ".join(str(getattr(outcome, field.name)) for field in fields(outcome) if getattr(outcome, field.name))
