"""The hear thread: microphone → utterance → words, by push-to-talk or hands-free.

ears thread   Microphone --SpeechDetector--> Utterance      hear thread   Utterance --Transcriber--> submit or stop

Two threads, so that nothing said is lost while Whisper works. The microphone is open only while the user holds the
key or has switched listening on.
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Event as Flag
from threading import Thread

import numpy as np

from engine.hearing.endpointing import Endpointer, Endpointing, Utterance, gather, in_frames
from engine.hearing.hearing import FILE, understand
from engine.hearing.muting import Muting
from engine.hearing.understanding import is_stop
from engine.values.errors import MicrophoneMissing, NothingHeard, SaysoError
from engine.values.event import Event, Notice, Phase
from engine.values.ports import Microphone, SpeechDetector, Transcriber
from engine.values.sound import Frame, Said

log = logging.getLogger(__name__)

MISSED = "I didn't catch that."
MUTED = "The microphone is muted: it gives no sound at all. Switch it on, or choose another one."

OPEN = Endpointing()
OVER_SPEECH = Endpointing(threshold=0.7, longest=2.5)
"""While Sayso speaks: only a short "stop" is wanted, and its own voice must not hold an utterance open."""

_ECHO_SECONDS = 0.3
_RELEASE_SECONDS = 0.3
"""People let go of the key before their last word is over."""
_HELD_SECONDS = 60.0
_LEAVE_SECONDS = 5.0
_AGAIN_SECONDS, _LONGEST_PAUSE = 0.5, 8.0
"""When a microphone has gone while listening hands-free: the first pause before it is tried again, and the longest."""
_LOOSE_SECONDS = 10.0
"""One that goes again sooner than this has a loose plug, and that has been told."""


@dataclass(frozen=True, slots=True)
class Ears:
    """What is needed to hear. Built on the ears thread; the transcriber is then used on the hear thread alone."""

    microphone: Microphone
    detector: SpeechDetector
    transcriber: Transcriber


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user wants of the microphone now, and whether Sayso is speaking."""

    held: bool = False
    on: bool = False
    speaking: bool = False


@dataclass(frozen=True, slots=True)
class Caught:
    """An utterance to be understood: by push-to-talk (`held`), or begun while Sayso spoke (`over_speech`)."""

    utterance: Utterance
    held: bool = False
    over_speech: bool = False


@dataclass(slots=True)
class Attention:
    """Turns frames into utterances, under what the user wants. Pure: no thread, no device."""

    _endpointer: Endpointer = field(default_factory=Endpointer)
    _taken: list[tuple[Frame, float]] = field(default_factory=list)
    _begun: bool = False
    _after: int = 0
    _echo: int = 0
    _over_speech: bool = False

    @property
    def unfinished(self) -> bool:
        """True while what was said with the key held has not been handed over."""
        return bool(self._taken)

    def feed(self, frame: Frame, probability: float, wanted: Wanted) -> tuple[Phase | None, Caught | None]:
        """Take the next frame; return a new phase and an utterance, where there is one."""
        self._echo = in_frames(_ECHO_SECONDS) if wanted.speaking else max(0, self._echo - 1)
        if wanted.held or self._taken:
            return self._hold(frame, probability, held=wanted.held)
        return self._listen(frame, probability) if wanted.on else (None, None)

    def _hold(self, frame: Frame, probability: float, *, held: bool) -> tuple[Phase | None, Caught | None]:
        self._endpointer.reset()
        first = not self._taken
        self._taken.append((frame, probability))
        self._after = 0 if held else self._after + 1
        if self._after >= in_frames(_RELEASE_SECONDS) or len(self._taken) >= in_frames(_HELD_SECONDS):
            caught = Caught(gather(self._taken), held=True)
            self._taken, self._after = [], 0
            return None, caught
        if first:
            self._begun = False
            return Phase("listening"), None
        if self._begun or probability < OPEN.threshold:
            return None, None
        self._begun = True
        return Phase("hearing"), None

    def _listen(self, frame: Frame, probability: float) -> tuple[Phase | None, Caught | None]:
        self._endpointer.bounds = OVER_SPEECH if self._echo else OPEN
        step, utterance = self._endpointer.feed(frame, probability)
        if step == "started":
            self._over_speech = self._echo > 0
            return (None if self._over_speech else Phase("hearing")), None
        if step in ("ended", "dropped"):
            caught = Caught(utterance, over_speech=self._over_speech) if utterance else None
            return (None if self._over_speech else Phase("listening")), caught
        return None, None


def _nobody() -> None:
    """Nobody wants to know."""


class Listener:
    """Hears the user. Its methods return at once and may be called from any thread.

    build   makes the Ears on the ears thread, when first needed or when told to `warm`
    submit  gets what was said and the milliseconds that recognition took
    stop    is called first, and at once, when what was said means stop
    emit    gets Phase ("listening", "hearing", "idle") and Notice
    hotwords may be set at any time to the names on the page that are likely to be said
    began   may be set too: is called when the user begins to speak or presses the key, and must return at once
    """

    def __init__(
        self,
        build: Callable[[], Ears],
        submit: Callable[[Said, float], None],
        stop: Callable[[], None],
        emit: Callable[[Event], None],
    ) -> None:
        self.hotwords: Sequence[str] = ()
        self.began: Callable[[], None] = _nobody
        self._build, self._submit, self._stop, self._emit = build, submit, stop, emit
        self._held = self._on = self._sounding = self._closed = self._missed_told = False
        self._flows = False
        self._wake, self._dropped = Flag(), Flag()
        self._drops = 0
        self._caught: SimpleQueue[tuple[Caught, Transcriber] | None] = SimpleQueue()
        self._threads = (
            Thread(target=self._attend, name="ears", daemon=True),
            Thread(target=self._understand, name="hear", daemon=True),
        )
        for thread in self._threads:
            thread.start()

    def warm(self) -> None:
        """Load the models now, so that the first words need not wait for them."""
        self._wake.set()

    def hold(self, pressed: bool) -> None:
        """Push-to-talk: record while pressed."""
        if pressed and not self._held:
            self.began()
        self._held = pressed
        self._wake.set()

    def drop(self) -> None:
        """Forget what is being said or understood just now: the user wants none of it. A spoken stop still counts."""
        self._held = False
        self._dropped.set()
        self._drops += 1

    def listen(self, on: bool) -> None:
        """Hands-free: listen for utterances until switched off."""
        self._on = on
        self._wake.set()

    @property
    def on(self) -> bool:
        """True while listening hands-free, to a microphone that is there."""
        return self._on and self._flows

    @property
    def asleep(self) -> bool:
        """True while nothing but a wake phrase is listened for."""
        return False

    def speaking(self, on: bool) -> None:
        """Say when Sayso itself is heard: meanwhile, hands-free, nothing but a spoken stop is believed."""
        self._sounding = on

    def close(self) -> None:
        """Close the microphone and end the threads. Never raises."""
        self._closed = True
        self._held = self._on = False
        self._wake.set()
        self._caught.put(None)
        for thread in self._threads:
            thread.join(_LEAVE_SECONDS)

    def _attend(self) -> None:
        ears: Ears | None = None
        while self._woken():
            try:
                ears = ears or self._build()
                if self._held or self._on:
                    self._open(ears)
            except SaysoError as error:
                self._held = self._on = False
                self._emit(Notice(str(error)))
                self._emit(Phase("idle"))

    def _woken(self) -> bool:
        """Wait until something may be wanted; False once closed."""
        if not self._closed:
            self._wake.wait()
            self._wake.clear()
        return not self._closed

    def _open(self, ears: Ears) -> None:
        """Listen as long as it is wanted. One that goes away hands-free is told of once and tried again."""
        pause = 0.0
        while self._held or self._on:
            began = time.monotonic()
            try:
                if not self._listened(ears):
                    self._emit(Phase("idle"))
                return
            except MicrophoneMissing as error:
                flowed, self._flows = self._flows, False
                if not (pause or (flowed and self._on)):
                    raise
                lasted = flowed and time.monotonic() - began > _LOOSE_SECONDS
                if lasted or self._held or not pause:
                    self._emit(Notice(str(error)))
                pause = min(2 * pause, _LONGEST_PAUSE) if pause and not lasted else _AGAIN_SECONDS
                self._held = False
                self._emit(Phase("idle"))
                self._wake.wait(pause)  # ends at once when it is switched off, or a key is held
                self._wake.clear()

    def _listened(self, ears: Ears) -> bool:
        ears.detector.reset()
        try:
            with ears.microphone.open() as frames:
                return self._follow(frames, ears)
        finally:
            if not self._on:
                self._flows = False

    def _follow(self, frames: Iterator[Frame], ears: Ears) -> bool:
        """Listen until it is no longer wanted; True if the last thing heard is still being understood."""
        self._dropped.clear()
        attention, muting, last = Attention(), Muting(), False
        for number, frame in enumerate(frames):
            self._flows = True
            wanted = Wanted(self._held, self._on, self._sounding)
            if not number and not wanted.held:  # only now does the microphone deliver: this is the user's cue
                self._emit(Phase("listening"))
            if self._closed or not (wanted.held or wanted.on or attention.unfinished):
                return last
            if self._dropped.is_set():
                self._dropped.clear()
                attention = Attention()
                continue
            probability = ears.detector.probability(frame)
            if muting.feed(frame, probability) and not wanted.held:
                self._emit(Notice(MUTED))
            phase, caught = attention.feed(frame, probability, wanted)
            if phase:
                self._emit(phase)
            if phase == Phase("hearing") and not wanted.held:
                self.began()
            if caught:
                self._caught.put((caught, ears.transcriber))
            last = caught is not None or (last and not wanted.on)
        raise MicrophoneMissing("The microphone has stopped. Plug it in again, or type instead.")

    def _understand(self) -> None:
        while (work := self._caught.get()) is not None:
            caught, transcriber = work
            if not self._closed:
                self._hear(caught, transcriber)

    def _hear(self, caught: Caught, transcriber: Transcriber) -> None:
        start, drops = time.monotonic(), self._drops
        try:
            text = understand(caught.utterance, transcriber, self.hotwords, FILE if caught.held else OPEN)
        except NothingHeard:
            self._miss(caught)
            return
        except SaysoError as error:
            self._emit(Notice(str(error)))
            return
        if is_stop(text):
            self._stop()
        elif caught.over_speech:
            log.debug("taken for our own voice")
            return
        elif drops != self._drops:
            self._emit(Phase("listening" if self._on else "idle"))
            return
        self._missed_told = False
        self._submit(Said(text, "spoken"), round((time.monotonic() - start) * 1000, 1))

    def _miss(self, caught: Caught) -> None:
        """Say that nothing was understood: always to who held the key, to a noisy room only once."""
        if caught.over_speech:
            return
        if not np.any(caught.utterance.recording.samples):
            self._emit(Notice(MUTED))
        elif caught.held or not self._missed_told:
            self._missed_told = not caught.held
            self._emit(Notice(MISSED))
        self._emit(Phase("listening" if self._on else "idle"))
