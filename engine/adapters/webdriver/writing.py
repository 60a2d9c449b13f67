"""Text into the field that has the focus: cleared, written and read back."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict, cast

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from engine.adapters.webdriver.aiming import Target
from engine.adapters.webdriver.session import Here, Session
from engine.adapters.webdriver.trouble import NODE_GONE, has_ended, was_unloaded
from engine.adapters.webdriver.verifying import navigated
from engine.values.outcome import Done, Outcome

_LONG = 300
_SLOWLY = 120
"""Characters: more are inserted at once; up to so many are tried again key by key."""
_AT_ONCE = 40
_KEY_SECONDS = 0.05
_READ_MS = 1_500


class ReadBack(TypedDict):
    taken: bool
    holds: str
    secret: bool
    length: int
    cut: bool


@dataclass(frozen=True, slots=True)
class Written:
    """What a field holds after writing. `empty` is what it showed when it was cleared: a mask's own text."""

    back: ReadBack
    empty: str


def printable(text: str, many_lines: bool = False) -> str:
    """Drop what would act as a key: control characters, and the private range that stands for special keys."""
    text = re.sub(r"[\ue000-\uf8ff]", "", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = re.sub(r"[\x00-\x09\x0b-\x1f\x7f]+", " ", text)
    return text if many_lines else re.sub(r"\s*\n\s*", " ", text)


def chord(session: Session, key: str) -> None:
    """Press a key together with the one that makes commands on this system."""
    command = Keys.COMMAND if session.selenium.capabilities.get("platformName") == "mac" else Keys.CONTROL
    ActionChains(session.selenium, duration=0).key_down(command).send_keys(key).key_up(command).perform()


def replace(session: Session, target: Target, text: str) -> Written:
    """Replace the content of the focused field, by keys or by what an input method does; read until it is stable."""
    earlier = target.facts["value"]
    empty = "" if target.facts["empty"] else clear(session, target)
    _write(session, target, text)
    back = read(session, target, text, empty)
    if not back["taken"] and not back["cut"] and _again(target, text, back, earlier):
        empty = clear(session, target)
        _by_keys(session, text, masked=bool(empty))
        back = read(session, target, text, empty)
    return Written(back, empty)


def clear(session: Session, target: Target) -> str:
    """Empty the focused field, and return what it shows then."""
    chord(session, "a")
    _delete(session)
    left = session.run("emptied", target.node)
    if left["length"]:
        session.run("selectAll", target.node)  # some pages take the keys for selecting all for something else
        _delete(session)
        left = session.run("emptied", target.node)
    return str(left["left"])


def _delete(session: Session) -> None:
    ActionChains(session.selenium, duration=0).send_keys(Keys.DELETE).perform()


def _write(session: Session, target: Target, text: str) -> None:
    """Keys as a person would press them; long text, several lines and rich editors get it inserted at once."""
    if not text:
        return
    if _is_inserted(target, text):
        session.cdp("Input.insertText", text=text)
    else:
        for start in range(0, len(text), _AT_ONCE):
            session.check()
            ActionChains(session.selenium, duration=0).send_keys(text[start : start + _AT_ONCE]).perform()


def _is_inserted(target: Target, text: str) -> bool:
    return target.facts["kind"] == "contenteditable" or "\n" in text or len(text) > _LONG


def _again(target: Target, text: str, back: ReadBack, earlier: str) -> bool:
    """Whether to write again, by keys: not where the page put back what was there before, or took each key for itself.

    What is inserted does not reach frames of another process; and a mask or an editor may swallow what comes at once,
    or draw it late: it was read until stable, and is cleared before.
    """
    if not text or (back["secret"] and back["length"]):
        return False
    by_keys = not _is_inserted(target, text)
    if by_keys and (back["length"] == 0 or (len(text) > 1 and back["holds"] == text[-1])):
        return False  # terminals and games take each key, and empty the field: what was typed has been taken
    if len(text) > _SLOWLY:
        return back["length"] == 0
    return not earlier or back["holds"] != earlier


def _by_keys(session: Session, text: str, masked: bool) -> None:
    """One key after another, slowly unless it is long. Lines end with the keys that send nothing."""
    if masked:
        ActionChains(session.selenium, duration=0).send_keys(Keys.HOME).perform()
    size, seconds = (1, _KEY_SECONDS) if len(text) <= _SLOWLY else (_AT_ONCE, 0.0)
    for start in range(0, len(text), size):
        session.check()
        keys = ActionChains(session.selenium, duration=0)
        for number, line in enumerate(text[start : start + size].split("\n")):
            if number:
                keys = keys.key_down(Keys.SHIFT).send_keys(Keys.ENTER).key_up(Keys.SHIFT)
            keys = keys.send_keys(line) if line else keys
        keys.pause(seconds).perform()


def read(session: Session, target: Target, text: str, empty: str = "") -> ReadBack:
    """What the field holds once that is stable."""
    return cast(ReadBack, session.run("readBack", target.node, text, _READ_MS, empty))


def told(back: ReadBack) -> Done:
    """The outcome of a field that took what was written."""
    if back["secret"]:
        return Done("the field is filled" if back["length"] else "the field is empty")
    return Done(f"value is now {back['holds']}" if back["holds"] else "the field is empty")


def unless_moved(session: Session, earlier: Here, fill: Callable[[], Outcome]) -> Outcome:
    """Fill a field; a field that sends its form by itself takes the page along, whatever it holds then."""
    try:
        outcome = fill()
    except WebDriverException as error:
        if has_ended(error) or not (isinstance(error, NODE_GONE) or was_unloaded(error)):
            raise
        outcome = Done("the page changed")
    return navigated(session, earlier) or outcome
