"""Two looks at one page → what it says now that it did not say before (a status message, an error)."""

import re

from engine.values.page import Page

_LINES, _CHARACTERS = 3, 240


def news(before: Page, after: Page, *, numbers: bool = True) -> str:
    """Return the lines that are new in the page's text, in order, shortened; "" when there are none.

    Without `numbers`, a line in which only digits differ is not new: it may be a clock.

    Another address is another page: what is new there is its title, not its text.
    """
    if before.url.partition("#")[0] != after.url.partition("#")[0]:
        return ""
    as_known = str if numbers else _without_digits
    known = {as_known(line) for line in before.text.split("\n")}
    fresh = [line for line in after.text.split("\n") if line.strip() and as_known(line) not in known]
    told = ". ".join(line.rstrip(". ") for line in fresh[:_LINES])
    return told if len(told) <= _CHARACTERS else told[: _CHARACTERS - 1].rsplit(" ", 1)[0] + "…"


def _without_digits(line: str) -> str:
    return re.sub(r"\d+", "0", line)
