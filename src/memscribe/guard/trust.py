"""Lower trust never changes what higher trust said, and outsiders make no claims about the user."""

import re
from collections.abc import Sequence

from memscribe.core.memory import Version
from memscribe.core.operation import Kind
from memscribe.core.origin import FIRST_HAND, trust_of
from memscribe.core.verdict import Finding
from memscribe.guard.context import Subject, sentence_span
from memscribe.guard.findings import finding
from memscribe.text.canonical import fold

_CHECK = "trust"
_ABOUT_THE_USER = frozenset({"profile", "preference", "plan", "event", "relationship", "instruction"})
_USER_IS_SUBJECT = re.compile(
    r"^(?:the )?user(?! ?(?:'s|interface|story|stories|table|model|service|id|ids|account|accounts|guide"
    r"|docs?|manual|agent|group|role|data)\b)\b"
    r"|^(?:the )?user's (?:name|home|address|birthday|age|wife|husband|partner|son|daughter|sister"
    r"|brother|mother|father|mum|mom|dad|child|children|kids?|friend|doctor|allerg\w*|diet|health|bank"
    r"|phone|email|job|employer|salary|religion|favou?rite|preferences?)\b"
    r"|^用户(?!名|界面|体验|故事|表|群|数|量|端|手册|组|的(?:项目|团队|公司|仓库|服务|代码|系统|产品|部门|客户))"
    r"|^(?:el usuario|la usuaria|der nutzer|die nutzerin|l'utilisateur|l'utilisatrice|o usuário"
    r"|a usuária|ユーザー(?!名|数|id)|사용자)"
)
_SPEAKS_OF_USER = re.compile(
    r"\b(?:the |your |host |our )?(?:user|account (?:holder|owner)|mailbox owner|repo(?:sitory)? owner"
    r"|project owner|owner|reader|maintainer|boss|principal)\b(?! (?:guide|manual|interface|id|agent"
    r"|stories|table|docs))"
    r"|用户(?!名|界面|体验|群|数|量|端|手册|组)|账(?:户|号)(?:所有者|持有人)|机主"
)
_SPEAKS_TO_USER = re.compile(r"\byou(?:r|rs|'re|'ve|'d|'ll)?\b|您|你")
_OUTSIDE = trust_of("tool_external")
_RECORDS = frozenset({"task", "experience"})


def check(subject: Subject) -> Sequence[Finding]:
    """Compare the trust of what asserts an operation with what it changes and with what it claims."""
    if not subject.speaking:
        return ()
    return (*_over_targets(subject), *_outside_change(subject), *_outside_claim(subject))


def _over_targets(subject: Subject) -> Sequence[Finding]:
    return tuple(
        finding(
            _CHECK, "lower_trust_target", "hold",
            f"Only {subject.source} says so, but {target.memory_id} ({_short(target.text)}) comes from "
            f"a source that is trusted "
            f"more ({target.origin}): the user must confirm the change.",
            memory_id=target.memory_id,
        )
        for target in subject.targets
        if subject.trust < target.trust
    )  # fmt: skip


def _outside_change(subject: Subject) -> Sequence[Finding]:
    """Nobody but the user (or the operator) changes what is stored about him or what he imported."""
    if subject.trust >= FIRST_HAND:
        return ()
    return tuple(
        finding(
            _CHECK, "outside_claim", "hold",
            f"Only {subject.source} says so, but {target.memory_id} ({_short(target.text)}) is about the user or "
            f"was imported: he must change it himself, or review it.",
            memory_id=target.memory_id,
        )
        for target in subject.targets
        if _is_the_users(target, subject)
    )  # fmt: skip


def _is_the_users(target: Version, subject: Subject) -> bool:
    if _own_record(subject.operation.kind, subject) and target.kind in _RECORDS:
        return False
    if _of_the_speaker(target.text, subject):
        return False
    account = fold(subject.context.episode.account or "")
    text = fold(target.text)
    return (
        target.kind in _ABOUT_THE_USER
        or target.origin == "import"
        or bool(_USER_IS_SUBJECT.match(text))
        or bool(account and _holds(account, text))
    )


def _own_record(kind: Kind, subject: Subject) -> bool:
    """Whether the agent or a tool of the system reports its own work."""
    return kind in _RECORDS and subject.trust > _OUTSIDE


def _of_the_speaker(text: str, subject: Subject) -> bool:
    """Whether a text is about the other person who says it, by name, and about nobody's user."""
    if subject.trust < trust_of("user_pasted"):
        return False
    folded = fold(text)
    account = fold(subject.context.episode.account or "")
    names = {fold(witness.message.name or "") for witness in subject.speaking if witness.message.role == "user"}
    if len(names) != 1 or any(witness.message.role != "user" for witness in subject.speaking):
        return False
    name = names.pop()
    about = name and (
        re.match(rf"{re.escape(name)}(?![^\W_])", folded)
        or folded.split(maxsplit=1)[:1] == name.split(maxsplit=1)[:1]
    )
    return bool(about) and not _SPEAKS_OF_USER.search(folded) and not (account and _holds(account, folded))


def _outside_claim(subject: Subject) -> Sequence[Finding]:
    if subject.trust >= FIRST_HAND or subject.operation.op == "retract":
        return ()
    if subject.operation.kind != "instruction" and _of_the_speaker(subject.operation.text, subject):
        return ()
    if subject.operation.kind not in _ABOUT_THE_USER and not _claims_about_user(subject):
        return ()
    return (
        finding(
            _CHECK, "outside_claim", "hold",
            f"Only {subject.source} says this about the user: he must say or confirm it himself, or "
            f"review it.",
        ),
    )  # fmt: skip


def _claims_about_user(subject: Subject) -> bool:
    """Knowledge and experience are first-hand records, unless they are about the user after all."""
    if subject.operation.kind == "task" and not subject.outside:
        return False  # the agent's own record may speak of who asked for what
    if _USER_IS_SUBJECT.match(fold(subject.operation.text)):
        return True
    account = fold(subject.context.episode.account or "")
    for witness in subject.speaking:
        if trust_of(witness.origin) >= FIRST_HAND:
            continue
        start, end = sentence_span(witness.message.content, witness.evidence.start, witness.evidence.end)
        said = fold(witness.message.content[start:end])
        if trust_of(witness.origin) <= _OUTSIDE and _SPEAKS_OF_USER.search(said):
            return True
        if account and (
            _holds(account, said)
            if trust_of(witness.origin) <= _OUTSIDE
            else _holds(account, fold(subject.operation.text))
        ):
            return True
        if (
            subject.operation.kind == "knowledge"
            and witness.origin == "assistant"
            and _SPEAKS_TO_USER.search(fold(witness.evidence.quote))
        ):
            return True
    return False


def _holds(name: str, text: str) -> bool:
    return bool(re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", text)) if name.isascii() else name in text


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:57]}...")  # noqa: PLR2004
