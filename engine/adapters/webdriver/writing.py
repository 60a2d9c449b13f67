"""Text into the field that has the focus: cleared or gone on with, written and read back."""

import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TypedDict, cast

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from urllib3.exceptions import HTTPError

from engine.adapters.webdriver.aiming import Target
from engine.adapters.webdriver.session import Here, Session
from engine.adapters.webdriver.trouble import NODE_GONE, was_unloaded
from engine.adapters.webdriver.verifying import navigated
from engine.values.outcome import Done, Outcome

_LONG = 300
_SLOWLY = 120
"""Characters: more are inserted at once; up to so many are tried again key by key."""
_AT_ONCE, _BY_FRAMES = 40, 4
"""Keys pressed at once; fewer where other frames may take the focus, whose keys cannot be held back."""
_KEY_SECONDS = 0.05
_READ_MS = 1_500


class ReadBack(TypedDict):
    taken: bool
    holds: str
    secret: bool
    length: int
    cut: bool


class _Grown(ReadBack):
    """`same`: nothing came to what was there."""

    same: bool


@dataclass(frozen=True, slots=True)
class Written:
    """What a field holds after writing. `empty` is what it showed when it was cleared: a mask's own text.

    `strayed`: where the page moved the focus before all was written, "" where it did not.
    """

    back: ReadBack
    empty: str = ""
    strayed: str = ""


@dataclass(slots=True)
class Guard:
    """Keeps keys off everything but the fields that are meant, in the session's current frame (typing.js, guard)."""

    session: Session
    name: str
    run: int = _AT_ONCE
    """Keys that may be pressed at once."""
    strayed: str = ""

    def holds(self) -> bool:
        """Whether keys may go on; not where the page has moved the focus away. Raises Interrupted."""
        self.session.check()
        self._ask(end=False)
        return not self.strayed

    def end(self) -> None:
        self._ask(end=True)

    def _ask(self, end: bool) -> None:
        strayed = str(self.session.run("askGuard", self.name, end))
        self.strayed = self.strayed or strayed


@contextmanager
def guarded(session: Session, nodes: list[WebElement]) -> Iterator[Guard]:
    """While inside, keys reach none but these fields: a blank that lands elsewhere would press a button."""
    guard = Guard(session, f"k{secrets.token_hex(8)}")
    if session.run("guard", nodes, guard.name):
        guard.run = _BY_FRAMES
    try:
        yield guard
    except BaseException:
        with suppress(WebDriverException, HTTPError, OSError):  # it ends by itself, a little later
            guard.end()
        raise
    guard.end()


def printable(text: str, many_lines: bool = False) -> str:
    """Drop what would act as a key: control characters, and the private range that stands for special keys."""
    text = re.sub(r"[\ue000-\uf8ff]", "", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = re.sub(r"[\x00-\x09\x0b-\x1f\x7f]+", " ", text)
    return text if many_lines else re.sub(r"\s*\n\s*", " ", text)


def chord(session: Session, key: str) -> None:
    """Press a key together with the one that makes commands on this system."""
    command = Keys.COMMAND if session.selenium.capabilities.get("platformName") == "mac" else Keys.CONTROL
    ActionChains(session.selenium, duration=0).key_down(command).send_keys(key).key_up(command).perform()


def as_by_hand(session: Session) -> None:
    """Let the page count what follows as the user's own doing: else it may not ask before entries are lost."""
    session.cdp("Runtime.evaluate", expression="0", userGesture=True)


def replace(session: Session, target: Target, text: str) -> Written:
    """Replace the content of the focused field, by keys or by what an input method does; read until it is stable."""
    earlier = target.facts["value"]
    with guarded(session, [target.node]) as guard:
        if target.facts["secret"] and (put := _put(guard, target, text)) is not None:
            return put
        empty = "" if target.facts["empty"] else clear(session, target)
        _write(guard, target, text)
        back = read(session, target, text, empty)
        if not back["taken"] and not back["cut"] and guard.holds() and _again(target, text, back, earlier):
            empty = clear(session, target)
            _by_keys(guard, text, masked=bool(empty))
            back = read(session, target, text, empty)
    return Written(back, empty, guard.strayed)


def _put(guard: Guard, target: Target, text: str) -> Written | None:
    """Write a secret in one go, as the focus may move between two keys; None where the field does not take it so."""
    guard.session.check()
    done = guard.session.run("putText", target.node, text)
    if done == "away":
        return Written({"taken": False, "holds": "", "secret": True, "length": 0, "cut": False}, strayed=_ELSEWHERE)
    back = read(guard.session, target, text)
    return Written(back, strayed=guard.strayed) if back["taken"] or back["cut"] or not guard.holds() else None


def add(session: Session, target: Target, text: str) -> Written:
    """Write at the end of what the focused field holds, parted from it; both have to be there afterwards."""
    end = session.run("endOf", target.node, text)
    whole = _GAPS[str(end["gap"])] + text
    with guarded(session, [target.node]) as guard:
        to_end(session)
        _write(guard, target, whole)
        back = _grown(session, target, end, text)
        if back["same"] and text and guard.holds():  # what is inserted does not reach frames of another process
            _by_keys(guard, whole, masked=False)
            back = _grown(session, target, end, text)
    return Written(back, strayed=guard.strayed)


_ELSEWHERE = "another part of the page"
_GAPS = {"": "", "space": " ", "line": "\n"}


def _grown(session: Session, target: Target, end: dict[str, object], text: str) -> _Grown:
    return cast(_Grown, session.run("grown", target.node, end["sum"], end["length"], text, _READ_MS))


def split(session: Session, boxes: list[tuple[WebElement, str]]) -> Written:
    """Write a code into the boxes that it is split into; pages move on from one to the next by themselves, or not."""
    nodes, parts = [node for node, _ in boxes], [part for _, part in boxes]
    with guarded(session, nodes) as guard:
        for node, part in boxes:
            if not session.run("readyBox", node) or not guard.holds():
                break
            ActionChains(session.selenium, duration=0).send_keys(part).perform()
        back = cast(ReadBack, session.run("boxesHold", nodes, parts))
    return Written(back, strayed=guard.strayed)


def to_end(session: Session) -> None:
    """Move the caret of the focused field behind all that it holds."""
    mac = session.selenium.capabilities.get("platformName") == "mac"
    chord(session, Keys.ARROW_DOWN if mac else Keys.END)


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


def type_keys(session: Session, target: Target, text: str) -> None:
    """Type into the focused field as it is."""
    with guarded(session, [target.node]) as guard:
        _run_keys(guard, text)


def _write(guard: Guard, target: Target, text: str) -> None:
    """Keys as a person would press them; long text, several lines and rich editors get it inserted at once."""
    if not text or not guard.holds():
        return
    if _is_inserted(target, text):
        guard.session.cdp("Input.insertText", text=text)
    else:
        _run_keys(guard, text)


def _run_keys(guard: Guard, text: str) -> None:
    for start in range(0, len(text), guard.run):
        if not guard.holds():
            return
        ActionChains(guard.session.selenium, duration=0).send_keys(text[start : start + guard.run]).perform()


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


def _by_keys(guard: Guard, text: str, masked: bool) -> None:
    """One key after another, slowly unless it is long. Lines end with the keys that send nothing."""
    session = guard.session
    if masked:
        ActionChains(session.selenium, duration=0).send_keys(Keys.HOME).perform()
    size, seconds = (1, _KEY_SECONDS) if len(text) <= _SLOWLY else (guard.run, 0.0)
    for start in range(0, len(text), size):
        if not guard.holds():
            return
        keys = ActionChains(session.selenium, duration=0)
        for number, line in enumerate(text[start : start + size].split("\n")):
            if number:
                keys = keys.key_down(Keys.SHIFT).send_keys(Keys.ENTER).key_up(Keys.SHIFT)
            keys = keys.send_keys(line) if line else keys
        keys.pause(seconds).perform()


def read(session: Session, target: Target, text: str, empty: str = "") -> ReadBack:
    """What the field holds once that is stable; raises one of trouble.NODE_GONE when nothing is in its place either."""
    role, name = target.facts["role"], target.facts["name"]
    try:
        return cast(ReadBack, session.run("readBack", target.node, text, _READ_MS, empty, role, name))
    except NODE_GONE:
        back = session.run("readBack", None, text, _READ_MS, empty, role, name)
        if back is None:
            raise
        return cast(ReadBack, back)


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
        if not was_unloaded(error):
            raise
        outcome = Done("the page changed")
    return navigated(session, earlier) or outcome
