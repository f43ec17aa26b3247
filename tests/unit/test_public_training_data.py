"""Training examples of public data quote what they claim and leave out what the data does not tell for sure."""

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from memscribe.train.writer import planted_words as words
from memscribe.train.writer.grounding import best_cover, sentences, without
from memscribe.train.writer.mentors import memorycode_examples
from memscribe.train.writer.public import distinct, main
from memscribe.train.writer.realmem import HELD_BACK, TRAINING, read_sessions
from memscribe.train.writer.windows import realmem_examples

RULE = "always start method names with 'k_'"
NEW_RULE = "always start method names with 'zz_'"


def rng() -> random.Random:
    return random.Random(1)  # noqa: S311


def dialogue(turns: Sequence[str], golds: Sequence[tuple[str, int]], *, uuid: str = "0a") -> dict[str, Any]:
    """One RealMem dialogue; the user speaks first."""
    return {
        "session_identifier": f"Travel_Planning_1:S_{uuid}",
        "session_uuid": uuid,
        "current_time": "2026-02-03 (Tuesday)",
        "dialogue_turns": [
            {"speaker": "Assistant" if at % 2 else "User", "content": text} for at, text in enumerate(turns)
        ],
        "extracted_memory": [
            {
                "index": f"T-DM-{at}",
                "type": "Dynamic",
                "content": f"【Travel Plan】 {text}",
                "source_turn": turn,
                "session_uuid": uuid,
            }
            for at, (text, turn) in enumerate(golds)
        ],
    }


@pytest.fixture
def realmem(tmp_path: Path) -> Path:
    """Four personas; only the first has said anything."""
    spoken = dialogue(
        [
            "Hello. I booked the night ferry to Bergen on 12 March. My aunt owns two red canoes. What next?",
            "A cabin. Would you like one with a window?",
            "The paddles are in the shed behind the mill, under the blue tarpaulin, next to the oars.",
            "Noted.",
        ],
        [
            ("User has booked the night ferry to Bergen on 12 March.", 1),
            ("The user stores equipment for rowing near a building.", 3),
        ],
    )
    chatter = dialogue(["What is a fjord?", "A drowned valley.", "Give me three examples of it."], [], uuid="0b")
    for persona in TRAINING:
        dialogues = [spoken, chatter] if persona == TRAINING[0] else []
        path = tmp_path / f"{persona}_dialogues_256k.json"
        path.write_text(json.dumps({"dialogues": dialogues}), encoding="utf-8")
    return tmp_path


def test_a_fact_is_kept_with_the_clause_of_the_user_that_carries_it(realmem: Path) -> None:
    """The evidence is the clause, not the turn; the text speaks of "User"; the kind follows from the words."""
    first, *_ = realmem_examples(realmem, rng())
    (operation,) = first["operations"]
    assert operation["text"] == "User has booked the night ferry to Bergen on 12 March."
    assert operation["kind"] == "event"
    (quote,) = operation["evidence"]
    assert quote["quote"] == "I booked the night ferry to Bergen on 12 March"
    assert quote["quote"] in first["messages"][quote["message"]]["content"]


def test_a_turn_whose_label_no_clause_carries_is_left_out(realmem: Path) -> None:
    """Keeping it without its fact would teach silence."""
    first, *_ = realmem_examples(realmem, rng())
    assert all("paddles" not in message["content"] for message in first["messages"])


def test_a_sentence_that_states_what_no_label_says_is_cut(realmem: Path) -> None:
    """The canoes are a fact that the data passes over; the question beside them stays."""
    first, *_ = realmem_examples(realmem, rng())
    said = first["messages"][0]["content"]
    assert "canoes" not in said
    assert said.endswith("What next?")


def test_a_dialogue_without_labels_and_facts_writes_nothing(realmem: Path) -> None:
    """It is there to teach restraint."""
    *_, last = realmem_examples(realmem, rng())
    assert last["messages"][0]["content"] == "What is a fjord?"
    assert last["operations"] == []


@pytest.mark.parametrize("persona", [*HELD_BACK, "Nobody"])
def test_a_persona_that_writers_are_validated_on_is_refused(tmp_path: Path, persona: str) -> None:
    """Even where its file is at hand."""
    (tmp_path / f"{persona}_dialogues_256k.json").write_text('{"dialogues": []}', encoding="utf-8")
    with pytest.raises(ValueError, match="no training persona"):
        read_sessions(tmp_path, persona)


def session(number: int, text: str, rules: Sequence[Mapping[str, Any]], *, of: int = 2) -> dict[str, Any]:
    return {"dialogue": of, "session": number, "mentor": "Ida", "mentee": "Jon", "rules": rules, "text": text}


GIVEN = session(
    0,
    "Ida: Fine work.\n\nJon: Thanks!\n\n"
    "Ida: Always start method names with 'k_'. I have been here for nine years.\n\nJon: Ok.",
    [{"event": "add", "rule_id": 8, "text": RULE}],
)
CHANGED = session(
    1,
    "Jon: Ready.\n\nIda: I'd like you to start all method names with 'zz_'.\n\nJon: Ok.",
    [{"event": "update", "rule_id": 8, "text": NEW_RULE}],
)


def from_mentors(tmp_path: Path, *sessions: Mapping[str, Any]) -> list[dict[str, Any]]:
    path = tmp_path / "sessions.jsonl"
    path.write_text("\n".join(json.dumps(one) for one in sessions), encoding="utf-8")
    return list(memorycode_examples(path, rng()))


def test_a_rule_becomes_an_instruction_of_the_mentor_who_is_the_user(tmp_path: Path) -> None:
    """It is quoted as it was given; what else the turn states is cut."""
    (made,) = from_mentors(tmp_path, GIVEN)
    (operation,) = made["operations"]
    assert (operation["op"], operation["kind"], made["user"]) == ("add", "instruction", "Ida")
    (quote,) = operation["evidence"]
    message = made["messages"][quote["message"]]
    assert message["role"] == "user"
    assert message["content"] == "Always start method names with 'k_'."
    assert quote["quote"] in message["content"]


def test_a_changed_rule_replaces_the_one_it_had(tmp_path: Path) -> None:
    """The old text stands among the memories and is the target."""
    changed = next(one for one in from_mentors(tmp_path, GIVEN, CHANGED) if one["operations"][0]["op"] == "update")
    (target,) = changed["operations"][0]["targets"]
    (old,) = [memory for memory in changed["existing"] if memory["id"] == target]
    assert old["text"] == "Always start method names with 'k_'."
    assert changed["relations"][0] == {"operation": 0, "existing": target, "relation": "updates"}


def test_a_change_of_a_rule_that_was_never_given_is_left_out(tmp_path: Path) -> None:
    """Nothing is known to replace."""
    assert from_mentors(tmp_path, CHANGED) == []


def test_odd_dialogues_are_kept_for_measuring(tmp_path: Path) -> None:
    """The same session of an odd dialogue gives nothing."""
    assert from_mentors(tmp_path, {**GIVEN, "dialogue": 3}) == []


def test_an_attack_is_planted_whole_and_once() -> None:
    """At the ends or between sentences, never inside one."""
    text = "One goat. Two boats.\nThree notes."
    for seed in range(20):
        planted = words.within(text, "OBEY ME", random.Random(seed))  # noqa: S311
        assert planted.count("OBEY ME") == 1
        for sentence in ("One goat.", "Two boats.", "Three notes."):
            assert sentence in planted


def test_the_best_cover_prefers_the_clause_with_the_number() -> None:
    """Of two sentences about the same thing the one with the fact's own number is quoted."""
    share, (span,) = best_cover(
        "User's budget is 300 euros.", "The budget is tight. My budget is 300 euros, I think."
    )
    assert share == pytest.approx(1.0)
    assert span.text == "My budget is 300 euros"


def test_cutting_a_sentence_takes_what_leads_it_in_and_leaves_the_rest_as_it_was() -> None:
    """No lone "And" or bullet stays behind."""
    text = "Fine.\n1. And my cat is ill.\n2. Ask me later."
    assert without(text, [one for one in sentences(text) if "cat" in one.text]) == "Fine.\n2. Ask me later."


def test_examples_with_the_same_words_of_the_user_are_made_once() -> None:
    """Whatever the assistant answered."""

    def made(answer: str) -> dict[str, Any]:
        return {"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": answer}]}

    assert len(list(distinct([made("Hello"), made("Good day")]))) == 1


def test_the_command_says_which_arguments_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    """Both folders are required."""
    with pytest.raises(SystemExit):
        main([])
    assert "--data, --out" in capsys.readouterr().err
