"""The bare name of something on the page."""

import pytest

from engine.commanding.matching import called
from tests.fakes import element

PAGE = [
    element("e1", name="Send booking"),
    element("e2", name="Ask us", interactive=False),
    element("e3", name="Add to basket"),
    element("e4", "link", name="The Menu"),
]


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("send booking", "Send booking"),
        ("Send booking.", "Send booking"),
        ("add it to the basket", "Add to basket"),
        ("add this to my basket", "Add to basket"),
        ("menu", "The Menu"),
        ("send", ""),
        ("basket", ""),
        ("add the mug to the basket", ""),
        ("", ""),
        ("it", ""),
        ("ask us", ""),
    ],
)
def test_only_a_whole_name_counts(words: str, name: str) -> None:
    assert called(words, PAGE) == name
