"""settings.toml in the data folder → Settings, and one changed setting → settings.toml."""

import os
import tempfile
import tomllib
from dataclasses import fields, replace
from difflib import get_close_matches
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError

from engine.replying.pronouncing import LEVELS
from engine.values.errors import SettingsError
from engine.values.settings import Settings

BOUNDS = {
    "rate": (80, 500),
    "consent_seconds": (1, 3600),
    "max_steps": (1, 100),
    "page_seconds": (1, 600),
    "threads": (0, 256),
    "pitch": (0, 100),
    "volume": (0, 100),
    "end_silence": (0.2, 3.0),
    "dictation_silence": (0.2, 5.0),
}
"""Least and greatest value of the settings that are numbers."""

WORDS = {
    "voice_engine": ("espeak", "piper"),
    "punctuation": LEVELS,
    "screen_reader": ("leave", "share", "quiet"),
}
"""The words that a setting may be."""


def settings_in(folder: Path) -> Settings:
    """Return the user's settings; the defaults where there is no file. Raises SettingsError.

    `[sites]` adds to the known sites; every other key replaces its default.
    """
    path = folder / "settings.toml"
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):  # to read a pipe would wait for ever
            raise SettingsError(f"I cannot read {path}: it is no ordinary file. Mend or delete that file.")
        given = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return Settings()
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"I cannot read {path}: {error}. Mend or delete that file.") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"I cannot read {path}: it is not written in UTF-8. Mend or delete that file.") from error
    except OSError as error:
        raise SettingsError(f"I cannot read {path}: {error.strerror}. Mend or delete that file.") from error
    return _checked(given, path)


def _checked(given: dict[str, object], path: Path) -> Settings:
    default = Settings()
    known = {field.name: getattr(default, field.name) for field in fields(Settings)}
    for name, value in given.items():
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"Did you mean {near[0]}?" if near else "Delete it; the settings are listed in the README."
            raise SettingsError(f"{path} has an unknown setting, {name[:60]}. {hint}")
        wanted = type(known[name])
        if wanted is float and type(value) is int:
            given[name] = float(value)
        elif type(value) is not wanted:
            raise SettingsError(f"In {path}, {name} must be {_LIKE.get(name) or _like(name, known[name])}.")
    sites = given.pop("sites", {})
    assert isinstance(sites, dict)
    for name, url in sites.items():
        if not isinstance(url, str):
            raise SettingsError(f"In {path}, the site {name} must have an address in quotes.")
    _check_words(given, path)
    named = {str(name).lower(): url for name, url in sites.items()}
    settings = replace(default, sites={**default.sites, **named}, **given)  # type: ignore[arg-type]
    _check_sense(settings, path)
    return settings


def _like(name: str, usual: object) -> str:
    if isinstance(usual, bool):
        return "true or false"
    if name in BOUNDS:
        whole = "a whole number" if isinstance(usual, int) else "a number"
        return f"{whole} from {BOUNDS[name][0]} to {BOUNDS[name][1]}"
    return f'words in quotes, like "{usual}"'


_LIKE = {
    "sites": 'a table, like: sites = { news = "https://example.org/" }',
    "replacements": 'a table, like: replacements = { "wear eyes" = "where is" }',
    "vocabulary": 'a list, like: vocabulary = ["Oryx", "Szczecin"]',
}
"""What the settings that are no single value look like."""


def _check_words(given: dict[str, object], path: Path) -> None:
    """The words of the lists and tables are words in quotes."""
    words, table = given.get("vocabulary", []), given.get("replacements", {})
    assert isinstance(words, list) and isinstance(table, dict)
    if not all(isinstance(word, str) and word.strip() for word in words):
        raise SettingsError(f"In {path}, every word of vocabulary must stand in quotes, and none may be empty.")
    if not all(heard.strip() and isinstance(meant, str) for heard, meant in table.items()):
        raise SettingsError(f"In {path}, replacements must be words in quotes, on both sides of the equals sign.")


def _check_sense(settings: Settings, path: Path) -> None:
    for name, (least, most) in BOUNDS.items():
        if not least <= getattr(settings, name) <= most:
            raise SettingsError(f"In {path}, {name} must be from {least} to {most}.")
    for name, known in WORDS.items():
        if getattr(settings, name) not in known:
            raise SettingsError(f"In {path}, {name} must be one of: {', '.join(known)}.")
    if not settings.recogniser.strip():
        raise SettingsError(f'In {path}, recogniser must be "base", "small", or the folder of a model.')
    if settings.search_engine.count("{query}") != 1 or settings.search_engine.replace("{query}", "").count("{"):
        raise SettingsError(f"In {path}, search_engine must be an address with {{query}} in it, once.")


def keep(folder: Path, name: str, value: str | int | float | bool) -> None:
    """Write one setting into settings.toml; the rest of the file, its comments too, stays as it was.

    Raises SettingsError: then the file is what it was before, above all one that cannot be read.
    """
    settings_in(folder)
    path = (folder / "settings.toml").resolve()  # a link to the user's own file stays one
    try:
        document = tomlkit.parse(path.read_bytes().decode("utf-8") if path.exists() else "")
        document[name] = value
        text = tomlkit.dumps(document)
        if tomllib.loads(text).get(name) != value:
            raise SettingsError(f"I cannot change {path}, so this holds until you close me.")
        _replace(path, text.encode("utf-8"))
    except (TOMLKitError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"I cannot change {path}, so this holds until you close me.") from error
    except OSError as error:
        raise SettingsError(f"I cannot write {path}: {error.strerror}. So this holds until you close me.") from error


def _replace(path: Path, data: bytes) -> None:
    """Put a whole new file in the place of `path`, so that whoever reads it never sees half of one."""
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o600
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".settings-", suffix=".toml")
    written = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(handle)
        written.chmod(mode)
        written.replace(path)
    except OSError:
        written.unlink(missing_ok=True)
        raise
