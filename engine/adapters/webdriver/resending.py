"""Whether loading the current page anew would send a form again: ChromeDriver does so without asking."""

from selenium.common.exceptions import UnexpectedAlertPresentException, WebDriverException

from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.trouble import has_ended
from engine.judging.wording import document_of

_SENT = "form_submit"
_BY_ADDRESS = frozenset({"typed", "address_bar", "auto_bookmark", "auto_toplevel", "generated", "keyword"})
"""Ways to a page that send nothing, in Chrome's words; a page that was loaded again, or is told by a part of it, may
have been come by in any way.
"""


def resends(session: Session) -> bool:
    """What Chrome's history says of how the page was come by, whoever sent the form; parts of a page count as the page.

    Where a form led on to another address by a redirect, that cannot be told from one that would be sent again.
    """
    reports = session.reports
    if reports.tools.is_open and not reports.posted:
        return False
    try:
        found = session.cdp("Page.getNavigationHistory")
    except UnexpectedAlertPresentException:
        raise
    except WebDriverException as error:
        if has_ended(error):
            raise
        return True
    entries = list(found["entries"])[: int(found["currentIndex"]) + 1]
    here = document_of(str(entries[-1]["url"])) if entries else ""
    for entry in reversed(entries):
        if document_of(str(entry["url"])) != here:
            break
        how = str(entry.get("transitionType"))
        if how in _BY_ADDRESS and "#" not in str(entry["url"]):
            return False
        if how not in _BY_ADDRESS and (here in reports.posted or (how == _SENT and here not in reports.asked_for)):
            return True
    return False
