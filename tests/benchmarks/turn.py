"""How long a turn takes: `python -m tests.benchmarks.turn [--turns N]`. Figures, not asserts, for an idle machine.

command   "scroll down" and "scroll up" in turn: from the text to the verified action and its reply
model     an instruction that is no command, up to the model's first action (judged, not carried out where it asks)
"""

import argparse
import statistics
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from engine.chain import assemble
from engine.chain.configuring import settings_in
from engine.store.places import data_folder
from engine.values.event import Event, Heard, Intended, Looked, Ranked, Replied, Thought
from engine.values.sound import Said
from tests.sites.server import Site

ASKED = (
    "find me something about plants",
    "I would like to know how bread is made",
    "is there anything on old ships",
    "show me what else you have",
    "who wrote all of this",
)


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    given.add_argument("--turns", type=int, default=20)
    turns = given.parse_args().turns
    events: list[Event] = []
    settings = replace(settings_in(data_folder()), headless=True, max_steps=1)
    with Site() as site, tempfile.TemporaryDirectory() as scratch:
        (Path(scratch) / "models").symlink_to(data_folder() / "models", target_is_directory=True)
        loading = assemble.parts(settings, Path(scratch))
        session = assemble.session(settings, Path(scratch), loading, events.append)
        try:
            session.open(f"{site.url}/encyclopedia/article/Biotechnology")
            for n in range(turns):
                session.take(Said("scroll down" if n % 2 == 0 else "scroll up"))
            _report("command: text → verified action and reply", [e.ms for e in events if isinstance(e, Replied)])
            loading.encoder()
            loading.model()
            events.clear()
            for words in ASKED * max(1, turns // len(ASKED)):
                session.open(f"{site.url}/encyclopedia/")
                session.take(Said(words))
            _model(events)
        finally:
            session.close()


def _model(events: Sequence[Event]) -> None:
    _report("model turn: look", [e.ms for e in events if isinstance(e, Looked)])
    _report("model turn: rank", [e.ms for e in events if isinstance(e, Ranked)])
    _report("model turn: think", [e.ms for e in events if isinstance(e, Thought)])
    _report("model turn: text → first reply", _first_replies(events))
    print(f"proposals: {sum(isinstance(e, Intended) for e in events)}")


def _first_replies(events: Sequence[Event]) -> list[float]:
    """The first reply after each utterance: later ones only say that the benchmark allows one step."""
    times: list[float] = []
    waiting = False
    for event in events:
        if isinstance(event, Heard):
            waiting = True
        elif waiting and isinstance(event, Replied):
            times.append(event.ms)
            waiting = False
    return times


def _report(what: str, times: Sequence[float]) -> None:
    if times:
        ordered = sorted(times)
        print(
            f"{what}: median {statistics.median(times):.0f} ms, "
            f"p95 {ordered[min(len(times) - 1, round(0.95 * len(times)))]:.0f} ms, of {len(times)}"
        )


if __name__ == "__main__":
    main()
