"""The hear thread: microphone → utterance → words, by push-to-talk or hands-free.

ears thread   Microphone --SpeechDetector--> Caught      hear thread   Caught --Transcriber--> Guess, submit or stop

Two threads, so that nothing said is lost while Whisper works. A guess is made at the first short silence; when the
utterance turns out to be over, its words are there. The microphone is open only while the user holds the key or has
switched listening on.
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from threading import Event as Flag
from threading import Thread

from engine.chain.backlog import Backlog, Ears, Waiting, recognise, stops
from engine.chain.guarding import BROKEN, DEAF, FAULTS, UNHEARD, guarded
from engine.hearing.attention import Attention, Caught, Ends, Guess, Wanted, sounds
from engine.hearing.echo import Overhearing
from engine.hearing.muting import Muting
from engine.hearing.understanding import is_stop
from engine.hearing.waking import LONGEST, Spoken, stops_over, waking
from engine.values.errors import HearingError, MicrophoneMissing, SaysoError
from engine.values.event import Adjusted, Event, Notice, Phase
from engine.values.ports import Microphone
from engine.values.settings import Settings
from engine.values.sound import Frame, Recording, Said

log = logging.getLogger(__name__)

__all__ = ["LATE", "MISSED", "MUTED", "Ears", "Listener"]

MISSED = "I didn't catch that."
LATE = "I was not listening yet. Wait a moment, then say it again."
MUTED = "The microphone is muted: it gives no sound at all. Switch it on, or choose another one."

_STILL_HEARD = 1.5
"""Seconds before an utterance in which what we spoke may be heard in it."""
_LEAVE_SECONDS, _AGAIN_SECONDS, _LONGEST_PAUSE = 5.0, 0.5, 8.0
"""When a microphone has gone while listening hands-free: the first pause before it is tried again, and the longest."""
_LOOSE_SECONDS = 10.0
"""One that goes again sooner than this has a loose plug, and that has been told."""


class Listener:
    """Hears the user. Its methods return at once and may be called from any thread.

    build   makes the Ears on the ears thread, when first needed or when told to `warm`
    submit  gets what was said, with the time of its last word, and the milliseconds that recognition took
    stop    is called first, and at once, when what was said means stop
    emit    gets Phase ("listening", "hearing", "asleep", "idle"), Notice; Adjusted("listening", False) when it gives up
    hotwords may be set at any time to the names on the page that are likely to be said
    began, released  likewise; called when the user begins to speak or presses the key, and lets it go: return at once

    Asleep, it keeps the microphone open hands-free and drops all but a wake phrase: no event, no log. A spoken stop
    still stops. What is said with the key held counts as usual, since whoever holds it wants to be heard.
    """

    def __init__(
        self,
        build: Callable[[], Ears],
        submit: Callable[[Said, float], None],
        stop: Callable[[], None],
        emit: Callable[[Event], None],
    ) -> None:
        self.hotwords: Sequence[str] = ()
        self.began: Callable[[], None] = lambda: None
        self.released = self.began
        self._build, self._submit, self._stop, self._emit = build, submit, stop, emit
        self._held = self._on = self._sounding = self._closed = self._missed_told = False
        self._flows = self._asleep = self._headphones = self._latched = self._records = False
        self._ends = Ends()
        self._other: Microphone | None = None
        self._overhearing = Overhearing()
        self._own = Spoken()
        self._pause: Caught | None = None
        self._guess: Guess | None = None
        self._wake, self._dropped = Flag(), Flag()
        self._drops = self._faults = 0
        self._caught = Backlog()
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
        """Push-to-talk: record while pressed. What was said before the microphone gave any sound is told as lost."""
        late = self._held and not pressed and not self._records
        if pressed and not self._held:
            self._records = False
            self.began()
        self._latched = False
        self._keep_held(pressed)
        if late:
            self._emit(Notice(LATE))
        self._wake.set()

    def _keep_held(self, held: bool) -> None:
        was, self._held = self._held, held
        if was and not held:
            self.released()

    @property
    def held(self) -> bool:
        """True while what is said is recorded with the key held, or after a tap on it."""
        return self._held

    def latch(self) -> None:
        """The key was only tapped: go on recording until the user falls silent, or the key is pressed again."""
        self._latched = self._held

    def drop(self) -> None:
        """Forget what is being said or understood just now: the user wants none of it. A spoken stop still counts."""
        self._keep_held(False)
        self._dropped.set()
        self._drops += 1

    def adjust(self, settings: Settings) -> None:
        """Take over how long pauses may be, and whether our own voice can be heard."""
        self._ends = Ends(settings.end_silence, settings.dictation_silence)
        self._headphones = settings.headphones

    def use(self, microphone: Microphone) -> None:
        """Listen to another microphone from now on, or from the end of what is said with the key held."""
        self._other = microphone
        self._wake.set()

    def listen(self, on: bool) -> None:
        """Hands-free: listen for utterances until switched off. Wakes it."""
        self._on, self._asleep = on, False
        self._wake.set()

    @property
    def on(self) -> bool:
        """True while listening hands-free, to a microphone that is there."""
        return self._on and self._flows

    @property
    def asleep(self) -> bool:
        """True while it listens, to a microphone that is there, but for nothing but a wake phrase."""
        return self._asleep and self.on

    @property
    def _sleeps(self) -> bool:
        return self._asleep and self._on

    def sleep(self, on: bool) -> None:
        """Fall asleep while listening hands-free, or wake; it also wakes by itself on a wake phrase."""
        self._asleep = on and self._on
        if self._on:
            self._emit(self._resting())

    def speaking(self, on: bool) -> None:
        """Say when Sayso itself is heard: meanwhile, hands-free, nothing but a spoken stop is believed."""
        self._sounding = on

    def spoken(self, text: str) -> None:
        """Say what Sayso begins to speak: a stop that is heard meanwhile and is not among it is the user's."""
        self._own.add(text, time.monotonic())

    def plays(self, recording: Recording) -> None:
        """Say what begins to be played just now, so that it can be told from what is said."""
        self._overhearing.plays(recording, time.monotonic())

    def close(self) -> None:
        """Close the microphone and end the threads. Never raises."""
        self._closed = True
        self._held = self._on = False
        self._wake.set()
        self._caught.close()
        for thread in self._threads:
            thread.join(_LEAVE_SECONDS)

    def _attend(self) -> None:
        ears: Ears | None = None
        while self._woken():
            try:
                with guarded(HearingError(BROKEN)):
                    ears = ears or self._build()
                    if other := self._other:
                        ears, self._other = replace(ears, microphone=other), None
                    if self._held or self._on:
                        self._open(ears)
                    if self._other:
                        self._wake.set()
            except SaysoError as error:
                self._give_up(str(error))

    def _give_up(self, why: str) -> None:
        """Listen no longer: whoever shows that it listens must show that it does not."""
        was_on, self._on, self._flows = self._on, False, False
        self._keep_held(False)
        self._emit(Notice(why))
        if was_on:
            self._emit(Adjusted("listening", False))
        self._emit(Phase("idle"))

    def _woken(self) -> bool:
        """Wait until something may be wanted; False once closed."""
        if not self._closed:
            self._wake.wait()
            self._wake.clear()
        return not self._closed

    def _open(self, ears: Ears) -> None:
        """Listen as long as it is wanted. One that goes away hands-free is told of once and tried again."""
        pause, faults, asked = 0.0, 0, False
        while (self._held or self._on) and not self._other:
            began = time.monotonic()
            try:
                with guarded(MicrophoneMissing(BROKEN)):
                    if not self._listened(ears) and not self._other:
                        self._emit(Phase("idle"))
                return
            except MicrophoneMissing as error:
                flowed, self._flows = self._flows, False
                faults = faults + 1 if str(error) == BROKEN else 0
                if not (pause or (flowed and self._on)) or faults == FAULTS:
                    raise
                lasted = flowed and time.monotonic() - began > _LOOSE_SECONDS
                if lasted or self._held or asked or not pause:
                    self._emit(Notice(str(error)))
                pause = min(2 * pause, _LONGEST_PAUSE) if pause and not lasted else _AGAIN_SECONDS
                self._keep_held(False)
                self._emit(Phase("idle"))
                asked = self._wake.wait(pause)  # ends at once when it is switched off or on, or a key is held
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
        self._overhearing.opens()
        attention, muting, last = Attention(), Muting(), False
        for number, frame in enumerate(frames):
            self._flows = True
            wanted = self._wanted()
            if not number and not wanted.held:  # only now does the microphone deliver: this is the user's cue
                self._emit(self._resting())
            busy = wanted.held or attention.unfinished
            if self._closed or not (busy or (wanted.on and not self._other)):
                return last
            self._overhearing.hears(frame)
            if self._dropped.is_set():
                self._dropped.clear()
                attention.drop()
                self._pause = None
                if wanted.on:
                    self._emit(self._resting())
                continue
            probability = ears.detector.probability(frame)
            # Some speakerphones give zeros while they play; and who holds the key is told when nothing was heard.
            if not self._sounding and muting.feed(frame, probability) and not wanted.held:
                self._emit(Notice(MUTED))
            phase, caught = attention.feed(frame, probability, wanted)
            self._records = self._records or wanted.held
            self._pause = attention.pause
            self._tell(phase, wanted)
            if caught and caught.ended:
                if caught.held and wanted.latched:
                    self.hold(False)
                now = time.monotonic()
                mixed = self._overhearing.mixed(now) if caught.over_speech else None
                caught = replace(caught, mixed=mixed, at=now - caught.quiet)
            if caught:
                self._caught.put(Waiting(caught, ears, self._drops))
            last = bool(caught and caught.ended) or (last and not wanted.on)
        raise MicrophoneMissing("The microphone has stopped. Plug it in again, or type instead.")

    def _wanted(self) -> Wanted:
        speaking = self._sounding and not self._headphones
        held, tapped = self._held, self._held and self._latched
        return Wanted(held, self._on, speaking, self._sleeps, self._ends, self._guess, tapped)

    def _tell(self, phase: Phase | None, wanted: Wanted) -> None:
        if phase and (wanted.held or not wanted.asleep):
            self._emit(phase)
            if phase == Phase("hearing") and not wanted.held:
                self.began()

    def _understand(self) -> None:
        while (waiting := self._caught.get(self._is_stop)) is not None:
            caught = waiting.caught
            try:
                with guarded(HearingError(UNHEARD)):
                    if not self._closed and caught.ended:
                        self._hear(waiting)
                        self._faults = 0
                    elif not self._closed and caught is self._pause:
                        self._guess = self._recognise(caught, waiting.ears)
            except SaysoError as error:
                self._fail(str(error), caught)

    def _is_stop(self, waiting: Waiting) -> bool:
        """Look ahead at one that waits behind others."""
        try:
            with guarded(HearingError(UNHEARD)):
                waiting.guess = self._recognise(waiting.caught, waiting.ears)
        except SaysoError:
            return False  # it will be tried again in its turn, and told then
        return stops(waiting.guess.text)

    def _fail(self, why: str, caught: Caught) -> None:
        """Tell who spoke that it could not be heard; one that fails for ever would else tell it to every noise."""
        if not caught.ended:
            return  # it will be tried again when the utterance is over, and told then
        self._faults += 1
        if self._on and self._faults >= FAULTS:
            self._faults = 0
            self._give_up(DEAF)
            self._wake.set()
        elif caught.held or not (caught.asleep or caught.over_speech):
            self._emit(Notice(why))
            self._emit(self._resting())

    def _recognise(self, caught: Caught, ears: Ears) -> Guess:
        return recognise(caught, ears, () if caught.asleep else self.hotwords)

    def _hear(self, waiting: Waiting) -> None:
        caught = waiting.caught
        guess, self._guess = self._guess, None
        if caught.asleep and caught.utterance.recording.seconds > LONGEST:
            return
        if guess is None or guess.of is not caught.pause:
            guess = waiting.guess or self._recognise(caught, waiting.ears)
        if not caught.held and (caught.asleep or self._sleeps):
            self._hear_asleep(guess, caught)
        elif caught.over_speech:
            self._hear_over_speech(guess, caught)
        else:
            self._take(guess, caught, dropped=caught.dropped or waiting.drops != self._drops)

    def _take(self, guess: Guess, caught: Caught, *, dropped: bool) -> None:
        if stops(guess.text):
            self._stop()
        elif dropped:
            self._emit(self._resting())
            return
        elif not guess.text:
            self._miss(caught)
            return
        self._missed_told = False
        self._submit(Said(guess.text, "spoken", at=caught.at, began=caught.began), guess.ms)

    def _hear_over_speech(self, guess: Guess, caught: Caught) -> None:
        """Of what is heard while Sayso speaks, believe a stop alone: all else may be Sayso itself."""
        said = guess.text if is_stop(guess.text) else "Stop"
        if said != guess.text and not self._stops_over(guess, caught):
            log.debug("taken for our own voice")
            return
        self._stop()
        self._missed_told = False
        self._submit(Said(said, "spoken", at=caught.at, began=caught.began), guess.ms)

    def _stops_over(self, guess: Guess, caught: Caught) -> bool:
        began = caught.at - caught.utterance.recording.seconds - _STILL_HEARD
        return stops_over(guess.text, self._own.since(began))

    def _hear_asleep(self, guess: Guess, caught: Caught) -> None:
        """Wake on a wake phrase that is not our own, stop on a stop; of all else nothing is kept."""
        phrase = "" if caught.over_speech else waking(guess.text)
        if phrase:
            self._asleep, self._missed_told = False, False
            self._submit(Said(phrase, "spoken", at=caught.at, began=caught.began), guess.ms)
        elif is_stop(guess.text) or (caught.over_speech and self._stops_over(guess, caught)):
            self._stop()
        if not phrase:
            self._emit(self._resting())

    def _resting(self) -> Phase:
        if self._sleeps:
            return Phase("asleep")
        return Phase("listening" if self._on else "idle")

    def _miss(self, caught: Caught) -> None:
        """Say that nothing was understood: always to who held the key, to a noisy room only once."""
        if not sounds(caught):
            self._emit(Notice(MUTED))
        elif caught.held or not self._missed_told:
            self._missed_told = not caught.held
            self._emit(Notice(MISSED))
        self._emit(self._resting())
