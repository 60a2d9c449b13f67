"""What people say around a command, and around the names in it, taken off."""

import re

HESITATION = r"um+|uh+|er+|erm+|hm+"
_FILLER = (
    rf"{HESITATION}|mm+|ah+|oh+|sorry|well|so|just|maybe|perhaps|actually|right(?![\s-]+click)|and|then|i mean|"
    "hey|hi|hello|ok|okay|alright|all right|sayso|please|now"
)
POLITE_START = re.compile(
    rf"^(?:(?:{_FILLER}|(?:can|could|would|will) you|i (?:want|would like|'d like) "
    r"(?:you )?to|i (?:need|have) to|i'd like (?:you )?to|(?:can|could|may) i|let's)[\s,.!…]+)+",
    re.I,
)
HESITATIONS = re.compile(rf"\b(?:{HESITATION})\b[\s,.…]*", re.I)
_POLITE_END = re.compile(r"(?<![\s,])(?:[\s,]+(?:please|thanks|thank you|for me|now|then|um+|uh+|erm)){1,4}$", re.I)
PLEASE_END = re.compile(r"(?<![\s,])(?:[\s,]+(?:please|thanks|thank you)){1,4}$", re.I)
MARKS = " .!?…,;:\t\n"
_QUOTES = "\"“”'‘’"
_ARTICLE = re.compile(r"^(?:(?:um+|uh+|erm+)[\s,.…]+)*(?:(?:the|a|an|my|this|that)\s+)?", re.I)


def strip(words: str) -> str:
    """Drop politeness, repeated blanks and closing marks."""
    text = " ".join(words.replace("’", "'").split())
    for _ in range(2):
        text = text.rstrip(MARKS)
        text = _POLITE_END.sub("", text) or text
    return POLITE_START.sub("", text) or text


def bare(name: str) -> str:
    """Drop a leading article and quotation marks."""
    return _ARTICLE.sub("", name.strip().strip(_QUOTES)).strip().strip(_QUOTES).strip()


def unquoted(text: str) -> str:
    """Drop quotation marks that enclose the whole text; those inside it are meant."""
    text = text.strip()
    return text[1:-1].strip() or text if len(text) > 2 and text[0] in _QUOTES and text[-1] in _QUOTES else text
