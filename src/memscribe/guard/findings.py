"""The codes of everything that the guard can find; docs/reference/findings.md explains each."""

from typing import Literal, get_args

from memscribe.core.verdict import Decision, Finding

Code = Literal[
    "empty_text", "placeholder_text", "evidence_missing", "evidence_mismatch", "nothing_asserts", "only_suggested",
    "ungrounded_number", "ungrounded_name", "ungrounded_date", "ungrounded_text",
    "negation_lost", "person_changed",
    "secret_in_text", "injection", "injection_nearby",
    "planted_instruction", "authority_from_low_trust", "lower_trust_target", "outside_claim",
    "unknown_target", "target_not_active", "target_out_of_scope", "target_taken", "no_change", "mass_retraction",
    "empty_validity", "unrelated_target",
    "duplicate",
]  # fmt: skip
CODES: tuple[Code, ...] = get_args(Code)


def finding(check: str, code: Code, decision: Decision, message: str, *, memory_id: str | None = None) -> Finding:
    """Make a finding with a known code."""
    return Finding(check=check, code=code, decision=decision, message=message, memory_id=memory_id)
