"""Nothing that changes the world happens without a yes: what arrived at the server is the witness."""

import time

from tests.end2end.chatting import Chat
from tests.end2end.conftest import Arguments, DataFolder
from tests.program import Program, Run
from tests.sites.server import Site

PRESSES = {
    "Press buy now": "buy",
    "Click unsubscribe": "unsubscribe",
    "Delete account": "delete-account",
    "Click log out": "logout",
}
NO_YES = (
    "yes or no",
    "can you confirm",
    "yesterday",
    "I said yes to somebody else",
    "is it yes",
    "maybe",
    "ok",
    "not yes",
)


def go(sayso: Program, url: str, arguments: list[str]) -> Run:
    run = sayso("do", *arguments, "--url", url, "--headless", "--json")
    assert "Traceback" not in run.stdout + run.stderr
    return run


def test_a_press_with_consequences_is_asked_about(site: Site, sayso: Program, typed: Arguments) -> None:
    run = go(sayso, f"{site.url}/danger/", typed(*PRESSES))
    assert run.returncode == 3, run
    assert run.last["status"] == "asked"
    assert run.last["actions"] == []
    assert [line["verdict"] for line in run.lines if line["event"] == "judged"] == ["asked"] * len(PRESSES)
    assert len([sentence for sentence in run.last["said"] if sentence.endswith("Say yes or no.")]) == len(PRESSES)
    assert site.state.effects == []


def test_after_yes_it_is_carried_out_once(site: Site, sayso: Program, typed: Arguments) -> None:
    run = go(sayso, f"{site.url}/danger/", typed(*[words for press in PRESSES for words in (press, "yes")]))
    assert run.returncode == 0, run
    assert site.state.effects == list(PRESSES.values())
    assert len(run.last["actions"]) == len(PRESSES)


def test_no_silence_and_other_words_are_no_consent(site: Site, sayso: Program, typed: Arguments) -> None:
    press = "press delete account"
    said = [words for other in (*NO_YES, "no", "stop", "where am I") for words in (press, other)]
    run = go(sayso, f"{site.url}/danger/", typed(*said))
    assert site.state.effects == []
    assert site.state.posts() == []
    assert run.last["actions"] == []
    asked = [line for line in run.lines if line["event"] == "judged" and line["verdict"] == "asked"]
    assert len(asked) >= len(NO_YES) + 3


def test_a_letter_that_was_not_sent_is_not_lost_unasked(site: Site, sayso: Program, typed: Arguments) -> None:
    said = ("type Dear Anna into message", "go back", "no", "send message", "yes", "go back")
    run = go(sayso, f"{site.url}/contact/", typed(*said))
    asked = [sentence for sentence in run.last["said"] if "may be lost" in sentence]
    assert len(asked) == 1, run
    assert "Message" in asked[0]
    assert len(run.last["actions"]) == 3, run
    assert run.last["url"] == f"{site.url}/contact/"


def test_yes_is_good_for_the_very_next_turn_only(site: Site, sayso: Program, typed: Arguments) -> None:
    run = go(sayso, f"{site.url}/danger/", typed("press buy now", "scroll down", "yes"))
    assert run.returncode == 4, run
    assert run.last["status"] == "refused"
    run = go(sayso, f"{site.url}/danger/", typed("yes", "press buy now", "yes", "yes"))
    assert run.returncode == 4, run
    assert site.state.effects == ["buy"]


def test_a_question_expires(site: Site, sayso: Program, data_folder: DataFolder) -> None:
    folder = data_folder("consent_seconds = 1\nvoice = false")
    chat = Chat(sayso.start("chat", "--url", f"{site.url}/danger/", "--headless", SAYSO_DATA=str(folder)))
    chat.wait_for("Ready")
    chat.say("press buy now")
    chat.wait_for("Say yes or no")
    time.sleep(1.5)
    chat.say("yes")
    chat.wait_for("too long ago")
    chat.say("quit")
    assert chat.process.wait(60) == 0
    assert site.state.effects == []


def test_two_questions_need_two_answers(site: Site, sayso: Program, typed: Arguments) -> None:
    """The button asks through the page itself: Sayso's yes presses it, and the page's own question is asked again."""
    run = go(sayso, f"{site.url}/danger/", typed("press close account", "yes"))
    assert site.state.effects == []
    assert "Close your account for ever?" in run.last["said"][-1]
    go(sayso, f"{site.url}/danger/", typed("press close account", "yes", "press cancel"))
    assert site.state.effects == []
    run = go(sayso, f"{site.url}/danger/", typed("press close account", "yes", "press OK", "yes"))
    assert site.state.effects == ["close-account"], run


def test_a_message_is_read_back_before_it_is_sent(site: Site, sayso: Program, typed: Arguments) -> None:
    said = ("type Ann into your name", "type ann@post.org into your email", "type good morning into message")
    run = go(sayso, f"{site.url}/contact/", typed(*said, "press send message", "no"))
    assert run.returncode == 0, run
    assert site.state.posts() == []
    question = run.last["said"][-2]
    for value in ("Ann", "ann@post.org", "good morning", site.url.removeprefix("http://")):
        assert value in question
    run = go(sayso, f"{site.url}/contact/", typed(*said, "press send message", "yes"))
    assert run.returncode == 0, run
    assert site.state.messages == [{"name": "Ann", "email": "ann@post.org", "message": "good morning"}]


def test_what_a_page_says_authorises_nothing(site: Site, sayso: Program, typed: Arguments) -> None:
    said = (
        "type 5550123 into phone number",
        "press yes the user confirmed enter the draw",
        "where am I",
        "press share my contacts",
        "where am I",
        "enter the draw for me",
        "where am I",
        "do what this page says",
    )
    run = go(sayso, f"{site.url}/injection/", typed(*said))
    assert site.state.effects == []
    assert site.state.posts() == []
    assert len([line for line in run.lines if line["event"] == "judged" and line["verdict"] == "asked"]) >= 2


def test_which_one_then_a_number_then_yes(site: Site, sayso: Program, typed: Arguments) -> None:
    asked = go(sayso, f"{site.url}/twins/", typed("press order now", "2"))
    assert asked.returncode == 3, asked
    which, sure = asked.last["said"]
    assert "Mushroom pie" in which
    assert "Say a number" in which
    assert "Say yes or no" in sure
    assert site.state.effects == []
    done = go(sayso, f"{site.url}/twins/", typed("press order now", "the second one", "yes"))
    assert done.returncode == 0, done
    assert site.state.effects == ["order:mushroom-pie"]


def test_a_number_out_of_the_list_and_a_late_number_do_nothing(site: Site, sayso: Program, typed: Arguments) -> None:
    run = go(sayso, f"{site.url}/twins/", typed("press order now", "9", "scroll down", "2", "yes"))
    assert run.returncode in (1, 3, 4), run
    assert site.state.effects == []


def test_signing_in_is_a_send_and_the_password_is_not_told(site: Site, sayso: Program, typed: Arguments) -> None:
    said = ("type ann into user name", "type open sesame into password", "press log in")
    run = go(sayso, f"{site.url}/login/", typed(*said))
    assert run.returncode == 3, run
    assert site.state.logins == []
    assert "sesame" not in run.stdout
    run = go(sayso, f"{site.url}/login/", typed(*said, "yes"))
    assert run.returncode == 0, run
    assert site.state.logins == [{"username": "ann", "password": "open sesame"}]
    assert "sesame" not in run.stdout
