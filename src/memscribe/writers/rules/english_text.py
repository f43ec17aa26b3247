"""The text of an English memory: fillers off, third person, and its bond to what was said before."""

import re

from memscribe.writers.rules.clause import Clause, Pointing, Rewriting, Situation
from memscribe.writers.rules.english_acts import is_standing
from memscribe.writers.rules.english_cues import plain
from memscribe.writers.rules.english_person import in_third_person
from memscribe.writers.rules.english_verbs import BARE_STARTS, is_past
from memscribe.writers.rules.english_words import FILLERS, RELATIONS

_TRAILING = re.compile(
    r"(?:[\s,]*(?:\b(?:lol|haha\w*|lmao|thanks|thx|ta|pls|please|btw|tho|xx?|ok|though|anyway|cheers|"
    r"thank you)\b|[^\w\s.,;:!?'\"()\[\]£$€%+/&#@*-]+|[:;]-?[)(DP]))+\s*[.!]*\s*$",
    re.IGNORECASE,
)
_MEMO = re.compile(
    r"^(?:please |pls |can you |could you )?(?:remember|note|keep in mind|be aware|bear in mind|save|"
    r"store|write down|log|know)(?: down)?(?: this| it)?(?: that|:|,)?\s+",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"^(?:he|she|they|it|it's|its|he's|she's|they're|hes|shes|theyre|that's|thats|that|this|those|these|"
    r"his|her|their|him|them|the (?:other|second|first|same|rest)\b|same|both|neither)\b",
    re.IGNORECASE,
)
_PERSONAL = re.compile(r"\b(?:he|she|they|his|her|their|him|them)\b(?!self)", re.IGNORECASE)
_SUBJECT = re.compile(
    r"^(?:i|i'm|im|i've|ive|i'd|i'll|we|we're|we've|were|my|our|mine|the|this|that|these|those|there|"
    r"there's|theres|it|it's|its|he|she|they|he's|she's|they're|hes|shes|his|her|their|"
    r"a|an|all|some|any|every|each|both|nobody|everyone|everything|nothing|no one|mr|mrs|ms|dr|if|when|"
    r"whenever|since|as|because|after|before|until|from|on|in|at|for|with|\d+|last|next|me|us)\b",
    re.IGNORECASE,
)
_FINITE = re.compile(
    r"\b(?:am|is|are|was|were|has|have|had|do|does|did|will|would|can|could|should|must|may|might|isn't|"
    r"aren't|don't|dont|doesn't|can't|cant|won't|\w+'s|\w+'re|\w+'ve|\w+'ll|"
    r"goes|go|runs|plays|opens|closes|renews|sells|ends|begins|turns|takes|uses|costs|comes|belongs"
    r"|stays|keeps|pays|"
    r"drives|hates|loves|eats|drinks|sings|teaches|studies|meets|knows|owns|gets|got|moved|starts"
    r"|started|needs|wants|likes|lives|works|says|said|went|took|made|came|"
    r"left|bought|sold|changed|\w{3,}ed)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(
    rf"\b[Mm]y (?:\w+ ){{0,2}}(?:{RELATIONS})(?:'s)?\b(?:,? (?:called |named )?[A-ZÀ-Þ][\wÀ-ÿ-]+)?|"
    rf"\b(?<![.!?] )[A-ZÀ-Þ][a-zà-ÿ]{{2,}}\b"
)
_KIN = re.compile(rf"\b(?:my|our) (?:\w+ ){{0,2}}(?:{RELATIONS})\b", re.IGNORECASE)
_PARTNER = re.compile(
    r"\bmy (?:wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?)(?-i: [A-ZÀ-Þ][\wÀ-ÿ-]+)?", re.IGNORECASE
)


def rewritten(clause: Clause, text: str, around: Situation) -> Rewriting | None:
    """Put an asserted clause into a memory's words; see :meth:`Language.rewrite`."""
    body = _CALLED.sub("", _bare(text)) if around.listener else _bare(text)
    if not any(character.isalnum() for character in body):
        return None
    folded = plain(body)
    speaker = around.speaker or "User"
    if is_standing(plain(clause.text)):
        return Rewriting(_sentence(f"User wants: {in_third_person(_decapitalised(body))}", speaker))
    question = _open_question(around)
    if _is_fragment(folded):
        return _fragment(body, question, around)
    needs = _bond(body, folded, question, around)
    if needs in {"previous", "lost"} and (known := _resolved(body, around)):
        body, needs = known, "none"
    said = in_third_person(body, we=_we(clause, around), speaker=speaker, heard=around.listener)
    if needs == "lost" and question:
        return Rewriting(_answer(question, said, speaker), question=True)
    if needs == "previous" and _speaks_for_itself(body, folded):
        needs = "either"
    return Rewriting(_sentence(said, speaker), needs=needs)


_CALLED = re.compile(
    r"^(?:(?:hey|hi|hello|wow|yeah|yes|oh|mm+|thanks)[,!]? )?[A-ZÀ-Þ][a-zà-ÿ]+[,!] (?=I\b|[Ww]e\b|[Mm]y\b)"
)
"""The name of the one spoken to, before what is said."""


def _resolved(body: str, around: Situation) -> str | None:
    """Put the one person that was just named for a leading "he" or "she"; None where it could be another."""
    match = _LEADING_PRONOUN.match(body)
    if match is None:
        return None
    before = [*around.earlier[-2:], *around.clauses[: around.index]][-_LOOK_BACK:]
    people = {found[0] for clause in before for found in _KIN_NAMED.finditer(clause.text)}
    if len(people) != 1:
        return None
    person = people.pop()
    pronoun, ending = match["pronoun"].casefold(), match["ending"] or ""
    owned = pronoun in {"his", "her"}
    return f"{person}{chr(39) + 's' if owned else ending}{body[match.end() :]}"


_LEADING_PRONOUN = re.compile(r"(?P<pronoun>he|she|his|her)(?P<ending>'s|'ll|'d)?\b", re.IGNORECASE)
_KIN_NAMED = re.compile(rf"\b[Mm]y (?:\w+ )?(?:{RELATIONS})\b(?: (?:called |named )?[A-ZÀ-Þ][\wÀ-ÿ-]+)?")
_LOOK_BACK = 3


def _speaks_for_itself(body: str, folded: str) -> bool:
    """Whether a clause that opens with "it" or "that" still says enough alone."""
    enough = len(folded.split()) >= _TELLING
    return (
        enough
        and not _PERSONAL.match(folded)
        and bool(re.search(r"\d|\bmy\b|\bour\b", folded) or _NAMED.search(body))
    )


_TELLING = 6


def _bare(text: str) -> str:
    """Take fillers off the front and chat noise off the end."""
    body = FILLERS.sub("", text.strip(" ()[]"))
    body = _TRAILING.sub("", body)
    return _MEMO.sub("", body).strip(" ,;-–—")


_PARTICIPLES = frozenset(
    "called named born based located situated supposed required needed allowed based made used".split()
)


def _is_fragment(folded: str) -> bool:
    first = re.match(r"[\w'À-ÿ-]+", folded)
    if first and first[0] in _PARTICIPLES:
        return True
    if first and first[0] in {"i", "i'm", "im", "i've", "ive", "we", "we're", "i'll", "i'd"}:
        return False
    if first and (is_past(first[0]) or first[0] in BARE_STARTS or first[0].endswith("ing")):
        return False
    return not _FINITE.search(folded)


def _fragment(body: str, question: str | None, around: Situation) -> Rewriting:
    speaker = around.speaker or "User"
    said = in_third_person(body, speaker=speaker, heard=around.listener)
    if question:
        return Rewriting(_answer(question, said, speaker), question=True)
    if around.speaker:
        # a fragment of another person's talk tells nothing without what came before
        return Rewriting(_sentence(said, speaker), needs="previous")
    if around.index or around.earlier:
        return Rewriting(_sentence(said, speaker), needs="either")
    return Rewriting(_sentence(f"User says: {said}", speaker))


def _open_question(around: Situation) -> str | None:
    """Return the assistant's question that the first clause of a message answers."""
    if around.index or around.asked is None:
        return None
    questions = re.findall(r"[^.?!\n]*\?", around.asked.content)
    question = questions[-1].strip() if questions else None
    return None if question is None or _OFFER.search(plain(question)) else question


_OFFER = re.compile(
    r"\b(?:shall i|should i|shall we|want me to|would you like|do you want|can i|could i|may i|anything "
    r"else|ready)\b"
)


def _answer(question: str, said: str, speaker: str) -> str:
    return _sentence(f'To the question "{question}" {speaker} answered: {said}', speaker)


def _bond(body: str, folded: str, question: str | None, around: Situation) -> Pointing:
    """Say whether the clause stands alone."""
    if not _POINTS_BACK.match(folded):
        named = _NAMED.search(body)
        if not _PERSONAL.search(folded) or (named and named.start() < len(body)):
            return "none"
    if around.index or around.earlier:
        return "previous" if not question else "lost"
    return "lost"


def _we(clause: Clause, around: Situation) -> str:
    """Name whom "we" stands for where the message says it."""
    speaker = around.speaker or "User"
    earlier = () if around.listener else around.earlier
    for other in (clause, *reversed(around.clauses[: around.index]), *reversed(earlier)):
        if match := _PARTNER.search(other.text):
            return f"{speaker} and {in_third_person(match[0], speaker=speaker)}"
    return speaker


def _decapitalised(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() and not text.startswith("I ") else text


_NO_DOING = frozenset(
    "something anything nothing everything morning evening during spring wedding speaking".split()
)
_DOING_AS_SUBJECT = re.compile(
    r"\w+ing (?:with a\b|(?:(?!\b(?:and|but|because|since|when|while|if|who|that|which|where|what|how)\b)"
    r"[^,;:.!?]){0,70}?\b(?:is|are|was|were|has|can|could|will|must|would|makes?|made|helps?|helped|brings?|brought"
    r"|gives?|gave|takes?|took|keeps?|kept|means?|meant|feels?|felt)\b)"
)


def _sentence(text: str, speaker: str) -> str:
    """Close a text as a sentence, and open it with a capital unless it opens with a path or an identifier."""
    text = text.strip().rstrip(",;:-")
    folded = plain(text)
    first = re.match(r"[\w'À-ÿ-]+", folded)
    if first and not text.startswith(speaker):
        if is_past(first[0]) and first[0] not in _PARTICIPLES:
            text = f"{speaker} {text[:1].lower()}{text[1:]}"
        elif (
            first[0].endswith("ing")
            and first[0] not in _NO_DOING
            and len(first[0]) > len("thing")
            and not _DOING_AS_SUBJECT.match(folded)
        ):
            text = f"{speaker} is {text[:1].lower()}{text[1:]}"
        elif first[0] in BARE_STARTS:
            text = in_third_person(f"I {text[:1].lower()}{text[1:]}", speaker=speaker)
    opening = text.split(" ", 1)[0]
    if opening.islower() and opening.replace("'", "").isalpha():
        text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "…", '"')) else f"{text}."
