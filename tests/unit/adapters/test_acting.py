"""What keys are called, and how a difference between two looks is told: pure parts of acting."""

import pytest
from selenium.webdriver.common.keys import Keys

from engine.adapters.webdriver.keys import strokes_of
from engine.adapters.webdriver.verifying import Seen, difference


@pytest.mark.parametrize(
    ("name", "strokes"),
    [
        ("Enter", ((), Keys.ENTER)),
        ("ArrowDown", ((), Keys.ARROW_DOWN)),
        ("page down", ((), Keys.PAGE_DOWN)),
        ("a", ((), "a")),
        (" ", ((), Keys.SPACE)),
        ("+", ((), "+")),
        ("F12", ((), Keys.F12)),
        ("Control+a", ((Keys.CONTROL,), "a")),
        ("Control+Shift+Tab", ((Keys.CONTROL, Keys.SHIFT), Keys.TAB)),
        ("Control++", ((Keys.CONTROL,), "+")),
        ("Hyper", None),
        ("Hyper+a", None),
        ("F13", None),
        ("ab", None),
    ],
)
def test_names_of_keys(name: str, strokes: tuple[tuple[str, ...], str] | None) -> None:
    assert strokes_of(name) == strokes


def test_editing_goes_with_command_on_a_mac() -> None:
    assert strokes_of("Control+c", mac=True) == ((Keys.COMMAND,), "c")
    assert strokes_of("Control+ArrowLeft", mac=True) == ((Keys.CONTROL,), Keys.ARROW_LEFT)


def seen(lines: list[str], *popups: list[str]) -> Seen:
    return Seen(digest={}, lines=lines, popups=list(popups), drawn=[])


@pytest.mark.parametrize(
    ("earlier", "now", "changed", "told"),
    [
        (seen([]), seen(["Close"], ["dialog", "Filter"]), True, "a dialog opened: Filter"),
        (seen([], ["menu", "File"]), seen([]), True, "a menu closed: File"),
        (seen(["Tea"]), seen(["Tea", "12 results for tea"]), True, "it now says 12 results for tea"),
        (seen([]), seen(["Saving…"]), True, "it now says Saving…"),
        (seen([]), seen([("Lorem " * 14)[:79] + "…"]), True, ""),
        (seen([]), seen(["New…", "Open…", "Save as…", "Print…"]), True, ""),
        (seen(["9:15"]), seen(["9:16"]), False, ""),
        (seen(["Menu"]), seen(["Menu", "Hats", "Shoes"]), False, "now shown: Hats, Shoes"),
        (seen(["Menu"]), seen(["Menu", "Hats"]), True, ""),
    ],
)
def test_the_difference_in_words(earlier: Seen, now: Seen, changed: bool, told: str) -> None:
    assert difference(earlier, now, changed) == told
