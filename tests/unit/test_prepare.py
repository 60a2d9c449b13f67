"""The script behind `make run` and `make test`, where it decides; what it installs is tried by running it."""

import importlib.util
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def prepare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    spec = importlib.util.spec_from_file_location("prepare", ROOT / "packaging" / "prepare.py")
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.LOG = tmp_path / "prepare.log"
    monkeypatch.setattr(shutil, "which", lambda name: None if "chrome" in name else f"/usr/bin/{name}")
    return module


def test_without_privilege_the_command_is_told(prepare: Any) -> None:
    prepare.missing = lambda _: ["espeak-ng", "cmake"]
    prepare.root = lambda: None
    with pytest.raises(prepare.Stop) as told:
        prepare.system_packages(tests=False)
    assert "sudo apt-get install -y --no-install-recommends espeak-ng cmake" in str(told.value)


def test_with_privilege_the_packages_are_installed(prepare: Any) -> None:
    lacking = [["espeak-ng"], []]
    orders: list[list[str]] = []
    prepare.missing = lambda _: lacking.pop(0)
    prepare.root = lambda: ["sudo", "-n"]

    def watched(order: list[str], _: str) -> int:
        orders.append(order)
        return 0

    prepare.watched = watched
    prepare.system_packages(tests=False)
    assert [order[:6] for order in orders] == [
        ["sudo", "-n", "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "update"],
        ["sudo", "-n", "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install"],
    ]


def test_a_failed_installation_names_the_log(prepare: Any) -> None:
    prepare.missing = lambda _: ["espeak-ng"]
    prepare.root = list
    prepare.watched = lambda *_: 100
    with pytest.raises(prepare.Stop, match=r"prepare\.log tells why"):
        prepare.system_packages(tests=False)


def test_a_web_application_that_cannot_be_installed_stops_nothing(
    prepare: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare.missing = lambda packages: list(packages)
    prepare.root = list
    prepare.watched = lambda *_: 100
    prepare.applications()
    assert "the tests that drive it will be skipped" in capsys.readouterr().out
    prepare.missing = lambda _: []
    prepare.applications()
    assert capsys.readouterr().out == ""


def test_google_chrome_takes_the_place_of_chromium(prepare: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "chromium" in prepare.wanted(tests=False)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert "chromium" not in prepare.wanted(tests=False)
    assert "xvfb" in prepare.wanted(tests=True)


def test_a_long_command_says_that_it_is_still_at_work(prepare: Any, capsys: pytest.CaptureFixture[str]) -> None:
    prepare.TICK_SECONDS = 0.05
    script = "echo Collecting numpy; sleep 0.3; exit 3"
    assert prepare.watched(["sh", "-c", script], "Installing") == 3
    assert "Downloading numpy, 0 seconds so far.\n" in capsys.readouterr().out
    assert "Collecting numpy" in prepare.LOG.read_text()


def test_the_lock_pins_pip_first(prepare: Any) -> None:
    told: list[str] = []
    prepare.pip = lambda order: told.append(Path(order[-1]).read_text())
    prepare.pinned_pip(ROOT / "requirements.lock")
    assert told[0].startswith("pip==")
    assert told[0].count("--hash=sha256:") == 2
    assert "via" not in told[0]


def test_the_pages_for_tests_come_without_the_library_around_them(prepare: Any, tmp_path: Path) -> None:
    orders: list[list[str]] = []
    prepare.VENV = tmp_path
    prepare.works = lambda: True
    prepare.pip = lambda order, extra=None: orders.append(order)
    prepare.environment(tests=False)
    assert str(prepare.PAGES) not in orders[-1]
    prepare.environment(tests=True)
    assert orders[-1] == ["--no-deps", "--require-hashes", "-r", str(prepare.PAGES)]


def test_the_make_commands_are_there() -> None:
    told = subprocess.run(["make", "-n", "run"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert "packaging/prepare.py" in told
    assert "sayso chat --headless" in told
