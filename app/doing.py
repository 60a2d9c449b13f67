"""`sayso do`: the given turns, one after the other, then the end."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.chain import assemble
from engine.chain.record import as_json as event_as_json
from engine.chain.session import Session
from engine.chain.speaking import Speaker
from engine.commanding.phrases import understand
from engine.values.errors import SaysoError
from engine.values.event import Acted, Adjusted, Event, Finished, Heard, Notice, Phase, Replied, Thought
from engine.values.settings import Settings
from engine.values.sound import Said

EXITS = {"done": 0, "failed": 1, "asked": 3, "refused": 4}
LAST_WORDS_SECONDS = 60.0


@dataclass(slots=True)
class Account:
    """What is printed of the events, and what is kept for the closing object; `settings` as they are now."""

    as_json: bool
    settings: Settings
    speaker: Speaker | None = None
    said: list[str] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)

    def take(self, event: Event) -> None:
        """Print an event as it happens, and speak it if it is a reply."""
        match event:
            case Phase() | Finished():
                return
            case Replied(text):
                self.said.append(text)
                self._say(text)
            case Notice(text):
                self._say(text)
            case Adjusted(name, value) if event.kept:
                self._adjust(name, value)
            case Acted(action):
                self.actions.append(action)
            case Thought(text) if text.startswith("say("):
                self.actions.append(text)
        self.print(event)

    def voices(self) -> tuple[str, ...]:
        return self.speaker.voices() if self.speaker else ()

    def _say(self, text: str) -> None:
        if self.speaker and self.settings.voice:
            self.speaker.say(text)

    def _adjust(self, name: str, value: object) -> None:
        self.settings = replace(self.settings, **{name: value})  # type: ignore[arg-type]
        if self.speaker:
            self.speaker.adjust(self.settings)

    def print(self, event: Event) -> None:
        if self.as_json:
            print(json.dumps(event_as_json(event), ensure_ascii=False), flush=True)
            return
        match event:
            case Heard(text, source):
                print(f"You {'said' if source == 'spoken' else 'typed'}: {text}", flush=True)
            case Replied(text) | Notice(text):
                print(f"Sayso: {text}", flush=True)


def do(
    utterances: Sequence[tuple[str, str]], settings: Settings, folder: Path, *, url: str = "", as_json: bool = False
) -> int:
    """Carry out the turns and return 0 done, 3 asked, 4 refused, 1 failed, as the last turn ended.

    Raises SaysoError when the data folder cannot be used.
    """
    account = Account(as_json, settings)
    if not utterances:
        print(
            'Say what to do, for example: sayso do "open example.com". Or give a recording with --wav.', file=sys.stderr
        )
        return 1
    loading = assemble.parts(settings, folder)
    session = assemble.session(
        settings, folder, loading, account.take, assemble.equipment(folder, account.voices, lambda: None)
    )
    if settings.voice and not as_json:
        account.speaker = assemble.speaker(settings, folder, lambda text: print(text, file=sys.stderr), lambda _: None)
    if any(kind == "text" and understand(text) is None for kind, text in utterances):
        loading.preload()
    if any(kind == "wav" for kind, _ in utterances):
        loading.transcriber.start()
    try:
        ended = _turns(utterances, session, loading, url)
    finally:
        session.close()
        if account.speaker:
            account.speaker.wait(LAST_WORDS_SECONDS)
            account.speaker.close()
    if as_json:
        print(json.dumps(_summary(ended, account), ensure_ascii=False), flush=True)
    return EXITS[ended.status]


def _turns(utterances: Sequence[tuple[str, str]], session: Session, loading: assemble.Loading, url: str) -> Finished:
    try:
        session.open(url)
    except SaysoError as error:
        return session.refuse(error)
    ended = Finished("failed", False, "", "", 0.0)
    for kind, text in utterances:
        ended = session.take(Said(text)) if kind == "text" else _spoken(Path(text), session, loading)
    return ended


def _spoken(path: Path, session: Session, loading: assemble.Loading) -> Finished:
    try:
        text, took = assemble.heard_in(path, loading.transcriber, session.names)
    except SaysoError as error:
        return session.refuse(error)
    return session.take(Said(text, "spoken", took))


def _summary(ended: Finished, account: Account) -> dict[str, object]:
    return {
        "event": "end",
        "status": ended.status,
        "said": account.said,
        "actions": account.actions,
        "url": ended.url,
        "title": ended.title,
    }
