"""The speak thread: sentences are synthesised while the one before is still heard, and cut off at once on `stop`.

voice thread   sentence --Voice--> recording      speak thread   recording --Player--> sound

Every sentence carries the flag of its generation. `stop` raises that flag and begins a new generation, so nothing
that was queued before can be heard after, without a lock.
"""

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from queue import Queue
from threading import Event as Flag
from threading import Thread

from engine.values.errors import SpeakingError
from engine.values.ports import Player, Voice
from engine.values.sound import Manner, Recording

log = logging.getLogger(__name__)

_AHEAD = 2
"""Sentences synthesised before they are needed."""
_LEAVE_SECONDS = 5.0
_LONGEST = 300
_SENTENCE = re.compile(r"(?<=[.!?…])(?<!\d\.)\s+|(?<=[.!?…][\"”’)])\s+|\n+")
_BREATH = re.compile(rf".{{1,{_LONGEST}}}(?:(?<=,)\s|\s|$)|.{{1,{_LONGEST}}}")


@dataclass(frozen=True, slots=True, eq=False)
class _Sentence:
    text: str
    cut: Flag


def _nobody(_: bool) -> None:
    """Nobody wants to know."""


class Speaker:
    """Says what it is given, in order. Its methods return at once and may be called from any thread.

    `manner` may be changed at any time. `notice` gets each reason for silence once, `speaking` True
    when sound begins and False when there is nothing left to say; both are called on the engine's threads.
    """

    def __init__(
        self,
        build_voice: Callable[[], Voice],
        build_player: Callable[[], Player],
        manner: Manner,
        notice: Callable[[str], None],
        speaking: Callable[[bool], None] = _nobody,
    ) -> None:
        self.manner = manner
        self._build_voice, self._build_player = build_voice, build_player
        self._notice, self._speaking = notice, speaking
        self._texts: Queue[_Sentence | None] = Queue()
        self._sounds: Queue[tuple[_Sentence, Recording | None] | None] = Queue(_AHEAD)
        self._cut = Flag()
        self._told: set[str] = set()
        self._closed = False
        self._threads = (
            Thread(target=self._synthesise, name="voice", daemon=True),
            Thread(target=self._play, name="speak", daemon=True),
        )
        for thread in self._threads:
            thread.start()

    def say(self, text: str) -> None:
        """Queue a text, sentence by sentence."""
        cut = self._cut
        if not self._closed:
            for sentence in sentences(text):
                self._texts.put(_Sentence(sentence, cut))

    def stop(self) -> None:
        """Cut the sentence that is heard, and forget those that wait."""
        cut, self._cut = self._cut, Flag()
        cut.set()

    @property
    def idle(self) -> bool:
        """True when there is nothing left to say."""
        return not self._texts.unfinished_tasks

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until there is nothing left to say; False if that took longer than `timeout` seconds."""
        with self._texts.all_tasks_done:
            return self._texts.all_tasks_done.wait_for(lambda: self.idle, timeout)

    def close(self) -> None:
        """Be silent and end the threads. Never raises."""
        if self._closed:
            return
        self._closed = True
        self.stop()
        self._texts.put(None)
        for thread in self._threads:
            thread.join(_LEAVE_SECONDS)

    def _synthesise(self) -> None:
        voice: Voice | None = None
        while (sentence := self._texts.get()) is not None:
            recording = None
            if not sentence.cut.is_set():
                try:
                    voice = voice or self._build_voice()
                    recording = voice.synthesize(sentence.text, self.manner)
                except SpeakingError as error:
                    self._tell(error)
            self._sounds.put((sentence, recording))
        self._sounds.put(None)

    def _play(self) -> None:
        player = self._build_player()
        sounding = False
        while (sound := self._sounds.get()) is not None:
            sentence, recording = sound
            if recording is not None and len(recording.samples) and not sentence.cut.is_set():
                if not sounding:
                    self._speaking(True)
                sounding = self._played(player, recording, sentence.cut)
            self._texts.task_done()
            if sounding and self.idle:
                self._speaking(False)
                sounding = False
        self._texts.task_done()

    def _played(self, player: Player, recording: Recording, cut: Flag) -> bool:
        try:
            player.play(recording, cut)
        except SpeakingError as error:
            self._tell(error)
            self._speaking(False)
            return False
        return True

    def _tell(self, error: SpeakingError) -> None:
        log.info("silent: %s", error)
        if str(error) not in self._told:
            self._told.add(str(error))
            self._notice(str(error))


def sentences(text: str) -> tuple[str, ...]:
    """Cut a text into sentences, and those that are too long to be cut off in good time at a blank."""
    parts = (" ".join(part.split()) for part in _SENTENCE.split(text))
    return tuple(piece.strip() for part in parts for piece in _BREATH.findall(part) if piece.strip())
