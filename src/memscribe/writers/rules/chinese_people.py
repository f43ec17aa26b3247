"""Who is meant in a Chinese clause: the user, somebody in the user's life, another member of a group."""

import re
from collections.abc import Callable
from typing import Final

from memscribe.writers.rules.chinese_words import fold, user_word
from memscribe.writers.rules.clause import Clause, Situation

FAMILY: Final = (
    "爸妈|父母|爸爸|妈妈|父亲|母亲|老爸|老妈|老豆|老母|阿爸|阿妈|阿哥|阿姐|阿弟|阿妹|阿嬷|爷爷|"
    "奶奶|外公|外婆|姥姥|姥爷|"
    "大哥|二哥|大姐|二姐|哥哥|姐姐|弟弟|妹妹|老婆|老公|媳妇|妻子|丈夫|爱人|太太|老伴|对象|男朋友|"
    "女朋友|男友|女友|未婚夫|未婚妻|"
    "大儿子|小儿子|大女儿|小女儿|儿子|女儿|闺女|孩子|宝宝|孙子|孙女|外孙女|外孙|公公|婆婆|岳父|岳母|丈母娘|老丈人|"
    "叔叔|婶婶|伯伯|伯父|伯母|姑姑|姑父|姑妈|舅舅|舅妈|姨妈|小姨子|小姨|大姨|二姨|三姨|小舅子|"
    "表哥|表姐|表弟|表妹|堂哥|堂姐|堂弟|堂妹|"
    "侄子|侄女|外甥女|外甥|嫂子|姐夫|妹夫|弟媳|女婿|儿媳|先生(?!病|气|孩|产|火)|爸|妈|哥|姐|弟|妹|叔|姑|舅|姨|娃"
)
OTHERS: Final = (
    "室友|舍友|同桌|同学|同事|老板|领导|上司|主管|导师|班主任|老师|教练|房东|邻居|闺蜜|发小|"
    "哥们儿|哥们|朋友|前任|前男友|前女友|"
    "前夫|前妻|合伙人|徒弟|师父|师傅|师兄|师姐|学生|下属|秘书|助理|主治医生|医生|咨询师|中介|"
    "保姆|阿姨|客户|队友|搭档"
)
PETS: Final = "猫咪|狗狗|小猫|小狗|橘猫|布偶|金毛|柯基|柴犬|仓鼠|兔子|鹦鹉|乌龟|猫|狗"
_SINGLE: Final = {
    "妈": "妈妈", "爸": "爸爸", "哥": "哥哥", "姐": "姐姐", "弟": "弟弟",
    "妹": "妹妹", "叔": "叔叔", "姑": "姑姑", "舅": "舅舅",
    "媽": "媽媽",
}  # fmt: skip
_ANYBODY: Final = f"{FAMILY}|{OTHERS}|{PETS}"
_OWN: Final = re.compile(rf"(?<![叫喊呼])(?:我们?|咱们?)(?:家|那个?|这个?|的)?(?P<who>(?:{_ANYBODY}))")
_BARE: Final = re.compile(
    rf"^(?P<who>(?:{FAMILY}|室友|舍友|同桌|老板|导师|房东|闺蜜|猫|狗))(?![们店家子咪妈爸粮砂节友板我你，,])"
)
_TITLED: Final = re.compile(
    r"(?:^|[，。；、\s跟和给找是被让叫由到])(?P<who>[\u4e00-\u9fff]{1,2}(?:老师|医生|经理|主任|"
    r"教练|律师|护士|总监|会计|阿姨|叔叔|教授|师傅|工|总)"
    r"|[小老阿][\u4e00-\u9fff]{1,2}(?=[是在说要不对有每现今明下的分也都去来给会能还又负想，。\s]|$))"
)
_NAMED: Final = re.compile(
    r"(?:叫做?|名叫|名字叫|名字是|取名)(?P<who>[\u4e00-\u9fff]{2,3}(?=[，。！\s]|$)|[A-Z][A-Za-z]+)"
)
PRONOUN: Final = re.compile(r"(?<!其)(?<!排)(?<!吉)[他她它牠佢](?!们|人|俩|哋|乡|条|妈的)")
_ORGANISATION: Final = (
    "公司|团队|部门|小组|组|部|单位|学校|医院|科室|科|班级|班|店里|店|厂里|厂|小区|村|项目|客户|"
    "产品|平台|系统|服务|仓库|网关|办公室|"
    "前端|后端|家|老家|规矩|规定|团|乐队|合唱团"
)
_WE: Final = re.compile(rf"(?:我们|咱们|咱|我哋)(?:的|那个|这个|这边的?)?(?P<what>{_ORGANISATION})")
_MY_HOME: Final = re.compile(rf"我(?:的)?(?P<what>司|院|校|{_ORGANISATION})")
_I: Final = re.compile(r"(?<![自忘])(?:我(?!国|辈|行我素)|俺|本人)")


def self_word(clause: Clause, around: Situation) -> str:
    """Return how a memory names the speaker: 用户, or the name of another member of a group."""
    return around.speaker or user_word(clause.text)


def mentions_person(text: str) -> bool:
    """Whether a folded text names somebody whom a later pronoun can mean."""
    return bool(_OWN.search(text) or _BARE.search(text) or _TITLED.search(text) or _NAMED.search(text))


def own_relation(text: str) -> bool:
    """Whether a folded text is about somebody in the user's life."""
    return bool(_OWN.search(text) or _BARE.search(text))


def starts_with_relation(text: str) -> bool:
    """Whether a folded text begins with somebody in the user's life."""
    return bool(_OWN.match(text) or _BARE.match(text))


def last_person(clause: Clause, around: Situation) -> str | None:
    """Name the person whom a pronoun at the start of a clause means, or None."""
    before = [*around.earlier, *around.clauses[: around.index]]
    for earlier in reversed(before[-6:]):
        if found := _person_in(earlier, self_word(clause, around)):
            return found
    return None


def _person_in(clause: Clause, speaker: str) -> str | None:
    text = fold(clause.text)
    best: tuple[int, str] | None = None
    for pattern, owned in ((_TITLED, False), (_NAMED, False), (_BARE, True), (_OWN, True)):
        for match in pattern.finditer(text):
            who = clause.text[match.start("who") : match.end("who")]
            named = f"{speaker}的{_SINGLE.get(who, who)}" if owned else who
            if best is None or match.start("who") >= best[0]:
                best = (match.start("who"), named)
    return best[1] if best else None


def third_person(text: str, speaker: str) -> str:
    """Put the speaker's own words into the third person.

    Args:
        text: A clause, in the speaker's script.
        speaker: What replaces the first person.
    """
    text = _replace(_OWN, text, lambda who: f"{speaker}的{_SINGLE.get(who, who)}", group="who")
    text = _replace(_BARE, text, lambda who: f"{speaker}的{_SINGLE.get(who, who)}", group="who")
    text = _replace(
        _WE, text, lambda what: f"{speaker}{'的' if len(what) > 1 and what != '公司' else ''}{what}", group="what"
    )
    text = _replace(
        _MY_HOME,
        text,
        lambda what: f"{speaker}{ {'司': '公司', '院': '医院', '校': '学校'}.get(what, what) }",
        group="what",
    )
    text = re.sub(r"(?:我们|我們|咱们|咱們|我哋|我|咱)(?:俩|两个|倆|兩個)", f"{speaker}和对方", text)
    text = re.sub(r"(?:我们|我們|咱们|咱們|我哋|咱)(?:这边|這邊|这儿|這裡|这里)?", f"{speaker}这边", text)
    return _I.sub(speaker, text)


def _replace(pattern: re.Pattern[str], text: str, make: Callable[[str], str], *, group: str) -> str:
    """Replace the matches that a pattern finds in the folded text; the words themselves keep their script."""
    parts: list[str] = []
    position = 0
    for match in pattern.finditer(fold(text)):
        parts += [text[position : match.start()], make(text[match.start(group) : match.end(group)])]
        position = match.end()
    return "".join([*parts, text[position:]])
