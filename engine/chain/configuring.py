"""settings.toml in the data folder → Settings."""

import tomllib
from dataclasses import fields, replace
from pathlib import Path

from engine.values.errors import SettingsError
from engine.values.settings import Settings

BOUNDS = {
    "rate": (80, 500),
    "consent_seconds": (1, 3600),
    "max_steps": (1, 100),
    "page_seconds": (1, 600),
    "threads": (0, 256),
}
"""Least and greatest value of the settings that are numbers."""


def settings_in(folder: Path) -> Settings:
    """Return the user's settings; the defaults where there is no file. Raises SettingsError.

    `[sites]` adds to the known sites; every other key replaces its default.
    """
    path = folder / "settings.toml"
    try:
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
            raise SettingsError(f"{path} has an unknown setting, {name}. Known are: {', '.join(known)}.")
        wanted = type(known[name])
        if wanted is float and type(value) is int:
            given[name] = float(value)
        elif type(value) is not wanted:
            like = (
                'a table, like: sites = { news = "https://example.org/" }'
                if wanted is dict
                else f"like {known[name]!r}"
            )
            raise SettingsError(f"In {path}, {name} must be {like}.")
    sites = given.pop("sites", {})
    assert isinstance(sites, dict)
    for name, url in sites.items():
        if not isinstance(url, str):
            raise SettingsError(f"In {path}, the site {name} must have an address in quotes.")
    named = {str(name).lower(): url for name, url in sites.items()}
    settings = replace(default, sites={**default.sites, **named}, **given)  # type: ignore[arg-type]
    _check_sense(settings, path)
    return settings


def _check_sense(settings: Settings, path: Path) -> None:
    for name, (least, most) in BOUNDS.items():
        if not least <= getattr(settings, name) <= most:
            raise SettingsError(f"In {path}, {name} must be from {least} to {most}.")
    if settings.search_engine.count("{query}") != 1 or settings.search_engine.replace("{query}", "").count("{"):
        raise SettingsError(f"In {path}, search_engine must be an address with {{query}} in it, once.")
