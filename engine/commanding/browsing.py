"""Addresses, tabs, size, scrolling and keeping what is shown: command + page → the next step."""

from urllib.parse import urlsplit

from engine.commanding.choosing import Next, Option, Sorry, Step, WhichOne, one, press
from engine.commanding.commands import (
    ClickOn,
    CloseTab,
    GoToTab,
    OpenTab,
    SaveDocument,
    ScrollPage,
    ScrollTo,
    ZoomPage,
)
from engine.commanding.matching import called, find, folded, numbered
from engine.commanding.searching import address, known_site
from engine.hearing.understanding import spelled
from engine.values.action import (
    Click,
    Load,
    Save,
    Scroll,
    ScrollBox,
    ScrollUntil,
    TabCreate,
    TabRemove,
    TabSwitch,
    Zoom,
)
from engine.values.page import Element, Page, Tab
from engine.values.settings import Settings

SIZES = (25, 33, 50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400, 500)
"""The steps of Chrome's own zoom, in percent."""

_ALL = 1_000_000.0
"""Heights of a box: as far as it goes."""

_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp", ".avif")


def open_place(where: str, page: Page, settings: Settings) -> Next:
    if url := _url(where, settings):
        return Step(Load(url))
    links = _links(where, page)
    if not links and (counted := numbered(where, "", [e for e in page.elements if e.interactive and not e.kind])):
        links = (counted,)
    if len(links) == 1 and "expanded" in links[0].states and not links[0].href:
        return Sorry(f"{links[0].label} is open already, so I did nothing.")
    if len(links) == 1:
        return Step(Click(links[0].uid))
    return WhichOne(where, links) if links else _unknown(where)


def open_tab(command: OpenTab, page: Page, settings: Settings, picked: Element | None) -> Next:
    """A new tab, empty or with a site, an address or the target of a link of this page."""
    if not command.where and picked is None:
        return Step(TabCreate())
    if picked is None and (url := _url(command.where, settings)):
        return Step(TabCreate(url))
    links = (picked,) if picked else _links(command.where, page)
    if not links:
        return _unknown(command.where)
    if len(links) > 1:
        return WhichOne(command.where, links)
    if not links[0].href.startswith(("http://", "https://")):
        return Sorry(f"{links[0].label} has no address of its own, so it cannot open in a new tab. Say: click it.")
    return Step(TabCreate(links[0].href))


def go_to_tab(command: GoToTab, page: Page) -> Next:
    """Go to a tab of the browser; a name may also be that of a tab on the page."""
    if command.name:
        found = _tabs_named(command.name, page)
        here = find(command.name, "tab", [e for e in page.elements if e.interactive])
        if here and found:
            options = (*_options(found), Option(f"{here[0].label}, on this page", ClickOn(command.name, "tab")))
            return WhichOne(command.name, options)
        if not found:
            return press(command.name, page, "tab") if here else _no_tab(command.name, page)
        return Step(TabSwitch(found[0].handle)) if len(found) == 1 else WhichOne("tab", _options(found))
    tab = _tab(command, page)
    return Step(TabSwitch(tab.handle)) if tab else _no_tab(str(command.number), page)


def close_tab(command: CloseTab, page: Page) -> Next:
    if command.name:
        found = _tabs_named(command.name, page)
        if len(found) > 1:
            options = (Option(_titled(tab), CloseTab(handle=tab.handle)) for tab in found)
            return WhichOne("tab", tuple(options))
        return Step(TabRemove(found[0].handle)) if found else _no_tab(command.name, page)
    tab = _tab(GoToTab(command.number, 0, "", command.handle), page)
    return Step(TabRemove(tab.handle)) if tab else _no_tab(str(command.number), page)


def zoom(command: ZoomPage, page: Page) -> Next:
    percent = command.percent
    now = page.viewport.zoom
    if command.step > 0:
        percent = next((size for size in SIZES if size > now), SIZES[-1])
    elif command.step < 0:
        percent = next((size for size in reversed(SIZES) if size < now), SIZES[0])
    if not SIZES[0] <= percent <= SIZES[-1]:
        return Sorry(f"Pages can be shown at {SIZES[0]} to {SIZES[-1]} percent. Say for example: zoom to 150 percent.")
    return Step(Zoom(percent))


def save(command: SaveDocument, page: Page) -> Next:
    """Keep a PDF or a picture; on other pages the words are the name of a button."""
    if page.kind == "pdf" or urlsplit(page.url).path.lower().endswith(_PICTURES):
        return Step(Save())
    if name := called(command.spoken, page.elements):
        return press(name, page)
    verb = command.spoken.partition(" ")[0]
    named = find(verb, "", [e for e in page.elements if e.interactive and folded(e.label).startswith(folded(verb))])
    if len(named) == 1:
        return Step(Click(named[0].uid))
    return WhichOne(verb, named) if named else Step(Save())  # a page may show a PDF in a part of it


def scroll_page(command: ScrollPage, page: Page, picked: Element | None) -> Next:
    """Scroll the page, or a part of it that scrolls by itself."""
    if not command.box and picked is None:
        return Step(_scrolled(command, page))
    box = _box(command.box, page, picked)
    return Step(_scrolled_in(box, command)) if isinstance(box, Element) else box


def scroll_to(command: ScrollTo, page: Page, picked: Element | None) -> Next:
    if not command.box and picked is None:
        return Step(ScrollUntil(command.text))
    box = _box(command.box, page, picked)
    return Step(ScrollUntil(command.text, box.uid)) if isinstance(box, Element) else box


def _scrolled(command: ScrollPage, page: Page) -> Scroll:
    view = page.viewport
    part = 0.25 if command.little else 0.8
    bottom = max(0, view.height_full - view.height)
    x, y = view.scroll_x, view.scroll_y
    match command.direction:
        case "top":
            y = 0
        case "bottom":
            y = bottom
        case "down":
            y = min(bottom, y + round(view.height * part))
        case "up":
            y = max(0, y - round(view.height * part))
        case "right":
            x += round(view.width * part)
        case "left":
            x = max(0, x - round(view.width * part))
    return Scroll(x, y)


def _scrolled_in(box: Element, command: ScrollPage) -> ScrollBox:
    part = 0.25 if command.little else 0.8
    match command.direction:
        case "top" | "bottom":
            return ScrollBox(box.uid, _ALL if command.direction == "bottom" else -_ALL)
        case "down" | "up":
            return ScrollBox(box.uid, part if command.direction == "down" else -part)
        case _:
            return ScrollBox(box.uid, 0, part if command.direction == "right" else -part)


def _box(name: str, page: Page, picked: Element | None) -> Element | WhichOne | Sorry:
    """The box of this name: itself, else something that stands in the region, dialog or list called so."""
    if picked is not None:
        return picked
    found = find(name, "", page.elements)
    if found:
        return one(name, "", found, None)
    wanted = folded(name)
    inside = [e for e in page.elements if wanted in (e.role, *map(folded, (e.landmark, e.dialog, e.heading)))]
    return inside[0] if inside else one(name, "", page.elements, None)


def _url(where: str, settings: Settings) -> str | None:
    return known_site(where, settings) or known_site(spelled(where), settings) or address(where)


def _links(where: str, page: Page) -> tuple[Element, ...]:
    pressable = [e for e in page.elements if e.interactive and not e.kind]
    return find(where, "link", pressable) or find(where, "", pressable, pressing=True)


def _unknown(where: str) -> Sorry:
    return Sorry(
        f"I know no site called {where}, and there is no such link on this page. "
        "Say the address, for example: open example dot com."
    )


def _tab(command: GoToTab, page: Page) -> Tab | None:
    """The tab that is meant by its handle, its number or its distance from the present one, in a circle."""
    if command.handle:
        return next((tab for tab in page.tabs if tab.handle == command.handle), None)
    active = next((at for at, tab in enumerate(page.tabs) if tab.active), None)
    if command.number:
        at = len(page.tabs) - 1 if command.number < 0 else command.number - 1
        return page.tabs[at] if 0 <= at < len(page.tabs) else None
    return None if active is None else page.tabs[(active + command.step) % len(page.tabs)]


def _tabs_named(name: str, page: Page) -> tuple[Tab, ...]:
    """By title or site: the whole before its beginning before all words of it."""
    wanted = folded(name)
    words = set(wanted.split())
    told = [(tab, folded(tab.title), folded(urlsplit(tab.url).netloc.removeprefix("www."))) for tab in page.tabs]
    tiers = (
        [tab for tab, *names in told if wanted in names],
        [tab for tab, *names in told if any(known.startswith(wanted + " ") for known in names)],
        [tab for tab, *names in told if words and words <= set(" ".join(names).split())],
    )
    return next((tuple(tier) for tier in tiers if tier), ())


def _options(tabs: tuple[Tab, ...]) -> tuple[Option, ...]:
    return tuple(Option(_titled(tab), GoToTab(handle=tab.handle)) for tab in tabs)


def _titled(tab: Tab) -> str:
    return ", ".join(part for part in (tab.title, urlsplit(tab.url).netloc) if part) or "empty"


def _no_tab(which: str, page: Page) -> Sorry:
    count = len(page.tabs)
    open_now = "Only one tab is open" if count == 1 else f"{count} tabs are open"
    called_so = f"tab {which}" if which.lstrip("-").isdigit() else f"tab called {which}"
    return Sorry(f"There is no {called_so}. {open_now}. Say: which tabs are open.")
