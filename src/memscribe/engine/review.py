"""The review queue: what is held waits for a person, and every decision is recorded and can be undone."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from memscribe.core.errors import InputError, ReviewError
from memscribe.core.operation import Operation, Retract
from memscribe.core.ports import MemoryFilter, Store
from memscribe.core.receipt import HeldItem, Receipt
from memscribe.core.scope import Scope
from memscribe.engine.batches import Moment, Vectors, accept_batch, found, reject_batch
from memscribe.guard.secrets import mask
from memscribe.text.canonical import fold
from memscribe.text.terms import query_terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memscribe.core.memory import Version


class ReviewQueue:
    """What is held in a store.

    Args:
        store: Where it is held.
        vectors: Embeds texts that a reviewer lets through.
        moment: Tells who records, when.
    """

    def __init__(
        self,
        store: Store,
        *,
        vectors: "Callable[[Sequence[str]], Vectors]",
        moment: Callable[[], Moment],
    ) -> None:
        self._store = store
        self._vectors = vectors
        self._moment = moment

    def pending(self, *, scope: Scope) -> tuple[HeldItem, ...]:
        """Return what waits for a decision in exactly this scope, oldest first."""
        return self._store.held(scope=scope, status="pending")

    def get(self, held_id: str, *, scope: Scope) -> HeldItem:
        """Return one held item, decided or not.

        Raises:
            NotFoundError: There is none with this id in the scope.
        """
        return found(self._store.held_item(held_id, scope=scope), f"held item {held_id}", scope)

    def accept(self, held_id: str, *, scope: Scope, reviewer: str, text: str | None = None) -> Receipt:
        """Store what was held.

        Targets that are gone in the meantime are left out; an update that has none left becomes an addition. The
        memory keeps the origin of its evidence: a reviewer's consent does not make a web page a first-hand source.

        Args:
            held_id: Which item.
            scope: Exactly the scope in which it is held.
            reviewer: Who decides; kept with the decision.
            text: What to store instead of the proposed text.

        Returns:
            The receipt of the decision; undo it to make the item wait again.

        Raises:
            NotFoundError: There is no such item in the scope.
            ReviewError: It was decided already, or everything that it would withdraw is gone.
        """
        item = self._undecided(held_id, scope, reviewer)
        episode = found(self._store.episode(item.episode_id, scope=scope), f"episode {item.episode_id}", scope)
        operation = item.operation
        if text is not None:
            if isinstance(operation, Retract):
                raise InputError("expected no text for a retraction: it withdraws memories and stores none")
            if not text.strip():
                raise InputError("expected the text to store, got none: leave it out to store what was proposed")
            operation = operation.model_copy(update={"text": mask(text.strip()).text})
        targets = MemoryFilter(
            scope=scope,
            exact=True,  # a decision here does not change what belongs to an ancestor
            statuses=("active", "superseded", "retracted"),
            memory_ids=operation.targets,
        )
        current: dict[str, Version] = {}
        if operation.targets:
            current = {version.memory_id: version for version in self._store.find(targets)}
        if operation.text and (known := self._said_already(operation, scope)):
            raise ReviewError(f"{known} says the same already: reject the item, or give another text")
        batch = accept_batch(
            item,
            operation,
            episode,
            current=current,
            vectors=self._vectors([operation.text] if operation.text else []),
            reviewer=reviewer,
            moment=self._moment(),
        )
        return self._store.apply(batch)

    def reject(self, held_id: str, *, scope: Scope, reviewer: str, note: str | None = None) -> Receipt:
        """Turn down what was held; the item and the decision stay on record.

        Args:
            held_id: Which item.
            scope: Exactly the scope in which it is held.
            reviewer: Who decides.
            note: Why.

        Raises:
            NotFoundError: There is no such item in the scope.
            ReviewError: It was decided already.
        """
        item = self._undecided(held_id, scope, reviewer)
        return self._store.apply(
            reject_batch(item, reviewer=reviewer, note=note and mask(note).text, moment=self._moment())
        )

    def _said_already(self, operation: Operation, scope: Scope) -> str | None:
        """Return the active memory that holds exactly this text, its own targets aside."""
        where = MemoryFilter(scope=scope, exact=True)
        said = fold(operation.text)
        for hit in self._store.matching(query_terms(operation.text), where, limit=20):
            if fold(hit.memory.text) == said and hit.memory.memory_id not in operation.targets:
                return hit.memory.memory_id
        return None

    def _undecided(self, held_id: str, scope: Scope, reviewer: str) -> HeldItem:
        if not reviewer.strip():
            raise InputError("expected the reviewer's name, got none: a decision is recorded with who took it")
        item = self.get(held_id, scope=scope)
        if item.status != "pending":
            raise ReviewError(
                f"{held_id} was {item.status} by {item.reviewer} already: undo that receipt to decide again"
            )
        return item
