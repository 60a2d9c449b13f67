import io

from engine.store.progress import Progress, to_stream


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def tell(stream: io.StringIO) -> str:
    report = to_stream(stream)
    for done in range(1001):
        report(Progress("Toy", "downloading", done * 1000, 1_000_000))
    report(Progress("Toy", "ready"))
    return stream.getvalue()


def test_a_log_gets_a_line_for_every_tenth() -> None:
    lines = tell(io.StringIO()).splitlines()
    assert len(lines) == 12
    assert lines[1] == "Toy: downloading, 10 percent of 1 megabytes"
    assert lines[-1] == "Toy: ready"


def test_a_terminal_gets_one_line_that_grows() -> None:
    told = tell(Terminal())
    assert told.count("\n") == 2
    assert told.count("\r") == 102
    assert told.endswith("100 percent of 1 megabytes\n\rToy: ready\n")


def test_a_line_broken_off_is_ended_before_the_next() -> None:
    stream = Terminal()
    report = to_stream(stream)
    report(Progress("Toy", "downloading", 5, 10))
    report(Progress("Toy", "checking"))
    assert stream.getvalue() == "\rToy: downloading, 50 percent of 1 megabytes\nToy: checking\n"
