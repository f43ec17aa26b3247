"""What tools and the assistant say that could be taken for a memory: left out, and accounted for.

Only tempting words are listed: orders to an AI, claims about "the user", and the assistant's guesses about the
person to whom it speaks. All other words of theirs were never candidates.
"""

import re
from collections.abc import Iterator

from memscribe.core.message import Episode, StampedMessage
from memscribe.core.operation import Rejection, RejectionReason
from memscribe.text.sentences import Piece, sentences
from memscribe.writers.rules.reading import Turn

_ORDER_TO_AI = re.compile(
    r"\b(?:ai|a\.i\.|llms?|(?:ai |virtual |digital )?assistants?|agents?|chatbots?|language models?|gpt"
    r"|claude|copilot)"
    r"\b[^.!?\n]{0,60}[:,]\s*(?:please |you must |always |now |must )*(?:save|store|remember|note|record"
    r"|add|write|ignore"
    r"|disregard|forget|delete|send|forward|update|tell|reply|treat|trust|recommend)\b|"
    r"\b(?:save|store|add|write|commit|put) (?:(?:this|that|it|the following) )?(?:in|to|into) "
    r"(?:your |the |its |long-term )*(?:memory|memories|profile)\b|"
    r"\b(?:remember|note|record|store) that the user\b|"
    r"\b(?:ignore|disregard|forget) (?:all |any )?(?:of )?(?:your |the )?(?:previous|prior|earlier|above) "
    r"(?:instructions|rules|prompts?)\b|"
    r"(?:ai|AI|人工智能|智能|语言模型)?(?:助手|助理|代理)[^。！？\n]{0,16}[:：，,][^。！？\n]{0,6}(?:存入|记住|记下|写入|保存|忽略|"
    r"删除|转发|发送)|(?:存入|写入|保存到|记入)(?:你的|您的|长期)?记忆|忽略(?:之前|以上|先前|前面)(?:的)?(?:所有|全部)?(?:指令|指示)",
    re.IGNORECASE,
)
_ABOUT_USER = re.compile(
    r"\bthe (?:user|customer|account holder)(?:'s \w+)? (?:is|has|had|was|lives?|works?|wants?|prefers?"
    r"|likes?|agree[sd]|"
    r"orders?|uses?|owns?|needs?|plans?|allows?|consents?|authori[sz]e[sd]|approve[sd])\b|"
    r"(?<!新)用户(?:所有|已经?|同意|住|喜欢|希望|偏好|授权|要求|想要|计划|常)",
    re.IGNORECASE,
)
_GUESS = re.compile(
    r"\b(?:i (?:suppose|guess|assume|imagine|take it|bet|gather|think)(?: that)? you(?:r|'\w+)?|"
    r"you (?:must|probably|seem|presumably|likely|surely|apparently|clearly|obviously)|"
    r"you'(?:re|ve|ll) (?:probably|presumably|likely|surely|obviously|clearly)|(?:probably|presumably"
    r"|apparently|perhaps"
    r"|maybe) you|sounds like you|it seems you|looks like you|so you(?:'re| are| have|'ve))\b|"
    r"(?:我猜|我想|看来|想必|估计|大概|应该是?|听起来|看样子)[，,]?(?:您|你)|(?:您|你)(?:应该|大概|可能|想必|估计|看来|一定|肯定)",
    re.IGNORECASE,
)
_IN_TOOLS = re.compile(
    r"user|customer|account holder|memor|assistant|instruction|rules|prompt|\bai\b|llm|agent|gpt|claude"
    r"|copilot|model|"
    r"用户|记忆|助手|助理|指令|指示",
    re.IGNORECASE,
)
_IN_GUESSES = re.compile(
    r"suppose|guess|assume|imagine|take it|i bet|gather|think|must|probably|seem|presumably|likely|surely"
    r"|apparently|"
    r"clearly|obviously|sounds like|perhaps|maybe|looks like|so you|[您你]",
    re.IGNORECASE,
)
"""What stands in every tempting sentence: most messages need no closer look."""
_LONGEST = 400
_MOST = 12


def left_out(episode: Episode, read: tuple[Turn, ...]) -> tuple[Rejection, ...]:
    """Return what others than the user say that is tempting and must not be stored; at most twelve spans.

    Args:
        episode: The messages.
        read: The user's turns in it.
    """
    found: list[Rejection] = []
    for position, message in enumerate(episode.messages):
        if message.role in {"tool", "assistant"}:
            answered = next((turn for turn in read if turn.position > position), None)
            found.extend(_tempting(message, answered))
    return tuple(found[:_MOST])


def _tempting(message: StampedMessage, answered: Turn | None) -> Iterator[Rejection]:
    """Give the tempting sentences of one message."""
    if not (_IN_TOOLS if message.role == "tool" else _IN_GUESSES).search(message.content):
        return
    confirmed = (
        answered is not None
        and bool(answered.clauses)
        and answered.asked is message
        and answered.pack.confirms(answered.clauses[0].text)
    )
    for piece in sentences(message.content):
        if len(piece.text) <= _LONGEST and (reason := _reason(message, piece)) and not confirmed:
            yield Rejection(
                message_id=message.id, start=piece.start, end=piece.end, quote=piece.text, reason=reason
            )


def _reason(message: StampedMessage, piece: Piece) -> RejectionReason | None:
    if message.role == "tool":
        if _ORDER_TO_AI.search(piece.text):
            return "injection"
        return "unverified" if _ABOUT_USER.search(piece.text) else None
    if piece.text.endswith(("?", "？")) or not _GUESS.search(piece.text):
        return None
    return "assistant_suggestion"
