"""What two people say to each other that is no fact about either: praise, cheer, good wishes, common wisdom."""

import re

from memscribe.core.operation import RejectionReason
from memscribe.writers.rules.english_cues import plain
from memscribe.writers.rules.english_words import FILLERS

_SELF = re.compile(r"\b(?:i|i'm|im|i've|ive|i'd|i'll|me|my|mine|we|we're|we've|we'll|us|our|ours)\b")
_YOU = re.compile(r"\b(?:you|your|you're|youre|you've|you'll|you'd|yours|yourself|u|ur)\b")
_DETAIL = re.compile(r"\d|(?<=[a-z,;:'] )[A-ZÀ-Þ][a-zà-ÿ]{2,}")
_CHEER = re.compile(
    r"^(?:(?:that's|thats|it's|its|this is|what an?|how|so|such|really|very|totally|i'm|im|i am|we're|we are|i"
    r"|always|just|also|definitely|and|but|hey|[a-z]+,) )*"
    r"(?:(?:sorry|happy|glad|thrilled|excited|delighted|sad) (?:to hear|to see|for you|you|that you)|proud of you"
    r"|here for you|here to help|rooting for|cheering|behind you|with you|grateful for you|thankful for you"
    r"|(?:keep|stay|hang|hold|carry) (?:going|it up|up|at it|strong|in there|on|pushing|me posted|in touch)"
    r"|don't (?:give up|forget|worry|be)|remember (?:to|that)|(?:good|best of) luck|congrat\w*|take care"
    r"|take it easy|let me know|fill me in|tell me|let's|have (?:fun|a (?:great|good|nice|safe|blast))"
    r"|enjoy (?:your|the|it)|hope (?!to\b)|hoping (?:for|you)|wish you|bet\b"
    r"|appreciate (?:you|it|that|the (?:support|kind|encourag))"
    r"|thanks|thank you|believe in you|hear you|agree\b|feel you|get (?:it|that|you)\b|know (?:how|what) you"
    r"|understand\b|can imagine|can't wait to (?:see you|hear|catch up|see (?:it|them|what|how|your))"
    r"|look(?:ing)? forward to (?:hearing|seeing (?:you|it|what|how)|catching)|(?:great|good|nice|lovely|fun)"
    r" (?:to (?:hear|see|chat|talk)|chatting|talking|catching|hearing|seeing|job|work|idea|choice)"
    r"|catch(?:ing)? up|talk (?:to you )?(?:soon|later)|see you|(?:you're|you are) (?:welcome|right|so|such)"
    r"|sounds? (?:like|great|good|fun|amazing|awesome|delicious|wonderful|so|really|super|interesting)"
    r"|looks? (?:like|great|good|fun|amazing|awesome|delicious|wonderful|so|really|super))\b"
)
_SINCE_WE_SPOKE = re.compile(
    r"\b(?:since (?:we (?:last )?(?:talked|spoke|chatted|met|caught up)|(?:our|the) last (?:chat|talk|time))"
    r"|last time we (?:talked|spoke|chatted|caught up)|fill you in|been a while)\b"
)
_PRAISE = re.compile(
    r"\b(?:amazing|awesome|great|cool|fun|funny|inspiring|inspirational|beautiful|gorgeous|stunning|lovely|wonderful"
    r"|fantastic|incredible|impressive|touching|powerful|special|cute|adorable|sweet|delicious|tasty|perfect|nice|good"
    r"|interesting|exciting|rewarding|fulfilling|meaningful|important|motivating|motivated|uplifting|soothing|calming"
    r"|relaxing|peaceful|magical|epic|thrilling|satisfying|refreshing|worth it|key|joy|blast|treat|tough|hard"
    r"|heartwarming|breathtaking|priceless|precious|crucial|essential|strong|brave|courage|pride|vibes?)\b|!"
)
_GENERAL = re.compile(
    r"^(?:(?:sometimes|just|i (?:think|believe|guess)(?: that)?|and|but|so),? )*(?:life|love|friendship|family"
    r"|nature|music|art|(?!morning|evening|wedding|building|meeting|spring)[a-z]{3,}ing)\b[^,;]{0,70}?"
    r"(?:'s| is| are| can| makes?| helps?| brings?| gives?| must| has a way)\b"
)
_TOGETHER = re.compile(r"^(?:together,? )?we (?:can|could|should|must|got this|all)\b|\bmake a difference\b")


def said_for_company(text: str, *, standing: bool) -> RejectionReason | None:
    """Say why a clause of two people's talk states no fact about the one who says it; None where it may.

    Args:
        text: The clause as it was said.
        standing: Whether it asks for something from now on: then only cheer is none of it.
    """
    folded = FILLERS.sub("", plain(text)).strip()
    folded = FILLERS.sub("", _NAME_CALLED.sub("", folded))
    told = _SELF.search(folded)
    detail = _DETAIL.search(text)
    you = _YOU.search(folded)
    empty = bool(
        (_SINCE_WE_SPOKE.search(folded) and not detail and len(folded.split()) <= _SHORT)
        or (you and (told is None or you.start() < told.start()))
        or _TOGETHER.search(folded)
        or (_GENERAL.match(folded) and not detail and not _MINE.search(folded))
        or (told is None and not detail and _PRAISE.search(folded))
    )
    company = bool(_CHEER.match(folded) or _ORDER.match(folded)) or (empty and not standing)
    return "smalltalk" if company else None


_NAME_CALLED = re.compile(
    r"^(?:(?:hey|hi|hello|wow|yeah|yes|no|oh|aw+|mm+|and|but|so|thanks|yup|ooh)[,! ]+)+"
    r"(?:\w+[,!] )?|^\w+, (?=that|it|you|i\b|what|this|we\b)"
)
_ORDER = re.compile(
    r"^(?:just |so |please |and )*(?:set|put|check|try|make|take|look|see|think|focus|trust|challenge|believe|find"
    r"|give|be sure|go|come|here's|heres|gotta|feel free|show|send|share)\b(?! me\b)"
)
_MINE = re.compile(r"\b(?:i|i'm|i've|my|mine)\b")
_SHORT = 16
"""A longer sentence tells what happened since."""
