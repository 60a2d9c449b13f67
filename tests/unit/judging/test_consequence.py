"""What an action would do to the world, over the kinds of elements and forms that pages have."""

from dataclasses import replace
from typing import Any

import pytest

from engine.judging.consequence import Consequence, consequence, host, scheme
from engine.seeing.kinds import dialog_page
from engine.values.action import Action, Back, Change, Click, Load, Reload, Say, Scroll, Submit, TextInput
from engine.values.page import Element, Field, Form, Page, Submission
from tests.fakes import element, page

HERE = "http://shop.test/list"
POST = Submission("post", "http://shop.test/send")
GET = Submission("get", "http://shop.test/find")
NAME = Field("Full name", "Anna", "text", "name")
QUERY = Field("Search", "mugs", "search", "q")


def with_form(form: Form, *elements: Any) -> Page:
    return page(*elements, url=HERE, forms=(form,))


def one(role: str, name: str, /, **changes: Any) -> Page:
    return page(element("e1", role, name, **changes), url=HERE)


def sender(submission: Submission, field: Field, name: str = "Go", own: Submission | None = None) -> Page:
    button = element("e1", "button", name, form=0, submits=own or submission)
    return with_form(Form("Form", "form", submission, (field,)), button, element("e2", "textbox", "Text", form=0))


ASKED: list[tuple[str, Page, str, str]] = [
    ("a post", sender(POST, NAME), "send", "shop.test"),
    ("a post of a search field", sender(POST, QUERY), "send", "shop.test"),
    ("a get that is no search", sender(GET, NAME), "send", "shop.test"),
    ("formaction elsewhere", sender(GET, QUERY, own=Submission("get", "http://evil.test/x")), "send", "evil.test"),
    ("formmethod post", sender(GET, QUERY, own=Submission("post", GET.url)), "send", "shop.test"),
    ("a search sent to another host", sender(Submission("get", "http://ads.test/"), QUERY), "send", "ads.test"),
    ("a search button that says buy", sender(GET, QUERY, name="Buy now"), "send", "shop.test"),
    ("a dialog form that deletes", sender(Submission("dialog", HERE), NAME, name="Delete"), "press", "shop.test"),
    ("an image button", one("button", "Go", tag="input", submits=POST), "send", "shop.test"),
    ("delete by script", one("button", "Delete account"), "press", "shop.test"),
    ("buy by script", one("button", "Buy now"), "press", "shop.test"),
    ("unsubscribe by script", one("button", "Unsubscribe"), "press", "shop.test"),
    ("save by script", one("button", "Save changes"), "press", "shop.test"),
    ("a verb in the tooltip", one("button", "×", description="Delete this row"), "press", "shop.test"),
    ("a div", one("", "Place order", tag="div"), "press", "shop.test"),
    ("a generic", one("generic", "Check out"), "press", "shop.test"),
    ("a menu item", one("menuitem", "Log out"), "press", "shop.test"),
    ("a list item", one("listitem", "Delete chat"), "press", "shop.test"),
    ("a link role without address", one("link", "Delete account", tag="span"), "press", "shop.test"),
    ("a link to nowhere", one("link", "Delete account", href=f"{HERE}#"), "press", "shop.test"),
    ("a link to a fragment", one("link", "Delete account", href=f"{HERE}#delete"), "press", "shop.test"),
    ("a script link", one("link", "Confirm order", href="javascript:go()"), "press", "shop.test"),
    ("a link that is a button", one("button", "Pay", tag="a", href="http://shop.test/p"), "press", "shop.test"),
    ("a delete address", one("link", "Row 5", href="http://shop.test/item/5/delete"), "press", "shop.test"),
    ("a delete query", one("link", "Row 5", href="http://shop.test/item?action=delete"), "press", "shop.test"),
    ("a logout address", one("link", "Bye", href="http://shop.test/logout"), "press", "shop.test"),
    ("a log-out address", one("link", "Bye", href="http://shop.test/log-out"), "press", "shop.test"),
    ("a named logout", one("link", "Log out", href="http://shop.test/bye"), "press", "shop.test"),
    ("a named delete", one("link", "Delete", href="http://shop.test/d/5"), "press", "shop.test"),
    ("an unsubscribe link", one("link", "here", href="http://mail.test/unsubscribe?u=5"), "press", "mail.test"),
    ("a link with a method", one("link", "5", href="/5", attributes=(("data-method", "delete"),)), "send", "shop.test"),
    ("htmx", one("button", "Go", attributes=(("hx-post", "/x"),)), "send", "shop.test"),
    ("onclick submit", one("button", "Go", attributes=(("onclick", "this.form.submit()"),)), "send", "shop.test"),
    ("mail", one("link", "Write to us", href="mailto:a@shop.test"), "open", "mailto a@shop.test"),
    ("telephone", one("link", "Call us", href="tel:+4930123"), "open", "tel +4930123"),
    ("a program", one("link", "Get it", href="http://shop.test/setup.exe"), "download", "shop.test"),
    ("a file field", one("", "Photo", tag="input", kind="file"), "attach", "shop.test"),
    ("another script", one("button", "ביטול ההזמנה"), "press", "shop.test"),
    ("another script among Latin letters", one("button", "OK, отправить"), "press", "shop.test"),
    ("a switch that allows", one("switch", "Allow messages"), "press", "shop.test"),
    ("a history", one("button", "Clear search history"), "press", "shop.test"),
    ("a button without a name", one("button", "", text=""), "press", "shop.test"),
    ("a button with a symbol only", one("button", "🗑"), "press", "shop.test"),
    ("yes under a grave heading", one("button", "Yes", heading="Delete your account?"), "press", "shop.test"),
    ("ok in a grave row", one("button", "OK", context="Cancel booking 5"), "press", "shop.test"),
    (
        "a switch on an account page",
        page(element("e1", "switch", "Ads"), url="http://x.test/settings"),
        "press",
        "x.test",
    ),
    (
        "a box alone on a privacy page",
        page(element("e1", "checkbox", "Ads"), url="http://x.test/privacy"),
        "press",
        "x.test",
    ),
]
FREE: list[tuple[str, Page]] = [
    ("a search", sender(GET, QUERY, name="Search")),
    ("a search with a plain submit", sender(GET, QUERY, name="Submit")),
    ("a dialog form", sender(Submission("dialog", HERE), NAME, name="Close")),
    ("a basket button", one("button", "Add to basket")),
    ("a link", one("link", "Help", href="http://shop.test/help")),
    ("a link to another site", one("link", "Wikipedia", href="https://en.wikipedia.org/")),
    ("a link whose name has a verb", one("link", "Order history", href="http://shop.test/orders")),
    ("a link that books nothing yet", one("link", "Book a room", href="http://shop.test/booking")),
    ("a link to the checkout", one("link", "Go to checkout", href="http://shop.test/checkout")),
    ("an article about it", one("link", "Cancellation", href="http://shop.test/wiki/Cancellation_policy")),
    ("devoted", one("link", "Fans", href="http://shop.test/devoted-payments-guide")),
    ("a fragment", one("link", "Skip to content", href=f"{HERE}#content")),
    ("a tab", one("tab", "Order details")),
    ("an option", one("option", "Order by price")),
    ("a disclosure", one("button", "How do I cancel?", tag="summary")),
    ("a box in a form", with_form(Form("F", "form", POST, ()), element("e1", "checkbox", "Subscribe", form=0))),
    ("a radio button", one("radio", "Pay later", kind="radio")),
    ("a list", one("combobox", "Order", options=("Up", "Down"))),
    ("a text field", one("textbox", "Reply")),
    ("the next page", one("button", "Next", heading="Results")),
    ("a close button", one("button", "Close")),
    ("show more", one("button", "Show more")),
    ("letters of no script", one("button", "ℹ Ａｂｏｕｔ 𝐮𝐬 ™ 5º")),
    ("accents", one("button", "Größe wählen")),
]


@pytest.mark.parametrize(
    "name",
    [
        "Empty bin",
        "Clear all",
        "Archive",
        "Join group",
        "Request access",
        "Allow",
        "Upload",
        "Move to bin",
        "Mark as read",
        "Leave group",
        "Start free trial",
        "Try: 7-day trial",
        "Subscribed",
        "Grant access",
        "Enable sharing",
        "Unfriend",
        "Add friend",
        "Add as friend",
        "Start my subscription",
        "Start the payment plan",
        "Go live",
        "Opt out",
        "Unblock",
    ],
)
def test_verbs_make_a_button_consequential(name: str) -> None:
    assert consequence(Click("e1"), one("button", name)) == Consequence("press", name, "shop.test")


@pytest.mark.parametrize(
    "name",
    [
        "Add to basket",
        "Add to cart",
        "Add to list",
        "Menu",
        "Show more",
        "Play",
        "Filter",
        "Sort",
        "Close",
        "Next",
        "Clear search",
        "Clear filters",
        "Clear all filters",
        "Transferred",
        "Start",
        "Start the tour",
        "Options",
    ],
)
def test_buttons_that_only_look_or_collect_are_free(name: str) -> None:
    assert consequence(Click("e1"), one("button", name)) is None


@pytest.mark.parametrize(("what", "shown", "kind", "receiver"), ASKED)
def test_what_changes_the_world_is_seen(what: str, shown: Page, kind: str, receiver: str) -> None:
    effect = consequence(Click("e1"), shown)
    assert effect is not None and (effect.kind, effect.host) == (kind, receiver), what


@pytest.mark.parametrize(("what", "shown"), FREE)
def test_what_only_looks_or_fills_in_is_free(what: str, shown: Page) -> None:
    assert consequence(Click("e1"), shown) is None, what


def test_what_would_be_sent_is_told() -> None:
    assert consequence(Click("e1"), sender(POST, NAME, "Send")) == Consequence("send", "Send", "shop.test", (NAME,))


def test_sending_from_a_field_is_sending_the_form() -> None:
    assert consequence(Submit("e2"), sender(POST, NAME)) == Consequence("send", "Go", "shop.test", (NAME,))
    assert consequence(Submit("e2"), sender(GET, QUERY)) is None


def test_sending_from_a_field_presses_the_default_button_with_its_own_address() -> None:
    effect = consequence(Submit("e2"), sender(GET, QUERY, own=Submission("post", "http://evil.test/")))
    assert effect is not None and effect.host == "evil.test"


def test_sending_without_a_form() -> None:
    assert consequence(Submit("e1"), one("searchbox", "Search", kind="search")) is None
    for role, changes in (("textbox", {}), ("searchbox", {"secret": True}), ("button", {})):
        assert consequence(Submit("e1"), one(role, "Search", **changes)) is not None


def test_a_press_reaches_what_contains_the_pressed_element() -> None:
    button = element("e1", "button", "Weiter", submits=POST, xpath="/html/body/form/button")
    link = element("e3", "link", "Profile", href="http://shop.test/logout", xpath="/html/body/a")
    inner = element("e2", "", "Weiter", tag="span", xpath="/html/body/form/button/span")
    icon = element("e4", "", "Profile", tag="b", xpath="/html/body/a/b")
    beside = element("e5", "", "Weiter", tag="span", xpath="/html/body/form/button2/span")
    shown = page(button, inner, link, icon, beside, url=HERE)
    assert consequence(Click("e2"), shown) == Consequence("send", "Weiter", "shop.test")
    assert consequence(Click("e4"), shown) == Consequence("press", "Profile", "shop.test")
    assert consequence(Click("e5"), shown) is None


def test_a_setting_that_sends_at_once() -> None:
    quick = one("combobox", "Language", options=("de", "en"), attributes=(("onchange", "this.form.submit()"),))
    assert consequence(Change("en", "e1"), quick) is not None
    assert consequence(Change("en", "e1"), one("combobox", "Language", options=("de", "en"))) is None
    assert consequence(Change("true", "e1"), one("switch", "Delete after a week")) is not None
    assert consequence(Change("true", "e1"), one("checkbox", "Breakfast")) is None


def test_files_are_attached_only_after_a_yes() -> None:
    for action in (Click("e1"), Change("/etc/passwd", "e1"), TextInput("/etc/passwd", "e1")):
        assert consequence(action, one("", "Photo", kind="file")) == Consequence("attach", "Photo", "shop.test")


def test_a_dialog_is_answered_only_after_a_yes_but_left_freely() -> None:
    shown = dialog_page("Really delete?")
    assert consequence(Click("e1"), shown) == Consequence("answer", "OK", "Really delete?")
    assert consequence(Click("e2"), shown) is None


@pytest.mark.parametrize(
    "url",
    ["mailto:a@b.test", "tel:112", "tel:+49301", "sms:112", "JavaScript:alert(1)", "file:///etc/passwd", "zoommtg://x"],
)
def test_addresses_that_are_no_web_page(url: str) -> None:
    effect = consequence(Load(url), page())
    assert effect is not None and effect.kind == "open"


@pytest.mark.parametrize(
    "url",
    [
        "https://x.test/",
        "http://x.test",
        "x.test",
        "x.test:8000/a",
        "localhost:8000",
        "127.0.0.1:80/",
        "HTTPS://X.TEST",
        "[::1]:8000/",
    ],
)
def test_web_addresses(url: str) -> None:
    assert consequence(Load(url), page()) is None


@pytest.mark.parametrize(
    "action", [Scroll(0, 5), Back(), Reload(), Say("Delete"), TextInput("delete", "e1"), Click("e99")]
)
def test_moves_and_texts_are_free(action: Action) -> None:
    assert consequence(action, one("textbox", "Notes")) is None


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://shop.test/a", "shop.test"),
        ("https://shop.test:8443/a", "shop.test:8443"),
        ("https://bank.test@evil.test/", "evil.test"),
        ("https://evil.test\\@bank.test/", "evil.test"),
        (" https://shop.test ", "shop.test"),
        ("nowhere", "nowhere"),
    ],
)
def test_the_host_is_the_one_that_chrome_would_reach(url: str, name: str) -> None:
    assert host(url) == name


def test_scheme() -> None:
    assert scheme(" JAVASCRIPT:x") == "javascript" and scheme("localhost:80") == "https" and scheme("tel:112") == "tel"


def test_a_script_button_on_a_page_in_another_language_is_asked_about() -> None:
    german = page(element("e1", "button", "Weiter"), element("e2", "button", "Menü", states=frozenset({"collapsed"})))
    assert consequence(Click("e1"), replace(german, language="de-AT")) is not None
    assert consequence(Click("e2"), replace(german, language="de-AT")) is None
    assert consequence(Click("e1"), replace(german, language="en")) is None


@pytest.mark.parametrize(
    "one",
    [
        element("e1", "tab", "Pay now"),
        element("e1", "option", "Delete message"),
        element("e1", "link", "Buy now", href="http://shop.test/lamp", attributes=(("onclick", "buy()"),)),
        element("e1", "link", "Place order", href="http://shop.test/orders"),
        element("e1", "link", "Next", href="http://shop.test/basket/empty"),
        element(
            "e1", "button", "Yes", submits=Submission("dialog", "http://shop.test/"), heading="Delete your account?"
        ),
    ],
)
def test_neither_a_role_nor_a_link_spares_the_question(one: Element) -> None:
    assert consequence(Click("e1"), page(one, url="http://shop.test/")) is not None


def test_a_search_form_that_deletes_is_no_search() -> None:
    delete = Submission("get", "http://shop.test/delete")
    form = Form("Search", "search", delete, (Field("Query", "x", "search", "q"),))
    shown = page(element("e1", "button", "Go", form=0, submits=delete), forms=(form,), url="http://shop.test/")
    assert consequence(Click("e1"), shown) is not None


def test_enter_sends_what_the_default_button_sends() -> None:
    ask, delete = Submission("get", "http://shop.test/search"), Submission("post", "http://shop.test/delete-all")
    form = Form("Search", "search", ask, (Field("Search", "x", "search", "q"),), default=delete)
    shown = page(element("e1", "searchbox", "Search", kind="search", form=0), forms=(form,), url="http://shop.test/")
    assert consequence(Submit("e1"), shown) is not None
    assert consequence(Submit("e1"), replace(shown, forms=(replace(form, default=ask),))) is None


def test_a_press_in_a_frame_of_another_site_names_that_site() -> None:
    pay = consequence(Click("e1"), page(element("e1", "button", "Pay now", site="bank.test"), url="http://shop.test/"))
    assert pay is not None and pay.host == "bank.test"
