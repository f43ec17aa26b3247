"""Turns RealMem's dialogues into training examples where a user's own clause carries every labelled fact."""

import datetime as dt
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal

from memscribe.train.writer import realmem_cues as cues
from memscribe.train.writer.grounding import Span, best_cover, content, exact_words, sentences, without

TRAINING: Final = ("Adeleke_Okonjo", "Kenta_Tanaka", "Kim_Ji_young", "Liam_O_Connor")
HELD_BACK: Final = ("Lin_Wanyu", "Pak_Budi")
"""Personas that writers are validated on; nothing of theirs may be trained on."""

GROUNDED: Final = 0.62
"""Share of a fact's words that its clauses must hold; read off a sample of pairs, for precision."""
_TOUCHED: Final = 0.25
_ALIKE: Final = 0.45
_SUPPORTED: Final = 0.75
_FEWEST_WORDS: Final = 3
_LONGEST_FACT: Final = 200
_ASSISTANT_ROOM: Final = 500

Role = Literal["user", "assistant"]


@dataclass(frozen=True, slots=True)
class Fact:
    """A labelled fact that a user turn carries.

    Args:
        turn: Index of the user turn.
        text: Memory text in the corpus's form.
        kind: One of the nine kinds.
        quotes: The user's clauses.
        context: A sentence of the turn before that the clauses answer, or None.
    """

    turn: int
    text: str
    kind: str
    quotes: tuple[Span, ...]
    context: Span | None


@dataclass(frozen=True, slots=True)
class Session:
    """One dialogue, read.

    Args:
        name: Identifier, unique within a persona.
        date: ISO date.
        turns: (role, content), assistants' shortened.
        facts: Those that are grounded.
        spoilt: User turns that say something labelled that no clause carries well.
        golds: How many memories the data labels; `states` of them only say where the dialogue stands.
    """

    name: str
    date: str
    turns: tuple[tuple[Role, str], ...]
    facts: tuple[Fact, ...]
    spoilt: frozenset[int]
    golds: int
    states: int
    known: tuple[tuple[str, str], ...]


def read_sessions(folder: Path, persona: str) -> list[Session]:
    """Read a training persona's dialogues in the order of their time.

    Args:
        folder: Of the data set.
        persona: One of TRAINING.

    Raises:
        ValueError: If the persona is not a training persona.
    """
    if persona not in TRAINING or persona in HELD_BACK:
        raise ValueError(f"{persona!r} is no training persona: expected one of {', '.join(TRAINING)}")
    raw = json.loads((folder / f"{persona}_dialogues_256k.json").read_text(encoding="utf-8"))
    return [_session(one) for one in raw["dialogues"]]


def _session(raw: Mapping[str, Any]) -> Session:
    said = [cues.ANALYSIS.sub("", one["content"]).strip() for one in raw["dialogue_turns"]]
    users = [at for at, one in enumerate(raw["dialogue_turns"]) if one["speaker"] == "User"]
    turns: list[tuple[Role, str]] = [
        ("user", text) if at in users else ("assistant", shortened(text)) for at, text in enumerate(said)
    ]
    facts: list[Fact] = []
    loose: list[tuple[str, Mapping[str, Any]]] = []
    states = 0
    for gold in raw["extracted_memory"]:
        text = cues.TAG.sub("", gold["content"]).strip()
        if cues.STATE.search(text):
            states += 1
            continue
        source = gold["source_turn"] - 1
        covers = {at: best_cover(text, said[at])[0] for at in users}
        at = source if source in covers else max(covers, key=lambda one: covers[one])
        found = grounded(text, gold, turns, at, raw["current_time"][:10])
        if found:
            facts.append(found)
        else:
            loose.append((text, gold))
    distinct = _distinct(facts)
    spoilt = _clear(turns, users, distinct, loose)
    return Session(
        name=raw["session_identifier"],
        date=raw["current_time"][:10],
        turns=tuple(turns),
        facts=tuple(
            replace(one, quotes=_again(one.quotes, turns[one.turn][1]))
            for one in distinct
            if one.turn not in spoilt
        ),
        spoilt=frozenset(spoilt),
        golds=len(raw["extracted_memory"]),
        states=states,
        known=tuple((one.text, one.kind) for one in facts),
    )


def _clear(
    turns: list[tuple[Role, str]],
    users: Sequence[int],
    facts: Sequence[Fact],
    loose: Sequence[tuple[str, Mapping[str, Any]]],
) -> set[int]:
    """Cut the sentences that say a labelled thing no memory stands for; return the turns that stay spoilt."""
    spoilt: set[int] = set()
    cuts: dict[int, set[Span]] = {}
    for text, gold in loose:
        source = gold["source_turn"] - 1
        for at in users:
            share, quotes = best_cover(text, turns[at][1])
            if share >= (_TOUCHED if at == source else _ALIKE):
                words = frozenset[str]().union(*(content(fact.text) for fact in facts if fact.turn == at))
                cuts.setdefault(at, set()).update(
                    one
                    for one in sentences(turns[at][1])
                    if any(_overlap(one, quote) for quote in quotes)
                    and len((content(one.text) & content(text)) - words) > (1 if words else 0)
                )
            elif at == source and gold["type"] != "Static":
                spoilt.add(at)
        if source not in users and source + 1 in users and cues.YES.match(turns[source + 1][1]):
            spoilt.add(source + 1)
    for at, some in cuts.items():
        mine = [quote for fact in facts if fact.turn == at for quote in fact.quotes]
        if any(_overlap(one, quote) for one in some for quote in mine):
            spoilt.add(at)
            continue
        text = without(turns[at][1], some)
        turns[at] = ("user", text)
        if len(text.split()) < _FEWEST_WORDS:
            spoilt.add(at)
    return spoilt


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.start + len(other.text) and other.start < one.start + len(one.text)


def _again(quotes: Sequence[Span], text: str) -> tuple[Span, ...]:
    """Find the clauses again in a turn that sentences were cut from."""
    return tuple(Span(text.index(one.text), one.text) for one in quotes)


def shortened(text: str) -> str:
    """Keep the first paragraphs of a long answer: its rest holds nothing of the user's."""
    kept = ""
    for part in text.split("\n"):
        if kept and len(kept) + len(part) > _ASSISTANT_ROOM:
            break
        kept += part + "\n"
    whole = sentences(kept[: _ASSISTANT_ROOM * 2])
    if len(kept) <= _ASSISTANT_ROOM * 2 or not whole:
        return kept.strip()
    return kept[: whole[-1].start + len(whole[-1].text)].strip()


def memory_text(text: str) -> str:
    """Write a label the way the corpus writes memories: one sentence about "User"."""
    text = re.sub(r"\b[Tt]he user\b", "User", text.replace("*", "")).strip().rstrip(".")
    text = re.sub(r"\.(['\"])$", r"\1", text)
    label = re.match(r"([A-Z][a-z]+(?: \w+){0,3}): (?=\S)", text)
    if label:
        text = f"User's {text[0].lower()}{text[1:]}"
    return text[:1].upper() + text[1:] + "."


def resolved(text: str, date: str) -> str:
    """Write "today", "yesterday" and "tomorrow" as ISO dates."""
    for word, days in (("today", 0), ("yesterday", -1), ("tomorrow", 1)):
        shifted = (dt.date.fromisoformat(date) + dt.timedelta(days=days)).isoformat()
        text = re.sub(rf"(?:\b(?:for|on) )?\b{word}\b(?! \()", f"on {shifted}", text)
    return text


def grounded(
    label: str, gold: Mapping[str, Any], turns: Sequence[tuple[str, str]], at: int, date: str
) -> Fact | None:
    """Return the fact of a label if a user's clauses carry it, else None.

    Args:
        label: Its text without tags.
        gold: The label itself: its type and tags decide the kind.
        turns: (role, content) of the dialogue.
        at: The user turn it is said to come from.
        date: ISO date of the dialogue, for "today" and its neighbours.
    """
    text = resolved(memory_text(label), date)
    said = turns[at][1]
    if not writable(text, label, gold):
        return None
    share, quotes = best_cover(label, said)
    if share < GROUNDED or _differs(text, quotes, said):
        return None
    before = turns[at - 1][1] if at else ""
    missing = content(label) - frozenset[str]().union(*(content(one.text) for one in quotes))
    answers = max(sentences(before), key=lambda one: len(missing & content(one.text)), default=None)
    helps = answers is not None and len(missing & content(answers.text)) > 1 and len(answers.text) < _LONGEST_FACT
    context = answers if helps else None
    shown = " ".join([*(one.text for one in quotes), context.text if context else ""])
    window = " ".join(words for _, words in turns[max(0, at - 3) : at + 1])
    wanted = content(label)
    if exact_words(label) - exact_terms(shown) or len(wanted & content(window)) < _SUPPORTED * len(wanted):
        return None
    return Fact(at, text, kind_of(text, gold), quotes, context)


def writable(text: str, label: str, gold: Mapping[str, Any]) -> bool:
    """Whether a label is one lasting fact in one sentence, and reading has not shown it to be wrong.

    Args:
        text: In the corpus's form.
        label: As the data has it, without tags.
        gold: The label itself.
    """
    place = f"{gold['session_uuid']}:{gold['index'].split('-', 1)[1]}"
    return (
        place not in cues.READ_AND_LEFT_OUT
        and bool(cues.VERB.search(text))
        and (":" not in text or bool(cues.MEASURE.match(text)))
        and len(text) <= _LONGEST_FACT
        and len(sentences(label)) <= 1
        and not any(cue.search(text) for cue in (cues.RELATIVE, cues.MOOD, cues.UNSURE))
    )


def exact_terms(text: str) -> frozenset[str]:
    """Return every word of a text as names and numbers are compared."""
    return frozenset(re.findall(r"\w+", text.casefold())) | exact_words(text) | exact_words(f"x {text}")


def _differs(text: str, quotes: Sequence[Span], said: str) -> bool:
    """Whether the clauses are a question, or hedge or deny where the fact does not, or the other way round."""
    shown = " ".join(one.text for one in quotes)
    asked = [ends_asking(said, one) for one in quotes]
    return (
        any(asked)
        or bool(cues.HEDGE.search(shown)) > bool(cues.HEDGED.search(text))
        or bool(cues.NEGATIVE.search(shown)) != bool(cues.NEGATIVE.search(text))
    )


def ends_asking(text: str, span: Span) -> bool:
    """Whether a span closes with a question mark or just before one."""
    end = span.start + len(span.text)
    return span.text.endswith("?") or text[end : end + 3].lstrip("\"'*) ")[:1] == "?"


def kind_of(text: str, gold: Mapping[str, Any]) -> str:
    """Return our kind for a label, by its words first, then by its tag."""
    tags = gold["content"].split("】")[0] if "【" in gold["content"] else ""
    for said, kind in (
        (cues.LIKED, "preference"),
        (cues.OTHERS, "relationship"),
        (cues.PLANNED, "plan"),
        (cues.DONE, "event"),
    ):
        if said.search(text):
            return kind
    if gold["type"] == "Dynamic" and not re.search(r"Travel|Training|Scheme|Schedule|Tourism", tags):
        return "profile" if text.startswith("User") else "knowledge"
    if gold["type"] == "Static":
        return "profile"
    return "preference" if re.search(r"\b(?:wants|requires?|needs?)\b", text) else "plan"


def _distinct(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Leave out facts that say what a longer one of the same dialogue says."""
    kept: list[Fact] = []
    for fact in sorted(facts, key=lambda one: -len(one.text)):
        words = content(fact.text)
        if all(len(words & content(other.text)) < 0.8 * len(words) for other in kept):
            kept.append(fact)
    return tuple(sorted(kept, key=lambda one: (one.turn, one.quotes[0].start)))
