"""A memory and its versions."""

from typing import Literal

from pydantic import AwareDatetime, Field

from memscribe.core.base import Model
from memscribe.core.evidence import Evidence
from memscribe.core.operation import Kind
from memscribe.core.origin import Origin, trust_of
from memscribe.core.scope import Scope
from memscribe.core.timeline import TimeBound

Status = Literal["active", "superseded", "retracted"]
Ended = Literal["changed", "corrected", "withdrawn", "undone"]


class Version(Model):
    """One immutable row in the life of a memory.

    A memory is a stable id with versions 1, 2, 3 ...; each new version closes the one before in transaction
    time. Ending a memory writes a version too, so that history and time travel are queries.

    Args:
        memory_id: ``mem_...``.
        number: 1 for the first.
        ended: None while it is active; ``changed`` (true until valid_to, then replaced), ``corrected``
            (never true, replaced), ``withdrawn`` (retracted) or ``undone``.
        origin: The least trusted origin that asserts it.
        evidence: Spans of the messages of ``episode_id``.
        recorded_at: When the system began to believe this version.
        superseded_at: When it stopped (exclusive), None for the latest version.
        supersedes: The memories that this one replaced.
        superseded_by: The memory that replaced this one.
        writer: Which writer proposed it (or "review", "import", "undo").
        external_id: The caller's own id, unique in its scope.
    """

    memory_id: str
    number: int = Field(ge=1)
    scope: Scope
    kind: Kind
    text: str = Field(min_length=1)
    ended: Ended | None = None
    origin: Origin
    evidence: tuple[Evidence, ...] = ()
    episode_id: str | None = None
    receipt_id: str
    valid_from: TimeBound | None = None
    valid_to: TimeBound | None = None
    recorded_at: AwareDatetime
    superseded_at: AwareDatetime | None = None
    supersedes: tuple[str, ...] = ()
    superseded_by: str | None = None
    writer: str
    external_id: str | None = None

    @property
    def status(self) -> Status:
        """Active, superseded (a successor replaced it) or retracted (nothing did)."""
        match self.ended:
            case None:
                return "active"
            case "changed" | "corrected":
                return "superseded"
            case "withdrawn" | "undone":
                return "retracted"

    @property
    def trust(self) -> int:
        """The rank of its origin."""
        return trust_of(self.origin)


class Given(Model):
    """A memory that exists already elsewhere and is loaded as it is.

    Args:
        text: What it says.
        external_id: The caller's own id, unique in its scope.
        origin: Who said it; ``import`` where nobody knows.
        recorded_at: When it was recorded there (default: now).
        ended: Set where it is no longer active.
    """

    text: str = Field(pattern=r"\S")
    external_id: str | None = None
    kind: Kind = "knowledge"
    origin: Origin = "import"
    recorded_at: AwareDatetime | None = None
    ended: Ended | None = None


class Recalled(Model):
    """A stored memory that a writer is shown.

    Args:
        memory: Its current version.
        similarity: Cosine to what was asked, in [-1, 1]; None where no vectors were compared.
    """

    memory: Version
    similarity: float | None = None


class Hit(Model):
    """One search result.

    Args:
        memory: The version found.
        score: The fused score; only its order means something.
        similarity: Cosine to the query where vectors were compared.
    """

    memory: Version
    score: float
    similarity: float | None = None
