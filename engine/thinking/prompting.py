"""Dialogue, page and candidates → the prompt, and the grammar that admits only actions on what is offered.

The fixed part comes first and never changes, so that llama.cpp keeps its key-value state; what changes is short.
"""

import re
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
_SWITCHES = frozenset({"checkbox", "switch", "radio", "menuitemcheckbox", "menuitemradio"})
_MARKS = ' .,;:!?…"“”()'
_RUN, _OPTIONS = 30, 40
"""Words of an instruction, and options of a list, that the grammar offers."""

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


def grammar(candidates: Sequence[Candidate], words: str) -> str:
    """Return the GBNF grammar of the WebLINX actions on exactly these elements, each only as its kind allows.

    Links and buttons are pressed; text fields take a run of the user's own `words`, or have their form sent; lists take
    one of their options, boxes true or false. An address is opened that the user said, or that a candidate leads to.
    Without candidates and addresses only say and scroll are left.
    """
    own = _own_words(words)
    rules: dict[str, list[str]] = {"click": [], "text": [], "change": [], "submit": []}
    for element in (candidate.element for candidate in candidates):
        uid = f'uid=\\"{element.uid}\\")"'
        if not element.kind:
            rules["click"].append(f'"click({uid}')
        elif element.kind not in _TEXT_KINDS:
            rules["change"] += [f'"change(value=\\"" ({value}) "\\", {uid}' for value in _values(element, bool(own))]
        else:
            rules["text"] += [f'"text_input(text=\\"" own "\\", {uid}'] if own else []
            rules["submit"] += [f'"submit({uid}'] if element.form is not None else []
    acting = {name: " | ".join(forms) for name, forms in rules.items() if forms}
    if places := _addresses(candidates, words):
        acting["load"] = " | ".join(_literal(f'load(url="{url}")') for url in places)
    root = " | ".join([*acting, "say", "scroll"])
    return (
        "\n".join([f"root ::= {root}", *(f"{name} ::= {forms}" for name, forms in acting.items()), *own, *_ON_PAGE])
        + "\n"
    )


def _addresses(candidates: Sequence[Candidate], words: str) -> list[str]:
    """What may be opened: the addresses that the user said, and those that the candidates lead to."""
    said = [one[0].rstrip(_MARKS) for one in _ADDRESS.finditer(_DOT.sub(".", words))]
    spoken = [one if "//" in one else f"https://{one}" for one in said]
    linked = [candidate.element.href for candidate in candidates]
    good = (one for one in (*spoken, *linked) if _OPENABLE.fullmatch(one))
    return list(dict.fromkeys(good))


_DOT = re.compile(r" dot (?=\w)", re.I)
_ADDRESS = re.compile(r"(?:https?://[^\s\"\\]+|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:/[^\s\"\\]*)?)", re.I)
_OPENABLE = re.compile(r"https?://[^\s\"\\]{1,300}", re.I)

_ON_PAGE = (
    r'say ::= "say(speaker=\"navigator\", utterance=\"" free "\")"',
    r'scroll ::= "scroll(x=0, y=" [0-9]{1,5} ")"',
    r'free ::= [^"\x00-\x1f]{1,160}',
)


def _own_words(words: str) -> list[str]:
    """Return rules for `own`: any run of the user's words, without the marks around each."""
    told = [word for word in (word.strip(_MARKS) for word in words.split()) if word][:_RUN]
    runs = [
        f"own{at} ::= {_literal(word)}" + (f' (" " own{at + 1})?' if at + 1 < len(told) else "")
        for at, word in enumerate(told)
    ]
    return [f"own ::= {' | '.join(f'own{at}' for at in range(len(told)))}", *runs] if told else []


def _values(element: Element, own: bool) -> list[str]:
    """Return what the control may be set to: its options, on or off, else the user's words."""
    if element.options:
        return [" | ".join(_literal(option.replace('"', "")) for option in element.options[:_OPTIONS])]
    if element.role in _SWITCHES:
        return ['"true" | "false"']
    return ["own"] if own else []


def _literal(text: str) -> str:
    """Quote text for GBNF; control characters cannot be in it."""
    plain = "".join(c for c in text if c.isprintable())
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _history(earlier: Sequence[Exchange]) -> list[str]:
    """One line a turn: of the last one, which may still be under way, three steps; of those before it one."""
    kept = list(earlier[-_EARLIER:])
    return [_told(exchange, 3 if at == len(kept) else 1) for at, exchange in enumerate(kept, start=1)]


def _told(exchange: Exchange, steps: int) -> str:
    said = clip(exchange.said, 50)
    return f"Before: {said}" + "".join(f" → {clip(step, 60)}" for step in exchange.steps[-steps:])
