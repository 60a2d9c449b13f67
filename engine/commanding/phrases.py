"""Words → command: the spoken vocabulary (voice.md §2), with no model and no page.

Only whole utterances match. The words that people put around a command ("please", "could you") are dropped;
what they want typed, searched or opened keeps its case and its marks.
"""

import re

from rapidfuzz import fuzz

from engine.commanding.answers import STOPPING, YES_ALONE, YES_WHOLE, spoken_number
from engine.commanding.commands import (
    Command,
    GoBack,
    GoForward,
    GoToTab,
    Help,
    No,
    OpenTab,
    Pick,
    ReloadPage,
    ScrollPage,
    SearchFor,
    Stop,
    TypeInto,
    Unclear,
    WhereAmI,
    Yes,
    ZoomPage,
)
from engine.commanding.own import OWN
from engine.commanding.trimming import MARKS, PLEASE_END, POLITE_START, bare, strip, unquoted
from engine.commanding.vocabulary import ROWS

__all__ = ["HELP", "LONGEST", "bare", "spoken_number", "strip", "understand"]

_DICTATED = re.compile(r"(?:type|write|dictate)(?: in)?\s+(?P<text>.+)", re.I | re.S)

_STOPPING = re.compile(STOPPING, re.I | re.S)

LONGEST = 1000
"""Characters; longer words are no command."""


def understand(words: str, *, choosing: bool = False, own: bool = True) -> Command | None:
    """Return the command that these words are, None when they are not one of ours.

    `choosing` says that numbered choices were just offered, so that "to" may mean two. Without `own` they are meant
    for the page: "set the volume to half" moves its slider. Yes is matched before any word is dropped: "can you
    confirm?" is no yes.
    """
    if len(words) > LONGEST:
        return None
    plain = " ".join(words.replace("’", "'").split()).rstrip(MARKS)
    if YES_WHOLE.fullmatch(plain):
        return Yes()
    text = strip(words)
    if choosing and (number := spoken_number(text)) is not None:
        return Pick(number)
    command = _look_up(text, own) or _look_up(POLITE_START.sub("", plain), own)
    if isinstance(command, No | None) and _STOPPING.fullmatch(text) and not _dictated(words):
        return Stop()
    if command is None or (isinstance(command, TypeInto) and not command.field):
        return _dictated(words) or command or _nearly(text)
    if isinstance(command, SearchFor):  # "now" and "for me" may belong to what is searched for
        return _look_up(POLITE_START.sub("", PLEASE_END.sub("", plain).rstrip(MARKS))) or command
    return command


def _look_up(text: str, own: bool = True) -> Command | None:
    for pattern, build in _TABLE if own else _PAGE_TABLE:
        match = pattern.fullmatch(text)
        if match and (command := build(match)) is not None:
            return command
    return None


def _nearly(text: str) -> Command | None:
    """What is almost one of ours: a yes among other words, a no that corrects, a slip in a harmless fixed command."""
    if YES_ALONE.fullmatch(text):
        return Unclear()
    if corrected := re.fullmatch(r"(?:no|nope|wait)[,.!]+\s+(.+)", text, re.I | re.S):
        return _look_up(POLITE_START.sub("", corrected[1]))
    said = text.lower()
    for words, command in _HARMLESS.items():
        near = words not in _BY_LETTERS and fuzz.ratio(said, words) >= _SLIP
        slip = near or sorted(said) == sorted(words)
        if slip and said[:1] == words[:1]:
            return command
    return None


def _dictated(words: str) -> Command | None:
    """What is typed into the focused field is taken as it stands: "type thank you!" keeps every word and mark."""
    match = _DICTATED.fullmatch(POLITE_START.sub("", words.strip()))
    return TypeInto(unquoted(match["text"])) if match and match["text"].strip(MARKS) else None


_HARMLESS: dict[str, Command] = {
    "scroll down": ScrollPage("down"),
    "scroll up": ScrollPage("up"),
    "scroll to the top": ScrollPage("top"),
    "scroll to the bottom": ScrollPage("bottom"),
    "scroll to the end": ScrollPage("bottom"),
    "go back": GoBack(),
    "go forward": GoForward(),
    "zoom in": ZoomPage(step=1),
    "zoom out": ZoomPage(step=-1),
    "next tab": GoToTab(step=1),
    "previous tab": GoToTab(step=-1),
    "new tab": OpenTab(),
    "reload": ReloadPage(),
    "reload the page": ReloadPage(),
    "where am i": WhereAmI(),
    "what can i say": Help(),
}
"""What a slip of the tongue, the key or the ear may be read as. Never yes, no, stop or a press."""

_BY_LETTERS = frozenset({"reload", "reload the page", "go back", "go forward"})
"""Of these only with the same letters: "read the page" is much like them, and what was typed would be lost."""

_SLIP = 88
"""Least similarity (0…100) of a slip, or the same letters in another order."""

_TABLE = tuple((re.compile(pattern, re.I), build) for pattern, build in ROWS)
_OWN_FORMS = frozenset(pattern for pattern, _ in OWN)
_PAGE_TABLE = tuple(row for row in _TABLE if row[0].pattern not in _OWN_FORMS)

HELP = (
    "You can say: open, and a site or an address. Search for something. Click, and the name of a link or button. "
    "Type some words into a field. Choose an option in a list. Tick a box. Scroll down, scroll up, go to the top, "
    "scroll to some words. Go back, go forward, reload. Point at, double click, or right click something. Press a key. "
    "Drag one thing to another. Attach a file. Copy, paste, undo. New tab, next tab, close tab, which tabs are open. "
    "Zoom in, zoom out. Close the banner. Download it. Where am I. Repeat. Stop. "
    "Of my voice: speak faster, slower, louder or softer, list voices, spell that, sounds off, go to sleep, wake up. "
    "I always ask before I send anything, and only yes sends it."
)
