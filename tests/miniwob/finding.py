"""Pages to leaf through: search results, a phone book, mail, posts."""

import re

from engine.values.action import Click
from engine.values.page import Element, Page
from tests.miniwob.reading import Steps, every, first, ordinal, press, quoted, submit, the, write


def search(goal: str, page: Page) -> Steps:
    """Three results on a page."""
    number = ordinal(goal) - 1
    page = yield write(page, quoted(goal)[0])
    page = yield press(page, "Search", "button")
    if number >= 3:
        page = yield press(page, str(number // 3 + 1), "link")
    yield Click(every(page, css="search-title")[number % 3].uid)


def contact(goal: str, page: Page) -> Steps:
    name, what = re.sub(r"Find (.*) in the .* their (\w+).*", r"\1|\2", goal).split("|")
    while name not in page.text.split("\n"):
        page = yield press(page, ">", "link")
    yield press(page, css=what)


def mail(goal: str, page: Page) -> Steps:
    """Open the mail of someone; delete it, mark it, answer it, or send it on."""
    sender, task, words = _asked(goal)
    page = yield Click(first(one for one in page.elements if one.text.startswith(sender + " ")).uid)
    if task == "answer":
        page = yield _named(page, "Reply", "email-reply")
        page = yield write(page, words)
        yield press(page, ident="send-reply")
    elif task == "forward":
        page = yield _named(page, "Forward", "email-forward")
        page = yield write(page, words)
        yield press(page, ident="send-forward")
    else:
        yield press(page, css=task)


def _named(page: Page, label: str, css: str) -> Click:
    found = every(page, css=css) or every(page, label)
    return Click(found[-1].uid)


_ASKED = {
    "trash": r"by (?P<who>.+) and click the trash",
    "star": r"by (?P<who>.+) and click the star",
    "answer": r"by (?P<who>.+) and reply to them with the text \"(?P<words>.+)\"\.$",
    "forward": r"by (?P<who>.+) and forward that email to (?P<words>.+)\.$",
}


def _asked(goal: str) -> tuple[str, str, str]:
    for task, pattern in _ASKED.items():
        if match := re.search(pattern, goal):
            found = match.groupdict()
            return found["who"], task, found.get("words", "")
    raise LookupError(f"not understood: {goal}")


def post(goal: str, page: Page) -> Steps:
    """For one user one button, which may lie in the menu of the post."""
    user, label = re.sub(r"For the user (\S+), click on the \"(.*)\" button\.", r"\1|\2", goal).split("|")
    if label in ("Reply", "Retweet", "Like"):
        yield Click(_of_user(page, user, label.lower())[0].uid)
        return
    page = yield Click(_of_user(page, user, "more")[0].uid)
    yield Click(first(one for one in page.elements if one.text.startswith(label) and one.tag == "li").uid)


def posts(goal: str, page: Page) -> Steps:
    """On all posts, or on so many, of one user."""
    label, many, user = re.sub(r"Click the \"(.*)\" button on (\w+) posts? by (\S+) and.*", r"\1|\2|\3", goal).split(
        "|"
    )
    found = _of_user(page, user, label.lower())
    for one in found if many == "all" else found[: int(many)]:
        page = yield Click(the(page, handle=one.handle).uid)
    yield submit(page)


def _of_user(page: Page, user: str, css: str) -> list[Element]:
    return [one for one in every(page, css=css) if user in one.context.split()]
