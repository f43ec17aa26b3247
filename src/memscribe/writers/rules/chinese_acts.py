"""Decide what a Chinese speaker does with a clause: state a lasting fact, ask, joke, request ..."""

import re
from typing import Final

from memscribe.core.message import StampedMessage
from memscribe.core.operation import Kind, RejectionReason
from memscribe.writers.rules import chinese_cues as cues
from memscribe.writers.rules.chinese_answers import answer_to
from memscribe.writers.rules.chinese_people import PRONOUN, mentions_person, own_relation, starts_with_relation
from memscribe.writers.rules.chinese_points import POINTS, THRESHOLD
from memscribe.writers.rules.chinese_words import fold
from memscribe.writers.rules.clause import Act, Clause, Situation

_LETTER: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fffA-Za-z0-9]")
_QUOTE: Final = re.compile(r"“([^”]{4,})”?|「([^」]{4,})」|『([^』]{4,})』|\"([^\"]{4,})\"?|【[^】]{4,}】")
_COLON: Final = re.compile(r"[：:]\s*(?=[^\s\d/]|$)")
_SPEAKER: Final = re.compile(r"^(?:客服|甲|乙|[A-B]|\d+楼|老师|学生|主持人|记者|问|答|店家|买家|卖家|医生|患者|面试官)[^，。\s：:]{0,4}[：:]", re.MULTILINE)
_OPEN: Final = re.compile(r"[“「『]")
_CLOSE: Final = re.compile(r"[”」』]")
_MOSTLY: Final = 0.55
_NEW_TOPIC: Final = re.compile(r"^(?:哦|啊|嗯)*(?:对了|另外|顺便|还有|话说|btw)")
_ROLE_PLAY: Final = re.compile(
    r"角色扮演|(?:我们|咱们?)来(?:玩|演)|(?:你|您)(?:现在|来|就)?(?:扮演|假装|演|当|是)(?!不是)[^，。]{0,4}(?:一?[个位名只]|我的?(?:女友|男友|老婆|老公|妈|仆人|管家)|皇|王|侦探|面试官|店员|甄嬛|猫)|"
    r"假装(?:你|我)是|我(?:来)?(?:扮演|演)|开始跑团|跑团|世界观设定|在写(?:剧本|小说|故事)|写(?:个|一个|篇|一篇)[^，。]{0,12}(?:故事|小说|剧本|童话)|续写|(?:我是|朕是?)(?:秦始皇|玉皇大帝|皇帝)|本座|掌门|哀家|微臣|陛下|爱妃|师尊|魔尊|修仙"
)
_LOG: Final = re.compile(r"Traceback|^\s*at \w|Exception in|npm ERR|\bERROR\b.*\n", re.MULTILINE)
_MAIL: Final = re.compile(r"^(?:发件人|收件人|主题|寄件者)[：:]|^尊敬的[^，。\n]{1,12}[：:，]|此致|敬上|顺祝商祺|【[^】]{1,12}(?:通知|公告|客服|转发)】", re.MULTILINE)
_LONG: Final = 220


def said(clause: Clause) -> str:
    """Return a clause's words folded, without what opens it and says nothing."""
    return without_fillers(fold(clause.text))


def without_fillers(text: str) -> str:
    """Take off what opens a folded text and says nothing."""
    return text[filler_length(text) :]


def filler_length(text: str) -> int:
    """Return how many characters at the start of a folded text say nothing."""
    position = 0
    while (match := cues.FILLER.match(text[position:])) and match.end() and position + match.end() < len(text):
        position += match.end()
    return position


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
        return not re.search(r"[?？]|别(?:笑|怪|担心|生气|介意|告诉|急|忘)", text) or bool(re.search(r"以后.*可以", text))
    if not cues.STANDING.search(text) or cues.HABIT_OF_USER.match(text):
        return False
    if cues.is_question(text) and not re.search(r"以后.{0,8}(?:可以|能不能|能否|能)", text):
        return False
    if re.search(r"你不懂|你别笑|吃|喝(?!的)", text) and not cues.TO_ASSISTANT.search(text):
        return False
    if cues.SAID_WITH_WEIGHT.search(text) and not re.search(r"[你您]", text):
        return False
    to_assistant = cues.TO_ASSISTANT.search(text)
    return bool(to_assistant and (cues.IMPERATIVE.search(text) or re.search(r"提醒|报|发|推|叫|称呼|用", text))) or bool(
        re.match(r"^(?:以后|今后|往后|从现在|从今|记住|下次|下回|每次|默认|一律|统一|所有|任何|凡是)", text) and cues.IMPERATIVE.search(text)
    )


def speech_act_of(clause: Clause, around: Situation) -> Act:
    """Say whether a clause asserts a lasting fact, or why not."""
    text = said(clause)
    if not _LETTER.search(text) or cues.CHAT.match(text.rstrip("。.!！~～ ")):
        return "smalltalk" if answer_to(clause, around) is None else "asserted"
    if reason := _not_own_words(clause, text, around):
        return reason
    standing = is_standing(clause)
    if re.match(r"^我[^，。？?]{0,4}(?:考虑|纠结|犹豫|琢磨)", text) and not re.search(r"[?？]", text):
        return "hypothetical"
    if cues.is_question(text) and not standing:
        return "question"
    if cues.SECRET.search(text):
        return "secret"
    if _is_joke(text, around):
        return "joke"
    if standing:
        return "asserted"
    if reason := _not_certain(text):
        return reason
    if cues.REQUEST.match(text) or (cues.ORDER.search(text) and not cues.LASTING.search(text)) or (cues.EDIT.search(text) and not re.search(r"以后|都|一律", text)):
        return "task_request"
    if cues.OF_THE_MOMENT.search(text) and not cues.LASTING.search(text):
        return "transient"
    if cues.UNCHANGED.search(text) and not re.search(r"改|换|但|不过|除非|升|从|只有|搬|因为", text):
        return "duplicate"
    names = cues_of(clause, around)
    if sum(POINTS.get(name, 0) for name in names) + POINTS["always"] >= THRESHOLD:
        return "asserted"
    return "third_party" if "hearsay" in names else "transient"


def _not_own_words(clause: Clause, text: str, around: Situation) -> RejectionReason | None:
    """Recognise fiction, a text to work on, and what somebody else wrote."""
    if cues.FICTION_LEAD.search(text) and not re.search(r"在学|专业|作者|爱看|喜欢", text):
        return "fiction"
    if lead := _material_lead(around, clause):
        return "fiction" if cues.FICTION_LEAD.search(lead) else "quoted"
    before = clause.message.content[: clause.start]
    if len(_OPEN.findall(before)) > len(_CLOSE.findall(before)) or (before.count('"') % 2 and before.count("\n") < _LINES):
        return "quoted"
    if cues.INJECTION.search(text):
        return "injection"
    if cues.SAID_BY_NOBODY.search(text) and not is_standing(clause):
        return "quoted"
    if re.search(r"(?:写着|吼|喊|留言|原话|回复)[^，。]{0,6}[：:，]?[“「\"]", text):
        return "quoted"
    inside = sum(match.end() - match.start() for match in _QUOTE.finditer(text))
    return "quoted" if inside > _MOSTLY * len(text) else None


_LINES: Final = 3


def _material_lead(around: Situation, clause: Clause) -> str | None:
    """Return the words that hand over the text in which a clause stands."""
    lines = clause.message.content.split("\n")
    first = fold(lines[0])
    if len(lines) > _LINES and clause.start > len(lines[0]) and cues.REQUEST.match(without_fillers(first)):
        return first
    for index in range(around.index, max(-1, around.index - 12), -1):
        other = fold(around.clauses[index].text)
        if index != around.index and _NEW_TOPIC.match(fold(around.clauses[index + 1].text)):
            return None
        lead = cues.QUOTE_LEAD.search(other[:60]) or cues.FICTION_LEAD.search(other[:60])
        if not lead or cues.STANDING.search(other):
            continue
        if index == around.index - 1 and cues.FICTION_LEAD.search(other[:60]) and cues.REQUEST.match(without_fillers(other)):
            return other
        handed = _COLON.search(other, lead.start()) or _QUOTE.search(other, lead.end())
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
    if hedge and not cues.DATED.search(text) and not re.search(r"不然|过敏|因为|定了|订了|已经|报了", text):
        return "hypothetical"
    return None


def _is_rule(text: str) -> bool:
    """Whether a condition belongs to a lasting rule or fact, not to a daydream."""
    return bool(
        re.search(r"就?(?:提醒|叫|告诉|通知|发|别|不要|不用|必须|一律|都|用|按|走|找|联系|只能|才能|会(?:过敏|起疹|头疼|头痛|胃|拉肚子|失眠|反酸|不舒服|犯)|得|不吃|不喝|选|算|回滚|报警|重试|超过)", text)
    ) and not re.search(r"(?:中了|我是|我有钱|有(?:一)?天|能活|重来|当初|早知道|我就(?:去|买|搬|辞|回|请|把|给|养|开|再也))", text)


def kind_of(clause: Clause, around: Situation) -> Kind:
    """Name the kind of memory that a clause would be."""
    if is_standing(clause):
        return "instruction"
    text = answer_to(clause, around) or said(clause)
    planned = cues.FUTURE.search(text) and re.search(r"要去|打算|计划|准备|定在|预约|报名|出差|考试|手术|旅行|婚礼|约了|订了|要搬|入职|到期|截止", text)
    if starts_with_relation(text):
        return "plan" if planned else "relationship"
    if planned and not re.search(r"过敏|叫", text):
        return "plan"
    for kind, pattern in cues.kind_cues():
        if pattern.search(text):
            return kind
    return "profile" if "我" in text else "knowledge"


_REPLY: Final = 200


def cues_of(clause: Clause, around: Situation) -> frozenset[str]:
    """Name the signs for and against keeping a clause."""
    answer = answer_to(clause, around)
    text = answer or said(clause)
    found = {kind for kind, pattern in cues.kind_cues() if pattern.search(text)}
    reply = fold(around.reply.content[:_REPLY]) if around.reply is not None else ""
    last = around.index == len(around.clauses) - 1
    signs = {
        "noted": bool(re.search(r"记下|记住|已记录|记好|记着|记得了|已存|知道了|明白|了解|收到|以后", reply)) and last,
        "agreed": bool(re.match(r"好|行|没问题|可以|当然|嗯|听起来", reply)),
        "altered": bool(re.search(r"已更新|已改|改为|更新为|更正|已调整|换成|取消|删", reply)),
        "congratulated": bool(re.search(r"恭喜|祝|可惜|辛苦|节哀|抱抱|保重|早日康复|太好了", reply)),
        "advised": bool(re.search(r"建议|可以试|一般|通常|注意|最好|多数", reply)),
        "unanswered": around.reply is None,
        "answer": answer is not None,
        "asked": around.asked is not None and bool(re.search(r"[?？]", around.asked.content)) and around.index == 0,
        "changed": bool(cues.CHANGED.search(text)),
        "ended": bool(cues.ENDED.search(text)),
        "corrected": bool(cues.CORRECTED.search(text)),
        "date": bool(cues.DATED.search(text)),
        "number": bool(re.search(r"\d|[一二三四五六七八九十两百千万]{2,}|[一二三四五六七八九十两][个点次片年岁月块元万只]", text)),
        "latin": bool(re.search(r"[A-Za-z]{2,}", text)),
        "relation": own_relation(text),
        "person": mentions_person(text),
        "pronoun": bool(PRONOUN.match(text)),
        "i": "我" in text,
        "i_first": text.startswith("我"),
        "you": bool(re.search(r"[你您]", text)),
        "standing": bool(cues.STANDING.search(text)),
        "transient": bool(cues.TRANSIENT.search(text)),
        "today": bool(re.search(r"今天|今晚|今早|今日|刚|这会|现在正", text)),
        "laugh": bool(cues.LAUGH.search(text)),
        "says": bool(re.search(r"说|讲|骂|觉得", text)),
        "hearsay": bool(cues.SAID_BY_SOMEBODY.search(text)) and not cues.SAID_WITH_WEIGHT.search(text),
        "gossip": bool(cues.GOSSIP.search(text)),
        "hedge": bool(cues.HEDGE.search(text)),
        "weighty": bool(cues.SAID_WITH_WEIGHT.search(text)),
        "reason": bool(re.search(r"因为|由于|毕竟|不然|所以|免得", text)),
        "condition": bool(cues.IF.search(text)),
        "allergy": bool(re.search(r"过敏|忌口|不耐受", text)),
        "eats": bool(re.search(r"无辣不欢|[三半全少无]分?糖|去冰|只要(?!有|能|是|他|她|我|你)|素食|忌口|不吃|不喝|只吃|只喝|爱吃|爱喝|不碰|吃素|不辣|无糖", text)),
        "likes": bool(re.search(r"喜欢|最爱|讨厌|受不了|偏好|习惯|更喜欢|宁愿|怕", text)),
        "lives": bool(re.search(r"老家|住在|搬到|搬去|搬家|租房|租了|买房", text)),
        "trip": bool(re.search(r"出差|旅[游行]|自驾|度假|去[^，。]{1,6}(?:玩|看|参加|待|住)|来[^，。]{1,6}(?:看我|找我|住)|航班|机票|高铁", text)),
        "mine": bool(re.search(r"我们?家?养了?|我有(?:一|两|三|几|个|只|辆|套)|我的?[\u4e00-\u9fff]{1,5}(?:是|为|叫)(?!不是)|我会(?:说|讲|弹|拉|开)", text)),
        "learns": bool(re.search(r"在学|学会|考(?:过|上|取|到)|通过了|毕业|备考|证(?:书|了)", text)),
        "works": bool(re.search(r"(?:做|当|是)[^，。]{0,8}(?:经理|师|主管|总监|员|医生|护士|律师|会计|司机|编辑|设计|运营|销售|开发|老板|老师)|上班|工作|入职|离职|跳槽|辞职|升职|公司|转岗|退休|实习", text)),
        "born": bool(re.search(r"生日|岁|出生|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]", text)),
        "health": bool(re.search(r"血压|血糖|手术|复查|复诊|医生|药|病|怀孕|疼|手术|体检", text)),
        "booked": bool(re.search(r"订了|约了|报了|买了|定了|定在|票", text)),
        "decided": bool(re.search(r"决定|确定|定下来|最后|正式|同意|批了", text)),
        "replaced": bool(re.search(r"改(?:成|到|为|用|在|去|吃|喝)|换(?:成|到|了|为)|升(?:到|级)|搬(?:到|去)|挪到|推迟|提前到|延到", text)),
        "soon": bool(re.search(r"(?:明|后|大后)[天年]|下(?:周|个?月|个?星期|个?礼拜|学期|半年)|月底|年底|暑假|寒假|周[一二三四五六日末]|聽日|听日|国庆|春节", text)),
        "life": bool(re.search(r"去世|过世|出生|生了|怀孕|结婚|离婚|分手|毕业|退休|领证|住院|出院|上小学|上大学|上幼儿园|高考|中考", text)),
        "over": bool(re.search(r"取消|黄了|不去了|不做了|停了|卖了|分了|没了|退了|不再|戒", text)),
        "responsible": bool(re.search(r"负责|对接|接手|牵头|主持", text)),
        "weekly": bool(re.search(r"每[天日周月年次晚个]|每逢|周[一二三四五六日末]|逢", text)),
        "rule": bool(re.search(r"必须|一律|不许|不能|规定|规矩|禁止|不得|统一|只能|要先", text)),
        "technical": bool(re.search(r"端口|版本|数据库|接口|服务|部署|分支|集群|配置|超时|缓存|脚本|测试|构建|依赖|日志|线上|代码", text)),
        "imperative": bool(re.match(r"^(?:先|再|把|用|加|改|删|别|不要|去|发|写|看|查|跑|试|放|换|按|让|叫|给)", text)),
        "quote": bool(_QUOTE.search(text)),
        "name": bool(re.search(r"叫(?!我|你)|姓", text)),
        "feeling": bool(re.search(r"[!！]{1,}|好[^的在像]{1,2}$|烦|累|开心|高兴|难受|害怕|紧张|无语|气死|心疼|尴尬|离谱|绝了|超", text)),
        "topic": bool(cues.TOPIC.match(fold(clause.text))),
        "this": bool(re.match(r"^(?:这|那|它|这个|那个)", text)),
        "short": len(text) <= 5,
        "brief": 5 < len(text) <= 9,
        "medium": 14 <= len(text) < 26,
        "long": len(text) >= 26,
        "first": around.index == 0 and not around.earlier,
        "offered": around.asked is not None and bool(re.search(r"建议|可以试|推荐|不妨|需要我|要不要", around.asked.content)),
        "crowd": bool(around.group),
        "parts": len(re.findall(r"[，,；]|(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])", text)) >= 2,
        "work": bool(re.search(r"[帮写改查跑看试]一?下|报错|日志|脚本|挂了|失败|bug|PR", text)),
    }
    if not found:
        signs["no_kind"] = True
    return frozenset({name for name, holds in signs.items() if holds} | found)
