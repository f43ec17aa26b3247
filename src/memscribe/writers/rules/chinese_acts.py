"""Decide what a Chinese speaker does with a clause: state a lasting fact, ask, joke, request ..."""

import re
from typing import Final

from memscribe.core.message import StampedMessage
from memscribe.core.operation import Kind, RejectionReason
from memscribe.writers.rules import chinese_cues as cues
from memscribe.writers.rules import chinese_kinds as kinds
from memscribe.writers.rules.chinese_answers import answer_to
from memscribe.writers.rules.chinese_people import starts_with_relation
from memscribe.writers.rules.chinese_points import POINTS, THRESHOLD
from memscribe.writers.rules.chinese_signs import QUOTE, said, signs_of
from memscribe.writers.rules.chinese_words import fold
from memscribe.writers.rules.clause import Act, Clause, Situation

_LETTER: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fffA-Za-z0-9]")
_COLON: Final = re.compile(r"[：:]\s*(?=[^\s\d/]|$)")
_SPEAKER: Final = re.compile(
    r"^(?:客服|甲|乙|[A-B]|\d+楼|老师|学生|主持人|记者|问|答|店家|买家|卖家|医生|患者|"
    r"面试官)[^，。\s：:]{0,4}[：:]",
    re.MULTILINE,
)
_OPEN: Final = re.compile(r"[“「『]")
_CLOSE: Final = re.compile(r"[”」』]")
_MOSTLY: Final = 0.55
_NEW_TOPIC: Final = re.compile(r"^(?:哦|啊|嗯)*(?:对了|另外|顺便|还有|话说|btw)")
_ROLE_PLAY: Final = re.compile(
    r"角色扮演|(?:我们|咱们?)来(?:玩|演)|(?:你|您)(?:现在|来|就)?(?:扮演|假装|演|当|"
    r"是)(?!不是)[^，。]{0,4}(?:一?[个位名只]|我的?(?:女友|男友|老婆|老公|妈|仆人|管家)|皇|王|"
    r"侦探|面试官|店员|甄嬛|猫)|"
    r"假装(?:你|我)是|我(?:来)?(?:扮演|演)|开始跑团|跑团|世界观设定|在写(?:剧本|小说|故事)|"
    r"写(?:个|一个|篇|一篇)[^，。]{0,12}(?:故事|小说|剧本|童话)|续写|(?:我是|朕是?)(?:秦始皇|"
    r"玉皇大帝|皇帝)|本座|掌门|哀家|微臣|陛下|爱妃|师尊|魔尊|修仙"
)
_LOG: Final = re.compile(r"Traceback|^\s*at \w|Exception in|npm ERR|\bERROR\b.*\n", re.MULTILINE)
_MAIL: Final = re.compile(
    r"^(?:发件人|收件人|主题|寄件者)[：:]|^尊敬的[^，。\n]{1,12}[：:，]|此致|敬上|顺祝商祺|"
    r"【[^】]{1,12}(?:通知|公告|客服|转发)】",
    re.MULTILINE,
)
_LONG: Final = 220


def frame_of(message: StampedMessage) -> RejectionReason | None:
    """Say why a whole message is not the user's own word."""
    text = fold(message.content)
    if _ROLE_PLAY.search(text[:200]):
        return "fiction"
    if _LOG.search(text) and text.count("\n") > 1:
        return "tool_dump"
    if _SPEAKER.search(text) and (len(_SPEAKER.findall(text)) > 1 or re.match(r"\d+楼", text)):
        return "quoted"
    if len(text) > _LONG and _MAIL.search(text):
        return "quoted"
    return None


def is_standing(clause: Clause) -> bool:
    """Whether a clause tells the assistant what to do from now on."""
    text = said(clause)
    if cues.WAY_OF_ANSWER.search(text) and not re.search(r"这次|这封|这篇|这段", text):
        return not re.search(r"[?？]|别(?:笑|怪|担心|生气|介意|告诉|急|忘)", text) or bool(
            re.search(r"以后.*可以", text)
        )
    if not cues.STANDING.search(text) or cues.HABIT_OF_USER.match(text):
        return False
    if cues.is_question(text) and not re.search(r"以后.{0,8}(?:可以|能不能|能否|能)", text):
        return False
    if re.search(r"你不懂|你别笑|吃|喝(?!的)", text) and not cues.TO_ASSISTANT.search(text):
        return False
    if cues.SAID_WITH_WEIGHT.search(text) and not re.search(r"[你您]", text):
        return False
    to_assistant = cues.TO_ASSISTANT.search(text)
    return bool(
        to_assistant and (cues.IMPERATIVE.search(text) or re.search(r"提醒|报|发|推|叫|称呼|用", text))
    ) or bool(
        re.match(r"^(?:以后|今后|往后|从现在|从今|记住|下次|下回|每次|默认|一律|统一|所有|任何|凡是)", text)
        and cues.IMPERATIVE.search(text)
    )


def speech_act_of(clause: Clause, around: Situation) -> Act:
    """Say whether a clause asserts a lasting fact, or why not."""
    text = said(clause)
    if not _LETTER.search(text) or cues.CHAT.match(text.rstrip("。.!！~～ ")):
        return "smalltalk" if answer_to(clause, around) is None else "asserted"
    standing = is_standing(clause)
    reason = _not_own_words(clause, text, around) or _not_said_so(text, around, standing=standing)
    if reason or standing:
        return reason or "asserted"
    return _not_certain(text) or _not_lasting(text) or _weighed(clause, around)


def _not_said_so(text: str, around: Situation, *, standing: bool) -> RejectionReason | None:
    """Recognise questions, secrets and jokes."""
    if _DOUBTS.search(text) and not re.search(r"[?？]", text):
        return "hypothetical"
    if cues.is_question(text) and not standing:
        return "question"
    if cues.SECRET.search(text):
        return "secret"
    return "joke" if _is_joke(text, around) else None


_DOUBTS: Final = re.compile(r"^我[^，。？?]{0,4}(?:考虑|纠结|犹豫|琢磨)")


def _not_lasting(text: str) -> RejectionReason | None:
    """Recognise requests, states of the moment, and words that nothing changes."""
    lasting = cues.LASTING.search(text)
    if cues.REQUEST.match(text) or (cues.ORDER.search(text) and not lasting):
        return "task_request"
    if cues.EDIT.search(text) and not re.search(r"以后|都|一律", text):
        return "task_request"
    if cues.OF_THE_MOMENT.search(text) and not lasting:
        return "transient"
    unchanged = cues.UNCHANGED.search(text) and not re.search(r"改|换|但|不过|除非|升|从|只有|搬|因为", text)
    return "duplicate" if unchanged else None


def _weighed(clause: Clause, around: Situation) -> Act:
    """Let the signs decide."""
    signs = signs_of(clause, around)
    if sum(POINTS.get(sign, 0) for sign in signs) + POINTS["always"] >= THRESHOLD:
        return "asserted"
    return "third_party" if "hearsay" in signs else "transient"


def _not_own_words(  # noqa: PLR0911 - one answer a kind of foreign words
    clause: Clause, text: str, around: Situation
) -> RejectionReason | None:
    """Recognise fiction, a text to work on, and what somebody else wrote."""
    if cues.FICTION_LEAD.search(text) and not re.search(r"在学|专业|作者|爱看|喜欢", text):
        return "fiction"
    if lead := _material_lead(around, clause):
        return "fiction" if cues.FICTION_LEAD.search(lead) else "quoted"
    before = clause.message.content[: clause.start]
    if len(_OPEN.findall(before)) > len(_CLOSE.findall(before)) or (
        before.count('"') % 2 and before.count("\n") < _LINES
    ):
        return "quoted"
    if cues.INJECTION.search(text):
        return "injection"
    if cues.SAID_BY_NOBODY.search(text) and not is_standing(clause):
        return "quoted"
    if re.search(r"(?:写着|吼|喊|留言|原话|回复)[^，。]{0,6}[：:，]?[“「\"]", text):
        return "quoted"
    inside = sum(match.end() - match.start() for match in QUOTE.finditer(text))
    return "quoted" if inside > _MOSTLY * len(text) else None


_LINES: Final = 3


def _material_lead(around: Situation, clause: Clause) -> str | None:
    """Return the words that hand over the text in which a clause stands."""
    lines = clause.message.content.split("\n")
    first = fold(lines[0])
    if len(lines) > _LINES and clause.start > len(lines[0]) and cues.REQUEST.match(cues.without_fillers(first)):
        return first
    for index in range(around.index, max(-1, around.index - 12), -1):
        other = fold(around.clauses[index].text)
        if index != around.index and _NEW_TOPIC.match(fold(around.clauses[index + 1].text)):
            return None
        lead = cues.QUOTE_LEAD.search(other[:60]) or cues.FICTION_LEAD.search(other[:60])
        if not lead or cues.STANDING.search(other):
            continue
        if (
            index == around.index - 1
            and cues.FICTION_LEAD.search(other[:60])
            and cues.REQUEST.match(cues.without_fillers(other))
        ):
            return other
        handed = _COLON.search(other, lead.start()) or QUOTE.search(other, lead.end())
        if handed and not (index != around.index and _closed(other, handed.end())):
            return other
        between = clause.message.content[around.clauses[index].end : clause.start]
        if index == around.index - 1 and "\n" in between:
            return other
    return None


def _closed(text: str, position: int) -> bool:
    """Whether the quotation that opens in a text also ends in it."""
    opened = re.search(r"[“「『\"]", text[max(0, position - 2) :])
    return bool(opened and re.search(r"[”」』\"][^”」』\"]{0,12}$", text))


def _is_joke(text: str, around: Situation) -> bool:
    if cues.JOKE.search(text) or cues.SARCASM.search(text):
        return True
    following = around.following
    return bool(following and cues.JOKE.search(fold(following.text)) and len(following.text) < 2 * 10)


def _not_certain(text: str) -> RejectionReason | None:
    """Recognise what is only imagined or not decided."""
    if cues.WISH.search(text):
        return "hypothetical"
    condition = cues.IF.search(text)
    if condition and not _is_rule(text):
        return "hypothetical"
    hedge = cues.HEDGE.search(text)
    if hedge and not kinds.DATED.search(text) and not re.search(r"不然|过敏|因为|定了|订了|已经|报了", text):
        return "hypothetical"
    return None


def _is_rule(text: str) -> bool:
    """Whether a condition belongs to a lasting rule or fact, not to a daydream."""
    return bool(
        re.search(
            r"就?(?:提醒|叫|告诉|通知|发|别|不要|不用|必须|一律|都|用|按|走|找|联系|只能|才能|"
            r"会(?:过敏|起疹|头疼|头痛|胃|拉肚子|失眠|反酸|不舒服|犯)|得|不吃|不喝|选|算|回滚|"
            r"报警|重试|超过)",
            text,
        )
    ) and not re.search(
        r"(?:中了|我是|我有钱|有(?:一)?天|能活|重来|当初|早知道|我就(?:去|买|搬|辞|回|请|把|给|养|开|再也))", text
    )


def kind_of(clause: Clause, around: Situation) -> Kind:
    """Name the kind of memory that a clause would be."""
    if is_standing(clause):
        return "instruction"
    text = answer_to(clause, around) or said(clause)
    planned = kinds.FUTURE.search(text) and re.search(
        r"要去|打算|计划|准备|定在|预约|报名|出差|考试|手术|旅行|婚礼|约了|订了|要搬|入职|到期|截止", text
    )
    if starts_with_relation(text):
        return "plan" if planned else "relationship"
    if planned and not re.search(r"过敏|叫", text):
        return "plan"
    for kind, pattern in kinds.kind_cues():
        if pattern.search(text):
            return kind
    return "profile" if "我" in text else "knowledge"
