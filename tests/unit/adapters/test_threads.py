import os

import pytest

from engine.adapters import threads
from engine.adapters.threads import budget


@pytest.mark.parametrize(
    ("cores", "load", "expected"),
    [(1, 0.0, 1), (2, 0.0, 1), (4, 0.3, 3), (8, 2.9, 6), (8, 30.0, 1), (64, 1.0, 8)],
)
def test_a_core_is_always_left(monkeypatch: pytest.MonkeyPatch, cores: int, load: float, expected: int) -> None:
    monkeypatch.setattr(threads, "_cores", lambda: cores)
    monkeypatch.setattr(os, "getloadavg", lambda: (load, load, load))
    assert budget() == expected


def test_the_users_choice_counts_as_far_as_there_are_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "_cores", lambda: 4)
    assert budget(2) == 2
    assert budget(99) == 4


def test_this_computer_has_cores() -> None:
    assert 1 <= threads._cores() <= (os.cpu_count() or 1)
