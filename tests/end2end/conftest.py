"""The whole program, as a child process: real Chromium, Whisper, ranker, language model and voice."""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.adapters.whisper import Silero, Whisper, read_audio
from engine.hearing.hearing import hear
from tests.conftest import Speech
from tests.program import Program

Arguments = Callable[..., list[str]]
Ear = Callable[..., str]
HeardBack = Callable[..., str]
DataFolder = Callable[..., Path]


@pytest.fixture(scope="session")
def ear(models: Path) -> Ear:
    """ear(file, *names) → what Whisper hears in it; `names` are those that a listener knows to be on the page."""
    whisper = Whisper(models / "whisper-base", 1)
    return lambda file, *names: hear(read_audio(file), Silero(), whisper, names)


@pytest.fixture
def heard_back(sayso: Program, ear: Ear, data_folder: DataFolder) -> HeardBack:
    """heard_back(sentence, *names) → what a listener makes of it when the program speaks it, not too fast."""
    folder = data_folder("rate = 130", "voice")

    def listen(sentence: str, *names: str) -> str:
        file = folder / "spoken.wav"
        run = sayso("speak", sentence, "--wav", file, SAYSO_DATA=str(folder))
        assert run.returncode == 0, run.stderr
        return ear(file, *names)

    return listen


@pytest.fixture
def typed() -> Arguments:
    """typed(*sentences) → arguments of `sayso do`."""
    return lambda *sentences: [word for sentence in sentences for word in ("--then", sentence)]


@pytest.fixture
def spoken(speech: Speech) -> Arguments:
    """spoken(*sentences) → arguments of `sayso do`, each sentence a recording."""
    return lambda *sentences: [word for sentence in sentences for word in ("--wav", str(speech(sentence)))]


@pytest.fixture(params=["typed", "spoken"])
def told(request: pytest.FixtureRequest) -> Arguments:
    """Both ways of telling Sayso, one after the other."""
    arguments: Arguments = request.getfixturevalue(request.param)
    return arguments


@pytest.fixture
def data_folder(models: Path, tmp_path: Path) -> DataFolder:
    """data_folder("page_seconds = 2") → a data folder of its own with these settings, for SAYSO_DATA."""

    def make(settings: str = "", name: str = "data") -> Path:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "models").symlink_to(models.resolve(), target_is_directory=True)
        if settings:
            (folder / "settings.toml").write_text(settings, encoding="utf-8")
        return folder

    return make
