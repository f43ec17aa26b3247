"""What Chinese says when something is taken back, put right or no longer so."""

import re
from typing import Final

from memscribe.writers.rules import chinese_cues as cues
from memscribe.writers.rules import chinese_kinds as kinds
from memscribe.writers.rules.chinese_words import content_words, fold
from memscribe.writers.rules.clause import Correction, Shift, Situation, Withdrawal

_DOCUMENT: Final = re.compile(
    r"段|句|(?<!名)字(?!典)|行代码|代码|文件|分支|表格|表里|那列|一列|配图|页|邮件|草稿|注释|标点|"
    r"函数|变量|清单|文案|标题|简介|PPT|ppt|幻灯|截图|照片|评论|逗号|感叹号|目录|镜像|容器|日志|"
    r"脚本|购物车|前缀|后缀|图层|node_modules(?!那个经验)"
)
_UNSAVED: Final = re.compile(
    r"(?:这|刚才?|以上|下面|上面)?[^，。！？]{0,10}?(?:别|不要|不用|勿|莫|唔好|不好)(?:帮我|给我|"
    r"替我|把(?:这|它|刚才)[^，。]{0,8})?(?:再)?(?:记(?!错|反|混|恨|仇|得|挂|者|了)(?:下来?|"
    r"录(?!了)|进去?|住|到|在|我|任何|这)?|存(?!货|款|在)(?:下来?|起来|进|到|档)?|保存|"
    r"写进?(?:记忆|档案|备忘)|入库|收录|留(?:存|档|底))(?!.{0,14}(?:了$|那条|那个))|"
    r"(?:咱俩|我们俩|你我|咱们)之间(?:说|的|知道)|(?:不|别)(?:要)?(?:外传|往外说)|"
    r"(?:off the record)|(?:这|以下|以上)[^，。]{0,8}(?:仅|只)(?:限|是)?(?:吐槽|"
    r"闲聊)[^，。]{0,6}(?:别记|不用记|不必记)|不必记|无需记|不用放(?:进|到)记忆"
)
_STANDING_UNSAVED: Final = re.compile(r"以后|今后|往后|从现在|一律|任何|都别记|都不要记|凡是")
_OPENS_SAID: Final = re.compile(
    r"^(?:哦|啊|嗯|呃|唉|额|诶|等等|等下|慢着|不|[，,。…\s])*(?:当我没说|就?当我?没(?:说过|讲)|"
    r"我说错了|说错了(?=[，,。！!]|$)|我?(?:刚才?)?(?:说的|的话|那句(?:话)?|那条|"
    r"讲的)[^，。]{0,6}(?:不算(?:数)?|作废|收回|当没说|别当真|是(?:假的|骗你的|开玩笑)|忽略|无视|"
    r"不对)|"
    r"(?:刚才?|上面|前面)(?:说的|那[句条个段])?[^，。]{0,5}(?:不算(?:数)?|作废|收回|当我?没说|"
    r"忽略|无视|撤回)|收回(?:刚才|前面|上面|那句)|我收回|口误(?=[，,。！!]|$)|"
    r"(?:跟你)?(?:开(?:个)?玩笑|逗你|骗你|闹着玩|说着玩)的?|随口(?:一)?说(?:的|说)?|瞎说的?|"
    r"(?:等等|等下|先别急?|慢着|先不(?:改|换|定|动|记))[，,\s]?(?:先看看|再看看|我?再?(?:问问|"
    r"想想|看看|考虑)|还没|不急|先不|等.{1,8}再说|再说)?(?=[，,。！!\s]|$|同事|老板|他|她)|"
    r"算了(?=[，,。！!…\s]|$|不|还是|就|没|别)(?![^，。]{0,4}(?:一下|算))|还是算了|忽略(?:刚才|"
    r"上面|前面)|作废$|不作数)"
)
_ERASE: Final = (
    r"(?:删(?:掉|除|了|去|干净)?|忘(?:掉|了(?:吧|它)?|记|干净)|清(?:掉|除|空|理掉|干净)|抹(?:掉|去|"
    r"除)|划掉|去掉|移除|拿掉|撤(?:掉|销)|作废|剔除|擦掉|注销掉|不(?:用|要|必)(?:再)?(?:记|留|存|"
    r"保留)(?:着|了|下去)?|别(?:再)?(?:记|留|存)(?:着|了|下去)?|可以(?:不记|删)了?|唔好记|取消(?:掉)?|"
    r"(?:先|就)?(?:别|不用)(?:你)?(?:管|弄)了|撤)"
)
_ERASE_AFTER: Final = re.compile(
    rf"^(?:那|先|再|也|你|您|请|麻烦|帮我|给我|赶紧|赶快|直接|，|,)*(?:把|"
    rf"将)(?P<about>[^，。！？]{{1,40}}?)(?:从[^，。]{{1,12}})?(?:都|全|全部|统统|也|给我|给|赶紧|"
    rf"彻底|直接|一并|就)*(?P<erase>{_ERASE})(?P<tail>.*)$"
)
_ERASE_FIRST: Final = re.compile(
    r"^(?:那|先|再|也|你|您|请|麻烦|帮我|给我|把|可以|能不能|能|都|，|"
    r",)*(?P<erase>取消(?:掉)?(?=[^，。]{0,14}(?:提醒|推送|闹钟|播报|通知))|忘(?:掉|记|了)|"
    r"删(?:掉|除|了|去)|清(?:掉|除|空)|抹掉|划掉|去掉|移除|"
    r"拿掉)(?P<about>[^，。！？]{2,40}?)(?:吧|了|啊|哈|好吗|行吗|可以吗)*[。！!？?]*$"
)
_ERASE_LAST: Final = re.compile(
    rf"^(?P<about>[^。！？]{{2,50}}?)[，,\s]*(?:你|您|请|麻烦|帮我|给我|可以|就|也|都|全|全部|统统|"
    rf"这些|那些|这条|那条|赶紧|给|先|从[^，。]{{1,8}}(?:里|中)?|从现在起|"
    rf"以后)*(?P<erase>{_ERASE})(?:吧|了|啊|哈|呗|好了|即可|就行|掉|"
    rf"啦)*(?:[，,][^，。]{{0,12}})?[。！!]*$"
)
_STOP: Final = re.compile(
    r"^(?:那|以后|就|你|您|请|[，,])*(?:别|不用|不要|停止|取消|唔使)(?:再|自动|继续|给我|每天|"
    r"天天)*(?P<first>(?:提醒|报|发|推送?|通知|播报|催)[^，。！？]{1,16}?)(?:了(?:吧|啊|哈|啦)*|"
    r"(?<=取消)|吧)[。！!]*$|"
    r"^(?:那|以后|就|[，,])*(?P<last>[^，。！？你我]{2,14}?)(?:也|就|都|先|可以)?(?:别|不用|不要|"
    r"停)(?:再|自动|继续|给我)*(?:提醒|发|推送?|报|通知|播报|催)?(?<!别)(?<!不用)(?<!不要)了(?:吧|"
    r"啊|哈|啦)*[。！!]*$"
)
_DO_NOT_KEEP: Final = re.compile(
    r"^(?:你|您|请|麻烦|以后|也|就)*(?:别|不要|不用)(?:再)?(?:记|存|留)(?:着|"
    r"录)?(?P<about>(?!下来|住|进|到|在心|这|任何)[^，。！？]{2,30}?)(?:的?事(?:情|儿)?|那(?:条|"
    r"个)|的?信息)?了(?:吧|啊|哈|啦)*(?:[，,。！!].{0,20})?$"
)
_POINTER: Final = re.compile(
    r"^(?:相关(?:的)?(?:内容|信息|东西|记录|资料)?|之前(?:的|说的|那些)?|以前的|这些|那些|"
    r"上面(?:的|那些)?|他的?|她的?|它的?|这[条个]|那[条个]|全部|所有|其他|其余|都|全|也|的|有关|"
    r"内容|东西|信息|[，,、])+$"
)
_NOT_ERASING: Final = re.compile(
    r"(?:别|不要|没|差点|老是?|总是?|经常|(?<![帮给替])我(?:都|又|也|给|刚|差点)?|千万别|不能|怕|"
    r"记得别|可)(?:把[^，。]{0,8})?忘|(?:写|说|看|搞|像今年|又|给)忘|忘(?:不|带|拿|买|关|性|年|词|"
    r"了(?:带|拿|买|关|锁|交|说|写|是|什么|几|怎|密码))|(?:别|不要|不用|先不|不)(?:再|用|能|"
    r"可以)?(?:删|清|移除|去掉|抹|划|撤)|难忘|健忘|取消(?:了(?![，。]|$)|的|订|航班|会议)"
)
_MEMORY_WORD: Final = re.compile(
    r"那[条个件些份]|这[条个件些份]|记[录忆]|你记的|你(?:之前|那)?(?:记|存)|之前(?:说|记|存|讲|"
    r"提)|上次(?:说|记)|的(?:事|信息|资料|内容|记录|日期|名字|那些|地址|电话|号码)|关于|有关|相关|"
    r"提醒|所有|全部|统统|都|从(?:你)?(?:记忆|档案|资料|备忘)"
)
_ABOUT_TAIL: Final = re.compile(
    r"(?:那(?:条|个|件事?|些|份|事儿?)|这(?:条|个|件事?|些|份)|的(?:那条|那个|那些)|的?(?:事(?:情|"
    r"儿)?|记录|信息|资料|内容|记忆|东西|相关内容)|都|全|全部|统统|也|你|可以|就|给)+$"
)
_ABOUT_HEAD: Final = re.compile(
    r"^(?:(?:之前|上次|以前|刚才)?(?:你)?(?:说|记|存|讲|提)?(?:过|的|下来?的|了的?)?(?:那个|那条|"
    r"关于)?|关于|有关|我(?:那个|的)?|跟|和|与|你)*(?=\S{2})"
)
_EVERYTHING: Final = re.compile(r"所有|全部|全都?|统统|一切|任何|都|有关的|相关|那些|这些|、|清空|包括")

_VALUE: Final = r"[^，,。！!？?；;\s]{1,16}?"
_NOT_BUT: Final = re.compile(
    rf"(?:不是|不叫|不姓|不在|并非)(?P<wrong>{_VALUE})[，,\s]*(?:而?是|应该是|叫|姓|"
    rf"在)(?P<right>{_VALUE})(?:的)?(?:[，,。！!\s]|$)"
)
_BUT_NOT: Final = re.compile(
    rf"(?:^|是|叫|姓|在|应该是|为)(?P<right>{_VALUE})[，,\s]*(?:而)?(?:不是|不叫|不姓|不在|"
    rf"并非)(?P<wrong>{_VALUE})(?:[，,。！!\s了]|$)"
)
_RIGHTING: Final = re.compile(
    rf"^(?:哦|啊|呃|额|等等|等下|不|[，,。…\s])*(?:(?:我|刚才?|前面|上面|之前)*(?:不对|错了|"
    rf"说错了?|记错了?|写错了?|打错了?|看错了?|搞错了?|弄错了?|口误|手误|更正(?:一下)?|"
    rf"纠正(?:一下)?|应该是|准确(?:地)?说是?)[，,：:。！!\s哈啊了]*)+(?:应该)?(?:是|为|改成|"
    rf"改为)?(?P<right>{_VALUE})(?:才对|的)?(?:[，,。！!\s]|$)"
)
_TRAILING_SIGNS: Final = "的了吧啊哈呢哦呀"


def withdrawal_in(text: str, around: Situation) -> Withdrawal | None:  # noqa: PLR0911 - one answer a form
    """Read a clause that takes something back."""
    folded = re.sub(r"[ \u3000]", "，", fold(text).strip())
    if cues.FICTION_LEAD.search(folded) or re.search(r"如果|假如|要是|笔记本上写", folded):
        return None
    if (kept := _DO_NOT_KEEP.match(folded)) and not cues.is_question(folded):
        return Withdrawal("memory", _named(kept["about"]), everything=bool(_EVERYTHING.search(kept["about"])))
    if (
        _UNSAVED.search(folded)
        and not _STANDING_UNSAVED.search(folded)
        and not re.search(r"(?:别|不要|不用)记了", folded)
    ):
        bare = len(re.sub(r"[\W_]", "", folded)) <= _BARE
        return Withdrawal("unsaved", about="" if bare else text)
    if taken := _from_memory(folded):
        return taken if content_words(taken.about) and not _POINTER.match(taken.about) else _pointing(taken, around)
    if _OPENS_SAID.match(folded) and not re.search(r"[?？]$", folded) and correction_in(text, around) is None:
        return Withdrawal("said") if len(folded) <= _SHORT_REMARK else None
    if _LAPSED.search(folded) and not _REPLACED.search(folded) and len(folded) <= _SHORT_REMARK:
        return Withdrawal("memory", text, explicit=False, lapsed=True)
    return None


_LAPSED: Final = re.compile(
    r"(?:不(?:去|来|办|投|搞|参加|报|续|考|买|订|弄)了|黄了|泡汤|没戏|去不了|去不成|取消了|"
    r"放弃了?)(?=$|[，。！!啊吧哈\s])"
)
_REPLACED: Final = re.compile(r"改|换|推迟|延|提前|挪|下次|以后|自己|还是|只|但|不过|[?？]|吗|如果|要是|可能")


_BARE: Final = 9
_SHORT_REMARK: Final = 24


def erases(folded: str) -> bool:
    """Whether a folded stretch of words asks for something stored to be withdrawn."""
    taken = _from_memory(folded)
    return taken is not None and bool(content_words(taken.about)) and not _POINTER.match(taken.about)


def _pointing(taken: Withdrawal, around: Situation) -> Withdrawal:
    """Name what a bare "delete all that" points to by the words right before it."""
    before = [*around.earlier[-2:], *around.clauses[: around.index]]
    if not before:
        return Withdrawal("memory", "", everything=taken.everything)
    nearest, *others = [clause.text for clause in reversed(before)]
    return Withdrawal("memory", nearest, everything=True, fallbacks=tuple(others[:1]))


def _from_memory(folded: str) -> Withdrawal | None:  # noqa: PLR0911 - one answer a form
    if _NOT_ERASING.search(folded) or (
        cues.is_question(folded.rstrip("。！!")) and not re.search(r"(?:好|行|可以)(?:吗|么|不)[?？]?$", folded)
    ):
        return None
    for stop, group in ((_DO_NOT_KEEP, "about"), (_STOP, "first"), (_STOP, "last")):
        if (match := stop.match(folded)) and match[group] and not _DOCUMENT.search(match[group]):
            return Withdrawal("memory", _named(match[group]))
    for pattern in (_ERASE_AFTER, _ERASE_FIRST, _ERASE_LAST):
        match = pattern.match(folded)
        if match is None:
            continue
        about = match["about"]
        named = [part for part in re.split(r"[，,]", about) if content_words(part)]
        about = named[-1] if named and not _POINTER.match(named[-1]) else about
        last = pattern is _ERASE_LAST
        if _DOCUMENT.search(about) and not re.search(r"记[录忆]|你记", folded):
            return None
        if last and not (
            _MEMORY_WORD.search(folded) or re.search(r"别记|不用记|不要记|别留|不用留|忘了吧|忘掉|可以不记", folded)
        ):
            return None
        if (
            last
            and match["erase"] in {"忘了", "撤"}
            and not re.search(r"把|你|您|帮我|给我|统统|全|忘了吧|撤了吧", folded)
        ):
            return None
        if last and match["erase"] == "取消" and not re.search(r"提醒|那[条个]|之前说", about):
            return None
        return Withdrawal(
            "memory",
            _named(about),
            everything=bool(_EVERYTHING.search(folded[match.start("about") :])),
            explicit=bool(_MEMORY_WORD.search(folded) or "忘" in folded or re.search(r"记|留|我的?", folded)),
        )
    return None


def _named(about: str) -> str:
    """Keep the words that name what has to go."""
    about = _ABOUT_HEAD.sub("", about, count=1)
    for _ in range(3):
        shorter = _ABOUT_TAIL.sub("", about)
        if shorter == about or not shorter:
            break
        about = shorter
    return about.strip("，, 的了")


def correction_in(text: str, around: Situation) -> Correction | None:
    """Read a short clause that puts right what was said before."""
    folded = fold(text).strip()
    if not (around.earlier or around.previous) or len(folded) > _LONGEST_CORRECTION or cues.is_question(folded):
        return None
    for pattern in (_NOT_BUT, _BUT_NOT):
        if match := pattern.search(folded):
            return _pair(text.strip(), match)
    if match := _RIGHTING.match(folded):
        right = _cut(text.strip(), match, "right")
        return Correction(right) if right and not re.match(r"[我你他她不没]", right) else None
    return None


_LONGEST_CORRECTION: Final = 32


def _pair(text: str, match: re.Match[str]) -> Correction | None:
    right, wrong = _cut(text, match, "right"), _cut(text, match, "wrong")
    if not right or not wrong:
        return None
    return Correction(right, wrong)


def _cut(text: str, match: re.Match[str], group: str) -> str:
    return text[match.start(group) : match.end(group)].strip(_TRAILING_SIGNS + " ，。")


def left_behind_in(text: str) -> tuple[str, ...]:
    """Return the values that a text says no longer hold ("从成都搬到厦门" gives "成都")."""
    folded = fold(text)
    return tuple(match["old"] for pattern in _LEFT_BEHIND for match in pattern.finditer(folded))


_LEFT_BEHIND: Final = (
    re.compile(
        r"(?:从|由|把)(?P<old>[^，。！？；\s]{1,12}?)(?:搬家?|换|改|调|转|迁|挪|升|降|涨|跌|切换|推迟|提前|变)"
        r"[^，。！？]{0,3}?(?:到|去|成|为|至|回)"
    ),
    re.compile(r"(?:别|不要|不|甭)再?(?:使?用|走|叫|写|发)(?P<old>[^，。！？；]{1,10}?)了(?=[，。！？]|$)"),
)


def shift_in(text: str) -> Shift | None:
    """Find the words that say that something changed, ended or was wrong."""
    folded = fold(text)
    if kinds.ENDED.search(folded) and not re.search(
        r"改(?:成|到|为|用|吃|喝|去|在)|换(?:成|到|了)|搬(?:到|去)|现在|升|入职|去了", folded
    ):
        return "ended"
    if kinds.CHANGED.search(folded):
        return "changed"
    if kinds.ENDED.search(folded):
        return "ended"
    return "corrected" if kinds.CORRECTED.search(folded) else None
