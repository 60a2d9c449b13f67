"""`sayso hear` and `sayso speak`: one ear, one mouth, no browser."""

import io
import json
import sys
import wave
from pathlib import Path
from threading import Event

import numpy as np

from engine.chain import assemble
from engine.values.errors import SpeakingError
from engine.values.settings import Settings
from engine.values.sound import Recording


def hear(file: Path, settings: Settings, folder: Path, *, as_json: bool) -> int:
    """Print what is said in a sound file. Raises HearingError, ModelError."""
    text, took = assemble.heard_in(file, lambda: assemble.transcriber(settings, folder))
    print(json.dumps({"event": "heard", "text": text, "ms": took}, ensure_ascii=False) if as_json else text)
    return 0


def speak(text: str, wav: Path | None, settings: Settings, folder: Path) -> int:
    """Say a text aloud, or write it to `wav` (16 bit, mono). Raises SpeakingError."""
    if not text.strip():
        raise SpeakingError('There is nothing to say. Give some text, for example: sayso speak "Hello".')
    recording = assemble.voice(settings, folder).synthesize(text, settings.manner)
    if wav is None:
        assemble.player().play(recording, Event())
        return 0
    try:
        _write(recording, wav)
    except OSError as error:
        raise SpeakingError(f"I cannot write {wav}: {error.strerror}. Choose another file.") from error
    print(f"Wrote {wav}, {recording.seconds:.1f} seconds.", file=sys.stderr)
    return 0


def _write(recording: Recording, path: Path) -> None:
    whole = np.clip(recording.samples * 32767, -32768, 32767).astype("<i2")
    data = io.BytesIO()  # what cannot be written then fails in one place, and not once more when the writer is dropped
    with wave.open(data, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(recording.rate)
        file.writeframes(whole.tobytes())
    path.write_bytes(data.getvalue())
