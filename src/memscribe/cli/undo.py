"""memscribe undo: take back what a receipt did."""

from memscribe.cli import options
from memscribe.cli.output import emit, out
from memscribe.cli.place import Place, at_place


@at_place
def undo(place: Place, receipt_id: options.ReceiptId) -> None:
    """Take back everything that a receipt did; history keeps both. Undoing an undo does it again.

    Refused where later writes depend on what it did: undo those first.
    """
    from memscribe.cli.telling import as_json, show_receipt, telling

    with place.open() as memory:
        receipt = memory.undo(receipt_id, scope=place.scope)
        told = telling(memory, receipt, place.scope)
    if place.as_json:
        emit(as_json(receipt, told))
        return
    show_receipt(out(), receipt, told, place)
