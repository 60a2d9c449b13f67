"""DokuWiki from Debian's package, run on folders of its own: nothing of the installed wiki is read or changed.

with DokuWiki(folder) as wiki:
    urllib.request.urlopen(wiki.url)
    assert wiki.text("start") == …
"""

import gzip
import shutil
import socket
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Self

PROGRAM = Path("/usr/share/dokuwiki")
PARTS = ("attic", "cache", "index", "locks", "log", "media", "media_attic", "media_meta", "meta", "pages", "tmp")
USER, PASSWORD, NAME, MAIL = "ann", "open sesame", "Ann Lee", "ann@localhost.test"
PAGES = {
    "start": "====== Our garden ======\n\nWhat grows here, and who waters it.\n\n  * [[tomatoes]]\n  * [[beans]]\n",
    "tomatoes": "====== Tomatoes ======\n\nRed, and they like sunshine. Water them in the morning.\n",
    "beans": "====== Beans ======\n\nGreen, and they like a pole to climb.\n",
}
CONFIGURED = f"""<?php
$conf['title'] = 'Garden wiki';
$conf['savedir'] = '{{data}}';
$conf['useacl'] = 1;
$conf['superuser'] = '{USER}';
$conf['autopasswd'] = 0;
$conf['updatecheck'] = 0;
$conf['dnslookups'] = 0;
"""
STARTING_SECONDS = 20.0


def lacking() -> str:
    """What is not installed, "" when all is there."""
    if not (PROGRAM / "doku.php").is_file():
        return "DokuWiki is not installed (Debian package dokuwiki)"
    return "" if shutil.which("php") else "PHP is not installed (Debian packages php-cli, php-xml, php-mbstring)"


class DokuWiki:
    """The wiki, running while the context is open. `url` is its start page's folder."""

    def __init__(self, folder: Path) -> None:
        self._conf, self._data, self._sessions = folder / "conf", folder / "data", folder / "sessions"
        self._before = folder / "before.php"
        self._sessions.mkdir(parents=True)
        for part in PARTS:
            (self._data / part).mkdir(parents=True)
        shutil.copytree("/etc/dokuwiki", self._conf, ignore=shutil.ignore_patterns("*.auth.php", "preload.php"))
        self._before.write_text(
            f"<?php define('DOKU_CONF', '{self._conf}/'); define('DOKU_MAIN_CONF', '{self._conf}/');\n"
        )
        (self._conf / "local.php").write_text(CONFIGURED.format(data=self._data))
        (self._conf / "acl.auth.php").write_text("*\t@ALL\t1\n*\t@user\t8\n")
        (self._conf / "users.auth.php").write_text(f"{USER}:{self._hashed(PASSWORD)}:{NAME}:{MAIL}:user\n")
        for name, text in PAGES.items():
            (self._data / "pages" / f"{name}.txt").write_text(text)

    def _php(self, *arguments: str | Path) -> list[str]:
        settings = (f"auto_prepend_file={self._before}", f"session.save_path={self._sessions}")
        return ["php", *(word for setting in settings for word in ("-d", setting)), *map(str, arguments)]

    def _hashed(self, password: str) -> str:
        code = "echo password_hash($argv[1], PASSWORD_BCRYPT);"
        made = subprocess.run(["php", "-r", code, password], check=True, capture_output=True, text=True, timeout=30)
        return made.stdout.strip()

    def __enter__(self) -> Self:
        index = self._php(PROGRAM / "bin" / "indexer.php", "--quiet")
        subprocess.run(index, check=True, capture_output=True, timeout=60)
        port = _free_port()
        self.url = f"http://127.0.0.1:{port}"
        serve = self._php("-S", f"127.0.0.1:{port}", "-t", PROGRAM)
        self._process = subprocess.Popen(serve, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + STARTING_SECONDS
        while not _answers(port):
            assert self._process.poll() is None, "PHP did not serve DokuWiki"
            assert time.monotonic() < deadline, "DokuWiki did not start"
            time.sleep(0.05)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.wait(timeout=10)

    def page(self, name: str) -> str:
        return f"{self.url}/doku.php?id={name}"

    def text(self, name: str) -> str:
        """The wiki text of a page as DokuWiki has stored it."""
        return (self._data / "pages" / f"{name}.txt").read_text("utf-8")

    def versions(self, name: str) -> list[str]:
        """The earlier texts of a page that DokuWiki keeps, oldest first."""
        return [gzip.decompress(one.read_bytes()).decode() for one in sorted((self._data / "attic").glob(f"{name}.*"))]

    def changes(self, name: str) -> list[list[str]]:
        """The log of changes of a page: time, address, kind, page, user, summary, …"""
        log = self._data / "meta" / f"{name}.changes"
        return [line.split("\t") for line in log.read_text("utf-8").splitlines()] if log.exists() else []

    def user(self) -> dict[str, str]:
        """The one user as DokuWiki has stored him or her."""
        lines = (self._conf / "users.auth.php").read_text("utf-8").splitlines()
        (line,) = [one for one in lines if one.startswith(f"{USER}:")]
        return dict(zip(("login", "password", "name", "mail", "groups"), line.split(":"), strict=True))


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _answers(port: int) -> bool:
    with socket.socket() as one:
        one.settimeout(1.0)
        return one.connect_ex(("127.0.0.1", port)) == 0
