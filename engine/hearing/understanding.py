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
_HESITATION = r"(?:(?:um+|uh+|er+|erm+|hm+|ah+|oh+|so|well|just|okay|ok|please|now|and|then)[,.…]*\s+)*"
_COUNTED = re.compile(
    rf"({_HESITATION}(?:click|press|tap|choose|pick|select|number|option)(?: on)?(?: number| option)?"
    r"|(?:go to )?tab(?: number)?) (.+)",
    re.IGNORECASE,
)
_MEASURED = re.compile(r"(scroll (?:up|down)|heading level|repeat) (.+?)( times)?", re.IGNORECASE)
_DICTATED = re.compile(r"(type|dictate|write|enter|insert|say|search)\b", re.IGNORECASE)
_ADDRESSED = re.compile(r"(open|go to|visit|load)\b", re.IGNORECASE)
_VERB_MARKED = re.compile(
    rf"^({_HESITATION}(?:click(?: on)?|press|tap(?: on)?|push|hit|search(?: for)?|look up|google|type|dictate|write|"
    r"enter|insert|open|go(?: to)?|visit|load|choose|select|pick|tick|untick|check|uncheck|set|fill in|scroll))"
    r"\s*[.,:;!?…–—-]+\s+(?=\S)",
    re.IGNORECASE,
)
_SIGNS = {"dot": ".", "slash": "/", "colon": ":"}
_SIGN = re.compile(r"(?<=[\w/\]])\s+(?:(dot|colon)\s+(?=\w)|(?:forward )?(slash)(?:\s+(?=\w)|$))", re.IGNORECASE)
_SCHEME = re.compile(r"(?<=\w)\s+colon(?: forward)? slash(?: forward)? slash\s+(?=\w)", re.IGNORECASE)
_DASH = re.compile(r"(?<=\w)\s+(?:dash|hyphen)\s+(?=\w)", re.IGNORECASE)
_WWW = re.compile(
    r"\b(?:w[\s.-]*w[\s.-]*w|triple w|(?:double[\s-]?(?:u|you)[\s-]+){2}double[\s-]?(?:u|you))\b", re.IGNORECASE
)
_LETTERS = re.compile(r"(?<![^\s./:])[a-z0-9](?: [a-z0-9])+(?![^\s./:])", re.IGNORECASE)
_EMAILED = re.compile(
    r"(?P<verb>(?:type|dictate|write|enter|insert)\s+)(?P<address>.+?\s+at\s+.+?)(?P<into>\s+(?:into|in)\s.*\be-?mail\b.*)",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,24}")
_STOP = frozenset({"stop", "be quiet", "quiet", "stop talking", "stop speaking", "stop it", "cancel", "shut up"})


def normalise(text: str) -> str:
    """Return the words of a command without the marks Whisper adds and with digits where a number must stand.

    "Click to." is "Click 2", "Click. Send booking." is "Click Send booking";
    "Type two to too." stays "Type two to too"; "Type Mary at post dot org into email" gets
    "mary@post.org".
    """
    plain = " ".join(unicodedata.normalize("NFC", text).split()).strip('"“”«»„')
    plain = _VERB_MARKED.sub(r"\1 ", plain)
    if _DICTATED.match(plain):
        return _emailed(plain.rstrip(" .,;…"))
    plain = plain.rstrip(" .,;:!?…")
    if verb := _ADDRESSED.match(plain):
        where = spelled(plain[verb.end() :].strip())
        plain = f"{verb[1]} {where}" if "." in where else plain
    return _numbered(plain)


def spelled(words: str) -> str:
    """Return what is spelled aloud as it is written; other words are left as they are.

    "w w w dot example dot com slash news" is "www.example.com/news", "h t t p s colon slash slash x dot org" is
    "https://x.org", "B B C News" is "BBC News". "Dash" and "hyphen" count only in an address.
    """
    plain = _SCHEME.sub("://", " ".join(words.split()))
    plain = _SIGN.sub(lambda found: _SIGNS[(found[1] or found[2]).lower()], plain)
    plain = _WWW.sub("www", plain)
    if "." in plain:
        plain = _DASH.sub("-", plain)
    return _LETTERS.sub(lambda found: found[0].replace(" ", ""), plain)


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
