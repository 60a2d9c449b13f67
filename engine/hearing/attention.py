"""Frames of sound → utterances, under what the user wants. Pure: no thread, no device, no model.

An utterance is handed over twice: as a guess at the first short silence, so that it can be transcribed while it is
still being waited for more, and whole when it is over. The guess also tells how long to wait: a text, and a command
that cannot be complete, get more time than a command.
"""

import re
from dataclasses import dataclass, field, replace
from math import inf
from typing import Literal

import numpy as np

from engine.hearing.echo import Mixed
from engine.hearing.endpointing import (
    FRAME_SECONDS,
    Endpointer,
    Endpointing,
    Progress,
    Step,
    Utterance,
    gather,
    in_frames,
)
from engine.hearing.understanding import is_stop
from engine.values.event import Phase
from engine.values.sound import Frame

OPEN = Endpointing()
OVER_SPEECH = Endpointing(threshold=0.7, end_silence=0.3, longest=1.5)
"""While Sayso speaks: only a short "stop" is wanted, and its own voice must not hold an utterance open."""

_KEPT_OVER_SPEECH = 0.7
"""Seconds of a piece of our own voice that begin the next one too: a "stop" may have been cut in two."""
_ECHO_SECONDS = 0.3
_RELEASE_SECONDS = 0.3
"""People let go of the key before their last word is over."""
_HELD_SECONDS = 60.0
_NOTHING_SECONDS = 8.0
"""After a tap on the key: so long is waited for the first word."""
_GUESSED_SECONDS = 15.0
"""What is longer is not transcribed ahead: it would take too long if more were said."""

_TEXT = re.compile(
    r"(?:(?:um+|uh+|er+|oh|so|okay|ok|please|now|and|then)[,.…]*\s+)*"
    r"(?:type|write|right|dictate|enter|insert|search|look up|google|say|put|reply|fill in|replace|note)\b",
    re.IGNORECASE,
)
_UNFINISHED = re.compile(
    r".*\b(?:a|an|the|my|to|into|in|on|at|of|for|from|with|and|or|than|number)"
    r"|(?:click|press|tap|choose|pick|select|open|visit|load|find|check|tick|untick|set|focus|heading|go)",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"(?:please )?(?:zoom|log|sign|check|come|carry|move|go|read|and so) (?:in|on)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Caught:
    """An utterance to be understood: by push-to-talk (`held`), or in part said while Sayso spoke (`over_speech`).

    `ended`: False for a guess, which counts only if nothing more is said; `pause`: the guess that was made of the
    same words; `asleep`: some of it was said while only a wake phrase was listened for; `dropped`: the user wanted
    none of it, so that it is at most a stop; `mixed`: what it is to be cleared of;
    `at`: time.monotonic() at its last word; `began`: at its first.
    """

    utterance: Utterance
    held: bool = False
    over_speech: bool = False
    ended: bool = True
    asleep: bool = False
    dropped: bool = False
    pause: "Caught | None" = None
    mixed: Mixed | None = None
    at: float = inf

    @property
    def began(self) -> float:
        """time.monotonic() at the first word."""
        loud = np.flatnonzero(self.utterance.probabilities >= OPEN.threshold)
        return self.at - float(loud[-1] - loud[0]) * FRAME_SECONDS if len(loud) else self.at

    @property
    def quiet(self) -> float:
        """Seconds from the last word to the end."""
        loud = np.flatnonzero(self.utterance.probabilities >= OPEN.threshold)
        return float(len(self.utterance.probabilities) - 1 - loud[-1]) * FRAME_SECONDS if len(loud) else 0.0


@dataclass(frozen=True, slots=True)
class Guess:
    """What an utterance was found to mean before it was known to be over; `text` "" for nothing that counts."""

    of: Caught
    text: str
    ms: float


@dataclass(frozen=True, slots=True)
class Ends:
    """Seconds of silence after which a command is over, and a text."""

    command: float = 0.4
    text: float = 0.9


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted of the microphone now. `guess` is the latest one.

    `latched`: the key was only tapped, so that what is said ends by itself, in silence.
    """

    held: bool = False
    on: bool = False
    speaking: bool = False
    asleep: bool = False
    ends: Ends = Ends()
    guess: Guess | None = None
    latched: bool = False


Kind = Literal["command", "text", "stop"]


def kind_of(text: str) -> Kind:
    """Say what the words so far are: "stop" ends at once, "text" may well go on after a pause.

    Words that could not be made out ("") may become clear with what follows.
    """
    if is_stop(text):
        return "stop"
    if not text:
        return "text"
    plain = text.strip(" .,;:!?…")
    if _TEXT.match(plain):
        return "text"
    return "text" if _UNFINISHED.fullmatch(plain) and not _WHOLE.fullmatch(plain) else "command"


@dataclass(slots=True)
class Attention:
    """Turns frames into utterances. One for each opening of the microphone."""

    pause: Caught | None = None
    """The guess that holds as long as nothing more is said."""
    _endpointer: Endpointer = field(default_factory=Endpointer)
    _taken: list[tuple[Frame, float]] = field(default_factory=list)
    _held: Progress = field(default_factory=Progress)
    _begun: bool = False
    _after: int = 0
    _echo: int = 0
    _over_speech: bool = False
    _asleep: bool = False
    _shown: bool = False
    _dropped: bool = False
    _still: int = 0
    """Frames of silence until now."""

    @property
    def unfinished(self) -> bool:
        """True while what was said with the key held has not been handed over."""
        return bool(self._taken)

    def feed(self, frame: Frame, probability: float, wanted: Wanted) -> tuple[Phase | None, Caught | None]:
        """Take the next frame; return a new phase and an utterance or a guess, where there is one."""
        self._still = self._still + 1 if probability < OPEN.release else 0
        self._echo = in_frames(_ECHO_SECONDS) if wanted.speaking else max(0, self._echo - 1)
        if wanted.held or self._taken:
            return self._hold(frame, probability, wanted)
        return self._listen(frame, probability, wanted) if wanted.on else (None, None)

    def drop(self) -> None:
        """Forget what has been said, and take the rest of the sentence for a stop at most: cut off, "don't press help"
        would be a command."""
        speaks = bool(self._taken) and self._held.speech > 0 and self._still < in_frames(OPEN.end_silence)
        self._dropped = self._dropped or speaks or self._endpointer.speaks
        self._taken, self.pause = [], None

    def _hold(self, frame: Frame, probability: float, wanted: Wanted) -> tuple[Phase | None, Caught | None]:
        self._endpointer.reset()
        first = not self._taken
        if first:
            self._held, self._begun, self._after, self.pause = Progress(), False, 0, None
            self._dropped = False
        self._taken.append((frame, probability))
        self._held = _counted(self._held, probability)
        self._after = 0 if wanted.held else self._after + 1
        over = wanted.latched and self._fell_silent(wanted)
        if over or self._released(wanted) or len(self._taken) >= in_frames(_HELD_SECONDS):
            caught = Caught(gather(self._taken), held=True, pause=self.pause)
            self._taken, self.pause = [], None
            return None, caught
        if first:
            return Phase("listening"), None
        if self._begun or not self._held.speech:
            return None, self._guessed_held()
        self._begun = True
        return Phase("hearing"), None

    def _fell_silent(self, wanted: Wanted) -> bool:
        """True when what was said after a tap on the key is over, or nothing has been said for long."""
        if not self._held.speech:
            return len(self._taken) >= in_frames(_NOTHING_SECONDS)
        return self._held.silence >= in_frames(max(wanted.ends.command, wanted.ends.text))

    def _released(self, wanted: Wanted) -> bool:
        """True when the key was let go of and the last word is over too, or Sayso speaks in between."""
        if self._after and wanted.speaking:
            return True
        over = self._held.speech and self._held.silence >= in_frames(OPEN.pause)
        return self._after >= (1 if over else in_frames(_RELEASE_SECONDS))

    def _guessed_held(self) -> Caught | None:
        if not self._held.silence:
            self.pause = None
        long = len(self._taken) > in_frames(_GUESSED_SECONDS)
        if long or not self._held.speech or self._held.silence != in_frames(OPEN.pause):
            return None
        self.pause = Caught(gather(self._taken), held=True, ended=False)
        return self.pause

    def _listen(self, frame: Frame, probability: float, wanted: Wanted) -> tuple[Phase | None, Caught | None]:
        self._endpointer.bounds = self._bounds(wanted)
        step, utterance = self._endpointer.feed(frame, probability)
        if step != "waiting":  # one word over our own voice, or while asleep, and nothing of it all is believed
            self._over_speech |= self._echo > 0 and not self._still
            self._asleep |= wanted.asleep
        if step == "started":
            self._shown = not (self._over_speech or self._dropped)
            return (Phase("hearing") if self._shown else None), None
        if not self._endpointer.quiet or self._only_stop:
            self.pause = None
        if step == "paused" and utterance and not self._only_stop:
            self.pause = Caught(utterance, ended=False)
            return None, self.pause
        caught = self._whole(utterance) if step == "ended" else None
        self._forgive(step, wanted)
        if step not in ("ended", "dropped"):
            return None, None
        self.pause = None
        return (Phase("listening") if self._shown else None), caught

    def _forgive(self, step: Step, wanted: Wanted) -> None:
        """After a pause the next utterance is a new one; where speech goes on, it was only cut for its length."""
        if self._still >= in_frames(wanted.ends.command):
            self._dropped = False
        if step in ("waiting", "ended", "dropped") and self._still >= in_frames(OPEN.pause):
            self._over_speech = self._asleep = False

    @property
    def _only_stop(self) -> bool:
        """True when of what is being said only a stop or a wake phrase will count."""
        return self._over_speech or self._asleep or self._dropped

    def _whole(self, utterance: Utterance | None) -> Caught | None:
        if not utterance:
            return None
        if self._over_speech and len(utterance.probabilities) >= in_frames(OVER_SPEECH.longest):
            self._endpointer.recall(utterance, _KEPT_OVER_SPEECH)
        said = Caught(utterance, over_speech=self._over_speech, asleep=self._asleep, dropped=self._dropped)
        return replace(said, pause=self.pause)

    def _bounds(self, wanted: Wanted) -> Endpointing:
        if self._echo:
            return OVER_SPEECH
        return replace(OPEN, end_silence=self._silence(wanted))

    def _silence(self, wanted: Wanted) -> float:
        """Seconds of silence that end the utterance; while its guess is being made, as long as for a text.

        Waiting for the guess costs nothing: without it there would be nothing to act upon.
        """
        if self.pause is None:
            return wanted.ends.command
        if wanted.guess is None or wanted.guess.of is not self.pause:
            return max(wanted.ends.command, wanted.ends.text)
        kind = kind_of(wanted.guess.text)
        if kind == "stop":
            return OPEN.pause
        return wanted.ends.text if kind == "text" else wanted.ends.command


def _counted(progress: Progress, probability: float) -> Progress:
    """Count speech and the silence since, with no end."""
    speech = progress.speech + (probability >= OPEN.threshold)
    silence = progress.silence + 1 if probability < OPEN.release else 0
    return Progress(progress.length + 1, speech, silence)


def sounds(caught: Caught) -> bool:
    """True unless the microphone gave nothing but zeros."""
    return bool(np.any(caught.utterance.recording.samples))
