"""The development measure counts what it says it counts."""

from pathlib import Path

import pytest

from engine_parts import ToldWriter
from memscribe import Add, Evidence, Memscribe, Retract, Update, WriteTask
from memscribe.core.clock import Clock
from memscribe.core.errors import InputError
from memscribe.core.operation import Operation
from memscribe.evals.cases import MakeMemory
from memscribe.evals.corpus import CorpusExample, Tally, read_corpus, score_example
from memscribe.evals.matching import content_words, coverage, numbers, paired

SAID = "I moved to Ely on 2026-05-13. Forget the stall. My otter might be called Bo."


def an_example(**fields: object) -> CorpusExample:
    given = {
        "id": "t-1",
        "lang": "en",
        "now": "2026-06-02T10:00:00Z",
        "existing": [
            {"id": "m1", "text": "User lives in Jena.", "kind": "profile", "source": "user"},
            {"id": "m2", "text": "User has a stall.", "kind": "profile", "source": "user"},
            {"id": "m3", "text": "User keeps bees.", "kind": "profile", "source": "user"},
        ],
        "messages": [{"role": "user", "content": SAID}],
        "operations": [
            {
                "op": "update",
                "kind": "profile",
                "text": "User moved to Ely on 2026-05-13.",
                "targets": ["m1"],
                "evidence": [{"message": 0, "quote": "I moved to Ely on 2026-05-13."}],
            },
            {
                "op": "retract",
                "kind": "profile",
                "text": "",
                "targets": ["m2"],
                "evidence": [{"message": 0, "quote": "Forget the stall."}],
            },
        ],
        "rejections": [{"message": 0, "quote": "My otter might be called Bo.", "reason": "hypothetical"}],
    }
    return CorpusExample.model_validate(given | fields)


def opening(*operations: tuple[str, str, str, tuple[str, ...]]) -> MakeMemory:
    """Open stores whose writer proposes (op, text, quote, texts of the targets)."""

    def decide(task: WriteTask) -> list[Operation]:
        ids = {one.memory.text: one.memory.memory_id for one in task.recalled}
        made: list[Operation] = []
        for op, text, quote, targets in operations:
            evidence = (Evidence.of(task.episode.messages[0], quote),)
            named = tuple(ids[target] for target in targets)
            match op:
                case "add":
                    made.append(Add(kind="profile", text=text, evidence=evidence))
                case "update":
                    made.append(Update(kind="profile", text=text, targets=named, evidence=evidence))
                case _:
                    made.append(Retract(kind="profile", targets=named, evidence=evidence))
        return made

    def open_one(clock: Clock, _: str | None) -> Memscribe:
        return Memscribe.open(":memory:", writer=ToldWriter(decide), embedder=None, clock=clock)

    return open_one


MOVE = ("update", "User moved to Ely on 2026-05-13.", "I moved to Ely on 2026-05-13.", ("User lives in Jena.",))
FORGET = ("retract", "", "Forget the stall.", ("User has a stall.",))


def test_a_perfect_writer_gets_everything() -> None:
    rates = score_example(an_example(), opening(MOVE, FORGET)).as_json()
    assert (rates["precision"], rates["recall"], rates["f1"]) == (1.0, 1.0, 1.0)
    assert (rates["update_accuracy"], rates["retract_accuracy"]) == (1.0, 1.0)
    assert (rates["touched_rate"], rates["tempted_rate"]) == (0.0, 0.0)


def test_a_silent_writer_gets_nothing_and_harms_nothing() -> None:
    tally = score_example(an_example(), opening())
    assert (tally.gold, tally.proposed, tally.updates, tally.retracts) == (1, 0, 1, 1)
    assert (tally.touched, tally.untouchable, tally.tempted, tally.tempting) == (0, 1, 0, 1)
    assert tally.as_json()["precision"] is None


def test_wrong_targets_and_tempting_spans_are_counted() -> None:
    wrong = (MOVE[0], MOVE[1], MOVE[2], ("User keeps bees.",))
    tempted = ("add", "User's otter might be called Bo.", "My otter might be called Bo.", ())
    # the bees are spoken of, so that the guard lets the wrong target through
    heard = an_example(messages=[{"role": "user", "content": f"{SAID} My bees came along."}])
    tally = score_example(heard, opening(wrong, tempted))
    assert (tally.updates_right, tally.touched, tally.tempted) == (0, 1, 1)
    assert (tally.matched, tally.proposed) == (1, 2)


def test_tallies_add_up() -> None:
    one = score_example(an_example(), opening(MOVE))
    assert (one + one).examples == 2
    assert (one + one).as_json()["recall"] == one.as_json()["recall"]
    assert Tally() + one == one


@pytest.mark.parametrize(
    ("gold", "proposed", "counts"),
    [
        ("User moved to Ely on 2026-05-13.", "User has moved to Ely (2026-05-13).", True),
        ("User moved to Ely on 2026-05-13.", "User moved to Ely on 2026-05-14.", False),
        ("User moved to Ely on 2026-05-13.", "User moved on 2026-05-13.", False),
        ("User's wage is 1200 euros.", "User's wage is 1,200 euros.", True),
        ("User's wage is 1200 euros.", "User's wage is 1,300 euros.", False),
        ("用户对花生过敏。", "用户对花生过敏", True),
        ("用户对花生过敏。", "用户住在泉州。", False),
        ("User keeps seven bee hives.", "User keeps bees.", False),
    ],
)
def test_a_fact_counts_with_most_content_words_and_all_numbers(gold: str, proposed: str, counts: bool) -> None:
    assert (coverage(gold, proposed) >= 0.6) is counts


def test_content_words_leave_the_subject_out() -> None:
    assert content_words("User keeps bees") == {"keeps", "bees"}
    assert content_words("用户 2026-05-03") == frozenset()
    assert numbers("room 007 on 2026-05-03") == {"7", "2026", "5", "3"}


def test_pairs_are_as_many_as_there_can_be() -> None:
    """A greedy choice would give the first gold text the only match of the second."""
    golds = ["red otter", "red otter boat"]
    proposed = ["red otter boat", "red otter"]
    assert paired(golds, proposed) == {0: 1, 1: 0}
    assert paired(["red otter", "red otter"], ["red otter"]) in ({0: 0}, {1: 0})


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    file.write_text('{"id": "a", "lang": "en", "messages": [], "operations": []}', encoding="utf-8")
    with pytest.raises(InputError, match=r"c.jsonl:1: messages: "):
        read_corpus(file)
