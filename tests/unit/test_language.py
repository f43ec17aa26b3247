"""Guessing the language of a short text."""

import pytest

from memscribe.text.language import language_of

KNOWN = [
    ("I moved to Lima in March", "en"),
    ("can u move my finnish reminder?", "en"),
    ("my sister lives in Turin", "en"),
    ("我住在北京，养了一只猫", "zh"),
    ("transfer 黄了 因为公司冻结招聘了", "zh"),
    ("今日はベンチ90上がった", "ja"),
    ("来月から東京本社に異動になりました", "ja"),
    ("저는 서울에 살아요", "ko"),
    ("Я живу в Москве и работаю врачом", "ru"),
    ("я живу в Києві", "uk"),
    ("vivo en Madrid con mi hermana", "es"),
    ("¿cuándo es la cita?", "es"),
    ("j'habite à Lyon avec mon frère", "fr"),
    ("je ne mange pas de viande", "fr"),
    ("ich wohne seit März in Görlitz", "de"),
    ("kannst du mir bitte helfen", "de"),
    ("moro em Lisboa com minha irmã", "pt"),
    ("abito a Torino con mia moglie", "it"),
    ("ik woon in Gent en heb een hond", "nl"),
    ("jestem z Krakowa i mam psa", "pl"),
    ("मैं दिल्ली में रहता हूँ", "hi"),
    ("أنا أعيش في القاهرة", "ar"),
    ("אני גר בתל אביב", "he"),
    ("ฉันอาศัยอยู่ที่กรุงเทพ", "th"),
]


@pytest.mark.parametrize(("text", "tag"), KNOWN)
def test_script_and_common_words_tell_the_language(text: str, tag: str) -> None:
    """Short chat texts are enough."""
    assert language_of(text) == tag


@pytest.mark.parametrize("text", ["", "   ", "12345", "👍👍", "?!", "zzz"])
def test_what_says_nothing_is_undetermined(text: str) -> None:
    """Numbers, emoji and noise have no language."""
    assert language_of(text) == "und"


def test_a_long_text_costs_no_more_than_its_beginning() -> None:
    """Only the beginning is looked at."""
    assert language_of("I live in Lima and work from home. " * 60 + "我住在北京" * 5000) == "en"
