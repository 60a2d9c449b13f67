"""A transcript as the words of a command: blanks, marks, numbers, addresses. Pure.

Only the shape of a command is changed. Text that is to be typed or searched for is handed on as it was heard.
"""

import re
import unicodedata

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_HOMOPHONES = {"to": "2", "too": "2", "for": "4", "fore": "4", "won": "1", "ate": "8"}
_COUNTED = re.compile(
    r"((?:click|press|tap|choose|pick|select|number|option)(?: on)?(?: number| option)?"
    r"|(?:go to )?tab(?: number)?) (.+)",
    re.IGNORECASE,
)
_MEASURED = re.compile(r"(scroll (?:up|down)|heading level|repeat) (.+?)( times)?", re.IGNORECASE)
_DICTATED = re.compile(r"(type|dictate|write|enter|insert|say|search)\b", re.IGNORECASE)
_ADDRESSED = re.compile(r"(open|go to|visit|load)\b", re.IGNORECASE)
_DOT = re.compile(r"\s+dot\s+(?=[a-z0-9-]+\b)", re.IGNORECASE)
_EMAILED = re.compile(
    r"(?P<verb>(?:type|dictate|write|enter|insert)\s+)(?P<address>.+?\s+at\s+.+?)(?P<into>\s+(?:into|in)\s.*\be-?mail\b.*)",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,24}")
_STOP = frozenset({"stop", "be quiet", "quiet", "stop talking", "stop speaking", "stop it", "cancel", "shut up"})


def normalise(text: str) -> str:
    """Return the words of a command without the marks Whisper adds and with digits where a number must stand.

    "Click to." is "Click 2"; "Type two to too." stays "Type two to too"; "Type Mary at post dot org into email" gets
    "mary@post.org".
    """
    plain = " ".join(unicodedata.normalize("NFC", text).split()).strip('"“”«»„')
    if _DICTATED.match(plain):
        return _emailed(plain.rstrip(" .,;…"))
    plain = plain.rstrip(" .,;:!?…")
    if _ADDRESSED.match(plain):
        plain = _DOT.sub(".", plain)
    return _numbered(plain)


def is_stop(text: str) -> bool:
    """True when the whole utterance, said once or several times, means: be silent and stop."""
    said = " ".join(re.findall(r"\w+", text.casefold()))
    said = re.sub(r"^(please|ok|okay|hey) | (please|now)$", "", said)
    return said in _STOP or (bool(said) and set(said.split()) <= {"stop", "quiet", "cancel"})


def number(words: str) -> int | None:
    """Return the value of a number from 0 to 99 in words or digits ("twenty-one"), None if it is no number."""
    parts = words.casefold().replace("-", " ").split()
    if len(parts) == 1 and parts[0].isascii() and parts[0].isdigit():
        return int(parts[0])
    if len(parts) == 1 and parts[0] in _ONES:
        return _ONES.index(parts[0])
    if parts and parts[0] in _TENS and len(parts) <= 2:
        tens = 20 + 10 * _TENS.index(parts[0])
        if len(parts) == 1:
            return tens
        if parts[1] in _ONES[1:10]:
            return tens + _ONES.index(parts[1])
    return None


def _emailed(text: str) -> str:
    """Write an address that is to be typed into an e-mail field as one; other words are left as they are."""
    found = _EMAILED.fullmatch(text)
    if not found:
        return text
    joined = re.sub(r"\s*\bdot\b\s*", ".", found["address"].lower(), count=4)
    address = "".join(re.sub(r"\s+at\s+", "@", joined, count=1).split())
    return f"{found['verb']}{address}{found['into']}" if _EMAIL.fullmatch(address) else text


def _numbered(text: str) -> str:
    if (alone := _digits(text)) is not None:
        return alone
    if (counted := _COUNTED.fullmatch(text)) and (digits := _digits(counted[2])) is not None:
        return f"{counted[1]} {digits}"
    if (measured := _MEASURED.fullmatch(text)) and (digits := _digits(measured[2])) is not None:
        return f"{measured[1]} {digits}{measured[3] or ''}"
    return text


def _digits(words: str) -> str | None:
    value = number(words)
    return str(value) if value is not None else _HOMOPHONES.get(words.casefold())
