"""Element → the short text that the encoder and the language model read (few tokens, most telling first)."""

from engine.values.page import Element


def document(element: Element) -> str:
    """Return what tells this element from its neighbours to a speaker, in at most about 48 tokens."""
    parts = [
        element.role or element.tag,
        element.name,
        element.text if element.text and element.text not in element.name else "",
        element.placeholder if element.placeholder != element.name else "",
        element.context,
        element.heading,
        element.landmark,
    ]
    return " | ".join(_short(part) for part in parts if part)


def line(element: Element) -> str:
    """Return the element as one line of the prompt: its uid, role, name, and what it holds."""
    states = sorted(element.states & {"checked", "disabled", "expanded", "selected", "required"})
    notes = [*([f"value {_short(element.value, 30)}"] if element.value else []), *states]
    where = f" in {_short(element.context, 40)}" if element.context else ""
    kind = f" {element.kind}" if element.kind in {"date", "select-one", "number", "email", "password"} else ""
    extra = f" ({', '.join(notes)})" if notes else ""
    return f"{element.uid} {element.role or element.tag}{kind} {_short(element.label, 60)}{where}{extra}"


def _short(text: str, limit: int = 80) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
