"""Sentences that are always the same."""

NOTHING_TO_CONFIRM = "I have not asked anything, so there is nothing to confirm."
NOTHING_RUNNING = "Nothing is running."
STOPPED = "Stopped."
STILL_WAITING = "I am still waiting for the page. Say stop to end it."
STILL_THINKING = "I am still thinking. Say stop to end it."
NOTHING_SAID_YET = "I have not said anything yet."
NOTHING_TO_UNDO = "There is nothing that I can undo."
ELSEWHERE_NOW = "Another page is open now, so I undid nothing."
NO_CHOICES = "There is no list to choose from. Say click, and the name."
LOOPED = "I was going round in circles, so I stopped. The task is not finished. Please say the next step yourself."
TOO_LARGE_TO_COUNT = (
    "This page is too large for me to count what is on it, so I did nothing. Say the name, and what stands beside it."
)
TOO_MANY_STEPS = "I stopped after {n} steps. The task is not finished. Please say the next step yourself."
CANNOT_HELP = "I am not sure how to do that, so I did nothing. Name the link, button or field, or say: what can I say."
END_OF_STEPS = "I see nothing more to do for that. Say: where am I, or the next step."
TOO_EARLY = "You said yes before I had asked."
UNCLEAR = "I only act on a clear instruction. Say yes or no to a question, or say: what can I say."
YES_OR_NO = "I only act on a clear yes or no."
FIRST_ANSWER = "The page waits for an answer first, so I did nothing else."
NOT_WHICH = "I could not tell which one you mean."
ALL_RIGHT = "All right."
EMPTY = "I heard no words. Say an instruction, for example: open example dot com."
TOO_LONG = (
    "That is {n} characters, too long for one instruction. Say it in fewer than {most} characters, one step at a time."
)
OTHER_SCRIPT = "I understand instructions in English only. Say it in English, for example: what can I say."
INTERNAL = "Something went wrong inside Sayso, and I stopped. Please try again; details are in the log."


def goes_on(sentence: str) -> bool:
    """True for a report that something goes on, which whoever has heard anything newer need not hear."""
    return sentence.startswith("I am still ")
