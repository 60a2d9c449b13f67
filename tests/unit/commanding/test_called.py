"""The bare name of something on the page."""

from engine.commanding.matching import called
from tests.fakes import element


def test_only_a_whole_name_counts() -> None:
    send, other = element("e1", name="Send booking"), element("e2", name="Ask us", interactive=False)
    assert called("send booking", [send, other])
    assert not called("send", [send, other])
    assert not called("", [send, other])
    assert not called("ask us", [send, other])
