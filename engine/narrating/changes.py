"""Two looks at one page → what it says now that it did not say before (a status message, an error)."""

import re

from engine.values.page import Page

_CHARACTERS = 120
_BESIDE = 2
"""Characters told; words before a change within a long line that are told with it, as its name may stand there."""


def news(before: Page, after: Page, *, numbers: bool = True) -> str:
    """Return the sentences that are new in the page's text, in order, shortened; "" when there are none.

    Without `numbers`, a sentence in which only digits differ is not new: it may be a clock.

    Another address is another page: what is new there is its title, not its text.
    """
    if before.url.partition("#")[0] != after.url.partition("#")[0]:
        return ""
    as_known = str if numbers else _without_digits
    old = _sentences(before.text)
    known = {as_known(one) for one in old}
    fresh = [_new_in(one, old) for one in _sentences(after.text) if as_known(one) not in known]
    told = ". ".join(one.rstrip(". ") for one in dict.fromkeys(fresh))
    if len(told) <= _CHARACTERS:
        return told
    cut = _NUMBER_END.sub("", told[:_CHARACTERS].rsplit(" ", 1)[0])
    return f"{cut.rstrip(' .,;:')}… and more"


_NUMBER_END = re.compile(r"(?:[ –-]?\d{4,})+$")
"""A long number that the cut may have fallen into: half of a card's is no longer known for one."""


def _sentences(text: str) -> list[str]:
    parts = (part for line in text.split("\n") for part in re.split(r"(?<=[.!?…])\s+(?=[^\W\d_a-z])", line))
    return [part.strip() for part in parts if part.strip()]


def _new_in(sentence: str, old: list[str]) -> str:
    """What differs within a long line, as a row of buttons is one, from the line that it was; else the whole of it."""
    if len(sentence) <= _CHARACTERS:
        return sentence
    words = sentence.split()
    ends = max((_shared(words, one.split()) for one in old), key=sum, default=(0, 0))
    if 2 * sum(ends) < len(words):
        return sentence
    return " ".join(words[max(0, ends[0] - _BESIDE) : len(words) - ends[1]])


def _shared(words: list[str], others: list[str]) -> tuple[int, int]:
    """How many words two lines share at their beginning, and how many of the rest at their end."""
    pairs = list(zip(words, others, strict=False))
    first = next((at for at, (a, b) in enumerate(pairs) if a != b), len(pairs))
    rest = zip(reversed(words[first:]), reversed(others[first:]), strict=False)
    return first, next((at for at, (a, b) in enumerate(rest) if a != b), min(len(words), len(others)) - first)


def _without_digits(line: str) -> str:
    return re.sub(r"\d+", "0", line)
