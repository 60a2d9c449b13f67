"""Is every part of Sayso there, and does it work? Each check uses the part for real."""

import importlib.metadata
import os
import platform
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from threading import Event

import numpy as np

from engine.adapters.chrome import find
from engine.chain import assemble
from engine.chain.configuring import settings_in
from engine.chain.record import unwritable
from engine.hearing.endpointing import in_frames
from engine.hearing.muting import level
from engine.store.places import in_words
from engine.values.errors import MicrophoneMissing, SaysoError, StorageError
from engine.values.ports import Prompt
from engine.values.settings import Settings
from engine.values.sound import RATE, Recording

LEAST_SPACE = 500_000_000
LISTEN_SECONDS = 1.0
_SOUNDS = frozenset({".wav", ".flac", ".mp3", ".ogg", ".oga", ".opus", ".m4a"})


@dataclass(frozen=True, slots=True)
class Check:
    """One part: what was found, its version, whether it works, and what to do if not ("" when it works)."""

    part: str
    found: str
    version: str
    works: bool
    advice: str = ""
    needed: bool = True


Found = tuple[str, str]
"""What was found, and its version."""


def check(settings: Settings, folder: Path) -> tuple[Check, ...]:
    """Try every part in turn; nothing here raises for a part that is missing."""
    parts: tuple[tuple[str, bool, Callable[[], Found]], ...] = (
        ("Python", True, lambda: (platform.python_implementation(), platform.python_version())),
        ("settings", True, lambda: _settings(folder)),
        ("data folder", True, lambda: _data(folder)),
        ("Chrome and its driver", True, lambda: _browser(settings, folder)),
        ("speech recognition", True, lambda: _transcriber(settings, folder)),
        ("page ranking", True, lambda: _encoder(settings, folder)),
        ("language model", True, lambda: _model(settings, folder)),
        ("voice", True, lambda: _voice(settings, folder)),
        ("loudspeaker", False, _loudspeaker),
        ("microphone", False, lambda: _microphone(settings)),
        ("display for the window", False, _display),
    )
    return tuple(_tried(part, needed, trial) for part, needed, trial in parts)


def _tried(part: str, needed: bool, trial: Callable[[], Found]) -> Check:
    try:
        found, version = trial()
    except SaysoError as error:
        return Check(part, "", "", False, str(error), needed)
    return Check(part, found, version, True, "", needed)


def _settings(folder: Path) -> Found:
    settings_in(folder)
    file = folder / "settings.toml"
    return f"{file}" if file.exists() else "none set, so all are as usual", ""


def _data(folder: Path) -> Found:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".probe").write_text("probe", "utf-8")
        (folder / ".probe").unlink()
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise StorageError(unwritable(folder, error)) from error
    if free < LEAST_SPACE:
        raise StorageError(f"Only {in_words(free)} are free in {folder}. Free some space.")
    return f"{folder}, {in_words(free)} free", ""


def _browser(settings: Settings, folder: Path) -> Found:
    chrome = find()
    browser = assemble.browser(replace(settings, headless=True), folder)  # a check should not show a window
    try:
        browser.capture()
    finally:
        browser.close()
    return f"{chrome.browser} and {chrome.driver}", f"{chrome.version} and {chrome.driver_version}"


def _transcriber(settings: Settings, folder: Path) -> Found:
    assemble.transcriber(settings, folder).transcribe(Recording(np.zeros(RATE // 2, np.float32)))
    name = assemble.RECOGNISERS.get(settings.recogniser, settings.recogniser)
    return name, f"faster-whisper {importlib.metadata.version('faster-whisper')}"


def _encoder(settings: Settings, folder: Path) -> Found:
    assemble.parts(settings, folder).encoder().encode(["a button"])
    return assemble.ENCODER, f"onnxruntime {importlib.metadata.version('onnxruntime')}"


def _model(settings: Settings, folder: Path) -> Found:
    assemble.parts(settings, folder).model().complete(Prompt("Yes or no? ", ""), 'root ::= "yes" | "no"', Event(), 4)
    return assemble.LANGUAGE_MODEL, f"llama-cpp-python {importlib.metadata.version('llama-cpp-python')}"


def _voice(settings: Settings, folder: Path) -> Found:
    other: list[str] = []
    spoken = assemble.voice(settings, folder, other.append).synthesize("Ready", settings.manner)
    piper = settings.voice_engine == "piper" and not other
    name, library = (assemble.PIPER, "onnxruntime") if piper else ("espeak-ng", "pyttsx3")
    found = f"{name}, {spoken.seconds:.1f} seconds of sound"
    return ". ".join([found, *other]).removesuffix("."), f"{library} {importlib.metadata.version(library)}"


def _loudspeaker() -> Found:
    assemble.player().play(Recording(np.zeros(RATE // 10, np.float32)), Event())
    return "default output", f"sounddevice {importlib.metadata.version('sounddevice')}"


def _microphone(settings: Settings) -> Found:
    told: list[str] = []
    wanted, microphone = settings.microphone, assemble.microphone(settings, told.append)
    if Path(wanted).suffix.lower() in _SOUNDS and not Path(wanted).exists():
        raise MicrophoneMissing(f"The file {wanted} is not there. Mend the setting microphone, or delete it.")
    try:
        with microphone.open() as frames:
            samples = np.concatenate(list(islice(frames, in_frames(LISTEN_SECONDS))))
    except MicrophoneMissing as error:
        if wanted and microphone.name == wanted:  # none at all could be opened
            raise MicrophoneMissing(f"The microphone {wanted} cannot be used. {error}") from error
        raise
    found = level(samples)
    if found == "silent":
        raise MicrophoneMissing(
            f"{microphone.name} is muted: it gives no sound at all. Switch it on, or choose another."
        )
    said = f"{' '.join(told)} " if told else ""
    advice = ": speak closer to it, or turn it up" if found == "very quiet" else ""
    version = f"sounddevice {importlib.metadata.version('sounddevice')}"
    return f"{said}{microphone.name}, its level is {found}{advice}", version


def _display() -> Found:
    shown = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY") or ""
    if not shown and platform.system() == "Linux":
        raise SaysoError("There is no display, so the window cannot open. Use: sayso chat --headless")
    return shown or platform.system(), f"PySide6 {importlib.metadata.version('PySide6-Essentials')}"
