"""The table of spoken forms: pattern → command. Whole utterances only; the first row that builds a command wins."""

import re
from collections.abc import Callable
from typing import Literal

from engine.commanding.answers import ACK, CHOICES, MORE, NO, NO_TO, STOP
from engine.commanding.commands import (
    Choose,
    Clear,
    ClickOn,
    Command,
    Direction,
    Expand,
    GoBack,
    GoForward,
    Help,
    More,
    No,
    Open,
    ReadField,
    ReloadPage,
    Repeat,
    ScrollPage,
    SearchFor,
    Stop,
    Tick,
    TypeInto,
    Unclear,
    WhereAmI,
)
from engine.commanding.gestures import GESTURES, PERMITS
from engine.commanding.own import OWN
from engine.commanding.trimming import bare, unquoted

Build = Callable[[re.Match[str]], Command | None]


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
    return ClickOn(name, before or after) if name else None


def _type(match: re.Match[str]) -> Command | None:
    text, field = unquoted(match["text"]), bare(match.groupdict().get("field") or "")
    return TypeInto(text, field, match.groupdict().get("whole") or "") if text else None


def _written(way: Literal["add", "replace"]) -> Build:
    def build(match: re.Match[str]) -> Command | None:
        text, field = unquoted(match["text"]), bare(match["field"])
        return TypeInto(text, field, way=way, spoken=match[0]) if text and field else None

    return build


def _expand(match: re.Match[str]) -> Command:
    return Expand(bare(match["name"]), match["way"].lower() in {"expand", "unfold", "show"}, match[0])


def _choose(match: re.Match[str]) -> Command:
    return Choose(bare(match["value"]), bare(match["field"]))


def _search(match: re.Match[str]) -> Command | None:
    where = bare(match.groupdict().get("where") or "")
    query = unquoted(match["query"])
    web = where.lower() in {"web", "internet", "net"}
    if re.fullmatch(_FOR_WHAT, query, re.I):
        return SearchFor("")
    return SearchFor(query, "" if web else where, web) if query else None


_FOR_WHAT = r"(?:up|for|(?:in |on )?the (?:web|internet|net)(?: for)?)"


def _open(match: re.Match[str]) -> Command | None:
    where = bare(match["where"])
    return Open(where) if where and len(where.split()) <= 8 else None


_LITTLE = r"(?:a (?:little bit|little|tiny bit|bit)|slightly)"
_SET = "tick|check|switch on|turn on|enable"
_OFF = "untick|uncheck|deselect|unselect|switch off|turn off|disable"
_NO_BOX = "out|if|whether|what|how|when|where|which|who|for|with|in|that there"
_KIND = r"link|button|tab|checkbox|check box|radio button|menu item|menu|heading|image|picture|option"
_SHELF = r"cart|basket|bag|trolley|favou?rites?|wish ?list|list|calendar|playlist|library|collection|queue|bookmarks"
"""What things are added to by a button, rather than words to a field."""
_FIELD_KIND = r"field|box|text box|text field|edit box|input"
_FIELD = rf"(?:the\s+|my\s+)?(?P<field>.{{1,80}}?)(?:\s+(?:{_FIELD_KIND}))?"
_ON = "more|on|less|all|now|later|next|again"  # "Read more" is the name of many a link
_HELD = r"value|contents?|text"
_PARTS = r"(?:links|headings|buttons|fields|pictures|images|elements|paragraphs)"
ROWS: tuple[tuple[str, Build], ...] = (
    *PERMITS,
    (NO, lambda m: No()),
    (STOP, lambda m: Stop()),
    (NO_TO, lambda m: No()),
    (ACK, lambda m: Unclear()),
    *OWN,
    (
        rf"(?:(?:repeat|say|read)(?: (?:that|it|them|those|the {CHOICES}))? again|repeat(?: (?:that|it|them|"
        rf"(?:the )?{CHOICES}))?|again|what did you say|what was that|pardon)",
        lambda m: Repeat(),
    ),
    (MORE, lambda m: More()),
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
        r"(?:(?:go|turn|skip|switch) to |open |show )?page (?:number )?(?P<number>\d{1,4})",
        lambda m: ClickOn(f"page {m['number']}"),
    ),
    (
        rf"(?:what|which|how many) {_PARTS}(?: (?:are|do you see))?(?: there| here)?(?: (?:on|in) (?:the|this) page)?|"
        rf"(?:list|name|read|tell|show|give)(?: me)?(?: all)?(?: of)?(?: the)? {_PARTS}"
        r"(?: (?:on|of|in) (?:the|this) page)?|what(?:'s| is)(?: there| written| shown)? on (?:the|this) page|"
        r"what (?:do|can) you see(?: here| on (?:the|this) page)?|what is (?:on )?here|"
        r"(?:describe|summari[sz]e|explain) (?:the|this) page",
        lambda m: ReadField("page", m[0]),
    ),
    (r"(?:keep|go on|continue|carry on) scrolling", lambda m: ScrollPage("down")),
    (r"back to (?:the )?top", lambda m: ScrollPage("top")),
    *GESTURES,
    (
        rf"(?:clear|empty|erase|wipe)(?: out)? (?:it|this|that|everything|(?:the |this |that )(?:{_FIELD_KIND}|text))",
        lambda m: Clear("", m[0]),
    ),
    (
        r"(?P<way>expand|unfold|show(?! (?:me|more|less|all|options)\b)|collapse|fold(?: up)?|close|hide) "
        r"(?P<name>.{1,80})",
        _expand,
    ),
    (
        r"sort(?: (?:it|them|this|the list|the table))? by (?P<value>.{1,80})",
        lambda m: Choose(bare(m["value"]), "sort by"),
    ),
    (rf"(?:clear|empty|erase|wipe)(?: out)? {_FIELD}", lambda m: Clear(bare(m["field"]), m[0])),
    (
        rf"what(?:'s| is) (?:(?:written |typed |entered )?(?:in|into|inside)|the (?:{_HELD}) (?:of|in)) {_FIELD}|"
        rf"what does {_FIELD.replace('field', 'field2')} (?:say|hold|contain|have in it)|"
        rf"(?:read|tell)(?: me| out)? (?:the )?(?:{_HELD}) (?:of|in) {_FIELD.replace('field', 'field3')}|"
        rf"read(?: me| out)? (?:the |my )?(?!(?:{_ON})$)(?P<field4>.{{1,80}}?)(?:\s+(?:{_FIELD_KIND}))?",
        lambda m: ReadField(bare(_first(m)), m[0]),
    ),
    (
        r"(?:do a )?search (?:(?!for )(?P<where>.+?) )?for (?P<query>.+)",
        _search,
    ),
    (r"look (?:up|for)", lambda m: SearchFor("")),
    (r"(?:look up|look for|search) (?P<query>.+)", _search),
    (r"google (?P<query>.+)", lambda m: SearchFor(unquoted(m["query"]), web=True)),
    (
        r"(?:untick|uncheck|deselect|unselect|switch off|turn off|disable) (?P<name>.+)",
        lambda m: Tick(_box(m["name"]), False),
    ),
    (
        rf"(?:tick|check|switch on|turn on|enable) (?!(?:{_NO_BOX})\b)(?P<name>.+)",
        lambda m: Tick(_box(m["name"]), True),
    ),
    (
        rf"(?:add|append|type|enter|write|insert|put) (?P<text>.+) (?:to|at) the (?:very )?end of {_FIELD}",
        _written("add"),
    ),
    (rf"append (?P<text>.+) (?:to|into|in) {_FIELD}", _written("add")),
    (rf"add (?P<text>.+) (?:to|into|in) (?!(?:(?:the|my|a|your) )?(?:\w+ )?(?:{_SHELF})\b){_FIELD}", _written("add")),
    (
        rf"(?:replace|overwrite) (?:(?:everything|all|the text|what is|what's) in )?{_FIELD} (?:with|by) (?P<text>.+)",
        _written("replace"),
    ),
    (rf"(?:type|enter|write|insert|put) (?P<text>.+) in(?:to)? {_FIELD} instead", _written("replace")),
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
