"""Every error that Sayso raises on purpose. Its message is one plain sentence for the user.

SaysoError
├── HearingError          nothing usable was heard
│   ├── AudioUnreadable   the file is not audio, or is empty
│   ├── NothingHeard      silence, noise, or speech too uncertain to act on
│   └── MicrophoneMissing no input device, or it delivers only zeros
├── SpeakingError         the synthesiser or the audio device does not work
├── BrowserError          Chrome could not do what it was asked
│   ├── BrowserMissing    no Chrome or Chromium, no driver, or majors that differ
│   ├── BrowserGone       Chrome or its driver ended while in use
│   ├── PageUnreachable   name, connection, certificate or HTTP error page
│   └── PageTimedOut      the page did not finish loading in time
├── ModelError            a model file
│   ├── ModelMissing      not installed
│   ├── ModelCorrupt      its sha256 is not the one in the catalog
│   └── DownloadFailed    could not be fetched from any source
├── InstructionError      what was said cannot be an instruction (empty, too long, another script)
├── SettingsError         settings.toml cannot be used as it is
├── StorageError          the data folder cannot be written (full disk, permissions)
└── Interrupted           the user said stop

Adapters translate their library's errors into these, `from` the original. Only
`engine.chain.session` catches them all.
"""


class SaysoError(Exception):
    """Root of the tree; `str(error)` is the sentence to say."""


class HearingError(SaysoError): ...


class AudioUnreadable(HearingError): ...


class NothingHeard(HearingError): ...


class MicrophoneMissing(HearingError): ...


class SpeakingError(SaysoError): ...


class BrowserError(SaysoError): ...


class BrowserMissing(BrowserError): ...


class BrowserGone(BrowserError): ...


class PageUnreachable(BrowserError): ...


class PageTimedOut(BrowserError): ...


class ModelError(SaysoError): ...


class ModelMissing(ModelError): ...


class ModelCorrupt(ModelError): ...


class DownloadFailed(ModelError): ...


class InstructionError(SaysoError): ...


class SettingsError(SaysoError): ...


class StorageError(SaysoError): ...


class Interrupted(SaysoError): ...
