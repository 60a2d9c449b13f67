"""Secrets out of words before they are shown, printed or recorded. Wrongly hidden is better than wrongly kept."""

import re
from collections.abc import Collection
from dataclasses import fields, replace
from typing import Any
from urllib.parse import quote, quote_plus

from engine.values.event import Event

HIDDEN = "[hidden]"
SHORTEST = 4
"""Characters of a secret that is searched for in other texts; shorter ones would be found in half of all words."""

_CODE = (
    r"(?:pass ?word|pass ?phrase|pass ?code|pin(?: ?code| ?number)?|cvv|cvc|security (?:code|number)|"
    r"one[- ]time (?:code|password)|verification code|otp)"
)
_SECRET_FIELD = (
    rf"(?:{_CODE}|secret|(?:credit |debit |bank )?card(?: ?number)?|iban|account number|social security(?: number)?)"
)
_INTO_SECRET = re.compile(
    r"(?P<verb>\b(?:type|enter|write|insert|dictate|put|fill in)\s).+(?P<into>\s(?:into|in|to|for|as)\s(?:the\s|my\s)?"
    rf"[\w ]{{0,30}}?\b{_SECRET_FIELD}\b.*)",
    re.I | re.S,
)
_SECRET_IS = re.compile(rf"(?P<start>\b{_SECRET_FIELD}\b(?:\s+field)?\s*(?:is\b|=|:|,)\s*).+", re.I | re.S)
_SET_SECRET = re.compile(
    rf"(?P<start>\b(?:set|change|fill(?: in)?|complete|use|make)\s[\w ]{{0,30}}?\b{_SECRET_FIELD}\b(?:\s+field)?\s+"
    r"(?:with|to|as)\s+).+",
    re.I | re.S,
)
_SECRET_NEXT = re.compile(
    rf"(?P<start>\b(?:(?:type|enter|write|insert|dictate|use|put)\s+(?:the\s+|my\s+)?|my\s+){_CODE}\s+)"
    r"(?!(?:field|box|into|in|to|for|on|is|and|with|page|reset|manager|again|please)\b).+",
    re.I | re.S,
)
_AS_SECRET = re.compile(
    rf"(?P<verb>\b(?:use|with|paste|take)\s+)\S+(?P<into>\s(?:as|into|in|for)\s(?:the\s|my\s)?{_SECRET_FIELD}\b)", re.I
)
_SECRET_BARE = re.compile(
    r"(?P<start>\b(?:pass ?(?:word|phrase|code)|cvv|cvc|security code|otp|pin(?= \d))(?:'s| should be| will be)?\s+)"
    r"(?!(?:field|box|into|in|to|for|on|is|and|with|page|reset|manager|again|please|link|button|settings?|help)\b)\S.*",
    re.I | re.S,
)
_CREDENTIALS = re.compile(r"(?<=//)[^/\s@]+@")
_CARD = re.compile(r"(?<!\d)(?!97[89][ -]?(?:\d[ -]?){9}\d(?!\d))(?:\d[ .–-]{0,3}){12,18}\d(?!\d)")
"""13 to 19 digits, parted by blanks, dots or dashes; not an ISBN of 13 digits."""

_CARD_SHOWN = re.compile(
    r"(?<![\d.,/-])(?:\d{13,19}|\d{4}([ –-])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ –-])\d{6}\2\d{4,5})(?![\d/-]|[ .,]\d)"
)
"""A card's number as it is written: in one run, or in groups of four, or of four, six and five."""

_VALUE = re.compile(r'(?P<key>\b(?:text|value)=").*(?P<rest>", uid=".*)', re.S)
_VALUE_OPEN = re.compile(r'(?P<key>\b(?:text|value)=").*', re.S)


def redact(words: str) -> str:
    """Hide what is said for a password, code or card field, and every number as long as a card's."""
    shown = words
    for pattern in (_INTO_SECRET, _AS_SECRET):
        shown = pattern.sub(rf"\g<verb>{HIDDEN}\g<into>", shown)
    for pattern in (_SECRET_IS, _SET_SECRET, _SECRET_NEXT, _SECRET_BARE):
        shown = pattern.sub(rf"\g<start>{HIDDEN}", shown)
    return hide_cards(shown)


def hide_cards(sentence: str) -> str:
    """Hide card numbers and the names in addresses (//name:password@host) in a sentence of ours.

    Such a sentence names secret fields but never holds their text.
    """
    return _CARD.sub(HIDDEN, _CREDENTIALS.sub(f"{HIDDEN}@", sentence))


def hide_shown_cards(sentence: str) -> str:
    """Hide what is a card number by its grouping and its check digit, and names in addresses: of what is spoken.

    Days of a calendar and the number of a bill are digits too, and anybody who sees the page can read them.
    """
    hidden = _CREDENTIALS.sub(f"{HIDDEN}@", sentence)
    return _CARD_SHOWN.sub(lambda found: HIDDEN if _checks(found[0]) else found[0], hidden)


def _checks(number: str) -> bool:
    """True when the last digit is the one that the others call for (Luhn), as in every card's number."""
    digits = [int(one) for one in re.sub(r"\D", "", number)][::-1]
    return sum(digits[::2]) % 10 == -sum(sum(divmod(2 * one, 10)) for one in digits[1::2]) % 10


def redact_action(rendered: str, *, secret: bool) -> str:
    """Hide the text of an action on a secret field (`secret`), else only what `redact` hides."""
    if not secret:
        return hide_cards(rendered)
    shown, found = _VALUE.subn(rf"\g<key>{HIDDEN}\g<rest>", rendered)
    return shown if found else _VALUE_OPEN.sub(rf"\g<key>{HIDDEN}", rendered)


def without(event: Event, secrets: Collection[str]) -> Event:
    """Return the event with these secrets hidden wherever they stand in it: what was typed may be read back later.

    A form that is sent by its address carries them there, percent-encoded.
    """
    written = {form for secret in secrets for form in (secret, quote(secret, safe=""), quote_plus(secret))}
    long = sorted((secret for secret in written if len(secret) >= SHORTEST), key=len, reverse=True)
    if not long:
        return event
    return replace(event, **{field.name: _hidden(getattr(event, field.name), long) for field in fields(event)})


def _hidden(value: Any, secrets: list[str]) -> Any:
    if isinstance(value, tuple):
        return tuple(_hidden(part, secrets) for part in value)
    if isinstance(value, str):
        for secret in secrets:
            value = value.replace(secret, HIDDEN)
    return value
