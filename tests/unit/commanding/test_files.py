"""Which file is meant by what is said; only names are read, and only where the user keeps files."""

from pathlib import Path

import pytest

from engine.commanding.files import files_called, stamp


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name in ("Downloads/cv.pdf", "Downloads/Letter to Anna.txt", "Documents/tax 2025.pdf", "notes.txt", ".secret"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(name)
    (tmp_path / "Downloads/deep").mkdir()
    (tmp_path / "Downloads/deep/hidden.pdf").write_text("x")
    return tmp_path


@pytest.mark.parametrize(
    ("spoken", "names"),
    [
        ("cv.pdf", ["Downloads/cv.pdf"]),
        ("cv dot pdf", ["Downloads/cv.pdf"]),
        ("CV", ["Downloads/cv.pdf"]),
        ("letter to anna", ["Downloads/Letter to Anna.txt"]),
        ("anna letter", ["Downloads/Letter to Anna.txt"]),
        ("tax 2025 from documents", ["Documents/tax 2025.pdf"]),
        ("~/notes.txt", ["notes.txt"]),
        ("Downloads/cv.pdf", ["Downloads/cv.pdf"]),
        ("notes", ["notes.txt"]),
        (".secret", [".secret"]),
        ("secret", []),
        ("hidden", []),
        ("tax 2025 from downloads", []),
        ("~/Downloads", []),
        ("nothing.pdf", []),
        ("", []),
    ],
)
def test_files_are_found_by_path_or_name(home: Path, spoken: str, names: list[str]) -> None:
    assert files_called(spoken, home) == tuple(home / name for name in names)


def test_an_absolute_path_is_taken_as_it_stands(home: Path) -> None:
    assert files_called(str(home / "notes.txt"), Path("/nowhere")) == (home / "notes.txt",)


def test_files_of_one_name_are_all_told(home: Path) -> None:
    (home / "Documents/cv.pdf").write_text("other")
    assert files_called("cv", home) == (home / "Downloads/cv.pdf", home / "Documents/cv.pdf")


def test_the_stamp_of_a_file_changes_with_it(home: Path) -> None:
    file = home / "notes.txt"
    before = stamp(str(file))
    file.write_text("something longer than before")
    assert before and stamp(str(file)) != before and stamp(str(home / "gone")) == ()


def test_a_link_is_told_as_the_file_behind_it(home: Path) -> None:
    kept = home / "kept" / "secrets.txt"
    kept.parent.mkdir()
    kept.write_text("x")
    link = home / "Downloads" / "harmless.txt"
    link.symlink_to(kept)
    assert files_called("harmless.txt", home) == (kept.resolve(),)
    assert files_called(str(link), home) == (kept.resolve(),)
