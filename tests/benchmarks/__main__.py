"""All benchmarks, one after the other: `make bench`."""

from tests.benchmarks import capture, halting, latency, turn

if __name__ == "__main__":
    turn.main()
    halting.main([])
    capture.main([])
    latency.main([])
