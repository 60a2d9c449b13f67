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
    r"(?:you )?to|i (?:need|have) to|i'd like (?:you )?to|(?:can|could|may) i|let's)[\s,.!]+)+",
    re.I,
)
_POLITE_END = re.compile(r"(?<![\s,])(?:[\s,]+(?:please|thanks|thank you|for me|now)){1,4}$", re.I)
_PLEASE_END = re.compile(r"(?<![\s,])(?:[\s,]+(?:please|thanks|thank you)){1,4}$", re.I)
_MARKS = " .!?…,;:\t\n"
_QUOTES = "\"“”'‘’"
_ARTICLE = re.compile(r"^(?:the|a|an|my|this|that)\s+", re.I)
_DICTATED = re.compile(r"(?:type|write|dictate)(?: in)?\s+(?P<text>.+)", re.I | re.S)

LONGEST = 1000
"""Characters; longer words are no command."""

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
CARDINALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_HOMOPHONES = {"won": 1, "to": 2, "too": 2, "for": 4, "fore": 4, "ate": 8}

_YES = r"(?:please )?(?:yes|yeah|yep|confirm|do it|go ahead|yes i am sure|yes i'm sure|i confirm)"
_YES_MORE = (
    r"(?:[,.!]?\s+(?:please|do it|do that|go ahead|send|send it|submit|submit it|confirm|i am sure|i'm sure|yes))*"
)
_YES_ALONE = re.compile(_YES + _YES_MORE, re.I)
_NOT = r"(?:don't|do not)(?: (?:do|send|submit|press|click|open|buy|order) (?:it|that|this))?"
_NO = (
    rf"(?:no|nope|nah|{_NOT}|no way|better not|not now|leave it)"
    rf"(?:[,.!]?\s+(?:thanks|thank you|{_NOT}|please|no|not now|stop|cancel|leave it))*"
)
_STOP = (
    r"stop|cancel|never ?mind|be quiet|quiet|stop (?:it|that|talking|speaking|speech|now)|shut up|dismiss|abort|halt"
)


def understand(words: str, *, choosing: bool = False) -> Command | None:
    """Return the command that these words are, None when they are not one of ours.

    `choosing` says that numbered choices were just offered, so that "to" may mean two. Yes is matched before any
    word is dropped: "can you confirm?" is no yes.
    """
    if len(words) > LONGEST:
        return None
    plain = " ".join(words.replace("’", "'").split()).rstrip(_MARKS)
    if _YES_ALONE.fullmatch(plain):
        return Yes()
    text = strip(words)
    if choosing and (number := spoken_number(text)) is not None:
        return Pick(number)
    command = _look_up(text) or _look_up(_POLITE_START.sub("", plain))
    if command is None or (isinstance(command, TypeInto) and not command.field):
        return _dictated(words) or command
    if isinstance(command, SearchFor):  # "now" and "for me" may belong to what is searched for
        return _look_up(_POLITE_START.sub("", _PLEASE_END.sub("", plain).rstrip(_MARKS))) or command
    return command


def _look_up(text: str) -> Command | None:
    for pattern, build in _TABLE:
        match = pattern.fullmatch(text)
        if match and (command := build(match)) is not None:
            return command
    return None


def _dictated(words: str) -> Command | None:
    """What is typed into the focused field is taken as it stands: "type thank you!" keeps every word and mark."""
    match = _DICTATED.fullmatch(_POLITE_START.sub("", words.strip()))
    return TypeInto(_unquoted(match["text"])) if match and match["text"].strip(_MARKS) else None


def strip(words: str) -> str:
    """Drop politeness, repeated blanks and closing marks."""
    text = " ".join(words.replace("’", "'").split())
    for _ in range(2):
        text = text.rstrip(_MARKS)
        text = _POLITE_END.sub("", text) or text
    return _POLITE_START.sub("", text) or text


def bare(name: str) -> str:
    """Drop a leading article and quotation marks."""
    return _ARTICLE.sub("", name.strip().strip(_QUOTES)).strip().strip(_QUOTES).strip()


def _unquoted(text: str) -> str:
    """Drop quotation marks that enclose the whole text; those inside it are meant."""
    text = text.strip()
    return text[1:-1].strip() or text if len(text) > 2 and text[0] in _QUOTES and text[-1] in _QUOTES else text


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
    if word.isascii() and word.isdigit():
        return int(word) or None
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
    return ScrollPage(ways[where], little=bool(match["little"] or match["little2"]))


def _first(match: re.Match[str]) -> str:
    return next(group for group in match.groups() if group)


def _box(name: str) -> str:
    return re.sub(r"\s+(?:check ?box|box)$", "", bare(name), flags=re.I)


def _click(match: re.Match[str]) -> Command | None:
    name = bare(match["name"])
    before, after = (match["before"] or "").lower(), (match["after"] or "").lower()
    if before and not after and re.fullmatch(_KIND, name, re.I):
        name, before, after = before, "", name.lower()
    if name.lower() == "enter" and not before and not after:
        return None
    return ClickOn(name, before or after) if name else None


def _type(match: re.Match[str]) -> Command | None:
    text, field = _unquoted(match["text"]), bare(match.groupdict().get("field") or "")
    return TypeInto(text, field, match.groupdict().get("whole") or "") if text else None


def _choose(match: re.Match[str]) -> Command:
    return Choose(bare(match["value"]), bare(match["field"]))


def _search(match: re.Match[str]) -> Command | None:
    where = bare(match.groupdict().get("where") or "")
    query = _unquoted(match["query"])
    web = where.lower() in {"web", "internet", "net"}
    return SearchFor(query, "" if web else where, web) if query else None


def _open(match: re.Match[str]) -> Command | None:
    where = bare(match["where"])
    return Open(where) if where and len(where.split()) <= 8 else None


_LITTLE = r"(?:a (?:little bit|little|tiny bit|bit)|slightly)"
_NO_BOX = "out|if|whether|what|how|when|where|which|who|for|with|in|that there"
_KIND = r"link|button|tab|checkbox|check box|radio button|menu item|menu|heading|image|picture|option"
_FIELD_KIND = r"field|box|text box|text field|edit box|input"
_FIELD = rf"(?:the\s+|my\s+)?(?P<field>.{{1,80}}?)(?:\s+(?:{_FIELD_KIND}))?"
_ROWS: tuple[tuple[str, Build], ...] = (
    (_NO, lambda m: No()),
    (_STOP, lambda m: Stop()),
    (r"(?:repeat|repeat (?:that|it)|say (?:(?:that|it) )?again|again|what did you say|pardon)", lambda m: Repeat()),
    (
        r"where am i|(?:what|which) (?:page|site|website) (?:is this|am i on)|what(?:'s| is) this page|"
        r"(?:say|speak|read|what(?:'s| is))(?: the)?(?: page)? title|what page is (?:this|open)",
        lambda m: WhereAmI(),
    ),
    (
        r"what can (?:i|you) (?:say|do)(?: here)?|help|help me|show (?:me )?(?:all )?(?:the )?commands|"
        r"give me help|commands|show me what to say|what do i say",
        lambda m: Help(),
    ),
    (
        r"(?:go )?back|(?:go to the )?(?:previous|last) page|go back(?: one| a)? page|take me back|"
        r"(?:go )?back to (?:the )?(?:previous|last) page",
        lambda m: GoBack(),
    ),
    (r"(?:go )?forwards?|go forwards? (?:one|a) page|next page in history", lambda m: GoForward()),
    (r"(?:reload|refresh)(?: (?:the |this )?page| it)?", lambda m: ReloadPage()),
    (
        rf"(?:(?:(?:scroll|page|go|move)(?: the page)? )?(?P<little2>{_LITTLE} )?(?P<way>up|down)"
        rf"(?: the page)?(?P<little> {_LITTLE})?(?: more| again)?)|scroll (?:to the )?(?P<side>left|right)",
        lambda m: ScrollPage("left" if m["side"].lower() == "left" else "right") if m["side"] else _scroll(m),
    ),
    (
        r"(?:scroll|go|jump|move)(?: all the way)?(?: back)?(?: up| down)?(?: all the way)? to (?:the )?(?:very )?"
        r"(?P<way>top|bottom|end|start|beginning)(?: of (?:the |this )?page)?|"
        r"(?:the )?(?P<way2>top|bottom|end) of (?:the )?page|scroll all the way (?P<way3>up|down)|(?P<way4>top|bottom)",
        lambda m: ScrollPage("top" if _first(m).lower() in {"top", "start", "beginning", "up"} else "bottom"),
    ),
    (
        r"(?:do a )?search (?:(?!for )(?P<where>.+?) )?for (?P<query>.+)",
        _search,
    ),
    (r"(?:look up|look for|search) (?P<query>.+)", _search),
    (r"google (?P<query>.+)", lambda m: SearchFor(_unquoted(m["query"]), web=True)),
    (r"(?:untick|uncheck|switch off|turn off) (?P<name>.+)", lambda m: Tick(_box(m["name"]), False)),
    (rf"(?:tick|check|switch on|turn on) (?!(?:{_NO_BOX})\b)(?P<name>.+)", lambda m: Tick(_box(m["name"]), True)),
    (rf"(?:type|enter|write|insert|dictate|fill in) (?P<text>.+) into {_FIELD}", _type),
    (rf"put (?P<text>.+) (?:into|in) (?:the\s+|my\s+)?(?P<field>.{{1,80}}?)\s+(?:{_FIELD_KIND})", _type),
    (rf"(?:fill in|fill|complete) {_FIELD} with (?P<text>.+)", _type),
    (rf"(?:type|enter|write|insert|dictate) (?P<whole>(?P<text>.+?) in (?:to )?{_FIELD})", _type),
    (rf"insert (?P<text>.+?) to {_FIELD}", _type),
    (r"(?:set|change) (?:the |my )?(?P<field>.+?) to (?P<value>.+)", _choose),
    (rf"(?:choose|select|pick) (?P<value>.+) (?:in|from|for|as) {_FIELD}", _choose),
    (r"(?:type|write|dictate) (?P<text>.+)", _type),
    (r"(?:choose|select|pick) (?P<value>.+)(?P<field>)", _choose),
    (
        rf"(?:click|tap|press|push|hit|follow|activate)(?: on)?(?: (?:the )?(?P<before>{_KIND}))? (?P<name>.+?)"
        rf"(?: (?P<after>{_KIND}))?",
        _click,
    ),
    (r"(?:open|go to|goto|visit|navigate to|load|take me to) (?P<where>.+)", _open),
)
_TABLE = tuple((re.compile(pattern, re.I), build) for pattern, build in _ROWS)

HELP = (
    "You can say: open, and a site or an address. Search for something. Click, and the name of a link or button. "
    "Type some words into a field. Choose an option in a list. Tick a box. Scroll down, scroll up, go to the top. "
    "Go back, go forward, reload. Where am I. Repeat. Stop. "
    "I always ask before I send anything, and only yes sends it."
)
