"""Compare texts by what a reader sees: canonical form with offsets, and text that hides from the reader."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Hidden = Literal["invisible", "bidi", "tag", "selector"]
"""``invisible``: zero-width characters inside words. ``bidi``: direction overrides. ``tag``: characters of the
Unicode tag block. ``selector``: runs of variation selectors."""

_RANGES = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF9, 0xFFFB), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
_INVISIBLE = "".join(f"{chr(first)}-{chr(last)}" for first, last in _RANGES)
_REMOVED = dict.fromkeys(code for first, last in _RANGES for code in range(first, last + 1))
_ANY_INVISIBLE = re.compile(f"[{_INVISIBLE}]")
_INVISIBLE_RUN = re.compile(f"[{_INVISIBLE}]+")
_SPACES = re.compile(r"\s+")
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc\u02b9\u0060\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u300c\u300d\u300e\u300f", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\uff0d", "-"),
        "\u2026": "...",
    }
)
_PLAIN_ASCII = str.maketrans({"`": "'"})
_JOINS_BACK = frozenset(chr(code) for code in (*range(0x1160, 0x1200), 0xFF9E, 0xFF9F))
_EMOJI = re.compile(r"[\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff\u200d\ufe0f\u20e3#*0-9]")
_JOINING_SCRIPT = re.compile(
    r"[\u0600-\u08ff\u0900-\u0dff\u0e80-\u0fff\u1000-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc]"
)
_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_TAGS = re.compile("[\U000e0020-\U000e007f]")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_BIDI_OVERRIDE = frozenset("\u202d\u202e")
_BIDI = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_FLAG = "\U0001f3f4"


@dataclass(frozen=True, slots=True)
class Canonical:
    """A text as it is compared.

    Args:
        text: Canonical text.
        offsets: For every code point of ``text`` the offset in the original that it came from; one more at the
            end, the length of the original.
    """

    text: str
    offsets: tuple[int, ...]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the original from which a span of the canonical text came."""
        if start >= end:
            return self.offsets[start], self.offsets[start]
        last = self.offsets[end - 1]
        following = next((offset for offset in self.offsets[end:] if offset > last), self.offsets[-1])
        return self.offsets[start], following


def canonical(text: str) -> Canonical:
    """Fold a text to what a reader sees.

    NFKC, invisible and format characters removed, plain quotes and hyphens, one blank for a run of white space,
    none at the ends, case folded.

    Args:
        text: Any text.

    Returns:
        The folded text and a map back.
    """
    return _canonical(text)


@lru_cache(maxsize=1024)
def fold(text: str) -> str:
    """Return ``canonical(text).text`` without the map back: enough to compare, in a fraction of the time."""
    if text.isascii():
        return " ".join(text.lower().translate(_PLAIN_ASCII).split())
    return " ".join(_fold_all(text.translate(_REMOVED)).split())


def _fold_all(text: str) -> str:
    folded = text
    for _ in range(3):  # case folding can undo composition and the other way round; a fixed point comes at once
        again = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", folded).translate(_PLAIN).casefold())
        if again == folded:
            break
        folded = again
    return folded.translate(_REMOVED)


@lru_cache(maxsize=512)
def _canonical(text: str) -> Canonical:
    signs, offsets = _ascii(text) if text.isascii() else _folded(text)
    return _collapsed(signs, offsets, len(text))


def _ascii(text: str) -> tuple[str, list[int]]:
    return text.lower().translate(_PLAIN_ASCII), list(range(len(text)))


def _folded(text: str) -> tuple[str, list[int]]:
    signs: list[str] = []
    offsets: list[int] = []
    for start, cluster in _clusters(text):
        folded = _fold(cluster)
        signs.append(folded)
        offsets.extend([start] * len(folded))
    return "".join(signs), offsets


def _clusters(text: str) -> list[tuple[int, str]]:
    """Group the visible characters with the marks that compose with them."""
    clusters: list[tuple[int, str]] = []
    for index, sign in enumerate(text):
        if _ANY_INVISIBLE.match(sign):
            continue
        if sign > "\u02ff" and clusters and (sign in _JOINS_BACK or unicodedata.category(sign)[0] == "M"):
            start, cluster = clusters[-1]
            clusters[-1] = (start, cluster + sign)
        else:
            clusters.append((index, sign))
    return clusters


@lru_cache(maxsize=8192)
def _fold(cluster: str) -> str:
    return _fold_all(cluster)


def _collapsed(signs: str, offsets: list[int], length: int) -> Canonical:
    parts: list[str] = []
    kept: list[int] = []
    position = 0
    for run in _SPACES.finditer(signs):
        parts.append(signs[position : run.start()])
        kept.extend(offsets[position : run.start()])
        if run.start() and run.end() < len(signs):
            parts.append(" ")
            kept.append(offsets[run.start()])
        position = run.end()
    parts.append(signs[position:])
    kept.extend(offsets[position:])
    return Canonical("".join(parts), (*kept, length))


def hidden(text: str) -> tuple[tuple[int, int, Hidden], ...]:
    """Find characters that a reader does not see but a model reads.

    Joiners inside emoji and in Persian, Hindi and other joining scripts are how these are written, and so are
    direction marks beside right-to-left letters, a soft hyphen, and a mark at the start of a file: none of them is
    reported.

    Args:
        text: Any text.

    Returns:
        Spans (start, end, what) in order, in code points of the text.
    """
    if text.isascii():
        return ()
    found: list[tuple[int, int, Hidden]] = []
    for run in _INVISIBLE_RUN.finditer(text):
        what = _what(text, run.start(), run.end())
        if what:
            found.append((run.start(), run.end(), what))
    return tuple(found)


def _what(text: str, start: int, end: int) -> Hidden | None:
    run = text[start:end]
    before, after = text[max(0, start - 1) : start], text[end : end + 1]
    if _TAGS.search(run):
        return None if before == _FLAG and run.endswith("\U000e007f") and len(run) <= 7 else "tag"  # noqa: PLR2004
    if len(_SELECTORS.findall(run)) > 1:
        return "selector"
    rest = _SELECTORS.sub("", run)
    if _BIDI.issuperset(rest):
        return _bidi(text, start, rest)
    if rest.strip("\u00ad") == "" or (rest == "\ufeff" and not start):
        return None
    if set(rest) <= {"\u200c", "\u200d"} and (
        (_JOINING_SCRIPT.match(before) and (_JOINING_SCRIPT.match(after) or not after.isalpha()))
        or (_EMOJI.match(before) and _EMOJI.match(after))
    ):
        return None
    return "invisible"


def _bidi(text: str, start: int, run: str) -> Hidden | None:
    if not run:
        return None
    if not _BIDI_OVERRIDE.isdisjoint(run):
        return "bidi"
    return None if _RIGHT_TO_LEFT.search(text) or (set(run) <= {"\u200e", "\u200f"} and not start) else "bidi"
