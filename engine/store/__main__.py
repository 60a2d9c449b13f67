"""Model files from the command line, without the rest of Sayso: `python -m engine.store list | install | verify`."""

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from engine.store.installing import install
from engine.store.places import data_folder, in_words
from engine.store.progress import to_stream
from engine.store.shelf import Installed, list_models, verify
from engine.values.errors import SaysoError


class Parser(argparse.ArgumentParser):
    """Ends with one sentence and exit code 1 when the words are wrong, as for every other bad input."""

    def error(self, message: str) -> NoReturn:
        self.exit(1, f"{message[:1].upper()}{message[1:]}. Type: {self.prog} --help\n")


def line(found: Installed) -> str:
    """One model in one line of plain words."""
    faults = f" ({', '.join(found.faults)})" if found.faults else ""
    state = "not installed" if found.optional and found.state == "missing" else found.state
    told = f"{found.title}, {found.purpose}, {in_words(found.size)}, {found.licence}"
    return f"{found.name}: {state}{faults}. {told}{', optional' if found.optional else ''}."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of the three commands; 0 when every model asked for is whole."""
    parser = Parser(prog="sayso models", description="The model files of Sayso.")
    parser.add_argument("command", choices=("list", "install", "verify"))
    parser.add_argument("names", nargs="*", help="models to install; all that are not optional without names")
    given = parser.parse_args(arguments)
    try:
        if given.command == "install":
            found = install(data_folder(), given.names, to_stream(sys.stderr))
        else:
            found = (verify if given.command == "verify" else list_models)(data_folder())
    except SaysoError as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join(line(one) for one in found))
    return 0 if given.command == "list" or all(_well(one) for one in found) else 1


def _well(one: Installed) -> bool:
    return one.state == "installed" or (one.optional and one.state == "missing")


if __name__ == "__main__":
    sys.exit(main())
