"""Signs as they are said."""

import pytest

from engine.replying.pronouncing import LEVELS, pronounced, spelled_out


@pytest.mark.parametrize(
    ("text", "some", "none", "every"),
    [
        (
            "You are on Bees. It has three headings!",
            "You are on Bees. It has three headings!",
            "You are on Bees. It has three headings!",
            "You are on Bees full stop. It has three headings exclamation mark!",
        ),
        (
            "Write to anna.b@example.com, please.",
            "Write to anna dot b at example dot com, please.",
            "Write to anna b example com, please.",
            "Write to anna dot b at example dot com comma, please full stop.",
        ),
        (
            "I opened https://www.example.org/a-b/c_d?x=1.",
            "I opened example dot org slash a dash b slash c underscore d question mark x equals 1.",
            "I opened example org a-b c d x=1.",
            "I opened https colon slash slash www dot example dot org slash a dash b slash c underscore d "
            "question mark x equals 1 full stop.",
        ),
        ("It costs 3.50 euros, -5% off.", "It costs 3.50 euros, -5% off.", "It costs 3.50 euros, -5% off.", None),
        ("Don't, e.g. now…", "Don't, e.g. now…", "Don't, e g. now…", "Don't comma, e dot g full stop. now ellipsis…"),
        ("(See report.pdf)", "(See report dot pdf)", "(See report pdf)", None),
        ("Tom & Ann: a well-known case", "Tom & Ann: a well-known case", "Tom & Ann: a well-known case", None),
        ("@anna #bees /home/x", "at anna hash bees slash home slash x", "anna bees home x", None),
        ("“OK” – no", "“OK” – no", "“OK” no", "open quotes OK close quotes dash no"),
        ("12:30 on 1/2/2026", "12:30 on 1/2/2026", "12:30 on 1/2/2026", "12:30 on 1/2/2026"),
        ("", "", "", ""),
        ("…", "…", "…", "ellipsis…"),
        ("שלום עולם", "שלום עולם", "שלום עולם", "שלום עולם"),
    ],
)
def test_marks_are_read_as_chosen(text: str, some: str, none: str, every: str | None) -> None:
    assert pronounced(text, "some") == some
    assert pronounced(text, "none") == none
    assert every is None or pronounced(text, "all") == every


@pytest.mark.parametrize("level", LEVELS)
def test_no_word_is_lost(level: str) -> None:
    text = "Ann's e-mail (ann@site.org) says: “3 of 4 files, 20% – see C:\\tmp\\x and/or a_b!” x*y <b>"
    said = pronounced(text, level)
    left = "Ann s e mail ann site org says 3 of 4 files 20 see C tmp x and or a b x y b".split()
    flat = said.replace("'", " ").replace("’", " ").replace("-", " ").replace("/", " ")
    position = 0
    for part in left:
        found = flat.find(part, position)
        assert found >= 0, part
        position = found + len(part)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("cat", "C, A, T"),
        ("Cat 5!", "capital C, A, T; space; 5, exclamation mark"),
        ("NASA", "all capitals, N, A, S, A"),
        ("I", "capital I"),
        ("a@b.de", "A, at, B, dot, D, E"),
        ("x_1/2-3", "X, underscore, 1, slash, 2, dash, 3"),
        ("Zoë É", "capital Z, O, E with diaeresis; space; capital E with acute"),
        ("ÉTÉ", "all capitals, E with acute, T, E with acute"),
        ("🎉", "party popper"),
        ("שם", "ש, ם"),
        ("", ""),
        ("  ", ""),
    ],
)
def test_spelled_out(words: str, said: str) -> None:
    assert spelled_out(words) == said
