"""All benchmarks, one after the other: `make bench`."""

from tests.benchmarks import capture, turn

if __name__ == "__main__":
    turn.main()
    capture.main([])
