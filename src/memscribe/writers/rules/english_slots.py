"""What an English memory is about: its content words, whose it is, and the slots that it fills."""

import re
from collections.abc import Iterator
from functools import lru_cache

from memscribe.writers.rules.english_cues import plain

_STOP = frozenset(
    "a an the and or but if of to in on at for from with by as is are was were be been being am i me "
    "my mine we us our ours you your yours he him "
    "his she her hers it its they them their theirs this that these those there here not no yes do "
    "does did done don have has had having will would "
    "can could shall should may might must so than then too very just also only about into over under "
    "up down out off again now who whom which what "
    "when where why how all any both each few more most other some such own same user user's users "
    "assistant wants want like likes said says get gets got "
    "s t d ll ve re m called named name one because since while after before during until till per "
    "every lot bit really still already never always "
    "please ok okay yeah yes actually anymore longer goes go going went im ive dont its thats isn doesn "
    "didn wasn won keep forget remove delete remember remind reminder reminders note notes memory memories "
    "entry entries thing things stuff info record "
    "plan plans planning booked use uses used using take takes taking work works good new first second "
    "day days time times week weeks month months year years "
    "records abt line bit u ur anything everything both saved stored saying wrong old stale from drop "
    "bin wipe clear scrap purge erase".split()
)
_TERM = re.compile(r"#?[a-z0-9à-ÿ]+(?:[:.,'/-][a-z0-9à-ÿ]+)*")


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[str, ...]:
    """Return the content words of an English text, folded and lightly stemmed."""
    found: list[str] = []
    for term in _terms(plain(text)):
        bare = term.removesuffix("'s").removesuffix("'").replace(",", "")
        if bare in _STOP or (len(bare) == 1 and not bare.isdigit()):
            continue
        found.append(_SYNONYMS.get(bare) or _stem(bare))
    return tuple(found)


def _terms(text: str) -> Iterator[str]:
    """Give the terms of a text; a hyphened one also in its parts, so that "ex" meets "ex-partner"."""
    for term in _TERM.findall(text):
        yield term
        if "-" in term and term[:1].isalpha():
            yield from term.split("-")


_SYNONYMS = {
    word: group.split()[0]
    for group in (
        "father dad daddy papa pop", "mother mum mom mummy mama mam", "sister sis", "brother bro",
        "grandmother gran nan nana grandma granny", "grandfather grandad grandpa granddad",
        "child kid kids children", "appointment appt appts appointments", "birthday bday", "girlfriend gf",
        "boyfriend bf", "husband hubby", "doctor doc gp", "dentist dental", "apartment flat",
        "bicycle bike bikes", "phone mobile cell telephone", "holiday vacation hols", "database db",
        "repository repo", "production prod", "university uni", "standup stand-up", "vegetarian veggie",
        "physio physiotherapist physiotherapy", "veterinary vet", "email e-mail mail",
        "salary pay wage wages", "football soccer", "cancel cancelled canceled cancels", "meeting mtg",
        "morning mornings am", "evening evenings", "colleague coworker co-worker", "boss manager",
        "job position role", "gym fitness", "film movie films movies", "car automobile",
        "allergy allergic allergies",
    )
    for word in group.split()
}  # fmt: skip
"""Words that name one thing; the first stands for all."""


def _stem(word: str) -> str:
    if word.isdigit() or len(word) <= _SHORT:
        return word
    for ending in ("ing", "ied", "ies", "ed", "es", "s", "ly", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= _STEM:
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > _STEM + 1 and word[-1] == word[-2] else word


_SHORT = 3
_STEM = 3

_SLOTS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        (
            "!home",
            (
                r"\buser (?:now |currently |has |just |finally |\w+ly )*(?:lives?|moved|is based|is living|"
                r"resides|relocated) (?:to |from |in |at |with |alone|back)"
            ),
        ),
        (
            "!job",
            (
                r"\buser (?:now |currently )?(?:works? (?:as|at|for|in)|is employed|starts? (?:as|at)"
                r"|started "
                r"(?:as|at)|is an? [\w -]{3,25} (?:at|for) |took a job|teaches|is a (?:nurse|teacher"
                r"|developer|"
                r"manager|driver|chef|student|cook))\b"
            ),
        ),
        ("!phone", r"\buser's (?:new |work |private )?(?:phone|mobile|cell|number)\b"),
        ("!weight", r"\b(?:user|user's) (?:\w+ ){0,2}(?:weigh|weighs|weighed|weight)\b"),
        ("!car", r"\buser (?:now |currently )?(?:drives|bought an? (?:new |used )?\w+ car)\b"),
        (
            "!relation",
            (
                r"\buser (?:is|and \w+ (?:are|got|split|broke)|got) (?:\w+ )?(?:single|married|engaged|"
                r"divorced|dating|split|broke|together)"
            ),
        ),
        ("!coffee", r"\buser (?:\w+ ){0,2}(?:drinks?|takes?|likes?) (?:\w+ ){0,4}(?:coffee|tea)\b"),
        (
            "!diet",
            r"\buser (?:is|became|went|isn't|is not) (?:\w+ ){0,2}(?:vegan|vegetarian|pescatarian|coeliac)\b",
        ),
        (
            "home",
            (
                r"\b(?:lives?|living|moved|moving|based|resides?|flat|house|apartment|address|settled"
                r"|relocat\w+|"
                r"first night)\b(?! (?:forward|up|back|on|to (?:thu|mon|tue|wed|fri|sat|sun|\d)))"
            ),
        ),
        (
            "job",
            (
                r"\b(?:works?|working|job|employed|employer|teaches|hired|position|role|career|manager "
                r"at|developer|engineer|nurse|laid off|resign\w*|retired)\b"
            ),
        ),
        ("phone", r"\b(?:phone|mobile|number is|cell)\b"),
        ("email", r"\b(?:e-?mail)\b"),
        (
            "vehicle",
            (
                r"\b(?:car|drives?|bike|motorbike|van|scooter|skoda|ford|vw|toyota|suzuki|yamaha|volvo|"
                r"bmw|audi|fiat)\b"
            ),
        ),
        (
            "partner",
            (
                r"\b(?:wife|husband|girlfriend|boyfriend|partner|fianc\w+|engaged|dating|single|divorced|"
                r"married|broke up|split up)\b"
            ),
        ),
        ("diet", r"\b(?:vegan|vegetarian|pescatarian|meat|dairy|gluten|keto|diet|oat milk|soy|milk)\b"),
        ("drink", r"\b(?:coffee|tea|decaf|espresso|latte|alcohol|beer|wine)\b"),
        ("weight", r"\b(?:weigh\w*|kg|stone|lbs)\b"),
        ("dose", r"\b(?:mg|mcg|ml|dose|tablets?|pills?|insulin|inhaler|units)\b"),
        ("standup", r"\b(?:stand-?up|daily|retro|sprint review|sync)\b"),
        ("deadline", r"\b(?:deadline|due|handover|launch|release|go-live|goes live|ships?|submission)\b"),
        (
            "appointment",
            (
                r"\b(?:appointment|dentist|booked|booking|check-?up|viewing|interview|exam|test|lesson|"
                r"class|session|course)\b"
            ),
        ),
        ("flight", r"\b(?:flight|flies|flying|fly|train|ferry|lands|departs|trip|holiday)\b"),
        ("price", r"\b(?:price|costs?|rent|fee|rate|salary|budget|sells at|charge\w*|[£$€]\s?\d)"),
        ("hours", r"\b(?:opens?|opening|closes?|closed|shut|hours)\b"),
        ("language_level", r"\b(?:beginner|intermediate|advanced|[abc][12]|fluent)\b"),
        ("age", r"\b(?:years? old|aged?|turned \d+|months? old)\b"),
        ("pet", r"\b(?:dog|cat|puppy|kitten|rabbit|hamster|parrot|tortoise)\b"),
        ("database", r"\b(?:postgres\w*|mysql|sqlite|mongo\w*|database|redis)\b"),
        ("tool", r"\b(?:uses?|using|switched to|jest|vitest|pytest|npm|yarn|pnpm|black|ruff|eslint|prettier)\b"),
    )
)


@lru_cache(maxsize=4096)
def attributes_of(text: str) -> frozenset[str]:
    """Name the slots that an English text fills."""
    text = plain(text)
    return frozenset(name for name, pattern in _SLOTS if pattern.search(text))


_OWNER = re.compile(
    r"^(?P<owner>.{0,80}?)(?:'s|\b(?:is|are|was|were|has|have|had|does|do|will|can|cannot|must|should|"
    r"lives?|works?|plays?|wants?|likes?|prefers?|runs?|goes|"
    r"starts?|uses?|moved|drives?|needs?|takes?|comes?|gets?|speaks?|owns?|teaches|studies|sells|opens?|"
    r"closes?|plans?|hates?|loves?|trains?)\b)(?! (?!is|was|has|name)\w+ (?:is|are|was|lives|works))"
)


@lru_cache(maxsize=4096)
def owner_of(text: str) -> str:
    """Return the words of a memory that name whose or what it is about; "" for the account holder."""
    text = plain(text)
    text = text.removeprefix("the ")
    if text.startswith("user's "):
        match = _OWNER.match(text[len("user's ") :])
        return match["owner"] if match else " ".join(text.split()[1:4])
    if text.startswith(("user ", "user,")):
        return ""
    match = _OWNER.match(text)
    return match["owner"] if match else ""
