"""Pages that are no document."""

import pytest

from engine.seeing.kinds import (
    LEAVING,
    Wanted,
    dialog_page,
    sign_in_page,
    trouble_page,
    wanting,
)
from engine.values.page import Page, Submission, Viewport


@pytest.mark.parametrize(
    ("kind", "labels"),
    [
        ("alert", ["OK"]),
        ("confirm", ["OK", "Cancel"]),
        ("prompt", ["Well?", "OK", "Cancel"]),
        ("beforeunload", ["OK", "Cancel"]),
    ],
)
def test_a_dialog_offers_what_it_has(kind: str, labels: list[str]) -> None:
    page = dialog_page("Well?", (), kind, "Sam")
    assert [one.label for one in page.elements] == labels
    assert [one.uid for one in page.elements] == [f"e{n}" for n in range(1, len(labels) + 1)]
    assert page.dialog == (LEAVING if kind == "beforeunload" else "Well?")
    assert page.elements[0].value == ("Sam" if kind == "prompt" else "")


def test_a_sign_in_box_never_tells_the_password() -> None:
    page = sign_in_page("https://ann@club.example:8443/list", (), "ann", filled=True, refused=False)
    user, password, send, cancel = page.elements
    assert (user.value, password.value, password.secret, password.states) == ("ann", "", True, frozenset({"filled"}))
    assert send.submits == page.forms[0].submission == Submission("post", page.url)
    assert (send.form, cancel.form, cancel.submits) == (0, None, None)
    assert [(one.label, one.secret) for one in page.forms[0].fields] == [("User name", False), ("Password", True)]
    assert page.text == "club.example:8443 asks for a user name and a password."
    again = sign_in_page("https://club.example/", (), "ann", filled=False, refused=True)
    assert "did not accept" in again.text


@pytest.mark.parametrize("back", [True, False])
def test_an_error_page_offers_only_the_ways_out(back: bool) -> None:
    page = trouble_page("certificate", "https://bank.example/", "Its certificate is not valid.", (), back)
    assert [one.label for one in page.elements] == (["Go back"] if back else []) + ["Reload"]
    assert (page.kind, page.text) == ("certificate", "Its certificate is not valid.")


def test_what_a_page_asks_leave_for() -> None:
    page = Page("https://shop.example/", "Shop", Viewport(800, 600))
    assert wanting(page, ()) is page
    asks = wanting(page, (Wanted(("geolocation",)), Wanted(("camera", "microphone"))))
    assert asks.wants == "know your location and use your camera and use your microphone"
    assert [(one.label, one.handle, one.landmark) for one in asks.elements] == [
        ("Allow location", "permission:allow:geolocation", "dialog"),
        ("Block location", "permission:block:geolocation", "dialog"),
        ("Allow camera and microphone", "permission:allow:camera+microphone", "dialog"),
        ("Block camera and microphone", "permission:block:camera+microphone", "dialog"),
    ]


def test_a_prompt_for_a_code_is_a_secret_field() -> None:
    for message in ("Enter your CVV", "6-digit verification code", "Enter the code we sent you", "Your TAN"):
        field = dialog_page(message, (), "prompt", "123").elements[0]
        assert field.secret and field.value == "" and "filled" in field.states, message
    assert not dialog_page("Your name?", (), "prompt", "Anna").elements[0].secret
