"""What is said about Sayso itself → what changes, and what is said of it."""

from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest

from engine.chain.state import Equipment, Kit
from engine.chain.turn import take
from engine.commanding.phrases import HELP
from engine.replying.portions import LONG, MORE_TO_SAY
from engine.values.action import Click
from engine.values.errors import PageTimedOut
from engine.values.event import Adjusted
from engine.values.page import Page, Tab
from engine.values.settings import Settings
from engine.values.sound import Said
from tests.fakes import FakeEncoder, element, page
from tests.turns.test_turn import Talk, contact

VOICES = ("English (Great Britain)", "English (America)", "German")
MICROPHONES = ("USB Audio Device", "Built-in Microphone")
PLAYER = page(
    element("e1", "button", "Mute (m)"),
    element("e2", "slider", "Volume", tag="input", kind="range", value="20"),
    element("e3", "button", "Louder"),
)


class Heard(Talk):
    """A conversation that also takes over what it has changed, as a session does."""

    def __init__(self, *pages: Page, hears: bool | None = True, **settings: Any) -> None:
        super().__init__(pages or [contact()])
        self.settings = Settings(**settings)
        self.secrets: set[str] = set()
        self.equipment = Equipment(lambda: VOICES, lambda: MICROPHONES, lambda: ("espeak",), lambda: hears)

    def say(self, words: str) -> str:
        self.events = []
        kit = Kit(
            self.browser, FakeEncoder, lambda: self.model, self.settings, lambda: self.now, self.secrets, self.equipment
        )
        self.state = take(Said(words), self.state, kit, self.events.append, self.stop)
        for change in self.changes:
            if change.kept:
                changed: dict[str, Any] = {change.name: change.value}
                self.settings = replace(self.settings, **changed)
        return " ".join(self.said)

    @property
    def changes(self) -> list[Adjusted]:
        return [event for event in self.events if isinstance(event, Adjusted)]


@pytest.mark.parametrize(
    ("words", "changed", "told"),
    [
        ("speak faster", Adjusted("rate", 200), "I speak at 200 words a minute now."),
        ("speak much faster", Adjusted("rate", 235), "235 words a minute"),
        ("speak slower", Adjusted("rate", 165), "165 words a minute"),
        ("speech rate 300", Adjusted("rate", 300), "300 words a minute"),
        ("speech rate 900", Adjusted("rate", 500), "This is the fastest I can speak: 500 words a minute."),
        ("speech rate 20", Adjusted("rate", 80), "This is the slowest I can speak: 80 words a minute."),
        ("speak softer", Adjusted("volume", 90), "My volume is 90 percent now."),
        ("volume 50 percent", Adjusted("volume", 50), "My volume is 50 percent now."),
        ("volume 0", Adjusted("volume", 10), "This is the softest I can speak: 10 percent."),
        ("speak higher", Adjusted("pitch", 60), "My pitch is 60 of 100 now."),
        ("wait longer", Adjusted("end_silence", 0.6), "I wait 0.6 seconds after your last word now."),
        ("wait less", Adjusted("end_silence", 0.2), "This is the shortest I can wait: 0.2 seconds."),
        ("sounds off", Adjusted("earcons", False), "Short sounds are off."),
        ("read all punctuation", Adjusted("punctuation", "all"), "I read all punctuation now."),
        ("I use headphones", Adjusted("headphones", True), "You use headphones"),
        ("use the german voice", Adjusted("speaker", "German"), "I use the voice German."),
        ("use the voice english", Adjusted("speaker", VOICES[1]), "I use the voice English (America)."),
        ("use the british english voice", Adjusted("speaker", VOICES[0]), "I use the voice English (Great Britain)."),
        ("use the Martian voice", None, "I find no voice called Martian. There are: English (Great Britain); English"),
        ("use the usual voice", Adjusted("speaker", ""), "I use the usual voice."),
        ("use the Piper voice", None, "The Piper voice is not installed."),
        ("use the espeak voice", Adjusted("voice_engine", "espeak"), "I use the espeak voice now."),
        ("use microphone built-in", Adjusted("microphone", MICROPHONES[1]), "I use the microphone Built-in Microphone"),
        ("use microphone Mars", None, "I find no microphone called Mars. There are: USB Audio Device"),
        ("use the default microphone", Adjusted("microphone", ""), "I use the usual microphone."),
        ("turn your voice off", Adjusted("voice", False), "I only write until you close me."),
        ("voice on", Adjusted("voice", True), "I speak again."),
        ("go to sleep", Adjusted("asleep", True), "I am asleep. Say: wake up."),
        ("wake up", Adjusted("asleep", False), "I am listening."),
        ("how fast do you speak", None, "I speak at 180 words a minute."),
        ("what is your volume", None, "My volume is 100 percent."),
        ("which voice do you use", None, "I use the usual voice."),
        (
            "list voices",
            None,
            "I find 3 voices. Say: use the voice, and a name. Known are: English (Great Britain); English (America); ",
        ),
        (
            "which microphones are there",
            None,
            "I find 2 microphones. Say: use the microphone, and a name. Known are: USB",
        ),
    ],
)
def test_it_is_done_and_told(words: str, changed: Adjusted | None, told: str) -> None:
    talk = Heard()
    assert told in talk.say(words)
    assert talk.changes == ([changed] if changed else [])
    assert not talk.browser.performed


def test_steps_end_at_the_bounds() -> None:
    talk = Heard(rate=480)
    assert "This is the fastest I can speak: 500 words a minute." in talk.say("faster")
    assert talk.settings.rate == 500
    assert "This is the fastest I can speak: 500 words a minute." in talk.say("faster") and not talk.changes
    talk.say("speak slower")
    assert 450 <= talk.settings.rate < 500


@pytest.mark.parametrize(
    ("words", "settings"),
    [
        ("softer", {"volume": 5}),
        ("volume 3", {"volume": 5}),
        ("wait less", {"end_silence": 1.0, "dictation_silence": 0.5}),
    ],
)
def test_no_step_goes_the_wrong_way(words: str, settings: dict[str, Any]) -> None:
    talk = Heard(**settings)
    talk.say(words)
    assert all(getattr(talk.settings, name) <= value for name, value in settings.items())


def test_there_and_back_is_where_one_was() -> None:
    talk = Heard()
    for words in ("speak faster", "speak slower", "softer", "louder", "wait longer", "wait less"):
        talk.say(words)
    assert talk.settings == Settings()


def test_a_text_is_never_ended_sooner_than_a_command() -> None:
    talk = Heard(end_silence=0.8, dictation_silence=0.9)
    talk.say("wait longer")
    assert (talk.settings.end_silence, talk.settings.dictation_silence) == (1.0, 1.0)


def test_before_it_is_silent_it_says_so() -> None:
    talk = Heard()
    talk.say("voice off")
    assert [type(event).__name__ for event in talk.events] == ["Heard", "Replied", "Adjusted"]
    talk.say("go to sleep")
    assert [type(event).__name__ for event in talk.events] == ["Heard", "Replied", "Adjusted"]


@pytest.mark.parametrize(("words", "hears", "told"), [("go to sleep", False, "only while you hold the key"),
                                                      ("go to sleep", None, "no ears here"),
                                                      ("wake up", None, "no ears here")])  # fmt: skip
def test_it_never_claims_to_sleep_or_listen(words: str, hears: bool | None, told: str) -> None:
    talk = Heard(hears=hears)
    assert told in talk.say(words) and not [change for change in talk.changes if change.value]


def test_start_listening_switches_hands_free_on() -> None:
    talk = Heard(hears=False)
    assert talk.say("start listening") == "I am switching the microphone on."
    assert talk.changes == [Adjusted("asleep", False)]


def test_it_is_not_said_to_the_page_and_the_page_need_not_answer() -> None:
    talk = Heard()
    talk.say("speak faster")
    assert talk.browser.captures == 0
    talk.browser.capture = Mock(side_effect=PageTimedOut("slow"))  # type: ignore[method-assign]
    assert "200" not in talk.say("louder") and "percent" in talk.said[-1]


@pytest.mark.parametrize(("words", "action"), [("mute", Click("e1")), ("louder", Click("e3"))])
def test_what_is_called_so_on_the_page_wins_where_both_may_be_meant(words: str, action: object) -> None:
    talk = Heard(PLAYER)
    talk.say(words)
    assert talk.browser.performed == [action] and not talk.changes
    talk = Heard()
    talk.say(words)
    assert not talk.browser.performed


def test_the_volume_of_a_player_is_set_where_there_is_one() -> None:
    talk = Heard(PLAYER)
    talk.say("set the volume to 50")
    assert len(talk.browser.performed) == 1 and not talk.changes
    assert [type(event).__name__ for event in talk.events].count("Heard") == 1
    talk.say("speech volume 50")
    assert talk.changes == [Adjusted("volume", 50)]


def test_a_button_off_the_page_is_pressed_by_click() -> None:
    talk = Heard(page(element("e1", "button", "Speak faster")))
    talk.say("click speak faster")
    assert talk.browser.performed == [Click("e1")]


def test_typing_stays_typing() -> None:
    talk = Heard(page(element("e1", "textbox", "Message")))
    talk.say("type speak faster into message")
    assert not talk.changes and len(talk.browser.performed) == 1


def test_an_open_question_stays_open_and_is_asked_again() -> None:
    talk = Heard()
    question = talk.say("click send booking")
    assert talk.say("speak slower").endswith(question) and talk.state.status == "asked"
    assert talk.say("louder").count("Shall I") == 1 and not talk.browser.performed
    talk.say("yes")
    assert talk.browser.performed == [Click("e2")]


def test_sleep_drops_an_open_question_and_says_so() -> None:
    talk = Heard()
    talk.say("click send booking")
    assert "Send booking" in talk.say("go to sleep") and talk.state.pending is None
    talk.say("yes")
    assert not talk.browser.performed


def test_choices_stay_open_too() -> None:
    talk = Heard(page(element("e1", "link", "Red shoes"), element("e2", "link", "Red hats")))
    asked = talk.say("click red")
    assert talk.say("speak slower").endswith(asked)
    talk.say("the second one")
    assert talk.browser.performed == [Click("e2")]


def test_spelling_the_last_reply_and_words_of_it() -> None:
    talk = Heard()
    assert "not said anything" in talk.say("spell that")
    talk.say("voice on")
    assert talk.say("spell that").startswith("capital I; space; S, P, E, A, K")
    assert talk.say("spell that").startswith("capital I; space; S, P, E, A, K")
    assert talk.say("spell again") == "A, G, A, I, N."
    assert talk.say("spell Ob") == "capital O, B."
    assert talk.say("repeat") == "I speak again."


def test_a_secret_is_never_spelled() -> None:
    talk = Heard()
    talk.secrets.add("hunter2")
    for words in ("spell hunter2", "spell my password hunter2", "spell 4111 1111 1111 1111"):
        assert "secret" in talk.say(words)


def test_a_long_reply_comes_in_portions() -> None:
    talk = Heard()
    said = [talk.say("what can I say")]
    assert len(said[0]) <= LONG + len(MORE_TO_SAY) + 1 and said[0].endswith(f". {MORE_TO_SAY}")
    assert talk.say("repeat") == said[0]
    assert "200" in talk.say("speak faster")
    for words in ("more", "continue", "say more", "go on"):
        if talk.state.rest:
            said.append(talk.say(words))
    assert not talk.state.rest
    assert " ".join(one.removesuffix(MORE_TO_SAY).strip() for one in said) == HELP
    assert "no more" in talk.say("more")


def test_another_command_drops_the_rest() -> None:
    talk = Heard(page(element("e1", "button", "Continue")))
    talk.say("what can I say")
    talk.say("where am I")
    talk.say("continue")
    assert talk.browser.performed == [Click("e1")]


@pytest.mark.parametrize("words", ["search for", "look for", "search the web for"])
def test_a_search_for_nothing_is_asked_for_words(words: str) -> None:
    talk = Heard()
    assert "What shall I search for?" in talk.say(words) and not talk.browser.performed


@pytest.mark.parametrize("words", ["where am I", "stop", "which tabs are open"])
def test_what_changes_nothing_keeps_the_rest(words: str) -> None:
    talk = Heard()
    talk.say("what can I say")
    rest = talk.state.rest
    talk.say(words)
    assert talk.say("more").startswith(rest[:50])


def test_a_long_answer_leaves_an_open_question_within_hearing() -> None:
    talk = Heard(page(*(element(f"e{n}", "link", f"Red shoes with laces, number {n}") for n in range(1, 6))))
    talk.equipment = replace(talk.equipment, voices=lambda: tuple(f"Language number {n}" for n in range(60)))
    talk.say("click red")
    assert len(talk.say("list voices")) < 2 * LONG and "say repeat" in talk.said[-1]
    assert "number 3" in talk.say("repeat")
    talk.say("the third one")
    assert talk.browser.performed == [Click("e3")]


def test_questions_are_never_cut() -> None:
    options = [element(f"e{n}", "link", f"Red {'very ' * 40}long {n}") for n in range(1, 5)]
    talk = Heard(page(*options))
    talk.say("click red")
    assert talk.state.status == "asked" and not talk.state.rest and MORE_TO_SAY not in talk.said[-1]
    assert len(talk.said[-1]) > LONG


def test_many_tabs_come_in_portions() -> None:
    tabs = tuple(Tab(f"t{n}", f"A page with a long title, number {n}", f"http://t{n}.test/", n == 1) for n in range(12))
    talk = Heard(page(element("e1", "link", "Red"), tabs=tabs))
    first = talk.say("which tabs are open")
    assert first.endswith(MORE_TO_SAY) and "Say: tab, and the number." in talk.say("more") + talk.say("more")


def test_all_of_many_voices_can_be_heard() -> None:
    talk = Heard()
    many = tuple(f"Language number {n}" for n in range(60))
    talk.equipment = replace(talk.equipment, voices=lambda: many)
    said = talk.say("list voices")
    while talk.state.rest:
        said += " " + talk.say("more")
    assert all(f"{name};" in said or f"{name}." in said for name in many)
