"""memscribe: the memory-write engine for AI agents.

A conversation goes in; proven write operations come out and are applied to a store that remembers how it came to
believe each thing. Start with :meth:`Memscribe.open`.

The names below are loaded when they are first used: a command that only prints its help loads no database.
"""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memscribe.aio import AsyncMemscribe
    from memscribe.core.errors import MemscribeError
    from memscribe.core.evidence import Evidence
    from memscribe.core.memory import Given, Hit, Recalled, Version
    from memscribe.core.message import Episode, Message, ToolCall
    from memscribe.core.operation import Add, Proposal, Rejection, Retract, Update
    from memscribe.core.ports import Embedder, Writer, WriteTask
    from memscribe.core.receipt import HeldItem, Receipt, ReceiptItem
    from memscribe.core.scope import Scope
    from memscribe.core.timeline import TimeBound
    from memscribe.core.verdict import Finding
    from memscribe.engine import Memscribe

_HOME = {
    "aio": ["AsyncMemscribe"],
    "core.errors": ["MemscribeError"],
    "core.evidence": ["Evidence"],
    "core.memory": ["Given", "Hit", "Recalled", "Version"],
    "core.message": ["Episode", "Message", "ToolCall"],
    "core.operation": ["Add", "Proposal", "Rejection", "Retract", "Update"],
    "core.ports": ["Embedder", "WriteTask", "Writer"],
    "core.receipt": ["HeldItem", "Receipt", "ReceiptItem"],
    "core.scope": ["Scope"],
    "core.timeline": ["TimeBound"],
    "core.verdict": ["Finding"],
    "engine": ["Memscribe"],
}
_MODULE_OF = {name: f"memscribe.{module}" for module, names in _HOME.items() for name in names}

__version__ = version("memscribe")

__all__ = [
    "Add",
    "AsyncMemscribe",
    "Embedder",
    "Episode",
    "Evidence",
    "Finding",
    "Given",
    "HeldItem",
    "Hit",
    "Memscribe",
    "MemscribeError",
    "Message",
    "Proposal",
    "Recalled",
    "Receipt",
    "ReceiptItem",
    "Rejection",
    "Retract",
    "Scope",
    "TimeBound",
    "ToolCall",
    "Update",
    "Version",
    "WriteTask",
    "Writer",
    "__version__",
]


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'memscribe' has no attribute {name!r}")
    return getattr(import_module(_MODULE_OF[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
