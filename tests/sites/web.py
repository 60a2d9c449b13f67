"""What the small sites share: requests, responses, what the server remembers, and the frame of a page."""

import html
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

PAGES = Path(__file__).parent / "pages"

esc = html.escape


@dataclass(frozen=True, slots=True)
class Request:
    """`path` is what follows the site's own folder ("article/Volcano"); `query` and `form` keep the last value."""

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, str] = field(default_factory=dict)
    cookies: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Response:
    body: str
    status: int = 200
    kind: str = "text/html; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """One request as it arrived; `path` is the whole path, without the query."""

    method: str
    path: str
    query: dict[str, str]
    form: dict[str, str]


@dataclass(slots=True)
class State:
    """What really arrived at the server. Stylesheets, scripts and polls are not among the hits.

    orders    placed orders: the checkout's fields, "items" (product id → quantity) and "total" in cents
    bookings  accepted bookings: the form's fields
    baskets   basket cookie → (product id, colour) → quantity
    messages  messages of the contact form
    logins    user names and passwords of the log-in form
    effects   what the pages of trials did: "delete-account", "buy", "order:lentil-soup", "logout", …
    """

    hits: list[Hit] = field(default_factory=list)
    orders: list[dict[str, Any]] = field(default_factory=list)
    bookings: list[dict[str, str]] = field(default_factory=list)
    baskets: dict[str, dict[tuple[str, str], int]] = field(default_factory=dict)
    messages: list[dict[str, str]] = field(default_factory=list)
    logins: list[dict[str, str]] = field(default_factory=list)
    effects: list[str] = field(default_factory=list)
    polls: int = 0

    def posts(self, path: str = "") -> list[Hit]:
        """The POST requests that arrived, at `path` alone when it is given."""
        return [hit for hit in self.hits if hit.method == "POST" and path in ("", hit.path)]


def document(title: str, body: str, *, style: str, script: str = "") -> str:
    """A whole page around `body`; `style` and `script` are names in the pages folder, without extension."""
    loaded = f'<script src="/assets/{script}.js" defer></script>' if script else ""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{esc(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/{style}.css">
{loaded}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
{body}
</body>
</html>
"""


def redirect(to: str, *headers: tuple[str, str]) -> Response:
    """See Other: what a browser reloads afterwards is the page at `to`, not the form."""
    return Response("", 303, headers=(("Location", to), *headers))


def answer_json(value: Mapping[str, Any], *headers: tuple[str, str]) -> Response:
    return Response(json.dumps(value), kind="application/json", headers=headers)


@cache
def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((PAGES.parent / f"{name}.toml").read_text(encoding="utf-8"))


def file(name: str) -> str:
    return (PAGES / name).read_text(encoding="utf-8")
