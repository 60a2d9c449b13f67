"""The screen reader beside us, over D-Bus (jeepney).

Whether one is on is told by the accessibility bus's status on the session bus, or by Orca's own name there. Orca 49 and
later can be asked to say something, under either of two names: the first versions under org.gnome.Orca.Service, later
ones under org.gnome.Orca1.Service, with commands as methods. What does not run is not started by asking.

Each call opens a connection of its own, which takes two milliseconds on a working bus: there is nothing to keep alive,
and the threads that ask do not wait for each other.
"""

import logging
import os
import struct
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jeepney import DBusAddress, DBusErrorResponse, MessageFlag, MessageType, new_method_call
from jeepney.bus import get_bus
from jeepney.io.blocking import DBusConnection, prep_socket

log = logging.getLogger(__name__)

_PATIENCE = 0.18
"""Seconds for one answer in all; the port promises 200 ms."""
_FAILURES = (
    OSError,
    ValueError,
    KeyError,
    IndexError,
    TypeError,
    RuntimeError,
    AssertionError,
    AttributeError,
    struct.error,
    StopIteration,
    DBusErrorResponse,
)
"""No bus, none that can be reached, one that does not answer, one that talks nonsense, a system without any."""


@dataclass(frozen=True, slots=True)
class _Call:
    """One method of one object; `body` after its signature."""

    name: str
    path: str
    interface: str
    method: str
    signature: str = ""
    body: tuple[str | bool, ...] = ()


_STATUS = _Call(
    "org.a11y.Bus",
    "/org/a11y/bus",
    "org.freedesktop.DBus.Properties",
    "Get",
    "ss",
    ("org.a11y.Status", "ScreenReaderEnabled"),
)
_BUS = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
_ORCAS = ("org.gnome.Orca1.Service", "org.gnome.Orca.Service")
_HUSH = (
    _Call(
        "org.gnome.Orca1.Service",
        "/org/gnome/Orca1/Service/SpeechManager",
        "org.gnome.Orca1.SpeechManager",
        "InterruptSpeech",
        "b",
        (False,),
    ),
    *(
        _Call(
            "org.gnome.Orca.Service",
            f"/org/gnome/Orca/Service/{module}",
            "org.gnome.Orca.Module",
            "ExecuteCommand",
            "sb",
            ("InterruptSpeech", False),
        )
        for module in ("SpeechManager", "SpeechAndVerbosityManager")
    ),
)


class Orca:
    """A ScreenReader. May be used from any thread; never raises, and answers within 200 ms."""

    def runs(self) -> bool:
        """See the port."""
        owned = (_Call(*_BUS, "NameHasOwner", "s", (name,)) for name in _ORCAS)
        return _first_true((_STATUS, *owned))

    def present(self, text: str) -> bool:
        """See the port."""
        words = text.replace("\x00", " ").encode("utf-8", "ignore").decode("utf-8")
        asked = (_Call(name, f"/{name.replace('.', '/')}", name, "PresentMessage", "s", (words,)) for name in _ORCAS)
        return _first_true(tuple(asked))

    def hush(self) -> None:
        """See the port."""
        _first_true(_HUSH)


class _Bus(DBusConnection):  # type: ignore[misc]
    """A connection to the session bus on which nothing lasts longer than `deadline`, in monotonic seconds."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        socket = prep_socket(_address(), timeout=_PATIENCE)
        try:
            super().__init__(socket)
        except _FAILURES:
            self.close()
            raise

    def receive(self, *, timeout: float | None = None) -> Any:
        """Wait for the next message. The library's own greeting has no limit, so `timeout` does not count."""
        return super().receive(timeout=max(0.0, self._deadline - time.monotonic()))


def _address() -> str:
    """Return the socket of the session bus: as the desktop says, else where systemd keeps it."""
    if "DBUS_SESSION_BUS_ADDRESS" not in os.environ:
        return str(Path(os.environ["XDG_RUNTIME_DIR"]) / "bus")
    return str(get_bus("SESSION"))


def _first_true(calls: tuple[_Call, ...]) -> bool:
    """Make the calls one after the other until one is answered with yes."""
    try:
        with _Bus(time.monotonic() + _PATIENCE) as bus:
            return any(_answer(bus, call) for call in calls)
    except _FAILURES as error:
        log.debug("no answer on the session bus: %s", type(error).__name__)
        return False


def _answer(bus: _Bus, call: _Call) -> bool:
    message = new_method_call(DBusAddress(call.path, call.name, call.interface), call.method, call.signature, call.body)
    message.header.flags |= MessageFlag.no_auto_start
    reply = bus.send_and_get_reply(message)
    if reply.header.message_type is not MessageType.method_return or not reply.body:
        return False
    value = reply.body[0]
    return bool(value[1] if isinstance(value, tuple) else value)
