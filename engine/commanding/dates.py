"""Spoken dates and times → the form that HTML controls hold. The only importer of dateparser."""

import re
from datetime import datetime

import dateparser

from engine.commanding.matching import folded

_FORMATS = {"date": "%Y-%m-%d", "month": "%Y-%m", "time": "%H:%M", "datetime-local": "%Y-%m-%dT%H:%M"}
_OF = re.compile(r"\b(?:the|of|on|at|next|this)\b", re.I)
_ISO = re.compile(r"\d{4}-\d{2}(?:-\d{2})?(?:T\d{2}:\d{2})?|\d{2}:\d{2}")


def control_value(spoken: str, kind: str, today: datetime | None = None) -> str | None:
    """Return the value of an `<input type=kind>` for spoken words, None when they are no date.

    "24 December 2026", "the 24th of December", "tomorrow", "7 pm" are read; a date without a year lies ahead.
    """
    if _ISO.fullmatch(spoken.strip()):
        return spoken.strip()
    words = " ".join(_OF.sub(" ", spoken).replace(",", " ").split())
    found = dateparser.parse(
        words,
        languages=["en"],
        settings={
            "PREFER_DATES_FROM": "future",
            "RELATIVE_BASE": today or datetime.now(),
            "DATE_ORDER": "DMY",
            "REQUIRE_PARTS": [] if kind == "time" or not re.search(r"\d", folded(words)) else ["day", "month"],
        },
    )
    return found.strftime(_FORMATS[kind]) if found else None


def is_dated(kind: str) -> bool:
    """True for the input types whose value is a date or a time."""
    return kind in _FORMATS
