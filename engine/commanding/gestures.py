"""Spoken forms of what hands do beside clicking and typing: pointing, keys, files, clipboard, tabs, zoom, dialogs."""

import re
from collections.abc import Callable

from engine.commanding.answers import CARDINALS, ORDINALS
from engine.commanding.commands import (
    Attach,
    ClickOn,
    CloseTab,
    Command,
    CopyText,
    Direction,
    Dismiss,
    DragTo,
    GoToTab,
    HoverOver,
    ListTabs,
    OpenTab,
    PasteInto,
    Permit,
    PressKey,
    SaveDocument,
    ScrollPage,
    ScrollTo,
    Undo,
    ZoomPage,
)
from engine.commanding.keys import is_sure, key_name, repeated
from engine.commanding.trimming import bare, unquoted

Build = Callable[[re.Match[str]], Command | None]

_NTH = rf"(?:\d{{1,2}}|{'|'.join((*CARDINALS, *ORDINALS))}|last)(?:st|nd|rd|th)?"
_MY = r"(?:the |this |that |my )?"
_LITTLE = r"(?: a (?:little bit|little|tiny bit|bit)| slightly)?"
_OPENED = (
    r"(?:cookie |consent |privacy |newsletter |chat )?(?:banner|dialogue|dialog|pop[ -]?up|notice|overlay|modal|"
    r"message|notification|cookies?|prompt|panel|window|box)(?: (?:window|box|dialog|banner))?"
)
_DOCUMENT = r"(?:pdf|page|document|file|picture|image|photo)(?: file)?"
_WHOLE_TEXT = r"(?:that|this|it|the selection|(?:the )?selected text|what is selected|what i selected)"
_UNITS = {word: n for n, word in enumerate(CARDINALS[:9], 1)} | {"a": 1}
_TENS = {"ten": 10, "twenty": 20, "twenty five": 25, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60}
_TENS |= {"seventy": 70, "seventy five": 75, "eighty": 80, "ninety": 90, "thirty three": 33, "sixty seven": 67}


def counted(word: str) -> int:
    """Return the place that "second", "2nd", "two" or "2" means, -1 for "last"."""
    plain = re.sub(r"(?<=\d)(?:st|nd|rd|th)$", "", word.lower())
    if plain == "last":
        return -1
    names = CARDINALS if plain in CARDINALS else ORDINALS
    return int(plain) if plain.isdigit() else names.index(plain) + 1


def _percent(words: str) -> int:
    """Read "150", "150 percent", "one hundred and fifty percent"; 0 when it is no number."""
    plain = re.sub(r"\s*(?:%|per ?cent)$", "", words.lower().replace("-", " ")).strip()
    if plain.isascii() and plain.isdigit():
        return int(plain)
    found = re.fullmatch(r"(?:(\w+) hundred)?(?: ?(?:and )?([a-z ]+))?", plain)
    if not found or not plain:
        return 0
    hundreds, rest = _UNITS.get(found[1] or "", 0), _TENS.get(found[2] or "", 0)
    unread = (found[1] and not hundreds) or (found[2] and not rest)
    return 0 if unread else 100 * hundreds + rest


def _zoom(match: re.Match[str]) -> Command | None:
    percent = _percent(match["percent"])
    return ZoomPage(percent) if percent else None


def _key(match: re.Match[str]) -> Command | None:
    spoken, times = repeated(match["key"])
    field = bare(match.groupdict().get("field") or "")
    key = key_name(spoken)
    if not key or (key.isdigit() and not is_sure(spoken)):  # "press 5" may be a choice, or a button of that name
        return None
    return PressKey(key, spoken, times, field, is_sure(spoken))


def _many_clicks(match: re.Match[str]) -> Command | None:
    name, how = bare(match["name"]), match["how"].lower()
    if how == "right":
        return ClickOn(name, button="right") if name else None
    return ClickOn(name, times=2 if how == "double" else 3) if name else None


def _drag(match: re.Match[str]) -> Command | None:
    name = bare(re.sub(r"^and drop | and drop(?: it)?$", "", match["name"], flags=re.I))
    onto = bare(match["onto"])
    return DragTo(name, onto) if name and onto else None


def _attach(match: re.Match[str]) -> Command | None:
    file = unquoted(re.sub(rf"^{_MY}(?:file |document )?(?:called |named )?", "", match["file"], flags=re.I))
    field = bare(match.groupdict().get("field") or "")
    return Attach(file, re.sub(r" (?:field|button|box)$", "", field), match[0]) if file else None


def _tab(match: re.Match[str]) -> Command | None:
    return GoToTab(counted(match["number"] or match["nth"]))


def _close_tab(match: re.Match[str]) -> Command | None:
    which = match["number"] or match["nth"]
    return CloseTab(counted(which)) if which else CloseTab(name=bare(match["name"]))


def _scroll_box(match: re.Match[str]) -> Command | None:
    way = (match["way"] or "down").lower()
    ways: dict[str, Direction] = {"up": "up", "down": "down", "left": "left", "right": "right"}
    ends: dict[str, Direction] = {"top": "top", "bottom": "bottom", "start": "top", "end": "bottom"}
    box = bare(match["box"])
    return None if not box or _IS_PAGE.fullmatch(box) else ScrollPage({**ways, **ends}[way], False, box)


def _scroll_to(match: re.Match[str]) -> Command | None:
    text, box = unquoted(match["text"]), bare(match.groupdict().get("box") or "")
    return ScrollTo(bare(text), "" if _IS_PAGE.fullmatch(box or "page") else box) if bare(text) else None


_IS_PAGE = re.compile(r"(?:web ?)?(?:page|site|screen|view|document|side|way)", re.I)
PERMITS: tuple[tuple[str, Build], ...] = (
    (
        r"(?:allow|permit)(?: (?:it|that|this|access|(?:the |my )?(?:location|camera|microphone|notifications?)))?",
        lambda m: Permit(True, m[0]),
    ),
    (
        r"(?:block|deny|(?:don't|do not|dont|never) allow)"
        r"(?: (?:it|that|this|access|(?:the |my )?(?:location|camera|microphone|notifications?)))?",
        lambda m: Permit(False, m[0]),
    ),
)
GESTURES: tuple[tuple[str, Build], ...] = (
    (
        r"undo(?: (?:that|it|this|(?:my |the )?last (?:thing|step|action|change|one)|my (?:typing|change)))?|"
        r"take (?:that|it) back|(?:scratch|strike) that",
        lambda m: Undo(),
    ),
    (r"(?P<how>double|right|triple)[ -]?click(?: on)? (?P<name>.{1,80})", _many_clicks),
    (
        r"(?:hover|point|mouse|rest)(?: (?:the )?(?:mouse|pointer|cursor))?(?: over| on| at| to)+ (?P<name>.{1,80})|"
        r"move (?:the )?(?:mouse|pointer|cursor)(?: over| onto| on| to)+ (?P<name2>.{1,80})|hover (?P<name3>.{1,80})",
        lambda m: HoverOver(bare(m["name"] or m["name2"] or m["name3"])),
    ),
    (r"(?:press|hit|push|strike)(?: on)? (?P<key>.{1,40})", _key),
    (r"(?:press|hit|push|strike) (?P<key>.{1,40}) (?:in|on|inside) (?P<field>.{1,80})", _key),
    (r"select all(?: of (?:it|that|this))?(?: (?:the )?text)?", lambda m: PressKey("Control+a", "", 1, "", True)),
    (
        r"(?:drag|drop) (?P<name>.{1,80}) (?:and drop (?:it )?)?(?:onto|on to|into|in to|to|on|in) (?P<onto>.{1,80})",
        _drag,
    ),
    (r"(?:upload|attach) (?P<file>.{1,200}) (?:to|into|in|for|as|on) (?P<field>.{1,80})", _attach),
    (r"(?:upload|attach) (?P<file>.{1,200})", _attach),
    (rf"copy(?: {_WHOLE_TEXT})", lambda m: CopyText("", m[0])),
    (r"copy (?P<name>.{1,80})", lambda m: CopyText(bare(m["name"]), m[0]) if bare(m["name"]) else None),
    (r"paste(?: (?:it|that|this|the text|the clipboard))?(?: here)?", lambda m: PasteInto()),
    (
        r"paste(?: (?:it|that|this|the text|the clipboard))? (?:into|in|to) (?:the |my )?(?P<field>.{1,80}?)"
        r"(?: (?:field|box))?",
        lambda m: PasteInto(bare(m["field"])),
    ),
    (r"(?:open )?(?:a )?(?:new|blank|empty|another) tab", lambda m: OpenTab()),
    (
        r"(?:open|go to|visit|load) (?P<where>.{1,200}) in (?:a )?(?:new|another) tab",
        lambda m: OpenTab(bare(m["where"])),
    ),
    (r"(?:(?:go|switch|change|move) to )?(?:the )?next tab", lambda m: GoToTab(step=1)),
    (r"(?:(?:go|switch|change|move) (?:back )?to )?(?:the )?(?:previous|other) tab", lambda m: GoToTab(step=-1)),
    (
        rf"(?:(?:(?:go|switch|change|move) to|show|open) )?(?:the )?(?:tab (?:number )?(?P<number>{_NTH})|"
        rf"(?P<nth>(?!one\b|two\b){_NTH}) tab)",
        _tab,
    ),
    (
        r"(?:switch|change) to (?:the )?(?:tab (?P<name>.{1,80}?)|(?P<name2>.{1,80}?) tab)|"
        r"go to (?:the )?(?P<name3>.{1,80}?) tab",
        lambda m: GoToTab(name=bare(m["name"] or m["name2"] or m["name3"])),
    ),
    (r"close (?:this |that |the (?:current |present |open )?)?tab", lambda m: CloseTab()),
    (
        rf"close (?:the )?(?:tab (?:number )?(?P<number>{_NTH})|(?P<nth>{_NTH}) tab|(?P<name>.{{1,80}}?) tab)",
        _close_tab,
    ),
    (
        r"(?:which|what) tabs (?:are|do i have) open|(?:list|show|read|name)(?: me)? (?:all )?(?:the |my )?(?:open )?"
        r"tabs|how many tabs(?: (?:are|do i have) open)?|what tabs are there",
        lambda m: ListTabs(),
    ),
    (
        rf"(?:zoom|size) in{_LITTLE}(?: more| again)?|make (?:it|the (?:page|text|letters)|everything) "
        rf"(?:bigger|larger){_LITTLE}|(?:bigger|larger) (?:text|letters)",
        lambda m: ZoomPage(step=1),
    ),
    (
        rf"(?:zoom|size) out{_LITTLE}(?: more| again)?|make (?:it|the (?:page|text|letters)|everything) smaller"
        rf"{_LITTLE}|smaller (?:text|letters)",
        lambda m: ZoomPage(step=-1),
    ),
    (
        r"(?:reset|undo) (?:the )?zoom|zoom reset|zoom (?:back )?to (?:normal|the normal size)|(?:normal|actual) size",
        lambda m: ZoomPage(100),
    ),
    (r"(?:set (?:the )?)?zoom(?: (?:in|out))?(?: level)?(?: to| at)? (?P<percent>.{1,40})", _zoom),
    (
        rf"(?:save|download) (?:{_MY}{_DOCUMENT}|it|this|that)(?: (?:to|in) (?:my |the )?(?:computer|downloads))?",
        lambda m: SaveDocument(m[0]),
    ),
    (
        r"(?:reject|refuse|decline|deny)(?: all)?(?: of)?(?: the| these| their)? (?:cookies|tracking)|no cookies",
        lambda m: Dismiss(True, m[0]),
    ),
    (
        rf"(?:close|dismiss|hide|get rid of) {_MY}(?P<what>{_OPENED})|dismiss|close (?:that|this|it)|"
        r"dismiss (?:that|this|it)",
        lambda m: Dismiss("cookie" in (m["what"] or "").lower(), m[0]),
    ),
    (
        r"(?:scroll|page|move)(?: (?P<way>up|down|left|right))? (?:in|inside|within) (?P<box>.{1,80})",
        _scroll_box,
    ),
    (
        r"(?:scroll|move) (?:all the way )?to (?:the )?(?P<way>top|bottom|start|end) of (?P<box>.{1,80})",
        _scroll_box,
    ),
    (r"scroll (?:the |my )(?P<box>.{1,80}?)(?: (?P<way>up|down|left|right))?", _scroll_box),
    (
        r"(?:scroll|go|move)(?: down)?(?: the page)? (?:until|till)(?: (?:you|i|we) (?:see|find|reach|get to)|"
        r" (?:it|the page) (?:says|shows))? (?P<text>.{1,120}?)"
        r"(?: (?:is|are) (?:in view|visible|shown)| appears?| comes?)?",
        _scroll_to,
    ),
    (r"scroll(?: down)? to (?P<text>.{1,120}) (?:in|inside) (?:the |my )?(?P<box>.{1,80})", _scroll_to),
    (r"(?:scroll(?: down)?|jump) to (?P<text>.{1,120})", _scroll_to),
    (r"find (?P<text>.{1,120}) (?:on|in) (?:the|this) page", _scroll_to),
)
