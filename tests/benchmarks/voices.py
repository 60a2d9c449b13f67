"""The voices beside each other: `python -m tests.benchmarks.voices`.

For each rate: how long a sentence lasts and takes to make, and what share of its words Whisper hears rightly.
"""

import re
import tempfile
import time
from difflib import SequenceMatcher
from pathlib import Path

import numpy as np

from engine.adapters.whisper import Whisper
from engine.chain import assemble
from engine.hearing.resampling import resample
from engine.store import data_folder, path_of
from engine.values.ports import Voice
from engine.values.settings import Settings
from engine.values.sound import RATE, Manner, Recording

RATES = (80, 120, 180, 240, 300, 350, 400, 450, 500)
SENTENCES = (
    "You are on the page Bees, with three headings and many links to other pages about insects.",
    "I found two links with that name. Which one, the first or the second?",
    "I wrote hello world into the search field, but I have not sent it yet.",
    "The page is still loading. Say stop to end it.",
)


def main() -> None:
    whisper = Whisper(path_of(data_folder(), assemble.WHISPER), 1)
    with tempfile.TemporaryDirectory() as scratch:
        for engine in ("espeak", "piper"):
            told: list[str] = []
            settings = Settings(voice_engine=engine)
            # The data folder is where models are; the sound files of espeak-ng must not pass through it here.
            where = data_folder() if engine == "piper" else Path(scratch)
            voice = assemble.voice(settings, where, told.append)
            print(f"{engine}{': ' + told[0] if told else ''}")
            for rate in RATES:
                _row(voice, whisper, rate)


def _row(voice: Voice, whisper: Whisper, rate: int) -> None:
    seconds, took, words, right = 0.0, [], 0, 0
    for sentence in SENTENCES:
        start = time.monotonic()
        spoken = voice.synthesize(sentence, Manner(rate))
        took.append(time.monotonic() - start)
        seconds += spoken.seconds
        meant, heard = _words(sentence), _words(_heard(whisper, spoken))
        words += len(meant)
        right += sum(block.size for block in SequenceMatcher(None, meant, heard).get_matching_blocks())
    pace = round(60 * words / seconds)
    made = f"made in {1000 * np.median(took):3.0f} ms"
    print(f"  {rate:3} words a minute: {pace:3} spoken, {made}, {right / words:4.0%} heard")


def _heard(whisper: Whisper, spoken: Recording) -> str:
    return whisper.transcribe(resample(spoken, RATE)).text


def _words(text: str) -> list[str]:
    figures = {"2": "two", "3": "three"}
    return [figures.get(word, word) for word in re.findall(r"[a-z0-9]+", text.lower())]


if __name__ == "__main__":
    main()
