"""What Chinese says when something is taken back, put right or no longer so; and the slots that a text fills."""

import re
from datetime import date, timedelta
from typing import Final

from memscribe.writers.rules import chinese_cues as cues
from memscribe.writers.rules.chinese_words import content_words, fold, number_of
from memscribe.writers.rules.clause import Correction, Shift, Situation, Withdrawal

_DOCUMENT: Final = re.compile(
    r"段|句|(?<!名)字(?!典)|行代码|代码|文件|分支|表格|表里|那列|一列|配图|页|邮件|草稿|注释|标点|函数|变量|清单|文案|标题|简介|PPT|ppt|幻灯|截图|照片|评论|逗号|感叹号|目录|镜像|容器|日志|脚本|购物车|前缀|后缀|图层|node_modules(?!那个经验)"
)
_UNSAVED: Final = re.compile(
    r"(?:这|刚才?|以上|下面|上面)?[^，。！？]{0,10}?(?:别|不要|不用|勿|莫|唔好|不好)(?:帮我|给我|替我|把(?:这|它|刚才)[^，。]{0,8})?(?:再)?(?:记(?!错|反|混|恨|仇|得|挂|者|了)(?:下来?|录(?!了)|进去?|住|到|在|我|任何|这)?|存(?!货|款|在)(?:下来?|起来|进|到|档)?|保存|写进?(?:记忆|档案|备忘)|入库|收录|留(?:存|档|底))(?!.{0,14}(?:了$|那条|那个))|"
    r"(?:咱俩|我们俩|你我|咱们)之间(?:说|的|知道)|(?:不|别)(?:要)?(?:外传|往外说)|(?:off the record)|(?:这|以下|以上)[^，。]{0,8}(?:仅|只)(?:限|是)?(?:吐槽|闲聊)[^，。]{0,6}(?:别记|不用记|不必记)|不必记|无需记|不用放(?:进|到)记忆"
)
_STANDING_UNSAVED: Final = re.compile(r"以后|今后|往后|从现在|一律|任何|都别记|都不要记|凡是")
_OPENS_SAID: Final = re.compile(
    r"^(?:哦|啊|嗯|呃|唉|额|诶|等等|等下|慢着|不不?|[，,。…\s])*(?:当我没说|就?当我?没(?:说过|讲)|我说错了|说错了(?=[，,。！!]|$)|我?(?:刚才?)?(?:说的|的话|那句(?:话)?|那条|讲的)[^，。]{0,6}(?:不算(?:数)?|作废|收回|当没说|别当真|是(?:假的|骗你的|开玩笑)|忽略|无视|不对)|"
    r"(?:刚才?|上面|前面)(?:说的|那[句条个段])?[^，。]{0,5}(?:不算(?:数)?|作废|收回|当我?没说|忽略|无视|撤回)|收回(?:刚才|前面|上面|那句)|我收回|口误(?=[，,。！!]|$)|(?:跟你)?(?:开(?:个)?玩笑|逗你|骗你|闹着玩|说着玩)的?|随口(?:一)?说(?:的|说)?|瞎说的?|(?:等等|等下|先别急?|慢着|先不(?:改|换|定|动|记))[，,\s]?(?:先看看|再看看|我?再?(?:问问|想想|看看|考虑)|还没|不急|先不|等.{1,8}再说|再说)?(?=[，,。！!\s]|$|同事|老板|他|她)|算了(?=[，,。！!…\s]|$|不|还是|就|没|别)(?![^，。]{0,4}(?:一下|算))|还是算了|忽略(?:刚才|上面|前面)|作废$|不作数)"
)
_ERASE: Final = (
    r"(?:删(?:掉|除|了|去|干净)?|忘(?:掉|了(?:吧|它)?|记|干净)|清(?:掉|除|空|理掉|干净)|抹(?:掉|去|除)|划掉|去掉|移除|拿掉|撤(?:掉|销)|作废|剔除|擦掉|注销掉|不(?:用|要|必)(?:再)?(?:记|留|存|保留)(?:着|了|下去)?|别(?:再)?(?:记|留|存)(?:着|了|下去)?|可以(?:不记|删)了?|唔好记|取消(?:掉)?|(?:先|就)?(?:别|不用)(?:你)?(?:管|弄)了|撤)"
)
_ERASE_AFTER: Final = re.compile(
    rf"^(?:那|先|再|也|你|您|请|麻烦|帮我|给我|赶紧|赶快|直接|，|,)*(?:把|将)(?P<about>[^，。！？]{{1,40}}?)(?:从[^，。]{{1,12}})?(?:都|全|全部|统统|也|给我|给|赶紧|彻底|直接|一并|就)*(?P<erase>{_ERASE})(?P<tail>.*)$"
)
_ERASE_FIRST: Final = re.compile(
    rf"^(?:那|先|再|也|你|您|请|麻烦|帮我|给我|把|可以|能不能|能|都|，|,)*(?P<erase>取消(?:掉)?(?=[^，。]{{0,14}}(?:提醒|推送|闹钟|播报|通知))|忘(?:掉|记|了)|删(?:掉|除|了|去)|清(?:掉|除|空)|抹掉|划掉|去掉|移除|拿掉)(?P<about>[^，。！？]{{2,40}}?)(?:吧|了|啊|哈|好吗|行吗|可以吗)*[。！!？?]*$"
)
_ERASE_LAST: Final = re.compile(
    rf"^(?P<about>[^。！？]{{2,50}}?)[，,\s]*(?:你|您|请|麻烦|帮我|给我|可以|就|也|都|全|全部|统统|这些|那些|这条|那条|赶紧|给|先|从[^，。]{{1,8}}(?:里|中)?|从现在起|以后)*(?P<erase>{_ERASE})(?:吧|了|啊|哈|呗|好了|即可|就行|掉|啦)*(?:[，,][^，。]{{0,12}})?[。！!]*$"
)
_STOP: Final = re.compile(
    r"^(?:那|以后|就|你|您|请|[，,])*(?:别|不用|不要|停止|取消|唔使)(?:再|自动|继续|给我|每天|天天)*(?P<first>(?:提醒|报|发|推送?|通知|播报|催)[^，。！？]{1,16}?)(?:了(?:吧|啊|哈|啦)*|(?<=取消)|吧)[。！!]*$|"
    r"^(?:那|以后|就|[，,])*(?P<last>[^，。！？你我]{2,14}?)(?:也|就|都|先|可以)?(?:别|不用|不要|停)(?:再|自动|继续|给我)*(?:提醒|发|推送?|报|通知|播报|催)?(?<!别)(?<!不用)(?<!不要)了(?:吧|啊|哈|啦)*[。！!]*$"
)
_DO_NOT_KEEP: Final = re.compile(
    r"^(?:你|您|请|麻烦|以后|也|就)*(?:别|不要|不用)(?:再)?(?:记|存|留)(?:着|录)?(?P<about>(?!下来|住|进|到|在心|这|任何)[^，。！？]{2,30}?)(?:的?事(?:情|儿)?|那(?:条|个)|的?信息)?了(?:吧|啊|哈|啦)*(?:[，,。！!].{0,20})?$"
)
_POINTER: Final = re.compile(
    r"^(?:相关(?:的)?(?:内容|信息|东西|记录|资料)?|之前(?:的|说的|那些)?|以前的|这些|那些|上面(?:的|那些)?|他的?|她的?|它的?|这[条个]|那[条个]|全部|所有|其他|其余|都|全|也|的|有关|内容|东西|信息|[，,、])+$"
)
_NOT_ERASING: Final = re.compile(r"(?:别|不要|没|差点|老是?|总是?|经常|(?<![帮给替])我(?:都|又|也|给|刚|差点)?|千万别|不能|怕|记得别|可)(?:把[^，。]{0,8})?忘|(?:写|说|看|搞|像今年|又|给)忘|忘(?:不|带|拿|买|关|性|年|词|了(?:带|拿|买|关|锁|交|说|写|是|什么|几|怎|密码))|(?:别|不要|不用|先不|不)(?:再|用|能|可以)?(?:删|清|移除|去掉|抹|划|撤)|难忘|健忘|取消(?:了(?![，。]|$)|的|订|航班|会议)")
_MEMORY_WORD: Final = re.compile(
    r"那[条个件些份]|这[条个件些份]|记[录忆]|你记的|你(?:之前|那)?(?:记|存)|之前(?:说|记|存|讲|提)|上次(?:说|记)|的(?:事|信息|资料|内容|记录|日期|名字|那些|地址|电话|号码)|关于|有关|相关|提醒|所有|全部|统统|都|从(?:你)?(?:记忆|档案|资料|备忘)"
)
_ABOUT_TAIL: Final = re.compile(
    r"(?:那(?:条|个|件事?|些|份|事儿?)|这(?:条|个|件事?|些|份)|的(?:那条|那个|那些)|的?(?:事(?:情|儿)?|记录|信息|资料|内容|记忆|东西|相关内容)|都|全|全部|统统|也|你|可以|就|给)+$"
)
_ABOUT_HEAD: Final = re.compile(r"^(?:(?:之前|上次|以前|刚才)?(?:你)?(?:说|记|存|讲|提)?(?:过|的|下来?的|了的?)?(?:那个|那条|关于)?|关于|有关|我(?:那个|的)?|跟|和|与|你)*(?=\S{2})")
_EVERYTHING: Final = re.compile(r"所有|全部|全都?|统统|一切|任何|都|有关的|相关|那些|这些|、|清空|包括")

_VALUE: Final = r"[^，,。！!？?；;\s]{1,16}?"
_NOT_BUT: Final = re.compile(rf"(?:不是|不叫|不姓|不在|并非)(?P<wrong>{_VALUE})[，,\s]*(?:而?是|应该是|叫|姓|在)(?P<right>{_VALUE})(?:的)?(?:[，,。！!\s]|$)")
_BUT_NOT: Final = re.compile(rf"(?:^|是|叫|姓|在|应该是|为)(?P<right>{_VALUE})[，,\s]*(?:而)?(?:不是|不叫|不姓|不在|并非)(?P<wrong>{_VALUE})(?:[，,。！!\s了]|$)")
_RIGHTING: Final = re.compile(
    rf"^(?:哦|啊|呃|额|等等|等下|不|[，,。…\s])*(?:(?:我|刚才?|前面|上面|之前)*(?:不对|错了|说错了?|记错了?|写错了?|打错了?|看错了?|搞错了?|弄错了?|口误|手误|更正(?:一下)?|纠正(?:一下)?|应该是|准确(?:地)?说是?)[，,：:。！!\s哈啊了]*)+(?:应该)?(?:是|为|改成|改为)?(?P<right>{_VALUE})(?:才对|的)?(?:[，,。！!\s]|$)"
)
_TRAILING_SIGNS: Final = "的了吧啊哈呢哦呀"
_SHAPES: Final[tuple[re.Pattern[str], ...]] = (
    re.compile(r"\d{4}年\d{1,2}月\d{1,2}[日号]|\d{4}-\d\d-\d\d|\d{1,2}月\d{1,2}[日号]"),
    re.compile(r"\d{1,2}[:：]\d\d|[\d一二三四五六七八九十两]{1,3}点(?:半|\d{1,2}分?)?"),
    re.compile(r"(?:周|星期|礼拜)[一二三四五六日天末]"),
    re.compile(r"[\d.,一二三四五六七八九十两百千万]+(?:个(?:月|小时|工作日|星期|人|字)|小时|分钟|公里|公斤|毫克|万元)"),
    re.compile(r"[\d.,一二三四五六七八九十两百千万]+[个只条次杯片岁块元号楼层斤公里米分钟小时天周月年人台份%％度]"),
    re.compile(r"\d+(?:[.:]\d+)*"),
    re.compile(r"[A-Za-z][A-Za-z0-9_.-]*"),
)

_SLOTS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("home", r"住(?!院|宿标准|酒店)|搬(?:到|去|家|进|来|回)|住址|家庭地址|租房|定居|新家"),
        ("job", r"工作|上班|入职|离职|跳槽|辞职|职业|公司(?:任|做|当)|做(?!了|完|饭|手术)[^，。]{0,10}(?:师|员|经理|主管|工程|设计|运营|销售|编辑)|(?:是|当)[^，。]{0,12}(?:师|员|经理|主管|总监|司机|老板|律师|护士|医生)|升(?:职|了|任|为)|转(?:岗|行)|退休|任职|失业|实习"),
        ("phone", r"手机|电话|号码"),
        ("email", r"邮箱|邮件地址|@[\w-]+\."),
        ("birthday", r"生日|出生|生于"),
        ("age", r"岁"),
        ("diet", r"吃(?!药|了什么)|口味|忌口|饮食|辣|素食|香菜"),
        ("drink", r"喝|咖啡|奶茶|饮料|拿铁|美式|(?:绿|红|乌龙|普洱|泡)茶"),
        ("smoking", r"烟(?!台|花|囱)"),
        ("allergy", r"过敏|不耐受"),
        ("pet", r"养了?[^，。]{0,6}(?:猫|狗|兔|鸟|鱼|鼠|龟)|猫|狗|宠物"),
        ("school", r"学校|读(?:书|研|博|大|高|初|小|[一二三四五六]年级)|年级|大学|幼儿园|专业|班主任"),
        ("partner", r"老婆|老公|男友|女友|男朋友|女朋友|未婚[夫妻]|对象|结婚|离婚|分手|单身|婚礼"),
        ("standup", r"例会|站会|周会|会议|开会|晨会|评审会|碰头"),
        ("trip", r"旅行|旅游|出差|机票|航班|高铁|去[^，。]{1,6}(?:玩|旅|出差|看)|行程|酒店|度假"),
        ("exam", r"考试|考研|雅思|托福|科目|面试|答辩|报考|高考|中考"),
        ("weight", r"体重|公斤|减到|\d斤"),
        ("height", r"身高|厘米"),
        ("dose", r"[一两三四五六\d](?:片|粒|毫克|mg)|(?:每天|一天)[一两三四五\d]次|剂量"),
        ("appointment", r"手术|复查|复诊|体检|挂号|门诊|预约"),
        ("health", r"血压|血糖|尿酸|骨折|怀孕|视力|过敏原"),
        ("hours", r"开门|营业|打烊|闭馆|上课时间|排练"),
        ("language_level", r"雅思|托福|[NJ]\d级|四级|六级|HSK|分数"),
        ("exercise", r"跑步|健身|游泳|瑜伽|撸铁|打球|锻炼|训练|骑行|爬山"),
        ("vehicle", r"车牌|开车|买车|限行|车型|电动车|摩托"),
        ("deadline", r"截止|到期|上线|发版|交付|验收|开标|开庭|发布"),
        ("owner_of_work", r"负责|对接人|接手|牵头|主持人|交给"),
        ("price", r"预算|报价|价格|单价|售价|房租|租金|月租|押金|合同额|保证金|出厂价|\d元"),
        ("pay", r"工资|薪水|月薪|年薪|退休金"),
        ("indent", r"缩进|空格|tab"),
        ("naming", r"命名|变量名|分支名|主分支"),
        ("deploy", r"部署|端口|服务器|集群|环境|域名|机房"),
        ("version", r"版本|升(?:级|到)|JDK|Java|Python|Node|Go \d"),
        ("database", r"数据库|MySQL|Postgres|Redis|主库|从库|MongoDB"),
        ("tool", r"pnpm|npm|yarn|webpack|vite|包管理|构建工具|测试框架|pytest|jest|CI"),
        ("language_of_answer", r"(?:中文|英文|繁体|简体|英语|日语)"),
        ("length_of_answer", r"简短|字以内|不超过.{0,6}字|详细|长度|一句话|字少"),
        ("format_of_answer", r"表格|列表|条列|要点|分点|格式|emoji|表情|bullet"),
        ("address_of_user", r"称呼|叫(?:我|用户)|喊(?:我|用户)"),
        ("comments", r"注释"),
        ("commit", r"提交信息|commit|PR标题|PR 标题"),
        ("reminder", r"提醒|闹钟|推送|报(?:天气|限行|空气)"),
        ("sleep", r"睡|熬夜|起床|失眠|作息"),
        ("hobby", r"学(?!校|生|历)[^，。]{1,6}(?:琴|吉他|画|语|舞|球)|爱好|乐队"),
    )
)


def withdrawal_in(text: str, around: Situation) -> Withdrawal | None:
    """Read a clause that takes something back."""
    folded = re.sub(r"[ \u3000]", "，", fold(text).strip())
    if cues.FICTION_LEAD.search(folded) or re.search(r"如果|假如|要是|笔记本上写", folded):
        return None
    if (kept := _DO_NOT_KEEP.match(folded)) and not cues.is_question(folded):
        return Withdrawal("memory", _named(kept["about"]), everything=bool(_EVERYTHING.search(kept["about"])))
    if _UNSAVED.search(folded) and not _STANDING_UNSAVED.search(folded) and not re.search(r"(?:别|不要|不用)记了", folded):
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
    r"(?:不(?:去|来|办|投|搞|参加|报|续|考|买|订|弄)了|黄了|泡汤|没戏|去不了|去不成|取消了|放弃了?)(?=$|[，。！!啊吧哈\s])"
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


def _from_memory(folded: str) -> Withdrawal | None:
    if _NOT_ERASING.search(folded) or cues.is_question(folded.rstrip("。！!")) and not re.search(r"(?:好|行|可以)(?:吗|么|不)[?？]?$", folded):
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
        if last and not (_MEMORY_WORD.search(folded) or re.search(r"别记|不用记|不要记|别留|不用留|忘了吧|忘掉|可以不记", folded)):
            return None
        if last and match["erase"] in {"忘了", "撤"} and not re.search(r"把|你|您|帮我|给我|统统|全|忘了吧|撤了吧", folded):
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


def put_right_in(text: str, correction: Correction) -> str | None:
    """Replace the one value in a memory's text that a correction can mean."""
    wrong = correction.wrong
    if wrong and text.count(wrong) == 1 and (len(wrong) > 1 or not wrong.isdigit()):
        return text.replace(wrong, correction.right)
    if correction.right in text:
        return None
    if (moved := _other_hour(text, correction)) or (moved := _other_weekday(text, correction)):
        return moved
    folded, right = fold(text), fold(correction.right)
    for shape in _SHAPES:
        value = shape.search(right)
        if value is None:
            continue
        places = list(shape.finditer(folded))
        same_unit = [
            place
            for place in places
            if (place[0][-1] == value[0][-1] or value[0][-1].isascii() is place[0][-1].isascii() is True) and (wrong is None or _amount(place[0]) == _amount(wrong))
        ]
        if len(same_unit) == 1:
            place = same_unit[0]
            return text[: place.start()] + correction.right[value.start() : value.end()] + text[place.end() :]
    return None


_HOUR: Final = re.compile(r"(?P<hour>\d{1,2}|[一二三四五六七八九十两]{1,3})点(?P<half>半)?")
_CLOCK: Final = re.compile(r"(?<!\d)(?P<hour>\d{1,2}):(?P<minute>\d\d)")
_WEEKDAY: Final = re.compile(r"(?:周|星期|礼拜)(?P<day>[一二三四五六日天])")
_DAY: Final = re.compile(r"(\d{4})年(\d{1,2})月(\d{1,2})日")
_HALF_DAY: Final = 12


def _other_hour(text: str, correction: Correction) -> str | None:
    """Put a spoken hour ("四点") into the one clock time of a text, in the same half of the day."""
    right, places = _HOUR.search(fold(correction.right)), list(_CLOCK.finditer(text))
    wrong = _HOUR.search(fold(correction.wrong)) if correction.wrong else None
    if right is None or len(places) != 1:
        return None
    place = places[0]
    if wrong and (_hour(wrong) - int(place["hour"])) % _HALF_DAY:
        return None
    hour = _hour(right)
    hour += _HALF_DAY if int(place["hour"]) >= _HALF_DAY > hour else 0
    return f"{text[: place.start()]}{hour:02d}:{'30' if right['half'] else '00'}{text[place.end() :]}"


def _hour(match: re.Match[str]) -> int:
    return int(match["hour"]) if match["hour"].isdecimal() else number_of(match["hour"])


def _other_weekday(text: str, correction: Correction) -> str | None:
    """Move the one date of a text to another day of the same week."""
    right, places = _WEEKDAY.search(fold(correction.right)), list(_DAY.finditer(text))
    if right is None or len(places) != 1 or _WEEKDAY.search(fold(text)):
        return None
    year, month, day = (int(part) for part in places[0].groups())
    try:
        at = date(year, month, day)
    except ValueError:
        return None
    moved = at + timedelta(days="一二三四五六日".index(right["day"].replace("天", "日")) - at.weekday())
    return f"{text[: places[0].start()]}{moved.year}年{moved.month}月{moved.day}日{text[places[0].end() :]}"


def _amount(text: str) -> str:
    """Return the last number of a value, in digits or as it is spoken."""
    found = re.findall(r"\d+(?:[.:]\d+)*|[一二三四五六七八九十两百千万]+", fold(text))
    return found[-1] if found else ""


def shift_in(text: str) -> Shift | None:
    """Find the words that say that something changed, ended or was wrong."""
    folded = fold(text)
    if cues.ENDED.search(folded) and not re.search(r"改(?:成|到|为|用|吃|喝|去|在)|换(?:成|到|了)|搬(?:到|去)|现在|升|入职|去了", folded):
        return "ended"
    if cues.CHANGED.search(folded):
        return "changed"
    if cues.ENDED.search(folded):
        return "ended"
    return "corrected" if cues.CORRECTED.search(folded) else None


def attributes_of(text: str) -> frozenset[str]:
    """Name the slots that a text fills."""
    folded = fold(text)
    return frozenset(name for name, pattern in _SLOTS if pattern.search(folded))


_OWNER: Final = re.compile(
    r"^(?:用户|使用者)(?:要求|希望)?(?:的|家的?)?(?P<kin>(?:[^，。的]{0,4})?(?:爸爸|妈妈|父亲|母亲|爷爷|奶奶|外公|外婆|姥姥|姥爷|哥哥|姐姐|弟弟|妹妹|[大小二三][姨舅姑伯叔哥姐]|老婆|老公|妻子|丈夫|太太|先生|媳妇|儿子|女儿|闺女|孩子|孙子|孙女|岳[父母]|公公|婆婆|丈母娘|"
    r"[表堂][哥姐弟妹]|女婿|儿媳|男[朋]?友|女[朋]?友|男朋友|女朋友|未婚[夫妻]|对象|室友|同事|同学|同桌|老板|领导|上司|导师|教练|房东|邻居|闺蜜|发小|朋友|前任|猫|狗|徒弟|咨询师|医生|中介|叔叔|阿姨|舅舅|姑姑)(?:(?![在是叫住对有不喜爱怕的每也和去要会吃喝上今养做得患当读考跟帮开来已很常身腿耳膝血眼\d，。])[\u4e00-\u9fffA-Za-z]{1,4}?(?=[在是叫住对有不喜爱怕的每也和去要会吃喝上下今明昨养做当读考跟帮骑开来已很常\d，。])|))"
)
_TOPIC_OWNER: Final = re.compile(r"^(?!用户|使用者)(?P<what>[^，。]{2,24}?)(?=的|是|在|用|由|为|定|每|改|不|有|对|要|会|已|计划|打算|从|使用|采用|负责|一律|叫|住|到|\d{4})")


def owner_of(text: str) -> str:
    """Return the words of a memory that name whose or what it is about; "" for the account holder."""
    folded = fold(text)
    match = _OWNER.match(folded)
    if match:
        return match["kin"]
    topic = _TOPIC_OWNER.match(folded)
    return topic["what"] if topic else ""
