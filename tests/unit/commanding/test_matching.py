"""Spoken name → elements: exact before close, ties kept, short and empty names never stretched."""

import pytest

from engine.commanding.matching import among, find, folded, nearest
from engine.values.page import Element
from tests.fakes import element


@pytest.mark.parametrize("words", ["unfollow anna", "unsubscribe", "deactivate", "uninstall"])
def test_the_opposite_is_not_similar(words: str) -> None:
    named = [element("e1", "button", name) for name in ("Follow Anna", "Subscribe", "Activate", "Install")]
    assert find(words, "", named) == ()


def uids(found: tuple[Element, ...]) -> list[str]:
    return [one.uid for one in found]


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("Café  Zürich!", "cafe zurich"),
        ("Add-to-basket", "add to basket"),
        ("№ 5", "no 5"),
        ("ＡＢＣ", "abc"),
        ("Straße", "strasse"),
        ("×", ""),
        ("🗑", ""),
        ("שלום", "שלום"),
    ],
)
def test_folding(written: str, plain: str) -> None:
    assert folded(written) == plain


def test_each_tier_wins_over_the_next() -> None:
    exact, start = element("e1", name="Search"), element("e2", name="Search options")
    words, close = element("e3", name="Advanced search"), element("e4", name="Serch")
    assert uids(find("search", "", [close, words, start, exact])) == ["e1"]
    assert uids(find("search", "", [close, words, start])) == ["e2"]
    assert uids(find("search", "", [close, words])) == ["e3"]
    assert uids(find("search", "", [close])) == ["e4"]


def test_equal_names_are_all_returned_in_document_order() -> None:
    assert uids(find("details", "", [element(f"e{n}", name="Details") for n in (1, 2, 3)])) == ["e1", "e2", "e3"]


def test_visible_text_and_placeholder_count_as_names() -> None:
    icon = element("e1", name="Close dialog", text="X")
    box = element("e2", "textbox", name="", placeholder="Your email")
    assert uids(find("x", "", [icon, box])) == ["e1"] and uids(find("your email", "", [icon, box])) == ["e2"]


def test_words_of_the_row_or_card_tell_equals_apart() -> None:
    cards = [element(f"e{n}", name="Add to basket", context=mug) for n, mug in enumerate(["Blue mug", "Red mug"], 1)]
    assert uids(find("add to basket blue mug", "", cards)) == ["e1"]
    assert uids(find("add red mug to basket", "", cards)) == ["e2"]
    assert uids(find("add to basket", "", cards)) == ["e1", "e2"]
    assert find("blue mug", "", cards) == ()


@pytest.mark.parametrize(
    ("said", "name"), [("of", "Off"), ("on", "One"), ("to", "Tom"), ("male", "Mail"), ("send", "Sand")]
)
def test_short_names_are_not_stretched(said: str, name: str) -> None:
    assert find(said, "", [element(name=name)]) == ()


@pytest.mark.parametrize("said", ["it", "this", "the", "here", "that one", "of"])
def test_words_that_say_nothing_match_whole_names_only(said: str) -> None:
    assert find(said, "", [element(name="Add it to the basket of this one here")]) == ()
    assert uids(find(said, "", [element(name=said.title())])) == ["e1"]


def test_an_article_neither_hides_a_name_nor_prefers_a_longer_one() -> None:
    guardian, weekly = element("e1", name="The Guardian"), element("e2", name="Guardian Weekly")
    assert uids(find("guardian", "", [weekly, guardian])) == ["e1"]
    assert uids(find("account", "", [element("e1", name="Account settings"), element("e2", name="My account")])) == [
        "e2"
    ]


def test_part_of_a_word_is_no_match() -> None:
    assert find("art", "", [element(name="Start now"), element(name="Artist")]) == ()


def test_the_spoken_kind_limits_the_search() -> None:
    both = [element("e1", "link", "Help"), element("e2", "button", "Help")]
    assert uids(find("help", "button", both)) == ["e2"] and uids(find("help", "link", both)) == ["e1"]
    assert uids(find("help", "", both)) == ["e1", "e2"]


def test_copies_of_one_link_count_once() -> None:
    copies = [element(f"e{n}", "link", "Botany", href="http://x.test/botany") for n in (1, 2)]
    assert uids(find("botany", "", copies)) == ["e1"]
    other = element("e3", "link", "Botany", href="http://x.test/other")
    assert uids(find("botany", "", [*copies, other])) == ["e1", "e3"]


@pytest.mark.parametrize("href", ["http://x.test/list#", "javascript:void(0)", "http://x.test/list#delete"])
def test_links_that_only_a_script_answers_are_never_copies(href: str) -> None:
    rows = [element(f"e{n}", "link", "Delete", href=href, context=f"Row {n}") for n in (1, 2)]
    assert uids(find("delete", "", rows)) == ["e1", "e2"]


@pytest.mark.parametrize("said", ["", " ", "!!", "×+", "—–+"])
def test_no_words_match_nothing(said: str) -> None:
    assert find(said, "", [element(name="×"), element(name="")]) == ()


def test_nearest_offers_names_but_only_like_ones() -> None:
    page = [element("e1", name="Send booking"), element("e2", name="Help"), element("e3", name="Send message")]
    assert nearest("send a booking", page)[0] == "Send booking"
    assert nearest("frobnicate", page) == ()


@pytest.mark.parametrize(
    "said", ["edit for Ben Okafor", "edit the one for Ben Okafor", "edit Ben's", "edit Ben Okafor"]
)
def test_small_words_do_not_hide_the_row(said: str) -> None:
    rows = [element(f"e{n}", name="Edit", context=name) for n, name in enumerate(["Ivy Chen", "Ben Okafor"], 1)]
    assert uids(find(said, "", rows)) == ["e2"]
    assert find("edit for Carl", "", rows) == ()


def test_a_press_ticks_and_fills_in_only_what_is_called_exactly_so() -> None:
    box, field = element("e1", "checkbox", "Send me news"), element("e2", "textbox", "Send to")
    switch = element("e3", "switch", "Send reports")
    button = element("e4", name="Send booking")
    shown = [box, field, switch, button]
    assert uids(find("send", "", shown)) == ["e1", "e2", "e3", "e4"]
    assert uids(find("send", "", shown, pressing=True)) == ["e4"]
    assert find("send", "", [box, field, switch], pressing=True) == ()
    assert find("sent me news", "", [box], pressing=True) == ()
    assert uids(find("send me news", "", shown, pressing=True)) == ["e1"]
    assert uids(find("send", "checkbox", shown, pressing=True)) == ["e1", "e3"]


THINGS = ["Stoneware teapot", "Breakfast mug", "Bread knife"]
OFFERED = [element(f"e{n}", name="Add to basket", context=thing) for n, thing in enumerate(THINGS, 1)]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("the teapot", ["e1"]),
        ("The tea pot.", ["e1"]),
        ("the mug please", ["e2"]),
        ("um, the mug", ["e2"]),
        ("stoneware", ["e1"]),
        ("stonewear teapot", ["e1"]),
        ("bread knife one", ["e3"]),
        ("I'd like the one with the knife", ["e3"]),
        ("click the breakfast mug", ["e2"]),
        ("add the mug to basket", ["e2"]),
        ("add to basket", ["e1", "e2", "e3"]),
        ("the cheapest one", []),
        ("mug or teapot", []),
        ("not the mug", []),
        ("that one", []),
        ("the", []),
        ("yes", []),
        ("", []),
        ("bread", ["e3"]),
    ],
)
def test_the_words_tell_which_of_the_offered_things_is_meant(said: str, meant: list[str]) -> None:
    assert uids(among(said, OFFERED)) == meant


def test_among_the_offered_the_exact_name_wins() -> None:
    offered = [element("e1", name="Mug"), element("e2", name="Mug holder"), element("e3", name="Open")]
    assert uids(among("the mug", offered)) == ["e1"] and uids(among("mug holder", offered)) == ["e2"]
    assert uids(among("open", offered)) == ["e3"]
    headed = [element("e1", name="Details", heading="Rome"), element("e2", name="Details", heading="Oslo")]
    assert uids(among("the one under Oslo", headed)) == ["e2"]
