"""Numbers written in words: English up to ninety-nine, Chinese up to 万, small ones in five other languages."""

import re
from decimal import Decimal
from itertools import pairwise

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ENGLISH = {word: value for value, word in enumerate(_UNITS)} | {
    word: 10 * value for value, word in enumerate(_TENS, start=2)
}
ENGLISH_NUMBER = re.compile(
    rf"\b(?:(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_UNITS[1:10])})\b)?|(?:{'|'.join(reversed(_UNITS))}))\b",
    re.IGNORECASE,
)
_LOOSE: dict[str, int] = {
    word: value
    for value, words in {
        1: "once first single ein eine einen einem einer un une una uno um uma primero primera erste "
        "ersten premier",
        2: "both couple pair twice double second dos zwei beide beiden deux due dois duas zweite "
        "zweiten segundo segunda",
        3: "third thrice triple tres drei trois tre três dritte dritten tercero tercera",
        4: "fourth cuatro vier quatre quattro quatro vierte",
        5: "fifth cinco fünf cinq cinque",
        6: "sixth seis sechs six sei",
        7: "seventh siete sieben sept sette sete",
        8: "eighth ocho acht huit otto oito",
        9: "ninth nueve neun neuf nove",
        10: "tenth diez zehn dix dieci dez",
        11: "once elf onze undici",
        12: "dozen doce zwölf douze dodici doze twelfth",
        14: "fortnight",
        15: "quince fünfzehn quinze quindici",
        20: "twentieth veinte zwanzig vingt venti vinte",
        30: "treinta dreißig trente trenta trinta",
        100: "hundred cien ciento hundert cent cento cem",
        1000: "thousand mil tausend mille",
    }.items()
    for word in words.split()
}
_WORD = re.compile(r"[^\W\d_]+")
_POWER_WORD = re.compile(r"[ -](hundred|thousand)\b", re.IGNORECASE)

_DIGITS = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {
    "〇": 0,
    "两": 2,
    "兩": 2,
    "俩": 2,
    "仨": 3,
}
_POWERS = {"十": 10, "百": 100, "千": 1000}
_CHINESE_SIGNS = "零〇一二两兩俩仨三四五六七八九十百千万萬"
CHINESE_NUMBER = re.compile(rf"[{_CHINESE_SIGNS}]+(?:点[{_CHINESE_SIGNS[:14]}]+)?|(?<=[{_CHINESE_SIGNS}])半")


def english_number(words: str) -> int:
    """Return the value of a match of :data:`ENGLISH_NUMBER`."""
    return sum(_ENGLISH[word] for word in re.split(r"[- ]", words.casefold()))


def spoken_numbers(text: str) -> set[int]:
    """Return what English number words can stand for: "six hundred", "nineteen fifty six", "twenty-two"."""
    found: set[int] = set()
    matches = list(ENGLISH_NUMBER.finditer(text))
    for match in matches:
        value = english_number(match[0])
        found.add(value)
        power = _POWER_WORD.match(text, match.end())
        if power:
            found.add(value * (100 if power[1].casefold() == "hundred" else 1000))
    for one, other in pairwise(matches):
        first, second = english_number(one[0]), english_number(other[0])
        if 10 <= first <= 20 and text[one.end() : other.start()] in {" ", "-"}:  # noqa: PLR2004
            found.add(100 * first + second)
    return found


def loose_numbers(text: str) -> set[int]:
    """Return the numbers that words of a text can stand for: "both", "a couple", "third", "zwei"."""
    words = {match[0].casefold() for match in _WORD.finditer(text)}
    return {value for word, value in _LOOSE.items() if word in words}


def chinese_number(signs: str) -> Decimal | None:
    """Return the value of Chinese numeral signs ("二十三", "一万五", "二〇二六"), None where they are none."""
    whole, _, fraction = signs.partition("点")
    if all(sign in _DIGITS for sign in whole):
        value = Decimal("".join(str(_DIGITS[sign]) for sign in whole) or "0")
    else:
        read = _positional(whole)
        if read is None:
            return None
        value = Decimal(read)
    if fraction:
        digits = "".join(str(_DIGITS[sign]) for sign in fraction if sign in _DIGITS)
        value += Decimal(f"0.{digits}") if digits else 0
    return value


def _positional(signs: str) -> int | None:
    total = section = digit = 0
    last_power = 10
    for sign in signs:
        if sign in _DIGITS:
            digit = _DIGITS[sign]
            if not digit:
                last_power = 10
        elif sign in _POWERS:
            section += (digit or 1) * _POWERS[sign]
            digit, last_power = 0, _POWERS[sign]
        else:  # 万
            total = (total + section + digit) * 10_000
            section = digit = 0
            last_power = 10_000
    # 一万五 is 15,000 and 三百二 is 320: the last digit counts the next lower power
    tail = digit * (last_power // 10 if last_power > 10 and "零" not in signs else 1)  # noqa: PLR2004
    return total + section + tail
