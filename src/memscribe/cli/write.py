"""memscribe write: take messages in, and print the receipt."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

import typer

from memscribe.cli import options
from memscribe.cli.output import counted, emit, err, fail, out, waiting
from memscribe.cli.place import Place, at_place
from memscribe.cli.reading import read_episodes
from memscribe.core.errors import InputError, MemscribeError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from memscribe.cli.messages import ReadEpisode
    from memscribe.core.receipt import Receipt
    from memscribe.core.scope import Scope
    from memscribe.engine import Memscribe

Key = Annotated[
    str | None,
    typer.Option(
        "--idempotency-key",
        metavar="KEY",
        help="Names this write: repeated with the same input it changes nothing. For one episode; a file of "
        "several names a key in each",
    ),
]


@at_place
def write(
    place: Place,
    source: options.Source = None,
    *,
    form: options.Form = "auto",
    writer: options.Writer = None,
    account: options.Account = None,
    at: options.At = None,
    idempotency_key: Key = None,
) -> None:
    """Decide what is worth remembering in some messages, store it, and print the receipt.

    FILE holds plain text (one message of the user), chat lines (--format chat), JSON (a list of messages, or an
    object with "messages") or JSON Lines (a message a line, or an episode a line: an object with "messages" and
    optionally "scope", "at", "account" and "idempotency_key", which win over the options).

    All of the input is read and checked before the first write: a fault anywhere, and nothing is written. Each
    episode is a transaction of its own. If one fails, the earlier ones stay and the later ones are not tried. No
    idempotency key is made up: running a file again is safe where its episodes name keys (or with
    --idempotency-key).
    """
    when = options.moment_of(at, "--at")
    zone = {"zone": when.tzinfo} if when and when.tzinfo else {}
    episodes = read_episodes(options.source_of(source), form=form, **zone)
    if idempotency_key is not None and len(episodes) > 1:
        raise InputError(
            f"--idempotency-key names one episode, but the input holds {len(episodes)}: "
            'give each an "idempotency_key" in the file'
        )
    scopes = [place.scope_with(episode.scope) for episode in episodes]
    with waiting("opening the store"):
        memory = place.open(writer=writer)
    with memory:
        run = _Run(memory, place, account=account, at=when, key=idempotency_key, several=len(episodes) > 1)
        run.all(list(zip(episodes, scopes, strict=True)))


@dataclass(slots=True)
class _Run:
    """Episodes written one after another."""

    memory: "Memscribe"
    place: Place
    account: str | None
    at: "datetime | None"
    key: str | None
    several: bool
    documents: list[dict[str, object]] = field(default_factory=list[dict[str, object]])

    def all(self, episodes: "Sequence[tuple[ReadEpisode, Scope]]") -> None:
        """Write them in order, and report; stop at the first that fails."""
        done = 0
        for episode, scope in episodes:
            try:
                with waiting(f"writing {episode.where}"):
                    receipt = self._one(episode, scope)
            except MemscribeError as error:
                if not self.several:
                    raise
                self._stopped(episode, error, done, len(episodes))
                raise typer.Exit(1) from error
            done += 1
            self._tell(episode, receipt, scope)
        if self.place.as_json:
            emit({"receipts": self.documents})
        elif self.several:
            out().print(f"{counted(done, 'episode')} written, each in a transaction of its own")

    def _one(self, episode: "ReadEpisode", scope: "Scope") -> "Receipt":
        return self.memory.write(
            episode.messages,
            scope=scope,
            idempotency_key=episode.idempotency_key or self.key,
            at=episode.at or self.at,
            account=episode.account or self.account,
        )

    def _tell(self, episode: "ReadEpisode", receipt: "Receipt", scope: "Scope") -> None:
        from memscribe.cli.telling import as_json, show_receipt, telling

        told = telling(self.memory, receipt, scope)
        if self.place.as_json:
            self.documents.append({"where": episode.where, **as_json(receipt, told)})
            return
        console = out()
        if self.several:
            console.print(f"\n{episode.where}", style="underline")
        show_receipt(console, receipt, told, self.place.moved_to(scope))

    def _stopped(self, episode: "ReadEpisode", error: MemscribeError, done: int, total: int) -> None:
        if self.place.as_json:
            emit(
                {
                    "receipts": self.documents,
                    "failed": {"where": episode.where, "code": error.code, "message": str(error)},
                }
            )
        fail(error.code, f"{episode.where}: {error}")
        err().print(
            f"{counted(done, 'episode')} of {total} written before it and kept; it and what follows were not. "
            "Running the file again repeats no episode that names an idempotency_key."
        )
