"""Statements on one connection."""

from collections.abc import Mapping
from typing import Any, TypeAlias, cast

import apsw

from memscribe.store.statements import statements

Row: TypeAlias = tuple[Any, ...]
Bindings: TypeAlias = Mapping[str, str | int | bytes | None]

SQL = statements("sqlite")
_NONE: Bindings = {}


class Session:
    """Runs statements on one connection; bindings that a statement does not name are ignored.

    Args:
        connection: To a prepared file.
    """

    def __init__(self, connection: apsw.Connection) -> None:
        self.connection = connection

    def rows(self, sql: str, bindings: Bindings = _NONE) -> list[Row]:
        """Return all rows, of the types that the schema fixes."""
        # apsw describes blobs by a type that no type checker knows in Python 3.11
        cursor = self.connection.execute(sql, bindings)  # pyright: ignore[reportUnknownMemberType]
        return cast("list[Row]", cursor.fetchall())  # pyright: ignore[reportUnknownMemberType]

    def row(self, sql: str, bindings: Bindings = _NONE) -> Row | None:
        """Return the only row, or None."""
        rows = self.rows(sql, bindings)
        return rows[0] if rows else None

    def change(self, sql: str, bindings: Bindings = _NONE) -> int:
        """Return how many rows a statement changed."""
        self.rows(sql, bindings)
        return self.connection.changes()

    def pragma(self, name: str, value: int | str | None = None) -> Any:  # noqa: ANN401
        """Return a setting of SQLite, after setting it where a value is given."""
        row = self.row(f"PRAGMA {name}" if value is None else f"PRAGMA {name} = {value}")
        return row[0] if row else None
