"""The active tab as WebLINX stores it (weblinx.md §2.1): a copy of its HTML with a uid on each element, and boxes.

Only the copy has uids; the page is not touched. Beyond what WebLINX records, the copy holds what a person can see all
the same: the content of a shadow root as `<template shadowrootmode>` in its host, and that of a frame as `<template
data-webtasks-frame="uid of the frame">` behind it, without its head. What secret fields hold is left out.

An element of the page that was looked at has a uid made of its handle, any other one made of its place in the document:
both stay the same from one snapshot to the next, while the node lives and while what stands before it does.
"""

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import TypedDict, cast

from selenium.common.exceptions import JavascriptException, WebDriverException

from engine.adapters.webdriver.session import Session
from engine.adapters.webdriver.trouble import NODE_GONE, has_ended
from engine.values.page import Box, Element, Page, Snapshot

Path = tuple[str, ...]


class Copy(TypedDict):
    """What storing.js returns, as JSON.

    `html` is that of a frame's body only, whose uid is `body`; `boxes`: uid, x, y, width, height; `places`: a frame's
    uid, and x and y of its content.
    """

    html: str
    body: str
    boxes: list[tuple[str, float, float, float, float]]
    places: list[tuple[str, float, float] | None]


@dataclass(slots=True)
class _Store:
    """`by_path`: the elements of the page by the frames that lead to them."""

    session: Session
    by_path: dict[Path, list[Element]]
    boxes: dict[str, Box] = field(default_factory=dict)
    uids: dict[str, str] = field(default_factory=dict)


def snapshot(session: Session, page: Page) -> Snapshot:
    """Serialize a copy of the tab; what is no longer there of the elements of `page` has no uid in it."""
    by_path: dict[Path, list[Element]] = {}
    for element in page.elements:
        by_path.setdefault(session.paths.get(element.handle, ()), []).append(element)
    store = _Store(session, by_path)
    session.enter(())
    html = _document(store, (), "", 0.0, 0.0)["html"]
    session.enter(())
    return Snapshot(html, store.boxes, session.selenium.get_screenshot_as_png(), store.uids)


def uid_of(handle: str) -> str:
    """The 18 characters that WebLINX names an element by: 8 hexadecimal digits, 4, and 4 that begin with 4."""
    digits = hashlib.blake2b(handle.encode(), digest_size=8).hexdigest()
    return f"{digits[:8]}-{digits[8:12]}-4{digits[12:15]}"


def _document(store: _Store, path: Path, seed: str, x: float, y: float) -> Copy:
    """Copy the session's current document, whose corner lies at (x, y) of the top viewport, and those in its frames."""
    elements = store.by_path.get(path, [])
    longer = (one for one in store.by_path if len(one) > len(path) and one[: len(path)] == path)
    frames = list(dict.fromkeys(one[len(path)] for one in longer))
    mark = f"frame-{secrets.token_hex(8)}-"
    try:
        copy = _copied(store.session, elements, seed, frames, mark)
    except NODE_GONE:  # rare, and it takes a call more to find out which
        elements = _living(store.session, elements)
        frames = _living_handles(store.session, frames)
        copy = _copied(store.session, elements, seed, frames, mark)
    for uid, left, top, width, height in copy["boxes"]:
        store.boxes[uid] = Box(left + x, top + y, width, height)
    _note(store, elements)
    for number, handle in enumerate(frames):
        place = copy["places"][number] if number < len(copy["places"]) else None
        content = _frame(store, (*path, handle), place, x, y) if place is not None else ""
        copy["html"] = copy["html"].replace(f"<!--{mark}{number}-->", content)
    return copy


def _copied(session: Session, elements: list[Element], seed: str, frames: list[str], mark: str) -> Copy:
    nodes, inner = [session.node(one.handle) for one in elements], [session.node(one) for one in frames]
    uids = [uid_of(one.handle) for one in elements]
    return cast(
        Copy,
        json.loads(
            session.with_known(
                lambda known: session.script(session.scripts.storing, nodes, uids, seed, inner, mark, *known)
            )
        ),
    )


def _note(store: _Store, elements: list[Element]) -> None:
    for element in elements:
        uid = uid_of(element.handle)
        box = store.boxes.get(uid)
        if box is not None:
            store.uids[element.handle] = uid
            if min(box.width, box.height) <= 2:  # what is pressed for it lies elsewhere
                store.boxes[uid] = element.box


def _frame(store: _Store, path: Path, place: tuple[str, float, float], x: float, y: float) -> str:
    """The content of a frame as a template; "" when the frame has gone meanwhile."""
    uid, left, top = place
    try:
        store.session.step_into(path[-1])
    except (*NODE_GONE, JavascriptException):
        return ""
    try:
        inner = _document(store, path, uid, x + left, y + top)
    except WebDriverException as error:
        if has_ended(error):
            raise
        return ""
    finally:
        store.session.step_out()
    return f'<template data-webtasks-frame="{uid}" data-webtasks-id="{inner["body"]}">{inner["html"]}</template>'


def _living(session: Session, elements: list[Element]) -> list[Element]:
    living = set(_living_handles(session, [element.handle for element in elements]))
    return [element for element in elements if element.handle in living]


def _living_handles(session: Session, handles: list[str]) -> list[str]:
    """Those whose nodes are still there, in few calls while few are gone."""
    try:
        session.script("return 0", [session.node(handle) for handle in handles])
    except (*NODE_GONE, JavascriptException):
        half = len(handles) // 2
        return [*_living_handles(session, handles[:half]), *_living_handles(session, handles[half:])] if half else []
    return handles
