"""The signs for and against keeping a Chinese clause."""

import re
from typing import Final

from memscribe.writers.rules import chinese_cues as cues
from memscribe.writers.rules import chinese_kinds as kinds
from memscribe.writers.rules.chinese_answers import answer_to
from memscribe.writers.rules.chinese_people import PRONOUN, mentions_person, own_relation
from memscribe.writers.rules.chinese_words import fold
from memscribe.writers.rules.clause import Clause, Situation

QUOTE: Final = re.compile(r"“([^”]{4,})”?|「([^」]{4,})」|『([^』]{4,})』|\"([^\"]{4,})\"?|【[^】]{4,}】")


def said(clause: Clause) -> str:
    """Return a clause's words folded, without what opens it and says nothing."""
    return cues.without_fillers(fold(clause.text))


_REPLY: Final = 200
_SHORT, _BRIEF, _MEDIUM, _LONG = 5, 9, 14, 26


def signs_of(clause: Clause, around: Situation) -> frozenset[str]:
    """Name the signs for and against keeping a clause."""
    answer = answer_to(clause, around)
    text = answer or said(clause)
    found = {kind for kind, pattern in kinds.kind_cues() if pattern.search(text)}
    reply = fold(around.reply.content[:_REPLY]) if around.reply is not None else ""
    last = around.index == len(around.clauses) - 1
    signs = {
        "noted": bool(re.search(r"记下|记住|已记录|记好|记着|记得了|已存|知道了|明白|了解|收到|以后", reply))
        and last,
        "agreed": bool(re.match(r"好|行|没问题|可以|当然|嗯|听起来", reply)),
        "altered": bool(re.search(r"已更新|已改|改为|更新为|更正|已调整|换成|取消|删", reply)),
        "congratulated": bool(re.search(r"恭喜|祝|可惜|辛苦|节哀|抱抱|保重|早日康复|太好了", reply)),
        "advised": bool(re.search(r"建议|可以试|一般|通常|注意|最好|多数", reply)),
        "unanswered": around.reply is None,
        "answer": answer is not None,
        "asked": around.asked is not None and bool(re.search(r"[?？]", around.asked.content)) and around.index == 0,
        "changed": bool(kinds.CHANGED.search(text)),
        "ended": bool(kinds.ENDED.search(text)),
        "corrected": bool(kinds.CORRECTED.search(text)),
        "date": bool(kinds.DATED.search(text)),
        "number": bool(
            re.search(
                r"\d|[一二三四五六七八九十两百千万]{2,}|[一二三四五六七八九十两][个点次片年岁月块元万只]", text
            )
        ),
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
        "eats": bool(
            re.search(
                r"无辣不欢|[三半全少无]分?糖|去冰|只要(?!有|能|是|他|她|我|你)|素食|忌口|不吃|"
                r"不喝|只吃|只喝|爱吃|爱喝|不碰|吃素|不辣|无糖",
                text,
            )
        ),
        "likes": bool(re.search(r"喜欢|最爱|讨厌|受不了|偏好|习惯|更喜欢|宁愿|怕", text)),
        "lives": bool(re.search(r"老家|住在|搬到|搬去|搬家|租房|租了|买房", text)),
        "trip": bool(
            re.search(
                r"出差|旅[游行]|自驾|度假|去[^，。]{1,6}(?:玩|看|参加|待|住)|"
                r"来[^，。]{1,6}(?:看我|找我|住)|航班|机票|高铁",
                text,
            )
        ),
        "mine": bool(
            re.search(
                r"我们?家?养了?|我有(?:一|两|三|几|个|只|辆|套)|我的?[\u4e00-\u9fff]{1,5}(?:是|为|"
                r"叫)(?!不是)|我会(?:说|讲|弹|拉|开)",
                text,
            )
        ),
        "learns": bool(re.search(r"在学|学会|考(?:过|上|取|到)|通过了|毕业|备考|证(?:书|了)", text)),
        "works": bool(
            re.search(
                r"(?:做|当|是)[^，。]{0,8}(?:经理|师|主管|总监|员|医生|护士|律师|会计|司机|编辑|"
                r"设计|运营|销售|开发|老板|老师)|上班|工作|入职|离职|跳槽|辞职|升职|公司|转岗|"
                r"退休|实习",
                text,
            )
        ),
        "born": bool(re.search(r"生日|岁|出生|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]", text)),
        "health": bool(re.search(r"血压|血糖|手术|复查|复诊|医生|药|病|怀孕|疼|手术|体检", text)),
        "booked": bool(re.search(r"订了|约了|报了|买了|定了|定在|票", text)),
        "decided": bool(re.search(r"决定|确定|定下来|最后|正式|同意|批了", text)),
        "replaced": bool(
            re.search(
                r"改(?:成|到|为|用|在|去|吃|喝)|换(?:成|到|了|为)|升(?:到|级)|搬(?:到|去)|挪到|推迟|提前到|延到",
                text,
            )
        ),
        "soon": bool(
            re.search(
                r"(?:明|后|大后)[天年]|下(?:周|个?月|个?星期|个?礼拜|学期|半年)|月底|年底|暑假|"
                r"寒假|周[一二三四五六日末]|聽日|听日|国庆|春节",
                text,
            )
        ),
        "life": bool(
            re.search(
                r"去世|过世|出生|生了|怀孕|结婚|离婚|分手|毕业|退休|领证|住院|出院|上小学|上大学|"
                r"上幼儿园|高考|中考",
                text,
            )
        ),
        "over": bool(re.search(r"取消|黄了|不去了|不做了|停了|卖了|分了|没了|退了|不再|戒", text)),
        "responsible": bool(re.search(r"负责|对接|接手|牵头|主持", text)),
        "weekly": bool(re.search(r"每[天日周月年次晚个]|每逢|周[一二三四五六日末]|逢", text)),
        "rule": bool(re.search(r"必须|一律|不许|不能|规定|规矩|禁止|不得|统一|只能|要先", text)),
        "technical": bool(
            re.search(
                r"端口|版本|数据库|接口|服务|部署|分支|集群|配置|超时|缓存|脚本|测试|构建|依赖|日志|线上|代码", text
            )
        ),
        "imperative": bool(
            re.match(r"^(?:先|再|把|用|加|改|删|别|不要|去|发|写|看|查|跑|试|放|换|按|让|叫|给)", text)
        ),
        "quote": bool(QUOTE.search(text)),
        "name": bool(re.search(r"叫(?!我|你)|姓", text)),
        "feeling": bool(
            re.search(
                r"[!！]{1,}|好[^的在像]{1,2}$|烦|累|开心|高兴|难受|害怕|紧张|无语|气死|心疼|尴尬|离谱|绝了|超", text
            )
        ),
        "topic": bool(cues.TOPIC.match(fold(clause.text))),
        "this": bool(re.match(r"^(?:这|那|它|这个|那个)", text)),
        "short": len(text) <= _SHORT,
        "brief": _SHORT < len(text) <= _BRIEF,
        "medium": _MEDIUM <= len(text) < _LONG,
        "long": len(text) >= _LONG,
        "first": around.index == 0 and not around.earlier,
        "offered": around.asked is not None
        and bool(re.search(r"建议|可以试|推荐|不妨|需要我|要不要", around.asked.content)),
        "crowd": bool(around.group),
        "parts": len(re.findall(r"[，,；]|(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])", text)) > 1,
        "work": bool(re.search(r"[帮写改查跑看试]一?下|报错|日志|脚本|挂了|失败|bug|PR", text)),
    }
    if not found:
        signs["no_kind"] = True
    return frozenset({name for name, holds in signs.items() if holds} | found)
