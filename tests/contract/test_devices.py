"""Microphones and loudspeakers that come and go, on a stand-in for PortAudio."""

import time
from collections.abc import Callable, Iterator
from threading import Event as Flag
from threading import Thread

import pytest

from engine.adapters import portaudio
from engine.adapters.portaudio import PortAudioMicrophone, PortAudioPlayer, microphones
from engine.chain import listening
from engine.chain.listening import Ears, Listener
from engine.chain.speaking import Mouth, Speaker
from engine.values.errors import MicrophoneMissing, SpeakingError
from engine.values.event import Event, Notice, Phase
from engine.values.settings import Settings
from engine.values.sound import FRAME
from tests.fakes_audio import FakeDetector, FakeTranscriber, FakeVoice, tone
from tests.fakes_portaudio import FakePortAudio

PATIENCE = 20.0
GONE = "The microphone Headset has gone."

Plug = Callable[..., FakePortAudio]


@pytest.fixture(params=["unknown", "known"])
def plug(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plug]:
    """plug("Built-in", "Headset") → the library; both where the system tells of new devices and where it does not."""
    made: list[FakePortAudio] = []

    def cards() -> tuple[str, ...] | None:
        return tuple(made[0].plugged) if request.param == "known" and made else None

    def make(*devices: str, pace: float = 10.0) -> FakePortAudio:
        made.append(FakePortAudio(*devices, pace=pace))
        monkeypatch.setattr(portaudio, "_library", lambda _: made[0])
        monkeypatch.setattr(portaudio, "_STREAMS", portaudio._Streams())
        return made[0]

    monkeypatch.setattr(portaudio, "_cards", cards)
    yield make
    assert not any(library.open for library in made)


def heard(microphone: PortAudioMicrophone, frames: int = 5) -> str:
    """Listen for a moment; the name of what was listened to."""
    with microphone.open() as coming:
        assert [next(coming).shape for _ in range(frames)] == [(FRAME,)] * frames
    return microphone.name


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.005)


def test_the_one_that_is_wanted_is_used(plug: Plug) -> None:
    plug("Built-in", "USB Headset (hw:1,0)")
    told: list[str] = []
    assert heard(PortAudioMicrophone("headset", told.append)) == "USB Headset (hw:1,0)"
    assert heard(PortAudioMicrophone("", told.append)) == "Built-in"
    assert not told


def test_another_one_is_told_once_and_so_is_the_return(plug: Plug) -> None:
    library = plug("Built-in (hw:0,0)")
    told: list[str] = []
    microphone = PortAudioMicrophone("Headset", told.append)
    assert heard(microphone) == heard(microphone) == "Built-in (hw:0,0)"
    assert told == ["The microphone Headset is not there, so I use Built-in."]
    library.plugged.append("USB Headset")
    assert heard(microphone) == heard(microphone) == "USB Headset"
    assert told[1:] == ["The microphone USB Headset is used now."]


def test_the_default_one_is_called_so(plug: Plug) -> None:
    plug("default")
    told: list[str] = []
    heard(PortAudioMicrophone("Headset", told.append))
    assert told == ["The microphone Headset is not there, so I use the default one."]


def test_one_that_others_use_is_replaced(plug: Plug) -> None:
    library = plug("Built-in", "Headset")
    library.refused.add("Headset")
    told: list[str] = []
    assert heard(PortAudioMicrophone("Headset", told.append)) == "Built-in"
    assert told == ["The microphone Headset cannot be opened, so I use Built-in."]


def test_one_that_is_plugged_in_later_is_found_without_a_restart(plug: Plug) -> None:
    library = plug()
    microphone = PortAudioMicrophone()
    with pytest.raises(MicrophoneMissing, match="I find no microphone"):
        heard(microphone)
    library.plugged.append("Webcam")
    assert heard(microphone) == "Webcam"


def test_devices_are_not_looked_for_while_one_is_in_use(plug: Plug) -> None:
    library = plug("Built-in")
    with PortAudioMicrophone().open() as frames:
        next(frames)
        library.plugged.append("Headset")
        starts = library.starts
        assert microphones() == ("Built-in",)
        assert PortAudioPlayer().play(tone(0.05), Flag())
        assert library.starts == starts
        next(frames)
    assert microphones() == ("Built-in", "Headset")


def test_a_microphone_that_gives_no_sample_is_named(plug: Plug, monkeypatch: pytest.MonkeyPatch) -> None:
    plug("Headset").silent = True
    monkeypatch.setattr(portaudio, "_PATIENCE", 0.05)
    with pytest.raises(MicrophoneMissing, match="The microphone Headset does not answer"):
        heard(PortAudioMicrophone())


def test_the_wanted_one_is_used_as_soon_as_it_is_there_where_that_can_be_known(plug: Plug) -> None:
    library = plug("Built-in")
    told: list[str] = []
    microphone = PortAudioMicrophone("Headset", told.append)
    with microphone.open() as frames:
        next(frames)
        library.plugged.append("Headset")
        for _ in range(3 * portaudio._LOOK_FRAMES):
            next(frames)
    known = portaudio._cards() is not None
    assert microphone.name == ("Headset" if known else "Built-in")
    assert told[1:] == (["The microphone Headset is used now."] if known else [])


def test_one_that_merely_delivers_no_more_has_gone(plug: Plug, monkeypatch: pytest.MonkeyPatch) -> None:
    library = plug("Headset")
    library.secretive = True
    monkeypatch.setattr(portaudio, "_PATIENCE", 0.1)
    with PortAudioMicrophone().open() as frames:
        next(frames)
        library.plugged.clear()
        with pytest.raises(MicrophoneMissing, match=GONE):
            list(frames)


def test_a_sound_system_that_does_not_start_again_is_told_and_tried_again(plug: Plug) -> None:
    library = plug()
    library.broken = True
    for _ in range(2):
        with pytest.raises(MicrophoneMissing, match="The sound system cannot be started"):
            heard(PortAudioMicrophone())
        with pytest.raises(SpeakingError, match="The sound system cannot be started"):
            PortAudioPlayer().play(tone(0.1), Flag())
    library.broken = False
    library.plugged.append("Headset")
    assert heard(PortAudioMicrophone()) == "Headset"
    assert PortAudioPlayer().play(tone(0.1), Flag())


def test_microphones_are_listed_once_by_short_names_and_without_converters(plug: Plug) -> None:
    plug("default", "pulse", "samplerate", "Built-in (hw:0,0)", "USB (hw:1,0)", "USB (hw:2,0)")
    assert microphones() == ("default", "Built-in", "USB (hw:1,0)", "USB (hw:2,0)")


def test_one_whose_name_is_no_text_hides_no_other(plug: Plug) -> None:
    plug("", "Built-in")
    assert microphones() == ("Built-in",)
    assert heard(PortAudioMicrophone()) == "Built-in"


def test_a_loudspeaker_that_goes_while_speaking_is_told_once_and_tried_again(plug: Plug) -> None:
    library = plug("Built-in", pace=1.0)
    told: list[str] = []
    speaker = Speaker(Mouth(lambda _: FakeVoice(), PortAudioPlayer), Settings(), told.append)
    try:
        speaker.say("One two three four five. Six. Seven.")
        until(lambda: library.open and library.open[0].written)
        library.plugged.clear()
        assert speaker.wait(PATIENCE)
        assert told == ["The loudspeaker has gone, so I only write.", "I have no loudspeaker, so I only write."]
        library.plugged.append("Dock")
        speaker.say("Eight.")
        assert speaker.wait(PATIENCE)
    finally:
        speaker.close()
    assert library.opened[-1] == "Dock"
    assert len(told) == 2


class Hearing:
    """A Listener on the stand-in, listening hands-free to somebody who never stops speaking."""

    def __init__(self, wanted: str) -> None:
        self.said: list[str] = []
        self.events: list[Event] = []
        microphone = PortAudioMicrophone(wanted, lambda text: self.events.append(Notice(text)))
        ears = Ears(microphone, FakeDetector(), FakeTranscriber("Delete everything."))
        self.listener = Listener(
            lambda: ears, lambda said, _: self.said.append(said.text), lambda: None, self.events.append
        )
        self.listener.listen(True)
        until(lambda: Phase("hearing") in self.events)

    @property
    def notices(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, Notice)]

    @property
    def phase(self) -> str:
        return [event.name for event in self.events if isinstance(event, Phase)][-1]


@pytest.fixture
def hearing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Hearing]]:
    monkeypatch.setattr(listening, "_AGAIN_SECONDS", 0.05)
    made: list[Hearing] = []

    def make(wanted: str) -> Hearing:
        made.append(Hearing(wanted))
        return made[-1]

    yield make
    for one in made:
        one.listener.close()


def test_one_that_goes_amid_an_utterance_is_named_and_the_default_one_is_used(
    plug: Plug, hearing: Callable[[str], Hearing]
) -> None:
    library = plug("Built-in", "Headset")
    here = hearing("Headset")
    library.plugged.remove("Headset")
    until(lambda: len(here.notices) == 2 and here.phase == "hearing")
    assert here.notices == [
        "The microphone Headset has gone.",
        "The microphone Headset is not there, so I use Built-in.",
    ]
    assert library.opened == ["Headset", "Built-in"]
    assert not here.said, "Half an instruction must not be acted upon"


def test_one_that_comes_back_is_listened_to_again(plug: Plug, hearing: Callable[[str], Hearing]) -> None:
    library = plug("Headset")
    here = hearing("Headset")
    library.plugged.clear()
    until(lambda: here.notices)
    assert here.phase == "idle"
    assert not here.listener.on
    library.plugged.append("Headset")
    until(lambda: here.listener.on and here.phase == "hearing")
    assert here.notices == [GONE]


def test_waiting_for_it_to_come_back_ends_at_once(plug: Plug, hearing: Callable[[str], Hearing]) -> None:
    library = plug("Headset")
    here = hearing("Headset")
    library.plugged.clear()
    until(lambda: library.starts > 4)
    here.listener.listen(False)
    time.sleep(0.3)
    starts = library.starts
    time.sleep(0.5)
    assert library.starts == starts
    assert here.notices == [GONE]


def test_waiting_for_it_is_no_busy_loop(plug: Plug, hearing: Callable[[str], Hearing]) -> None:
    library = plug("Headset")
    here = hearing("Headset")
    library.plugged.clear()
    until(lambda: here.notices)
    before = library.starts
    time.sleep(1.0)
    assert library.starts - before <= 8


def test_one_that_goes_with_the_key_held_is_told(plug: Plug) -> None:
    library = plug("Headset")
    events: list[Event] = []
    ears = Ears(PortAudioMicrophone(), FakeDetector(), FakeTranscriber("Yes."))
    said: list[str] = []
    listener = Listener(lambda: ears, lambda one, _: said.append(one.text), lambda: None, events.append)
    try:
        listener.hold(True)
        until(lambda: Phase("hearing") in events)
        library.plugged.clear()
        until(lambda: Phase("idle") in events)
    finally:
        listener.close()
    assert events[-2:] == [Notice(GONE), Phase("idle")]
    assert not said


def test_the_cue_comes_only_when_sound_flows(plug: Plug) -> None:
    library = plug("Bluetooth")
    library.silent = True
    events: list[Event] = []
    ears = Ears(PortAudioMicrophone(), FakeDetector(), FakeTranscriber("Yes."))
    listener = Listener(lambda: ears, lambda *_: None, lambda: None, events.append)
    try:
        listener.listen(True)
        until(lambda: library.open)
        time.sleep(0.3)
        assert not events
        assert not listener.on
        Thread(target=library.open[0]._run, daemon=True).start()
        until(lambda: events)
        assert events[0] == Phase("listening")
        assert listener.on
    finally:
        listener.close()


def test_a_loudspeaker_that_never_was(plug: Plug) -> None:
    plug()
    with pytest.raises(SpeakingError, match="I have no loudspeaker"):
        PortAudioPlayer().play(tone(0.1), Flag())
