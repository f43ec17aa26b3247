"""The slots that a Chinese text fills, and whose or what a memory is about."""

import re
from functools import lru_cache
from typing import Final

from memscribe.writers.rules.chinese_words import fold

_SLOTS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("home", r"住(?!院|宿标准|酒店)|搬(?:到|去|家|进|来|回)|住址|家庭地址|租房|定居|新家"),
        (
            "job",
            (
                r"工作|上班|入职|离职|跳槽|辞职|职业|公司(?:任|做|当)|做(?!了|完|饭|"
                r"手术)[^，。]{0,10}(?:师|员|经理|主管|工程|设计|运营|销售|编辑)|(?:是|"
                r"当)[^，。]{0,12}(?:师|员|经理|主管|总监|司机|老板|律师|护士|医生)|升(?:职|了|任|为)|"
                r"转(?:岗|行)|退休|任职|失业|实习"
            ),
        ),
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


@lru_cache(maxsize=4096)
def attributes_of(text: str) -> frozenset[str]:
    """Name the slots that a text fills."""
    folded = fold(text)
    return frozenset(name for name, pattern in _SLOTS if pattern.search(folded))


_OWNER: Final = re.compile(
    r"^(?:用户|使用者)(?:要求|希望)?(?:的|家的?)?(?P<kin>(?:[^，。的]{0,4})?(?:爸爸|妈妈|父亲|"
    r"母亲|爷爷|奶奶|外公|外婆|姥姥|姥爷|哥哥|姐姐|弟弟|妹妹|[大小二三][姨舅姑伯叔哥姐]|老婆|老公|"
    r"妻子|丈夫|太太|先生|媳妇|儿子|女儿|闺女|孩子|孙子|孙女|岳[父母]|公公|婆婆|丈母娘|"
    r"[表堂][哥姐弟妹]|女婿|儿媳|男[朋]?友|女[朋]?友|男朋友|女朋友|未婚[夫妻]|对象|室友|同事|同学|"
    r"同桌|老板|领导|上司|导师|教练|房东|邻居|闺蜜|发小|朋友|前任|猫|狗|徒弟|咨询师|医生|中介|"
    r"叔叔|阿姨|舅舅|姑姑)(?:(?![在是叫住对有不喜爱怕的每也和去要会吃喝上今养做得患当读考跟帮开来已"
    r"很常身腿耳膝血眼\d，。])[\u4e00-\u9fffA-Za-z]{1,4}?(?=[在是叫住对有不喜爱怕的每也和去要会吃喝"
    r"上下今明昨养做当读考跟帮骑开来已很常\d，。])|))"
)
_TOPIC_OWNER: Final = re.compile(
    r"^(?!用户|使用者)(?P<what>[^，。]{2,24}?)(?=的|是|在|用|由|为|定|每|改|不|有|对|要|会|已|"
    r"计划|打算|从|使用|采用|负责|一律|叫|住|到|\d{4})"
)


@lru_cache(maxsize=4096)
def owner_of(text: str) -> str:
    """Return the words of a memory that name whose or what it is about; "" for the account holder."""
    folded = fold(text)
    match = _OWNER.match(folded)
    if match:
        return match["kin"]
    topic = _TOPIC_OWNER.match(folded)
    return topic["what"] if topic else ""
