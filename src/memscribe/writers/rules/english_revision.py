"""What English says when something is taken back."""

import re

from memscribe.writers.rules.clause import Situation, Withdrawal
from memscribe.writers.rules.english_cues import plain
from memscribe.writers.rules.english_slots import words_of

_UNSAVED = re.compile(
    r"\b(?:don't|dont|do not|please don't|no need to|not to|never) (?:save|store|remember|keep|note|"
    r"record|write|log|memori[sz]e|file|put|add|jot) "
    r"(?:any of )?(?:this|that|it|these|them|anything|any of it)\b(?! (?:in|as|for|to|on) (?!mind|memory|"
    r"record|file|your|the memory|the record))|"
    r"\boff the record\b|\b(?:just )?between (?:us|you and me)\b|\bnot for (?:the record|your (?:memory|"
    r"notes)|saving|keeping)\b|"
    r"\bkeep (?:this|that|it) (?:out of|off|between us|to yourself)\b|\b(?:leave|keep) (?:this|that|"
    r"it) out of (?:your |the )?(?:memory|notes|record)\b|"
    r"\bthis (?:stays|remains) (?:here|between us)\b|\bnothing (?:here|of this) (?:to be )?saved\b|"
    r"\bdon't (?:you )?(?:dare )?(?:remember|save) (?:this|that)\b"
)
_SAID = re.compile(
    r"^(?:(?:ok|oh|ah|no|wait|actually|sorry|hm+|nah|haha|lol)[,.!]?\s+)*(?:never ?mind|nvm|nevermind|"
    r"scrap (?:that|it|this)|scratch that|"
    r"strike that|forget (?:it|that|this|what i (?:just )?said|i said (?:that|anything)|all that)\b(?! "
    r"(?:i|my|we|the|he|she|they|you|about))|ignore (?:that|all (?:this|that)|what i said|this)|disregard "
    r"(?:that|this)|"
    r"just kidding|jk|only kidding|kidding|i'm kidding|im kidding|i was (?:only )?(?:kidding|joking)|"
    r"only joking|just joking|i'm joking|take that back|"
    r"i take (?:that|it) back|forget i (?:said|asked|mentioned)\b.*)\b"
)
_MEMORY_NOUN = (
    r"(?:memor(?:y|ies)|notes?|reminders?|entr(?:y|ies)|records?|facts?|thing|things|bit|"
    r"line|item|info|stuff|one|ones|details?|business|rule)"
)
_ERASE = (
    r"(?:forget|delete|remove|erase|wipe|drop|take out|take|clear(?: out)?|bin|scrap|scratch|strike|"
    r"get rid of|get rid|unlearn|scrub|lose|purge|ditch|nuke|un-?remember|"
    r"throw|cross out|cross|cut|ignore|kill|retire|undo|trash|chuck|disregard|unsave)"
)
_MANY_SENSES = re.compile(
    r"take|lose|throw|cross|cut|ignore|kill|retire|undo|chuck|disregard|clear(?: out)?|ditch|strike"
)
"""Verbs of removal that mean as often something else: the words must name the memory as such beside them."""
_RECORD = re.compile(
    r"\b(?:memor(?:y|ies)|notes?|reminders?|entr(?:y|ies)|your (?:records?|facts?|profile|list))\b"
    r"|\byou(?:'ve| have)? "
    r"(?:have|got|know|saved?|stored?|keep|kept|remember|hold|noted)\b|\bout of (?:your |the )?(?:head|brain)\b"
)
_COMMAND = re.compile(
    rf"(?:^|[,.;:!)-] ?|\b(?:please|pls|plz|you can|can you|could you|you may|would you|just|i want "
    rf"you to|i'd like you to|so|and|then|also|now|yes|yep|ok|to|not me|true|asap|both|should)\s)"
    rf"(?P<erase>{_ERASE})\b(?P<about>.*)"
)
_LATE = re.compile(
    rf"^(?P<about>.{{3,160}}?)[\s:,.!;-]+(?:(?:so|and|please|pls|you can|can you|could you|just|then|"
    rf"better)\s+)*(?:{_ERASE})(?: (?:it|that|this|them|those|both|all|that one|those two|this one|"
    rf"the lot|that note|every bit|all of it|the other one))?"
    rf"(?: (?:out|off|away|from (?:your |the )?(?:memory|notes|list|head|file|records?)))?(?:[,. ]*(?:please|"
    rf"pls|asap|thanks|thx|then|now|for good|too))*[.!\s]*$"
)
_TO_MEMORY = re.compile(
    rf"\bforget (?:about|that|my|the|everything|all|what|i |we |anything|his|her|their|our|whatever|"
    rf"which|where|who|when|how|any|\w+'s)|"
    rf"\b{_MEMORY_NOUN}\b|\b(?:from|in|out of) (?:your |the )?(?:memory|notes|records?|file|profile|"
    rf"head|brain|list)\b|"
    r"\b(?:what|everything|anything|all|whatever) (?:that )?you (?:have|know|saved|stored|keep|remember|"
    r"hold|got)|\beverything (?:about|with|on)\b|\b(?:you have|you've got|you saved|you stored|you "
    r"keep|you hold)\b"
)
_GONE = re.compile(
    r"^(?P<about>.{3,120}?)(?:[:,-]| -|\.\.+)\s*(?:out|off|no|it can go|can go|not needed|no longer "
    r"needed|not needed anymore|gone for good|obsolete|permanently off|off,? permanently)\b[,. !]*(?:please|"
    r"pls|thanks|permanently)?[.! ]*$"
)
_LAPSED = re.compile(
    r"^(?:(?:so|ok|and|also|oh|well|update|btw|ugh|right|news|sadly|yes|yeah|obviously)[,:. ]+)*(?:(?:the"
    r"|my|our|that"
    r"|this) )?(?P<about>[\w' "
    r"-]{3,45}?)(?:(?:'s| is| are)(?: all| obviously| now| officially)* (?:off|dead|out the window|off the table"
    r"|no more|toast|a no|a no-go|gone)|"
    r"(?:'s| is| are| was| were| got| gets| has been| have been|'s been)? "
    r"(?:all )?(?:cancell?ed|called off|not happening(?: anymore| any more)?|not going ahead|"
    r"scrapped|fell through|has fallen through|fallen through|isn't happening|won't happen|not needed any ?more)"
    r"(?: by [\w' ]{2,20}| on (?:us|me))?)"
    r"(?: then| now| again| after all| for good| sadly| btw| obviously)*[.!]*$|"
    r"^(?:(?:so|ok|and|also|oh|well|right)[,:. ]+)*(?:i |we |i've |we've )?(?:just )?(?:cancell?ed|"
    r"called off|scrapped|not doing|not going to|pulled out of|dropped out of) (?:the |my "
    r"|our )?(?P<about2>[\w' "
    r"-]{3,40}?)(?: then| now| after all| any ?more)*[.!]*$"
)
_STOP_REMINDING = re.compile(
    r"\b(?:stop|no more|don't need|dont need|no need for|no longer need|cancel|kill|turn off|switch "
    r"off|quit|enough with) (?:the |my |that |those |any |with the )?"
    r"(?P<about>(?:remind\w*|nudg\w+|bringing up|mentioning|suggesting|asking (?:me )?about|telling "
    r"me about|(?:\w+ ){0,2}reminders?|pinging|(?:daily|weekly) \w+)\b.*)"
)
_DONT_KEEP = re.compile(
    r"\b(?:don't|dont|do not|stop|no longer|shouldn't|no need to) (?:you )?(?:keep|keeping|remember|"
    r"remembering|store|storing|hold|holding|hang onto|track|tracking|save|saving)\b(?P<about> (?:my|"
    r"the|that i|that my|where|who|what|anything about|any|his|her|their|our|on to|onto).*)"
)
_OFFERS_ERASING = re.compile(
    r"\b(?:should i|shall i|do you want me to|want me to|would you like me to|so i|may i|can i|i'll|i will|then)"
    r"\b[^.?!\n]{0,60}\b(?:forget|delete|remove|erase|wipe|drop|scrap|strike|purge|unsave|clear|bin|"
    r"take (?:it|that|this|them|those|both)(?: all)? (?:out|off)|(?:cancel|turn off|switch off|stop)"
    r"[^.?!\n]{0,20} remind\w*)\b|"
    r"\b(?:notes?|entr(?:y|ies)|memor(?:y|ies)|what i have)\b[^.?!\n]{0,60}\b(?:out of date|stale)\b|"
    r"\bare out of date\b|\bbelongs to .{2,20}, not you\b"
)
_ELSEWHERE = re.compile(
    r"\b(?:from|in|off|on|of) (?:the |your |my |this |that |our )?(?:\w+ )?(?:cart|basket|order|list"
    r"|calendar|files?|"
    r"folder|code|branch|draft|document|e?-?mail|letter|inbox|table|sheet|slides?|repo|recipe|menu|booking|form|post|"
    r"page|text|playlist|bill|invoice|cache|queue|bag|database|server|branch)\b"
)
"""Where something other than a memory is removed from."""
_AGREES = re.compile(
    rf"^(?:(?:and|ok|oh|well|true|no)[,. ]+)*(?:yes|yep|yeah|yup|please|pls|do|do it|sure|right|correct|"
    rf"exactly|all of (?:it|them)|both|scrapped|go ahead|(?:{_ERASE}))\b"
)
_NEVER_TRUE = re.compile(
    r"\b(?:that's|thats|that is|it's|this is|which is) (?:wrong|not true|not right|untrue|incorrect|"
    r"false|nonsense|not me|rubbish|a mistake|outdated)\b|\bi never (?:said|told you|had|did|was|lived|"
    r"worked|owned|liked)\b"
)
_LONGEST_ANSWER = 10
"""An answer of more words says more than yes."""
_EVERYTHING = re.compile(
    r"\b(?:everything|all|anything|whatever|the lot|both|every|any of|those|them"
    r"|two|three)\b"
)

_HAS_TO_GO = re.compile(
    r"^(?P<about>.{3,120}?)[,;:-]?\s+(?:that|it|this|those|they|which)(?: one)?(?: really)? (?:has to"
    r"|have to|needs? to|must|should|can) (?:go|disappear)\b"
)


def withdrawal_in(text: str, around: Situation) -> Withdrawal | None:
    """Read a clause that takes something back."""
    text = plain(text)
    if agreed := _agreed(text, around):
        return agreed
    if text.endswith("?") and not _POLITE.match(text):
        return None
    if _UNSAVED.search(text):
        return Withdrawal("unsaved", about="" if len(text.split()) <= _BARE else text)
    if _SAID.match(text):
        return Withdrawal("said")
    return None if _HEARSAY.search(text) else _ordered(text, around)


def _agreed(text: str, around: Situation) -> Withdrawal | None:
    """Read "yes" to the assistant's offer to forget something."""
    asked = plain(around.asked.content) if around.asked and not around.index else ""
    offer = _OFFERS_ERASING.search(asked)
    if not offer or not _AGREES.match(text) or _KEEPS.search(text) or len(text.split()) > _LONGEST_ANSWER:
        return None
    added = set(words_of(_AGREES.sub("", text, count=1))) - set(words_of(asked))
    if len(added) > 1 and not re.search(rf"\b{_ERASE}\b", text):
        return None
    start = max(asked.rfind(sign, 0, offer.start()) for sign in ".?!\n") + 1
    end = min((at for sign in ".?!\n" if (at := asked.find(sign, offer.end())) >= 0), default=len(asked))
    if _ELSEWHERE.search(asked, start, end) and not _RECORD.search(asked, start, end):
        return None
    before = max(asked.rfind(sign, 0, max(0, start - 1)) for sign in ".?!\n") + 1
    everything = bool(_EVERYTHING.search(asked + text))
    return Withdrawal(
        "memory", asked[start:end], everything=everything, fallbacks=(asked[before:end], *_pointed_to(around)[:1])
    )


def _ordered(text: str, around: Situation) -> Withdrawal | None:
    """Read an order to forget something, or the news that something will not be."""
    for pattern in (_STOP_REMINDING, _DONT_KEEP):
        if match := pattern.search(text):
            return Withdrawal("memory", match["about"])
    for pattern in (_HAS_TO_GO, _LATE, _GONE):
        match = pattern.match(text)
        if match and (pattern is not _LATE or _is_order(match, text)):
            return _naming(match["about"], text, around)
    command = _COMMAND.search(text)
    if command and not _REFUSED.search(text[: command.start("erase")]):
        before = text[: command.start("erase")].strip()
        weak = _MANY_SENSES.fullmatch(command["erase"]) and not re.match(
            r" (?:(?:it|that|this|them|those|both)(?: all)? )?(?:out|off)\b", command["about"]
        )
        said = _RECORD if weak else _TO_MEMORY
        if said.search(text) or (not weak and len(command["about"].split()) <= _BARE):
            return _naming(command["about"], text, around, before=before)
        return None
    return _lapsed(text)


def _is_order(match: re.Match[str], text: str) -> bool:
    """Whether a verb of removal at the end is an order: not "because I forget them", "we take that"."""
    if _REFUSED.search(f"{match['about'].rstrip(' ,')} "):
        return False
    order = text[match.end("about") :]
    found = re.search(_ERASE, order)
    weak = found is not None and _MANY_SENSES.fullmatch(found[0]) and not re.search(r"\b(?:out|off|away)\b", order)
    return not weak or bool(_RECORD.search(text))


def _lapsed(text: str) -> Withdrawal | None:
    """Read the news that something will not be, in the part of a sentence that says it."""
    if _REPLACED.search(text):
        return None
    for part in re.split(r"[,;:(]\s|\s-+\s|\.\s|\s(?:because|cos|bc|since|so)\s", text):
        match = _LAPSED.match(part.strip())
        if match and not _NO_NAME.search(match["about"] or match["about2"]):
            return Withdrawal("memory", match["about"] or match["about2"], explicit=False, lapsed=True)
    return None


_REPLACED = re.compile(
    r"\b(?:moved|new|instead|now on|rescheduled|postponed|later|pushed|until|till|from now|next (?:week"
    r"|month|year)|"
    r"if|might|maybe|almost|nearly|hope|unless|could|would|says?|said|not (?:cancelled|off|dead))\b"
)
_NO_NAME = re.compile(r"\b(?:not|never|i'm|im|i am|i've|we|you|he|she|they|nothing|who|what|everything|it|that)\b")


_KEEPS = re.compile(r"\b(?:stay|stays|keep|leave|not|no|don't|but)\b")
_HEARSAY = re.compile(
    r"[\"“]|\b(?:asked (?:me|her|his|their|for)|wrote to me|she said|he said|they said|if i delete|"
    r"someone was|on strike|going to kill)\b|\bbrother, and\b"
)
_POLITE = re.compile(r"(?:\w+[, ]+){0,3}(?:can|could|would|will) (?:you|u)\b(?! even)")
_REFUSED = re.compile(
    r"\b(?:don't|dont|do not|didn't|never|always|i|we|not|they|he|she|who|won't|must|had to|have to|"
    r"want to|forgot to) (?:let me |ever )?$"
)


_DOCUMENT = re.compile(
    r"\b(?:paragraphs?|sentences?|words?|title|section|emojis?|bullets?|exclamation|comma|slide|column"
    r"|row|headings?|"
    r"footer|intro|caption|hashtags?|subject line|repeats)\b"
)
_ABOUT_MEMORY = re.compile(
    r"\b(?:note|memory|memories|remember|stored|saved|rule|reminder|about me"
    r"|forget)\b"
)


def _naming(about: str, text: str, around: Situation, *, before: str = "") -> Withdrawal | None:
    if _IN_PART.search(text):
        return None
    if _DOCUMENT.search(about) and not _ABOUT_MEMORY.search(text):
        return Withdrawal("memory", "", explicit=False, lapsed=True)
    explicit = bool(_TO_MEMORY.search(text)) and not _NO_ORDER.search(text)
    several = bool(_EVERYTHING.search(text)) or (explicit and " and " in about)
    return Withdrawal(
        "memory",
        about,
        everything=several,
        fallbacks=((f"{before} {about}",) if before else ()) + (_pointed_to(around) if explicit else ()),
        explicit=explicit,
    )


_IN_PART = re.compile(r"\b(?:one of (?:the|them|those|these)|the other one|(?:drop|skip) (?:it|them|that) there)\b")
"""What leaves it to the assistant which of several is meant, or removes it from one place only."""

_NO_ORDER = re.compile(
    r"\b(?:on strike|takes?(?! (?:it|that|them|this) (?:out|off|away))|lose|cut|ignore|threw|throw)\b|"
    r"\bwants? to (?:take|drop)\b"
)


def _pointed_to(around: Situation) -> tuple[str, ...]:
    """Return what "that one" can mean: the clause before, what the assistant said, the clause before that."""
    before = [clause.text for clause in (*around.earlier[-2:], *around.clauses[: around.index])][::-1]
    asked = [around.asked.content] if around.asked else []
    own = before[: around.index]
    return tuple(own + asked + [text for text in before[: _BARE // 2] if text not in own])


_BARE = 6
