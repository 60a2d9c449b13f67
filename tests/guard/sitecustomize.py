"""No network but loopback: connections elsewhere fail as on a machine without network, and are noted in a file.

Used in the test process by conftest, and in the programs that tests start through PYTHONPATH, which makes Python
import this module first. SAYSO_TEST_NETWORK names the file of attempts; without it nothing is changed.
"""

import os
import socket
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from typing import Any


def near(host: object) -> bool:
    """True for this machine alone."""
    name = host.decode() if isinstance(host, bytes) else host
    if name in (None, "", "localhost"):
        return True
    try:
        return ip_address(str(name).partition("%")[0]).is_loopback
    except ValueError:
        return False


def install(attempts: Path) -> Callable[[], None]:
    """Guard the sockets of this process; returns what takes the guard away again."""
    kept = {name: getattr(socket.socket, name) for name in ("connect", "connect_ex", "sendto")}
    kept_look_up = socket.getaddrinfo

    def check(host: object) -> None:
        if not near(host):
            with attempts.open("a", encoding="utf-8") as file:
                file.write(f"{host!r}\n")
            raise OSError(f"Tests may not reach the network: {host!r}")

    def checked(original: Callable[..., Any]) -> Callable[..., Any]:
        def call(self: socket.socket, *args: Any) -> Any:
            if self.family in (socket.AF_INET, socket.AF_INET6):
                check(args[-1][0])  # the address comes last in connect, connect_ex and sendto
            return original(self, *args)

        return call

    def look_up(host: Any, *args: Any, **kwargs: Any) -> Any:
        check(host)
        return kept_look_up(host, *args, **kwargs)

    def restore() -> None:
        for name, original in kept.items():
            setattr(socket.socket, name, original)
        socket.getaddrinfo = kept_look_up

    for name, original in kept.items():
        setattr(socket.socket, name, checked(original))
    socket.getaddrinfo = look_up
    return restore


if os.environ.get("SAYSO_TEST_NETWORK") and __name__ == "sitecustomize":
    install(Path(os.environ["SAYSO_TEST_NETWORK"]))
