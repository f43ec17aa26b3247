"""Every shape of input is read, and every fault is named: what was expected, what came, and where."""

import io
import json
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from memscribe.cli.messages import ReadEpisode
from memscribe.cli.reading import read_episodes
from memscribe.core.errors import InputError

Given = Callable[..., str]


@pytest.fixture
def given(tmp_path: Path) -> Given:
    """Write a file and return its path."""

    def write(content: str | bytes, name: str = "in.txt") -> str:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


def said(episodes: Sequence[ReadEpisode]) -> list[list[tuple[str, str]]]:
    return [[(message.role, message.content) for message in episode.messages] for episode in episodes]


USER = {"role": "user", "content": "I row."}
LINE = json.dumps(USER)
EPISODE = json.dumps({"messages": [USER]})


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("I row.", "a.txt"),
        ("I row.\n", "a.md"),
        ("I row.\r\n", "a"),
        ("\ufeffI row.", "a.txt"),
        (json.dumps([USER]), "a.json"),
        (json.dumps([USER]), "no-suffix"),
        ("\ufeff" + json.dumps([USER]), "a.json"),
        (json.dumps(USER), "a.json"),
        (EPISODE, "a.json"),
        (json.dumps([{"messages": [USER]}]), "a.json"),
        (json.dumps({"messages": [USER]}, indent=2), "no-suffix"),
        (LINE + "\n", "a.jsonl"),
        (EPISODE + "\r\n", "a.jsonl"),
        ("\n\n" + LINE + "\n\n", "a.ndjson"),
    ],
)
def test_the_same_message_is_read_from_every_shape(content: str, name: str, given: Given) -> None:
    assert said(read_episodes(given(content, name))) == [[("user", "I row.")]]


def test_json_lines_of_messages_are_one_episode_and_of_episodes_are_several(given: Given) -> None:
    answer = json.dumps({"role": "assistant", "content": "Well."})
    assert said(read_episodes(given(f"{LINE}\n{answer}\n"))) == [[("user", "I row."), ("assistant", "Well.")]]
    assert said(read_episodes(given(f"{EPISODE}\n{EPISODE}\n"))) == [[("user", "I row.")]] * 2


def test_a_line_separator_inside_a_string_does_not_end_the_line(given: Given) -> None:
    line = json.dumps({"role": "user", "content": "a\u2028b"}, ensure_ascii=False)
    assert said(read_episodes(given(line + "\n", "a.jsonl"))) == [[("user", "a\u2028b")]]


def test_plain_text_is_one_message_of_the_user_even_when_it_looks_like_a_chat(given: Given) -> None:
    text = "user: I row.\nassistant: Well."
    assert said(read_episodes(given(text))) == [[("user", text)]]
    assert said(read_episodes(given("[note] call the yard"))) == [[("user", "[note] call the yard")]]


def test_chat_lines_are_read_only_when_asked_for(given: Given) -> None:
    text = "User: I row.\nevery day\n\nassistant: Well.\r\ntool(search): 3 hits\nuser(Ana)：我划船"
    (episode,) = read_episodes(given(text), form="chat")
    assert [(one.role, one.name, one.content) for one in episode.messages] == [
        ("user", None, "I row.\nevery day"),
        ("assistant", None, "Well."),
        ("tool", "search", "3 hits"),
        ("user", "Ana", "我划船"),
    ]


def test_openai_content_parts_are_joined_and_pictures_become_envelopes(given: Given) -> None:
    parts = [
        {"type": "text", "text": "Look:"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
        {"type": "input_audio", "input_audio": {}},
        "and done",
    ]
    content = json.dumps([{"role": "user", "content": parts}])
    assert said(read_episodes(given(content))) == [[("user", "Look:\n[image]\n[audio]\nand done")]]


def test_openai_tool_calls_are_read_and_name_their_results(given: Given) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Ely"}'}}
    broken = {"id": "c2", "type": "function", "function": {"name": "weather", "arguments": '{"city": '}}
    messages = [
        {"role": "developer", "content": "Be brief."},
        {"role": "assistant", "content": None, "tool_calls": [call, broken]},
        {"role": "tool", "tool_call_id": "c1", "content": "rain"},
    ]
    (episode,) = read_episodes(given(json.dumps(messages)))
    system, assistant, tool = episode.messages
    assert system.role == "system"
    assert assistant.content == ""
    assert [(one.name, dict(one.arguments)) for one in assistant.tool_calls] == [
        ("weather", {"city": "Ely"}),
        ("weather", {"arguments": '{"city": '}),
    ]
    assert (tool.role, tool.name) == ("tool", "weather")


def test_times_are_read_in_the_zone_given(given: Given) -> None:
    messages = [
        {**USER, "at": "2026-05-14T09:30:00+02:00"},
        {**USER, "timestamp": "2026-05-14T09:30:00"},
        {**USER, "at": 0},
    ]
    zone = timezone(timedelta(hours=3))
    (episode,) = read_episodes(given(json.dumps(messages)), zone=zone)
    assert [one.at for one in episode.messages] == [
        datetime(2026, 5, 14, 7, 30, tzinfo=UTC),
        datetime(2026, 5, 14, 6, 30, tzinfo=UTC),
        datetime(1970, 1, 1, tzinfo=UTC),
    ]


def test_an_episode_names_its_scope_time_key_and_account(given: Given) -> None:
    line = {
        "messages": [{**USER, "at": "2026-05-14T09:00:00"}],
        "scope": {"user": "ada", "session": "s1"},
        "at": "2026-05-14T09:30:00+02:00",
        "idempotency_key": "k1",
        "account": "Ada",
    }
    (episode,) = read_episodes(given(json.dumps(line), "a.jsonl"))
    assert episode.scope == {"user": "ada", "session": "s1"}
    assert (episode.idempotency_key, episode.account) == ("k1", "Ada")
    assert episode.at == datetime(2026, 5, 14, 7, 30, tzinfo=UTC)
    assert episode.messages[0].at == datetime(2026, 5, 14, 7, 0, tzinfo=UTC)
    assert episode.where.endswith("a.jsonl:1")


def test_stdin_is_read_for_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbfI row.")))
    (episode,) = read_episodes("-")
    assert (episode.where, episode.messages[0].content) == ("stdin", "I row.")


@pytest.mark.parametrize(
    ("content", "name", "says"),
    [
        ("", "a.txt", "expected at least one message, got nothing"),
        ("\ufeff", "a.txt", "expected at least one message, got nothing"),
        (" \r\n", "a.json", "expected at least one message, got white space"),
        ("[]", "a.json", "expected at least one message, got an empty list"),
        ('{"messages": []}', "a.json", "expected at least one message, got an empty list"),
        (b"I row \xff", "a.txt", "a.txt:1: expected UTF-8, got the byte 0xff at offset 6"),
        (b"\xff\xfeI\x00", "a.txt", "expected UTF-8, got UTF-16"),
        ('[{"role": "user"', "a.json", "expected JSON, got the end at line 1 column 17 (character 16)"),
        ('{"role": "user", "content": NaN}', "a.json", "NaN is not JSON: write null"),
        ("[" * 100_000, "a.json", "nested too deeply"),
        ("42", "a.json", 'expected a list of messages or an object with "messages", got the number 42'),
        ("{}", "a.json", 'expected a list of messages or an object with "messages", got an empty object'),
        ('["hello"]', "a.json", 'episode 1: expected an object with "messages", got "hello"'),
        ('[{"role": "user"}]', "a.json", 'message 1: expected "content" to be a string or a list of content parts'),
        ('[{"role": "user", "content": 7}]', "a.json", "a list of content parts, got the number 7"),
        ('[{"role": "user", "content": null}]', "a.json", "got null"),
        ('[{"content": "x"}]', "a.json", 'message 1: expected "role" to be one of user, assistant, tool, system'),
        ('[{"role": "robot", "content": "x"}]', "a.json", 'function, got "robot"'),
        ('[{"role": "user", "content": "x", "name": 1}]', "a.json", '"name" to be a string, got the number 1'),
        ('[{"role": "user", "content": "x", "channel": "pigeon"}]', "a.json", '"channel" to be one of typed'),
        ('[{"role": "user", "content": "x", "at": "soon"}]', "a.json", "message 1: at: expected an ISO 8601 time"),
        ('[{"role": "user", "content": "x", "at": 1e30}]', "a.json", "expected seconds since 1970"),
        ('[{"role": "user", "content": [{"text": "x"}]}]', "a.json", 'expected a content part with a "type"'),
        ('[{"role": "user", "content": [{"type": "text"}]}]', "a.json", 'expected a text part to have "text"'),
        ('[{"role": "assistant", "tool_calls": {}}]', "a.json", 'expected "tool_calls" to be a list'),
        ('[{"role": "assistant", "tool_calls": [{"id": "1"}]}]', "a.json", 'expected a tool call to have a "name"'),
        (LINE + "\n{oops}\n", "a.jsonl", 'a.jsonl:2: expected JSON, got "oops}" at column 2 (character 1)'),
        (LINE + "\n7\n", "a.jsonl", "a.jsonl:2: expected a message like the first line, got the number 7"),
        (LINE + "\n" + EPISODE, "a.jsonl", "a.jsonl:2: expected a message like the first line, got an object with"),
        (EPISODE + "\n" + LINE, "a.jsonl", 'a.jsonl:2: expected an object with "messages" like the first line'),
        ('{"messages": "x"}', "a.jsonl", 'a.jsonl:1: expected "messages" to be a list, got "x"'),
        ('{"messages": [7]}', "a.jsonl", "a.jsonl:1: message 1: expected a message object"),
        ('{"messages": [{"role": "user", "content": "x"}], "scope": {"team": "x"}}', "a.jsonl",
         'expected the fields of "scope" to be among tenant, user, agent, project, session, got team'),
        ('{"messages": [{"role": "user", "content": "x"}], "scope": 1}', "a.jsonl", '"scope" to be an object'),
        ('{"messages": [{"role": "user", "content": "x"}], "idempotency_key": 1}', "a.jsonl", "to be a string"),
    ],
)  # fmt: skip
def test_bad_input_is_told_in_one_line(content: str | bytes, name: str, says: str, given: Given) -> None:
    with pytest.raises(InputError) as caught:
        read_episodes(given(content, name))
    assert says in str(caught.value)
    assert name in str(caught.value)


def calling(arguments: str) -> str:
    """Return two episodes as JSON Lines; the second holds a tool call with these arguments, as JSON."""
    call = '{"role": "assistant", "content": null, "tool_calls": [{"name": "t", "arguments": @}]}'
    return f'{EPISODE}\n{{"messages": [{LINE}, {call.replace("@", arguments)}]}}\n'


NESTED = '{"a": ' * 600 + "1" + "}" * 600


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (NESTED, "expected at most 100 levels of nesting"),
        (json.dumps(NESTED), "expected at most 100 levels of nesting"),
        ('{"x": "\\ud800"}', "got the lone surrogate U+D800"),
        ('{"\\udfff": 1}', "got the lone surrogate U+DFFF"),
        ('{"x": [1e999]}', "got inf: write null"),
        (json.dumps('{"x": NaN}'), "got nan: write null"),
        (json.dumps('{"x": -Infinity}'), "got -inf: write null"),
    ],
)
def test_arguments_that_no_store_gives_back_as_they_came_are_refused(
    arguments: str, says: str, given: Given
) -> None:
    with pytest.raises(InputError, match=r'a.jsonl:2: message 2: tool call "t": arguments: expected') as caught:
        read_episodes(given(calling(arguments), "a.jsonl"))
    assert says in str(caught.value)


def test_deep_but_readable_arguments_are_kept(given: Given) -> None:
    deep = '{"a": ' * 90 + "1" + "}" * 90
    _, episode = read_episodes(given(calling(deep), "a.jsonl"))
    assert json.loads(episode.messages[1].model_dump_json())["tool_calls"][0]["arguments"] == json.loads(deep)


@pytest.mark.parametrize(
    "at",
    ["0001-01-01T00:00:00+05:00", "9999-12-31T23:59:59-05:00", "0999-01-01T00:00:00Z", "9001-01-01", -62135596800],
)
@pytest.mark.parametrize("of_message", [True, False])
def test_times_at_the_ends_of_the_calendar_are_refused(at: object, of_message: bool, given: Given) -> None:
    """There "yesterday" or another zone may have no date."""
    line = {"messages": [{**USER, "at": at}]} if of_message else {"messages": [USER], "at": at}
    with pytest.raises(InputError, match=r"a.jsonl:2: (message 1: )?at: expected a (time|year) from"):
        read_episodes(given(f"{EPISODE}\n{json.dumps(line)}\n", "a.jsonl"))


def test_a_chat_that_begins_with_no_speaker_is_refused(given: Given) -> None:
    with pytest.raises(InputError, match=r'in.txt:2: expected a line that begins with "user:"'):
        read_episodes(given("\nhello there"), form="chat")


def test_a_directory_a_missing_file_and_an_unknown_format_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected a file, got a directory"):
        read_episodes(str(tmp_path))
    with pytest.raises(InputError, match="expected a file, but there is none"):
        read_episodes(str(tmp_path / "none"))
    with pytest.raises(InputError, match="--format: expected one of auto, text, json, jsonl, chat"):
        read_episodes("-", form="xml")
    with pytest.raises(InputError, match="expected a readable file"):
        read_episodes("a\x00b")
