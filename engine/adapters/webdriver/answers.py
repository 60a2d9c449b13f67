"""What came back of what an action made the page send or fetch, where the page itself does not show it."""

import math

from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.traffic import TELLING, complaint, same_site
from engine.values.outcome import Done, Failed, NoEffect, Outcome


def unshown(session: Session) -> Outcome:
    """Nothing that can be seen has changed: what the page has sent all the same, and how that was answered."""
    traffic = session.reports.traffic
    if traffic is None or not traffic.own():
        return NoEffect()
    page = session.selenium.current_url
    sent = sorted(traffic.sent(page), key=lambda one: same_site(one.url, page))
    asked = [one for one in traffic.own() if one.kind in TELLING and same_site(one.url, page)]
    wrong = complaint(sent or asked)
    if wrong:
        return Failed(f"The page {'sent' if sent else 'asked for'} something, but {wrong}. Check before you try again.")
    if not sent or any(one.ended == math.inf for one in sent):
        return NoEffect()
    return Done(f"the page sent something to {sent[-1].host}; nothing else on the page changed")


def with_answers(session: Session, outcome: Done) -> Done:
    """The outcome with what went wrong with anything that the action made the page send to its own site."""
    traffic = session.reports.traffic
    wrong = [one for one in traffic.own() if one.sends and one.kind != "Ping" and one.went_wrong] if traffic else []
    if not wrong:
        return outcome
    page = session.selenium.current_url
    told = complaint(one for one in wrong if same_site(one.url, page))
    return Done(f"{told}, though {outcome.change or 'the page changed'}") if told else outcome
