"""Refuse what is stored already: the same words and claims, not merely something similar."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memscribe.core.memory import Version
from memscribe.core.operation import Add, Update
from memscribe.core.timeline import TimeBound
from memscribe.core.verdict import Finding
from memscribe.guard.context import Subject
from memscribe.guard.findings import finding
from memscribe.text.canonical import fold
from memscribe.text.language import language_of
from memscribe.text.names_and_numbers import claims
from memscribe.text.overlap import stems

_CHECK = "duplicates"
MIN_OVERLAP = 0.8
"""Least share of content words (Jaccard) for texts with the same claims."""
MIN_SIMILARITY = 0.9
"""Least cosine where vectors were compared; without them the words must be the same."""

_NEGATION = re.compile(
    r"\b(?:not|no|never|nor|neither|none|nobody|nothing|without|cannot|n't|\w+n't|stopped|quit|dislikes?"
    r"|hates?|avoids?|refuses?|cancel\w*|former|formerly|ex|unlike|except|only|but|anymore|longer"
    r"|nicht|kein\w*|nie|niemals|ohne|nunca|jamás|sin|ne|pas|jamais|sans|não|nunca|sem|non|mai|senza|не"
    r"|нет|без)\b"
    r"|不|没|沒|无|無|未|别|別|停|取消|讨厌|ない|ません|안|못|않"
)
_DIFFERENT_PERSON = re.compile(
    r"\b(?:sister|brother|mother|father|mum|mom|dad|son|daughter|wife|husband|partner|girlfriend"
    r"|boyfriend|friend|colleague|boss|manager|neighbou?r|cousin|aunt|uncle|niece|nephew|grand\w+|in-law"
    r"|team|client|landlord|roommate|flatmate|dog|cat"
    r"|schwester|bruder|mutter|vater|sohn|tochter|frau|mann|hermana|hermano|madre|padre|hijo|hija|esposa"
    r"|marido|sœur|frère|mère|père|fils|fille)s?\b"
    r"|妹妹|姐姐|哥哥|弟弟|妈妈|爸爸|母亲|父亲|儿子|女儿|妻子|丈夫|老公|老婆|岳母|岳父|婆婆|公公|爷爷|奶奶|外公|外婆|同事|老板|朋友|室友|房东|客户"
)


_TENSE = re.compile(
    r"\b(?:\w{2,}ed|was|were|had|did|will|would|going|planned|used|now|hatte|war|wurde|wird|era|fue"
    r"|había|será|était|avait|sera)\b|[了过過]|将|會|会|曾|打算|た。|でした"
)
_SAYS_NOTHING = frozenset(
    stems(
        "currently usually generally really actually already simply basically very quite also always "
        "still just both"
    )
)
"""Words without which a text still says the same; any other difference may be the very point."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What must agree for two texts to say the same, besides their words."""

    claims: frozenset[str]
    negations: int
    people: frozenset[str]
    tense: frozenset[str]


@lru_cache(maxsize=1024)
def meaning(text: str) -> Meaning:
    """Reduce a text to what is compared."""
    folded = fold(text)
    return Meaning(
        claims=frozenset(f"{claim.kind}:{claim.value}" for claim in claims(text, language_of(text))),
        negations=len(_NEGATION.findall(folded)),
        people=frozenset(person.removesuffix("s") for person in _DIFFERENT_PERSON.findall(folded)),
        tense=frozenset(_TENSE.findall(folded)),
    )


def same(one: str, other: str, *, similarity: float | None = None) -> bool:
    """Whether two texts say the same about the same person.

    Args:
        one: A text.
        other: Another one.
        similarity: Cosine of their vectors, where known. It can only add certainty to a high overlap of words.

    Returns:
        True when the words agree after folding and stemming, or nearly all do and every number, date, name,
        identifier, person and negation agrees.
    """
    if fold(one).rstrip(".。!") == fold(other).rstrip(".。!"):
        return True
    left, right = stems(one), stems(other)
    return bool(left and right) and _same_words(left, right, similarity) and meaning(one) == meaning(other)


def _same_words(left: tuple[str, ...], right: tuple[str, ...], similarity: float | None) -> bool:
    if left == right:
        return True
    common = set(left) & set(right)
    if [word for word in left if word in common] != [word for word in right if word in common]:
        return False  # "Ana likes Ben", "Ben likes Ana"
    shared = len(common) / len({*left, *right})
    differs = {*left, *right} - common
    return (
        similarity is not None
        and similarity >= MIN_SIMILARITY
        and shared >= MIN_OVERLAP
        and differs <= _SAYS_NOTHING
    )


def check(subject: Subject) -> Sequence[Finding]:
    """Compare an addition or update with its neighbours and with earlier operations of the proposal."""
    operation = subject.operation
    if operation.op == "retract":
        return ()
    decision = "reject" if operation.op == "add" else "hold"
    for memory_id, other, similarity in _others(subject):
        if same(operation.text, other.text, similarity=similarity) and _same_time(operation, other):
            return (
                finding(
                    _CHECK, "duplicate", decision,
                    f"{memory_id} says the same already." if memory_id
                    else "An earlier operation of this proposal says the same.",
                    memory_id=memory_id,
                ),
            )  # fmt: skip
    return ()


def _others(subject: Subject) -> Iterator[tuple[str | None, Version | Add | Update, float | None]]:
    gone = {target for operation in (*subject.earlier, subject.operation) for target in operation.targets}
    for recalled in subject.context.neighbours.get(subject.index, ()):
        memory = recalled.memory
        if memory.memory_id not in gone and memory.status == "active":
            yield memory.memory_id, memory, recalled.similarity
    for operation in subject.earlier:
        if operation.op != "retract":
            yield None, operation, None


def _same_time(operation: Add | Update, other: Version | Add | Update) -> bool:
    """The same words about another day are another event; a year and a day in it may be the same."""
    if operation.valid_from is None or other.valid_from is None:
        return True
    one, two = _day(operation.valid_from), _day(other.valid_from)
    return one.startswith(two) or two.startswith(one)


def _day(bound: TimeBound) -> str:
    return str(bound)[: len("2026-05-14")]
