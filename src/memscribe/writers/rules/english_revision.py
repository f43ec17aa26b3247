"""What English says when something is taken back, put right or no longer so; and the slots that a text fills."""

import re

from memscribe.writers.rules.clause import Correction, Shift, Situation, Withdrawal
from memscribe.writers.rules.english_cues import plain
from memscribe.writers.rules.english_slots import words_of
from memscribe.writers.rules.english_words import MONTHS, NUMBERS, WEEKDAYS

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
_EVERYTHING = re.compile(
    r"\b(?:everything|all|anything|whatever|the lot|both|every|any of|those|them"
    r"|two|three)\b"
)

_ENDED = re.compile(
    r"\b(?:no longer|anymore|any more|no more|gave up|given up|giving up|quit|stopped|sold|cancelled|"
    r"canceled|called off|cancelling|is off|are off|'s off|fell through|"
    r"falls through|broke up|split up|got rid of|dropped out|died|passed away|put down|done with|finished "
    r"with|expired|closed down|shut down|not (?:\w+ )?(?:going|doing|coming|happening)|"
    r"over now|gone off|off the table|let go|got fired|was fired|resigned|scrapped|dropped|binned|ended|"
    r"lapsed|wound up|disbanded|dissolved|fallen through|ain't happening|withdrawn|pulled out|can't "
    r"(?:go|come|make it))\b"
)
_CHANGED = re.compile(
    r"\b(?:now|these days|nowadays|switched|switching|moved|moving|changed|changes|changing|instead|"
    r"renamed|replaced|replaces|replacing|swapped|swapping|postponed|pushed|"
    r"brought forward|extended|rescheduled|shifted|goes to|going up|gone up|went up|went down|up to|"
    r"up from|down to|down from|bumped|became|becomes|turned (?:\d+|into)|back to|"
    r"rather than|over to|new|from .{1,40} to|starting|as of|from (?:now|today|tomorrow|next)|upgraded|"
    r"promoted|transferred|married|divorced|took over|takes over|taken over|have taken|since|"
    r"finally|used to|lower(?:ed)?|rais(?:ed|ing)|reduced|increased|will be|gets? replaced|slipped|"
    r"delayed|later|earlier|stays?)\b|->|→|=>"
)
_CORRECTED = re.compile(
    r"\b(?:correction|i meant|meant|misread|mistyped|typo|misspoke|my mistake|my bad|i was wrong|got "
    r"that wrong|you have (?:it|that|me) (?:down )?(?:as|wrong)|wrong|"
    r"should be|should read|it's actually|actually it's|is actually|was never|were never|never was|"
    r"not \w+,? (?:but|it's|it is)|rather)\b|\bnot\b.{1,30}$"
)

_MARKER = (
    r"(?:sorry|no,? sorry|sorry,? no|no,? wait|wait,? no|wait|correction|i mean|i meant|make "
    r"(?:that|it)|actually|oops|scratch that|my mistake|my bad|typo|no,? actually|no actually|"
    r"er|um|argh|i misread|misread(?: it)?|mistyped|rather|hang on|hold on)"
)
_STARTS_CORRECTING = re.compile(rf"^(?:{_MARKER}[,:;.! -]*\s*){{1,3}}(?P<right>.+)$")
_ENDS_CORRECTING = re.compile(
    r"^(?P<right>.{1,40}?)[,.;]?\s*(?:-+\s*)?(?:sorry|i meant|i mean|my mistake|my bad|typo|correction|"
    r"misread it|misread|actually|rather)\b.{0,40}$"
)
_NOT_BUT = re.compile(
    r"^(?:it's |its |it is |that's |she's |he's )?(?P<right>[^,]{1,40}?),? not (?P<wrong>[^,.]{1,30})[.!]?$|"
    r"^not (?P<wrong2>[^,.]{1,30}?)(?:,| but| -) (?:but )?(?P<right2>[^,.]{1,40})[.!]?$"
)
_VALUES: tuple[re.Pattern[str], ...] = (
    re.compile(
        rf"\b\d{{4}}-\d\d-\d\d\b|\b\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{MONTHS})\b(?: \d{{4}})?|"
        rf"\b(?:{MONTHS}) \d{{1,2}}\b(?:,? \d{{4}})?",
        re.IGNORECASE,
    ),
    re.compile(r"\b\d{1,2}[:.]\d\d(?: ?[ap]m)?\b|\b\d{1,2} ?[ap]m\b", re.IGNORECASE),
    re.compile(rf"\b(?:{WEEKDAYS})\b", re.IGNORECASE),
    re.compile(rf"\b(?:{MONTHS})\b", re.IGNORECASE),
    re.compile(
        r"\b(?:terminal|gate|platform|room|plot|page|floor|flat|unit|line|table|size|version|sheet|"
        r"bed|pen) \d+\w?\b|\b[A-Z]{1,3}-?\d+\b|#\d+",
        re.IGNORECASE,
    ),
    re.compile(rf"[£$€]?\b\d[\d,.]*\d?(?: ?%| ?[a-z]{{1,5}}\b)?|\b(?:{NUMBERS})\b", re.IGNORECASE),
)
_SHORT_NAME = re.compile(r"(?:[A-ZÀ-Þ][\w'À-ÿ-]+)(?: [A-ZÀ-Þ][\w'À-ÿ-]+){0,2}$")
_NAME = re.compile(r"(?<![.!?] )(?<!^)\b(?!User\b)[A-ZÀ-Þ][\wÀ-ÿ'-]+\b")


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
    if not offer or not _AGREES.match(text) or _KEEPS.search(text) or len(text.split()) > _LONGEST_CORRECTION:
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


def correction_in(text: str, around: Situation) -> Correction | None:
    """Read a short clause that puts right what was said before."""
    folded = plain(text)
    if len(folded.split()) > _LONGEST_CORRECTION or folded.endswith("?") or not (around.earlier or around.previous):
        return None
    for pattern in (_STARTS_CORRECTING, _ENDS_CORRECTING):
        if match := pattern.match(folded):
            right = text[match.start("right") : match.end("right")].strip(" .,!")
            inner = _NOT_BUT.match(right)
            if inner:
                return _pair(right, inner)
            return Correction(right) if right else None
    if match := _NOT_BUT.match(folded):
        return _pair(text, match)
    return None


_LONGEST_CORRECTION = 10


def _pair(text: str, match: re.Match[str]) -> Correction:
    right, wrong = ("right", "wrong") if match["right"] is not None else ("right2", "wrong2")
    return Correction(
        text[match.start(right) : match.end(right)].strip(" ,"),
        text[match.start(wrong) : match.end(wrong)].strip(" ,."),
    )


def put_right_in(text: str, correction: Correction) -> str | None:
    """Replace the one value in a memory's text that a correction can mean."""
    wrong = correction.wrong
    if wrong and (match := re.search(rf"(?<!\w){re.escape(wrong)}(?!\w)", text, re.IGNORECASE)):
        return text[: match.start()] + correction.right + text[match.end() :]
    for value in _VALUES:
        found = value.search(correction.right)
        if not found:
            continue
        places = list(value.finditer(text))
        if len(places) != 1 and not (places and value is _VALUES[4]):
            continue
        place = _likest(places, found[0])
        return text[: place.start()] + found[0] + text[place.end() :]
    if _SHORT_NAME.fullmatch(correction.right) and not any(value.search(correction.right) for value in _VALUES):
        names = list(_NAME.finditer(text))
        if len(names) == 1:
            return text[: names[0].start()] + correction.right + text[names[0].end() :]
    return None


def _likest(places: list[re.Match[str]], right: str) -> re.Match[str]:
    """Of several values take the one that begins like the right one ("Terminal 2" for "T3")."""
    alike = [place for place in places if place[0][:1].casefold() == right[:1].casefold()]
    return (alike or places)[0]


def left_behind_in(text: str) -> tuple[str, ...]:
    """Return the values that a text says no longer hold ("from Leipzig to Ghent" gives "leipzig")."""
    text = plain(text)
    return tuple(match["old"].strip() for pattern in _LEFT_BEHIND for match in pattern.finditer(text))


_LEFT_BEHIND = (
    re.compile(
        r"\b(?:moved|moves|moving|move|switched|switches|switching|changed|changes|changing|went|goes|gone|swapped|"
        r"transferred|relocat\w+|migrat\w+|upgraded|downgraded|increased|reduced|raised|lowered|dropped|rose|"
        r"rises|up|down|postponed|pushed|rescheduled|shifted|brought forward|renamed|converted|cut)\b[^.!?]{0,40}?"
        r"\bfrom (?:the |my |our |an? )?(?P<old>[^.,;!?]{1,40}?) (?:over |back |up |down )?(?:to|into)\b"
    ),
    re.compile(
        r"\b(?:switched|swapped|exchanged|replaced|traded|swap|switch|replace)\s+(?:the |my |our )?"
        r"(?P<old>[^.,;!?]{1,30}?) (?:for|with|by)\b"
    ),
    re.compile(
        r"\b(?:instead of|rather than|in place of) (?:the |my |our |an? )?(?P<old>[^.,;!?]{1,30}?)(?=[.,;!?]"
        r"|$| now)"
    ),
    re.compile(r"(?P<old>[\w:.€$£%-]{1,20}) ?(?:->|→|=>) ?\w"),
    re.compile(r"\b(?:down|up) from (?P<old>[\w.,:€$£%]{1,15}?)(?=[.,;!?]?(?:\s|$))"),
)


def shift_in(text: str) -> Shift | None:
    """Find the words that say that something changed, ended or was wrong."""
    text = plain(text)
    if _ENDED.search(text):
        return "ended"
    if _CHANGED.search(text):
        return "changed"
    return "corrected" if _CORRECTED.search(text) else None
