"""Where one is: the page, what lies over it, what it asks for, and which tabs are open."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from engine.replying.words import asks, ended, name_of, short, still
from engine.values.page import Page

_TABS = 12
"""Tabs told at a time."""

_WISHES = "permission:"


def besides(alerts: Sequence[str], modal: str, elsewhere: str = "") -> str:
    """Return what is to be known of a page just reached: another site, its errors, a dialog that lies over it."""
    said = f" The page says: {ended(short('. '.join(alert.rstrip('. ') for alert in alerts)))}" if alerts else ""
    said = (f" It is on {elsewhere}." if elsewhere else "") + said
    return said + (f" A dialog is open: {ended(short(modal))}" if modal else "")


def where_am_i(page: Page) -> str:
    """Return title, site, heading, position and focus in one or two sentences; of other kinds, what can be done."""
    if page.dialog is not None:
        return asks(page.dialog)
    if page.kind != "page":
        return kind_told(page) + still(page)
    site = urlsplit(page.url).netloc if page.url.startswith("http") else ""
    if not site:
        return "No page is open. Say open, and a site or an address."
    heading = next((text for _, text in page.headings), "")
    focus = next((e for e in page.elements if "focused" in e.states), None)
    at = next((number for number, tab in enumerate(page.tabs, 1) if tab.active), 0)
    parts = [
        f"{page.title.rstrip(' .') or 'A page without a title'}, on {site}.",
        f"Heading: {ended(heading)}" if heading and heading != page.title else "",
        position(page),
        f"The focus is on {ended(name_of(focus))}" if focus else "",
        f"A dialog is open: {ended(short(page.modal))}{ways(page)}" if page.modal else "",
        f"Tab {at} of {len(page.tabs)}." if at and len(page.tabs) > 1 else "",
        wants_told(page),
    ]
    return " ".join(part for part in parts if part) + still(page)


def kind_told(page: Page) -> str:
    """Return what is shown where that is no ordinary page, and what can be said there; "" for a page."""
    site = urlsplit(page.url).netloc.rpartition("@")[2] or page.url[:60]
    told = page.text.strip()
    match page.kind:
        case "pdf":
            name = page.title.strip() or urlsplit(page.url).path.rpartition("/")[2] or "A document"
            return f"{name.rstrip('.')} is a PDF, on {site}. I cannot read it out. Say: download it, or go back."
        case "sign-in":
            asked = ended(told) if told else f"{site} asks for a user name and a password."
            return f"{asked} Say: type, your name, into user name. The same for password. Then say: sign in, or cancel."
        case "certificate":
            why = ended(short(told)) if told else f"The certificate of {site} is not good."
            return f"{why} It may not be the real site, so I do not open it. Say: go back."
        case "unreachable":
            why = ended(short(told)) if told else f"{site} cannot be reached."
            return f"{why} Say: reload, or go back."
        case "crashed":
            return "This tab has crashed. Say: reload."
        case _:
            return ""


def wants_told(page: Page) -> str:
    """Return what the page asks the browser's leave for, and the words that grant or deny it; "" when nothing."""
    if not page.wants:
        return ""
    named = [e.label for e in page.elements if e.handle.startswith(_WISHES)]
    say = " or ".join(label[:1].lower() + label[1:] for label in named[:4]) or "allow or block"
    return f"This page wants to {page.wants}. Say: {say}."


def tabs_told(page: Page) -> str:
    """Return the open tabs with their numbers; the present one is said to be."""
    count = len(page.tabs)
    if count < 2:
        only = page.tabs[0].title or "an empty one" if page.tabs else "this one"
        return f"One tab is open: {ended(short(only))}"
    told = []
    for number, tab in enumerate(page.tabs[:_TABS], 1):
        title = tab.title or urlsplit(tab.url).netloc or "empty"
        told.append(ended(f"{number}{', this one' if tab.active else ''}: {short(title)}"))
    rest = f" And {count - _TABS} more." if count > _TABS else ""
    return f"{count} tabs are open. {' '.join(told)}{rest} Say: tab, and the number."


def late(said: str) -> str:
    """Return what the page has come to say since an action of which no effect was seen."""
    return f"Meanwhile the page says: {ended(said)}"


def ready(title: str) -> str:
    """Return the first words of a conversation, spoken where the status is shown."""
    return f"Ready. The page is {ended(title)}" if title else "Ready."


def ways(page: Page) -> str:
    """Name what the open dialog offers, so that the user knows how to get past it."""
    inside = [e for e in page.elements if page.modal and e.landmark == "dialog" and not e.kind and e.name]
    offered = list(dict.fromkeys(short(element.label.rstrip(" .")) for element in inside))[:4]
    return f" Say one of: {', '.join(offered)}." if offered else ""


def position(page: Page) -> str:
    """Return how far down the page the view is, as one sentence."""
    view = page.viewport
    if view.height_full <= view.height + 2:
        return "The whole page is in view."
    if view.scroll_y <= 0:
        return "At the top of the page."
    if view.scroll_y + view.height >= view.height_full - 2:
        return "At the bottom of the page."
    return f"{min(99, max(1, round(100 * view.scroll_y / (view.height_full - view.height))))} percent down the page."
