"""What is heard in a room in which nobody speaks: `python -m tests.benchmarks.noise`. Twenty minutes of made noise.

Hands-free as the listener hears it (Silero, endpointing, Whisper, gate), with the key held over it, and once more as
if the speech detector took everything for speech, so that Whisper and the gate stand alone.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.adapters.whisper import Silero
from engine.chain import assemble
from engine.chain.configuring import settings_in
from engine.hearing.attention import OPEN, Attention, Caught, Wanted
from engine.hearing.endpointing import Endpointing, Utterance
from engine.hearing.hearing import FILE, understand
from engine.store.places import data_folder
from engine.values.errors import NothingHeard
from engine.values.ports import SpeechDetector, Transcriber
from engine.values.sound import FRAME, RATE, Recording, Transcript
from tests.noises import NOISES

MINUTES = 4
SEED = 4
HELD_SECONDS = 6.0
HELD_SHARE = 4
"""One in so many stretches is also heard with the key held."""


@dataclass
class Kept:
    """A transcriber that remembers what it made of each recording, before anything is believed."""

    inner: Transcriber
    made: list[Transcript] = field(default_factory=list)

    def transcribe(self, recording: Recording, hotwords: Sequence[str] = ()) -> Transcript:
        self.made.append(self.inner.transcribe(recording, hotwords))
        return self.made[-1]


def utterances(recording: Recording, detector: SpeechDetector) -> Iterator[Caught]:
    """What a listener would try to understand."""
    attention = Attention()
    for at in range(0, len(recording.samples) - FRAME + 1, FRAME):
        frame = recording.samples[at : at + FRAME]
        _, caught = attention.feed(frame, detector.probability(frame), Wanted(on=True))
        if caught and caught.ended:
            yield caught


def words_of(utterance: Utterance, transcriber: Transcriber, bounds: Endpointing) -> str:
    """Return the words that are believed, "" for none."""
    try:
        return understand(utterance, transcriber, (), bounds)
    except NothingHeard:
        return ""


def held(recording: Recording, detector: SpeechDetector) -> Iterator[Utterance]:
    size = round(HELD_SECONDS * RATE)
    for at in range(0, len(recording.samples) - size + 1, size * HELD_SHARE):
        part = Recording(recording.samples[at : at + size])
        yield Utterance(part, detector.probabilities(part))


def fooled(recording: Recording) -> Iterator[Utterance]:
    """Stretches of one to four seconds of which the detector is sure."""
    at, count = 0, 0
    while at < len(recording.samples) - 4 * RATE:
        size = (1 + count % 4) * RATE // FRAME * FRAME
        part = Recording(recording.samples[at : at + size])
        yield Utterance(part, np.full(size // FRAME, 0.9, np.float32))
        at, count = at + size + 5 * RATE, count + 1


def main() -> None:
    ear = Kept(assemble.transcriber(settings_in(data_folder()), data_folder()))
    print("                        minutes  utterances  transcribed  believed  faster than real time")
    for name, noise in NOISES.items():
        recording = noise(60.0 * MINUTES, SEED)
        _measure(f"{name}, hands-free", recording, ear, (c.utterance for c in utterances(recording, Silero())), OPEN)
        _measure(f"{name}, key held", recording, ear, held(recording, Silero()), FILE)
        _measure(f"{name}, gate alone", recording, ear, fooled(recording), OPEN)


def _measure(name: str, recording: Recording, ear: Kept, parts: Iterable[Utterance], bounds: Endpointing) -> None:
    start, count, believed = time.monotonic(), 0, 0
    print(f"{name:23} {recording.seconds / 60:7.1f}", end="")
    told = list[str]()
    for part in parts:
        ear.made.clear()
        words = words_of(part, ear, bounds)
        count, believed = count + 1, believed + bool(words)
        for made in ear.made:
            told.append(f"    {'BELIEVED' if words else 'rejected'}: {made.text[:70]!r} ({_figures(made)})")
    took = max(time.monotonic() - start, 0.001)
    print(f" {count:11} {len(told):12} {believed:9} {recording.seconds / took:9.0f} times")
    print("\n".join(told), flush=True)


def _figures(made: Transcript) -> str:
    return f"log-probability {made.log_probability:.2f}, no speech {made.no_speech:.2f}"


if __name__ == "__main__":
    main()
