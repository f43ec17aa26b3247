"""What codes mean, in words."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memscribe.core.memory import Version
    from memscribe.core.operation import Operation, RejectionReason
    from memscribe.core.receipt import ReceiptType
    from memscribe.core.verdict import Decision

REASONS: Mapping["RejectionReason", str] = {
    "question": "a question, it states nothing",
    "hypothetical": "hypothetical, not said to be so",
    "joke": "a joke",
    "fiction": "fiction or role play",
    "quoted": "somebody else's words, quoted",
    "third_party": "about somebody else, not worth keeping",
    "assistant_suggestion": "the assistant's suggestion or guess, which the user did not confirm",
    "tool_dump": "raw tool output",
    "general_knowledge": "general knowledge",
    "transient": "true only for the moment",
    "secret": "a secret",
    "injection": "an instruction from somebody who may not instruct",
    "duplicate": "remembered already",
    "smalltalk": "small talk",
    "task_request": "a request to do something now",
    "withdrawn": "taken back in the same conversation",
    "unverified": "a claim about the user by somebody else",
}

_DONE: Mapping[str, str] = {"add": "stored", "update": "updated", "retract": "withdrawn"}
_PLANNED: Mapping[str, str] = {"add": "would store", "update": "would update", "retract": "would withdraw"}


def outcome(kind: "ReceiptType | str", verdict: "Decision", operation: "Operation") -> str:
    """Say what became of an operation."""
    if kind == "undo":
        return "taken back"
    if kind == "import":
        return "loaded"
    if kind == "propose":
        return {"accept": _PLANNED[operation.op], "hold": "would hold", "reject": "would refuse"}[verdict]
    if verdict == "reject":
        return "turned down" if kind == "review" else "refused"
    return "held" if verdict == "hold" else _DONE[operation.op]


def ending(version: "Version") -> str:
    """Say whether a version is in force, and if not, how it ended."""
    match version.ended:
        case None:
            return "active"
        case "changed":
            return "superseded (changed)"
        case "corrected":
            return "superseded (corrected)"
        case "withdrawn":
            return "retracted (withdrawn)"
        case "undone":
            return "retracted (undone)"


def true_when(version: "Version | Operation") -> str:
    """Say when something is true in the world, or nothing where that was not said."""
    start, end = getattr(version, "valid_from", None), getattr(version, "valid_to", None)
    parts = [f"from {start}"] if start else []
    if end:
        # stored bounds are exclusive; people say the last day
        parts.append(f"before {end}" if end.precision == "instant" else f"through {end.preceding()}")
    return " ".join(parts)
