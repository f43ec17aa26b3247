"""How an episode and the memories around it are laid out for the encoder: pieces of tokens, in windows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from memscribe.text.terms import terms
from memscribe.writers.embedded.units import Unit

if TYPE_CHECKING:
    from tokenizers import Tokenizer

BEGIN: Final = 0
END: Final = 2
LONGEST: Final = 512
"""Tokens that the encoder reads at once."""
_CHUNK: Final = 100
"""Tokens of a message at most in one piece; a longer message is several pieces."""
_ROOM: Final = 360
"""Tokens of messages in a window; the rest is for memories."""
_OVERLAP: Final = 100
"""Tokens that neighbouring windows share, so that nothing stands without what came right before and after."""
_TOKENS_PER_MEMORY: Final = 120
_HEADER: Final = 40
"""Tokens of a header at most: a speaker's name may be of any length."""

Source = Literal["memory", "message"]


@dataclass(frozen=True, slots=True)
class Placed:
    """A unit, and the tokens of its piece that hold it.

    Args:
        unit: Offsets count in the whole text; what stands for the header has none and starts at -1.
        first: First token of the piece, header included.
        last: Last token, inclusive.
        inside: How many units of the same first token stand before it.
    """

    unit: Unit
    first: int
    last: int
    inside: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A memory, a message, or a part of a long message.

    Args:
        source: What it is.
        index: Which memory or message.
        tokens: Header and text, without separators.
        starts: First code point of each token in the whole text; -1 in the header.
        ends: One past the last.
        placed: Its units.
        text: The whole text of the memory or message.
    """

    source: Source
    index: int
    tokens: tuple[int, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    placed: tuple[Placed, ...]
    text: str


def pieces(
    tokenizer: "Tokenizer",
    source: Source,
    index: int,
    text: str,
    *,
    header: str,
    cut: Sequence[Unit],
    lead_units: Sequence[str] = (),
) -> tuple[Piece, ...]:
    """Lay out one text.

    Args:
        tokenizer: Without truncation.
        source: Memory or message.
        index: Which.
        text: The whole text.
        header: Who speaks, e.g. "user" or "user Ana".
        cut: The text's units, offsets in the text.
        lead_units: What can be copied from the header: the speaker's name, the day it was said.

    Returns:
        One piece; several for a text longer than a piece holds; they cover the text without a gap.
    """
    lead = header + ": "
    safe = (lead + text).encode("utf-8", "replace").decode("utf-8")
    encoded = tokenizer.encode(safe, add_special_tokens=False)
    spans = [(start - len(lead), end - len(lead)) for start, end in encoded.offsets]
    head = sum(1 for _, end in spans if end <= 0)
    tokens = encoded.ids
    front = tokens[: min(head, _HEADER)]
    found: list[Piece] = []
    bounds = _bounds(text, spans, head)
    next_unit = 0
    for begin, stop in bounds:
        own_starts = [-1] * len(front) + [max(0, start) for start, _ in spans[begin:stop]]
        own_ends = [-1] * len(front) + [end for _, end in spans[begin:stop]]
        limit = len(text) if stop == len(spans) else spans[stop][0]
        mine: list[Unit] = []
        while next_unit < len(cut) and cut[next_unit].start < limit:
            mine.append(cut[next_unit])
            next_unit += 1
        placed = list(_placed(mine, own_starts, own_ends, len(front)))
        if front:
            placed[:0] = [Placed(Unit(-1, -1, lead), 0, len(front) - 1, at) for at, lead in enumerate(lead_units)]
        found.append(
            Piece(
                source,
                index,
                (*front, *tokens[begin:stop]),
                tuple(own_starts),
                tuple(own_ends),
                tuple(placed),
                text,
            )
        )
    return tuple(found)


def _bounds(text: str, spans: Sequence[tuple[int, int]], head: int) -> list[tuple[int, int]]:
    """Part the tokens behind the header, after the end of a sentence where there is one."""
    bounds: list[tuple[int, int]] = []
    begin = head
    while len(spans) - begin > _CHUNK:
        stop = begin + _CHUNK
        for candidate in range(stop, begin + _CHUNK // 2, -1):
            end = spans[candidate - 1][1]
            if text[end - 1 : end] in {".", "!", "?", "。", "！", "？", ";", "；"} or "\n" in text[end : end + 1]:
                stop = candidate
                break
        bounds.append((begin, stop))
        begin = stop
    return [*bounds, (begin, len(spans))]


def _placed(cut: Iterable[Unit], starts: Sequence[int], ends: Sequence[int], head: int) -> Iterable[Placed]:
    token, count, before = head, len(starts), -1
    inside = 0
    for unit in cut:
        while token < count - 1 and ends[token] <= unit.start:
            token += 1
        last = token
        while last < count - 1 and ends[last] < unit.end:
            last += 1
        inside = inside + 1 if token == before else 0
        before = token
        if token < count:
            yield Placed(unit, token, last, min(inside, 3))


@dataclass(frozen=True, slots=True)
class Window:
    """What the encoder reads at once.

    Args:
        ids: int token ids with separators.
        pieces: Memories first, then messages in order.
        offsets: Index in ``ids`` of each piece's first token.
        home: Of each piece, whether what is found in it counts; else it is there as context only.
    """

    ids: tuple[int, ...]
    pieces: tuple[Piece, ...]
    offsets: tuple[int, ...]
    home: tuple[bool, ...]


def windows(messages: Sequence[Piece], memories: Sequence[Piece]) -> tuple[Window, ...]:
    """Lay pieces out in windows that together hold every piece of the messages at home exactly once.

    Args:
        messages: Pieces of the messages, in order.
        memories: One piece a memory, most relevant first. A window holds as many as there is room for, those
            first that share rare words with its messages.
    """
    found: list[Window] = []
    begin, home = 0, 0
    while begin < len(messages):
        stop, size = begin, 0
        while stop < len(messages) and (stop == begin or size + len(messages[stop].tokens) + 1 <= _ROOM):
            size += len(messages[stop].tokens) + 1
            stop += 1
        nxt, shared = stop, 0
        if stop < len(messages):
            while nxt - 1 > begin and shared + len(messages[nxt - 1].tokens) <= _OVERLAP:
                nxt -= 1
                shared += len(messages[nxt].tokens)
        owned = stop if stop == len(messages) else (nxt + stop + 1) // 2
        inside = messages[begin:stop]
        around = _relevant(memories, inside, LONGEST - 1 - size)
        flags = [True] * len(around) + [home <= at < owned for at in range(begin, stop)]
        found.append(_window((*around, *inside), flags))
        begin, home = max(nxt, begin + 1) if stop < len(messages) else stop, owned
    return tuple(found)


def _window(inside: Sequence[Piece], home: Sequence[bool]) -> Window:
    ids: list[int] = [BEGIN]
    offsets: list[int] = []
    for piece in inside:
        offsets.append(len(ids))
        ids += [*piece.tokens, END]
    return Window(tuple(ids), tuple(inside), tuple(offsets), tuple(home))


def _relevant(memories: Sequence[Piece], inside: Sequence[Piece], room: int) -> list[Piece]:
    """Return the memories that fit, in their order; where not all do, those with the most telling shared words."""
    short = [_short(memory) for memory in memories]
    if sum(len(memory.tokens) + 1 for memory in short) <= room:
        return short
    said = {term for piece in inside for term in terms(_own_words(piece))}
    words = [set(terms(memory.text)) for memory in short]
    count: dict[str, int] = {}
    for one in words:
        for term in one:
            count[term] = count.get(term, 0) + 1
    weight = [sum(1 / count[term] for term in one & said) for one in words]
    kept: set[int] = set()
    for index in sorted(range(len(short)), key=lambda index: (-weight[index], index)):
        size = len(short[index].tokens) + 1
        if size <= room:
            kept.add(index)
            room -= size
    return [memory for index, memory in enumerate(short) if index in kept]


def _own_words(piece: Piece) -> str:
    """Return what stands in a piece itself, of the whole text that it is a part of."""
    first = next((start for start in piece.starts if start >= 0), 0)
    return piece.text[first : max((0, *piece.ends))]


def _short(memory: Piece) -> Piece:
    """Cut a very long memory: its first words say what it is about."""
    if len(memory.tokens) <= _TOKENS_PER_MEMORY:
        return memory
    limit = _TOKENS_PER_MEMORY
    return replace(
        memory,
        tokens=memory.tokens[:limit],
        starts=memory.starts[:limit],
        ends=memory.ends[:limit],
        placed=tuple(placed for placed in memory.placed if placed.last < limit),
    )
