"""The model may say what the page says, and nothing else."""

import pytest

from engine.judging.honesty import may_ask, supported
from tests.fakes import element, page

FERRY = page(
    element("e1", "link", "Buy tickets"),
    title="Ferry times",
    headings=((1, "Ferry times"),),
    text="The ferry to Harbour Island leaves at 9:30 and 14:15. A ticket costs 12 euros. Dogs travel free. "
    + "The café on board serves soup, tea and cake all day long while it crosses the bay between the two old piers. "
    + "Bicycles are not allowed on deck.",
)


@pytest.mark.parametrize(
    "said",
    [
        "The ferry leaves at 9:30 and 14:15.",
        "A ticket costs 12 euros",
        "Dogs travel free.",
        "Bicycles are not allowed on deck.",
    ],
)
def test_what_the_page_says_may_be_said(said: str) -> None:
    assert supported(said, FERRY)


@pytest.mark.parametrize(
    "said",
    [
        "The ferry leaves at 10:45.",
        "A ticket costs 15 euros.",
        "I have bought the ticket.",
        "Done.",
        "Your ticket was bought.",
        "It is sunny in Oslo.",
        "Bicycles are allowed on deck.",
        "Dogs do not travel free.",
        "The soup costs 12 euros.",
        "",
        "…",
        "Successfully completed.",
    ],
)
def test_what_it_does_not_say_may_not(said: str) -> None:
    assert not supported(said, FERRY)


def test_an_empty_page_supports_nothing() -> None:
    assert not supported("The ferry leaves at 9:30.", page(title=""))


@pytest.mark.parametrize(
    "asked", ["Which ferry do you mean?", "Do you have a date in mind?", "For how many people?", "9:30 or 14:15?"]
)
def test_questions_may_be_asked(asked: str) -> None:
    assert may_ask(asked)


@pytest.mark.parametrize(
    "asked",
    [
        "What is your password?",
        "Please tell me your card number?",
        "What is the PIN?",
        "I have booked it, anything else?",
        "Your order was sent. Anything else?",
        "What is the security code on the back?",
        "We've paid. Shall I go on?",
    ],
)
def test_questions_may_neither_claim_nor_ask_for_secrets(asked: str) -> None:
    assert not may_ask(asked)
