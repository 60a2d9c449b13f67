"""Keeping the document that is shown as a file."""

import base64
import logging
import os
import re
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import unquote, urlsplit

from engine.adapters.webdriver.devtools import Refused
from engine.adapters.webdriver.session import Session
from engine.values.errors import Interrupted, StorageError
from engine.values.outcome import Ambiguous, DownloadStarted, Failed, Outcome, Rejected

log = logging.getLogger(__name__)

MOST = 50 * 1024 * 1024
"""Bytes of one document."""
_PIECE = 1024 * 1024
_LONGEST = 100
"""Characters of a file's name."""
_ENDINGS = {
    "application/pdf": ".pdf",
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/gif": ".gif",
    "image/webp": ".webp",
    "image/avif": ".avif",
    "image/svg+xml": ".svg",
    "image/bmp": ".bmp",
    "image/x-icon": ".ico",
}
_RESERVED = re.compile(r"(?i)^(con|prn|aux|nul|com\d|lpt\d)(\.|$)")
_NOT_SAVED = "I could not save it. Try again later."

# What the tab shows, and the PDFs that are set into it.
_SHOWN = """
const isPdf = (one) => /pdf/i.test(one.type || "") || /\\.pdf([?#]|$)/i.test(one.src || one.data || "");
const inside = Array.from(document.querySelectorAll("embed,object,iframe"))
  .filter((one) => isPdf(one) && one.getClientRects().length > 0);
const urls = inside.map((one) => new URL(one.src || one.data, document.baseURI).href);
return { type: document.contentType, url: document.URL, inside: Array.from(new Set(urls)) };
"""
# Addresses that only the page itself can read.
_READ = """
return fetch(arguments[0]).then((answer) => answer.blob()).then((blob) => new Promise((resolve) => {
  if (blob.size > arguments[1]) return resolve({ type: blob.type, size: blob.size });
  const reader = new FileReader();
  reader.onload = () => resolve({ type: blob.type, size: blob.size, data: reader.result.split(",")[1] || "" });
  reader.readAsDataURL(blob);
}), () => null);
"""


@dataclass(frozen=True, slots=True)
class _Got:
    """A document in a file of its own: its type, and the name that its sender gives it ("" if none)."""

    type: str
    name: str
    size: int


class _TooLarge(Exception): ...


def save(session: Session, stop: Event) -> Outcome:
    """Keep the PDF or image that the tab shows in the folder of downloads. Raises StorageError."""
    session.enter(())
    shown = session.script(_SHOWN)
    url, kind = str(shown["url"]), str(shown["type"])
    if kind not in _ENDINGS:
        urls = [str(one) for one in shown["inside"]]
        if not urls:
            return Rejected("", "Only a PDF or an image can be saved, and this is neither.")
        if len(urls) > 1:
            return Ambiguous(tuple(_file_name("", one, "application/pdf") for one in urls))
        url, kind = urls[0], "application/pdf"
    try:
        return _keep(session, url, kind, stop)
    except _TooLarge:
        return Failed(f"It is larger than {MOST // 1024 // 1024} megabytes, so I did not save it.")
    except Refused:
        return Failed(_NOT_SAVED)
    except OSError as error:
        raise StorageError("I cannot write to the folder of downloads. Free some space or check it.") from error


def _keep(session: Session, url: str, kind: str, stop: Event) -> Outcome:
    """Write it under another name first, so that what is there in the end is whole."""
    session.downloads.mkdir(parents=True, exist_ok=True)
    number, partial = tempfile.mkstemp(suffix=".part", prefix=".saving-", dir=session.downloads)
    try:
        with os.fdopen(number, "wb") as file:
            got = _read(session, url, file, stop)
        if not got.size or not _is(Path(partial), kind):
            log.info("what came was not what is shown")
            return Failed(_NOT_SAVED)
        name = _place(session.downloads, Path(partial), _file_name(got.name, url, kind))
        return DownloadStarted(name)
    finally:
        with suppress(OSError):
            Path(partial).unlink(missing_ok=True)


def _read(session: Session, url: str, file: Any, stop: Event) -> _Got:
    if url.startswith(("http://", "https://")):
        return _from_network(session, url, file, stop)
    found = session.script(_READ, url, MOST)
    if found is None:
        raise Refused("fetch")
    if "data" not in found:
        raise _TooLarge
    return _Got(str(found["type"]), "", file.write(base64.b64decode(found["data"])))


def _from_network(session: Session, url: str, file: Any, stop: Event) -> _Got:
    """As the page itself would get it: with its cookies, and from the cache where it is there."""
    tools, tab = session.reports.tools, session.reports.session(session.window)
    options = {"disableCache": False, "includeCredentials": True}
    wanted = {"frameId": session.window, "url": url, "options": options}
    found = tools.ask_stoppably(session.check, "Network.loadNetworkResource", tab, session.page_seconds, **wanted)[
        "resource"
    ]
    if not found.get("success") or not 200 <= int(found.get("httpStatusCode", 0)) < 300:
        raise Refused("Network.loadNetworkResource")
    headers = {str(key).lower(): str(value) for key, value in found.get("headers", {}).items()}
    size = 0
    try:
        while True:
            if stop.is_set():
                raise Interrupted("Stopped.")
            given = {"handle": found["stream"], "size": _PIECE}
            piece = tools.ask_stoppably(session.check, "IO.read", tab, session.page_seconds, **given)
            data = base64.b64decode(piece["data"]) if piece.get("base64Encoded") else piece["data"].encode()
            size += file.write(data)
            if size > MOST:
                raise _TooLarge
            if piece.get("eof"):
                return _Got(headers.get("content-type", ""), _given(headers.get("content-disposition", "")), size)
    finally:
        tools.tell("IO.close", tab, handle=found["stream"])


def _given(disposition: str) -> str:
    """The file name in a Content-Disposition header, "" if there is none."""
    header = Message()
    header["content-disposition"] = disposition or "inline"
    return header.get_filename("") or ""


def _is(path: Path, kind: str) -> bool:
    """Whether the content is what was shown: an address may answer anything when it is asked again."""
    with path.open("rb") as file:
        start = file.read(1024)
    if kind == "application/pdf":
        return b"%PDF-" in start
    return not start.lstrip().lower().startswith((b"<!doctype html", b"<html"))


def _file_name(given: str, url: str, kind: str) -> str:
    """A harmless name: no path, no leading dot, nothing invisible, with the ending of what it is."""
    last = (
        given.replace("\\", "/").rpartition("/")[2] or unquote(urlsplit(url).path).replace("\\", "/").rpartition("/")[2]
    )
    kept = "".join(one if one.isalnum() or one in " ._-()" else "_" for one in last if one.isprintable())
    stem = kept.strip(" ._")
    ending = _ENDINGS[kind]
    endings = (".jpg", ".jpeg") if ending == ".jpg" else (ending,)
    if stem.lower().endswith(endings):
        stem, ending = stem.rpartition(".")[0].strip(" ._"), "." + stem.rpartition(".")[2]
    stem = stem[:_LONGEST].rstrip(" .") or "document"
    return f"_{stem}{ending}" if _RESERVED.match(stem) else stem + ending


def _last(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]


def _place(folder: Path, partial: Path, name: str) -> str:
    """Give it a name that is free, never that of another file."""
    stem, _, ending = name.rpartition(".")
    for number in range(1, 1000):
        free = name if number == 1 else f"{stem} ({number}).{ending}"
        try:
            (folder / free).open("xb").close()
        except FileExistsError:
            continue
        partial.replace(folder / free)
        return free
    raise FileExistsError(name)
