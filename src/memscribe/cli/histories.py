"""Memories and their histories, for people: what was true when, and what was believed when."""

from typing import TYPE_CHECKING

from memscribe.cli.output import moment, print_table, visible
from memscribe.cli.words import ending, true_when
from memscribe.core.errors import NotFoundError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console
    from rich.text import Text

    from memscribe.core.memory import Hit, Version
    from memscribe.core.message import Episode
    from memscribe.core.scope import Scope
    from memscribe.engine import Memscribe


def lineage(memory: "Memscribe", memory_id: str, *, scope: "Scope") -> "tuple[Version, ...]":
    """Return the life of a fact: all versions of a memory, of those that it replaced and of those that replaced it.

    Raises:
        NotFoundError: The memory is not visible from the scope.
    """
    found: dict[str, tuple[Version, ...]] = {memory_id: memory.history(memory_id, scope=scope)}
    waiting = [memory_id]
    while waiting:
        last = found[waiting.pop()][-1]
        related = [*last.supersedes, *([last.superseded_by] if last.superseded_by else [])]
        for name in related:
            if name in found:
                continue
            try:
                found[name] = memory.history(name, scope=scope)
            except NotFoundError:  # erased, or another scope's
                continue
            waiting.append(name)
    versions = [version for history in found.values() for version in history]
    return tuple(sorted(versions, key=lambda version: (version.recorded_at, version.memory_id, version.number)))


def show_history(console: "Console", versions: "Sequence[Version]") -> None:
    """Print versions with both times."""
    rows: list[tuple[Text, str, str, str]] = []
    for version in versions:
        believed = f"{moment(version.recorded_at)}\nuntil {moment(version.superseded_at) or 'now'}"
        names = [version.memory_id, f"version {version.number}"]
        if version.superseded_by:
            names += ["replaced by", version.superseded_by]
        true = true_when(version).replace(" through", "\nthrough").replace(" before", "\nbefore")
        rows.append((_with_names(version.text, names), true or "not said", believed, ending(version)))
    print_table(console, ("memory", "true in the world", "believed (UTC)", "state"), rows, apart=True)


def show_memories(console: "Console", versions: "Iterable[Version]") -> None:
    """Print memories, one a row."""
    rows: list[tuple[Text, str, str, str]] = []
    for version in versions:
        when = true_when(version)
        text = version.text + (f"\ntrue {when}" if when else "")
        state = [] if version.ended is None else [ending(version)]
        cell = _with_names(text, [version.memory_id, *state])
        rows.append((cell, version.kind, version.origin, moment(version.recorded_at)))
    print_table(console, ("memory", "kind", "said by", "recorded (UTC)"), rows)


def _with_names(text: str, names: "Sequence[str]") -> "Text":
    from rich.text import Text

    cell = Text(visible(text))
    for name in names:
        cell.append(f"\n{name}", style="dim")
    return cell


def show_hits(console: "Console", hits: "Sequence[Hit]") -> None:
    """Print search results, best first."""
    show_memories(console, (hit.memory for hit in hits))


def show_episode(console: "Console", episode: "Episode", *, compact: bool = False) -> None:
    """Print an episode's messages with number and speaker, and unless compact with origin and time."""
    rows: list[tuple[str, ...]] = []
    for number, message in enumerate(episode.messages, 1):
        who = f"{message.role} {message.name}" if message.name else message.role
        calls = [f"calls {visible(call.name)}({visible(str(dict(call.arguments)))})" for call in message.tool_calls]
        said = "\n".join([*([visible(message.content)] if message.content else []), *calls])
        rows.append((str(number), visible(who), said, message.origin, moment(message.at))[: 3 if compact else 5])
    heads = ("#", "who", "said", "origin", "at (UTC)")
    print_table(console, heads[: 3 if compact else 5], rows, wide=2)
