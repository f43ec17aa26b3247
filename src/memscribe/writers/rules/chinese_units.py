"""Cut a Chinese sentence where a question, a request or a new topic begins; a fact keeps its reason."""

import re
from dataclasses import dataclass
from typing import Final, Literal

from memscribe.text.sentences import Piece
from memscribe.writers.rules.chinese_cues import CHAT, CONDITION, REASON, REQUEST, STANDING, TOPIC, is_question
from memscribe.writers.rules.chinese_people import own_relation
from memscribe.writers.rules.chinese_revision import erases
from memscribe.writers.rules.chinese_words import fold

Use = Literal["chat", "question", "request", "statement"]

_CJK: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
# a comma inside a number parts nothing, nor does one inside quotation marks
_BREAK: Final = re.compile(
    rf"[，；;]+\s*|,(?!\d)\s*|,(?=\d)(?<!\d,)\s*|"
    rf"(?<=[{_CJK}”」』）\U0001F300-\U0001FAFF])[ \u3000]+(?=[{_CJK}“「『（@])|"
    rf"(?<=[A-Za-z0-9])[ \u3000]+(?=(?:我|你|他|她|别|不要|不用|以后|因为|但|不过|另外|顺便|对了)[{_CJK}A-Za-z])|"
    rf"[~～…]{{1,}}(?=[{_CJK}])|(?<=[{_CJK}])[！!]+(?=\S)"
)
_QUOTED: Final = re.compile(
    r"“[^”]{0,400}”|「[^」]{0,400}」|『[^』]{0,400}』|\"[^\"]{0,400}\"|‘[^’]{0,400}’|"
    r"（[^）]{0,200}）|\([^)]{0,200}\)|《[^》]{0,60}》"
)
_LEANS_BACK: Final = re.compile(
    r"^(?:就|也|都|还|又|才|再|却|反而|于是|结果|然后|所以|因此|不|没|是|有|要|得|能|会|可以|到时|"
    r"那就|这样|这|那|其他|其余|剩下|一共|总共|分别|另一)"
)
_SHORT: Final = 3


@dataclass(frozen=True, slots=True)
class Part:
    """What stands between two commas."""

    start: int
    end: int
    text: str
    use: Use


def use_of(text: str) -> Use:
    """Say what a folded stretch between two commas is for."""
    bare = text.strip()
    if not bare or CHAT.match(bare):
        return "chat"
    if is_question(bare):
        return "question"
    if REQUEST.match(bare) and not STANDING.search(bare):
        return "request"
    return "statement"


def units_of(sentence: Piece) -> tuple[Piece, ...]:
    """Part what a sentence asks for from what it states, and one topic from the next."""
    parts = _parts(sentence.text)
    if len(parts) < 2:  # noqa: PLR2004
        return (sentence,)
    groups: list[list[Part]] = [[parts[0]]]
    for part in parts[1:]:
        if _begins(groups[-1], part):
            groups.append([part])
        else:
            groups[-1].append(part)
    return tuple(
        Piece(
            sentence.start + group[0].start,
            sentence.start + group[-1].end,
            sentence.text[group[0].start : group[-1].end],
            sentence.mark,
        )
        for group in groups
    )


def _parts(text: str) -> list[Part]:
    folded = fold(text)
    shielded = [match.span() for match in _QUOTED.finditer(text)]
    found: list[Part] = []
    position = 0
    for match in [*_BREAK.finditer(text), None]:
        start, end = match.span() if match else (len(text), len(text))
        if match and any(opening < start < closing for opening, closing in shielded):
            continue
        left, right = _without_blanks(text, position, start)
        if right > left:
            found.append(Part(left, right, folded[left:right], use_of(folded[left:right])))
        position = end
    return found


def _without_blanks(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _begins(group: list[Part], part: Part) -> bool:  # noqa: PLR0911 - a list of reasons, in order
    """Whether a part opens a unit of its own."""
    last = group[-1]
    use = _use_of_group(group)
    if (
        erases(part.text)
        or re.match(r"^(?:你|就|请|那)?(?:把)(?:他|她|它|这些|那些)(?:的|们|都|全)", part.text)
        or erases("，".join(other.text for other in group[-2:]))
    ):
        return True
    if TOPIC.match(part.text) and use != "chat" and len(part.text) > _SHORT and not CONDITION.search(last.text):
        return True
    if part.use == "chat":
        return use not in {"chat", "statement"} or len(part.text) > _SHORT
    if use == "chat":
        return True
    if _leads_on(last.text):
        return False
    if part.use != use:
        return not (REASON.match(part.text) and use == "statement") or part.use == "question"
    return use == "statement" and _other_person(group, part)


def _use_of_group(group: list[Part]) -> Use:
    for part in group:
        if part.use != "chat":
            return part.use
    return "chat"


def _leads_on(text: str) -> bool:
    """Whether a part is a condition that the next one completes."""
    return bool(
        re.match(
            r"^(?:那|但|不过|而|以后|今后|对了)?(?:如果|要是|假如|假设|万一|只要|除非|每次|每当|"
            r"一旦|凡是|虽然|不管|无论|遇到|碰到|倘若)",
            text,
        )
    ) or bool(re.search(r"(?:的话|的时候)$", text))


def _other_person(group: list[Part], part: Part) -> bool:
    """Whether a statement about one person ends and one about another person begins."""
    if REASON.match(part.text) or _LEANS_BACK.match(part.text):
        return False
    mine = re.match(r"^我(?!们?家的?[猫狗]|[爸妈哥姐弟妹])", part.text)
    return own_relation(part.text) and own_relation(group[0].text) and not mine and len(part.text) > _SHORT
