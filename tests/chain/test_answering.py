"""A spoken answer counts only if it was begun after the question could be heard; the page has no say in it."""

import time
from threading import Event as Flag

import pytest

from engine import replying
from engine.values.event import Finished, Replied
from engine.values.page import Page
from engine.values.sound import Said
from tests.chain.test_conversation import Scene, Set, scene, until, warmed
from tests.fakes import element, page
from tests.fakes_audio import tone

__all__ = ["scene", "warmed"]

TWO = page(element("a", "link", "Kitchen news"), element("b", "link", "Kitchen plans"))


def spoken(here: Scene, words: str, began: float) -> str:
    count, before = here.count(Finished), len(here.events)
    here.conversation.submit(Said(words, "spoken", at=began + 0.3, began=began))
    until(lambda: here.count(Finished) > count)
    return " ".join(event.text for event in here.events[before:] if isinstance(event, Replied))


@pytest.mark.parametrize("voice", [True, False])
def test_a_spoken_yes_begun_before_the_question_was_heard_is_no_answer(scene: Set, voice: bool) -> None:
    here = scene(voice=voice)
    began = time.monotonic()
    here.say("click send booking")
    asked_again = spoken(here, "yes", began)
    assert asked_again.startswith(replying.TOO_EARLY)
    assert not here.browser.performed
    until(lambda: here.conversation._reply_heard < time.monotonic() - 0.4)
    spoken(here, "yes", time.monotonic())
    assert len(here.browser.performed) == 1


def test_a_question_that_was_cut_before_it_was_heard_is_asked_again(scene: Set) -> None:
    here = scene()
    spoken_at_last = Flag()
    here.voice.synthesize = lambda *_: spoken_at_last.wait() and tone(0.1)  # type: ignore[assignment,method-assign]
    here.conversation.submit(Said("click send booking"))
    until(lambda: here.count(Finished))
    assert spoken(here, "yes", time.monotonic() + 1).startswith(replying.TOO_EARLY)
    assert not here.browser.performed
    spoken_at_last.set()


def test_a_spoken_choice_begun_before_the_list_was_heard_is_asked_for_again(scene: Set) -> None:
    here = scene(voice=False)
    here.browser._pages = [TWO]
    began = time.monotonic()
    asked = here.say("click kitchen")
    assert "1" in asked
    assert spoken(here, "2", began) == asked
    assert not here.browser.performed


def test_the_page_suggests_no_words_for_an_answer(scene: Set) -> None:
    here = scene(voice=False)
    here.say("where am i")
    assert here.conversation._listener.hotwords
    names: list[object] = []
    capture = here.browser.capture

    def watched(stop: Flag | None = None, *, whole: bool = False) -> Page:
        names.append(here.conversation._listener.hotwords)
        return capture(stop, whole=whole)

    here.browser.capture = watched  # type: ignore[method-assign]
    here.say("click send booking")
    assert names
    assert not any(names)
    assert not here.conversation._listener.hotwords
