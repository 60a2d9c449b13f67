"""Which adapter stands behind which port. The only module that knows both."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.adapters.llama import LlamaModel
from engine.adapters.onnx import OnnxEncoder
from engine.adapters.orca import Orca
from engine.adapters.piper import Piper
from engine.adapters.portaudio import PortAudioMicrophone, PortAudioPlayer, microphones
from engine.adapters.pyttsx import Pyttsx
from engine.adapters.threads import budget
from engine.adapters.webdriver.driver import WebDriver
from engine.adapters.whisper import Silero, Whisper, read_audio
from engine.chain.configuring import keep
from engine.chain.later import Later
from engine.chain.listening import Ears, Listener
from engine.chain.record import Record
from engine.chain.session import Parts, Session
from engine.chain.speaking import Mouth, Speaker
from engine.chain.state import Equipment
from engine.commanding.spoken import COMMANDS, NAMED
from engine.hearing.guiding import Guide
from engine.hearing.hearing import hear
from engine.hearing.sources import FileMicrophone
from engine.store.shelf import path_of
from engine.thinking.prompting import FIXED
from engine.values.errors import ModelError, ModelMissing, SpeakingError
from engine.values.event import Adjusted, Event, Notice
from engine.values.ports import Browser, Encoder, LanguageModel, Microphone, Player, Transcriber, Voice
from engine.values.settings import Settings
from engine.values.sound import Recording, Said

WHISPER, ENCODER, LANGUAGE_MODEL = "whisper-base", "minilm", "smollm2-135m"
PIPER = "piper-joe"
"""Names in models/catalog.toml."""

RECOGNISERS = {"base": WHISPER, "small": "whisper-small"}
"""What the setting `recogniser` may be, besides a folder → name in the catalog."""


def _nobody(_: str) -> None:
    """Nobody wants to know."""


@dataclass(frozen=True, slots=True)
class Loading:
    """The slow parts of a session, each built once, by whoever needs it first."""

    start_browser: Callable[[], Browser]
    encoder: Later[Encoder]
    model: Later[LanguageModel]
    transcriber: Later[Transcriber]

    def preload(self) -> None:
        """Begin to load the models that choose an action, in the background."""
        self.encoder.start()
        self.model.start()


def parts(settings: Settings, folder: Path) -> Loading:
    """Return how browser, encoder and language model are built."""
    threads = budget(settings.threads)

    def encoder() -> Encoder:
        return OnnxEncoder(path_of(folder, ENCODER), threads)

    def model() -> LanguageModel:
        loaded = LlamaModel(path_of(folder, LANGUAGE_MODEL), threads)
        loaded.warm(FIXED)
        return loaded

    return Loading(
        lambda: browser(settings, folder),
        Later(encoder, "encoder"),
        Later(model, "language model"),
        Later(lambda: transcriber(settings, folder), "speech recognition"),
    )


def browser(settings: Settings, folder: Path) -> Browser:
    """Start Chrome. Raises BrowserMissing, BrowserGone."""
    return WebDriver(settings, folder)


def session(
    settings: Settings,
    folder: Path,
    loading: Loading,
    emit: Callable[[Event], None],
    own: Equipment | None = None,
) -> Session:
    """Return a session with its record opened. Raises StorageError. `own`: what speaks and listens beside it."""

    def kept(change: Adjusted) -> None:
        keep(folder, change.name, change.value)

    def ready() -> bool:
        return loading.encoder.ready

    built = Parts(loading.start_browser, loading.encoder, loading.model, ready, own or Equipment(), kept)
    return Session(built, settings, Record(folder / "record"), emit)


def engines(folder: Path) -> tuple[str, ...]:
    """Return what can speak here, as the setting `voice_engine` calls it."""
    try:
        path_of(folder, PIPER)
    except ModelError:
        return ("espeak",)
    return ("espeak", "piper")


def equipment(folder: Path, voices: Callable[[], tuple[str, ...]], hears: Callable[[], bool | None]) -> Equipment:
    """Return what can be asked of the ears and the mouth of a conversation."""
    return Equipment(voices, microphones, lambda: engines(folder), hears)


def transcriber(settings: Settings, folder: Path) -> Whisper:
    """The recogniser that is set, guided by the spoken commands. Raises ModelMissing, ModelCorrupt."""
    sites = tuple(f"open {name}" for name in settings.sites)
    guide = Guide((*COMMANDS, *sites), NAMED, settings.vocabulary, settings.replacements)
    return Whisper(_recogniser(settings, folder), budget(settings.threads), settings.language, guide)


def _recogniser(settings: Settings, folder: Path) -> Path:
    """The folder of the Whisper model that was chosen, by name or by its own folder."""
    if settings.recogniser in RECOGNISERS:
        return path_of(folder, RECOGNISERS[settings.recogniser])
    chosen = Path(settings.recogniser).expanduser()
    if chosen.name == settings.recogniser and not chosen.is_dir():
        raise ModelMissing(f"There is no recogniser called {chosen}. It may be base, small, or a folder.")
    if not (chosen / "model.bin").is_file():
        raise ModelMissing(
            f"There is no Whisper model in the folder {chosen}. Set recogniser to base, small, or a CTranslate2 folder."
        )
    return chosen


def recording_in(file: Path) -> Recording:
    """Return a sound file as 16 kHz mono. Raises AudioUnreadable."""
    return read_audio(file)


def heard_in(file: Path, ear: Callable[[], Transcriber], hotwords: Sequence[str] = ()) -> tuple[str, float]:
    """Return what is said in a sound file, and the milliseconds of recognition. Raises HearingError, ModelError.

    `hotwords` are names on the page that are likely to be said. The model is loaded only if there is sound to hear.
    """
    recording = read_audio(file)
    loaded = ear()
    start = time.monotonic()
    text = hear(recording, Silero(), loaded, hotwords)
    return text, round((time.monotonic() - start) * 1000, 1)


def microphone(settings: Settings, notice: Callable[[str], None] = _nobody) -> Microphone:
    """Return the one whose name is set, or a sound file of that name. `notice`: what must be said aloud of it."""
    file = Path(settings.microphone)
    if file.suffix and file.is_file():
        return FileMicrophone(file, read_audio)
    return PortAudioMicrophone(settings.microphone, notice)


def voice(settings: Settings, folder: Path, notice: Callable[[str], None] = _nobody) -> Voice:
    """Build it on the thread that uses it. `notice` gets the reason when it is not the voice that was chosen.

    Raises SpeakingError.
    """
    if settings.voice_engine == "piper":
        try:
            return Piper(path_of(folder, PIPER), settings.language)
        except (ModelError, SpeakingError) as error:
            notice(f"{error} Until then I speak with espeak-ng.")
    return Pyttsx(folder, settings.language)


def player() -> Player:
    return PortAudioPlayer()


def listener(
    settings: Settings,
    folder: Path,
    submit: Callable[[Said, float], None],
    stop: Callable[[], None],
    emit: Callable[[Event], None],
) -> Listener:
    """Return the hear thread, not yet listening."""

    def ears() -> Ears:
        whisper = transcriber(settings, folder)
        whisper.warm()
        return Ears(microphone(settings, lambda text: emit(Notice(text))), Silero(), whisper)

    made = Listener(ears, submit, stop, emit)
    made.adjust(settings)
    return made


def speaker(
    settings: Settings,
    folder: Path,
    notice: Callable[[str], None],
    speaking: Callable[[bool], None],
    other: Callable[[str], None] | None = None,
) -> Speaker:
    """Return the speak thread. `other` is to show and to say why another voice speaks than was chosen."""

    def mouth(chosen: Settings) -> Voice:
        return voice(chosen, folder, told)

    def told(text: str) -> None:
        if other:
            other(text)
            return
        notice(text)
        made.say(text, "notice")

    made = Speaker(Mouth(mouth, player, Orca()), settings, notice, speaking)
    return made
