"""Another node in the place of one that a page has replaced."""

import logging
from dataclasses import replace

from engine.adapters.webdriver.looking import look
from engine.adapters.webdriver.session import Session
from engine.seeing.walking import depths, page_from
from engine.values.page import Box, Element

log = logging.getLogger(__name__)


def refound(session: Session, element: Element) -> Element | None:
    """The one element of the page now that is wholly the same thing as `element` was; None if none, or several.

    Pages that are drawn anew all the time give each thing a new node each time.
    """
    found, _ = look(session)
    session.depths = depths(found)
    same = [one for one in page_from(found).elements if _essence(one) == _essence(element)]
    log.info("a node was gone; %d others are the same thing", len(same))
    return same[0] if len(same) == 1 else None


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
