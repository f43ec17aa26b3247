"""The words by which RealMem's labels are sorted: what can be written, and what cannot be trusted."""

import re
from typing import Final

READ_AND_LEFT_OUT: Final = frozenset(
    (
        "7d02e6d2:DM-S2_01-03 0f8e7af4:DM-S8_01-01 3f5dbf76:SM-S2_01-02 ddd2defc:SM-S1_01-02 "
        "4142eab2:DM-S2_02-05 96b21f6c:DM-S4_01-01 0cfa492e:DM-S6_02-01 c6a250db:SM-S6_02-01 "
        "2c690e0e:SM-S13_02-02 971c15bd:DM-S8_02-02 971c15bd:DM-S8_02-03 c986c63f:DM-S11_01-01 "
        "3b37e34f:DM-S13_01-01 50c969f3:DM-S3_01-01 72de1abd:DM-S10_02-01 ebe26e37:DM-S10_01-02 "
        "85437723:DM-S7_01-01 85437723:DM-S7_01-02 c1225a2a:DM-S5_01-03 aa806f31:SM-S11_01-02 "
        "fe61e013:DM-S2_02-03 6c2c12bd:DM-S5_01-02 512a310f:SM-S10_01-01 e630517e:DM-S3_01-02 "
        "eec6c779:DM-S5_01-03 eec6c779:DM-S5_01-04 6db4d110:DM-S9_02-02 0794a783:SM-S1_01-01 "
    ).split()
)
"""Labels that reading showed to be wrong or passing: the dialogue's id, and the label's number in it."""

YES = re.compile(
    r"(?:\W*\w+\W+){0,3}?(?:yes|yeah|yep|sure|exactly|perfect|right|correct|agreed|confirm\w*|"
    r"ok(?:ay)?|great|good|sounds)\b",
    re.IGNORECASE,
)
ANALYSIS = re.compile(r"<memory_analysis>.*?(?:</memory_analysis>|$)", re.DOTALL)
TAG = re.compile(r"^(?:【[^】]*】\s*)+")
STATE = re.compile(
    r"\b(?:AI|[Aa]ssistant)\b|[Uu]ser(?: has|'s)? (?:agree|accept|request|acknowledg|approv|"
    r"express|ask|understand|is ready|"
    r"is awaiting|is waiting|is seeking|is looking for|inquir|provided|selected to|"
    r"wants to (?:know|proceed|start|continue)|"
    r"is engaged|is open to discuss|already provided|confirmed (?:starting|proceed|read|to|"
    r"they)|(?:chose|decided) to (?:discuss|work|proceed))|"
    r"[Rr]eady to|readiness|\b(?:next|immediate|proposed) (?:step|task|action|topic|active|"
    r"focus|phase)|\bproceed(?:ing)? (?:with|to)\b|"
    r"\b(?:acknowledged|awaiting|pending|proposed|recommended|suggested)\b",
)
UNSURE = re.compile(
    r"\b(?:confirm\w*|finali[sz]ed|solid|sorted|approved|locked|promising|decided on|"
    r"currently (?:engaged|working)|clear|"
    r"understood|identifies|working on|spent the day|wants to understand|chosen to start|scope|"
    r"outlined|expects|considers|chose to|needs to|mentioned|tasks?|step|ready|today's|session|"
    r"simulation|drill|discuss\w*)\b|[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]",
    re.IGNORECASE,
)
RELATIVE = re.compile(
    r"\b(?:tonight|(?:this|next|last|coming|past) "
    r"(?:week|weekend|month|year|morning|afternoon|evening|night|session|\w+day)|recently|"
    r"just now|earlier|ago)\b",
    re.IGNORECASE,
)
HEDGE = re.compile(
    r"\b(?:if|maybe|perhaps|might|probably|possibly|thinking (?:of|about)|not sure|i guess|"
    r"could|would)\b",
    re.IGNORECASE,
)
HEDGED = re.compile(
    r"\b(?:if|may|might|maybe|perhaps|probably|possib\w+|consider\w*|thinking|unsure|could|"
    r"would|potential\w*|open to)\b",
    re.IGNORECASE,
)
NEGATIVE = re.compile(
    r"\b(?:no|not|never|none|nothing|nobody|without|cannot|can't|unable|lacks?|avoid\w*|"
    r"dislikes?|instead|exclud\w+|"
    r"reject\w*|refus\w+|hates?|stop\w*|struggl\w+|fail\w*|hard|difficult\w*|un\w+ly)\b|n't\b|n\u2019t\b",
    re.IGNORECASE,
)
MOOD = re.compile(
    r"\b(?:feel(?:s|ing)?|felt|anxious|stressed|overwhelm\w*|frustrat\w*|appreciat\w*|finds?|"
    r"excited|glad|happy|tired)\b",
    re.IGNORECASE,
)
VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|must|should|can|cannot|does|runs?|works?|"
    r"User \w+(?:s|ed)|User (?:also|often|already) \w+s|defined)\b|:"
)
MEASURE = re.compile(
    r"User's (?:\w+ )?(?:\w+ 5RM|body weight|weight|name|initial investment)|.*\d:\d", re.IGNORECASE
)
OTHERS = re.compile(
    r"^User(?:'s| has(?: \w+)?)(?: \w+)? (?:wife|husband|missus|partner|girlfriend|boyfriend|"
    r"son|daughter|kids?|children|sister|"
    r"brother|mother|mom|father|"
    r"parents?|cousin|boss|superior|manager|colleague|friend|mate|cto)\b"
)
LIKED = re.compile(r"\b(?:prefer|like|enjoy|value|love|dislike|hate|favou?r|prioriti[sz]e)s?\b|[Pp]reference")
DONE = re.compile(
    r"\b(?:completed|booked|finished|received|scored|bought|paid|submitted|passed|restarted|"
    r"started|sent|attended|"
    r"downloaded|added|linked|set up|secured|recovered)\b"
)
PLANNED = re.compile(
    r"\b(?:will|plans?|intends?|aims?|goal|target|objective|wants to|committed|scheduled (?:for|on))\b"
)
