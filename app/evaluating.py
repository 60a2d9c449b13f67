"""`sayso evaluate`: figures on a folder of data."""

import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from engine.chain import assemble
from engine.hearing.measuring import holds, rate, word_errors, words_of
from engine.values.errors import ModelMissing, SaysoError
from engine.values.ports import Transcriber
from engine.values.settings import Settings

_MANIFEST = "manifest.jsonl"
_NAMED = 6
"""The words of which a page would show names: so long and longer."""


@dataclass(frozen=True, slots=True)
class Clip:
    """One line of the manifest. `text` is "" where only what was meant is known; `slots`: the words for that."""

    file: Path
    folder: str
    text: str
    slots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """One recogniser over all clips. `wer`: wrong to spoken words; `slots`: the share of slot values heard."""

    recogniser: str
    hotwords: bool
    wer: float | None
    folders: dict[str, float | None]
    slots: float | None


def hearing(data: Path, settings: Settings, folder: Path, *, as_json: bool) -> int:
    """Print word error rates of the clips in `data`, with each recogniser that is installed. Raises SaysoError."""
    clips = _clips(data)
    runs: list[Run] = []
    for name in dict.fromkeys((settings.recogniser, *assemble.RECOGNISERS)):
        try:
            ear = assemble.transcriber(replace(settings, recogniser=name), folder)
        except ModelMissing:
            if name == settings.recogniser:
                raise
            continue
        for hotwords in (False, True):
            way = "with hotwords" if hotwords else "without hotwords"
            print(f"{name}, {way}: {len(clips)} clips. This takes a while.", file=sys.stderr, flush=True)
            runs.append(_run(name, clips, ear, hotwords))
    print(json.dumps(_told(clips, runs)) if as_json else "\n".join(_lines(clips, runs)))
    return 0


def _clips(data: Path) -> list[Clip]:
    try:
        lines = (data / _MANIFEST).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SaysoError(f"I cannot read {data / _MANIFEST}. Give a folder that holds a {_MANIFEST}.") from error
    clips = [_clip(data, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not clips:
        raise SaysoError(f"{data / _MANIFEST} names no clips. Write one JSON object a line, with file and text.")
    return clips


def _clip(data: Path, number: int, line: str) -> Clip:
    try:
        entry = json.loads(line)
        file = str(entry["file"])
        slots = tuple(map(str, entry.get("slots", {}).values()))
        return Clip(data / file, file.rpartition("/")[0] or ".", str(entry.get("text", "")), slots)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SaysoError(f"Line {number} of {_MANIFEST} is no clip. Write a JSON object with file and text.") from error


def _run(name: str, clips: Sequence[Clip], ear: Transcriber, hotwords: bool) -> Run:
    errors: dict[str, list[tuple[int, int]]] = defaultdict(list)
    slots: list[bool] = []
    for clip in clips:
        names = _names(clips, clip) if hotwords else ()
        heard = ear.transcribe(assemble.recording_in(clip.file), names).text
        if clip.text:
            errors[clip.folder].append(word_errors(clip.text, heard))
        slots += [holds(heard, value) for value in clip.slots]
    every = [one for found in errors.values() for one in found]
    share = round(sum(slots) / len(slots), 4) if slots else None
    return Run(name, hotwords, rate(every), {key: rate(found) for key, found in errors.items()}, share)


def _names(clips: Sequence[Clip], clip: Clip) -> tuple[str, ...]:
    """As on a page: a few names, of which some may be said. The long words of this clip and of the four after it."""
    at = clips.index(clip)
    near = [clips[(at + step) % len(clips)] for step in range(5)]
    long = [word for one in near for word in words_of(one.text or " ".join(one.slots)) if len(word) >= _NAMED]
    return tuple(word.capitalize() for word in dict.fromkeys(long))


def _told(clips: Sequence[Clip], runs: Sequence[Run]) -> dict[str, object]:
    """`wer` and `folders` are those of the recogniser that is set, without hotwords."""
    first = runs[0]
    texts = sum(bool(clip.text) for clip in clips)
    return {
        "wer": first.wer,
        "folders": first.folders,
        "clips": len(clips),
        "with_text": texts,
        "without_text": len(clips) - texts,
        "runs": [asdict(run) for run in runs],
    }


def _lines(clips: Sequence[Clip], runs: Sequence[Run]) -> list[str]:
    texts = sum(bool(clip.text) for clip in clips)
    lines = [f"{len(clips)} clips, {texts} with a text. Of the others only the slots are looked for."]
    for run in runs:
        way = "with hotwords" if run.hotwords else "without hotwords"
        folders = ", ".join(f"{name} {_percent(wrong)}" for name, wrong in run.folders.items())
        heard = f" Slots heard: {_percent(run.slots)}." if run.slots is not None else ""
        lines.append(f"{run.recogniser}, {way}: {_percent(run.wer)} of the words wrong ({folders}).{heard}")
    missing = [name for name in assemble.RECOGNISERS if name not in {run.recogniser for run in runs}]
    lines += [f"{name}: not installed. Run: sayso models install {assemble.RECOGNISERS[name]}" for name in missing]
    return lines


def _percent(share: float | None) -> str:
    return "nothing to count" if share is None else f"{100 * share:.1f} %"
