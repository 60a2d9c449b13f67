"""The screen reader beside us, over D-Bus (jeepney)."""
