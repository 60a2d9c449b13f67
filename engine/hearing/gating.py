"""Was it speech, and may what Whisper made of it be believed? Pure.

Whisper invents polite phrases for silence and repeats itself on noise, both with high confidence, so no single figure
can be trusted; each rule below needs a second sign, and a spoken "stop" passes them all.
"""

import re
from dataclasses import dataclass

import numpy as np

from engine.hearing.understanding import is_stop
from engine.values.sound import Recording, Transcript

FLOOR = 0.003
"""Root mean square of the loudest tenth of a second; below it there is only the noise of the sound card."""

NO_SPEECH = 0.6
LOW_CONFIDENCE = -1.0
"""Whisper's own pair of thresholds; it holds a window silent only when both are passed."""

UNSURE = -1.0
FEW_WORDS = 4
"""Of short commands, clean and in noise, nothing below this was heard right; what is made of noise mostly is below."""

NOISY_NO_SPEECH = 0.25
NOISY_CONFIDENCE = -0.65
"""Both together are rare in speech; keys that clatter, heard as "click", have them."""

DOUBTFUL_NO_SPEECH = 0.3
DOUBTFUL_CONFIDENCE = -0.7
DOUBTFUL_SECONDS = 0.5
"""With any of these, a phrase that Whisper is known to invent is taken as invented."""

REPEATS = 5
WORDS_A_SECOND = 8.0
WORDS_FREE = 4
"""People speak two to five words a second; the free words allow for speech the detector did not count."""

_INVENTED = re.compile(
    r"(thank you( (so|very) much)?( for (watching|listening))?|thanks( for (watching|listening))?|bye( bye)?|you|so"
    r"|(please )?(like and )?subscribe.*|(subtitles|captions|transcription|translated) by .*|the end|see you( .*)?"
    r"|music|applause|silence|oh|hmm+|mm+|uh+|i'm sorry)"
)


@dataclass(frozen=True, slots=True)
class Accepted:
    text: str


@dataclass(frozen=True, slots=True)
class Rejected:
    reason: str


def level(recording: Recording) -> float:
    """Return the root mean square of the loudest tenth of a second, 0…1."""
    size = max(1, recording.rate // 10)
    samples = recording.samples
    windows = [samples[at : at + size] for at in range(0, len(samples), size)]
    return max((float(np.sqrt(np.mean(np.square(window)))) for window in windows), default=0.0)


def gate(transcript: Transcript, speech: float) -> Accepted | Rejected:
    """Believe a transcript or not; `speech` is the seconds of speech it was made from."""
    text = " ".join(transcript.text.split())
    words = re.findall(r"\w+(?:['’]\w+)*", text.casefold())
    if not words:
        return Rejected("no words")
    if is_stop(text):
        return Accepted(text)
    if transcript.no_speech > NO_SPEECH and transcript.log_probability < LOW_CONFIDENCE:
        return Rejected("not speech")
    if transcript.log_probability < UNSURE and len(words) <= FEW_WORDS:
        return Rejected("a guess")
    if transcript.no_speech > NOISY_NO_SPEECH and transcript.log_probability < NOISY_CONFIDENCE:
        return Rejected("noise more likely than words")
    if repeats(words) >= REPEATS:
        return Rejected("the same words over and over")
    if len(words) > WORDS_FREE + WORDS_A_SECOND * speech:
        return Rejected("more words than fit into the time")
    if _INVENTED.fullmatch(" ".join(words)) and _doubtful(transcript, speech):
        return Rejected("a phrase that is heard in silence")
    return Accepted(text)


def repeats(words: list[str]) -> int:
    """Return how often the most repeated run of one to nine words follows itself."""
    best = 1 if words else 0
    for size in range(1, 10):
        count = 1
        for at in range(size, len(words) - size + 1, size):
            count = count + 1 if words[at : at + size] == words[at - size : at] else 1
            best = max(best, count)
    return best


def _doubtful(transcript: Transcript, speech: float) -> bool:
    return (
        transcript.no_speech > DOUBTFUL_NO_SPEECH
        or transcript.log_probability < DOUBTFUL_CONFIDENCE
        or speech < DOUBTFUL_SECONDS
    )
