"""What Chrome tells by itself of its tabs: dialogs, downloads, crashes, and what pages ask leave for."""

import json
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

from engine.adapters.webdriver.devtools import SECONDS, DevTools, Message, Refused
from engine.adapters.webdriver.traffic import Traffic
from engine.seeing.kinds import WISHES

log = logging.getLogger(__name__)

_BINDING = "saysoAsks"
_PAGES = [{"type": "page"}]
_FRAMES = [{"type": "iframe"}]
_KEPT = 50
"""Downloads that are remembered."""
_MOST = 8
"""Wishes of a tab that are remembered: a page may ask as often as it likes."""


@dataclass(frozen=True, slots=True)
class Dialog:
    """An open JavaScript dialog. `kind`: alert, confirm, prompt or beforeunload; `holds` is what its field holds."""

    kind: str
    message: str
    holds: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a document asks leave for: names of the Permissions API (seeing/kinds.py, WISHES).

    `frame`, `origin`: the document's, as Chrome tells, not the page; `session`: the connection's own one for it.
    """

    names: tuple[str, ...]
    frame: str
    origin: str
    session: str


@dataclass(frozen=True, slots=True)
class Download:
    """`name` was made harmless by Chrome; `path` is "" until the file is whole. `state` is Chrome's word."""

    name: str
    state: str = "inProgress"
    path: str = ""


@dataclass(frozen=True, slots=True)
class Login:
    """A name and a password on their way to one origin, and to no other. Never written down."""

    origin: str
    user: str = field(repr=False)
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class _Joined:
    """What a session of the connection talks to: the tab itself, or a frame in it that has a process of its own."""

    target: str
    tab: str


class Reports:
    """Facts by tab, kept up to date by the reading thread; what is kept is replaced whole, never altered."""

    def __init__(self, address: str = "") -> None:
        """`address`: host and port of Chrome's debugging port; "" for none: then there is nothing to tell.

        `posted`, `asked_for`: addresses without fragment to which forms were sent by POST, by GET, in any tab.
        `choosers`: session → the file field that wants a file there, while choosers are not shown.
        """
        self.dialogs: dict[str, Dialog] = {}
        self.wishes: dict[str, tuple[Wish, ...]] = {}
        self.crashed: frozenset[str] = frozenset()
        self.posted: frozenset[str] = frozenset()
        self.asked_for: frozenset[str] = frozenset()
        self.arrivals: dict[str, int] = {}
        self.downloads: dict[str, Download] = {}
        self.choosers: dict[str, int] = {}
        self._targets: dict[str, _Joined] = {}
        self._contexts: dict[tuple[str, int], tuple[str, str]] = {}
        self.traffic: Traffic | None = None
        self._login: Login | None = None
        self._script = (Path(__file__).parent / "asking.js").read_text("utf-8")
        self.tools = DevTools(address, self._hear)
        if self.tools.is_open:
            self._begin()

    def _begin(self) -> None:
        try:
            self.tools.ask("Browser.setDownloadBehavior", behavior="default", eventsEnabled=True)
            self._join("")
        except Refused as error:
            log.info("Chrome does not report: %s", error)
        self.tools.wait_for(lambda: bool(self._targets), SECONDS)

    def close(self) -> None:
        """Never raises."""
        self.tools.close()

    def session(self, target: str) -> str:
        """The connection's own session for a tab or frame, "" if there is none."""
        return next((session for session, one in self._targets.items() if one.target == target), "")

    def sessions(self, tab: str) -> dict[str, str]:
        """Session → target, of the tab and of the frames in it that have processes of their own."""
        return {session: one.target for session, one in self._targets.items() if one.tab == tab}

    def listen(self, tab: str) -> Traffic:
        """Follow what the tab sends and fetches from now on, until `unlisten`."""
        sessions = tuple(self.sessions(tab))
        if self.traffic is None or self.traffic.sessions != sessions:
            self.unlisten()
            self.traffic = Traffic(self.tools, sessions)
        self.traffic.start()
        return self.traffic

    def unlisten(self) -> None:
        if self.traffic is not None:
            self.traffic.end()
            self.traffic = None

    def forget_dialog(self, tab: str) -> None:
        self.dialogs.pop(tab, None)

    def typed(self, tab: str, text: str) -> None:
        """Note what the field of the open dialog now holds, which Chrome does not tell."""
        if tab in self.dialogs:
            self.dialogs[tab] = replace(self.dialogs[tab], holds=text)

    def answered(self, tab: str, answered: Iterable[Wish]) -> None:
        """Forget wishes, also where the frame that had them is gone."""
        gone = set(answered)
        self.wishes[tab] = tuple(wish for wish in self.wishes.get(tab, ()) if wish not in gone)

    def begin_login(self, tab: str, login: Login) -> None:
        """Answer the next request of `login.origin` for a name and a password. Raises Refused."""
        self._login = login
        documents = [{"urlPattern": "*", "resourceType": "Document"}]
        self.tools.ask("Fetch.enable", self.session(tab), handleAuthRequests=True, patterns=documents)

    def end_login(self, tab: str) -> None:
        self._login = None
        self.tools.tell("Fetch.disable", self.session(tab))

    def _hear(self, message: Message) -> None:
        """On the reading thread."""
        hear = _HEARD.get(str(message.get("method")))
        if hear is not None:
            session = str(message.get("sessionId", ""))
            try:
                known = self._targets.get(session)
                hear(self, message.get("params", {}), session, known.tab if known is not None else "")
            except (KeyError, TypeError, ValueError) as error:
                log.warning("Chrome told something else than expected: %s", type(error).__name__)

    def _join(self, session: str) -> None:
        """Be told of new tabs (""), or of the frames of a tab; they wait until they have been prepared."""
        rules = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
        self.tools.tell("Target.setAutoAttach", session, filter=_FRAMES if session else _PAGES, **rules)

    def _attached(self, about: Message, outer: str, tab: str) -> None:
        session, found = str(about["sessionId"]), str(about["targetInfo"]["targetId"])
        self._targets = {**self._targets, session: _Joined(found, tab or found)}
        self.tools.tell("Page.enable", session)
        self.tools.tell("Runtime.enable", session)  # bindings call nobody without it
        self.tools.tell("Runtime.addBinding", session, name=_BINDING)
        prepared = {"source": self._script, "runImmediately": True}
        self.tools.tell("Page.addScriptToEvaluateOnNewDocument", session, **prepared)
        self._join(session)
        self.tools.tell("Runtime.runIfWaitingForDebugger", session)

    def _detached(self, about: Message, outer: str, tab: str) -> None:
        session, gone = str(about["sessionId"]), self._targets.get(str(about["sessionId"]))
        self._targets = {other: one for other, one in self._targets.items() if other != session}
        self.choosers.pop(session, None)
        self._context_gone({}, session, tab)
        if gone is not None and gone.target == gone.tab:
            for facts in (self.dialogs, self.wishes, self.arrivals):
                facts.pop(gone.tab, None)
            self.crashed -= {gone.tab}

    def _opening(self, about: Message, session: str, tab: str) -> None:
        self.dialogs[tab] = Dialog(str(about["type"]), str(about["message"]), str(about.get("defaultPrompt", "")))

    def _closed(self, about: Message, session: str, tab: str) -> None:
        self.dialogs.pop(tab, None)

    def _navigated(self, about: Message, session: str, tab: str) -> None:
        if not about["frame"].get("parentId") and self.session(tab) == session:
            self.wishes.pop(tab, None)
            self.crashed -= {tab}
            self.arrivals[tab] = self.arrivals.get(tab, 0) + 1

    def _requests(self, about: Message, session: str, tab: str) -> None:
        """A page is about to go elsewhere; forms that are sent are remembered, as loading their answers sends again."""
        url = str(about["url"]).partition("#")[0]
        if about["reason"] == "formSubmissionPost":
            self.posted |= {url}
        elif about["reason"] == "formSubmissionGet":
            self.asked_for |= {url}

    def _crash(self, about: Message, session: str, tab: str) -> None:
        if self.session(tab) == session:
            self.crashed |= {tab}

    def _bound(self, about: Message, session: str, tab: str) -> None:
        if about.get("name") != _BINDING:
            return
        told, kept = json.loads(about["payload"]), self.wishes.get(tab, ())
        place = self._contexts.get((session, int(about["executionContextId"])))
        names = tuple(dict.fromkeys(str(name) for name in told.get("asks", told.get("over", ())) if name in WISHES))
        if place is None or not names:
            return
        wish = Wish(names, *place, session)
        if "asks" not in told:
            self.wishes[tab] = tuple(one for one in kept if one != wish)
        elif wish not in kept and len(kept) < _MOST:
            self.wishes[tab] = (*kept, wish)

    def _context(self, about: Message, session: str, tab: str) -> None:
        """What a script runs in: which frame it is, and of which origin, is Chrome's word."""
        made = about["context"]
        frame = str(made.get("auxData", {}).get("frameId", ""))
        self._contexts = {**self._contexts, (session, int(made["id"])): (frame, str(made["origin"]))}

    def _context_gone(self, about: Message, session: str, tab: str) -> None:
        """One of them, or all of the session."""
        gone = about.get("executionContextId")
        kept = {key: one for key, one in self._contexts.items() if key[0] != session or gone not in (None, key[1])}
        self._contexts = kept

    def origin(self, tab: str) -> str:
        """The origin of the tab's own document, as Chrome tells; "" where that is not known."""
        own = [place for place in self._contexts.values() if place[0] == tab]
        return own[-1][1] if own else ""

    def _choosing(self, about: Message, session: str, tab: str) -> None:
        if "backendNodeId" in about:
            self.choosers[session] = int(about["backendNodeId"])

    def _download(self, about: Message, session: str, tab: str) -> None:
        self.downloads[str(about["guid"])] = Download(str(about["suggestedFilename"]))
        while len(self.downloads) > _KEPT:
            del self.downloads[next(iter(self.downloads))]

    def _progress(self, about: Message, session: str, tab: str) -> None:
        known = self.downloads.get(str(about["guid"]))
        if known is not None:
            path = str(about.get("filePath", ""))
            self.downloads[str(about["guid"])] = replace(known, state=str(about["state"]), path=path)

    def _requested(self, about: Message, session: str, tab: str) -> None:
        if self.traffic is not None:
            self.traffic.begun(about, session)

    def _responded(self, about: Message, session: str, tab: str) -> None:
        if self.traffic is not None:
            self.traffic.answered(about, session)

    def _ended(self, about: Message, session: str, tab: str) -> None:
        if self.traffic is not None:
            self.traffic.over(about, session)

    def _paused(self, about: Message, session: str, tab: str) -> None:
        self.tools.tell("Fetch.continueRequest", session, requestId=about["requestId"])

    def _challenged(self, about: Message, session: str, tab: str) -> None:
        """A second challenge means that the first answer was wrong."""
        login, asks = self._login, about["authChallenge"]
        answer: dict[str, str] = {"response": "CancelAuth"}
        if (
            login is not None
            and asks.get("source", "Server") == "Server"
            and _same_origin(asks["origin"], login.origin)
        ):
            answer = {"response": "ProvideCredentials", "username": login.user, "password": login.password}
            self._login = None
        self.tools.tell("Fetch.continueWithAuth", session, requestId=about["requestId"], authChallengeResponse=answer)


def _same_origin(one: str, other: str) -> bool:
    first, second = urlsplit(one), urlsplit(other)
    return (first.scheme, first.netloc) == (second.scheme, second.netloc)


_HEARD = {
    "Target.attachedToTarget": Reports._attached,
    "Target.detachedFromTarget": Reports._detached,
    "Page.javascriptDialogOpening": Reports._opening,
    "Page.javascriptDialogClosed": Reports._closed,
    "Page.frameNavigated": Reports._navigated,
    "Page.frameRequestedNavigation": Reports._requests,
    "Inspector.targetCrashed": Reports._crash,
    "Runtime.bindingCalled": Reports._bound,
    "Runtime.executionContextCreated": Reports._context,
    "Runtime.executionContextDestroyed": Reports._context_gone,
    "Runtime.executionContextsCleared": Reports._context_gone,
    "Page.fileChooserOpened": Reports._choosing,
    "Browser.downloadWillBegin": Reports._download,
    "Browser.downloadProgress": Reports._progress,
    "Fetch.requestPaused": Reports._paused,
    "Fetch.authRequired": Reports._challenged,
    "Network.requestWillBeSent": Reports._requested,
    "Network.responseReceived": Reports._responded,
    "Network.loadingFinished": Reports._ended,
    "Network.loadingFailed": Reports._ended,
}
