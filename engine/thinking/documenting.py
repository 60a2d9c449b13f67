"""Element → the short text that the encoder and the language model read (few tokens, most telling first)."""

import re

from engine.values.page import Element

_MARKS = re.compile(r"<\|[^|>]{0,40}\|?>?|\|>")
_KINDS = frozenset({"date", "time", "month", "datetime-local", "select-one", "number", "email", "password"})


def document(element: Element) -> str:
    """Return what tells this element from its neighbours to a speaker, in at most about 280 characters."""
    parts = [
        element.role or element.tag,
        clip(element.name, 80),
        clip(element.text, 60) if element.text and element.text not in element.name else "",
        clip(element.placeholder, 40) if element.placeholder != element.name else "",
        clip(element.context, 60),
        clip(element.heading, 40),
        element.landmark,
    ]
    return " | ".join(part for part in parts if part)


def line(element: Element) -> str:
    """Return the element as one line of the prompt, at most 140 bytes: its uid, role, name, and what it holds."""
    states = sorted(element.states & {"checked", "disabled", "expanded", "selected", "required"})
    notes = [*([f"value {clip(element.value, 24)}"] if element.value else []), *states]
    where = f" in {clip(element.context, 30)}" if element.context else ""
    kind = f" {element.kind}" if element.kind in _KINDS else ""
    extra = f" ({', '.join(notes)})" if notes else ""
    told = f"{clip(element.role or element.tag, 20)}{kind} {clip(element.label, 50)}{where}{extra}"
    return f"{element.uid} {clip(told, 130)}"


def clip(text: str, limit: int) -> str:
    """Return `text` on one line, without the marks that mean something to the model, in at most `limit` UTF-8 bytes.

    Bytes, since a tokenizer that does not know a script spends a token on each.
    """
    plain = " ".join(_MARKS.sub(" ", text).split())
    raw = plain.encode("utf-8", "replace")
    return plain if len(raw) <= limit else raw[: limit - 3].decode("utf-8", "ignore").rstrip() + "…"
