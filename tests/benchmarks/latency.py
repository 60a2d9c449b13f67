"""How long after the last word the text is there: `python -m tests.benchmarks.latency [--rounds 1]`.

Figures, not asserts, for an idle machine. Twenty commands of about a second, spoken by espeak-ng, are played in real
time into the Listener with Silero and Whisper, as the program uses them: with the key held, let go as soon as the last
sound is over, and hands-free, where the silence that ends a command comes on top.
"""

import argparse
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event as Flag

import numpy as np

from engine.adapters.whisper import Silero, read_audio
from engine.chain import assemble
from engine.chain.configuring import settings_in
from engine.chain.listening import Ears, Listener
from engine.hearing.sources import ArrayMicrophone
from engine.store.places import data_folder
from engine.values.event import Event, Notice, Phase
from engine.values.settings import Settings
from engine.values.sound import RATE, Recording, Said

COMMANDS = (
    *("Scroll down.", "Go back.", "Open Wikipedia.", "Click add to basket.", "What can I say?", "Where am I?"),
    *(
        "Read the page.",
        "Next heading.",
        "Go to the top.",
        "Close this tab.",
        "Search for lighthouse.",
        "Speak slower.",
    ),
    *("Press send booking.", "Zoom in.", "Tick breakfast.", "List the links.", "Open the shop.", "Reload the page."),
    *("Click volcano.", "Stop reading."),
)
VOICES = (("en-us", 150), ("en-gb", 160))
ASKED = {"push-to-talk": 0.8, "hands-free": 0.5}
IDLE = 0.5
"""Load below which nobody else works on the machine."""
PATIENCE = 30.0
LOUD = 0.01
BETWEEN = 1.0


@dataclass
class Scene:
    """A listener, and when what came of it came, by time.monotonic()."""

    microphone: ArrayMicrophone
    events: list[tuple[float, Event | Said]] = field(default_factory=list)
    changed: Flag = field(default_factory=Flag)

    def emit(self, event: Event | Said) -> None:
        self.events.append((time.monotonic(), event))
        self.changed.set()

    def wait(self, is_it: Callable[[Event | Said], bool]) -> float:
        """When the first such event came, since events were last cleared; infinity if none does."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.changed.clear()
            if found := [at for at, event in list(self.events) if is_it(event)]:
                return found[0]
            self.changed.wait(0.5)
        return float("inf")


def commands(folder: Path) -> list[tuple[str, Recording]]:
    """The commands with their sound, without any silence at either end."""
    clips = []
    for number, said in enumerate(COMMANDS):
        voice, speed = VOICES[number % len(VOICES)]
        file = folder / f"{number}.wav"
        subprocess.run(["espeak-ng", "-v", voice, "-s", str(speed), "-w", str(file), said], check=True)
        samples = read_audio(file).samples
        loud = np.flatnonzero(np.abs(samples) > LOUD)
        clips.append((said, Recording(samples[loud[0] : loud[-1] + 1])))
    return clips


def answered(event: Event | Said) -> bool:
    return isinstance(event, Said | Notice)


def held(scene: Scene, listener: Listener, clip: Recording) -> tuple[float, float, str]:
    """Seconds from the end of speech to the text, and from letting go of the key; the text."""
    scene.events.clear()
    listener.hold(True)
    scene.wait(lambda event: event == Phase("listening"))
    scene.microphone.hear(clip)
    scene.microphone.played.wait(PATIENCE)
    listener.hold(False)
    let_go = time.monotonic()
    at = scene.wait(answered)
    return at - scene.microphone.ended_at, at - let_go, text_of(scene)


def hands_free(scene: Scene, _: Listener, clip: Recording) -> tuple[float, float, str]:
    """Seconds from the end of speech to the text, and from the end of the silence that ends a command; the text.

    A listener may take a command as over sooner or later than that, by what it has understood so far.
    """
    scene.events.clear()
    scene.microphone.hear(clip)
    whole = scene.wait(answered) - scene.microphone.ended_at
    return whole, whole - Settings().end_silence, text_of(scene)


def text_of(scene: Scene) -> str:
    return next((event.text for _, event in scene.events if isinstance(event, Said | Notice)), "")


def measured(
    way: Callable[[Scene, Listener, Recording], tuple[float, float, str]],
    scene: Scene,
    listener: Listener,
    clips: Sequence[tuple[str, Recording]],
) -> list[tuple[float, float, bool]]:
    results = []
    for said, clip in clips:
        whole, part, text = way(scene, listener, clip)
        right = text.casefold().strip(" .?!") == said.casefold().strip(" .?!")
        print(f"  {said:<24} {clip.seconds:.1f} s → {whole:5.2f} s, {part:5.2f} s  {text if not right else ''}")
        results.append((whole, part, right))
        time.sleep(BETWEEN)
    return results


def report(name: str, results: Sequence[tuple[float, float, bool]], of: str) -> None:
    for what, times in (
        ("the end of speech", sorted(whole for whole, _, _ in results)),
        (of, sorted(part for _, part, _ in results)),
    ):
        p95 = times[min(len(times) - 1, round(0.95 * len(times)))]
        print(f"{name}: after {what} {statistics.median(times):.2f} s (median), {p95:.2f} s (p95)")
    right = sum(right for _, _, right in results)
    print(f"{name}: asked {ASKED[name]} s; {right} of {len(results)} word for word")


def load() -> str:
    now, cores = os.getloadavg()[0], os.cpu_count() or 1
    return f"load {now:.1f} on {cores} cores{'' if now < IDLE else ': not idle, so these figures are too high'}"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--threads", type=int, default=0, help="for Whisper; 0: by the free cores")
    given = parser.parse_args(arguments)
    folder = data_folder()
    whisper = assemble.transcriber(replace(settings_in(folder), threads=given.threads), folder)
    whisper.warm()
    print(load())
    microphone = ArrayMicrophone(Recording(np.zeros(RATE // 2, np.float32)))
    scene = Scene(microphone)
    listener = Listener(
        lambda: Ears(microphone, Silero(), whisper), lambda said, _: scene.emit(said), lambda: None, scene.emit
    )
    with tempfile.TemporaryDirectory() as scratch:
        clips = commands(Path(scratch)) * given.rounds
    try:
        pushed = measured(held, scene, listener, clips)
        listener.adjust(Settings())
        listener.listen(True)
        scene.microphone.played.wait(PATIENCE)
        free = measured(hands_free, scene, listener, clips)
    finally:
        listener.close()
    report("push-to-talk", pushed, "the key was let go")
    report("hands-free", free, f"{Settings().end_silence} s of silence")
    print(load())


if __name__ == "__main__":
    main()
