"""What is done while the user still speaks: quick to end, silent about everything, and never a turn of its own."""

from pathlib import Path
from threading import Event as Flag

import numpy as np
import pytest

from engine.chain.record import Record
from engine.chain.session import Parts, Session
from engine.thinking.ranking import encode_ahead
from engine.values.errors import BrowserGone, Interrupted, PageTimedOut
from engine.values.event import Event
from engine.values.page import Page
from engine.values.settings import Settings
from engine.values.sound import Said
from tests.fakes import FakeBrowser, FakeEncoder, FakeModel, element, page

PAGE = page(element("e1", "link", "Help"), element("e2", "button", "Basket"))


class Looking(FakeBrowser):
    """Gives `wrong` at the next look; a look ends when it is told to stop."""

    wrong: Exception | None = None

    def capture(self, stop: Flag | None = None, *, whole: bool = False) -> Page:
        if stop is not None and stop.is_set():
            raise Interrupted("Stopped.")
        wrong, self.wrong = self.wrong, None
        if wrong:
            raise wrong
        return super().capture(stop)


class Remembering(FakeEncoder):
    def __init__(self) -> None:
        self.texts: list[str] = []

    def encode(self, texts: object) -> "np.ndarray[tuple[int, ...], np.dtype[np.float32]]":
        assert isinstance(texts, list)
        self.texts += texts
        return super().encode(texts)


def session(browser: Looking, encoder: Remembering, folder: Path, events: list[Event]) -> Session:
    parts = Parts(lambda: browser, lambda: encoder, lambda: FakeModel(), lambda: True)
    return Session(parts, Settings(), Record(folder / "record"), events.append)


def test_the_elements_are_encoded_and_their_names_are_expected(tmp_path: Path) -> None:
    events, encoder = list[Event](), Remembering()
    talk = session(Looking([PAGE]), encoder, tmp_path, events)
    talk.open()
    talk.prepare()
    assert len(encoder.texts) == 2
    assert talk.names == ("Help", "Basket")
    assert not events
    talk.close()
    assert not any("Help" in file.read_text("utf-8") for file in (tmp_path / "record").glob("*"))


def test_without_a_browser_none_is_started(tmp_path: Path) -> None:
    browser = Looking([PAGE])
    talk = session(browser, Remembering(), tmp_path, [])
    talk.prepare()
    assert not browser.captures
    talk.close()


@pytest.mark.parametrize("wrong", [BrowserGone("Chrome has ended."), PageTimedOut("It hangs."), TypeError("odd")])
def test_what_goes_wrong_is_told_by_nobody(tmp_path: Path, wrong: Exception) -> None:
    events, browser = list[Event](), Looking([PAGE])
    talk = session(browser, Remembering(), tmp_path, events)
    talk.open()
    browser.wrong = wrong
    talk.prepare()
    assert not events
    assert talk.take(Said("press help")).status == "done"
    talk.close()


def test_who_is_in_a_hurry_is_not_kept_waiting(tmp_path: Path) -> None:
    browser, encoder = Looking([PAGE]), Remembering()
    talk = session(browser, encoder, tmp_path, [])
    talk.open()
    talk.hurry.set()
    talk.prepare()
    assert not browser.captures
    assert not encoder.texts
    encode_ahead(PAGE, encoder, talk.hurry)
    assert not encoder.texts
    talk.close()


def test_while_a_question_is_open_the_page_has_no_say_in_what_is_heard(tmp_path: Path) -> None:
    twins = page(element("e1", "link", "Help"), element("e2", "link", "Help", handle="h2"))
    talk = session(Looking([twins]), Remembering(), tmp_path, [])
    talk.open()
    assert talk.take(Said("press help")).status == "asked"
    talk.prepare()
    assert talk.names == ()
    talk.close()
