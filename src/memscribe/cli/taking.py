"""Messages that a command takes in: the options that `write` and `propose` share, read and checked at once."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

from memscribe.cli import options
from memscribe.cli.messages import storable
from memscribe.cli.place import Place, signed
from memscribe.cli.reading import read_episodes

if TYPE_CHECKING:
    from datetime import datetime

    from memscribe.cli.messages import ReadEpisode
    from memscribe.core.scope import Scope

_OPTIONS: Mapping[str, tuple[object, object]] = {
    "source": (options.Source, None),
    "form": (options.Form, "auto"),
    "writer": (options.Writer, None),
    "account": (options.Account, None),
    "at": (options.At, None),
}


@dataclass(frozen=True, slots=True)
class Taken:
    """Everything that was read, before anything is written.

    Args:
        episodes: At least one, each with exactly where it belongs.
        writer: Who proposes; None for the configured one.
        account: The account holder's name for episodes that name none.
        at: When the last message was said, for episodes that do not say.
    """

    episodes: "Sequence[tuple[ReadEpisode, Scope]]"
    writer: str | None
    account: str | None
    at: "datetime | None"

    @classmethod
    def of(
        cls, place: Place, *, source: str | None, form: str, writer: str | None, account: str | None, at: str | None
    ) -> "Taken":
        """Read and check all of the input.

        Raises:
            InputError: The input or an option cannot be used.
        """
        when = options.said_at(at)
        zone = {"zone": when.tzinfo} if when and when.tzinfo else {}
        read = read_episodes(options.source_of(source), form=form, **zone)
        episodes = [(one, place.scope_with(one.scope, where=one.where)) for one in read]
        known = None if account is None else storable(account, where="--account")
        return cls(episodes=episodes, writer=writer, account=known, at=when)

    def fields(self, episode: "ReadEpisode") -> "dict[str, Any]":
        """Return what an episode says about itself, or else the options, as the engine's arguments."""
        return {"at": episode.at or self.at, "account": episode.account or self.account}


def takes_messages(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of messages; it gets them as its second argument, a :class:`Taken`."""
    place, _, *own = inspect.signature(command, eval_str=True).parameters.values()

    @wraps(command)
    def run(place: Place, **given: Any) -> None:  # noqa: ANN401 - typer hands over what the signature below says
        taken = Taken.of(place, **{name: given.pop(name) for name in _OPTIONS})
        command(place, taken, **given)

    shared = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for name, (annotation, default) in _OPTIONS.items()
    ]
    return signed(run, [place, *shared, *own])
