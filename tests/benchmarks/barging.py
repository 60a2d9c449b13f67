"""How often a stop is heard over Sayso's own voice: `python -m tests.benchmarks.barging`. Figures, not asserts.

Our voice comes back from a loudspeaker that distorts, through a room that echoes for 0.35 s; over it somebody says
"stop" or "be quiet", as loud as it, louder or softer, at four moments. False: what is heard where nobody speaks.
"""

import itertools
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.adapters.whisper import Silero, read_audio
from engine.chain import assemble
from engine.chain.configuring import settings_in
from engine.hearing.attention import OPEN, Attention, Caught, Wanted
from engine.hearing.echo import Overhearing
from engine.hearing.endpointing import Utterance
from engine.hearing.hearing import understand
from engine.hearing.understanding import is_stop
from engine.hearing.waking import stops_over
from engine.store.places import data_folder
from engine.values.errors import NothingHeard
from engine.values.ports import SpeechDetector, Transcriber
from engine.values.sound import FRAME, RATE, Recording

TEXT = (
    "Biotechnology is a multidisciplinary field that involves the integration of natural sciences and engineering in "
    "order to achieve the application of organisms and parts thereof for products and services. The term was first "
    "used by Karl Ereky in nineteen nineteen."
)
SAID = (("en-gb", 140, "stop"), ("en-us+f3", 150, "stop"), ("en-gb-scotland", 150, "stop"), ("en-gb", 150, "be quiet"))
DECIBELS = (6, 0, -6)
MOMENTS = (1.0, 2.3, 3.1, 4.7)
DELAY = 0.12

Samples = NDArray[np.float64]


def spoken(text: str, voice: str, speed: int) -> Samples:
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "said.wav"
        subprocess.run(["espeak-ng", "-v", voice, "-s", str(speed), "-w", str(file), text], check=True)
        return read_audio(file).samples.astype(np.float64)


def roomed(own: Samples, seed: int = 3) -> Samples:
    """What a microphone hears of it, as loud as it was."""
    random = np.random.default_rng(seed)
    times = np.arange(round(0.3 * RATE)) / RATE
    room = 0.25 * random.standard_normal(len(times)) * np.exp(-times * 6.9 / 0.35) * (times > 0.003)
    room[0] = 1.0
    late = np.concatenate([np.zeros(round(DELAY * RATE)), np.convolve(own, room)])[: len(own)]
    return np.tanh(2 * late * _loud(own) / _loud(late)) / 2


def mixed(echo: Samples, said: Samples, at: float, decibels: float) -> Recording:
    """The echo with something said over it, in a room with a little noise."""
    sound = echo + 0.002 * np.random.default_rng(1).standard_normal(len(echo))
    begin = round(at * RATE)
    part = said[: len(sound) - begin] * _loud(echo) / _loud(said) * 10 ** (decibels / 20)
    sound[begin : begin + len(part)] += part
    return Recording((0.5 * sound).astype(np.float32))


def stopped(heard: Recording, own: Samples, detector: SpeechDetector, transcriber: Transcriber) -> float | None:
    """Seconds until a stop was heard in it; None when it was not."""
    attention, overhearing = Attention(), Overhearing()
    overhearing.plays(Recording(own.astype(np.float32)), 0.0)
    detector.reset()
    for at in range(0, len(heard.samples) - FRAME + 1, FRAME):
        frame, now = heard.samples[at : at + FRAME], (at + FRAME) / RATE
        overhearing.hears(frame)
        _, caught = attention.feed(frame, detector.probability(frame), Wanted(on=True, speaking=True))
        if caught and _is_stop(replace(caught, mixed=overhearing.mixed(now)), detector, transcriber):
            return now
    return None


def main() -> None:
    ear = assemble.transcriber(settings_in(data_folder()), data_folder())
    own, detector = spoken(TEXT, "en-us", 180), Silero()
    echo = roomed(own)
    print(f"false: {stopped(mixed(echo, np.full(100, 1e-6), 1.0, -60), own, detector, ear) is not None}")
    for decibels in DECIBELS:
        waits = list[float]()
        for (voice, speed, words), at in itertools.product(SAID, MOMENTS):
            said = spoken(words, voice, speed)
            now = stopped(mixed(echo, said, at, decibels), own, detector, ear)
            if now is not None:
                waits.append(now - at - len(said) / RATE)
        told = f"after {np.median(waits):.1f} s at the median" if waits else ""
        print(f"{decibels:+d} dB: {len(waits)} of {len(SAID) * len(MOMENTS)} heard {told}", flush=True)


def _is_stop(caught: Caught, detector: SpeechDetector, transcriber: Transcriber) -> bool:
    utterance = caught.utterance
    if caught.mixed:
        cleared = caught.mixed.cleared(len(utterance.recording.samples))
        utterance = Utterance(cleared, detector.probabilities(cleared))
    try:
        text = understand(utterance, transcriber, (), OPEN)
    except NothingHeard:
        return False
    return is_stop(text) or stops_over(text, [TEXT])


def _loud(sound: Samples) -> float:
    return float(np.sqrt(np.mean(np.square(sound[np.abs(sound) > 0.01 * np.abs(sound).max()]))))


if __name__ == "__main__":
    main()
