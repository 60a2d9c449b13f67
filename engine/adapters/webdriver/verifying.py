"""What was seen to happen: the page before an action against the page after it."""

import re
import time
from dataclasses import dataclass
from typing import TypedDict, cast
from urllib.parse import urlsplit

from selenium.common.exceptions import WebDriverException

from engine.adapters.webdriver.answers import unshown
from engine.adapters.webdriver.downloading import begun
from engine.adapters.webdriver.looking import changed_in_frames
from engine.adapters.webdriver.session import Digest, Here, Session, identity
from engine.adapters.webdriver.stopping import check, pause
from engine.adapters.webdriver.traffic import TELLING, Request
from engine.adapters.webdriver.trouble import NODE_GONE, net_error, unreachable, was_unloaded
from engine.values.outcome import Done, Navigated, Outcome, TabOpened

WAIT = 1_200
QUIET = 150
CAP = 2_500
"""Milliseconds: for a first change, of quiet after the last, and in all."""
ADDRESS_SECONDS = 0.6
AWAIT_SECONDS = 2.5
"""How long a new tab may take to have an address; and what the page says is under way, to come."""
ANSWER_SECONDS = 5.0
AFTER = 300
FEW_LINKS = 2
"""Seconds for answers to what an action made the page send or fetch; milliseconds for the page to show them; and how
many requests may follow from one another where the page has changed already, as a player fetches without end."""
_TICK, _STILL_SECONDS = 0.04, 0.3

SLICE = 150
"""Milliseconds of watching at a time, between which the user's stop is heard."""
CLOCK_SECONDS = 1.1
_REPLACED = ["words"]
"""What has changed where a document was replaced (settling.js, digest)."""
NEW_LINES, FEW_LINES = 4, 3
LINE = 80
"""Lines told of; most that tell of something under way; characters at which a line is cut (settling.js, lines)."""


class Slice(TypedDict):
    """`changed`: what differs at its end, `first` at its beginning; `calm`: milliseconds without a change so far."""

    changed: list[str]
    first: list[str]
    last: Digest
    calm: float
    over: bool


class Seen(TypedDict):
    """What can be seen in the current frame: lines of text, (role, name) of what lies open over the page, and `drawn`,
    a number for each canvas in view.
    """

    digest: Digest
    lines: list[str]
    popups: list[list[str]]
    drawn: list[int]


@dataclass(frozen=True, slots=True)
class Before:
    """`path`: the frame acted in; `inner` its digest, `outer` that of the top document (the same where path is ()).

    `seen`: what could be seen in that frame, None where that was not asked.
    """

    window: str
    windows: frozenset[str]
    here: Here
    path: tuple[str, ...]
    inner: Digest
    outer: Digest
    files: frozenset[str]
    seen: Seen | None = None


def before(session: Session, path: tuple[str, ...], inner: Digest, seen: Seen | None = None) -> Before:
    """Note the state just before an effect; leaves the session in the frame of `path`."""
    windows = frozenset(session.selenium.window_handles)
    here = session.here()
    outer = cast(Digest, session.run("digest")) if path else inner
    if "focus" not in inner:
        outer.pop("focus", None)  # pressing anything in a frame gives that the focus
    if path:
        session.enter(path)
    session.reports.listen(session.window)
    return Before(session.selenium.current_window_handle, windows, here, path, inner, outer, session.files(), seen)


def seen_since(session: Session, earlier: Before) -> Outcome:
    """Wait for a change, then for quiet, and say what it was. Raises PageUnreachable for an error page."""
    try:
        return _seen_since(session, earlier)
    except NODE_GONE:  # a document, or a frame, has given way to another meanwhile
        return _went(session, earlier) or Done(_in_words(_REPLACED))


def _seen_since(session: Session, earlier: Before) -> Outcome:
    opened = _tab(session, earlier)
    if opened is not None:
        return opened
    settled = _settle(session, earlier.inner, WAIT)
    found = _went(session, earlier)
    if found is None and _pending(session, settled):
        settled, found = _after_answers(session, earlier, settled)
    if found is not None:
        return found
    changed = settled if settled is not None else _REPLACED
    told = _newly_seen(session, earlier, bool(changed))
    if _is_waiting(told):
        return _awaited(session, earlier)
    if told:
        return Done(told)
    if not changed and earlier.path:
        session.enter(())
        outer = _settle(session, earlier.outer, 0)
        changed = outer if outer is not None else _REPLACED
    if changed or _drew(session, earlier) or changed_in_frames(session, earlier.path):
        return Done(_in_words(changed))
    return unshown(session)


def _went(session: Session, earlier: Before) -> Outcome | None:
    """Where the action has led to, other than to a change on the page."""
    return _tab(session, earlier) or navigated(session, earlier.here) or begun(session, earlier.files)


def _after_answers(
    session: Session, earlier: Before, settled: list[str] | None
) -> tuple[list[str] | None, Outcome | None]:
    """Wait for answers to what the action made the page send or fetch, as long as such are due."""
    until, found = time.monotonic() + ANSWER_SECONDS, None
    polls = _polls(session)
    while found is None and _pending(session, settled, polls) and time.monotonic() < until:
        while _pending(session, settled, polls) and time.monotonic() < until:
            pause(session, _TICK)
            if session.window in session.reports.dialogs:
                break  # the next command raises what tells of it
        settled = _settle(session, earlier.inner, AFTER, path=earlier.path)
        found = _went(session, earlier)
    return settled, found


def _pending(session: Session, settled: list[str] | None, polls: frozenset[str] = frozenset()) -> list[Request]:
    """What is still to be answered; where the page has changed already, only what its pages show, or what it sent."""
    traffic = session.reports.traffic
    if traffic is None:
        return []
    due = traffic.pending(TELLING, FEW_LINKS) if settled != [] else traffic.pending()
    return [one for one in due if one.url not in polls]


def _polls(session: Session) -> frozenset[str]:
    """Addresses among those pending that the page asks again and again, whatever is done."""
    asked = [[one.url, (time.monotonic() - one.began) * 1_000] for one in _pending(session, [])]
    return frozenset(session.run("polls", asked)) if asked else frozenset()


def _drew(session: Session, earlier: Before) -> bool:
    """Whether a canvas shows another picture, and stands still."""
    if earlier.seen is None or not earlier.seen["drawn"]:
        return False
    session.enter(earlier.path)
    now = cast(list[int], session.run("drawn"))
    if now == earlier.seen["drawn"]:
        return False
    pause(session, _STILL_SECONDS)
    pictures = zip(earlier.seen["drawn"], now, cast(list[int], session.run("drawn")), strict=False)
    return any(was != shows == later for was, shows, later in pictures)


def _awaited(session: Session, earlier: Before) -> Outcome:
    """The page says that something is under way: what comes of that, within a bounded time."""
    until = time.monotonic() + AWAIT_SECONDS
    while time.monotonic() < until:
        pause(session, 0.1)
        found = _went(session, earlier)
        if found is not None:
            return found
        told = _newly_seen(session, earlier, changed=True)
        if not _is_waiting(told):
            return Done(told or _in_words(["words"]))
    return Done(told)


def _newly_seen(session: Session, earlier: Before, changed: bool) -> str:
    """What opened, or what only the page's style shows now; "" when there is nothing of the kind."""
    if earlier.seen is None:
        return ""
    try:
        if earlier.path:
            session.enter(earlier.path)
        now = cast(Seen, session.run("look"))
    except WebDriverException as error:
        if not was_unloaded(error):
            raise
        return ""
    return difference(earlier.seen, now, changed)


def difference(earlier: Seen, now: Seen, changed: bool, closings: bool = True) -> str:
    """The difference between two looks in words. `changed`: something else than what can be seen has changed too."""
    opened = [popup for popup in now["popups"] if popup not in earlier["popups"]]
    if opened:
        return _called(opened[-1], "opened")
    fresh = [line for line in now["lines"] if line not in earlier["lines"]]
    few = len(fresh) <= FEW_LINES  # many are an article, or a menu of "Save as…"
    telling = next((line for line in fresh if _COUNT.search(line) or (few and _is_waiting(line))), "")
    if telling:
        return f"{_SAYS}{telling}"
    closed = [popup for popup in earlier["popups"] if popup not in now["popups"]]
    if closed and closings:
        return _called(closed[-1], "closed")
    known = {_without_digits(line) for line in earlier["lines"]}  # a clock is nothing new
    fresh = [line for line in fresh if _without_digits(line) not in known]
    return f"now shown: {', '.join(fresh[:NEW_LINES])}" if fresh and not changed else ""


def _without_digits(line: str) -> str:
    return re.sub(r"\d+", "0", line)


_COUNT = re.compile(
    r"\d[\d.,]*\s+(results?|matches|hits|items?|products?|entries)\b|^no (results|matches)\b", re.IGNORECASE
)
_WAITING = re.compile(r"(…|\.\.\.)$|^(loading|please wait|one moment)\b", re.IGNORECASE)
_SAYS = "it now says "


def _is_waiting(told: str) -> bool:
    """Not a line that is only cut short (settling.js, lines)."""
    line = told.removeprefix(_SAYS)
    return len(line) < LINE and _WAITING.search(line) is not None


_POPUPS = {"alertdialog": "dialog", "listbox": "list", "tooltip": "hint"}


def _called(popup: list[str], did: str) -> str:
    role, name = popup
    return f"a {_POPUPS.get(role, role)} {did}{': ' + name if name else ''}"


def navigated(session: Session, earlier: Here) -> Navigated | None:
    """The outcome when another document, or another address of it, is now shown; waits until that is quiet."""
    now = session.here()
    if identity(now) == identity(earlier):
        return Navigated(now["url"], now["title"]) if now["url"] != earlier["url"] else None
    return arrived(session, now)


def _titled(now: Here) -> str:
    """The title, after what the site says of the page that was asked for."""
    if now["status"] < 400:
        return now["title"]
    return (
        f"an error from {urlsplit(now['url']).hostname} ({now['status']}){': ' + now['title'] if now['title'] else ''}"
    )


def arrived(session: Session, now: Here | None = None) -> Navigated:
    """Wait until the new document is quiet. Raises PageUnreachable when it is Chrome's own error page."""
    now = now or session.here()
    if now["url"].startswith("chrome-error:"):
        if not asks_to_sign_in(session):
            raise error_page(session)
        url = session.selenium.current_url
        return Navigated(url, f"Sign in to {urlsplit(url).hostname}")
    session.enter(())
    _settle(session, {"url": ""}, 0, cap=1_500)
    now = session.here()
    return Navigated(now["url"], _titled(now))


def asks_to_sign_in(session: Session) -> bool:
    """Whether the top document is the empty one that Chrome shows under its own box for a name and a password."""
    return bool(
        session.script(
            "const [own] = performance.getEntriesByType('navigation');"
            "return !!own && own.responseStatus === 401 && !document.title"
            " && !(document.body && document.body.childNodes.length)"
        )
    )


def error_page(session: Session) -> Exception:
    """The error that Chrome's own error page tells of."""
    text = session.script("return document.body ? document.body.innerText : ''")
    return unreachable(session.selenium.current_url, net_error(str(text)))


def _settle(
    session: Session, earlier: Digest, wait: int, cap: int = CAP, path: tuple[str, ...] = ()
) -> list[str] | None:
    """What has changed since `earlier`, once the page is quiet; None when the document, or its frame, was replaced.

    Times in milliseconds. `path`: the frame to go to before. Raises Interrupted.
    """
    try:
        if path:
            session.enter(path)
        return _watched(session, earlier, wait, cap)
    except WebDriverException as error:
        if not was_unloaded(error):
            raise
        return None


def _watched(session: Session, earlier: Digest, wait: int, cap: int) -> list[str]:
    began, at_once = time.monotonic(), False
    part: Slice | None = None
    while True:
        check(session)
        last, calm = (part["last"], part["calm"]) if part is not None else (None, 0)
        past = (time.monotonic() - began) * 1_000
        now = cast(Slice, session.run("watch", earlier, last, calm, QUIET, SLICE, max(0.0, wait - past)))
        at_once = at_once or (part is None and bool(now["first"]))
        part = now
        past = (time.monotonic() - began) * 1_000
        if part["over"] or past >= cap or (not part["changed"] and past >= wait):
            break
    # Where only digits changed, and not at once, it may be a clock: then they change again by themselves.
    if not at_once and part["changed"] == ["markup"]:
        pause(session, CLOCK_SECONDS)
        if cast(Digest, session.run("digest"))["markup"] != part["last"]["markup"]:
            return []
    return part["changed"]


def _tab(session: Session, earlier: Before) -> Outcome | None:
    """Follow a tab that the acted tab opened; come back to another tab when the acted one closed itself."""
    windows = session.selenium.window_handles
    if earlier.window not in windows:
        if not windows:
            return None
        session.after_closing(earlier.window, windows)
        here = session.here()
        return Navigated(here["url"], here["title"])
    fresh = [one for one in windows if one not in earlier.windows and _opened_by(session, one, earlier.window)]
    if len(fresh) != 1 or not _stays(session, fresh[0]):
        return None
    session.openers[fresh[0]] = earlier.window
    session.go_to(fresh[0])
    shown = arrived(session)
    return TabOpened(shown.url, shown.title, _went_behind(session, earlier))


def _went_behind(session: Session, earlier: Before) -> str:
    """Where the tab that was acted in has gone meanwhile, "" if nowhere."""
    targets = session.cdp("Target.getTargets")["targetInfos"]
    now = next((str(one.get("url", "")) for one in targets if one.get("targetId") == earlier.window), "")
    moved = now.partition("#")[0] != earlier.here["url"].partition("#")[0]
    return now if now and moved else ""


def _stays(session: Session, window: str) -> bool:
    """Wait until a new tab has an address; False when it closes, as Chrome does with one opened for a download."""
    until = time.monotonic() + ADDRESS_SECONDS
    while time.monotonic() < until:
        targets = session.cdp("Target.getTargets")["targetInfos"]
        shown = [str(one.get("url", "")) for one in targets if one.get("targetId") == window]
        if not shown or shown[0] not in ("", "about:blank"):
            break
        pause(session, 0.05)
    return window in session.selenium.window_handles


def _opened_by(session: Session, window: str, opener: str) -> bool:
    """True unless Chrome says that another tab opened it (links without an opener leave that open)."""
    for target in session.cdp("Target.getTargets")["targetInfos"]:
        if target.get("targetId") == window:
            known = target.get("openerId") or target.get("openerFrameId")
            return known is None or known == opener
    return False


def _in_words(changed: list[str]) -> str:
    words = {
        "title": "the title changed",
        "popovers": "a panel opened or closed",
        "full": "full screen changed",
        "playing": "playback changed",
        "words": "the page changed",
        "markup": "a number on the page changed",
        "values": "a field changed",
        "scroll": "the page scrolled",
        "focus": "the focus moved",
    }
    return next((words[key] for key in words if key in changed), "the page changed")
