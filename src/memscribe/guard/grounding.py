"""Every operation rests on quotes, and every number, date, name and most words of its text come from them."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from memscribe.core.message import StampedMessage
from memscribe.core.verdict import Finding
from memscribe.guard.context import Subject, sentence_span
from memscribe.guard.findings import Code, finding
from memscribe.guard.grounded_dates import Calendar
from memscribe.text.canonical import fold
from memscribe.text.names_and_numbers import Claim, claims, readings
from memscribe.text.overlap import share_of, uncovered

_CHECK = "grounding"
_ENOUGH = 0.5
_FEW = 2
_MOST = 0.8
_CODE_OF: dict[str, Code] = {
    "number": "ungrounded_number",
    "identifier": "ungrounded_number",
    "date": "ungrounded_date",
    "time": "ungrounded_date",
    "name": "ungrounded_name",
}


def check(subject: Subject) -> Sequence[Finding]:
    """Verify the quotes, then look every claim of the text up in them and around them."""
    problems = _unproven(subject)
    if problems or subject.operation.op == "retract":
        return problems
    support = tuple(_support(subject))
    return (*_claims(subject, support), *_words(subject))


def _unproven(subject: Subject) -> Sequence[Finding]:
    """Say why the quotes prove nothing, whatever the text says."""
    if not subject.operation.evidence:
        return (
            finding(_CHECK, "evidence_missing", "reject", "Nothing is quoted: quote what proves it."),
        )  # fmt: skip
    if subject.problems:
        return tuple(finding(_CHECK, "evidence_mismatch", "reject", problem) for problem in subject.problems)
    if not subject.speaking:
        why = (
            "The quotes only acknowledge, and nothing stands before them that they could acknowledge"
            if subject.asserting
            else "All quotes are only context, none of them says it"
        )
        return (finding(_CHECK, "nothing_asserts", "hold", f"{why}: quote the words that assert it."),)
    if _only_suggested(subject):
        return (
            finding(
                _CHECK, "only_suggested", "hold",
                f"{subject.source[:1].upper()}{subject.source[1:]} only asks or proposes this: quote "
                f"who did it or agreed.",
            ),
        )  # fmt: skip
    return ()


_PROPOSAL = re.compile(
    r"\?\s*[\"')]*\s*$|？\s*$|吗[。.]?\s*$|\b(?:i can|i could|you could|you can|you might|you may want"
    r"|how about|what about|want me to|shall i|should i|would you|i(?:'d| would) (?:suggest|recommend)"
    r"|i suggest|i recommend"
    r"|consider|maybe|perhaps|let me know|one option|options?:|alternatively|happy to)\b|(?:^"
    r"|[.!] )(?:try|add|use|run|install|set|check|start|put|take|keep|ask|avoid|choose|book|replace)\b"
    r"|建议|可以(?:试|考虑|把|用)|要不要|不妨|推荐|我可以|如果需要|可考虑",
)


def _only_suggested(subject: Subject) -> bool:
    """Whether all that is said is what the assistant asks or proposes."""
    for witness in subject.speaking:
        text = witness.message.content
        if witness.message.role != "assistant":
            return False
        start, end = sentence_span(text, witness.evidence.start, witness.evidence.end)
        if not _PROPOSAL.search(fold(text[start:end])):
            return False
    return bool(subject.speaking)


Passage = tuple[str, StampedMessage | None]


def _support(subject: Subject) -> Iterator[Passage]:
    """Give the passages in which a claim may stand."""
    conversation = subject.conversation
    seen: set[tuple[str, int, int]] = set()
    for witness in subject.witnesses:
        message = witness.message
        start, end = sentence_span(message.content, witness.evidence.start, witness.evidence.end, around=1)
        if (message.id, start, end) not in seen:
            seen.add((message.id, start, end))
            yield message.content[start:end], message
        if message.name:
            yield message.name, None
        question = conversation.before(message)
        if question and message.role == "user" and (question.id, 0, -1) not in seen:
            seen.add((question.id, 0, -1))
            yield question.content, question
    if subject.context.episode.account:
        yield subject.context.episode.account, None


def _claims(subject: Subject, support: tuple[Passage, ...]) -> Sequence[Finding]:
    wanted = subject.claims
    if not wanted:
        return ()
    lookup = _Lookup(subject, support)
    found: list[Finding] = []
    for claim in wanted:
        if not lookup.holds(claim):
            word = subject.operation.text[claim.start : claim.end]
            found.append(
                finding(
                    _CHECK, _CODE_OF[claim.kind], "hold",
                    f"{word!r} stands neither in the quotes nor beside them: quote where it was said, "
                    f"or leave it out.",
                )
            )  # fmt: skip
    return found


class _Lookup:
    def __init__(self, subject: Subject, support: tuple[Passage, ...]) -> None:
        self._subject = subject
        self._support = support
        self._kept = _kept(subject)
        self._text = "\n".join(_plain(text) for text, _ in support)
        self._known: frozenset[str] | None = None
        self._values: frozenset[str] | None = None
        self._calendar: Calendar | None = None

    @property
    def values(self) -> frozenset[str]:
        if self._values is None:
            conversation = self._subject.conversation
            self._values = self._kept.union(
                *(
                    readings(text, conversation.language(message) if message else self._subject.language)
                    for text, message in self._support
                )
            )
        return self._values

    @property
    def calendar(self) -> Calendar:
        if self._calendar is None:
            self._calendar = Calendar(self._subject, self._support, lambda: self.values)
        return self._calendar

    def holds(self, claim: Claim) -> bool:
        match claim.kind:
            case "number":
                return claim.value in self.values or self.calendar.has_number(claim.value)
            case "time":
                return self.calendar.has_time(claim.value)
            case "date":
                return self.calendar.has_date(claim.value)
            case "identifier":
                return self._has_identifier(claim.value)
            case "name":
                return self._has_name(claim.value)

    @property
    def own(self) -> tuple[str, ...]:
        """Where a thing may have its name from: the user's own words anywhere, and stored memories."""
        return (self._subject.conversation.first_hand, *(memory.text for memory in self._subject.memories))

    @property
    def known(self) -> frozenset[str]:
        """The words of the passages and of :attr:`own`."""
        if self._known is None:
            self._known = _words_of(self._text).union(*(_words_of(_plain(text)) for text in self.own))
        return self._known

    def _has_identifier(self, value: str) -> bool:
        parts = _RUN.findall(_plain(value))
        if parts:
            whole = re.compile(r"(?<![a-z0-9])" + r"[\W_]{0,3}".join(map(re.escape, parts)) + r"(?![a-z0-9])")
            if whole.search(self._text) or any(whole.search(_plain(text)) for text in self.own):
                return True
        label, _, number = value.partition(" ")
        return label.isalpha() and number.isdecimal() and number in self.values

    def _has_name(self, value: str) -> bool:
        forms = {_bare(value), *(_bare(part) for part in value.split("-")[:1])}
        forms |= {form[:-1] for form in forms if len(form) > 2 and form.endswith("s")}  # noqa: PLR2004
        forms |= {_bare(alias) for alias in _ALIASES.get(value, ())}
        if not forms.isdisjoint(self.known):
            return True
        if self._subject.language in {"en", "und"} and not _PEOPLE_OF.search(value):
            return False
        starts = tuple(form[: max(4, len(form) - 3)] for form in forms if len(form) > 4)  # noqa: PLR2004
        return bool(starts) and any(word.startswith(starts) for word in self.known)


def _kept(subject: Subject) -> frozenset[str]:
    """What the targets claim and may be kept: the very values, in no other reading."""
    texts = (
        text
        for target in subject.targets
        for text in (target.text, f"{target.valid_from or ''} {target.valid_to or ''}")
    )
    return frozenset(claim.value for text in texts for claim in claims(text, subject.language))


_ALIASES = {"christmas": ("xmas",), "u.s": ("usa", "america"), "uk": ("britain",)}
_PEOPLE_OF = re.compile(r"(?:ian|ean|ese|ish|an|ic)$")
"""Who or what is from a place: "Romanian" is said with "Romania"."""


_NO_LETTER = re.compile(r"[\W_]+")


_RUN = re.compile(r"\d+|[^\W\d_]+")
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WRITTEN_WORD = re.compile(rf"[^\W\d_{_CJK}]+(?:[-'’.&][^\W\d_{_CJK}]+)*")


@lru_cache(maxsize=1024)
def _plain(text: str) -> str:
    """Fold and drop accents, so that "José" and "jose" meet."""
    folded = fold(text)
    if folded.isascii():
        return folded
    return unicodedata.normalize(
        "NFC", "".join(sign for sign in unicodedata.normalize("NFD", folded) if not unicodedata.combining(sign))
    )


def _bare(text: str) -> str:
    return _NO_LETTER.sub("", _plain(text))


@lru_cache(maxsize=1024)
def _words_of(text: str) -> frozenset[str]:
    """Return the words of a plain text without signs, their parts, singulars, and two words written as one."""
    written = [match[0] for match in _WRITTEN_WORD.finditer(text)]
    whole = [_NO_LETTER.sub("", word) for word in written]
    found = {part for word in written for part in _NO_LETTER.split(word)} | set(whole)
    found |= {one + other for one, other in pairwise(whole)}
    found |= {word[:-1] for word in found if len(word) > 2 and word.endswith("s")}  # noqa: PLR2004
    return frozenset(found - {""})


def _words(subject: Subject) -> Sequence[Finding]:
    text = subject.words
    near = [witness.message.content for witness in subject.witnesses]
    near += [
        before.content for witness in subject.witnesses if (before := subject.conversation.before(witness.message))
    ]
    near += [memory.text for memory in subject.memories]
    missing = uncovered(text, dict.fromkeys(near))
    if _invented(missing, text, subject):
        missing = uncovered(text, (*near, *(message.content for message in subject.context.episode.messages)))
    if not _invented(missing, text, subject):
        return ()
    return (
        finding(
            _CHECK, "ungrounded_text", "hold",
            f"Most words of this text ({', '.join(missing[:5])} ...) do not occur in the conversation: "
            f"say it in the words of its source.",
        ),
    )  # fmt: skip


def _invented(missing: tuple[str, ...], text: str, subject: Subject) -> bool:
    """Whether most of what a text says newly stands nowhere; what it keeps of its targets does not dilute that."""
    if not missing:
        return False
    if len(missing) <= _FEW:
        return not subject.claims and share_of(missing, text) >= 1
    new = uncovered(text, [target.text for target in subject.targets]) if subject.targets else ()
    return share_of(missing, text) >= _ENOUGH or (bool(new) and len(missing) / len(new) >= _MOST)
