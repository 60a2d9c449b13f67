"""`sayso hear`, `speak` and `doctor`: each part of the program by itself."""

import json
import shutil
import wave
from pathlib import Path

from rapidfuzz import fuzz

from tests.conftest import Speech
from tests.end2end.conftest import DataFolder
from tests.program import Program

NEEDED = {
    "Python", "settings", "data folder", "Chrome and its driver", "speech recognition", "page ranking",
    "language model", "voice",
}  # fmt: skip
WITHOUT_VERSION = {"settings", "data folder", "display for the window"}


def test_hear(sayso: Program, speech: Speech) -> None:
    run = sayso("hear", speech("Scroll down."))
    assert (run.returncode, run.stdout, run.stderr) == (0, "Scroll down\n", "")
    run = sayso("hear", speech("Scroll down."), "--json")
    assert run.returncode == 0
    assert run.last["event"] == "heard"
    assert run.last["text"] == "Scroll down"
    assert run.last["ms"] > 0


def test_speak_is_understood(sayso: Program, tmp_path: Path) -> None:
    sentence = "The page is now open. Please say yes or no."
    file = tmp_path / "spoken.wav"
    run = sayso("speak", sentence, "--wav", file)
    assert run.returncode == 0, run
    assert run.stdout == ""
    with wave.open(str(file)) as sound:
        assert sound.getnchannels() == 1
        assert 1.5 < sound.getnframes() / sound.getframerate() < 10
    heard = sayso("hear", file)
    assert fuzz.token_set_ratio(heard.stdout.lower(), sentence.lower()) >= 75, heard


def test_nothing_to_speak(sayso: Program, tmp_path: Path) -> None:
    run = sayso("speak", "  ", "--wav", tmp_path / "spoken.wav")
    assert run.returncode == 1
    assert "nothing to say" in run.stderr
    assert not (tmp_path / "spoken.wav").exists()


def test_doctor_finds_every_part(sayso: Program) -> None:
    run = sayso("doctor", "--json")
    assert run.returncode == 0, run
    parts = {part["part"]: part for part in json.loads(run.stdout)["parts"]}
    assert {name for name, part in parts.items() if part["needed"]} == NEEDED
    for name, part in parts.items():
        assert part["works"] or not part["needed"], part
        assert bool(part["advice"]) is not part["works"], part
        assert part["version"] or name in WITHOUT_VERSION or not part["works"], part


def test_doctor_says_what_to_do(sayso: Program, tmp_path: Path) -> None:
    run = sayso("doctor", SAYSO_CHROME="/nowhere/chrome", SAYSO_DATA=str(tmp_path / "empty"))
    assert run.returncode == 1
    lines = dict(line.split(": ", 1) for line in run.stdout.splitlines())
    assert lines["Chrome and its driver"].startswith("does not work. There is no Chrome at /nowhere/chrome.")
    for name in ("speech recognition", "page ranking", "language model"):
        assert "sayso models install" in lines[name]
    assert lines["Python"].startswith("works.")


def test_models_are_listed_and_verified(sayso: Program, data_folder: DataFolder, models: Path) -> None:
    listed = sayso("models", "list")
    assert listed.returncode == 0, listed
    for name in ("whisper-base", "minilm", "smollm2-135m"):
        assert name in listed.stdout
    folder = data_folder()
    (folder / "models").unlink()
    shutil.copytree(models / "minilm", folder / "models" / "minilm")
    spoiled = folder / "models" / "minilm" / "tokenizer.json"
    spoiled.write_bytes(spoiled.read_bytes()[:-10] + b"          ")
    run = sayso("models", "verify", SAYSO_DATA=str(folder))
    assert run.returncode == 1, run
    assert "tokenizer.json" in run.stdout + run.stderr
