"""Read a short answer together with the question that the assistant asked."""

import re
from typing import Final

from memscribe.writers.rules.chinese_words import fold
from memscribe.writers.rules.clause import Clause, Situation

_QUESTION: Final = re.compile(r"[^。！!？?\n；;]*[？?]")
_WH: Final = re.compile(
    r"(?:在)?(?:什么时候|啥时候|何时|哪一?天|哪年)|什么牌子的?|什么地方|哪(?:里|儿|边)|"
    r"哪个(?:城市|区|公司|学校|牌子|平台|部门)|哪家|哪一?[个位款种条天家]|几点(?:钟)?|几号|几岁|"
    r"几个人?|几[次只口年月天片]|"
    r"多少(?:钱|度|斤|公斤|人|次|号)?|多大|多久|多长时间|多高|多重|什么(?:名字|工作|职业|专业|"
    r"类型|口味|版本|时间|格式|风格|语言|颜色|尺码|药|过敏原|东西)?|谁|怎么称呼|怎么样?"
)
_ABOUT_USER: Final = re.compile(
    r"[你您]|家里|孩子|宝宝|猫|狗|平时|一般|通常|项目|团队|公司|预算|会议|时间|日期|地址|电话|"
    r"人数|目的地|口味|忌口|过敏"
)
_OFFER: Final = re.compile(
    r"需要我|要我|要不要|是否需要|想让我|帮您|帮你|我来|我可以|可以吗|好吗|行吗|怎么样[？?]|"
    r"如何[？?]|还是(?:随意|正式)|语气|口吻|有什么(?:可以|能)|请讲|想聊|展开说|怎么了"
)
_YES: Final = re.compile(
    r"^(?:是|是的|对|对的|嗯+|有|有的|会|没错|可以|吃|喝|在|确实|yes|yep)[啊呀的哦呢啦~～！!。]*$", re.IGNORECASE
)
_NO: Final = re.compile(r"^(?:没有|没|不是|不会|不|不吃|不喝|不在|没呢|还没)[啊呀的哦呢啦~～！!。]*$")
_VALUE: Final = re.compile(
    r"^[^，,。！!？?\s我你他她您]{1,14}$|^[\d:：.一二三四五六七八九十百千万点半月号日年岁块元度个 ]{1,12}$"
)
_VERB: Final = re.compile(
    r"^(?:我|不|没|都|要|想|打算|已经|还|也|就(?!是)|是(?!的)|去|来|住|在|用|吃|喝|有|会|能|可以|"
    r"应该|大概|可能|先|算|随便|看|挺|很|好|行|还行|还好|没事|对)"
)


def last_question(text: str) -> str | None:
    """Return the last question of a message, exactly as it stands there."""
    found = _QUESTION.findall(text)
    return found[-1].strip() if found else None


def answer_to(clause: Clause, around: Situation) -> str | None:
    """Put a bare answer and its question into one statement of the user, in the user's first person.

    "您对什么过敏？" and "花生" give "我对花生过敏". None where the clause is no bare answer, or the two make no
    statement about the user.

    Args:
        clause: What the user said.
        around: What stands around it.
    """
    if around.index or around.asked is None:
        return None
    asked = last_question(around.asked.content)
    if asked is None or not around.asked.content.rstrip().endswith(("？", "?")):
        return None
    question = asked.rstrip("？?").strip()
    folded = fold(question)
    if _OFFER.search(folded) or not _ABOUT_USER.search(folded) or len(question) > _LONGEST:
        return None
    reply = fold(clause.text).strip(" 。.！!~～").removesuffix("吧").removesuffix("啊").removesuffix("呢")
    return _statement(question, folded, reply)


_LONGEST: Final = 40
_SHORT: Final = 5


def _statement(question: str, folded: str, reply: str) -> str | None:
    wh = list(_WH.finditer(folded))
    if wh:
        if not _VALUE.match(reply) or _VERB.match(reply) or _YES.match(reply) or _NO.match(reply):
            return None
        last = wh[-1]
        body = question[: last.start()] + reply + question[last.end() :]
        if (
            re.search(r"(?:时候|几点|哪天)$", last[0]) is None
            and last.end() < len(folded)
            and folded[last.end()] in "呢啊呀"
        ):
            body = question[: last.start()] + reply + question[last.end() + 1 :]
        return _first_person(body)
    yes_no = re.search(r"(?:吗|么)$", folded)
    if not yes_no or not re.search(r"[你您]|家里|平时", folded):
        return None
    if _YES.match(reply):
        return _first_person(question[: yes_no.start()])
    if _NO.match(reply) and (verb := re.search(r"(?<![没不])(?:有|会|是|吃|喝|对[^，。]{1,8}过敏)", folded)):
        negation = "没" if verb[0] == "有" else "不"
        at = verb.end() - 2 if verb[0].endswith("过敏") else verb.start()
        return _first_person(question[:at] + negation + question[at : yes_no.start()])
    return None


def _first_person(text: str) -> str:
    """Turn the assistant's words to the user into the user's own."""
    last = re.split(r"[，,]", text)[-1]
    body = last if re.search(r"[你您]", last) and len(last) > _SHORT else text
    body = re.sub(r"^(?:那|那么|请问|所以|好的|原来|了解|明白|嗯)+[，,\s]?", "", body.strip())
    return re.sub(r"(?:您|你)(?:们)?(?:本人|自己)?", "我", body).rstrip("呢啊呀吗么")
