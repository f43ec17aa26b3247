"""An update or a retraction rests on words about what it changes, not on any words of the same person."""

import re
from collections.abc import Iterator, Sequence

from memscribe.core.verdict import Finding
from memscribe.guard.context import Subject, Witness, sentence_span
from memscribe.guard.findings import finding
from memscribe.text.canonical import fold
from memscribe.text.language import language_of
from memscribe.text.names_and_numbers import claims, readings
from memscribe.text.overlap import loose, stems, uncovered

_CHECK = "related"


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
        if not any(concerns(passage, target.text) for passage in passages)
    )  # fmt: skip


def _passages(subject: Subject) -> Iterator[str]:
    for witness in subject.witnesses:
        content = witness.message.content
        start, end = sentence_span(content, witness.evidence.start, witness.evidence.end)
        yield content[start:end]
        if _leans(witness) and (before := subject.conversation.before(witness.message)):
            yield before.content


_LEANING = re.compile(
    r"^\W*(?:no|not|nope|nah|yes|actually|wrong|forget|delete|remove|scrap|drop|ignore|that|those|these|it|this"
    r"|he|she|they|him|her|them|both|neither|nein|doch|das|vergiss|lösch\w*|eso|esa|olvida\w*|borra\w*|non|oui"
    r"|oublie\w*|não|esque\w*)\b|^\W*(?:不|没|是|对|那|这|它|他|她|忘|删|いいえ|それ|その|아니|그)"
)
_FEW = 3


def _leans(witness: Witness) -> bool:
    """Whether words are only understood with the message before: an answer, a pronoun, "forget that"."""
    if witness.message.role != "user":
        return False
    said = fold(witness.evidence.quote)
    return len(set(stems(said))) <= _FEW or bool(_LEANING.search(said))


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
            r"liv(?:e|es|ed|ing)|mov(?:e|es|ed|ing)|relocat\w+|home|house|flat|apartment|address|based|resid\w+|city"
            r"|wohn\w*|umgezogen|zieh\w*|adresse|viv\w+|mud\w+|casa|domicilio|habit\w+|déménag\w+|mor[ao]\w*|endereço",
            "住|搬|家|地址|引っ越|住所|이사|살",
        ),
        (
            r"works?|working|worked|jobs?|employ\w+|compan(?:y|ies)|hired|quit|fired|promot\w+|position|roles?|office"
            r"|career|colleagues?|boss|manager|team|engineer|teacher|nurse|arbeit\w*|stelle|firma|trabaj\w+|empleo"
            r"|empresa|travail\w*|emploi|boulot|trabalh\w+|emprego",
            "工作|上班|公司|辞职|跳槽|入职|职位|仕事|会社|転職|회사|직장",
        ),
        (
            r"marri\w+|wedding|wife|husband|spouse|partner|engaged|fianc\w+|divorc\w+|separat\w+|girlfriend|boyfriend"
            r"|single|dating|broke up|split up|verheiratet|geschieden|frau|mann|casad\w+|divorci\w+|marid?o|mari[ée]\w*",
            "结婚|离婚|妻子|丈夫|老婆|老公|女朋友|男朋友|分手|対象|結婚|離婚|결혼|이혼",
        ),
        (
            r"allerg\w+|intoleran\w+|diet|vegan|vegetarian|eats?|eating|ate|food|meals?|meat|fish|gluten|lactose|dairy"
            r"|drinks?|drinking|coffee|tea|alcohol|unverträglich\w*|isst|trinkt|com[eo]|comida|bebe|mange|boit",
            "过敏|吃|喝|素|饮食|忌口|アレルギー|食べ|飲|알레르기|먹|마시",
        ),
        (
            r"phone|number|mobile|e-?mail|contact|reach\w*|call\w*|telefon\w*|nummer|teléfono|correo|téléphone",
            "电话|手机|邮箱|微信|号码|電話|メール|전화|이메일",
        ),
        (
            r"pay|pays|paid|price|costs?|rent|fee|budget|salary|earn\w*|euros?|dollars?|pounds?|[€$£]|quot\w+"
            r"|zahl\w+|miete|kostet|paga\w*|precio|renta|paie|loyer|prix",
            "钱|价|租|费|工资|薪|预算|块|元|円|給料|家賃|월세|월급",
        ),
        (
            r"meet\w*|appointments?|schedul\w+|reschedul\w+|postpon\w+|call|dates?|deadlines?|due|trip|flight|fly\w*"
            r"|travel\w*|visit\w*|book\w*|monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekly|termin\w*"
            r"|cita|reunión|rendez-vous|réunion|viaje|voyage|reise",
            "会|约|预约|改期|推迟|提前|截止|出差|航班|旅|予定|会議|予約|약속|회의|일정|周[一二三四五六日天]|星期|礼拜",
        ),
        (
            r"years? old|age|birthdays?|born|turn(?:s|ed)?|alt|geboren|geburtstag|años|cumple\w*|ans|anniversaire|né",
            "岁|生日|出生|歳|誕生日|살|생일",
        ),
        (
            r"answer\w*|repl\w+|respon\w+|language|english|german|french|spanish|chinese|japanese|concise|short|long"
            r"|bullets?|format\w*|tone|style|formal|informal|emojis?|antworte?\w*|responde?\w*|répond\w*",
            "回答|回复|格式|语气|简短|中文|英文|表情|返事|敬語|답변",
        ),
        (
            r"dogs?|cats?|pets?|puppy|kitten|hund\w*|katze\w*|perr[oa]s?|gat[oa]s?|chiens?|chats?",
            "狗|猫|宠物|犬|개|고양이",
        ),
        (
            r"train\w*|runs?|running|ran|gym|exercis\w+|workouts?|sports?|swim\w*|cycl\w+|marathon|yoga|tennis|climb\w*",
            "跑|健身|锻炼|运动|游泳|瑜伽|走る|運動|운동",
        ),
        (
            r"stud(?:y|ies|ying|ied)|school|universit\w+|college|courses?|degree|learn\w*|class(?:es)?|exams?|studier\w*"
            r"|estudi\w+|étud\w+|aula",
            "学|课|考试|大学|勉強|授業|공부|수업|시험",
        ),
    )
)


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:57]}...")  # noqa: PLR2004
