"""The ScreenReader: a real D-Bus daemon of the test's own, with stand-ins for what a desktop has on it."""

import shutil
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest

from engine.adapters.orca import Orca
from engine.chain.speaking import Mouth, Speaker
from engine.values.settings import Settings
from tests.fakes_audio import FakePlayer, FakeVoice
from tests.fakes_orca import DIALECTS, FakeService, session_bus, until

needs_a_bus = pytest.mark.skipif(not shutil.which("dbus-daemon"), reason="the program dbus-daemon is not installed")
PATIENCE = 20.0
PROMISED = 0.2
"""Seconds in which the port answers; a busy computer is given as much again."""

Serve = Callable[..., FakeService]


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with session_bus() as address:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        yield address


@pytest.fixture
def serve(bus: str) -> Iterator[Serve]:
    """serve(*names, on=False) → FakeService on the bus."""
    made: list[FakeService] = []

    def make(*names: str, on: bool = False) -> FakeService:
        made.append(FakeService(bus, *names, on=on))
        return made[-1]

    yield make
    for service in made:
        service.close()


@needs_a_bus
def test_a_screen_reader_is_on_as_the_desktop_says(serve: Serve) -> None:
    assert not Orca().runs()
    status = serve("org.a11y.Bus")
    assert not Orca().runs()
    status.on = True
    assert Orca().runs()
    status.on = False
    assert not Orca().runs()


@needs_a_bus
@pytest.mark.parametrize("name", DIALECTS)
def test_orca_says_a_text_and_is_hushed_in_either_dialect(serve: Serve, name: str) -> None:
    orca = serve(name)
    assert Orca().runs()
    assert Orca().present("You are on Bees. “Zoë” 🎉")
    assert Orca().present("half \ud83c\x00 of an emoji")
    Orca().hush()
    assert orca.said == ["You are on Bees. “Zoë” 🎉", "half   of an emoji"]
    assert len(orca.hushed) == 1


@needs_a_bus
def test_one_that_cannot_be_asked_is_told_apart(serve: Serve) -> None:
    serve("org.a11y.Bus", on=True)
    assert not Orca().present("Hello.")
    Orca().hush()
    serve(DIALECTS[0]).deaf = True
    assert not Orca().present("Hello.")


@needs_a_bus
def test_one_that_does_not_answer_is_not_waited_for(serve: Serve) -> None:
    serve("org.a11y.Bus", *DIALECTS).mute = True
    for ask in (Orca().runs, lambda: Orca().present("Hello."), Orca().hush):
        start = time.monotonic()
        assert not ask()
        assert time.monotonic() - start < 2 * PROMISED


@pytest.mark.parametrize("address", ["", "nonsense", "tcp:host=localhost", "unix:path=/nowhere", "unix:abstract=none"])
def test_without_a_bus_nothing_is_raised(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    assert not Orca().runs()
    assert not Orca().present("Hello.")
    Orca().hush()


def test_without_an_address_nothing_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    assert not Orca().runs()
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    assert not Orca().runs()


@pytest.mark.parametrize("greeting", [b"", b"OK 1234deadbeef\r\n", b"REJECTED\r\n", b"\xff\x00\r\n"])
def test_a_bus_that_hangs_or_talks_nonsense_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, greeting: bytes
) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "bus"))
        listening.listen()
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path / 'bus'}")
        listening.setblocking(False)
        start = time.monotonic()
        if greeting:
            listening.settimeout(PATIENCE)
            thread = Thread(target=_greet, args=(listening, greeting))
            thread.start()
        assert not Orca().runs()
        assert time.monotonic() - start < 3 * PROMISED
        if greeting:
            thread.join()


def _greet(listening: socket.socket, greeting: bytes) -> None:
    peer, _ = listening.accept()
    with peer:
        peer.settimeout(PATIENCE)
        peer.recv(100)
        peer.send(greeting)
        while peer.recv(4096):
            continue


def speaker_with(voice: FakeVoice, player: FakePlayer, mode: str) -> Speaker:
    mouth = Mouth(lambda _: voice, lambda: player, Orca())
    return Speaker(mouth, Settings(screen_reader=mode), lambda _: None)


@needs_a_bus
def test_sayso_leaves_speaking_to_orca_and_stop_hushes_it(serve: Serve) -> None:
    orca, voice = serve(DIALECTS[0]), FakeVoice()
    speaker = speaker_with(voice, FakePlayer(), "leave")
    try:
        speaker.say("You are on Bees. It has three headings, and a long story about them that takes a while.")
        until(lambda: orca.said)
        assert not speaker.idle
        stopped = time.monotonic()
        speaker.stop()
        until(lambda: orca.hushed)
        assert orca.hushed[0] - stopped < 0.15
        assert speaker.wait(PATIENCE)
        assert orca.said == ["You are on Bees. It has three headings, and a long story about them that takes a while."]
        assert not voice.said
    finally:
        speaker.close()


@needs_a_bus
def test_where_orca_cannot_be_asked_sayso_speaks_itself(serve: Serve) -> None:
    serve("org.a11y.Bus", on=True)
    voice, player = FakeVoice(), FakePlayer()
    speaker = speaker_with(voice, player, "leave")
    try:
        speaker.say("I am still waiting.", "progress")
        assert speaker.wait(PATIENCE)
        assert not player.finished
        speaker.say("Done. Which one?")
        assert speaker.wait(PATIENCE)
        assert [words for words, _ in voice.said] == ["Done.", "Which one?"]
        assert player.finished == [True, True]
    finally:
        speaker.close()


@needs_a_bus
@pytest.mark.parametrize(("mode", "spoken"), [("share", 1), ("quiet", 0)])
def test_sharing_and_being_quiet(serve: Serve, mode: str, spoken: int) -> None:
    orca, voice, player = serve(DIALECTS[1]), FakeVoice(), FakePlayer()
    speaker = speaker_with(voice, player, mode)
    try:
        speaker.say("Done.")
        assert speaker.wait(PATIENCE)
        assert len(voice.said) == spoken
        assert not orca.said
        speaker.cue("done")
        assert speaker.wait(PATIENCE)
        assert len(player.finished) == spoken + 1
    finally:
        speaker.close()
