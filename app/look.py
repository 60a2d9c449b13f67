"""Colours and sizes. Every text has a contrast of at least 7 to 1, every boundary and focus ring at least 4.5."""

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette

TARGET = 52
"""Smallest height and width of anything to press, its ring included, in device-independent pixels."""

RING = 4
"""Width of the focus ring."""

SCALES = (100, 125, 150, 175, 200, 250, 300)
"""Text sizes in percent."""


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as "#rrggbb". `on_x` is text on a surface of colour `x`; `you`, `sayso` and `note` name speakers."""

    ground: str
    text: str
    border: str
    focus: str
    you: str
    sayso: str
    note: str
    button: str
    on_button: str
    primary: str
    on_primary: str
    active: str
    on_active: str
    danger: str
    on_danger: str


LIGHT = Theme(
    ground="#ffffff", text="#14181d", border="#4a5560", focus="#b34700",
    you="#0a3f8f", sayso="#0b4f2a", note="#6b2f00",
    button="#2b3440", on_button="#ffffff", primary="#0a3f8f", on_primary="#ffffff",
    active="#7a3000", on_active="#ffffff", danger="#8c1218", on_danger="#ffffff",
)  # fmt: skip

DARK = Theme(
    ground="#0f1317", text="#f4f6f8", border="#a8b3bf", focus="#ffd54a",
    you="#9cc4ff", sayso="#a6e3b8", note="#ffcf8f",
    button="#d5dde6", on_button="#0f1317", primary="#9cc4ff", on_primary="#0f1317",
    active="#ffd54a", on_active="#0f1317", danger="#ffb3ad", on_danger="#0f1317",
)  # fmt: skip


def theme_of(palette: QPalette, scheme: Qt.ColorScheme, high_contrast: bool) -> Theme:
    """The theme for this system: its own colours where the user asked for high contrast, else light or dark."""
    if high_contrast:
        return _own(palette)
    if scheme == Qt.ColorScheme.Unknown:
        dark = luminance(_hex(palette, QPalette.ColorRole.Window)) < 0.2
        return DARK if dark else LIGHT
    return DARK if scheme == Qt.ColorScheme.Dark else LIGHT


def system_theme(palette: QPalette) -> Theme:
    """The theme for the system as it is set up now. `palette` is the one the system gave, before any change."""
    hints = QGuiApplication.styleHints()
    high = Qt.ContrastPreference.HighContrast
    return theme_of(palette, hints.colorScheme(), hints.accessibility().contrastPreference() == high)


def luminance(colour: str) -> float:
    """Relative luminance by WCAG 2.2, 0…1."""
    exact = QColor(colour)
    red, green, blue = (_linear(channel) for channel in (exact.redF(), exact.greenF(), exact.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio by WCAG 2.2, 1…21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def palette_of(theme: Theme) -> QPalette:
    """The theme for what style sheets do not reach: menus, tool tips, selections, the cursor."""
    palette = QPalette()
    role = QPalette.ColorRole
    for roles, colour in (
        ((role.Window, role.Base, role.AlternateBase, role.ToolTipBase, role.Button), theme.ground),
        ((role.WindowText, role.Text, role.ToolTipText, role.ButtonText, role.BrightText), theme.text),
        ((role.PlaceholderText,), theme.text),
        ((role.Highlight, role.Accent), theme.primary),
        ((role.HighlightedText,), theme.on_primary),
    ):
        for each in roles:
            palette.setColor(each, QColor(colour))
    return palette


def style_of(theme: Theme, points: float) -> str:
    """The style sheet, for text of `points`.

    The ring of a button without focus is there too, in the colour of the ground, so that nothing moves.
    """
    surfaces = (
        ("QPushButton", theme.button, theme.on_button),
        ("QPushButton[look=primary]", theme.primary, theme.on_primary),
        ("QPushButton[look=danger]", theme.danger, theme.on_danger),
        ("QPushButton:checked, QPushButton:pressed", theme.active, theme.on_active),
    )
    buttons = "".join(f"{which} {{ background: {back}; color: {front}; }}" for which, back, front in surfaces)
    inner = TARGET - 2 * RING
    return f"""
        QWidget {{ background: {theme.ground}; color: {theme.text}; font-size: {points:.1f}pt; }}
        QLabel[look=status] {{ font-weight: bold; color: {theme.you}; }}
        QPushButton {{ border: {RING}px solid {theme.ground}; border-radius: 12px; padding: 2px 10px;
            min-height: {inner - 4}px; min-width: {inner - 20}px; font-weight: bold; }}
        {buttons}
        QPushButton:focus {{ border-color: {theme.focus}; }}
        QAbstractScrollArea[framed=true] {{ border: 2px solid {theme.border}; border-radius: 8px; padding: 6px; }}
        QAbstractScrollArea[framed=true]:focus {{ border: {RING}px solid {theme.focus}; padding: 4px; }}
        QScrollBar:vertical {{ background: {theme.ground}; width: 20px; }}
        QScrollBar:horizontal {{ background: {theme.ground}; height: 20px; }}
        QScrollBar::handle {{ background: {theme.border}; border-radius: 6px; margin: 3px; }}
        QScrollBar::handle:vertical {{ min-height: 44px; }}
        QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
        QScrollBar::add-page, QScrollBar::sub-page {{ background: {theme.ground}; }}
        QToolTip {{ border: 2px solid {theme.border}; padding: 4px; }}
        QMenu::item {{ padding: 8px 24px; }}
        QMenu::item:selected {{ background: {theme.primary}; color: {theme.on_primary}; }}
    """


def _own(palette: QPalette) -> Theme:
    """A theme of the user's own colours and no others: meaning is carried by words and position."""
    ground, text = _hex(palette, QPalette.ColorRole.Base), _hex(palette, QPalette.ColorRole.Text)
    mark, on_mark = _hex(palette, QPalette.ColorRole.Highlight), _hex(palette, QPalette.ColorRole.HighlightedText)
    return Theme(
        ground=ground, text=text, border=text, focus=mark, you=text, sayso=text, note=text,
        button=text, on_button=ground, primary=text, on_primary=ground,
        active=mark, on_active=on_mark, danger=text, on_danger=ground,
    )  # fmt: skip


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _hex(palette: QPalette, role: QPalette.ColorRole) -> str:
    return palette.color(QPalette.ColorGroup.Active, role).name()
