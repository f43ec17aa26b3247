"""Tell an explicit confirmation ("yes, that's right") from a bare acknowledgement ("thanks")."""

import re
from typing import Literal

from memscribe.text.canonical import fold

Assent = Literal["confirmed", "acknowledged"]

_YES = re.compile(
    r"\b(?:yes|yep|yup|yeah|yea|ya|aye|exactly|correct|right|true|indeed|definitely|absolutely|precisely"
    r"|confirmed?|affirmative|spot on|that's me|that is me|that's it|"
    r"that was me|of course|certainly|please do|do that|go ahead|"
    r"ja|jawohl|genau|richtig|stimmt|korrekt|sí|si|exacto|correcto|eso es|así es|claro|oui|exactement"
    r"|c'est ça|tout à fait|sim|exato|certo|isso|esatto|giusto|да|верно|точно|evet|doğru)\b"
    r"|对|是的|没错|對|沒錯|正确|正確|嗯对|就是这样|确认|好的没错|是啊|当然|はい|そうです|その通り|合ってます|네|맞아요|맞습니다|응"
)
_THANKS = re.compile(
    r"\b(?:thanks?|thank you|thx|ty|ta|cheers|ok|okay|k|kk|cool|great|nice|fine|perfect|good|lovely"
    r"|awesome|brilliant|alright|all right|sure|got it|gotcha|understood|noted|makes sense|"
    r"i see|interesting|wow|lol|haha|hm+|ah|oh|aha|right then|will do|sounds good|good to know"
    r"|fair enough|no worries|"
    r"danke|alles klar|gut|super|prima|passt|okay|gracias|vale|genial|perfecto|bien|merci|d'accord"
    r"|parfait|super|obrigad[oa]|beleza|ótimo|grazie|va bene|спасибо|хорошо|teşekkürler|tamam)\b"
    r"|谢谢|多谢|謝謝|好的?|行|嗯+|哦+|知道了|收到|明白|了解|可以|不错|ありがとう(?:ございます)?|了解です|わかりました|감사합니다|고마워요?|알겠습니다"
)
_FILLER = re.compile(
    r"\b(?:that(?:'?s)?|it(?:'s)?|is|this|so|very|much|i|am|do|did|please|pls|all|of|the|a|to|me|you"
    r"|your|one|and|well|just|really|quite|again|then|now|too|for|man|mate|"
    r"das|es|ist|so|bitte|sehr|vielen|dank|muchas|mucho|muy|por favor|está|es|beaucoup|très|bien|c'est"
    r"|muito|tudo|molto)\b|[啊呀呢吧了哈的啦嘛哦喔]|です|ね|よ"
)
_ONLY_THANKS = re.compile(
    r"\b(?:makes sense|got it|gotcha|understood|noted|interesting|i see|sounds good|good to know"
    r"|fair enough)\b"
)
_SIGNS = re.compile(r"[\W_]+")
_LONGEST = 60


def assent(quote: str) -> Assent | None:
    """Say what a quote is worth that holds nothing but assent.

    Args:
        quote: The words of the evidence.

    Returns:
        ``confirmed`` for an explicit yes, ``acknowledged`` for thanks and the like, None for words of substance.
    """
    if len(quote) > _LONGEST:
        return None
    text = fold(quote)
    rest = _FILLER.sub("", _THANKS.sub("", _YES.sub("", text)))
    if _SIGNS.sub("", rest):
        return None
    if _YES.search(text) and not _ONLY_THANKS.search(text):
        return "confirmed"
    return "acknowledged"
