"""How signs are said: marks read by name, and words spelled letter by letter."""

import re
import unicodedata

LEVELS = ("none", "some", "all")
"""Which marks are read by name: none, those that carry meaning in addresses and names, or every one."""

_NAMES = {
    ".": "dot",
    ",": "comma",
    ";": "semicolon",
    ":": "colon",
    "!": "exclamation mark",
    "?": "question mark",
    "…": "ellipsis",
    "'": "apostrophe",
    "’": "apostrophe",
    "‘": "open quote",
    "“": "open quotes",
    "”": "close quotes",
    '"': "quotes",
    "(": "open bracket",
    ")": "close bracket",
    "[": "open square bracket",
    "]": "close square bracket",
    "{": "open brace",
    "}": "close brace",
    "<": "less than",
    ">": "greater than",
    "@": "at",
    "/": "slash",
    "\\": "backslash",
    "-": "dash",
    "–": "dash",
    "—": "dash",
    "_": "underscore",
    "&": "and",
    "#": "hash",
    "+": "plus",
    "=": "equals",
    "*": "star",
    "%": "percent",
    "~": "tilde",
    "^": "caret",
    "|": "bar",
    "`": "backtick",
    "$": "dollar",
    "€": "euro",
    "£": "pound",
    "§": "section",
    "°": "degrees",
    "•": "bullet",
    "×": "times",
}
_ENDS = ".,;:!?…"
_OPENING, _CLOSING = "([{“‘\"'<", ")]}”’\"'>"
_READ_BY_VOICES = "%$€£°&+="
"""A voice says these as words where they stand, and that is natural in a sentence."""

_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_ADDRESS = re.compile(r"(?:[a-z]+://)?(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?#]\S*)?|[a-z]+://\S+", re.I)
_NAMED = re.compile(r"(?:[@#/~]\w|\w:\\).*|\w+(?:_\w+)+")
"""What is no sentence either: @name, #word, /folder/file, C:\\folder, some_name."""

_SCHEME = re.compile(r"^https?://(?:www\.)?", re.I)
_NUMBER = re.compile(r"[-+−]?[\d][\d.,:/–-]*%?")


def pronounced(text: str, level: str = "some") -> str:
    """Return a sentence as it is given to a voice; the marks that shape its melody stay in it at every level."""
    return " ".join(filter(None, (_word(word, level) for word in text.split())))


def spelled_out(words: str) -> str:
    """Return words letter by letter: "Cat 5!" is "capital C, A, T; space; 5, exclamation mark".

    Capitals are told once for a word all in capitals. Signs are told by name, letters with marks by their own.
    """
    return "; space; ".join(_letters(word) for word in words.split())


def _letters(word: str) -> str:
    letters = [c for c in word if c.isalpha()]
    loud = len(letters) > 1 and all(c.isupper() for c in letters)
    told = ", ".join(filter(None, (_letter(c, loud) for c in unicodedata.normalize("NFC", word))))
    return f"all capitals, {told}" if loud else told


def _letter(c: str, loud: bool) -> str:
    if c.isascii() and c.isalnum():
        return f"capital {c}" if c.isupper() and not loud else c.upper()
    if c in _NAMES:
        return _NAMES[c]
    own = unicodedata.name(c, "").lower()
    latin = re.fullmatch(r"latin (small|capital) letter ([a-z])( with .+)", own)
    if latin:
        capital = "capital " if latin[1] == "capital" and not loud else ""
        return f"{capital}{latin[2].upper()}{latin[3]}"
    return c if c.isalpha() else own


def _word(word: str, level: str) -> str:
    core = word.strip(_ENDS + _OPENING + _CLOSING) if level != "all" else word
    start, _, end = word.partition(core) if core else ("", "", word)
    if level == "all":
        return _every(word)
    if start and start[-1] in "@#/~":
        core, start = start[-1] + core, start[:-1]
    if _MAIL.fullmatch(core) or _ADDRESS.fullmatch(core) or _NAMED.fullmatch(core):
        said = _silent(core) if level == "none" else _address(core)
        return f"{start}{said}{end}"
    return word if level == "some" or _NUMBER.fullmatch(core) else f"{start}{_silent(core)}{end}".strip()


def _address(core: str) -> str:
    plain = _SCHEME.sub("", core).rstrip("/") or core
    return " ".join("".join(f" {_NAMES[c]} " if c in _NAMES else c for c in plain).split())


def _silent(core: str) -> str:
    """Without the signs that a voice would name."""
    plain = _SCHEME.sub("", core)
    kept = "'’-" + _READ_BY_VOICES
    return " ".join("".join(c if c.isalnum() or c in kept else " " for c in plain).split())


def _every(word: str) -> str:
    """Every mark by name; those at the end stay too, so that the sentence keeps its pauses."""
    if _NUMBER.fullmatch(word.rstrip(_ENDS)):
        core, end = word.rstrip(_ENDS), word[len(word.rstrip(_ENDS)) :]
    else:
        core, end = "", word
    said = core
    for at, c in enumerate(end):
        last = at == len(end) - 1
        within = c in "'’" and end[at - 1 : at].isalpha() and end[at + 1 : at + 2].isalpha()  # don't
        name = "full stop" if c == "." and last else None if within else _NAMES.get(c)
        said += f" {name}{c if last and c in _ENDS else ''} " if name else c
    return " ".join(said.split())
