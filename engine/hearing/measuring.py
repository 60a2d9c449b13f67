"""How far what was heard is from what was said: word errors, in the way they are usually counted. Pure."""

import re
from collections.abc import Sequence

from rapidfuzz.distance import Levenshtein

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SHORT = {"mr": "mister", "mrs": "missus", "dr": "doctor", "st": "saint", "ok": "okay"}
"""Written short, said long: counted as the same word."""


def words_of(text: str) -> list[str]:
    """Return the words as they are compared: lower case, no marks, numbers as words, "Mr." as "mister"."""
    plain = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text.casefold().replace("’", "'"))
    found = re.findall(r"[^\W_]+(?:'[^\W_]+)*", plain)
    return [
        part
        for word in found
        for part in (_number(word) if word.isascii() and word.isdigit() else [_SHORT.get(word, word)])
    ]


def word_errors(said: str, heard: str) -> tuple[int, int]:
    """Return the words put in, left out or mistaken, and the number of words that were said."""
    wanted = words_of(said)
    return Levenshtein.distance(wanted, words_of(heard)), len(wanted)


def holds(heard: str, phrase: str) -> bool:
    """True when the words of the phrase were heard one after the other."""
    return f" {' '.join(words_of(phrase))} " in f" {' '.join(words_of(heard))} "


def rate(errors: Sequence[tuple[int, int]]) -> float | None:
    """Return wrong words to spoken words, over all utterances together; None where nothing was said."""
    said = sum(count for _, count in errors)
    return round(sum(wrong for wrong, _ in errors) / said, 4) if said else None


def _number(digits: str) -> list[str]:
    """Up to 9999 in words; longer ones digit by digit, as they are mostly read."""
    value = int(digits)
    if len(digits) > 4 or (digits[0] == "0" and len(digits) > 1):
        return [_ONES[int(digit)] for digit in digits]
    if value >= 1000:
        return [*_number(str(value // 1000)), "thousand", *(_number(str(value % 1000)) if value % 1000 else [])]
    if value >= 100:
        return [_ONES[value // 100], "hundred", *(_number(str(value % 100)) if value % 100 else [])]
    if value >= 20:
        return [_TENS[value // 10 - 2], *([_ONES[value % 10]] if value % 10 else [])]
    return [_ONES[value]]
