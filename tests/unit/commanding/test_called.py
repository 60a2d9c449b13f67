"""The bare name of one thing on the page."""

from engine.commanding.matching import called
from tests.fakes import element


def test_only_the_whole_name_of_one_thing_counts() -> None:
    send, other = element("e1", name="Send booking"), element("e2", name="Ask us")
    assert called("send booking", [send, other]) == send
    assert called("send", [send, other]) is None
    assert called("", [send, other]) is None
    assert called("send booking", [send, element("e3", name="Send booking")]) is None
