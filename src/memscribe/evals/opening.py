"""How an evaluation opens its stores: many of them, one after another, with one writer and one encoder."""

from memscribe.config import Settings, load_settings
from memscribe.core.clock import Clock
from memscribe.core.ids import SequentialIds
from memscribe.core.ports import Embedder, Writer
from memscribe.encoder.choose import make_embedder
from memscribe.engine import Memscribe
from memscribe.evals.cases import MakeMemory
from memscribe.writers.registry import make_writer


def opener(
    writer: str | Writer | None = None, *, embeddings: bool = True, settings: Settings | None = None
) -> MakeMemory:
    """Return what opens a fresh in-memory store a case, all with the same writer and the same encoder.

    Args:
        writer: The writer that is measured, or its name (default: the configured one).
        embeddings: Without them search and recall are lexical.
        settings: Default: from environment and file.

    Raises:
        InputError: No writer has this name.
        EncoderError: The encoder cannot be loaded.
    """
    settings = settings or load_settings()
    chosen = writer or settings.writer.name
    measured = make_writer(chosen) if isinstance(chosen, str) else chosen
    embedder: Embedder | None = make_embedder(settings.encoder) if embeddings else None

    def open_one(clock: Clock, instead: str | None) -> Memscribe:
        return Memscribe.open(
            ":memory:",
            writer=instead or measured,
            embedder=embedder,
            settings=settings,
            clock=clock,
            # counted ids make a run repeat to the letter
            ids=SequentialIds(),
        )

    return open_one
