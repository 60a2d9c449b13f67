"""Secrets never leave; ordinary sentences stay as they are."""

import pytest

from engine.judging.redacting import HIDDEN, hide_shown_cards, redact, redact_action, without
from engine.values.event import Looked


@pytest.mark.parametrize(
    ("words", "secret"),
    [
        ("type hunter2 into password", "hunter2"),
        ("Type hunter2 into the password field.", "hunter2"),
        ("type correct horse battery into my pass phrase", "horse"),
        ("enter 1234 in the pin", "1234"),
        ("enter 1234 into PIN code", "1234"),
        ("insert 999 to the CVV", "999"),
        ("put 123 in security code box", "123"),
        ("type 4111 1111 into card number", "4111 1111"),
        ("fill in the password with hunter2", "hunter2"),
        ("set my password to hunter2", "hunter2"),
        ("change the pin to 1234", "1234"),
        ("my password is hunter2", "hunter2"),
        ("password: hunter2", "hunter2"),
        ("enter password hunter2", "hunter2"),
        ("my pin 1234", "1234"),
        ("use the one-time code 556677", "556677"),
        ("type DE89370400440532013000 into IBAN", "DE89370400440532013000"),
        ("my card is 4111111111111111", "4111111111111111"),
        ("pay with 4111 1111 1111 1111", "4111 1111 1111 1111"),
        ("pay with 4111-1111-1111-1111 please", "4111-1111-1111-1111"),
        ("pay with 4111 – 1111 – 1111 – 1111", "1111"),
        ("378282246310005", "378282246310005"),
        ("type a\nb into password", "b"),
    ],
)
def test_secrets_are_hidden(words: str, secret: str) -> None:
    shown = redact(words)
    assert secret not in shown.replace("password", "") and HIDDEN in shown


@pytest.mark.parametrize(
    "words",
    [
        "search for biotechnology",
        "click forgot password?",
        "go to the password page",
        "type hello into notes",
        "search for credit card offers",
        "what is the best card to buy",
        "open the pin board",
        "type I was spinning into notes",
        "call +44 20 7946 0958",
        "ISBN 978-0-306-40615-7",
        "ISBN 9780306406157",
        "24 December 2026 at 19:30",
        "change my password",
        "enter the password page",
        "the room costs 1,200 euros for 12 nights in 2026",
        "",
    ],
)
def test_ordinary_sentences_are_untouched(words: str) -> None:
    assert redact(words) == words


@pytest.mark.parametrize(
    ("shown", "spoken"),
    [
        (" ".join(map(str, range(1, 31))), True),
        ("Invoice 2026113000012345", True),
        ("Invoice 2024 0012 0034 0056", True),
        ("4111 1111 1111 1112", True),
        ("4111 1111 1111 1111.", False),
        ("4111111111111111", False),
        ("3782 822463 10005", False),
    ],
)
def test_of_what_is_spoken_only_card_numbers_are_hidden(shown: str, spoken: bool) -> None:
    assert (hide_shown_cards(shown) == shown) is spoken


def test_hiding_twice_hides_no_more() -> None:
    once = redact("type hunter2 into password")
    assert redact(once) == once == f"type {HIDDEN} into password"


@pytest.mark.parametrize(
    ("rendered", "shown"),
    [
        ('text_input(text="hunter2", uid="e1")', f'text_input(text="{HIDDEN}", uid="e1")'),
        ('text_input(text="hun"ter, 2", uid="e1")', f'text_input(text="{HIDDEN}", uid="e1")'),
        ('change(value="1234", uid="e1")', f'change(value="{HIDDEN}", uid="e1")'),
        ('text_input(text="hunter2', f'text_input(text="{HIDDEN}'),
        ('click(uid="e1")', 'click(uid="e1")'),
    ],
)
def test_the_text_for_a_secret_field_is_hidden_whole(rendered: str, shown: str) -> None:
    assert redact_action(rendered, secret=True) == shown


def test_other_actions_lose_only_card_numbers() -> None:
    assert redact_action('text_input(text="Anna", uid="e1")', secret=False) == 'text_input(text="Anna", uid="e1")'
    assert "4111" not in redact_action('text_input(text="4111 1111 1111 1111", uid="e1")', secret=False)


@pytest.mark.parametrize(
    "words",
    [
        "log in as anna with password hunter2secret",
        "use hunter2secret as my password",
        "password hunter2secret",
        "my password's hunter2secret",
        "the password should be hunter2secret",
        "paste hunter2secret into password",
        "open http://anna:hunter2secret@example.com/",
    ],
)
def test_other_ways_to_say_a_secret(words: str) -> None:
    assert "hunter2secret" not in redact(words)


def test_a_secret_in_an_address_is_hidden_as_it_is_written_there() -> None:
    looked = Looked("http://shop.test/in?a=correct+horse%21&b=correct%20horse%21", "In", 3, False, 1.0)
    shown = without(looked, {"correct horse!"})
    assert isinstance(shown, Looked) and "horse" not in shown.url
