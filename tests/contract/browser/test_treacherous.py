"""Pages that change what was judged between the look and the press: nothing else is pressed, sent or shown."""

import time
from threading import Event

import pytest

from engine.adapters.webdriver import WebDriver
from engine.values.action import Change, Click, Load, Press, Submit, TextInput
from engine.values.outcome import ChangedSince, Navigated, Outcome, Rejected, TabOpened, Vanished, succeeded
from engine.values.page import Page
from tests.contract.browser.pages import find, run_in_page, show

FORM = (
    '<form method="post" action="/echo" id="f"><input name="n" id="n" aria-label="Note" value="x">'
    '<input type="hidden" name="to" id="h" value="anna"><button id="b">Pay</button></form>'
)
TURNS = {
    "what is sent": "h.value = 'mallory'",
    "where it is sent": "f.action = '/elsewhere'",
    "how it is called": "b.textContent = 'Delete all'",
    "what it sends by itself": "b.setAttribute('formaction', '/elsewhere')",
}


def with_body(browser: WebDriver, origins: tuple[str, int], body: str, script: str = "") -> Page:
    show(browser, f"{origins[0]}/arrived.htm")
    run_in_page(browser, f"document.body.innerHTML = `{body}`; {script}")
    return browser.capture()


def press(browser: WebDriver, page: Page, label: str) -> Outcome:
    return browser.perform(Click(find(page, {"label": label}).uid), page, Event())


@pytest.mark.parametrize("turn", TURNS)
def test_a_press_is_held_back_when_the_pointer_changes_what_it_does(
    turn: str, browser: WebDriver, origins: tuple[str, int]
) -> None:
    page = with_body(browser, origins, FORM, f"b.onpointerenter = () => {{ {TURNS[turn]} }}")
    assert isinstance(press(browser, page, "Pay"), ChangedSince)
    assert browser.capture().title == "Arrived"


@pytest.mark.parametrize("turn", TURNS)
def test_a_change_since_the_look_is_seen(turn: str, browser: WebDriver, origins: tuple[str, int]) -> None:
    page = with_body(browser, origins, FORM)
    run_in_page(browser, TURNS[turn])
    assert isinstance(press(browser, page, "Pay"), ChangedSince)
    assert browser.capture().title == "Arrived"


def test_what_has_not_changed_is_pressed(browser: WebDriver, origins: tuple[str, int]) -> None:
    page = with_body(
        browser, origins, FORM, "b.onpointerenter = () => { b.className = 'hot'; b.title = 'Costs nothing'; }"
    )
    assert isinstance(press(browser, page, "Pay"), Navigated)


def test_a_button_that_another_takes_the_place_of(browser: WebDriver, origins: tuple[str, int]) -> None:
    style = "position:absolute;left:50px;width:100px;height:40px;top:"
    body = f'<button id="b" style="{style}50px">Show</button><button id="d" style="{style}300px">Delete</button>'
    swap = "d.style.top = '50px'; b.style.top = '300px';"
    page = with_body(browser, origins, body, "window.deleted = 0; d.onclick = () => deleted++")
    for delay in (0, 8, 16, 20, 24, 28, 32, 40, 50, 60):
        run_in_page(
            browser,
            "b.style.top = '50px'; d.style.top = '300px'; "
            f"b.onpointerenter = () => setTimeout(() => {{ {swap} }}, {delay})",
        )
        press(browser, page, "Show")
        assert run_in_page(browser, "return deleted") == 0, f"after {delay} ms"


def test_a_row_that_is_replaced_by_another(browser: WebDriver, origins: tuple[str, int]) -> None:
    row = "<div><b>{}</b> <span>waits</span> <button onclick=\"document.title = 'Opened'\">Open</button></div>"
    page = with_body(browser, origins, row.format("alpha"))
    run_in_page(browser, f"document.body.innerHTML = `{row.format('beta')}`")
    assert isinstance(press(browser, page, "Open"), Vanished)
    page = browser.capture()
    run_in_page(browser, f"document.body.innerHTML = `{row.format('beta')}`")
    assert succeeded(press(browser, page, "Open"))


@pytest.mark.parametrize("turn", ["what is sent", "where it is sent"])
@pytest.mark.parametrize("how", ["key", "submit", "submit by Enter", "submit without a button"])
def test_a_form_that_changes_as_it_is_sent(how: str, turn: str, browser: WebDriver, origins: tuple[str, int]) -> None:
    script = f"n.onfocus = b.onpointerenter = () => {{ {TURNS[turn]} }}"
    if how == "submit by Enter":
        script += "; b.style.display = 'none'"
    page = with_body(browser, origins, FORM, script)
    if how == "submit without a button":
        page = with_body(browser, origins, FORM.replace('<button id="b">Pay</button>', '<i id="b"></i>'), script)
    uid = find(page, {"label": "Note"}).uid
    outcome = browser.perform(Press("Enter", uid) if how == "key" else Submit(uid), page, Event())
    assert isinstance(outcome, Rejected | ChangedSince), outcome
    assert browser.capture().title == "Arrived"


@pytest.mark.parametrize("delay", [0, 20, 60, 120])
def test_a_key_reaches_nothing_that_takes_the_focus(delay: int, browser: WebDriver, origins: tuple[str, int]) -> None:
    body = '<input id="n" aria-label="Search"><button id="b">Delete account</button>'
    script = f"window.pressed = 0; b.onclick = () => pressed++; n.onfocus = () => setTimeout(() => b.focus(), {delay})"
    page = with_body(browser, origins, body, script)
    browser.perform(Press("Enter", find(page, {"label": "Search"}).uid), page, Event())
    assert run_in_page(browser, "return pressed") == 0
    page = with_body(browser, origins, body, script.replace("n.onfocus = () =>", "n.onblur = () =>"))
    run_in_page(browser, "document.activeElement.blur()")
    page = browser.capture()
    run_in_page(browser, "b.focus()")
    assert isinstance(browser.perform(Press("Enter"), page, Event()), Rejected)
    assert run_in_page(browser, "return pressed") == 0


def test_a_choice_that_is_renamed_under_the_pointer(browser: WebDriver, origins: tuple[str, int]) -> None:
    body = (
        '<div id="c" role="combobox" tabindex="0" aria-label="Plan" aria-haspopup="listbox" aria-controls="m" '
        'aria-expanded="true">Basic</div><ul id="m" role="listbox"><li role="option" id="o">Free</li></ul>'
    )
    script = "o.onpointerenter = () => { o.textContent = 'Gold' }; o.onclick = () => { c.textContent = o.textContent }"
    page = with_body(browser, origins, body, script)
    outcome = browser.perform(Change("Free", find(page, {"label": "Plan"}).uid), page, Event())
    assert not succeeded(outcome)
    assert run_in_page(browser, "return c.textContent") == "Basic"


def test_a_tab_that_moves_on_behind_the_one_it_opens(browser: WebDriver, origins: tuple[str, int]) -> None:
    script = "b.onclick = () => { window.open('/arrived.htm?new'); location.href = '/arrived.htm?behind'; }"
    page = with_body(browser, origins, '<button id="b">Read</button>', script)
    outcome = press(browser, page, "Read")
    assert isinstance(outcome, TabOpened)
    assert outcome.behind.endswith("/arrived.htm?behind")


def test_a_sign_in_that_leads_on_to_another(browser: WebDriver, origins: tuple[str, int]) -> None:
    go, second = Event(), f"127.0.0.1:{origins[1]}"
    browser.perform(Load(f"{origins[0]}/club/on/{origins[1]}"), browser.capture(), go)
    page = browser.capture()
    browser.perform(TextInput("ann", find(page, {"label": "User name"}).uid), page, go)
    page = browser.capture()
    browser.perform(TextInput("s3cret-pw", find(page, {"label": "Password"}).uid), page, go)
    outcome = press(browser, browser.capture(), "Sign in")
    assert isinstance(outcome, Rejected)
    assert second in outcome.reason
    page = browser.capture()
    assert page.text == f"{second} asks for a user name and a password."
    assert not find(page, {"label": "User name"}).value


def test_copies_of_secrets_are_not_stored(browser: WebDriver, origins: tuple[str, int]) -> None:
    inner = "<input type=password aria-label=Inner value=inner-secret>"
    body = (
        f'<input type="password" id="p" aria-label="Password" value="739"><iframe srcdoc="{inner}"></iframe>'
        '<i data-kept="inner-secret"></i><p>Number 739, of 17390</p>'
        '<script type="application/json">{"pin": "739", "other": "inner-secret"}</script>'
    )
    page = with_body(browser, origins, body)
    until = time.monotonic() + 5
    while not any(one.label == "Inner" for one in page.elements) and time.monotonic() < until:
        page = browser.capture()
    html = browser.snapshot(page).html
    assert "inner-secret" not in html
    assert '"739"' not in html and "Number [hidden], of 17390" in html
