"""How much two texts share: content words, lightly stemmed; pairs of signs for Chinese, Japanese and Korean."""

import re
from collections.abc import Iterable
from functools import lru_cache

from memscribe.text.canonical import fold

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_TOKEN = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+(?:['-][^\W_{_CJK}]+)*")
_IS_CJK = re.compile(rf"[{_CJK}]")
FUNCTION_WORDS = frozenset(
    (
        "a an the and or but if then so as at by for from in into of off on onto out over to up with "
        "within without about after "
        "before during until since while because than that this these those there here it its it's i "
        "i'm i've i'd i'll me my "
        "mine we we're we've our ours us you your yours he he's him his she she's her hers they their "
        "theirs them who whom whose "
        "which what when where why how is am are was were be been being has have had having do does "
        "did done doing will would "
        "shall should can could may might must not no nor only own same just too very also still now "
        "user user's users "
        "assistant assistant's one some any all each both more most other such s t re ve ll d m don "
        "doesn didn isn aren "
        "don't doesn't didn't isn't aren't wasn't won't can't him them get got go goes going gone make made "
        "el la los las un una unos unas y o u e de del al a en con por para su sus se lo le les que es "
        "son era fue ser estar está "
        "usuario usuaria ha han mi mis me yo no sí como más muy desde hasta "
        "der die das den dem des ein eine einen einem einer eines und oder aber in im ins am an auf "
        "mit für von vom zu zum zur ist "
        "sind war wird werden hat haben sein seine seinen seiner ihr ihre ihren nutzer nutzers "
        "nutzerin er sie es ich mir mich mein "
        "meine meinen nicht kein keine als dass wenn auch "
        "le les du des une et ou à au aux dans par pour sur avec sans son sa ses leur leurs est sont "
        "était a ont qui que "
        "utilisateur utilisatrice l'utilisateur l'utilisatrice il elle je mon ma mes ne pas plus "
        "o os as um uma uns umas do da dos das no na nos nas ao à em com seu sua seus suas é são foi "
        "usuário usuária ele ela eu meu "
        "minha não "
        "il lo gli uno della dello dei delle degli di nel nella con per suo sua suoi sue è sono utente "
        "l'utente io mio mia non che"
    ).split()
)
_CJK_FUNCTION = re.compile(r"用户|使用者|ユーザー|사용자|助手")


@lru_cache(maxsize=16384)
def _stem(word: str) -> str:
    base = re.sub(r"'s$|'$|'", "", word)
    if len(base) <= 3 or not base.isascii():  # noqa: PLR2004
        return base
    for ending, put, least in _ENDINGS:
        if base.endswith(ending) and len(base) - len(ending) >= least:
            base = base[: len(base) - len(ending)] + put
            break
    if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "lsz":  # noqa: PLR2004
        base = base[:-1]
    return base[:-1] if len(base) > 3 and base[-1] == "e" else base  # noqa: PLR2004


_ENDINGS = (
    ("ations", "at", 3), ("ation", "at", 3), ("ings", "", 3), ("ing", "", 3), ("iest", "y", 3), ("ies", "y", 2),
    ("ied", "y", 2), ("ily", "y", 3), ("sses", "ss", 2), ("ches", "ch", 2), ("shes", "sh", 2), ("xes", "x", 2),
    ("ss", "ss", 1), ("us", "us", 1), ("is", "is", 1), ("edly", "", 3), ("ed", "", 3), ("ly", "", 4), ("s", "", 3),
)  # fmt: skip


@lru_cache(maxsize=2048)
def stems(text: str) -> tuple[str, ...]:
    """Return the stems of a text's content words in order; pairs of signs for runs of CJK text."""
    found: list[str] = []
    for match in _TOKEN.finditer(_CJK_FUNCTION.sub(" ", fold(text))):
        run = match[0]
        if _IS_CJK.match(run):
            found.extend([run] if len(run) == 1 else [run[i : i + 2] for i in range(len(run) - 1)])
        elif run not in FUNCTION_WORDS:
            found.append(_stem(run))
            if "-" in run:
                found.extend(_stem(part) for part in run.split("-") if part and part not in FUNCTION_WORDS)
    return tuple(found)


_LOOSE = 5
_SHORTEST = 3


def loose(stem: str) -> str:
    """Cut a stem so that forms of one word in most European languages meet."""
    return stem[:_LOOSE]


def share_of(missing: tuple[str, ...], text: str) -> float:
    """Return how much of a text's content words some of them are; a pair of CJK signs counts as one."""
    wanted = {loose(stem) for stem in stems(text)}
    return len(missing) / len(wanted) if wanted else 0.0


def uncovered(text: str, by: Iterable[str]) -> tuple[str, ...]:
    """Return the content words of a text that other texts have in no form, as stems in order.

    A pair of CJK signs is there when both signs are: inserted particles part pairs without changing the meaning.

    Args:
        text: What should be covered.
        by: Texts in which its words may occur.
    """
    vocabularies = [_vocabulary(other) for other in by]
    there = frozenset[str]().union(*(words for words, _ in vocabularies))
    signs = frozenset[str]().union(*(signs for _, signs in vocabularies))
    missing = dict.fromkeys(
        cut
        for stem in stems(text)
        if (cut := loose(stem)) not in there and not (_IS_CJK.match(cut) and signs.issuperset(cut))
    )
    return tuple(cut for cut in missing if not _abbreviated(cut, there))


def _abbreviated(cut: str, there: frozenset[str]) -> bool:
    """Whether one is the beginning of the other: "mon" and "monday", "mins" and "minutes"."""
    if len(cut) < _SHORTEST or _IS_CJK.match(cut):
        return False
    return any(len(word) >= _SHORTEST and (cut.startswith(word) or word.startswith(cut)) for word in there)


@lru_cache(maxsize=1024)
def _vocabulary(text: str) -> tuple[frozenset[str], frozenset[str]]:
    there = frozenset(loose(stem) for stem in stems(text))
    return there, frozenset(sign for stem in there if _IS_CJK.match(stem) for sign in stem)
