"""settings.toml: what may stand in it, and how one word of it is changed."""

import os
from pathlib import Path

import pytest

from engine.chain.configuring import keep, settings_in
from engine.values.errors import SettingsError
from engine.values.settings import Settings

WRITTEN = """\
# My settings
rate = 200   # not too fast

[sites]
news = "https://example.org/"  # the good one

[replacements]
"wear eyes" = "where is"
"""


def written(folder: Path, text: str = WRITTEN) -> Path:
    file = folder / "settings.toml"
    file.write_text(text, "utf-8")
    return file


def test_one_setting_changes_and_the_rest_stays_as_it_was(tmp_path: Path) -> None:
    file = written(tmp_path)
    keep(tmp_path, "rate", 240)
    assert file.read_text("utf-8") == WRITTEN.replace("200", "240")
    keep(tmp_path, "voice_engine", "piper")
    keep(tmp_path, "earcons", False)
    keep(tmp_path, "end_silence", 0.6)
    settings = settings_in(tmp_path)
    assert (settings.rate, settings.voice_engine, settings.earcons, settings.end_silence) == (240, "piper", False, 0.6)
    assert settings.sites["news"] == "https://example.org/" and settings.replacements == {"wear eyes": "where is"}
    assert "# the good one" in file.read_text("utf-8") and "# not too fast" in file.read_text("utf-8")


def test_a_file_is_made_where_there_is_none(tmp_path: Path) -> None:
    keep(tmp_path / "data", "speaker", 'a "quoted" name\\')
    assert settings_in(tmp_path / "data").speaker == 'a "quoted" name\\'
    assert [file.name for file in (tmp_path / "data").iterdir()] == ["settings.toml"]


def test_line_ends_links_and_rights_stay(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_bytes(b"# mine\r\nrate = 200\r\n")
    own.chmod(0o640)
    (tmp_path / "settings.toml").symlink_to(own)
    keep(tmp_path, "rate", 300)
    assert own.read_bytes() == b"# mine\r\nrate = 300\r\n"
    assert own.stat().st_mode & 0o777 == 0o640 and (tmp_path / "settings.toml").is_symlink()


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "settings.toml")
    with pytest.raises(SettingsError, match="no ordinary file"):
        settings_in(tmp_path)


@pytest.mark.parametrize("text", ["rate = ", "rate = 9000", "colour = 1", "\udcff"])
def test_a_file_that_cannot_be_used_is_never_overwritten(tmp_path: Path, text: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    before = file.read_bytes()
    with pytest.raises(SettingsError):
        keep(tmp_path, "rate", 240)
    assert file.read_bytes() == before


def test_a_disk_that_fails_leaves_the_file_and_no_rubbish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = written(tmp_path)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SettingsError, match="No space left"):
        keep(tmp_path, "rate", 240)
    assert file.read_text("utf-8") == WRITTEN and [each.name for each in tmp_path.iterdir()] == ["settings.toml"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rte = 180", "unknown setting, rte. Did you mean rate"),
        ("colour = 1", "unknown setting, colour. Delete it"),
        ("pitch = 200", "pitch must be from 0 to 100"),
        ("volume = -1", "volume must be from 0 to 100"),
        ("end_silence = 0.1", "end_silence must be from 0.2 to 3.0"),
        ("end_silence = 0", "end_silence must be from 0.2 to 3.0"),
        ('punctuation = "much"', "punctuation must be one of: none, some, all"),
        ('voice_engine = "festival"', "voice_engine must be one of: espeak, piper"),
        ('screen_reader = "loud"', "screen_reader must be one of: leave, share, quiet"),
        ('recogniser = " "', "recogniser must be"),
        ('vocabulary = "Oryx"', "vocabulary must be a list"),
        ("vocabulary = [1]", "every word of vocabulary must stand in quotes"),
        ('replacements = ["a"]', "replacements must be a table"),
        ("replacements = { a = 1 }", "replacements must be words in quotes"),
        ('earcons = "on"', "earcons must be true or false"),
        ('rate = "fast"', "rate must be a whole number from 80 to 500"),
        ("rate = 180.0", "rate must be a whole number from 80 to 500"),
        ('end_silence = "long"', "end_silence must be a number from 0.2 to 3.0"),
        ("language = 1", 'language must be words in quotes, like "en"'),
        ("headphones = 1", "headphones must be true or false"),
    ],
)
def test_what_cannot_be_meant_is_told_in_a_sentence(tmp_path: Path, text: str, said: str) -> None:
    written(tmp_path, text)
    with pytest.raises(SettingsError, match=said):
        settings_in(tmp_path)


def test_every_setting_can_be_given(tmp_path: Path) -> None:
    written(
        tmp_path,
        'vocabulary = ["Oryx"]\nend_silence = 1\nvolume = 0\nrecogniser = "small"\nheadphones = true\nlanguage = ""\n',
    )
    expected = Settings(
        vocabulary=["Oryx"], end_silence=1.0, volume=0, recogniser="small", headphones=True, language=""
    )
    assert settings_in(tmp_path) == expected
