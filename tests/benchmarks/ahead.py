"""What looking ahead saves: `python -m tests.benchmarks.ahead`. Ranking on pages seen for the first time.

Once as if typed, once with the page looked at and encoded while the user still spoke. Figures, not asserts.
"""

import tempfile
import time
from dataclasses import replace
from pathlib import Path

from engine.chain import assemble
from engine.chain.configuring import settings_in
from engine.store.places import data_folder
from engine.values.event import Event, Looked, Ranked
from engine.values.sound import Said
from tests.sites.server import Site

PATHS = ("/encyclopedia/article/Biotechnology", "/shop/", "/encyclopedia/", "/booking/")
ASKED = "I would like to know how this is made"


def main() -> None:
    print("page                                     ahead   prepare ms   look ms   rank ms")
    with Site() as site, tempfile.TemporaryDirectory() as scratch:
        (Path(scratch) / "models").symlink_to(data_folder() / "models", target_is_directory=True)
        for ahead in (False, True):
            _measure(site.url, Path(scratch), ahead=ahead)


def _measure(url: str, folder: Path, *, ahead: bool) -> None:
    settings = replace(settings_in(data_folder()), headless=True, max_steps=1)
    events: list[Event] = []
    loading = assemble.parts(settings, folder)
    session = assemble.session(settings, folder, loading, events.append)
    try:
        loading.encoder()
        loading.model()
        for path in PATHS:
            session.open(f"{url}{path}")
            events.clear()
            start = time.monotonic()
            if ahead:
                session.prepare()
            prepared = (time.monotonic() - start) * 1000
            session.take(Said(ASKED))
            looked = [event.ms for event in events if isinstance(event, Looked)]
            ranked = [event.ms for event in events if isinstance(event, Ranked)]
            if looked and ranked:
                print(f"{path:40} {ahead!s:5} {prepared:12.0f} {looked[0]:9.0f} {ranked[0]:9.0f}", flush=True)
    finally:
        session.close()


if __name__ == "__main__":
    main()
