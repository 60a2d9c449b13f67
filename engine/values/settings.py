"""What the user can choose. One frozen value, read once at start from settings.toml in the data folder."""

from dataclasses import dataclass, field

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
