"""Two looks at one page → what it says now that it did not say before (a status message, an error)."""

from engine.values.page import Page

_LINES, _CHARACTERS = 3, 240


def news(before: Page, after: Page) -> str:
    """Return the lines that are new in the page's text, in order, shortened; "" when there are none.

    Another address is another page: what is new there is its title, not its text.
    """
    if before.url.partition("#")[0] != after.url.partition("#")[0]:
        return ""
    known = set(before.text.split("\n"))
    fresh = [line for line in after.text.split("\n") if line.strip() and line not in known]
    told = ". ".join(line.rstrip(". ") for line in fresh[:_LINES])
    return told if len(told) <= _CHARACTERS else told[: _CHARACTERS - 1].rsplit(" ", 1)[0] + "…"
