"""A stop over Sayso's own voice, as it comes back from the loudspeaker through a room."""

from pathlib import Path

import numpy as np
import pytest

from engine.adapters.whisper import Silero, Whisper
from tests.benchmarks.barging import TEXT, mixed, roomed, spoken, stopped

SILENT = np.full(100, 1e-6)


@pytest.mark.parametrize(("words", "at"), [("stop", 3.1), ("be quiet", 2.3), ("", 1.0)])
def test_a_stop_as_loud_as_our_own_voice_is_heard(models: Path, speech: object, words: str, at: float) -> None:
    own = spoken(TEXT, "en-us", 180)
    heard = mixed(roomed(own), spoken(words, "en-gb", 150) if words else SILENT, at, 0.0 if words else -60.0)
    when = stopped(heard, own, Silero(), Whisper(models / "whisper-base"))
    assert (when is not None) == bool(words)
    assert when is None or at < when < at + 3.0
