"""Which function carries out which action."""

from threading import Event
from typing import assert_never

from engine.adapters.webdriver import (
    acting,
    clipboard,
    dialogs,
    dragging,
    filling,
    keys,
    kinds,
    moving,
    permitting,
    saving,
    scrolling,
    signing,
    tabs,
    uploading,
    zooming,
)
from engine.adapters.webdriver.answers import with_answers
from engine.adapters.webdriver.session import Session
from engine.values.action import (
    Action,
    Back,
    Change,
    Click,
    Copy,
    Drag,
    Forward,
    Hover,
    Load,
    OnElement,
    Paste,
    Press,
    Reload,
    Save,
    Say,
    Scroll,
    ScrollBox,
    ScrollUntil,
    Submit,
    TabCreate,
    TabRemove,
    TabSwitch,
    TextInput,
    Upload,
    Zoom,
)
from engine.values.outcome import Done, NoEffect, Outcome, Vanished
from engine.values.page import Element, Page


def dispatch(session: Session, action: Action, page: Page, stop: Event) -> Outcome:
    """Carry out one action; elements are those of `page`."""
    session.judged = page
    try:
        outcome = _dispatch(session, action, page, stop)
        return with_answers(session, outcome) if isinstance(outcome, Done) else outcome
    finally:
        session.reports.unlisten()


def _dispatch(session: Session, action: Action, page: Page, stop: Event) -> Outcome:
    if (outcome := kinds.at_crash(session, action, page, stop)) is not None:
        return outcome
    match action:
        case Load(url):
            return moving.load(session, url, stop)
        case Back():
            return moving.step(session, -1, stop)
        case Forward():
            return moving.step(session, 1, stop)
        case Reload():
            return moving.reload(session, stop)
        case TabCreate(url):
            return tabs.create(session, url, stop)
        case TabSwitch(tab):
            return tabs.switch(session, tab, stop)
        case TabRemove(tab):
            return tabs.remove(session, tab, stop)
        case Zoom(percent):
            return zooming.zoom(session, percent, stop)
        case Save():
            return saving.save(session, stop)
        case Say():
            return NoEffect()
        case _:
            return _on_page(session, action, page, stop)


def _on_page(session: Session, action: OnElement, page: Page, stop: Event) -> Outcome:
    element = page.by_uid.get(action.uid)
    if action.uid and element is None:
        return Vanished()
    if element is not None and (outcome := _beside_page(session, action, element, page, stop)) is not None:
        return outcome
    match action:
        case Scroll(x, y, ""):
            return scrolling.scroll(session, x, y, stop)
        case ScrollUntil(text):
            return scrolling.scroll_until(session, text, element, stop)
        case Press(key):
            focused = tuple(one for one in page.elements if "focused" in one.states)
            return keys.press_key(session, key, element, focused, stop)
        case Copy():
            return clipboard.copy(session, element, stop)
    return _on_element(session, action, element, page, stop) if element is not None else Vanished()


def _beside_page(session: Session, action: OnElement, element: Element, page: Page, stop: Event) -> Outcome | None:
    """For elements that are not the page's: those of dialogs, of Chrome's own boxes, and of error pages."""
    if dialogs.belongs(element):
        return dialogs.answer(session, action, element)
    if signing.belongs(element):
        return signing.answer(session, action, element, stop)
    if permitting.belongs(element):
        return permitting.answer(session, action, element, page.url)
    return kinds.way_out(session, action, element, stop) if kinds.belongs(element) else None


def _on_element(session: Session, action: OnElement, element: Element, page: Page, stop: Event) -> Outcome:
    match action:
        case Click(_, times, button):
            return acting.click(session, element, stop, times, button)
        case Hover():
            return acting.hover(session, element, stop)
        case Drag(_, onto):
            place = page.by_uid.get(onto)
            return dragging.drag(session, element, place, stop) if place is not None else Vanished()
        case TextInput():
            return filling.type_text(session, element, action, stop)
        case Change(value):
            return filling.change(session, element, value, stop)
        case Submit():
            return acting.submit(session, element, stop)
        case Upload(path):
            return uploading.upload(session, element, path, stop)
        case Paste():
            return clipboard.paste(session, element, stop)
        case Scroll(x, y):
            return scrolling.scroll_box(session, element, x, y, stop)
        case ScrollBox(_, down, right):
            return scrolling.scroll_box_by(session, element, down, right, stop)
        case ScrollUntil() | Press() | Copy():
            return NoEffect()  # those need no element, and were carried out before
        case _:
            assert_never(action)
