"""Long replies in portions: nobody can stop and look back at what is spoken."""

import re

LONG = 350
"""Characters that are said at a time."""
MORE_TO_SAY = "Say more for the rest."

_SHORT_REST = 80
"""So few characters more are said with the others."""
_LEAST = LONG // 3
_ENDS = (re.compile(r"(?<!\d\.)(?<=[.!?…])[\"”’)]?\s+|\n+"), re.compile(r"(?<=[,;:])\s+"), re.compile(r"\s+"))
"""Where a reply may be cut: after a sentence, else after a part of one, else between words."""


def portioned(reply: str) -> tuple[str, str]:
    """Return what of a reply is said first, and the rest, "" where all of it is short enough."""
    if len(reply) <= LONG + _SHORT_REST:
        return reply, ""
    for ends in _ENDS:
        cuts = [found for found in ends.finditer(reply, 0, LONG + 1) if found.start() >= _LEAST]
        if cuts:
            return reply[: cuts[-1].end()].rstrip(), reply[cuts[-1].end() :].lstrip()
    return reply[:LONG], reply[LONG:]
