"""Refuse texts that a model left blank or copied from its instructions."""

import re
from collections.abc import Sequence

from memscribe.core.verdict import Finding
from memscribe.guard.context import Subject
from memscribe.guard.findings import finding
from memscribe.text.canonical import fold

_CHECK = "placeholders"
_WHOLE = re.compile(
    r"""[<\[{("'\s]*(?:
      n/?a|none|null|nil|undefined|unknown|string|str|text|content|memory|memories|fact|facts|value
        |title|summary|description|todo|tbd|tba|xxx+|placeholder|example|lorem\ ipsum.*|foo|bar|test
      |(?:the\ )?(?:memory|fact|new|updated|short|extracted|summary|one\ fact)\ (?:text|content|title
        |here|goes\ here|string|statement|sentence).*|no\ (?:new\ )?(?:memory|memories|facts?|operations?
        |information)(?:\ (?:found|extracted|to\ store|needed))?
      |无|没有|暂无|未知|空|记忆内容|事实内容|内容|文本|なし|없음|ninguno|ninguna|keine|aucun[e]?|nenhum[a]?
    )[>\]})"'\s.]*""",
    re.VERBOSE,
)
_BLANKS = re.compile(r"\{\{[^{}]{0,60}\}\}|\{%[^%{}]{0,60}%\}|\$\{[a-z_]{2,30}\}|%\(\w+\)s|_{4,}")
_ANGLE = re.compile(r"<\s?([^<>=/\n]{2,60})>")
_SQUARE = re.compile(r"\[\s?([^\[\]\n]{1,40})\]")
_SCHEMA_WORD = re.compile(
    r"\b(?:name|user|username|person|date|time|place|city|country|company|employer|job|title|text"
    r"|content|value|here|insert|your|placeholder|short|fact|memory|number|amount|email|address|topic"
    r"|subject|description|todo|unknown|relation|relationship|item|product|year|month|day|url|id|xxx+)\b"
    r"|姓名|名字|日期|时间|地点|城市|公司|内容|标题|数字|金额|地址|此处|某某|用户名|氏名|名前|日付|이름|날짜|nombre|fecha|datum|nom|nome"
)
_LEFTOVERS = re.compile(
    r"as an ai (?:language )?model|i(?:'m| am) (?:an ai|sorry, but)|here(?:'s| is| are) the (?:json"
    r"|updated|extracted|memor|operations?|result)|```|</?think>|<\|[a-z_]+\|>|\[/?inst\]|<</?sys>>"
    r"|\"(?:op|kind|operations?|evidence|text|memory|event)\"\s?:|^\s?[{\[]\s?\"|\b(?:third person"
    r"|self-contained),? (?:one fact|third person|statement)|^(?:output|response|answer|json)\s?:"
    r"|以下是(?:提取|更新|json)|作为(?:一个)?(?:ai|人工智能|语言模型)"
)


def check(subject: Subject) -> Sequence[Finding]:
    """Reject empty texts, blanks that were never filled in, schema words and leftovers of a prompt.

    What looks like a blank but is quoted in the evidence (``List<int>``, ``[ledger-api]``) is content.
    """
    operation = subject.operation
    if operation.op == "retract":
        return ()
    if not any(sign.isalnum() or sign == "█" for sign in operation.text):
        return (
            finding(_CHECK, "empty_text", "reject", "The operation has no text: there is nothing to remember."),
        )
    text = fold(operation.text)
    said = fold("\n".join(witness.message.content for witness in subject.witnesses))
    if blank := _blank(text, said):
        return (
            finding(
                _CHECK, "placeholder_text", "reject",
                f"{blank!r} is a blank that was never filled in, or a leftover of the instructions: "
                f"write the fact itself.",
            ),
        )  # fmt: skip
    return ()


def _blank(text: str, said: str) -> str | None:
    if _WHOLE.fullmatch(text):
        return text
    for pattern in (_BLANKS, _LEFTOVERS):
        if (found := pattern.search(text)) and found[0] not in said:
            return found[0]
    for pattern in (_ANGLE, _SQUARE):
        for found in pattern.finditer(text):
            if found[0] not in said and _SCHEMA_WORD.search(found[1]):
                return found[0]
    return None
