"""The way out of what lies over a page: its button to refuse or to close, never the one that consents."""

import re

from engine.commanding.choosing import Next, Sorry, Step, WhichOne
from engine.commanding.commands import Dismiss, Permit
from engine.commanding.matching import called, find, folded
from engine.seeing.kinds import PERMISSION
from engine.values.action import Click, Press
from engine.values.page import Element, Page

_WHAT = r"(?: (?:all|them|it|everything|this|the|optional|non essential|cookies?|tracking|and close|and continue))*"
_REFUSING = re.compile(
    rf"(?:reject|refuse|decline|deny|disagree|i (?:reject|refuse|decline|disagree)){_WHAT}|"
    rf"(?:i )?do not (?:accept|agree|consent|allow){_WHAT}|don t (?:accept|agree|consent|allow){_WHAT}|"
    r"(?:use |allow |accept |only |just )*(?:the )?(?:strictly )?(?:necessary|essential)(?: cookies?)?(?: only)?|"
    r"continue without (?:accepting|agreeing|consent|cookies)"
)
_LEAVING = re.compile(r"(?:no )?(?:no thanks|no thank you|not now|maybe later|later|not interested)")
_CLOSING = re.compile(
    r"(?:close|dismiss|hide|x)(?: (?:this|the|that))?"
    r"(?: (?:cookie |consent )?(?:dialogue|dialog|pop ?up|banner|window|notice|message|notification|overlay|modal|"
    r"panel|box|icon|button))*"
)
_COOKIES = re.compile(r"\b(?:cookies?|consent|tracking|gdpr|privacy)\b", re.I)
_SIGNS = frozenset("×✕✖✗⨯")
_ALLOWING = re.compile(r"(?:allow|permit|grant|share)\b.*")
_BLOCKING = re.compile(r"(?:block|deny|don t allow|do not allow|never allow|refuse|reject)\b.*")


def dismiss(command: Dismiss, page: Page, picked: Element | None) -> Next:
    """Press the button that refuses or closes; else Escape. What a wall of consent offers only to accept is told."""
    if picked is not None:
        return Step(Click(picked.uid))
    if not command.cookies and (name := called(command.spoken, page.elements)):
        found = find(name, "", [e for e in page.elements if e.interactive], pressing=True)
        if found:
            return Step(Click(found[0].uid)) if len(found) == 1 else WhichOne(name, found)
    inside = _inside(page) or (_about_cookies(page) if command.cookies else [])
    walled = command.cookies or bool(_COOKIES.search(f"{page.modal} {' '.join(e.dialog for e in inside)}"))
    for wanted in (_REFUSING, _LEAVING, _CLOSING) if walled else (_CLOSING, _LEAVING):
        if exits := [e for e in inside if wanted.fullmatch(_name(e))]:
            return Step(Click(exits[0].uid))
    if not inside and not page.modal:
        return Sorry("I see no banner or dialog to close. Say click, and the name of the button.")
    return _no_exit(inside, page) if walled else Step(Press("Escape"))


def permit(command: Permit, page: Page) -> Next:
    """Grant or deny what the page asks for; on other pages the words are the name of a button."""
    wanted = _ALLOWING if command.allow else _BLOCKING
    if page.wants:
        answers = [e for e in page.elements if e.handle.startswith(PERMISSION) and wanted.fullmatch(folded(e.label))]
        words = set(folded(command.spoken).split())
        named = [e for e in answers if words & set(folded(e.label).split()[1:]) - {"and", "for"}] or answers
        if named:
            return Step(Click(named[0].uid)) if len(named) == 1 else WhichOne(command.spoken, tuple(named))
    name = called(command.spoken, page.elements)
    found = find(name, "", [e for e in page.elements if e.interactive], pressing=True) if name else ()
    if found:
        return Step(Click(found[0].uid)) if len(found) == 1 else WhichOne(name, found)
    return Sorry("This page asks for no permission now.")


def _inside(page: Page) -> list[Element]:
    return [e for e in _pressable(page) if e.dialog or e.landmark == "dialog"]


def _about_cookies(page: Page) -> list[Element]:
    """A notice that lies over nothing: its buttons are known by what stands around them."""
    return [e for e in _pressable(page) if _COOKIES.search(f"{e.label} {e.context} {e.heading} {e.landmark}")]


def _pressable(page: Page) -> list[Element]:
    return [e for e in page.elements if e.interactive and not e.kind and "disabled" not in e.states]


def _name(element: Element) -> str:
    label = element.label.strip()
    return "x" if label in _SIGNS else folded(label)


def _no_exit(inside: list[Element], page: Page) -> Sorry:
    offered = list(dict.fromkeys(e.label for e in inside))[:4]
    if not offered:
        return Sorry(f"I see no button that refuses. The page says: {page.modal or 'nothing'}.")
    return Sorry(
        "I see no button there that refuses or closes, and I accept nothing by myself. "
        f"It offers: {', '.join(offered)}. Say click, and the name."
    )
