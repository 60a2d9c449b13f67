"""Spoken name → the elements it may mean. Exact before close; what is left tied is a question, not a guess."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from rapidfuzz import fuzz

from engine.commanding.answers import ORDINALS
from engine.commanding.symbols import said
from engine.values.page import Element

CLOSE = 86
"""Least similarity (0…100) of a close match. Below five letters only exact names count: "of" is not "off"."""

_SMALL = frozenset("a an the it its this that these those here there of to in on at for and or me my one".split())
_ASKING = frozenset(
    "um umm uh uhh er erm hm hmm ah oh well so just maybe actually please thanks thank you i i'd like want mean meant "
    "take choose pick select click press tap open give let us let's lets go make with from by under next say yes no "
    "ones that's it's link button d s ll".split()
)
"""Words around the choice that someone makes among things just offered. "Not" and "or" are none of them."""

_STANDS = frozenset("under below beneath beside near next within inside by with from of row card section".split())
"""Words that say where something stands, before what stands there."""

_PREPOSITIONS = frozenset("to from for of in on at by".split())
"""Small words that may begin the name of a field ("To recipients"), and then be all that is said of it."""

_TICKABLE = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"})
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


def find(name: str, kind: str, elements: Iterable[Element], *, pressing: bool = False) -> tuple[Element, ...]:
    """Return the elements that `name` may mean: the best tier that has any, in document order.

    Tiers: the whole name (accessible, visible, or what stands beside it), its title, the name with its row or card, or
    with its heading, the start of the name, all its words in any order, similar spelling. Words that say nothing ("it",
    "here") must be the whole name. Copies of one link (same address, same name) count once. `pressing` says that
    something is to be pressed: then a field or a box to tick counts only by its whole name, unless its kind was said
    ("press send" does not tick "Send me news").
    """
    wanted = folded(" ".join(next(iter(said(word)), word) for word in name.split()))
    if not wanted:
        return ()
    of_kind = [e for e in elements if not kind or e.role in _KINDS.get(kind, frozenset({kind}))]
    for tier, belongs in enumerate(_tiers(wanted)):
        whole = tier < _WHOLE or not pressing or bool(kind)
        found = [element for element in of_kind if (whole or not _is_set(element)) and belongs(element)]
        if found:
            return _distinct(found)
    return ()


def numbered(name: str, kind: str, elements: Iterable[Element]) -> Element | None:
    """Return what "second read more", "last link" or ("first", "button") counts to, None when that is not there."""
    first, _, rest = folded(name).partition(" ")
    place = placed(first)
    if rest in _KINDS:
        kind, rest = rest, ""
    if place is None or not (rest or kind):
        return None
    counted = tuple(e for e in elements if e.role in _KINDS.get(kind, frozenset({kind})))
    found = find(rest, kind, elements) if rest else counted
    return found[place] if -len(found) <= place < len(found) else None


def placed(word: str) -> int | None:
    """Return the index that "second", "2nd" or "last" (-1) counts to, None for other words."""
    return _PLACES.get(re.sub(r"(?<=\d)(?:st|nd|rd|th)$", "", word))


_PLACES = {"last": -1} | {word: n for n, word in enumerate(ORDINALS)} | {str(n): n - 1 for n in range(1, 21)}


def called(words: str, elements: Iterable[Element]) -> str:
    """Return the name of something that can be acted on when the words are nothing but that name, "" otherwise.

    Small words do not count: "add it to the basket" names "Add to basket".
    """
    wanted, telling = folded(words), _said_words(folded(words))
    able = [(name, e.label) for e in elements if e.interactive for name in _names(e)]
    exact = (label for name, label in able if wanted and name == wanted)
    close = (label for name, label in able if telling and _said_words(name) == telling)
    return next(exact, "") or next(close, "")


def is_name(words: str, elements: Iterable[Element]) -> bool:
    """True when the words are letter by letter what something to press is called ("Search hotels")."""
    wanted = folded(words)
    return bool(wanted) and any(
        e.interactive and not _is_set(e) and wanted in map(folded, (e.name, e.text)) for e in elements
    )


def _said_words(name: str) -> tuple[str, ...]:
    return tuple(word for word in name.split() if word not in _SMALL)


class Named(Protocol):
    """What can be told by its name, and by what stands around it."""

    @property
    def name(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def placeholder(self) -> str: ...
    @property
    def beside(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def context(self) -> str: ...
    @property
    def heading(self) -> str: ...


One = TypeVar("One", bound=Named)


def among(words: str, options: Sequence[One]) -> tuple[One, ...]:
    """Return the offered things that `words` mean ("the teapot, please"), all that fit equally well, in their order.

    One is the user's choice; several or none mean: ask again. Exact names (label, row or heading) before all words
    within label, row and heading, before similar spelling of those words.
    """
    said = folded(words)
    telling = [word for word in said.split() if word not in _ASKING | _SMALL]
    if "or" in said.split() or not said:
        return ()
    wanted = " ".join(telling)
    tiers: tuple[Callable[[One], bool], ...] = (
        lambda e: said in _places(e),
        lambda e: bool(wanted) and wanted in {" ".join(_telling(place)) for place in _places(e)},
        lambda e: bool(wanted) and set(telling) <= set(" ".join(_places(e)).split()),
        lambda e: len(wanted) >= 5 and _alike(telling, " ".join(_places(e)).split()),
    )
    return next((found for belongs in tiers if (found := tuple(filter(belongs, options)))), ())


def nearest(name: str, elements: Iterable[Element], limit: int = 3) -> tuple[str, ...]:
    """Return the labels most like `name`, to be offered when nothing matched; never acted upon."""
    wanted = folded(name)
    scored = {e.label: fuzz.token_set_ratio(wanted, folded(e.label)) for e in elements if e.interactive and e.name}
    best = sorted(scored, key=lambda label: -scored[label])
    return tuple(label for label in best[:limit] if scored[label] >= 50)


def _names(element: Named) -> tuple[str, ...]:
    """All that it is called, folded; a sign that stands for a name counts by the words for it."""
    told = tuple(n for n in map(folded, (element.name, element.text, element.placeholder, element.beside)) if n)
    return told or (*said(element.name), *said(element.text))


def _titles(element: Element) -> tuple[str, ...]:
    """What a title or an icon calls it, folded: "icon: trash (delete)" is trash, and delete."""
    told = element.description if len(element.description) <= _TITLE else ""
    return tuple(map(folded, (told, *re.split(r"[()]", told.partition("icon: ")[2]))))


def heard_in(element: Named) -> frozenset[str]:
    """Return all words of its names."""
    return frozenset(" ".join(_names(element)).split())


def _places(element: Named) -> tuple[str, ...]:
    """All that was or could have been said of an offered element, folded."""
    return (*_names(element), *(place for place in map(folded, (element.context, element.heading)) if place))


def _telling(place: str) -> list[str]:
    return [word for word in place.split() if word not in _ASKING | _SMALL]


def _alike(wanted: list[str], words: list[str]) -> bool:
    """True when every wanted word is much like one of the words, or they are one of them when joined ("tea pot")."""
    if "".join(wanted) in words:
        return True
    return all(
        any(w == x or (len(w) >= 5 and _same_sense(w, x) and fuzz.ratio(w, x) >= CLOSE) for x in words) for w in wanted
    )


def _is_set(element: Element) -> bool:
    """True for what is filled in or ticked rather than pressed."""
    return bool(element.kind) or element.role in _TICKABLE


_WHOLE = 5
"""How many of the tiers need a whole name."""


def _tiers(wanted: str) -> tuple[Callable[[Element], bool], ...]:
    words = set(wanted.split())
    telling = words - _SMALL
    close = len(wanted) >= 5
    whole = re.compile(rf"{re.escape(wanted)}\b")

    def within(element: Element, place: str) -> bool:
        """Small words are said as they come: "edit for Ben Okafor" is the Edit of his row."""
        around = set(folded(place).split())
        for name in (set(called.split()) for called in _names(element)):
            rest = telling - name - {"s"} - (_STANDS - around)  # "Ben's"
            if rest and (name - _SMALL or name) <= words and rest <= around:
                return True
        return False

    return (
        lambda e: wanted in _names(e),
        lambda e: wanted in {_ARTICLE.sub("", name) for name in _names(e)},
        lambda e: wanted in _titles(e),
        lambda e: within(e, e.context),
        lambda e: within(e, e.heading),
        lambda e: bool(telling or (wanted in _PREPOSITIONS and e.kind)) and any(whole.match(n) for n in _names(e)),
        lambda e: bool(telling) and any(words <= set(n.split()) for n in _names(e)),
        lambda e: close and any(fuzz.ratio(wanted, n) >= CLOSE and _same_sense(wanted, n) for n in _names(e)),
    )


_TITLE = 40
"""Characters of a description that may be a name: the title of a button, not a sentence of help."""


def _same_sense(one: str, other: str) -> bool:
    """Story 35 is not story 5, and "unfollow Anna" is not "follow Anna", however alike they look."""
    pairs = list(zip(one.split(), other.split(), strict=False))
    turned = any(_turned(a, b) or _turned(b, a) for a, b in pairs)
    return re.findall(r"\d+", one) == re.findall(r"\d+", other) and not turned


def _turned(one: str, other: str) -> bool:
    return one != other and one.endswith(other) and one.removesuffix(other) in _TURNING


_TURNING = frozenset("un de dis in non re im il ir anti mis".split())
"""Prefixes that make another word, mostly the opposite, of a word."""


def _distinct(found: list[Element]) -> tuple[Element, ...]:
    kept: dict[tuple[str, str], Element] = {}
    for element in found:
        plain = element.href.startswith(("http", "/")) and "#" not in element.href  # "#" may do anything by script
        key = (element.href, folded(element.label)) if plain else (element.uid, "")
        kept.setdefault(key, element)
    return tuple(kept.values())
