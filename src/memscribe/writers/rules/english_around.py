"""Which cues an English clause shows, those of its surroundings included."""

import re
from collections.abc import Iterator
from functools import lru_cache

from memscribe.writers.rules.clause import Clause, Situation
from memscribe.writers.rules.english_cues import CUES, plain
from memscribe.writers.rules.english_words import FILLERS

_QUESTION = re.compile(r"[^.?!\n]*\?")
_OFFER = re.compile(
    r"\b(?:shall (?:i|we)|should i|want me|would you like|do you want|can i|could i|may i|ready|anything "
    r"else|anything i can|"
    r"which (?:one|version|format|file|tone)|how many words|tone|need)\b"
)
_ABOUT_YOU = re.compile(
    r"\b(?:do you|are you|your|you have|have you|did you|you're|is (?:he|she|it)|who|who's|when's|when "
    r"is|where|how old|how long|"
    r"how often|any (?:allerg|injur|pets|kids|other)|what's (?:his|her|the)|is that|does)\b"
)
_LASTING = re.compile(
    r"\b(?:allerg\w+|diet\w*|prefer\w*|usual\w*|normally|how often|how long have|birthdays?|name|called|"
    r"how old|where (?:do|did|is|are)|what do you (?:do|play|drive|use)|when(?:'s| is| are| does)|"
    r"which (?:school|team|city|town|club|day|days|company|size|language)|address|size|medication|injur\w+|"
    r"conditions?|pets?|kids|children|married|work|job|live|since when|favou?rite|like|budget|"
    r"who(?:'s| is| are)|is (?:he|she|it|that) (?:your|the|a)|whose|deadline|due|avoid|hate|rules?"
    r"|always|every)\b"
)
_STRONG = frozenset({"date", "relation", "called", "span", "change", "health", "prefer", "standing", "plan"})
_WORK_ON_TEXT = re.compile(
    r"(?:hi |hey |hello |ok |please |pls |can you |could you |would you )*(?:write|draft|rewrite|translate|"
    r"summari[sz]e|"
    r"proofread|shorten|correct|check the|make a|tl;?dr|roleplay|let's play|pretend|continue)\b"
)
_CAPITAL = re.compile(r"(?<=[a-z,;:'\d] )(?!I\b)[A-ZÀ-Þ][\wÀ-ÿ]+")


def cues_of(clause: Clause, around: Situation) -> frozenset[str]:
    """Return the names of the cues that a clause and what stands around it show."""
    whole = plain(clause.text)
    text = _without_fillers(whole)
    found = set(_shown(text))
    if text is not whole:
        found.add("filler")
    found.update(_shape(clause, around, len(text.split())))
    found.update(_asked(around))
    found.update(_reply(around))
    found.update(_together(found, text))
    return frozenset(found)


def _without_fillers(text: str) -> str:
    return FILLERS.sub("", text) or text


@lru_cache(maxsize=1024)
def _shown(text: str) -> frozenset[str]:
    """Name the cues in a text itself; each is asked for twice, by its own clause and by the next."""
    return frozenset(cue.name for cue in CUES if cue.pattern.search(text))


def _shape(clause: Clause, around: Situation, words: int) -> Iterator[str]:
    content = clause.message.content
    capitals = len(_CAPITAL.findall(clause.text))
    previous = around.previous
    before = plain(previous.text) if previous else ""
    shape = {
        "after_fact": not before.endswith("?") and bool(_shown(_without_fillers(before)) & _STRONG),
        "words_1_2": words <= _VERY_SHORT,
        "words_3_4": _VERY_SHORT < words <= _SHORT,
        "words_8": words >= _SENTENCE,
        "words_15": words >= _LONG_SENTENCE,
        "name": capitals >= 1,
        "names": capitals > 1,
        "first": not around.index,
        "last": around.following is None,
        "alone": len(around.clauses) == 1,
        "opening": not around.earlier,
        "long_message": len(content) > _LONG_MESSAGE,
        "very_long_message": len(content) > _PASTED_MESSAGE,
        "many_lines": content.count("\n") >= _MANY_LINES,
        "after_question": previous is not None and previous.text.endswith("?"),
        "work_on_text": bool(_WORK_ON_TEXT.match(plain(content[:200]))),
    }
    return (name for name, holds in shape.items() if holds)


_VERY_SHORT = 2
_SHORT = 4
_SENTENCE = 8
_LONG_SENTENCE = 15
_LONG_MESSAGE = 900
_PASTED_MESSAGE = 2500
_MANY_LINES = 3


def _together(found: set[str], text: str) -> Iterator[str]:
    """Give the cues that only mean something together."""
    present = found | {"short"} if found & {"words_1_2", "words_3_4"} else found
    for name, needed, barred in _COMBINED:
        if present.issuperset(needed) and not found & barred:
            yield name
    if "after_fact" in found and present & {"short", "third", "this"}:
        yield "goes_on"
    if _ASIDE.search(text):
        yield "aside"


def _combined(name: str, needed: str, barred: str = "") -> tuple[str, frozenset[str], frozenset[str]]:
    return name, frozenset(needed.split()), frozenset(barred.split())


_COMBINED = (
    _combined("answers_about_user", "asked_about_user short"),
    _combined("answers_with_number", "asked_about_user short number"),
    _combined("answers_in_words", "asked_about_user short", "number"),
    _combined("answers_shortly", "asked_first short"),
    _combined("answers_offer", "offered short"),
    _combined("answers_lasting", "asked_lasting short"),
    _combined("my_relation", "my relation"),
    _combined("dated_plan", "date plan"),
    _combined("user_span", "i span"),
    _combined("only_state", "state", "number change"),
    _combined("hearsay", "says third"),
    _combined("loose_past", "i_past", "date change number"),
    _combined("bare_imperative", "imperative", "standing date rule change"),
    _combined("says_little", "", "name number my i standing change date span"),
)
"""A cue, the cues that it needs, and those that it must not meet."""

_ASIDE = re.compile(
    r"\b(?:anyway|whatever|never mind|don't ask|long story|just saying|i know|you know|who knows|obviously|"
    r"of course)\b"
)
_REPLIES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "reply_notes",
        re.compile(
            r"\b(?:noted|got it|i'll (?:remember|keep|note|remind|stick|use|always|never|make sure|"
            r"from)|understood|duly|recorded|saved|will do|good to know|i have it|in mind)\b"
        ),
    ),
    (
        "reply_updates",
        re.compile(
            r"\b(?:updated|changed (?:it )?to|moved to|now at|instead|corrected|i've (?:changed|moved|"
            r"corrected|updated|put)|replaced|removed|cancelled)\b"
        ),
    ),
    (
        "reply_feels",
        re.compile(
            r"\b(?:congrat\w*|sorry (?:to hear|about)|i'm (?:so |very )?sorry|poor|good luck|well done|"
            r"enjoy|happy|glad|lovely|wonderful|that sounds|ouch|great news|hope)\b"
        ),
    ),
    (
        "reply_works",
        re.compile(
            r"(?:^[\"'*`\[{<1-9•-]|\bhere(?:'s| is| are|:)|\bdraft\b|```|\n.*\n|^(?:try|yes"
            r"|no)[,:. ])"
        ),
    ),
    ("reply_asks", re.compile(r"\?\s*$")),
    ("reply_fiction", re.compile(r"\*[^*]{3,}\*")),
)


def _reply(around: Situation) -> Iterator[str]:
    if around.reply is None:
        yield "no_reply"
        return
    text = plain(around.reply.content[:400])
    for name, pattern in _REPLIES:
        if pattern.search(text):
            yield name
    if len(around.reply.content) > _LONG_REPLY:
        yield "reply_long"


_LONG_REPLY = 250


def _asked(around: Situation) -> Iterator[str]:
    questions = _QUESTION.findall(plain(around.asked.content)) if around.asked else []
    if not questions:
        return
    yield "asked"
    if not around.index:
        yield "asked_first"
        if _OFFER.search(questions[-1]):
            yield "offered"
        elif _ABOUT_YOU.search(questions[-1]):
            yield "asked_about_user"
        if _LASTING.search(questions[-1]):
            yield "asked_lasting"
