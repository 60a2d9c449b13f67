"""Lists, calendars, sliders, spinners, suggestions, numbers, cards, and small forms of them."""

import re

from engine.values.action import Change, Click, Press
from engine.values.page import Element, Page
from tests.miniwob.reading import (
    Onward,
    Steps,
    attribute,
    every,
    first,
    lines,
    numbers,
    ordinal,
    press,
    quoted,
    submit,
    texts,
    the,
    write,
)


def from_list(goal: str, page: Page) -> Steps:
    wanted = re.sub(r"^Select | from the.*", "", goal)
    page = yield Change(wanted, the(page, tag="select").uid)
    yield submit(page)


def calendar(goal: str, page: Page) -> Steps:
    """Open the calendar, leaf to the month, press the day."""
    page = yield Click(texts(page)[0].uid)
    page = yield from leaf_to(goal, page)
    yield submit(page)


def leaf_to(day: str, page: Page) -> Onward:
    """Leaf to the month of a day that is written 12/31/2016, and press it."""
    month, number, _ = numbers(day)
    while MONTHS[month - 1] not in page.text:
        shown = first(at for at, name in enumerate(MONTHS, start=1) if name in page.text)
        page = yield press(page, "Prev" if shown > month else "Next")
    return (yield press(page, str(number), tag="a"))


MONTHS = "January February March April May June July August September October November December".split()


def slider(goal: str, page: Page) -> Steps:
    wanted = first(numbers(goal))
    page = yield from slide(page, 0, wanted)
    yield submit(page)


def sliders(goal: str, page: Page) -> Steps:
    for number, wanted in enumerate(numbers(goal)):
        page = yield from slide(page, number, wanted)
    yield submit(page)


def slide(page: Page, number: int, wanted: int) -> Onward:
    """By keys, with an eye on the number that is shown below: from the nearer side, in the larger steps first."""
    big = 0
    while (now := _shown(page, number)) != wanted:
        up = wanted > now
        leap = (big and abs(wanted - now) > big / 2) or (not big and abs(wanted - now) > 4)
        key = ("PageUp" if up else "PageDown") if leap else ("ArrowRight" if up else "ArrowLeft")
        page = yield Press(key, every(page, css="ui-slider-handle")[number].uid)
        if leap:
            big = max(big, abs(_shown(page, number) - now), 1)
    return page


def _shown(page: Page, number: int) -> int:
    """The numbers that stand alone in a line, or before the button."""
    found = [int(match[1]) for line in lines(page)[1:] if (match := re.match(r"(-?\d+)(?: Submit)?$", line))]
    return found[number]


def spinner(goal: str, page: Page) -> Steps:
    wanted = first(numbers(goal))
    for _ in range(abs(wanted)):
        page = yield Press("ArrowUp" if wanted > 0 else "ArrowDown", texts(page)[0].uid)
    yield submit(page)


def suggestion(goal: str, page: Page) -> Steps:
    start, *end = quoted(goal)
    page = yield write(page, start)
    fits = rf"(?={re.escape(start)}).*{re.escape(''.join(end))}$"
    page = yield from take_suggestion(page, re.compile(fits))
    yield submit(page)


def take_suggestion(page: Page, wanted: re.Pattern[str], number: int = 0) -> Onward:
    """The list may take its time; the arrow down opens it at once."""
    if not _suggested(page, wanted):
        page = yield Press("ArrowDown", texts(page)[number].uid)
    return (yield Click(first(_suggested(page, wanted)).uid))


def _suggested(page: Page, wanted: re.Pattern[str]) -> list[Element]:
    return [one for one in every(page, role="option") if wanted.match(one.label)]


def colour(goal: str, page: Page) -> Steps:
    page = yield write(page, _HEX[goal.split()[1]])
    page = yield Press("Tab", texts(page)[0].uid)  # the picker lies over the button, but the focus goes there
    yield Press("Enter")


_HEX = {
    "black": "000000",
    "white": "FFFFFF",
    "aqua": "00FFFF",
    "blue": "0000FF",
    "gray": "808080",
    "green": "008000",
    "lime": "00FF00",
    "maroon": "800000",
    "navy": "000080",
    "olive": "808000",
    "orange": "FFA500",
    "purple": "800080",
    "red": "FF0000",
    "silver": "C0C0C0",
    "teal": "008080",
    "yellow": "FFFF00",
    "pink": "FFC0CB",
    "gold": "FFD700",
    "magenta": "FF00FF",
}


def parity(goal: str, page: Page) -> Steps:
    """Each row has a number between two buttons; which row a button stands in tells its context."""
    for one in every(page, "Odd", "button"):
        label = "Odd" if int(one.context) % 2 else "Even"
        row = [other for other in every(page, label, "button") if abs(other.box.y - one.box.y) < 5]
        page = yield Click(row[0].uid)
    yield submit(page)


def card(goal: str, page: Page) -> Steps:
    cards = [one for one in page.elements if one.label.isdigit()]
    page = yield Click(max(cards, key=lambda one: int(one.label)).uid)
    yield submit(page)


def generated(goal: str, page: Page) -> Steps:
    while not _fits(goal, lines(page)[1]):
        page = yield press(page, "Generate", "button")
    yield submit(page)


def _fits(goal: str, shown: str) -> bool:
    if not shown.isdigit():
        return False
    number, bound = int(shown), next(numbers(goal), 0)
    if "less" in goal or "greater" in goal:
        return number < bound if "less" in goal else number > bound
    return number % 2 == ("odd" in goal)


def slider_and_box(goal: str, page: Page) -> Steps:
    page = yield from slide(page, 0, first(numbers(goal)))
    page = yield Change("on", every(page, kind="checkbox")[ordinal(goal) - 1].uid)
    yield submit(page)


def radio_and_number(goal: str, page: Page) -> Steps:
    radio, field = (int(one) for one in re.findall(r"(\d)(?:st|nd|rd)", goal))
    page = yield Change("on", every(page, kind="radio")[radio - 1].uid)
    page = yield write(page, quoted(goal)[0], field - 1)
    yield submit(page)


def list_and_button(goal: str, page: Page) -> Steps:
    """The list is drawn by the page: opened, it shows its choices."""
    wanted = re.sub(r"^Choose | from the.*", "", goal)
    page = yield press(page, css="selectric-wrapper")
    page = yield press(page, wanted, tag="li")
    yield press(page, quoted(goal)[0], "button")


def food(goal: str, page: Page) -> Steps:
    for dish in goal.removeprefix("Order one of each item: ").split(", "):
        page = yield Click(first(one for one in every(page, "+") if dish.strip() in one.context).uid)
    yield press(page, "Order!", "button")


def flight(goal: str, page: Page) -> Steps:
    start, end, day = re.sub(r".* from: (.*) to: (.*) on (.*)\.", r"\1|\2|\3", goal).split("|")
    for number, place in enumerate((start, end)):
        page = yield write(page, place, number)
        page = yield from take_suggestion(page, re.compile(f".*{re.escape(place)}"), number)
    page = yield Click(texts(page)[2].uid)
    page = yield from leaf_to(day, page)
    page = yield press(page, "Search", "button")
    yield Click(_best(goal, page).uid)


def _best(goal: str, page: Page) -> Element:
    """The prices stand on the buttons, the times in the lines before them."""
    offers = [one for one in page.elements if one.role == "button" and "$" in one.label]
    lasting = [int(hours) * 60 + int(rest) for hours, rest in re.findall(r"\b(\d+)h (\d+)m\b", page.text)]
    costing = [int(one.label.split("$")[1]) for one in offers]
    by = costing if re.search("cheap|expensive", goal) else lasting
    choose = max if re.search("longest|expensive", goal) else min
    return offers[by.index(choose(by))]


def ticket(goal: str, page: Page) -> Steps:
    yield Click(_best(goal, page).uid)


def editor(goal: str, page: Page) -> Steps:
    """Mark everything, or one word by keys, and press the style or the colour."""
    field = the(page, kind="contenteditable")
    words = field.value.split()
    if "everything" in goal:
        page = yield Press("Control+a", field.uid)
    else:
        word = re.sub(r".*the text (\S+) the .*", r"\1", goal)
        page = yield Press("Control+Home", field.uid)
        for _ in range(sum(len(one) + 1 for one in words[: words.index(word)])):
            page = yield Press("ArrowRight", field.uid)
        for _ in word:
            page = yield Press("Shift+ArrowRight", the(page, handle=field.handle).uid)
    style = goal.split("style ")[1].split(maxsplit=1)[0] if "style" in goal else ""
    if style:
        page = yield press(page, css="ql-" + {"italics": "italic", "underlined": "underline"}.get(style, style))
    else:
        page = yield press(page, css="ql-picker-label")
        value = _COLOURS[goal.split("color ")[1].split(maxsplit=1)[0].rstrip(".")]
        page = yield Click(first(one.uid for one in page.elements if attribute(one, "data-value") == value))
    yield submit(page)


_COLOURS = {"red": "#e60000", "orange": "#ff9900", "yellow": "#ffff00", "green": "#008a00", "blue": "#0066cc"} | {
    "purple": "#9933ff"
}
