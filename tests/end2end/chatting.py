"""`sayso chat` through pipes."""

import subprocess
from dataclasses import dataclass, field


@dataclass(slots=True)
class Chat:
    """A started `sayso chat`; `lines` is what it has written so far."""

    process: subprocess.Popen[str]
    lines: list[str] = field(default_factory=list)

    def say(self, text: str) -> None:
        """Write one line, as a person would type it."""
        assert self.process.stdin
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def wait_for(self, words: str) -> str:
        """The next line that has these words in it."""
        assert self.process.stdout
        while line := self.process.stdout.readline():
            self.lines.append(line.rstrip("\n"))
            if words in line:
                return self.lines[-1]
        raise AssertionError(f"{words!r} was never said: {self.lines}")
