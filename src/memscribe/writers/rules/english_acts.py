"""Decide what an English speaker does with a clause: assert a lasting fact, ask, joke, request ..."""

import re
from collections.abc import Callable

from memscribe.core.message import StampedMessage
from memscribe.core.operation import RejectionReason
from memscribe.text.sentences import Piece, clauses
from memscribe.writers.rules.clause import Act, Clause, Situation
from memscribe.writers.rules.english_around import cues_of
from memscribe.writers.rules.english_cues import plain
from memscribe.writers.rules.english_points import POINTS, THRESHOLD
from memscribe.writers.rules.english_words import FILLERS, QUESTION_OPENERS, RELATIONS, REQUESTS, SMALL

_WORD = re.compile(r"[a-zà-ÿ']+|\d+")
_OPENS_QUESTION = re.compile(
    rf"(?:(?:ok(?:ay)?|so|and|but|also|hey|hi|hello|btw|anyway|quick question|question|q|right|now|"
    rf"well|oh|no|yes|then|"
    rf"for|in|to|at|by the way)[,:]?\s+){{0,3}}(?:{QUESTION_OPENERS})\b"
)
_NO_QUESTION = re.compile(
    r"(?:so |and |but |also )*(?:what a\b|what you can\b|what i\b|what we\b|when(?:ever)? (?:i|you|we"
    r"|the|my|it|he|"
    r"she)\b|which (?:is|means|was)\b|"
    r"how(?:ever)\b|have (?:been|to|a|the|an|two|got|already|booked|no)\b|do not\b|do it\b|do that\b|"
    r"any\w* (?:more|\w+ (?:is|works|goes))\b|will (?:be|do|go|ring|call|not)\b|can't\b|won't\b|whatever\b|"
    r"where (?:i|we)\b|"
    r"has (?:been|a|to|the)\b|is (?:on|at|in|off|now|my|the)\b|was (?:at|in|a|the|born)\b|are (?:on|"
    r"at|off)\b|had\b|who (?:is|works)\b.*,)"
)
_REQUEST = re.compile(
    rf"(?:(?:ok(?:ay)?|so|and|but|also|hey|hi|hello|btw|anyway|please|pls|plz|then|now|just|right|great|"
    rf"good|perfect|fine|thanks|yes|"
    rf"yeah|no|can you|could you|would you|can u|could u|will you|i need you to|i want you to|i'd like "
    rf"you to|help me|"
    rf"let's|lets|let us|need|i need)[,:!.]?\s+){{0,4}}(?:{REQUESTS})\b"
)
_ASKS_FOR = re.compile(
    r"\b(?:can|could|would|will) (?:you|u)\b|^(?:need|looking for|after) (?:a|an|some|the)\b|\b(?:please"
    r"|pls|plz)$"
)
_HYPOTHETICAL = re.compile(
    r"\b(?:what if|if (?:i|we) (?:won|had|were|was|could|ever|just|quit|moved|sold|did|wanted|bought|"
    r"get|inherited)|i wish|if only|imagine (?:if|that|i)|suppose|"
    r"supposing|hypothetical\w*|in theory|let's say|lets say|say i|in another life|i would (?:move|"
    r"buy|quit|open|love)|"
    r"i'd (?:move|buy|quit|open|sell|be|live|marry|die|kill|become|never)|one day i(?:'ll| will)|someday|"
    r"daydream\w*)\b"
)
_STANDING = re.compile(
    r"\b(?:from now on|from here on|from today on|from this day|going forward|henceforth|in (?:the "
    r")?future|every time|each time|whenever|"
    r"by default|as a rule|as standard|any ?time|for (?:all|every|any) (?:\w+ ){0,2}(?:posts?|replies|"
    r"answers|emails?|messages?|chats?|drafts?|letters?)|"
    r"in (?:all|every|any|each|your) (?:\w+ ){0,2}(?:posts?|repl(?:y|ies)|answers?|emails?|messages?|"
    r"chats?|drafts?|responses?|letters?|commits?)|"
    r"rule (?:zero|one|number|#)|house rule|standing (?:order|rule|instruction)|until i (?:say|tell)|"
    r"unless i (?:say|ask|tell)|"
    r"without asking|ask me (?:first|before)|check with me|never ever)\b"
    r"|^(?:(?:and|but|also|ok|so|please|pls|oh|yes|no|one thing|btw|one more thing|rule"
    r"|then)[,:]?\s+)*(?:please "
    r"|pls )?"
    r"(?:always|never|don't ever|do not ever|don't|dont|do not|stop|no more|avoid|quit)\s\w+"
    r"|\b(?:you|u) (?:may|must|should|can|are to|are not to) (?:never|always|not|only)\b|\b(?:call|"
    r"address) me\b|\bwhen(?:ever)? i (?:ask|say|write|tell|send|want|mention)\b"
    r"|\bi (?:want|need|would like|'d like) (?:you|all|every|my|the|answers|replies)\b.{0,60}\b(?:always|"
    r"never|every|all|from|in)\b"
    r"|\b(?:keep|make) (?:your |the |all |my )?(?:answers|replies|responses|messages|emails|summaries"
    r"|reports)\b"
    r"|\b(?:answer|reply|respond|write|talk|speak)(?: to me)? (?:only |always )?in (?:english|german|"
    r"french|spanish|metric|bullet|british|plain|simple|short|one|italian|dutch|swedish|polish)\b"
    r"|\bno (?:emojis?|exclamation|bullet|headings?|jargon|small talk|preamble|pleasantries|hedging|"
    r"disclaimers?|swearing|markdown|tables)\b"
)
_ONCE = re.compile(
    r"\b(?:just|only) (?:for|this) (?:this|now|today|once|one)\b|\bthis (?:session|chat|conversation"
    r"|test|run|week)\b|"
    r"^(?:(?:and|but|also|ok|no|so)[,:]?\s+)*(?:please |pls )?(?:don't|dont|do not|never) (?:worry|"
    r"forget|mind|bother|know|ask me why|ask\b|think|care|want|have|tell me|remember|like|need|get|"
    r"see|save|store|keep|say|laugh|judge|believe|understand|"
    r"eat|drink|i\b|even|really|mention it|use it today|bother|thank|call it|move it|send it|panic|"
    r"change (?:it|anything|a thing)|touch it|let|look|be|start)\b|"
    r"^(?:never|no) (?:again|thanks|more questions|idea|need|problem|rush|worries)\b|\bthis (?:once|"
    r"one|time)\b|\bfor now\b|\bthis (?:email|letter|text|draft|message|version)\b|\btoday only\b"
)
_FRAMES: tuple[tuple[RejectionReason, re.Pattern[str]], ...] = (
    (
        "fiction",
        re.compile(
            r"\b(?:role-?play|let's play|lets play|pretend (?:to be|you're|you are|i'm|i am)|act as|"
            r"you are (?:now )?(?:a|an|the|captain|king|queen|dr|mr)\b|"
            r"i(?:'m| am) (?:now )?(?:playing|your character)|in character|in the story|my character|"
            r"(?:short|bedtime) story|(?:finish|continue|write|rhyme) (?:this|the|my|a) "
            r"(?:\w+ )?(?:story|poem|verse|song|scene|dialogue|monologue|limerick|haiku)|monologue|"
            r"once upon a time|screenplay|fan ?fic|"
            r"(?:d&d|dnd|rpg) (?:character|campaign|backstory)|backstory|villain|protagonist|first.person "
            r"(?:text|story|piece)|persona|lyrics)\b"
        ),
    ),
    (
        "quoted",
        re.compile(
            r"^(?:(?:hi|hey|hello|ok|please|pls|can you|could you|would you|quick"
            r"|help me)[,:]?\s+)*(?:translate|"
            r"proof-?read|correct (?:the|this|my)|fix the (?:grammar|english|commas)|"
            r"check (?:the |this |my )?(?:grammar|spelling|english|commas)|summari[sz]e|tl;?dr|rewrite|"
            r"rephrase|reword|paraphrase|shorten|polish|improve|make this|make it sound|"
            r"what does this|reply to this|answer this|gist|key points|in (?:two|three|one) (?:sentences|"
            r"lines|words))\b"
        ),
    ),
)
_QUOTED = re.compile(r"[\"“][^\"”]{8,}[\"”]|(?<![a-z])'[^'\n]{12,}'(?![a-z])|«[^»]{4,}»", re.IGNORECASE)
_PASTE = re.compile(
    r"^(?:from|to|subject|date|sent|cc|re|fwd):\s|^-{3,}|^dear \w+|^(?:kind|best|warm) regards|^---",
    re.IGNORECASE | re.MULTILINE,
)
_JOKE = re.compile(
    r"\b(?:jk|just kidding|kidding|joking|only joking|in my dreams|obviously not|/s)\b"
    r"|😂\s*$|🤣"
)


def units_of(sentence: Piece) -> tuple[Piece, ...]:
    """Part the questions and requests of a sentence from its statements; statements stay together."""
    parts = clauses(sentence)
    if len(parts) < 2:  # noqa: PLR2004
        return (sentence,)
    groups: list[list[Piece]] = []
    asks_before: bool | None = None
    for part in parts:
        asks = _asks(plain(part.text))
        if asks == asks_before:
            groups[-1].append(part)
        else:
            groups.append([part])
        asks_before = asks
    whole = sentence.text
    return tuple(
        Piece(
            group[0].start,
            group[-1].end,
            whole[group[0].start - sentence.start : group[-1].end - sentence.start],
            sentence.mark,
        )
        for group in groups
    )


def frame_of(message: StampedMessage) -> RejectionReason | None:
    """Say why a whole message is not the user's own word: role-play, a pasted mail, a text to work on."""
    text = plain(message.content)
    head = text[:400]
    for reason, pattern in _FRAMES:
        if pattern.search(head) and (
            reason == "fiction" or len(text) > _PASTED or _QUOTED.search(text) or "\n" in text.strip()
        ):
            return reason
    if len(text) > _PASTED and _PASTE.search(text):
        return "quoted"
    return None


_PASTED = 350


def speech_act_of(clause: Clause, around: Situation) -> Act:
    """Say whether a clause asserts a lasting fact, or why not."""
    text = plain(clause.text)
    for act, shows in _CLEAR_ACTS:
        if shows(text, clause.text):
            return act
    cues = cues_of(clause, around)
    if _SURE.match(FILLERS.sub("", text)) and not cues & _UNSURE:
        return "asserted"
    if sum(POINTS.get(cue, 0) for cue in cues) + POINTS["always"] >= THRESHOLD:
        return "asserted"
    return _reason(text, cues)


_MOSTLY = 0.4
_OFTEN = (
    r"(?:(?:just|also|always|only|really|actually|usually|mostly|still|now|currently|never|finally"
    r"|recently) )?"
)
# what a person says of himself and his people in so many words needs no further cue
_SURE = re.compile(
    rf"(?:i'm|im|i am) {_OFTEN}(?:allergic|intolerant|vegan|vegetarian|pescatarian|coeliac|celiac"
    rf"|diabetic|asthmatic|dyslexic|"
    r"left-handed|right-handed|colou?r-?blind|deaf|blind|married|divorced|widowed|engaged|single"
    r"|pregnant|retired|self-employed|"
    r"from [a-z]|based in|originally from|an? (?!bit|little|lot|mess|wreck|idiot|fan of this|sucker"
    r"|big fan)[a-z-]+|"
    r"the [a-z-]+ (?:of|in|at|for) )"
    rf"|i {_OFTEN}(?:live (?:in|with|at|on|alone|near)|work (?:at|as|for|in|from|on|part|full|nights)"
    rf"|own an?|drive an?|speak [a-z]+|teach|studied|"
    r"grew up in|moved (?:to|in|from)|play (?:the |in )|sing in|volunteer|was born|(?:prefer|hate"
    r"|can't stand|cant stand|love|dislike) (?!you|it|this|that|everything|him|her|them|how|when)\w+|"
    r"don't (?:eat|drink|like|smoke|drive|use)|dont (?:eat|drink|like|smoke|drive|use)|sleep (?:on|in)"
    r"|collect|keep bees|got (?:married|engaged|divorced|promoted))\b"
    r"|(?:i've|ive|i have|we have|we've) (?:got )?(?:type \d|(?:an?|one|two|three|four|five|six) "
    rf"(?:\w+ )?(?:{RELATIONS}|cats|dogs|brothers|sisters|sons|daughters|allergy|degree|garden|phd"
    rf"|nut allergy))\b"
    rf"|(?:my|our) (?:\w+ ){{0,2}}?(?:{RELATIONS})(?:'s \w+)?(?: (?!and\b)[a-zà-ÿ-]+)?(?:'s"
    rf"| is(?! \w+ing\b)| has| lives?| works?| runs?| plays?| hates?| loves?| does not| doesn't| teaches"
    rf"| owns?| moved| drives?) "
    r"|(?:my|our) (?:\w+ ){1,3}(?:is|are) (?:called|named|at|on|in|with|[a-z]+day) ?"
    r"|(?:we're|we are|i'm|im|i am) (?:getting married|moving to|expecting|having a baby)\b|we (?:use"
    r"|deploy|ship|release|host|store|moved to|switched to) "
    r"|my name(?:'s| is) |(?:my|our) (?:\w+ )?favou?rite |i(?:'d| would) (?:rather|prefer) |(?:i've|ive"
    r"|i have|i've got|i got) an? (?:\w+ )?(?:pacemaker|condition|"
    r"disability|implant|disorder|phobia|intolerance|stutter|hearing aid|wheelchair|guide dog|visa"
    r"|licence|license|mortgage)\b"
    r"|i (?:also |just |recently |finally )?(?:started|stopped|quit|gave up|took up) (?:\w+ing|smoking"
    r"|drinking|sugar|coffee|dairy|meat)\b"
)
_UNSURE = frozenset(
    (
        "hedge wish laugh quote feeling fiction state long_message very_long_message says many_lines if "
        "reply_fiction work_on_text question_word"
    ).split()
)


_SECRET = re.compile(
    r"\b(?:password|passwd|passcode|passphrase|pass|pw|pwd|pin|cvv|cvc|api[ -]?key|access[ -]?key|secret|"
    r"token|bearer|login|log-in|seed phrase|private key|door code|gate code|safe code|alarm code|wifi "
    r"key)\b"
    r"(?:\s+(?:is|are|was|for|to|the|my|new|of|now|it|at|on|still|card|account|company|be|="
    r"|\w+)){0,5}[\s:=('\"“]"
    r"+(?:(?=\S*[\d_/#!@$.-]\S)\S{4,}|\S+ / \S+)"
    r"|\b(?:sk|pk|ghp|xox[bp]|AKIA|SG|eyJ)[-_.]?[A-Za-z0-9_.-]{10,}|\w+://[^\s/:]+:[^\s@]+@|\bseed "
    r"phrase is\b|\bBEGIN [A-Z ]*PRIVATE KEY\b|\b(?:\d{4}[ -]){3}\d{4}\b",
    re.IGNORECASE,
)
_MATERIAL = re.compile(
    rf"(?:(?:ok|so|and|also|please|pls|can you|could you|now|then)[, ]+)*(?!remember|note|save|keep|"
    rf"log|update)(?:{REQUESTS})\b[^:]{{0,60}}:\s*\S.{{15,}}"
    rf"|(?:\w+ ){{0,3}}(?:note|email|e-mail|mail|letter|message|text|caption|post|transcript|speech|"
    rf"toast|memo|minutes|notice|form|score sheet|worksheet)(?: (?:please|to \w+|for \w+))?:\s*\S.{{15,}}"
)


_TASK = re.compile(
    r"(?:(?:ok(?:ay)?|so|and|also|please|pls|plz|can you|could you|now|then|just|yes|right|great|first|next"
    r"|again)[,:!.]?\s+){0,3}"
    r"(?:(?:book|order|send|text|e-?mail|print|draft|write|rewrite|translate|summari[sz]e|proofread|schedule|forward|buy|"
    r"reserve|fetch|upload|download|convert|calculate|look up|search for|remind me|create|generate|prepare) "
    r"(?:me |us |him |her |them |a |an |the |my |our |two |one |some |this |that |these |it |to |all |\d)|"
    r"ask (?!me\b)\S+ (?:for|if|whether|to|about)\b|"
    r"(?:put|add|copy|paste|write|stick) (?:\S+ ){1,4}?(?:on|in|into|to|at the end of) (?:a|an|the|my|our"
    r"|that|this|it)\b|"
    r"(?:set|start|stop|snooze) (?:a|an|the|my) (?:alarm|timer|reminder)|"
    r"(?:make|give|show|find|get|tell|list) me (?:a|an|the|some|all|two|three|\d|how|what|where|which|who)\b)"
)
"""An order to do a piece of work now."""


def is_standing(text: str) -> bool:
    """Whether a plain text tells the assistant what to do from now on."""
    return (
        bool(_STANDING.search(text))
        and not _ONCE.search(text)
        and not _LOOKS_BACK.match(text)
        and not text.endswith("?")
    )


_LOOKS_BACK = re.compile(
    r"(?:(?:and|but|also|ok|so|oh|yes|no|well)[,:]?\s+)*(?:always|never) (?:ever )?(?:saw|had|was|were|been|went"
    r"|did|knew|thought|felt|met|got|came|took|(?!need|feed|speed|proceed|exceed|embed|shed)\w{3,}ed)\b"
)
"""What was always or never so: no order."""


def is_request(text: str) -> bool:
    """Whether a plain text asks for a piece of work."""
    return bool(_REQUEST.match(text) or _ASKS_FOR.search(text))


def quoted_share(text: str) -> float:
    """How much of a text stands in quotation marks, 0 to 1."""
    return sum(len(match[0]) for match in _QUOTED.finditer(text)) / max(1, len(text))


_WHAT_IF = re.compile(r"(?:(?:and|but|so|hmm)[, ]+)*what if\b")


def _is_small(text: str, said: str) -> bool:  # noqa: ARG001 - one signature for all acts
    return all(word in SMALL for word in _WORD.findall(text))


# in this order: the first that shows decides
_CLEAR_ACTS: tuple[tuple[Act, Callable[[str, str], bool]], ...] = (
    ("smalltalk", _is_small),
    ("hypothetical", lambda text, said: bool(_WHAT_IF.match(text))),  # noqa: ARG005
    ("question", lambda text, said: _is_question(text)),  # noqa: ARG005
    ("secret", lambda text, said: bool(_SECRET.search(said))),  # noqa: ARG005
    ("quoted", lambda text, said: quoted_share(said) > _MOSTLY),  # noqa: ARG005
    ("task_request", lambda text, said: bool(_MATERIAL.match(text)) and not is_standing(text)),  # noqa: ARG005
    ("task_request", lambda text, said: bool(_TASK.match(text)) and not is_standing(text)),  # noqa: ARG005
    ("joke", lambda text, said: bool(_JOKE.search(text))),  # noqa: ARG005
    ("asserted", lambda text, said: is_standing(text)),  # noqa: ARG005
    ("hypothetical", lambda text, said: bool(_HYPOTHETICAL.search(text))),  # noqa: ARG005
)


def _is_question(text: str) -> bool:
    if text.endswith(("?", "?!")):
        return (
            not re.match(r"(?:i|my|we|no,? i|but i|not) (?!can|could|should)", text)
            or " or " in text
            or text.endswith(("right?", "then?", "remember?"))
        )
    return bool(_OPENS_QUESTION.match(text)) and not _NO_QUESTION.match(text)


def _asks(text: str) -> bool:
    return _is_question(text) or bool(
        _ASKS_FOR.search(text)
        or re.match(r"(?:and |so |but )?(?:please|pls|plz|can you|could you|remind me)\b", text)
    )


def _reason(text: str, cues: frozenset[str]) -> RejectionReason:
    """Name the strongest reason against a clause that did not reach the threshold."""
    if is_request(text):
        return "task_request"
    for cue, reason in _REASONS:
        if cue in cues:
            return reason
    return "transient"


_REASONS: tuple[tuple[str, RejectionReason], ...] = (
    ("fiction", "fiction"), ("quote", "quoted"), ("wish", "hypothetical"), ("hedge", "hypothetical"),
    ("laugh", "joke"), ("says", "third_party"), ("thanks", "smalltalk"),
)  # fmt: skip
