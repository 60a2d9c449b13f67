"""The program as a user starts it, for tests."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True)
class Run:
    """How a call of the program ended."""

    returncode: int
    stdout: str
    stderr: str

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The JSON objects of the output, one a line; other lines are left out."""
        return [json.loads(line) for line in self.stdout.splitlines() if line.startswith("{")]

    @property
    def last(self) -> dict[str, Any]:
        assert self.lines, f"No JSON came out (exit {self.returncode}): {self.stdout}{self.stderr}"
        return self.lines[-1]


@dataclass(slots=True)
class Program:
    """Calls `python -m app …` in the data folder of the tests, with the network blocked."""

    environment: dict[str, str]
    started: list[subprocess.Popen[str]] = field(default_factory=list)

    def __call__(self, *arguments: str | Path, stdin: str = "", timeout: float = 120, **extra: str) -> Run:
        """Run to the end; `extra` are environment variables. Fails after `timeout` seconds."""
        process = self.start(*arguments, **extra)
        try:
            stdout, stderr = process.communicate(stdin, timeout=timeout)
        except subprocess.TimeoutExpired:
            end(process)
            stdout, stderr = process.communicate()
            raise AssertionError(f"Not finished after {timeout} s: {arguments}\n{stdout}\n{stderr}") from None
        return Run(process.returncode, stdout, stderr)

    def start(self, *arguments: str | Path, **extra: str) -> subprocess.Popen[str]:
        """Start it in a process group of its own and return at once, for tests that kill it or talk to it."""
        process = subprocess.Popen(
            [sys.executable, "-m", "app", *map(str, arguments)],
            cwd=ROOT,
            env={**os.environ, **self.environment, **extra},
            text=True,
            encoding="utf-8",
            start_new_session=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.started.append(process)
        return process

    def close(self) -> None:
        """End what a test has left running, and close its pipes."""
        for process in self.started:
            if process.poll() is None:
                end(process)
            for pipe in (process.stdin, process.stdout, process.stderr):
                if pipe and not pipe.closed:
                    pipe.close()
            process.wait()


def end(process: subprocess.Popen[str]) -> None:
    """Kill the program and all that it started in its group."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
