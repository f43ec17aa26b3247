"""The write model of our own: reads an episode once, finds what matters, relates it to memories, words it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, cast

from memscribe.core.errors import ModelFilesError
from memscribe.core.operation import KINDS, Proposal, RejectionReason
from memscribe.core.ports import WriteTask
from memscribe.encoder.files import REMEDY
from memscribe.writers.embedded.draft import Draft
from memscribe.writers.embedded.files import WriterFiles
from memscribe.writers.embedded.heads import Heads, Matrix
from memscribe.writers.embedded.labels import ACTS, NONE, RELATIONS, REPLACING, RETRACT, RETRACTING, WRITE
from memscribe.writers.embedded.layout import windows
from memscribe.writers.embedded.reader import Fact, Reader, Reading
from memscribe.writers.embedded.reading import read_memories, read_messages
from memscribe.writers.embedded.wording import Wording

if TYPE_CHECKING:
    from tokenizers import Tokenizer

SAME = RELATIONS.index("same")


class TokenEncoder(Protocol):
    """Reads token ids with the shipped encoder."""

    @property
    def id(self) -> str:
        """Names the encoder and its weights."""
        ...

    @property
    def tokenizer(self) -> "Tokenizer":
        """The tokenizer that belongs to it."""
        ...

    def hidden(self, ids: Sequence[int], changes: Mapping[str, Matrix]) -> Matrix:
        """Return float[tokens, 384], read with the low-rank changes of the write model."""
        ...


class EmbeddedWriter:
    """The default writer: one encoder, small heads, and a decoder that copies texts together.

    Args:
        encoder: The encoder that the heads were trained on.
        files: The heads.

    Raises:
        ModelFilesError: The heads were trained behind another encoder.
    """

    def __init__(self, encoder: TokenEncoder, files: WriterFiles) -> None:
        if encoder.id != files.encoder:
            raise ModelFilesError(
                f"Expected the encoder {files.encoder}, behind which the write model {files.version} was trained, "
                f"found {encoder.id}: {REMEDY}."
            )
        self._encoder = encoder
        self._files = files
        self._heads = Heads(files.weights)
        self._reader = Reader(self._heads, files.thresholds)
        self._wording = Wording(files.weights, files.words)

    @property
    def name(self) -> str:
        """Name and version of the weights."""
        return f"embedded@{self._files.version}"

    def propose(self, task: WriteTask) -> Proposal:
        """Decide about one episode.

        Args:
            task: The episode and the memories that may be concerned.

        Returns:
            What to write and what to leave out; each operation with a calibrated confidence.
        """
        tokenizer = self._encoder.tokenizer
        memories = read_memories(tokenizer, [one.memory.text for one in task.recalled])
        draft = Draft(task, self._files.calibration)
        for window in windows(read_messages(tokenizer, task.episode), memories):
            reading = self._reader.read(window, self._encoder.hidden(window.ids, self._files.changes))
            ids = [task.recalled[window.pieces[at].index].memory.memory_id for at in reading.memories]
            for fact in reading.facts:
                self._decide(reading, fact, ids, draft)
            for span, acts in reading.left:
                # "none" is what nobody would think of writing: that is no news on a receipt
                reason = ACTS[NONE + int(acts[NONE:].argmax())]
                if reason != "none":
                    draft.reject([span], cast("RejectionReason", reason))
        return Proposal(operations=tuple(draft.operations()), rejections=tuple(draft.rejections), writer=self.name)

    def _decide(self, reading: Reading, fact: Fact, ids: Sequence[str], draft: Draft) -> None:
        limits = self._files.thresholds
        replaced = fact.relations[:, list(REPLACING)].sum(1)
        if fact.acts[RETRACT] > fact.acts[WRITE]:
            withdrawn = fact.relations[:, RETRACTING]
            chosen = [at for at in range(len(ids)) if withdrawn[at] >= limits.retract]
            if chosen:
                score = float(fact.acts[RETRACT] * withdrawn[chosen].min())
                draft.retract([ids[at] for at in chosen], fact, score)
            else:
                draft.reject(fact.spans, "withdrawn")
            return
        targets = [at for at in range(len(ids)) if replaced[at] >= limits.replace]
        same = fact.relations[:, SAME]
        if ids and not targets and same.max() >= limits.same:
            draft.reject(fact.spans, "duplicate", ids[int(same.argmax())])
            return
        text, likelihood = self._wording.text(reading, fact, {reading.memories[at] for at in targets})
        if not text:
            draft.reject(fact.spans, "transient")
            return
        kind = KINDS[int(self._heads.kinds(fact.vector[None])[0].argmax())]
        score = float(fact.acts[WRITE]) * likelihood * (float(replaced[targets].min()) if targets else 1.0)
        draft.write(text, kind, [ids[at] for at in targets], fact, score)
