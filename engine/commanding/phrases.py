"""Words → command: the spoken vocabulary (voice.md §2), with no model and no page.

Only whole utterances match. The words that people put around a command ("please", "could you") are dropped;
what they want typed, searched or opened keeps its case and its marks.
"""

import re
from collections.abc import Callable

from engine.commanding.commands import (
    Choose,
    ClickOn,
    Command,
    Direction,
    GoBack,
    GoForward,
    Help,
    No,
    Open,
    Pick,
    ReloadPage,
    Repeat,
    ScrollPage,
    SearchFor,
    Stop,
    Tick,
    TypeInto,
    WhereAmI,
    Yes,
)

Build = Callable[[re.Match[str]], Command | None]

_POLITE_START = re.compile(
    r"^(?:(?:hey|ok|okay|sayso|please|now|(?:can|could|would|will) you(?: please)?|i (?:want|would like|'d like) "
    r"(?:you )?to|i'd like to|let's)[\s,]+)+",
    re.I,
)
_POLITE_END = re.compile(r"(?:[\s,]+(?:please|thanks|thank you|for me|now))+$", re.I)
_MARKS_END = re.compile(r"[\s.!?…,;:]+$")
_ARTICLE = re.compile(r"^(?:the|a|an|my|this|that)\s+", re.I)

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
CARDINALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_HOMOPHONES = {"won": 1, "to": 2, "too": 2, "for": 4, "fore": 4, "ate": 8}

_YES = r"(?:please )?(?:yes|yeah|yep|confirm|do it|go ahead|yes i am sure|yes i'm sure|i confirm)"
_YES_MORE = r"(?:,?\s*(?:please|do it|do that|go ahead|send|send it|submit|submit it|confirm|i am sure|i'm sure|yes))*"
_YES_ALONE = re.compile(_YES + _YES_MORE, re.I)
_NO = r"(?:no|nope|nah|don't|do not|no way|better not|not now)(?:,?\s*(?:thanks|thank you|don't|do not|please|no))*"
_STOP = (
    r"stop|cancel|never ?mind|be quiet|quiet|stop (?:it|that|talking|speaking|speech|now)|shut up|dismiss|abort|halt"
)


def understand(words: str, *, choosing: bool = False) -> Command | None:
    """Return the command that these words are, None when they are not one of ours.

    `choosing` says that numbered choices were just offered, so that "to" may mean two. Yes is matched before any
    word is dropped: "can you confirm?" is no yes.
    """
    if _YES_ALONE.fullmatch(_MARKS_END.sub("", " ".join(words.replace("’", "'").split()))):
        return Yes()
    text = strip(words)
    if choosing and (number := spoken_number(text)) is not None:
        return Pick(number)
    for pattern, build in _TABLE:
        match = pattern.fullmatch(text)
        if match and (command := build(match)) is not None:
            return command
    return None


def strip(words: str) -> str:
    """Drop politeness, repeated blanks and closing marks."""
    text = " ".join(words.replace("’", "'").split())
    for _ in range(2):
        text = _MARKS_END.sub("", text)
        text = _POLITE_END.sub("", text) or text
    return _POLITE_START.sub("", text) or text


def bare(name: str) -> str:
    """Drop a leading article and quotation marks."""
    return _ARTICLE.sub("", name.strip().strip("\"“”'‘’")).strip()


def spoken_number(text: str) -> int | None:
    """Read "5", "five", "number five", "click 5", "the second one", "the last one" (0); None otherwise."""
    match = re.fullmatch(
        r"(?:(?:click|press|tap|choose|pick|take|open)\s+)?(?:the\s+)?(?:(?:number|option|choice)\s+)?"
        r"([a-z]+|\d{1,3})(?:st|nd|rd|th)?(?:\s+(?:one|option|choice|link|button))?",
        text.lower(),
    )
    if not match:
        return None
    word = match[1]
    if word.isdigit():
        return int(word)
    if word == "last":
        return 0
    for names in (CARDINALS, ORDINALS):
        if word in names:
            return names.index(word) + 1
    return _HOMOPHONES.get(word) if word == text.lower() else None


def _scroll(match: re.Match[str]) -> Command:
    where = match["way"].lower()
    ends: dict[str, Direction] = {"top": "top", "start": "top", "beginning": "top", "bottom": "bottom", "end": "bottom"}
    ways: dict[str, Direction] = {"up": "up", "down": "down", "left": "left", "right": "right", **ends}
    return ScrollPage(ways[where], little=bool(match.groupdict().get("little")))


def _click(match: re.Match[str]) -> Command | None:
    name = bare(match["name"])
    kind = (match["before"] or match["after"] or "").lower()
    return ClickOn(name, kind) if name else None


def _type(match: re.Match[str]) -> Command | None:
    text, field = match["text"].strip().strip("\"“”"), bare(match.groupdict().get("field") or "")
    return TypeInto(text, field) if text else None


def _choose(match: re.Match[str]) -> Command:
    return Choose(bare(match["value"]), bare(match["field"]))


def _search(match: re.Match[str]) -> Command | None:
    where = bare(match.groupdict().get("where") or "")
    query = match["query"].strip().strip("\"“”")
    web = where.lower() in {"web", "internet", "net"}
    return SearchFor(query, "" if web else where, web) if query else None


def _open(match: re.Match[str]) -> Command | None:
    where = bare(match["where"])
    return Open(where) if where and len(where.split()) <= 8 else None


_KIND = r"link|button|tab|checkbox|check box|radio button|menu item|menu|heading|image|picture|option"
_FIELD = r"(?:the\s+|my\s+)?(?P<field>.+?)(?:\s+(?:field|box|text box|text field|edit box))?"
_ROWS: tuple[tuple[str, Build], ...] = (
    (_NO, lambda m: No()),
    (_STOP, lambda m: Stop()),
    (r"(?:repeat|repeat that|say (?:that|it) again|again|what did you say|pardon)", lambda m: Repeat()),
    (
        r"where am i|(?:what|which) (?:page|site|website) (?:is this|am i on)|what(?:'s| is) this page|"
        r"(?:say|speak|read)(?: the)? title|what page is (?:this|open)",
        lambda m: WhereAmI(),
    ),
    (r"what can i (?:say|do)(?: here)?|help|help me|show (?:all )?commands|give me help|commands", lambda m: Help()),
    (r"(?:go )?back|(?:go to the )?previous page|go back(?: one| a)? page", lambda m: GoBack()),
    (r"(?:go )?forwards?|go forward (?:one|a) page|next page in history", lambda m: GoForward()),
    (r"(?:reload|refresh)(?: (?:the|this) page| it)?", lambda m: ReloadPage()),
    (
        r"(?:scroll|page|go)(?: the page)? (?P<way>up|down)(?P<little> a (?:little|bit)(?: more)?)?|"
        r"scroll (?P<side>left|right)",
        lambda m: ScrollPage("left" if m["side"] == "left" else "right") if m["side"] else _scroll(m),
    ),
    (
        r"(?:scroll|go|jump)(?: all the way)? to (?:the )?(?P<way>top|bottom|end|start|beginning)(?: of (?:the |this )?page)?|"
        r"(?P<way2>top|bottom|end) of (?:the )?page",
        lambda m: ScrollPage("top" if (m["way"] or m["way2"]).lower() in {"top", "start", "beginning"} else "bottom"),
    ),
    (
        r"search (?:(?P<where>.+?) )?for (?P<query>.+)",
        _search,
    ),
    (r"(?:look up|google) (?P<query>.+)", _search),
    (r"(?:untick|uncheck|clear the|switch off|turn off) (?P<name>.+)", lambda m: Tick(bare(m["name"]), False)),
    (r"(?:tick|check|switch on|turn on) (?!out\b)(?P<name>.+)", lambda m: Tick(bare(m["name"]), True)),
    (rf"(?:type|enter|write|insert|dictate|put|fill in) (?P<text>.+) into {_FIELD}", _type),
    (rf"(?:fill in|fill|complete) {_FIELD} with (?P<text>.+)", _type),
    (rf"(?:type|enter|write|insert|put) (?P<text>.+?) (?:in|to) {_FIELD}", _type),
    (r"(?:set|change) (?:the |my )?(?P<field>.+?) to (?P<value>.+)", _choose),
    (rf"(?:choose|select|pick) (?P<value>.+) (?:in|from|for|as) {_FIELD}", _choose),
    (r"(?:type|write|dictate) (?P<text>.+)", _type),
    (r"(?:choose|select|pick) (?P<value>.+)(?P<field>)", _choose),
    (
        rf"(?:click|tap|press|push|hit|follow|activate)(?: on)?(?: the)?(?: (?P<before>{_KIND}))? (?P<name>.+?)"
        rf"(?: (?P<after>{_KIND}))?",
        _click,
    ),
    (r"(?:open|go to|goto|visit|navigate to|load|take me to|show me) (?P<where>.+)", _open),
)
_TABLE = tuple((re.compile(pattern, re.I), build) for pattern, build in _ROWS)

HELP = (
    "You can say: open, and a site or an address. Search for something. Click, and the name of a link or button. "
    "Type some words into a field. Choose an option in a list. Tick a box. Scroll down, scroll up, go to the top. "
    "Go back, go forward, reload. Where am I. Repeat. Stop. "
    "I always ask before I send anything, and only yes sends it."
)
