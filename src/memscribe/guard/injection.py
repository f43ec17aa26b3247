"""Find planted instructions in words that are not the user's own. A finding only ever lowers."""

import base64
import binascii
import codecs
import re
from collections.abc import Iterator, Sequence

from memscribe.core.message import StampedMessage
from memscribe.core.origin import FIRST_HAND, trust_of
from memscribe.core.verdict import Decision, Finding
from memscribe.guard import injection_patterns as patterns
from memscribe.guard.context import Conversation, Flag, Subject, Witness, sentence_span
from memscribe.guard.findings import finding
from memscribe.text.canonical import canonical, fold, hidden

_CHECK = "injection"
_LEAST_HIDDEN = 3
_TAG_BASE = 0xE0000
_SAID = {
    "override": "tells its reader to drop earlier instructions",
    "memory_write": "asks for something to be stored in memory",
    "addressed": "speaks to AI assistants",
    "speaks_for_user": "speaks in the user's name",
    "role_play": "poses as the system",
    "from_now_on": "lays down rules for later",
    "markup": "imitates the markup of a conversation",
    "encoded": "holds encoded instructions",
    "hidden": "holds text that a reader cannot see",
}


_HOW_ASSISTANTS_TALK = frozenset({"override", "memory_write", "addressed", "speaks_for_user", "from_now_on"})
"""An assistant says that it will remember or always do something; what it claims is judged by its trust instead."""


def flags(text: str) -> tuple[Flag, ...]:
    """Find planted instructions in a text.

    Args:
        text: Words that are not the user's own.

    Returns:
        The sentences that hold them, by offsets in the text.
    """
    folded = canonical(text)
    lines = _with_lines(text) if "\n" in text else None
    found: list[Flag] = []
    for sure, families in ((True, patterns.FAMILIES), (False, patterns.WEAK)):
        for family, pattern in families.items():
            # some signs stand at the start or end of a line, and folding removes the lines
            where = lines if lines and (family in _BY_LINE or not sure) else None
            for match in pattern.finditer(where if where is not None else folded.text):
                start, end = match.span() if where is not None else folded.original(*match.span())
                found.append(Flag(*sentence_span(text, start, end), family, sure))
    found += (Flag(*sentence_span(text, start, end), "encoded") for start, end in _encoded(text))
    found += (Flag(*sentence_span(text, start, end), "hidden") for start, end in _hidden(text))
    return tuple(found)


_BY_LINE = frozenset({"role_play", "addressed", "markup"})


def _with_lines(text: str) -> str:
    """Fold what changes no offset, and keep the line breaks: some signs stand at the start of a line."""
    return "".join(low if len(low := sign.lower()) == 1 else sign for sign in text)


def _encoded(text: str) -> Iterator[tuple[int, int]]:
    for pattern, decode in ((patterns.BASE64_RUN, _from_base64), (patterns.HEX_RUN, _from_hex)):
        for match in pattern.finditer(text):
            if _is_prose(decode(match[0])):
                yield match.span()
    lowered = text.lower()
    for match in (*patterns.ROT13_HINT.finditer(lowered), *_several(patterns.ROT13_COMMON, lowered)):
        start, end = sentence_span(text, *match.span())
        plain = codecs.decode(lowered[start:end], "rot13")
        if len(_several(_COMMON, plain)) > len(_several(_COMMON, lowered[start:end])):
            yield match.span()
    for match in patterns.REVERSED.finditer(lowered):
        yield match.span()


_COMMON = re.compile(
    r"\b(?:the|and|for|this|that|you|with|user|to|is|und|der|ist|nicht|los|las|que|para|les|des|est"
    r"|memory|remember|all|has|hat|alle)\b"
)
_PROSE = re.compile(r"(?:[^\W\d_]{2,}[ ,.:;'-]+){2,}[^\W\d_]{2,}|[\u3040-\u9fff\uac00-\ud7af]{6,}")


def _several(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    found = list(pattern.finditer(text))
    return found if len(found) > 1 else []


def _is_prose(plain: str) -> bool:
    """Whether what was decoded is language: a digest or a key decodes to none."""
    return bool(plain) and bool(_PROSE.search(plain) or patterns.STRONG_PLAIN.search(fold(plain)))


def _from_base64(run: str) -> str:
    padded = run.replace("-", "+").replace("_", "/").rstrip("=")
    try:
        return base64.b64decode(padded + "=" * (-len(padded) % 4)).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return ""


def _from_hex(run: str) -> str:
    try:
        return bytes.fromhex(re.sub(r"[ :]", "", run)).decode("utf-8")
    except (ValueError, UnicodeDecodeError):
        return ""


def _hidden(text: str) -> Iterator[tuple[int, int]]:
    spans = hidden(text)
    tags = [(start, end) for start, end, what in spans if what in {"tag", "selector"}]
    yield from tags
    rest = [(start, end, what) for start, end, what in spans if what in {"invisible", "bidi"}]
    if (
        any(what == "bidi" and {"\u202d", "\u202e"} & set(text[start:end]) for start, end, what in rest)
        or len(rest) >= _LEAST_HIDDEN
    ):
        yield rest[0][0], rest[-1][1]
    if not text.isascii() and len(mixed := list(patterns.MIXED_SCRIPT.finditer(text))) > 1:
        yield mixed[0].start(), mixed[-1].end()
    if "<" in text:
        for match in patterns.HIDDEN_HTML.finditer(text):
            if patterns.SPEAKS_TO_MACHINES.search(fold(match[0])):
                yield match.span()


def check(subject: Subject) -> Sequence[Finding]:
    """Reject what rests on a planted instruction; hold what rests on the message around one."""
    found: list[Finding] = []
    for message in dict.fromkeys(witness.message.id for witness in subject.witnesses):
        witnesses = [witness for witness in subject.witnesses if witness.message.id == message]
        if raised := foreign_flags(subject.conversation, witnesses[0].message):
            found += _judged(subject, witnesses, raised)
    return found


def foreign_flags(conversation: Conversation, message: StampedMessage) -> tuple[Flag, ...]:
    """Return the flags in those segments of a message that are not the user's or the operator's own words."""
    known = conversation.flagged.get(message.id)
    if known is not None:
        return known
    found: list[Flag] = []
    for part in conversation.segments(message):
        if trust_of(part.origin) < FIRST_HAND:
            found += (
                Flag(flag.start + part.start, flag.end + part.start, flag.family, flag.sure)
                for flag in flags(message.content[part.start : part.end])
                if message.role != "assistant" or flag.family not in _HOW_ASSISTANTS_TALK
            )
    conversation.flagged[message.id] = tuple(found)
    return tuple(found)


def _judged(subject: Subject, witnesses: list[Witness], raised: tuple[Flag, ...]) -> Sequence[Finding]:
    """Give the strictest finding of one message."""
    speaking = {id(witness.evidence) for witness in subject.speaking}
    only_assent = all(witness.assent for witness in subject.asserting)
    found: list[Finding] = []
    for witness in witnesses:
        if trust_of(witness.origin) >= FIRST_HAND:
            continue
        source = _cap(subject.conversation.describe(witness.message, witness.origin))
        touching = [
            flag for flag in raised if flag.start < witness.evidence.end and witness.evidence.start < flag.end
        ]
        touched = next((flag for flag in touching if flag.sure), touching[0] if touching else None)
        speaks = id(witness.evidence) in speaking
        if touched is None and not speaks and not only_assent:
            continue  # the user says it in words of his own, the message is only where he read about it
        around = next((flag for flag in raised if flag.sure), None)
        if touched is None and around is None:
            continue
        if touched is None and around is not None:
            said = f"{source} also {_SAID[around.family]}: what else it says should be reviewed."
            found.append(finding(_CHECK, "injection_nearby", "hold", said))
        elif touched is not None:
            if not touched.sure and not speaks:
                continue
            decision: Decision = "reject" if speaks and touched.sure else "hold"
            said = (
                f"{source} {_SAID[touched.family]} in the very words that this rests on: only the "
                f"user may ask for that."
            )
            found.append(finding(_CHECK, "injection", decision, said))
    return sorted(found, key=_severity)[:1]


def _severity(one: Finding) -> tuple[bool, bool]:
    return one.decision != "reject", one.code != "injection"


def _cap(text: str) -> str:
    return text[:1].upper() + text[1:]
