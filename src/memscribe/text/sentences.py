"""Split a message into sentences and clauses, with exact offsets in code points."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Mark = Literal["prose", "list", "data", "quote", "code", "block"]
"""``list``: a bullet or numbered line. ``data``: JSON, a log line, a table row, a command, a stack trace.
``quote``: a line that starts with ">". ``code``: a fenced block. ``block``: what stands between paired tags."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A sentence, a clause, or a stretch that is no sentence.

    Args:
        start: First code point in the text that was split.
        end: One past the last.
        text: Exactly that stretch, without blanks at its ends.
        mark: What it is.
    """

    start: int
    end: int
    text: str
    mark: Mark = "prose"


_FENCE = re.compile(r"^[ \t]*(```|~~~)", re.MULTILINE)
_OPENING_TAG = re.compile(r"<([A-Za-z][\w-]{1,40})(?:\s[^<>\n]{0,200})?>")
_BULLET = re.compile(r"[ \t]*(?:[-*•·・‣▪◦–]|\(?\d{1,2}[.)]|\[[ x]\])[ \t]+\S|[ \t]*[・•]\S")
_DATA = re.compile(
    r"""[ \t]*(?:
        [{}\[\]]+,?[ \t]*$ | \{["'] | \[[{"'] | ["'][\w.-]{1,40}["']\s?:\s | </?\w[^>]{0,80}>[ \t]*$
      | (?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d)
      | (?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|TRACE|Traceback|Caused\ by)\b[: \[(]
      | (?:error|warning)(?:\[\w{1,12}\])?:\s | at\s[\w$.<>]{1,80}\( | File\s" | [$#>%]\s?(?:\w|\./)
      | \|.{0,400}\|[ \t]*$ | [-=*_]{3,}[ \t]*$ | (?:[^,;\t\n]{1,40}[,;\t]){4,60}[^,;\t\n]{0,40}$(?<![.!?])
      | \[(?:heartbeat|scheduler|cron|system|reminder|upload|attachment|file|image|voice)\b
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_TABLE_ROW = re.compile(
    r"[^,;\t\n ]{1,30}([,;\t])(?:[^,;\t\n ]{1,30}\1){2,60}[^,;\t\n ]{1,30}$|(?:[^\t\n]{0,60}\t){2}"
)

_ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof st sr jr vs etc e.g i.e eg ie approx no nr ca bzw z.b d.h u.a ggf inkl evtl sra "
    "srta dra av "
    "mme mlle m sig dott p.s a.m p.m jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu "
    "fri sat sun "
    "inc ltd co corp fig vol ed est tel ext min max dept hr hrs yrs".split()
)
_ENDS = re.compile(r"[.!?…]+[\"'”’»)\]]*(?=\s|$|[\u3040-\u30ff\u4e00-\u9fff])|[。！？]+[」』”’）)]*|[।؟]+")
_LAST_WORD = re.compile(r"([^\s(\"'“‘«]+)$")
_ORDINAL_LANGUAGES = re.compile(r"\d{1,2}$")
_CLAUSE = re.compile(
    r"\s*;\s+|\s+[–—]\s+|\s*—\s*|\s+-{1,2}\s+|[；]|"
    r",?\s+(?=(?:but|although|though|whereas|anyway|anyways|btw|by the way)\b)|"
    r",\s+(?=(?:and\s+|so\s+|then\s+)?(?:i|i'm|i've|i'll|im|ive|my|we|we're|we've|our|he|he's|she|she's|"
    r"they|they're|"
    r"it's|its|you|can|could|please|pls|what|how|who|where|which)\s)|[，](?=\S)",
    re.IGNORECASE,
)
_CJK_GAP = re.compile(r"(?<=[\u3040-\u30ff\u4e00-\u9fff])[ \u3000]+(?=[\u3040-\u30ff\u4e00-\u9fff])")


def sentences(text: str) -> tuple[Piece, ...]:
    """Split a message into sentences and into stretches that are none.

    Args:
        text: The whole content of a message.

    Returns:
        The pieces in order; they never overlap, and only blanks and line breaks lie between them.
    """
    pieces: list[Piece] = []
    position = 0
    for start, end, mark in _blocks(text):
        pieces.extend(_lines(text, position, start))
        pieces.extend(_trimmed(text, start, end, mark))
        position = end
    pieces.extend(_lines(text, position, len(text)))
    return tuple(pieces)


def clauses(piece: Piece) -> tuple[Piece, ...]:
    """Split a sentence where a new clause begins: at ";", a dash, "but", or a comma before a new subject.

    Args:
        piece: A sentence from :func:`sentences`; its offsets are kept.

    Returns:
        The clauses in order; a piece that is no prose comes back whole.
    """
    if piece.mark not in {"prose", "list"}:
        return (piece,)
    found: list[Piece] = []
    position = 0
    breaks = sorted({match.span() for rule in (_CLAUSE, _CJK_GAP) for match in rule.finditer(piece.text)})
    for start, end in [*breaks, (len(piece.text), len(piece.text))]:
        if start < position:
            continue
        for part in _trimmed(piece.text, position, start, piece.mark):
            found.append(Piece(piece.start + part.start, piece.start + part.end, part.text, part.mark))  # noqa: PERF401
        position = end
    return tuple(found)


def _blocks(text: str) -> Iterator[tuple[int, int, Mark]]:
    """Find fenced code and paired tags, in order, never nested."""
    closings = _last_closings(text)
    position = 0
    fences = [match.start() for match in _FENCE.finditer(text)]
    next_fence = 0
    while position < len(text):
        while next_fence < len(fences) and fences[next_fence] < position:
            next_fence += 1
        fence = fences[next_fence] if next_fence < len(fences) else len(text)
        tag = _OPENING_TAG.search(text, position, fence)
        if tag and closings.get(tag[1], -1) >= tag.end():
            closing = f"</{tag[1]}>"
            end = text.index(closing, tag.end()) + len(closing)
            yield tag.start(), end, "block"
            position = end
        elif tag:
            position = tag.end()
        elif fence < len(text):
            end = fences[next_fence + 1] if next_fence + 1 < len(fences) else len(text)
            end = next((at for at in (text.find("\n", end),) if at >= 0), len(text)) if end < len(text) else end
            yield fence, end, "code"
            position = end
        else:
            return


def _last_closings(text: str) -> dict[str, int]:
    return {match[1]: match.start() for match in re.finditer(r"</([A-Za-z][\w-]{1,40})>", text)}


def _lines(text: str, start: int, end: int) -> Iterator[Piece]:
    position = start
    for line in text[start:end].splitlines(keepends=True):
        until = position + len(line)
        yield from _line(text, position, until)
        position = until


def _line(text: str, start: int, end: int) -> Iterator[Piece]:
    line = text[start:end]
    if line.lstrip().startswith(">"):
        yield from _trimmed(text, start, end, "quote")
    elif _DATA.match(line) or _TABLE_ROW.match(line):
        yield from _trimmed(text, start, end, "data")
    else:
        mark: Mark = "list" if _BULLET.match(line) else "prose"
        position = start
        for stop in _stops(line):
            yield from _trimmed(text, position, start + stop, mark)
            position = start + stop
        yield from _trimmed(text, position, end, mark)


def _stops(line: str) -> Iterator[int]:
    """Give the ends of the sentences of a line."""
    for match in _ENDS.finditer(line):
        if match[0] == "." and not _ends_here(line, match.start(), match.end()):
            continue
        yield match.end()


def _ends_here(line: str, dot: int, after: int) -> bool:
    word = _LAST_WORD.search(line[max(0, dot - 30) : dot])
    if word is None:
        return True
    bare = word[1].casefold()
    follows = line[after : after + 2].strip()
    if bare in _ABBREVIATIONS or (
        len(bare) == 1 and bare.isalpha() and bare not in {"i", "u"} and follows[:1].isupper()
    ):
        return not line[after:].strip()
    # "3. Mai", "am 3. fahre ich": an ordinal, unless a number closes an English sentence
    return not (_ORDINAL_LANGUAGES.fullmatch(bare) and dot + 1 < len(line) and _german_ordinal(line, dot, after))


def _german_ordinal(line: str, dot: int, after: int) -> bool:
    before = line[max(0, dot - 12) : dot].casefold()
    months = ("jan", "feb", "mär", "maerz", "apr", "mai", "jun", "jul", "aug", "sep", "okt", "nov", "dez")
    return line[after:].strip().casefold().startswith(months) or bool(
        re.search(r"\b(?:am|vom|zum|bis|den|dem)\s\d+$", before)
    )


def _trimmed(text: str, start: int, end: int, mark: Mark) -> Iterator[Piece]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        yield Piece(start, end, text[start:end], mark)
