"""How long speech goes on after stop: `python -m tests.benchmarks.stopping`.

Needs a default input that hears the default output, for example PulseAudio with only a null sink (its monitor is then
the default input). What is reported includes the delay of the input, so it is an upper bound.
"""

import tempfile
import time
from pathlib import Path
from threading import Event, Thread

import numpy as np

from engine.chain import assemble
from engine.values.errors import MicrophoneMissing
from engine.values.settings import Settings

LONG = "This is a long sentence that goes on about lighthouses and ships and the sea, and it does not end soon. " * 3
TURNS = 10
LOUD = 0.003


def main() -> None:
    heard: list[tuple[float, float]] = []
    opened, over, begun = Event(), Event(), Event()
    ears = Thread(target=_listen, args=(heard, opened, over))
    ears.start()
    opened.wait()
    if not ears.is_alive():
        return
    with tempfile.TemporaryDirectory() as scratch:
        speaker = assemble.speaker(Settings(), Path(scratch), print, lambda on: begun.set() if on else None)
        tails = []
        for turn in range(TURNS):
            begun.clear()
            speaker.say(LONG)
            begun.wait()
            time.sleep(1 + 0.13 * turn)
            stopped = time.monotonic()
            speaker.stop()
            time.sleep(0.8)
            tails.append(1000 * (max(at for at, level in heard if level > LOUD) - stopped))
        speaker.close()
    over.set()
    ears.join()
    print(f"last sound after stop: median {np.median(tails):.0f} ms, most {max(tails):.0f} ms, of {TURNS}")


def _listen(heard: list[tuple[float, float]], opened: Event, over: Event) -> None:
    try:
        with assemble.microphone(Settings()).open() as frames:
            for frame in frames:
                heard.append((time.monotonic(), float(np.abs(frame).max())))
                opened.set()
                if over.is_set():
                    return
    except MicrophoneMissing as error:
        print(error)
    opened.set()


if __name__ == "__main__":
    main()
