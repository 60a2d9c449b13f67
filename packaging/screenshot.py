"""Draw the window with a sample conversation to assets/screenshot.png, without a display.

Usage: python packaging/screenshot.py [FILE] [--dark] [--percent N]
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(ROOT))

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from app.look import DARK, LIGHT
from app.window import Window
from engine.values.event import Event, Finished, Heard, Looked, Phase, Replied
from engine.values.sound import Said

PAGE = ("http://127.0.0.1/booking", "Harbour Hotel: Book a room")

SAMPLE: tuple[Event, ...] = (
    Phase("idle"),
    Heard("open harbour hotel", "spoken", 410.0),
    Looked(*PAGE, 24, False, 60.0),
    Replied("I opened harbour.example. The page is now Harbour Hotel: Book a room.", 900.0),
    Finished("done", False, *PAGE, 900.0),
    Heard("type Anna into name", "typed"),
    Replied("Name now has Anna.", 200.0),
    Finished("done", False, *PAGE, 200.0),
    Heard("click send booking", "spoken", 380.0),
    Replied(
        "Send booking will send Name: Anna; Room: Double to harbour.example. Shall I send it? Say yes or no.", 120.0
    ),
    Finished("asked", True, *PAGE, 700.0),
)


class Silence:
    """A conversation that does nothing."""

    def start(self, url: str = "") -> None: ...

    def submit(self, said: Said) -> None: ...

    def stop(self) -> None: ...

    def hold(self, pressed: bool) -> None: ...

    def latch(self) -> None: ...

    def listen(self, on: bool) -> None: ...

    def close(self) -> None: ...


def main() -> int:
    parser = argparse.ArgumentParser(description="Draw the window to a PNG file.")
    parser.add_argument("file", nargs="?", type=Path, default=ROOT / "assets" / "screenshot.png")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--percent", type=int, default=100)
    chosen = parser.parse_args()
    application = QApplication(["sayso"])
    application.setStyle("Fusion")
    with tempfile.TemporaryDirectory() as folder:
        memory = QSettings(str(Path(folder) / "window.ini"), QSettings.Format.IniFormat)
        memory.setValue("text_percent", chosen.percent)
        window = Window(Silence(), memory, say=lambda _widget, _text: None)
        window.wear(DARK if chosen.dark else LIGHT)
        window.resize(420, 760)
        window.show()
        for event in SAMPLE:
            window.take(event)
        for _ in range(5):
            application.processEvents()
        saved = window.grab().save(str(chosen.file))
        window.close()
    print(chosen.file if saved else f"{chosen.file} could not be written")
    return 0 if saved else 1


if __name__ == "__main__":
    sys.exit(main())
