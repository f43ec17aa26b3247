"""One-time codes, payment cards, and random strings beside words for keys."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from memscribe.guard import secret_shapes as shapes
from memscribe.guard.secret_shapes import Span, groups

_FEWEST_DIGITS: Final = 3
_MOST_DIGITS: Final = 10
_BESIDE: Final = 80  # code points after a card in which its expiry date and security code are looked for
_KEY_BEFORE: Final = 48  # code points between a word for a key and the key
_SECRET_BEFORE: Final = 24  # the same before or after a secret that is already known
_SHORTEST_HEX: Final = 24
_ALL_KINDS: Final = 3  # small letters, capitals and digits
_RANDOM_BITS: Final = 3.3  # entropy a sign; English text has about 4.1 over a long stretch, but 3 in a short token
_MOST_WORDS: Final = 0.6  # share of a token that may be words

_NOT_A_CODE = re.compile(
    r"\b(?:error|exit|status|return|response|zip|postal|area|country|dress|qr|source|product|close|http"
    r"|reason|iso|language|colou?r|hs|commodity|sku|cost|project|class|course|billing|diagnosis|icd"
    r"|dewey|item|discount|promo|voucher|coupon|booking|dial(?:ling)?|sort|swift|tax|tracking|html?"
    r"|morse|building regs)\s(?:codes?|numbers?)\b",
    re.IGNORECASE,
)


_YEAR = re.compile(r"(?:19|20)\d\d")
_SURE_CODE = re.compile(r"pin|code|密|码", re.IGNORECASE)
_NUMBER_WORD = re.compile(r"numbers?$", re.IGNORECASE)
_SECRET_NUMBER = re.compile(r"pin|card|security", re.IGNORECASE)


def codes(text: str) -> Iterator[Span]:
    """Find PINs, one-time codes and codes of doors."""
    for pattern in (shapes.CODE, shapes.CODE_AFTER_DOOR, shapes.CODE_BEFORE, shapes.CJK_CODE):
        for match in pattern.finditer(text):
            word = match.groupdict().get("k") or ""
            if _NOT_A_CODE.search(match[0]) or (_NUMBER_WORD.search(word) and not _SECRET_NUMBER.search(word)):
                continue
            yield from ((start, end) for start, end in groups(match) if _is_code(text[start:end], match[0]))


def _is_code(value: str, around: str) -> bool:
    digits = sum(sign.isdigit() for sign in value)
    if not (_FEWEST_DIGITS <= digits <= _MOST_DIGITS or "codes" in around):
        return False
    return not _YEAR.fullmatch(value) or bool(_SURE_CODE.search(around))


def cards(text: str) -> Iterator[Span]:
    """Find payment cards, and expiry dates and security codes beside them."""
    for match in shapes.CARD.finditer(text):
        digits = re.sub(r"\D", "", match[0])
        named = shapes.CARD_WORD.search(text[max(0, match.start() - 30) : match.start()])
        if not (_is_card(digits) and _luhn(digits)) and not (named and digits[0] in "3456"):
            continue
        yield match.span()
        start = match.end()
        window = text[start : start + _BESIDE].split("\n\n", maxsplit=1)[0]
        for beside in shapes.BESIDE_CARD.finditer(window):
            yield from ((start + first, start + last) for first, last in groups(beside))


_BRANDS = (
    (frozenset({13, 16, 19}), re.compile("4")),  # Visa
    (frozenset({16}), re.compile("5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)")),  # Mastercard
    (frozenset({16}), re.compile("6011|65|64[4-9]|35(?:2[89]|[3-8])")),  # Discover, JCB
    (frozenset({15}), re.compile("3[47]")),  # American Express
    (frozenset({14}), re.compile("3(?:0[0-5]|6|8)")),  # Diners
    (frozenset({16, 17, 18, 19}), re.compile("62")),  # UnionPay
)


def _is_card(digits: str) -> bool:
    return any(len(digits) in lengths and prefix.match(digits) for lengths, prefix in _BRANDS)


def _luhn(digits: str) -> bool:
    doubled = (int(digit) * (1 + index % 2) for index, digit in enumerate(reversed(digits)))
    return sum(sum(divmod(value, 10)) for value in doubled) % 10 == 0


def random_tokens(text: str, known: list[Span]) -> Iterator[Span]:
    """Find random strings near words for keys, or near secrets that are already known.

    Args:
        text: The whole text.
        known: Secrets found so far.
    """
    words = [match.end() for match in shapes.KEY_WORD.finditer(text)] + [end for _, end in known]
    if not words:
        return
    for match in shapes.RANDOM.finditer(text):
        near = any(0 <= match.start() - end <= _KEY_BEFORE for end in words) or any(
            0 <= start - match.end() <= _SECRET_BEFORE for start, _ in known
        )
        if near and _is_random(match[0].strip("."), text[max(0, match.start() - 40) : match.start()]):
            yield match.start(), match.start() + len(match[0].rstrip("."))


_PATH = re.compile(r"(?:[a-z]{2,}/){2,}|[^/]*/[^/]*/[^/]*/(?!.*\d.*[A-Z])")
_FILE = re.compile(r"\.\w{1,5}$")
_KINDS = tuple(re.compile(kind) for kind in ("[a-z]", "[A-Z]", r"\d"))
_HEX = re.compile("[0-9a-f]+")


def _is_random(token: str, before: str) -> bool:
    if shapes.UUID.fullmatch(token) or _FILE.search(token) or _PATH.match(token):
        return False
    if _HEX.fullmatch(token):
        letters = any(sign.isalpha() for sign in token)
        return letters and len(token) >= _SHORTEST_HEX and not shapes.NOT_SECRET_HEX.search(before)
    kinds = sum(bool(kind.search(token)) for kind in _KINDS)
    if kinds < _ALL_KINDS:
        return False
    words = sum(map(len, re.findall(r"[a-z]{4,}|[A-Z]{4,}", token)))
    return words <= _MOST_WORDS * len(token) and _entropy(token) > _RANDOM_BITS


def _entropy(token: str) -> float:
    counts = Counter(token)
    return -sum(n / len(token) * math.log2(n / len(token)) for n in counts.values())
