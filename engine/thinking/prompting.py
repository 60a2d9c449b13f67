"""Dialogue, page and candidates → the prompt, and the grammar that admits only actions on what is offered.

The fixed part comes first and never changes, so that llama.cpp keeps its key-value state; what changes is short.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.thinking.documenting import clip, line
from engine.thinking.ranking import Candidate
from engine.values.page import Element, Page
from engine.values.ports import Prompt

FIXED = """<|im_start|>system
You operate a web page for a person who cannot see it. Answer with exactly one action:
click(uid="…") presses a link or button.
text_input(text="…", uid="…") writes into a field.
change(value="…", uid="…") sets a list, a box or a date.
submit(uid="…") sends a form.
load(url="…") opens an address.
scroll(x=0, y=…) scrolls the page.
say(speaker="navigator", utterance="…") answers or asks the person.
Use only the uids that are listed. When the instruction is finished, or nothing listed fits, use say.

Page: Corner Cafe
e4 link Menu
e9 button Reserve
Instruction: show me what there is to eat
Action: click(uid="e4")

Page: Weather
e2 searchbox City
e3 button Search
Instruction: what is it like in Oslo
Action: text_input(text="Oslo", uid="e2")
<|im_end|>
<|im_start|>user
"""

_TEXT_KINDS = frozenset({"text", "search", "email", "url", "tel", "password", "textarea", "contenteditable"})
_EARLIER = 5
_WORDS = 300
"""Bytes of the utterance kept in the prompt. With ten candidates and five turns the changing part has at most 2,400."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One earlier turn: what was said, and the actions with their outcomes in words."""

    said: str
    steps: tuple[str, ...] = ()


def prompt(words: str, page: Page, candidates: Sequence[Candidate], earlier: Sequence[Exchange]) -> Prompt:
    """Return the prompt of one step. `earlier` ends with the steps already taken for this instruction."""
    view = page.viewport
    lines = [
        f"Page: {clip(page.title, 60)}",
        f"Viewport: {view.width}x{view.height} at {view.scroll_y} of {view.height_full}",
        *(line(candidate.element) for candidate in candidates),
        *_history(earlier),
        f"Instruction: {clip(words, _WORDS)}",
    ]
    return Prompt(FIXED, "\n".join(lines) + "\n<|im_end|>\n<|im_start|>assistant\nAction: ")


def grammar(candidates: Sequence[Candidate]) -> str:
    """Return the GBNF grammar of the WebLINX actions on exactly these elements, each only as its kind allows.

    Links and buttons are pressed, text fields written into or their form sent, lists, boxes and dates set. Without
    candidates only say, load and scroll are left.
    """
    elements = [candidate.element for candidate in candidates]
    texts = [e for e in elements if _is_text(e)]
    acting = (
        ("click", r'"click(uid=\"" {} "\")"', [e for e in elements if not e.kind]),
        ("text", r'"text_input(text=\"" free "\", uid=\"" {} "\")"', texts),
        (
            "change",
            r'"change(value=\"" free "\", uid=\"" {} "\")"',
            [e for e in elements if e.kind and not _is_text(e)],
        ),
        ("submit", r'"submit(uid=\"" {} "\")"', [e for e in texts if e.form is not None]),
    )
    rules = [f"{name} ::= {form.format(f'({_uids(of)})')}" for name, form, of in acting if of]
    names = [name for name, _, of in acting if of]
    return "\n".join([f"root ::= {' | '.join([*names, 'load', 'say', 'scroll'])}", *rules, *_ON_PAGE]) + "\n"


_ON_PAGE = (
    r'load ::= "load(url=\"http" [^"\x00-\x20]{1,120} "\")"',
    r'say ::= "say(speaker=\"navigator\", utterance=\"" free "\")"',
    r'scroll ::= "scroll(x=0, y=" [0-9]{1,5} ")"',
    r'free ::= [^"\x00-\x1f]{1,160}',
)


def _uids(elements: Sequence[Element]) -> str:
    return " | ".join(f'"{element.uid}"' for element in elements)


def _is_text(element: Element) -> bool:
    return element.kind in _TEXT_KINDS


def _history(earlier: Sequence[Exchange]) -> list[str]:
    """One line a turn: of the last one, which may still be under way, three steps; of those before it one."""
    kept = list(earlier[-_EARLIER:])
    return [_told(exchange, 3 if at == len(kept) else 1) for at, exchange in enumerate(kept, start=1)]


def _told(exchange: Exchange, steps: int) -> str:
    said = clip(exchange.said, 50)
    return f"Before: {said}" + "".join(f" → {clip(step, 60)}" for step in exchange.steps[-steps:])
