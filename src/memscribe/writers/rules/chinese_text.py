"""The text of a Chinese memory: fillers and particles off, third person, and its bond to what was said before."""

import re
from typing import Final

from memscribe.writers.rules import chinese_cues as cues
from memscribe.writers.rules.chinese_acts import is_standing
from memscribe.writers.rules.chinese_answers import answer_to, last_question
from memscribe.writers.rules.chinese_people import (
    FAMILY,
    PRONOUN,
    last_person,
    mentions_person,
    self_word,
    third_person,
)
from memscribe.writers.rules.chinese_words import fold
from memscribe.writers.rules.clause import Clause, Pointing, Rewriting, Situation

_CJK: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_GAP: Final = re.compile(
    rf"(?<=[{_CJK}”」』）])(?<![是在到从自于至])[ \u3000]+(?=(?!之前|以前|之后|以后|前[，\s]|起|了|"
    rf"的|版|号|元|块|个|次|分|岁|年|左右|以[上下内])(?:[{_CJK}“「『（]|\d{{4}}年\d|\d{{4}}-\d\d))|"
    rf"[ \u3000]*[~～…]+[ \u3000]*(?=\S)|(?<=[{_CJK}])[！!]+(?=\S)|[，,]{{2,}}|,(?=[{_CJK}])|"
    rf"(?<=[{_CJK}]),"
)
_EMOJI: Final = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf\ufe0f\u200d]+")
_LAUGH: Final = re.compile(r"哈哈++|嘿嘿++|嘻嘻++|呵呵++|hhh++|233++|[嗚呜]++(?=[，。]|$)", re.IGNORECASE)
_MEMO_TAIL: Final = re.compile(
    r"(?:[，,\s]+|(?<=[吃喝用去说])|(?=帮我)|(?=你)|(?=别忘))(?:你|帮我|请|麻烦你?|这个|这条|"
    r"也)*(?:帮我)?(?:记一?下(?:来)?|记住|记着|记好|记上|记下来|别忘(?:了|喽|记)?|备注一?下|"
    r"存一?下|知道一?下|这个记一下|更新一?下|改一?下|留意(?:一)?下?|谢谢|多谢|拜托(?:了)?)(?:哈|"
    r"吧|啊|哦|了|啦)*$"
)
_MEMO_HEAD: Final = re.compile(r"^(?:请|麻烦|劳烦|拜托)(?!假)")
_SUBJECTLESS: Final = re.compile(
    r"^(?:也|都|就|还|又|才|只|不|没|已经?|已|刚|正|正在|一直|从来|从小|平时|一般|通常|最近|目前|"
    r"现在|以前|之前|原来|本来|其实|终于|常|经常|每天|每周|每月|每年|每晚|"
    r"每个?[周月][一二三四五六日末]?|"
    r"周末|早上|上午|中午|下午|晚上|夜里|睡前|饭后|午饭|早饭|晚饭|早餐|午餐|晚餐)*(?:要(?!求|点|"
    r"是)|想|打算|计划(?!书)|准备|决定|住(?!院部|址|宿|户)|在(?!线)|去(?!年)|来(?!源|电|客|自)|"
    r"买(?!家|方)|换(?!热)|搬|改(?:吃|喝|用|去|做|成|到|在)|"
    r"吃|喝|用(?!户|户)|学(?!校|生|历|费|期|院)|做(?!法)|当(?!天|前|地|时|年|月|日|场)|是(?!因为|"
    r"不是)|有(?!效|关|人|个|的|些|时)|会(?!议|员|计|场|上|谈)|能(?!力|耗|源)|喜欢|讨厌|爱|怕|"
    r"偏好|习惯|受不了|对[^，。]{1,10}过敏|"
    r"戒|报(?!价|告|表|销|名表|错|警)|订(?!单|阅)|约(?!定|束)|签(?!名|证)|升(?!级|旗)|辞|离职|"
    r"离婚|分手|考(?!试|勤)|毕业|结婚|订婚|生了|生于|出生|养|开(?!发|会|学|庭|工|始|票|标)|"
    r"跑(?!量|道)|练|游泳|看(?!板|起来)|听|读(?!者)|写(?!字楼|作)|睡|起床|坐(?!标)|骑|"
    r"上班|下班|出差|回(?!复|答|归|滚)|租(?!金|约|期)|卖(?!家|方|点|场)|退(?!款|货)|怀孕|失眠|"
    r"过敏|晕|得了|患|查出|做了|拿到|拿了|通过(?!率)|申请(?!表|人)|入职|入手|跳槽|转岗|转行|加入|"
    r"负责(?!人)|带(?!宽|头)|教(?!室|练|师|材|育|程)|管(?!理|道|家)|懂|信佛|信教|"
    r"属[鼠牛虎兔龙蛇马羊猴鸡狗猪]|吃素|胃不好|血压高|腰不好|"
    r"不[吃喝用要想爱喜碰能会住坐看去做养开抽接]|把[^，。]{1,10}(?:考|卖|买|退|换|拿|送|借|租|还)|"
    r"没[有买考结去养学])"
)
_HAS: Final = re.compile(
    r"^(?:(?:手机|电话)(?:号码?)?|微信号?|邮箱|地址|生日|身高|体重|血型|车牌号?|尺码|鞋码|英文名|"
    r"昵称|老家|专业|职业|年龄|预算|目标|血压|尿酸|血糖|视力|过敏|工资|月薪|年薪|房租|房贷|工号|"
    r"网名|家庭住址|口味|爱好|星座|学历|公司|单位|老婆|老公)(?!店|台|群)"
)
_AGE: Final = re.compile(r"^(?:今年)?(?:\d{1,3}|[一二三四五六七八九十]{1,3})岁")
_TIME: Final = re.compile(
    r"^(?:(?:自|从|到|在|于|今年|今天|明年|去年|目前|"
    r"现在)?(?:\d{4}年)?(?:\d{1,2}月)?(?:\d{1,2}[日号])?(?:（[^）]{1,4}）)?(?:\d{4}-\d\d(?:-\d\d)?"
    r")?(?:那一?周|初|底|中旬|上旬|下旬|左右)?(?:起|开始|之前|以前|前|后|以后)?(?:早上|上午|中午|"
    r"下午|傍晚|晚上|凌晨|夜里)?"
    r"(?:\d{1,2}[点:：]\d{0,2}分?|[一二三四五六七八九十]+点半?)?)(?:的时候|就|又|都|也)?[，,]?"
)
_POSSESSED: Final = re.compile(r"^(?:上司|领导|老板|同事|经理|室友|房东|猫|狗)叫")


def rewritten(clause: Clause, text: str, around: Situation) -> Rewriting | None:
    """Put an asserted clause into a memory's words; see :meth:`Language.rewrite`."""
    speaker = self_word(clause, around)
    if answer := answer_to(clause, around):
        return Rewriting(_sentence(third_person(answer, speaker)), question=True)
    body = _bare(_as_said(clause, text))
    if not re.search(rf"[{_CJK}A-Za-z0-9]", body):
        return None
    if is_standing(clause):
        body, _ = _with_antecedent(body, clause, around)
        return Rewriting(_instruction(body, speaker), needs="previous" if _points_back(body, around) else "none")
    if cues.REASON.match(fold(body)) and around.previous is not None:
        needs: Pointing = "either" if _ALONE.match(fold(body)) else "previous"
        return Rewriting(_said(body, speaker), needs=needs)
    return _statement(body, speaker, clause, around)


_ALONE: Final = re.compile(r"^(?:但是?|不过|可是|只是|而且|并且|就是|尤其|特别是|只有|只要)")


def _statement(body: str, speaker: str, clause: Clause, around: Situation) -> Rewriting:
    body, lost = _with_antecedent(body, clause, around)
    if lost:
        # the memory before it names whom the pronoun means
        return Rewriting(_said(body, speaker), needs="previous" if around.earlier or around.previous else "lost")
    if person := _asked_about(body, around):
        return Rewriting(_sentence(f"{speaker}的{person}{third_person(body, speaker)}"), question=True)
    return Rewriting(_sentence(_second_person(_with_subject(third_person(body, speaker), body, speaker))))


def _said(body: str, speaker: str) -> str:
    return _sentence(_second_person(third_person(body, speaker)))


def _points_back(body: str, around: Situation) -> bool:
    """Whether an instruction only makes sense after the one before it ("don't call me that there")."""
    pointing = re.search(r"(?:这么|这样|那么|那样)(?:叫|写|做|说|弄|来|改|用|发)?了?$", fold(body))
    return pointing is not None and len(body) <= _BACK and bool(around.earlier or around.previous)


_BARE_DAY: Final = re.compile(r"(?<![下上这本个])(?:周|星期|礼拜)(?:[一二三四五六日天]|末)")
_OTHER_TIME: Final = re.compile(
    r"[今明昨后前]天|[今明去前]年|下(?!午|班|课)|(?<!早)(?<!晚)上(?!午|班|课|学)|这(?:周|个?月|"
    r"学期)|本(?:周|月)|\d{1,2}[月日号]|刚才|开始|[一二三四五六七八九十]月|月[初底末]|最近"
)
_HABIT: Final = re.compile(
    r"每|都|一般|平时|通常|除了|习惯|固定|经常|总是|一律|统一|例会|站会|周会|晨会|课|羽毛球|篮球|"
    r"足球|网球|瑜伽|游泳|健身|训练|跑步|以后|只有|才有空|不行|不在|上课|排练|值班|开门|闭馆|休息|"
    r"营业|限行"
)


def _as_said(clause: Clause, text: str) -> str:
    """Undo what must not be pinned to one day: the weekday of a habit, the year of a birthday."""
    folded = fold(clause.text)
    if _BARE_DAY.search(folded) and _HABIT.search(folded) and not _OTHER_TIME.search(folded):
        return clause.text
    if re.search(rf"[{_CJK}] \d", clause.text):
        text = re.sub(rf"(?<=[{_CJK}]) (?=\d{{4}}年)|(?<=日) (?=[{_CJK}])", "", text)
    text = re.sub(r"(\d{4}年\d{1,2}月\d{1,2}日)至\d{4}年\d{1,2}月\d{1,2}日(?=起|开始)", r"\1", text)
    if "生日" in folded and not re.search(r"年", folded):
        text = re.sub(r"\d{4}年(?=\d{1,2}月\d{1,2}日)", "", text)
    return text


def _bare(text: str) -> str:
    """Take off what says nothing at both ends, and make commas of blanks."""
    body = _EMOJI.sub(" ", text.strip())
    body = body[cues.filler_length(fold(body)) :]
    body = _GAP.sub("，", _LAUGH.sub("", body))
    body = re.sub(r"(我|^)不是(?=去|在|来|要|有|说|跟|和|想|买|报)([^，。]{2,24})[嘛吗]$", r"\1\2", body)
    parts = [_without_particles(part) for part in re.split(r"(?<![\d])[，]|(?<=\D),(?=\D)", body)]
    kept = [part for part in parts if part and not cues.CHAT.match(fold(part))]
    body = "，".join(kept or parts).strip("，, 。.！!～~;；、")
    if tail := _MEMO_TAIL.search(fold(body)):
        body = body[: tail.start()] if tail.start() else body
    return body.strip("，, 。.！!～~;；、:：")


def _without_particles(part: str) -> str:
    part = part.strip()
    for _ in range(3):
        closing = part[-1:] if part[-1:] in "。；" else ""
        core = part.removesuffix(closing) if closing else part
        match = cues.TRAILING.search(fold(core))
        if match is None or not match.start():
            return part
        part = core[: match.start()].rstrip() + closing
    return part


def _instruction(body: str, speaker: str) -> str:
    folded = fold(body)
    if head := _MEMO_HEAD.match(folded):
        body = body[head.end() :]
    body = re.sub(r"^(?:你|您)(?=[以今往])|^(?:你|您)(?:能不能|可不可以|可以|能)?", "", body)
    body = re.sub(r"(?:可以|能不能|能否)(不要)", r"\1", body)
    body = re.sub(r"[吗嗎么][？?]?(?=，|$)", "", body).rstrip("？?")
    said = _second_person(third_person(body, speaker))
    if not _COMMANDS.match(fold(said)):
        return _sentence(said)
    return _sentence(f"{speaker}要求{said}")


_BACK: Final = 14
_COMMANDS: Final = re.compile(
    r"^(?:助手|以后|今后|往后|从|每|别|不要|不用|不许|不准|请|回|叫|喊|称呼|提醒|通知|给|跟|和|对|"
    r"用|只|先|一律|默认|写|下次|下回|所有|任何|凡|除非|只要|统一|记得|必须|务必|禁止|永远|平时|"
    r"代码|注释|提交|回答|回复|翻译|总结|输出|"
    r"推荐|说话|语气|标题|周报|日报|邮件|报表|文档|测试|变量|改动|上线|部署|合并|发布|发|报)"
)


def _second_person(text: str) -> str:
    """Name the assistant whom the user speaks to."""
    return re.sub(r"(?:你|您)(?![们們好哋看说說])", "助手", text)


def _with_antecedent(body: str, clause: Clause, around: Situation) -> tuple[str, bool]:
    """Name the person whom a leading pronoun means; the second value says that nobody can tell."""
    folded = fold(body)
    match = PRONOUN.search(folded)
    if match is None or mentions_person(folded[: match.start()]) or match.start() > _LEADING:
        return body, False
    person = last_person(clause, around)
    if person is None:
        return body, not around.group and match.start() < _LEADING - 1
    return body[: match.start()] + person + body[match.end() :], False


_LEADING: Final = 4
"""A pronoun further back than this may mean somebody whom the clause itself names."""


def _asked_about(body: str, around: Situation) -> str | None:
    """Name the relative whom the assistant asked about, where the answer has no subject of its own."""
    if around.index or around.asked is None or (question := last_question(around.asked.content)) is None:
        return None
    who = re.match(rf"^(?:那|那么|请问|您的?|你的?)?(?P<who>{FAMILY}|室友|闺蜜|猫|狗)(?!店)", fold(question))
    folded = re.sub(r"^(?:还行|还好|挺好的?|不太好|就是|[，,])*", "", fold(body))
    if who is None or "我" in folded or mentions_person(folded) or PRONOUN.search(folded):
        return None
    bodily = re.match(r"^(?:耳朵|眼睛|腿脚?|腰|身体|胃|牙|血压|血糖|膝盖|记性)", folded)
    return who["who"] if bodily or _SUBJECTLESS.match(folded) else None


def _with_subject(said: str, body: str, speaker: str) -> str:
    """Begin with the user where a sentence without a subject is about the user."""
    folded = fold(said)
    if folded.startswith((fold(speaker), "助手")) or fold(speaker) in folded[:14]:
        return said
    if _HAS.match(folded):
        return f"{speaker}的{said}"
    time = _TIME.match(folded)
    rest = folded[time.end() :] if time else folded
    if _AGE.match(folded) or _SUBJECTLESS.match(folded) or (rest and _SUBJECTLESS.match(rest)):
        if (
            fold(speaker) in folded
            and re.search(r"我", body)
            and not re.match(r"^(?:不|没|在|住|去|搬|换|对)", rest)
        ):
            return said
        return f"{speaker}{said}"
    if rest and _HAS.match(rest):
        return f"{speaker}{said}"
    return said


def joined(before: str, text: str) -> str:
    """Append a dependent text to the memory before it."""
    return f"{before.rstrip('。.')}，{text}"


def _sentence(text: str) -> str:
    text = text.strip().rstrip("，,；;：:、 ")
    if not text or text.endswith(("。", "！", "”", "」", "？")):
        return text
    return f"{text.rstrip('.')}。" if re.search(rf"[{_CJK}]", text) else text
