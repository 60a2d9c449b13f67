"""Speech synthesis by pyttsx3 and espeak-ng. Only synthesis: pyttsx3's own playback cannot be cut short.

Its quirks, and what is done about them: runAndWait returns before the first utterance is finished (wait for its event
instead); it prints to standard output, which --json owns (its `print` is replaced); saving goes to a file (in our
data folder, deleted at once); a rate that is set, or a text that is given, while espeak-ng's own thread is still busy
may be lost (it is waited for before and after); after a failure an engine may hang for good (it is built anew); a
voice that does not exist is an error that breaks the engine (it is looked up first), and setting one resets the pitch
(the voice is set first).
"""

import logging
import os
import tempfile
import wave
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np

from engine.values.errors import SpeakingError
from engine.values.sound import Manner, Recording

log = logging.getLogger(__name__)

RATES = (80, 500)
_LONGEST = 1000
"""Characters of one utterance; callers speak sentence by sentence, so this is a bound and not a limit."""
_PATIENCE = 20.0
"""Seconds; a sentence takes about 15 ms, a thousand characters half a second."""
_TRIES = 3
"""On a busy machine one sentence in some thousands came out empty; silence would pass for "nothing happened"."""
_BY_SEX = {"female": "+f3", "male": "+m3"}
"""Two of espeak-ng's variants, which change how any of its languages sounds."""
_MISSING = "Speech output needs espeak-ng, so I only write. Install it with: sudo apt install espeak-ng"
_BROKEN = "Speech output failed, so I only write this."


class Pyttsx:
    """A Voice. Built and used on one thread: espeak-ng is one per process."""

    def __init__(self, folder: Path, language: str = "en") -> None:
        """Start espeak-ng. `folder` is the data folder; sound files pass through its tmp. Raises SpeakingError."""
        self._folder = folder / "tmp"
        self._language = language
        self._engine = self._started()
        self._names = _names(self._engine, language)

    def synthesize(self, text: str, manner: Manner) -> Recording:
        """See the port. Text without anything to pronounce gives an empty or silent recording."""
        words = _speakable(text)
        if not words:
            return Recording(np.zeros(0, np.float32), 22_050)
        for _ in range(_TRIES):
            spoken = self._synthesize(words, manner)
            if len(spoken.samples) or not any(c.isalnum() for c in words):
                return Recording(spoken.samples * np.float32(manner.volume / 100), spoken.rate)
            log.info("espeak-ng gave no sound for words")
            self._engine = None
        raise SpeakingError(_BROKEN)

    def voices(self) -> tuple[str, ...]:
        """See the port: "female" and "male" in the language, then those that espeak-ng has by its names for them."""
        return (*_BY_SEX, *self._names)

    def _voice(self, wanted: str) -> str:
        """Return espeak-ng's own name for a voice: by its name, part of it, or a language code; else the usual one."""
        asked = wanted.casefold().strip()
        if asked in _BY_SEX:
            return self._language + _BY_SEX[asked]
        whole = [code for name, code in self._names.items() if asked in {name.casefold(), code.casefold()}]
        part = [code for name, code in self._names.items() if asked and asked in name.casefold()]
        return (whole + part + [self._language])[0]

    def _synthesize(self, words: str, manner: Manner) -> Recording:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(suffix=".wav", dir=self._folder)
            os.close(handle)
        except OSError as error:
            raise SpeakingError("Speech output cannot write its file. Free some disk space.") from error
        try:
            self._save(words, name, manner)
            return _read(name)
        finally:
            Path(name).unlink(missing_ok=True)

    def _save(self, words: str, name: str, manner: Manner) -> None:
        if self._engine is None:
            self._engine = self._started()
        engine, finished = self._engine, Event()
        token = engine.connect("finished-utterance", lambda **_: finished.set())
        try:
            engine.setProperty("voice", self._voice(manner.voice))
            engine.setProperty("rate", min(max(manner.rate, RATES[0]), RATES[1]))
            engine.setProperty("pitch", min(max(manner.pitch, 0), 99))
            self._settle()
            engine.save_to_file(words, name)
            engine.runAndWait()
        except (RuntimeError, ValueError, ReferenceError) as error:
            self._engine = None
            raise SpeakingError(_BROKEN) from error
        if not finished.wait(_PATIENCE):
            self._engine = None
            raise SpeakingError(_BROKEN)
        engine.disconnect(token)
        self._settle()

    def _started(self) -> Any:
        try:
            # Imported here: without libespeak-ng the import itself fails, and Sayso must start all the same.
            from pyttsx3.drivers import _espeak, espeak
            from pyttsx3.engine import Engine

            vars(espeak)["print"] = log.debug
            self._settle = _espeak.Synchronize
            engine = Engine("espeak")
            engine.setProperty("voice", self._language)
            engine.runAndWait()  # settings are held back until it has run once
        except (ImportError, RuntimeError, OSError, ValueError) as error:
            raise SpeakingError(_MISSING) from error
        return engine


def _names(engine: Any, language: str) -> dict[str, str]:
    """Return name → language code of espeak-ng's voices, those of the language first."""
    found = {voice.name.strip(): (voice.languages or [""])[0] for voice in engine.getProperty("voices")}
    first = language.replace("_", "-").split("-")[0].casefold()
    return dict(sorted(found.items(), key=lambda named: named[1].casefold().split("-")[0] != first))


def _speakable(text: str) -> str:
    """Return the text without what would end a C string early or cannot be encoded."""
    plain = text.encode("utf-8", "ignore").decode("utf-8")
    return " ".join("".join(c if c.isprintable() or c == "\u200d" else " " for c in plain).split())[:_LONGEST]


def _read(name: str) -> Recording:
    try:
        with wave.open(name, "rb") as file:
            rate, data = file.getframerate(), file.readframes(file.getnframes())
    except (wave.Error, EOFError, OSError) as error:
        raise SpeakingError(_BROKEN) from error
    return Recording(np.frombuffer(data, "<i2").astype(np.float32) / 32768.0, rate)
