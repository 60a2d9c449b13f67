"""The live Selenium session and what is remembered of the last look, shared by looking, acting and moving."""

import math
import socket
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any, TypedDict, cast

from selenium.common.exceptions import (
    NoAlertPresentException,
    UnexpectedAlertPresentException,
    WebDriverException,
)
from selenium.webdriver.chrome.webdriver import WebDriver as Selenium
from selenium.webdriver.remote.webelement import WebElement

from engine.adapters.webdriver.reporting import Reports
from engine.adapters.webdriver.trouble import NODE_GONE, has_ended
from engine.seeing.cleaning import cleaned
from engine.values.errors import Interrupted
from engine.values.page import Page

_ASKED_AGAIN = 3
"""Times that something is asked again which a navigation cut off: one redirect may follow upon another."""

Known = tuple[list[WebElement], list[WebElement]]
Digest = dict[str, object]
"""Numbers that change when the page does (settling.js, digest)."""


@dataclass(slots=True)
class Wire:
    """The connection to the driver. `since`: when (time.monotonic) it was asked what it has not yet answered."""

    line: socket.socket | None = None
    since: float = math.inf

    def cut(self) -> None:
        """End the wait for an answer, from another thread; the next request makes a new connection."""
        if self.line is not None:
            with suppress(OSError):
                self.line.shutdown(socket.SHUT_RDWR)


@dataclass(slots=True)
class SignIn:
    """What has been typed into the browser's own box over `url` in `tab`. In memory only, until it is sent."""

    tab: str
    url: str
    user: str = field(default="", repr=False)
    password: str = field(default="", repr=False)
    refused: bool = False


class Here(TypedDict):
    url: str
    title: str
    document: WebElement | None
    ready: str
    status: int


@dataclass(frozen=True, slots=True)
class Scripts:
    """The JavaScript that is sent with every call; nothing of it stays in the page."""

    walker: str
    acting: str
    listening: str
    storing: str


_ALL = ("names", "secrets", "rows", "headers", "forms")
_WALKING = ("elements", "noticing", "describing", "interest", "walker")
_LISTENING = ("elements", "listening")
_STORING = ("storing",)
_ACTING = ("settling", "aiming", "guarding", "filling", "typing", "choosing", "uploading", "dragging")
_ENDING = ("sending", "moving", "running")


def read_scripts() -> Scripts:
    folder = Path(__file__).parent

    def joined(names: Iterable[str]) -> str:
        return "".join((folder / f"{name}.js").read_text("utf-8") for name in names)

    return Scripts(
        joined(_ALL + _WALKING), joined(_ALL + _ACTING + _ENDING), joined(_LISTENING), joined(_ALL + _STORING)
    )


@dataclass(slots=True)
class Session:
    """`paths`: handle → handles of the frames that lead to it, for elements inside frames.

    `depths`: handle → how far up lies the row or card that names its context.
    `hung`: handle of a frame that did not come → when that was, in seconds of time.monotonic.
    `openers`: tab that an action opened → the tab that it was done in.
    `closed`: handles of frames → handle of one node in each closed shadow root there. `rootless`: nodes without one.
    `secret`: tab and handles of frames → handles of the fields there that have been secret, and so stay it.
    `others`: handles of frames of other sites → numbers for what they showed, with and without its digits.
    `most`: how many elements of each document the last look described.
    `inside`: handles of the frames that have been entered, outermost first. `window`: the current tab.
    `silent`: the driver has stopped answering, so that nothing more is asked of it.
    `stop`: the user's signal to end the current action or look.
    `pressed`: the current action has pressed, typed or set something, so that it cannot be said not to have happened.
    `presses`: it is a press, and nothing else. `judged`: the page as it was judged.
    """

    selenium: Selenium
    scripts: Scripts
    page_seconds: float
    downloads: Path
    paths: dict[str, tuple[str, ...]] = field(default_factory=dict)
    depths: dict[str, int] = field(default_factory=dict)
    hung: dict[str, float] = field(default_factory=dict)
    openers: dict[str, str] = field(default_factory=dict)
    closed: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    secret: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    rootless: set[str] = field(default_factory=set)
    others: dict[tuple[str, ...], tuple[int, int]] = field(default_factory=dict)
    most: int = 0
    inside: tuple[str, ...] = ()
    window: str = ""
    silent: bool = False
    pressed: bool = False
    presses: bool = False
    judged: Page | None = None
    stop: Event = field(default_factory=Event)
    wire: Wire = field(default_factory=Wire)
    reports: Reports = field(default_factory=Reports)
    sign_in: SignIn | None = None

    def node(self, handle: str) -> WebElement:
        return WebElement(self.selenium, handle)

    def enter(self, path: tuple[str, ...]) -> None:
        """Make the frame at the end of `path` current; () is the top document. Raises one of trouble.NODE_GONE."""
        self.leave()
        self.selenium.switch_to.default_content()
        for handle in path:
            self.step_into(handle)

    def go_to(self, window: str) -> None:
        self.selenium.switch_to.window(window)
        self.window, self.inside = window, ()

    def forget(self, tab: str) -> None:
        """Note that a tab has closed; those that it had opened now count as opened by the one that opened it."""
        opener = self.openers.pop(tab, "")
        for other in [one for one, its in self.openers.items() if its == tab]:
            if opener:
                self.openers[other] = opener
            else:
                del self.openers[other]

    def after_closing(self, tab: str, before: Sequence[str]) -> None:
        """Go to the tab that opened the closed one, else to its neighbour in `before`, the tabs as they were."""
        left = self.selenium.window_handles
        opener = self.openers.get(tab, "")
        self.forget(tab)
        at = before.index(tab) if tab in before else len(before)
        near = [*reversed(before[:at]), *before[at + 1 :], *left]
        self.go_to(opener if opener in left else next(one for one in near if one in left))

    def step_into(self, handle: str) -> None:
        self.selenium.switch_to.frame(self.node(handle))
        self.inside = (*self.inside, handle)

    def leave(self) -> None:
        """Go back to the top document, and take out of the page the mark that ChromeDriver puts on frames it enters."""
        while self.inside:
            self.step_out()

    def step_out(self) -> None:
        if not self.inside:
            return
        *outer, handle = self.inside
        self.inside = tuple(outer)
        try:
            self.selenium.switch_to.parent_frame()
            self.selenium.execute_script("arguments[0].removeAttribute('cd_frame_id_')", self.node(handle))
        except UnexpectedAlertPresentException:
            raise
        except WebDriverException as error:
            if has_ended(error):
                raise  # otherwise the frame is gone, and its mark with it

    def run(self, job: str, *arguments: object) -> Any:
        """Run one job of the acting scripts in the current frame; what it says of the page comes cleaned.

        A job that waits does so in slices. Raises Interrupted between them.
        """
        answer = self._run([job, None], arguments)
        while isinstance(answer, dict) and "later" in answer:
            self.check()
            answer = self._run([job, answer["later"]], arguments)
        if answer is None:
            self._refuse_dialog()
        return cleaned(answer)

    def _run(self, job: list[object], arguments: Sequence[object]) -> Any:
        def run(known: Known) -> Any:
            return self.selenium.execute_script(self.scripts.acting, [*job, *known], *arguments)

        return self.with_known(run)

    def with_known(self, run: Callable[[Known], Any]) -> Any:
        """Do `run` with one node in each closed shadow root of the current frame, and with its secret fields.

        Where some of these are gone nothing is run at first, but then without them.
        """
        closed, secret = self.closed.get(self.inside, ()), self.secret.get(self.place, ())
        try:
            return run(([self.node(one) for one in closed], [self.node(one) for one in secret]))
        except NODE_GONE:
            if not closed and not secret:
                raise
        self.closed.pop(self.inside, None)  # it may be one of these that is gone
        self.secret[self.place] = tuple(filter(self._is_there, secret))
        return run(([], [self.node(one) for one in self.secret[self.place]]))

    @property
    def place(self) -> tuple[str, ...]:
        """The current tab, and the frame in it."""
        return (self.window, *self.inside)

    def _is_there(self, handle: str) -> bool:
        try:
            self.selenium.execute_script("return 0", self.node(handle))
        except NODE_GONE:
            return False
        return True

    def check(self) -> None:
        """Raise Interrupted when the user has said stop; to be called between the slices of anything that waits."""
        if self.stop.is_set():
            raise self.interrupted()

    def interrupted(self) -> Interrupted:
        """What to raise on stop: it says so when something had been set off already."""
        if not self.pressed:
            return Interrupted("Stopped.")
        if self.presses:
            return Interrupted("Stopped, but I had already pressed it. Check what the page shows.")
        return Interrupted("Stopped, but I had already begun to change the page. Check what it shows now.")

    def walk(self, limits: dict[str, object]) -> Any:
        """Run the walker in the current frame (walker.js)."""

        def run(known: Known) -> Any:
            return self.selenium.execute_script(self.scripts.walker, limits | {"inside": known[0], "secret": known[1]})

        answer = self.with_known(run)
        if answer is None:
            self._refuse_dialog()
            raise UnexpectedAlertPresentException("a dialog that has gone again", alert_text="")
        return answer

    def _refuse_dialog(self) -> None:
        """Raise for a script that a dialog cut short: ChromeDriver tells only the next command, and returns nothing."""
        try:
            text = self.selenium.switch_to.alert.text
        except NoAlertPresentException:
            return
        raise UnexpectedAlertPresentException("a dialog opened", alert_text=text)

    def here(self) -> Here:
        """Where the top document is now; waits while a navigation runs, and asks again where one comes in between."""
        for _ in range(_ASKED_AGAIN):
            with suppress(*NODE_GONE):
                return self._here()
        return self._here()

    def _here(self) -> Here:
        self.enter(())
        return cast(Here, self.run("here"))

    def script(self, code: str, *arguments: object) -> Any:
        return self.selenium.execute_script(code, *arguments)

    def files(self) -> frozenset[str]:
        """Names in the folder of downloads; Chrome makes a file there as soon as a download starts."""
        try:
            return frozenset(one.name for one in self.downloads.iterdir())
        except OSError:
            return frozenset()

    def cdp(self, command: str, **parameters: object) -> dict[str, Any]:
        return cast(dict[str, Any], self.selenium.execute_cdp_cmd(command, parameters))


def identity(here: Here) -> str:
    """Tells one document from another; "" while there is none yet."""
    return here["document"].id if here["document"] is not None else ""
