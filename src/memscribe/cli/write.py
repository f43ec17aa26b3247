"""memscribe write: take messages in, and print the receipt."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

import typer

from memscribe.cli.messages import storable
from memscribe.cli.output import counted, emit, err, fail, out, visible, waiting
from memscribe.cli.place import Place, at_place
from memscribe.cli.taking import Taken, takes_messages
from memscribe.core.errors import InputError, MemscribeError

if TYPE_CHECKING:
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
@takes_messages
def write(place: Place, taken: Taken, *, idempotency_key: Key = None) -> None:
    """Decide what is worth remembering in some messages, store it, and print the receipt.

    FILE holds plain text (one message of the user), chat lines (--format chat), JSON (a list of messages, or an
    object with "messages") or JSON Lines (a message a line, or an episode a line: an object with "messages" and
    optionally "scope", "at", "account" and "idempotency_key", which win over the options).

    All of the input is read and checked before the first write: a fault anywhere, and nothing is written. Each
    episode is a transaction of its own. If one fails, the earlier ones stay and the later ones are not tried. No
    idempotency key is made up: running a file again is safe where its episodes name keys (or with
    --idempotency-key).
    """
    if idempotency_key is not None:
        storable(idempotency_key, where="--idempotency-key")
        if not idempotency_key.strip():
            raise InputError("--idempotency-key: expected a name for this write, got an empty one: leave it out")
        if len(taken.episodes) > 1:
            raise InputError(
                f"--idempotency-key names one episode, but the input holds {len(taken.episodes)}: "
                'give each an "idempotency_key" in the file'
            )
    with waiting("opening the store"):
        memory = place.open(writer=taken.writer, missing="make")
    with memory:
        _Run(memory, place, taken, key=idempotency_key).all()


@dataclass(slots=True)
class _Run:
    """Episodes written one after another."""

    memory: "Memscribe"
    place: Place
    taken: Taken
    key: str | None
    documents: list[dict[str, object]] = field(default_factory=list[dict[str, object]])

    @property
    def several(self) -> bool:
        """Whether the input holds more than one episode."""
        return len(self.taken.episodes) > 1

    def all(self) -> None:
        """Write them in order, and report; stop at the first that fails."""
        done = 0
        for episode, scope in self.taken.episodes:
            try:
                with waiting(f"writing {episode.where}"):
                    receipt = self._one(episode, scope)
            except MemscribeError as error:
                if not self.several:
                    raise
                self._stopped(episode, error, done)
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
            **self.taken.fields(episode),
        )

    def _tell(self, episode: "ReadEpisode", receipt: "Receipt", scope: "Scope") -> None:
        from memscribe.cli.telling import as_json, show_receipt, telling

        told = telling(self.memory, receipt, scope)
        if self.place.as_json:
            self.documents.append({"where": episode.where, **as_json(receipt, told)})
            return
        console = out()
        if self.several:
            console.print(f"\n{visible(episode.where)}", style="underline")
        show_receipt(console, receipt, told, self.place.moved_to(scope))

    def _stopped(self, episode: "ReadEpisode", error: MemscribeError, done: int) -> None:
        if self.place.as_json:
            emit(
                {
                    "receipts": self.documents,
                    "failed": {"where": episode.where, "code": error.code, "message": str(error)},
                }
            )
        fail(error.code, f"{episode.where}: {error}")
        err().print(
            f"{counted(done, 'episode')} of {len(self.taken.episodes)} written before it and kept; it and "
            "what follows were not. Running the file again repeats no episode that names an idempotency_key."
        )
