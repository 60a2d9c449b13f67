"""A real wiki driven end to end. What is asserted is read from DokuWiki's own files, not from what Sayso says of it."""

from functools import partial

import pytest

from engine.values.action import Back, Change, Click, Submit, TextInput
from engine.values.outcome import Done, Navigated
from tests.applications.conftest import Hand, Talk
from tests.applications.dokuwiki import NAME, PAGES, PASSWORD, USER, DokuWiki

EDITED = "====== Beans ======\n\nGreen, and they like a pole.\n\n  * runner beans\n  * broad beans – “très” good\n"


def log_in(hand: Hand, wiki: DokuWiki) -> None:
    hand.open(wiki.page("start"))
    assert isinstance(hand.do(Click, "Log In", "link"), Navigated)
    assert isinstance(hand.do(partial(TextInput, USER), "Username"), Done)
    assert isinstance(hand.do(partial(TextInput, PASSWORD), "Password"), Done)
    assert isinstance(hand.do(Click, "Log In", "button"), Navigated)
    assert hand.seen("Log Out")


def test_a_wrong_password_logs_nobody_in(hand: Hand, wiki: DokuWiki) -> None:
    hand.open(wiki.page("start"))
    hand.do(Click, "Log In", "link")
    hand.do(partial(TextInput, USER), "Username")
    hand.do(partial(TextInput, "open poppy"), "Password")
    hand.do(Click, "Log In", "button")
    page = hand.browser.capture()
    assert "Log Out" not in [element.label for element in page.elements]
    assert "username or password was wrong" in " ".join((page.text, *page.alerts))


def test_a_page_is_edited_and_its_old_text_kept(hand: Hand, wiki: DokuWiki) -> None:
    log_in(hand, wiki)
    assert isinstance(hand.do(Click, "beans"), Navigated)
    assert isinstance(hand.do(Click, "Edit this page [e]"), Navigated)
    page = hand.browser.capture()
    (area,) = [element for element in page.elements if element.kind == "textarea"]
    assert area.value.strip() == PAGES["beans"].strip()
    outcome = hand.do(partial(TextInput, EDITED), area.label, "textbox")
    assert isinstance(outcome, Done), outcome
    hand.do(partial(TextInput, "More beans"), "Edit summary")
    assert isinstance(hand.do(partial(Change, "on"), "Minor Changes"), Done)
    assert wiki.text("beans") == PAGES["beans"]
    assert isinstance(hand.do(Click, "Save"), Navigated)
    assert wiki.text("beans").strip() == EDITED.strip()
    assert PAGES["beans"] in wiki.versions("beans")
    *_, last = wiki.changes("beans")
    assert (last[2], last[3], last[4], last[5]) == ("e", "beans", USER, "More beans")
    assert "runner beans" in hand.browser.capture().text


def test_a_preview_and_a_cancelled_edit_change_nothing(hand: Hand, wiki: DokuWiki) -> None:
    log_in(hand, wiki)
    hand.open(wiki.page("tomatoes"))
    hand.do(Click, "Edit this page [e]")
    page = hand.browser.capture()
    (area,) = [element for element in page.elements if element.kind == "textarea"]
    hand.do(partial(TextInput, "All gone."), area.label, "textbox")
    hand.do(Click, "Preview")
    assert "All gone." in hand.browser.capture().text
    hand.do(Click, "Cancel")
    assert wiki.text("tomatoes") == PAGES["tomatoes"]
    assert wiki.changes("tomatoes") == [] or wiki.changes("tomatoes")[-1][2] != "E"


def test_the_search_finds_the_page_that_has_the_word(hand: Hand, wiki: DokuWiki) -> None:
    hand.open(wiki.page("start"))
    page = hand.browser.capture()
    (box,) = [element for element in page.elements if element.landmark == "search" and element.kind]
    hand.do(partial(TextInput, "sunshine"), box.label, "textbox")
    outcome = hand.do(Submit, box.label, "textbox")
    assert isinstance(outcome, Navigated)
    assert "q=sunshine" in outcome.url
    assert isinstance(hand.do(Click, "tomatoes"), Navigated)
    assert "Red, and they like sunshine" in hand.browser.capture().text
    assert isinstance(hand.browser.perform(Back(), page, hand.browser._session.stop), Navigated)


@pytest.mark.parametrize("confirmed", [True, False], ids=["with the password", "without it"])
def test_a_preference_is_changed_only_with_the_password(hand: Hand, wiki: DokuWiki, *, confirmed: bool) -> None:
    log_in(hand, wiki)
    hand.do(Click, "Update Profile")
    assert hand.seen("Real name")[0].value == NAME
    hand.do(partial(TextInput, "Ann Moss"), "Real name")
    if confirmed:
        hand.do(partial(TextInput, PASSWORD), "Confirm current password", context="User Profile")
    hand.do(Click, "Save")
    assert wiki.user()["name"] == ("Ann Moss" if confirmed else NAME)


def test_a_journey_in_words(talk: Talk, wiki: DokuWiki) -> None:
    talk.session.open(wiki.page("start"))
    talk.say("click log in")
    talk.say(f"type {USER} into user name")
    talk.say(f"type {PASSWORD} into password")
    talk.say("press the log in button", "asked")
    talk.say("yes")
    talk.say("click edit this page")
    talk.say("type Blue flowers grow here.")
    talk.say("type new flowers into edit summary")
    talk.say("press save", "asked")
    assert wiki.text("start") == PAGES["start"]
    talk.say("yes")
    assert wiki.text("start").split() == f"{PAGES['start']} Blue flowers grow here.".split(), "added to what was there"
    assert wiki.changes("start")[-1][4:6] == [USER, "new flowers"]
    talk.say("search for sunshine")
    assert "tomatoes [Garden wiki]" in talk.say("click tomatoes")
    talk.say("click update profile")
    talk.say("set real name to Ann Moss")
    talk.say(f"type {PASSWORD} into confirm current password", "asked")
    talk.say("the first one")
    talk.say("press save", "asked")
    talk.say("no")
    assert wiki.user()["name"] == NAME
    talk.say("press save", "asked")
    talk.say("yes")
    assert wiki.user()["name"] == "Ann Moss"
    assert PASSWORD not in talk.record.path.read_text("utf-8")


def test_an_account_is_not_removed_without_a_yes(talk: Talk, wiki: DokuWiki) -> None:
    talk.session.open(wiki.page("start"))
    talk.say("click log in")
    talk.say(f"type {USER} into user name")
    talk.say(f"type {PASSWORD} into password")
    talk.say("press the log in button", "asked")
    talk.say("yes")
    talk.say("click update profile")
    talk.say("tick I wish to remove my account from this wiki")
    talk.say(f"type {PASSWORD} into confirm current password", "asked")
    talk.say("the last one")
    talk.say("press remove my account", "asked")
    talk.say("no, thank you")
    assert wiki.user()["login"] == USER
