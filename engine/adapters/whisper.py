"""Speech recognition by faster-whisper, speech detection by the Silero model it brings, decoding by its FFmpeg (PyAV).

Nothing here can reach a network: models are opened by folder, FFmpeg is confined to the one file.
"""

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

import av
import numpy as np
from av.audio.resampler import AudioResampler
from ctranslate2 import StorageView
from faster_whisper import WhisperModel
from faster_whisper.audio import pad_or_trim
from faster_whisper.tokenizer import Tokenizer
from faster_whisper.vad import get_vad_model
from numpy.typing import NDArray

from engine.hearing.cutting import pieces
from engine.hearing.gating import FLOOR, level, repeats
from engine.hearing.guiding import (
    Guide,
    agreed,
    agrees,
    candidates,
    choose,
    hints,
    is_free,
    is_turned,
    is_unclear,
    known,
    may_mean,
    plain,
    possible,
    replaced,
)
from engine.values.errors import AudioUnreadable, HearingError, ModelCorrupt, ModelMissing
from engine.values.sound import FRAME, RATE, Frame, Recording, Transcript

log = logging.getLogger(__name__)

MAX_SECONDS = 120
"""Longer files are refused: an instruction takes seconds, and each half minute costs a second of recognition."""

_FILES = ("model.bin", "config.json", "tokenizer.json")
_WORDS = ("vocabulary.json", "vocabulary.txt")
_WINDOWS = (10, 15, 30)
"""Seconds that the encoder is given; its time grows with them, 0.2 s for 10 and 1 s for 30. In less than 10 Whisper
says the same thing twice; where it does so in 10 or 15, or breaks off, it is asked once more with all 30."""

_ROOM_SECONDS = 1.0
"""Silence that a window must have left after the words."""

_PIECE_SECONDS = 6.0
"""Least length of the pieces of a long recording."""

_FRAMES_A_SECOND = 100
_SURE = 0.5
"""Probability of a language from which it is believed."""

_BEAM = 5
"""Of 38 synthetic commands 23 are heard right instead of 20, for 3 % more time: the encoder takes nearly all of it."""

_BEFORE = "Yes. No. Cancel. Go back. Scroll up. Click 4. Search for music."
"""Said "before", so that short commands and digits become likely. A list of single words makes Whisper loop, and a text
to type ("Type hello") comes back as the text that was dictated."""

_COMMANDS = (
    "Yes. No. Cancel. Go back. Scroll up. Scroll to bottom. Delete that. Undo that. Redo that. Spell that. "
    "Press Enter. Go to tab 3. Zoom out. Hide numbers. Next heading. Next button. Find roses. Click 4. "
    "Search for music. Dictate a letter."
)
"""Said "before" what was no command as it was heard first, to hear whether it may be one: of two commands that sound
alike the one that is harder to hear stands here. Free text suffers from it: "add to basket" is "Enter, mask it"."""

_UNLIKE = "This. Guess. Less. Chess. Yet. Jess. Gas. Undo it. Conform. Nah."
"""Said "before" what sounded like consent, so that it is heard as something else where it can be: a real "yes" is heard
as one even so, while "guess" and "conform" are no longer "yes" and "confirm"."""

_HINT_TOKENS = 100
"""Hints share Whisper's prompt of 224 tokens, and the more there are the more it imagines them. A letter of some
scripts is three tokens, and more than 448 in all fail."""

_HINT_CHARACTERS = 300

_TOKENS_A_SECOND = 8
_SPARE_TOKENS = 16
"""People speak four tokens a second; the bound ends the loops that Whisper falls into."""

_CONTEXT = 64
"""Samples of the frame before that Silero wants in front of each frame."""


@dataclass(frozen=True, slots=True)
class _Heard:
    """One decoding: the likeliest texts first, with the log-probability of each as a whole.

    `start` are the tokens before the text, `confidence` is the log-probability of a token on average.
    """

    sound: StorageView
    words: Tokenizer
    start: list[int]
    texts: tuple[str, ...]
    scores: tuple[float, ...]
    confidence: float
    no_speech: float


class Whisper:
    """A Transcriber. `threads`: one fewer than the free cores, since CTranslate2 spins while it waits."""

    def __init__(self, folder: Path, threads: int = 1, language: str = "en", guide: Guide | None = None) -> None:
        """Load the CTranslate2 model in `folder`; `language` may be "auto". Raises ModelMissing, ModelCorrupt."""
        lacking = [name for name in _FILES if not (folder / name).is_file()]
        if lacking or not any((folder / name).is_file() for name in _WORDS):
            # Without its tokenizer faster-whisper would ask the network for one.
            raise ModelMissing("The speech recognition model is not installed. Run: sayso models install")
        try:
            self._library = WhisperModel(
                str(folder), device="cpu", compute_type="int8", cpu_threads=threads, local_files_only=True
            )
        except (RuntimeError, ValueError, OSError) as error:
            raise ModelCorrupt("The speech recognition model is damaged. Run: sayso models install") from error
        self._model = self._library.model
        self._language = language if self._model.is_multilingual else "en"
        self._guide = guide or Guide()

    def warm(self) -> None:
        """Recognise half a second of silence, since the first call after loading is seconds slower."""
        self.transcribe(Recording(np.zeros(RATE // 2, np.float32)))

    def transcribe(self, recording: Recording, hotwords: Sequence[str] = ()) -> Transcript:
        """See the port. What Whisper says of its own doubts is handed on, not acted upon."""
        try:
            found = self._hinted(recording, hints(hotwords, self._language in ("en", "auto")))
        except (RuntimeError, ValueError) as error:
            raise HearingError("Speech recognition failed. Please say it again.") from error
        return replace(found, text=replaced(found.text, self._guide.replacements))

    def _hinted(self, recording: Recording, hotwords: Sequence[str]) -> Transcript:
        """Recognise with the names of the page, or without where they spoil it: a page must not make anyone deaf."""
        try:
            return self._transcribe(recording, hotwords)
        except (RuntimeError, ValueError):
            if not hotwords:
                raise
            log.warning("recognising without the names on the page, which failed")
            return self._transcribe(recording, ())

    def _transcribe(self, recording: Recording, hotwords: Sequence[str]) -> Transcript:
        fitting = [window for window in _WINDOWS[:-1] if recording.seconds + _ROOM_SECONDS <= window]
        if not fitting:
            return self._long(recording, hotwords)
        heard = self._heard(recording, hotwords, fitting[0])
        if _cramped(heard.texts[0]):
            heard = _said_once(self._heard(recording, hotwords, _WINDOWS[-1]))
        meant = self._command(heard, recording, hotwords)
        doubted = is_unclear(meant) or is_turned(meant, possible(heard.texts, heard.scores))
        if doubted or (agrees(meant) and not self._agreed(heard, meant, recording.seconds)):
            meant = ""  # which leads to a question, never to another command
        return Transcript(meant, heard.confidence, heard.no_speech, heard.words.language_code)

    def _command(self, heard: _Heard, recording: Recording, hotwords: Sequence[str]) -> str:
        """What was heard, or the command that it is nearly the same as once commands are expected."""
        text = heard.texts[0]
        if heard.words.language_code != "en" or not text or known(text, self._guide) or is_free(text) or agrees(text):
            return text
        start = self._start(heard.words, hotwords, _COMMANDS)
        again = _said_once(self._decoded(heard.sound, heard.words, start, recording.seconds))
        meant = self._meant(again, hotwords)
        either = possible(heard.texts, heard.scores) + possible(again.texts, again.scores)
        taken = known(meant, self._guide, hotwords) and may_mean(meant, text, either)
        return meant if taken else text

    def _agreed(self, heard: _Heard, meant: str, seconds: float) -> bool:
        """Whether it is heard as consent even by one who expects anything else."""
        start = [*heard.words.sot_sequence, heard.words.no_timestamps]
        if not plain(meant).startswith("go ahead"):  # which sounds like none of them, only like what is heard in them
            start = [heard.words.sot_prev, *heard.words.encode(" " + _UNLIKE), *start]
        again = self._decoded(heard.sound, heard.words, start, seconds)
        return agreed(again.texts, again.scores)

    def _heard(self, recording: Recording, hotwords: Sequence[str], window: int) -> _Heard:
        features = self._library.feature_extractor(recording.samples, padding=RATE // 100)
        sound = self._library.encode(pad_or_trim(features, window * _FRAMES_A_SECOND))
        language = self._spoken(sound)
        words = Tokenizer(self._library.hf_tokenizer, self._model.is_multilingual, task="transcribe", language=language)
        return self._decoded(sound, words, self._start(words, hotwords, _BEFORE), recording.seconds)

    def _decoded(self, sound: StorageView, words: Tokenizer, start: list[int], seconds: float) -> _Heard:
        found = self._model.generate(
            sound,
            [start],
            beam_size=_BEAM,
            num_hypotheses=_BEAM,
            length_penalty=1.0,  # by the token: otherwise what breaks off early is likelier
            max_length=len(start) + _SPARE_TOKENS + round(_TOKENS_A_SECOND * seconds),
            return_scores=True,
            return_no_speech_prob=True,
        )[0]
        return _Heard(
            sound=sound,
            words=words,
            start=start,
            texts=tuple(" ".join(words.decode(tokens).split()) for tokens in found.sequences_ids),
            scores=tuple(score * len(ids) for score, ids in zip(found.scores, found.sequences_ids, strict=True)),
            confidence=found.scores[0] * len(found.sequences_ids[0]) / (len(found.sequences_ids[0]) + 1),
            no_speech=float(found.no_speech_prob),
        )

    def _spoken(self, sound: StorageView) -> str:
        """The language that is spoken: the fixed one, or what Whisper takes it for; English where it is not sure."""
        if self._language != "auto":
            return self._language
        language, probability = self._model.detect_language(sound)[0][0]
        return str(language).strip("<|>") if probability >= _SURE else "en"

    def _start(self, words: Tokenizer, hotwords: Sequence[str], before: str) -> list[int]:
        start = [*words.sot_sequence, words.no_timestamps]
        if words.language_code != "en":
            return start
        return [words.sot_prev, *words.encode(" " + self._prompt(hotwords, before)), *start]

    def _prompt(self, hotwords: Sequence[str], before: str) -> str:
        """Return what Whisper is to think came before: commands, and as many names from the page as are useful."""
        kept: list[str] = []
        left = _HINT_TOKENS
        for word in hints([*self._guide.vocabulary, *hotwords], latin=False):
            if sum(map(len, kept)) + len(word) <= _HINT_CHARACTERS:
                tokens = len(self._library.hf_tokenizer.encode(f" {word}.", add_special_tokens=False).ids)
                if tokens <= left:
                    left -= tokens
                    kept.append(f"{word}.")
        return " ".join([*kept, before])

    def _meant(self, heard: _Heard, hotwords: Sequence[str]) -> str:
        """What was heard, or the command that is nearly as likely."""
        text = heard.texts[0]
        if not text or known(text, self._guide):
            return text
        offered = candidates(heard.texts, self._guide, hotwords)
        scores = self._scores(heard, tuple(map(_written, offered)))
        log.debug("heard with %s, %d commands are near, with %s", heard.scores, len(offered), scores)
        return choose(heard.texts, heard.scores[0], offered, dict(zip(offered, scores, strict=True)))

    def _scores(self, heard: _Heard, texts: Sequence[str]) -> list[float]:
        """Return the log-probability of each text as all that was said."""
        if not texts:
            return []
        tokens = [heard.words.encode(" " + text) for text in texts]
        found = self._model.generate(
            StorageView.from_array(np.repeat(np.asarray(heard.sound), len(texts), axis=0)),
            [[*heard.start, *one] for one in tokens],
            beam_size=1,
            max_length=len(heard.start) + max(map(len, tokens)) + 2,
            suppress_blank=False,
            return_logits_vocab=True,
        )
        # What is in the prompt after the start counts as generated, so there are logits for each of its tokens.
        wanted = [[*one, heard.words.eot] for one in tokens]
        return [
            sum(_log_probability(step, token) for step, token in zip(one.logits[0], each, strict=False))
            for one, each in zip(found, wanted, strict=True)
        ]

    def _long(self, recording: Recording, hotwords: Sequence[str]) -> Transcript:
        """Piece by piece: in a window of half a minute Whisper leaves out what comes after a pause."""
        every = pieces(recording, _PIECE_SECONDS, _WINDOWS[1] - _ROOM_SECONDS)
        loud = [one for one in every if level(one) >= FLOOR]
        if len(loud) < 2:
            return self._transcribe(loud[0], hotwords) if loud else Transcript("", 0.0, 1.0, self._language)
        found = [self._heard(one, hotwords, _WINDOWS[1]) for one in loud]
        text = " ".join(one.texts[0] for one in map(_said_once, found)).strip()
        weights = [max(1, len(one.texts[0])) for one in found]
        return Transcript(
            text="" if agrees(text) else text,  # nobody takes so long over a yes
            log_probability=float(np.average([one.confidence for one in found], weights=weights)),
            no_speech=float(np.average([one.no_speech for one in found], weights=weights)),
            language=found[0].words.language_code,
        )


def _cramped(text: str) -> bool:
    """True for what comes of a window that is too short: the same words twice, or a sentence without an end.

    After sentences, as `_BEFORE` holds, Whisper ends what it hears with a mark.
    """
    words = re.findall(r"\w+", text.casefold())
    return repeats(words) >= 2 or (bool(words) and text[-1].isalnum())


def _said_once(heard: _Heard) -> _Heard:
    """With what is said twice over behind what is said once: nobody says "Go back. Go back." in one breath."""
    order = sorted(range(len(heard.texts)), key=lambda n: repeats(re.findall(r"\w+", heard.texts[n].casefold())) >= 2)
    return replace(heard, texts=tuple(heard.texts[n] for n in order), scores=tuple(heard.scores[n] for n in order))


def _log_probability(logits: StorageView, token: int) -> float:
    values = np.asarray(logits, np.float64).ravel()
    most = values.max()
    return float(values[token] - most - np.log(np.sum(np.exp(values - most))))


def _written(command: str) -> str:
    """As Whisper writes it, since it is the likelihood of this writing that is asked for."""
    return f"{command[:1].upper()}{command[1:]}."


class Silero:
    """A SpeechDetector. Holds the state of one stream: used by one thread."""

    def __init__(self) -> None:
        self._model = get_vad_model()
        self.reset()

    def reset(self) -> None:
        self._memory = np.zeros((1, 1, 128), np.float32)
        self._cell = np.zeros((1, 1, 128), np.float32)
        self._before = np.zeros(_CONTEXT, np.float32)

    def probability(self, frame: Frame) -> float:
        """See the port: `frame` has shape (512,)."""
        seen = np.concatenate([self._before, frame])[None, :]
        self._before = frame[-_CONTEXT:]
        given = {"input": seen, "h": self._memory, "c": self._cell}
        found, self._memory, self._cell = self._model.session.run(None, given)
        return float(found.ravel()[0])

    def probabilities(self, recording: Recording) -> NDArray[np.float32]:
        """See the port. The stream's state is left alone."""
        count = -(-len(recording.samples) // FRAME)
        if not count:
            return np.zeros(0, np.float32)
        # The library blanks the end of the last frame it is given, so one more is given than is asked for.
        padded = np.zeros((count + 1) * FRAME, np.float32)
        padded[: len(recording.samples)] = recording.samples
        found: NDArray[np.float32] = np.asarray(self._model(padded), np.float32).ravel()[:count]
        return found


def read_audio(path: Path) -> Recording:
    """Decode any audio file to 16 kHz mono. Raises AudioUnreadable, with a sentence for the user."""
    if path.is_dir():
        raise AudioUnreadable(f"{path.name} is a folder, not a sound file. Give the name of a recording.")
    try:
        with path.open("rb") as file:
            if not file.read(1):
                raise AudioUnreadable(f"The sound file {path.name} is empty. Record it again.")
            file.seek(0)
            samples = _decoded(file, path.name)
    except FileNotFoundError as error:
        raise AudioUnreadable(f"There is no sound file {path.name}. Check its name.") from error
    except av.error.FFmpegError as error:
        raise AudioUnreadable(_not_audio(path.name)) from error
    except OSError as error:
        raise AudioUnreadable(f"The sound file {path.name} cannot be read. Check its permissions.") from error
    if not len(samples):
        raise AudioUnreadable(f"The sound file {path.name} holds no sound. Record it again.")
    return Recording(samples)


def _not_audio(name: str) -> str:
    return f"{name} is not a sound file that I can read. Use a WAV, MP3, FLAC or OGG recording."


def _decoded(file: BinaryIO, name: str) -> NDArray[np.float32]:
    # Playlists and the like may name further files and addresses; nothing but this one is to be opened.
    with av.open(file, "r", options={"protocol_whitelist": "none"}, metadata_errors="ignore") as container:
        if not container.streams.audio:
            raise AudioUnreadable(_not_audio(name))
        chunks: list[NDArray[np.float32]] = []
        for chunk in _chunks(container):
            chunks.append(chunk)
            if sum(map(len, chunks)) > MAX_SECONDS * RATE:
                raise AudioUnreadable(f"{name} is longer than two minutes. Record a shorter instruction.")
    return np.concatenate(chunks) if chunks else np.zeros(0, np.float32)


def _chunks(container: "av.container.InputContainer") -> Iterator[NDArray[np.float32]]:
    """Decode the first audio stream, passing over packets that are damaged."""
    resampler = AudioResampler(format="flt", layout="mono", rate=RATE)
    for packet in container.demux(container.streams.audio[0]):
        try:
            frames = packet.decode()
        except av.error.InvalidDataError:
            continue
        for frame in frames:
            frame.pts = None  # Some files have timestamps that run backwards; the samples are in order all the same.
            for part in resampler.resample(frame):
                yield np.asarray(part.to_ndarray(), np.float32).ravel()
    for part in resampler.resample(None):
        yield np.asarray(part.to_ndarray(), np.float32).ravel()
