"""memscribe propose: what a write would do; touches nothing."""

from memscribe.cli.output import emit, out, waiting
from memscribe.cli.place import Place, at_place
from memscribe.cli.taking import Taken, takes_messages


@at_place
@takes_messages
def propose(place: Place, taken: Taken) -> None:
    """Say what `write` would do with some messages, and touch nothing.

    Input and output are those of `write`. Of several episodes each is looked at by itself: none sees what an
    earlier one would have stored. Where there is no database yet, none is made: the store counts as empty.
    """
    from memscribe.cli.telling import as_json, show_receipt, telling

    documents: list[dict[str, object]] = []
    with place.open(writer=taken.writer, missing="empty") as memory:
        for episode, scope in taken.episodes:
            with waiting(f"reading {episode.where}"):
                receipt = memory.propose(episode.messages, scope=scope, **taken.fields(episode))
            told = telling(memory, receipt, scope, episode.messages)
            documents.append({"where": episode.where, **as_json(receipt, told)})
            if not place.as_json:
                show_receipt(out(), receipt, told, place.moved_to(scope))
    if place.as_json:
        emit({"receipts": documents})
