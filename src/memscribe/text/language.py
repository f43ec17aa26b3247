"""Guess the language of a short text from its script and its commonest words."""

import re
from collections import Counter

_SCRIPTS: tuple[tuple[str, str], ...] = (
    ("ja", r"[\u3041-\u309f\u30a1-\u30fa\u30fc]"),
    ("ko", r"[\uac00-\ud7a3\u1100-\u11ff]"),
    ("zh", r"[\u3400-\u4dbf\u4e00-\u9fff]"),
    ("ru", r"[\u0400-\u04ff]"),
    ("ar", r"[\u0600-\u06ff]"),
    ("he", r"[\u0590-\u05ff]"),
    ("hi", r"[\u0900-\u097f]"),
    ("bn", r"[\u0980-\u09ff]"),
    ("ta", r"[\u0b80-\u0bff]"),
    ("th", r"[\u0e00-\u0e7f]"),
    ("el", r"[\u0370-\u03ff]"),
    ("ka", r"[\u10a0-\u10ff]"),
    ("hy", r"[\u0530-\u058f]"),
)
_COUNTERS = tuple((tag, re.compile(pattern)) for tag, pattern in _SCRIPTS)
_WORD = re.compile(r"[a-zà-öø-ÿāăąćčďđēęěğīįıłńňőœřśşšťūůűųźżž]+(?:['’][a-z]+)?")
_LATIN = re.compile(r"[a-zà-öø-ÿ]", re.IGNORECASE)
_UKRAINIAN = re.compile(r"[іїєґ]", re.IGNORECASE)

# the commonest words that no neighbour language shares as a common word
_FUNCTION_WORDS: dict[str, str] = {
    "en":
          "in a i was has had as who her him our us them or only every year years work works live "
          "lives moved born like prefer hate want need new old day week runs called the and is are was "
          "were i i'm im my me you your it it's its of to for with on at this that "
          "what how can could "
    "would do does don't dont did have has had not no yes please pls thanks thx be been from but or "
    "if so just now an "
    "by we our they she he his her ok okay hi hello hey there about when where which who why will i'll "
    "i've than then",
    "es":
          "el los las una un y es está estoy soy de del que qué en con por para mi mis me te se lo "
          "le su sus no sí como cómo "
    "pero muy más hay tengo tiene gracias hola este esta eso cuando donde al nos ya también hoy mañana "
    "puedes vivo",
    "fr":
          "le les des une un et est suis je j'ai c'est tu vous nous il elle de du que qui dans avec "
          "pour mon ma mes ne pas sur "
    "au aux mais très plus ce cette bonjour merci oui non j'habite qu'il peux peut mes son sa ses leur on",
    "de":
          "der die das den dem ein eine einen einem und ist bin ich du wir sie er es nicht mit auf "
          "für von zu zum zur im am mein "
    "meine meinen meiner mir mich dich auch aber noch schon wie was wann bitte danke ja nein habe hab "
    "hat heute morgen",
    "pt":
          "sou numa num dou até às fui foi minha o os as uma um e é está estou sou de do da dos das que "
          "em no na com por para meu minha meus "
          "minhas não sim como mas "
    "muito mais tem tenho obrigado obrigada olá você ele ela isso hoje amanhã também já ao eu moro",
    "it":
          "il lo gli una un e è sono sto di del della dei che in con per mio mia miei mie non sì come "
          "ma molto più ho ha hai "
    "grazie ciao questo questa quando dove al alla anche già io tu lui lei noi oggi domani abito",
    "nl":
          "de het een en is ben ik je jij wij zij hij niet met op voor van naar mijn me ook maar nog "
          "al hoe wat wanneer dank ja "
    "nee heb heeft vandaag morgen graag dat dit die er",
    "pl":
          "i w na z do się nie jest są mam mój moja moje jak co czy ale to ten ta dla od po tak dziękuję "
          "proszę już jeszcze ja",
    "sv":
          "och är jag du det en ett att i på med för inte min mitt mina som har vi de hur vad när tack "
          "ja nej också men",
    "da":
          "og er jeg du det en et at i på med for ikke min mit mine som har vi de hvordan hvad hvornår "
          "tak ja nej også men",
    "no":
          "og er jeg du det en et å i på med for ikke min mitt mine som har vi de hvordan hva når takk "
          "ja nei også men",
    "fi": "ja on ei minä sinä se että mutta kun minun olen onko mitä miten kiitos kyllä myös nyt",
    "tr": "ve bir bu ben sen değil için ile çok ne nasıl var yok mı mi mu evet hayır teşekkürler benim ama da de",
    "vi": "tôi là và của không có được cho với này bạn một những người đã sẽ",
    "id": "saya dan yang di ke dari ini itu tidak untuk dengan ada apa bisa kamu aku sudah akan",
    "cs": "a je se na v že to jsem není mám můj moje jak co ale pro už ještě ano děkuji prosím",
    "hu": "és a az egy hogy nem van vagyok én te mi ez de is meg már igen köszönöm",
    "ro": "și este sunt eu tu nu cu pe la din că un o pentru mulțumesc da meu mea dar",
}  # fmt: skip
_TAGS_OF: dict[str, tuple[str, ...]] = {}
for _tag, _words in _FUNCTION_WORDS.items():
    for _word in set(_words.split()):
        _TAGS_OF[_word] = (*_TAGS_OF.get(_word, ()), _tag)
_MARKS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("es", re.compile(r"[¿¡ñ]")),
    ("de", re.compile(r"[ßäöü]")),
    ("fr", re.compile(r"[çèêœ]|\b[cdjlmnst]['’](?=[aeéhiouy])")),
    ("pt", re.compile(r"[ãõ]|ção")),
    ("vi", re.compile(r"[ăđơưạảấầ]")),
    ("pl", re.compile(r"[łąęśźż]")),
    ("tr", re.compile(r"[ğış]")),
)
_SAMPLE = 2000


def language_of(text: str) -> str:
    """Guess the primary language of a text.

    Args:
        text: Any text; only its first 2,000 code points are looked at.

    Returns:
        A primary tag ("en", "zh", "ja", ...), or "und" where nothing tells.
    """
    sample = text[:_SAMPLE].casefold()
    latin = len(_LATIN.findall(sample))
    counts = {tag: len(counter.findall(sample)) for tag, counter in _COUNTERS}
    if by_script := _by_script(sample, counts, latin):
        return by_script
    if not latin:
        return "und"
    return _by_words(sample.replace("’", "'"))


def _by_script(sample: str, counts: dict[str, int], latin: int) -> str | None:
    """Decide by script; a CJK character says about as much as three Latin letters."""
    if counts["ja"] and 3 * (counts["ja"] + counts["zh"]) >= latin and 6 * counts["ja"] >= counts["zh"]:
        return "ja"
    tag, count = max(counts.items(), key=lambda item: item[1])
    weight = 3 if tag in {"zh", "ko", "ja"} else 1
    if not count or weight * count < latin:
        return None
    if tag == "ru" and _UKRAINIAN.search(sample):
        return "uk"
    return tag


def _by_words(sample: str) -> str:
    votes: Counter[str] = Counter()
    for word in _WORD.findall(sample):
        tags = _TAGS_OF.get(word, ())
        for tag in tags:
            votes[tag] += 6 // len(tags) + 1
    for tag, mark in _MARKS:
        votes[tag] += 4 * min(3, len(mark.findall(sample)))
    if not votes:
        return "und"
    ranked = votes.most_common(2)
    best, score = ranked[0]
    second = ranked[1][1] if len(ranked) > 1 else 0
    return best if score > second or best == "en" else "und"
