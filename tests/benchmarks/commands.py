"""How many spoken commands are understood as the right one: `python -m tests.benchmarks.commands [--json]`.

Two voices of espeak-ng and one of Piper (where piper-joe is installed, or by --piper FOLDER), three rates each, clean
and with pink noise at 10 dB. The whole path: speech detection, the recogniser that is set with the names of a page as
hotwords, the gate, the reading of the words. Right is what is the same command as the typed words, or for commands
still to come the same words.
"""

import argparse
import json
import statistics
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from engine.adapters.piper import Piper
from engine.adapters.whisper import Silero, read_audio
from engine.chain import assemble
from engine.chain.configuring import settings_in
from engine.commanding.phrases import understand
from engine.hearing.hearing import hear
from engine.hearing.measuring import words_of
from engine.hearing.resampling import resample
from engine.hearing.understanding import normalise
from engine.store.places import data_folder
from engine.store.shelf import path_of
from engine.values.errors import ModelMissing, NothingHeard
from engine.values.ports import Transcriber
from engine.values.sound import RATE, Manner, Recording

ESPEAK = ("en-us", "en-gb")
RATES = (130, 160, 190)
PAGE = (
    "Teapot",
    *("Basket", "Checkout", "News", "Sign in", "Search", "Breakfast", "Menu", "Name", "Contact us", "Weather", "Sport"),
    "Your account",
)
"""The names on the page: some are said, some are not."""

COMMANDS = tuple(
    " ".join(command.split())
    for command in """
wake up|start listening|go to sleep|stop listening|stop|be quiet|cancel|never mind|what can I say|help|show commands|
show numbers|hide numbers|click five|number seven|the second one|click checkout|click link news|press sign in|
tap basket|focus on search|check breakfast|uncheck breakfast|expand menu|scroll down|scroll up|page down|
scroll down a little|start scrolling down|stop scrolling|scroll to top|top of page|scroll to bottom|go back|go forward|
refresh the page|reload|open Wikipedia|go to BBC News|go to address bar|search for lighthouse|
search the web for blue mugs|new tab|close tab|next tab|previous tab|go to tab three|zoom in|zoom out|zoom reset|
find teapot|find next|read page|start reading|read below|continue reading|next line|previous line|next word|
next paragraph|next sentence|spell that|say title|where am I|speak focus|next heading|previous heading|
next heading level two|list headings|next link|previous link|next unvisited link|list links|where does this link go|
next form field|previous form field|next edit box|next button|next checkbox|next combo box|list form fields|
next landmark|next region|go to main content|next table|next list|next graphic|next row|next column|read row|
read headers|activate that|press enter|press tab|press escape|click that|type hello into name|type scroll down|
dictate good morning|scratch that|delete that|select all|select that|replace London with Paris|correct that|spell out|
go to end|go to beginning|new line|new paragraph|undo that|redo that|repeat that|again|command mode|dictation mode|yes|
confirm|yes I am sure|no|do it|speak faster|speak slower|speak louder|speak softer|command history|what did I just do|
what did you hear|choose microphone
""".split("|")
)
_QUIET = 0.0005
"""Root mean square of the noise of a quiet room around the clean clips."""
_AROUND = 0.5
"""Seconds before and after the words."""


@dataclass(frozen=True, slots=True)
class Trial:
    said: str
    voice: str
    rate: int
    noisy: bool
    heard: str
    verdict: str
    seconds: float


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--piper", type=Path, metavar="FOLDER", help="a Piper voice; otherwise piper-joe if installed")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth command")
    given = parser.parse_args(arguments)
    ear = assemble.transcriber(settings_in(data_folder()), data_folder())
    ear.warm()
    trials = []
    for trial in _trials(ear, _piper(given.piper), COMMANDS[:: given.every]):
        trials.append(trial)
        if not given.json and trial.verdict != "right":
            noise = "noisy" if trial.noisy else "clean"
            so_far = [one for one in trials if one.noisy == trial.noisy]
            print(f"{trial.voice} {trial.rate} {noise}: {trial.said} → {trial.heard or '(nothing)'}", end="")
            print(f" ({sum(one.verdict == 'right' for one in so_far)} of {len(so_far)} right)", flush=True)
    if given.json:
        print(json.dumps({"summary": _summary(trials), "trials": [asdict(trial) for trial in trials]}))
    else:
        print("\n".join(f"{name}: {told}" for name, told in _summary(trials).items()))


def _piper(folder: Path | None) -> Piper | None:
    try:
        return Piper(folder or path_of(data_folder(), "piper-joe").parent)
    except ModelMissing:
        return None


def _trials(ear: Transcriber, piper: Piper | None, commands: tuple[str, ...]) -> Iterator[Trial]:
    random = np.random.default_rng(5)
    for voice in (*ESPEAK, *(("piper",) if piper else ())):
        for rate in RATES:
            for said in commands:
                words = _spoken(said, voice, rate, piper)
                for noisy in (False, True):
                    start = time.perf_counter()
                    heard = _heard(_in_room(words, noisy, random), ear)
                    seconds = time.perf_counter() - start
                    yield Trial(said, voice, rate, noisy, heard, _verdict(said, heard), round(seconds, 3))


def _spoken(said: str, voice: str, rate: int, piper: Piper | None) -> NDArray[np.float32]:
    if piper and voice == "piper":
        return resample(piper.synthesize(said, Manner(rate)), RATE).samples
    with TemporaryDirectory() as scratch:
        file = Path(scratch) / "said.wav"
        subprocess.run(["espeak-ng", "-v", voice, "-s", str(rate), "-w", str(file), said], check=True)
        return read_audio(file).samples


def _in_room(words: NDArray[np.float32], noisy: bool, random: np.random.Generator) -> Recording:
    """The words with half a second before and after; the noise is 10 dB below the mean power of the words."""
    level = float(np.sqrt(np.mean(np.square(words)))) / 10**0.5 if noisy else _QUIET
    around = np.zeros(round(_AROUND * RATE), np.float32)
    samples = np.concatenate([around, words, around])
    return Recording(samples + np.float32(level) * pink(len(samples), random))


def pink(count: int, random: np.random.Generator) -> NDArray[np.float32]:
    """Noise of as much power in every octave, with a root mean square of 1."""
    spectrum = np.fft.rfft(random.normal(size=count))
    spectrum[1:] /= np.sqrt(np.arange(1, len(spectrum)))
    noise = np.fft.irfft(spectrum, count)
    return np.asarray(noise / np.sqrt(np.mean(np.square(noise))), np.float32)


def _heard(recording: Recording, ear: Transcriber) -> str:
    try:
        return hear(recording, Silero(), ear, PAGE)
    except NothingHeard:
        return ""


def _verdict(said: str, heard: str) -> str:
    if not heard:
        return "rejected"
    meant, found = understand(normalise(said)), understand(heard)
    same = meant is not None and repr(meant).casefold() == repr(found).casefold()
    return "right" if same or words_of(said) == words_of(heard) else "wrong"


def _summary(trials: list[Trial]) -> dict[str, str]:
    """Right, wrong and rejected for each voice and rate, and the commands that go wrong most often."""
    told: dict[str, str] = {}
    for noisy in (False, True):
        noise = "noise at 10 dB" if noisy else "clean"
        some = [trial for trial in trials if trial.noisy == noisy]
        told[noise] = _share(some)
        for voice in dict.fromkeys(trial.voice for trial in some):
            for rate in RATES:
                told[f"{noise}, {voice}, {rate} words a minute"] = _share(
                    [trial for trial in some if (trial.voice, trial.rate) == (voice, rate)]
                )
        worst = Counter(trial.said for trial in some if trial.verdict != "right").most_common(12)
        told[f"{noise}, most often not right"] = ", ".join(f"{said} ({count})" for said, count in worst) or "none"
    told["median seconds from the whole clip to the command"] = (
        f"{statistics.median(trial.seconds for trial in trials):.2f}"
    )
    return told


def _share(trials: list[Trial]) -> str:
    counts = Counter(trial.verdict for trial in trials)
    share = 100 * counts["right"] / len(trials) if trials else 0.0
    wrong, rejected = counts["wrong"], counts["rejected"]
    return f"{share:.1f} % right ({counts['right']} of {len(trials)}, {wrong} wrong, {rejected} rejected)"


if __name__ == "__main__":
    main()
