"""An update or a retraction rests on words about what it changes, not on any words of the same person."""

import re
from collections.abc import Iterator, Sequence

from memscribe.core.memory import Version
from memscribe.core.origin import FIRST_HAND, trust_of
from memscribe.core.verdict import Finding
from memscribe.guard.context import Subject, Witness, sentence_span
from memscribe.guard.findings import finding
from memscribe.text.canonical import fold
from memscribe.text.language import language_of
from memscribe.text.names_and_numbers import claims, readings
from memscribe.text.overlap import loose, stems, uncovered

_CHECK = "related"
_AROUND = 8  # sentences on either side of a quote in which what it is about may be named


def check(subject: Subject) -> Sequence[Finding]:
    """Hold a change of a memory that nothing quoted concerns."""
    if subject.operation.op == "add" or not subject.witnesses:
        return ()
    passages = tuple(_passages(subject))
    return tuple(
        finding(
            _CHECK, "unrelated_target", "hold",
            f"Nothing that is quoted speaks of {target.memory_id} ({_short(target.text)}): quote the words that "
            f"change it, and the question or sentence that names it as context.",
            memory_id=target.memory_id,
        )
        for target in subject.targets
        if not any(concerns(passage, target.text) for passage in passages) and not _new_value(subject, target)
    )  # fmt: skip


def _passages(subject: Subject) -> Iterator[str]:
    for witness in subject.witnesses:
        content = witness.message.content
        start, end = sentence_span(content, witness.evidence.start, witness.evidence.end, around=_AROUND)
        yield content[start:end]
        if witness.message.role == "user" and (before := subject.conversation.before(witness.message)):
            yield before.content
        if withdraws(witness) and (after := subject.conversation.before(witness.message, back=-1)):
            yield after.content  # "forget the medical things" - "I'll delete the entry about citalopram"


_WITHDRAWS = re.compile(
    r"\b(?:forget|delete|remove|erase|wipe|scrap|drop|clear|take (?:\w+ ){0,4}out|get rid of|no longer store"
    r"|vergiss"
    r"|lösch\w*|entfern\w*|olvida\w*|borra\w*|elimina\w*|quita\w*|oublie\w*|supprime\w*|efface\w*|esque[cç]\w*"
    r"|apag\w*|togli\w*|cancella\w*|dimentica\w*|забудь\w*|удали\w*|убери\w*)\b"
    r"|忘|删|刪|去掉|别记|不要记|消して|削除|忘れ|지워|잊어|삭제"
)


def withdraws(witness: Witness) -> bool:
    """Whether the user himself asks to forget something."""
    own = witness.message.role == "user" and trust_of(witness.origin) >= FIRST_HAND
    return own and bool(_WITHDRAWS.search(fold(witness.evidence.quote)))


def _new_value(subject: Subject, target: Version) -> bool:
    """Whether an update keeps what its target is about and only sets a value that the quotes give.

    "it's 1530 now" names no rating, but turns "plays chess at around 1450 on Lichess" into the same at 1530.
    """
    about = set(map(loose, stems(_without_values(target.text))))
    kept = about - set(uncovered(_without_values(target.text), (subject.operation.text,)))
    if 2 * len(kept) < len(about):
        return False
    quotes = [witness.evidence.quote for witness in subject.witnesses]
    values = _values(subject.operation.text) - _values(target.text)
    given = frozenset[str]().union(*(readings(quote, language_of(quote)) for quote in quotes))
    swapped = kept == about or len(kept) > 1 or bool(_values(target.text))
    if swapped and any(_given(value, given) for value in values):
        return True
    new = uncovered(_without_values(subject.operation.text), (target.text,))
    said = len(new) - len(uncovered(" ".join(new), quotes))
    return len(kept) > 1 and bool(said) and 2 * said >= len(new)


def _given(value: str, given: frozenset[str]) -> bool:
    """Whether a value or, for a date, its day or month stands among readings."""
    return value in given or any(part.lstrip("0") in given for part in value.split("-")[1:])


def _values(text: str) -> set[str]:
    return {claim.value for claim in claims(text, language_of(text)) if claim.kind in _VALUES}


def _without_values(text: str) -> str:
    for claim in reversed(claims(text, language_of(text))):
        if claim.kind in _VALUES:
            text = f"{text[: claim.start]} {text[claim.end :]}"
    return text


_VALUES = frozenset({"number", "date", "time"})


def concerns(passage: str, target: str) -> bool:
    """Whether a passage may be about what a memory says.

    Args:
        passage: Words of a conversation.
        target: The text of a memory.

    Returns:
        True when they share a content word, a name, a number or a part of life ("moved" and "lives in").
    """
    wanted = set(map(loose, stems(target)))
    if not wanted or len(uncovered(target, (passage,))) < len(wanted):
        return True
    numbers = {claim.value for claim in claims(target, language_of(target)) if claim.kind != "name"}
    if numbers & readings(passage, language_of(passage)):
        return True
    one, other = fold(passage), fold(target)
    return any(pattern.search(one) and pattern.search(other) for pattern in _PARTS_OF_LIFE)


_PARTS_OF_LIFE = tuple(
    re.compile(rf"\b(?:{latin})\b|{other}")
    for latin, other in (
        (
            (
                r"liv(?:e|es|ed|ing)|mov(?:e|es|ed|ing)|relocat\w+|home|house|flat|apartment|address|based"
                r"|resid\w+|city"
                r"|wohn\w*|umgezogen|zieh\w*|adresse|viv\w+|mud\w+|casa|domicilio|habit\w+|déménag\w+"
                r"|mor[ao]\w*|endereço"
            ),
            "住|搬|家|地址|引っ越|住所|이사|살|자취",
        ),
        (
            (
                r"works?|working|worked|jobs?|employ\w+|compan(?:y|ies)|hired|quit|fired|promot\w+|position"
                r"|roles?|office"
                r"|career|resign\w*|notice|agency|nurse|agent|salesman|rep|earns?|uni|colleagues?|boss|manager"
                r"|team|engineer|teacher|nurse|arbeit\w*|stelle|firma|trabaj\w+|empleo"
                r"|empresa|travail\w*|emploi|boulot|trabalh\w+|emprego"
            ),
            "工作|上班|返工|裸辞|裸辭|离职|働|復帰|育休|公司|辞职|跳槽|入职|职位|仕事|会社|転職|회사|직장",
        ),
        (
            (
                r"(?:re)?marr(?:y|i)\w*|widow\w*|wedding|wife|husband|spouse|partner|engaged|fianc\w+|divorc\w+"
                r"|separat\w+|girlfriend|boyfriend"
                r"|single|dating|broke up|split up|verheiratet|geschieden|frau|mann|casad\w+|divorci\w+|marid?o"
                r"|mari[ée]\w*"
            ),
            "婚|单身|單身|脱单|在一起|妻子|丈夫|老婆|老公|女朋友|男朋友|分手|対象|結婚|離婚|결혼|이혼",
        ),
        (
            r"allerg\w+|intoleran\w+|diet|vegan|vegetarian|meat|fish|gluten|lactose|dairy|unverträglich\w*",
            "过敏|素|饮食|忌口|アレルギー|알레르기",
        ),
        (
            r"eats?|eating|ate|food|meals?|isst|com[eo]|comida|mange",
            "吃|饮食|食べ|먹",
        ),
        (
            r"drinks?|drinking|drank|coffee|tea|alcohol|sober|sobriety|trinkt|bebe|boit",
            "喝|酒|飲|마시",
        ),
        (
            r"phone|number|mobile|e-?mail|contact|reach\w*|call\w*|telefon\w*|nummer|teléfono|correo|téléphone",
            "电话|手机|邮箱|微信|号码|電話|メール|전화|이메일",
        ),
        (
            (
                r"pay|pays|paid|price|costs?|rent|fee|budget|salary|earn\w*|euros?|dollars?|pounds?|[€$£]|quot\w+"
                r"|zahl\w+|miete|kostet|paga\w*|precio|renta|paie|loyer|prix"
            ),
            "钱|价|租|费|工资|薪|预算|块|元|円|給料|家賃|월세|월급",
        ),
        (
            (
                r"meet\w*|appointments?|schedul\w+|reschedul\w+|postpon\w+|call|dates?|deadlines?|due|trip"
                r"|flight|fly\w*"
                r"|travel\w*|visit\w*|book\w*|monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekly"
                r"|termin\w*"
                r"|cita|reunión|rendez-vous|réunion|viaje|voyage|reise"
            ),
            "会|约|预约|改期|推迟|提前|截止|出差|航班|旅|予定|会議|予約|약속|회의|일정|周[一二三四五六日天]|星期|礼拜",
        ),
        (
            (
                r"pregnan\w*|baby|due|\d+ ?kg|weigh\w*|bodyweight|kilos?|years? old|age|birthdays?|born|turn(?:s"
                r"|ed)?|alt|geboren|geburtstag|años|cumple\w*|ans|anniversaire|né"
            ),
            "岁|生日|出生|歳|誕生日|살|생일",
        ),
        (
            (
                r"answer\w*|repl\w+|respon\w+|language|english|german|french|spanish|chinese|japanese|concise"
                r"|short|long"
                r"|bullets?|format\w*|tone|style|formal|informal|emojis?|antworte?\w*|responde?\w*|répond\w*"
            ),
            "回答|回复|格式|语气|简短|中文|英文|表情|返事|敬語|답변",
        ),
        (
            (
                r"takes|mg|meds?|medic\w+|tablets?|pills?|dose|drugs?|diagnos\w+|surgery|operation|op|therap\w+"
                r"|doctor"
                r"|hospital|clinic|nimmt|tabletten|medikament\w*|operation|toma|pastillas|medicina|operación|prend"
                r"|médicament\w*|opération|prende|farmac\w+|принимает|таблетк\w+"
            ),
            "吃药|药|手术|医|薬|手術|약|수술",
        ),
        (
            r"dogs?|cats?|pets?|puppy|kitten|hund\w*|katze\w*|perr[oa]s?|gat[oa]s?|chiens?|chats?",
            "狗|猫|宠物|犬|개|고양이",
        ),
        (
            (
                r"child\w*|kids?|sons?|daughters?|baby|boys?|girls?|twins|kind(?:er)?|sohn|tochter|hij[oa]s?|enfants?|fils"
                r"|fille|filh[oa]s?|figli[oa]?"
            ),
            "孩|儿子|女儿|宝宝|子供|息子|娘|아이|아들|딸",
        ),
        (
            r"driv\w+|cars?|vans?|bikes?|vehicle|motorbike|truck|fährt|auto|coche|carro|voiture|macchina",
            "车|車|運転|운전",
        ),
        (r"smok\w+|cigarettes?|vap\w+|raucht?|fum[aeo]\w*|кур\w+", "抽烟|吸烟|戒烟|タバコ|煙草|담배"),
        (
            r"court|lawyer|attorney|defender|legal|charges|trial|lawsuit|solicitor|anwalt|abogad[oa]|avocat",
            "律师|法院|弁護士|변호사",
        ),
        (
            (
                r"train\w*|runs?|running|ran|gym|exercis\w+|workouts?|sports?|swim\w*|cycl\w+|marathon|yoga|tennis"
                r"|climb\w*"
            ),
            "跑|健身|锻炼|运动|游泳|瑜伽|走る|運動|운동",
        ),
        (
            (
                r"stud(?:y|ies|ying|ied)|school|universit\w+|college|courses?|degree|learn\w*|class(?:es)?"
                r"|exams?|studier\w*"
                r"|estudi\w+|étud\w+|aula"
            ),
            "学|课|考试|大学|勉強|授業|공부|수업|시험",
        ),
    )
)


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:57]}...")  # noqa: PLR2004
