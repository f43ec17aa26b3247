"""What English says when a value is put right, or something is no longer as it was."""

import re

from memscribe.writers.rules.clause import Correction, Shift, Situation
from memscribe.writers.rules.english_cues import plain
from memscribe.writers.rules.english_words import MONTHS, NUMBERS, WEEKDAYS

_ENDED = re.compile(
    r"\b(?:no longer|anymore|any more|no more|gave up|given up|giving up|quit|stopped|sold|cancelled|"
    r"canceled|called off|cancelling|is off|are off|'s off|fell through|"
    r"falls through|broke up|split up|got rid of|dropped out|died|passed away|put down|done with|finished "
    r"with|expired|closed down|shut down|not (?:\w+ )?(?:going|doing|coming|happening)|"
    r"over now|gone off|off the table|let go|got fired|was fired|resigned|scrapped|dropped|binned|ended|"
    r"lapsed|wound up|disbanded|dissolved|fallen through|ain't happening|withdrawn|pulled out|can't "
    r"(?:go|come|make it))\b"
)
_CHANGED = re.compile(
    r"\b(?:now|these days|nowadays|switched|switching|moved|moving|changed|changes|changing|instead|"
    r"renamed|replaced|replaces|replacing|swapped|swapping|postponed|pushed|"
    r"brought forward|extended|rescheduled|shifted|goes to|going up|gone up|went up|went down|up to|"
    r"up from|down to|down from|bumped|became|becomes|turned (?:\d+|into)|back to|"
    r"rather than|over to|new|from .{1,40} to|starting|as of|from (?:now|today|tomorrow|next)|upgraded|"
    r"promoted|transferred|married|divorced|took over|takes over|taken over|have taken|since|"
    r"finally|used to|lower(?:ed)?|rais(?:ed|ing)|reduced|increased|will be|gets? replaced|slipped|"
    r"delayed|later|earlier|stays?)\b|->|→|=>"
)
_CORRECTED = re.compile(
    r"\b(?:correction|i meant|meant|misread|mistyped|typo|misspoke|my mistake|my bad|i was wrong|got "
    r"that wrong|you have (?:it|that|me) (?:down )?(?:as|wrong)|wrong|"
    r"should be|should read|it's actually|actually it's|is actually|was never|were never|never was|"
    r"not \w+,? (?:but|it's|it is)|rather)\b|\bnot\b.{1,30}$"
)

_MARKER = (
    r"(?:sorry|no,? sorry|sorry,? no|no,? wait|wait,? no|wait|correction|i mean|i meant|make "
    r"(?:that|it)|actually|oops|scratch that|my mistake|my bad|typo|no,? actually|no actually|"
    r"er|um|argh|i misread|misread(?: it)?|mistyped|rather|hang on|hold on)"
)
_STARTS_CORRECTING = re.compile(rf"^(?:{_MARKER}[,:;.! -]*\s*){{1,3}}(?P<right>.+)$")
_ENDS_CORRECTING = re.compile(
    r"^(?P<right>.{1,40}?)[,.;]?\s*(?:-+\s*)?(?:sorry|i meant|i mean|my mistake|my bad|typo|correction|"
    r"misread it|misread|actually|rather)\b.{0,40}$"
)
_NOT_BUT = re.compile(
    r"^(?:it's |its |it is |that's |she's |he's )?(?P<right>[^,]{1,40}?),? not (?P<wrong>[^,.]{1,30})[.!]?$|"
    r"^not (?P<wrong2>[^,.]{1,30}?)(?:,| but| -) (?:but )?(?P<right2>[^,.]{1,40})[.!]?$"
)
_VALUES: tuple[re.Pattern[str], ...] = (
    re.compile(
        rf"\b\d{{4}}-\d\d-\d\d\b|\b\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{MONTHS})\b(?: \d{{4}})?|"
        rf"\b(?:{MONTHS}) \d{{1,2}}\b(?:,? \d{{4}})?",
        re.IGNORECASE,
    ),
    re.compile(r"\b\d{1,2}[:.]\d\d(?: ?[ap]m)?\b|\b\d{1,2} ?[ap]m\b", re.IGNORECASE),
    re.compile(rf"\b(?:{WEEKDAYS})\b", re.IGNORECASE),
    re.compile(rf"\b(?:{MONTHS})\b", re.IGNORECASE),
    re.compile(
        r"\b(?:terminal|gate|platform|room|plot|page|floor|flat|unit|line|table|size|version|sheet|"
        r"bed|pen) \d+\w?\b|\b[A-Z]{1,3}-?\d+\b|#\d+",
        re.IGNORECASE,
    ),
    re.compile(rf"[£$€]?\b\d[\d,.]*\d?(?: ?%| ?[a-z]{{1,5}}\b)?|\b(?:{NUMBERS})\b", re.IGNORECASE),
)
_SHORT_NAME = re.compile(r"(?:[A-ZÀ-Þ][\w'À-ÿ-]+)(?: [A-ZÀ-Þ][\w'À-ÿ-]+){0,2}$")
_NAME = re.compile(r"(?<![.!?] )(?<!^)\b(?!User\b)[A-ZÀ-Þ][\wÀ-ÿ'-]+\b")


def correction_in(text: str, around: Situation) -> Correction | None:
    """Read a short clause that puts right what was said before."""
    folded = plain(text)
    if len(folded.split()) > _LONGEST_CORRECTION or folded.endswith("?") or not (around.earlier or around.previous):
        return None
    for pattern in (_STARTS_CORRECTING, _ENDS_CORRECTING):
        if match := pattern.match(folded):
            right = text[match.start("right") : match.end("right")].strip(" .,!")
            inner = _NOT_BUT.match(right)
            if inner:
                return _pair(right, inner)
            return Correction(right) if right else None
    if match := _NOT_BUT.match(folded):
        return _pair(text, match)
    return None


_LONGEST_CORRECTION = 10


def _pair(text: str, match: re.Match[str]) -> Correction:
    right, wrong = ("right", "wrong") if match["right"] is not None else ("right2", "wrong2")
    return Correction(
        text[match.start(right) : match.end(right)].strip(" ,"),
        text[match.start(wrong) : match.end(wrong)].strip(" ,."),
    )


def put_right_in(text: str, correction: Correction) -> str | None:
    """Replace the one value in a memory's text that a correction can mean."""
    wrong = correction.wrong
    if wrong and (match := re.search(rf"(?<!\w){re.escape(wrong)}(?!\w)", text, re.IGNORECASE)):
        return text[: match.start()] + correction.right + text[match.end() :]
    for value in _VALUES:
        found = value.search(correction.right)
        if not found:
            continue
        places = list(value.finditer(text))
        if len(places) != 1 and not (places and value is _VALUES[4]):
            continue
        place = _likest(places, found[0])
        return text[: place.start()] + found[0] + text[place.end() :]
    if _SHORT_NAME.fullmatch(correction.right) and not any(value.search(correction.right) for value in _VALUES):
        names = list(_NAME.finditer(text))
        if len(names) == 1:
            return text[: names[0].start()] + correction.right + text[names[0].end() :]
    return None


def _likest(places: list[re.Match[str]], right: str) -> re.Match[str]:
    """Of several values take the one that begins like the right one ("Terminal 2" for "T3")."""
    alike = [place for place in places if place[0][:1].casefold() == right[:1].casefold()]
    return (alike or places)[0]


def left_behind_in(text: str) -> tuple[str, ...]:
    """Return the values that a text says no longer hold ("from Leipzig to Ghent" gives "leipzig")."""
    text = plain(text)
    return tuple(match["old"].strip() for pattern in _LEFT_BEHIND for match in pattern.finditer(text))


_LEFT_BEHIND = (
    re.compile(
        r"\b(?:moved|moves|moving|move|switched|switches|switching|changed|changes|changing|went|goes|gone|swapped|"
        r"transferred|relocat\w+|migrat\w+|upgraded|downgraded|increased|reduced|raised|lowered|dropped|rose|"
        r"rises|up|down|postponed|pushed|rescheduled|shifted|brought forward|renamed|converted|cut)\b[^.!?]{0,40}?"
        r"\bfrom (?:the |my |our |an? )?(?P<old>[^.,;!?]{1,40}?) (?:over |back |up |down )?(?:to|into)\b"
    ),
    re.compile(
        r"\b(?:switched|swapped|exchanged|replaced|traded|swap|switch|replace)\s+(?:the |my |our )?"
        r"(?P<old>[^.,;!?]{1,30}?) (?:for|with|by)\b"
    ),
    re.compile(
        r"\b(?:instead of|rather than|in place of) (?:the |my |our |an? )?(?P<old>[^.,;!?]{1,30}?)(?=[.,;!?]"
        r"|$| now)"
    ),
    re.compile(r"(?P<old>[\w:.€$£%-]{1,20}) ?(?:->|→|=>) ?\w"),
    re.compile(r"\b(?:down|up) from (?P<old>[\w.,:€$£%]{1,15}?)(?=[.,;!?]?(?:\s|$))"),
)


def shift_in(text: str) -> Shift | None:
    """Find the words that say that something changed, ended or was wrong."""
    text = plain(text)
    if _ENDED.search(text):
        return "ended"
    if _CHANGED.search(text):
        return "changed"
    return "corrected" if _CORRECTED.search(text) else None
