"""Spoken keys → the key names of the DOM ("control a" → "Control+a")."""

import re

from engine.commanding.answers import CARDINALS

_NAMED = {
    "enter": "Enter",
    "return": "Enter",
    "escape": "Escape",
    "esc": "Escape",
    "tab": "Tab",
    "tabulator": "Tab",
    "space": " ",
    "space bar": " ",
    "spacebar": " ",
    "backspace": "Backspace",
    "back space": "Backspace",
    "delete": "Delete",
    "del": "Delete",
    "insert": "Insert",
    "home": "Home",
    "end": "End",
    "page up": "PageUp",
    "page down": "PageDown",
    **{way: f"Arrow{way.title()}" for way in ("up", "down", "left", "right")},
    **{f"{way} arrow": f"Arrow{way.title()}" for way in ("up", "down", "left", "right")},
    **{f"arrow {way}": f"Arrow{way.title()}" for way in ("up", "down", "left", "right")},
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
    **{f"f {number}": f"F{number}" for number in range(1, 13)},
}
_HELD = {
    "control": "Control",
    "ctrl": "Control",
    "shift": "Shift",
    "alt": "Alt",
    "option": "Alt",
    "command": "Meta",
    "cmd": "Meta",
    "meta": "Meta",
}
_MOST = 20
_TIMES = re.compile(rf"(?P<rest>.+?) (?P<count>once|twice|thrice|(?:\d{{1,2}}|{'|'.join(CARDINALS)}) times?)", re.I)


def key_name(spoken: str) -> str:
    """Return the DOM name of a spoken key, held keys first ("Control+Shift+k"); "" when it is none.

    A letter or digit alone is a key, too.
    """
    words = " ".join(re.sub(r"[+,-]", " ", spoken.lower()).split())
    words = re.sub(r"^(?:the )?(?:letter |digit )?|(?: key)$", "", words)
    held: list[str] = []
    first, _, rest = words.partition(" ")
    while rest and first in _HELD:
        held.append(_HELD[first])
        first, _, rest = (words := rest.removeprefix("and ").removeprefix("plus ")).partition(" ")
    key = _NAMED.get(words, words if len(words) == 1 and words.isascii() and words.isalnum() else "")
    return "+".join([*held, key]) if key else ""


def is_sure(spoken: str) -> bool:
    """True when nothing but a key can be meant: "the home key", "control a"; "home" may be a link."""
    words = spoken.lower().split()
    return words[-1:] == ["key"] or (len(words) > 1 and words[0] in _HELD) or "letter" in words[:2]


def repeated(spoken: str) -> tuple[str, int]:
    """Return "tab twice" as ("tab", 2); at most 20 times."""
    found = _TIMES.fullmatch(spoken)
    if not found:
        return spoken, 1
    count = found["count"].lower().split()[0]
    known = {"once": 1, "twice": 2, "thrice": 3, **{word: n for n, word in enumerate(CARDINALS, 1)}}
    return found["rest"], min(_MOST, known[count] if count in known else max(1, int(count)))


def key_said(key: str) -> str:
    """Return a key as it is said: "Control+a" is Control A, "ArrowDown" is Arrow Down."""
    names = {" ": "Space", "PageUp": "Page Up", "PageDown": "Page Down"}
    *held, last = key.split("+") if key != "+" else ["plus"]
    told = names.get(last) or (last.replace("Arrow", "Arrow ") if len(last) > 1 else last.upper())
    return " ".join([*held, told])
