"""`sayso`: the arguments, the log file, and which part of the program they start."""

import argparse
import logging
import logging.handlers
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.chain.configuring import settings_in
from engine.store.__main__ import Parser
from engine.store.places import data_folder
from engine.values.errors import SaysoError

VERSION = "0.1.0"

log = logging.getLogger(__name__)


class _Utterance(argparse.Action):
    """Keeps --then and --wav in the order they were given: [("text", …), ("wav", …)]."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: Any = None
    ) -> None:
        if values is not None:
            kind = "wav" if option == "--wav" else "text"
            namespace.utterances = [*(getattr(namespace, "utterances", None) or []), (kind, values)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Every error that we raise ends as one sentence on stderr."""
    given = _parser().parse_args(arguments)
    try:
        folder = data_folder()
        _log_to(folder)
        return int(given.run(given, folder))
    except SaysoError as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:
        _say_no_more()  # whoever read our output has gone
        return 1
    except OSError as error:
        _say_no_more()
        log.error("ended", exc_info=error)
        print(f"The system refused something I need: {error.strerror}. Put it right and try again.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _say_no_more() -> None:
    """Let Python's last flush of the output succeed, or it would end in a traceback."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="sayso", description="Use the web by voice, offline. Without a command: the window.")
    parser.add_argument("--version", action="version", version=f"Sayso {VERSION}")
    parser.set_defaults(run=_window, url="", headless=False)
    _browsing(parser)
    commands = parser.add_subparsers(metavar="COMMAND")
    chat = commands.add_parser("chat", help="the conversation in this terminal")
    chat.set_defaults(run=_chat)
    do = commands.add_parser("do", help="carry out the given turns, then exit")
    do.add_argument("instruction", nargs="?", action=_Utterance, help="what to do")
    do.add_argument("--then", action=_Utterance, metavar="UTTERANCE", help="what is said next; may be repeated")
    do.add_argument("--wav", action=_Utterance, metavar="FILE", help="a spoken utterance; may be repeated")
    do.add_argument("--json", action="store_true", help="one JSON object a line for every event, silent")
    do.set_defaults(run=_do, utterances=[])
    hear = commands.add_parser("hear", help="write what is said in a sound file")
    hear.add_argument("file", type=Path)
    hear.add_argument("--json", action="store_true")
    hear.set_defaults(run=_hear)
    speak = commands.add_parser("speak", help="say a text aloud, or into a file")
    speak.add_argument("text")
    speak.add_argument("--wav", type=Path, metavar="OUT", help="write the sound here instead")
    speak.set_defaults(run=_speak)
    doctor = commands.add_parser("doctor", help="check every part, and say what to do")
    doctor.add_argument("--json", action="store_true")
    doctor.set_defaults(run=_doctor)
    evaluate = commands.add_parser("evaluate", help="figures on a folder of data")
    evaluate.add_argument("what", choices=("hearing",), help="what is measured")
    evaluate.add_argument("--data", type=Path, required=True, metavar="FOLDER", help="holds a manifest.jsonl")
    evaluate.add_argument("--json", action="store_true")
    evaluate.set_defaults(run=_evaluate)
    models = commands.add_parser("models", help="list, install or verify the model files")
    models.add_argument("rest", nargs=argparse.REMAINDER, help="list | install [NAME…] | verify")
    models.set_defaults(run=_models)
    for command in (chat, do):
        _browsing(command)
    return parser


def _browsing(parser: argparse.ArgumentParser) -> None:
    # SUPPRESS: an option given before the command must survive the command's own defaults
    parser.add_argument("--url", default=argparse.SUPPRESS, help="open this page first")
    parser.add_argument("--headless", action="store_true", default=argparse.SUPPRESS, help="Chrome without a window")


def _settings(given: argparse.Namespace, folder: Path) -> Any:
    from dataclasses import replace

    settings = settings_in(folder)
    return replace(settings, headless=True) if given.headless else settings


def _in_terminal(given: argparse.Namespace, folder: Path) -> Any:
    """What is written to a terminal is read out by the screen reader there: Sayso must not have it said once more."""
    from dataclasses import replace

    settings = _settings(given, folder)
    return replace(settings, screen_reader="quiet") if settings.screen_reader == "leave" else settings


def _window(given: argparse.Namespace, folder: Path) -> int:
    if sys.platform.startswith("linux") and not any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    ):
        print("There is no display for the window. Type: sayso chat --headless", file=sys.stderr)
        return 1
    from app.window import run

    return run(_settings(given, folder), folder, given.url)


def _chat(given: argparse.Namespace, folder: Path) -> int:
    from app.terminal import chat
    from engine.chain.conversation import Conversation

    settings = _in_terminal(given, folder)
    return chat(lambda emit: Conversation(settings, folder, emit), sys.stdin, sys.stdout, given.url)


def _do(given: argparse.Namespace, folder: Path) -> int:
    from app.doing import do

    return do(given.utterances, _in_terminal(given, folder), folder, url=given.url, as_json=given.json)


def _hear(given: argparse.Namespace, folder: Path) -> int:
    from app.sounding import hear

    return hear(given.file, _settings_only(folder), folder, as_json=given.json)


def _speak(given: argparse.Namespace, folder: Path) -> int:
    from app.sounding import speak

    return speak(given.text, given.wav, _settings_only(folder), folder)


def _doctor(given: argparse.Namespace, folder: Path) -> int:
    from app.doctor import doctor
    from engine.values.errors import SettingsError
    from engine.values.settings import Settings

    try:
        settings = _settings_only(folder)
    except SettingsError:  # it is one of the checks, and must not keep the others from being made
        settings = Settings()
    return doctor(settings, folder, as_json=given.json)


def _evaluate(given: argparse.Namespace, folder: Path) -> int:
    from app.evaluating import hearing

    return hearing(given.data, _settings_only(folder), folder, as_json=given.json)


def _models(given: argparse.Namespace, folder: Path) -> int:
    from engine.store.__main__ import main as models

    return models(given.rest or ["list"])


def _settings_only(folder: Path) -> Any:
    return settings_in(folder)


def _log_to(folder: Path) -> None:
    """Keep a small log beside the record; a folder that cannot be written is told by whoever needs it."""
    level = os.environ.get("SAYSO_LOG", "INFO").upper()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        keep: logging.Handler = logging.handlers.RotatingFileHandler(
            folder / "sayso.log", maxBytes=1_000_000, backupCount=1
        )
    except OSError:
        keep = logging.NullHandler()
    keep.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level if level in logging.getLevelNamesMapping() else "INFO", handlers=[keep])
    logging.getLogger("selenium").setLevel(logging.INFO)  # at DEBUG it writes every key that is typed, passwords too
    logging.raiseExceptions = False  # a full disk must not print tracebacks over a conversation


if __name__ == "__main__":
    sys.exit(main())
