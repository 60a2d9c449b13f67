"""The words of an answer: yes, no, neither, more, stop, and the number of a choice."""

import re

from engine.commanding.trimming import HESITATION, HESITATIONS

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
CARDINALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_HOMOPHONES = {"won": 1, "to": 2, "too": 2, "for": 4, "fore": 4, "ate": 8}

_YES = r"(?:please )?(?:yes|yeah|yep|confirm|do it|go ahead|yes i am sure|yes i'm sure|i confirm)"
_YES_MORE = (
    r"(?:[,.!]?\s+(?:please|do it|do that|go ahead|send|send it|submit|submit it|confirm|i am sure|i'm sure|yes))*"
)
YES_ALONE = re.compile(_YES + _YES_MORE, re.I)
YES_WHOLE = re.compile(rf"(?:(?:{HESITATION})[\s,.…]+)*{YES_ALONE.pattern}", re.I)
_DO_NOT = r"(?:don't|do not|dont)"
_DONE_TO = (
    "do|send|submit|press|click|open|buy|order|book|pay|delete|remove|confirm|post|publish|share|save|reload|go|"
    "continue|carry on|proceed|sign|search|scroll|close|change|tick|choose|start|cancel|reply|add|type|upload|attach|"
    "drag|drop|paste|undo|download|hover"
)
_NO_ONCE = (
    rf"no|nope|nah|no one|(?:hell|god) no|no way|{_DO_NOT}(?: bother)?|(?:certainly|absolutely|definitely|probably|"
    r"of course|better|i think|i'd rather|i would rather|rather) not|not(?: now| yet| really| at all| today)?|later|"
    r"not (?:that|this|those|these|either)(?: ones?)?|"
    r"(?:none|neither|not any)(?: ones?)?(?: of (?:them|those|these|the above))?|nothing|never|i said no|"
    r"that's (?:wrong|not right|not it|not the one|not what i (?:want|wanted|meant|said))|wrong(?: one)?|"
    r"i(?:'ve)? changed my mind|leave (?:it|that)(?: alone)?|forget (?:about )?(?:it|that)|let it be|"
    r"wait|hold on|hang on|(?:a|one) (?:moment|second|minute|sec)"
)
NO = rf"(?:{_NO_ONCE})(?:[,.!]*\s+(?:{_NO_ONCE}|thanks|thank you|please|stop|cancel|never ?mind))*"
NO_TO = (
    rf"(?:no[,.!]*\s+|wait[,.!]*\s+)?(?:{_DO_NOT} (?:{_DONE_TO})(?: .{{1,60}})?|i {_DO_NOT} (?:think so|"
    rf"want(?: (?:to|it|that|this|them|that one|this one|any|any of them))?(?: (?:{_DONE_TO})(?: .{{1,60}})?)?)|"
    r"i (?:didn't|did not) (?:say|mean|want|ask)(?: .{1,60})?)"
)
"""A refusal with what is refused: never left to the model, which may hear only "send the booking"."""

_ACK_ONCE = (
    r"ok|okay|k|sure|sure thing|correct|right|exactly|that's (?:right|correct|fine|good|great|ok|okay|it)|"
    r"that is right|yup|ya|yah|aye|uh[ -]?huh|mm[ -]?hmm|alright|all right|fine|good|great|perfect|cool|nice|lovely|"
    r"well done|of course|absolutely|certainly|definitely|sounds good|looks good|i think so|i guess(?: so)?|"
    r"i'm sure|i am sure|maybe|perhaps|i don't know|i'm not sure|not sure|no (?:problem|worries)|"
    r"sorry|oh|ah|um+|uh+|erm?|hm+|well|thank you(?: (?:very|so) much)?|thanks(?: a lot| so much)?|"
    r"hello|hi|hey|there|good (?:morning|afternoon|evening|night|day)|bye|goodbye|sayso"
)
ACK = rf"(?:{_ACK_ONCE})(?:[,.!?]*\s+(?:{_ACK_ONCE}))*|(?:yes|yeah|no)(?:[,.!?]*\s+(?:or )?(?:yes|yeah|no))+"
CHOICES = r"(?:options|choices|possibilities)"
MORE = (
    r"(?:(?:show|tell|give|read) me )?(?:the )?(?:more|next (?:ones|few)|others|other ones|rest|"
    rf"(?:more |other )?{CHOICES})|(?:show|read) the (?:others|rest|other ones|{CHOICES})|"
    r"(?:what|anything|something) else(?: is there)?|(?:(?:is|are) there )?any (?:more|others)|"
    rf"what (?:are|were) (?:they|the others|the rest|(?:the |my )?{CHOICES})|"
    r"(?:say|tell me) (?:some )?more|say the (?:rest|others)|hear (?:more|the rest)|"
    rf"(?:list|read|name) (?:them|them all|all of them|(?:the |my )?{CHOICES})|what can i (?:choose|pick)(?: from)?"
)
STOPPING = (
    r"stop(?![\w'-]).*|(?!(?:what|when|where|which|who|why|how|is|are|does|do|did|the|a|an)\b)"
    r"(?:.*[^\w'-])(?<!\bnever )(?<!\bdon't )(?<!\bnot )stop(?:[,.!]* (?:it|that|this|now|right now|please|no))*"
)
"""Words that are none of our commands but begin or end with stop: whatever else is said, the user wants it to end."""
STOP = r"stop|cancel|never ?mind|be quiet|quiet|stop (?:it|that|talking|speaking|speech|now)|shut up|abort|halt"

_TAKING = (
    r"click(?: on)?|press|tap|choose|pick|take|open|select|say|i (?:want|mean|meant|said|choose|pick|take|would like)|"
    r"i'd like|i'll (?:take|have)|make it|give me|have|go (?:with|for)|it's|that's"
)


def spoken_number(text: str) -> int | None:
    """Read "5", "number five", "click 5", "uh, the second one", "no, the third", "the last one" (0); else None."""
    plain = HESITATIONS.sub("", text.lower().replace("’", "'")).strip()
    plain = re.sub(r"^nope\b|^no\b(?=[,.!]| (?:the|number|option|choice|i)\b)", "", plain)
    plain = " ".join(re.sub(r"[,.!…]", " ", plain).split())
    match = re.fullmatch(
        rf"(?:(?:{_TAKING})\s+){{0,3}}(?:the\s+)?(?:(?:number|option|choice)\s+)?"
        r"([a-z]+|\d{1,3})(?:st|nd|rd|th)?(?:\s+(?:one|option|choice|link|button))?",
        plain,
    )
    if not match:
        return None
    word = match[1]
    if word.isascii() and word.isdigit():
        return int(word) or None
    if word == "last":
        return 0
    for names in (CARDINALS, ORDINALS):
        if word in names:
            return names.index(word) + 1
    return _HOMOPHONES.get(word) if word == plain else None
