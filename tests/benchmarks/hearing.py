"""How many short commands are heard exactly: `python -m tests.benchmarks.hearing`. Synthetic speech, no hints."""

import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from engine.chain import assemble
from engine.chain.configuring import settings_in
from engine.store.places import data_folder
from engine.values.errors import HearingError
from engine.values.ports import Transcriber

VOICES = (("en-us", 150), ("en-gb", 160))
COMMANDS = (
    *("search for biotechnology", "Search the encyclopedia for biotechnology", "search for photosynthesis"),
    *("open the shop", "add to basket", "click add to basket", "press send booking", "type Anna Berg into full name"),
    *("set arrival date to 24 December 2026", "scroll down", "yes", "no", "stop", "go back", "tick breakfast"),
    *("choose double in room", "book a table for two", "search for lighthouse", "click volcano", "what can I say"),
    *("where am I", "type two into guests", "open Wikipedia", "search for blue mugs", "yes please"),
    "press place order",
)


def main() -> None:
    ear = assemble.parts(settings_in(data_folder()), data_folder()).transcriber
    right = 0
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "said.wav"
        for voice, speed in VOICES:
            for said in COMMANDS:
                subprocess.run(["espeak-ng", "-v", voice, "-s", str(speed), "-w", str(file), said], check=True)
                heard = _heard(file, ear)
                right += heard.lower().strip(" .") == said.lower()
                print(f"{voice}: {said} → {heard}")
    print(f"exactly right: {right} of {len(VOICES) * len(COMMANDS)}")


def _heard(file: Path, ear: Callable[[], Transcriber]) -> str:
    try:
        return assemble.heard_in(file, ear)[0]
    except HearingError as error:
        return f"({error})"


if __name__ == "__main__":
    main()
