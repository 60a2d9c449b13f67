"""All that the window and the terminal know of the engine: one object, a few verbs, a stream of events."""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event as Flag
from threading import Lock, Thread

from engine import replying
from engine.chain import assemble
from engine.chain.queueing import Priority
from engine.chain.session import Session
from engine.commanding.commands import No, Stop
from engine.commanding.phrases import understand
from engine.values.errors import SaysoError
from engine.values.event import Adjusted, Event, Finished, Notice, Phase, Replied
from engine.values.settings import Settings
from engine.values.sound import Earcon, Said

log = logging.getLogger(__name__)

_LEAVE_SECONDS = 20.0
_TO_BE_HEARD = 0.3
"""Seconds that must have been heard of a question before anything said can be an answer to it."""
_JUST_NOW = 0.5
"""Seconds within which a spoken "stop" may have been carried out before it arrives as an utterance."""


class Conversation:
    """A running Sayso. Every method returns at once; results arrive at `emit`, called on the engine's threads.

    Turns run one after the other on the act thread, which alone builds and uses the browser and the models' state.
    Raises SaysoError when the data folder cannot be used.
    """

    def __init__(self, settings: Settings, folder: Path, emit: Callable[[Event], None]) -> None:
        self._emit, self._settings = emit, settings
        self._work: SimpleQueue[Callable[[Session], None] | None] = SimpleQueue()
        self._busy, self._voiced = Flag(), Flag()
        self._ended = Finished("done", False, "", "", 0.0)
        self._stopped_at = -_JUST_NOW
        self._ready_cue = False
        self._last_cue: Earcon | None = None
        self._reply, self._reply_heard = "", inf
        self._kept: list[tuple[str, Priority]] = []
        self._keeping = Lock()
        self._parts = assemble.parts(settings, folder)
        own = assemble.equipment(folder, lambda: self._speaker.voices(), lambda: self._hears)
        self._session = assemble.session(settings, folder, self._parts, self._report, own)
        self._speaker = assemble.speaker(settings, folder, self._notice, self._speaking, self._told)
        self._listener = assemble.listener(settings, folder, self._heard, self._stop_now, self._report)
        self._listener.began, self._listener.released = self._begun, self._say_kept
        self._speaker.playing = self._listener.plays
        self._speaker.saying = self._saying
        self._act = Thread(target=self._run, name="act", daemon=True)

    def start(self, url: str = "") -> None:
        """Load the models and open the browser in the background; Phase("idle") follows when ready."""
        self._emit(Phase("starting"))
        self._parts.preload()
        self._listener.warm()
        self._work.put(lambda session: self._open(session, url))
        self._act.start()

    def submit(self, said: Said) -> None:
        """Take one utterance. Speech is cut; turns run one after the other; "stop" ends the one that runs."""
        if said.at == inf:  # it may wait: a yes must not answer what was asked meanwhile
            said = replace(said, at=time.monotonic())
        if said.source == "spoken":
            said = replace(said, began=min(said.began, said.at))
        command = understand(said.text)
        if isinstance(command, Stop) and self._was_enough(said):
            return
        if isinstance(command, No) and self._busy.is_set():
            self._stop_now()
        self._hush()
        self._work.put(lambda session: self._take(session, said))
        self._session.hurry.set()

    def _begun(self) -> None:
        """Look at the page while the user still speaks, unless there is something else to do."""
        if self._work.empty() and not self._busy.is_set():
            self._work.put(self._prepare)

    def stop(self) -> None:
        """Cut speech within 150 ms, end the running turn, forget what waits; in silence, also say no to a question."""
        quiet = self._speaker.idle and not self._busy.is_set()
        self._halt()
        if quiet and self._ended.question:
            self.submit(Said("stop", "button"))

    def _heard(self, said: Said, ms: float) -> None:
        self.submit(replace(said, ms=ms, at=min(said.at, time.monotonic() - ms / 1000)))
        if not isinstance(understand(said.text), Stop):
            self._speaker.cue("heard")

    def _halt(self) -> None:
        self._listener.drop()
        self._stop_now()

    def _stop_now(self) -> None:
        """End the turn, the speech and what waits, but not what is being said: after a spoken stop it is meant."""
        if self._busy.is_set() or not self._speaker.idle:
            self._stopped_at = time.monotonic()
        self._hush()
        while True:
            try:
                if self._work.get_nowait() is None:
                    self._work.put(None)
                    break
            except Empty:
                break
        self._session.stop.set()
        self._session.hurry.set()

    def hold(self, pressed: bool) -> None:
        """Push-to-talk: record while pressed, then transcribe and submit."""
        self._ready_cue = self._ready_cue or pressed
        self._listener.hold(pressed)
        if pressed:
            self._hush()

    def latch(self) -> None:
        """Push-to-talk by a tap: go on recording until the user falls silent."""
        self._listener.latch()

    def listen(self, on: bool) -> None:
        """Hands-free: listen for utterances until switched off."""
        self._ready_cue = on
        self._listener.listen(on)

    def close(self) -> None:
        """End threads, browser and driver. Never raises."""
        self._halt()
        self._listener.close()
        self._work.put(None)
        if self._act.ident is not None:
            self._act.join(_LEAVE_SECONDS)
            if self._act.is_alive():
                log.warning("the act thread did not end in %.0f seconds", _LEAVE_SECONDS)
        else:
            self._session.close()
        self._speaker.close()

    def _was_enough(self, said: Said) -> bool:
        """Stop what runs or is spoken; True when that is all that "stop" meant (an open question wants an answer)."""
        self._stop_now()
        if said.source != "spoken":
            self._listener.drop()
        if self._ended.question or time.monotonic() - self._stopped_at > _JUST_NOW:
            return False
        if not self._busy.is_set():
            self._emit(self._ended)
        return True

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            work(self._session)
        self._session.close()

    def _open(self, session: Session, url: str) -> None:
        try:
            title = session.open(url)
        except SaysoError as error:
            self._report(Notice(str(error)))
        else:
            self._listener.hotwords = session.names
            if title:
                self._report(Notice(replying.ready(title)))
            else:
                self._say(replying.ready(title), "notice")  # the status line says the same
        self._report(Phase("idle"))

    def _take(self, session: Session, said: Said) -> None:
        self._busy.set()
        self._listener.hotwords = ()  # a question may come of it, and the page must not have a say in the answer
        session.take(replace(said, early=self._early(said)))
        self._listener.hotwords = session.names
        if self._ended.question and session.stop.is_set() and self._work.empty():  # stopped when it had just been asked
            self.submit(Said("stop", "button"))

    def _early(self, said: Said) -> bool:
        """True for what was begun before the question that is open could be heard, or seen where none is spoken."""
        asked = self._ended.question or self._ended.status == "asked"
        return asked and said.source == "spoken" and said.began < self._reply_heard + _TO_BE_HEARD

    def _saying(self, text: str, words: str) -> None:
        """Some words of a text begin to be heard."""
        self._listener.spoken(words)
        if text == self._reply:
            self._reply_heard = min(self._reply_heard, time.monotonic())

    def _prepare(self, session: Session) -> None:
        session.hurry.clear()
        if self._work.empty():  # whoever comes after this sets the flag again
            session.prepare()
            self._listener.hotwords = session.names

    def _report(self, event: Event) -> None:
        """Pass an event on; speak a reply; call the time after a turn what it is, idle or speaking."""
        match event:
            case Finished():
                self._ended = event
                self._busy.clear()
                self._cue_end(event)
            case Phase("idle"):
                event = self._resting()
            case Phase("listening") if self._ready_cue:
                self._ready_cue = False
                if self._speaker.idle:
                    self._speaker.cue("listening")
                else:
                    self._last_cue = "listening"  # after the words that it is being switched on
            case Replied(text):
                self._reply, self._reply_heard = text, inf if self._settings.voice else time.monotonic()
                self._say(text, "reply")
            case Notice(text):
                self._say(text, "progress" if replying.goes_on(text) else "notice")
            case Adjusted():
                self._emit(event)  # first, since what comes of it may be told at once
                self._adjust(event)
                return
        self._emit(event)

    def _say(self, text: str, priority: Priority) -> None:
        if not self._settings.voice:
            return
        with self._keeping:
            if not self._listener.held:
                self._speaker.say(text, priority)
            elif priority != "progress":
                self._kept.append((text, priority))

    def _say_kept(self) -> None:
        """Say what came while the key was held: into the open microphone it would have been the user's words."""
        with self._keeping:
            kept, self._kept = self._kept, []
            for text, priority in kept:
                self._speaker.say(text, priority)

    def _hush(self) -> None:
        """The user speaks, types or wants silence: nothing of what was said before is of use any more."""
        self._last_cue = None
        with self._keeping:
            self._kept.clear()
        self._speaker.stop()

    def _cue_end(self, ended: Finished) -> None:
        """How a turn has ended, as a sound.

        "listening" sounds when the microphone really delivers, after the key was pressed or listening switched on, and
        "heard" when an utterance was understood: between the two ends of a turn there is else nothing to be heard.
        Words say what was done or why not, so "done" and "failed" sound only where nothing is spoken. "asked" comes
        after the words of a question: it is the user's turn.
        """
        cue: Earcon = "asked" if ended.status == "asked" else "done" if ended.status == "done" else "failed"
        if self._speaker.idle and not self._kept:
            self._speaker.cue(cue)
        elif cue == "asked":
            self._last_cue = cue

    def _adjust(self, change: Adjusted) -> None:
        """Carry out what the user has changed by word."""
        if change.name == "listening":
            self.listen(bool(change.value))
            return
        if change.name == "asleep":
            if change.value or self._hears:
                self._ready_cue = not change.value
                self._listener.sleep(bool(change.value))
            else:
                self.listen(True)
            return
        self._settings = replace(self._settings, **{change.name: change.value})  # type: ignore[arg-type]
        self._speaker.adjust(self._settings)
        self._listener.adjust(self._settings)
        if change.name == "microphone":
            self._listener.use(assemble.microphone(self._settings, lambda text: self._report(Notice(text))))

    @property
    def _hears(self) -> bool:
        """True while listening hands-free, awake or asleep."""
        return self._listener.on or self._listener.asleep

    def _told(self, text: str) -> None:
        self._report(Notice(text))

    def _notice(self, text: str) -> None:
        """Show why there is no voice, where one is wanted; it cannot be spoken."""
        if self._settings.voice:
            self._emit(Notice(text, spoken=False))

    def _speaking(self, on: bool) -> None:
        """Half-duplex: what the microphone hears while we speak is mostly ourselves."""
        self._listener.speaking(on)
        if on:
            self._voiced.set()
        else:
            self._voiced.clear()
            if cue := self._last_cue:
                self._last_cue = None
                self._speaker.cue(cue)
        if not self._busy.is_set():
            self._emit(self._resting())

    def _resting(self) -> Phase:
        """What Sayso does between turns."""
        if self._voiced.is_set():
            return Phase("speaking")
        if self._listener.asleep:
            return Phase("asleep")
        return Phase("listening" if self._listener.on else "idle")
