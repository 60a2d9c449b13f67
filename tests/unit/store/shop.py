"""A catalog with a made-up model, a loopback server that can break off, wheels that pip finds without network."""

import hashlib
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

BYTES = bytes(index * 7 % 251 for index in range(300_000))


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@dataclass(slots=True)
class Server:
    """Serves `data`; each number in `cuts` breaks one answer off after so many bytes."""

    data: bytes = BYTES
    cuts: list[int] = field(default_factory=list)
    ranges: list[str] = field(default_factory=list)
    resumable: bool = True
    address: str = ""


@contextmanager
def serving(server: Server) -> Iterator[Server]:
    """Run the server on a free loopback port while the context lasts."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = self.headers.get("Range", "")
            server.ranges.append(asked)
            start = int(asked.removeprefix("bytes=").split("-")[0]) if asked and server.resumable else 0
            rest = server.data[start:]
            self.send_response(206 if asked and server.resumable else 200)
            self.send_header("Content-Length", str(len(rest)))
            self.end_headers()
            self.wfile.write(rest[: server.cuts.pop(0)] if server.cuts else rest)

        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        server.address = f"http://127.0.0.1:{http.server_port}/model.bin"
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        http.shutdown()
        thread.join()


def catalog(folder: Path, *sources: str, data: bytes = BYTES, convert: str = "", keep: bool = True) -> Path:
    """Write a catalog with one model "toy" of one file model.bin; `sources` are lines of TOML."""
    lines = ["[toy]", 'title = "Toy"', 'purpose = "plays"', 'licence = "CC0"', "[[toy.file]]", 'name = "model.bin"']
    lines += [f"size = {len(data)}", f'sha256 = "{sha256(data)}"', f"keep = {str(keep).lower()}"]
    for source in sources:
        lines += ["[[toy.file.source]]", source]
    if convert:
        (folder / "convert.py").write_text(convert, encoding="utf-8")
        lines += ["[toy.convert]", 'script = "convert.py"', "version = 1", 'source = "model.bin"']
        lines += ['target = "made.bin"', "size = 10"]
    path = folder / "catalog.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def wheel(folder: Path, package: str, member: str, data: bytes) -> None:
    """Write a wheel of version 1.0 that holds `member`."""
    stem = f"{package.replace('-', '_')}-1.0"
    with zipfile.ZipFile(folder / f"{stem}-py3-none-any.whl", "w") as archive:
        archive.writestr(member, data)
        archive.writestr(f"{stem}.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        archive.writestr(f"{stem}.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{stem}.dist-info/RECORD", "")
