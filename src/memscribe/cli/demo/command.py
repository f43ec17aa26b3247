"""memscribe demo: the main job, on a bundled conversation, in a store that is thrown away."""

import tempfile
from datetime import timedelta
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memscribe.cli import options
from memscribe.cli.output import emit, out, visible, waiting
from memscribe.cli.place import program
from memscribe.core.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

    from memscribe.cli.demo.story import Story
    from memscribe.core.memory import Hit, Version
    from memscribe.core.receipt import Receipt
    from memscribe.engine import Memscribe

STORIES = {"en": "conversation.json", "zh": "conversation.zh.json"}

Language = Annotated[str, typer.Option("--language", metavar="en|zh", help="Which conversation")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer with one JSON document on stdout")]


def demo(language: Language = "en", writer: options.Writer = None, as_json: AsJson = False) -> None:
    """Show the main job: what was remembered, a conversation, what is remembered now, and why.

    Works in a temporary store and prints what really came out, whatever the writer missed included.
    """
    if language not in STORIES:
        raise InputError(f"--language: expected one of {', '.join(STORIES)}, got {language!r}")
    from memscribe.cli.demo.story import Story
    from memscribe.core.clock import FixedClock
    from memscribe.engine import Memscribe

    story = Story.model_validate_json((files("memscribe.cli.demo") / STORIES[language]).read_text("utf-8"))
    # a minute after the last message: what is believed now comes after what was said
    clock = FixedClock(story.now + timedelta(minutes=1))
    with tempfile.TemporaryDirectory(prefix="memscribe-demo-") as folder:
        with waiting("opening the store"):
            opened = Memscribe.open(Path(folder) / "demo.db", writer=writer, clock=clock)
        with opened as memory:
            memory.load([one.given for one in story.existing], scope=story.scope)
            before = memory.memories(scope=story.scope)
            receipt = memory.write(
                [message.message for message in story.messages],
                scope=story.scope,
                at=story.now,
                account=story.account,
            )
            _tell(memory, story, before, receipt, as_json=as_json)


def _tell(
    memory: "Memscribe", story: "Story", before: "tuple[Version, ...]", receipt: "Receipt", *, as_json: bool
) -> None:
    from memscribe.cli.telling import as_json as receipt_json
    from memscribe.cli.telling import telling

    told = telling(memory, receipt, story.scope)
    hits = memory.search(story.question, scope=story.scope, limit=3)
    chain = _changed(memory, story, before)
    if as_json:
        emit(
            {
                "before": [version.model_dump(mode="json") for version in before],
                "messages": [message.model_dump(mode="json") for message in story.messages],
                "receipt": receipt_json(receipt, told),
                "search": {
                    "query": story.question,
                    "hits": [hit.model_dump(mode="json") for hit in hits],
                },
                "history": [version.model_dump(mode="json") for version in chain],
                "after": [version.model_dump(mode="json") for version in memory.memories(scope=story.scope)],
            }
        )
        return
    from memscribe.cli.histories import show_episode, show_memories
    from memscribe.cli.telling import show_receipt

    console = out()
    _title(console, "1. What was remembered before")
    show_memories(console, before)
    _title(console, "2. The conversation, as the store keeps it (secrets masked)")
    show_episode(console, memory.episode(str(receipt.episode_id), scope=story.scope), compact=True)
    _title(console, "3. What became of it")
    show_receipt(console, receipt, told)
    _show_rest(console, story, hits, chain)


def _show_rest(console: "Console", story: "Story", hits: "tuple[Hit, ...]", chain: "tuple[Version, ...]") -> None:
    from memscribe.cli.histories import show_history, show_hits

    _title(console, f"4. Search: {visible(story.question)}")
    if hits:
        show_hits(console, hits)
    else:
        console.print("nothing found")
    _title(console, "5. History: the old value and the new one, with both times")
    if chain:
        show_history(console, chain)
    else:
        console.print("no memory changed: this writer saw no update in the conversation")
    _title(console, "Next")
    console.print(
        f'  echo "{story.next_line}" | {program()} write\n'
        f'  {program()} search "{story.next_question}"\n'
        f"  {program()} receipts          # then: {program()} undo RECEIPT"
    )


def _changed(memory: "Memscribe", story: "Story", before: "tuple[Version, ...]") -> "tuple[Version, ...]":
    """Return the history of the first memory that was there before and was replaced; empty if none was."""
    from memscribe.cli.histories import lineage

    for version in before:
        if memory.get(version.memory_id, scope=story.scope).superseded_by:
            return lineage(memory, version.memory_id, scope=story.scope)
    return ()


def _title(console: "Console", text: str) -> None:
    console.print(f"\n{text}", style="bold underline")
