"""The names of saved files are never the page's to choose."""

import pytest

from engine.adapters.webdriver.saving import _file_name, _given

PDF = "application/pdf"


@pytest.mark.parametrize(
    ("given", "url", "kind", "name"),
    [
        ("", "https://a.example/time%20table.pdf?x=1", PDF, "time table.pdf"),
        ("", "https://a.example/", PDF, "document.pdf"),
        ("", "https://a.example/..%2F..%2F.profile", PDF, "profile.pdf"),
        ("../../etc/passwd", "https://a.example/x", PDF, "passwd.pdf"),
        ("C:\\Windows\\run.exe", "https://a.example/x", PDF, "run.exe.pdf"),
        ("bill\u202efdp.exe", "https://a.example/x", PDF, "billfdp.exe.pdf"),
        ("CON.pdf", "https://a.example/x", PDF, "_CON.pdf"),
        ("a" * 300, "https://a.example/x", PDF, "a" * 100 + ".pdf"),
        ("Grüße 2.PDF", "https://a.example/x", PDF, "Grüße 2.PDF"),
        ("", "https://a.example/cat.jpeg", "image/jpeg", "cat.jpeg"),
        ("", "https://a.example/cat.php", "image/png", "cat.php.png"),
    ],
)
def test_a_name_is_harmless(given: str, url: str, kind: str, name: str) -> None:
    assert _file_name(given, url, kind) == name


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("", ""),
        ("inline", ""),
        ('attachment; filename="a b.pdf"', "a b.pdf"),
        ("attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe.pdf", "Grüße.pdf"),
    ],
)
def test_the_name_in_a_header(header: str, name: str) -> None:
    assert _given(header) == name
