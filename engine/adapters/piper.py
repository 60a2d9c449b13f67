"""A second voice: Piper models run by onnxruntime, phonemes by espeak-ng.

A Piper voice is two files, NAME.onnx and NAME.onnx.json. The model turns phonemes into sound; espeak-ng's program turns
text into phonemes, clause by clause, because it leaves out the marks that give a sentence its melody. What the format
asks for: the phonemes of the text, decomposed (NFD), each looked up in `phoneme_id_map`, with a pad "_" between any
two, "^" before and "$" after.
"""

import json
import logging
import math
import re
import shutil
import subprocess
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.adapters.onnxruntime import REFUSALS, opened
from engine.values.errors import ModelCorrupt, ModelMissing, SpeakingError
from engine.values.sound import Manner, Recording

log = logging.getLogger(__name__)

RATES = (80, 500)

_PROGRAM = "espeak-ng"
_PATIENCE = 10.0
"""Seconds; a clause takes about 20 ms."""
_LONGEST = 1000
"""Characters of one utterance."""
_CLAUSE = re.compile(r"([,;:.!?…]+)(?=\s|$)|\s[–—-]\s")
_LANGUAGE = re.compile(r"\([a-z-]+\)")
"""espeak-ng's note that a word is read as one of another language."""

_NATURAL = 185
"""Words a minute at a length of 1, counted as espeak-ng counts them."""
_FIXED = 0.22
"""The share of the length that does not shrink: a sound cannot be shorter than one step of the model (12 ms)."""
_FASTEST = 300
"""Words a minute that the model speaks well."""
_OCTAVES = 0.6
"""How far a pitch of 0 or 100 lies from the voice's own."""


@dataclass(frozen=True, slots=True)
class _Format:
    """What the .json says. `rate`: samples a second; `ids`: phoneme → numbers of the model's input."""

    rate: int
    espeak: str
    name: str
    ids: dict[str, list[int]]
    noise: float
    length: float
    noise_width: float


class Piper:
    """A Voice. `folder` holds one voice, that must speak `language`; `threads`: of the model. Use it on one thread.

    Rate, volume and pitch are those of the manner. Pitch is shifted by resampling, with the length kept, so that a
    higher voice is also a smaller one. Above 300 words a minute, where the model begins to swallow sounds and soon
    cannot follow at all, what it says at 300 is shortened.
    Raises ModelMissing, ModelCorrupt, and SpeakingError without espeak-ng and for another language.
    """

    def __init__(self, folder: Path, language: str = "en", threads: int = 1) -> None:
        self._program = shutil.which(_PROGRAM)
        if self._program is None:
            raise SpeakingError("The Piper voice needs espeak-ng. Install it with: sudo apt install espeak-ng")
        model = _model(folder)
        self._format = _read(model.with_name(model.name + ".json"))
        if _language(self._format.espeak) != _language(language):
            raise SpeakingError(f"The Piper voice {self._format.name} does not speak the language {language}.")
        self._session = _session(model, threads)

    def synthesize(self, text: str, manner: Manner) -> Recording:
        """See the port. Text without anything to pronounce gives an empty recording."""
        ids = self._ids(self._phonemes(_speakable(text)))
        if not ids:
            return Recording(np.zeros(0, np.float32), self._format.rate)
        higher = 2.0 ** ((manner.pitch - 50) / 50 * _OCTAVES)
        rate = min(max(manner.rate, RATES[0]), RATES[1]) / higher
        samples = self._run(ids, _length(min(rate, _FASTEST)) * self._format.length)
        if rate > _FASTEST:
            samples = _hastened(samples, rate / _FASTEST, self._format.rate)
        return Recording(samples * np.float32(manner.volume / 100), round(self._format.rate * higher))

    def voices(self) -> tuple[str, ...]:
        """See the port: a Piper model is one voice."""
        return (self._format.name,)

    def _phonemes(self, text: str) -> str:
        """Return the phonemes of a text with the marks that end its clauses, as the model was taught them."""
        parts = _CLAUSE.split(text)
        spoken: list[str] = []
        for clause, mark in zip(parts[::2], [*parts[1::2], ""], strict=True):
            sounds = self._pronounced(clause.strip()) if any(c.isalnum() for c in clause) else ""
            if sounds:
                spoken.append(sounds + ((mark or ",")[0].replace("…", ".") if mark != "" else "."))
        return " ".join(spoken)

    def _pronounced(self, clause: str) -> str:
        order = [str(self._program), "-q", "--ipa", "-v", self._format.espeak, "--stdin"]
        try:
            done = subprocess.run(order, input=clause.encode(), capture_output=True, check=True, timeout=_PATIENCE)
        except (OSError, subprocess.SubprocessError) as error:
            raise SpeakingError("Speech output failed, so I only write this.") from error
        return " ".join(_LANGUAGE.sub("", done.stdout.decode("utf-8", "replace")).split())

    def _ids(self, phonemes: str) -> list[int]:
        known = self._format.ids
        sounds = [known[c] for c in unicodedata.normalize("NFD", phonemes) if c in known]
        if not sounds:
            return []
        padded = [number for sound in sounds for number in (*known["_"], *sound)]
        return [*known["^"], *padded, *known["_"], *known["$"]]

    def _run(self, ids: list[int], length: float) -> NDArray[np.float32]:
        given = {
            "input": np.array([ids], np.int64),
            "input_lengths": np.array([len(ids)], np.int64),
            "scales": np.array([self._format.noise, length, self._format.noise_width], np.float32),
        }
        try:
            answer = self._session.run(None, given)[0]
        except REFUSALS as error:
            raise SpeakingError("The Piper voice failed, so I only write this.") from error
        return np.clip(np.asarray(answer, np.float32).reshape(-1), -1.0, 1.0)


def _length(rate: float) -> float:
    """Return the model's length for a rate in words a minute."""
    return (_NATURAL / rate - _FIXED) / (1 - _FIXED)


def _hastened(samples: NDArray[np.float32], factor: float, rate: int) -> NDArray[np.float32]:
    """Shorten speech without raising it: overlapping pieces of 40 ms, each taken where it best goes on (WSOLA)."""
    step, reach = rate // 50, rate // 100
    size = 2 * step
    window = np.hanning(size + 1)[:-1].astype(np.float32)
    source = np.pad(samples, (0, 2 * size + reach))
    places = range(0, int(len(samples) / factor), step)
    hastened = np.zeros((len(places) + 2) * step, np.float32)
    goes_on = 0
    for place in places:
        start = round(place * factor)
        if place:
            low = max(0, start - reach)
            alike = np.correlate(source[low : start + reach + step], source[goes_on : goes_on + step], "valid")
            start = low + int(np.argmax(alike))
        hastened[place : place + size] += source[start : start + size] * window
        goes_on = start + step
    return hastened


def _language(code: str) -> str:
    return code.replace("_", "-").split("-")[0].casefold()


def _speakable(text: str) -> str:
    """Return the text without what cannot be encoded or is no character."""
    plain = text.encode("utf-8", "ignore").decode("utf-8")
    return " ".join("".join(c if c.isprintable() else " " for c in plain).split())[:_LONGEST]


def _model(folder: Path) -> Path:
    found = sorted(path for path in folder.glob("*.onnx") if path.with_name(path.name + ".json").is_file())
    if not found:
        raise ModelMissing(f"There is no Piper voice in {folder}.")
    return found[0]


def _read(file: Path) -> _Format:
    try:
        told = json.loads(file.read_text("utf-8"))
        inference = told["inference"]
        scales = [float(inference[name]) for name in ("noise_scale", "length_scale", "noise_w")]
        ids = {str(sound): [int(number) for number in numbers] for sound, numbers in told["phoneme_id_map"].items()}
        name = str(told.get("dataset") or file.name.split(".", 1)[0])
        format_ = _Format(int(told["audio"]["sample_rate"]), str(told["espeak"]["voice"]), name, ids, *scales)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelCorrupt(f"The file {file.name} of the Piper voice is damaged.") from error
    if not {"_", "^", "$"} <= ids.keys() or format_.rate <= 0 or not all(map(math.isfinite, scales)):
        raise ModelCorrupt(f"The file {file.name} of the Piper voice is damaged.")
    return format_


def _session(model: Path, threads: int) -> Any:
    try:
        return opened(model, threads)
    except REFUSALS as error:
        raise ModelCorrupt(f"The file {model.name} of the Piper voice is damaged.") from error
