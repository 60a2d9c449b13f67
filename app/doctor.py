"""`sayso doctor`: what works, what does not, and what to do."""

import json
from dataclasses import asdict
from pathlib import Path

from engine.chain.checking import Check, check
from engine.values.settings import Settings


def doctor(settings: Settings, folder: Path, *, as_json: bool) -> int:
    """Print one line a part; 0 when every part that is needed works, else 1."""
    checks = check(settings, folder)
    if as_json:
        print(json.dumps({"parts": [asdict(one) for one in checks]}, ensure_ascii=False))
    else:
        print("\n".join(map(_line, checks)))
    return 0 if all(one.works for one in checks if one.needed) else 1


def _line(one: Check) -> str:
    if one.works:
        return f"{one.part}: works. {one.found}{', ' + one.version if one.version else ''}."
    return f"{one.part}: {'does not work' if one.needed else 'not available'}. {one.advice}"
