"""What hands do beside clicking and typing, as it is said, and what must not be taken for it."""

import pytest

from engine.commanding.commands import (
    Attach,
    Choose,
    ClickOn,
    CloseTab,
    Command,
    CopyText,
    Dismiss,
    DragTo,
    GoToTab,
    HoverOver,
    ListTabs,
    Open,
    OpenTab,
    PasteInto,
    Permit,
    PressKey,
    SaveDocument,
    ScrollPage,
    ScrollTo,
    TypeInto,
    Undo,
    ZoomPage,
)
from engine.commanding.keys import is_sure, key_name
from engine.commanding.phrases import understand

SAID: list[tuple[str, Command]] = [
    ("hover over Products", HoverOver("Products")),
    ("point at the help icon", HoverOver("help icon")),
    ("move the mouse over Products", HoverOver("Products")),
    ("double click report.txt", ClickOn("report.txt", times=2)),
    ("double-click on the report", ClickOn("report", times=2)),
    ("right click the picture", ClickOn("picture", button="right")),
    ("press enter", PressKey("Enter", "enter")),
    ("hit the enter key", PressKey("Enter", "the enter key", sure=True)),
    ("press escape", PressKey("Escape", "escape")),
    ("press tab", PressKey("Tab", "tab")),
    ("press tab twice", PressKey("Tab", "tab", 2)),
    ("press tab three times", PressKey("Tab", "tab", 3)),
    ("press arrow down", PressKey("ArrowDown", "arrow down")),
    ("press the down arrow", PressKey("ArrowDown", "the down arrow")),
    ("press page down", PressKey("PageDown", "page down")),
    ("press space bar", PressKey(" ", "space bar")),
    ("press control a", PressKey("Control+a", "control a", sure=True)),
    ("press shift tab", PressKey("Shift+Tab", "shift tab", sure=True)),
    ("press enter in the search box", PressKey("Enter", "enter", field="search box")),
    ("select all", PressKey("Control+a", sure=True)),
    ("drag letter to the bin", DragTo("letter", "bin")),
    ("drag the first card and drop it on Done", DragTo("first card", "Done")),
    ("drag and drop A onto B", DragTo("A", "B")),
    ("attach ~/cv.pdf to Application", Attach("~/cv.pdf", "Application", "attach ~/cv.pdf to Application")),
    ("upload the file cv dot pdf", Attach("cv dot pdf", "", "upload the file cv dot pdf")),
    ("copy that", CopyText("", "copy that")),
    ("copy the order number", CopyText("order number", "copy the order number")),
    ("paste", PasteInto()),
    ("paste it into the notes field", PasteInto("notes")),
    ("new tab", OpenTab()),
    ("open a new tab", OpenTab()),
    ("open example.org in a new tab", OpenTab("example.org")),
    ("next tab", GoToTab(step=1)),
    ("go to the previous tab", GoToTab(step=-1)),
    ("tab 2", GoToTab(2)),
    ("go to tab two", GoToTab(2)),
    ("switch to the second tab", GoToTab(2)),
    ("the last tab", GoToTab(-1)),
    ("switch to the weather tab", GoToTab(name="weather")),
    ("close tab", CloseTab()),
    ("close this tab", CloseTab()),
    ("close tab 2", CloseTab(2)),
    ("close the weather tab", CloseTab(name="weather")),
    ("which tabs are open", ListTabs()),
    ("list tabs", ListTabs()),
    ("zoom in", ZoomPage(step=1)),
    ("make the text bigger", ZoomPage(step=1)),
    ("zoom out", ZoomPage(step=-1)),
    ("zoom to 150 percent", ZoomPage(150)),
    ("zoom 150%", ZoomPage(150)),
    ("set zoom to two hundred percent", ZoomPage(200)),
    ("zoom to a hundred and fifty percent", ZoomPage(150)),
    ("reset zoom", ZoomPage(100)),
    ("download it", SaveDocument("download it")),
    ("save this pdf", SaveDocument("save this pdf")),
    ("download this page", SaveDocument("download this page")),
    ("close the banner", Dismiss(False, "close the banner")),
    ("dismiss", Dismiss(False, "dismiss")),
    ("close that", Dismiss(False, "close that")),
    ("close the cookie banner", Dismiss(True, "close the cookie banner")),
    ("reject all cookies", Dismiss(True, "reject all cookies")),
    ("allow", Permit(True, "allow")),
    ("block the location", Permit(False, "block the location")),
    ("don't allow it", Permit(False, "don't allow it")),
    ("scroll down in messages", ScrollPage("down", box="messages")),
    ("scroll the list", ScrollPage("down", box="list")),
    ("scroll the list up", ScrollPage("up", box="list")),
    ("scroll to the bottom of the list", ScrollPage("bottom", box="list")),
    ("scroll until you see Contact", ScrollTo("Contact")),
    ("scroll to opening hours", ScrollTo("opening hours")),
    ("scroll to Zebra in the list of animals", ScrollTo("Zebra", "list of animals")),
    ("undo", Undo()),
    ("undo that", Undo()),
    ("scratch that", Undo()),
]


@pytest.mark.parametrize(("words", "command"), SAID)
def test_each_gesture_is_understood(words: str, command: Command) -> None:
    assert understand(words) == command
    assert understand(f"please {words}") == command


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("click the Orders tab", ClickOn("Orders", "tab")),
        ("press Add to basket", ClickOn("Add to basket")),
        ("press escape room", ClickOn("escape room")),
        ("press enter competition", ClickOn("enter competition")),
        ("press 5", ClickOn("5")),
        ("type press enter", TypeInto("press enter")),
        ("type undo that", TypeInto("undo that")),
        ("type copy that into notes", TypeInto("copy that", "notes")),
        ("open zoom", Open("zoom")),
        ("open tabs and chords", Open("tabs and chords")),
        ("choose all inclusive", Choose("all inclusive")),
        ("scroll to the top", ScrollPage("top")),
        ("scroll down", ScrollPage("down")),
        ("scroll the page down", ScrollPage("down")),
        ("click undo", ClickOn("undo")),
    ],
)
def test_other_commands_keep_their_words(words: str, command: Command) -> None:
    assert understand(words) == command


@pytest.mark.parametrize(
    "words",
    [
        "the tab key is broken",
        "tabs",
        "zoom",
        "zoom meeting",
        "undo the knot in my tie",
        "allow list",
        "block of flats",
        "save money",
        "download the app for windows",
        "pasteur",
        "copyright",
        "drag racing",
        "upload",
        "new tab page settings",
        "hover",
    ],
)
def test_names_that_begin_like_a_gesture_are_left_alone(words: str) -> None:
    assert understand(words) is None


def test_a_digit_is_a_key_only_when_called_one() -> None:
    assert understand("press the 5 key") == PressKey("5", "the 5 key", sure=True)


@pytest.mark.parametrize(
    ("spoken", "key"),
    [("Enter", "Enter"), ("control shift k", "Control+Shift+k"), ("f5", "F5"), ("letter k", "k"), ("banana", "")],
)
def test_key_names(spoken: str, key: str) -> None:
    assert key_name(spoken) == key


def test_only_a_key_can_be_meant() -> None:
    assert is_sure("control a") and is_sure("home key") and not is_sure("home") and not is_sure("page up")
