"""What names and addresses tell of what pressing or opening them does."""

import pytest

from engine.judging.consequence import consequence
from engine.judging.wording import acts, harms, has_verb, is_program, marked, plain, unknown
from engine.values.action import Change, Click, Load, Press, TabCreate
from engine.values.page import Field, Form, Submission
from tests.fakes import element, page

ORDERS = (
    "Purge",
    "Purges the cache",
    "Purging",
    "Purged",
    "Destroy",
    "Wipe",
    "Drop table",
    "Kill process",
    "Reject",
    "Decline",
    "Forward",
    "Restart server",
    "Stop server",
    "Shut down",
    "Kick",
    "Connect",
    "Invest",
    "Trade",
    "Cash out",
    "Release",
    "Launch",
    "Run now",
    "Ship it",
    "Hire",
    "Dispatch",
    "Disconnect",
    "Unlink",
    "Close issue",
    "Reopen",
    "Resolve",
    "Lock",
    "Hand in",
    "Turn in",
    "Try free",
    "Add card",
    "Retry payment",
    "Reorder",
    "Rebook",
    "Resend",
    "Swap",
    "Exchange",
    "Give",
    "Tip",
    "Sponsor",
    "Back this project",
    "Ring",
    "Dial",
    "Format disk",
    "Factory settings",
    "Overwrite",
    "Restore",
    "Roll back",
    "Commit",
    "Push",
    "Publish",
    "Promote",
    "Bin",
    "Trash",
    "Throw away",
    "Forget",
    "Log off",
    "Quit",
    "End call",
)
CALM = (
    "Release notes",
    "Fast forward",
    "Forward 10 seconds",
    "Exchange rates",
    "Tip of the day",
    "Give feedback",
    "Stop",
    "Back",
    "Run",
    "Transferred",
    "Settings",
    "Details",
    "Show less",
)


@pytest.mark.parametrize("name", ORDERS)
def test_orders_of_every_family_are_known(name: str) -> None:
    assert has_verb(name)


@pytest.mark.parametrize("name", CALM)
def test_names_that_hold_such_a_word_for_something_else(name: str) -> None:
    assert not has_verb(name)


def test_addresses_tell_of_what_they_do() -> None:
    assert harms("http://x.test/trash?id=3") and harms("x.test/logout") and harms("http://x.test/a?do=%64elete")
    assert not harms("pay.google.com") and not harms("http://x.test/trashy-novels")
    assert acts("http://x.test/send-money") and acts("http://x.test/unfriend") and not acts("http://x.test/search")


def test_a_program_is_known_by_path_query_or_the_name_it_is_saved_as() -> None:
    assert is_program("http://x.test/a.exe") and is_program("http://x.test/dl?f=setup.exe")
    assert is_program("http://x.test/dl", "setup.msi") and not is_program("http://x.test/dl?f=paper.pdf", "paper.pdf")


def test_classes_and_the_like_tell_of_a_press() -> None:
    assert marked((("class", "btn btn-delete"),)) == "delete"
    assert marked((("data-action", "removeRow"),)) == "remove"
    assert not marked((("class", "btn-primary post-title"), ("style", "delete")))


def test_unknown_names_count_only_where_a_page_rules_something() -> None:
    assert unknown("Frobnicate", "shop test admin users") and not unknown("Frobnicate", "shop test list")
    assert not unknown("Show columns", "x admin") and not unknown("Take me to the moon", "x admin")
    button = element("e1", "button", "Rotate")
    assert consequence(Click("e1"), page(button, url="http://x.test/admin/keys")) is not None
    assert consequence(Click("e1"), page(button, url="http://x.test/photo")) is None


@pytest.mark.parametrize(
    "changes",
    [{"text": "Delete"}, {"hints": "Delete"}, {"description": "Delete"}, {"attributes": (("class", "icon-trash"),)}],
)
def test_every_name_counts(changes: dict[str, object]) -> None:
    assert consequence(Click("e1"), page(element("e1", "button", "Next", **changes))) is not None


def test_a_choice_in_a_list_that_the_page_draws_is_a_press() -> None:
    menu = page(element("e1", "button", "Actions"), element("e2", "combobox", "Sort", tag="div", kind=""))
    assert consequence(Change("Delete account", "e1"), menu) is not None
    assert consequence(Change("Rename", "e1"), menu) is None
    assert consequence(Change("Delete all messages", "e2"), menu) is not None
    assert consequence(Change("Order by price", "e2"), menu) is None
    native = page(element("e1", "combobox", "Then", options=("Delete it", "Keep it")))
    assert consequence(Change("Delete it", "e1"), native) is None


def test_an_address_is_judged_by_its_words_or_by_the_link_that_has_it() -> None:
    shown = page(element("e1", "link", "Log out", href="http://x.test/bye"), url="http://x.test/")
    for action in (
        Load("http://x.test/delete?id=7"),
        TabCreate("http://x.test/delete?id=7"),
        Load("http://x.test/bye"),
    ):
        assert consequence(action, shown) is not None
    assert consequence(Load("http://x.test/list"), shown) is None and plain("Log out")


def test_a_button_in_a_dialog_without_a_form_tells_its_fields() -> None:
    shown = page(
        element("e1", "textbox", "To", value="anna@x.test", dialog="New message"),
        element("e2", "textbox", "Search mail", value="old"),
        element("e3", "button", "Send", dialog="New message", heading="Inbox"),
    )
    effect = consequence(Click("e3"), shown)
    assert effect is not None and effect.fields == (Field("To", "anna@x.test", "text"),)


def test_enter_in_a_list_that_shows_several_sends_its_form() -> None:
    post = Submission("post", "http://x.test/order")
    form = Form("", "form", post, (), post)
    listed = element("e1", "listbox", "Item", kind="select-one", form=0, states=frozenset({"focused"}))
    assert consequence(Press("Enter"), page(listed, forms=(form,))) is not None


def test_control_enter_is_told_as_the_key_that_it_is() -> None:
    body = element("e1", "textbox", "Body", kind="contenteditable", states=frozenset({"focused"}))
    effect = consequence(Press("Control+Enter"), page(body))
    assert effect is not None and effect.what == "Control Enter in Body"


@pytest.mark.parametrize("role", ["checkbox", "switch", "menuitemcheckbox"])
def test_a_box_outside_any_form_that_does_something_at_once(role: str) -> None:
    assert consequence(Change("true", "e1"), page(element("e1", role, "Delete my account", kind=""))) is not None
    assert consequence(Change("true", "e1"), page(element("e1", role, "Breakfast", kind=""))) is None


def test_a_search_form_that_sends_money_is_no_search() -> None:
    send = Submission("get", "http://x.test/send-money")
    form = Form("Search", "search", send, (Field("To", "bob", "search", "q"),), hidden=True)
    shown = page(element("e1", "button", "Go", form=0, submits=send), forms=(form,), url="http://x.test/")
    assert consequence(Click("e1"), shown) is not None


def test_a_link_that_names_its_deed_twice_and_one_thing_is_asked_about() -> None:
    archive = element("e1", "link", "Archive", href="http://x.test/messages/3/archive")
    assert consequence(Click("e1"), page(archive)) is not None
    assert consequence(Click("e1"), page(element("e1", "link", "Archive", href="http://x.test/archive"))) is None


def test_a_program_behind_a_link_is_asked_about_whatever_its_path() -> None:
    told = element("e1", "link", "Get it", href="http://x.test/dl", attributes=(("download", "setup.exe"),))
    effect = consequence(Click("e1"), page(told))
    assert effect is not None and effect.kind == "download"


def test_what_cannot_be_written_into_takes_keys_as_orders() -> None:
    mail = element("e1", "textbox", "Mail", kind="", states=frozenset({"readonly", "focused"}))
    assert consequence(Press("e"), page(mail)) is not None


def test_a_file_goes_where_the_form_sends_it() -> None:
    form = Form("", "form", Submission("post", "http://other.test/up"))
    effect = consequence(Click("e1"), page(element("e1", "", "CV", kind="file", form=0), forms=(form,)))
    assert effect is not None and effect.host == "other.test"


def test_a_heading_of_one_word_asks_for_nothing() -> None:
    assert consequence(Click("e1"), page(element("e1", "button", "Next", heading="Report"))) is None
    assert consequence(Click("e1"), page(element("e1", "button", "Next", heading="Report this post"))) is not None
