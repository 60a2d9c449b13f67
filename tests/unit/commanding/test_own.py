"""What is said about Sayso itself, and what is not."""

import pytest

from engine.commanding.commands import (
    Adjust,
    Choose,
    ClickOn,
    Command,
    ListChoices,
    More,
    Open,
    SearchFor,
    Sleep,
    SpellOut,
    Stop,
    Tick,
    TypeInto,
    Wake,
)
from engine.commanding.own import counted, is_sure
from engine.commanding.phrases import understand

SAID: list[tuple[str, Command]] = [
    ("speak faster", Adjust("rate", step=1)),
    ("faster", Adjust("rate", step=1)),
    ("talk a little faster", Adjust("rate", step=1)),
    ("speak much faster", Adjust("rate", step=2)),
    ("Speak a lot slower.", Adjust("rate", step=-2)),
    ("could you speak a bit more slowly", Adjust("rate", step=-1)),
    ("slow down", Adjust("rate", step=-1)),
    ("you speak too fast", Adjust("rate", step=-1)),
    ("speech rate 200", Adjust("rate", 200)),
    ("200 words a minute", Adjust("rate", 200)),
    ("speak at two hundred and twenty words per minute", Adjust("rate", 220)),
    ("set my speech rate to one eighty", Adjust("rate", 180)),
    ("how fast do you speak", Adjust("rate")),
    ("speak normally", Adjust("rate", 180)),
    ("speak louder", Adjust("volume", step=1)),
    ("speak up", Adjust("volume", step=1)),
    ("speak softer", Adjust("volume", step=-1)),
    ("much quieter", Adjust("volume", step=-2)),
    ("volume 50 percent", Adjust("volume", 50)),
    ("Volume fifty percent.", Adjust("volume", 50)),
    ("set the volume to 80%", Adjust("volume", 80)),
    ("turn down the volume", Adjust("volume", step=-1)),
    ("speak higher", Adjust("pitch", step=1)),
    ("speak lower", Adjust("pitch", step=-1)),
    ("pitch 60", Adjust("pitch", 60)),
    ("turn your voice up", Adjust("volume", step=1)),
    ("voice down", Adjust("volume", step=-1)),
    ("choose microphone", ListChoices("microphone")),
    ("change the voice", ListChoices("speaker")),
    ("speed rate 200", Adjust("rate", 200)),
    ("sound off", Adjust("earcons", False)),
    ("speed 200", Adjust("rate", 200)),
    ("lower your voice", Adjust("volume", step=-1)),
    ("turn it down", Adjust("volume", step=-1)),
    ("set volume to max", Adjust("volume", 100)),
    ("higher", Adjust("pitch", step=1)),
    ("a bit lower", Adjust("pitch", step=-1)),
    ("speak German", Adjust("speaker", "German")),
    ("wait two seconds", Adjust("end_silence", 2)),
    ("spell that again", SpellOut()),
    ("spell out", SpellOut()),
    ("use the voice en-gb", Adjust("speaker", "en-gb")),
    ("use the Emma voice", Adjust("speaker", "Emma")),
    ("use the usual voice", Adjust("speaker", "")),
    ("list voices", ListChoices("speaker")),
    ("what voices do you have?", ListChoices("speaker")),
    ("use the Piper voice", Adjust("voice_engine", "piper")),
    ("use the espeak voice", Adjust("voice_engine", "espeak")),
    ("sounds off", Adjust("earcons", False)),
    ("turn the sounds on", Adjust("earcons", True)),
    ("earcons off", Adjust("earcons", False)),
    ("read all punctuation", Adjust("punctuation", "all")),
    ("punctuation some", Adjust("punctuation", "some")),
    ("no punctuation", Adjust("punctuation", "none")),
    ("I use headphones", Adjust("headphones", True)),
    ("headphones off", Adjust("headphones", False)),
    ("I'm not using headphones", Adjust("headphones", False)),
    ("wait longer", Adjust("end_silence", step=1)),
    ("wait less", Adjust("end_silence", step=-1)),
    ("which microphones are there", ListChoices("microphone")),
    ("microphone show", ListChoices("microphone")),
    ("use microphone USB Audio", Adjust("microphone", "USB Audio")),
    ("choose microphone USB Audio", Adjust("microphone", "USB Audio")),
    ("use the default microphone", Adjust("microphone", "")),
    ("which microphone do you use", Adjust("microphone")),
    ("turn your voice off", Adjust("voice", False)),
    ("voice on", Adjust("voice", True)),
    ("speech on demand", Adjust("voice", False)),
    ("spell that", SpellOut()),
    ("spell it out", SpellOut()),
    ("spell out Copenhagen", SpellOut("Copenhagen")),
    ("how do you spell Oryx", SpellOut("Oryx")),
]


@pytest.mark.parametrize(("words", "command"), SAID)
def test_what_is_said_about_sayso(words: str, command: Command) -> None:
    assert understand(words) == command
    assert understand(f"Please {words}, please.") == command
    assert understand(words, choosing=True) == command


@pytest.mark.parametrize(
    "words",
    [
        "go to sleep",
        "Go to sleep. Hi Bob.",
        "go to sleep, hi Bob",
        "stop listening",
        "stop listening to me",
        "mute",
        "microphone off",
        "turn off microphone",
        "turn my microphone off",
        "voice access sleep",
        "Sayso, go to sleep.",
    ],
)
def test_sleep(words: str) -> None:
    assert understand(words) == Sleep()


@pytest.mark.parametrize(
    "words",
    ["wake up", "Wake up! Wake up!", "wake up wake up wake up", "start listening", "unmute", "voice access wake up",
     "listen to me", "Sayso, wake up.", "microphone on"],
)  # fmt: skip
def test_wake(words: str) -> None:
    assert understand(words) == Wake()


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("type speak faster into message", TypeInto("speak faster", "message")),
        ("type go to sleep", TypeInto("go to sleep")),
        ("dictate wake up", TypeInto("wake up")),
        ("search for voices", SearchFor("voices")),
        ("click faster", ClickOn("faster")),
        ("open wake up", Open("wake up")),
        ("go to sleep hotel", Open("sleep hotel")),
        ("turn off sound", Tick("sound", False)),
        ("stop speaking", Stop()),
        ("be quiet", Stop()),
        ("set the speed to 200", Choose("200", "speed")),
        ("spell check", None),
        ("spelling mode", None),
        ("wait", understand("no")),
        ("say more", More()),
        ("say the rest", More()),
        ("take the voice", None),
        ("use the mic", None),
        ("try my microphone", None),
    ],
)
def test_what_is_not_about_sayso(words: str, command: Command | None) -> None:
    assert understand(words) == command


def test_for_the_page_the_same_words_are_its_own() -> None:
    assert understand("set the volume to 50", own=False) == Choose("50", "volume")
    assert understand("choose microphone USB", own=False) == Choose("microphone USB")
    assert understand("louder", own=False) is None


@pytest.mark.parametrize(("words", "sure"), [("speak louder", True), ("louder", False), ("mute", False),
                                             ("wake up", True), ("turn off microphone", False)])  # fmt: skip
def test_only_words_about_speech_are_never_looked_for_on_the_page(words: str, sure: bool) -> None:
    assert is_sure(words) == sure


@pytest.mark.parametrize(
    ("words", "number"),
    [("200", 200), ("two hundred", 200), ("a hundred and fifty", 150), ("one eighty", 180), ("fifty", 50),
     ("half", 50), ("three hundred twenty-five", 325), ("fast", None), ("one fast", None), ("hundred", None)],
)  # fmt: skip
def test_numbers(words: str, number: int | None) -> None:
    assert counted(words) == number
