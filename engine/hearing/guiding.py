"""Which commands may have been meant by what was heard. Pure: the model that heard it also scores the choice.

Short commands are hard for a recogniser of free speech: it hears "High numbers" for "Hide numbers". So what is nearly
a command is offered to the model as one, and taken when the model finds it nearly as likely as its own words. Text that
is to be typed or searched for is never altered, and words that send, delete, close or agree must be heard exactly.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import exp

from rapidfuzz import fuzz

from engine.hearing.understanding import is_stop, number

NEAR = 50.0
"""Least likeness, 0…100, of a command to what was heard, for the model to be asked about it."""

OFFERED = 6
"""So many commands at most are scored: each takes the model a few milliseconds."""

TOLERANCE = 9.0
"""A command is taken though it is so much less likely than the model's own words, as a logarithm with the likeness
counted in: the model does not know which words are commands. Another command than the one said is further off."""

PRESSING_TOLERANCE = 5.0
"""The same for a command that presses something, whose effect is not so easily undone as that of a scroll."""

WEIGHT = 0.1
"""What one point of likeness counts beside the logarithm of the likelihood."""

AHEAD = 1.0
"""By so much a command must be better than the next one."""

SHORT_TOLERANCE = 1.5
"""Too many words sound like a command of one word: it must be among what the model itself makes of the sound, and not
less likely than this."""

_GRAVE = re.compile(
    r"\b(yes|no|confirm|do it|go ahead|sure|send|submit|delete|remove|erase|clear|nope|close|quit|enter|"
    r"return|pay|buy|order|book|publish|post|share|subscribe|accept|allow|agree|replace|paste|upload|attach|install|"
    r"download|transfer|donate|reply|wake up|start listening|stop listening|listen to me|un ?mute|mute|go to sleep)\b"
)
"""None of these comes out of tolerance, alone or in a name: they send, delete, close, agree, wake or fall asleep."""

_WAKING = re.compile(r"wake up|(?:start|stop) listening|listen to me|(?:un ?)?mute|go to sleep")
_AGREES = re.compile(
    r"(?:(?:um+|uh+|er+|oh|ah|so|well|okay|ok|please|and|then) )*(?:(?:yes+|yeah|yep|yup)\b.*"
    r"|(?:i )?confirm\b.*|(?:do it|go ahead|sure)(?: (?:please|now|do it|go ahead|confirm|send it|submit it|yes))*)"
)
_CONTRARY = re.compile(
    r"\b(?:\w+n't|dont|not|never|no|nope|nah|cannot|none|nothing|neither|nor|why|did|does|should|instead|without|"
    r"unless)\b|^(?:stop|wait|hold on)\b|\b(?:stop|wait)$"
)
_FILLERS = frozenset({"please", "the", "a", "an", "my", "now", "ok", "okay", "um", "uh", "er"})
_DROPPED = 2
"""Sounds, as `folded` counts them, that a command may lack of what was heard, beside fewer words: less than a word."""

_POSSIBLE = 2.5
"""So much less likely than the likeliest, as a logarithm, what was heard instead may be and still count: 8 in 100."""

_TURNED = r"check|tick|select|mute|like|follow|subscribe|pin|lock|star|hide"
_UN = r"(?:(?:and|an|on|in|um|uh|i'm|am|i am|hand) |un ?)"
"""What the first syllable of "uncheck" is heard as; and a hesitation before "check" too, which is the opposite."""

_CERTAIN = 2.5
"""By so much consent must be likelier than whatever else was heard, by the model that expects something else."""

_AUDIBLE = 0.02
_AUDIBLE_YES = 0.3
"""Least probability of consent, and that of a single yes, which more words sound like than any other. By a model that
expects something else a real "confirm" in noise has 0.03, a real "yes" 0.5 and more."""

_PRESSING = re.compile(
    r"(?:click|press|tap|hit|push|open|follow|activate|check|tick|uncheck|untick|undo|redo|expand|collapse|focus|select|"
    r"copy|number|the \w+ one|go to (?!tab |(?:the )?top|end|beginning|main content|address bar))\b"
)
_FREE = re.compile(
    r"(?:please )?(type|dictate|write|insert|search|google|look up|find|hunt|replace|correct|spell .|add|fill|set|"
    r"put|append|enter)\b.*\s\S",
    re.IGNORECASE,
)
_SOUNDS = (
    ("ph", "f"),
    ("gh", ""),
    ("ck", "k"),
    ("kn", "n"),
    ("wr", "r"),
    ("wh", "w"),
    ("mb", "m"),
    ("qu", "kw"),
    ("x", "ks"),
    ("ce", "se"),
    ("ci", "si"),
    ("c", "k"),
    ("z", "s"),
    ("v", "f"),
    ("d", "t"),
    ("b", "p"),
    ("g", "k"),
    ("j", "k"),
    ("th", "t"),
    ("sh", "s"),
    ("y", "i"),
)
_NUMBERS = dict(zip("0123456789", "zero one two three four five six seven eight nine".split(), strict=True))


@dataclass(frozen=True, slots=True)
class Guide:
    """What a recogniser is told of its user.

    phrasings     commands as they are spoken
    verbs         commands that a name on the page may follow
    vocabulary    words that the user often says, hinted at
    replacements  what is heard → what was meant, whole words, applied last
    """

    phrasings: Sequence[str] = ()
    verbs: Sequence[str] = ()
    vocabulary: Sequence[str] = ()
    replacements: Mapping[str, str] = field(default_factory=dict)


def plain(text: str) -> str:
    """Lower case without marks, digits as words: "Go to tab 3." is "go to tab three"."""
    spelt = re.sub(r"\b\d\b", lambda found: _NUMBERS[found[0]], text.casefold().replace("’", "'"))
    return " ".join(re.findall(r"[\w']+", spelt))


def folded(text: str) -> str:
    """Roughly how it sounds: what is easily confused is written alike, vowels as one."""
    sound = re.sub(r"[^a-z]", "", text)
    for written, heard in _SOUNDS:
        sound = sound.replace(written, heard)
    return re.sub(r"(.)\1+", r"\1", re.sub(r"[aeiou]+", "a", sound))


def is_free(text: str) -> bool:
    """True for words that carry text of the user's own, which is never altered."""
    return bool(_FREE.match(text.strip()))


def is_grave(command: str) -> bool:
    """True for a command that must be heard exactly."""
    return bool(_GRAVE.search(plain(command)))


def agrees(text: str) -> bool:
    """True for words that may be taken as consent."""
    return bool(_AGREES.fullmatch(plain(text)))


def is_unclear(text: str) -> bool:
    """True for "No. 3", which is written for "number three" and for "not number three"."""
    return bool(re.fullmatch(r"no\.? \d+\W*", text.strip().casefold()))


def agreed(texts: Sequence[str], scores: Sequence[float]) -> bool:
    """True when consent is far likelier than anything else; `scores` are the log-probabilities of the texts."""
    pairs = sorted((plain(text), exp(score)) for text, score in zip(texts, scores, strict=True))
    likely = {words: sum(one for _, one in group) for words, group in groupby(pairs, key=lambda pair: pair[0])}
    consent = sum(likely[words] for words in likely if agrees(words))
    other = max((likely[words] for words in likely if not agrees(words)), default=0.0)
    denied = any(" " in words and _CONTRARY.search(words) for words in likely)
    least = _AUDIBLE_YES if texts and re.fullmatch(r"y\w+", plain(texts[0])) else _AUDIBLE
    return consent >= least and consent >= _CERTAIN * other and not denied


def may_mean(command: str, heard: str, either: Sequence[str]) -> bool:
    """False where taking `heard` for the command would delete a no, a question or any whole word.

    `either` is all that may have been heard instead.
    """
    words = plain(command)
    kept = {found[0] for found in _CONTRARY.finditer(words)}
    said = [text for text in map(plain, (heard, *either)) if not _is_that(text, words)]
    contrary = any(found[0] not in kept for text in said for found in _CONTRARY.finditer(text))
    return not contrary and not _WAKING.fullmatch(words) and not _shortened(words, plain(heard))


def _is_that(heard: str, command: str) -> bool:
    """True for "select not" where "select that" may be meant: nobody says no in that order."""
    verb, _, last = command.rpartition(" ")
    return last == "that" and heard == f"{verb} not"


def possible(texts: Sequence[str], scores: Sequence[float]) -> tuple[str, ...]:
    """Return what may really have been said; `scores` are the log-probabilities of the texts, likeliest first."""
    return tuple(text for text, score in zip(texts, scores, strict=True) if score >= scores[0] - _POSSIBLE)


def is_turned(meant: str, texts: Sequence[str]) -> bool:
    """True when `meant` is "check", or another verb that "un" turns round, and one of the texts may be "uncheck"."""
    verb = re.match(rf"{_UN}?({_TURNED})\b", plain(meant))
    if verb is None or plain(meant).startswith("un"):
        return False
    return any(re.match(rf"{_UN}{verb[1]}\b", plain(text)) for text in texts)


def hints(names: Sequence[str], latin: bool = True) -> tuple[str, ...]:
    """Return the names that may be hinted at: none that is an answer, a stop or a number, or no text at all.

    Hinting makes them likelier to be imagined. `latin`: only those with a letter of English.
    """
    return tuple(
        name
        for name in dict.fromkeys(" ".join(one.split()) for one in names)
        if plain(name)
        and name.isprintable()
        and "<|" not in name
        and (not latin or re.search(r"[A-Za-z]", name))
        and not (agrees(name) or is_stop(name) or _CONTRARY.fullmatch(plain(name)) or number(plain(name)) is not None)
        and not _WAKING.fullmatch(plain(name))
    )


def known(text: str, guide: Guide, names: Sequence[str] = ()) -> bool:
    """True when it is a command as it stands, or a verb with one of these names."""
    words = plain(text)
    named = any(words == f"{verb} {name}" for name in set(map(plain, names)) for verb in guide.verbs)
    return named or words in {plain(phrasing) for phrasing in guide.phrasings}


def candidates(heard: Sequence[str], guide: Guide, names: Sequence[str] = ()) -> dict[str, float]:
    """Return the commands that are like any of what may have been heard, with how like the likeliest, 0…100.

    Grave ones come too: when one of them is meant, nothing else may be taken.
    """
    said = tuple(dict.fromkeys(filter(None, map(plain, heard))))
    if not said or is_free(heard[0]):
        return {}
    sounds = [(words, folded(words)) for words in said]
    near: dict[str, float] = {}
    likeness: dict[str, float] = {}
    for phrasing in (*guide.phrasings, *_with_names(said, guide.verbs, names)):
        words = plain(phrasing)
        every = [_likeness(words, folded(words), one) for one in sounds]
        near[phrasing], likeness[phrasing] = max(every), every[0]
    nearest = sorted((one for one in near if near[one] >= NEAR), key=lambda one: -near[one])
    return {phrasing: likeness[phrasing] for phrasing in nearest[:OFFERED]}


def choose(heard: Sequence[str], own: float, offered: Mapping[str, float], scores: Mapping[str, float]) -> str:
    """Return what was said: one of the commands `offered`, or the likeliest of the `heard` words as they are.

    `scores` are the commands' log-probabilities, `own` that of the likeliest words. Where a grave command is best the
    words stay as they are, which makes it a command only when they are the very same.
    """
    worth = {command: scores[command] + WEIGHT * (like - 100) for command, like in offered.items()}
    ranked = sorted(worth, key=lambda command: -worth[command])
    best = ranked[0] if ranked else ""
    rival = next((worth[other] for other in ranked[1:] if plain(other) != plain(best)), -float("inf"))
    if not best or is_grave(best) or worth[best] < rival + AHEAD:
        return heard[0]
    if " " not in plain(best):
        exact = plain(best) in map(plain, heard) and scores[best] >= own - SHORT_TOLERANCE
        return best if exact else heard[0]
    tolerance = PRESSING_TOLERANCE if _PRESSING.match(plain(best)) else TOLERANCE
    return best if worth[best] >= own - tolerance else heard[0]


def replaced(text: str, replacements: Mapping[str, str]) -> str:
    """Put what was meant for what was heard: whole words, in any case, the longest first, each place once."""
    wanted = {heard.casefold(): meant for heard, meant in replacements.items() if heard.strip()}
    if not wanted:
        return text
    either = "|".join(re.escape(heard) for heard in sorted(wanted, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{either})(?!\w)", lambda found: wanted[found[0].casefold()], text, flags=re.IGNORECASE)


def _shortened(command: str, heard: str) -> bool:
    """True when the command lacks a word of what was heard, other than one that means nothing."""
    fewer = [word for word in command.split() if word not in _FILLERS]
    more = [word for word in heard.split() if word not in {*_FILLERS, "that", "at"}]  # which "a" is heard as
    if len(fewer) >= len(more):
        return False
    within = any(more[at : at + len(fewer)] == fewer for at in range(len(more)))
    return within or len(folded("".join(more))) - len(folded("".join(fewer))) >= _DROPPED


def _with_names(said: Sequence[str], verbs: Sequence[str], names: Sequence[str]) -> list[str]:
    """Commands on the names of the page, for the verbs that were heard or something like them."""
    first = {words.split()[0] for words in said}
    likely = [
        verb for verb in verbs if any(fuzz.ratio(folded(verb.split()[0]), folded(word)) >= NEAR for word in first)
    ]
    return [f"{verb} {name}" for verb in likely for name in dict.fromkeys(map(plain, names)) if name]


def _likeness(words: str, sound: str, heard: tuple[str, str]) -> float:
    return (fuzz.ratio(words, heard[0]) + fuzz.ratio(sound, heard[1])) / 2
