"""Gestures said in a conversation: what is performed, what is asked, what is said, with fakes at the ports."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event as Flag
from typing import Any

import pytest

from engine.seeing.kinds import Wanted, dialog_page, sign_in_page, trouble_page, wanting
from engine.values.action import (
    Action,
    Back,
    Change,
    Click,
    Copy,
    Drag,
    Forward,
    Hover,
    Load,
    Paste,
    Press,
    Save,
    Scroll,
    ScrollBox,
    ScrollUntil,
    Submit,
    TabCreate,
    TabRemove,
    TabSwitch,
    TextInput,
    Upload,
    Zoom,
)
from engine.values.errors import Interrupted
from engine.values.event import Heard
from engine.values.outcome import (
    Ambiguous,
    ChangedSince,
    DialogOpened,
    Done,
    DownloadStarted,
    Failed,
    Navigated,
    NoEffect,
    Outcome,
    Rejected,
    TabOpened,
    Vanished,
)
from engine.values.page import Element, Field, Form, Page, Submission, Tab, Viewport
from tests.fakes import FakeBrowser, element, page
from tests.turns.test_turn import Talk

POST = Submission("post", "http://127.0.0.1/send")
HERE = frozenset({"focused"})
TABS = (Tab("A", "Weather", "https://weather.test/", active=True), Tab("B", "Mail", "https://mail.test/"))
DESK = page(
    element("e1", "textbox", "Notes", value="milk"),
    element("e2", "button", "Send", form=0, submits=POST),
    element("e3", "link", "Products", href="http://127.0.0.1/products"),
    element("e4", "listitem", "Letter"),
    element("e5", "button", "Bin"),
    element("e6", "textbox", "CV", kind="file"),
    element("e7", "checkbox", "Breakfast"),
    element("e8", "combobox", "City", options=("Paris", "Springfield", "Springfield"), value="Paris"),
    element("e9", "textbox", "Password", kind="password", secret=True),
    element("e10", "button", "More", states=frozenset({"collapsed"})),
    forms=(Form("Letter", "form", POST, (Field("Notes", "milk", "text"),), POST),),
    tabs=TABS,
)


def with_changed(uid: str, shown: Page = DESK, **changes: Any) -> Page:
    return replace(shown, elements=tuple(replace(e, **changes) if e.uid == uid else e for e in shown.elements))


GESTURES: list[tuple[str, Action, Outcome, str]] = [
    ("hover over products", Hover("e3"), Done("a menu or a hint appeared: Mugs, Cups"), "appeared: Mugs, Cups"),
    ("hover over products", Hover("e3"), NoEffect(), "I pointed at Products. I see no change yet"),
    ("double click letter", Click("e4", 2), Done("it is now selected"), "I double-clicked Letter. It is now selected."),
    ("right click letter", Click("e4", 1, "right"), Done("a menu opened"), "I right-clicked Letter. A menu opened."),
    ("press escape", Press("Escape"), Done("a dialog closed"), "I pressed Escape. A dialog closed."),
    ("press tab", Press("Tab"), Done("the focus is now on Send"), "I pressed Tab. The focus is now on Send."),
    ("press page down", Press("PageDown"), NoEffect(), "I pressed Page Down. I see no change yet."),
    ("copy letter", Copy("e4"), Done('copied "Dear Anna"'), 'I copied: "Dear Anna".'),
    ("copy that", Copy(), Rejected("", "Nothing is selected."), "Nothing is selected."),
    ("paste into notes", Paste("e1"), Done("value is now milk, bread"), "Notes now has milk, bread."),
    ("new tab", TabCreate(), TabOpened("about:blank", ""), "A new tab is open. Say open"),
    (
        "open wikipedia in a new tab",
        TabCreate("https://en.wikipedia.org/"),
        TabOpened("https://en.wikipedia.org/", "Wikipedia"),
        "I opened a new tab: Wikipedia.",
    ),
    ("next tab", TabSwitch("B"), Navigated("https://mail.test/", "Mail"), "This is tab 1: Mail."),
    ("tab 1", TabSwitch("A"), NoEffect(), "You are in that tab already."),
    ("close tab 2", TabRemove("B"), Done("that tab is closed"), "I closed the tab."),
    ("close tab 2", TabRemove("B"), Vanished(), "That tab is no longer open."),
    ("close this tab", TabRemove("A"), Rejected("", "It is the only tab, so I left it open."), "the only tab"),
    ("zoom to 150 percent", Zoom(150), Done("pages are now shown at 150 percent"), "Pages are now shown at 150"),
    ("zoom in", Zoom(110), NoEffect(), "already shown at 110 percent."),
    ("scroll to zebra", ScrollUntil("zebra"), Done("“zebra” is in view"), "“zebra” is in view."),
    ("scroll to zebra", ScrollUntil("zebra"), Rejected("", "“zebra” is not there."), "“zebra” is not there."),
    ("scroll down in letter", ScrollBox("e4", 0.8), Done("now 40 percent down"), "Now 40 percent down."),
    ("scroll down in letter", ScrollBox("e4", 0.8), NoEffect(), "It cannot scroll further that way."),
    ("click products", Click("e3"), DownloadStarted("list.pdf"), "A download started: list.pdf."),
    ("click products", Click("e3"), ChangedSince("Log out"), "Products is now called Log out, so I did nothing."),
    ("click products", Click("e3"), Failed("The page did not let me do that."), "The page did not let me do that."),
]


@pytest.mark.parametrize(("words", "action", "outcome", "told"), GESTURES)
def test_each_gesture_is_carried_out_and_told_from_its_outcome(
    words: str, action: Action, outcome: Outcome, told: str
) -> None:
    talk = Talk([DESK], [outcome])
    assert told in talk.say(words)
    assert talk.browser.performed[:1] == [action]


def test_a_key_may_be_pressed_several_times_each_on_a_fresh_page() -> None:
    talk = Talk([DESK, DESK, DESK], [Done("the focus is now on Send"), NoEffect()])
    talk.say("press tab three times")
    assert talk.browser.performed == [Press("Tab")] * 3


def test_enter_where_it_sends_is_asked_like_the_send_itself() -> None:
    focused = with_changed("e2", states=HERE)
    talk = Talk([focused], [Navigated("http://127.0.0.1/ok", "Thanks")])
    question = talk.say("press enter")
    assert "Send will send Notes: milk to 127.0.0.1" in question and talk.browser.performed == []
    talk.say("yes")
    assert talk.browser.performed == [Press("Enter")]


def test_enter_without_a_known_focus_is_asked() -> None:
    talk = Talk([DESK])
    assert "Pressing Enter on 127.0.0.1" in talk.say("press enter") and talk.state.status == "asked"
    talk.say("no")
    assert talk.browser.performed == []


def test_a_consequential_key_without_effect_may_have_gone_through() -> None:
    talk = Talk([with_changed("e2", states=HERE)], [NoEffect()])
    talk.say("press enter")
    assert "do not know whether it went through" in talk.say("yes")


def test_dropping_into_the_bin_is_asked() -> None:
    talk = Talk([DESK], [Done("the page changed")])
    assert "Dropping Letter onto Bin" in talk.say("drag letter to the bin") and talk.browser.performed == []
    assert talk.say("yes").startswith("I dragged Letter.")
    assert talk.browser.performed == [Drag("e4", "e5")]


@pytest.fixture
def cv(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    file = tmp_path / "Downloads" / "cv.pdf"
    file.parent.mkdir()
    file.write_text("my life")
    return file


def test_attaching_names_file_folder_and_host_and_waits_for_yes(cv: Path) -> None:
    talk = Talk([DESK], [Done("cv.pdf is chosen")])
    question = talk.say("attach cv.pdf")
    assert "cv.pdf, from the folder Downloads, will go to 127.0.0.1, as CV" in question
    assert talk.browser.performed == []
    assert talk.say("yes") == "I attached cv.pdf to CV."
    assert talk.browser.performed == [Upload(str(cv), "e6")]


def test_a_file_that_changed_after_the_question_is_not_attached(cv: Path) -> None:
    talk = Talk([DESK])
    talk.say("attach cv.pdf")
    cv.write_text("something else altogether")
    assert "file has changed" in talk.say("yes") and talk.browser.performed == []


def test_files_of_one_name_are_a_question_that_the_next_words_answer(cv: Path) -> None:
    (cv.parent.parent / "Documents").mkdir()
    (cv.parent.parent / "Documents/cv.pdf").write_text("other")
    talk = Talk([DESK])
    assert "1: cv.pdf, in Downloads. 2: cv.pdf, in Documents." in talk.say("attach cv.pdf")
    assert "Documents" in talk.say("the second one") and talk.state.pending is not None
    talk.say("yes")
    assert talk.browser.performed == [Upload(str(cv.parent.parent / "Documents/cv.pdf"), "e6")]


def test_options_of_one_name_are_a_question_that_the_next_words_answer() -> None:
    choices = Ambiguous(("Springfield (Illinois)", "Springfield (Ohio)"))
    talk = Talk([DESK], [choices, Done("value is now Springfield (Ohio)")])
    question = talk.say("choose springfield in city")
    assert "1: Springfield (Illinois). 2: Springfield (Ohio)." in question and talk.state.status == "asked"
    assert talk.say("Ohio") == "City is now Springfield (Ohio)."
    assert talk.browser.performed[-1] == Change("Springfield (Ohio)", "e8")


def test_tabs_are_listed_with_their_numbers() -> None:
    told = Talk([DESK]).say("which tabs are open")
    assert told.startswith("2 tabs are open. 1, this one: Weather. 2: Mail.")


def test_a_pdf_says_what_can_be_done_and_is_saved() -> None:
    pdf = Page("https://x.test/manual.pdf", "", Viewport(800, 600), kind="pdf")
    talk = Talk([pdf], [DownloadStarted("manual.pdf")])
    assert "manual.pdf is a PDF" in talk.say("where am I") and "download it" in talk.said[-1]
    assert talk.say("download it") == "I am saving it in your downloads: manual.pdf."
    assert talk.browser.performed == [Save()]


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        (trouble_page("certificate", "https://bank.test/", "", (), can_go_back=True), "may not be the real site"),
        (
            trouble_page("unreachable", "https://x.test/", "x.test cannot be found.", (), can_go_back=True),
            "Say: reload",
        ),
        (trouble_page("crashed", "https://x.test/", "", (), can_go_back=False), "crashed. Say: reload"),
        (sign_in_page("https://x.test/", (), "", filled=False, refused=False), "Then say: sign in, or cancel"),
        (
            wanting(DESK, (Wanted(("geolocation",)),)),
            "wants to know your location. Say: allow location or block location.",
        ),
        (replace(DESK, loading=True), "still loading"),
    ],
)
def test_each_kind_of_page_says_what_it_is_and_what_can_be_said(shown: Page, told: str) -> None:
    assert told in Talk([shown]).say("where am I")


def test_ways_out_of_an_error_page_are_pressed_by_name() -> None:
    shown = trouble_page("unreachable", "https://x.test/", "x.test cannot be found.", (), can_go_back=True)
    talk = Talk([shown], [Navigated("http://127.0.0.1/", "Home")])
    talk.say("click reload")
    assert talk.browser.performed == [Click("e2")]


def test_signing_in_is_asked_with_host_and_user_but_not_the_password() -> None:
    empty = sign_in_page("https://x.test/", (), "", filled=False, refused=False)
    named = sign_in_page("https://x.test/", (), "anna", filled=False, refused=False)
    full = sign_in_page("https://x.test/", (), "anna", filled=True, refused=False)
    talk = Talk([empty, named, full], [Done("it now holds anna"), Done("it is filled")])
    assert talk.say("type anna into user name") == "User name now has anna."
    assert "hunter2" not in talk.say("type hunter2 into password") and "hunter2" not in repr(talk.events)
    question = talk.say("sign in")
    assert "sign in to x.test with User name: anna; Password: not read out" in question
    talk.say("yes")
    assert talk.browser.performed[-1] == Click("e3")


def test_cancel_leaves_the_log_in_box() -> None:
    talk = Talk([sign_in_page("https://x.test/", (), "", filled=False, refused=False)])
    talk.say("cancel")
    assert talk.browser.performed == [Click("e4")]
    assert Talk([DESK]).say("cancel") == "Nothing is running."


def test_leave_is_told_of_and_granted_only_after_a_yes() -> None:
    asking = wanting(DESK, (Wanted(("geolocation",)),))
    talk = Talk([DESK, asking], [Done("the page changed"), Done("it is allowed")])
    assert "wants to know your location" in talk.say("click more")
    assert "127.0.0.1 may know your location" in talk.say("allow") and len(talk.browser.performed) == 1
    talk.say("yes")
    assert talk.browser.performed[-1] == Click("e11")


def test_leave_is_denied_at_once() -> None:
    talk = Talk([wanting(DESK, (Wanted(("camera",)),))], [Done("it is blocked")])
    talk.say("don't allow it")
    assert talk.browser.performed == [Click("e12")]


PROMPT = dialog_page("What is your name?", (), "prompt")


@pytest.mark.parametrize("words", ["type Anna Berg", "Anna Berg"])
def test_words_go_into_a_prompt_and_yes_answers_it(words: str) -> None:
    filled = dialog_page("What is your name?", (), "prompt", "Anna Berg")
    outcomes = [DialogOpened("What is your name?"), Done("it now holds Anna Berg"), Done("the dialog is closed")]
    talk = Talk([DESK, PROMPT, filled, DESK], outcomes)
    assert "Say your answer" in talk.say("click more")
    assert "The answer now has Anna Berg." in talk.say(words) and talk.state.status == "asked"
    talk.say("yes")
    assert talk.browser.performed[1:] == [TextInput("Anna Berg", "e1"), Click("e2")]


def test_a_prompt_is_dismissed_by_cancel_and_an_alert_by_ok() -> None:
    talk = Talk([PROMPT, DESK], [Done("the dialog is closed")])
    talk.say("where am I")
    talk.say("cancel")
    assert talk.browser.performed == [Click("e3")]
    for words in ("ok", "close that", "no"):
        talk = Talk([dialog_page("Saved.", (), "alert"), DESK], [Done("the dialog is closed")])
        assert "Say OK to go on" in talk.say("where am I")
        talk.say(words)
        assert talk.browser.performed == [Click("e1")]


def test_a_secret_answer_to_a_prompt_is_in_no_event() -> None:
    prompt = dialog_page("Enter your PIN", (), "prompt")
    talk = Talk([prompt], [Done("it now holds 4711")])
    talk.say("where am I")
    talk.say("4711")
    heard = [event.text for event in talk.events if isinstance(event, Heard)]
    assert talk.browser.performed == [TextInput("4711", "e1")] and heard == ["type [hidden]"]


UNDONE: list[tuple[str, list[Page], list[Outcome], list[Action]]] = [
    (
        "type bread into notes",
        [DESK, with_changed("e1", value="bread"), DESK],
        [Done("value is now bread")],
        [TextInput("bread", "e1"), TextInput("milk", "e1")],
    ),
    (
        "tick breakfast",
        [DESK, with_changed("e7", states=frozenset({"checked"})), DESK],
        [Done("it is now on")],
        [Change("true", "e7"), Change("false", "e7")],
    ),
    (
        "choose springfield in city",
        [DESK, with_changed("e8", value="Springfield"), DESK],
        [Done("value is now Springfield")],
        [Change("Springfield", "e8"), Change("Paris", "e8")],
    ),
    (
        "type hunter2 into password",
        [DESK, with_changed("e9", states=frozenset({"filled"})), DESK],
        [Done("the field is filled")],
        [TextInput("hunter2", "e9"), TextInput("", "e9")],
    ),
    (
        "click products",
        [DESK, page(url="http://127.0.0.1/products")],
        [Navigated("http://127.0.0.1/products", "Products")],
        [Click("e3"), Back()],
    ),
    (
        "go back",
        [DESK, page(url="http://127.0.0.1/earlier")],
        [Navigated("http://127.0.0.1/earlier", "Earlier")],
        [Back(), Forward()],
    ),
    (
        "click more",
        [DESK, with_changed("e10", states=frozenset({"expanded"})), DESK],
        [Done("it is now expanded")],
        [Click("e10"), Click("e10")],
    ),
    (
        "scroll down",
        [DESK, replace(DESK, viewport=Viewport(1280, 800, 0, 400, 1200))],
        [],
        [Scroll(0, 400), Scroll(0, 0)],
    ),
    ("zoom in", [DESK], [], [Zoom(110), Zoom(100)]),
    ("next tab", [DESK], [Navigated("https://mail.test/", "Mail")], [TabSwitch("B"), TabSwitch("A")]),
    ("close tab 2", [DESK], [], [TabRemove("B"), TabCreate("https://mail.test/")]),
    (
        "new tab",
        [DESK, replace(DESK, tabs=(Tab("N", "", "", active=True),))],
        [TabOpened("", "")],
        [TabCreate(), TabRemove("N")],
    ),
]


@pytest.mark.parametrize(("words", "pages", "outcomes", "performed"), UNDONE)
def test_undo_restores_what_was_before(
    words: str, pages: Sequence[Page], outcomes: Sequence[Outcome], performed: list[Action]
) -> None:
    talk = Talk(pages, outcomes)
    talk.say(words)
    talk.say("undo that")
    assert talk.browser.performed == performed and talk.state.undo == ()
    assert "nothing that I can undo" in talk.say("undo")


def test_undo_goes_back_step_by_step() -> None:
    bread = with_changed("e1", value="bread")
    eggs = with_changed("e1", value="eggs")
    talk = Talk([DESK, bread, eggs, bread, DESK], [Done("value is now bread"), Done("value is now eggs")])
    for words in ("type bread into notes", "type eggs into notes", "undo", "undo"):
        talk.say(words)
    assert talk.browser.performed[2:] == [TextInput("bread", "e1"), TextInput("milk", "e1")]


def test_what_changed_since_is_not_undone() -> None:
    talk = Talk([DESK, with_changed("e1", value="bread")], [Done("value is now bread")])
    talk.say("type bread into notes")
    talk.browser = FakeBrowser([with_changed("e1", value="bread and butter")])
    assert "Notes has changed since then" in talk.say("undo") and talk.browser.performed == []


def test_a_field_on_another_page_is_not_undone() -> None:
    talk = Talk([DESK, with_changed("e1", value="bread")], [Done("value is now bread")])
    talk.say("type bread into notes")
    talk.browser = FakeBrowser([with_changed("e1", replace(DESK, url="http://127.0.0.1/other"), value="bread")])
    assert "Another page" in talk.say("undo") and talk.browser.performed == []


def test_what_was_sent_is_not_undone_nor_anything_before_it() -> None:
    talk = Talk([DESK, with_changed("e1", value="bread"), DESK], [Done("value is now bread")])
    talk.say("type bread into notes")
    talk.say("click send")
    talk.say("yes")
    assert "cannot undo that: it has been sent" in talk.say("undo")
    assert talk.browser.performed == [TextInput("bread", "e1"), Click("e2")]


def test_undo_with_nothing_done_presses_the_pages_own_undo_if_it_has_one() -> None:
    assert "nothing that I can undo" in Talk([DESK]).say("undo")
    talk = Talk([page(element("e1", "button", "Undo"))])
    talk.say("undo")
    assert talk.browser.performed == [Click("e1")]


def test_a_password_that_was_there_before_cannot_be_restored() -> None:
    filled = with_changed("e9", states=frozenset({"filled"}))
    talk = Talk([filled], [Done("the field is filled")])
    talk.say("type hunter2 into password")
    assert "do not know what Password held" in talk.say("undo")
    assert talk.browser.performed == [TextInput("hunter2", "e9")]


def test_stop_is_passed_to_the_look_and_its_sentence_is_spoken() -> None:
    class Waits(FakeBrowser):
        def capture(self, stop: Flag | None = None, *, whole: bool = False) -> Page:
            assert stop is talk.stop
            raise Interrupted("Stopped. The form may have been sent already.")

    talk = Talk([DESK])
    talk.browser = Waits([DESK])
    with pytest.raises(Interrupted, match="may have been sent"):
        talk.say("click products")


class Redrawn(FakeBrowser):
    """A page that draws itself anew between the first look and the press."""

    def __init__(self, before: Page, after: Page) -> None:
        super().__init__([before])
        self._after = after

    def perform(self, action: Action, page: Page, stop: Flag) -> Outcome:
        if self._pages[0] is not self._after:
            self._pages = [self._after]
            return Vanished()
        return super().perform(action, page, stop)


def edit(name: str, handle: str, uid: str) -> Element:
    return element(uid, "button", "Edit", context=name, handle=handle)


def test_a_thing_drawn_anew_is_pressed_once_on_what_is_all_that_it_was() -> None:
    talk = Talk([DESK])
    talk.browser = Redrawn(
        page(edit("Anna", "h1", "e1"), edit("Ben", "h2", "e2")), page(edit("Ben", "h3", "e1"), edit("Anna", "h4", "e2"))
    )
    talk.say("click edit anna")
    assert talk.browser.performed == [Click("e2")] and talk.state.status == "done"


@pytest.mark.parametrize(
    "after",
    [page(edit("Ben", "h3", "e1")), page(edit("Anna", "h3", "e1"), edit("Anna", "h4", "e2")), page()],
)
def test_a_thing_drawn_anew_is_never_another(after: Page) -> None:
    talk = Talk([DESK])
    talk.browser = Redrawn(page(edit("Anna", "h1", "e1"), edit("Ben", "h2", "e2")), after)
    talk.say("click edit anna")
    assert talk.browser.performed == [] and talk.state.status == "failed"


@pytest.mark.parametrize(
    ("words", "name"),
    [("close account", "Close account"), ("copy machine", "Copy machine"), ("press home", "Home"), ("tab", "Tab")],
)
def test_names_that_begin_like_a_gesture_are_pressed(words: str, name: str) -> None:
    talk = Talk([page(element("e1", "button", name))])
    talk.say(words)
    asked = talk.state.pending
    assert talk.browser.performed == [Click("e1")] or (asked is not None and asked.action == Click("e1"))
    if name == "Close account":
        assert asked is not None


def test_a_cookie_wall_is_refused_and_never_accepted() -> None:
    buttons = [
        element("e1", "button", "Accept all", landmark="dialog"),
        element("e2", "button", "Reject all", landmark="dialog"),
    ]
    talk = Talk([page(*buttons, modal="We use cookies"), DESK], [Done("a dialog closed")])
    talk.say("close the banner")
    assert talk.browser.performed == [Click("e2")]
    only = Talk([page(buttons[0], modal="We use cookies")])
    assert "Accept all" in only.say("dismiss") and only.browser.performed == []


def test_dismiss_with_a_question_open_is_a_no() -> None:
    talk = Talk([DESK])
    talk.say("click send")
    assert "did not press Send" in talk.say("dismiss") and talk.state.pending is None


def test_a_search_is_undone_by_going_back() -> None:
    find = Submission("get", "http://127.0.0.1/find")
    form = Form("", "search", find, (Field("Search", "", "search", "q"),))
    box = element("e1", "searchbox", "Search", kind="search", tag="input", form=0)
    empty, full = page(box, forms=(form,)), page(replace(box, value="mugs"), forms=(form,))
    results = page(url="http://127.0.0.1/find?q=mugs", title="Mugs")
    talk = Talk([empty, full, results], [Done("value is now mugs"), Navigated(results.url, "Mugs")])
    talk.say("search for mugs")
    talk.say("undo")
    assert talk.browser.performed == [TextInput("mugs", "e1"), Submit("e1"), Back()]


def test_a_site_is_undone_by_going_back() -> None:
    site = page(url="https://en.wikipedia.org/", title="Wikipedia")
    talk = Talk([DESK, site], [Navigated(site.url, site.title)])
    talk.say("open wikipedia")
    talk.say("undo")
    assert talk.browser.performed == [Load("https://en.wikipedia.org/"), Back()]
