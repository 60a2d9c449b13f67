"""Strings that a page supplied, without what nobody can see: escapes, line breaks in names, turned-round text."""

import re
import unicodedata
from typing import Any

_JOINERS = "\u200c\u200d"
"""Formats that change letters: Persian and Indic words and joined emoji need them."""
_BLANKS = frozenset({"Cc", "Zl", "Zp"})
_DROPPED = frozenset({"Cf", "Cs"})


def clean(text: str, lines: bool = False) -> str:
    """Control characters become one blank, invisible ones are dropped; with `lines` line breaks stay."""
    if text.isprintable():
        return text
    spared = _JOINERS + "\n" * lines
    kept = "".join(one if one in spared else _shown(one) for one in text)
    return kept if lines or kept == text else re.sub(" {2,}", " ", kept).strip()


def _shown(one: str) -> str:
    kind = unicodedata.category(one)
    return " " if kind in _BLANKS else "" if kind in _DROPPED else one


def cleaned(found: Any, lines: bool = False) -> Any:
    """The same of every string in what a script returned; "value", "holds" and "text" of dictionaries keep lines."""
    if isinstance(found, str):
        return clean(found, lines)
    if isinstance(found, list):
        return [cleaned(one) for one in found]
    if isinstance(found, dict):
        return {key: cleaned(one, key in _LINES) for key, one in found.items()}
    return found


_LINES = frozenset({"value", "holds", "text"})
