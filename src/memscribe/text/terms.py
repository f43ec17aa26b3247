"""The terms under which a text is indexed and found.

SQLite's own tokenizers see no words in Chinese or Japanese, and its trigram tokenizer finds nothing shorter
than three characters. So the terms are made here, the same for what is stored and for what is asked: words
are folded (NFKC, case), and runs of CJK text become overlapping pairs of characters, as in Lucene's CJK
analyzer.
"""

import re
import unicodedata

_CJK = "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0002ebef"
_TERM = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+(?:['\u2019][^\W\d_{_CJK}]+)?")
_IS_CJK = re.compile(rf"[{_CJK}]")
_FUNCTION_WORDS = frozenset(
    (
        "a an and are as at be by did do does for from had has have he her his i in is it its me my of on or our "
        "she that the their them they this to user was we were what when where which who why will with you your "
        "用户"
    ).split()
)


def terms(text: str) -> list[str]:
    """Split a text into index terms, in order, with repeats.

    Args:
        text: Anything; not altered.

    Returns:
        Case-folded words; two-character pairs for runs of CJK text, the character itself for a run of one.
    """
    found: list[str] = []
    for match in _TERM.finditer(unicodedata.normalize("NFKC", text).casefold()):
        run = match[0]
        if not _IS_CJK.match(run):
            found.append(re.sub(r"['\u2019]", "", run))
        elif len(run) == 1:
            found.append(run)
        else:
            found.extend(run[i : i + 2] for i in range(len(run) - 1))
    return found


def query_terms(text: str) -> list[str]:
    """Return the distinct terms of a question, without words that say nothing unless nothing else is left.

    Those are English function words and the account holder's name in memories, which stands in nearly all of them.

    Args:
        text: What is asked.

    Returns:
        Distinct terms in order of first occurrence.
    """
    distinct = list(dict.fromkeys(terms(text)))
    content = [term for term in distinct if term not in _FUNCTION_WORDS]
    return content or distinct
