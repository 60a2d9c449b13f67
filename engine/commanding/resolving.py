"""Command + page → the next step: an action, a question, or a sentence that says why there is none."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote_plus, urlsplit

from rapidfuzz import fuzz

from engine.commanding.commands import (
    Choose,
    ClickOn,
    GoBack,
    GoForward,
    OnPage,
    Open,
    ReloadPage,
    ScrollPage,
    SearchFor,
    Tick,
    TypeInto,
)
from engine.commanding.dates import control_value, is_dated
from engine.commanding.matching import CLOSE, find, folded, nearest
from engine.hearing.understanding import number, spelled
from engine.values.action import (
    Action,
    Back,
    Change,
    Click,
    Forward,
    Load,
    Reload,
    Scroll,
    Submit,
    TextInput,
)
from engine.values.page import Element, Form, Page
from engine.values.settings import Settings


@dataclass(frozen=True, slots=True)
class Step:
    """An action to judge and carry out; `last` says that the command is then finished."""

    action: Action
    last: bool = True


@dataclass(frozen=True, slots=True)
class WhichOne:
    """Several elements fit; `command` is tried again on the one that is picked."""

    spoken: str
    options: tuple[Element, ...]


@dataclass(frozen=True, slots=True)
class Sorry:
    """Nothing to do: one or two plain sentences."""

    sentence: str


Next = Step | WhichOne | Sorry

_TEXTUAL = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
_ONE_OF_MANY = frozenset({"radio", "menuitemradio", "option"})
_TICKABLE = frozenset({"checkbox", "switch", "radio", "menuitemcheckbox", "menuitemradio"})
_ADDRESS = re.compile(
    r"(?:https?://)?(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\]|(?:[\w-]+\.)+[a-z]{2,24})(?::\d{1,5})?(?:[/?#]\S*)?",
    re.I,
)
_SEARCH_WORDS = frozenset("search query find suche suchen recherche rechercher buscar zoeken cerca".split())
_SEARCH_NAMES = frozenset({"q", "s", "k", "query", "search", "keyword", "keywords"})
_PERSONAL_KINDS = frozenset({"email", "tel", "password", "file", "textarea", "contenteditable"})
_PERSONAL = frozenset("email mail phone telephone password passcode pin card iban subscribe newsletter".split())
_SITE_AFTER = re.compile(r"(?P<query>.+) (?:on|in|at|with|using|from) (?:the )?(?P<where>[\w .]+)", re.I)
_SITE_WORDS = re.compile(r"\s+(?:web ?site|site|web ?page|page|home ?page)$", re.I)


def next_step(
    command: OnPage, page: Page, settings: Settings, done: Sequence[Action], picked: Element | None = None
) -> Next:
    """Return the next step of `command` on this page, after the actions already `done` for it.

    `picked` is the element that the user chose when asked "which one?".
    """
    match command:
        case Open(where):
            return _open(where, page, settings)
        case GoBack():
            return Step(Back())
        case GoForward():
            return Step(Forward())
        case ReloadPage():
            return Step(Reload())
        case ScrollPage():
            return Step(_scroll(command, page))
        case ClickOn(name, kind):
            return _click(name, kind, page, picked)
        case TypeInto():
            return _type(command, page, picked)
        case Choose(value, field):
            return _choose(value, field, page, picked)
        case Tick(name, on):
            return _tick(name, on, page, picked)
        case SearchFor():
            return _search(command, page, settings, done)


def address(where: str) -> str | None:
    """Return the address that these words spell ("example dot com slash news"), None when they are none."""
    written = spelled(where)
    return written if _ADDRESS.fullmatch(written) else None


def known_site(where: str, settings: Settings) -> str | None:
    """Return the address of a site known by this spoken name, None when there is none."""
    wanted = folded(_SITE_WORDS.sub("", where))
    names = {folded(name): url for name, url in settings.sites.items()}
    if wanted in names:
        return names[wanted]
    close = [url for name, url in names.items() if len(name) >= 5 and fuzz.ratio(wanted, name) >= CLOSE]
    return close[0] if len(close) == 1 else None


def is_search(form: Form) -> bool:
    """True for a form that only looks something up: GET, one filled-in text, nothing personal in it."""
    if form.submission.method != "get" or any(field.secret for field in form.fields):
        return False
    texts = [f for f in form.fields if f.kind in {"text", "search", "", "url"}]
    if any(f.kind in _PERSONAL_KINDS for f in form.fields) or len(texts) != 1:
        return False
    words = set(folded(f"{texts[0].name} {texts[0].label} {form.name}").split())
    if words & _PERSONAL:
        return False
    told = form.role == "search" or texts[0].kind == "search" or texts[0].name.lower() in _SEARCH_NAMES
    return told or bool(words & _SEARCH_WORDS)


def _open(where: str, page: Page, settings: Settings) -> Next:
    if url := known_site(where, settings) or known_site(spelled(where), settings) or address(where):
        return Step(Load(url))
    pressable = [e for e in page.elements if e.interactive and not e.kind]
    links = find(where, "link", pressable) or find(where, "", pressable, pressing=True)
    if len(links) == 1:
        return Step(Click(links[0].uid))
    if links:
        return WhichOne(where, links)
    return Sorry(
        f"I know no site called {where}, and there is no such link on this page. "
        "Say the address, for example: open example dot com."
    )


def _scroll(command: ScrollPage, page: Page) -> Scroll:
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


def _click(name: str, kind: str, page: Page, picked: Element | None) -> Next:
    chosen = _one(name, kind, [e for e in page.elements if e.interactive], picked, pressing=True)
    return Step(Click(chosen.uid)) if isinstance(chosen, Element) else chosen


def _type(command: TypeInto, page: Page, picked: Element | None) -> Next:
    text, chosen = command.text, _field(command.field, page, picked)
    if isinstance(chosen, Sorry) and command.whole and not _PERSONAL & set(folded(command.field).split()):
        focused = _field("", page, None)
        text, chosen = (command.whole, focused) if isinstance(focused, Element) else (text, chosen)
    if not isinstance(chosen, Element):
        return chosen
    if is_dated(chosen.kind) or chosen.kind.startswith("select") or chosen.kind in {"range", "color", "number"}:
        return _set(chosen, text)
    if chosen.role in _TICKABLE:
        return Sorry(f"{chosen.label} is a box to tick, not a field to type into. Say: tick {chosen.label}.")
    return Step(TextInput(text, chosen.uid))


def _choose(value: str, field: str, page: Page, picked: Element | None) -> Next:
    if picked is not None:
        return _set(picked, value) if picked.kind and picked.role not in _TICKABLE else Step(Click(picked.uid))
    holders = [e for e in page.elements if _option(e, value) is not None] if not field else []
    if holders:
        return _set(holders[0], value) if len(holders) == 1 else WhichOne(value, tuple(holders))
    if not field:
        return _click(value, "", page, None)
    chosen = _field(field, page, None)
    if isinstance(chosen, Sorry) or (isinstance(chosen, Element) and chosen.role in _TICKABLE):
        buttons = find(value, "", [e for e in page.elements if e.role in _ONE_OF_MANY])
        return (
            Step(Click(buttons[0].uid))
            if len(buttons) == 1
            else chosen
            if isinstance(chosen, Sorry)
            else _no_list(chosen)
        )
    return _set(chosen, value) if isinstance(chosen, Element) else chosen


def _no_list(element: Element) -> Sorry:
    return Sorry(f"{element.label} is a box to tick, not a list. Say: tick {element.label}.")


def _tick(name: str, on: bool, page: Page, picked: Element | None) -> Next:
    chosen = _one(name, "", [e for e in page.elements if e.role in _TICKABLE], picked)
    return Step(Change("true" if on else "false", chosen.uid)) if isinstance(chosen, Element) else chosen


def _set(element: Element, value: str) -> Next:
    if element.options:
        option = _option(element, value)
        if option is None:
            return Sorry(f"{element.label} has no option {value}. It has: {', '.join(element.options[:8])}.")
        return Step(Change(option, element.uid))
    if is_dated(element.kind):
        iso = control_value(value, element.kind)
        if iso is None:
            return Sorry(f"I could not read {value} as a {element.kind}. Say it like: 24 December 2026.")
        return Step(Change(iso, element.uid))
    if element.kind in {"range", "number"}:
        counted = number(value.strip(" ."))
        return Step(Change(value if counted is None else str(counted), element.uid))
    if element.kind == "color":
        return Step(Change(value, element.uid))
    return Step(TextInput(value, element.uid))


def _option(element: Element, value: str) -> str | None:
    wanted = folded(value)
    same = [o for o in element.options if folded(o) == wanted]
    start = [o for o in element.options if folded(o).startswith(wanted + " ")]
    close = [o for o in element.options if len(wanted) >= 4 and fuzz.ratio(folded(o), wanted) >= CLOSE]
    for tier in (same, start, close):
        if len(tier) == 1:
            return tier[0]
    return None


def _search(command: SearchFor, page: Page, settings: Settings, done: Sequence[Action]) -> Next:
    typed = [action for action in done if isinstance(action, TextInput)]
    boxes = _search_boxes(page)
    if not command.where and not command.web:
        command = _elsewhere(command, settings)
    if typed:
        filled = [box for box in boxes if box.value == typed[-1].text]
        if not boxes:
            return Sorry("The search box has gone. Nothing was searched.")
        return Step(Submit((filled or boxes)[0].uid))
    if command.where and not _is_here(command.where, page):
        site = known_site(command.where, settings)
        if site and not done:
            return Step(Load(site), last=False)
        if not site:
            return Sorry(f"I know no site called {command.where}. Open it first, then say: search for {command.query}.")
    if boxes and not command.web:
        return Step(TextInput(command.query, boxes[0].uid), last=False)
    return Step(Load(settings.search_engine.format(query=quote_plus(command.query))))


def _elsewhere(command: SearchFor, settings: Settings) -> SearchFor:
    """Read "mugs on amazon": the end of the query is a place only when it is the exact name of a known site."""
    match = _SITE_AFTER.fullmatch(command.query)
    if match and folded(match["where"]) in {"web", "internet", "net"}:
        return SearchFor(match["query"], web=True)
    if match and folded(match["where"]) in map(folded, settings.sites):
        return SearchFor(match["query"], match["where"])
    return command


def _search_boxes(page: Page) -> list[Element]:
    def is_box(element: Element) -> bool:
        if element.secret or element.role not in _TEXTUAL or "disabled" in element.states:
            return False
        form = page.forms[element.form] if element.form is not None else None
        return element.role == "searchbox" or (form is not None and is_search(form))

    boxes = [e for e in page.elements if is_box(e)]
    return sorted(boxes, key=lambda e: (bool(e.covered_by), e.landmark != "search", not e.visible))


def _is_here(where: str, page: Page) -> bool:
    address = urlsplit(page.url)
    told = [page.title, address.hostname or "", address.path, *(text for _, text in page.headings)]
    here = folded(" ".join([*told, *(box.label for box in _search_boxes(page))]))
    return set(folded(_SITE_WORDS.sub("", where)).split()) <= set(here.split())


def _field(name: str, page: Page, picked: Element | None) -> Element | WhichOne | Sorry:
    fields = [e for e in page.elements if e.kind and e.kind not in {"submit", "button", "reset", "image", "hidden"}]
    if not name and picked is None:
        focused = [e for e in fields if "focused" in e.states]
        if focused:
            return focused[0]
        return Sorry("I do not know which field you mean. Say: type, the words, into, and the name of the field.")
    return _one(name, "", fields, picked)


def _one(
    name: str, kind: str, among: Sequence[Element], picked: Element | None, *, pressing: bool = False
) -> Element | WhichOne | Sorry:
    if picked is not None:
        return picked
    found = find(name, kind, among, pressing=pressing)
    if kind and not found:  # what the user takes for a link may be a button, and "Help button" may be a name
        names = (f"{name} {kind}", f"{kind} {name}", name)
        found = next((hit for other in names if (hit := find(other, "", among, pressing=pressing))), ())
    if len(found) == 1:
        return found[0]
    if found:
        return WhichOne(name, found)
    near = nearest(name, among)
    hint = f" There is: {', '.join(near)}." if near else ""
    return Sorry(f"I cannot find {(kind + ' ') if kind else ''}{name} on this page.{hint}")
