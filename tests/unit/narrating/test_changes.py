"""Only what is new is told, and only so much of it."""

from engine.narrating.changes import news
from tests.fakes import page

ROW = " ".join(f"Button number {n} of many," for n in range(1, 12))


def told(before: str, after: str, *, numbers: bool = True) -> str:
    return news(page(text=before), page(text=after), numbers=numbers)


def test_the_new_sentence_of_a_paragraph_is_told_alone() -> None:
    assert told("Your basket. It is empty.", "Your basket. It holds one mug.") == "It holds one mug"


def test_within_a_long_line_only_what_differs_is_told() -> None:
    assert told(f"{ROW} Total 5 euros {ROW}", f"{ROW} Total 500 euros {ROW}") == "many, Total 500"


def test_what_is_long_is_cut_and_said_to_be() -> None:
    cut = told("", " ".join(f"word{n}" for n in range(60)))
    assert cut.endswith("… and more") and len(cut) < 140


def test_a_clock_is_no_news_where_numbers_do_not_count() -> None:
    assert told("It is 10:01.", "It is 10:02. You have mail.", numbers=False) == "You have mail"


def test_another_address_tells_nothing_here() -> None:
    assert news(page(text="a"), page(text="b", url="http://127.0.0.1/other")) == ""
