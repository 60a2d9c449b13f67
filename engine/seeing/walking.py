"""What the in-page walker found in each frame → one `Page`. Pure; secrets are dropped here, and nowhere later."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypedDict, cast, get_args
from urllib.parse import unquote, urlsplit

from engine.seeing.cleaning import clean, cleaned
from engine.values.page import Box, Element, Field, Form, Page, State, Submission, Tab, Viewport, Why

MAX_TEXT = 4_000
MAX_ALERTS = 4
_STATES: frozenset[str] = frozenset(get_args(State))
_WHYS: frozenset[str] = frozenset(get_args(Why))


class ElementFacts(TypedDict):
    """One element, as walker.js describes it. `box`: x, y, width, height in CSS pixels of its own frame."""

    tag: str
    role: str
    name: str
    text: str
    kind: str
    value: str
    secret: bool
    placeholder: str
    beside: str
    description: str
    href: str
    states: list[str]
    options: list[str]
    box: list[float]
    seen: bool
    covered: str
    form: int
    submits: list[str] | None
    heading: str
    landmark: str
    context: str
    up: int
    field: str
    attributes: list[list[str]]
    xpath: str
    why: str
    row: str
    column: str
    dialog: str
    hints: str


class FormFacts(TypedDict):
    name: str
    role: str
    method: str
    action: str
    default: list[str]
    digest: str
    hidden: bool


class FrameFacts(TypedDict):
    """A frame inside a document: `at` is the number of elements before it; the box is that of its content."""

    at: int
    x: float
    y: float
    width: float
    height: float
    covered: str
    heading: str
    landmark: str
    dialog: str


class Walked(TypedDict):
    """One document. `omitted`: elements left out; `view`: width, height, scroll x, scroll y, full height."""

    elements: list[ElementFacts]
    forms: list[FormFacts]
    frames: list[FrameFacts]
    headings: list[list[object]]
    text: str
    alerts: list[str]
    language: str
    modal: str
    url: str
    origin: str
    title: str
    loading: bool
    pdf: bool
    hidden: bool
    omitted: int
    view: list[float]


@dataclass(frozen=True, slots=True)
class Look:
    """One document and those in its frames (None where a frame could not be read); `handles` by element.

    `printable`: nothing in `walked` needs cleaning.
    """

    walked: Walked
    handles: tuple[str, ...]
    frames: tuple["Look | None", ...] = ()
    printable: bool = False


_EMPTY: ElementFacts = {
    "tag": "", "role": "", "name": "", "text": "", "kind": "", "value": "", "secret": False, "placeholder": "",
    "description": "", "href": "", "states": [], "options": [], "box": [0, 0, 0, 0], "seen": False, "covered": "",
    "form": -1, "submits": None, "heading": "", "landmark": "", "context": "", "up": -1, "field": "", "attributes": [],
    "xpath": "", "why": "", "row": "", "column": "", "dialog": "", "hints": "", "beside": "",
}  # fmt: skip


def read(found: Any) -> tuple[Walked, bool]:
    """What the walker returned for one document, whole again; and whether nothing in it needs cleaning."""
    if isinstance(found, str):
        found = found.replace("`", '"')  # the walker writes its JSON with grave accents for quotes
    walked = cast(Walked, json.loads(found) if isinstance(found, str) else found)
    walked["elements"] = [cast(ElementFacts, {**_EMPTY, **one}) for one in walked["elements"]]
    if not isinstance(found, str) or not found.isprintable() or _ESCAPES.search(found):
        return walked, False
    lines = walked["text"].count("\n") + sum(one["value"].count("\n") for one in walked["elements"] if one["value"])
    return walked, found.count("\\n") == lines  # nowhere else may a line break stand


_ESCAPES = re.compile(r"\\(?:[bfrt]|u(?!0060))")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a document lies in the top viewport, what covers it, and what part of the top viewport it may show in.

    `top` is the host of the top document, `site` that of this one where it is another.
    """

    x: float
    y: float
    window: Box
    covered: str = ""
    landmark: str = ""
    dialog: str = ""
    form_base: int = 0
    top: str = ""
    site: str = ""


_Placed = tuple[ElementFacts, str, _Place]


def page_from(look: Look, tabs: tuple[Tab, ...] = ()) -> Page:
    """Join all frames into one page, in document order, with uids "e1", "e2", …"""
    look = _cleaned(look)
    width, height, x, y, full = (round(number) for number in look.walked["view"])
    bases: dict[int, int] = {}
    forms = list(_forms(look, bases))
    place = _Place(0.0, 0.0, Box(0.0, 0.0, float(width), float(height)), top=_host(look))
    placed = list(_elements(look, place, bases))
    elements = tuple(_element(f"e{number}", *one) for number, one in enumerate(placed, start=1))
    if look.frames:
        elements = _told_apart(elements)
    fields = _fields(elements, [facts["field"] for facts, _, _ in placed])
    pdf = look.walked["pdf"]
    return Page(
        url=look.walked["url"],
        title=look.walked["title"] or (_file(look.walked["url"]) if pdf else ""),
        viewport=Viewport(width, height, x, y, full),
        elements=elements,
        forms=tuple(replace(form, fields=tuple(fields.get(index, ()))) for index, form in enumerate(forms)),
        headings=tuple(_headings(look)),
        text=_text(look),
        loading=look.walked["loading"],
        tabs=tabs,
        alerts=tuple(dict.fromkeys(_alerts(look)))[:MAX_ALERTS],
        language=look.walked["language"],
        modal=_modal(look),
        kind="pdf" if pdf else "page",
        omitted=_omitted(look),
    )


def _omitted(look: Look) -> int:
    return look.walked["omitted"] + sum(_omitted(inner) for inner in look.frames if inner is not None)


def _file(url: str) -> str:
    """The name of the file that an address leads to."""
    return clean(unquote(urlsplit(url).path.rpartition("/")[2]))


def _cleaned(look: Look) -> Look:
    frames = tuple(None if inner is None else _cleaned(inner) for inner in look.frames)
    walked = look.walked if look.printable else cast(Walked, cleaned(look.walked))
    return Look(walked, look.handles, frames, True)


def _host(look: Look) -> str:
    """With its port; "" for documents without an address of their own or another's, such as a sandboxed "data:"."""
    url, origin = (urlsplit(look.walked[key].removeprefix("blob:")).netloc for key in ("url", "origin"))
    return (url or origin).rpartition("@")[2]  # the page can rewrite its origin, but not its address


def depths(look: Look) -> dict[str, int]:
    """Handle → how many ancestors up the row or card lies that gave the element its context."""
    own = {
        handle: facts["up"]
        for handle, facts in zip(look.handles, look.walked["elements"], strict=True)
        if facts["context"]
    }
    for inner in look.frames:
        if inner is not None:
            own |= depths(inner)
    return own


def _forms(look: Look, bases: dict[int, int], taken: int = 0) -> Iterator[Form]:
    """All forms, frame after frame; notes at which number each document's forms begin."""
    bases[id(look)] = taken
    for facts in look.walked["forms"]:
        taken += 1
        own, default = Submission(facts["method"], facts["action"]), Submission(*facts["default"])
        yield Form(facts["name"], facts["role"], own, (), default, facts["digest"], facts["hidden"])
    for inner in look.frames:
        if inner is not None:
            for form in _forms(inner, bases, taken):
                taken += 1
                yield form


def _elements(look: Look, place: _Place, bases: Mapping[int, int]) -> Iterator[_Placed]:
    here = replace(place, form_base=bases[id(look)])
    frames = list(zip(look.walked["frames"], look.frames, strict=True))
    for number, (facts, handle) in enumerate(zip(look.walked["elements"], look.handles, strict=True)):
        while frames and frames[0][0]["at"] <= number:
            yield from _inside(*frames.pop(0), here, bases)
        yield facts, handle, here
    for frame, inner in frames:
        yield from _inside(frame, inner, here, bases)


def _inside(frame: FrameFacts, inner: Look | None, place: _Place, bases: Mapping[int, int]) -> Iterator[_Placed]:
    if inner is None:
        return
    x, y = place.x + frame["x"], place.y + frame["y"]
    window = _common(place.window, Box(x, y, frame["width"], frame["height"]))
    covered, landmark = place.covered or frame["covered"], frame["landmark"] or place.landmark
    host = _host(inner)
    site = place.site if not host else host if host != place.top else ""
    dialog = frame["dialog"] or place.dialog
    yield from _elements(inner, _Place(x, y, window, covered, landmark, dialog, top=place.top, site=site), bases)


def _element(uid: str, facts: ElementFacts, handle: str, place: _Place) -> Element:
    x, y, width, height = facts["box"]
    box = Box(x + place.x, y + place.y, width, height)
    shown = _common(box, place.window) if facts["seen"] else None
    visible = shown is not None and shown.width > 0 and shown.height > 0
    return Element(
        uid=uid,
        handle=handle,
        tag=facts["tag"],
        role=facts["role"],
        name=facts["name"],
        text=facts["text"],
        box=box,
        kind=facts["kind"],
        value="" if facts["secret"] else facts["value"],
        secret=facts["secret"],
        placeholder=facts["placeholder"],
        description=facts["description"],
        href=facts["href"],
        states=frozenset(cast(State, state) for state in facts["states"] if state in _STATES),
        options=tuple(facts["options"]),
        visible=visible,
        covered_by=(facts["covered"] or place.covered) if visible else "",
        form=facts["form"] + place.form_base if facts["form"] >= 0 else None,
        submits=Submission(facts["submits"][0], facts["submits"][1]) if facts["submits"] else None,
        heading=facts["heading"],
        landmark=facts["landmark"] or place.landmark,
        context=facts["context"] if facts["context"] != facts["name"] else "",
        attributes=_attributes(facts),
        xpath=facts["xpath"],
        site=place.site,
        interactive=facts["why"] != "",
        why=cast(Why, facts["why"] if facts["why"] in _WHYS else ""),
        row=facts["row"],
        column=facts["column"],
        dialog=facts["dialog"] or place.dialog,
        hints="" if facts["secret"] else facts["hints"],
        beside=facts["beside"],
    )


def _told_apart(elements: tuple[Element, ...]) -> tuple[Element, ...]:
    """Equals in different documents, which the walker of each cannot tell apart, by the headings they stand under."""
    under: dict[tuple[str, str], set[str]] = {}
    for one in elements:
        under.setdefault((one.role, one.label), set()).add(one.heading)
    return tuple(
        replace(one, context=one.heading) if not one.context and len(under[one.role, one.label]) > 1 else one
        for one in elements
    )


def _attributes(facts: ElementFacts) -> tuple[tuple[str, str], ...]:
    """All attributes, but of a secret field none that may mirror its content."""
    harmless = ("type", "name", "id", "class", "placeholder", "autocomplete", "aria-label")
    return tuple([(name, value) for name, value in facts["attributes"] if not facts["secret"] or name in harmless])


def _common(one: Box, other: Box) -> Box:
    """The part two boxes share; width or height 0 when none."""
    x, y = max(one.x, other.x), max(one.y, other.y)
    right, bottom = min(one.x + one.width, other.x + other.width), min(one.y + one.height, other.y + other.height)
    return Box(x, y, max(0.0, right - x), max(0.0, bottom - y))


def _fields(elements: tuple[Element, ...], names: list[str]) -> dict[int, list[Field]]:
    """By form, its fields as they stand; of a group of radio buttons only the chosen one."""
    fields: dict[int, list[Field]] = {}
    for one, name in zip(elements, names, strict=True):
        if one.form is not None and one.kind and not (one.kind == "radio" and "checked" not in one.states):
            field = Field(one.label, _shown_value(one), one.kind, name, one.secret)
            fields.setdefault(one.form, []).append(field)
    return fields


def _shown_value(element: Element) -> str:
    if element.kind in ("checkbox", "radio"):
        return "checked" if "checked" in element.states else "not checked"
    return element.value


def _headings(look: Look) -> Iterator[tuple[int, str]]:
    for level, text in look.walked["headings"]:
        yield int(cast(int, level)), str(text)
    for inner in look.frames:
        if inner is not None:
            yield from _headings(inner)


def _alerts(look: Look) -> Iterator[str]:
    yield from look.walked["alerts"]
    for inner in look.frames:
        if inner is not None:
            yield from _alerts(inner)


def _modal(look: Look) -> str:
    """The dialog of the outer document lies over those of its frames."""
    own = look.walked["modal"]
    return own or next((name for inner in look.frames if inner is not None and (name := _modal(inner))), "")


def _text(look: Look) -> str:
    parts = [look.walked["text"], *(_text(inner) for inner in look.frames if inner is not None)]
    return "\n".join(part for part in parts if part)[:MAX_TEXT]
