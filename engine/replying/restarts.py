"""What is said when Chrome has ended and was started again."""

from collections.abc import Sequence

CLOSED = "Chrome has closed."
SAY_IT_AGAIN = "Say it again."


def restarted(tabs: int, *, fronts: Sequence[str] = (), often: bool = False) -> str:
    """Chrome had ended and runs again: with so many tabs, of `fronts` (hosts) only the first page."""
    if often:
        return "Chrome closed several times. I have started it again without your tabs: one of them may be the cause."
    if not tabs:
        return "Chrome had closed. I have started it again."
    told = f"Chrome had closed. I have started it again with {'your page' if tabs == 1 else f'your {tabs} tabs'}."
    if not fronts:
        return told
    hosts = fronts[0] if len(fronts) == 1 else f"{', '.join(fronts[:-1])} and {fronts[-1]}"
    return f"{told} So that nothing is sent twice, {hosts} is shown from its first page."
