"""What the soak test does: deeds in words, each with what the site must have logged when it is told as done."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

LAMPS = {"Kitchen lamp": "kitchen", "Hall lamp": "hall", "Garden lamp": "garden"}
FIELDS = {"First note": "first", "Second note": "second", "Story": "story"}
BOXES = {"Radio": "radio", "Fan": "fan"}
COLOURS = ("Red", "Green", "Blue", "Grey")
WORDS = ("blue harbour", "nine ferries", "warm bread", "a quiet room", "salt and snow", "two lighthouses")
ARTICLES = ("Biology", "Volcano", "Bicycle", "Bread")
DISHES = {"Lentil soup": "lentil-soup", "Mushroom pie": "mushroom-pie", "Plum cake": "plum-cake"}
MOST_TABS = 4
STAYING, CARRIED = 0.8, 0.04
"""How often the panel is not left, and how often a text is carried on it."""


@dataclass(frozen=True, slots=True)
class Deed:
    """Words to say, and what must come of them.

    logged  what the site has logged then, and nothing else
    idle    it may be so already, so that nothing is logged
    answer  it must be asked about first; this is the answer
    path    the page that must be shown then, "" for any
    tabs    how many tabs more there must be
    may     it may honestly fail: there is nothing to go back to, the page cannot be scrolled further
    """

    kind: str
    words: str
    logged: tuple[str, ...] = ()
    idle: bool = False
    answer: str = ""
    path: str = ""
    tabs: int = 0
    may: bool = False


def on_panel(chance: random.Random) -> Deed:
    kinds: tuple[Callable[[random.Random], Deed], ...] = (
        _press, _press, _type, _type, _choose, _tick, _hover, _escape, _twice, _number, _day, _scroll,
    )  # fmt: skip
    return chance.choice(kinds)(chance)


def _press(chance: random.Random) -> Deed:
    name = chance.choice(list(LAMPS))
    return Deed("click", f"press {name}", (LAMPS[name],), path="/panel/")


def _twice(chance: random.Random) -> Deed:
    return Deed("double click", "double click the brass bell", ("bell",), path="/panel/")


def _type(chance: random.Random) -> Deed:
    name, words = chance.choice(list(FIELDS)), chance.choice(WORDS)
    return Deed("type", f"type {words} into {name}", (f"{FIELDS[name]}={words}",), idle=True, path="/panel/")


def _choose(chance: random.Random) -> Deed:
    colour = chance.choice(COLOURS)
    return Deed("select", f"choose {colour} in colour", (f"colour={colour}",), idle=True, path="/panel/")


def _tick(chance: random.Random) -> Deed:
    name, on = chance.choice(list(BOXES)), chance.random() < 0.6
    words = f"{'tick' if on else 'untick'} {name}"
    return Deed("tick", words, (f"{BOXES[name]}={'on' if on else 'off'}",), idle=True, path="/panel/")


def _number(chance: random.Random) -> Deed:
    number = chance.randint(0, 99)
    return Deed("number", f"set speed to {number}", (f"speed={number}",), idle=True, path="/panel/")


def _day(chance: random.Random) -> Deed:
    day = chance.randint(1, 28)
    return Deed("date", f"set day to {day} March 2027", (f"day=2027-03-{day:02d}",), idle=True, path="/panel/")


def _hover(chance: random.Random) -> Deed:
    """The pointer may be there already; then nothing changes, which is said."""
    return Deed("hover", "hover over the gauge", ("gauge",), idle=True, path="/panel/", may=True)


def _escape(chance: random.Random) -> Deed:
    return Deed("key", "press the escape key", ("escape",), path="/panel/")


def _scroll(chance: random.Random) -> Deed:
    words = ("scroll down", "scroll up", "go to the bottom", "go to the top", "scroll down a little")
    return Deed("scroll", chance.choice(words), may=True)


def anywhere(chance: random.Random, url: str, tabs: int) -> Deed:
    """Ways between pages: addresses, links, history, tabs."""
    site, here = _origin(url), urlsplit(url).path
    deeds = [
        Deed("load", f"open {site}/panel/", path="/panel/"),
        Deed("load", f"open {site}/encyclopedia/", path="/encyclopedia/"),
        Deed("load", f"open {site}/twins/", path="/twins/"),
        Deed("back", "go back", may=True),
        Deed("forward", "go forward", may=True),
        Deed("reload", "reload the page", path=here),
    ]
    if tabs < MOST_TABS:
        deeds.append(Deed("new tab", f"open {site}/panel/ in a new tab", path="/panel/", tabs=1))
    if tabs > 1:
        deeds += [Deed("switch tab", "next tab"), Deed("close tab", "close this tab", tabs=-1)]
    return chance.choice(deeds)


def on_page(chance: random.Random, url: str) -> Deed:
    """What can be done on the other pages."""
    path = urlsplit(url).path
    if path == "/twins/":
        dish, answer = chance.choice(list(DISHES)), chance.choice(("yes", "no"))
        logged = (f"order:{DISHES[dish]}",) if answer == "yes" else ()
        return Deed("ask", f"press order now for {dish}", logged, answer=answer, path="/twins/")
    if path == "/encyclopedia/":
        title = chance.choice(ARTICLES)
        return Deed("link", f"click {title}", path=f"/encyclopedia/article/{title}")
    if path.startswith("/encyclopedia/"):
        title = chance.choice(ARTICLES)
        return Deed("search", f"search for {title}", path=f"/encyclopedia/article/{title}")
    return _scroll(chance)


def _carried(chance: random.Random) -> list[Deed]:
    """From one field to the end of another by the clipboard."""
    words, start = f"{chance.choice(WORDS)} {chance.randint(1, 999)}", chance.choice(WORDS)
    return [
        Deed("type", f"type {words} into first note", (f"first={words}",), path="/panel/"),
        Deed("copy", "copy the first note", path="/panel/"),
        Deed("type", f"type {start} into second note", (f"second={start}",), idle=True, path="/panel/"),
        Deed("paste", "paste into the second note", (f"second={start}{words}",), path="/panel/"),
    ]


def next_deeds(chance: random.Random, url: str, tabs: int) -> list[Deed]:
    """One deed that suits the page that is shown, or a few that belong together."""
    at_panel = urlsplit(url).path == "/panel/"
    if at_panel and chance.random() < CARRIED:
        return _carried(chance)
    if chance.random() < (STAYING if at_panel else 0.5):
        return [on_panel(chance) if at_panel else on_page(chance, url)]
    return [anywhere(chance, url, tabs)]


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def compact(effects: list[str]) -> tuple[str, ...]:
    """The log without what a field held while it was being typed into."""

    def kept() -> Iterator[str]:
        for number, one in enumerate(effects):
            field = one.partition("=")[0] + "="
            later = effects[number + 1] if number + 1 < len(effects) else ""
            if "=" not in one or not later.startswith(field):
                yield one

    return tuple(kept())
