"""The end of a turn: an action's outcome becomes a sentence, a question that waits for a yes, and the next State."""

from dataclasses import replace

from engine import replying
from engine.chain.state import KEPT, State
from engine.chain.steps import Turn, attempt, look, reply, target
from engine.judging.consent import pending_for
from engine.judging.consequence import consequence, host
from engine.judging.redacting import redact, redact_action
from engine.judging.verdict import Asked, By, Refused, Unfounded
from engine.narrating.changes import news
from engine.seeing.kinds import DIALOG_ACCEPT
from engine.thinking.prompting import Exchange
from engine.values.action import Action, Back, Click, Forward, Load, Reload, Scroll, Submit, render
from engine.values.event import Status
from engine.values.outcome import Done, Navigated, NoEffect, Outcome, TabOpened, succeeded
from engine.values.page import Page


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
        case Asked(_, effect):
            asking = replace(state, pending=pending_for(action, page, turn.kit.clock()))
            return say(turn, asking, replying.question(action, element, effect), "asked", kept)
        case Refused(reason):
            return say(turn, state, reason, "refused", kept)
        case Unfounded():
            return say(turn, state, replying.CANNOT_HELP, "failed")
        case NoEffect() if consequence(action, page) is not None:
            return say(turn, state, replying.unsure(element.label if element else ""), "failed", kept)
    fine = succeeded(outcome) or isinstance(action, Scroll)
    after = look(turn) if fine else page
    if isinstance(action, Submit) and element and consequence(action, page):
        element = replace(element, value="")  # it was no search, whatever the field looks like
    sentence = replying.done(action, element, told(outcome, page, after), after)
    if after.dialog is not None:
        return ask_for_page(turn, state, sentence, after, kept)
    reached = replace(state, url=after.url, title=after.title, sent=state.sent | _sent(action, outcome, page, after))
    return say(turn, reached, sentence + _besides(action, outcome, page, after), "done" if fine else "failed", kept)


def ask_for_page(turn: Turn, state: State, sentence: str, page: Page, kept: list[str] | None = None) -> State:
    """A JavaScript dialog is open: pass its question on; the next yes or no answers it."""
    accept = next(element for element in page.elements if element.handle == DIALOG_ACCEPT)
    asking = replace(state, pending=pending_for(Click(accept.uid), page, turn.kit.clock()))
    return say(turn, asking, f"{sentence} {replying.ANSWER_PAGE}", "asked", kept)


def told(outcome: Outcome, page: Page, after: Page) -> Outcome:
    """Put what the page itself now says in the place of a bare "the page changed" or of a title that did not."""
    if isinstance(outcome, Done):
        said = after.title if page.dialog is not None else news(page, after)
        return Done(f"the page {'is' if page.dialog is not None else 'now says:'} {said}") if said else outcome
    if isinstance(outcome, Navigated) and outcome.title == page.title and after.headings:
        return Navigated(outcome.url, f"{outcome.title}, {after.headings[0][1]}")
    return outcome


def say(turn: Turn, state: State, sentence: str, status: Status, steps: list[str] | None = None) -> State:
    """Reply, and return the state that follows."""
    reply(turn, sentence)
    exchanges = (*state.exchanges, *so_far(turn, [*(steps or []), sentence]))[-KEPT:]
    return replace(state, exchanges=exchanges, last_reply=sentence, status=status)


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
    return frozenset({after.url} if effect and effect.kind in {"send", "press", "answer"} and arrived else ())


def _besides(action: Action, outcome: Outcome, page: Page, after: Page) -> str:
    """What a page that was just reached says without being asked: another site, its errors, a dialog in the way."""
    if not isinstance(outcome, Navigated):
        return replying.besides([], after.modal if after.modal != page.modal else "")
    alerts = [alert for alert in after.alerts if alert not in page.alerts]
    expected = (
        host(action.url if "//" in action.url else f"//{action.url}") if isinstance(action, Load) else host(page.url)
    )
    elsewhere = host(after.url) if expected and host(after.url) != expected and not _is_history(action) else ""
    return replying.besides(alerts, after.modal if after.modal != page.modal else "", elsewhere)


def _is_history(action: Action) -> bool:
    return isinstance(action, Back | Forward | Reload)
