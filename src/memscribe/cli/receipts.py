"""memscribe receipts: what was done lately."""

from typing import TYPE_CHECKING

from memscribe.cli import options
from memscribe.cli.output import emit, moment, out, print_table, visible
from memscribe.cli.place import Place, at_place

if TYPE_CHECKING:
    from memscribe.core.receipt import Receipt


@at_place
def receipts(place: Place, limit: options.Limit = 20) -> None:
    """List the latest receipts of exactly this scope, newest first."""
    with place.open() as memory:
        found = memory.receipts(scope=place.scope, limit=limit)
    if place.as_json:
        emit({"receipts": [receipt.model_dump(mode="json") for receipt in found]})
        return
    if not found:
        out().print(visible(place.nothing("no receipts yet")))
        return
    rows = [
        (
            receipt.id + (f"\ntakes back\n{receipt.undoes}" if receipt.undoes else ""),
            moment(receipt.at),
            receipt.type,
            _outcome(receipt),
        )
        for receipt in found
    ]
    print_table(out(), ("receipt", "at (UTC)", "what", "outcome"), rows)


def _outcome(receipt: "Receipt") -> str:
    counts = {
        "accepted": receipt.count("accept"),
        "held": receipt.count("hold"),
        "refused": receipt.count("reject"),
        "left out": len(receipt.rejections),
    }
    return ", ".join(f"{number} {word}" for word, number in counts.items() if number) or "nothing to store"
