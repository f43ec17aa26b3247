"""Secrets that only the question before, or the name of a field, gives away."""

import itertools
import re
from collections.abc import Iterator
from typing import Final

from memscribe.guard.secret_shapes import Span

_NAMES: Final = (
    r"pass ?words?|pass ?codes?|pass ?phrases?|passwd|pwd|pins?|puk|otp|cv[vc]2?|token|credentials?|secret"
    r"|(?:wi-?fi|wlan|network|api|access|secret|private|licen[cs]e|recovery|encryption|security) ?keys?"
    r"|(?:door|gate|alarm|entry|access|safe|lock|verification|security|one-time|login|sms|confirmation) ?codes?"
    r"|(?:seed|recovery) phrase|passwort|kennwort|türcode|contraseña|clave|mot de passe|senha|palavra-passe|parola"
    r"|пароль|wachtwoord|hasło|şifre"
)
_ASKED = re.compile(
    rf"(?<![^\W_])(?:{_NAMES})(?![^\W_])(?! (?:manager|policy|reset|rules?|length|rotation|hint))"
    r"|(?:密码|密碼|口令|验证码|驗證碼|暗号|密钥|パスワード|暗証番号|パスコード|비밀번호|비번)",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"[?？]|\b(?:what(?:'s| is| was)|which|send|tell|enter|give|type|provide|share|need"
    r"|wie lautet|cuál|quel|qual)\b"
    r"|多少|什么|什麼|告诉|发我|输入|教えて|알려",
    re.IGNORECASE,
)
_ABOUT_IT = re.compile(
    r"^\W*(?:how|when|where|why|who|did|does|is|are|was|were|has|wann|wo|warum|cuándo|dónde|quand|où)\b",
    re.IGNORECASE,
)
"""A question about a secret ("when did you change the password?") does not ask for it."""
_SENTENCE: Final = re.compile(r"[^.!?。！？\n]*[.!?。！？\n]?")
_LEAD = re.compile(
    r"^\W*(?:(?:(?:sure|yes|yep|ok|okay|here(?: you go| it is)?|it'?s|it is|its|that'?s"
    r"|the (?:password|pin|code) is|try|should be|i think|es ist|es|son|c'est|das ist)(?!\w)"
    r"|是的?|就是|应该是|好的?)[\s,:：]*)+",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[!-~]+|[^\W\x00-\x7f]+")
_TRAILING: Final = ".,;:?)\"'"
_FEWEST_DIGITS: Final = 3
_SHORTEST_WORD: Final = 6
_SHORTEST_MIXED: Final = 5
_LONGEST_ANSWER: Final = 120
_MOST_TOKENS: Final = 6
_NOT_SECRET = re.compile(
    r"https?:.*|[\w.+-]+@[\w-]+\.[\w.-]+|\d{4}-\d\d-\d\d|\d{1,2}[:.]\d\d(?:am|pm)?|\d+(?:st|nd|rd|th|am|pm|h|min|%)"
    r"|\d{1,2}/\d{1,2}(?:/\d{2,4})?|[\w-]+\.(?:txt|md|json|ya?ml|env|pdf|docx?)",
    re.IGNORECASE,
)
_WORDS_OF_AN_ANSWER = frozenset(
    (
        "nothing sorry unknown default forgot forgotten dunno cancelled canceled skip whatever nevermind already "
        "thanks thank please expired unchanged different another private confidential bitwarden lastpass keychain "
        "onepassword later tomorrow yesterday someone somewhere anything always welcome exactly correct perfect "
        "really because unsure keine ninguna aucune"
    ).split()
)


def asks_for_secret(message: str) -> re.Match[str] | None:
    """Return the word for the secret that a message asks for, or None."""
    for sentence in _SENTENCE.findall(message):
        word = _ASKED.search(sentence)
        if word and _QUESTION.search(sentence) and not _ABOUT_IT.match(sentence):
            return word
    return None


def answers(text: str, asked: str) -> Iterator[Span]:
    """Find what answers a question for a secret: bare, or after "it's".

    Args:
        text: The answer.
        asked: The message before it.
    """
    word = asks_for_secret(asked) if len(text) <= _LONGEST_ANSWER else None
    if word is None:
        return
    lead = _LEAD.match(text)
    start = lead.end() if lead else 0
    tokens = [(match.start(), match[0].rstrip(_TRAILING)) for match in _TOKEN.finditer(text, start)]
    tokens = [(position, token) for position, token in tokens if token]
    if not tokens or len(tokens) > _MOST_TOKENS:
        return
    digits = "".join(token for _, token in tokens)
    last, final = tokens[-1]
    if (digits.isdecimal() and len(digits) >= _FEWEST_DIGITS) or (
        "phrase" in word[0].casefold() and _is_phrase(tokens)
    ):
        yield tokens[0][0], last + len(final)
    elif len(tokens) == 1:
        if _is_bare(final, word[0]):
            yield last, last + len(final)
    else:
        yield from ((position, position + len(token)) for position, token in tokens if _is_mixed(token))


def _is_bare(token: str, asked: str) -> bool:
    if _NOT_SECRET.fullmatch(token):
        return False
    if not token.isalpha():
        return len(token) >= _SHORTEST_MIXED or any(sign.isdigit() for sign in token)
    named = re.fullmatch(r"pins?|puk|otp|cv[vc]2?|.*codes?", asked, re.IGNORECASE)
    return (
        token.isascii()
        and not named
        and len(token) >= _SHORTEST_WORD
        and token.casefold() not in _WORDS_OF_AN_ANSWER
    )


def _is_mixed(token: str) -> bool:
    kinds = (any(map(str.isalpha, token)), any(map(str.isdecimal, token)))
    return all(kinds) and len(token) >= _SHORTEST_MIXED and not _NOT_SECRET.fullmatch(token)


def _is_phrase(tokens: list[tuple[int, str]]) -> bool:
    words = [token for _, token in tokens]
    common = {
        "i",
        "it",
        "is",
        "the",
        "a",
        "to",
        "in",
        "on",
        "my",
        "no",
        "not",
        "don't",
        "same",
        "as",
        "have",
        "you",
    }
    return (
        len(words) > _FEWEST_DIGITS and all(map(str.isalpha, words)) and common.isdisjoint(map(str.casefold, words))
    )


_PART_OF_KEY = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SECRET_PARTS = frozenset(
    (
        "password passwords passwd passcode passphrase pwd secret secrets token tokens pin otp totp cvv cvc "
        "authorization credential credentials apikey accesskey secretkey privatekey bearer cookie jwt senha "
        "passwort kennwort contraseña"
    ).split()
)
_KEYS = frozenset("api access secret private auth encryption signing master session license recovery".split())
_ABOUT_ONE = frozenset(
    (
        "id ids name names type types count counts url uri path file length len policy field hint manager expiry "
        "ttl rotation reset limit max min num number usage budget input output prompt completion total size code "
        "codes expires issued at version required enabled reference ref"
    ).split()
)


def names_secret(key: str) -> bool:
    """Whether a field of this name holds a secret: "api_key", "dbPassword", "Authorization"; not "token_count"."""
    parts = [part.casefold() for part in _PART_OF_KEY.findall(key)] or [key.casefold()]
    pairs = {one + other for one, other in itertools.pairwise(parts)}
    if "密码" in key or "密钥" in key or "口令" in key:
        return True
    if not _ABOUT_ONE.isdisjoint(parts) and not {"pin", "otp", "cvv"} & set(parts):
        return False
    if not _SECRET_PARTS.isdisjoint(parts) or not _SECRET_PARTS.isdisjoint(pairs):
        return True
    if parts[-1] == "pass" or parts in (["pw"], ["auth"]):
        return True
    return parts[-1] in {"key", "keys"} and not _KEYS.isdisjoint(parts[:-1])
