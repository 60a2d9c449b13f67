"""From a recording to the words that were said, or to one sentence why there are none."""

import logging
from collections.abc import Sequence

from engine.hearing.endpointing import Endpointing, Utterance, speech_seconds, trim
from engine.hearing.gating import FLOOR, Accepted, gate, level
from engine.hearing.understanding import normalise
from engine.values.errors import NothingHeard
from engine.values.ports import SpeechDetector, Transcriber
from engine.values.sound import Recording

log = logging.getLogger(__name__)

SILENT = "I heard nothing, the recording is silent. Check that the microphone is on, then say it again."
NO_WORDS = "I heard nothing that sounds like words. Say it again, a little louder or closer to the microphone."
UNSURE = "I heard nothing I can be sure of. Please say it again."

FILE = Endpointing(min_speech=0.15)
"""A recording was made on purpose, so a little less speech is believed than from an open microphone."""


def hear(recording: Recording, detector: SpeechDetector, transcriber: Transcriber, hotwords: Sequence[str] = ()) -> str:
    """Return what was said in a whole recording (16 kHz mono), as a command.

    `hotwords` are names on the page that are likely to be said. Raises NothingHeard.
    """
    if level(recording) < FLOOR:
        raise NothingHeard(SILENT)
    utterance = Utterance(recording, detector.probabilities(recording))
    return understand(utterance, transcriber, hotwords)


def understand(
    utterance: Utterance, transcriber: Transcriber, hotwords: Sequence[str] = (), bounds: Endpointing = FILE
) -> str:
    """Return the words of an utterance whose speech probabilities are known. Raises NothingHeard."""
    if level(utterance.recording) < FLOOR:
        raise NothingHeard(SILENT)
    speech = speech_seconds(utterance, bounds)
    if speech < bounds.min_speech:
        raise NothingHeard(NO_WORDS)
    verdict = gate(transcriber.transcribe(trim(utterance, bounds), hotwords), speech)
    if not isinstance(verdict, Accepted):
        log.info("not believed: %s", verdict.reason)
        raise NothingHeard(UNSURE)
    return normalise(verdict.text)
