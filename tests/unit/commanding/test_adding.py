"""Words added to what a field holds, and words put in its place."""

import pytest

from engine.commanding.commands import TypeInto
from engine.commanding.phrases import understand
from engine.commanding.resolving import Step, next_step
from engine.commanding.setting import going_on
from engine.values.action import Click, TextInput
from engine.values.settings import Settings
from tests.fakes import element, page

NOTE = element("e1", "textbox", "Note", kind="textarea", value="Milk\nEggs")
NAME = element("e2", "textbox", "Name", kind="text", value="Anna")
EMPTY = element("e3", "textbox", "Message", kind="textarea")
LETTER = element("e4", "textbox", "Letter", kind="contenteditable", value="Dear Anna")
BUTTON = element("e5", "button", "Add Anna to team")


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("add bread to note", TextInput("bread", "e1", keep=True)),
        ("append bread to the note field", TextInput("bread", "e1", keep=True)),
        ("type see you soon at the end of my letter", TextInput("see you soon", "e4", keep=True)),
        ("type see you soon into letter", TextInput("see you soon", "e4", keep=True)),
        ("type bread into note", TextInput("bread", "e1", keep=True)),
        ("type bread into message", TextInput("bread", "e3")),
        ("type Berg into name", TextInput("Berg", "e2")),
        ("add Berg to name", TextInput("Berg", "e2", keep=True)),
        ("replace note with bread", TextInput("bread", "e1")),
        ("replace everything in the note field with bread", TextInput("bread", "e1")),
        ("type bread into note instead", TextInput("bread", "e1")),
        ("add Anna to team", Click("e5")),
    ],
)
def test_what_several_lines_hold_is_gone_on_with(words: str, action: TextInput | Click) -> None:
    command = understand(words)
    assert isinstance(command, TypeInto)
    assert next_step(command, page(NOTE, NAME, EMPTY, LETTER, BUTTON), Settings(), []) == Step(action)


@pytest.mark.parametrize(
    ("words", "uid", "keep"),
    [
        ("say thanks in the letter", "e4", True),
        ("rewrite the letter: thanks", "e4", False),
        ("let the note say thanks instead", "e1", False),
        ("say thanks in the message", "e3", False),
        ("the name is thanks", "e2", False),
    ],
)
def test_what_is_proposed_goes_on_with_what_is_there(words: str, uid: str, keep: bool) -> None:
    shown = page(NOTE, NAME, EMPTY, LETTER)
    assert going_on(TextInput("thanks", uid), shown, words) == TextInput("thanks", uid, keep)
    assert going_on(Click("e5"), shown, words) == Click("e5")
    assert going_on(None, shown, words) is None


@pytest.mark.parametrize("words", ["add milk to my cart", "add the red shirt to the shopping basket", "add to cart"])
def test_what_is_put_on_a_shelf_is_no_text(words: str) -> None:
    assert not isinstance(understand(words), TypeInto)
