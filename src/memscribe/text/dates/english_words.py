"""The words of English dates, and how the words around a date tell past from future."""

import re
from typing import Final

from memscribe.text.dates.algebra import Direction
from memscribe.text.dates.grammar import clause_around, not_after, numbered
from memscribe.text.dates.readers import COMING, GONE, Words

DAY_NAMES: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
CARDINALS: Final = numbered("one two three four five six seven eight nine ten eleven twelve", 1)
_ORDINALS: Final = numbered(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
    " fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth twenty-first|"
    "twenty_first twenty-second|twenty_second "
    "twenty-third|twenty_third twenty-fourth|twenty_fourth twenty-fifth|twenty_fifth twenty-sixth"
    "|twenty_sixth "
    "twenty-seventh|twenty_seventh twenty-eighth|twenty_eighth twenty-ninth|twenty_ninth thirtieth "
    "thirty-first|thirty_first",
    1,
)

WORDS: Final = Words(
    weekday=numbered(
        "monday|mon tuesday|tue|tues|tuseday wednesday|wed|weds|wensday|wednsday thursday|thu|thur|"
        "thurs|thurday "
        "friday|fri saturday|sat|saterday sunday|sun"
    ),
    month=numbered(
        "january|jan february|feb|febuary march|mar april|apr may june|jun july|jul august|"
        "aug september|sep|sept "
        "october|oct november|nov december|dec",
        1,
    ),
    count=CARDINALS
    | {"a": 1, "an": 1, "a couple of": 2, "a couple": 2, "thirteen": 13, "fourteen": 14, "fifteen": 15}
    | {"sixteen": 16, "eighteen": 18, "twenty": 20, "thirty": 30, "forty": 40},
    ordinal=_ORDINALS | {"last": -1},
    shift={
        "last": -1,
        "past": -1,
        "this past": -1,
        "gone": GONE,
        "this": 0,
        "next": 1,
        "coming": COMING,
        "this coming": COMING,
    },
    season={"spring": (3, 5), "summer": (6, 8), "autumn": (9, 11), "fall": (9, 11), "winter": (12, 14)},
    unit={"min": "minute", "hr": "hour", "wk": "week"}
    | {unit: unit for unit in ("minute", "hour", "day", "week", "fortnight", "month", "quarter", "year")},
    past=frozenset({"ago", "before last"}),
    endings="stndrh",
)

_PAST: Final = (
    "was were did didn't had hadn't went came left died passed began broke brought built bought caught chose "
    "drove fell felt flew found gave grew heard held hit hurt kept knew laid led lent lost made met paid quit "
    "ran rang sat saw sold sent shot slept spent spoke spun stood stole stuck swam taught thought threw told "
    "took tore split blew withdrew understood woke won wore wrote been gone seen became wasn't weren't ago "
    "since yesterday already finally ate bit dug drew drank forgot froze hid rode rose sang shook sank struck "
    "swore swept wept used born "
).split()
_FUTURE: Final = (
    "will won't shall shan't gonna gotta must tomorrow let's lets please remind next starting want wants wanna "
    "hope hopes plan plans planning planned scheduled due can could should would may might be booking tmrw "
    "upcoming until till deadline reserve schedule rsvp ready expect expected "
    # plain presents that speak of what is arranged
    "leave leaves starts come comes fly flies arrive arrives lands moves go goes opens closes returns meets "
    "begins ends renews takes has have stays gets switches expires "
).split()
_NO_VERB: Final = (
    "need indeed hundred breed speed feed seed weed shed bleed planned scheduled expected supposed naked"
)
_TENSE: Final = re.compile(
    rf"\b(?P<past>{'|'.join(map(re.escape, _PAST))}|(?<!'s )(?<!'ve )(?<!has )(?<!have )got|"
    r"said (?:yes|no|ok|so|in|on|last|that|it|this)|(?:they|he|she|we|i) let)\b"
    # "is booked", "gets decided" are no past; neither are "need" and "shed"
    rf"|{not_after('is are be get gets getting being as am the a an my our his her their more so very')}"
    rf"\b(?!(?:{_NO_VERB.replace(' ', '|')})\b)(?P<ed>[a-z]{{2,}}ed)\b"
    rf"|\b(?P<future>{'|'.join(map(re.escape, _FUTURE))})\b|(?P<contracted>[a-z]'ll\b)"
    r"|\b(?:is|are|am|im|its|[a-z]+'(?:m|re|s)) (?:\w+ )?[a-z]+ing\b|(?:^|[,.] )[a-z]{3,}ing\b"
    r"|\b(?:going|have|has|needs?) to\b"
)
_CLAUSE: Final = re.compile(r"[,;:!?](?=\s)|[()]|[.] | - | but | and then | so (?=i|we|he|she|they)| because | bc ")
_FORWARD: Final = re.compile(
    r"\b(?:for|to|by|until|'?til|till|due|starting|before|beginning|pushed|effective|off)(?: the| on)? $"
    r"|\b(?:through|thru)(?: the)? $"
)
_LIKELY_FORWARD: Final = re.compile(r"(?:\bfrom|\bis|'s)(?: on)?(?: the)? $")
_BACKWARD: Final = re.compile(
    r"\b(?:since|(?<!go )(?<!goes )(?<!come )(?<!comes )(?<!be )(?<!'s )(?<!is )(?<!'m )back in)"
    "(?: the| about| around| early| mid| late)? $"
)
_BARE: Final = re.compile(r"\s*(?:(?:on|at|in|this|the|last) )*")
_AFTER_PENALTY: Final = 40  # a verb before the date tells more than one behind it


def tense(text: str, start: int, end: int) -> Direction:
    """Return whether the words at [start, end) speak of the past or the future.

    A preposition tells it outright ("since", "until"), else the nearest verb of the clause makes it likely.
    """
    before = text[max(0, start - 24) : start]
    if _BACKWARD.search(before):
        return -2
    if _FORWARD.search(before):
        return 2
    if _LIKELY_FORWARD.search(before):
        return 1
    first, last = clause_around(_CLAUSE, text, start, end)
    told = _nearest(text, (first, last), start, end)
    bare = text[start:end] in WORDS.weekday and text[:first].rstrip().endswith(",")
    if not told and bare and _BARE.fullmatch(text, first, start):
        # "printed in six copies, on Monday" leans on the clause before
        told = _nearest(text, (0, first), start, end) if not text[end:last].strip() else 0
    return told


def _nearest(text: str, scope: tuple[int, int], start: int, end: int) -> Direction:
    nearest: tuple[int, Direction] = 1_000_000, 0
    for cue in _TENSE.finditer(text, *scope):
        if cue.end() > start and cue.start() < end:
            continue
        distance = start - cue.end() if cue.end() <= start else cue.start() - end + _AFTER_PENALTY
        if distance < nearest[0]:
            nearest = distance, -1 if cue["past"] or cue["ed"] else 1
    return nearest[1]
