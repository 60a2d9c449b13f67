"""Text, dates, times, passwords, sums, tables to read, text to copy."""

import re

from engine.values.action import Change, Click, Copy, Paste, Press, Scroll, TextInput
from engine.values.page import Page
from tests.miniwob.reading import Steps, every, first, lines, numbers, ordinal, quoted, submit, texts, the, write


def focus(goal: str, page: Page) -> Steps:
    number = ordinal(goal) if re.search(r"\d", goal) else 1
    yield Click(texts(page)[number - 1].uid)


def text(goal: str, page: Page) -> Steps:
    wanted = quoted(goal)[0]
    wanted = wanted.lower() if "lower case" in goal else wanted.upper() if "upper case" in goal else wanted
    page = yield write(page, wanted)
    yield submit(page)


def password_twice(goal: str, page: Page) -> Steps:
    page = yield write(page, quoted(goal)[0])
    page = yield write(page, quoted(goal)[0], 1)
    yield submit(page)


def login(goal: str, page: Page) -> Steps:
    """A message may pop up when a field takes the focus: Cancel goes back to the form."""
    for number, word in enumerate(quoted(goal)):
        page = yield write(page, word, number)
        if any(one.label == "Cancel" for one in page.elements):
            page = yield Click(the(page, "Cancel", "button").uid)
            page = yield write(page, word, number)
    yield Click(first(one for one in page.elements if one.role == "button").uid)


def date(goal: str, page: Page) -> Steps:
    month, day, year = numbers(goal)
    page = yield Change(f"{year}-{month:02}-{day:02}", the(page, kind="date").uid)
    yield submit(page)


def time(goal: str, page: Page) -> Steps:
    hour, minute = numbers(goal)
    page = yield Change(f"{hour % 12 + 12 * ('PM' in goal):02}:{minute:02}", the(page, kind="time").uid)
    yield submit(page)


def word_of(goal: str, page: Page) -> Steps:
    words = lines(page)[1].split()
    page = yield write(page, re.sub(r"[.,]", "", words[ordinal(goal) - 1]))
    yield submit(page)


def captcha(goal: str, page: Page) -> Steps:
    page = yield write(page, lines(page)[1].replace(" ", ""))
    yield submit(page)


def last_word(goal: str, page: Page) -> Steps:
    page = yield write(page, texts(page)[0].value.split()[-1].rstrip("."), 1)
    yield submit(page)


def from_table(goal: str, page: Page) -> Steps:
    label = re.search(r"value of (.+) into", goal)
    assert label is not None
    page = yield write(page, _cell(page, label[1]))
    yield submit(page)


def into_form(goal: str, page: Page) -> Steps:
    """Each field asks for a cell of the table above it."""
    for number, field in enumerate(texts(page)):
        page = yield write(page, _cell(page, field.label if field.name else field.context), number)
    yield submit(page)


def _cell(page: Page, label: str) -> str:
    label = label.rstrip(": ")
    return first(line for line in lines(page) if line.startswith(label + " ")).removeprefix(label).strip()


def arithmetic(goal: str, page: Page) -> Steps:
    one, sign, other = lines(page)[1].split()[:3]
    results = {"+": int(one) + int(other), "-": int(one) - int(other), "x": int(one) * int(other)}
    page = yield write(page, str(results[sign]))
    yield submit(page)


def algebra(goal: str, page: Page) -> Steps:
    left, sign, right, _, total = first(
        line for line in lines(page) if re.search("x .*= -?[0-9]|[0-9] .*x = ", line)
    ).split()
    if sign == "+":
        answer = int(total) - int(right if left == "x" else left)
    else:
        answer = int(total) + int(right) if left == "x" else int(left) - int(total)
    page = yield write(page, str(answer))
    yield submit(page)


def guess(goal: str, page: Page) -> Steps:
    low, high = 0, 9
    while True:
        number = (low + high) // 2
        page = yield write(page, str(number))
        page = yield submit(page)
        if "is higher than" in page.text:
            low = number + 1
        else:
            high = number - 1


def film(goal: str, page: Page) -> Steps:
    """Three fields in any order, named by the words beside them."""
    words = goal.rstrip(".").split()
    wanted = {
        "Genre": words[2],
        "Director": " ".join(words[words.index("by") + 1 : words.index("from")]),
        "Year": words[-1],
    }
    wanted["Date"] = wanted["Year"]
    for field in texts(page):
        asked = f"{field.name} {field.context} {field.row} {field.placeholder}"
        value = first(value for key, value in wanted.items() if key in asked)
        page = yield TextInput(value, the(page, handle=field.handle).uid)
    yield Click(first(one.uid for one in page.elements if one.label.rstrip("!") in ("Submit", "Search", "Go")))


def copy(goal: str, page: Page) -> Steps:
    number = ordinal(goal) if re.search(r"\d", goal) else 1
    page = yield Copy(every(page, kind="textarea")[number - 1].uid)
    page = yield Paste(the(page, kind="text").uid)
    yield submit(page)


def scrolled(goal: str, page: Page) -> Steps:
    page = yield Scroll(0, 100_000 if "bottom" in goal else 0, texts(page)[0].uid)
    yield submit(page)


def agreement(goal: str, page: Page) -> Steps:
    if "Scroll" in goal:
        page = yield Scroll(0, 100_000, the(page, kind="textarea").uid)
        page = yield write(page, quoted(goal)[0], 1)
    yield submit(page, quoted(goal)[1] if "Scroll" in goal else "Cancel")


def terminal(goal: str, page: Page) -> Steps:
    """List the files, remove the one with the extension that is asked for."""
    page = yield write(page, "ls")
    page = yield Press("Enter", texts(page)[0].uid)
    files = lines(page)[-2].split()
    ending = goal.rsplit(maxsplit=1)[-1]
    fits = (one for one in files if one.endswith(ending) or (not ending.startswith(".") and "." not in one))
    page = yield write(page, "rm " + first(fits))
    yield Press("Enter", texts(page)[0].uid)
