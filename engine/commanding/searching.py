"""Searching: on a named site, in the page's own search box, or with the search engine; spoken sites and addresses."""

import re
from collections.abc import Sequence
from urllib.parse import quote_plus, urlsplit

from rapidfuzz import fuzz

from engine.commanding.choosing import TEXTUAL, Next, Sorry, Step
from engine.commanding.commands import SearchFor
from engine.commanding.matching import CLOSE, folded
from engine.hearing.understanding import spelled
from engine.values.action import Action, Load, Submit, TextInput
from engine.values.page import Element, Form, Page
from engine.values.settings import Settings

_ADDRESS = re.compile(
    r"(?:https?://)?(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\]|(?:[\w-]+\.)+[a-z]{2,24})(?::\d{1,5})?(?:[/?#]\S*)?",
    re.I,
)
SEARCH_WORDS = frozenset("search query find suche suchen recherche rechercher buscar zoeken cerca".split())
_SEARCH_NAMES = frozenset({"q", "s", "k", "query", "search", "keyword", "keywords"})
_PERSONAL_KINDS = frozenset({"email", "tel", "password", "file", "textarea", "contenteditable"})
PERSONAL = frozenset("email mail phone telephone password passcode pin card iban subscribe newsletter".split())
_SITE_AFTER = re.compile(r"(?P<query>.+) (?:on|in|at|with|using|from) (?:the )?(?P<where>[\w .]+)", re.I)
_SITE_WORDS = re.compile(r"\s+(?:web ?site|site|web ?page|page|home ?page)$", re.I)


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
    if words & PERSONAL:
        return False
    told = form.role == "search" or texts[0].kind == "search" or texts[0].name.lower() in _SEARCH_NAMES
    return told or bool(words & SEARCH_WORDS)


def search(command: SearchFor, page: Page, settings: Settings, done: Sequence[Action]) -> Next:
    if not command.query:
        return Sorry("What shall I search for? Say: search for, and the words.")
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
        if element.secret or element.role not in TEXTUAL or "disabled" in element.states:
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
