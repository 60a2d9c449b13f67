"""The conversation in a terminal, through pipes and a pseudo-terminal."""

import io
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic

import pytest

from app.talking import Talking
from app.terminal import SLOW_SECONDS, Terminal, Typed, _follow, _greet, _turn, chat
from engine.values.errors import StorageError
from engine.values.event import Event, Finished, Heard, Notice, Phase, Replied
from tests.app.fakes import FakeTalking, turn

SLOW = """
import sys
from app.terminal import chat
from engine.values.event import Finished, Heard, Phase, Replied
from tests.app.fakes import FakeTalking

class Slow(FakeTalking):
    running = False
    def submit(self, said):
        self._emit(Heard(said.text, "typed"))
        if said.text.startswith("think"):
            self.running = True
            self._emit(Phase("thinking"))
        else:
            self._emit(Replied(f"I heard {said.text}.", 1.0))
            self._emit(Finished("done", said.text == "ask", "", "", 1.0))
    def stop(self):
        super().stop()
        if not self.running:
            return
        self.running = False
        self._emit(Replied("Stopped.", 1.0))
        self._emit(Finished("failed", False, "", "", 1.0))
        self._emit(Phase("idle"))
    def close(self):
        print("closed", flush=True)

sys.exit(chat(Slow, sys.stdin, sys.stdout))
"""

SPOKEN = """
        self._emit(Heard(said.text, "typed"))
        if said.text == "start listening":
            from threading import Timer
            from engine.values.event import Notice
            def speak():
                for event in (Heard("Send it", "spoken"), Phase("thinking"), Replied("Shall I send it?", 1.0),
                              Finished("asked", True, "", "", 1.0), Phase("idle"), Notice("The microphone has gone.")):
                    self._emit(event)
            Timer(0.5, speak).start()
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
    with _piped() as program:
        _type(program, "think hard\nthink more\n")
        _until(program, "Thinking...")
        program.send_signal(signal.SIGINT)
        _until(program, "Sayso: Stopped.")
        _until(program, "Thinking...")
        program.send_signal(signal.SIGINT)
        _until(program, "Sayso: Stopped.")
        assert program.stdin
        program.stdin.close()
        _until(program, "closed")
        assert program.wait(30) == 0


def test_a_real_terminal_gets_a_prompt_and_two_control_c_leave() -> None:
    with _in_a_terminal(SLOW.replace("Slow, sys", "FakeTalking, sys")) as (program, ours):
        _read_until(ours, "You: ")
        os.write(ours, b"hello\n")
        seen = _read_until(ours, "Sayso: I heard hello.\r\nYou: ")
        assert seen.count("hello\r\n") == 1
        program.send_signal(signal.SIGINT)
        _read_until(ours, "again to leave.\r\nYou: ")
        program.send_signal(signal.SIGINT)
        assert program.wait(30) == 0


def test_stop_from_a_pipe_ends_the_turn_that_runs() -> None:
    with _piped() as program:
        _type(program, "think hard\nhello\n")
        assert _until(program, "Sayso: Still working. Type stop to end it.")[-2:] == [
            "Thinking...",
            "Sayso: Still working. Type stop to end it.",
        ]
        _type(program, "never mind\nwhere am I\n")
        assert _until(program, "Sayso: I heard where am I.") == [
            "You: never mind",
            "Sayso: I forget what was waiting.",
            "Sayso: Stopped.",
            "You: where am I",
            "Sayso: I heard where am I.",
        ]


def test_stop_that_came_with_the_line_before_it_waits_for_that_line() -> None:
    with _piped() as program:
        _type(program, "think hard\nstop\nquit\n")
        _until(program, "Sayso: Still working. Type stop to end it.")
        _type(program, "stop\n")  # this one is meant for the turn that runs
        stopped = ["You: stop", "Sayso: I forget what was waiting.", "Sayso: Stopped."]
        assert _until(program, "Sayso: Stopped.") == stopped
        _type(program, "quit\n")
        assert _until(program, "closed") == ["closed"]


def test_lines_from_a_pipe_are_one_turn_after_the_other() -> None:
    turns = [turn("stop", "Nothing to stop."), turn("a", "A."), turn("b", "B.")]
    _, out, talking = talk("stop\na\nb", turns)
    assert [call[0] for call in talking.calls] == ["start", "submit", "submit", "submit", "close"]
    assert out.splitlines()[2:] == [
        "You: stop",
        "Sayso: Nothing to stop.",
        "You: a",
        "Sayso: A.",
        "You: b",
        "Sayso: B.",
    ]


@pytest.mark.parametrize("word", ["quit", "Exit"])
def test_quit_from_a_pipe_stops_the_turn_and_leaves(word: str) -> None:
    with _piped() as program:
        _type(program, "think hard\n")
        _until(program, "Thinking...")
        _type(program, f"{word}\n")
        assert _until(program, "closed") == [f"You: {word}", "Sayso: Stopped.", "closed"]
        assert program.wait(30) == 0


def test_the_end_of_the_input_lets_the_turn_end() -> None:
    code = SLOW.replace('self._emit(Phase("thinking"))', "threading.Timer(1.0, self.stop).start()")
    code = code.replace("import sys", "import sys, threading")
    with _piped(code) as program:
        stdout, _ = program.communicate(b"think hard\n\xff\nlast", timeout=60)
        assert stdout.decode().splitlines()[2:] == [
            "You: think hard",
            "Sayso: Stopped.",
            "You: \ufffd",
            "Sayso: I heard \ufffd.",
            "You: last",
            "Sayso: I heard last.",
            "closed",
        ]
        assert program.returncode == 0


def test_stop_at_the_end_of_a_question_answers_it() -> None:
    asked: list[Event] = [Heard("x", "typed"), Replied("Send it?", 1.0), Finished("asked", True, "", "", 1.0)]
    terminal = Terminal(io.StringIO(), io.StringIO())
    terminal.inbox.put(asked[0])
    terminal.inbox.put(Typed("stop\n", monotonic() + 1.0))
    for event in asked[1:]:
        terminal.inbox.put(event)
    talking = FakeTalking(turns=[()])
    _turn(terminal, talking, "x")
    assert [call[0] for call in talking.calls] == ["submit", "stop"]
    assert [line.text for line in terminal.waiting] == ["stop\n"]


def test_a_person_types_while_a_turn_runs() -> None:
    with _in_a_terminal(SLOW) as (program, ours):
        _read_until(ours, "You: ")
        os.write(ours, b"think hard\n")
        _read_until(ours, "Thinking...")
        os.write(ours, b"hello\n")
        assert _read_until(ours, "Waiting.\r\n").count("Waiting.") == 1
        os.write(ours, b"stop\n")
        seen = _read_until(ours, "Sayso: Stopped.\r\nYou: ")
        assert "Sayso: I forget what was waiting." in seen
        os.write(ours, b"think more\n")
        _read_until(ours, "Thinking...")
        os.write(ours, b"hello\n")
        _read_until(ours, "Waiting.\r\n")
        program.send_signal(signal.SIGINT)
        seen = _read_until(ours, "Sayso: I heard hello.\r\nYou: ")
        assert "Sayso: Stopped.\r\nYou: hello\r\n" in seen
        os.write(ours, b"think again\n")
        os.write(ours, b"quit\n")
        assert "Sayso: Stopped.\r\nclosed" in _read_until(ours, "closed")
        assert program.wait(30) == 0


def test_what_a_person_typed_ahead_does_not_keep_quit_waiting() -> None:
    with _in_a_terminal(SLOW) as (program, ours):
        _read_until(ours, "You: ")
        os.write(ours, b"think hard\nthink more\nquit\n")
        assert "I forget what was waiting." in _read_until(ours, "closed")
        assert program.wait(30) == 0


def test_a_person_leaves_while_it_starts() -> None:
    code = SLOW.replace("class Slow(FakeTalking):", "class Slow(FakeTalking):\n    def start(self, url):\n        pass")
    with _in_a_terminal(code) as (program, ours):
        _read_until(ours, "Starting.")
        os.write(ours, b"open example.org\nstop\n")
        assert "Waiting." in _read_until(ours, "I forget what was waiting.")
        os.write(ours, b"quit\n")
        assert "Ready" not in _read_until(ours, "closed")
        assert program.wait(30) == 0


def test_what_is_spoken_is_shown_at_once_above_a_new_prompt() -> None:
    code = SLOW.replace('        self._emit(Heard(said.text, "typed"))', SPOKEN)
    with _in_a_terminal(code) as (_, ours):
        _read_until(ours, "You: ")
        os.write(ours, b"start listening\n")
        seen = _read_until(ours, "Sayso: The microphone has gone.\r\nYou: ")
        assert "You: \r\nYou: Send it\r\nSayso: Shall I send it?\r\nYou: " in seen
        os.write(ours, b"hello\n")
        _read_until(ours, "Sayso: I heard hello.\r\nYou: ")


def test_the_end_of_a_terminal_is_the_end() -> None:
    with _in_a_terminal(SLOW) as (program, ours):
        _read_until(ours, "You: ")
        os.write(ours, b"\x04")
        _read_until(ours, "closed")
        assert program.wait(30) == 0


@contextmanager
def _piped(code: str = SLOW) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-u", "-c", code]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        try:
            yield program
        finally:
            program.kill()


@contextmanager
def _in_a_terminal(code: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The program, and our end of its pseudo-terminal."""
    ours, theirs = pty.openpty()
    with subprocess.Popen([sys.executable, "-u", "-c", code], stdin=theirs, stdout=theirs, close_fds=True) as program:
        os.close(theirs)
        try:
            yield program, ours
        finally:
            program.kill()
            os.close(ours)


def _type(program: subprocess.Popen[bytes], text: str) -> None:
    assert program.stdin
    program.stdin.write(text.encode())
    program.stdin.flush()


def _until(program: subprocess.Popen[bytes], wanted: str) -> list[str]:
    """The lines that come, up to this one."""
    assert program.stdout
    lines: list[str] = []
    while wanted not in lines:
        line = program.stdout.readline().decode()
        assert line, f"{wanted!r} did not come: {lines}"
        lines.append(line.rstrip("\n"))
    return lines


def _read_until(terminal: int, wanted: str) -> str:
    seen = ""
    while wanted not in seen:
        seen += os.read(terminal, 4096).decode()
    return seen


def test_the_first_page_is_told_once() -> None:
    terminal = Terminal(io.StringIO(), out := io.StringIO())
    terminal.inbox.put(Notice("Ready. The page is Bees."))
    terminal.inbox.put(Phase("idle"))
    _greet(terminal, FakeTalking())
    assert out.getvalue().endswith("Sayso: Ready. The page is Bees.\n") and out.getvalue().count("Ready") == 1


def test_that_it_is_asleep_is_told_by_the_reply_alone() -> None:
    terminal = Terminal(io.StringIO(), out := io.StringIO())
    for event in (Replied("I am asleep. Say: wake up.", 1.0), Phase("asleep")):
        terminal.inbox.put(event)
    _follow(terminal, FakeTalking(), lambda _: False, seconds=SLOW_SECONDS + 0.5)
    assert out.getvalue() == "Sayso: I am asleep. Say: wake up.\n"
