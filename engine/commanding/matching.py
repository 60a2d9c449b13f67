"""Spoken name → the elements it may mean. Exact before close; what is left tied is a question, not a guess."""

import re
import unicodedata
from collections.abc import Callable, Iterable

from rapidfuzz import fuzz

from engine.values.page import Element

CLOSE = 86
"""Least similarity (0…100) of a close match. Below five letters only exact names count: "of" is not "off"."""

_SMALL = frozenset("a an the it its this that these those here there of to in on at for and or me my one".split())
_ARTICLE = re.compile(r"^(?:the|a|an|my|your|this|that) ")

_KINDS: dict[str, frozenset[str]] = {
    "link": frozenset({"link"}),
    "button": frozenset({"button", "switch"}),
    "tab": frozenset({"tab"}),
    "checkbox": frozenset({"checkbox", "switch", "menuitemcheckbox"}),
    "check box": frozenset({"checkbox", "switch", "menuitemcheckbox"}),
    "radio button": frozenset({"radio", "menuitemradio"}),
    "menu item": frozenset({"menuitem", "menuitemcheckbox", "menuitemradio"}),
    "menu": frozenset({"button", "menuitem", "combobox"}),
    "option": frozenset({"option", "radio"}),
    "image": frozenset({"img", "link", "button"}),
    "picture": frozenset({"img", "link", "button"}),
}


def folded(words: str) -> str:
    """Case, accents, marks and blanks removed, so that what is heard can equal what is written."""
    plain = unicodedata.normalize("NFKD", words).casefold()
    kept = "".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c))
    return " ".join(kept.split())


def find(name: str, kind: str, elements: Iterable[Element]) -> tuple[Element, ...]:
    """Return the elements that `name` may mean: the best tier that has any, in document order.

    Tiers: the whole name (accessible or visible), the name with its row or card, the start of the name, all its words
    in any order, similar spelling. Words that say nothing ("it", "here") must be the whole name. Copies of one link
    (same address, same name) count once.
    """
    wanted = folded(name)
    if not wanted:
        return ()
    of_kind = [e for e in elements if not kind or e.role in _KINDS.get(kind, frozenset({kind}))]
    for belongs in _tiers(wanted):
        found = [element for element in of_kind if belongs(element)]
        if found:
            return _distinct(found)
    return ()


def called(name: str, elements: Iterable[Element]) -> Element | None:
    """Return the one element that can be acted on and is called exactly so, None when there is none or several."""
    wanted = folded(name)
    found = _distinct([e for e in elements if e.interactive and wanted and wanted in _names(e)])
    return found[0] if len(found) == 1 else None


def nearest(name: str, elements: Iterable[Element], limit: int = 3) -> tuple[str, ...]:
    """Return the labels most like `name`, to be offered when nothing matched; never acted upon."""
    wanted = folded(name)
    scored = {e.label: fuzz.token_set_ratio(wanted, folded(e.label)) for e in elements if e.interactive and e.name}
    best = sorted(scored, key=lambda label: -scored[label])
    return tuple(label for label in best[:limit] if scored[label] >= 50)


def _names(element: Element) -> tuple[str, ...]:
    return tuple(n for n in map(folded, (element.name, element.text, element.placeholder)) if n)


def _tiers(wanted: str) -> tuple[Callable[[Element], bool], ...]:
    words = set(wanted.split())
    telling = words - _SMALL
    close = len(wanted) >= 5
    whole = re.compile(rf"{re.escape(wanted)}\b")

    def with_context(element: Element) -> bool:
        name, context = folded(element.name or element.text), folded(element.context)
        return bool(context and name) and set(name.split()) <= words <= set(f"{name} {context}".split())

    return (
        lambda e: wanted in _names(e),
        lambda e: wanted in {_ARTICLE.sub("", name) for name in _names(e)},
        with_context,
        lambda e: bool(telling) and any(whole.match(n) for n in _names(e)),
        lambda e: bool(telling) and any(words <= set(n.split()) for n in _names(e)),
        lambda e: close and any(fuzz.ratio(wanted, n) >= CLOSE for n in _names(e)),
    )


def _distinct(found: list[Element]) -> tuple[Element, ...]:
    kept: dict[tuple[str, str], Element] = {}
    for element in found:
        plain = element.href.startswith(("http", "/")) and "#" not in element.href  # "#" may do anything by script
        key = (element.href, folded(element.label)) if plain else (element.uid, "")
        kept.setdefault(key, element)
    return tuple(kept.values())
