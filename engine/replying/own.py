"""Sentences about Sayso itself: how it now speaks and listens, which voices and microphones there are, spelling."""

from collections.abc import Sequence

from engine.replying.pronouncing import spelled_out

ASLEEP = "I am asleep. Say: wake up."
AWAKE = "I am listening."
SWITCHING_ON = "I am switching the microphone on."
VOICE_OFF = "I only write until you close me. Say: voice on, to hear me again."
NOTHING_TO_SPELL = "I have not said anything yet that I could spell."
NO_SPELLING = "I do not spell out what is secret."
NOT_LISTENING = "I listen only while you hold the key to talk, so there is nothing to switch off."
CANNOT_LISTEN = "I have no ears here. Type what you want to do."
MORE_LATER = "There is more. Answer me first, then ask again."
STILL_WHICH = "Which one did you mean? Say its number, or say repeat to hear them again."
NO_MORE = "There is no more to say, and there is no list to choose from."

_MOST_NAMES = 12
_SPELLED = 60
"""Characters that are spelled at a time."""

_UNITS = {"rate": "{} words a minute", "volume": "{} percent", "pitch": "{} of 100", "end_silence": "{} seconds"}
_NOW = {
    "rate": "I speak at {} now.",
    "volume": "My volume is {} now.",
    "pitch": "My pitch is {} now.",
    "end_silence": "I wait {} after your last word now.",
}
_IS = {
    "rate": "I speak at {}.",
    "volume": "My volume is {}.",
    "pitch": "My pitch is {}.",
    "end_silence": "I wait {} after your last word.",
}
_MOST = {
    "rate": "This is the fastest I can speak: {}.",
    "volume": "This is the loudest I can speak: {}.",
    "pitch": "This is the highest I can speak: {}.",
    "end_silence": "This is the longest I can wait: {}.",
}
_LEAST = {
    "rate": "This is the slowest I can speak: {}.",
    "volume": "This is the softest I can speak: {}. To silence me, say: voice off.",
    "pitch": "This is the lowest I can speak: {}.",
    "end_silence": "This is the shortest I can wait: {}.",
}
_SWITCHED = {
    ("voice", True): "I speak again.",
    ("earcons", True): "Short sounds are on.",
    ("earcons", False): "Short sounds are off.",
    ("headphones", True): "You use headphones, so you can talk to me while I speak.",
    ("headphones", False): "You use no headphones, so while I speak I hear only stop.",
    ("punctuation", "none"): "I read no punctuation now.",
    ("punctuation", "some"): "I read some punctuation now.",
    ("punctuation", "all"): "I read all punctuation now.",
    ("voice_engine", "espeak"): "I use the espeak voice now.",
    ("voice_engine", "piper"): "I use the Piper voice now.",
}
_CALLED = {"speaker": "voice", "microphone": "microphone"}


def measured(name: str, value: float, least: float, most: float) -> str:
    """Return what a setting that is a number has become; at an end of its range, that it is the end."""
    told = _MOST if value >= most else _LEAST if value <= least else _NOW
    return told[name].format(_UNITS[name].format(f"{value:g}"))


def measure(name: str, value: float) -> str:
    """Return what a setting that is a number is."""
    return _IS[name].format(_UNITS[name].format(f"{value:g}"))


def switched(name: str, value: str | bool) -> str:
    """Return what a setting has become that is on or off, or one of a few words."""
    return _SWITCHED[name, value]


def used(name: str, value: str) -> str:
    """Return which voice ("speaker") or microphone is used; "" is the usual one."""
    return f"I use the {_CALLED[name]} {value}." if value else f"I use the usual {_CALLED[name]}."


def choices(name: str, names: Sequence[str], present: str) -> str:
    """Return which voices or microphones there are, and how one is chosen."""
    what = _CALLED[name]
    if not names:
        return f"I find no {what}."
    told = [f"{one}, in use" if one == present else one for one in names]
    count = f"1 {what}" if len(names) == 1 else f"{len(names)} {what}s"
    return f"I find {count}. Say: use the {what}, and a name. Known are: {'; '.join(told)}."


def unknown(name: str, asked: str, names: Sequence[str]) -> str:
    """Return that there is no voice or microphone of that name, and which ones there are."""
    what = _CALLED[name]
    known = f" There are: {'; '.join(names[:_MOST_NAMES])}." if names else ""
    return f"I find no {what} called {asked}.{known} I use the same as before."


def not_installed(engine: str) -> str:
    """Return that a voice must be installed first, and how."""
    return f"The {engine.title()} voice is not installed. Type in a terminal: sayso models install {engine}-joe."


def spelled(words: str) -> str:
    """Return some words letter by letter; the beginning of many, and how more is spelled."""
    cut = words if len(words) <= _SPELLED else words[:_SPELLED].rpartition(" ")[0] or words[:_SPELLED]
    return f"{spelled_out(cut)}.{'' if cut == words else ' And so on. Say spell, and a word.'}"
