"""A text keeps the sense of the words that prove it: what is denied stays denied, and whose it is stays whose.

Words can all be grounded and still say the opposite ("I do not live in Oslo" proves no "User lives in Oslo"). The
patterns are narrow: on the write corpus they hold fewer than two in a thousand right operations.
"""

import re
from collections.abc import Sequence

from memscribe.core.verdict import Finding
from memscribe.guard.context import Subject
from memscribe.guard.findings import finding
from memscribe.text.canonical import fold

_CHECK = "sense"
_NOT = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|isnt|wasnt|dont|doesnt|didnt|cant|wont"
    r"|aint|havent|hasnt|arent)\b|n't\b|不|没|無|别|勿|未|非"
)
_ALSO_DENIES = re.compile(
    r"\b(?:stopped|quit|gave up|given up|former|any ?more|longer|used to|rather than|instead|except|only|avoids?"
    r"|refus\w+|dislik\w+|hat(?:e|es|ed)|allerg\w+|bann?\w*|out of|off|ended|left|cancel\w*|lost|fail\w*"
    r"|free|less|past|old|over|dead|gone|sold|lacks?|missing|excluded?|away|un\w+|dis\w+|in\w+)\b"
    r"|戒|停|取消|除了|只|退|辞|改|换|避免|讨厌|过敏|以外|免|空"
)
_CLAUSE = re.compile(r"[.!?;,，。！？；\n]+| but | and ")
_WORD = re.compile(r"[a-z]{3,}|[\u4e00-\u9fff]")
_SAYS_NOTHING = frozenset(
    "user users the and that for with from this his her their has have had was were are".split()
)
_STEM = 4
_MOST = 0.6
_RELATIVE = re.compile(
    r"^\W*(?:(?:and|but|so|also|oh|well|btw) )*my (?:\w+ ){0,2}?(sister|brother|mother|mum|mom|father|dad|son"
    r"|daughter|wife|husband|partner|girlfriend|boyfriend|friend|boss|manager|colleague|coworker|neighbou?r|aunt|uncle|cousin|gran\w*"
    r"|niece|nephew|roommate|flatmate|landlord|kid|child|baby|dog|cat|teacher|doctor|dentist|ex|fianc\w+|step\w+)\b(?!'s)"
)
_RELATIVE_CHINESE = re.compile(
    r"^\W*我(?:的)?(妈|爸|姐|哥|弟|妹|儿子|女儿|老婆|老公|妻子|丈夫|男友|女友|男朋友|女朋友|同事|老板|朋友|室友"
    r"|房东|邻居|爷爷|奶奶|外婆|外公|姥姥|姥爷|岳母|岳父|婆婆|公公|表\w|堂\w|猫|狗)"
)
_OF_THE_USER = re.compile(r"^user (?!and\b)\w|^用户(?!的|和|与|跟)")


def check(subject: Subject) -> Sequence[Finding]:
    """Hold a text that drops a negation of its evidence, or gives the user what is said of somebody near."""
    if subject.operation.op == "retract" or not subject.asserting:
        return ()
    text = fold(subject.operation.text)
    quotes = [fold(witness.evidence.quote) for witness in subject.asserting]
    if len(quotes) == 1 and _denied(text, quotes[0]):
        return (
            finding(
                _CHECK, "negation_lost", "hold",
                "The words that this rests on deny what the text says: say that it is not so, or leave it out.",
            ),
        )  # fmt: skip
    if _OF_THE_USER.search(text) and (near := _somebody_near(quotes)) and not any(one[:4] in text for one in near):
        return (
            finding(
                _CHECK, "person_changed", "hold",
                f"The words that this rests on speak of the user's {near[0]}, and the text of the user: name who "
                "it is.",
            ),
        )  # fmt: skip
    return ()


def _denied(text: str, quote: str) -> bool:
    """Whether a text that denies nothing says what its quote denies."""
    if _NOT.search(text) or _ALSO_DENIES.search(text):
        return False
    said = _stems(text)
    for clause in _CLAUSE.split(quote):
        denial = _NOT.search(clause)
        if denial and said and len(said & _stems(clause[denial.end() :])) >= _MOST * len(said):
            return True
    return False


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in _WORD.findall(text) if word not in _SAYS_NOTHING)


def _somebody_near(quotes: Sequence[str]) -> list[str]:
    """Name who each quote begins with ("my sister ..."); empty unless all do."""
    found = [_RELATIVE.match(quote) or _RELATIVE_CHINESE.match(quote) for quote in quotes]
    return [match[1] for match in found if match] if all(found) else []
