"""The same conversation in a terminal: plain lines, one after the other, for screen readers and braille displays.

No colours, no cursor movement, nothing that is drawn over. Works with a pipe as input: one line, one turn. Lines are
read while a turn runs, so that stop and quit end it.
"""

import codecs
import io
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import inf
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import TextIO

from app.screen import WORDS
from app.talking import Build, Talking
from engine import replying
from engine.commanding.commands import Stop
from engine.commanding.phrases import understand
from engine.values.errors import SaysoError
from engine.values.event import Event, Finished, Heard, Notice, Phase, Replied
from engine.values.sound import Said

PROMPT = "You: "
READY = replying.ready("")
SLOW_SECONDS = 1.5
"""A phase that lasts longer is told, once."""
LONG_SECONDS = 4.0
"""A phase that lasts longer brings the hint that stop ends it, once a turn."""
READY_SECONDS = 120.0
LAST_WORDS_SECONDS = 30.0
"""How long the last reply may go on being spoken after the input has ended."""
LATE_SECONDS = 0.5
"""From a pipe, stop and quit count at once only so long after the turn began: what was written with it waits for it."""
LEAVING_SECONDS = 5.0
"""How long a turn may take to end after quit."""
LEAVING = frozenset({"quit", "exit"})
CHUNK = 65536


@dataclass(frozen=True, slots=True)
class Typed:
    """A line of the input with its line break, "" for the end of the input; `at` in seconds of the monotonic clock."""

    text: str
    at: float


@dataclass(slots=True)
class Turn:
    """The turn that runs. `heard`: the engine has begun it; `stopping`: the user wants its end, and `stopped`: the
    engine was told; `hinted`: the user was told how to stop it.
    """

    began: float = field(default_factory=monotonic)
    heard: bool = False
    stopping: bool = False
    stopped: bool = False
    hinted: bool = False


@dataclass(slots=True)
class Terminal:
    """Where the conversation is read and written, and what it is doing. Used on one thread; `inbox` by any.

    `waiting` are the lines whose turn has not begun, `reported` the events not written yet; `again` says
    that the words of this turn are shown once more, because they were typed long before, at `typed_at`; after
    `leave_by` nothing is waited for; `greeted` says that the first page has been told.
    """

    stdin: TextIO
    stdout: TextIO
    inbox: SimpleQueue[Event | Typed] = field(default_factory=SimpleQueue)
    waiting: deque[Typed] = field(default_factory=deque)
    reported: list[Event] = field(default_factory=list)
    ended: bool = False
    again: bool = False
    typed_at: float = inf
    leave_by: float = float("inf")
    turn: Turn | None = None
    phase: Phase = field(default_factory=lambda: Phase("starting"))
    since: float = field(default_factory=monotonic)
    told: bool = False
    greeted: bool = False

    @property
    def interactive(self) -> bool:
        return self.stdin.isatty()

    @property
    def leaving(self) -> bool:
        return self.leave_by < float("inf")


def chat(build: Build, stdin: TextIO, stdout: TextIO, url: str = "") -> int:
    """Hold a conversation until the input ends, or the user types quit or presses Ctrl-C twice.

    Returns 0, or 1 when there could be no conversation; then the reason has been written.
    """
    terminal = Terminal(stdin, stdout)
    try:
        talking = build(terminal.inbox.put)
    except SaysoError as error:
        _write(terminal, f"Sayso: {error}")
        return 1
    # Nothing can wake a thread that waits for a keyboard, so it must not keep the program from ending.
    Thread(target=_listen, args=(stdin, terminal.inbox.put), name="input", daemon=True).start()
    try:
        talking.start(url)
        _greet(terminal, talking)
        _converse(terminal, talking)
    except KeyboardInterrupt:
        _write(terminal, "")
    finally:
        talking.close()
    return 0


def _listen(stdin: TextIO, put: Callable[[Typed], None]) -> None:
    """Pass on every line as it arrives, on a thread of its own, so that stop is read while a turn runs."""
    try:
        for line in _lines(stdin):
            put(Typed(line, monotonic()))
    except (OSError, ValueError):
        pass  # the terminal is gone, or the input was closed: its end
    put(Typed("", monotonic()))


def _lines(stdin: TextIO) -> Iterator[str]:
    """The lines of the input, read beneath its buffer: Python aborts at exit over the lock of a buffer in use."""
    buffer = getattr(stdin, "buffer", None)
    if not isinstance(buffer, io.BufferedReader):
        yield from stdin
        return
    decoder = codecs.getincrementaldecoder(stdin.encoding)(errors="replace")
    rest = ""
    while chunk := buffer.raw.read(CHUNK):
        *lines, rest = (rest + decoder.decode(chunk)).split("\n")
        yield from (f"{line}\n" for line in lines)
    if rest := rest + decoder.decode(b"", final=True):
        yield rest


def _greet(terminal: Terminal, talking: Talking) -> None:
    """Wait until Sayso is ready; what is typed meanwhile waits."""
    _write(terminal, "Sayso: Starting. Type an instruction and press Enter. Type quit to leave.")
    terminal.told = True
    _follow(terminal, talking, lambda event: event == Phase("idle"), READY_SECONDS)
    if not (terminal.leaving or terminal.greeted):
        _write(terminal, "Sayso: Ready.")


def _converse(terminal: Terminal, talking: Talking) -> None:
    for text in _utterances(terminal, talking):
        _turn(terminal, talking, text)
    if not terminal.interactive:
        _hear_out(terminal, talking)


def _utterances(terminal: Terminal, talking: Talking) -> Iterator[str]:
    """Lines that say something, until the end."""
    while not terminal.leaving and (line := _line(terminal, talking)) is not None:
        text = line.strip()
        if text.lower() in LEAVING:
            return
        if text:
            yield text


def _line(terminal: Terminal, talking: Talking) -> str | None:
    """The next line, or None at the end of the input. The first Ctrl-C stops speech, the second leaves."""
    try:
        return _read(terminal)
    except KeyboardInterrupt:
        talking.stop()
        _write(terminal, "\nSayso: Stopped. Press Control C again to leave.")
    return _read(terminal)


def _read(terminal: Terminal) -> str | None:
    _catch_up(terminal)
    terminal.again = bool(terminal.waiting)
    terminal.typed_at = inf
    if terminal.waiting:
        line = terminal.waiting.popleft()
        terminal.typed_at = line.at if terminal.interactive else inf
        return line.text
    if terminal.ended or terminal.leaving:
        return None
    if terminal.interactive:
        terminal.stdout.write(PROMPT)
        terminal.stdout.flush()
    awaited = _await_line(terminal)
    if not awaited.text and terminal.interactive:
        _write(terminal, "")
    return awaited.text or None


def _catch_up(terminal: Terminal) -> None:
    """Write what was reported since the last turn, and take what was typed."""
    _show_reported(terminal)
    while True:
        try:
            item = terminal.inbox.get_nowait()
        except Empty:
            return
        if isinstance(item, Typed):
            _receive(terminal, item)
        else:
            _show(terminal, item)


def _show_reported(terminal: Terminal) -> None:
    while terminal.reported:
        _show(terminal, terminal.reported.pop(0))


def _await_line(terminal: Terminal) -> Typed:
    """The next line. What is reported meanwhile is written after it: it must not get into what is being typed.

    A person who speaks does not type: what is heard and said then, and notices, are written above a new prompt.
    """
    speaks = False
    while True:
        try:
            # Only a wait that ends lets Control C through, when another thread got the signal.
            item = terminal.inbox.get(timeout=0.25)
        except Empty:
            continue
        if isinstance(item, Typed):
            break
        terminal.reported.append(item)
        if terminal.interactive:
            speaks = _written_at_once(terminal, item, speaks)
    terminal.ended = not item.text
    _show_reported(terminal)
    return item


def _written_at_once(terminal: Terminal, event: Event, speaks: bool) -> bool:
    """Write what comes of speech; `speaks`: a turn that was spoken runs. Return whether it still does."""
    heard = isinstance(event, Heard) and event.source == "spoken"
    if not (speaks or heard or isinstance(event, Notice)):
        return False
    if not speaks:
        _write(terminal, "")
    _show_reported(terminal)
    if (speaks or heard) and not isinstance(event, Finished):
        return True
    terminal.stdout.write(PROMPT)
    terminal.stdout.flush()
    return False


def _turn(terminal: Terminal, talking: Talking, text: str) -> None:
    """Write what happens until the turn is over. The first Ctrl-C stops the turn, the second leaves."""
    turn = terminal.turn = Turn()
    talking.submit(Said(text, at=terminal.typed_at))
    try:
        last = _follow(terminal, talking, lambda event: isinstance(event, Finished))
    except KeyboardInterrupt:
        talking.stop()
        _write(terminal, "\nSayso: Stopping. Press Control C again to leave.")
        last = _follow(terminal, talking, lambda event: isinstance(event, Finished))
    terminal.turn = None
    if turn.stopping and isinstance(last, Finished) and last.question:
        # It had already asked when stop arrived, so stop is the answer.
        terminal.waiting.appendleft(Typed("stop\n", monotonic()))


def _receive(terminal: Terminal, line: Typed) -> bool:
    """Take a line that was not waited for: stop and quit count at once; True when it waits its turn like any other."""
    text = line.text.strip()
    leaves = text.lower() in LEAVING
    if not (leaves or isinstance(understand(text), Stop)) or not _counts_at_once(terminal, line):
        _keep(terminal, line)
        return bool(text)
    if not terminal.interactive:
        _write(terminal, f"{PROMPT}{text}")
    if terminal.waiting:
        terminal.waiting.clear()
        _write(terminal, "Sayso: I forget what was waiting.")
    if leaves:
        terminal.leave_by = monotonic() + (LEAVING_SECONDS if terminal.turn else 0.0)
    if terminal.turn:
        terminal.turn.stopping, terminal.turn.stopped = True, False
    elif not leaves:
        _keep(terminal, line)
    return False


def _counts_at_once(terminal: Terminal, line: Typed) -> bool:
    """A person means what runs now; a file or a program that wrote everything at once means what comes before."""
    return terminal.interactive or (terminal.turn is not None and line.at - terminal.turn.began >= LATE_SECONDS)


def _stop_if_begun(terminal: Terminal, talking: Talking, now: float) -> None:
    """Pass a stop on, once the engine has begun the turn: before, it would drop the turn and never report its end."""
    turn = terminal.turn
    if turn is None or turn.stopped or not turn.stopping:
        return
    if turn.heard or (terminal.phase.name != "starting" and now - turn.began >= LATE_SECONDS):
        turn.stopped = True
        talking.stop()


def _keep(terminal: Terminal, line: Typed) -> None:
    """Put a line at the end of those that wait; note the end of the input."""
    if not line.text:
        terminal.ended = True
    elif line.text.strip():
        terminal.waiting.append(line)


def _hear_out(terminal: Terminal, talking: Talking) -> None:
    """Let the last reply be spoken before the program ends."""
    _follow(terminal, talking, lambda _: False, seconds=0.6)
    if terminal.phase.name == "speaking":
        _follow(terminal, talking, _is_silence, LAST_WORDS_SECONDS)


def _is_silence(event: Event) -> bool:
    return isinstance(event, Phase) and event.name != "speaking"


def _follow(
    terminal: Terminal, talking: Talking, is_last: Callable[[Event], bool], seconds: float = float("inf")
) -> Event | None:
    """Write events as they come, and take lines, until the last event, which is returned, or until the time is up."""
    end = monotonic() + seconds
    while (now := monotonic()) < min(end, terminal.leave_by):
        _stop_if_begun(terminal, talking, now)
        _tell_if_slow(terminal, now)
        try:
            item = terminal.inbox.get(timeout=min(0.25, end - now))
        except Empty:
            continue
        if isinstance(item, Typed):
            if _receive(terminal, item) and terminal.interactive:
                _write(terminal, "Sayso: Waiting.")
            continue
        _show(terminal, item)
        if isinstance(item, Heard) and terminal.turn:
            terminal.turn.heard = True
        if is_last(item):
            return item
    return None


def _tell_if_slow(terminal: Terminal, now: float) -> None:
    name, lasted, turn = terminal.phase.name, now - terminal.since, terminal.turn
    if name in ("idle", "speaking", "asleep"):
        return
    if not terminal.told and lasted > SLOW_SECONDS:
        terminal.told = True
        _write(terminal, WORDS[name].replace("…", "..."))
    if turn and not (turn.hinted or turn.stopping or terminal.ended) and lasted > LONG_SECONDS:
        turn.hinted = True
        _write(terminal, "Sayso: Still working. Type stop to end it.")


def _show(terminal: Terminal, event: Event) -> None:
    match event:
        case Replied(text) | Notice(text):
            _write(terminal, f"Sayso: {text}")
            terminal.greeted = terminal.greeted or text.startswith(READY)
            if terminal.turn and isinstance(event, Notice):
                terminal.turn.hinted = True  # that it takes long has been said
        case Heard(text, source) if source == "spoken" or terminal.again or not terminal.interactive:
            # What is typed at the prompt stands there already. From a pipe it does not, and Heard hides secrets.
            _write(terminal, f"{PROMPT}{text}")
        case Phase() if event != terminal.phase:
            terminal.phase, terminal.since, terminal.told = event, monotonic(), False
        case _:
            pass


def _write(terminal: Terminal, text: str) -> None:
    terminal.stdout.write(f"{text}\n")
    terminal.stdout.flush()
