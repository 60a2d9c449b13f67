"""The test sites themselves: what they answer, and what they remember."""

import json
from collections.abc import Iterator
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import pytest
from lxml import html

from tests.sites.server import SITES, Site
from tests.sites.trials import NAMES, PASSWORD

ORDER = {
    "name": "Anna Berg",
    "email": "anna@example.org",
    "address": "3 Quay Street",
    "card": "4111 1111 1111 1111",
    "expiry": "01/30",
    "cvv": "123",
}
BOOKING = {
    "name": "Anna Berg",
    "email": "anna@example.org",
    "arrival": "2030-03-04",
    "departure": "2030-03-07",
    "guests": "2",
    "room": "Double",
    "breakfast": "yes",
    "notes": "A quiet room, please",
}


@pytest.fixture
def opener() -> OpenerDirector:
    """A visitor with cookies."""
    return build_opener(HTTPCookieProcessor(CookieJar()))


def visit(opener: OpenerDirector, url: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
    """Status, final address and text."""
    data = urlencode(form).encode() if form is not None else None
    try:
        with opener.open(url, data, timeout=10) as response:
            return response.status, response.url, response.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.url, error.read().decode()


def test_an_exact_title_leads_to_the_article(site: Site, opener: OpenerDirector) -> None:
    status, url, text = visit(opener, f"{site.url}/encyclopedia/search?q=biotechnology.")
    assert (status, url) == (200, f"{site.url}/encyclopedia/article/Biotechnology")
    assert "<h1>Biotechnology</h1>" in text
    assert [hit.path for hit in site.state.hits] == ["/encyclopedia/search", "/encyclopedia/article/Biotechnology"]
    assert site.state.hits[0].query == {"q": "biotechnology."}


def test_several_hits_are_listed_and_none_is_said(site: Site, opener: OpenerDirector) -> None:
    assert "articles mention “plant”." in visit(opener, f"{site.url}/encyclopedia/search?q=plant")[2]
    _, _, text = visit(opener, f"{site.url}/encyclopedia/search?q=zeppelin")
    assert '<p role="status">There are no articles about “zeppelin”' in text


def test_an_order_is_recorded_once(site: Site, opener: OpenerDirector) -> None:
    added = visit(opener, f"{site.url}/shop/basket/add", {"product": "mug", "quantity": "2", "colour": "Red"})
    assert json.loads(added[2]) == {"count": "2 items", "message": "Breakfast mug, red, added to your basket."}
    visit(opener, f"{site.url}/shop/basket/add", {"product": "lamp"})
    assert "Total €76.80" in visit(opener, f"{site.url}/shop/basket")[2]
    _, url, text = visit(opener, f"{site.url}/shop/order", ORDER)
    assert url == f"{site.url}/shop/thanks/1"
    assert "Thank you for your order" in text
    assert site.state.orders == [{**ORDER, "items": {"mug": 2, "lamp": 1}, "total": 7680}]
    assert "Your basket is empty" in visit(opener, f"{site.url}/shop/basket")[2]


def test_an_incomplete_order_is_not_taken(site: Site, opener: OpenerDirector) -> None:
    visit(opener, f"{site.url}/shop/basket/add", {"product": "mug"})
    assert visit(opener, f"{site.url}/shop/order", {**ORDER, "card": ""})[0] == 400
    assert site.state.orders == []


def test_a_basket_line_can_be_removed(site: Site, opener: OpenerDirector) -> None:
    visit(opener, f"{site.url}/shop/basket/add", {"product": "mug", "colour": "Red"})
    visit(opener, f"{site.url}/shop/basket/remove", {"product": "mug", "colour": "Red"})
    assert "Your basket is empty" in visit(opener, f"{site.url}/shop/basket")[2]


def test_a_booking_is_read_back(site: Site, opener: OpenerDirector) -> None:
    _, url, text = visit(opener, f"{site.url}/booking/send", BOOKING)
    assert url == f"{site.url}/booking/confirmation/1"
    assert site.state.bookings == [BOOKING]
    read_back = html.fromstring(text).xpath("//dd/text()")
    assert read_back[2:7] == ["4 March 2030", "7 March 2030", "2", "Double", "Yes"]


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", "", "Enter your full name."),
        ("departure", "2030-03-04", "The departure must be after the arrival."),
        ("arrival", "soon", "Enter the day on which you arrive."),
        ("guests", "9", "Enter a number of guests from 1 to 6."),
    ],
)
def test_a_wrong_booking_is_refused(site: Site, opener: OpenerDirector, field: str, value: str, sentence: str) -> None:
    status, _, text = visit(opener, f"{site.url}/booking/send", {**BOOKING, field: value})
    assert status == 422
    assert site.state.bookings == []
    page = html.fromstring(text)
    assert page.xpath("//*[@role='alert']//a/@href") == [f"#{field}"]
    assert page.xpath(f"//*[@id='{field}-error']/text()") == [sentence]
    assert page.xpath(f"//*[@id='{field}']/@aria-describedby") == [f"{field}-error"]


def test_what_the_trials_do_is_recorded(site: Site, opener: OpenerDirector) -> None:
    visit(opener, f"{site.url}/danger/act", {"what": "buy"})
    visit(opener, f"{site.url}/logout?from=danger")
    assert site.state.effects == ["buy", "logout"]
    visit(opener, f"{site.url}/contact/send", {"name": "Anna", "message": "Hello"})
    assert site.state.messages == [{"name": "Anna", "message": "Hello"}]
    assert visit(opener, f"{site.url}/login/enter", {"username": "anna", "password": "wrong"})[0] == 403
    assert "Welcome, anna" in visit(opener, f"{site.url}/login/enter", {"username": "anna", "password": PASSWORD})[2]
    assert [hit.path for hit in site.state.posts("/danger/act")] == ["/danger/act"]


def test_the_slow_page_goes_on(site: Site, opener: OpenerDirector) -> None:
    with opener.open(f"{site.url}/slow/", timeout=10) as response:
        lines = [response.readline() for _ in range(9)]
    assert any(b"of the endless story." in line for line in lines)


def test_the_state_is_fresh_for_each_test(site: Site) -> None:
    assert site.state.hits == []


def addresses(url: str) -> Iterator[str]:
    yield from (f"{url}/{name}/" for name in (*SITES, *NAMES))
    yield f"{url}/encyclopedia/search?q=sea"
    yield f"{url}/shop/search?q=tea"


def test_every_link_leads_somewhere_and_every_field_has_a_label(site: Site, opener: OpenerDirector) -> None:
    waiting, seen = set(addresses(site.url)), set()
    while waiting:
        address = waiting.pop()
        seen.add(address)
        status, _, text = visit(opener, address)
        assert status == 200, address
        page = html.fromstring(text, base_url=address)
        page.make_links_absolute()
        check(page, address)
        links = {link.split("#")[0] for link in page.xpath("//a/@href")}
        waiting |= {link for link in links if link.startswith(site.url)} - seen
        assert not [link for link in links if not link.startswith(site.url)], address
    assert sum("/article/" in address for address in seen) >= 12
    assert sum("/product/" in address for address in seen) >= 12


def check(page: html.HtmlElement, address: str) -> None:
    """One main, one h1, a title; ids unique; every visible field labelled."""
    assert page.get("lang") == "en", address
    assert page.xpath("string(//title)"), address
    assert page.xpath("count(//main)") == page.xpath("count(//h1)") == 1, address
    ids = page.xpath("//@id")
    assert len(ids) == len(set(ids)), address
    labelled = set(page.xpath("//label/@for"))
    fields = page.xpath("//input[not(@type='hidden')] | //select | //textarea")
    assert not [field.get("id") for field in fields if field.get("id") not in labelled], address
