"""Memscribe: open, write, propose, search, history, review, undo. Wiring only."""

import random
import time
from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from memscribe.config import Settings, load_settings
from memscribe.core.clock import Clock, SystemClock
from memscribe.core.errors import IdempotencyConflictError, InputError, StoreError, VersionConflictError
from memscribe.core.ids import IdSource, UuidIds
from memscribe.core.memory import Given, Hit, Status, Version
from memscribe.core.message import Episode, Message
from memscribe.core.operation import Kind
from memscribe.core.ports import Batch, Embedder, MemoryFilter, Store, Writer, WriteTask
from memscribe.core.receipt import Receipt
from memscribe.core.scope import Scope
from memscribe.encoder.choose import make_embedder
from memscribe.engine.batches import Moment, Vectors, found, import_batch, undo_batch, write_batch
from memscribe.engine.intake import Intake, body_hash, take_in
from memscribe.engine.review import ReviewQueue
from memscribe.guard import Guard, GuardContext, OriginPolicy, mask
from memscribe.search.retrieve import at_any_time, neighbours, recall, search
from memscribe.store import open_store
from memscribe.writers.registry import make_writer

_PAUSE_S = 0.02  # at most so long before a write that was overtaken is decided again
_LIMIT = 10_000  # more hits than anybody reads; keeps the store's integers in bounds


class Memscribe:
    """A memory that remembers how it came to believe each thing.

    Use :meth:`open`; the constructor takes the parts ready-made.

    Args:
        store: Keeps everything.
        writer: Proposes what to write.
        embedder: Turns texts into vectors; None for lexical search alone; ``settings`` loads the configured
            one when it is first needed.
        guard: Decides what is let in, and by its policy which origin a message has.
        settings: Where the embedder is configured.
        clock: Tells now.
        ids: Where ids come from.
    """

    def __init__(
        self,
        *,
        store: Store,
        writer: Writer,
        embedder: Embedder | Literal["settings"] | None,
        guard: Guard,
        settings: Settings,
        clock: Clock,
        ids: IdSource,
    ) -> None:
        self._store = store
        self._writer = writer
        self._given_embedder = embedder
        self._guard = guard
        self._settings = settings
        self._clock = clock
        self._ids = ids
        self.review = ReviewQueue(store, vectors=self._vectors, moment=self._moment)

    @classmethod
    def open(
        cls,
        path: str | Path | None = None,
        *,
        writer: str | Writer | None = None,
        embedder: Embedder | Literal["settings"] | None = "settings",
        settings: Settings | None = None,
        clock: Clock | None = None,
        ids: IdSource | None = None,
    ) -> Self:
        """Open a memory, making it where there is none.

        Args:
            path: A SQLite file, or ``:memory:`` (default: the configured one).
            writer: A writer, or the name of one (default: the configured one).
            embedder: An embedder; None to do without vectors (default: the configured one).
            settings: Settings (default: from environment and file).
            clock: Tells now (default: the machine's).
            ids: Makes ids (default: UUIDv7).

        Raises:
            ConfigError: A setting cannot be used.
            InputError: No writer has this name.
            StoreError: The file cannot be opened, or is none of ours.
        """
        settings = settings or load_settings()
        policy = OriginPolicy(system_is_operator=settings.origin.system_is_operator, tools=settings.origin.tools)
        chosen = writer or settings.writer.name
        if path is None and settings.store.path is None:
            _make_folder(settings.data_dir)
        return cls(
            writer=make_writer(chosen) if isinstance(chosen, str) else chosen,
            store=open_store(path or settings.store_path, busy_timeout_s=settings.store.busy_timeout_s),
            embedder=embedder,
            guard=Guard(policy=policy),
            settings=settings,
            clock=clock or SystemClock(),
            ids=ids or UuidIds(),
        )

    def write(
        self,
        messages: Sequence[Message],
        *,
        scope: Scope,
        idempotency_key: str | None = None,
        at: datetime | None = None,
        account: str | None = None,
        expected_revision: int | None = None,
        writer: Writer | None = None,
    ) -> Receipt:
        """Decide what is worth remembering in some messages, prove it, and store it durably.

        Args:
            messages: What was said and done, in order.
            scope: Exactly where it will belong.
            idempotency_key: Names this write in the scope: repeated with the same body it returns the first
                receipt and changes nothing.
            at: When the last message was said (default: the latest message's own time, else now).
            account: The account holder's name, where it is known.
            expected_revision: Refuse when the scope has changed since this revision (see :meth:`revision`).
            writer: Use this writer instead of the opened one.

        Returns:
            What happened, item by item. Held and rejected items are no failure.

        Raises:
            InputError: The messages cannot be taken in.
            IdempotencyConflictError: The key was used for another body.
            VersionConflictError: The scope changed, and the caller expected that it had not.
            WriterError: The writer failed; nothing was stored.
            StoreError: It could not be made durable; nothing was stored.
        """
        digest = None
        if idempotency_key is not None:
            digest = body_hash(messages, scope=scope, at=at, account=account, key=self._store.secret())
            if (known := self._store.keyed_receipt(idempotency_key, scope=scope)) is not None:
                return _first_receipt(known, digest, idempotency_key)
        intake = self._take_in(messages, scope=scope, at=at, account=account)
        patience = time.monotonic() + self._settings.store.busy_timeout_s
        while True:
            revision = self._store.revision(scope)
            if expected_revision is not None and revision != expected_revision:
                raise VersionConflictError(
                    f"expected revision {expected_revision} of scope {scope}, but it is at {revision}: "
                    "read it again"
                )
            batch = self._decide(intake, writer or self._writer, idempotency_key, digest)
            try:
                return self._store.apply(batch, expected_revision=revision)
            except VersionConflictError as error:
                # somebody else wrote in between: decide again on what is there now
                if time.monotonic() > patience:
                    raise VersionConflictError(
                        f"others kept writing to scope {scope} for {self._settings.store.busy_timeout_s:g} s, each "
                        "time before this write was decided: nothing of it was stored, try again"
                    ) from error
                time.sleep(random.uniform(0, _PAUSE_S))  # noqa: S311 (no secret, only jitter)

    def propose(
        self,
        messages: Sequence[Message],
        *,
        scope: Scope,
        at: datetime | None = None,
        account: str | None = None,
    ) -> Receipt:
        """Say what :meth:`write` would do, and touch nothing.

        Args:
            messages: As for :meth:`write`, like the other arguments.
            scope: Where it would belong.
            at: When the last message was said.
            account: The account holder's name.

        Returns:
            A receipt of type ``propose``; its ids name nothing that is stored.
        """
        intake = self._take_in(messages, scope=scope, at=at, account=account)
        return self._decide(intake, self._writer, None, None).receipt.model_copy(update={"type": "propose"})

    def search(
        self,
        query: str,
        *,
        scope: Scope,
        limit: int = 10,
        kinds: tuple[Kind, ...] = (),
        min_trust: int | None = None,
        valid_at: datetime | None = None,
        known_at: datetime | None = None,
    ) -> tuple[Hit, ...]:
        """Find memories by words and by meaning.

        Args:
            query: What is asked, in any language.
            scope: Who asks; its own memories and those of its ancestors are found.
            limit: How many at most.
            kinds: Only these kinds.
            min_trust: Only memories of at least this trust.
            valid_at: What was true in the world at that instant.
            known_at: As it was believed at that instant.

        Returns:
            Best first.
        """
        _aware(valid_at=valid_at, known_at=known_at)
        if not 1 <= limit <= _LIMIT:
            raise InputError(f"expected a limit from 1 to {_LIMIT}, got {limit}")
        where = MemoryFilter(scope=scope, kinds=kinds, min_trust=min_trust, valid_at=valid_at, known_at=known_at)
        return search(self._store, self._embedder, query, where, limit=limit)

    def memories(
        self,
        *,
        scope: Scope,
        statuses: tuple[Status, ...] = ("active",),
        kinds: tuple[Kind, ...] = (),
        valid_at: datetime | None = None,
        known_at: datetime | None = None,
        limit: int | None = None,
    ) -> tuple[Version, ...]:
        """List memories visible from a scope, most recently recorded first."""
        _aware(valid_at=valid_at, known_at=known_at)
        where = MemoryFilter(scope=scope, kinds=kinds, statuses=statuses, valid_at=valid_at, known_at=known_at)
        return self._store.find(where, limit=limit)

    def get(self, memory_id: str, *, scope: Scope) -> Version:
        """Return the current version of a memory.

        Raises:
            NotFoundError: None with this id is visible from the scope.
        """
        return self.history(memory_id, scope=scope)[-1]

    def history(self, memory_id: str, *, scope: Scope) -> tuple[Version, ...]:
        """Return all versions of a memory, oldest first.

        Raises:
            NotFoundError: None with this id is visible from the scope.
        """
        versions = self._store.history(memory_id, scope=scope)
        return found(versions or None, f"memory {memory_id}", scope)

    def receipt(self, receipt_id: str, *, scope: Scope) -> Receipt:
        """Return a receipt.

        Raises:
            NotFoundError: None with this id is in the scope.
        """
        return found(self._store.receipt(receipt_id, scope=scope), f"receipt {receipt_id}", scope)

    def receipts(self, *, scope: Scope, limit: int = 20) -> tuple[Receipt, ...]:
        """Return the latest receipts of a scope, newest first."""
        return self._store.receipts(scope=scope, limit=limit)

    def episode(self, episode_id: str, *, scope: Scope) -> Episode:
        """Return the messages that were written together, secrets masked.

        Raises:
            NotFoundError: None with this id is visible from the scope.
        """
        return found(self._store.episode(episode_id, scope=scope), f"episode {episode_id}", scope)

    def revision(self, scope: Scope) -> int:
        """Return a number that grows with every change in exactly this scope."""
        return self._store.revision(scope)

    def undo(self, receipt_id: str, *, scope: Scope) -> Receipt:
        """Take back everything that a receipt did, by new versions; history keeps both.

        Args:
            receipt_id: A write, a review decision, an import, or an undo (which redoes).
            scope: Exactly its scope.

        Raises:
            NotFoundError: There is no such receipt in the scope.
            UndoRefusedError: Later versions depend on what it did, or it did nothing.
        """
        receipt = self.receipt(receipt_id, scope=scope)
        revision = self._store.revision(scope)
        written = {version.memory_id for item in receipt.items for version in item.versions}
        histories = {memory_id: self.history(memory_id, scope=scope) for memory_id in sorted(written)}
        touched = [change.held_id for change in receipt.held_changes]
        held = {held_id: self.review.get(held_id, scope=scope) for held_id in touched}
        batch = undo_batch(receipt, histories, held, moment=self._moment())
        return self._store.apply(batch, expected_revision=revision)

    def load(self, given: Sequence[Given], *, scope: Scope) -> Receipt:
        """Load memories that exist already elsewhere, as they are but for secrets, which are masked.

        Args:
            given: What they say, who said it, and since when.
            scope: Where they will belong.

        Raises:
            ConflictError: An external id is taken in the scope.
        """
        safe = [one.model_copy(update={"text": mask(one.text).text}) for one in given]
        vectors = self._vectors([one.text for one in safe])
        return self._store.apply(import_batch(safe, scope=scope, vectors=vectors, moment=self._moment()))

    def close(self) -> None:
        """Release the store."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @cached_property
    def _embedder(self) -> Embedder | None:
        if isinstance(self._given_embedder, str):
            return make_embedder(self._settings.encoder)
        return self._given_embedder

    def _moment(self) -> Moment:
        return Moment(at=self._clock.now(), ids=self._ids)

    def _vectors(self, texts: Sequence[str]) -> Vectors:
        if self._embedder is None or not texts:
            return Vectors(by_text={}, encoder_id=None)
        matrix = self._embedder.embed_passages(texts)
        by_text = {text: row.astype("<f4").tobytes() for text, row in zip(texts, matrix, strict=True)}
        return Vectors(by_text=by_text, encoder_id=self._embedder.id)

    def _take_in(
        self, messages: Sequence[Message], *, scope: Scope, at: datetime | None, account: str | None
    ) -> Intake:
        return take_in(
            messages,
            scope=scope,
            at=at,
            account=account,
            policy=self._guard.policy,
            clock=self._clock,
            ids=self._ids,
        )

    def _decide(self, intake: Intake, writer: Writer, key: str | None, digest: str | None) -> Batch:
        """Recall, propose, review: everything of a write but the applying."""
        episode = intake.episode
        recalled = recall(self._store, self._embedder, episode)
        proposal = writer.propose(WriteTask(episode=episode, recalled=recalled))
        texts = {i: operation.text for i, operation in enumerate(proposal.operations) if operation.text.strip()}
        where = MemoryFilter(scope=episode.scope)
        near, vectors = neighbours(self._store, self._embedder, list(texts.values()), where)
        memories = {one.memory.memory_id: one.memory for one in recalled}
        targets = {target for operation in proposal.operations for target in operation.targets}
        if unseen := targets - memories.keys():
            named = at_any_time(MemoryFilter(scope=episode.scope, memory_ids=tuple(sorted(unseen))))
            memories |= {version.memory_id: version for version in self._store.find(named)}
        context = GuardContext(episode=episode, memories=memories, neighbours=dict(zip(texts, near, strict=True)))
        return write_batch(
            episode,
            proposal,
            self._guard.review(proposal, context),
            current=memories,
            vectors=Vectors(by_text=vectors, encoder_id=self._embedder.id if self._embedder else None),
            masked=intake.masked,
            moment=self._moment(),
            idempotency_key=key,
            body_hash=digest,
        )


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"expected to make the data folder {folder}, but: {error.strerror}: set MEMSCRIBE_DATA_DIR"
        ) from error


def _first_receipt(known: tuple[str, Receipt], digest: str, key: str) -> Receipt:
    first_digest, receipt = known
    if first_digest != digest:
        raise IdempotencyConflictError(
            f"idempotency key {key!r} was used for another body (receipt {receipt.id}): use a new key"
        )
    return receipt


def _aware(**moments: datetime | None) -> None:
    for name, moment in moments.items():
        if moment is not None and moment.tzinfo is None:
            raise InputError(f"expected an aware {name}, got {moment.isoformat()}: add an offset such as +00:00")
