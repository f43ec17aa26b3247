"""Part a user's message into what he typed and what he only passed on."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from memscribe.core.evidence import Evidence
from memscribe.core.message import StampedMessage
from memscribe.core.origin import Origin, least_trusted, trust_of
from memscribe.text.canonical import hidden

Reason = Literal[
    "typed",
    "code",
    "blockquote",
    "markup",
    "forwarded",
    "speaker",
    "envelope",
    "quoted",
    "passed_on",
    "hidden",
    "message",
]
"""``typed``: the user's own words. ``message``: another role's message, of one origin throughout. The others say
why a stretch of a user's message counts as pasted."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of one message with one origin.

    Args:
        start: First code point.
        end: One past the last.
        origin: Who can have authored it.
        reason: Why it has that origin.
    """

    start: int
    end: int
    origin: Origin
    reason: Reason


_FENCE = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_BLOCKQUOTE = re.compile(r"^[ \t]*(?:>|＞)[^\n]*$", re.MULTILINE)
_OPENING = re.compile(r"<([A-Za-z][\w:-]{1,40})(?:\s[^<>]{0,300})?>")
_PROMPT_TAGS = re.compile(
    r"<(?:system|assistant|user|human|context|instructions?|prompt|memory|memories|document|documents"
    r"|tool_?\w*|function_?\w*)"
    r"[\w-]*(?:\s[^<>]*)?>|<system-reminder[^<>]*>",
    re.IGNORECASE,
)
_INLINE_HTML = frozenset(
    "a b i u s em strong code kbd span small sub sup mark div p li td th h1 h2 h3 button label".split()
)
_FORWARDED = re.compile(
    r"""^[ \t>*_]*(?:
      -{2,}\s?(?:original\ message|forwarded\ message|urspr(?:ü|ue)ngliche\ nachricht
        |weitergeleitete\ nachricht|mensaje\ (?:original|reenviado)
        |message\ (?:d'origine|transféré|original)|mensagem\ (?:original|encaminhada)
          |messaggio\ (?:originale|inoltrato)|原始邮件|轉寄|转发(?:的)?邮件)[^\n]*
    | begin\ forwarded\ message:? | (?:fwd?|wg|rv|tr|enc|转发)\s?:[^\n]* | 转发(?:一下)?[：:][^\n]*
      | (?:以下)?(?:为|是)?转发(?:的)?(?:内容|消息|邮件)[：:]?
    | am\ [^\n]{4,60}\ schrieb[^\n]{0,80}:? | on\ [^\n]{6,80}\ wrote: | el\ [^\n]{6,80}\ escribió:
      | le\ [^\n]{6,80}\ a\ écrit\s?: | em\ [^\n]{6,80}\ escreveu:
    | 在\s?[^\n]{4,60}写道[：:]
    | (?:from|von|de|da|od|van|发件人|寄件者|寄件人|差出人|보낸\ ?사람)\s?[:：][^\n]+\n(?:[^\n]*\n){0,3}?
      [ \t>*_]*(?:sent|to|subject|date|cc|gesendet|an|betreff|datum|enviado|para|asunto|fecha|envoyé|à
        |objet|data|oggetto|a|收件人|主题|主旨|时间|日期|件名|宛先|제목)\s?[:：]
    )""",
    re.MULTILINE | re.IGNORECASE | re.VERBOSE,
)
_SPEAKER = re.compile(
    r"""^[ \t]*(?:
      [\[(<【*_#]*\s?(?:system|assistant|developer|administrator|admin|operator|tool|ai|bot|系统|系統|助手|管理员
        |管理員|システム|アシスタント)
        (?:\ (?:notice|message|prompt|override|update|alert|reminder|note|result|提示|通知|消息))?
        (?:\s?(?:提示|通知|消息|公告|メッセージ))?\s?[\])>】*_]*\s?(?:\[[^\]\n]{0,80}\])?\s?[:：]
    | \[\s?(?:system|assistant|developer|admin|operator)\b[^\]\n]{0,80}\] | 【\s?(?:系统|系統|助手|管理员
      |システム)[^】\n]{0,40}】
    | (?:system|developer|admin)\ (?:notice|message|prompt|override|alert|reminder)\b\s?(?:\[|\(|-|:)
    )""",
    re.MULTILINE | re.IGNORECASE | re.VERBOSE,
)
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n|\Z")
_ENVELOPE = re.compile(
    r"[\[【<](?:image|img|photo|picture|screenshot|attachment|attached|file|video|pdf|document"
    r"|link preview|clipboard|pasted|ocr|"
    r"图片|圖片|照片|截图|文件|附件|视频|链接"
    r"|Bild|Foto|Datei|Anhang|imagen|archivo|adjunto|pièce jointe|fichier|imagem"
    r"|anexo|画像|添付)"
    r"\s?[:：][^\]】>]*[\]】>]?",
    re.IGNORECASE,
)
_DIALOGUE = re.compile(
    r"^[ \t]*(?:\[[^\]\n]{1,24}\]\s?)?([^\W\d_][^\n:：<>{}\"]{0,23}|\+?\d[\d ]{5,16}"
    r"|\d{1,3}楼)[:：][ \t]?(?=\S)",
    re.MULTILINE,
)
_LEAST_TURNS = 3
_PROMPT_URL = re.compile(
    r"https?://[^\s<>\"']*(?:%20|[?&](?:q|prompt|query|text|message"
    r"|memory)=)[^\s<>\"']*"
)
_QUOTE = re.compile(r"[\"“„«「『‘]([^\"”“„«»「」『』\n]{12,2000})[\"”“»」』’]")
_OTHERS_WORD = re.compile(
    r"""(?:
      (?<!\bi\ )(?<!\bwe\ )(?<!\bi've\ )(?<!\bi'd\ )(?<!\bwe've\ )(?<!\bich\ )(?<!\byo\ )(?<!\bje\ )
      \b(?:says?|said|states?|stated|writes?|wrote|written|reads?|texted|emailed|e-mailed|mailed|posted
        |tweeted|replied|claims?|claimed|told\ (?:me|us)|goes|went
        |sagte?|sagt|schreibt|schrieb|meinte?|steht|dice|dijo|escribe|escribió|pone|puso|dit|a\ dit
          |écrit|disse|diz|escreveu|scrive|scritto|ha\ detto)
      | \baccording\ to\b | \blaut\b | \bsegún\b | \bselon\b | \bsecondo\b
      | \b(?:mail|email|e-mail|message|letter|note|memo|page|website|site|article|review|post|poster
        |sign|leaflet|notice|readme|docs?|ticket|comment|text\ from|quote
        |brief|nachricht|zettel|schild|artikel|correo|mensaje|carta|nota|página|lettre|courriel|affiche
          |mensagem)\b[^.!?\n"“„«]{0,40}[:,]
      | \b(?:forward(?:ed|ing|s)|sent\ me|copied|pasted?|spam|scam|chain\ letter|inbox|screenshot
        |caption|captive\ portal|going\ round|found\ this|got\ this
        |text(?:ed)?\ from)\b[^.!\n"“„«]{0,60}[:?,]
      | (?:转来|转发|发来|转给|群里|公告|短信|节录|節錄|话术)[^。！\n“「"]{0,16}[:：,，]?
      | (?<![我俺咱])(?:说|說|写道|寫道|表示|回复|回覆|写的是|写着|留言|发来|來信|称|言って|書いて|と言)
    )[^.!?。！？\n]{0,30}$""",
    re.IGNORECASE | re.VERBOSE,
)
_OTHERS_WORD_AFTER = re.compile(
    r"""^[,.!?]?\s?[,，]?\s?(?:
      (?:he|she|they|it|mum|mom|dad|my\ \w+|the\ \w+|[A-Z]\w+)\s(?:says?|said|wrote|writes|told\ (?:me
        |us)|texted|replied|claims?|claimed)
    | (?:says?|said|wrote|schrieb|sagte|dijo|a\ dit|disse)\s(?!i\b)\w+
    | (?:他|她|它|他们|她们|老板|妈妈|爸爸|对方|客户|老师)(?:说|写道|表示)
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_OWN_WORD = re.compile(
    r"\b(?:i|we|ich|wir|yo|nosotros|je|nous|eu)(?:'ve|'d|'m|\ have|\ had|\ just|\ always|\ often|\ also"
    r"|\ once)?\ \w+[^.!?\n]{0,24}$|我(?:们)?(?:就|也|都|常|总|一直|跟.{1,6})?(?:说|写)[^。！？\n]{0,10}$",
    re.IGNORECASE,
)
_PASSED_ON = re.compile(
    r"""(?:translat|summar|proof-?read|rewrite|rephrase|re-?word|polish|convert|reformat|format|tidy
      |clean\ up|shorten|edit|correct|check|analy[sz]e|explain|reply|respond|answer
      |übersetz|fass|korrigier|formulier|zusammenfass|traduc|traduz|resum|corrig|corrij|redact|pásame
        |tradui|résum|reformul
      |翻译|翻譯|总结|總結|润色|潤色|改写|改寫|概括|校对|校對|整理|分析|回复|翻訳|要約|添削|번역|요약)
      [^\n]{0,120}?(?:[:：]\s*\n|[:：]\s*(?=["“„«「『])|[:：]\s+(?=\S)|\n[ \t]*\n|\n(?=["“„«「『]))""",
    re.IGNORECASE | re.VERBOSE,
)
_THIS = re.compile(
    r"\b(?:this|these|the\ following|below|that|dies|folgend|diesen|este|esta|esto|siguiente|ce|cet"
    r"|cette|ceci|suivant|isto|seguinte|questo|questa)\b|下面|以下|这|這|この|これ|다음|이",
    re.IGNORECASE,
)
_MIN_QUOTED_WORDS = 6
_MIN_QUOTED_SIGNS = 9
_MIN_PASSED_WORDS = 8
_WORDS = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def segments(message: StampedMessage) -> tuple[Segment, ...]:
    """Part a message by who can have authored the words.

    A user's message may hold code, quotes, mails, markup, or lines that claim to be somebody else: these count as
    pasted. His own rule in quotation marks is his own; quotes lower trust only where they are attributed to
    somebody else. Messages of other roles have one origin throughout.

    Args:
        message: A stamped message.

    Returns:
        Segments in order that cover the message without gaps; none for an empty message.
    """
    length = len(message.content)
    if not length:
        return ()
    if message.role != "user":
        return (Segment(0, length, message.origin, "message"),)
    pasted = (
        least_trusted((message.origin, "user_pasted"))
        if trust_of(message.origin) >= trust_of("user_pasted")
        else message.origin
    )
    marked = _merged(_marked(message.content))
    found: list[Segment] = []
    position = 0
    for start, end, reason in marked:
        if position < start:
            found.append(Segment(position, start, message.origin, "typed"))
        found.append(Segment(start, end, pasted, reason))
        position = end
    if position < length:
        found.append(Segment(position, length, message.origin, "typed"))
    return tuple(found)


def origin_of(evidence: Evidence, message: StampedMessage, parts: tuple[Segment, ...]) -> Origin:
    """Return the least trusted origin that a piece of evidence touches.

    Args:
        evidence: A span of the message.
        message: The message in which it stands.
        parts: The message's :func:`segments`.
    """
    touched: tuple[Origin, ...] = tuple(
        part.origin for part in parts if part.start < evidence.end and evidence.start < part.end
    )
    return least_trusted((message.origin, *touched)) if touched else message.origin


def _marked(text: str) -> list[tuple[int, int, Reason]]:
    found: list[tuple[int, int, Reason]] = []
    for sign, pattern, reason in _BY_SIGN:
        if sign in text:
            found += _spans(pattern, text, reason)
    if "<" in text:
        found += _tagged(text)
    found += _rests(text)
    found += _quoted(text)
    if not text.isascii():
        found += _unseen(text)
    return found


_BY_SIGN: tuple[tuple[str, re.Pattern[str], Reason], ...] = (
    ("```", _FENCE, "code"),
    ("~~~", _FENCE, "code"),
    (">", _BLOCKQUOTE, "blockquote"),
    ("＞", _BLOCKQUOTE, "blockquote"),
    ("[", _ENVELOPE, "envelope"),
    ("【", _ENVELOPE, "envelope"),
    ("<", _ENVELOPE, "envelope"),
    ("://", _PROMPT_URL, "envelope"),
)


def _unseen(text: str) -> Iterator[tuple[int, int, Reason]]:
    """Nobody types tag characters: they came with what was pasted."""
    for start, end, what in hidden(text):
        if what in {"tag", "selector"}:
            yield start, end, "hidden"


def _rests(text: str) -> Iterator[tuple[int, int, Reason]]:
    """Give what reaches to the end of a paragraph or of the message."""
    for speaker in _SPEAKER.finditer(text):
        paragraph = _PARAGRAPH_END.search(text, speaker.end())
        yield speaker.start(), paragraph.start() if paragraph else len(text), "speaker"
    if forwarded := _FORWARDED.search(text):
        yield forwarded.start(), len(text), "forwarded"
    if (talk := _dialogue(text)) is not None:
        yield (*talk, "forwarded")
    if (passed := _passed_on(text)) is not None:
        yield passed, len(text), "passed_on"


def _spans(pattern: re.Pattern[str], text: str, reason: Reason) -> Iterator[tuple[int, int, Reason]]:
    for match in pattern.finditer(text):
        yield match.start(), match.end(), reason


def _merged(found: list[tuple[int, int, Reason]]) -> list[tuple[int, int, Reason]]:
    """Let the first of overlapping spans have what it covers."""
    kept: list[tuple[int, int, Reason]] = []
    for start, end, reason in sorted(found, key=lambda span: (span[0], -span[1])):
        begin = max(start, kept[-1][1]) if kept else start
        if begin < end:
            kept.append((begin, end, reason))
    return kept


def _tagged(text: str) -> Iterator[tuple[int, int, Reason]]:
    position = 0
    while opening := _OPENING.search(text, position):
        closing = text.find(f"</{opening[1]}>", opening.end())
        if closing >= 0:
            end = closing + len(opening[1]) + 3
            inline = opening[1].casefold() in _INLINE_HTML and "\n" not in text[opening.start() : end]
            if not inline:
                yield opening.start(), end, "markup"
            position = end
        elif _PROMPT_TAGS.match(opening[0]):  # a prompt tag that never closes owns the rest
            yield opening.start(), len(text), "markup"
            return
        else:
            position = opening.end()


def _quoted(text: str) -> Iterator[tuple[int, int, Reason]]:
    for quote in _QUOTE.finditer(text):
        inside = quote[1]
        if len(_WORDS.findall(inside)) < _MIN_QUOTED_WORDS and len(_CJK.findall(inside)) < _MIN_QUOTED_SIGNS:
            continue
        before, after = text[max(0, quote.start() - 90) : quote.start()], text[quote.end() : quote.end() + 40]
        if (_OTHERS_WORD.search(before) and not _OWN_WORD.search(before)) or _OTHERS_WORD_AFTER.match(after):
            yield quote.start(), quote.end(), "quoted"


def _dialogue(text: str) -> tuple[int, int] | None:
    """Find a copied chat: lines of at least two speakers, one of whom speaks again."""
    turns = list(_DIALOGUE.finditer(text))
    names = [turn[1].strip() for turn in turns]
    if len(turns) < _LEAST_TURNS or not 1 < len(set(names)) < len(names):
        return None
    end = _PARAGRAPH_END.search(text, turns[-1].end())
    return turns[0].start(), end.start() if end else len(text)


def _passed_on(text: str) -> int | None:
    """Where text begins that the user only wants translated, summarised, answered ...: it is not his statement."""
    request = _PASSED_ON.search(text)
    if request is None or not (_THIS.search(text[: request.end()]) or text[request.end() - 1] == "\n"):
        return None
    rest = text[request.end() :]
    if len(_WORDS.findall(rest)) < _MIN_PASSED_WORDS and len(_CJK.findall(rest)) < 2 * _MIN_PASSED_WORDS:
        return None
    return request.end()
