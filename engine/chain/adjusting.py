"""Commands about Sayso itself: how it speaks and listens, sleep, spelling, and which voices there are.

A question that is open stays open: whoever could not follow it may first ask for slower speech. It is asked again.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from engine import replying
from engine.chain.concluding import say
from engine.chain.configuring import BOUNDS
from engine.chain.state import State
from engine.chain.steps import Turn, look
from engine.commanding.commands import (
    Adjust,
    Choose,
    ClickOn,
    ListChoices,
    OnPage,
    Own,
    Sleep,
    SpellOut,
    Tick,
    Wake,
)
from engine.commanding.matching import called, folded, is_name
from engine.commanding.own import is_sure
from engine.commanding.phrases import strip, understand
from engine.judging.redacting import HIDDEN, SHORTEST, redact
from engine.replying import own as sentences
from engine.replying.portions import portioned
from engine.values.errors import PageTimedOut
from engine.values.event import Adjusted
from engine.values.page import Page

_STEPS = {"volume": (10, 25), "pitch": (10, 25), "end_silence": (0.2, 0.4)}
"""What is added at one notch, and at two."""
_FASTER = (1.1, 1.3)
_LEAST_SAID = {"volume": 10}
"""Silence is asked for in other words: nobody who cannot see finds the way back from it."""
_SHORT = 120
"""Characters of a list to choose from that is read out again after each of these commands."""
_NAMED = ("speaker", "microphone")
_MUTES = re.compile(r"(?:un)?mute(?: m| keyboard shortcut m)?")


def own(turn: Turn, state: State, command: Own) -> State:
    """Carry out a command about Sayso itself; what it changes is reported as Adjusted, and what is now so is said."""
    match command:
        case Sleep():
            return _sleep(turn, state)
        case Wake():
            return _wake(turn, state)
        case SpellOut(words):
            return replace(_tell(turn, state, _spelled(turn, state, words)), last_reply=state.last_reply)
        case ListChoices(name):
            names, present = _names(turn, name), str(getattr(turn.kit.settings, name))
            return _tell(turn, state, sentences.choices(name, names, present), failed=not names)
        case Adjust(name, None, 0):
            return _tell(turn, state, _present(turn, name))
        case Adjust(name) if name in BOUNDS:
            return _measure(turn, state, command)
        case Adjust(name, value) if name in _NAMED:
            return _choose(turn, state, name, str(value))
        case Adjust(name, value) if isinstance(value, str | bool):
            return _switch(turn, state, name, value)
        case _:
            return _tell(turn, state, replying.CANNOT_HELP, failed=True)


def meant_for_page(turn: Turn, state: State) -> OnPage | None:
    """Return what the words mean on the page, where something there is called by them: "mute", "set volume to 50".

    Words that only Sayso can be meant by are not looked for, nor any while a question is open.
    """
    words = strip(turn.said.text)
    if state.pending or state.choices or is_sure(words):
        return None
    try:
        page = look(turn)
    except PageTimedOut:  # how we speak has nothing to do with it
        return None
    if page.dialog is not None:
        return None
    if is_name(words, page.elements):
        return ClickOn(words)
    return _named_on(page, words, understand(words, own=False))


def _named_on(page: Page, words: str, meant: object) -> OnPage | None:
    mutes = (e.name for e in page.elements if e.interactive and _MUTES.fullmatch(folded(e.name)))
    if name := next((name for name in mutes if folded(name).split()[0] == folded(words)), ""):
        return ClickOn(name)
    match meant:
        case Choose(value, field) if called(field or value, page.elements):
            return meant
        case Tick(name) if called(name, page.elements):
            return meant
    return None


def _tell(turn: Turn, state: State, sentence: str, *, failed: bool = False) -> State:
    """Say what is so, and ask again what is still open."""
    if state.pending or state.choices:
        first, more = portioned(sentence)
        told = f"{first} {sentences.MORE_LATER}" if more else first
        short = state.pending or len(state.last_reply) <= _SHORT
        asked = state.last_reply if short else sentences.STILL_WHICH
        after = say(turn, state, f"{told} {asked}", "asked")
        return replace(after, last_reply=state.last_reply, rest=state.rest)
    after = say(turn, state, sentence, "failed" if failed else "done")
    return replace(after, rest=after.rest or state.rest)


def _sleep(turn: Turn, state: State) -> State:
    """The last words before silence; an open question is dropped, since nobody will answer it."""
    closed = replace(state, pending=None, choices=None, rest="")
    lapsed = f"{replying.dropped(state.pending.action, state.pending.element)} " if state.pending else ""
    hears = turn.kit.equipment.hears()
    if not hears:
        told = sentences.CANNOT_LISTEN if hears is None else sentences.NOT_LISTENING
        if hears is not None:
            turn.emit(Adjusted("listening", False))  # a microphone that has gone is not listened to when it is back
        return say(turn, closed, lapsed + told, "done")
    after = say(turn, closed, lapsed + sentences.ASLEEP, "done")
    turn.emit(Adjusted("asleep", True))
    return after


def _wake(turn: Turn, state: State) -> State:
    hears = turn.kit.equipment.hears()
    if hears is None:
        return _tell(turn, state, sentences.CANNOT_LISTEN, failed=True)
    after = _tell(turn, state, sentences.AWAKE if hears else sentences.SWITCHING_ON)
    turn.emit(Adjusted("asleep", False))  # last: that there is no microphone would else be told first
    return after


def _measure(turn: Turn, state: State, command: Adjust) -> State:
    """Set a number, or move it by a notch; beyond its bounds it stays at the bound, which is said."""
    name, now = command.name, float(getattr(turn.kit.settings, command.name))
    least, most = BOUNDS[name]
    least = min(_LEAST_SAID.get(name, least), now)  # a setting below it is the user's own: softer never makes louder
    wanted = float(command.value) if isinstance(command.value, int) else _moved(name, now, command.step)
    value = round(min(most, max(least, wanted)), 1)
    whole = isinstance(getattr(turn.kit.settings, name), int)
    if value != now:
        turn.emit(Adjusted(name, int(value) if whole else value))
    if name == "end_silence" and now < value > turn.kit.settings.dictation_silence:
        turn.emit(Adjusted("dictation_silence", value))  # a text is never ended sooner than a command
    return _tell(turn, state, sentences.measured(name, value, least, most))


def _moved(name: str, now: float, step: int) -> float:
    """A notch of speed is a tenth, since that is what the ear calls even steps; the others are added."""
    notch = min(abs(step), 2) - 1
    if name != "rate":
        return now + _STEPS[name][notch] * (1 if step > 0 else -1)
    moved = now * _FASTER[notch] if step > 0 else now / _FASTER[notch]
    return 5 * round(moved / 5)


def _choose(turn: Turn, state: State, name: str, asked: str) -> State:
    """Use the voice or microphone of that name, or of one that holds all its words; "" is the usual one."""
    names = _names(turn, name)
    chosen = _called(asked, names) if asked else ""
    if asked and not chosen:
        return _tell(turn, state, sentences.unknown(name, asked, names), failed=True)
    turn.emit(Adjusted(name, chosen))
    return _tell(turn, state, sentences.used(name, chosen))


def _switch(turn: Turn, state: State, name: str, value: str | bool) -> State:
    if name == "voice_engine" and value not in turn.kit.equipment.engines():
        return _tell(turn, state, sentences.not_installed(str(value)), failed=True)
    change = Adjusted(name, value)
    if change != _VOICE_OFF:
        turn.emit(change)
        return _tell(turn, state, sentences.switched(name, value))
    after = _tell(turn, state, sentences.VOICE_OFF)  # while it can still be heard
    turn.emit(change)
    return after


_VOICE_OFF = Adjusted("voice", False)


def _present(turn: Turn, name: str) -> str:
    value = getattr(turn.kit.settings, name)
    return sentences.used(name, value) if name in _NAMED else sentences.measure(name, value)


def _names(turn: Turn, name: str) -> tuple[str, ...]:
    equipment = turn.kit.equipment
    return equipment.voices() if name == "speaker" else equipment.microphones()


def _called(asked: str, names: Sequence[str]) -> str:
    """Return the name that is meant: the whole of it, its beginning, or all words somewhere in it; "" for none.

    Of several the shortest: "English" is no dialect of it.
    """
    wanted = " ".join(_COUNTRIES.get(word, word) for word in folded(asked).split())
    tiers = (
        [name for name in names if folded(name) == wanted],
        [name for name in names if folded(name).startswith(f"{wanted} ")],
        [name for name in names if wanted and set(wanted.split()) <= set(folded(name).split())],
    )
    return next((min(found, key=len) for found in tiers if found), "")


_COUNTRIES = {"american": "america", "us": "america", "british": "great britain", "uk": "great britain"}
_COUNTRIES |= {"scottish": "scotland", "brazilian": "brazil", "swiss": "switzerland"}
"""What people call a voice → what its name says."""


def _spelled(turn: Turn, state: State, words: str) -> str:
    """Spell words as they stand in the last reply, or as they were heard; never what is secret."""
    said = state.last_reply
    if not words and not said:
        return sentences.NOTHING_TO_SPELL
    found = re.search(rf"(?<!\w){re.escape(words)}(?!\w)", said, re.I) if words else None
    text = found[0] if found else words or said
    if folded(words) == "last word" and said:
        text = said.split()[-1].strip(".,;:!?…")
    plain = text.casefold()
    known = (secret.casefold() for secret in turn.kit.secrets)
    if HIDDEN in redact(text) or any(s == plain or (len(s) >= SHORTEST and s in plain) for s in known):
        return sentences.NO_SPELLING
    return sentences.spelled(text)
