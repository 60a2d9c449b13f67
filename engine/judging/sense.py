"""Does a proposed press do what the words order? The name of a thing is not enough: "remove star" is not "star"."""

import re

from engine.commanding.matching import folded
from engine.values.page import Element

_ORDERS = frozenset(
    "remove delete erase close cancel hide collapse fold dismiss clear empty stop end refund return archive reject "
    "decline deny refuse block mute disable deactivate deselect unselect untick uncheck uninstall suspend ban trash "
    "discard drop revoke terminate undo reset rename edit move copy duplicate print share forward reply resend buy pay "
    "send publish approve confirm lock restore minimise minimize shut quit leave withdraw destroy wipe purge detach "
    "lose disconnect kick evict exclude release reopen resolve assign report flag".split()
)
"""Orders that the mere name of a thing does not carry out: they count where something else is to be pressed."""

_OFF = frozenset(
    "remove delete clear deselect unselect untick uncheck disable deactivate drop lose off without".split()
)
_FOLD = frozenset("close collapse fold hide shut minimise minimize".split())
_UNFOLD = frozenset("open show expand unfold reveal display see view".split())
_LEADS = frozenset("to and then please you me just now can could will would i want also ok okay so well".split())
"""Words after which an order may stand; elsewhere "close" and "end" are no orders."""

_REVERSED = re.compile(r"(?:un|de|dis|in|non|re)")


def orders(words: str) -> list[str]:
    """Return the words that stand where an order stands, in order: at the beginning, or after "to", "and", "then"."""
    told = folded(words).split()
    return [word for at, word in enumerate(told) if all(lead in _LEADS for lead in told[max(0, at - 1) : at])]


def beyond(words: str, element: Element) -> str:
    """Return the order among the words that pressing this element does not carry out, "" where there is none.

    What an element says of its own state counts: an open one is closed by a press, a chosen one given up.
    """
    told = {_stem(word) for word in folded(f"{element.name} {element.text} {element.description}").split()}
    for word in orders(words):
        if _stem(word) in told or _reaches(word, element):
            continue
        turned = _REVERSED.match(word)
        if word in _ORDERS or (turned and _stem(word[turned.end() :]) in told):
            return word
    return ""


def is_so(words: str, element: Element) -> bool:
    """True when the words name the state that the element is in already, so that a press would undo it."""
    said = set(orders(words))
    if said & _UNFOLD and not said & _FOLD:
        return "expanded" in element.states
    return bool(said & _FOLD) and "collapsed" in element.states


def _reaches(word: str, element: Element) -> bool:
    """True when the element is in a state out of which a press takes it, and that is what the word asks for."""
    on = bool(element.states & {"checked", "selected"})
    return (word in _FOLD and "expanded" in element.states) or (on and (word in _OFF or word.startswith("un")))


def turned_off(words: str) -> bool:
    """True when the words ask for something to be off, or away."""
    return bool(_OFF & set(folded(words).split()))


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") else word
