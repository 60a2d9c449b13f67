"""Model output → action, by the rules of the WebLINX parser (weblinx.md §1.4).

Where the reference reads any number-like text as a number (its trap 2), this one keeps text as text: a uid or a
room number stays what it is. Numbers are read only where an action takes one.
"""

import re

from engine.values.action import Action, Change, Click, Load, Say, Scroll, Submit, TextInput


def parse(output: str) -> Action | None:
    """Return the first action in the model's output, None when it is no action of ours."""
    start = output.find("(")
    name = re.search(r"(\w+)$", output[:start]) if start >= 0 else None
    if not name:
        return None
    return _build(name[1].lower().replace("_", ""), _arguments(output[start + 1 :]))


def _arguments(rest: str) -> dict[str, str]:
    inside = _until_bracket(rest)
    found: dict[str, str] = {}
    for piece in _pieces(inside):
        key, equals, value = piece.partition("=")
        if equals:
            found[key.strip()] = _unquoted(value.strip())
    return found


def _until_bracket(rest: str) -> str:
    quoted = False
    for index, character in enumerate(rest):
        if character == '"':
            quoted = not quoted
        elif character == ")" and not quoted:
            return rest[:index]
    return rest


def _pieces(inside: str) -> list[str]:
    """Split on commas, and join again what a comma inside quotes had parted (even quote count)."""
    pieces: list[str] = []
    for part in inside.split(","):
        if pieces and pieces[-1].count('"') % 2:
            pieces[-1] += "," + part
        else:
            pieces.append(part)
    return pieces


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) >= 2 and value[0] == value[-1] == '"' else value


def _number(text: str | None) -> int | None:
    return int(float(text)) if text and re.fullmatch(r"-?\d{1,7}(?:\.\d{1,7})?", text, re.ASCII) else None


def _build(intent: str, given: dict[str, str]) -> Action | None:
    uid, text = given.get("uid"), given.get("text")
    match intent:
        case "click" if uid:
            return Click(uid)
        case "textinput" if uid and text is not None:
            return TextInput(text, uid)
        case "change" if uid and "value" in given:
            return Change(given["value"], uid)
        case "submit" if uid:
            return Submit(uid)
        case "load" if given.get("url"):
            return Load(given["url"])
        case "say" if given.get("utterance"):
            return Say(given["utterance"])
        case "scroll":
            x, y = _number(given.get("x")), _number(given.get("y"))
            return Scroll(x, y) if x is not None and y is not None else None
    return None
