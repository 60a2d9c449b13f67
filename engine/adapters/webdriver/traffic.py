"""What the page sends and fetches in answer to an action, as Chrome's network reports tell it.

Chrome is asked to report only around an action. What is sent never comes along: addresses, kinds and answers only.
"""

import math
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from engine.adapters.webdriver.devtools import DevTools, Message

_ENABLE_SECONDS = 0.25
OWN_SECONDS = 0.4
"""What begins so soon after an action is held to be its own doing; what begins later belongs to timers of the page."""
CHAIN_SECONDS = 0.15
"""What begins so soon after an answer to one of its own has come is its own doing as well."""
_MANY, _LINKS = 200, 8

TELLING = frozenset({"XHR", "Fetch", "Document"})
"""Kinds of requests whose answers the page shows; others are for code, or for counting visitors."""
_KINDS = TELLING | {"Ping", "Script"}
_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_STREAMS = "text/event-stream"
_TWO_PART = frozenset({"ac", "co", "com", "edu", "gov", "net", "org"})


@dataclass(frozen=True, slots=True)
class Request:
    """`began`, `ended`: seconds of time.monotonic, `ended` infinite while it is pending; `status` 0 until answered.

    `failed`: no answer came, though the page did not take it back.
    """

    url: str
    method: str
    kind: str
    began: float
    ended: float = math.inf
    status: int = 0
    failed: bool = False

    @property
    def sends(self) -> bool:
        """True for one that may change something at the other end."""
        return self.method not in _READS

    @property
    def host(self) -> str:
        return urlsplit(self.url).hostname or "another site"

    @property
    def went_wrong(self) -> bool:
        return self.failed or self.status >= 400


@dataclass(slots=True)
class Traffic:
    """The requests of one action, from `began` on. Written by the reading thread, read by any."""

    tools: DevTools
    sessions: tuple[str, ...]
    began: float = 0.0
    requests: dict[str, Request] = field(default_factory=dict)

    def start(self) -> None:
        """Ask the tab and its frames to report. Returns when the tab, which is the first, does."""
        limits = {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0}
        self.tools.asked("Network.enable", self.sessions, _ENABLE_SECONDS, **limits)
        self.began = time.monotonic()

    def end(self) -> None:
        for one in self.sessions:
            self.tools.tell("Network.disable", one)

    def begun(self, about: Message, session: str) -> None:
        """One was sent; on the reading thread. What counts of a redirected one is how it was sent first."""
        number, sent = f"{session} {about['requestId']}", about["request"]
        url, kind = str(sent["url"]), str(about.get("type"))
        if session in self.sessions and kind in _KINDS and url.startswith("http") and len(self.requests) < _MANY:
            self.requests.setdefault(number, Request(url, str(sent["method"]), kind, time.monotonic()))

    def answered(self, about: Message, session: str) -> None:
        """The head of an answer came; on the reading thread. A stream of events never ends, and counts as ended."""
        known = self.requests.get(number := f"{session} {about['requestId']}")
        if known is not None:
            streams = about["response"].get("mimeType") == _STREAMS
            ended = time.monotonic() if streams else known.ended
            self.requests[number] = replace(known, status=int(about["response"]["status"]), ended=ended)

    def over(self, about: Message, session: str) -> None:
        """One has ended; on the reading thread. What the page took back itself has not failed."""
        known = self.requests.get(number := f"{session} {about['requestId']}")
        if known is not None:
            failed = "errorText" in about and not about.get("canceled") and not known.status
            self.requests[number] = replace(known, ended=time.monotonic(), failed=failed)

    def own(self, links: int = _LINKS) -> list[Request]:
        """Those that the action started, and those that followed from these over so many links, in order."""
        found: dict[Request, int] = {}
        for one in sorted(self.requests.copy().values(), key=lambda request: request.began):
            soon = one.began - self.began <= OWN_SECONDS
            after = [link for earlier, link in found.items() if 0 <= one.began - earlier.ended <= CHAIN_SECONDS]
            link = 0 if soon else 1 + min(after, default=links)
            if link <= links:
                found[one] = link
        return list(found)

    def pending(self, kinds: frozenset[str] = _KINDS, links: int = _LINKS) -> list[Request]:
        """Those of its own that are not yet answered."""
        return [one for one in self.own(links) if one.ended == math.inf and one.kind in kinds]

    def sent(self, page: str) -> list[Request]:
        """Those of its own that were to change something, without what other sites than that of `page` count."""
        return [one for one in self.own() if one.sends and (one.kind != "Ping" or same_site(one.url, page))]


def same_site(one: str, other: str) -> bool:
    """Whether two addresses belong to one site, as far as names tell."""
    return _site(urlsplit(one).hostname or "") == _site(urlsplit(other).hostname or "")


def _site(host: str) -> str:
    parts = host.split(".")
    if len(parts) < 3 or re.fullmatch(r"[\d.]+|.*:.*", host):
        return host
    return ".".join(parts[-3 if parts[-2] in _TWO_PART and len(parts[-1]) == 2 else -2 :])


def complaint(requests: Iterable[Request]) -> str:
    """What went wrong with the last of these that did, "" if nothing."""
    wrong = [one for one in requests if one.went_wrong]
    if not wrong:
        return ""
    last = wrong[-1]
    return f"an error came back from {last.host} ({last.status})" if last.status else f"no answer came from {last.host}"
