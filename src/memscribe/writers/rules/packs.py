"""Which language pack reads which language."""

from memscribe.writers.rules.chinese import Chinese
from memscribe.writers.rules.clause import Language
from memscribe.writers.rules.english import English
from memscribe.writers.rules.plain import PLAIN

_PACKS: dict[str, Language] = {"en": English(), "zh": Chinese(), **PLAIN}


def pack_for(tag: str) -> Language:
    """Return the pack of a language; English reads what nobody can name.

    Args:
        tag: A primary tag from :func:`memscribe.text.language.language_of`.
    """
    return _PACKS.get(tag) or (_PACKS["en"] if tag == "und" else _PACKS["*"])
