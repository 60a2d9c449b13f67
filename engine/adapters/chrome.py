"""Chrome and its driver as programs: finding them, their profile folder, and ending what a killed Sayso left behind."""

import json
import logging
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import psutil

from engine.values.errors import BrowserMissing, StorageError

log = logging.getLogger(__name__)

_NAMES = ("google-chrome", "google-chrome-stable", "chrome", "chromium", "chromium-browser")
_PLACES = (
    "/opt/google/chrome/chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
)
_DRIVER_PLACES = (
    "/usr/lib/chromium/chromedriver",
    "/usr/lib/chromium-browser/chromedriver",
    "/opt/google/chrome/chromedriver",
)
_INSTALL = "for example with: sudo apt install chromium chromium-driver."
_SMALL_SHM = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Chrome:
    """A browser and a driver of the same major version."""

    browser: Path
    driver: Path
    version: str
    driver_version: str


@dataclass(frozen=True, slots=True)
class Claim:
    """Who uses which profile: written to DATA/browser/running before Chrome starts, removed after it has ended.

    `owner` and `driver` are process ids, `*_born` their start times (a process id alone may be used again).
    """

    owner: int
    owner_born: float
    profile: str
    driver_log: str
    driver: int = 0
    driver_born: float = 0.0


def find(environment: Mapping[str, str] = os.environ) -> Chrome:
    """Choose Google Chrome where its driver fits, else Chromium. Raises BrowserMissing, saying what to do."""
    browsers = _browsers(environment)
    driver = _driver(environment, browsers)
    driver_version = version(driver)
    seen: list[str] = []
    for browser in browsers:
        found = version(browser)
        if _major(found) == _major(driver_version):
            return Chrome(browser, driver, found, driver_version)
        seen.append(found or "of unknown version")
    raise BrowserMissing(
        f"Chrome is {seen[0]} but its driver is {driver_version or 'of unknown version'}, and the two must have the "
        f"same first number. Update both, {_INSTALL}"
    )


def _browsers(environment: Mapping[str, str]) -> list[Path]:
    chosen = environment.get("SAYSO_CHROME")
    if chosen:
        path = shutil.which(chosen)
        if path is None:
            raise BrowserMissing(f"There is no Chrome at {chosen}. Correct SAYSO_CHROME or remove it.")
        return [Path(path)]
    named = [shutil.which(name, path=environment.get("PATH")) for name in (*_NAMES, *_PLACES)]
    found = [Path(path) for path in named if path]
    if not found:
        raise BrowserMissing(f"I found neither Chrome nor Chromium. Install one, {_INSTALL}")
    return list(dict.fromkeys(found))


def _driver(environment: Mapping[str, str], browsers: Iterable[Path]) -> Path:
    chosen = environment.get("SAYSO_CHROMEDRIVER")
    beside = [str(browser.resolve().parent / "chromedriver") for browser in browsers]
    names = [chosen] if chosen else ["chromedriver", *_DRIVER_PLACES, *beside]
    for name in names:
        path = shutil.which(name, path=environment.get("PATH"))
        if path:
            return Path(path)
    if chosen:
        raise BrowserMissing(f"There is no ChromeDriver at {chosen}. Correct SAYSO_CHROMEDRIVER or remove it.")
    raise BrowserMissing(f"Chrome is here, but ChromeDriver is not. Install it, {_INSTALL}")


def version(program: Path) -> str:
    """Return "156.0.8078.114", or "" when the program does not tell."""
    if sys.platform == "win32" and program.name.lower() == "chrome.exe":  # --version would open a window there
        folders = sorted(one.name for one in program.parent.iterdir() if re.fullmatch(r"\d+(\.\d+){3}", one.name))
        return folders[-1] if folders else ""
    try:
        answer = subprocess.run([str(program), "--version"], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    match = re.search(r"\d+(\.\d+)+", answer.stdout)
    return match.group(0) if match else ""


def _major(number: str) -> str:
    return number.split(".", maxsplit=1)[0]


def switches(profile: Path, headless: bool) -> list[str]:
    """Command line switches; ChromeDriver adds its own. None that weakens the user's safety where it can be helped."""
    chosen = [
        f"--user-data-dir={profile}",
        "--no-first-run",
        "--no-default-browser-check",
        "--hide-crash-restore-bubble",
    ]
    if headless:
        chosen += ["--headless=new", "--window-size=1280,900"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        chosen.append("--no-sandbox")  # Chromium refuses to run as root otherwise
    if sys.platform == "linux" and _shared_memory() < _SMALL_SHM:
        chosen.append("--disable-dev-shm-usage")
    return chosen


def _shared_memory() -> int:
    try:
        return shutil.disk_usage("/dev/shm").total
    except OSError:
        return 0


def claim(folder: Path) -> Claim:
    """Take the lasting profile under `folder`/browser, or a temporary one while another Sayso uses it.

    Ends first what a killed Sayso left behind. Raises StorageError.
    """
    home = folder / "browser"
    me = psutil.Process()
    try:
        (home / "running").mkdir(parents=True, exist_ok=True)
        sweep(folder)
        profile = home / "profile"
        if not _own(home / "profile.owner", me):
            profile = Path(tempfile.mkdtemp(prefix="temporary-", dir=home))
        taken = Claim(me.pid, me.create_time(), str(profile), str(home / f"driver-{me.pid}-{profile.name}.log"))
        record(folder, taken)
    except OSError as error:
        raise StorageError(f"I cannot write to {home}. Free some space or check its permissions.") from error
    return taken


def with_driver(taken: Claim, pid: int) -> Claim:
    """The claim, now that its driver runs."""
    with suppress(psutil.Error):
        return replace(taken, driver=pid, driver_born=psutil.Process(pid).create_time())
    return taken


def record(folder: Path, taken: Claim) -> None:
    """Write the claim down, whole or not at all."""
    path = _record_path(folder, taken)
    partial = path.with_suffix(".part")
    partial.write_text(json.dumps(asdict(taken)), encoding="utf-8")
    partial.replace(path)


def _record_path(folder: Path, taken: Claim) -> Path:
    return folder / "browser" / "running" / f"{taken.owner}-{Path(taken.profile).name}.json"


def _own(lock: Path, me: psutil.Process) -> bool:
    """Become the owner of the lasting profile; False while another living process is."""
    for _ in range(2):
        try:
            with lock.open("x", encoding="utf-8") as file:
                file.write(f"{me.pid} {me.create_time()}")
            return True
        except FileExistsError:
            words = lock.read_text(encoding="utf-8").split()
            if len(words) == 2 and _alive(int(words[0]), float(words[1])):
                return False
            lock.unlink(missing_ok=True)
    return False


def release(folder: Path, taken: Claim) -> None:
    """End what is left of this claim's Chrome, and forget the claim. Never raises."""
    _end(_belonging(taken))
    with suppress(OSError):
        Path(taken.driver_log).unlink(missing_ok=True)
        if Path(taken.profile).name == "profile":
            (folder / "browser" / "profile.owner").unlink(missing_ok=True)
        else:
            shutil.rmtree(taken.profile, ignore_errors=True)
        _record_path(folder, taken).unlink(missing_ok=True)


def sweep(folder: Path) -> int:
    """End every browser and driver whose Sayso is dead; return how many processes. Never touches a living Sayso's."""
    claims = list(_claims(folder))
    living = {one.profile for one in claims if _alive(one.owner, one.owner_born)}
    ended = 0
    for one in claims:
        if _alive(one.owner, one.owner_born):
            continue
        left = [] if one.profile in living else _belonging(one)
        ended += len(left)
        if one.profile in living:
            _record_path(folder, one).unlink(missing_ok=True)
            continue
        release(folder, one)
    if ended:
        log.info("ended %d processes of an earlier run", ended)
    return ended


def _claims(folder: Path) -> Iterable[Claim]:
    for path in sorted((folder / "browser" / "running").glob("*.json")):
        try:
            yield Claim(**json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            path.unlink(missing_ok=True)


def _alive(pid: int, born: float) -> bool:
    try:
        process = psutil.Process(pid)
        return abs(process.create_time() - born) < 1.0 and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def _belonging(taken: Claim) -> list[psutil.Process]:
    """The claim's driver, and every process that carries its profile or its driver's log in its command line."""
    marks = (f"--user-data-dir={taken.profile}", f"--log-path={taken.driver_log}")
    found: dict[int, psutil.Process] = {}
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if process.pid != os.getpid() and any(word in marks for word in process.cmdline()):
                found[process.pid] = process
                found |= {child.pid: child for child in process.children(recursive=True)}
    if taken.driver and _alive(taken.driver, taken.driver_born):
        found[taken.driver] = psutil.Process(taken.driver)
    return list(found.values())


def _end(processes: list[psutil.Process]) -> None:
    for process in processes:
        with suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(processes, timeout=5)
