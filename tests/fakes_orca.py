"""A session bus of its own, and what lives on one: the accessibility status, and Orca in either of its two dialects."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

from jeepney import HeaderFields, MessageType, new_error, new_method_return
from jeepney.bus import get_bus
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, Proxy, prep_socket

DIALECTS = ("org.gnome.Orca1.Service", "org.gnome.Orca.Service")
_STEP = 0.02
_PATIENCE = 10.0


@contextmanager
def session_bus() -> Iterator[str]:
    """Start a bus and give its address. The program dbus-daemon must be there."""
    program = str(shutil.which("dbus-daemon"))
    order = [program, "--session", "--nofork", "--nopidfile", "--print-address"]
    with subprocess.Popen(order, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as daemon:
        assert daemon.stdout
        try:
            yield daemon.stdout.readline().strip()
        finally:
            daemon.terminate()


class FakeService:
    """Owns `names` on a bus and answers what is asked of it, until closed.

    `said` and `hushed` are what it was asked as Orca, `on` the accessibility status, `mute` lets every call wait for
    ever, and `deaf` refuses to present.
    """

    def __init__(self, address: str, *names: str, on: bool = False) -> None:
        self.said: list[str] = []
        self.hushed: list[float] = []
        self.on, self.mute, self.deaf = on, False, False
        self._bus = DBusConnection(prep_socket(get_bus(address)))
        for name in names:
            Proxy(message_bus, self._bus).RequestName(name)
        self._over = Event()
        self._thread = Thread(target=self._serve, name="fake service")
        self._thread.start()

    def close(self) -> None:
        self._over.set()
        self._thread.join()
        self._bus.close()

    def _serve(self) -> None:
        while not self._over.is_set():
            try:
                message = self._bus.receive(timeout=_STEP)
            except TimeoutError:
                continue
            if message.header.message_type is MessageType.method_call and not self.mute:
                self._bus.send(self._reply(message))

    def _reply(self, message: Any) -> Any:
        asked = message.header.fields[HeaderFields.interface], message.header.fields[HeaderFields.member]
        path = message.header.fields[HeaderFields.path]
        match asked:
            case ("org.freedesktop.DBus.Properties", "Get") if message.body == (
                "org.a11y.Status",
                "ScreenReaderEnabled",
            ):
                return new_method_return(message, "v", (("b", self.on),))
            case (("org.gnome.Orca1.Service" | "org.gnome.Orca.Service"), "PresentMessage") if not self.deaf:
                self.said.append(message.body[0])
                return new_method_return(message, "b", (True,))
            case ("org.gnome.Orca1.SpeechManager", "InterruptSpeech") if path.endswith("Orca1/Service/SpeechManager"):
                return self._hush(message)
            case ("org.gnome.Orca.Module", "ExecuteCommand") if path.endswith(
                "/SpeechAndVerbosityManager"
            ) and message.body == ("InterruptSpeech", False):
                return self._hush(message)
        return new_error(message, "org.freedesktop.DBus.Error.UnknownMethod")

    def _hush(self, message: Any) -> Any:
        self.hushed.append(time.monotonic())
        return new_method_return(message, "b", (True,))


def until(true: Any) -> None:
    """Wait until something has become true."""
    end = time.monotonic() + _PATIENCE
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(_STEP / 4)
