"""Which requests are an action's own doing, and what is said of their answers."""

import math

import pytest

from engine.adapters.webdriver.devtools import DevTools
from engine.adapters.webdriver.traffic import TELLING, Request, Traffic, complaint, same_site


def ask(began: float, ended: float = math.inf, kind: str = "Fetch", **more: object) -> Request:
    return Request("http://shop.example/a", "GET", kind, began, ended, **more)  # type: ignore[arg-type]


def traffic(*requests: Request) -> Traffic:
    return Traffic(DevTools("", print), ("s",), 10.0, {str(at): one for at, one in enumerate(requests)})


def test_what_begins_at_once_and_what_follows_from_its_answer_is_own() -> None:
    first, next_one, timer = ask(10.1, 12.0), ask(12.1), ask(11.0, 11.1)
    assert traffic(first, timer, next_one).own() == [first, next_one]
    assert traffic(first, timer, next_one).pending() == [next_one]
    assert traffic(first, next_one).own(links=0) == [first]


def test_code_and_counting_are_not_waited_for_where_the_page_has_changed() -> None:
    assert traffic(ask(10.1, kind="Ping"), ask(10.1, kind="Script")).pending(TELLING) == []


def test_a_redirected_or_streamed_request() -> None:
    found = traffic()
    sent = {"requestId": "1", "type": "Document", "request": {"url": "http://shop.example/buy", "method": "POST"}}
    found.begun(sent, "s")
    found.begun(sent | {"request": {"url": "http://shop.example/thanks", "method": "GET"}}, "s")
    assert [one.sends for one in found.requests.values()] == [True]
    found.answered({"requestId": "1", "response": {"status": 200, "mimeType": "text/event-stream"}}, "s")
    assert found.requests["s 1"].ended < math.inf
    found.begun(sent, "another tab")
    assert len(found.requests) == 1


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("https://shop.example/a", "https://api.shop.example/b", True),
        ("https://a.co.uk", "https://b.co.uk", False),
        ("http://10.0.0.1", "http://20.0.0.1", False),
        ("http://localhost:1", "http://localhost:2", True),
    ],
)
def test_names_of_one_site(one: str, other: str, same: bool) -> None:
    assert same_site(one, other) is same


def test_what_went_wrong_is_told_by_host() -> None:
    assert complaint([ask(1, 2, status=200)]) == ""
    assert complaint([ask(1, 2, status=503)]) == "an error came back from shop.example (503)"
    assert complaint([ask(1, 2, failed=True)]) == "no answer came from shop.example"
