"""Secrets out of words before they are shown, printed or recorded. Wrongly hidden is better than wrongly kept."""

import re

HIDDEN = "[hidden]"

_SECRET_FIELD = (
    r"(?:pass ?word|pass ?phrase|pass ?code|pin(?: ?code| ?number)?|secret|cvv|cvc|security (?:code|number)|"
    r"(?:credit |debit |bank )?card(?: ?number)?|iban|account number|social security(?: number)?|one[- ]time code|otp)"
)
_INTO_SECRET = re.compile(
    rf"(?P<verb>\b(?:type|enter|write|insert|dictate|put|fill in)\s+).+(?P<into>\s+(?:into|in|to|for|as)\s+(?:the\s+|my\s+)?"
    rf"[\w ]*?\b{_SECRET_FIELD}\b.*)",
    re.I | re.S,
)
_SECRET_IS = re.compile(
    rf"(?P<start>\b{_SECRET_FIELD}\b(?:\s+field)?\s*(?:is|with|to|as|=|:)\s+).+", re.I | re.S
)
_CARD = re.compile(r"(?<!\d)(?:\d[ -]?){12,18}\d(?!\d)")
_VALUE = re.compile(r'(?P<key>\b(?:text|value)=")[^"]*(?P<rest>")')


def redact(words: str) -> str:
    """Hide what is said for a password, code or card field, and every number as long as a card's."""
    shown = _INTO_SECRET.sub(rf"\g<verb>{HIDDEN}\g<into>", words)
    shown = _SECRET_IS.sub(rf"\g<start>{HIDDEN}", shown)
    return _CARD.sub(HIDDEN, shown)


def hide_cards(sentence: str) -> str:
    """Hide numbers as long as a card's in a sentence of ours, which names secret fields but never holds their text."""
    return _CARD.sub(HIDDEN, sentence)


def redact_action(rendered: str, *, secret: bool) -> str:
    """Hide the text of an action on a secret field (`secret`), else only what `redact` hides."""
    if secret:
        return _VALUE.sub(rf"\g<key>{HIDDEN}\g<rest>", rendered)
    return _CARD.sub(HIDDEN, rendered)
