"""Spoken forms of commands about Sayso itself: how it speaks and listens, sleep and wake, spelling, lists of voices."""

import re
from collections.abc import Callable, Iterator

from engine.commanding.commands import Adjust, Command, ListChoices, Sleep, SpellOut, Wake
from engine.commanding.trimming import bare
from engine.hearing.understanding import number

Build = Callable[[re.Match[str]], Command | None]
Row = tuple[str, Build]

_SPEAK = r"(?:(?:you )?(?:speak|talk|read)(?: to me| aloud| out loud| it| that)?)"
_MUCH = r"(?P<much>(?:very )?much |a lot |far |way )"
_HOW_MUCH = rf"(?:{_MUCH}|(?:just )?(?:a (?:little bit|little|tiny bit|bit)|slightly|even|still) )?"
_YOUR = r"(?:your |the |my |sayso'?s )?"
_TO = r"(?: (?:of|to|at|is|equals))?"
_SET = r"(?:(?:set|change|make|put|turn) )?"
_NUMBER = r"(?P<number>\d{1,4}|[a-z][a-z -]{2,40}?)"
_PERCENT = r"(?: ?%| ?per ?cent)?"
_RATE = (
    r"(?:(?:speech|speaking|talking|reading|voice|speed) (?:rate|speed)|rate of (?:your )?speech|"
    r"(?:rate|speed) of your voice)"
)
_WPM = r" words (?:a|per|in a|each) minute"
_OF = r"(?:speech |speaking |voice )?"
_LOUD = rf"(?:{_OF}volume|voice)"
_MIC = r"(?:microphone|mic|mike)"
_MICS = r"(?:microphones|mics)"
_BEEPS = r"(?:(?:short |signal |your )?sounds|ear ?cons|ear ?icons|beeps|beeping|sound effects|sound signals)"
_MARKS = r"punctuation(?: marks)?"
_HEADPHONES = r"(?:headphones?|earphones?|ear ?buds?|a headset|headset|head ?phones)"
_USE = r"(?:use|choose|select|switch to|change to|take|try|listen (?:to|with))"
_USUAL = r"(?:(?:usual|standard|default|normal|first|system)(?: one)?)"
_NOBODY = r"(?:the|an?|my|your|this|that|it|any|some|one|called|named|of)"
"""What stands before a name and is none: "take the voice"."""
_LANGUAGES = (
    r"(?:british |american |scottish |brazilian )?(?:english|german|french|spanish|italian|portuguese|dutch|polish|"
    r"czech|danish|swedish|norwegian|finnish|greek|turkish|russian|ukrainian|hungarian|romanian|arabic|hindi|chinese|"
    r"japanese|korean)"
)
_LIST = (
    r"(?:list|show|name|read|tell)(?: me)?(?: all)?(?: (?:the|your|my))?(?: available)? {0}|"
    r"(?:which|what) {0} (?:are there|(?:do|can) (?:you|i) (?:have|use|choose|hear|pick)(?: from)?|exist)|"
    r"(?:which|what) {0}(?: are available)?"
)


def _all(build: Build, *patterns: str) -> Iterator[Row]:
    return ((pattern, build) for pattern in patterns)


def _stepped(name: str, up: tuple[str, ...], down: tuple[str, ...]) -> Iterator[Row]:
    """Rows for one notch up or down, two where much was said."""

    def by(way: int) -> Build:
        return lambda match: Adjust(name, step=2 * way if match.groupdict().get("much") else way)

    yield from _all(by(1), *up)
    yield from _all(by(-1), *down)


def _set_to(name: str, value: str | int | bool | None, *patterns: str) -> Iterator[Row]:
    return _all(lambda match: Adjust(name, value), *patterns)


def _counted(name: str, *patterns: str) -> Iterator[Row]:
    def build(match: re.Match[str]) -> Command | None:
        value = counted(match["number"])
        return Adjust(name, value) if value is not None else None

    return _all(build, *patterns)


def _switched(name: str, what: str) -> Iterator[Row]:
    """Rows for "turn X on", "X off"."""
    turn = r"(?:turn|switch|put)"
    for word, on in (("on", True), ("off", False)):
        yield from _set_to(name, on, rf"(?:{turn} )?{_YOUR}{what} {word}(?: again)?", rf"{turn} {word} {_YOUR}{what}")


def _named(name: str, *patterns: str) -> Iterator[Row]:
    def build(match: re.Match[str]) -> Command | None:
        chosen = bare(match["name"])
        if not chosen or re.fullmatch(_NOBODY, chosen, re.I):
            return None
        return Adjust(name, "" if re.fullmatch(_USUAL, chosen, re.I) else chosen)

    return _all(build, *patterns)


def _spell(match: re.Match[str]) -> Command | None:
    words = match["words"].strip()
    return SpellOut("" if _THAT.fullmatch(words) else words) if not _SPELLING.match(words) else None


def counted(words: str) -> int | None:
    """Return 0 to 999 of "200", "two hundred and twenty", "one eighty", "half" (50); None when it is no number."""
    plain = " ".join(words.lower().replace("-", " ").replace("%", " ").split())
    if plain.isascii() and plain.isdigit():
        return int(plain)
    if plain == "half":
        return 50
    found = re.fullmatch(r"(\w+) hundred(?: (?:and )?(.+))?", plain)
    if found:
        hundreds, rest = 1 if found[1] == "a" else number(found[1]), number(found[2]) if found[2] else 0
        return 100 * hundreds + rest if hundreds and rest is not None else None
    first, _, last = plain.partition(" ")
    tens, ones = number(last) if last else None, number(first)
    if ones and ones < 10 and tens is not None and tens >= 10:
        return 100 * ones + tens
    return number(plain)


_THAT = re.compile(
    r"(?:out|that|it|this|them|(?:the|your) (?:last )?(?:reply|answer|sentence)|what you said)(?: out)?(?: again)?",
    re.I,
)
_SPELLING = re.compile(r"(?:check|checker|checking|book|caster)\b", re.I)

_CHATTER = r"(?:[,.!;]+\s.{1,80})?"
_SLEEP: tuple[Row, ...] = (
    *_all(
        lambda m: Sleep(),
        rf"(?:(?:hey )?sayso,? |voice access )?(?:go (?:back )?to sleep|fall asleep|sleep|stop listening)"
        rf"(?: to (?:me|us))?(?: now| sayso)?{_CHATTER}",
        rf"{_YOUR}{_MIC} off|(?:turn|switch) (?:off {_YOUR}{_MIC}|{_YOUR}{_MIC} off)|mute(?: {_YOUR}{_MIC})?",
    ),
    *_all(
        lambda m: Wake(),
        r"(?:(?:hey |ok )?(?:sayso,? |voice access )?wake up(?:,? sayso)?(?: now| again)?[,.! ]*)+",
        r"(?:start listening|listen(?: to me)?)(?: again| now)*|(?:are you awake|wake)",
        rf"{_YOUR}{_MIC} on|(?:turn|switch) (?:on {_YOUR}{_MIC}|{_YOUR}{_MIC} on)|un[ -]?mute(?: {_YOUR}{_MIC})?",
    ),
)
_RATES: tuple[Row, ...] = (
    *_stepped(
        "rate",
        (
            rf"(?:{_SPEAK} )?{_HOW_MUCH}(?:faster|quicker|more quickly)(?: please)?",
            rf"{_SPEAK} (?:quickly|fast)",
            r"speed up",
            rf"(?:(?:you(?:'re| are)|that(?:'s| is| was)|{_SPEAK}) {_MUCH}?)?too slow(?:ly)?",
            rf"(?:increase|raise) {_YOUR}{_RATE}",
        ),
        (
            rf"(?:{_SPEAK} )?{_HOW_MUCH}(?:slower|more slowly)",
            rf"{_SPEAK} slow(?:ly)?",
            r"slow (?:it )?down(?: a (?:little|bit))?",
            rf"(?:(?:you(?:'re| are)|that(?:'s| is| was)|{_SPEAK}) {_MUCH}?)?too (?:fast|quick(?:ly)?)",
            rf"(?:decrease|lower|reduce) {_YOUR}{_RATE}",
        ),
    ),
    *_set_to(
        "rate", 180, rf"{_SPEAK} (?:at )?(?:a |your |the )?(?:normal(?:ly)?|usual|default)(?: (?:speed|rate|pace))?"
    ),
    *_set_to("rate", 180, rf"(?:normal|usual|default) {_RATE}|reset {_YOUR}{_RATE}"),
    *_set_to(
        "rate", None, rf"how fast (?:do|are|can) you (?:speak|talk|speaking|talking)|what(?:'s| is) {_YOUR}{_RATE}"
    ),
    *_set_to("rate", 500, rf"{_SPEAK} as (?:fast|quickly) as (?:you can|possible)|(?:fastest|maximum) {_RATE}"),
    *_set_to("rate", 80, rf"{_SPEAK} as slow(?:ly)? as (?:you can|possible)|(?:slowest|minimum) {_RATE}"),
    *_counted(
        "rate",
        rf"(?:{_SPEAK} )?(?:at |with )?{_NUMBER}{_WPM}",
        rf"{_SET}{_YOUR}{_RATE}{_TO} {_NUMBER}(?:{_WPM})?",
        rf"{_SPEAK} at {_NUMBER}(?:{_WPM})?",
        rf"speed (?:of )?{_NUMBER}(?:{_WPM})?",
    ),
)
_LOUDNESS: tuple[Row, ...] = (
    *_stepped(
        "volume",
        (
            rf"(?:{_SPEAK} )?{_HOW_MUCH}(?:louder|more loudly)",
            rf"{_SPEAK} (?:up|loud(?:ly)?)",
            rf"{_YOUR}{_LOUD} up",
            rf"(?:turn|bring) (?:up {_YOUR}{_LOUD}|{_YOUR}{_LOUD} up)",
            rf"(?:increase|raise) {_YOUR}{_OF}volume",
            rf"(?:you(?:'re| are)|{_SPEAK}) {_MUCH}?too (?:quiet(?:ly)?|soft(?:ly)?)",
            r"i can(?:not|'t| not) hear you",
            r"turn it up|raise your voice",
        ),
        (
            rf"(?:{_SPEAK} )?{_HOW_MUCH}(?:softer|quieter|more (?:softly|quietly)|less loud(?:ly)?)",
            rf"{_SPEAK} (?:softly|quietly)",
            rf"{_YOUR}{_LOUD} down",
            r"turn it down|lower your voice",
            rf"(?:turn|bring) (?:down {_YOUR}{_LOUD}|{_YOUR}{_LOUD} down)",
            rf"(?:decrease|lower|reduce) {_YOUR}{_OF}volume",
            rf"(?:you(?:'re| are)|{_SPEAK}) {_MUCH}?too loud(?:ly)?",
        ),
    ),
    *_set_to(
        "volume",
        100,
        rf"(?:full|maximum|highest|normal) {_OF}volume|{_SET}{_YOUR}{_OF}volume{_TO} (?:the )?(?:full|max(?:imum)?)",
    ),
    *_set_to(
        "volume", 10, rf"(?:minimum|lowest) {_OF}volume|{_SET}{_YOUR}{_OF}volume{_TO} (?:the )?(?:min(?:imum)?|lowest)"
    ),
    *_set_to("volume", None, rf"how loud (?:are|do) you(?: speak)?|what(?:'s| is) {_YOUR}{_OF}volume"),
    *_counted(
        "volume",
        rf"{_SET}{_YOUR}{_OF}volume{_TO} {_NUMBER}{_PERCENT}",
        rf"{_SPEAK} (?:at|with) {_NUMBER}(?: ?%| ?per ?cent)(?: volume)?",
    ),
)
_HEIGHT: tuple[Row, ...] = (
    *_stepped(
        "pitch",
        (
            rf"(?:{_SPEAK} )?{_HOW_MUCH}(?:higher|with a higher (?:voice|pitch))",
            rf"{_HOW_MUCH}higher (?:voice|pitch)",
            rf"(?:increase|raise) {_YOUR}{_OF}pitch",
            rf"{_YOUR}{_OF}pitch up",
        ),
        (
            rf"(?:{_SPEAK} )?{_HOW_MUCH}(?:lower|deeper|with a (?:lower|deeper) (?:voice|pitch))",
            rf"{_HOW_MUCH}(?:lower|deeper) (?:voice|pitch)",
            rf"(?:decrease|lower|reduce) {_YOUR}{_OF}pitch",
            rf"{_YOUR}{_OF}pitch down",
        ),
    ),
    *_set_to("pitch", 50, rf"(?:normal|usual|default) {_OF}pitch|reset {_YOUR}{_OF}pitch"),
    *_set_to("pitch", None, rf"what(?:'s| is) {_YOUR}{_OF}pitch"),
    *_counted("pitch", rf"{_SET}{_YOUR}{_OF}pitch{_TO} {_NUMBER}{_PERCENT}"),
)
_VOICES: tuple[Row, ...] = (
    *_all(
        lambda m: ListChoices("speaker"),
        _LIST.format("voices"),
        r"voices|(?:choose|change|select) (?:a |the |your )?voice",
    ),
    *_set_to("speaker", None, r"(?:which|what) voice (?:is (?:this|that|it|used)|(?:are|do) you us(?:e|ing))"),
    *_set_to("voice_engine", "piper", rf"{_USE} (?:the )?piper(?: voice)?|piper voice"),
    *_set_to("voice_engine", "espeak", rf"{_USE} (?:the )?e[ -]?speak(?: n ?g|-ng)?(?: voice)?|e[ -]?speak voice"),
    *_named(
        "speaker",
        rf"{_USE} (?:the )?voice (?:called |named |of )?(?P<name>.{{1,60}})",
        rf"{_USE} (?:the |a |an )?(?P<name>(?!(?:your|my|this|that)\b).{{1,60}}?) voice",
        rf"(?:change|set|switch) {_YOUR}voice to (?:the )?(?P<name>.{{1,60}}?)(?: voice)?",
        rf"(?:speak|talk)(?: to me)?(?: in)? (?P<name>{_LANGUAGES})",
    ),
    *_switched("voice", r"(?:voice|speech|speaking|spoken replies)"),
    *_set_to(
        "voice",
        False,
        r"mute (?:your(?:self| voice)|the voice)|speech on demand|(?:only|just) write|"
        r"(?:no|without) (?:voice|speech)|stop speaking to me|don't speak(?: (?:any ?more|to me))?",
    ),
    *_set_to(
        "voice",
        True,
        r"un ?mute (?:your(?:self| voice)|the voice)|(?:speak|talk)(?: to me)?(?: again)?|"
        r"you (?:can|may) speak(?: again)?|read(?: your)? replies aloud",
    ),
)
_SOUNDS: tuple[Row, ...] = (
    *_switched("earcons", _BEEPS),
    *_set_to("earcons", True, r"sound on"),
    *_set_to("earcons", False, r"sound off"),
    *_set_to("earcons", False, rf"(?:no(?: more)?|without|stop(?: the)?|mute the) {_BEEPS}"),
    *_set_to("earcons", True, rf"(?:with|play(?: the)?) {_BEEPS}"),
    *_set_to(
        "punctuation",
        "none",
        rf"(?:{_SPEAK} )?(?:no|without) {_MARKS}|{_MARKS} (?:none|off)|turn off {_YOUR}{_MARKS}|"
        rf"turn {_YOUR}{_MARKS} off|(?:don't|do not|stop) (?:read(?:ing)?|speak(?:ing)?) (?:the )?{_MARKS}",
    ),
    *_set_to(
        "punctuation",
        "some",
        rf"(?:{_SPEAK} )?some {_MARKS}|{_MARKS} (?:some|normal)|{_SET}{_MARKS}(?: level)?{_TO} some",
    ),
    *_set_to(
        "punctuation",
        "all",
        rf"(?:{_SPEAK} )?(?:all|every)(?: of)?(?: the)? {_MARKS}|{_MARKS} (?:all|on|full)|"
        rf"(?:read|speak) (?:the )?{_MARKS}|turn on {_YOUR}{_MARKS}|turn {_YOUR}{_MARKS} on|"
        rf"{_SET}{_MARKS}(?: level)?{_TO} (?:all|full)",
    ),
    *_set_to("punctuation", "none", rf"{_SET}{_MARKS}(?: level)?{_TO} (?:none|nothing|zero)"),
)
_LISTENING: tuple[Row, ...] = (
    *_set_to(
        "headphones",
        True,
        rf"(?:i(?:'m| am)? (?:now )?(?:use|using|wear|wearing|have|got|put on)|i(?:'ve| have) (?:got|put on)|with)"
        rf" (?:my )?{_HEADPHONES}(?: on)?(?: now)?",
        rf"(?:my )?{_HEADPHONES} (?:are )?(?:on|in)",
    ),
    *_set_to(
        "headphones",
        False,
        rf"(?:i (?:don't|do not) (?:use|wear|have)|i(?:'m| am) not (?:using|wearing)|no|without)"
        rf" (?:my |any )?{_HEADPHONES}(?: on)?(?: any ?more| now)?",
        rf"(?:my )?{_HEADPHONES} (?:are )?(?:off|out)|i(?:'ve| have)? (?:took|taken) (?:my )?{_HEADPHONES} off|"
        rf"i use (?:a |the |my )?(?:loud)?speakers?",
    ),
    *_stepped(
        "end_silence",
        (
            rf"wait {_HOW_MUCH}longer(?: (?:before|until|for me|when|after).{{0,40}})?",
            rf"give me {_HOW_MUCH}more time(?: to (?:speak|talk))?",
            r"(?:don't|do not) cut me off",
            r"(?:don't|do not) interrupt me",
        ),
        (
            rf"wait {_HOW_MUCH}(?:less(?: long)?|shorter)(?: (?:before|until|for me|when|after).{{0,40}})?",
            rf"(?:(?:answer|react|respond) {_HOW_MUCH}(?:sooner|faster|quicker|more quickly))",
        ),
    ),
    *_counted("end_silence", rf"wait (?:for )?{_NUMBER} seconds?(?: (?:before|until|for me|when|after).{{0,40}})?"),
    *_set_to("end_silence", None, r"how long do you wait(?: for me)?"),
    *_all(
        lambda m: ListChoices("microphone"),
        _LIST.format(_MICS),
        rf"{_MIC}s?(?: show)?|(?:choose|change|select) (?:a |the |my )?{_MIC}",
    ),
    *_set_to(
        "microphone", None, rf"(?:which|what) {_MIC} (?:is (?:this|that|it|used|on|in use)|(?:are|do) you us(?:e|ing))"
    ),
    *_named(
        "microphone",
        rf"{_USE} (?:the |my )?{_MIC} (?:called |named )?(?P<name>.{{1,80}})",
        rf"{_USE} (?:the |my )?(?P<name>.{{1,80}}?) {_MIC}",
        rf"(?:change|set|switch) {_YOUR}{_MIC} to (?:the )?(?P<name>.{{1,80}}?)(?: {_MIC})?",
    ),
)
_SPELLED: tuple[Row, ...] = (
    *_all(
        _spell,
        r"spell(?: out)? (?:the (?:word|name) )?(?P<words>.{1,80})",
        r"how (?:do you|is|would you) spell(?:ed)? (?P<words>.{1,80})",
        r"how is (?P<words>.{1,80}) spel(?:led|t)",
    ),
)
OWN: tuple[Row, ...] = (
    *_SLEEP,
    *_RATES,
    *_LOUDNESS,
    *_HEIGHT,
    *_SOUNDS,
    *_VOICES,
    *_LISTENING,
    *_SPELLED,
)

_SURE = re.compile(
    r"\b(?:speak|speaking|speech|talk|your|you|voices|voice o(?:n|ff)|use .{1,60} voice|use the voice|"
    r"words (?:a|per) minute|wake|asleep|to sleep|listening|listen to me|earcons?|i|my headphones|"
    r"spell (?:that|it|this)|punctuation|microphones|piper|sayso)\b",
    re.I,
)


def is_sure(words: str) -> bool:
    """True when a command about Sayso itself can mean nothing on a page: "louder" and "mute" may be buttons there."""
    return _SURE.search(words) is not None
