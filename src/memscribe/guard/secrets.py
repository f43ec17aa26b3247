"""Mask secrets code point for code point, so that offsets stay valid and the words around stay readable."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memscribe.guard import secret_shapes as shapes
from memscribe.guard.secret_answers import answers, names_secret
from memscribe.guard.secret_shapes import Span, groups
from memscribe.guard.secret_tokens import cards, codes, random_tokens

MASK = "█"


@dataclass(frozen=True, slots=True)
class Masked:
    """A text without its secrets.

    Args:
        text: As long as the original; every code point of a secret is :data:`MASK`.
        count: How many secrets were masked.
        spans: Where they stood, in order.
    """

    text: str
    count: int
    spans: tuple[Span, ...]


def mask(text: str, *, asked: str | None = None) -> Masked:
    """Mask the secrets of a text.

    Keys and tokens by their shape; passwords, passcodes, PINs and one-time codes by the words beside them; payment
    cards by their check digit, with expiry date and security code; links that let anybody in. What only looks like
    one (commit ids, file hashes, UUIDs, ISBN, phone and order numbers, versions, prices) stays.

    Args:
        text: Any text.
        asked: The message before it. Where that asks for a secret ("wifi password?"), a bare answer that looks like
            one is masked too.

    Returns:
        The masked text, how many secrets it held and where.
    """
    found = _found(text)
    if asked is not None:
        found += answers(text, asked)
    return _without(text, _merged(found))


def mask_value(key: str, value: str) -> Masked:
    """Mask the value of a named field, as of a tool call's arguments.

    Args:
        key: The field's name.
        value: What it holds.

    Returns:
        The whole value masked where the name says that it is a secret ("api_key", "Authorization"), otherwise
        what :func:`mask` makes of it.
    """
    if names_secret(key) and value.strip(MASK + " "):
        return _without(value, ((0, len(value)),))
    return mask(value)


def _without(text: str, spans: tuple[Span, ...]) -> Masked:
    if not spans:
        return Masked(text, 0, ())
    parts: list[str] = []
    position = 0
    for start, end in spans:
        parts += [text[position:start], MASK * (end - start)]
        position = end
    parts.append(text[position:])
    return Masked("".join(parts), len(spans), spans)


_TRIGGER = re.compile(
    r"pass|p/w|\bpw|pwd|secret|token|key|code|pin\b|pins\b|puk|otp|cv[vc]|csc|\btan\b|bearer|basic "
    r"|credential|phrase|://|código|clave|contrase|senha|palavra|"
    r"kennwort|losung|schlüssel|combination|combo|parola|парол|wachtwoord|hasło|şifre|cl[ée]\b|auth"
    r"|pass\b|mot de|creds|wi-?fi|wlan|gate|door|session|jsession|phpsess|sid=|ssn|social security|user"
    r"|login|account|2fa|mfa"
    r"|[密口令暗驗验码碼钥鑰锁門门卡秘认認確校动取提安支保证證锁账帐パ비암인보]|BEGIN|\d[ -]?\d{3}[ -]?\d",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d")
_VENDOR_HINT = re.compile(r"[A-Za-z0-9_.:+/=-]{14,}")


def _found(text: str) -> list[Span]:
    found: list[Span] = []
    if _VENDOR_HINT.search(text):
        found += [
            span for match in shapes.VENDOR.finditer(text) for span in groups(match) if _random_enough(match["v"])
        ]
    if not _TRIGGER.search(text):
        return found
    if "PRIVATE KEY" in text:
        found += [span for match in shapes.PRIVATE_KEY.finditer(text) for span in groups(match)]
    for pattern in (shapes.AUTHORIZATION, shapes.LINK, shapes.LOOSE, shapes.IDENTITY):
        found += [span for match in pattern.finditer(text) for span in groups(match)]
    found += [
        span
        for match in shapes.PASSWORD_NEXT.finditer(text)
        for span in groups(match)
        if not (
            match["v"]
            and match["v"].isalpha()
            and re.match(r"clave|credential|.*keys?$", match["k"], re.IGNORECASE)
        )
    ]
    found += _assigned(text)
    found += _passwords(text)
    if _DIGITS.search(text):
        found += codes(text)
        found += cards(text)
    found += random_tokens(text, found)
    return found


def _merged(spans: list[Span]) -> tuple[Span, ...]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


_PLACEHOLDER = re.compile(
    r"""\$|%\w+%|<|\{|\*{2,}|█|x{3,}|\.{3}|…|-{3,}|(?:null|none|nil|undefined|true|false|yes|no|n/?a
      |empty|blank|required|optional|string|str|bytes|int|bool|text|varchar|self|os\.|process\.|env\.|
      getenv|settings\.|config\.|secrets?\.|vault|redacted|hidden|masked|changeme|placeholder|your[-_]
      |my[-_]|the$|some|any|example$|todo|tbd|input|field|request|response|data|value|token|password
      |secret|key|hash|new|old)\b(?!\d)""",
    re.IGNORECASE | re.VERBOSE,
)
_CODE_EXPRESSION = re.compile(
    r"\w+\(|\w+\.\w+\(|\w+\[|^/|^\./|^~/|^\\\\|\w+\.(?:get|env|strip|value|text|password|token)\b"
)
_NOT_A_VALUE_KEY = re.compile(
    r"(?:token(?:s|izer|_count|_type|_limit|ization)|max_?tokens?|num_?tokens?|input_?tokens"
    r"|output_?tokens|.*_(?:id|name|type|count|url|path|file|length|len|policy|field|hint|manager|expiry"
    r"|ttl|rotation|reset)|password(?:_?reset|less))$",
    re.IGNORECASE,
)
_TRAILING = re.compile(r"[.,;:?)\]}。，、；！？）」』…]+$")
"""An exclamation mark stays: it may belong to the password."""


def _assigned(text: str) -> Iterator[Span]:
    for match in shapes.ASSIGNED.finditer(text):
        value = match["v"]
        if _PLACEHOLDER.match(value) or _CODE_EXPRESSION.search(value) or _NOT_A_VALUE_KEY.search(match["k"]):
            continue
        if value.isdecimal() and re.search(r"\.\w+$", match["k"]):  # a line number after a file name
            continue
        if not match["q"] and value.isalpha() and value.islower() and len(value) < 5:  # noqa: PLR2004
            continue
        start = match.start("v")
        value = value if match["q"] else _TRAILING.sub("", value)
        if value and not (value.isdecimal() and len(value) < 3):  # noqa: PLR2004
            yield start, start + len(value)


_NOT_VALUES = frozenset(
    (
        "the a an my your his her our their its it this that these those in on at to for from with by "
        "of as not no never "
        "always still now also only just really very too so quite pretty already almost usually often "
        "again back and or but if when "
        "because since stored saved kept wrong right correct incorrect expired expiring expire expires "
        "invalid valid "
        "required optional needed missing empty blank weak strong short long same different unique "
        "shared old new next set "
        "reset changed rotated leaked gone lost forgotten hashed encrypted salted plain case secure "
        "insecure safe unsafe good bad "
        "fine ok okay okay: ready available rejected accepted protected visible hidden unknown known "
        "default none null "
        "available somewhere everywhere written printed taped here there where what which who how why "
        "something anything nothing "
        "everything someone being been going getting about under over behind inside outside until "
        "before after like than then "
        "unchanged readable working broken enough important recommended mandatory disabled enabled "
        "managed handled generated compromised exposed exposed: sensitive secret unset up out off down due "
        "im am auf in unter bei nicht noch nur schon falsch richtig abgelaufen gespeichert vergessen "
        "zu gut sicher geändert "
        "el la los las un una en de del por que no incorrecta incorrecto correcta caducada guardada "
        "muy la misma mal igual "
        "le les dans sur pas une au aux trop expiré correct incorrect le même faux bon celui celle stocké "
        "o os as um uma na no nas nos errada correta muito mesma é "
        "be do does did has have had can could should would will must may might you i we they he she "
        "y'all please "
        "manager managers policy reset resets field rules length strength hint prompt requirements "
        "page form input strings "
        "required: simple easy hard obvious ridiculous stupid weird funny crazy complicated posted listed "
        "me us them him sent given shown used using use"
    ).split()
)
_PARTICIPLE = re.compile(r"(?:ed|ing|able|ible)$")


def _passwords(text: str) -> Iterator[Span]:
    for match in shapes.PASSWORD.finditer(text):
        value = _TRAILING.sub("", match["v"])
        if not value or _PLACEHOLDER.match(value) or _CODE_EXPRESSION.search(value):
            continue
        start = match.start("v")
        if match["q"]:
            closing = re.search(r"[\"'“”’»`]", text[start : start + 80])
            if closing and closing.start() > 1:
                yield start, start + closing.start()
                continue
        phrase = _phrase_tail(text, start + len(value), match["k"])
        if phrase or _is_a_password(value, match):
            yield start, start + len(value) + phrase
    for match in shapes.CJK_PASSWORD.finditer(text):
        value = _TRAILING.sub("", match["v"])
        if _is_cjk_password(value):
            yield match.start("v"), match.start("v") + len(value)


_TELLING = re.compile(r"[\d!@#$%^&*+=?]")
_SHORTEST_PLAIN = 6


def _is_cjk_password(value: str) -> bool:
    if _PLACEHOLDER.match(value):
        return False
    if _TELLING.search(value):
        return True
    return len(value) >= _SHORTEST_PLAIN and value.isalpha() and not value.isupper()


def _is_a_password(value: str, match: re.Match[str]) -> bool:
    bare = value.casefold()
    if re.search(r"\d|[^\w\s'’-]|[a-z][A-Z]", value) or "_" in value:
        return not re.fullmatch(
            r"\d{1,2}|[\w-]+\.(?:py|md|js|ts|txt|json|ya?ml|env|toml)|https?:.*|/.*|\d+(?:st|nd|rd|th|d"
            r"|h|days?|min|%)",
            bare,
        )
    if bare in _NOT_VALUES or len(value) < 4 or not value.isascii():  # noqa: PLR2004
        return False
    if ":" in match["is"] or "=" in match["is"]:
        return True
    if match["is"].strip().split()[0].casefold() in {"to", "now", "are", "stays", "remains"} or _PARTICIPLE.search(
        bare
    ):
        return False
    # "the password is tangerine." is one, "the password is tangerine flavoured" hardly
    return (
        bool(
            re.match(
                r"[\"'”’`]?\s*(?:[.,;:!?)\n]|$|\b(?:and|but|for|if|so|by the way|btw|in case|all"
                r"|lowercase|with|on)\b)",
                match.string[match.end("v") :],
            )
        )
        or value[-1] in ".,;!"
    )


_SENTENCE_WORDS = re.compile(
    r"\b(?:is|was|in|on|at|the|a|to|of|and then|by|with|stored|kept|written|not|somewhere)\b"
)


def _phrase_tail(text: str, end: int, keyword: str) -> int:
    """A seed or pass phrase has several words: mask to the end of the clause."""
    if "phrase" not in keyword.casefold():
        return 0
    tail = re.match(r"(?:[ -][a-z]{2,}){2,}", text[end:])
    return tail.end() if tail and not _SENTENCE_WORDS.search(tail[0]) else 0


def _random_enough(token: str) -> bool:
    """A vendor prefix before words ("sk-learn-pipeline-builder") is no key."""
    if not token.startswith("sk-"):
        return True
    return bool(re.search(r"\d", token)) or bool(re.search(r"[a-z][A-Z]|[A-Z]{2}[a-z]", token))
