"""What the window shows, as a value."""

from functools import reduce

import pytest

from app.screen import KEPT, QUESTION_KEYS, Line, Screen, listening, news, opening, progress, stopped, submitted, update
from engine.values.event import (
    Acted,
    Adjusted,
    Event,
    Finished,
    Heard,
    Judged,
    Looked,
    Notice,
    Phase,
    Ranked,
    Replied,
    Thought,
)

PAGE = ("http://127.0.0.1/shop", "Shop")


def after(*events: Event, start: Screen | None = None) -> Screen:
    return reduce(update, events, start or Screen())


def test_a_turn_becomes_lines_and_a_page() -> None:
    screen = after(
        Phase("idle"),
        Heard("open the shop", "typed"),
        Looked(*PAGE, 5, False, 1.0),
        Replied("Shop.", 2.0),
        Finished("done", False, *PAGE, 2.0),
    )
    assert screen.lines == (Line("you", "open the shop"), Line("sayso", "Shop."))
    assert (screen.page, screen.url) == ("Shop", PAGE[0])
    assert not screen.busy


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("starting", "Starting…"),
        ("idle", "Ready"),
        ("listening", "Listening…"),
        ("hearing", "Understanding…"),
        ("thinking", "Thinking…"),
        ("acting", "Acting…"),
        ("speaking", "Speaking…"),
    ],
)
def test_the_phase_is_the_status(name: str, words: str) -> None:
    assert after(Phase(name)).status == words  # type: ignore[arg-type]


def test_a_running_turn_is_never_called_ready() -> None:
    assert after(Phase("idle"), Heard("x", "typed")).status == "Working…"


def test_a_question_opens_and_the_next_words_close_it() -> None:
    asked = after(Phase("idle"), Heard("send it", "typed"), Finished("asked", True, *PAGE, 1.0))
    assert asked.question_open
    assert asked.status == "Please answer yes or no"
    answered = after(Heard("yes", "button"), start=asked)
    assert not answered.question_open
    assert not after(Finished("done", False, *PAGE, 1.0), start=answered).question_open


def test_errors_and_notices_are_lines() -> None:
    assert after(Notice("I have no loudspeaker, so I only write.")).lines[-1].who == "notice"
    assert after(Replied("  ", 1.0)).lines == ()


def test_inner_events_show_nothing() -> None:
    inner = (
        Ranked((), 1.0),
        Thought("click", 1.0),
        Judged("allowed", "", 1.0),
        Acted("click", "done", "", 1.0),
    )
    assert after(*inner) == Screen()


def test_what_is_submitted_waits_until_it_is_heard() -> None:
    waiting = submitted(submitted(Screen()))
    assert waiting.status == "Starting… 2 instructions are waiting"
    assert after(Heard("a", "spoken"), start=waiting).waiting == 2
    assert after(Heard("a", "typed"), start=waiting).status == "Starting… 1 instruction is waiting"
    assert stopped(waiting).waiting == 0
    assert after(Heard("a", "typed")).waiting == 0


def test_the_page_is_kept_when_a_turn_ends_without_one() -> None:
    assert after(Looked(*PAGE, 1, False, 1.0), Finished("failed", False, "", "", 1.0)).page == "Shop"


def test_old_lines_are_dropped_and_counted() -> None:
    screen = after(*(Replied(str(number), 1.0) for number in range(KEPT + 3)))
    assert (len(screen.lines), screen.dropped, screen.lines[0].text) == (KEPT, 3, "3")
    assert news(screen, after(Replied("new", 1.0), start=screen)) == ["new"]


def test_news_leaves_out_the_users_own_words() -> None:
    before = after(Phase("idle"))
    assert news(before, after(Heard("hello", "typed"), start=before)) == []
    assert news(before, after(Replied("Done.", 1.0), start=before)) == ["Done."]
    assert news(before, after(Notice("Chrome ended."), start=before)) == ["Chrome ended."]
    assert news(before, after(Finished("asked", True, *PAGE, 1.0), start=before)) == [QUESTION_KEYS]
    assert news(Screen(), before) == ["Sayso is ready."]


def test_what_is_spoken_is_no_news_unless_sayso_has_lost_its_voice() -> None:
    before = after(Phase("idle"), start=opening(speaks=True, leaves=True))
    assert news(before, after(Replied("Done.", 1.0), start=before)) == []
    assert news(before, after(Finished("asked", True, *PAGE, 1.0), start=before)) == [QUESTION_KEYS]
    silent = after(Notice("I have no loudspeaker, so I only write.", spoken=False), start=before)
    assert news(before, silent) == ["I have no loudspeaker, so I only write."]
    assert news(silent, after(Replied("Done.", 1.0), start=silent)) == ["Done."]
    shared = after(Adjusted("screen_reader", "share"), start=before)
    assert news(shared, after(Replied("Done.", 1.0), start=shared)) == ["Done."]
    quiet = opening(speaks=True, leaves=False)
    assert news(quiet, after(Replied("Done.", 1.0), start=quiet)) == ["Done."]


def test_progress_never_talks_over_speech() -> None:
    assert progress(after(Phase("thinking"))) == "Thinking…"
    assert progress(after(Phase("speaking"))) == ""
    assert progress(after(Phase("idle"))) == ""


def test_opening_and_listening() -> None:
    assert "Escape" in opening().lines[0].text
    assert listening(Screen(), True).listening
