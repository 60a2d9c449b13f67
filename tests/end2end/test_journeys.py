"""What Sayso is for, from the words to the page and to the sentence spoken, typed and from recordings."""

from rapidfuzz import fuzz

from tests.end2end.conftest import Arguments, HeardBack
from tests.program import Program, Run
from tests.sites.server import Site

BOOKING = {
    "name": "Peter Miller",
    "email": "mary@london.org",
    "arrival": "2027-03-03",
    "departure": "2027-03-06",
    "guests": "2",
    "room": "Double",
    "breakfast": "yes",
    "notes": "a quiet room please",
}
FILLING = (
    "Type Peter Miller into the full name field.",
    "Enter mary@london.org into the email field.",
    "Set the arrival date to March 3rd, 2027.",
    "Change the departure date to March 6th, 2027.",
    "Set the guests to two.",
    "Choose double for room.",
    "Switch on breakfast.",
    "Type a quiet room please into notes.",
)
SEND = "Press the send booking button."


def sounds_like(heard: str, sentence: str, *words: str) -> None:
    """What was heard is about the sentence, and the words that matter are in it."""
    assert fuzz.token_set_ratio(heard.lower(), sentence.lower()) >= 75, (heard, sentence)
    for word in words:
        assert fuzz.partial_ratio(word.lower(), heard.lower()) >= 85, (word, heard)


def replies(run: Run) -> list[str]:
    said: list[str] = run.last["said"]
    return said


def events(run: Run) -> list[str]:
    return [line["event"] for line in run.lines]


def test_search_the_encyclopedia(site: Site, sayso: Program, told: Arguments, heard_back: HeardBack) -> None:
    said = told("Search the encyclopedia for biotechnology.")
    run = sayso("do", *said, "--url", f"{site.url}/encyclopedia/", "--headless", "--json")
    assert run.returncode == 0, run
    assert run.last["status"] == "done"
    assert run.last["url"] == f"{site.url}/encyclopedia/article/Biotechnology"
    assert run.last["title"] == "Biotechnology - Openbook Encyclopedia"
    assert [action.partition("(")[0] for action in run.last["actions"]] == ["text_input", "submit"]
    assert 'text="biotechnology"' in run.last["actions"][0]
    assert [hit.query for hit in site.state.hits if hit.path == "/encyclopedia/search"] == [{"q": "biotechnology"}]
    assert "The page is now Biotechnology - Openbook Encyclopedia." in replies(run)[-1]
    sounds_like(heard_back(replies(run)[-1]), replies(run)[-1], "biotechnology", "encyclopedia")


def test_open_a_product_and_add_it_to_the_basket(
    site: Site, sayso: Program, told: Arguments, heard_back: HeardBack
) -> None:
    said = told("Open stoneware teapot.", "Press add to basket.")
    run = sayso("do", *said, "--url", f"{site.url}/shop/", "--headless", "--json")
    assert run.returncode == 0, run
    assert run.last["status"] == "done"
    assert run.last["url"] == f"{site.url}/shop/product/teapot"
    assert [action.partition("(")[0] for action in run.last["actions"]] == ["click", "click"]
    assert list(site.state.baskets.values()) == [{("teapot", "Blue"): 1}]
    first, second = replies(run)
    names = ("Add to basket", "Stoneware teapot", "Corner Shop")
    assert "The page is now Stoneware teapot - Corner Shop." in first
    assert "Stoneware teapot, blue, added to your basket." in second
    sounds_like(heard_back(second, *names), second, "teapot", "added to your basket")


def test_a_booking_is_asked_about_and_no_sends_nothing(
    site: Site, sayso: Program, told: Arguments, heard_back: HeardBack
) -> None:
    run = sayso("do", *told(*FILLING, SEND, "No."), "--url", f"{site.url}/booking/", "--headless", "--json")
    assert run.returncode == 0, run
    assert site.state.posts() == []
    assert site.state.bookings == []
    assert run.last["url"] == f"{site.url}/booking/"
    *_, question, answer = replies(run)
    for value in ("Peter Miller", "mary@london.org", "Double", "a quiet room please", "Say yes or no"):
        assert value in question
    assert "did not" in answer
    assert run.lines[-2]["event"] == "reply"
    assert [line["verdict"] for line in run.lines if line["event"] == "judged"][-1] == "asked"
    names = ("Peter Miller", "Full name", "Email", "Arrival date", "Departure date", "Send booking")
    sounds_like(heard_back(question, *names), question, "send full name", "3 March", "say yes or no")
    sounds_like(heard_back(answer, *names), answer, "did not", "booking")


def test_a_booking_is_sent_once_after_yes(site: Site, sayso: Program, told: Arguments, heard_back: HeardBack) -> None:
    run = sayso("do", *told(*FILLING, SEND, "Yes."), "--url", f"{site.url}/booking/", "--headless", "--json")
    assert run.returncode == 0, run
    assert site.state.bookings == [BOOKING]
    assert len(site.state.posts()) == 1
    assert run.last["url"] == f"{site.url}/booking/confirmation/1"
    assert run.last["title"] == "Booking received - Harbour Rooms"
    kinds = [action.partition("(")[0] for action in run.last["actions"]]
    assert kinds == ["text_input"] * 2 + ["change"] * 5 + ["text_input", "click"]
    assert "Booking received" in replies(run)[-1]
    sounds_like(heard_back(replies(run)[-1], "Send booking", "Harbour Rooms"), replies(run)[-1], "booking received")
