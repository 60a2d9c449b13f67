"""What every test gets: a data folder of its own, no network but loopback, and nothing left behind.

Unexpected warnings are made errors by `filterwarnings` in pyproject.toml.
"""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import platformdirs
import pytest

from tests import leftovers
from tests.guard import sitecustomize
from tests.program import Program
from tests.sites.server import Site

Speech = Callable[..., Path]


@dataclass(frozen=True, slots=True)
class House:
    """Where the tests of this run live. `data` is SAYSO_DATA; its `models` links to the installed ones."""

    data: Path
    attempts: Path


@pytest.fixture(scope="session", autouse=True)
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Redirect every folder that programs write to, guard the network, and look for leftovers at the end."""
    installed = Path(os.environ.get("SAYSO_DATA") or platformdirs.user_data_path("sayso", appauthor=False)) / "models"
    folder = tmp_path_factory.mktemp("house")
    house = House(folder / "data", folder / "attempts.txt")
    house.data.mkdir()
    house.attempts.touch()
    (house.data / "models").symlink_to(installed.resolve(), target_is_directory=True)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in _environment(folder, house).items():
            patch.setenv(name, value)
        restore = sitecustomize.install(house.attempts)
        yield house
        restore()
        left = leftovers.after_patience(lambda: leftovers.children() | leftovers.marked(str(house.data)))
    assert not left, f"Processes outlived the tests: {left}"


def _environment(folder: Path, house: House) -> dict[str, str]:
    home = folder / "home"
    folders = {
        "HOME": home,
        "XDG_CACHE_HOME": home / ".cache",
        "XDG_CONFIG_HOME": home / ".config",
        "XDG_DATA_HOME": home / ".local/share",
        "XDG_STATE_HOME": home / ".local/state",
        "XDG_RUNTIME_DIR": home / "run",
        "HF_HOME": home / ".cache/huggingface",
    }
    for path in folders.values():
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
    return {
        **{name: str(path) for name, path in folders.items()},
        "SAYSO_DATA": str(house.data),
        "SAYSO_TEST_NETWORK": str(house.attempts),
        "HF_HUB_OFFLINE": "1",
        "SE_OFFLINE": "true",
        "SE_AVOID_STATS": "true",
        "QT_QPA_PLATFORM": "offscreen",
    }


@pytest.fixture(autouse=True)
def tidy(house: House, request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that leaves a thread or a process behind, or that tried to reach the network."""
    threads, children = leftovers.threads(), leftovers.children()
    house.attempts.write_text("")
    yield
    running = leftovers.after_patience(lambda: leftovers.threads() - threads)
    living = leftovers.after_patience(lambda: leftovers.children() - children)
    assert not running, f"Threads outlived the test: {running}"
    assert not living, f"Processes outlived the test: {living}"
    tried = house.attempts.read_text().split()
    assert not tried or "attempts" in request.fixturenames, f"The test tried to reach the network: {tried}"


@pytest.fixture
def attempts(house: House) -> Callable[[], list[str]]:
    """For tests of being offline, which may try: the hosts that were tried so far."""
    return lambda: house.attempts.read_text().split()


@pytest.fixture(scope="session")
def models(house: House) -> Path:
    """The folder of the installed models, a link: a test that breaks a model file works on a copy."""
    folder = house.data / "models"
    if not folder.is_dir() or not any(folder.iterdir()):
        pytest.fail("The models are not installed. Run “make run” or “sayso models install” first.", pytrace=False)
    return folder


@pytest.fixture(scope="session")
def server(house: House) -> Iterator[Site]:
    with Site() as site:
        yield site


@pytest.fixture
def site(server: Site) -> Site:
    """Our test sites on loopback, with nothing remembered of earlier tests."""
    server.reset()
    return server


@pytest.fixture(scope="session")
def speech(house: House, tmp_path_factory: pytest.TempPathFactory) -> Speech:
    """speech(text, voice="en-us", speed=150) → a WAV file at 22.05 kHz; the same words give the same file."""
    program = shutil.which("espeak-ng")
    if not program:
        pytest.fail("espeak-ng is not installed. Run “make setup” or install the package espeak-ng.", pytrace=False)
    folder = tmp_path_factory.mktemp("speech")

    def speak(text: str, voice: str = "en-us", speed: int = 150) -> Path:
        file = folder / f"{hashlib.sha256(repr((text, voice, speed)).encode()).hexdigest()[:16]}.wav"
        if not file.exists():
            command = [program, "-v", voice, "-s", str(speed), "-w", str(file), "--stdin"]
            subprocess.run(command, input=text.encode(), check=True, capture_output=True, timeout=60)
        return file

    return speak


@pytest.fixture
def sayso(models: Path) -> Iterator[Program]:
    """sayso("do", "scroll down", "--headless", "--json") → Run; sayso.start(…) → a running process."""
    guard = Path(sitecustomize.__file__).parent
    program = Program({"PYTHONPATH": str(guard)})
    yield program
    program.close()
