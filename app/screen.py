"""Everything the window shows, as one frozen value. No Qt, so the interface is tested without a display."""

from dataclasses import dataclass, replace
from typing import Literal

from engine.values.event import Acted, Adjusted, Event, Finished, Heard, Looked, Notice, Phase, Replied

Who = Literal["you", "sayso", "notice"]
PhaseName = Literal["starting", "idle", "listening", "hearing", "thinking", "acting", "speaking", "asleep"]

WORDS: dict[PhaseName, str] = {
    "starting": "Starting…",
    "idle": "Ready",
    "listening": "Listening…",
    "hearing": "Understanding…",
    "thinking": "Thinking…",
    "acting": "Acting…",
    "speaking": "Speaking…",
    "asleep": "Asleep. Say wake up.",
}

SPEAKERS: dict[Who, str] = {"you": "You", "sayso": "Sayso", "notice": "Note"}

KEPT = 500
"""Lines of conversation kept on the screen; the record on disk keeps them all."""

QUESTION = "Please answer yes or no"
QUESTION_KEYS = "Answer with Alt Y for yes or Alt N for no."

WELCOME = (
    "Type what you want to do, or hold Control and Space while you speak; a short press is enough, too. "
    "Escape stops me. Control and plus makes the text larger."
)


@dataclass(frozen=True, slots=True)
class Line:
    """One thing said. `text` may hold line breaks, but is never empty."""

    who: Who
    text: str

    @property
    def speaker(self) -> str:
        return SPEAKERS[self.who]


@dataclass(frozen=True, slots=True)
class Screen:
    """The whole window as a value.

    lines          the newest KEPT lines of the conversation, oldest first
    dropped        lines that were older and are no longer kept
    question_open  Sayso waits for yes or no
    listening      the hands-free switch
    asleep         it listens for nothing but "wake up"
    busy           a turn is running
    waiting        utterances submitted here whose turn has not begun
    speaks         Sayso has a voice
    leaves         what it says is left to a screen reader, over which it reaches it without the window
    """

    lines: tuple[Line, ...] = ()
    dropped: int = 0
    phase: PhaseName = "starting"
    question_open: bool = False
    listening: bool = False
    busy: bool = False
    waiting: int = 0
    asleep: bool = False
    speaks: bool = False
    leaves: bool = False
    title: str = ""
    url: str = ""

    @property
    def status(self) -> str:
        """The status line: what Sayso does now, and how much still waits for it."""
        if self.question_open and self.phase == "idle" and not self.busy:
            return QUESTION
        if self.phase == "idle" and self.busy:
            return "Working…"
        words = WORDS[self.phase]
        return words if self.phase != "starting" or not self.waiting else f"{words} {_queued(self.waiting)}"

    @property
    def switch(self) -> str:
        """The words on the hands-free switch."""
        return "Asleep" if self.asleep else "Listening on" if self.listening else "Listening off"

    @property
    def page(self) -> str:
        """One line that names the page in the browser, "" before there is one."""
        return self.title or self.url


def update(screen: Screen, event: Event) -> Screen:
    """The screen after `event`."""
    match event:
        case Heard(text, source):
            waiting = screen.waiting if source == "spoken" else max(0, screen.waiting - 1)
            heard = replace(screen, busy=True, question_open=False, waiting=waiting)
            return _with_line(heard, "you", text)
        case Looked():
            return replace(screen, title=event.title, url=event.url)
        case Replied(text):
            return _with_line(screen, "sayso", text)
        case Notice(text, spoken):
            return _with_line(replace(screen, speaks=screen.speaks and spoken), "notice", text)
        case Adjusted():
            return _adjusted(screen, event)
        case Finished():
            page = (event.title, event.url) if event.url else (screen.title, screen.url)
            return replace(screen, busy=False, question_open=event.question, title=page[0], url=page[1])
        case Phase(name):
            asleep = name == "asleep" or (screen.asleep and name not in ("listening", "hearing"))
            return replace(screen, phase=name, asleep=asleep, speaks=screen.speaks or name == "speaking")
        case _:
            return screen


def _adjusted(screen: Screen, change: Adjusted) -> Screen:
    match change:
        case Adjusted("screen_reader", value):
            return replace(screen, leaves=value == "leave")
        case Adjusted("voice", bool(on)):
            return replace(screen, speaks=on)
        case Adjusted("listening", bool(on)):
            return listening(screen, on)
        case Adjusted("asleep", True):
            return replace(screen, asleep=screen.listening)
        case Adjusted("asleep", False):  # which is also how hands-free listening is switched on by word
            return replace(screen, asleep=False, listening=True)
    return screen


def opening(*, speaks: bool = False, leaves: bool = False) -> Screen:
    """The screen before anything has happened."""
    return Screen(lines=(Line("notice", WELCOME),), speaks=speaks, leaves=leaves)


def submitted(screen: Screen) -> Screen:
    """The screen after the user has sent an utterance whose turn has not begun yet."""
    return replace(screen, waiting=screen.waiting + 1)


def stopped(screen: Screen) -> Screen:
    """The screen after the user has said stop: what waited will not run."""
    return replace(screen, waiting=0)


def listening(screen: Screen, on: bool) -> Screen:
    """The screen after the hands-free switch was moved."""
    return replace(screen, listening=on, asleep=False)


def news(before: Screen, after: Screen) -> list[str]:
    """What a screen reader should be told at once: new replies and notices, a question, that Sayso is ready.

    The user's own words are left out: a person who typed them knows them, one who spoke them hears the reply. So is
    what is spoken, by Sayso or by the screen reader for it: nothing should be heard twice, or by two voices at once.
    """
    seen = before.dropped + len(before.lines)
    fresh = after.lines[max(0, seen - after.dropped) :]
    told = [line.text for line in fresh if line.who != "you" and not (after.speaks and after.leaves)]
    if before.phase == "starting" and after.phase == "idle" and not (after.speaks and after.leaves):
        told.append("Sayso is ready.")
    if after.question_open and not before.question_open:
        told.append(QUESTION_KEYS)
    return told


def progress(screen: Screen) -> str:
    """What a screen reader should be told when it lasts; "" when telling it would talk over speech, or says nothing."""
    return "" if screen.phase in ("idle", "speaking", "asleep") else screen.status


def _with_line(screen: Screen, who: Who, text: str) -> Screen:
    if not text.strip():
        return screen
    lines = (*screen.lines, Line(who, text.strip()))
    over = max(0, len(lines) - KEPT)
    return replace(screen, lines=lines[over:], dropped=screen.dropped + over)


def _queued(count: int) -> str:
    return "1 instruction is waiting" if count == 1 else f"{count} instructions are waiting"


def wants_focus_back(screen: Screen, event: Event) -> bool:
    """True for the events after which Chrome may hold the keyboard: it has started, or was acted in."""
    ready = event == Phase("idle") and screen.phase == "starting"
    return ready or isinstance(event, Acted | Finished)


def ends_recording(event: Event) -> bool:
    """True for the events after which nothing is recorded any more, where nobody holds the key."""
    return isinstance(event, Heard | Notice) or event in (Phase("idle"), Phase("asleep"))
