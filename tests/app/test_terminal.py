"""The conversation in a terminal, through pipes and a pseudo-terminal."""

import io
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence

from app.talking import Talking
from app.terminal import chat
from engine.values.errors import StorageError
from engine.values.event import Event, Finished, Heard, Notice, Phase, Replied
from tests.app.fakes import FakeTalking, turn

SLOW = """
import sys, threading
from app.terminal import chat
from engine.values.event import Finished, Heard, Phase, Replied
from tests.app.fakes import FakeTalking

class Slow(FakeTalking):
    def submit(self, said):
        self._emit(Heard(said.text, "typed"))
        self._emit(Phase("thinking"))
    def stop(self):
        super().stop()
        self._emit(Replied("Stopped.", 1.0))
        self._emit(Finished("failed", False, "", "", 1.0))
        self._emit(Phase("idle"))
    def close(self):
        print("closed", flush=True)

sys.exit(chat(Slow, sys.stdin, sys.stdout))
"""


def talk(text: str, turns: Sequence[Sequence[Event]] = ()) -> tuple[int, str, FakeTalking]:
    """Exit code, output and conversation after `text` came through a pipe."""
    made: list[FakeTalking] = []

    def build(emit: Callable[[Event], None]) -> Talking:
        made.append(FakeTalking(emit, turns))
        return made[0]

    out = io.StringIO()
    code = chat(build, io.StringIO(text), out, "http://127.0.0.1/")
    return code, out.getvalue(), made[0]


def test_each_line_is_one_turn() -> None:
    code, out, talking = talk("scroll down\n\nwhere am I\n")
    assert code == 0
    assert out.splitlines()[2:] == [
        "You: scroll down",
        "Sayso: I heard scroll down.",
        "You: where am I",
        "Sayso: I heard where am I.",
    ]
    assert [call[0] for call in talking.calls] == ["start", "submit", "submit", "close"]
    assert talking.calls[0] == ("start", "http://127.0.0.1/")


def test_output_is_plain_lines() -> None:
    _, out, _ = talk("scroll down\n")
    assert re.fullmatch(r"[^\x00-\x09\x0b-\x1f\x7f]*\n", out)


def test_quit_ends_and_the_rest_is_not_read() -> None:
    code, _, talking = talk("Quit\nscroll down\n")
    assert code == 0
    assert [call[0] for call in talking.calls] == ["start", "close"]


def test_notices_and_errors_are_lines() -> None:
    events: list[Event] = [Heard("x", "typed"), Notice("Chrome ended."), *turn("x", "I could not do that.")[1:]]
    _, out, _ = talk("x\n", [events])
    assert out.splitlines()[-2:] == ["Sayso: Chrome ended.", "Sayso: I could not do that."]


def test_secrets_are_shown_as_heard() -> None:
    _, out, _ = talk("type hunter2 into password\n", [turn("type [hidden] into password", "Password is filled.")])
    assert "hunter2" not in out
    assert "You: type [hidden] into password" in out


def test_the_last_reply_is_heard_out() -> None:
    events: list[Event] = [
        Heard("x", "typed"),
        Replied("Done.", 1.0),
        Finished("done", False, "", "", 1.0),
        Phase("speaking"),
        Notice("late"),
        Phase("idle"),
    ]
    _, out, _ = talk("x\n", [events])
    assert out.splitlines()[-1] == "Sayso: late"


def test_no_conversation_is_one_sentence_and_1() -> None:
    def build(_emit: Callable[[Event], None]) -> Talking:
        raise StorageError("The disk is full. Free some space and start Sayso again.")

    out = io.StringIO()
    assert chat(build, io.StringIO("x\n"), out) == 1
    assert out.getvalue() == "Sayso: The disk is full. Free some space and start Sayso again.\n"


def test_a_slow_phase_is_told_and_control_c_stops_then_leaves() -> None:
    with subprocess.Popen(
        [sys.executable, "-u", "-c", SLOW], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write("think hard\nthink more\n")
        program.stdin.flush()
        lines = iter(program.stdout.readline, "")
        assert _until(lines, "Thinking...")
        program.send_signal(signal.SIGINT)
        assert _until(lines, "Sayso: Stopped.")
        assert _until(lines, "Thinking...")
        program.send_signal(signal.SIGINT)
        assert _until(lines, "Sayso: Stopped.")
        program.stdin.close()
        assert _until(lines, "closed")
        assert program.wait(30) == 0


def test_a_real_terminal_gets_a_prompt_and_two_control_c_leave() -> None:
    ours, theirs = pty.openpty()
    code = SLOW.replace("Slow, sys", "FakeTalking, sys")
    with subprocess.Popen([sys.executable, "-u", "-c", code], stdin=theirs, stdout=theirs, close_fds=True) as program:
        os.close(theirs)
        assert "You: " in _read_until(ours, "You: ")
        os.write(ours, b"hello\n")
        seen = _read_until(ours, "Sayso: I heard hello.\r\nYou: ")
        assert seen.count("hello\r\n") == 1
        program.send_signal(signal.SIGINT)
        assert "again to leave" in _read_until(ours, "again to leave.\r\nYou: ")
        program.send_signal(signal.SIGINT)
        assert program.wait(30) == 0
    os.close(ours)


def _until(lines: object, wanted: str) -> bool:
    return any(line.strip() == wanted for line in lines)  # type: ignore[attr-defined]


def _read_until(terminal: int, wanted: str) -> str:
    seen = ""
    while wanted not in seen:
        seen += os.read(terminal, 4096).decode()
    return seen
