"""Vectors in memory, as matrices that follow the database.

SQLite stays the only truth: a matrix holds what one scope's rows held when it was last brought up to date, and
every answer is filtered by SQL afterwards. Rows are only ever added, in the order of their ids, so that bringing
it up to date reads the new rows alone, whichever process wrote them.
"""

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from memscribe.store.sqlite.session import SQL, Session

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_BYTES = 256 * 2**20  # enough for 170,000 vectors of 384 dimensions

_AT_ONCE = 512  # rows read at a time: a cold start needs little memory besides the matrix

Floats = NDArray[np.float32]
Ids = NDArray[np.int64]
_Number = TypeVar("_Number", np.int64, np.float32)


def unit_rows(matrix: Floats) -> Floats:
    """Return the rows of float32[n, d] at length 1; a row of zeros stays."""
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    return matrix / np.where(lengths == 0, 1, lengths).astype(np.float32)


class _Block:
    """The vectors of one scope and encoder; arrays have room to grow, so that adding is cheap."""

    def __init__(self, *, erasures: int, dimensions: int) -> None:
        self.erasures = erasures
        self.last = 0
        self.size = 0
        self.ids: Ids = np.empty(0, np.int64)
        self.rows: Floats = np.empty((0, dimensions), np.float32)

    def add(self, ids: "Sequence[int]", vectors: "Sequence[bytes]") -> None:
        size = self.size + len(ids)
        if size > len(self.ids):
            room = max(size, 2 * self.size)
            self.ids = _with_room(self.ids, room, self.size)
            self.rows = _with_room(self.rows, room, self.size)
        added = np.frombuffer(b"".join(vectors), "<f4").reshape(len(ids), -1)
        self.ids[self.size : size] = ids
        self.rows[self.size : size] = unit_rows(added)
        self.size = size

    @property
    def bytes(self) -> int:
        return self.rows.nbytes + self.ids.nbytes


def _with_room(array: NDArray[_Number], room: int, used: int) -> NDArray[_Number]:
    grown = np.empty((room, *array.shape[1:]), array.dtype)
    grown[:used] = array[:used]
    return grown


class VectorCache:
    """The matrices of the scopes asked last, up to a number of bytes.

    Args:
        most_bytes: What all matrices may take together; the one asked last is kept in any case.
    """

    def __init__(self, *, most_bytes: int = _MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._blocks: OrderedDict[tuple[int, int], _Block] = OrderedDict()
        self._lock = threading.Lock()

    def similarities(
        self,
        session: Session,
        query: Floats,
        *,
        scope_ids: "Sequence[int]",
        encoder_id: int,
    ) -> tuple[Ids, Floats]:
        """Compare a query with every text of some scopes.

        Args:
            session: In a read transaction.
            query: float32[d], of length 1.
            scope_ids: Whose texts.
            encoder_id: The row id of the encoder.

        Returns:
            Text ids, int64[n], and their cosines, float32[n], in no order.
        """
        ids: list[Ids] = [np.empty(0, np.int64)]
        cosines: list[Floats] = [np.empty(0, np.float32)]
        for scope_id in scope_ids:
            block_ids, rows = self._current(session, scope_id, encoder_id, len(query))
            ids.append(block_ids)
            # row by row: BLAS would split a product of this size over threads, which stalls where cores are few
            cosines.append(np.clip(np.vecdot(rows, query), -1, 1))
        return np.concatenate(ids), np.concatenate(cosines)

    def _current(self, session: Session, scope_id: int, encoder_id: int, dimensions: int) -> tuple[Ids, Floats]:
        ((erasures,),) = session.rows(SQL["erasures"])
        key = (scope_id, encoder_id)
        with self._lock:
            block = self._blocks.pop(key, None)
            if block is None or block.erasures != erasures:
                block = _Block(erasures=erasures, dimensions=dimensions)
            while added := session.rows(
                SQL["vectors_after"],
                {"scope_id": scope_id, "encoder_id": encoder_id, "after": block.last, "limit": _AT_ONCE},
            ):
                positions, ids, vectors = zip(*added, strict=True)
                block.add(ids, vectors)
                block.last = positions[-1]
            self._blocks[key] = block
            while len(self._blocks) > 1 and sum(one.bytes for one in self._blocks.values()) > self._most_bytes:
                self._blocks.popitem(last=False)
            # a view of fixed length: what another thread adds later lies beyond it
            return block.ids[: block.size], block.rows[: block.size]
