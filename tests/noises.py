"""Sounds of a room in which nobody speaks, made from a seed: each at most 0.3 loud, 16 kHz."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engine.values.sound import RATE, Recording

Samples = NDArray[np.float64]
Noise = Callable[[float, int], Recording]
"""Seconds and seed → recording."""


def silence(seconds: float, seed: int) -> Recording:
    """The noise of a sound card, with a mains hum."""
    random, times = _start(seconds, seed)
    return _made(0.0008 * random.standard_normal(len(times)) + 0.0005 * np.sin(2 * np.pi * 50 * times))


def fan(seconds: float, seed: int) -> Recording:
    """Pink noise that swells slowly, with the tone of the blades."""
    random, times = _start(seconds, seed)
    swell = 1 + 0.4 * np.sin(2 * np.pi * times / 7 + random.uniform(0, 6))
    tone = random.uniform(90, 240)
    blades = np.sum([np.sin(2 * np.pi * tone * k * times + random.uniform(0, 6)) / k for k in range(1, 6)], axis=0)
    return _made(swell * (random.uniform(0.03, 0.1) * pink(random, len(times)) + 0.01 * blades))


def clatter(seconds: float, seed: int) -> Recording:
    """A keyboard: clicks of 5 to 30 ms in two parts, in bursts of typing, over the noise of the room."""
    random, times = _start(seconds, seed)
    sound = 0.002 * random.standard_normal(len(times))
    at = 0.3
    while at < seconds - 0.3:
        for delay, loud in ((0.0, random.uniform(0.1, 0.6)), (random.uniform(0.05, 0.12), random.uniform(0.05, 0.25))):
            _add(sound, at + delay, loud * _click(random))
        at += random.exponential(0.13) + 0.06 if random.random() < 0.93 else random.uniform(0.6, 2.5)
    return _made(sound)


def music(seconds: float, seed: int) -> Recording:
    """Notes with overtones and vibrato in chords, over a beat."""
    random, times = _start(seconds, seed)
    sound = 0.001 * random.standard_normal(len(times))
    beat = random.uniform(0.3, 0.7)
    for count in range(int((seconds - 1) / beat)):
        for _ in range(random.integers(1, 4)):
            _add(sound, count * beat, 0.08 * _note(random, beat * random.choice([0.9, 1.8])))
        if count % 2:
            _add(sound, count * beat, 0.15 * _click(random))
    return _made(sound)


def humming(seconds: float, seed: int) -> Recording:
    """Hummed or sung vowels without words: a pulse train through formants, gliding from note to note."""
    random, times = _start(seconds, seed)
    sound = 0.001 * random.standard_normal(len(times))
    at = 0.4
    while at < seconds - 2:
        length = random.uniform(0.25, 1.2)
        _add(sound, at, 0.12 * _vowel(random, length))
        at += length + (0.02 if random.random() < 0.6 else random.uniform(0.3, 1.5))
    return _made(sound)


def breathing(seconds: float, seed: int) -> Recording:
    """Breath on a near microphone: bursts of band noise, in and out, now and then with a puff."""
    random, times = _start(seconds, seed)
    sound = 0.001 * random.standard_normal(len(times))
    at = 0.5
    while at < seconds - 3:
        for low, high, length in ((600, 3500, random.uniform(0.7, 1.3)), (250, 2200, random.uniform(0.9, 1.8))):
            _add(sound, at, random.uniform(0.03, 0.15) * _band(random, low, high, length))
            at += length + random.uniform(0.1, 0.4)
        if random.random() < 0.3:
            _add(sound, at, 0.3 * _band(random, 20, 300, 0.15))
        at += random.uniform(0.3, 1.5)
    return _made(sound)


NOISES: dict[str, Noise] = {
    "silence": silence,
    "fan": fan,
    "keyboard": clatter,
    "music": music,
    "humming": humming,
    "breathing": breathing,
}


def pink(random: np.random.Generator, count: int) -> Samples:
    """Pink noise with a root mean square of one."""
    spectrum = np.fft.rfft(random.standard_normal(count))
    spectrum /= np.sqrt(np.maximum(np.arange(len(spectrum)), 1))
    noise: Samples = np.fft.irfft(spectrum, count)
    return _even(noise)


def _start(seconds: float, seed: int) -> tuple[np.random.Generator, Samples]:
    return np.random.default_rng(seed), np.arange(round(seconds * RATE)) / RATE


def _made(sound: Samples) -> Recording:
    return Recording(np.clip(sound, -0.95, 0.95).astype(np.float32))


def _add(sound: Samples, at: float, part: Samples) -> None:
    begin = round(at * RATE)
    part = part[: max(0, len(sound) - begin)]
    sound[begin : begin + len(part)] += part


def _click(random: np.random.Generator) -> Samples:
    length = random.uniform(0.005, 0.03)
    times = np.arange(round(length * RATE)) / RATE
    ring = np.sin(2 * np.pi * random.uniform(1500, 5000) * times)
    click: Samples = np.exp(-times * 5 / length) * (0.7 * random.standard_normal(len(times)) + 0.5 * ring)
    return click


def _note(random: np.random.Generator, length: float) -> Samples:
    times = np.arange(round(length * RATE)) / RATE
    pitch = 110 * 2 ** (random.choice([0, 2, 3, 5, 7, 8, 10, 12, 15, 17, 19, 22, 24]) / 12)
    phase = 2 * np.pi * pitch * times + 0.2 * np.sin(2 * np.pi * 5.5 * times)
    shape = np.minimum(times / 0.02, 1) * np.exp(-times * 2 / length)
    note: Samples = shape * np.sum([np.sin(k * phase) / k**1.3 for k in range(1, 7)], axis=0)
    return note


def _vowel(random: np.random.Generator, length: float) -> Samples:
    times = np.arange(round(length * RATE)) / RATE
    pitch = random.uniform(110, 260) * 2 ** (np.linspace(0, random.uniform(-4, 4), len(times)) / 12)
    phase = 2 * np.pi * np.cumsum(pitch) / RATE + 0.15 * np.sin(2 * np.pi * 5 * times)
    peaks = np.array([random.uniform(250, 800), random.uniform(800, 2300), random.uniform(2400, 3100)])
    harmonics = range(1, int(4000 / float(pitch.max())))
    heights = [float(np.sum(np.exp(-(((k * float(pitch.mean()) - peaks) / 110) ** 2)))) + 0.02 for k in harmonics]
    voice = np.sum([h * np.sin(k * phase) for k, h in zip(harmonics, heights, strict=True)], axis=0)
    shape = np.minimum(np.minimum(times / 0.05, 1), (times[-1] - times) / 0.08 + 0.01)
    sung: Samples = np.minimum(shape, 1) * _even(voice)
    return sung


def _band(random: np.random.Generator, low: float, high: float, length: float) -> Samples:
    count = round(length * RATE)
    spectrum = np.fft.rfft(random.standard_normal(count))
    pitches = np.fft.rfftfreq(count, 1 / RATE)
    spectrum[(pitches < low) | (pitches > high)] = 0
    return np.sin(np.pi * np.arange(count) / count) * _even(np.fft.irfft(spectrum, count))


def _even(sound: Samples) -> Samples:
    return sound / float(np.sqrt(np.mean(np.square(sound))))
