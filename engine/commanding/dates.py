"""Spoken dates and times → the form that HTML controls hold.

dateparser was tried and took "December", "two" and "7" for dates; a wrong date is worse than a question."""

import re
from calendar import monthrange
from datetime import date, datetime, time, timedelta

_MONTHS = "january february march april may june july august september october november december".split()
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_NTH = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth"
).split()
_TENS = {"twenty": 20, "twentieth": 20, "thirty": 30, "thirtieth": 30, "forty": 40, "fifty": 50}
_MONTH = r"(?P<month>" + "|".join(f"{name[:3]}(?:{name[3:]})?" for name in _MONTHS) + r"|sept)"
_YEAR = r"(?: (?P<year>\d{4}))?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_MONTH_FIRST = re.sub(r"(?<=\?P<)(\w+)", r"\g<1>2", f"{_MONTH} {_DAY}{_YEAR}")
_CLOCK = r"(?P<hour>\d{1,2})(?:[: .](?P<minute>\d{2}))?(?: ?(?P<half>am|pm)| (?P<sharp>oclock))?"
_ISO = {
    "date": re.compile(r"\d{4}-\d{2}-\d{2}"),
    "month": re.compile(r"\d{4}-\d{2}"),
    "time": re.compile(r"\d{2}:\d{2}"),
    "datetime-local": re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}"),
}
_FILLER = re.compile(r"\b(?:the|of|on|at|by|in the|this|coming)\b")
_DAY_NAME = re.compile(rf"\b(?:{'|'.join(f'{name}|{name[:3]}' for name in _DAYS)}|tues|wednes|thurs|thur)\b(?=.*\d)")
_BARE_HOUR = re.compile(r"\d{1,2}")


def is_dated(kind: str) -> bool:
    """True for the input types whose value is a date or a time."""
    return kind in _ISO


def control_value(spoken: str, kind: str, today: datetime | None = None) -> str | None:
    """Return the value of an `<input type=kind>` for spoken words, None when they are no date or time.

    "24 December 2026", "the twenty-fourth of December", "tomorrow", "in two weeks", "7 pm" are read; a date without a
    year is the next such day, today included. A month or a number alone is no date.
    """
    if _ISO[kind].fullmatch(spoken.strip()):
        return spoken.strip() if _exists(spoken.strip(), kind) else None
    now = today or datetime.now()
    words = _plain(spoken)
    match kind:
        case "time":
            moment = _time(words)
            return f"{moment:%H:%M}" if moment and not _BARE_HOUR.fullmatch(words) else None
        case "month":
            return _month(words, now.date())
        case "date":
            day = _date(words, now.date())
            return day.isoformat() if day else None
        case _:
            return _both(words, now.date())


def spoken_value(value: str, kind: str) -> str:
    """Return the value of a dated control as it is said: "2026-12-24" → "Thursday 24 December 2026"."""
    try:
        match kind:
            case "date":
                day = date.fromisoformat(value)
                return f"{day:%A} {day.day} {day:%B} {day.year}"
            case "month":
                day = date.fromisoformat(f"{value}-01")
                return f"{day:%B} {day.year}"
            case "datetime-local":
                moment = datetime.fromisoformat(value)
                return f"{moment:%A} {moment.day} {moment:%B} {moment.year}, {moment:%H:%M}"
    except ValueError:
        pass
    return value


def _exists(value: str, kind: str) -> bool:
    try:
        time.fromisoformat(value) if kind == "time" else datetime.fromisoformat(value + "-01" * (kind == "month"))
    except ValueError:
        return False
    return True


def _plain(spoken: str) -> str:
    """Lower case, numbers in digits, marks and small words gone."""
    words = re.sub(r"\b([ap])\.? ?m\b\.?", r"\1m", re.sub("o['’]clock", "oclock", spoken.lower()))
    parts = re.sub(r"[^\w:/.-]+", " ", words).replace("-", " " if re.search(r"[a-z]-[a-z]", words) else "-").split()
    read: list[str] = []
    for part in (part.strip(".") for part in parts):
        number = _number(part)
        if number is not None and number < 10 and read and read[-1] in {"20", "30", "40", "50"} and not part.isdigit():
            read[-1] = str(int(read[-1]) + number)
        else:
            read.append(part if number is None or part.isdigit() else str(number))
    return " ".join(_FILLER.sub(" ", " ".join(read)).split())


def _number(word: str) -> int | None:
    for names in (_UNITS, _NTH):
        if word in names:
            return names.index(word)
    return int(word) if word.isascii() and word.isdigit() and len(word) < 5 else _TENS.get(word)


def _date(words: str, today: date) -> date | None:
    words = " ".join(_DAY_NAME.sub(" ", words).split())
    for read in (_near, _weekday, _named, _numeric):
        if (day := read(words, today)) is not None:
            return day
    return None


def _near(words: str, today: date) -> date | None:
    fixed = {"today": 0, "tonight": 0, "tomorrow": 1, "day after tomorrow": 2, "yesterday": -1}
    if words in fixed:
        return today + timedelta(days=fixed[words])
    found = re.fullmatch(r"(?:in )?(\d{1,3}|a|an) (day|week|month|year)s?(?: (?:from now|time|from today))?", words)
    if not found:
        return None
    count = int(found[1]) if found[1].isdigit() else 1
    match found[2]:
        case "day":
            return today + timedelta(days=count)
        case "week":
            return today + timedelta(weeks=count)
        case "month":
            return _months_on(today, count)
        case _:
            return _months_on(today, 12 * count)


def _months_on(day: date, count: int) -> date:
    years, month = divmod(day.month - 1 + count, 12)
    year = day.year + years
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _weekday(words: str, today: date) -> date | None:
    """The next such day; today only when it was not called the next one."""
    name = words.removeprefix("next ")
    if name not in _DAYS:
        return None
    ahead = (_DAYS.index(name) - today.weekday()) % 7
    return today + timedelta(days=ahead or 7 * (name != words))


def _named(words: str, today: date) -> date | None:
    found = re.fullmatch(rf"{_DAY} {_MONTH}{_YEAR}|{_MONTH_FIRST}", words)
    if not found:
        return None
    month = found["month"] or found["month2"]
    number = next(n for n, name in enumerate(_MONTHS, 1) if name.startswith(month[:3]))
    year = found["year"] or found["year2"]
    return _calendar(int(year) if year else None, number, int(found["day"] or found["day2"]), today)


def _numeric(words: str, today: date) -> date | None:
    """Day first; when that is impossible, month first (12/24/2026)."""
    found = re.fullmatch(r"(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})", words)
    if not found:
        return None
    first, second, year = map(int, found.groups())
    return _calendar(year, second, first, today) or _calendar(year, first, second, today)


def _calendar(year: int | None, month: int, day: int, today: date) -> date | None:
    """The day if it exists; without a year the next one (29 February may be years ahead)."""
    for candidate in (year,) if year else range(today.year, today.year + 9):
        try:
            found = date(candidate, month, day)
        except ValueError:
            continue
        if year or found >= today:
            return found
    return None


def _time(words: str) -> time | None:
    fixed = {"noon": time(12), "midday": time(12), "midnight": time(0)}
    if words in fixed:
        return fixed[words]
    part = re.sub(r" ?\b(?:morning|afternoon|evening|night)$", "", words)
    late = "pm" if words.endswith(("afternoon", "evening", "night")) else "am" if words.endswith("morning") else ""
    minutes = {"half past": 30, "quarter past": 15, "quarter to": -15}
    said = re.fullmatch(r"(?:a )?(half past|quarter past|quarter to) (\d{1,2})(?: ?(am|pm))?", part)
    if said:
        return _clock(int(said[2]), minutes[said[1]], said[3] or late)
    found = re.fullmatch(_CLOCK, part)
    return _clock(int(found["hour"]), int(found["minute"] or 0), found["half"] or late) if found else None


def _clock(hour: int, minute: int, half: str) -> time | None:
    if half and not 1 <= hour <= 12:
        return None
    hour = hour % 12 + (12 if half == "pm" else 0) if half else hour
    total = hour * 60 + minute
    return time(total // 60 % 24, total % 60) if 0 <= hour < 24 and minute < 60 else None


def _month(words: str, today: date) -> str | None:
    found = re.fullmatch(rf"{_MONTH}{_YEAR}", words)
    if found:
        number = next(n for n, name in enumerate(_MONTHS, 1) if name.startswith(found["month"][:3]))
        year = int(found["year"]) if found["year"] else today.year + (number < today.month)
        return f"{year:04}-{number:02}"
    day = _months_on(today, 1) if words == "next month" else today if words == "month" else _date(words, today)
    return f"{day:%Y-%m}" if day else None


def _both(words: str, today: date) -> str | None:
    """A day and a time, in either order; neither is guessed."""
    parts = words.split()
    for cut in range(1, len(parts)):
        left, right = " ".join(parts[:cut]), " ".join(parts[cut:])
        for day_words, time_words in ((left, right), (right, left)):
            day, moment = _date(day_words, today), _time(time_words)
            if day and moment:
                return f"{day.isoformat()}T{moment:%H:%M}"
    return None
