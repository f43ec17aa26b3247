"""memscribe history: how a fact came to be believed, and what it replaced."""

from memscribe.cli import options
from memscribe.cli.output import emit, out
from memscribe.cli.place import Place, at_place


@at_place
def history(place: Place, memory_id: options.MemoryId) -> None:
    """Show every version of a memory, of those that it replaced and of those that replaced it, with both times.

    "True in the world" is when the fact held; "believed" is when this store held it for true.
    """
    from memscribe.cli.histories import lineage, show_history

    with place.open() as memory:
        versions = lineage(memory, memory_id, scope=place.scope)
    if place.as_json:
        documents = [{**version.model_dump(mode="json"), "status": version.status} for version in versions]
        emit({"memory_id": memory_id, "versions": documents})
        return
    show_history(out(), versions)
