"""Every clause that can stand alone is put into a memory's words, whatever it is worth."""

from datetime import UTC, datetime

from guard_parts import episode
from memscribe.core.message import Message
from memscribe.core.ports import WriteTask
from memscribe.writers.rules.writer import wordings

NOW = datetime(2026, 5, 14, 9, 30, tzinfo=UTC)


def worded(*contents: str) -> list[tuple[int, str, str]]:
    messages = [Message(role="user", content=content, at=NOW) for content in contents]
    found = wordings(WriteTask(episode=episode(*messages)))
    return [(one.message, contents[one.message][one.start : one.end], one.text) for one in found]


def test_person_and_dates_are_changed_and_the_clause_is_named() -> None:
    ((message, clause, text),) = worded("I moved to Lima yesterday.")
    assert (message, clause) == (0, "I moved to Lima yesterday.")
    assert text.startswith("User moved to Lima")
    assert "2026-05-13" in text
    assert "yesterday" not in text


def test_a_fact_is_worded_even_where_the_rules_would_not_keep_it() -> None:
    texts = [text for _, _, text in worded("my head hurts today", "I like my coffee black")]
    assert len(texts) == 2
    assert all(text.startswith("User") for text in texts)


def test_clauses_of_later_messages_name_their_message() -> None:
    assert [message for message, _, _ in worded("hello", "My sister Ana lives in Turin.")][-1] == 1
