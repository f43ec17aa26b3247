"""memscribe review: decide about what is held."""

from typing import TYPE_CHECKING, Annotated

import typer

from memscribe.cli import options
from memscribe.cli.messages import storable
from memscribe.cli.output import emit, hint, out, visible
from memscribe.cli.place import Place, at_place

if TYPE_CHECKING:
    from memscribe.core.receipt import Receipt
    from memscribe.engine import Memscribe

app = typer.Typer(no_args_is_help=True, help="Decide about what is held: list, accept, edit, reject.")

Text = Annotated[str, typer.Option("--text", help="What to store instead of the proposed text")]
Note = Annotated[str | None, typer.Option("--note", help="Why; kept with the decision")]


@app.command("list")
@at_place
def list_held(place: Place) -> None:
    """List what waits for a decision, oldest first."""
    from memscribe.cli.telling import Telling, show_held

    with place.open() as memory:
        items = memory.review.pending(scope=place.scope)
        if place.as_json:
            emit({"held": [item.model_dump(mode="json") for item in items]})
            return
        told = [
            (item, Telling.of(memory, [item.operation], episode_id=item.episode_id, scope=place.scope))
            for item in items
        ]
    console = out()
    if not items:
        console.print(visible(place.nothing("nothing waits for review")))
        return
    show_held(console, told)
    hint(console, "decide", f"{place.command('review', 'accept', items[0].id, '--reviewer')} NAME")


@app.command()
@at_place
def accept(place: Place, held_id: options.HeldId, reviewer: options.Reviewer) -> None:
    """Store a held item as it was proposed; undo the receipt to make it wait again."""
    with place.open() as memory:
        _told(memory, memory.review.accept(held_id, scope=place.scope, reviewer=_name(reviewer)), place)


@app.command()
@at_place
def edit(place: Place, held_id: options.HeldId, text: Text, reviewer: options.Reviewer) -> None:
    """Store a held item with another text."""
    with place.open() as memory:
        storable(text, where="--text")
        receipt = memory.review.accept(held_id, scope=place.scope, reviewer=_name(reviewer), text=text)
        _told(memory, receipt, place)


@app.command()
@at_place
def reject(place: Place, held_id: options.HeldId, reviewer: options.Reviewer, note: Note = None) -> None:
    """Turn a held item down; it and the decision stay on record."""
    with place.open() as memory:
        known = None if note is None else storable(note, where="--note")
        receipt = memory.review.reject(held_id, scope=place.scope, reviewer=_name(reviewer), note=known)
        _told(memory, receipt, place)


def _name(reviewer: str) -> str:
    return storable(reviewer, where="--reviewer")


def _told(memory: "Memscribe", receipt: "Receipt", place: Place) -> None:
    from memscribe.cli.telling import as_json, show_receipt, telling

    told = telling(memory, receipt, place.scope)
    if place.as_json:
        emit(as_json(receipt, told))
        return
    show_receipt(out(), receipt, told, place)
