"""Buttons, links, tabs, sections, dialogs, boxes to tick, menus and shapes."""

import re

from engine.values.action import Change, Click, Hover
from engine.values.page import Element, Page
from tests.miniwob.reading import Steps, attribute, every, first, middle, nearest, numbers, press, quoted, submit, the


def button(goal: str, page: Page) -> Steps:
    """The one that is named in quotes, or in capitals, or the only one."""
    named = quoted(goal) or re.findall(r"\b(?:ONE|TWO)\b", goal) or [""]
    yield press(page, named[0], "button")


def in_turn(goal: str, page: Page) -> Steps:
    page = yield press(page, "ONE", "button")
    yield press(page, "TWO", "button")


def link(goal: str, page: Page) -> Steps:
    yield press(page, quoted(goal)[0])


def dialog(goal: str, page: Page) -> Steps:
    label = quoted(goal)[0]
    yield press(page, "Close" if label == "x" else label, "button")


def section(goal: str, page: Page) -> Steps:
    """Open it, and press Submit inside."""
    page = yield Click(first(one.uid for one in page.elements if one.label.startswith("Section")))
    yield submit(page)


def hidden_link(goal: str, page: Page) -> Steps:
    """One tab or section after another until the link is there."""
    label = quoted(goal)[0]
    for number in range(len(_tabs(page))):
        if not every(page, label, tag="span"):
            page = yield Click(_tabs(page)[number].uid)
    if every(page, label, tag="span"):
        yield press(page, label, tag="span")


def _tabs(page: Page) -> list[Element]:
    return [one for one in every(page, role="tab") if one.tag != "p"]


def tab(goal: str, page: Page) -> Steps:
    wanted = re.search(r"Tab #\d", goal)
    assert wanted is not None
    yield press(page, wanted[0], "tab")


def option(goal: str, page: Page) -> Steps:
    label = re.sub(r"^Select | and click Submit\.$", "", goal)
    page = yield Change("on", the(page, label, "radio").uid)
    yield submit(page)


def boxes(goal: str, page: Page) -> Steps:
    wanted = re.sub(r"^Select | and click Submit\.$", "", goal)
    for label in () if wanted == "nothing" else wanted.split(", "):
        page = yield Change("on", the(page, label, "checkbox").uid)
    yield submit(page)


def widget(goal: str, page: Page) -> Steps:
    kind = quoted(goal)[0]
    yield press(page, role="button") if kind == "button" else press(page, kind=kind)


def colour(goal: str, page: Page) -> Steps:
    wanted = goal.split()[3]
    boxes = [one for one in every(page, css="color") if attribute(one, "id") != "query-color"]
    yield Click(first(one.uid for one in boxes if f"color: {wanted};" in attribute(one, "style")))


def shades(goal: str, page: Page) -> Steps:
    wanted = ("red", "green", "blue").index(goal.split()[5])
    for one in [one for one in page.elements if "background-color" in attribute(one, "style")]:
        parts = list(numbers(attribute(one, "style")))[:3]
        if max(range(3), key=parts.__getitem__) == wanted:
            page = yield Click(the(page, handle=one.handle).uid)
    yield submit(page)


def shape(goal: str, page: Page) -> Steps:
    """Click on a large red triangle, a small digit, a blue item."""
    words = goal.removeprefix("Click on a ").split()
    yield Click(first(one.uid for one in page.elements if one.tag in _SHAPES and all(_is(one, word) for word in words)))


_SHAPES = {"circle": "circle", "rect": "rectangle", "polygon": "triangle", "text": ""}


def _is(one: Element, word: str) -> bool:
    if word in ("large", "small"):
        return (_size(one) > 15) == (word == "large")
    facts = {attribute(one, "fill"), _SHAPES[one.tag], one.label if one.tag == "text" else "shape", "item"}
    if one.tag == "text":
        facts.add("digit" if one.label.isdigit() else "letter")
    return word in facts


def _size(one: Element) -> float:
    return float(attribute(one, "font-size").removesuffix("px") or one.box.height)


def ascending(goal: str, page: Page) -> Steps:
    """The numbers turn into blank squares after the first press, at the same places."""
    places = [middle(the(page, str(number))) for number in range(1, 6)]
    page = yield press(page, "1")
    for place in places[1:]:
        page = yield Click(nearest(page, place, tag="rect").uid)


def coordinate(goal: str, page: Page) -> Steps:
    x, y = numbers(goal)
    points = [middle(one) for one in every(page, tag="circle")]
    columns, rows = (sorted({round(point[axis]) for point in points}) for axis in (0, 1))
    yield Click(nearest(page, (columns[x + 2], rows[2 - y]), tag="circle").uid)


def pie(goal: str, page: Page) -> Steps:
    """The knob in the middle opens the pie."""
    page = yield press(page, "+")
    yield press(page, quoted(goal)[0])


def menu(goal: str, page: Page) -> Steps:
    *folders, item = goal.removeprefix("Select ").split(">")
    for folder in folders:
        page = yield Hover(the(page, folder, "menuitem").uid)
    yield press(page, item, "menuitem")


def icon_menu(goal: str, page: Page) -> Steps:
    """Menu, then an item that may lie in the submenu Playback."""
    label = quoted(goal)[-1]
    page = yield press(page, "Menu", "button")
    if not every(page, label, "menuitem"):
        page = yield Hover(the(page, "Playback", "menuitem").uid)
    yield press(page, label, "menuitem")


def tree(goal: str, page: Page) -> Steps:
    """Open folders until the name is there."""
    label, opened = quoted(goal)[0], set[str]()
    while not every(page, label):
        folder = first(
            one for one in page.elements if "expandable" in attribute(one, "class") and one.handle not in opened
        )
        opened.add(folder.handle)
        page = yield Click(folder.uid)
    yield press(page, label)
