"""What names and addresses say that pressing or opening them would do. They may cause a question, never spare one."""

import re
import unicodedata
from collections.abc import Collection
from urllib.parse import unquote, urlsplit

from engine.commanding.matching import folded

_ENDING = frozenset(
    "delete remove erase destroy purge wipe trash discard kill terminate deactivate unsubscribe revoke uninstall ban "
    "evict expel suspend expunge shred truncate overwrite reboot shutdown donate withdraw pay buy sell send refund "
    "cancel".split()
)
"""Verbs that are known in all their forms: "purges", "purged", "purging"."""

VERBS = _ENDING | frozenset(
    # buying, money
    "purchase order checkout subscribe renew upgrade downgrade bid book rebook reserve deposit transfer redeem claim "
    "pledge bet invest trade swap sponsor fund charge rsvp reorder repurchase wire lend remit "
    # sending on, publishing
    "reply post publish unpublish share invite tweet retweet repost comment submit apply report vote upvote downvote "
    "call dial resend forward dispatch broadcast notify "
    # agreeing, refusing
    "register confirm accept agree authorize authorise approve sign reject decline deny refuse grant allow request "
    "enrol enroll nominate endorse "
    # people
    "unfollow follow like unfriend block unblock join joined leave subscribed resubscribe kick hire fire promote "
    "demote assign unassign "
    # putting away, putting back
    "bin reset empty clear archive void forget restore revert rollback reinstall disable enable activate save finish "
    "complete move mark upload trial quit logout "
    # machines, software
    "deploy merge push commit rebase release launch ship restart halt abort execute format "
    # tying, locking, settling
    "connect disconnect unlink pair unpair lock unlock freeze unfreeze resolve reopen escalate".split()
)
"""Whole words (folded) that make a button consequential. English; a name in another script is always asked about."""

DESTROYING = frozenset(
    "delete remove erase unsubscribe deactivate logout cancel terminate revoke destroy purge wipe trash uninstall kill "
    "overwrite".split()
)
_GRAVE = frozenset("buy purchase pay order checkout book reserve donate transfer".split()) | DESTROYING
GENERIC = frozenset("ok okay yes continue proceed next done go now i am sure".split())
_PHRASES = re.compile(
    r"\b(?:check (?:out|in)|sign up|log ?out|sign ?out|log ?off|sign ?off|create account|place order|"
    r"add (?:as )?friend|go live|opt (?:in|out)|top ?up|start .*\b(?:subscription|plan|payment|order|membership)|"
    r"(?:stop|start|end|kill|close|drop|cut|pause|resume|run|format|link|replace|unlock|free) (?:the |this |my |all )?"
    r"(?:server|machine|instance|vm|container|service|process|job|task|build|pipeline|workflow|script|query|command|"
    r"database|table|index|cluster|node|account|issue|ticket|case|pull request|topic|poll|deal|position|call|meeting|"
    r"session|subscription|disk|drive|volume|card|bank|device|file|course|campaign|auction|stream)s?|run now|"
    r"shut ?down|power (?:off|on|down)|turn off|switch off|factory|roll ?back|throw (?:away|out)|cash ?out|pay ?out|"
    r"hand in|turn in|hang up|pick up|let go|lay off|set live|take (?:down|offline)|"
    r"(?:add|use|save) (?:a |new |this |my )?(?:card|payment|bank account)|try (?:it )?(?:for )?free|"
    r"(?:make|retry|repeat|try) .*\bpayment|send .*\b(?:money|gift|tip)|re ?(?:send|order|book))\b"
)
_FIRST = re.compile(
    r"(?:back (?:this|the|our|my) |tip(?! of| for|s)\b|give(?! feedback)\b|gift (?:this|it)\b|donate\b|"
    r"exchange(?! rates?)\b|ring(?:$| (?:now|back|us|me|him|her|them)\b)|drop$|"
    r"(?:end|stop) (?:it|now|all|everything)\b)"
)
"""What is an order only at the beginning of a name."""

_CALM = re.compile(
    r"\bclear (?:all |the |this )?(?:search(?: (?:box|field|text|query))?|filters?|sorting|input|text)(?=$| clear\b)|"
    r"\brelease notes?\b|\bpush notifications?\b|\b(?:fast|skip|step|jump|seek) forward\b|"
    r"\bforward (?:\w+ )?seconds?\b"
)
"""Emptying a search box or a filter loses nothing; the rest are names of other things."""

_URL_VERBS = re.compile(
    r"(?<![a-z])(?:delete|remove|unsubscribe|deactivate|purchase|log-?_?(?:out|off)|sign-?_?out|destroy|purge|"
    r"(?:cancel|confirm|approve|pay|buy|place|empty|vote|upvote|downvote|charge|trash|unfollow|unfriend|accept|decline|"
    r"reject|terminate|revoke|wipe|erase|uninstall|withdraw|refund|kill|shutdown|reboot|ban|send-?_?money)(?![a-z]))",
    re.I,
)
_ORDERED = re.compile(
    r"(?:(?:buy|order|pay|book|send|submit) now|(?:buy|order|pay) (?:it|this|all)|place (?:the |my )?order|empty|"
    r"pay \d|accept|decline|reject|approve|confirm|unfollow|leave|log ?out|log ?off|sign ?out|up ?vote|down ?vote|"
    r"vote (?:up|down)|"
    r"(?:move|send) to (?:the )?(?:bin|trash|spam))\b"
)
_PROGRAMS = re.compile(r"\.(?:exe|msi|dmg|pkg|deb|rpm|apk|jar|bat|cmd|ps1|sh|scr|appimage|vbs|com|iso)$", re.I)
_MARKED = _ENDING - {"cancel", "pay", "sell"} | frozenset("logout signout purchase trashcan".split())
"""What of classes, ids and the like tells of a press; the rest of them are named after looks as often."""
_MARKS = frozenset({"id", "class", "name", "data-action", "data-command", "data-method", "onclick", "formaction"})
_MARKS_MORE = frozenset({"data-testid", "data-test", "data-cy", "data-event", "data-op", "ng-click", "jsaction"})
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")

_RULING = re.compile(r"\b(?:admin\w*|accounts?|billing|payments?|checkout|subscriptions?|moderation|console)\b", re.I)
_KNOWN = frozenset(
    "a about add all an and apps article back basket bold calendar cart chart chat close collapse columns compact "
    "copy customise customize cut date day details down edit expand explore export fewer filter filters find first "
    "font full get go grid help hide history home import info information italic key language last layout learn less "
    "light dark list load map menu mode month more my name navigation new next no off on open options or overview "
    "page pause play preview previous print privacy profile quick read refresh reload results rows screen search see "
    "select settings show size skip sort start support tab table terms the theme this to today toggle top tour type "
    "up view views week width year zoom in out of for with not thanks later password username user users dashboard "
    "reports orders".split()
)
"""Words of buttons that only show, look or fill in."""


def has_verb(name: str) -> bool:
    """True when the name of a button says that pressing it changes something."""
    words = _CALM.sub("", folded(name))
    told = words.split()
    if VERBS & set(told) or _PHRASES.search(words) or _FIRST.match(words):
        return True
    return any(_bases(word) & _ENDING for word in told)


def marked(attributes: tuple[tuple[str, str], ...]) -> str:
    """The words among an element's classes, identifiers and the like that tell of a press, "" where none does."""
    given = (value for name, value in attributes if name in _MARKS or name in _MARKS_MORE)
    told = folded(_CAMEL.sub(" ", " ".join(given)).replace("_", " ")).split()
    return " ".join(word for word in told if word in _MARKED)


def unknown(name: str, page_told: str) -> bool:
    """True for a name of one or two words none of which is known, on a page that tells of an account or of money."""
    told = folded(name).split()
    return 0 < len(told) <= 2 and not _KNOWN & set(told) and _RULING.search(page_told) is not None


def harms(url: str) -> bool:
    """True when the address itself says that opening it changes something."""
    parts = urlsplit(url if "//" in url else f"//{url}")
    return bool(_URL_VERBS.search(unquote(f"{parts.path}?{parts.query}")))


def document_of(url: str) -> str:
    """The address without its fragment: parts of a page were come by as the page was."""
    return url.partition("#")[0]


def spared(url: str, sent: Collection[str]) -> str:
    """The address, or the front page of its site where opening it may do again what was done, or do harm."""
    parts = urlsplit(url)
    again = document_of(url) in sent or url in sent or harms(url)
    return f"{parts.scheme}://{parts.netloc}/" if again else url


def acts(url: str) -> bool:
    """True when the last part of the path is named after something that is done ("/send-money")."""
    last = urlsplit(url).path.rstrip("/").rpartition("/")[2]
    return harms(url) or has_verb(last.partition(".")[0].replace("_", " "))


def is_program(url: str, name: str = "") -> bool:
    """True when what is downloaded from there, or is saved as `name`, is a program."""
    parts = urlsplit(url)
    values = re.split(r"[&=;/]", unquote(parts.query))
    return any(_PROGRAMS.search(one.strip()) for one in (unquote(parts.path), name, *values))


def plain(label: str) -> bool:
    """True when the label begins with an order to do harm, which the mere title of a page or tab does not."""
    told = folded(label)
    return bool(_bases(told.partition(" ")[0]) & DESTROYING) or bool(_ORDERED.match(told))


def asks(words: str) -> bool:
    """True for what a bare "OK" or "Next" would agree to: an order, or more than one word that holds one."""
    return plain(words) or (has_verb(words) and len(folded(words).split()) > 1)


def does_it(label: str, url: str) -> bool:
    """True for a link whose name and address both say what is done to one thing ("Archive", /messages/3/archive)."""
    path = urlsplit(url).path.lower()
    last = path.rstrip("/").rpartition("/")[2]
    return (
        last in _AT_ONCE and last in folded(label).split() and any(c.isdigit() for c in f"{path}{urlsplit(url).query}")
    )


_AT_ONCE = frozenset(
    "archive unarchive mark follow like unlike move block unblock mute unmute join leave lock unlock resolve close "
    "reopen promote demote publish unpublish restore revert enable disable activate reset clear save star unstar pin "
    "unpin subscribe start stop restart hide unhide flag".split()
)
"""Deeds that take no page of their own to be filled in first."""


def grave(words: str) -> bool:
    return bool(_GRAVE & set(folded(words).split()))


def foreign(label: str) -> bool:
    """True when the name has letters of another than the Latin script: no verb can be known in it."""
    letters = (c for c in unicodedata.normalize("NFKD", label) if c.isalpha() and unicodedata.category(c) != "Lm")
    return any("LATIN" not in unicodedata.name(c, "") for c in letters)


_ENDINGS = (("ies", ("y",)), ("ied", ("y",)), ("es", ("", "e")), ("s", ("",)), ("ed", ("", "e")), ("ing", ("", "e")))


def _bases(word: str) -> set[str]:
    """What a word may be a form of."""
    found = {word}
    for ending, more in (
        ("ies", ("y",)),
        ("ied", ("y",)),
        ("es", ("", "e")),
        ("s", ("",)),
        ("ed", ("", "e")),
        ("ing", ("", "e")),
    ):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            stem = word[: -len(ending)]
            found |= {stem + one for one in more}
            if len(stem) > 2 and stem[-1] == stem[-2]:
                found.add(stem[:-1])
    return found
