"""What the user can choose. One frozen value, read once at start from settings.toml in the data folder."""

from dataclasses import dataclass, field

from engine.values.sound import Manner

SITES: dict[str, str] = {
    "wikipedia": "https://en.wikipedia.org/",
    "youtube": "https://www.youtube.com/",
    "google": "https://www.google.com/",
    "duckduckgo": "https://duckduckgo.com/",
    "bbc": "https://www.bbc.com/",
    "bbc news": "https://www.bbc.com/news",
    "amazon": "https://www.amazon.com/",
    "gmail": "https://mail.google.com/",
    "github": "https://github.com/",
    "reddit": "https://www.reddit.com/",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """All choices with their defaults.

    search_engine    address with {query} in it, used when a page has no search box of its own
    sites            spoken site name (lower case) → address
    language         of speech recognition
    rate             speech, words a minute, 80 to 500
    pitch, volume    of speech, 0 to 100
    voice            False: replies are only written
    speaker          name of the voice, "" for the usual one of the language
    voice_engine     "espeak", or "piper" where its model is installed
    earcons          short sounds for listening, heard, done, asked, failed
    punctuation      which marks are read out by name: "none", "some" or "all"
    screen_reader    while one runs: "leave" speech to it where it can be asked, "share" (both speak), "quiet"
    headphones       True: what the microphone hears while Sayso speaks is not Sayso
    end_silence      seconds of silence that end a command spoken hands-free, dictation_silence those that end a text
    recogniser       "base", "small" where it is installed, or the folder of any CTranslate2 Whisper model
    vocabulary       words that you often say and that are hard to hear
    replacements     what is heard → what was meant
    consent_seconds  how long a question stays open; then the answer is taken as no
    max_steps        actions for one instruction
    page_seconds     how long a page may load before it is given up
    threads          for each model; 0 chooses from the free cores
    """

    search_engine: str = "https://duckduckgo.com/?q={query}"
    sites: dict[str, str] = field(default_factory=lambda: dict(SITES))
    home: str = ""
    language: str = "en"
    rate: int = 180
    voice: bool = True
    headless: bool = False
    consent_seconds: float = 120.0
    max_steps: int = 8
    page_seconds: float = 25.0
    threads: int = 0
    microphone: str = ""
    pitch: int = 50
    volume: int = 100
    speaker: str = ""
    voice_engine: str = "espeak"
    earcons: bool = True
    punctuation: str = "some"
    screen_reader: str = "leave"
    headphones: bool = False
    end_silence: float = 0.4
    dictation_silence: float = 0.9
    recogniser: str = "base"
    vocabulary: list[str] = field(default_factory=list)
    replacements: dict[str, str] = field(default_factory=dict)

    @property
    def manner(self) -> Manner:
        return Manner(self.rate, self.pitch, self.volume, self.speaker)
