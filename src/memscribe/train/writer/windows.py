"""Makes corpus examples of windows of RealMem's dialogues: those with facts and those with none."""

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from memscribe.text.terms import query_terms
from memscribe.train.writer.grounding import Span, content, sentences, without
from memscribe.train.writer.realmem import TRAINING, Fact, Session, ends_asking, read_sessions

_MOST_TURNS: Final = 16
_BEFORE: Final = 4
_AFTER: Final = 3
_MOST_EXISTING: Final = 6
_LONGEST_USER: Final = 1500
_NOTHING: Final = "Okay."
_SILENT: Final = 45
"""Windows without a fact that one persona gives at most."""

_OWN = re.compile(
    r"\b(?:my|mine|our|ours|us|we|we're|we've|i'm|i am|im|i've|i have|i had|i was|i work|i live|"
    r"i like|i love|i hate|i prefer|"
    r"i plan|i will|i'll|i got|i did|i went|i always|i never|i usually|i often|i feel|i think|i don't|i do not|"
    r"i (?:want|need) (?!you)|i would like|i'd like|i only|i also|from now on|always|every time|"
    r"for every|in (?:the )?future|next time|never|at the end of each|each time|"
    r"sex\w*|jailbr\w+|fuck\w*|nude|naked|bed|body|kill\w*)\b",
    re.IGNORECASE,
)
_FACTLIKE = re.compile(
    r"\d|\bi\b(?!'m (?:ready|glad|happy|sorry|here|sure|keen)| (?:see|understand|get it|hear|"
    r"agree|appreciate)\b)|"
    r"\b(?:my|mine|me|myself|our|ours|us|we|we've|we're|he|she|they|him|her|his|missus|kids|"
    r"boss|always|never|not|from now on|only|"
    r"the (?:goal|plan|budget|date|target)|let's (?:go with|stick|lock|do|use|make|keep)|"
    r"prefer\w*|want|need|non-negotiable|must|feel\w*|hurt\w*|"
    r"is (?:booked|done|sorted|locked|set|finished|in)|back's|wasn't|didn't|hasn't|haven't|isn't|won't)\b|\*\*",
    re.IGNORECASE,
)
"""What a sentence that states something may look like; wide, for it is cut where no fact stands for it."""
_NAMED = re.compile(r"(?<=[a-z,'] )[A-Z][a-z]+")
_ASKS = re.compile(
    r"(?:please |now |ok(?:ay)?,? |then )*(?:can you|could you|write|give|show|make|list|tell|"
    r"create|generate|explain|"
    r"summari[sz]e|rewrite|translate|send|add|draft|let's see)\b",
    re.IGNORECASE,
)
_GREETS = re.compile(
    r"(?:hi|hello|hey|g'day|good (?:morning|evening)|thanks|thank you|cheers)\b[^?]{0,40}$", re.IGNORECASE
)
_SUGGESTS = re.compile(
    r"(?:i(?:'d| would)? (?:recommend|suggest)|how about|you (?:could|might)|consider)\b", re.IGNORECASE
)


def realmem_examples(folder: Path, rng: random.Random) -> Iterable[dict[str, Any]]:
    """Yield the examples of the training personas.

    Args:
        folder: Of the data set.
        rng: Decides which memories stand by and which windows without facts are taken.
    """
    number = 0
    for persona in TRAINING:
        known: list[tuple[str, str, str]] = []
        silent: list[dict[str, Any]] = []
        for session in read_sessions(folder, persona):
            for first, last in runs(session):
                facts = [fact for fact in session.facts if first <= fact.turn < last]
                made = _example(session, (first, last), facts, known, rng)
                made["user"] = persona.replace("_", " ")
                if facts:
                    number += 1
                    yield {"id": f"rm-{number:04}", **made}
                elif not session.golds and quiet(session, first, last):
                    silent.append(made)
            known += [(text, kind, session.date) for text, kind in session.known]
        for made in rng.sample(silent, min(_SILENT, len(silent))):
            number += 1
            yield {"id": f"rm-{number:04}", **made}


def runs(session: Session) -> list[tuple[int, int]]:
    """Return the stretches [first, last) of a dialogue between its spoilt turns, close about its facts."""
    found: list[tuple[int, int]] = []
    first = 0
    for at in [*sorted(one for one in session.spoilt if one >= 0), len(session.turns)]:
        if at - first > 1 and any(role == "user" for role, _ in session.turns[first:at]):
            facts = [fact.turn for fact in session.facts if first <= fact.turn < at]
            start = max(first, min(facts) - _BEFORE) if facts else first
            end = min(at, max(facts) + _AFTER) if facts else at
            found.append((max(start, end - _MOST_TURNS), end))
        first = at + 1
    return found


def quiet(session: Session, first: int, last: int) -> bool:
    """Whether a stretch says nothing about its user, and none of its turns is very long."""
    said = [text for role, text in session.turns[first:last] if role == "user"]
    return last - first >= 2 and all(len(text) <= _LONGEST_USER and not _OWN.search(text) for text in said)  # noqa: PLR2004


def _example(
    session: Session,
    place: tuple[int, int],
    facts: Sequence[Fact],
    known: Sequence[tuple[str, str, str]],
    rng: random.Random,
) -> dict[str, Any]:
    first, last = place
    messages = [
        {
            "role": role,
            "content": text
            if role == "assistant" or not facts
            else pruned(text, [one for one in facts if one.turn == at]),
            "at": f"{session.date}T09:{at - first:02}:00Z",
        }
        for at, (role, text) in enumerate(session.turns[first:last], first)
    ]
    messages = [one if one["content"] else {**one, "content": _NOTHING} for one in messages]
    existing = _existing(messages, facts, known, rng)
    operations = [_operation(fact, first) for fact in facts]
    return {
        "lang": "en",
        "scene": "working" if "Project" in session.name else "chat",
        "now": messages[-1]["at"],
        "user": None,
        "existing": existing,
        "messages": messages,
        "operations": operations,
        "rejections": rejections(messages, [quote for one in operations for quote in one["evidence"]], rng),
        "relations": [
            {"operation": at, "existing": closest["id"], "relation": "unrelated"}
            for at, fact in enumerate(facts)
            if (
                closest := max(
                    existing, key=lambda one: len(content(one["text"]) & content(fact.text)), default=None
                )
            )
        ],
    }


def pruned(text: str, facts: Sequence[Fact]) -> str:
    """Cut the sentences that may state something which no fact stands for.

    The data labels a part of what its users tell; what it passes over would teach a writer to pass over the same.

    Args:
        text: A user's turn.
        facts: What is labelled in it.
    """
    quotes = [quote for fact in facts for quote in fact.quotes]
    return without(
        text,
        (
            one
            for one in sentences(text)
            if (_FACTLIKE.search(one.text) or _NAMED.search(one.text))
            and not (_ASKS.match(one.text) or _GREETS.match(one.text))
            and not any(
                quote.start < one.start + len(one.text) and one.start < quote.start + len(quote.text)
                for quote in quotes
            )
        ),
    )


def _operation(fact: Fact, first: int) -> dict[str, Any]:
    evidence: list[dict[str, Any]] = [{"message": fact.turn - first, "quote": one.text} for one in fact.quotes]
    if fact.context and fact.turn > first:
        evidence.append({"message": fact.turn - first - 1, "quote": fact.context.text, "part": "context"})
    return {
        "op": "add",
        "kind": fact.kind,
        "text": fact.text,
        "targets": [],
        "evidence": evidence,
        "valid_from": None,
        "valid_to": None,
    }


def _existing(
    messages: Sequence[Mapping[str, str]],
    facts: Sequence[Fact],
    known: Sequence[tuple[str, str, str]],
    rng: random.Random,
) -> list[dict[str, Any]]:
    """Choose earlier memories that this window neither repeats nor revises."""
    said = [frozenset(content(one["content"])) for one in messages if one["role"] == "user"]
    new = [content(fact.text) for fact in facts]
    apart = [
        one
        for one in known
        if all(len(content(one[0]) & words) < 0.5 * len(content(one[0])) for words in [*said, *new])
    ]
    chosen = rng.sample(apart, min(rng.randint(0, _MOST_EXISTING), len(apart)))
    return [
        {"id": f"m{at}", "text": text, "kind": kind, "recorded_at": date, "source": "user"}
        for at, (text, kind, date) in enumerate(sorted(chosen, key=lambda one: one[2]), 1)
    ]


def rejections(
    messages: Sequence[Mapping[str, Any]], evidence: Sequence[Mapping[str, Any]], rng: random.Random, most: int = 2
) -> list[dict[str, Any]]:
    """Name a few tempting spans whose reason is sure: questions, orders, greetings, proposals.

    Args:
        messages: Of the example.
        evidence: Quotes that are taken already.
        rng: Chooses.
        most: How many at most.
    """
    found: list[dict[str, Any]] = []
    for at, message in enumerate(messages):
        text = message["content"]
        for one in sentences(text):
            reason = _reason(message["role"], one, text)
            taken = any(
                quote["message"] == at and (quote["quote"] in one.text or one.text in quote["quote"])
                for quote in evidence
            )
            if reason and not taken and text.count(one.text) == 1 and len(one.text) < 200:  # noqa: PLR2004
                found.append({"message": at, "quote": one.text, "reason": reason})
    chosen = rng.sample(found, min(rng.randint(0, most), len(found)))
    return sorted(chosen, key=lambda one: (one["message"], one["quote"]))


def _reason(role: str, one: Span, text: str) -> str | None:
    words = len(one.text.split())
    if "<" in one.text:
        return None
    if role == "assistant":
        return "assistant_suggestion" if _SUGGESTS.match(one.text) and words > 3 else None  # noqa: PLR2004
    if role != "user":
        return None
    if _ASKS.match(one.text) and words > 3 and len(query_terms(one.text)) > 1:  # noqa: PLR2004
        return "task_request"
    if ends_asking(text, one) and words > 3:  # noqa: PLR2004
        return "question"
    return "smalltalk" if _GREETS.match(one.text) else None
