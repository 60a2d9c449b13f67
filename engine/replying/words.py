"""Parts of sentences: names, values, ends."""

from urllib.parse import parse_qs, unquote, urlsplit

from engine.commanding.dates import is_dated, spoken_value
from engine.commanding.matching import folded
from engine.judging.consequence import scheme
from engine.values.page import Element, Page

LONG = 120
"""Characters of one value that are read out; what is longer is cut, and said to be."""


def name_of(element: Element | None) -> str:
    """The words for an element; what is pressed is told with its row or card, which may be all that sets it apart."""
    if element is None:
        return ""
    label = element.label.rstrip(" .:;") or element.label
    if element.kind or not element.context or folded(element.context) in folded(label):
        return label
    return f"{label}, {short(element.context.rstrip(' .:;'))}"


def ended(words: str) -> str:
    """Close a sentence with a full stop, unless it is closed already."""
    return words if words.endswith((".", "!", "?", "…")) else f"{words.rstrip(' ,:;')}."


def short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONG else f"{plain[:LONG].rstrip()}… and so on"


def still(page: Page) -> str:
    return " It is still loading." if page.loading else ""


def titled(title: str, url: str, page: Page | None = None) -> str:
    """The title of a page; where it has none, its site, and what it says first."""
    if title.strip():
        return title.strip()
    says = next((text for _, text in page.headings), page.text.partition("\n")[0]) if page else ""
    return f"one without a title, on {urlsplit(url).netloc or url[:60]}{': ' + short(says) if says else ''}"


def site_of(url: str) -> str:
    """The site of an address, as it is said: without a name and a password in it."""
    address = urlsplit(url if "//" in url else f"//{url}")
    return address.netloc.rpartition("@")[2].removeprefix("www.") or url[:60]


def address_said(url: str) -> str:
    """An address as it is said: what is looked for there, or its site and path, never a row of signs."""
    if scheme(url) not in {"http", "https"}:
        return short(url)
    address = urlsplit(url if "//" in url else f"//{url}")
    sought = next((values[0] for key, values in parse_qs(address.query).items() if key in _SOUGHT), "")
    if sought:
        return f"a search for {short(sought)} on {site_of(url)}"
    return f"{site_of(url)}{unquote(address.path).rstrip('/')}"


_SOUGHT = frozenset({"q", "query", "search", "p"})


def value_said(value: str, element: Element | None) -> str:
    """What is put into a field, as it is said; the content of a secret field never is."""
    if element and element.secret:
        return "the hidden text"
    return short(spoken_value(value, element.kind) if element and is_dated(element.kind) else value)


def held(element: Element) -> str:
    """Return what a field, a list or a box to tick holds; of a secret one only whether it holds anything."""
    name = name_of(element)
    if element.secret:
        return f"{name} is {'filled in, and not read out' if 'filled' in element.states else 'empty'}."
    if element.kind in {"checkbox", "radio"} or element.role in {"checkbox", "radio", "switch"}:
        return (
            f"{name} is {'partly on' if 'mixed' in element.states else 'on' if 'checked' in element.states else 'off'}."
        )
    return f"{name} has {ended(value_said(element.value, element))}" if element.value.strip() else f"{name} is empty."


def sentence(words: str) -> str:
    return ended(words[:1].upper() + words[1:]) if words.strip() else ""


def asks(message: str) -> str:
    said = ended(message) if message.strip() else "something without words."
    return f"The page asks: {said}"
