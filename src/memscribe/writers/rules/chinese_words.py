"""Chinese characters and words in a form in which they can be compared: one script, no function characters."""

import re
import unicodedata
from functools import lru_cache

# traditional and simplified form side by side: what everyday words, dates and cues are written with
_PAIRS = (
    "們们 個个 這这 來来 說说 話话 對对 錯错 沒没 還还 會会 過过 時时 間间 點点 後后 從从 現现 為"
    "为 麼么 嗎吗 誰谁 裡里 裏里 邊边 "
    "點点 見见 買买 賣卖 訂订 記记 別别 請请 讓让 給给 幫帮 問问 題题 應应 該该 當当 經经 歷历 開"
    "开 關关 門门 車车 電电 腦脑 手手 機机 "
    "號号 碼码 郵邮 學学 習习 書书 寫写 讀读 課课 師师 醫医 藥药 員员 業业 辦办 務务 職职 離离 婚"
    "婚 結结 媽妈 爺爷 奶奶 孫孫 兒儿 "
    "貓猫 狗狗 鳥鸟 魚鱼 雞鸡 鴨鸭 麵面 飯饭 餐餐 湯汤 飲饮 鹹咸 鹽盐 糖糖 蝦虾 豬猪 魯鲁 愛爱 歡"
    "欢 討讨 厭厌 總总 統统 規规 則则 "
    "資资 產产 數数 據据 庫库 項项 團团 隊队 組组 議议 報报 價价 錢钱 萬万 億亿 元元 帳账 賬账 戶"
    "户 銀银 貨货 發发 將将 計计 劃划 "
    "畫画 預预 備备 準准 確确 認认 實实 際际 變变 換换 調调 轉转 遷迁 搬搬 樓楼 層层 區区 縣县 鄉"
    "乡 鎮镇 東东 灣湾 臺台 國国 華华 "
    "語语 言言 體体 簡简 隻只 條条 頁页 標标 類类 種种 樣样 處处 場场 廳厅 館馆 廠厂 廣广 產产 農"
    "农 園园 飛飞 鐵铁 線线 網网 絡络 "
    "軟软 硬硬 檔档 檢检 測测 試试 驗验 證证 護护 照照 單单 雙双 兩两 幾几 歲岁 齡龄 週周 禮礼 節节 聖圣 誕诞 慶庆 "
    "頭头 髮发 腸肠 臉脸 腳脚 牙牙 壓压 過过 敏敏 傷伤 療疗 術术 歷历 癥症 瘋疯 覺觉 聽听 視视 觀观 親亲 戚戚 鄰邻 "
    "聯联 係系 絕绝 級级 紅红 綠绿 藍蓝 黃黄 黑黑 長长 短短 遠远 進进 達达 連连 運运 動动 勞劳 勝胜 難难 雖虽 "
    "隨随 隱隐 雜杂 雲云 霧雾 響响 順顺 須须 頓顿 領领 願愿 顧顾 顯显 風风 養养 館馆 餵喂 駕驾 騎骑 驚惊 骯肮 龍龙 "
    "嬰婴 嚴严 喚唤 啟启 啓启 噴喷 國国 圍围 圖图 執执 堅坚 報报 塊块 壞坏 壽寿 夠够 夾夹 奪夺 奮奋 妝妆 娛娱 婦妇 "
    "寧宁 寶宝 專专 尋寻 導导 屆届 屬属 島岛 幣币 帥帅 帶带 幹干 庫库 廢废 弒弑 張张 強强 彈弹 彎弯 徑径 復复 徵征 "
    "態态 慣惯 憶忆 懷怀 戀恋 戰战 戲戏 擇择 擔担 擊击 擾扰 攜携 攝摄 敗败 敵敌 斷断 於于 曆历 曬晒 東东 柵栅 栗栗 "
    "棄弃 業业 極极 榮荣 槍枪 樂乐 樹树 橋桥 權权 歐欧 殘残 氣气 決决 況况 淚泪 淨净 涼凉 減减 溫温 滿满 漢汉 漲涨 "
    "潔洁 澤泽 濟济 灑洒 燈灯 燒烧 營营 爭争 狀状 獨独 獲获 環环 瑣琐 療疗 癮瘾 盡尽 監监 盤盘 礙碍 稅税 積积 穩稳 "
    "窮穷 競竞 筆笔 約约 純纯 紙纸 細细 終终 維维 編编 練练 縮缩 績绩 繼继 續续 續续 罷罢 義义 聲"
    "声 職职 膽胆 臨临 舉举 "
    "舊旧 艙舱 莊庄 著着 蓋盖 蘇苏 蘭兰 蟲虫 補补 裝装 複复 製制 詢询 詞词 評评 誤误 課课 諾诺 謝谢 譯译 護护 貓猫 "
    "負负 責责 貧贫 貴贵 貸贷 費费 賀贺 賓宾 賞赏 賽赛 購购 贈赠 趕赶 跡迹 踐践 躍跃 輕轻 輛辆 輩"
    "辈 輸输 辭辞 辯辩 農农 "
    "郵邮 鄭郑 配配 釋释 針针 鈕钮 錄录 鍵键 鎖锁 鐘钟 鏡镜 閉闭 閒闲 閱阅 陳陈 陸陆 陽阳 階阶 際际 雖虽 靜静 頂顶 "
    "項项 預预 頻频 顏颜 類类 飽饱 餓饿 餘余 驅驱 齊齐 齋斋 龜龟 傳传 債债 僅仅 優优 償偿 儘尽 內内 兩两 冊册 凍冻 "
    "劇剧 勁劲 匯汇 協协 卻却 參参 吳吴 員员 啞哑 喪丧 單单 嘗尝 叫叫 壹一 聞闻 欄栏 黨党 倆俩 祕秘 眾众 "
    "刪删 仲还 唔不 佢他 嘅的 喺在 冇没 咗了 喇了 㗎啊 畀给 睇看 哋们 嚟来 諗想 攞拿 俾给 搵找 飲喝"
)
_FOLD = {ord(pair[0]): pair[1] for pair in _PAIRS.split() if pair[0] != pair[1]}
_WIDE = {code: code - 0xFEE0 for code in range(0xFF10, 0xFF5B) if chr(code).isalnum()}
_TRADITIONAL = frozenset(chr(code) for code in _FOLD)

_CJK = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_UNIT = r"(?:周|星期|礼拜)[一二三四五六日天末]|[早晚]上|[上中下]午|凌晨"
_RUN = re.compile(
    rf"{_UNIT}|(?:(?!{_UNIT})[{_CJK}])+|\d+(?:[.,:：]\d+)*|"
    rf"[A-Za-z][A-Za-z0-9]*(?:[-_./][A-Za-z0-9]+)*|[^\W_{_CJK}]+"
)
_WHOLE = re.compile(_UNIT)
_IS_CJK = re.compile(rf"[{_CJK}]")
# characters that say how, not what: they separate words and are in no pair
_FUNCTION = re.compile(
    r"用户|用戶|使用者|助手|要求|使用|采用|改成|改为|改到|改用|换成|换到|换了|升到|升级|搬到|搬去|"
    r"搬家|现在|目前|已经|开始|以后|之前|一只|一个|每天|每周|每月|"
    r"[每叫住养打改换搬升调挪的了是在有和与跟及就都也还很太又再才被把将给让对于以而且或着过个只条这那些此其"
    r"我你您他她它们吗呢吧啊呀哦嘛呗哈啦咯之所从到向为因所则即请不没能会可要得想去来已曾正刚吃喝用做]"
)
_DIGITS = {
    "零": 0,
    "〇": 0,
    "一": 1,
    "二": 2,
    "两": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
}
_SPOKEN_NUMBER = re.compile(
    r"[一二两三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九](?=[个点号日月岁年天周次块只条杯%两])"
)


def fold(text: str) -> str:
    """Write traditional and Cantonese characters as simplified ones, full-width letters as plain ones.

    The length never changes, so offsets hold.

    Args:
        text: Any text.
    """
    return text.translate(_FOLD).translate(_WIDE)


def traditional(text: str) -> bool:
    """Whether a text is written in traditional characters."""
    return any(sign in _TRADITIONAL for sign in text)


def user_word(text: str) -> str:
    """Return the word for the account holder in the script of a text."""
    return "用戶" if traditional(text) else "用户"


def number_of(spoken: str) -> int:
    """Return the value of a spoken number below one hundred ("二十一")."""
    before, ten, after = spoken.partition("十")
    if not ten:
        return _DIGITS[spoken]
    return (_DIGITS[before] if before else 1) * 10 + (_DIGITS[after] if after else 0)


def content_words(text: str) -> tuple[str, ...]:
    """Return what a text says as comparable units, in order.

    Pairs of characters within runs that hold no function character, a single character where a run is one
    character long, numbers as digits, Latin words in lower case.

    Args:
        text: Any text.
    """
    return _content_words(text)


@lru_cache(maxsize=4096)
def _content_words(text: str) -> tuple[str, ...]:
    plain = fold(unicodedata.normalize("NFKC", text)).casefold()
    plain = _SPOKEN_NUMBER.sub(lambda match: f" {number_of(match[0])} ", plain)
    found: list[str] = []
    for run in _RUN.findall(plain):
        if not _IS_CJK.match(run):
            found.append(run.replace("：", ":"))
            continue
        if _WHOLE.fullmatch(run):
            found.append(run.replace("星期", "周").replace("礼拜", "周").replace("周天", "周日"))
            continue
        for part in filter(None, _FUNCTION.split(run)):
            if len(part) == 1:
                found.append(part)
            else:
                found.extend(part[at : at + 2] for at in range(len(part) - 1))
    return tuple(found)
