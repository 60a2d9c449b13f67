"""Contrast of every pair of colours that meet."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette

from app.look import DARK, LIGHT, TARGET, Theme, contrast, palette_of, theme_of

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


def palette(ground: str, text: str) -> QPalette:
    made = QPalette()
    for role in (QPalette.ColorRole.Window, QPalette.ColorRole.Base):
        made.setColor(role, QColor(ground))
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text):
        made.setColor(role, QColor(text))
    return made


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@THEMES
def test_every_text_has_7_to_1(theme: Theme) -> None:
    on_ground = {name: contrast(getattr(theme, name), theme.ground) for name in ("text", "you", "sayso", "note")}
    on_buttons = {
        name: contrast(getattr(theme, name), getattr(theme, f"on_{name}"))
        for name in ("button", "primary", "active", "danger")
    }
    assert min({**on_ground, **on_buttons}.items(), key=lambda item: item[1])[1] >= 7, (on_ground, on_buttons)


@THEMES
def test_rings_borders_and_buttons_stand_out(theme: Theme) -> None:
    for name in ("focus", "border", "button", "primary", "active", "danger"):
        assert contrast(getattr(theme, name), theme.ground) >= 4.5, name


@THEMES
def test_the_palette_has_7_to_1(theme: Theme) -> None:
    made, role = palette_of(theme), QPalette.ColorRole
    pairs = (
        (role.WindowText, role.Window),
        (role.Text, role.Base),
        (role.ButtonText, role.Button),
        (role.HighlightedText, role.Highlight),
        (role.ToolTipText, role.ToolTipBase),
        (role.PlaceholderText, role.Base),
    )
    for front, back in pairs:
        assert contrast(made.color(front).name(), made.color(back).name()) >= 7, (front, back)


def test_the_system_chooses_the_theme() -> None:
    light, dark, scheme = palette("#ffffff", "#000000"), palette("#111111", "#ffffff"), Qt.ColorScheme
    assert theme_of(light, scheme.Light, False) == LIGHT
    assert theme_of(light, scheme.Dark, False) == DARK
    assert theme_of(light, scheme.Unknown, False) == LIGHT
    assert theme_of(dark, scheme.Unknown, False) == DARK


def test_high_contrast_keeps_the_users_own_colours() -> None:
    own = theme_of(palette("#000000", "#ffff00"), Qt.ColorScheme.Dark, True)
    assert (own.ground, own.text, own.button, own.on_button) == ("#000000", "#ffff00", "#ffff00", "#000000")


def test_targets_are_large() -> None:
    assert TARGET >= 44
