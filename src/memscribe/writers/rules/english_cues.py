"""What speaks for and against storing an English sentence: cues by function, each with its points."""

import re
from dataclasses import dataclass
from functools import lru_cache

from memscribe.writers.rules.english_words import MONTHS, NUMBERS, RELATIONS, WEEKDAYS


@dataclass(frozen=True, slots=True)
class Cue:
    """A pattern with a name; its points stand in :mod:`memscribe.writers.rules.english_points`."""

    name: str
    pattern: re.Pattern[str]


def _cue(name: str, pattern: str) -> Cue:
    return Cue(name, re.compile(pattern))


# every pattern reads lower-case text with plain quotes
CUES: tuple[Cue, ...] = (
    _cue(
        "i_am",
        r"\b(?:i'm|im|i am) (?:a|an|the|in|on|from|at|with|allergic|vegan|vegetarian|\w+ian\b|married|"
        r"single|divorced|"
        r"pregnant|retired|diabetic|coeliac|intolerant|left-handed|lefthanded|colou?rblind|deaf|dyslexic|"
        r"self-employed|freelance)",
    ),
    _cue("i_have", r"\b(?:i've|i have|i've got|i got|ive|we've|we have|we've got|weve) "),
    _cue(
        "i_do",
        r"\b(?:i|we) (?:live|work|run|own|teach|study|speak|drive|play|take|use|wear|train|sing"
        r"|volunteer|commute|"
        r"sleep|eat|drink|cook|go|travel|manage|rent|share|keep|collect|write|pay|get|do|sell|make|"
        r"start|finish|always|never|"
        r"usually|only|mostly|normally|read|swim|cycle|walk)\b",
    ),
    _cue(
        "i_past",
        r"\b(?:i|we) (?:just |finally |already |also |actually )?(?:moved|got|bought|sold|started|stopped|"
        r"quit|left|"
        r"joined|booked|signed|passed|failed|had|was|were|went|grew|studied|worked|met|married|broke|"
        r"lost|changed|switched|"
        r"finished|graduated|adopted|cancelled|canceled|decided|agreed|dropped|gave|paid|ran|won|came|"
        r"handed|cracked|fell|"
        r"used|learned|learnt|inherited|retired|resigned|renewed|\w{3,}ed)\b",
    ),
    _cue(
        "plan",
        r"\b(?:(?:i'm|im|we're|were|i am|we are) (?:going|flying|moving|getting|starting|leaving|having|"
        r"taking|meeting|"
        r"visiting|driving|hosting|doing|off|travelling|traveling|expecting|planning|switching|buying|"
        r"selling)|i'll be|we'll be|"
        r"i plan|we plan|going to|gonna|booked|appointment|scheduled|planning to|due (?:on|in|by)|deadline|"
        r"is on the|are on the)\b",
    ),
    _cue(
        "prefer",
        r"\b(?:prefer|prefers|favou?rite|can't stand|cant stand|hate|hates|dislike|dislikes|rather|"
        r"allergic|allergy|"
        r"intolerant|intolerance|not a fan|i like|i love|i'd like|i want|i need|we like|too (?:sweet|"
        r"spicy|loud|long)|don't like|"
        r"dont like|don't eat|dont eat|don't drink|i avoid|makes me|gives me|gone off|off dairy|vegan|"
        r"vegetarian)\b",
    ),
    _cue("relation", rf"\b(?:my|our|his|her|their|\w+'s) (?:\w+ ){{0,2}}(?:{RELATIONS})\b"),
    _cue(
        "third",
        r"\b(?:he's|she's|they're|hes|shes|theyre|he is|she is|they are|he has|she has|they have|he was"
        r"|she was|"
        r"his name|her name|he|she)\b",
    ),
    _cue("called", r"\b(?:called|named|name is|name's|known as|nicknamed|is my|are my|was my)\b"),
    _cue(
        "standing",
        r"\b(?:from now on|from here on|going forward|in future|in the future|henceforth|always|never"
        r"|every time|"
        r"each time|whenever|by default|as a rule|any time|anytime|unless|except|no more|anymore|any "
        r"more|no longer|"
        r"until i say|remember(?: that| this|:)|note that|make sure|when(?:ever)? (?:i|you))\b",
    ),
    _cue(
        "rule",
        r"\b(?:must|should|mustn't|shouldn't|don't ever|do not|don't|dont|not allowed|policy|rule|only|"
        r"has to|have to|"
        r"needs to|goes through|go through|go to|goes to)\b",
    ),
    _cue(
        "change",
        r"\b(?:now|instead|changed|moved|switched|switching|cancelled|canceled|called off|is off|stopped|"
        r"quit|gave up|"
        r"swapped|replaced|replaces|renamed|postponed|pushed|brought forward|moved to|goes to|not .{1,25} "
        r"but|new|no longer|"
        r"anymore|any more|back to|up to|down to|used to|over to|started|sold|left|dropped|extended|"
        r"closed|closes)\b",
    ),
    _cue(
        "date",
        rf"\b(?:(?:{MONTHS})\b|(?:{WEEKDAYS})\b|\d{{1,2}}(?:st|nd|rd|th)\b|20\d\d\b|easter|christmas|"
        rf"new year|tomorrow|"
        r"yesterday|next (?:week|month|year|summer|spring|term)|last (?:week|month|year|summer|spring|"
        r"winter|autumn|night)|"
        r"in (?:spring|summer|autumn|winter|fall))",
    ),
    _cue(
        "span",
        r"\b(?:since|until|till|til|starting|as of|for (?:\w+ ){1,2}(?:years?|months?|weeks?)|(?:\w+ "
        r"){1,2}(?:years|months|weeks) "
        r"(?:ago|now|old)|every|twice|once a|per|a (?:day|week|month|year)|mornings|evenings|nights|"
        r"weekends|weekdays|daily|weekly|monthly)\b",
    ),
    _cue(
        "clock",
        r"\b(?:\d{1,2}[:.]\d\d|\d{1,2} ?(?:am|pm|h)\b|noon|midnight|at \d{1,2}\b|half (?:past|six|seven|"
        r"eight|nine)|o'clock)",
    ),
    _cue("number", rf"\d|\b(?:{NUMBERS})\b"),
    _cue(
        "money",
        r"[£$€]\s?\d|\b\d[\d,.]* ?(?:euros?|quid|pounds|dollars|bucks|eur|usd|gbp|kg|mg|km|ml|cm|mm|"
        r"%|percent|stone|lbs?)\b",
    ),
    _cue(
        "because", r"\b(?:because|bc|cos|coz|cuz|since i|as i|so that|so i|so we|so it's|so no|due to|otherwise)\b"
    ),
    _cue(
        "we_use",
        r"\b(?:we|the team|our team|team|project|repo|service|build|release|branch|staging|prod|production|"
        r"database|db|api|"
        r"deploys?|pipeline|standup|sprint|version|server|invoice|customer|client|supplier|contract|"
        r"office|warehouse|shop|store)\b",
    ),
    _cue(
        "decision",
        r"\b(?:decided|agreed|we're going with|going with|we go with|settled|confirmed|approved|signed|"
        r"it's official|"
        r"we chose|stays|stay|staying|still)\b",
    ),
    _cue(
        "health",
        r"\b(?:mg|dose|tablets?|pills?|diagnosed|surgery|operation|scan|asthma|diabetes|migraines?|"
        r"blood|inhaler|knee|back|"
        r"prescribed|medication|meds|insulin|injury|therapy|physio|doctor|gp|allerg\w+|pregnant|cancer|"
        r"adhd|autis\w+)\b",
    ),
    _cue(
        "home",
        r"\b(?:live|lives|living|moved|flat|house|apartment|rent|mortgage|address|postcode|street|road|"
        r"lane|office|job|work|works|"
        r"working|school|university|uni|degree|company|firm|birthday|born|born in|wedding|anniversary|"
        r"phone|number|email)\b",
    ),
    _cue("my", r"\b(?:my|mine|our|ours)\b"),
    _cue("i", r"\b(?:i|i'm|im|i've|ive|i'd|i'll|me|we|we're|we've|us)\b"),
    _cue(
        "hedge",
        r"\b(?:maybe|perhaps|might|probably|prob|possibly|not sure|thinking of|thinking about|considering|"
        r"wondering|if i|"
        r"dunno|no idea|don't know|dont know|i think|i guess|we'll see|could be|tempted|someday|one day"
        r"|kinda)\b",
    ),
    _cue(
        "wish",
        r"\b(?:i wish|if only|would be|i'd|would have|wouldn't|would|could|imagine|suppose|what if|"
        r"pretend|dream|dreamt|lottery)\b",
    ),
    _cue("laugh", r"\b(?:lol|lmao|haha\w*|jk|just kidding|kidding|joking|rofl|hehe)\b|😂|🤣|😅|😆"),
    _cue(
        "state",
        r"\b(?:tonight|right now|at the moment|this morning|this afternoon|this evening|currently|just "
        r"now|today|rn|so far|"
        r"tired|hungry|exhausted|bored|stuck|cold|raining|freezing|hangover|sleepy|nap|asleep|starving|"
        r"sitting|waiting|on the (?:bus|train|tram)|"
        r"in the (?:car|queue)|running late|long day|headache|fed up|knackered|shattered|busy|lunch"
        r"|coffee)\b",
    ),
    _cue(
        "feeling",
        r"\b(?:god|ugh|argh|omg|wow|damn|hell|bloody|stupid|gorgeous|terrible|awful|amazing|brilliant|"
        r"weird|funny|annoying|"
        r"miserable|brutal|nightmare|disaster|heaven|legend)\b",
    ),
    _cue("you", r"\b(?:you|your|you're|youre|u|ur|yourself)\b"),
    _cue("this", r"^(?:this|that|that's|thats|these|those|it|it's|its)\b"),
    _cue("thanks", r"\b(?:thanks|thank you|thx|cheers|ta|ty|perfect|lovely|great|brilliant|good|nice|fine)\b"),
    _cue(
        "says",
        r"\b(?:says|said|claims|told me|tells me|thinks|reckons|swears|asks|asked|writes|wrote|reads|"
        r"keeps saying|according to)\b",
    ),
    _cue("quote", r"\"[^\"]{3,}|(?:^|\s)'[^']{6,}'"),
    _cue(
        "imperative",
        r"^(?:please |pls |plz |now |then |also |just |and |ok |ok,? )*(?:write|draft|rewrite|translate|"
        r"summari[sz]e|make|give|tell|"
        r"show|find|check|add|put|send|print|read|fix|run|help|list|change|remove|move|explain|use|"
        r"keep|leave|remind|set|book|order|"
        r"do|go|let|try|look|shorten|take|call|open|sort|drop|skip|swap|cut|try|pick|log|note|close|"
        r"proofread|convert)\b",
    ),
    _cue(
        "question_word",
        r"^(?:what|what's|whats|which|who|when|where|why|how|is|are|do|does|did|can|could|would|should|"
        r"will|any|have)\b",
    ),
    _cue("mark", r"\?"),
    _cue("exclaim", r"!"),
    _cue("if", r"^(?:and |but |so )?if\b"),
    _cue("conditional", r"\b(?:if|unless|when|except)\b"),
    _cue("negation", r"\b(?:not|no|never|none|n't|don't|dont|can't|cant|isn't|without|nobody)\b"),
    _cue("doing", r"\b(?:i'm|im|we're) \w+ing\b"),
    _cue(
        "test",
        r"\b(?:error|failed|fails|failing|crash|crashes|timeout|bug|broken|stack|log|logs|red|green|"
        r"flaky|500|404)\b",
    ),
    _cue(
        "path",
        r"[\w-]+/[\w./-]+|\b\w+\.(?:py|ts|js|md|json|yaml|yml|toml|rs|go|sql|csv|pdf|xlsx|docx)\b"
        r"|`[^`]+`|#\d+",
    ),
    _cue(
        "fiction",
        r"\b(?:character|chapter|novel|story|poem|plot|scene|song|verse|lyrics|roleplay|role-play|sketch|"
        r"screenplay|villain|hero)\b",
    ),
    _cue(
        "news",
        r"\b(?:btw|by the way|fyi|for the record|just so you know|update|also|oh and|remember|note|"
        r"news|heads up|ps)\b",
    ),
    _cue("mr", r"\b(?:mr|mrs|ms|dr|prof|aunt|uncle)\.? [a-z]"),
    _cue(
        "answering", r"^(?:yes|yeah|yep|no|nope|nah|yup|usually|mostly|always|never|only|both|just|about|around)\b"
    ),
    _cue(
        "only_small",
        r"^(?:ok|okay|k|fine|right|good|great|perfect|lovely|hmm+|hm|lol|ha|haha|wait|thanks|hi|hello|"
        r"hey|nice|cool|morning)\b",
    ),
)


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Fold case and quotes, one for one, so that offsets stay valid."""
    return text.translate(_PLAIN).lower() if len(text.lower()) == len(text) else text.translate(_PLAIN)


_PLAIN = str.maketrans("’‘“”", "''\"\"")
