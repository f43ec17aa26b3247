"""The write corpus: conversations with the operations a careful person would make; which examples to measure."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from memscribe.core.clock import Clock
from memscribe.core.errors import InputError
from memscribe.core.operation import Kind
from memscribe.evals.cases import CaseMessage, ExistingMemory, clock_after, latest
from memscribe.evals.lines import Line, Moment, read_lines
from memscribe.evals.split import SPLIT, Part, read_split

if TYPE_CHECKING:
    from datetime import datetime


class GoldSpan(Line):
    """A quote of a message, by the message's index from 0."""

    message: int = Field(ge=0)
    quote: str = Field(min_length=1)
    start: int | None = None


class GoldOperation(Line):
    """An operation that a careful person would make; ``targets`` are ids of existing memories."""

    op: Literal["add", "update", "retract"]
    kind: Kind
    text: str = ""
    targets: tuple[str, ...] = ()
    evidence: tuple[GoldSpan, ...] = ()


class GoldRejection(GoldSpan):
    """A tempting span that must not become a memory."""

    reason: str


class CorpusExample(Line):
    """One annotated conversation or task trace."""

    id: str
    lang: str
    scene: str = "chat"
    now: Moment | None = None
    user: str | None = None
    existing: tuple[ExistingMemory, ...] = ()
    messages: tuple[CaseMessage, ...] = Field(min_length=1)
    operations: tuple[GoldOperation, ...] = ()
    rejections: tuple[GoldRejection, ...] = ()

    @property
    def at(self) -> "datetime | None":
        """When the last message was said."""
        return self.now or latest(message.at for message in self.messages)

    @property
    def clock(self) -> Clock:
        """A clock that stands at the latest time that the example tells."""
        return clock_after(self.at, self.messages)


def read_corpus(path: Path) -> tuple[CorpusExample, ...]:
    """Read a corpus file.

    Raises:
        InputError: A line is not an example; names file and line.
    """
    return read_lines(path, CorpusExample)


@dataclass(frozen=True, slots=True)
class Chosen:
    """An example that is measured.

    Args:
        file: Its file, without suffix.
        example: The conversation and what was wanted.
        cluster: The same for examples that tell about one scenario.
    """

    file: str
    example: CorpusExample
    cluster: Hashable


@dataclass(frozen=True, slots=True)
class Choice:
    """What is measured.

    Args:
        chosen: The examples, by file and line.
        without_part: How many were left out because the split does not know them yet.
    """

    chosen: tuple[Chosen, ...]
    without_part: int = 0


def choose(files: Iterable[Path], *, part: Part | None = None, limit: int | None = None) -> Choice:
    """Read corpus files and choose the examples that are measured.

    Args:
        files: Corpus files, each with the split of its folder, if there is one.
        part: Only this part of the split.
        limit: Only the first so many of each file, counted within the part.

    Raises:
        InputError: A line is not an example, a split file is none, or a part is wanted where there is no split.
    """
    chosen: list[Chosen] = []
    without_part = 0
    for file in files:
        path = file.parent / SPLIT
        if part and not path.exists():
            raise InputError(
                f"--part {part}: expected {SPLIT} beside {file}, found none: "
                f"`python -m memscribe.train.corpus_checks {file.parent} --write` makes it"
            )
        split = read_split(path)
        cluster_of = {one: (file.parent.resolve(), cluster[0]) for cluster in split.clusters for one in cluster}
        examples = read_corpus(file)
        if part:
            parts = [split.part(example.id) for example in examples]
            without_part += parts.count(None)
            examples = [example for example, found in zip(examples, parts, strict=True) if found == part]
        for number, example in enumerate(examples[:limit]):
            chosen.append(Chosen(file.stem, example, cluster_of.get(example.id, (file.resolve(), number))))
    if part and not chosen:
        raise InputError(f"--part {part}: expected at least one example in this part, got none in these files")
    return Choice(tuple(chosen), without_part)
