"""settings.toml in the data folder → Settings."""

import tomllib
from dataclasses import fields, replace
from pathlib import Path

from engine.values.errors import SettingsError
from engine.values.settings import Settings


def settings_in(folder: Path) -> Settings:
    """Return the user's settings; the defaults where there is no file. Raises SettingsError.

    `[sites]` adds to the known sites; every other key replaces its default.
    """
    path = folder / "settings.toml"
    try:
        given = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"I cannot read {path}: {error}. Mend or delete that file.") from error
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
            raise SettingsError(f"In {path}, {name} must be like {known[name]!r}.")
    sites = given.pop("sites", {})
    assert isinstance(sites, dict)
    named = {str(name).lower(): str(url) for name, url in sites.items()}
    return replace(default, sites={**default.sites, **named}, **given)  # type: ignore[arg-type]
