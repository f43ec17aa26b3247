"""A lexical matcher of memory texts: a development measure, until one calibrated on human judgement exists."""

import re
from collections.abc import Sequence

from memscribe.text.terms import query_terms, terms

COVERED = 0.6
"""Share of a gold text's content words that a proposed text must hold."""

_NUMBER = re.compile(r"\d+")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
# how the corpus names the account holder in its languages: every text has it, so that it tells nothing
_SUBJECTS = frozenset(
    terms("user users usuario usuaria nutzer nutzerin utilisateur utilisatrice 用户 ユーザー 사용자")
)


def content_words(text: str) -> frozenset[str]:
    """Return the distinct terms that carry meaning (CJK: pairs of characters), without the subject."""
    # numbers have a rule of their own: a date must not outweigh the words that say what happened on it
    return frozenset(term for term in query_terms(text) if not term.isdecimal()) - _SUBJECTS


def numbers(text: str) -> frozenset[str]:
    """Return the distinct numbers of a text: no leading zeros, no thousands commas; a date counts as its parts."""
    return frozenset(found.lstrip("0") or "0" for found in _NUMBER.findall(_THOUSANDS.sub("", text)))


def coverage(gold: str, proposed: str) -> float:
    """Return which share of a gold text's content words a proposed text holds; 0 where a number is missing.

    Returns:
        In [0, 1]; 1 for a gold text without content words.
    """
    if not numbers(gold) <= numbers(proposed):
        return 0.0
    wanted = content_words(gold)
    return len(wanted & content_words(proposed)) / len(wanted) if wanted else 1.0


def paired(golds: Sequence[str], proposed: Sequence[str]) -> dict[int, int]:
    """Pair gold texts with proposed ones that state them, each used once, as many pairs as there can be.

    Args:
        golds: Texts that were wanted.
        proposed: Texts that came.

    Returns:
        Index of the proposed text by index of the gold text.
    """
    options = [
        sorted(
            (i for i, text in enumerate(proposed) if coverage(gold, text) >= COVERED),
            key=lambda i: -coverage(gold, proposed[i]),
        )
        for gold in golds
    ]
    owner: dict[int, int] = {}

    def place(gold: int, tried: set[int]) -> bool:
        for option in options[gold]:
            if option not in tried:
                tried.add(option)
                if option not in owner or place(owner[option], tried):
                    owner[option] = gold
                    return True
        return False

    for gold in range(len(golds)):
        place(gold, set())
    return {gold: option for option, gold in owner.items()}
