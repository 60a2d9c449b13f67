"""Actions as WebLINX strings."""

from typing import Any

import pytest

from engine.values.action import (
    Action,
    Back,
    Change,
    Click,
    Copy,
    Drag,
    Forward,
    Hover,
    Load,
    Paste,
    Press,
    Reload,
    Save,
    Say,
    Scroll,
    ScrollBox,
    ScrollUntil,
    Submit,
    TabCreate,
    TabRemove,
    TabSwitch,
    TextInput,
    Upload,
    Zoom,
    render,
)
from tests.unit.weblinx import vectors


@pytest.mark.parametrize(
    ("action", "written"),
    [
        (Click("e1"), 'click(uid="e1")'),
        (TextInput("  Anna ", "e1"), 'text_input(text="Anna", uid="e1")'),
        (TextInput('say "hi"\n\tnow', "e1"), 'text_input(text="say "hi"\\n\\tnow", uid="e1")'),
        (Change("2026-12-24", "e1"), 'change(value="2026-12-24", uid="e1")'),
        (Submit("e1"), 'submit(uid="e1")'),
        (Load("https://x.test/"), 'load(url="https://x.test/")'),
        (Say("Hello"), 'say(speaker="navigator", utterance="Hello")'),
        (Scroll(0, 300), "scroll(x=0, y=300)"),
        (Back(), 'load(url="https://there.test/")'),
        (Forward(), 'load(url="https://there.test/")'),
        (Reload(), 'load(url="https://there.test/")'),
        (Click("e1", 2), 'click(uid="e1", times=2)'),
        (Click("e1", 1, "right"), 'click(uid="e1", button="right")'),
        (Hover("e1"), 'hover(uid="e1")'),
        (Drag("e1", "e2"), 'drag(uid="e1", onto="e2")'),
        (Press("Control+a"), 'press(key="Control+a")'),
        (Press("Enter", "e1"), 'press(key="Enter", uid="e1")'),
        (Upload("/home/anna/cv.pdf", "e1"), 'upload(path="/home/anna/cv.pdf", uid="e1")'),
        (Copy(), "copy()"),
        (Copy("e1"), 'copy(uid="e1")'),
        (Paste("e1"), 'paste(uid="e1")'),
        (Scroll(0, 300, "e1"), 'scroll(x=0, y=300, uid="e1")'),
        (ScrollBox("e1", 0.8), 'scroll_box(uid="e1", down=0.8)'),
        (ScrollUntil("Zebra"), 'scroll_until(text="Zebra")'),
        (TabCreate(), "tabcreate()"),
        (TabCreate("https://x.test/"), 'tabcreate(url="https://x.test/")'),
        (TabSwitch("A"), 'tabswitch(target="A")'),
        (TabRemove("A"), 'tabremove(target="A")'),
        (Zoom(150), "zoom(percent=150)"),
        (Save(), "save()"),
        (Change("", "e1"), 'change(value="", uid="e1")'),
    ],
)
def test_actions_are_written(action: Action, written: str) -> None:
    assert render(action, "https://there.test/") == written


@pytest.mark.parametrize(("length", "kept"), [(199, 199), (200, 200), (201, 200), (5000, 200)])
def test_long_texts_are_cut_to_200_characters_dots_included(length: int, kept: int) -> None:
    written = render(Say("x" * length)).removeprefix('say(speaker="navigator", utterance="').removesuffix('")')
    assert len(written) == kept and written.endswith("..." if length > 200 else "x")


def _action(given: dict[str, Any]) -> Action | None:
    match given:
        case {"intent": "click" | "submit" as intent, "uid": str(uid)}:
            return Click(uid) if intent == "click" else Submit(uid)
        case {"intent": "text_input", "text": text, "uid": str(uid)}:
            return TextInput(text, uid)
        case {"intent": "change", "value": value, "uid": str(uid)}:
            return Change(value, uid)
        case {"intent": "load", "url": url}:
            return Load(url)
        case {"intent": "say", "utterance": words, "speaker": speaker}:
            return Say(words, speaker)
        case {"intent": "scroll", "x": x, "y": y}:
            return Scroll(int(x), int(y))
    return None


def test_the_reference_writes_the_same() -> None:
    compared = 0
    for row in vectors("actions"):
        action = _action(row["action_model_dict"])
        if action is not None:
            assert render(action) == row["action_model_str"]
            compared += 1
    assert compared >= 15
