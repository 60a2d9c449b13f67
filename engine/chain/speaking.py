"""The speak thread: sentences are synthesised while the one before is still heard, and cut off at once on `stop`.

voice thread   Part --Voice--> recording      speak thread   recording --Player--> sound

Beside a screen reader, whole texts are handed to it instead, one after the other (Settings.screen_reader):
leave   it says them, in its own voice and at its own speed. Where it cannot be asked to (an Orca before 49, another
        one), Sayso speaks itself, or nothing would be heard while Chrome is in front; it leaves out reports of progress
share   Sayso speaks as without one
quiet   Sayso never speaks; the replies in its window are announced to the screen reader all the same
Earcons sound in all three.
"""

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event as Flag
from threading import Thread

from engine.chain.earcons import earcon
from engine.chain.guarding import SILENT, guarded
from engine.chain.queueing import Line, Part, Priority, Text
from engine.replying.pronouncing import pronounced
from engine.values.errors import SpeakingError
from engine.values.ports import Player, ScreenReader, Voice
from engine.values.settings import Settings
from engine.values.sound import Earcon, Recording

log = logging.getLogger(__name__)

_LEAVE_SECONDS = 5.0
_NAMES_SECONDS = 5.0
_LONG, _LONGEST = 150, 300
"""Characters of a sentence from which on it is cut at a comma, and at any blank: a slow voice should soon begin."""
_SENTENCE = re.compile(r"(?<=[.!?…])(?<!\d\.)\s+|(?<=[.!?…][\"”’)])\s+|\n+")
_BREATH = re.compile(rf"(?=.{{{_LONG + 1}}}).{{40,{_LONG}}}[,;:]\s|.{{1,{_LONGEST}}}(?:\s|$)|.{{1,{_LONGEST}}}")
_SECONDS_A_CHARACTER, _SECONDS_MORE = 0.045, 0.3
"""How long a screen reader is taken to speak, at some 240 words a minute: it does not tell when it has finished."""


@dataclass(frozen=True, slots=True)
class Mouth:
    """What is needed to speak. `voice` is called on the voice thread, `player` and `reader` on the speak thread."""

    voice: Callable[[Settings], Voice]
    player: Callable[[], Player]
    reader: ScreenReader | None = None


def _nobody(_: bool) -> None:
    """Nobody wants to know."""


def _not_heard(_: Recording) -> None:
    """Nobody listens meanwhile."""


def _not_said(_: str, __: str) -> None:
    """Nobody waits for it."""


class Speaker:
    """Says what it is given, in order of priority. Its methods return at once and may be called from any thread.

    `notice` gets each reason for silence once, `speaking` True when speech begins and False when there is nothing left
    to say; both are called on the engine's threads, and so are two that may be set: `playing` gets each sound that
    begins to be played, `saying` the text and the words of it that begin to be heard, or would if there were a voice.
    """

    def __init__(
        self,
        mouth: Mouth,
        settings: Settings,
        notice: Callable[[str], None],
        speaking: Callable[[bool], None] = _nobody,
    ) -> None:
        self.playing: Callable[[Recording], None] = _not_heard
        self.saying: Callable[[str, str], None] = _not_said
        self._mouth, self._settings = mouth, settings
        self._notice, self._speaking = notice, speaking
        self._line = Line()
        self._told: set[str] = set()
        self._asked, self._named = Flag(), Flag()
        self._names: tuple[str, ...] = ()
        self._closed = self._sounding = False
        self._threads = (
            Thread(target=self._synthesise, name="voice", daemon=True),
            Thread(target=self._play, name="speak", daemon=True),
        )
        for thread in self._threads:
            thread.start()

    def say(self, text: str, priority: Priority = "reply") -> None:
        """Queue a text, sentence by sentence. What is more important goes first, but lets a sentence end."""
        if not self._closed:
            self._line.add(_parts(Text(text, priority)))

    def cue(self, name: Earcon) -> None:
        """Sound an earcon now, before what waits; none in the middle of speech, nor where they are switched off."""
        if self._settings.earcons and not self._closed:
            self._line.cue(Part("", made=True, recording=earcon(name)))

    def stop(self) -> None:
        """Cut what is heard, and forget what waits."""
        self._line.clear()

    def adjust(self, settings: Settings) -> None:
        """Take over how to speak, from the next sentence on."""
        if not _same_voice(settings, self._settings):
            self._named.clear()
        self._settings = settings
        self._line.unmake()

    def voices(self) -> tuple[str, ...]:
        """Names that Settings.speaker may have; waits for the voice to be there, () when there is none."""
        if not self._named.is_set():
            self._asked.set()
            self._line.wake()
            self._named.wait(_NAMES_SECONDS)
        return self._names

    @property
    def idle(self) -> bool:
        """True when there is nothing left to say."""
        return self._line.idle

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until there is nothing left to say; False if that took longer than `timeout` seconds."""
        return self._line.wait(timeout)

    def close(self) -> None:
        """Be silent and end the threads. Never raises."""
        if self._closed:
            return
        self._closed = True
        self._line.close()
        for thread in self._threads:
            thread.join(_LEAVE_SECONDS)

    def _synthesise(self) -> None:
        voice: Voice | None = None
        built = self._settings
        while not self._closed:
            part = self._line.to_make(self._asked.is_set)
            recording, settings = None, self._settings
            try:
                with guarded(SpeakingError(SILENT)):
                    if self._closed or (part and self._handed(part)):
                        continue
                    if voice is None or not _same_voice(settings, built):
                        voice, built = self._built(settings), settings
                    if part:
                        words = pronounced(part.words, settings.punctuation)
                        recording = voice.synthesize(words, settings.manner)
            except SpeakingError as error:
                self._tell(error)
            if part and settings is self._settings:  # else it is made again, as it should sound now
                self._line.made(part, recording)
            elif part is None:
                self._asked.clear()
                self._named.set()

    def _built(self, settings: Settings) -> Voice:
        voice = self._mouth.voice(settings)
        self._names = voice.voices()
        self._named.set()
        return voice

    def _handed(self, part: Part) -> bool:
        """Decide once who says a text; True when it is not us."""
        text, reader, mode = part.of, self._mouth.reader, self._settings.screen_reader
        if text is None or text.own:
            return False
        if reader is None or mode == "share" or not _able(reader.runs):
            text.own = True  # one that starts in the middle does not get the whole text once more
            return False
        handed = [] if mode == "quiet" else [Part(text.words, text, made=True, handed=True)]
        self._line.replace(text, handed)
        if not handed:
            self.saying(text.words, text.words)
        return True

    def _play(self) -> None:
        player: Player | None = None
        while not self._closed:
            part = self._line.to_hear(speaks=self._sounding)
            if part is None:
                self._over()
                continue
            try:
                with guarded(SpeakingError(SILENT)):
                    player = player or self._mouth.player()
                    self._sound(part, player)
            except SpeakingError as error:
                self._tell(error)
                self._over()
            self._line.heard()

    def _sound(self, part: Part, player: Player) -> None:
        if part.cut.is_set():
            return
        if part.of is not None:
            self.saying(part.of.words, part.words)
        if part.handed:
            self._begin()
            self._let_read(part)
        elif part.recording is not None and len(part.recording.samples):
            if part.of is not None:
                self._begin()
            self.playing(part.recording)
            player.play(part.recording, part.cut)

    def _begin(self) -> None:
        if not self._sounding:
            self._sounding = True
            self._speaking(True)

    def _over(self) -> None:
        if self._sounding:
            self._sounding = False
            self._speaking(False)

    def _let_read(self, part: Part) -> None:
        """Let the screen reader say a text; if it cannot be asked to, say it after all, unless it is of no weight."""
        text, reader = part.of, self._mouth.reader
        if text is None or reader is None:
            return
        if not _able(lambda: reader.present(part.words)):
            text.own = True
            self._line.again(part, [] if text.priority == "progress" else _parts(text))
        elif part.cut.wait(_SECONDS_A_CHARACTER * len(part.words) + _SECONDS_MORE):
            reader.hush()

    def _tell(self, error: SpeakingError) -> None:
        log.info("silent: %s", error)
        if str(error) not in self._told:
            self._told.add(str(error))
            self._notice(str(error))


def _able(ask: Callable[[], bool]) -> bool:
    """What a screen reader answers; False where it fails in a way that nobody foresaw: then we speak ourselves."""
    try:
        with guarded(SpeakingError(SILENT)):
            return ask()
    except SpeakingError:
        return False


def _parts(text: Text) -> list[Part]:
    return [Part(sentence, text) for sentence in sentences(text.words)]


def _same_voice(settings: Settings, built: Settings) -> bool:
    return (settings.voice_engine, settings.language) == (built.voice_engine, built.language)


def sentences(text: str) -> tuple[str, ...]:
    """Cut a text into sentences, and those that are too long at a comma or a blank."""
    parts = (" ".join(part.split()) for part in _SENTENCE.split(text))
    return tuple(piece.strip() for part in parts for piece in _BREATH.findall(part) if piece.strip())
