"""The public-data suites read their shapes, and the command measures a writer on them."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from cli_parts import Shell
from memscribe.core.errors import InputError
from memscribe.evals.suites import SUITES, suite_named
from memscribe.evals.suites.port import Conversation, Gold, select


def write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value), encoding="utf-8")


def the_one(name: str, folder: Path) -> Conversation:
    (conversation,) = SUITES[name].conversations(folder)
    return conversation


def a_talk() -> dict[str, Any]:
    return {
        "sample_id": "t-1",
        "conversation": {
            "speaker_a": "Ines",
            "session_1": [
                {"speaker": "Ines", "dia_id": "D1:1", "text": "My kiln broke."},
                {"speaker": "Oskar", "dia_id": "D1:2", "text": "Look!", "blip_caption": "a blue boat"},
            ],
            "session_1_date_time": "7:05 pm on 2 March, 2026",
            "session_9_date_time": "8:00 pm on 9 March, 2026",
        },
        "observation": {
            "session_1_observation": {
                "Ines": [["Ines's kiln broke.", "D1:1"]],
                "Oskar": [["Oskar has a blue boat.", ["D1:2", "D7:1"]]],
            }
        },
    }


def test_locomo_gives_named_speakers_times_photographs_and_sources(tmp_path: Path) -> None:
    write(tmp_path / "locomo10.json", [a_talk()])
    conversation = the_one("locomo", tmp_path)
    (session,) = conversation.sessions
    assert (conversation.id, conversation.account, conversation.people) == ("t-1", None, ("Ines", "Oskar"))
    assert session.at == datetime(2026, 3, 2, 19, 5, tzinfo=UTC)
    assert [message.role for message in session.messages] == ["user", "user"]
    assert session.messages[1].content == "Look! [photo: a blue boat]"
    assert session.gold == (Gold("Ines's kiln broke.", (0,)), Gold("Oskar has a blue boat.", (1,)))


def a_persona() -> dict[str, Any]:
    turns = [{"speaker": "User", "content": "I row on Sundays."}, {"speaker": "Assistant", "content": "Good."}]
    rows = [
        {"index": "A-01", "content": "【Sport】 User rows.", "source_turn": 1},
        {"index": "A-02", "content": {"a": "table"}, "source_turn": 2},
        {"index": "A-03", "content": "User is fit.", "source_turn": 9},
        {"index": "A-01", "content": "【Sport】 User rows on Sundays.", "source_turn": 0},
        {"index": "A-03", "content": "User is fit.", "source_turn": 0},
    ]
    later = {"session_identifier": "b", "current_time": "2026-03-03 (Tuesday)", "dialogue_turns": turns[:1]}
    first = {"session_identifier": "a", "current_time": "2026-03-02 (Monday)", "dialogue_turns": turns}
    return {"dialogues": [later, first | {"extracted_memory": rows}]}


def test_realmem_gives_sessions_by_day_and_revisions_as_replacements(tmp_path: Path) -> None:
    """A row without a known turn has no source, a table is no fact, and a repeated text replaces nothing."""
    write(tmp_path / "Ada_Lum_dialogues_256k.json", a_persona())
    conversation = the_one("realmem", tmp_path)
    assert (conversation.id, conversation.account) == ("Ada_Lum", "Ada Lum")
    assert [session.id for session in conversation.sessions] == ["a", "b"]
    assert [message.role for message in conversation.sessions[0].messages] == ["user", "assistant"]
    assert conversation.sessions[0].gold == (
        Gold("User rows on Sundays.", replaces="User rows."),
        Gold("User is fit."),
    )


def a_line(session: int, text: str, *rules: tuple[str, int, str]) -> str:
    told = [{"event": event, "rule_id": number, "text": rule} for event, number, rule in rules]
    return json.dumps(
        {"dialogue": 7, "session": session, "mentor": "Mo", "mentee": "Tess", "text": text, "rules": told}
    )


def test_memorycode_gives_the_mentor_as_user_and_an_update_with_the_rule_it_changes(tmp_path: Path) -> None:
    """An update whose first rule is not in the dialogue replaces nothing that could be checked."""
    lines = [
        a_line(2, "Mo: Now use 'b_'.", ("update", 1, "start names with 'b_'"), ("update", 2, "write tests")),
        a_line(0, "Mo: Use 'a_'.\nAlways.\n\nTess: Sure: fine.", ("add", 1, "start names with 'a_'")),
    ]
    (tmp_path / "sessions.jsonl").write_text("\n".join(lines), encoding="utf-8")
    first, second = the_one("memorycode", tmp_path).sessions
    assert [(m.role, m.name, m.content) for m in first.messages] == [
        ("user", "Mo", "Use 'a_'.\nAlways."),
        ("assistant", "Tess", "Sure: fine."),
    ]
    assert (second.at - first.at).days == 2
    assert second.gold == (
        Gold("start names with 'b_'", (0,), replaces="start names with 'a_'"),
        Gold("write tests", (0,)),
    )


@pytest.mark.parametrize(
    ("name", "file", "content", "expected"),
    [
        ("locomo", "none", "", "locomo10.json: expected a readable file"),
        ("locomo", "locomo10.json", "{", "expected JSON"),
        ("locomo", "locomo10.json", '[{"sample_id": 3}]', "0.sample_id"),
        ("realmem", "none", "", "expected files named <persona>_dialogues_256k.json, found none"),
        ("memorycode", "sessions.jsonl", a_line(0, "Nobody: Hi."), "expected lines that begin with 'Mo:'"),
    ],
)
def test_what_is_not_the_data_set_is_a_clear_error(
    name: str, file: str, content: str, expected: str, tmp_path: Path
) -> None:
    (tmp_path / file).write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=expected):
        list(SUITES[name].conversations(tmp_path))


def test_times_and_days_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    talk, persona = a_talk(), a_persona()
    talk["conversation"]["session_1_date_time"] = "yesterday"
    persona["dialogues"][0]["current_time"] = "soon"
    write(tmp_path / "locomo10.json", [talk])
    write(tmp_path / "Ada_Lum_dialogues_256k.json", persona)
    with pytest.raises(InputError, match=r"t-1\.session_1_date_time: .*'yesterday'"):
        list(SUITES["locomo"].conversations(tmp_path))
    with pytest.raises(InputError, match=r"b: expected a day like .*'soon'"):
        list(SUITES["realmem"].conversations(tmp_path))


def test_selection_takes_the_named_conversations_and_refuses_unknown_ones(tmp_path: Path) -> None:
    for persona in ("Lin_Wanyu", "Pak_Budi", "Ada_Lum"):
        write(tmp_path / f"{persona}_dialogues_256k.json", a_persona())
    realmem = suite_named("realmem")
    assert [one.id for one in select(realmem, tmp_path)] == ["Lin_Wanyu", "Pak_Budi"]
    assert [one.id for one in select(realmem, tmp_path, limit=1)] == ["Lin_Wanyu"]
    assert [one.id for one in select(realmem, tmp_path, only=("Ada_Lum",))] == ["Ada_Lum"]
    with pytest.raises(InputError, match="expected the conversation 'Bo' in realmem, found Ada_Lum, "):
        select(realmem, tmp_path, only=("Bo",))
    with pytest.raises(InputError, match="expected one of the suites locomo, realmem, memorycode, got 'x'"):
        suite_named("x")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    lines = [
        a_line(0, "Mo: Always start names with 'a_'.", ("add", 1, "always start names with 'a_'")),
        a_line(1, "Mo: Hello.\n\nTess: Hello."),
    ]
    (tmp_path / "sessions.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return Shell(tmp_path)


def test_the_command_prints_a_vector_for_the_writer_and_each_baseline(shell: Shell) -> None:
    """Metrics that this set does not ask for are left out, and so few conversations are a warning."""
    ran = shell.run("eval", "suite", "memorycode", "--data", str(shell.folder), "--no-embeddings")
    assert ran.code == 0
    for words in (
        "verbatim",
        "store-all",
        "oracle",
        "silent_writes",
        "1 conversation, 2 sessions (1 without gold)",
    ):
        assert words in ran.out
    assert "attribution" not in ran.out
    assert "the intervals say little" in ran.out


def test_the_command_answers_with_json_and_refuses_other_data(shell: Shell) -> None:
    told = ("--data", str(shell.folder), "--no-embeddings", "--json")
    answer = shell.run("eval", "suite", "memorycode", *told).json
    assert answer["vectors"]["verbatim"]["recall"]["value"] == 1.0
    assert answer["vectors"]["verbatim"]["silent_writes"]["value"] == 1.0
    refused = shell.run("eval", "suite", "locomo", *told)
    assert (refused.code, refused.out) == (2, "")
    assert "locomo10.json: expected a readable file of the data set" in refused.err
