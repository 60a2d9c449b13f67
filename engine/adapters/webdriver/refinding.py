"""Another node in the place of one that a page has replaced."""

import logging
import re
from dataclasses import replace

from engine.adapters.webdriver.looking import look
from engine.adapters.webdriver.session import Session
from engine.seeing.walking import depths, page_from
from engine.values.page import Box, Element, Page

log = logging.getLogger(__name__)


def refound(session: Session, element: Element) -> Element | None:
    """The one element of the page now that is wholly the same thing as `element` was; None if none, or several.

    Pages that are drawn anew all the time give each thing a new node each time.
    """
    session.enter(())
    found, _ = look(session, session.most)  # as far from the view as what was judged by
    session.depths = depths(found)
    page = page_from(found)
    same = [one for one in page.elements if _essence(one) == _essence(element)]
    log.info("a node was gone; %d others are the same thing", len(same))
    return same[0] if len(same) == 1 and _still_says(session.judged, page) else None


def _still_says(judged: Page | None, page: Page) -> bool:
    """Whether the page says all that it said when it was judged, but for its clocks.

    Otherwise something else may have come in the place of what stood beside the element: the row of somebody else.
    """
    return judged is None or _lines(judged.text[:_MOST]) <= _lines(page.text)


def _lines(text: str) -> set[str]:
    return {_CLOCK.sub("", line).strip() for line in text.split("\n")[: None if len(text) < _MOST else -1]}


_MOST = 3_000
"""Characters of a page that are compared: what comes in above may push the last ones out."""
_CLOCK = re.compile(
    r"\b\d{1,2}:\d\d(:\d\d)?\b|\b\d+ ?(s|sec(ond)?s?|m|min(ute)?s?|h|hours?|days?)\b( ago)?|\d+([.,]\d+)?(?= ?%)"
)


def _essence(element: Element) -> Element:
    """All that an element is, but not where it lies and what it holds."""
    return replace(
        element,
        uid="",
        handle="",
        box=Box(0, 0, 0, 0),
        value="",
        description="",
        states=frozenset(),
        options=(),
        visible=True,
        covered_by="",
        form=None,
        attributes=(),
        xpath="",
    )
