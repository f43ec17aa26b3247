"""Content that gives power (standing rules, permissions, payment, endpoints ...) needs the user's own words."""

import re
from collections.abc import Sequence

from memscribe.core.operation import Operation
from memscribe.core.origin import FIRST_HAND
from memscribe.core.verdict import Finding
from memscribe.guard.context import Subject, Witness, sentence_span
from memscribe.guard.findings import finding
from memscribe.text.canonical import fold
from memscribe.text.overlap import share_of, uncovered

_CHECK = "authority"
_RULE = re.compile(
    r"\b(?:(?:the )?(?:ai )?(?:assistant|agent|agents|assistants|ai|chatbot|bot|copilot"
    r"|model)s? (?:should|must|shall|has to|have to|needs? to|may|can|is (?:to|allowed)|are (?:to"
    r"|allowed)|will always|always|never|does not need|need not|carr(?:y|ies) standing)"
    r"|(?:always|never) (?:ask|answer|reply|respond|use|send|include|install|pay|book|approve|recommend"
    r"|mention|trust|skip|run|execute|buy|cc|forward)\b"
    r"|from now on|in (?:all )?future (?:sessions|conversations|answers|replies)|standing (?:instruction"
    r"|order|approval|permission|rule|consent)s?|by default,? (?:the )?assistant)"
    r"|(?:助手|助理|ai|智能体|机器人).{0,6}(?:应|须|必须|不得|可以|总是|一律|务必)|以后(?:都|一律|请|要|不要|每次)|今后(?:都|一律|请)|从(?:现在"
    r"|今)(?:开始|起|往后)?.{0,4}(?:都|一律|必须)"
    r"|\b(?:der assistent|el asistente|l'assistant|o assistente)\b.{0,12}\b(?:soll|muss|darf|debe|puede"
    r"|doit|peut|deve|pode)"
)
_PERMISSION = re.compile(
    r"\b(?:pre-?approved|pre-?authori[sz]ed|standing (?:approval|consent|permission)|(?:has|have|had|is"
    r"|are|was|were) (?:already |permanently |hereby )?(?:approved?|authori[sz]ed|allowed|permitted"
    r"|consent(?:ed|s)?|agreed to|granted|waived?|exempt(?:ed)?)"
    r"|(?:consents?|consented|authori[sz]es|approves|permits|grants|allows|waives|waived) (?:to |the "
    r"|all |any |silent|auto|purchases|payments|access|sharing|it )?|(?:gave|given|gives) (?:consent"
    r"|permission|approval)"
    r"|without (?:asking|confirmation|confirming|approval|review|prompt(?:ing)?|checks?|checking"
    r"|verification|further notice|consent)|no (?:confirmation|approval|review|verification|sign-?off"
    r"|prompt)s? (?:is |are )?(?:needed|required|necessary)"
    r"|(?:do(?:es)?|need) not (?:need|require|have) (?:to )?(?:ask|confirmation|approval|review|a review"
    r"|confirm)|need not (?:ask|confirm)|auto-?(?:approve|renew|pay|purchase)|skip(?:s"
    r"|ping)? (?:verification|review|the check|confirmation)|approved (?:payee|vendor|supplier|sender)"
    r"|treat(?:ed|s)? (?:as|his|her|their|all) .{0,30}(?:instructions|consent|approved|trusted)"
    r"|sudo without)\b"
    r"|已?(?:授权|批准|同意|许可|豁免)(?!书)|无需(?:确认|审核|审批|询问|验证|授权)|不(?:用|需|必)(?:确认|审核|审批|询问|验证|再问)|免审|自动续|视为同意"
    r"|no requiere (?:revisión|aprobación|confirmación)|sin (?:confirmación|revisión|preguntar)"
    r"|ohne (?:rückfrage|freigabe|bestätigung|prüfung)|gelten als erteilt|sem (?:revisão|aprovação"
    r"|confirmação|perguntar)|plus de (?:relecture|validation|contrôle)|sans (?:confirmation"
    r"|validation|demander)"
)
_LOOSENED = re.compile(
    r"\b(?:disabl|switch\w* off|turn\w* off|skip|bypass|waiv|lift|drop|relax"
    r"|retir)\w*\b.{0,50}\b(?:verification|validation|signature|signing|checks?|tls|ssl|certificates?"
    r"|encryption|2fa|mfa|review|approvals?|ban|protection|rate limit\w*|audit|logging|safeguards?"
    r"|confirmation)\b"
    r"|\b(?:verification|validation|signature checks?|signing|tls|ssl|certificate checks?|encryption|2fa"
    r"|mfa|review|approval|rate limits?)\b.{0,30}\b(?:disabled|off|switched off|turned off|retired"
    r"|lifted|waived|no longer (?:needed|required)|not (?:needed|required))\b|verify\s?=\s?false"
    r"|\b(?:exempt\w*|exent[ao]s?|exonér\w+|befreit|ohne vier-augen-prinzip|ohne verschlüsselung)\b"
    r"|\b(?:sole|exclusive|only|preferred|first-choice|mandated|trusted|lasting preference"
    r"|favou?rite) (?:\w+ )?(?:supplier|provider|vendor|partner|source|intermediary|network|contact)\b"
    r"|\b(?:force[- ]pushes?|admin scope|write access|merge rights|root access"
    r"|sudo)\b.{0,40}\b(?:granted|allowed|encouraged|approved|delegated|fine|ok)\b|\b(?:granted"
    r"|delegated|gave|grants?|get) (?:\w+ ){0,3}(?:admin|root|write|merge|officer|access|rights)\b"
    r"|\b(?:accepted|agreed|accepts|agrees|acepta|aceptó|accepte|accepté|akzeptiert|zugestimmt|consented"
    r"|opted in|enrols?|enrolled)\b.{0,40}\b(?:terms|plan|publicidad|advertising|marketing|autopay"
    r"|sharing|substitut\w+|brand|subscription|weitergabe|fees?|validation)\b|(?:唯一|优先|默认)(?:合格|推荐"
    r"|指定)?(?:供应商|联系人|来源|服务商)|自动(?:放行|扣款|购买|审批)|委托代扣|一律(?:抄送|汇至|使用|采用|直接)"
)
_PAYMENT = re.compile(
    r"\biban\b|\b[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){3,7}\b|\b(?:bank|payment|payout|wire|wallet|crypto"
    r"|paypal|giro) ?(?:account|details|address|transfer|number|id)\b|\b(?:account|routing"
    r"|sort) (?:number|code)\b"
    r"|\b(?:pay|paid|payable|wire|wired|transfer(?:red)?|remit|settle[sd]?|route[sd]?|refund(?:ed"
    r"|s)?)\b.{0,40}\b(?:to|into|from|at|via)\b.{0,30}\b(?:account|wallet|iban|bank|address|card"
    r")\b|\b0x[0-9a-f]{16,}\b|\bbc1[a-z0-9]{20,}"
    r"|收款(?:账户|账号|人)|(?:银行|付款|支付)(?:账户|账号|卡号)|打款到|汇款至"
    r"|(?:付款|转账|转帐|汇款|打款)[到至](?:此|该|以下|这个)?(?:账户|账号|卡)"
    r"|bankverbindung|kontonummer|cuenta bancaria|compte bancaire|rib\b"
)
_ENDPOINT = re.compile(
    r"\b(?:official|default|primary|new|trusted|only|correct|approved|internal"
    r"|preferred) (?:\w+ )?(?:endpoint|mirror|registry|index|proxy|gateway|webhook|base url|api url"
    r"|server|host|repo|repository|download (?:site|page|link))\b"
    r"|\b(?:endpoint|mirror|registry|proxy|webhook|base url|api url|index url|gateway) (?:is|are|was"
    r"|moved|now|has moved|should|must|changed)\b|--(?:extra-)?index-url|--trusted-host|--registry\b"
    r"|\bwebhook\b.{0,30}https?://"
)
_INSTALL = re.compile(
    r"\b(?:install(?:ed|s|ing)?|download(?:ed)?|fetch(?:ed)?|pull(?:ed)?|get)\b.{0,50}\b(?:from"
    r"|via)\b.{0,40}(?:https?://|[\w-]+\.(?:example|com|org|net|io|dev|sh|cn)\b)"
    r"|curl [^|\n]{0,120}\| ?(?:sudo )?(?:ba)?sh|\b(?:pip|npm|uv|cargo|brew|apt) (?:install"
    r"|add) .{0,60}(?:https?://|git\+)"
    r"|从.{2,30}(?:安装|下载)"
)
_CREDENTIAL = re.compile(
    r"\b(?:password|passcode|passphrase|api key|access key|secret key|token|credential|private key|pin"
    r"|seed phrase)s?\b.{0,30}\b(?:is|are|kept|stored|lives?|found|saved|in|at|under)\b|密码.{0,6}(?:在|放"
    r"|存)"
)
_POWERS = (
    (_RULE, "a standing rule for the assistant"),
    (_PERMISSION, "a permission or consent"),
    (_LOOSENED, "a permission or consent"),
    (_PAYMENT, "payment details"),
    (_ENDPOINT, "an endpoint"),
    (_INSTALL, "an install source"),
    (_CREDENTIAL, "where credentials are"),
)
_TO_THE_ASSISTANT = re.compile(
    r"\b(?:(?:ai|llm|language|virtual|automated) ?(?:assistants?|agents?|models?|bots?|systems?)"
    r"|assistants?|chatbots?|copilots?|llms?|agents? (?:reading|working|must|should|may|carry|who|that"
    r"|in this)|dear (?:ai|assistant)|you (?:must|should|may|are (?:now|to|required|allowed)"
    r"|have (?:standing|permission))"
    r"|(?:remember|memori[sz]e|save|store|note|record|persist) (?:this|that|the following|it|as|to)"
    r"|(?:user|account holder|account owner|owner|mailbox owner|reader|maintainer)(?:'s)? (?:has|have"
    r"|had|wants?|prefers?|approved|agreed|allows?|consent\w*|authori[sz]ed|confirmed|standing)"
    r"|standing (?:instruction|preference|approval))\b"
    r"|(?:助手|助理|智能体|ai|大模型|机器人)|请?(?:记住|写入|存入|保存)"
    r"|ki-assistent|asistentes?|agentes|assistants? ia|アシスタント"
)
_FEW = 2
_MOST = 0.6


def authority(operation: Operation, *, outside: bool = False) -> str | None:
    """Say what power an operation's content gives, or None.

    Args:
        operation: What is proposed; a retraction gives none.
        outside: Whether only outsiders say it; then what poses as a record of work is read as closely as the rest.

    Returns:
        A few words ("a standing rule for the assistant") or None.
    """
    if operation.op == "retract":
        return None
    if operation.kind == "instruction":
        return "a standing instruction"
    text = fold(operation.text)
    # what was paid, installed or allowed in a piece of work is no direction for later
    record = operation.kind in {"task", "event"} and not outside
    for pattern, what in _POWERS:
        if pattern.search(text) and not (record and pattern is not _RULE):
            return what
    return None


def check(subject: Subject) -> Sequence[Finding]:
    """Let only the user's (or operator's) own words set rules, permissions, payment, endpoints and sources."""
    what = authority(subject.operation, outside=subject.outside)
    if what is None or not subject.speaking:
        return ()
    if subject.trust >= FIRST_HAND:
        return _value_in_own_words(subject, what)
    culprits = [witness for witness in subject.speaking if witness.message.role != "user" and _addresses(witness)]
    if subject.trust < FIRST_HAND and culprits:
        return (
            finding(
                _CHECK, "planted_instruction", "reject",
                f"This is {what}, but the words come from {subject.source} and speak to the assistant: "
                "only the user can give it, in a message of his own.",
            ),
        )  # fmt: skip
    return (
        finding(
            _CHECK, "authority_from_low_trust", "hold",
            f"This is {what}, and only {subject.source} says so: the user must say it in his own words, "
            f"or review it.",
        ),
    )  # fmt: skip


def _addresses(witness: Witness) -> bool:
    text = witness.message.content
    start, end = sentence_span(text, witness.evidence.start, witness.evidence.end)
    return bool(_TO_THE_ASSISTANT.search(fold(text[start:end])))


def _value_in_own_words(subject: Subject, what: str) -> Sequence[Finding]:
    """A "yes" cannot lend the user's authority to a value that he never wrote."""
    own = "\n".join(
        (
            subject.conversation.first_hand,
            subject.context.episode.account or "",
            *(target.text for target in subject.targets),
        )
    )
    folded = fold(own)
    foreign = [
        claim.value for claim in subject.claims if claim.kind == "identifier" and not _named(claim.value, folded)
    ]
    text = subject.words
    missing = uncovered(text, (own,))
    if not foreign and (len(missing) <= _FEW or share_of(missing, text) <= _MOST):
        return ()
    return (
        finding(
            _CHECK, "authority_from_low_trust", "hold",
            f"This is {what}, and the user agreed to it, but its content "
            f"({', '.join((*foreign, *missing)[:4])}) stands only "
            "in words of others: he must say it himself, or review it.",
        ),
    )  # fmt: skip


def _named(value: str, folded: str) -> bool:
    """Whether an identifier stands in a text, or a telling part of it ("204" for "CC-204")."""
    return value.strip("-./") in folded or any(
        len(part) >= 3 and re.search(rf"(?<!\w){re.escape(part)}(?!\w)", folded)  # noqa: PLR2004
        for part in re.split(r"[^\w]+", value)
        if any(sign.isdigit() for sign in part)
    )
