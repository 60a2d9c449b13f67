"""The words for a sign that stands on a button instead of a name: "×" is close, "☰" is menu."""

import unicodedata

_SAID: dict[str, tuple[str, ...]] = {
    "+＋➕": ("plus", "add", "increase"),
    "-−–—➖": ("minus", "decrease", "subtract"),
    "×✕✖✗✘⨯❌": ("x", "close", "times", "cross"),
    "☰≡": ("menu", "hamburger", "hamburger menu"),
    "⚙": ("settings", "gear", "cog"),
    "←⟵‹«◀❮<⬅": ("back", "previous", "left arrow", "left"),
    "→⟶›»❯>➡": ("next", "forward", "right arrow", "right"),
    "▶⏵►": ("play", "next", "right arrow", "right"),
    "⏸": ("pause",),
    "⏹": ("stop",),
    "↑▲⌃⬆": ("up", "up arrow"),
    "↓▼⌄▾⬇": ("down", "down arrow"),
    "✎✏🖉🖊": ("edit", "pencil", "write"),
    "🗑": ("delete", "bin", "trash"),
    "🔍🔎⌕": ("search", "magnifying glass"),
    "★☆⭐": ("star", "favourite", "favorite"),
    "♥♡❤": ("heart", "like", "favourite", "favorite"),
    "👍": ("like", "thumbs up"),
    "👎": ("dislike", "thumbs down"),
    "⋮⋯…": ("more", "menu", "dots", "three dots"),
    "🏠⌂": ("home", "house"),
    "🛒": ("basket", "cart"),
    "🔔": ("notifications", "bell"),
    "✓✔✅": ("tick", "check", "done", "ok"),
    "↻⟳🔄⟲↺": ("reload", "refresh"),
    "🔊🔉🔈🔇": ("sound", "volume", "mute"),
    "📎": ("attach", "paperclip"),
    "✉📧": ("mail", "email", "envelope"),
    "👤": ("account", "profile", "person"),
    "ℹ": ("information", "info"),
    "?": ("question mark", "help"),
}
_WORDS = {sign: words for signs, words in _SAID.items() for sign in signs}
_UNSEEN = "\ufe0e\ufe0f\u200d"


def said(label: str) -> tuple[str, ...]:
    """Return what a label without a letter or digit may be called, the most usual first; () for other labels."""
    signs = [sign for sign in label if not sign.isspace() and sign not in _UNSEEN]
    if not signs or len(signs) > 3 or any(sign.isalnum() for sign in signs) or len(set(signs)) > 1:
        return ()
    own = unicodedata.name(signs[0], "").lower().replace("-", " ")
    return (*_WORDS.get(signs[0], ()), *([own] if own else []))
