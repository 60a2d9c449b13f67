"""Every sentence that Sayso says about a turn. The one place to translate; nothing here decides anything."""

from collections.abc import Sequence

from engine.judging.consequence import Consequence
from engine.values.action import (
    Action,
    Back,
    Change,
    Click,
    Forward,
    Load,
    OnElement,
    Reload,
    Scroll,
    Submit,
    TextInput,
)
from engine.values.outcome import (
    Blocked,
    DialogOpened,
    Disabled,
    Done,
    Failed,
    Navigated,
    NoEffect,
    Outcome,
    Rejected,
    TabOpened,
    Vanished,
)
from engine.values.page import Element, Field, Page

OFFERED = 5
"""Choices spoken at a time."""

NOTHING_TO_CONFIRM = "I have not asked anything, so there is nothing to confirm."
NOTHING_RUNNING = "Nothing is running."
STOPPED = "Stopped."
NOTHING_SAID_YET = "I have not said anything yet."
NO_CHOICES = "There is no list to choose from. Say click, and the name."
LOOPED = "I was going round in circles, so I stopped. The task is not finished. Please say the next step yourself."
TOO_MANY_STEPS = "I stopped after {n} steps. The task is not finished. Please say the next step yourself."
CANNOT_HELP = (
    "I am not sure how to do that, so I did nothing. Name the link, button or field, or say: what can I say."
)
END_OF_STEPS = "I see nothing more to do for that. Say: where am I, or the next step."
ALL_RIGHT = "All right."
UNREADABLE = "I could not make an action of that, so I did nothing. Please say it in other words."
EMPTY = "I heard no words. Say an instruction, for example: open example dot com."
TOO_LONG = "That is {n} characters, too long for one instruction. Say it in fewer than {most} characters, one step at a time."
OTHER_SCRIPT = "I understand instructions in English only. Say it in English, for example: what can I say."
INTERNAL = "Something went wrong inside Sayso, and I stopped. Please try again; details are in the log."


def done(action: Action, element: Element | None, outcome: Outcome, page: Page) -> str:
    """Return what happened to `action`, told from its verified outcome and the page seen afterwards."""
    name = element.label if element else ""
    match outcome:
        case Navigated(_, title):
            return f"{_past(action, element)} The page is now {title or page.url}.{_still(page)}"
        case TabOpened(_, title):
            return f"{_past(action, element)} A new tab opened: {title or page.url}."
        case DialogOpened(message):
            return f"{_past(action, element)} The page asks: {message}"
        case Done(change):
            return _done(action, element, change, page)
        case NoEffect():
            return _no_effect(action, name)
        case Blocked(by):
            return f"I could not reach {name}: {by or 'something'} lies over it. I did nothing."
        case Disabled():
            return f"{name} is disabled, so I did nothing."
        case Vanished():
            return f"{name} is no longer there or has changed, so I did nothing. Please say it again."
        case Rejected(holds, reason):
            now = f" It now holds {holds}." if holds else ""
            return f"{name} did not take that{': ' + reason.rstrip('.') if reason else ''}.{now}"
        case Failed(reason):
            return reason


def question(action: Action, element: Element | None, effect: Consequence | None) -> str:
    """Return the yes-or-no question before an action: what is pressed, what is sent, and to whom."""
    if effect is None:
        return f"I think you mean: {_future(action, element)}. Shall I? Say yes or no."
    if effect.kind == "open":
        return f"{effect.what} leaves the browser or opens {effect.host}. Shall I open it? Say yes or no."
    sent = fields(effect.fields)
    if effect.kind == "press":
        return f"Pressing {effect.what} on {effect.host} may change something for good. Shall I press it? Say yes or no."
    return f"{effect.what} will send {sent or 'this form'} to {effect.host}. Shall I send it? Say yes or no."


def fields(filled: Sequence[Field]) -> str:
    """Return the filled-in fields as words; secret values are never read, only said to be there."""
    told = [f"{f.label or f.name or f.kind}: {'hidden' if f.secret else f.value}" for f in filled if f.secret or f.value]
    return "; ".join(told)


def declined(action: Action, element: Element | None) -> str:
    """Return what was not done after a no."""
    return f"All right, I did not {_future(action, element)}."


def dropped(action: Action, element: Element | None) -> str:
    """Return what lapsed because something other than yes was said."""
    return f"I did not {_future(action, element)}."


def which_one(spoken: str, options: Sequence[Element]) -> str:
    """Return the numbered question; each option is told with what sets it apart."""
    shown = options[:OFFERED]
    listed = ". ".join(f"{n}: {_apart(element, options)}" for n, element in enumerate(shown, 1))
    more = f" There are {len(options)}; say more of the name to narrow it down." if len(options) > OFFERED else ""
    return f"Which {spoken}? {listed}.{more} Say a number."


def unsure(name: str) -> str:
    """Return the warning after a send whose effect was not seen: it may have happened."""
    return f"I pressed {name}, but I do not know whether it went through. Check before you do it again."


def no_such_choice(count: int) -> str:
    return f"There is no such number. Say a number from 1 to {count}."


def where_am_i(page: Page) -> str:
    """Return title, site, heading, position and focus in one or two sentences."""
    if page.dialog is not None:
        return f"A message is open on the page: {page.dialog}"
    site = page.url.partition("://")[2].partition("/")[0]
    if not site:
        return "No page is open. Say open, and a site or an address."
    heading = next((text for _, text in page.headings), "")
    view = page.viewport
    rest = max(1, view.height_full - view.height)
    position = "The whole page fits" if view.height_full <= view.height else f"{round(100 * view.scroll_y / rest)} percent down"
    focus = next((e for e in page.elements if "focused" in e.states), None)
    parts = [
        f"{page.title or 'A page without a title'}, on {site}.",
        f"Heading: {heading}." if heading and heading != page.title else "",
        f"{position}.",
        f"The focus is on {focus.label}." if focus else "",
    ]
    return " ".join(part for part in parts if part) + _still(page)


def gone(element: Element) -> str:
    """Return that a choice no longer stands for what it was."""
    return f"{element.label} is no longer there or has changed, so I did nothing. Please say it again."


def _still(page: Page) -> str:
    return " It is still loading." if page.loading else ""


def _past(action: Action, element: Element | None) -> str:
    name = element.label if element else ""
    match action:
        case Click():
            return f"I pressed {name}."
        case Submit() if element and element.value and element.role == "searchbox":
            return f"I searched for {element.value}."
        case Submit():
            return f"I sent {name}." if element and element.submits else f"I sent the form with {name}."
        case TextInput():
            return f"I typed into {name}."
        case Change():
            return f"I set {name}."
        case Load(url):
            return f"I opened {url.partition('://')[2].partition('/')[0] or url}."
        case Back():
            return "I went back."
        case Forward():
            return "I went forward."
        case Reload():
            return "I reloaded the page."
        case _:
            return "Done."


def _future(action: Action, element: Element | None) -> str:
    name = element.label if element else ""
    match action:
        case Click():
            return f"press {name}"
        case Submit():
            return f"send {name}"
        case TextInput(text, _):
            return f"type {'the words' if element and element.secret else text} into {name}"
        case Change(value, _):
            return f"set {name} to {'the words' if element and element.secret else value}"
        case Load(url):
            return f"open {url}"
        case Scroll():
            return "scroll"
        case _:
            return type(action).__name__.lower()


def _done(action: Action, element: Element | None, change: str, page: Page) -> str:
    name = element.label if element else ""
    match action:
        case Scroll():
            return _scrolled(page)
        case TextInput(text, _):
            return f"{name} now has {'the hidden text' if element and element.secret else text}."
        case Change(value, _) if value in {"true", "false"} and element and not element.options:
            return f"{name} is now {'on' if value == 'true' else 'off'}."
        case Change(value, _):
            return f"{name} is now {value}."
        case _ if isinstance(action, OnElement):
            return f"{_past(action, element)} {_sentence(change)}".strip()
        case _:
            return _past(action, element)


def _scrolled(page: Page) -> str:
    view = page.viewport
    if view.scroll_y <= 0:
        return "At the top of the page."
    if view.scroll_y + view.height >= view.height_full - 2:
        return "At the bottom of the page."
    return f"Scrolled. {round(100 * view.scroll_y / max(1, view.height_full - view.height))} percent down."


def _no_effect(action: Action, name: str) -> str:
    match action:
        case Scroll():
            return "The page cannot scroll further that way."
        case Back():
            return "There is no page to go back to."
        case Forward():
            return "There is no page to go forward to."
        case _ if name:
            return f"I tried {name}, but nothing on the page changed."
        case _:
            return "I tried, but nothing on the page changed."


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:].rstrip(".") + "." if words else ""


def _apart(element: Element, options: Sequence[Element]) -> str:
    """Tell one option from its equals by row or card, else heading, else landmark, else its place."""
    same = [o for o in options if o.label == element.label]
    if len(same) == 1:
        return element.label
    for trait in ("context", "heading", "landmark", "description", "href"):
        told = getattr(element, trait)
        if told and sum(getattr(o, trait) == told for o in same) == 1:
            return f"{element.label}, {told}"
    place = "from the top" if element.box.y != same[0].box.y or element is same[0] else "from the left"
    return f"{element.label}, number {same.index(element) + 1} {place}"
