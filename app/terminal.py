"""The same conversation in a terminal: plain lines, one after the other, for screen readers and braille displays.

No colours, no cursor movement, nothing that is drawn over. Works with a pipe as input: one line, one turn.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TextIO

from app.screen import WORDS
from app.talking import Build, Talking
from engine.values.errors import SaysoError
from engine.values.event import Event, Finished, Heard, Notice, Phase, Replied
from engine.values.sound import Said

PROMPT = "You: "
SLOW_SECONDS = 1.5
"""A phase that lasts longer is told, once."""
READY_SECONDS = 120.0
LAST_WORDS_SECONDS = 30.0
"""How long the last reply may go on being spoken after the input has ended."""
LEAVING = frozenset({"quit", "exit"})


@dataclass(slots=True)
class Terminal:
    """Where the conversation is read and written, and what it is doing. Used on one thread; `events` by any."""

    stdin: TextIO
    stdout: TextIO
    events: SimpleQueue[Event] = field(default_factory=SimpleQueue)
    phase: Phase = field(default_factory=lambda: Phase("starting"))
    since: float = field(default_factory=monotonic)
    told: bool = False

    @property
    def interactive(self) -> bool:
        return self.stdin.isatty()


def chat(build: Build, stdin: TextIO, stdout: TextIO, url: str = "") -> int:
    """Hold a conversation until the input ends, or the user types quit or presses Ctrl-C twice.

    Returns 0, or 1 when there could be no conversation; then the reason has been written.
    """
    terminal = Terminal(stdin, stdout)
    try:
        talking = build(terminal.events.put)
    except SaysoError as error:
        _write(terminal, f"Sayso: {error}")
        return 1
    try:
        talking.start(url)
        _greet(terminal)
        _converse(terminal, talking)
    except KeyboardInterrupt:
        _write(terminal, "")
    finally:
        talking.close()
    return 0


def _greet(terminal: Terminal) -> None:
    """Wait until Sayso is ready; what is typed meanwhile waits in the terminal."""
    _write(terminal, "Sayso: Starting. Type an instruction and press Enter. Type quit to leave.")
    terminal.told = True
    _follow(terminal, lambda event: event == Phase("idle"), READY_SECONDS)
    _write(terminal, "Sayso: Ready.")


def _converse(terminal: Terminal, talking: Talking) -> None:
    for text in _utterances(terminal, talking):
        talking.submit(Said(text))
        _turn(terminal, talking)
    if not terminal.interactive:
        _hear_out(terminal)


def _utterances(terminal: Terminal, talking: Talking) -> Iterator[str]:
    """Lines that say something, until the end."""
    while (line := _line(terminal, talking)) is not None:
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
    _show_waiting(terminal)
    if terminal.interactive:
        terminal.stdout.write(PROMPT)
        terminal.stdout.flush()
    line = terminal.stdin.readline()
    if not line and terminal.interactive:
        _write(terminal, "")
    return line or None


def _turn(terminal: Terminal, talking: Talking) -> None:
    """Write what happens until the turn is over. The first Ctrl-C stops the turn, the second leaves."""
    try:
        _follow(terminal, lambda event: isinstance(event, Finished))
    except KeyboardInterrupt:
        talking.stop()
        _write(terminal, "\nSayso: Stopping. Press Control C again to leave.")
        _follow(terminal, lambda event: isinstance(event, Finished))


def _hear_out(terminal: Terminal) -> None:
    """Let the last reply be spoken before the program ends."""
    _follow(terminal, lambda _: False, seconds=0.6)
    if terminal.phase.name == "speaking":
        _follow(terminal, lambda event: event == Phase("idle"), LAST_WORDS_SECONDS)


def _show_waiting(terminal: Terminal) -> None:
    """Write what was reported since the last turn."""
    while True:
        try:
            _show(terminal, terminal.events.get_nowait())
        except Empty:
            return


def _follow(terminal: Terminal, is_last: Callable[[Event], bool], seconds: float = float("inf")) -> None:
    """Write events as they come until the last one, or until `seconds` have passed."""
    end = monotonic() + seconds
    while (now := monotonic()) < end:
        _tell_if_slow(terminal, now)
        try:
            event = terminal.events.get(timeout=min(0.25, end - now))
        except Empty:
            continue
        _show(terminal, event)
        if is_last(event):
            return


def _tell_if_slow(terminal: Terminal, now: float) -> None:
    name = terminal.phase.name
    if not terminal.told and name not in ("idle", "speaking") and now - terminal.since > SLOW_SECONDS:
        terminal.told = True
        _write(terminal, WORDS[name].replace("…", "..."))


def _show(terminal: Terminal, event: Event) -> None:
    match event:
        case Replied(text) | Notice(text):
            _write(terminal, f"Sayso: {text}")
        case Heard(text, source) if source == "spoken" or not terminal.interactive:
            # What is typed in a terminal stands there already. From a pipe it does not, and Heard hides secrets.
            _write(terminal, f"{PROMPT}{text}")
        case Phase() if event != terminal.phase:
            terminal.phase, terminal.since, terminal.told = event, monotonic(), False
        case _:
            pass


def _write(terminal: Terminal, text: str) -> None:
    terminal.stdout.write(f"{text}\n")
    terminal.stdout.flush()
