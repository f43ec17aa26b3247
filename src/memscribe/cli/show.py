"""memscribe show: a memory, receipt, held item or episode by its id."""

from typing import TYPE_CHECKING, Annotated

import typer

from memscribe.cli.output import emit, hint, out, visible
from memscribe.cli.place import Place, at_place
from memscribe.core.errors import InputError

if TYPE_CHECKING:
    from memscribe.engine import Memscribe

AnyId = Annotated[
    str,
    typer.Argument(
        metavar="ID", help="mem_... memory, rcp_... receipt, held_... held item, ep_... episode", show_default=False
    ),
]


@at_place
def show(place: Place, any_id: AnyId) -> None:
    """Show a memory with its evidence, a receipt, a held item or an episode."""
    shown = {"mem": _memory, "rcp": _receipt, "held": _held, "ep": _episode}.get(any_id.partition("_")[0])
    if shown is None or "_" not in any_id:
        raise InputError(f"expected an id that begins with mem_, rcp_, held_ or ep_, got {any_id!r}")
    with place.open() as memory:
        shown(memory, place, any_id)


def _memory(memory: "Memscribe", place: Place, memory_id: str) -> None:
    from memscribe.cli.histories import show_memories
    from memscribe.cli.telling import Telling

    version = memory.get(memory_id, scope=place.scope)
    if place.as_json:
        emit({**version.model_dump(mode="json"), "status": version.status, "trust": version.trust})
        return
    console = out()
    show_memories(console, [version])
    told = Telling.of(memory, [], episode_id=version.episode_id, scope=place.scope)
    for span in version.evidence:
        console.print(f"evidence {told.quote(span)}" + (" (context)" if span.part == "context" else ""))
    source = f", episode {version.episode_id}" if version.episode_id else ""
    console.print(f"written by {visible(version.writer)}, receipt {version.receipt_id}{source}")
    hint(console, "its history", place.command("history", memory_id))


def _receipt(memory: "Memscribe", place: Place, receipt_id: str) -> None:
    from memscribe.cli.telling import as_json, show_receipt, telling

    receipt = memory.receipt(receipt_id, scope=place.scope)
    told = telling(memory, receipt, place.scope)
    if place.as_json:
        emit(as_json(receipt, told))
        return
    show_receipt(out(), receipt, told, place)


def _held(memory: "Memscribe", place: Place, held_id: str) -> None:
    from memscribe.cli.telling import Telling, show_held

    item = memory.review.get(held_id, scope=place.scope)
    if place.as_json:
        emit(item.model_dump(mode="json"))
        return
    told = Telling.of(memory, [item.operation], episode_id=item.episode_id, scope=place.scope)
    show_held(out(), [(item, told)])


def _episode(memory: "Memscribe", place: Place, episode_id: str) -> None:
    from memscribe.cli.histories import show_episode

    episode = memory.episode(episode_id, scope=place.scope)
    if place.as_json:
        emit(episode.model_dump(mode="json"))
        return
    show_episode(out(), episode)
