"""What a writer, or a baseline, leaves in the store after each session of a conversation."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from memscribe.core.clock import FixedClock
from memscribe.core.errors import MemscribeError
from memscribe.core.memory import Version
from memscribe.core.message import Message
from memscribe.core.scope import Scope
from memscribe.engine import Memscribe
from memscribe.evals.cases import MakeMemory
from memscribe.evals.suites.port import Conversation, Session

LAST = 20
"""How many messages the baseline ``last-k`` keeps."""

_SCOPE = Scope(user="suite")


@dataclass(frozen=True, slots=True)
class Kept:
    """A memory as it is measured.

    Args:
        text: What it says.
        cites: The messages that it quotes.
        before: Texts of the memories that it replaced.
        times: The days, months or years since and until when it is true, where it has them beside its text.
    """

    text: str
    cites: tuple[Message, ...]
    before: tuple[str, ...] = ()
    times: tuple[str, ...] = ()

    @property
    def full(self) -> str:
        """What it says, and when that is true."""
        return f"{self.text} ({'; '.join(self.times)})" if self.times else self.text


@dataclass(frozen=True, slots=True)
class Outcome:
    """The store after one session.

    Args:
        written: What was stored for this session.
        active: Everything that is active now.
        held: How many operations wait for review.
        error: Why nothing could be written.
    """

    written: tuple[Kept, ...] = ()
    active: tuple[Kept, ...] = ()
    held: int = 0
    error: str | None = None


def run_writer(conversation: Conversation, make_memory: MakeMemory) -> Iterator[Outcome]:
    """Write a conversation session by session into one in-memory store, guard on, at the times of the data.

    Args:
        conversation: What is written.
        make_memory: Opens the store with the writer that is measured.

    Yields:
        One outcome for each session.
    """
    clock = FixedClock(conversation.sessions[0].at)
    kept: dict[str, Kept] = {}
    with make_memory(clock, None) as memory:
        for session in conversation.sessions:
            clock.advance(session.at - clock.now())
            yield _write(memory, session, conversation.account, kept)


def _write(memory: Memscribe, session: Session, account: str | None, kept: dict[str, Kept]) -> Outcome:
    """Write one session; ``kept`` gathers what was ever stored, by memory id."""
    error, held, new = None, 0, list[str]()
    try:
        receipt = memory.write(session.messages, scope=_SCOPE, at=session.at, account=account)
    except MemscribeError as failure:
        error = f"{session.id}: {failure.code}: {failure}"
    else:
        held = receipt.count("hold")
        new = [item.memory_id for item in receipt.items if item.memory_id and item.operation.op != "retract"]
    versions = {version.memory_id: version for version in memory.memories(scope=_SCOPE)}
    for version in (memory.get(name, scope=_SCOPE) for name in dict.fromkeys(new)):
        kept[version.memory_id] = _as_kept(memory, version, session, kept)
    return Outcome(
        written=tuple(kept[name] for name in dict.fromkeys(new)),
        active=tuple(kept[name] for name in versions),
        held=held,
        error=error,
    )


def _as_kept(memory: Memscribe, version: Version, session: Session, kept: Mapping[str, Kept]) -> Kept:
    episode = memory.episode(version.episode_id or "", scope=_SCOPE)
    places = sorted({episode.position(span.message_id) for span in version.evidence})
    # an instant is mostly the time of the message, which nobody said
    bounds = (version.valid_from, version.valid_to)
    return Kept(
        text=version.text,
        cites=tuple(session.messages[place] for place in places),
        before=tuple(kept[name].text for name in version.supersedes if name in kept),
        times=tuple(str(bound) for bound in bounds if bound and bound.precision != "instant"),
    )


def _empty(conversation: Conversation) -> Iterator[Outcome]:
    for _ in conversation.sessions:
        yield Outcome()


def _last(conversation: Conversation, most: int | None) -> Iterator[Outcome]:
    active: list[Kept] = []
    for session in conversation.sessions:
        written = tuple(Kept(_labelled(message), (message,)) for message in session.messages)
        active = [*active, *written][-most if most else 0 :]
        yield Outcome(written, tuple(active))


def _labelled(message: Message) -> str:
    return f"{message.name}: {message.content}" if message.name else message.content


def _oracle(conversation: Conversation) -> Iterator[Outcome]:
    active: list[Kept] = []
    for session in conversation.sessions:
        sources = [[session.messages[i] for i in gold.source] or session.messages for gold in session.gold]
        written = [Kept(g.text, tuple(said)) for g, said in zip(session.gold, sources, strict=True)]
        gone = {gold.replaces for gold in session.gold}
        active = [*(memory for memory in active if memory.text not in gone), *written]
        yield Outcome(tuple(written), tuple(active))


Baseline = Callable[[Conversation], Iterator[Outcome]]

BASELINES: Mapping[str, Baseline] = MappingProxyType(
    {
        "empty": _empty,
        "store-all": lambda conversation: _last(conversation, None),
        f"last-{LAST}": lambda conversation: _last(conversation, LAST),
        "oracle": _oracle,
    }
)
"""What a writer is compared with: nothing, every message as it stands, only the latest ones, and the gold texts."""
