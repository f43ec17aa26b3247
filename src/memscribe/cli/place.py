"""Which store, whose memory, and in which form to answer: the options that every command shares."""

import inspect
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from memscribe.cli.messages import SCOPE_FIELDS
from memscribe.core.errors import InputError, ScopeError

if TYPE_CHECKING:
    from memscribe.core.scope import Scope
    from memscribe.engine import Memscribe

Missing = Literal["make", "refuse", "empty"]

DEFAULT_USER = "me"
_USUAL = {"user": DEFAULT_USER, "tenant": "default"}


def program() -> str:
    """Return the name under which this program was called, as one would type it again."""
    called = Path(sys.argv[0])
    return sys.argv[0] if called.name == "memscribe" and not called.is_absolute() else "memscribe"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a command works.

    Args:
        db: The database; None for the configured one.
        fields: The scope's fields as given.
        as_json: Whether to answer with one JSON document.
    """

    db: str | None
    fields: Mapping[str, str | None]
    as_json: bool

    @property
    def scope(self) -> "Scope":
        """The scope that the options name."""
        return self.scope_with({})

    def scope_with(self, named: Mapping[str, str], *, where: str = "") -> "Scope":
        """Return the scope, with some fields named by the input itself, at ``where``.

        Raises:
            ScopeError: A field cannot be used.
        """
        from pydantic import ValidationError

        from memscribe.core.scope import Scope

        fields = {key: value for key, value in {**self.fields, **named}.items() if value}
        try:
            return Scope.model_validate(fields)
        except ValidationError as error:
            first = error.errors()[0]
            name = first["loc"][0]
            place = f"{where}: scope: {name}" if name in named else f"--{name}"
            said = str(first.get("ctx", {}).get("error", f"{first['msg']}, got {str(first['input'])[:60]!r}"))
            raise ScopeError(f"{place}: {said}") from error

    def moved_to(self, scope: "Scope") -> "Place":
        """Return this place at another scope."""
        return replace(self, fields={key: getattr(scope, key) for key in SCOPE_FIELDS})

    def open(self, *, writer: str | None = None, missing: Missing = "refuse") -> "Memscribe":
        """Open the store.

        Args:
            writer: Who proposes; None for the configured one.
            missing: What a database that does not exist yet is: made; or left alone, an empty store in its place;
                or refused, unless nobody named it (then it is an empty store too).

        Raises:
            InputError: The path or the writer's name cannot be used, or there is no such database.
            StoreError: The store cannot be opened.
        """
        from memscribe.engine import Memscribe

        if self.db == "":
            raise InputError("--db: expected a path or :memory:, got an empty string")
        if missing == "make" or self._exists():
            return Memscribe.open(self.db, writer=writer)
        if missing == "refuse" and (named := self._named_by()):
            raise InputError(
                f"{named} {self._path()}: expected a database, but there is no such file: check the path, "
                "or write something there first"
            )
        return Memscribe.open(":memory:", writer=writer)

    def nothing(self, otherwise: str) -> str:
        """Say that there is nothing: because nothing was ever written, or ``otherwise``."""
        return otherwise if self._exists() else f"nothing has been written yet ({self._path()} does not exist)"

    def _path(self) -> str:
        from memscribe.config import load_settings

        return self.db or load_settings().store_path

    def _named_by(self) -> str | None:
        from memscribe.config import load_settings

        if self.db is not None:
            return "--db"
        return None if load_settings().store.path is None else "MEMSCRIBE_STORE_PATH or the settings file:"

    def _exists(self) -> bool:
        path = self._path()
        try:
            return path == ":memory:" or Path(path).exists()
        except OSError:
            # what cannot be looked at the store itself explains better
            return True

    def command(self, *words: str) -> str:
        """Return a command line that works at this place, for the reader to type."""
        named = [] if self.db is None else ["--db", self.db]
        for key, value in self.fields.items():
            # no user is said with an empty one, any other field by leaving it out
            if (value or "") != _USUAL.get(key, "") and (value or key == "user"):
                named += [f"--{key}", value or ""]
        return " ".join([program(), shlex.join([*words, *named])])


def at_place(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the shared options; it gets them as its first argument, a :class:`Place`."""
    own = list(inspect.signature(command, eval_str=True).parameters.values())[1:]

    @wraps(command)
    def run(**given: Any) -> None:  # noqa: ANN401 - typer hands over what the signature below says
        place = Place(
            db=given.pop("db"),
            fields={key: given.pop(key) for key in SCOPE_FIELDS},
            as_json=given.pop("as_json"),
        )
        command(place, **given)

    return signed(run, [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in own] + _shared())


def signed(run: Callable[..., None], parameters: Sequence[inspect.Parameter]) -> Callable[..., None]:
    """Let a function that stands in for a command say which parameters it takes: typer asks the signature."""
    del run.__wrapped__  # pyright: ignore[reportFunctionMemberAccess, reportAttributeAccessIssue]
    setattr(run, "__signature__", inspect.Signature(parameters))  # noqa: B010 - not a declared attribute
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    return run


def _shared() -> list[inspect.Parameter]:
    def option(
        name: str, flag: str, text: str, default: object = None, kind: object = str | None
    ) -> inspect.Parameter:
        annotation = Annotated[kind, typer.Option(flag, help=text, rich_help_panel="Where and how")]  # pyright: ignore[reportInvalidTypeForm]
        return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)

    scope = {
        "tenant": "Whose store within the database (default: default)",
        "user": 'Whose memory; "" for none',
        "agent": "Which agent's memory of that user",
        "project": "Which project's memory",
        "session": "Which session's memory",
    }
    return [
        option("db", "--db", "Database file, or :memory: (default: memory.db in the data folder)"),
        *(option(key, f"--{key}", scope[key], DEFAULT_USER if key == "user" else None) for key in SCOPE_FIELDS),
        option("as_json", "--json", "Answer with one JSON document on stdout", default=False, kind=bool),
    ]
