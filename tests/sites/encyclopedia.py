"""Openbook Encyclopedia: a home page, articles, and a search that knows exact titles."""

import re
from typing import Any
from urllib.parse import quote

from tests.sites.web import Request, Response, State, document, esc, redirect, toml

ROOT = "/encyclopedia"

PLAIN = {
    "about": ("About", "Openbook is a small encyclopedia with a short shelf. Every article was written for it."),
    "privacy": ("Privacy", "We count page views and nothing else. No account is needed to read."),
    "licence": ("Licence", "The texts may be read aloud, copied and changed by anyone, for any purpose."),
}


def answer(request: Request, state: State) -> Response | None:
    kind, _, rest = request.path.partition("/")
    if kind == "":
        return Response(_home())
    if kind == "search":
        return _search(request.query.get("q", ""))
    if kind == "all":
        return Response(_frame("All articles", f"<h1>All articles</h1><ul>{_links(_articles())}</ul>"))
    if kind in PLAIN:
        title, text = PLAIN[kind]
        return Response(_frame(title, f"<h1>{title}</h1><p>{text}</p>"))
    article = _articles().get(rest.replace("_", " ")) if kind == "article" else None
    return Response(_article(rest.replace("_", " "), article)) if article else None


def _articles() -> dict[str, dict[str, Any]]:
    return toml("articles")


def _address(title: str) -> str:
    return f"{ROOT}/article/{quote(title.replace(' ', '_'))}"


def _links(titles: Any) -> str:
    return "\n".join(f'<li><a href="{_address(title)}">{title}</a></li>' for title in titles)


def _search(words: str) -> Response:
    wanted = words.strip().strip(".!?").casefold()
    exact = next((title for title in _articles() if title.casefold() == wanted), None)
    if exact:
        return redirect(_address(exact))
    found = [title for title, article in _articles().items() if wanted and wanted in _text(title, article)]
    found.sort(key=lambda title: (wanted not in title.casefold(), title))
    if not found:
        status = f"There are no articles about “{esc(words)}”. Try another word, or look at all articles."
    else:
        status = f"{len(found)} {'article mentions' if len(found) == 1 else 'articles mention'} “{esc(words)}”."
    rows = "\n".join(
        f'<li><h2><a href="{_address(title)}">{title}</a></h2><p>{_plain(_articles()[title]["lead"])}</p></li>'
        for title in found
    )
    listing = f'<ol class="results">{rows}</ol>' if rows else ""
    body = f'<h1>Search results</h1>\n<p role="status">{status}</p>\n{listing}'
    return Response(_frame(f"Search results for {words}", body, words))


def _text(title: str, article: dict[str, Any]) -> str:
    return " ".join((title, _plain(article["lead"]), *article["sections"].values())).casefold()


def _linked(text: str) -> str:
    """[[Title]] or [[Title|words]] becomes a link."""
    return re.sub(
        r"\[\[([^]|]+)(?:\|([^]]+))?]]",
        lambda match: f'<a href="{_address(match[1])}">{match[2] or match[1]}</a>',
        esc(text, quote=False),
    )


def _plain(text: str) -> str:
    return re.sub(r"\[\[(?:[^]|]+\|)?([^]]+)]]", r"\1", text)


def _article(title: str, article: dict[str, Any]) -> str:
    names = article["sections"]
    anchors = {name: re.sub(r"\W+", "-", name.lower()) for name in names}
    contents = "\n".join(f'<li><a href="#{anchors[name]}">{name}</a></li>' for name in names)
    facts = "\n".join(
        f'<tr><th scope="row">{name}</th><td>{value}</td></tr>' for name, value in article["facts"].items()
    )
    sections = "\n".join(
        f'<section aria-labelledby="{anchors[name]}">'
        f'<h2 id="{anchors[name]}">{name}</h2>\n<p>{_linked(text)}</p></section>'
        for name, text in names.items()
    )
    body = f"""<article>
<h1>{title}</h1>
<table class="facts"><caption>{title} at a glance</caption><tbody>{facts}</tbody></table>
<p class="lead">{_linked(article["lead"])}</p>
<nav class="contents" aria-label="Contents"><h2>Contents</h2><ol>{contents}</ol></nav>
{sections}
<section aria-labelledby="see-also"><h2 id="see-also">See also</h2><ul>{_links(article["see"])}</ul></section>
</article>"""
    return _frame(title, body)


def _home() -> str:
    featured = _articles()["Lighthouse"]
    body = f"""<h1>Welcome to Openbook</h1>
<p>An encyclopedia that fits on one shelf: {len(_articles())} articles, each short enough to be read aloud.</p>
<section aria-labelledby="today"><h2 id="today">Article of the day</h2>
<p>{_linked(featured["lead"])} <a href="{_address("Lighthouse")}">Read more about the lighthouse</a></p></section>
<section aria-labelledby="start"><h2 id="start">Good places to start</h2>
<ul>{_links(("Biology", "Volcano", "Bicycle", "Bread"))}</ul></section>"""
    return _frame("Home", body)


def _frame(title: str, main: str, words: str = "") -> str:
    body = f"""<header class="top">
<a class="brand" href="{ROOT}/">Openbook Encyclopedia</a>
<form role="search" action="{ROOT}/search" method="get">
<label for="q">Search the encyclopedia</label>
<input id="q" name="q" type="search" value="{esc(words)}" autocomplete="off">
<button>Search</button>
</form>
<nav aria-label="Main"><ul><li><a href="{ROOT}/">Home</a></li><li><a href="{ROOT}/all">All articles</a></li></ul></nav>
</header>
<main id="content">
{main}
</main>
<footer>
<nav aria-label="Footer"><ul><li><a href="{ROOT}/about">About Openbook</a></li>
<li><a href="{ROOT}/privacy">Privacy</a></li>
<li><a href="{ROOT}/licence">Licence</a></li><li><a href="/contact/">Contact the editors</a></li></ul></nav>
</footer>
<aside class="cookies" id="cookies" aria-label="Cookie note">
<p>This site keeps one cookie, to remember that you have read this note.</p>
<button type="button">Fine by me</button>
</aside>"""
    return document(f"{title} - Openbook Encyclopedia", body, style="encyclopedia", script="encyclopedia")
