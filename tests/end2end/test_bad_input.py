"""Whatever is wrong with what Sayso is given, there is one plain sentence, exit code 1, and nothing half-done."""

import json
import os
import shutil
import subprocess
import sys
import wave
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests import leftovers
from tests.conftest import House, Speech
from tests.end2end.conftest import DataFolder
from tests.program import ROOT, Program, Run
from tests.sites.server import Site

MACHINE_TALK = ("Traceback", "Exception", "errno", "Errno", "Error(", "0x", "DevTools", "None", "selenium", ".py")
CHROME_ANYWHERE = (Path("/opt/google/chrome/chrome"),)


def is_plain(sentence: str) -> None:
    """For a person who cannot see: one or two short sentences in words."""
    assert 15 < len(sentence) < 300, sentence
    assert sentence.endswith((".", "!", "?")), sentence
    assert "\n" not in sentence, sentence
    assert not any(talk in sentence for talk in MACHINE_TALK), sentence


def failed(run: Run, folder: Path | None = None) -> str:
    """The one sentence of a run that failed; looks for processes left with the data folder `folder`."""
    assert run.returncode == 1, run
    assert "Traceback" not in run.stdout + run.stderr, run
    if run.lines:
        assert run.last["status"] == "failed", run
        assert run.stderr == "", run
        sentence: str = run.last["said"][-1]
    else:
        sentence = run.stderr.strip()
    is_plain(sentence)
    if folder:
        assert not leftovers.after_patience(lambda: leftovers.marked(str(folder)))
    return sentence


def sound(path: Path, samples: NDArray[np.float64], rate: int = 16_000) -> Path:
    """Write samples of shape (n,) or (n, channels), -1…1, as 16 bit WAV."""
    shaped = samples[:, None] if samples.ndim == 1 else samples
    with wave.open(str(path), "wb") as file:
        file.setnchannels(shaped.shape[1])
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((shaped * 32767).astype("<i2").tobytes())
    return path


def bad_recordings(folder: Path) -> dict[str, Path]:
    """Name of the file → the file, for every recording that cannot be understood."""
    empty, text, silent, header = (folder / f"{name}.wav" for name in ("empty", "text", "silent", "header"))
    empty.touch()
    text.write_text("This is a letter, not a recording.\n" * 100, encoding="utf-8")
    sound(silent, np.zeros(32_000))
    sound(header, np.zeros(0))
    hum = sound(folder / "hum.wav", 0.3 * np.sin(np.arange(32_000) * 2 * np.pi * 110 / 16_000))
    return {
        "empty": empty,
        "text": text,
        "silent": silent,
        "header": header,
        "hum": hum,
        "missing": folder / "missing.wav",
        "folder": folder,
    }


def test_recordings_without_words(site: Site, sayso: Program, tmp_path: Path) -> None:
    files = bad_recordings(tmp_path)
    given = [word for file in files.values() for word in ("--wav", str(file))]
    run = sayso("do", *given, "--url", f"{site.url}/booking/", "--headless", "--json")
    failed(run)
    said = dict(zip(files, run.last["said"], strict=True))
    for sentence in said.values():
        is_plain(sentence)
    assert "empty.wav is empty" in said["empty"]
    assert "text.wav is not a sound file" in said["text"]
    assert "silent" in said["silent"]
    assert "missing.wav" in said["missing"]
    assert "is a folder" in said["folder"]
    assert run.last["actions"] == []
    assert [hit.path for hit in site.state.hits] == ["/booking/"]


@pytest.mark.parametrize("name", ["empty", "text", "silent", "missing"])
def test_hear_says_what_is_wrong_with_a_recording(sayso: Program, tmp_path: Path, name: str) -> None:
    run = sayso("hear", bad_recordings(tmp_path)[name], "--json")
    assert run.stdout == ""
    failed(run)


def test_a_stereo_file_at_48_kilohertz_works(site: Site, sayso: Program, speech: Speech, tmp_path: Path) -> None:
    with wave.open(str(speech("Scroll down."))) as file:
        mono = np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768
        times = np.arange(int(len(mono) * 48_000 / file.getframerate())) / 48_000 * file.getframerate()
    left = np.interp(times, np.arange(len(mono)), mono)
    stereo = sound(tmp_path / "stereo.wav", np.stack([left, 0.5 * left], axis=1), 48_000)
    run = sayso("do", "--wav", stereo, "--url", f"{site.url}/encyclopedia/article/Volcano", "--headless", "--json")
    assert run.returncode == 0, run
    assert [line["text"] for line in run.lines if line["event"] == "heard"] == ["Scroll down"]
    assert run.last["actions"][0].startswith("scroll(")
    assert run.last["said"][0].startswith(("Scrolled.", "At the bottom"))


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("http://127.0.0.1:9/", "I cannot reach 127.0.0.1"),
        ("nowhere.invalid", "nowhere.invalid"),
        ("htp:/foo", "htp:/foo"),
        ("exmaple", "exmaple"),
    ],
)
def test_addresses_that_lead_nowhere(sayso: Program, where: str, words: str) -> None:
    run = sayso("do", f"open {where}", "--headless", "--json")
    assert words in failed(run)
    assert run.last["actions"] == []


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/", "htp:/foo", "http://"])
def test_a_first_page_that_leads_nowhere(site: Site, sayso: Program, url: str) -> None:
    run = sayso("do", "scroll down", "--url", url, "--headless", "--json")
    failed(run)
    assert len(run.last["said"]) == 1
    assert run.last["actions"] == []


def test_a_page_that_never_finishes_loading(site: Site, sayso: Program, data_folder: DataFolder) -> None:
    folder = data_folder("page_seconds = 2")
    run = sayso("do", f"open {site.url}/slow/", "--headless", "--json", SAYSO_DATA=str(folder))
    assert "did not finish loading" in failed(run, folder)


def test_chrome_is_missing(sayso: Program, data_folder: DataFolder) -> None:
    folder = data_folder()
    run = sayso("do", "scroll down", "--headless", "--json", SAYSO_CHROME="/nowhere/chrome", SAYSO_DATA=str(folder))
    assert "/nowhere/chrome" in failed(run, folder)
    assert run.last["url"] == ""


@pytest.mark.skipif(any(map(Path.exists, CHROME_ANYWHERE)), reason="Google Chrome lies where it is found without PATH")
def test_no_chrome_on_the_path(sayso: Program, data_folder: DataFolder, tmp_path: Path) -> None:
    folder = data_folder()
    run = sayso("do", "scroll down", "--headless", "--json", PATH=str(tmp_path), SAYSO_DATA=str(folder))
    assert "neither Chrome nor Chromium" in failed(run, folder)


def test_no_display(sayso: Program, data_folder: DataFolder) -> None:
    folder = data_folder()
    run = sayso("do", "scroll down", "--json", DISPLAY="", WAYLAND_DISPLAY="", SAYSO_DATA=str(folder))
    assert "--headless" in failed(run, folder)


@pytest.mark.skipif(os.name == "nt", reason="The stand-in for the driver is a shell script")
def test_driver_and_browser_of_different_versions(sayso: Program, data_folder: DataFolder, tmp_path: Path) -> None:
    folder, driver = data_folder(), tmp_path / "chromedriver"
    driver.write_text("#!/bin/sh\necho ChromeDriver 1.2.3.4\n", encoding="utf-8")
    driver.chmod(0o755)
    given = ("do", "scroll down", "--headless", "--json")
    sentence = failed(sayso(*given, SAYSO_CHROMEDRIVER=str(driver), SAYSO_DATA=str(folder)), folder)
    assert "1.2.3.4" in sentence
    assert "Update both" in sentence


def spoil(models: Path, folder: Path, name: str, file: str) -> Path:
    """A data folder in which one file of one model is damaged."""
    (folder / "models" / name).mkdir(parents=True)
    for model in (one for one in models.iterdir() if one.is_dir() and one.name != name):
        (folder / "models" / model.name).symlink_to(model, target_is_directory=True)
    for one in (models / name).iterdir():
        if one.name != file:
            (folder / "models" / name / one.name).symlink_to(one)
    return folder / "models" / name / file


def test_a_model_file_with_one_wrong_byte(site: Site, sayso: Program, models: Path, tmp_path: Path) -> None:
    spoiled = spoil(models, tmp_path, "minilm", "encoder.onnx")
    data = bytearray((models / "minilm" / "encoder.onnx").read_bytes())
    data[len(data) // 2] ^= 1
    spoiled.write_bytes(data)
    given = ("do", "I fancy a mushroom pie", "--url", f"{site.url}/twins/", "--headless", "--json")
    sentence = failed(sayso(*given, SAYSO_DATA=str(tmp_path)), tmp_path)
    assert "encoder.onnx" in sentence
    assert "sayso models install" in sentence
    assert site.state.effects == []


@pytest.mark.parametrize(("name", "file"), [("smollm2-135m", "model.gguf"), ("whisper-base", "model.bin")])
def test_a_model_file_that_is_cut_short(
    site: Site, sayso: Program, models: Path, speech: Speech, tmp_path: Path, name: str, file: str
) -> None:
    with (models / name / file).open("rb") as whole:
        spoil(models, tmp_path, name, file).write_bytes(whole.read(1_000_000))
    given = ("--wav", speech("Scroll down.")) if name.startswith("whisper") else ("I fancy a mushroom pie",)
    run = sayso("do", *given, "--url", f"{site.url}/twins/", "--headless", "--json", SAYSO_DATA=str(tmp_path))
    assert "sayso models install" in failed(run, tmp_path)
    assert run.last["actions"] == []
    assert site.state.effects == []


@pytest.fixture
def small_disk(models: Path, tmp_path: Path) -> Iterator[Callable[[int], Path]]:
    """small_disk(bytes) → a data folder on a disk of its own, so small."""
    mount, place = shutil.which("mount"), tmp_path / "disk"
    if not mount or not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("Only root can mount a small disk")
    place.mkdir()

    def make(size: int) -> Path:
        command = [mount, "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)]
        if subprocess.run(command, check=False, capture_output=True).returncode:
            pytest.skip("This machine does not let root mount a small disk")
        (place / "models").symlink_to(models.resolve(), target_is_directory=True)
        return place

    yield make
    if place.is_mount():
        subprocess.run(["umount", "--lazy", str(place)], check=True)


def test_the_disk_is_full(site: Site, sayso: Program, small_disk: Callable[[int], Path]) -> None:
    folder = small_disk(64 * 1024)
    (folder / "record").mkdir()
    with (folder / "filler").open("wb", buffering=0) as filler, suppress(OSError):
        while True:
            filler.write(bytes(4096))
    run = sayso("do", "open the teapot", "--url", f"{site.url}/shop/", "--headless", "--json", SAYSO_DATA=str(folder))
    assert "Free some space" in failed(run, folder)
    assert site.state.posts() == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="This system has no disk that is always full")
def test_the_output_cannot_be_written(sayso: Program, data_folder: DataFolder) -> None:
    folder = data_folder()
    command = [sys.executable, "-m", "app", "do", "scroll down", "--headless", "--json"]
    environment = {**os.environ, **sayso.environment, "SAYSO_DATA": str(folder)}
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    failed(Run(ended.returncode, "", ended.stderr), folder)


def test_a_file_that_cannot_be_written(sayso: Program, tmp_path: Path) -> None:
    run = sayso("speak", "Good morning.", "--wav", tmp_path / "no such folder" / "out.wav")
    assert "out.wav" in failed(run)
    if Path("/dev/full").exists():
        assert "/dev/full" in failed(sayso("speak", "Good morning.", "--wav", "/dev/full"))


ODD = {
    "a long story": "open " + "very " * 1000 + "long page",
    "emoji": "🙂🎉",
    "Hebrew": "גלול למטה בבקשה",
    "empty": "",
    "blanks": "   ",
    "marks": "?!…",
}


def test_odd_instructions(site: Site, sayso: Program, house: House) -> None:
    given = [word for text in ODD.values() for word in ("--then", text)]
    run = sayso("do", *given, "--url", f"{site.url}/booking/", "--headless", "--json")
    failed(run)
    assert len(run.last["said"]) == len(ODD)
    for sentence in run.last["said"]:
        is_plain(sentence)
    assert run.last["actions"] == []
    assert [hit.path for hit in site.state.hits] == ["/booking/"]
    newest = max((house.data / "record").glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)
    kept = [json.loads(line) for line in newest.read_text(encoding="utf-8").splitlines()]
    assert [one["status"] for one in kept if one["event"] == "finished"] == ["failed"] * len(ODD)


@pytest.mark.parametrize("text", ["x" * 5000, ODD["emoji"], ODD["Hebrew"]])
def test_odd_instructions_alone(sayso: Program, text: str) -> None:
    failed(sayso("do", text, "--headless", "--json"))


def test_emoji_and_hebrew_can_be_typed_and_sent(site: Site, sayso: Program) -> None:
    given = ("--then", "type שלום עולם 🙂🎉 into message", "--then", "press send message", "--then", "yes")
    run = sayso("do", *given, "--url", f"{site.url}/contact/", "--headless", "--json")
    assert run.returncode == 0, run
    assert [message["message"] for message in site.state.messages] == ["שלום עולם 🙂🎉"]


@pytest.mark.parametrize(
    "settings",
    [
        "this is no table",
        "rte = 180",
        'rate = "fast"',
        "sites = 3",
        "rate = 5000",
        "page_seconds = -1",
        "max_steps = 0",
        "sites = { home = 3 }",
        'search_engine = "https://example.org/"',
    ],
)
def test_settings_that_cannot_be_used(sayso: Program, data_folder: DataFolder, settings: str) -> None:
    folder = data_folder(settings)
    run = sayso("do", "scroll down", "--headless", "--json", SAYSO_DATA=str(folder))
    assert "settings.toml" in failed(run, folder)
    assert run.stdout == ""


def test_settings_in_another_encoding(sayso: Program, data_folder: DataFolder) -> None:
    folder = data_folder()
    (folder / "settings.toml").write_bytes('home = "Größe"'.encode("latin-1"))
    assert "settings.toml" in failed(sayso("hear", "x.wav", SAYSO_DATA=str(folder)), folder)


@pytest.mark.parametrize("words", [("do", "--loud"), ("fly",), ("do", "--url"), ("models", "paint"), ("speak",)])
def test_words_that_the_program_does_not_know(sayso: Program, words: tuple[str, ...]) -> None:
    run = sayso(*words)
    assert run.returncode == 1
    assert run.stdout == ""
    assert run.stderr
    assert "Traceback" not in run.stderr


def test_nothing_to_do(sayso: Program) -> None:
    run = sayso("do", "--headless")
    assert "Say what to do" in failed(run)
