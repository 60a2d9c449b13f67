"""The phrasings that a recogniser may choose from are commands, as far as there are commands for them."""

import re

from engine.commanding.phrases import understand
from engine.commanding.spoken import COMMANDS, NAMED


def test_phrasings_are_plain_and_told_once() -> None:
    assert len(set(COMMANDS)) == len(COMMANDS)
    assert all(re.fullmatch(r"[A-Za-z]+(?: [A-Za-z]+)*", command) for command in (*COMMANDS, *NAMED))


def test_a_verb_with_a_name_is_a_command() -> None:
    assert all(understand(f"{verb} basket") for verb in NAMED if verb != "focus on")


def test_the_commands_that_there_are_are_among_them() -> None:
    for words in ("scroll down", "go back", "new tab", "zoom in", "where am I", "what can I say", "undo", "wake up"):
        assert words in COMMANDS and understand(words)
