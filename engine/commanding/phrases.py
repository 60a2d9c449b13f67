"""Words → command: the spoken vocabulary (voice.md §2), with no model and no page.

Only whole utterances match. The words that people put around a command ("please", "could you") are dropped;
what they want typed, searched or opened keeps its case and its marks.
"""

import re
from collections.abc import Callable

from rapidfuzz import fuzz

from engine.commanding.commands import (
    Choose,
    ClickOn,
    Command,
    Direction,
    GoBack,
    GoForward,
    Help,
    More,
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
    Unclear,
    WhereAmI,
    Yes,
)

Build = Callable[[re.Match[str]], Command | None]

_HESITATION = r"um+|uh+|er+|erm+|hm+"
_FILLER = (
    rf"{_HESITATION}|mm+|ah+|oh+|sorry|well|so|just|maybe|perhaps|actually|right(?![\s-]+click)|and|then|i mean|"
    "hey|hi|hello|ok|okay|alright|all right|sayso|please|now"
)
_POLITE_START = re.compile(
    rf"^(?:(?:{_FILLER}|(?:can|could|would|will) you|i (?:want|would like|'d like) "
    r"(?:you )?to|i (?:need|have) to|i'd like (?:you )?to|(?:can|could|may) i|let's)[\s,.!…]+)+",
    re.I,
)
_HESITATIONS = re.compile(rf"\b(?:{_HESITATION})\b[\s,.…]*", re.I)
_POLITE_END = re.compile(r"(?<![\s,])(?:[\s,]+(?:please|thanks|thank you|for me|now|then|um+|uh+|erm)){1,4}$", re.I)
_PLEASE_END = re.compile(r"(?<![\s,])(?:[\s,]+(?:please|thanks|thank you)){1,4}$", re.I)
_MARKS = " .!?…,;:\t\n"
_QUOTES = "\"“”'‘’"
_ARTICLE = re.compile(r"^(?:(?:um+|uh+|erm+)[\s,.…]+)*(?:(?:the|a|an|my|this|that)\s+)?", re.I)
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
_YES_WHOLE = re.compile(rf"(?:(?:{_HESITATION})[\s,.…]+)*{_YES_ALONE.pattern}", re.I)
_DO_NOT = r"(?:don't|do not|dont)"
_DONE_TO = (
    "do|send|submit|press|click|open|buy|order|book|pay|delete|remove|confirm|post|publish|share|save|reload|go|"
    "continue|carry on|proceed|sign|search|scroll|close|change|tick|choose|start|cancel|reply|add|type"
)
_NO_ONCE = (
    rf"no|nope|nah|no one|(?:hell|god) no|no way|{_DO_NOT}(?: bother)?|(?:certainly|absolutely|definitely|probably|"
    r"of course|better|i think|i'd rather|i would rather|rather) not|not(?: now| yet| really| at all| today)?|later|"
    r"not (?:that|this|those|these|either)(?: ones?)?|"
    r"(?:none|neither|not any)(?: ones?)?(?: of (?:them|those|these|the above))?|nothing|never|i said no|"
    r"that's (?:wrong|not right|not it|not the one|not what i (?:want|wanted|meant|said))|wrong(?: one)?|"
    r"i(?:'ve)? changed my mind|leave (?:it|that)(?: alone)?|forget (?:about )?(?:it|that)|let it be|"
    r"wait|hold on|hang on|(?:a|one) (?:moment|second|minute|sec)"
)
_NO = rf"(?:{_NO_ONCE})(?:[,.!]*\s+(?:{_NO_ONCE}|thanks|thank you|please|stop|cancel|never ?mind))*"
_NO_TO = (
    rf"(?:no[,.!]*\s+|wait[,.!]*\s+)?(?:{_DO_NOT} (?:{_DONE_TO})(?: .{{1,60}})?|i {_DO_NOT} (?:think so|"
    rf"want(?: (?:to|it|that|this|them|that one|this one|any|any of them))?(?: (?:{_DONE_TO})(?: .{{1,60}})?)?)|"
    r"i (?:didn't|did not) (?:say|mean|want|ask)(?: .{1,60})?)"
)
"""A refusal with what is refused: never left to the model, which may hear only "send the booking"."""

_ACK_ONCE = (
    r"ok|okay|k|sure|sure thing|correct|right|exactly|that's (?:right|correct|fine|good|great|ok|okay|it)|"
    r"that is right|yup|ya|yah|aye|uh[ -]?huh|mm[ -]?hmm|alright|all right|fine|good|great|perfect|cool|nice|lovely|"
    r"well done|of course|absolutely|certainly|definitely|sounds good|looks good|i think so|i guess(?: so)?|"
    r"i'm sure|i am sure|maybe|perhaps|i don't know|i'm not sure|not sure|no (?:problem|worries)|"
    r"sorry|oh|ah|um+|uh+|erm?|hm+|well|thank you(?: (?:very|so) much)?|thanks(?: a lot| so much)?|"
    r"hello|hi|hey|there|good (?:morning|afternoon|evening|night|day)|bye|goodbye|sayso"
)
_ACK = rf"(?:{_ACK_ONCE})(?:[,.!?]*\s+(?:{_ACK_ONCE}))*|(?:yes|yeah|no)(?:[,.!?]*\s+(?:or )?(?:yes|yeah|no))+"
_CHOICES = r"(?:options|choices|possibilities)"
_MORE = (
    r"(?:(?:show|tell|give|read) me )?(?:the )?(?:more|next (?:ones|few)|others|other ones|rest|"
    rf"(?:more |other )?{_CHOICES})|(?:show|read) the (?:others|rest|other ones|{_CHOICES})|"
    r"(?:what|anything|something) else(?: is there)?|(?:(?:is|are) there )?any (?:more|others)|"
    rf"what (?:are|were) (?:they|the others|the rest|(?:the |my )?{_CHOICES})|"
    rf"(?:list|read|name) (?:them|them all|all of them|(?:the |my )?{_CHOICES})|what can i (?:choose|pick)(?: from)?"
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
    if _YES_WHOLE.fullmatch(plain):
        return Yes()
    text = strip(words)
    if choosing and (number := spoken_number(text)) is not None:
        return Pick(number)
    command = _look_up(text) or _look_up(_POLITE_START.sub("", plain))
    if command is None or (isinstance(command, TypeInto) and not command.field):
        return _dictated(words) or command or _nearly(text)
    if isinstance(command, SearchFor):  # "now" and "for me" may belong to what is searched for
        return _look_up(_POLITE_START.sub("", _PLEASE_END.sub("", plain).rstrip(_MARKS))) or command
    return command


def _look_up(text: str) -> Command | None:
    for pattern, build in _TABLE:
        match = pattern.fullmatch(text)
        if match and (command := build(match)) is not None:
            return command
    return None


def _nearly(text: str) -> Command | None:
    """What is almost one of ours: a yes among other words, a no that corrects, a slip in a harmless fixed command."""
    if _YES_ALONE.fullmatch(text):
        return Unclear()
    if corrected := re.fullmatch(r"(?:no|nope|wait)[,.!]+\s+(.+)", text, re.I | re.S):
        return _look_up(_POLITE_START.sub("", corrected[1]))
    said = text.lower()
    for words, command in _HARMLESS.items():
        slip = sorted(said) == sorted(words) or fuzz.ratio(said, words) >= _SLIP
        if slip and said[:1] == words[:1]:
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


_TAKING = (
    r"click(?: on)?|press|tap|choose|pick|take|open|select|say|i (?:want|mean|meant|said|choose|pick|take|would like)|"
    r"i'd like|i'll (?:take|have)|make it|give me|have|go (?:with|for)|it's|that's"
)


def spoken_number(text: str) -> int | None:
    """Read "5", "number five", "click 5", "uh, the second one", "no, the third", "the last one" (0); else None."""
    plain = _HESITATIONS.sub("", text.lower().replace("’", "'")).strip()
    plain = re.sub(r"^nope\b|^no\b(?=[,.!]| (?:the|number|option|choice|i)\b)", "", plain)
    plain = " ".join(re.sub(r"[,.!…]", " ", plain).split())
    match = re.fullmatch(
        rf"(?:(?:{_TAKING})\s+){{0,3}}(?:the\s+)?(?:(?:number|option|choice)\s+)?"
        r"([a-z]+|\d{1,3})(?:st|nd|rd|th)?(?:\s+(?:one|option|choice|link|button))?",
        plain,
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
    return _HOMOPHONES.get(word) if word == plain else None


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
    (_NO_TO, lambda m: No()),
    (_ACK, lambda m: Unclear()),
    (
        rf"(?:(?:repeat|say|read)(?: (?:that|it|them|those|the {_CHOICES}))? again|repeat(?: (?:that|it|them|"
        rf"(?:the )?{_CHOICES}))?|again|what did you say|what was that|pardon)",
        lambda m: Repeat(),
    ),
    (_MORE, lambda m: More()),
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
        r"(?:(?:scroll|go|jump|move)(?: all the way)?(?: back)?(?: up| down)?(?: all the way)? )?to (?:the )?(?:very )?"
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
_HARMLESS: dict[str, Command] = {
    "scroll down": ScrollPage("down"),
    "scroll up": ScrollPage("up"),
    "scroll to the top": ScrollPage("top"),
    "scroll to the bottom": ScrollPage("bottom"),
    "scroll to the end": ScrollPage("bottom"),
    "go back": GoBack(),
    "go forward": GoForward(),
    "reload": ReloadPage(),
    "reload the page": ReloadPage(),
    "where am i": WhereAmI(),
    "what can i say": Help(),
}
"""What a slip of the tongue, the key or the ear may be read as. Never yes, no, stop or a press."""

_SLIP = 88
"""Least similarity (0…100) of a slip, or the same letters in another order."""

_TABLE = tuple((re.compile(pattern, re.I), build) for pattern, build in _ROWS)

HELP = (
    "You can say: open, and a site or an address. Search for something. Click, and the name of a link or button. "
    "Type some words into a field. Choose an option in a list. Tick a box. Scroll down, scroll up, go to the top. "
    "Go back, go forward, reload. Where am I. Repeat. Stop. "
    "I always ask before I send anything, and only yes sends it."
)
