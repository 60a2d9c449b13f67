"""The rules of the tests' house: its own folder, no network, nothing left behind; and the fakes keep to their ports."""

import os
import socket
import subprocess
import sys
import threading
import wave
from collections.abc import Callable
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from engine.values.action import Click
from engine.values.errors import Interrupted
from engine.values.outcome import Done, NoEffect, Vanished
from engine.values.ports import Browser, Encoder, LanguageModel, Prompt
from tests import leftovers
from tests.conftest import House, Speech
from tests.fakes import FakeBrowser, FakeEncoder, FakeModel, element, page
from tests.guard import sitecustomize


def test_the_data_folder_is_not_the_users(house: House, models: Path) -> None:
    assert os.environ["SAYSO_DATA"] == str(house.data)
    assert models.is_symlink()
    assert Path.home().is_relative_to(house.data.parent)


def test_the_network_is_out_of_reach(attempts: Callable[[], list[str]]) -> None:
    with pytest.raises(OSError, match="may not reach"):
        socket.create_connection(("192.0.2.1", 80), timeout=1)
    with pytest.raises(OSError, match="may not reach"):
        socket.getaddrinfo("example.org", 80)
    assert attempts() == ["'192.0.2.1'", "'example.org'"]


def test_the_network_is_out_of_reach_for_started_programs(attempts: Callable[[], list[str]]) -> None:
    code = "import socket; socket.getaddrinfo('example.org', 80)"
    environment = {**os.environ, "PYTHONPATH": str(Path(sitecustomize.__file__).parent)}
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, env=environment, check=False, capture_output=True, text=True, timeout=60)
    assert "may not reach" in run.stderr
    assert attempts() == ["'example.org'"]


@pytest.mark.parametrize(("host", "expected"), [("127.0.0.9", True), ("::1", True), ("10.0.0.1", False), (None, True)])
def test_near(host: str | None, expected: bool) -> None:
    assert sitecustomize.near(host) is expected


def test_leftovers_are_found_and_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leftovers, "PATIENCE", 0.1)
    go = Event()
    thread = threading.Thread(target=go.wait, name="left")
    before = leftovers.threads()
    thread.start()
    assert leftovers.after_patience(lambda: leftovers.threads() - before) == ["left"]
    go.set()
    thread.join()
    with subprocess.Popen(["sleep", "60"], env={"SAYSO_DATA": "/nowhere/of/tests"}) as process:
        assert process.pid in {one.pid for one in leftovers.children()}
        assert leftovers.after_patience(lambda: leftovers.marked("/nowhere/of/tests")) == ["sleep 60"]


def test_speech_is_a_wave_file_and_made_once(speech: Speech) -> None:
    file = speech("scroll down")
    with wave.open(str(file)) as sound:
        assert (sound.getframerate(), sound.getnchannels()) == (22050, 1)
        assert sound.getnframes() > 10_000
    made = file.stat().st_mtime_ns
    assert speech("scroll down") == file
    assert file.stat().st_mtime_ns == made
    assert speech("scroll down", speed=200) != file


def test_the_fake_browser_keeps_to_the_port() -> None:
    first, second = page(element("e1")), page(element("e1", name="Other"))
    browser = FakeBrowser([first, second], [NoEffect(), Done("it opened")])
    port: Browser = browser
    assert port.perform(Click("e1"), first, Event()) == NoEffect()
    assert port.capture() == first
    assert port.perform(Click("e1"), first, Event()) == Done("it opened")
    assert port.capture() == second
    assert port.perform(Click("e1"), first, Event()) == Vanished()
    assert browser.performed == [Click("e1"), Click("e1")]
    stop = Event()
    stop.set()
    with pytest.raises(Interrupted):
        port.perform(Click("e1"), second, stop)


def test_the_fake_encoder_gives_unit_vectors_by_words() -> None:
    encoder: Encoder = FakeEncoder()
    vectors = encoder.encode(["search the shop", "Search shop", "", "volcano"])
    assert vectors.shape == (4, 384)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[3]


def test_the_fake_model_answers_in_order() -> None:
    fake = FakeModel(["one", "two"])
    model: LanguageModel = fake
    assert model.complete(Prompt("a", "b"), "g", Event()) == "one"
    assert model.complete(Prompt("a", "c"), "g", Event()) == "two"
    assert [prompt.changing for prompt in fake.prompts] == ["b", "c"]
