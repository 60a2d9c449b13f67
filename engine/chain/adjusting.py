"""Commands about Sayso itself: how it speaks and listens."""

from engine import replying
from engine.chain.concluding import say
from engine.chain.state import State
from engine.chain.steps import Turn
from engine.commanding.commands import Own


def own(turn: Turn, state: State, command: Own) -> State:
    """Carry out a command about Sayso itself; what it changes is reported as Adjusted."""
    return say(turn, state, replying.CANNOT_HELP, "failed")
