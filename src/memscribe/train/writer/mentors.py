"""Turns MemoryCode's sessions into training examples: a mentor's rules, their changes, and talk without any.

The mentor is the user and the mentee the assistant: the mentee is the one who must remember and obey.
"""

import json
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

from memscribe.train.writer.grounding import Span, best_cover, sentences, without
from memscribe.train.writer.windows import rejections

_MOST: Final = 250
_SILENT: Final = 90
_MOST_TURNS: Final = 14
_COVERED: Final = 0.6
_PLAIN: Final = 0.5
"""Share of rules that are written as an order; the others say who wants it."""
_FIRST_DAY: Final = date(2026, 1, 5)

_ORDERS = re.compile(
    r"\b(?:instead|dive straight|refrain|avoid|do not|don't use|no more|focus on|from now on|"
    r"going forward|make sure|always|never|i (?:want|need|expect|would like|"
    r"'d like) you|i'd like you|be sure|"
    r"remember to|don't forget|ensure|please (?:use|start|end|add|keep|write|follow|include|"
    r"focus)|conventions?|standards?|naming|"
    r"prefix|suffix|decorator|instruct\w*|guideline\w*|requirement\w*|you (?:should|must|need)|update\w*)\b",
    re.IGNORECASE,
)
_FACTS = re.compile(
    r"\b(?:my|mine|i've|i have|i was|i had|i did|i used|i work|i live|i like|i love|i prefer|"
    r"i plan|i will|i'll|i want to|"
    r"we've|we have|we use|we will|we'll|years|months|weeks|tomorrow|yesterday|deadline|client|"
    r"here at|your mentor|launch\w*|"
    r"hired|team at|(?:this|next|last) (?:week|month|quarter|year|\w+day)|switch\w*|adopt\w*|"
    r"introduc\w*|using|tool)\b|\d",
    re.IGNORECASE,
)
_TALK = re.compile(
    r"\b(?:our|envision\w*|graduate|we (?:also |currently |already )?(?:have|implement\w*|offer|"
    r"want|encourage|provide|started)|programs?|"
    r"salar\w+|contract\w*|bonus\w*|this project|we're|let's focus|we (?:also )?(?:value|look)|"
    r"the committee|budget|polic\w+|ago|platform|industry)\b",
    re.IGNORECASE,
)
_ECHO = re.compile(
    r"\b(?:from now on|going forward|understood|noted|got it|i'll (?:make sure|follow|use|stop|"
    r"start|switch)|the switch)\b",
    re.IGNORECASE,
)
"""What a mentee says after an order that may stand before the window."""
_COMPANY = re.compile(r"\b[A-Z]{4,}\b")


def _tells(text: str) -> bool:
    """Whether a mentor's words may hold an order or a fact about the mentor, the team or the company."""
    return bool(_ORDERS.search(text) or _FACTS.search(text) or _COMPANY.search(text))


@dataclass(frozen=True, slots=True)
class _Rule:
    """A rule that a session gives, and the message and clauses that give it."""

    number: int
    text: str
    event: str
    message: int
    spans: tuple[Span, ...]


def memorycode_examples(path: Path, rng: random.Random) -> Iterable[dict[str, Any]]:
    """Yield examples of mentors' sessions.

    Args:
        path: The file of sessions.
        rng: Chooses among them.
    """
    dialogues: dict[int, list[dict[str, Any]]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        session = json.loads(line)
        if trained_on(session["dialogue"]):
            dialogues.setdefault(session["dialogue"], []).append(session)
    ruled: list[dict[str, Any]] = []
    silent: list[dict[str, Any]] = []
    for dialogue in dialogues.values():
        known: dict[int, tuple[str, str]] = {}
        for session in sorted(dialogue, key=lambda one: one["session"]):
            made = _session(session, known, rng)
            if made:
                (ruled if made["operations"] else silent).append(made)
            for rule in session["rules"]:
                known[rule["rule_id"]] = (rule["text"], _day(session))
    silent = rng.sample(silent, min(_SILENT, len(silent)))
    ruled = _varied(ruled, rng)[: _MOST - len(silent)]
    for number, made in enumerate([*ruled, *silent], 1):
        yield {"id": f"mc-{number:04}", **made}


def trained_on(dialogue: int) -> bool:
    """Whether a dialogue may be learned from: the even ones; writers are measured on the odd ones."""
    return dialogue % 2 == 0


def _varied(made: Sequence[dict[str, Any]], rng: random.Random) -> list[dict[str, Any]]:
    """Order examples so that rules that were seen less come first."""
    seen: dict[str, int] = {}
    ranked: list[tuple[int, float, dict[str, Any]]] = []
    for one in rng.sample(made, len(made)):
        rule = re.sub(r"'[^']*'", "", one["operations"][0]["text"])[-60:] + one["operations"][0]["op"]
        seen[rule] = seen.get(rule, 0) + 1
        ranked.append((seen[rule], rng.random(), one))
    return [one for _, _, one in sorted(ranked, key=lambda item: item[:2])]


def _day(session: Mapping[str, Any]) -> str:
    return (_FIRST_DAY + timedelta(days=session["dialogue"] % 90 + 7 * session["session"])).isoformat()


def said(session: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return (role, words) of a session's turns, in order."""
    turns: list[tuple[str, str]] = []
    roles = {session["mentor"]: "user", session["mentee"]: "assistant"}
    for part in re.split(r"\n\s*\n|\n(?=\w+: )", session["text"]):
        name, colon, words = part.strip().partition(":")
        words = words.strip().strip('"').strip()
        role = roles.get(name.strip().strip("*"))
        if not colon or role is None or not words:
            continue
        if turns and turns[-1][0] == role:
            words = f"{turns.pop()[1]} {words}"
        turns.append((role, words))
    return turns


def _session(
    session: Mapping[str, Any], known: Mapping[int, tuple[str, str]], rng: random.Random
) -> dict[str, Any] | None:
    turns = said(session)
    found = [_where(turns, rule["text"]) for rule in session["rules"]]
    if any(one is None for one in found):
        return None
    places = [one for one in found if one]
    for at in {at for at, _ in places}:
        turns[at] = (
            "user",
            without_asides(turns[at][1], [span for where, spans in places if where == at for span in spans]),
        )
    clean = [
        not (_tells(text) or _TALK.search(text)) if role == "user" else bool(places) or not _ECHO.search(text)
        for role, text in turns
    ]
    span = _stretch(clean, [at for at, _ in places], rng)
    if span is None:
        return None
    first, last = span
    day = _day(session)
    messages = [
        {"role": role, "content": text, "at": f"{day}T10:{at:02}:00Z"}
        for at, (role, text) in enumerate(turns[first:last])
    ]
    rules = [
        _Rule(rule["rule_id"], rule["text"], rule["event"], at - first, spans)
        for rule, (at, spans) in zip(session["rules"], places, strict=True)
    ]
    if any(_unclear(rule, known, messages[rule.message]["content"]) for rule in rules):
        return None
    existing, others = _memories(known, rules, rng)
    operations = [_operation(rule, known, day, rng) for rule in rules]
    relations = [
        {"operation": number, "existing": target, "relation": "updates"}
        for number, operation in enumerate(operations)
        for target in operation["targets"]
    ]
    relations += [
        {"operation": number, "existing": one["id"], "relation": "unrelated"}
        for number in range(len(operations))
        for one in others[:2]
    ]
    return {
        "lang": "en",
        "scene": "coding",
        "now": messages[-1]["at"],
        "user": session["mentor"],
        "existing": existing,
        "messages": messages,
        "operations": operations,
        "rejections": rejections(messages, [quote for one in operations for quote in one["evidence"]], rng, most=1),
        "relations": relations,
    }


def _unclear(rule: _Rule, known: Mapping[int, tuple[str, str]], said_then: str) -> bool:
    """Whether the data do not tell for sure what a rule replaces, or where it was said."""
    old = known.get(rule.number)
    changes = rule.event == "update"
    return (
        changes != (old is not None)
        or (old or ("",))[0] == rule.text
        or any(said_then.count(span.text) != 1 for span in rule.spans)
    )


def _memories(
    known: Mapping[int, tuple[str, str]], rules: Sequence[_Rule], rng: random.Random
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the memories that stand by, those which are replaced among them, and those of them which are not."""
    new = {rule.number for rule in rules}
    every = [
        (
            number,
            {
                "id": f"r{number}",
                "text": sentence(text),
                "kind": "instruction",
                "recorded_at": when,
                "source": "user",
            },
        )
        for number, (text, when) in known.items()
    ]
    rng.shuffle(every)
    others = [memory for number, memory in every if number not in new][: rng.randint(0, 5)]
    return [memory for number, memory in every if number in new or memory in others], others


def _operation(rule: _Rule, known: Mapping[int, tuple[str, str]], day: str, rng: random.Random) -> dict[str, Any]:
    changes = rule.number in known
    plain = rng.random() < _PLAIN
    return {
        "op": "update" if changes else "add",
        "kind": "instruction",
        "text": sentence(rule.text) if plain else f"User wants the assistant to {_third(rule.text)}.",
        "targets": [f"r{rule.number}"] if changes else [],
        "evidence": [{"message": rule.message, "quote": one.text} for one in rule.spans],
        "valid_from": day if changes else None,
        "valid_to": None,
    }


def sentence(rule: str) -> str:
    """Write a rule as the memory of a standing instruction."""
    rule = _third(rule)
    return f"{rule[:1].upper()}{rule[1:]}."


def _third(rule: str) -> str:
    """A memory speaks to nobody."""
    return rule.replace(" your ", " the ")


def _where(turns: Sequence[tuple[str, str]], rule: str) -> tuple[int, tuple[Span, ...]] | None:
    """Return the mentor's turn and the clauses that give a rule, or None where they are not plain."""
    tokens = re.findall(r"'([^']+)'", rule)
    best: tuple[float, int, tuple[Span, ...]] | None = None
    for at, (role, text) in enumerate(turns):
        if role == "user":
            share, spans = best_cover(rule, text)
            shown = " ".join(one.text for one in spans)
            if share >= _COVERED and all(token in shown for token in tokens) and (best is None or share > best[0]):
                best = share, at, spans
    return None if best is None else best[1:]


def without_asides(text: str, kept: Sequence[Span]) -> str:
    """Cut the sentences of a turn that say other things worth keeping than its rules.

    Args:
        text: The turn.
        kept: The clauses of its rules.
    """
    cut: list[Span] = []
    for one in sentences(text):
        end = one.start + len(one.text)
        rule = any(span.start < end and one.start < span.start + len(span.text) for span in kept)
        same = any(token in one.text for span in kept for token in re.findall(r"['\"@]\w+['\"]?", span.text))
        if not rule and not same and _tells(one.text):
            cut.append(one)
    return re.sub(r"(?<=[.!?] )[\w\s,]{0,12}['\"]\.?$", "", without(text, cut)).strip()


def _stretch(clean: Sequence[bool], rules: Sequence[int], rng: random.Random) -> tuple[int, int] | None:
    """Return a stretch [first, last) around the rules, or anywhere without one, in which all else is clean."""
    if not rules:
        best = (0, 0)
        first = 0
        for at in range(len(clean) + 1):
            if at == len(clean) or not clean[at]:
                best = max(best, (first, at), key=lambda one: one[1] - one[0])
                first = at + 1
        length = min(best[1] - best[0], rng.randint(3, _MOST_TURNS))
        return (best[0], best[0] + length) if length >= 3 else None  # noqa: PLR2004
    first, last = min(rules), max(rules) + 1
    if last - first > _MOST_TURNS or not all(clean[at] for at in range(first, last) if at not in rules):
        return None
    room = rng.randint(last - first, _MOST_TURNS)
    while last < len(clean) and clean[last] and last - first < room and last - max(rules) < 4:  # noqa: PLR2004
        last += 1
    while first and clean[first - 1] and last - first < room:
        first -= 1
    return first, last
