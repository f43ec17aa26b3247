"""English verbs in the third person: what "I am", "we've" and "don't" become after "User"."""

IRREGULAR_PAST = frozenset(
    "was were had did went got gave came took made said told saw knew thought found felt left kept "
    "began brought bought "
    "built caught chose drank drove ate fell flew forgot froze grew heard held hid hit hurt laid led "
    "lent let lit lost meant "
    "met paid put quit ran rang read rode rose sang sank sat sent set shook shot showed shut slept "
    "slid sold spent spoke "
    "split spread stood stole stuck struck swam swore taught threw tore understood woke won wore wrote "
    "cut cost broke bent "
    "bet bit bled blew burst dealt drew dug fed fought hung knelt lay learnt rebuilt resold retook "
    "spelt spilt swept swung "
    "withdrew became overslept fled ground sewed beat undid redid undertook".split()
)
MODALS = frozenset(
    "will would can could shall should may might must can't cannot couldn't won't wouldn't shouldn't "
    "mustn't mightn't "
    "shan't needn't 'll 'd used ought'".split()
)
_FIXED = {
    "am": "is", "'m": " is", "are": "is", "'re": " is", "have": "has", "'ve": " has", "do": "does",
    "don't": "doesn't", "haven't": "hasn't", "aren't": "isn't", "weren't": "wasn't", "were": "was",
    "'ll": " will", "go": "goes", "ain't": "isn't", "be": "is", "been": "has been", "dont": "doesn't",
    "havent": "hasn't", "wanna": "wants to", "gotta": "has to", "gonna": "is going to", "'s": " is",
}  # fmt: skip
_UNCHANGED = frozenset(
    "is has does isn't hasn't doesn't wasn't didn't hadn't didnt wasnt not n't to of in on at and or "
    "but as for".split()
)
ADVERBS = frozenset(
    "just also last always never usually really still only finally actually now already mostly often sometimes "
    "currently "
    "probably even both all normally generally definitely rarely hardly recently basically honestly "
    "literally once "
    "simply nearly almost gladly either then too first personally absolutely quite kinda officially "
    "mainly typically "
    "regularly seldom ever have'nt".split()
)
STATIVES = frozenset(
    "live work run have teach eat drink play go take use like love hate prefer want need sleep walk "
    "cycle get own drive "
    "speak study sing swim read write cook bake keep rent share manage train commute travel pay sell "
    "make start finish "
    "do wear buy visit volunteer collect grow lead help watch stay know think feel avoid leave come "
    "carry hold belong "
    "depend save spend support suffer wake".split()
)
"""Verbs that a second, coordinated predicate of "I" commonly has ("I live in Lima and work from home")."""
BARE_STARTS = frozenset(
    "live prefer hate love need have got can't cant don't dont won't never usually am was been didn't "
    "can work moved"
    " allergic haven't hasn't couldn't always mostly".split()
)


_SHORTEST_PAST = 3


def is_past(word: str) -> bool:
    """Whether a lower-case word looks like a past form."""
    return word in IRREGULAR_PAST or (
        word.endswith("ed")
        and len(word) > _SHORTEST_PAST
        and word not in {"need", "feed", "speed", "bleed", "breed", "seed", "exceed", "succeed", "proceed", "weed"}
    )


def third_person(verb: str) -> str:
    """Return a present or contracted verb as it stands after "User"; past forms and modals stay.

    Args:
        verb: One lower-case word: "am", "'ve", "live", "moved" ...
    """
    if verb in _FIXED:
        return _FIXED[verb]
    if verb in MODALS or verb in _UNCHANGED or is_past(verb) or not verb.isalpha():
        return verb
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in set("aeiou"):
        return verb[:-1] + "ies"
    return verb + "s"
