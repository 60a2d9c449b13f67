"""A page and words → what is performed and what is said, with fakes at the ports and everything between them real."""

from collections.abc import Sequence
from dataclasses import replace
from threading import Event as Flag
from typing import Any

import pytest

from engine.chain.state import Kit, State
from engine.chain.turn import take
from engine.seeing.kinds import dialog_page
from engine.values.action import Change, Click, Load, Reload, Scroll, Submit, TextInput
from engine.values.errors import InstructionError, Interrupted, PageTimedOut
from engine.values.event import Acted, Event, Heard, Intended, Judged, Replied, Thought
from engine.values.outcome import Blocked, DialogOpened, Done, Navigated, NoEffect
from engine.values.page import Field, Form, Page, Submission
from engine.values.settings import Settings
from engine.values.sound import Said
from tests.fakes import FakeBrowser, FakeEncoder, FakeModel, element, page

SEND = Submission("post", "http://127.0.0.1/send")
ASK = Submission("get", "http://127.0.0.1/search")


def contact(name: str = "Anna") -> Page:
    return page(
        element("e1", "textbox", "Full name", value=name, form=0),
        element("e2", "button", "Send booking", form=0, submits=SEND),
        element("e3", "link", "Help", href="http://127.0.0.1/help"),
        forms=(Form("Booking", "", SEND, (Field("Full name", name, "text"), Field("Card", "", "text", secret=True))),),
    )


def library() -> Page:
    return page(
        element("e1", "searchbox", "Search", kind="search", tag="input", form=0),
        element("e2", "link", "Botany", href="http://127.0.0.1/botany"),
        forms=(Form("Search", "search", ASK, (Field("Search", "", "search", "q"),)),),
    )


class Talk:
    """A conversation with fakes; `said` and `events` are of the last turn."""

    def __init__(self, pages: Sequence[Page], outcomes: Sequence[object] = (), answers: Sequence[str] = ()) -> None:
        self.browser = FakeBrowser(pages, outcomes)  # type: ignore[arg-type]
        self.model = FakeModel(answers)
        self.now = 100.0
        self.state = State()
        self.events: list[Event] = []
        self.stop = Flag()

    def say(self, words: str) -> str:
        self.events = []
        kit = Kit(self.browser, FakeEncoder, lambda: self.model, Settings(), lambda: self.now)
        self.state = take(Said(words), self.state, kit, self.events.append, self.stop)
        return " ".join(self.said)

    @property
    def said(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, Replied)]


def test_a_click_names_what_it_pressed_and_what_came_of_it() -> None:
    talk = Talk([contact()], [Navigated("http://127.0.0.1/help", "Help pages")])
    assert "Help" in talk.say("click help") and talk.browser.performed == [Click("e3")]
    assert "Help pages" in talk.said[-1] and talk.state.status == "done"


def test_the_events_of_a_command_come_in_order_with_times() -> None:
    talk = Talk([contact()])
    talk.say("click help")
    names = [type(event).__name__ for event in talk.events]
    assert names == ["Heard", "Looked", "Intended", "Judged", "Phase", "Acted", "Looked", "Replied"]


def test_a_send_is_asked_first_and_names_what_goes_where() -> None:
    talk = Talk([contact()])
    question = talk.say("click send booking")
    assert talk.browser.performed == [] and talk.state.status == "asked"
    assert "Anna" in question and "127.0.0.1" in question and "?" in question


def test_yes_sends_exactly_once() -> None:
    talk = Talk([contact()], [Navigated("http://127.0.0.1/ok", "Booking received")])
    talk.say("click send booking")
    assert "Booking received" in talk.say("Yes, please.")
    assert talk.browser.performed == [Click("e2")]
    talk.say("yes")
    assert talk.browser.performed == [Click("e2")] and talk.state.status == "refused"


@pytest.mark.parametrize("words", ["no", "stop", "where am I", "click help", "yes but not today"])
def test_only_yes_sends(words: str) -> None:
    talk = Talk([contact()], answers=['say(speaker="navigator", utterance="What do you mean?")'])
    talk.say("click send booking")
    talk.say(words)
    assert Click("e2") not in talk.browser.performed and talk.state.pending is None
    talk.say("yes")
    assert Click("e2") not in talk.browser.performed


def test_a_lapsed_question_is_told_before_the_next_command() -> None:
    talk = Talk([contact()])
    talk.say("click send booking")
    talk.say("click help")
    assert "not" in talk.said[0] and "Send booking" in talk.said[0]


def test_yes_after_the_form_changed_sends_nothing() -> None:
    talk = Talk([contact()])
    talk.say("click send booking")
    talk.browser = FakeBrowser([contact("Mallory")])
    assert "changed" in talk.say("yes") and talk.browser.performed == []
    assert talk.state.status == "refused"


def test_yes_after_too_long_sends_nothing() -> None:
    talk = Talk([contact()])
    talk.say("click send booking")
    talk.now += 121
    talk.say("yes")
    assert talk.browser.performed == [] and talk.state.status == "refused"


def test_a_send_that_timed_out_may_have_happened() -> None:
    talk = Talk([contact()], [PageTimedOut("too slow")])
    talk.say("click send booking")
    assert "do not know" in talk.say("yes") and talk.state.status == "failed"


def test_a_send_without_effect_is_not_called_done() -> None:
    talk = Talk([contact()], [NoEffect()])
    talk.say("click send booking")
    assert "do not know" in talk.say("yes") and talk.state.status == "failed"


def test_a_search_needs_no_yes() -> None:
    filled = replace(
        library(), elements=(replace(library().elements[0], value="biotechnology"), *library().elements[1:])
    )
    talk = Talk([library(), filled], [Done("value"), Navigated("http://127.0.0.1/a", "Biotechnology")])
    assert "Biotechnology" in talk.say("search for biotechnology")
    assert talk.browser.performed == [TextInput("biotechnology", "e1"), Submit("e1")]


def test_without_a_search_box_the_search_engine_is_asked() -> None:
    talk = Talk([contact()])
    talk.say("search for blue mugs")
    assert talk.browser.performed == [Load("https://duckduckgo.com/?q=blue+mugs")]


def test_several_matches_are_a_numbered_question_and_the_number_acts_on_that_one() -> None:
    cards = page(
        *[element(f"e{n}", "button", "Order now", context=food) for n, food in enumerate(["Soup", "Pie", "Cake"], 1)]
    )
    talk = Talk([cards])
    question = talk.say("click order now")
    assert "1: Order now, Soup" in question and "3: Order now, Cake" in question and talk.state.status == "asked"
    talk.say("the second one")
    assert talk.state.pending is not None and talk.state.pending.element == cards.elements[1]
    talk.say("yes")
    assert talk.browser.performed == [Click("e2")]


def test_a_number_out_of_range_keeps_the_choices() -> None:
    cards = page(element("e1", "link", "Details", href="/a"), element("e2", "link", "Details", href="/b"))
    talk = Talk([cards])
    talk.say("click details")
    assert "1 to 2" in talk.say("seven")
    talk.say("two")
    assert talk.browser.performed == [Click("e2")]


def test_a_choice_that_vanished_is_not_replaced_by_its_neighbour() -> None:
    cards = page(element("e1", "link", "Details", href="/a"), element("e2", "link", "Details", href="/b"))
    talk = Talk([cards])
    talk.say("click details")
    talk.browser = FakeBrowser([page(element("e1", "link", "Details", href="/a"))])
    talk.say("two")
    assert talk.browser.performed == [] and talk.state.status == "failed"


def test_what_is_not_there_is_not_guessed() -> None:
    talk = Talk([contact()])
    assert "cannot find" in talk.say("click frobnicate") and talk.browser.performed == []
    assert talk.state.status == "failed"


def test_a_blocked_click_is_a_failure_that_names_the_blocker() -> None:
    talk = Talk([contact()], [Blocked("Cookie notice")])
    assert "Cookie notice" in talk.say("click help") and talk.state.status == "failed"


def test_words_for_a_secret_field_appear_in_no_event() -> None:
    vault = page(element("e1", "textbox", "Geheimwort", kind="password", secret=True))
    talk = Talk([vault], [Done("value changed")])
    talk.say("type hunter2 into geheimwort")
    assert talk.browser.performed == [TextInput("hunter2", "e1")]
    assert "hunter2" not in repr(talk.events) and "hunter2" not in repr(talk.state)


def test_scrolling_at_the_end_says_so() -> None:
    talk = Talk([contact()], [NoEffect()])
    talk.say("scroll down")
    assert isinstance(talk.browser.performed[0], Scroll) and "further" in talk.said[-1]


def test_the_model_acts_only_on_what_the_user_named() -> None:
    talk = Talk([contact()], answers=['click(uid="e3")', 'say(speaker="navigator", utterance="Anything else?")'])
    talk.say("I would love some help with this and then more of it")
    assert talk.browser.performed == [Click("e3")] and talk.said[-1] == "Anything else?"


def test_a_model_that_aims_at_something_unnamed_is_asked_about() -> None:
    talk = Talk([contact()], answers=['click(uid="e3")'])
    assert "Shall I" in talk.say("find me a booking by the window") and talk.browser.performed == []


def test_the_model_cannot_send() -> None:
    talk = Talk([contact()], answers=['click(uid="e2")'])
    talk.say("finish my booking, yes")
    assert talk.browser.performed == [] and talk.state.status == "asked"


def test_a_claim_of_the_model_is_not_passed_on() -> None:
    talk = Talk([contact()], answers=['say(speaker="navigator", utterance="I have booked your table.")'])
    said = talk.say("book me a table somewhere nice")
    assert "booked" not in said and talk.state.status == "failed"


def test_a_loop_ends_as_a_failure() -> None:
    talk = Talk([contact()], answers=['click(uid="e3")'] * 9)
    assert "circles" in talk.say("some help is wanted here and there") and talk.state.status == "failed"
    assert talk.browser.performed == [Click("e3")]


def test_steps_are_bounded() -> None:
    answers = [f"scroll(x=0, y={n}00)" for n in range(1, 12)]
    talk = Talk(
        [replace(contact(), viewport=replace(contact().viewport, scroll_y=n)) for n in range(12)], answers=answers
    )
    talk.say("look further and further down for some help")
    assert len(talk.browser.performed) == Settings().max_steps and talk.state.status == "failed"


def test_the_model_is_shown_candidates_history_and_a_grammar_of_their_uids() -> None:
    talk = Talk([contact()], answers=['say(speaker="navigator", utterance="What?")'])
    talk.say("send something else")
    assert "Send booking" in talk.model.prompts[0].changing and "e2" in talk.model.grammars[0]


DIALOG = dialog_page("Really delete?")


def test_a_dialog_that_opens_is_asked_and_yes_answers_it() -> None:
    talk = Talk([contact(), DIALOG, contact()], [DialogOpened("Really delete?"), Done("the dialog is closed")])
    assert "Really delete?" in talk.say("click help") and talk.state.status == "asked"
    talk.say("yes")
    assert talk.browser.performed == [Click("e3"), Click(DIALOG.elements[0].uid)]


@pytest.mark.parametrize("words", ["no", "cancel"])
def test_no_closes_a_dialog_by_its_cancel(words: str) -> None:
    talk = Talk([contact(), DIALOG, contact()], [DialogOpened("Really delete?"), Done("the dialog is closed")])
    talk.say("click help")
    talk.say(words)
    assert talk.browser.performed == [Click("e3"), Click(DIALOG.elements[1].uid)] and talk.state.status == "done"


def test_where_am_i_reads_an_open_dialog_and_lets_it_be_answered() -> None:
    talk = Talk([DIALOG])
    assert "Really delete?" in talk.say("where am I") and talk.state.status == "asked"
    talk.say("no")
    assert talk.browser.performed == [Click(DIALOG.elements[1].uid)]


def test_the_model_presses_no_button_whose_whole_name_was_not_said() -> None:
    shop = page(element("e1", "button", "Add to basket"), element("e2", "link", "Basket", href="http://127.0.0.1/b"))
    talk = Talk([shop], answers=['click(uid="e1")'])
    assert "Shall I" in talk.say("what is in my basket") and talk.browser.performed == []


def test_words_for_a_field_that_was_not_found_are_hidden_where_the_page_has_a_secret_one() -> None:
    talk = Talk([page(element("e1", "textbox", "Geheimwort", kind="password", secret=True))])
    talk.say("type hunter2 into the field down there")
    assert "hunter2" not in repr(talk.events) and "hunter2" not in repr(talk.state)


def test_the_model_may_not_ask_for_a_password() -> None:
    talk = Talk([contact()], answers=['say(speaker="navigator", utterance="What is your password?")'])
    assert "password" not in talk.say("what now my friend") and talk.state.status == "failed"


@pytest.mark.parametrize(
    ("words", "told"),
    [("", "no words"), ("…", "no words"), ("x" * 5000, "5,000"), ("😀😀", "English"), ("לחפש מלון", "English")],
)
def test_what_cannot_be_an_instruction_is_refused_in_one_sentence(words: str, told: str) -> None:
    talk = Talk([contact()])
    with pytest.raises(InstructionError, match=told):
        talk.say(words)
    assert talk.browser.performed == []


def test_emoji_and_hebrew_may_be_typed() -> None:
    talk = Talk([contact()])
    talk.say("type שלום 😀 into full name")
    assert talk.browser.performed == [TextInput("שלום 😀", "e1")]


def test_stop_ends_the_turn_before_its_effect() -> None:
    talk = Talk([contact()])
    talk.stop.set()
    with pytest.raises(Interrupted):
        talk.say("click help")
    assert talk.browser.performed == []


def test_repeat_asks_an_open_question_again() -> None:
    talk = Talk([contact()])
    question = talk.say("click send booking")
    assert talk.say("repeat") == question and talk.browser.performed == []
    talk.say("yes")
    assert talk.browser.performed == [Click("e2")]


def test_repeat_after_the_question_lapsed_does_not_open_it_again() -> None:
    talk = Talk([contact()])
    talk.say("click send booking")
    talk.say("where am I")
    talk.say("repeat")
    talk.say("yes")
    assert talk.browser.performed == []


def test_a_list_takes_the_option_that_was_said() -> None:
    room = page(element("e1", "combobox", "Room", options=("Single", "Double", "Family"), value="Single"))
    talk = Talk([room], [Done("value is now Double")])
    assert "Double" in talk.say("choose double")
    assert talk.browser.performed == [Change("Double", "e1")]


def test_events_carry_the_verdict_and_the_outcome() -> None:
    talk = Talk(
        [contact()], [Done("the page changed")], ['click(uid="e3")', 'say(speaker="navigator", utterance="More?")']
    )
    talk.say("help is what I need")
    kinds = {type(event) for event in talk.events}
    assert {Heard, Thought, Intended, Judged, Acted, Replied} <= kinds


def test_reloading_the_answer_to_what_was_sent_is_asked_first() -> None:
    answer = page(url="http://127.0.0.1/send", title="Booking received")
    talk = Talk([contact(), answer], [Navigated(answer.url, answer.title)])
    talk.say("click send booking")
    talk.say("yes")
    assert "send" in talk.say("reload") and talk.browser.performed == [Click("e2")]
    talk.say("yes")
    assert talk.browser.performed == [Click("e2"), Reload()]


def cards(*foods: str) -> Page:
    return page(*[element(f"e{n}", "button", "Order now", context=food) for n, food in enumerate(foods, 1)])


FOODS = ("Lentil soup", "Mushroom pie", "Plum cake", "Rice", "Salad", "Bread", "Cheese")


@pytest.mark.parametrize(
    "words", ["the pie", "mushroom pie please", "click order now mushroom pie", "um the second one"]
)
def test_a_choice_may_be_named_by_what_sets_it_apart(words: str) -> None:
    talk = Talk([cards(*FOODS)])
    talk.say("click order now")
    talk.say(words)
    assert talk.state.pending is not None and talk.state.pending.element == cards(*FOODS).elements[1]


@pytest.mark.parametrize("words", ["the cheapest one", "hello", "soup or cake", "what do you think"])
def test_an_answer_that_fits_no_choice_is_asked_again_without_the_model(words: str) -> None:
    talk = Talk([cards(*FOODS)], answers=['click(uid="e4")'])
    talk.say("click order now")
    assert "Which order" in talk.say(words) and talk.state.choices is not None
    assert talk.browser.performed == [] and talk.model.prompts == []


def test_more_offers_the_next_choices_and_the_last_is_the_last_of_all() -> None:
    talk = Talk([cards(*FOODS)])
    talk.say("click order now")
    assert "6: Order now, Bread" in talk.say("more") and "1:" not in talk.said[-1]
    talk.say("the last one")
    assert talk.state.pending is not None and talk.state.pending.element == cards(*FOODS).elements[6]


def test_none_of_them_closes_the_choices() -> None:
    talk = Talk([cards(*FOODS)])
    talk.say("click order now")
    talk.say("none of them")
    assert talk.browser.performed == [] and talk.state.choices is None and talk.state.pending is None


def test_the_bare_name_of_several_is_a_question_too() -> None:
    talk = Talk([cards(*FOODS)], answers=['click(uid="e4")'])
    assert "Which Order now?" in talk.say("Order now.")


@pytest.mark.parametrize("words", ["I don't want to order the rice", "please do not press help", "never help me"])
def test_what_is_refused_is_not_done(words: str) -> None:
    talk = Talk([contact()], answers=['click(uid="e3")'])
    talk.say(words)
    assert talk.browser.performed == [] and talk.state.pending is None


def test_words_of_an_earlier_turn_authorise_nothing() -> None:
    talk = Talk([contact()], answers=['click(uid="e3")'] * 2)
    assert "Shall I" in talk.say("where is help")
    talk.say("I wonder about the full booking")
    assert talk.browser.performed == []


@pytest.mark.parametrize("words", ["okay", "thank you", "hello"])
def test_an_acknowledgement_is_neither_yes_nor_an_instruction(words: str) -> None:
    talk = Talk([contact()], answers=['click(uid="e3")'])
    talk.say("click send booking")
    talk.say(words)
    assert talk.browser.performed == [] and talk.model.prompts == []


@pytest.mark.parametrize("words", ["ok", "click ok", "yes"])
def test_a_dialog_that_was_read_out_is_accepted_in_its_own_words(words: str) -> None:
    talk = Talk([DIALOG, contact()], [Done("the dialog is closed")])
    talk.say("where am I")
    talk.say(words)
    assert talk.browser.performed == [Click(DIALOG.elements[0].uid)]


@pytest.mark.parametrize("words", ["go back", "reload", "something with help please"])
def test_an_open_dialog_comes_first(words: str) -> None:
    talk = Talk([DIALOG], answers=['click(uid="e1")'])
    assert "Really delete?" in talk.say(words) and talk.state.status == "asked"
    assert "Really delete?" in talk.say(words) and talk.browser.performed == []


def test_what_is_shown_late_is_found() -> None:
    class Late(FakeBrowser):
        def capture(self, stop: Flag | None = None, *, whole: bool = False) -> Page:
            if self.captures == 1:
                self._pages.pop(0)
            return super().capture()

    talk = Talk([])
    talk.browser = Late([contact(), page(element("e9", "link", "Results", href="http://127.0.0.1/r"))])
    talk.say("click results")
    assert talk.browser.performed == [Click("e9")]


def test_errors_of_the_page_that_was_reached_are_told() -> None:
    wrong = page(url="http://127.0.0.1/send", title="Book a room", alerts=("The name is missing.",))
    talk = Talk([contact(), wrong], [Navigated(wrong.url, wrong.title)])
    talk.say("click send booking")
    assert "The name is missing." in talk.say("yes")


def test_a_press_of_several_steps_ends_with_the_first_success_of_a_single_wish() -> None:
    talk = Talk([contact()], answers=['click(uid="e3")'] * 3)
    talk.say("I would love some help")
    assert talk.browser.performed == [Click("e3")] and talk.state.status == "done"


def test_a_button_may_be_called_like_an_answer() -> None:
    talk = Talk([page(element("e1", "button", "More"))])
    talk.say("more")
    assert talk.browser.performed == [Click("e1")]
    assert "no list" in Talk([contact()]).say("more")


def test_a_yes_said_before_the_question_is_no_answer_to_it() -> None:
    talk = Talk([contact()])
    talk.say("click send booking")
    kit = Kit(talk.browser, FakeEncoder, lambda: talk.model, Settings(), lambda: talk.now)
    early = Said("yes", at=talk.now - 1)
    talk.state = take(early, talk.state, kit, talk.events.append, talk.stop)
    assert talk.browser.performed == [] and talk.state.pending is not None
    talk.now += 1
    talk.say("yes")
    assert talk.browser.performed == [Click("e2")]


@pytest.mark.parametrize("change", [{"digest": "b"}, {"hidden": True}])
def test_yes_after_the_hidden_part_of_the_form_changed_sends_nothing(change: dict[str, Any]) -> None:
    talk = Talk([contact()])
    talk.say("click send booking")
    talk.browser = FakeBrowser([replace(contact(), forms=(replace(contact().forms[0], **change),))])
    talk.say("yes")
    assert talk.browser.performed == [] and talk.state.status == "refused"


def test_yes_after_the_heading_of_the_thing_changed_presses_nothing() -> None:
    talk = Talk([page(element("e1", "button", "Delete", heading="Spam offer"))])
    assert "Spam offer" in talk.say("click delete")
    talk.browser = FakeBrowser([page(element("e1", "button", "Delete", heading="Contract from boss"))])
    talk.say("yes")
    assert talk.browser.performed == []


def test_reloading_is_asked_after_a_send_that_passed_through_a_dialog() -> None:
    answer = page(url="http://127.0.0.1/send", title="Thanks")
    outcomes = [DialogOpened("Really?"), Navigated(answer.url, answer.title)]
    talk = Talk([contact(), DIALOG, answer], outcomes)
    for words in ("click send booking", "yes", "yes"):
        talk.say(words)
    talk.say("reload")
    assert talk.state.status == "asked" and Reload() not in talk.browser.performed


def test_another_site_than_expected_is_named() -> None:
    bank = page(url="http://bank.test/", title="My Bank")
    talk = Talk([contact(), bank], [Navigated(bank.url, bank.title)])
    assert "bank.test" in talk.say("click help")


def test_what_comes_after_an_action_without_effect_is_told_in_the_next_turn() -> None:
    talk = Talk([replace(library(), text="Library")], [NoEffect()])
    assert talk.say("press botany") == "I pressed Botany. I see no change yet."
    talk.browser._pages = [replace(library(), text="Library\n12:01")]
    talk.state = replace(talk.state, unseen=replace(library(), text="Library\n12:00"))
    assert "12:01" not in talk.say("which tabs are open")
    talk.browser._pages = [replace(library(), text="Library\nLoaded 3 results\n12:02")]
    assert talk.say("where am I").startswith("Meanwhile the page says: Loaded 3 results. ")
    assert "Loaded" not in talk.say("where am I")


@pytest.mark.parametrize(
    ("words", "change", "told"),
    [
        ("type 2026-05-01 into day", "value is now 2026-05-01", "Day is now Friday 1 May 2026."),
        ("type 2026-05-01 into day", "the page changed", "I set Day. The page changed."),
        ("type Anna into name", "value is now Anna", "Name now has Anna instead of Bob."),
        ("type Anna into name", "the page changed", "I typed into Name. The page changed."),
        ("click menu", "the page changed", "I pressed Menu."),
    ],
)
def test_what_a_page_says_is_told_after_what_became_of_a_field(words: str, change: str, told: str) -> None:
    fields = (
        element("e1", "textbox", "Day", kind="date", value="2026-04-30"),
        element("e2", "textbox", "Name", value="Bob"),
        element("e3", "button", "Menu"),
    )
    talk = Talk([page(*fields, text="Hello."), page(*fields, text="Hello.\nDraft saved.")], [Done(change)])
    assert talk.say(words) == f"{told} The page now says: Draft saved."
