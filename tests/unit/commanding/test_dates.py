"""Spoken dates and times. Monday 30 November 2026, noon, is today."""

import random
from datetime import date, datetime, timedelta

import pytest

from engine.commanding.dates import control_value, is_dated, spoken_value

TODAY = datetime.fromisoformat("2026-11-30T12:00")


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("24 December 2026", "2026-12-24"),
        ("24 December", "2026-12-24"),
        ("December 24, 2026", "2026-12-24"),
        ("December 24th", "2026-12-24"),
        ("the 24th of December", "2026-12-24"),
        ("the twenty-fourth of December", "2026-12-24"),
        ("twenty fourth of december", "2026-12-24"),
        ("thirty first of December", "2026-12-31"),
        ("Thursday, 24 December 2026.", "2026-12-24"),
        ("on the 3rd of March", "2027-03-03"),
        ("second of May", "2027-05-02"),
        ("May 5th", "2027-05-05"),
        ("24 Dec.", "2026-12-24"),
        ("1 November", "2027-11-01"),
        ("30 November", "2026-11-30"),
        ("30 November 2025", "2025-11-30"),
        ("29 February", "2028-02-29"),
        ("5/12/2026", "2026-12-05"),
        ("12/24/2026", "2026-12-24"),
        ("24.12.2026", "2026-12-24"),
        ("2026-12-24", "2026-12-24"),
        ("today", "2026-11-30"),
        ("tomorrow", "2026-12-01"),
        ("the day after tomorrow", "2026-12-02"),
        ("yesterday", "2026-11-29"),
        ("in two weeks", "2026-12-14"),
        ("in a week", "2026-12-07"),
        ("in 3 days", "2026-12-03"),
        ("in ten days' time", "2026-12-10"),
        ("in a month", "2026-12-30"),
        ("Friday", "2026-12-04"),
        ("on Friday", "2026-12-04"),
        ("next Friday", "2026-12-04"),
        ("Monday", "2026-11-30"),
        ("next Monday", "2026-12-07"),
    ],
)
def test_dates(said: str, value: str) -> None:
    assert control_value(said, "date", TODAY) == value
    assert control_value(said.upper(), "date", TODAY) == value


@pytest.mark.parametrize(
    "said",
    [
        "December",
        "May",
        "march",
        "24",
        "two",
        "one",
        "ten",
        "second",
        "2026",
        "December 2026",
        "next week",
        "Anna",
        "",
        " ",
        "31 November",
        "30 February 2027",
        "2026-13-45",
        "2 people",
        "7 pm",
        "noon",
        "soon",
        "24 Nonsense 2026",
        "0 May",
        "99/99/2026",
        "😀",
        "מחר",
        "the",
        "in weeks",
        "in 0 of May",
    ],
)
def test_what_is_no_date_stays_none(said: str) -> None:
    assert control_value(said, "date", TODAY) is None


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("7 pm", "19:00"),
        ("7 p.m.", "19:00"),
        ("at 7pm", "19:00"),
        ("19:30", "19:30"),
        ("7:30 p.m.", "19:30"),
        ("noon", "12:00"),
        ("midnight", "00:00"),
        ("half past seven", "07:30"),
        ("half past 7 in the evening", "19:30"),
        ("quarter to eight", "07:45"),
        ("quarter past nine", "09:15"),
        ("7 o'clock", "07:00"),
        ("seven thirty", "07:30"),
        ("eight in the morning", "08:00"),
        ("12 am", "00:00"),
        ("12 pm", "12:00"),
        ("quarter to 12 am", "23:45"),
        ("7", None),
        ("seven", None),
        ("19", None),
        ("25:00", None),
        ("13 pm", None),
        ("tomorrow", None),
        ("Anna", None),
        ("", None),
    ],
)
def test_times(said: str, value: str | None) -> None:
    assert control_value(said, "time", TODAY) == value


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("December", "2026-12"),
        ("december 2027", "2027-12"),
        ("March", "2027-03"),
        ("November", "2026-11"),
        ("next month", "2026-12"),
        ("24 December 2026", "2026-12"),
        ("2026-12", "2026-12"),
        ("2026-13", None),
        ("5", None),
        ("Anna", None),
    ],
)
def test_months(said: str, value: str | None) -> None:
    assert control_value(said, "month", TODAY) == value


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("24 December 2026 at 7 pm", "2026-12-24T19:00"),
        ("tomorrow at half past seven", "2026-12-01T07:30"),
        ("7 pm tomorrow", "2026-12-01T19:00"),
        ("2026-12-24T19:00", "2026-12-24T19:00"),
        ("tomorrow", None),
        ("7 pm", None),
    ],
)
def test_a_date_with_a_time_needs_both(said: str, value: str | None) -> None:
    assert control_value(said, "datetime-local", TODAY) == value


def test_without_a_year_no_date_is_past() -> None:
    for days in range(0, 366, 5):
        now = TODAY + timedelta(days=days)
        for ahead in range(0, 365, 9):
            said = (now + timedelta(days=ahead)).date()
            value = control_value(f"{said.day} {said:%B}", "date", now)
            assert value is not None and date.fromisoformat(value) >= now.date(), (said, now)


def test_no_words_raise() -> None:
    pick = random.Random(11)
    words = (
        "24 december the of in two weeks next friday 12/ - : . 7 pm half past quarter to T 2026 may 😀 ٣ ² st".split()
    )
    for _ in range(3000):
        said = " ".join(pick.choices(words, k=pick.randint(0, 7)))
        for kind in ("date", "time", "month", "datetime-local"):
            control_value(said, kind, TODAY)


def test_values_are_spoken_as_words() -> None:
    assert spoken_value("2026-12-24", "date") == "Thursday 24 December 2026"
    assert spoken_value("2026-12", "month") == "December 2026"
    assert spoken_value("2026-12-24T19:00", "datetime-local") == "Thursday 24 December 2026, 19:00"
    assert spoken_value("19:00", "time") == "19:00" and spoken_value("no date", "date") == "no date"
    assert spoken_value("Double", "select-one") == "Double"


def test_dated_kinds() -> None:
    assert is_dated("date") and is_dated("time") and not is_dated("text") and not is_dated("week")
