"""Our own web sites on a loopback server, for tests: an encyclopedia, a shop, a booking form, and awkward pages.

    with Site() as site:
        urllib.request.urlopen(site.url + "/shop/")
        assert site.state.orders == []

`python -m tests.sites.server [PORT]` serves them for a look with one's own browser.
"""

import sys
from collections.abc import Callable
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from types import TracebackType
from typing import Self
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.sites import booking, encyclopedia, shop, trials
from tests.sites.web import Hit, Request, Response, State, document, file

Answer = Callable[[Request, State], Response | None]

SITES: dict[str, Answer] = {
    "encyclopedia": encyclopedia.answer,
    "shop": shop.answer,
    "booking": booking.answer,
}
KINDS = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}


class Site:
    """The server, running while the context is open. `url` has no slash at its end; `state` is what arrived."""

    def __init__(self, port: int = 0) -> None:
        self.state = State()
        self._port = port
        self._ending = Event()

    def __enter__(self) -> Self:
        handler = type("Handler", (_Handler,), {"site": self, "ending": self._ending})
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), handler)
        self._server.daemon_threads = True
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,), name="test site", daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ending.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def reset(self) -> None:
        """Forget everything that arrived."""
        self.state = State()


class _Handler(BaseHTTPRequestHandler):
    site: Site
    ending: Event

    def do_GET(self) -> None:
        self._answer({})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        self._answer(dict(parse_qsl(body, keep_blank_values=True)))

    def log_message(self, format: str, *args: object) -> None:
        """Quiet: tests read `Site.state`."""

    def _answer(self, form: dict[str, str]) -> None:
        parts = urlsplit(self.path)
        path = unquote(parts.path)
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        first, _, rest = path.lstrip("/").partition("/")
        if first == "assets":
            self._send(Response(file(rest), kind=KINDS[rest.rpartition(".")[2]]))
            return
        if path == "/quiet-never/poll":
            self.site.state.polls += 1
            self._send(Response("still nothing new", kind="text/plain"))
            return
        self.site.state.hits.append(Hit(self.command, path, query, form))
        if path == "/slow/":
            self._trickle()
            return
        cookies = {name: morsel.value for name, morsel in SimpleCookie(self.headers.get("Cookie", "")).items()}
        self._send(_respond(first, Request(self.command, rest, query, form, cookies), self.site.state))

    def _send(self, response: Response) -> None:
        body = response.body.encode()
        self.send_response(response.status)
        for name, value in (("Content-Type", response.kind), ("Cache-Control", "no-store"), *response.headers):
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self._write(body)

    def _trickle(self) -> None:
        """A page that never ends: one more line every fifth of a second, until the reader or the server goes."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        going = self._write(file("slow.html").encode())
        line = 0
        while going and not self.ending.wait(0.2):
            line += 1
            going = self._write(f"<p>Line {line} of the endless story.</p>\n".encode())

    def _write(self, data: bytes) -> bool:
        """False when nobody reads any more: a browser that moves on is nothing unusual."""
        try:
            self.wfile.write(data)
            self.wfile.flush()
        except ConnectionError:
            return False
        return True


def _respond(site: str, request: Request, state: State) -> Response:
    if not site:
        return Response(_index())
    response = SITES[site](request, state) if site in SITES else trials.answer(site, request, state)
    return response or Response(_missing(), 404)


def _index() -> str:
    links = "\n".join(f'<li><a href="/{name}/">{name}</a></li>' for name in (*SITES, *trials.NAMES, "slow"))
    body = f'<main id="content"><h1>Test sites</h1><ul>{links}</ul></main>'
    return document("Test sites", body, style="trials")


def _missing() -> str:
    body = """<main id="content"><h1>Page not found</h1>
<p>There is no page at this address. <a href="/">Back to the list of sites</a></p></main>"""
    return document("Page not found", body, style="trials")


def main() -> None:
    with Site(int(sys.argv[1]) if len(sys.argv) > 1 else 8080) as site:
        print(site.url, flush=True)
        try:
            Event().wait()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()
