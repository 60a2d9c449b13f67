"""A secret that was typed is hidden in every later event."""

from engine.judging.redacting import HIDDEN, without
from engine.values.event import Acted, Ranked, Replied


def test_a_secret_is_hidden_wherever_it_stands() -> None:
    assert without(Replied("User name now has hunter2.", 1.0), {"hunter2"}) == Replied(
        f"User name now has {HIDDEN}.", 1.0
    )
    acted = Acted('text_input(text="hunter2", uid="e1")', "done", "value is now hunter2", 1.0)
    assert without(acted, {"hunter2"}) == Acted(
        f'text_input(text="{HIDDEN}", uid="e1")', "done", f"value is now {HIDDEN}", 1.0
    )
    ranked = Ranked((("e1", "Field hunter2", 0.5),), 1.0)
    assert without(ranked, {"hunter2"}) == Ranked((("e1", f"Field {HIDDEN}", 0.5),), 1.0)


def test_the_longest_is_hidden_first_and_short_ones_are_not_searched_for() -> None:
    assert without(Replied("open sesame seeds", 1.0), {"sesame", "open sesame", "se"}) == Replied(
        f"{HIDDEN} seeds", 1.0
    )
    said = Replied("See you at the sea", 1.0)
    assert without(said, {"se"}) is said
