"""Files put into file fields, hidden ones too."""

import mimetypes
import os
import re
from pathlib import Path
from threading import Event
from typing import TypedDict, cast

from selenium.webdriver.remote.webelement import WebElement

from engine.adapters.webdriver.aiming import Target, press, reach
from engine.adapters.webdriver.devtools import Refused
from engine.adapters.webdriver.filechooser import FileChooser
from engine.adapters.webdriver.session import Digest, Session
from engine.adapters.webdriver.stopping import wait_for
from engine.adapters.webdriver.striking import carefully
from engine.adapters.webdriver.trouble import NODE_GONE
from engine.adapters.webdriver.verifying import Before, before, seen_since
from engine.adapters.webdriver.writing import as_by_hand
from engine.values.errors import Interrupted
from engine.values.outcome import Ambiguous, Disabled, Done, NoEffect, Outcome, Rejected
from engine.values.page import Element

_CHOOSER_SECONDS = 2.0
_NO_FIELD = "I cannot find the file field that belongs to it."
_KINDS = {"image": "pictures", "audio": "sound", "video": "video", "text": "text"}


class FileField(TypedDict):
    """The file field that an element is or stands for (uploading.js, fileField)."""

    input: WebElement | None
    several: list[str]
    accept: str
    multiple: bool
    folder: bool
    disabled: bool
    sends: bool


def upload(session: Session, element: Element, path: str, stop: Event) -> Outcome:
    """Put the file at `path` (several: one a line) into a file field, and read its name back."""
    paths = [line for line in path.splitlines() if line.strip()]
    bad = _unfit(paths)
    if bad:
        return Rejected("", bad)
    target = reach(session, element)
    if not isinstance(target, Target):
        return target
    field = cast(FileField, session.run("fileField", target.node))
    if field["several"]:
        return Ambiguous(tuple(field["several"]))
    if field["input"] is None:
        return Rejected("", _NO_FIELD) if field["sends"] else _through_chooser(session, target, paths, stop)
    if field["disabled"]:
        return Disabled()
    refused = _refused(paths, field["accept"], field["multiple"], field["folder"])
    if refused:
        return Rejected("", refused)
    return _put(session, target, field["input"], paths, stop)


def _unfit(paths: list[str]) -> str:
    """Why these cannot be uploaded, "" where they can."""
    if not paths:
        return "No file was named."
    for path in map(Path, paths):
        if not path.is_absolute() or not path.exists():
            return f"There is no file called {path.name} there."
        if path.is_dir():
            return f"{path.name} is a folder. Name a file in it."
        if not path.is_file() or not os.access(path, os.R_OK):
            return f"I am not allowed to read {path.name}."
    return ""


def _refused(paths: list[str], accept: str, multiple: bool, folder: bool) -> str:
    """Why the field does not take these, "" where it does."""
    if folder:
        return "It takes a whole folder, which I do not upload."
    if len(paths) > 1 and not multiple:
        return "It takes only one file."
    wanted = [token.strip().casefold() for token in accept.split(",") if token.strip()]
    for path in paths:
        if wanted and not any(_fits(path, token) for token in wanted):
            kinds = " or ".join(list(dict.fromkeys(_in_words(token) for token in wanted))[:4])
            return f"It takes only {kinds}, not {Path(path).name}."
    return ""


def _in_words(token: str) -> str:
    """ "image/*" → "pictures"; ".pdf" and "application/pdf" → "PDF files"."""
    kind, _, form = token.rpartition("/")
    return _KINDS.get(kind) or f"{form.lstrip('.').upper()} files"


def _fits(path: str, token: str) -> bool:
    if token.startswith("."):
        return path.casefold().endswith(token)
    kind = mimetypes.guess_type(path)[0]
    return kind is None or token == "*/*" or re.fullmatch(re.escape(token).replace(r"\*", ".*"), kind) is not None


def _put(session: Session, target: Target, field: WebElement, paths: list[str], stop: Event) -> Outcome:
    names = [Path(path).name for path in paths]
    if stop.is_set():
        raise Interrupted("Stopped.")
    earlier = before(session, target.path, cast(Digest, session.run("digest")))
    said = _shown(session, names)
    as_by_hand(session)
    session.pressed = True
    carefully(lambda: field.send_keys("\n".join(paths)))
    outcome = seen_since(session, earlier)
    if not isinstance(outcome, Done | NoEffect):
        return outcome
    try:
        session.enter(target.path)
        held = [str(name) for name in session.run("fileNames", field)]
    except NODE_GONE:
        held = []
    return _told(session, names, held, said)


def _shown(session: Session, names: list[str]) -> list[int]:
    """How often the page shows each name."""
    return [int(count) for count in session.run("saysNames", names)]


def _shows_more(session: Session, names: list[str], said: list[int]) -> bool:
    return all(now > was for now, was in zip(_shown(session, names), said, strict=True))


def _told(session: Session, names: list[str], held: list[str], said: list[int]) -> Outcome:
    """By what the field holds; pages that empty it at once must show the name instead."""
    if set(names) <= set(held) or _shows_more(session, names, said):
        return Done(f"{', '.join(names)} is chosen" if len(names) == 1 else f"{', '.join(names)} are chosen")
    return Rejected(", ".join(held), "The page did not keep the file. Check what it says.")


def _through_chooser(session: Session, target: Target, paths: list[str], stop: Event) -> Outcome:
    """Press what opens a file chooser, and answer that; the field may not even be part of the page."""
    frame = re.match(r"f\.([0-9A-F]+)\.", target.node.id)
    try:
        with FileChooser(session, (frame[1] if frame else "", session.window)) as chooser:
            names = [Path(path).name for path in paths]
            said = _shown(session, names)
            pressed = press(session, target, stop)
            if not isinstance(pressed, Before):
                return pressed
            if not wait_for(session, chooser.has_opened, _CHOOSER_SECONDS):
                return _no_chooser(seen_since(session, pressed))
            refused = _refused(paths, *chooser.asks()) or ("I can give it only one file." if len(paths) > 1 else "")
            if refused:
                return Rejected("", refused)
            chooser.choose(paths[0])
    except Refused:
        return Rejected("", _NO_FIELD)
    outcome = seen_since(session, pressed)
    if not isinstance(outcome, Done | NoEffect):
        return outcome
    session.enter(target.path)
    if _shows_more(session, names, said):
        return Done(f"{names[0]} is chosen")
    return Done(f"the page took {names[0]}") if isinstance(outcome, Done) else Rejected("", _UNSEEN)


_UNSEEN = "I gave it the file, but the page does not show it."


_UNASKED = "I pressed it, but it did not ask for a file. Check what the page shows now."


def _no_chooser(outcome: Outcome) -> Outcome:
    return Rejected("", _UNASKED) if isinstance(outcome, Done | NoEffect) else outcome
