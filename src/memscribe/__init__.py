"""memscribe: the memory-write engine for AI agents.

A conversation goes in; proven write operations come out and are applied to a store that remembers how it came to
believe each thing. Start with :meth:`Memscribe.open`.
"""

from importlib.metadata import version

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
