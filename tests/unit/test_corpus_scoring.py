"""The development measure counts what it says it counts."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from cli_parts import Shell
from memscribe import Add, Evidence, Memscribe, Proposal, Retract, Update, WriteTask
from memscribe.core.clock import Clock
from memscribe.core.errors import InputError
from memscribe.core.operation import Operation, Rejection, RejectionReason
from memscribe.evals.cases import MakeMemory
from memscribe.evals.corpus import CorpusExample, choose, read_corpus
from memscribe.evals.corpus_scoring import Left, Made, compare, score_example
from memscribe.evals.corpus_tally import Counted, Summary, Tally
from memscribe.evals.intervals import cluster_intervals
from memscribe.evals.matching import content_words, coverage, numbers, paired
from memscribe.evals.split import Split, read_split

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


class Told:
    """Proposes (op, text, quote, texts of the targets) and rejects (quote, reason)."""

    name = "told@1"

    def __init__(
        self,
        operations: Sequence[tuple[str, str, str, tuple[str, ...]]],
        rejections: Sequence[tuple[str, RejectionReason]],
    ) -> None:
        self.operations = operations
        self.rejections = rejections

    def propose(self, task: WriteTask) -> Proposal:
        ids = {one.memory.text: one.memory.memory_id for one in task.recalled}
        made: list[Operation] = []
        for op, text, quote, targets in self.operations:
            evidence = (self.quoting(task, quote),)
            named = tuple(ids[target] for target in targets)
            match op:
                case "add":
                    made.append(Add(kind="profile", text=text, evidence=evidence))
                case "update":
                    made.append(Update(kind="profile", text=text, targets=named, evidence=evidence))
                case _:
                    made.append(Retract(kind="profile", targets=named, evidence=evidence))
        left: list[Rejection] = []
        for quote, reason in self.rejections:
            span = self.quoting(task, quote).model_dump(exclude={"part"})
            left.append(Rejection(**span, reason=reason))
        return Proposal(operations=tuple(made), rejections=tuple(left), writer=self.name)

    @staticmethod
    def quoting(task: WriteTask, quote: str) -> Evidence:
        """Quote the last message that has these words."""
        return next(
            Evidence.of(message, quote) for message in reversed(task.episode.messages) if quote in message.content
        )


def opening(
    *operations: tuple[str, str, str, tuple[str, ...]], rejections: Sequence[tuple[str, RejectionReason]] = ()
) -> MakeMemory:
    """Open stores whose writer proposes and rejects this."""

    def open_one(clock: Clock, _: str | None) -> Memscribe:
        return Memscribe.open(":memory:", writer=Told(operations, rejections), embedder=None, clock=clock)

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


def made(op: str, text: str = "", *targets: str, stored: bool = True) -> Made:
    return Made(op, text, frozenset(targets), stored=stored, held=not stored, places=())


def test_an_operation_is_right_with_its_op_exactly_its_targets_and_a_text_that_states_the_wanted_one() -> None:
    """Wanted: an update of m1 and a retraction of m2."""
    move = "User moved to Ely on 2026-05-13."
    example = an_example()
    for writes, right in [
        ([made("update", move, "m1"), made("retract", "", "m2")], 2),
        ([made("update", "User likes boats.", "m1"), made("retract", "", "m3")], 0),
        ([made("update", move, "m1", "m3"), made("retract", "", "m2")], 1),
        ([made("add", move), made("retract", "", "m2"), made("retract", "", "m2")], 1),
        ([made("update", move, "m1"), made("update", move, "m1")], 1),
    ]:
        tally = compare(example, writes)
        assert (tally.operations_right, tally.operations, tally.wanted_operations) == (right, len(writes), 2)


def test_operation_f1_is_twice_the_right_ones_over_wanted_and_made_ones() -> None:
    writes = [
        made("update", "User moved to Ely on 2026-05-13.", "m1", stored=False),
        made("retract", "", "m2"),
        made("add", "User likes boats."),
    ]
    tally = compare(an_example(), writes)
    rates = tally.as_json()
    assert rates["operation_f1"] == 0.8  # 2 * 2 / (3 made + 2 wanted)
    assert rates["stored_operation_f1"] == 0.5  # 2 * 1 / (2 stored + 2 wanted)
    assert rates["stored_f1"] == 0.0  # the one fact that was wanted is held
    assert rates["f1"] == 0.6667  # 2 * 1 / (2 facts proposed + 1 wanted)


def test_two_operations_on_nothing_are_told_apart_by_their_texts() -> None:
    adds = [{"op": "add", "kind": "profile", "text": f"User keeps {what}."} for what in ("bees", "three otters")]
    example = an_example(operations=adds)
    writes = [
        made("add", "User keeps three otters."),
        made("add", "User keeps bees."),
        made("add", "User keeps bees."),
    ]
    assert compare(example, writes).operations_right == 2


def test_a_rejection_is_right_by_its_reason_or_at_least_by_its_span() -> None:
    """Of five: one has span and reason, two touch nothing wanted, one the evidence of the move, one is nowhere."""
    otter = SAID.index("My otter")
    left = [
        Left("hypothetical", ((0, otter, otter + 8),)),
        Left("joke", ((0, otter, otter + 8),)),
        Left("hypothetical", ((1, otter, otter + 8),)),
        Left("hypothetical", ((0, 2, 7),)),
        Left("hypothetical", ()),
    ]
    tally = compare(an_example(), [], left)
    assert (tally.rejected, tally.rejected_for_reason, tally.rejected_rightly) == (5, 1, 3)
    rates = tally.as_json()
    assert (rates["rejection_reason_precision"], rates["rejection_span_precision"]) == (0.2, 0.6)


def test_spans_that_only_touch_do_not_overlap() -> None:
    otter = SAID.index("My otter")
    before = Left("hypothetical", ((0, otter - 1, otter),))
    assert compare(an_example(), [], [before]).rejected_for_reason == 0
    into = Left("hypothetical", ((0, otter - 1, otter + 1),))
    assert compare(an_example(), [], [into]).rejected_for_reason == 1


def test_rejections_are_taken_from_the_receipt() -> None:
    tally = score_example(
        an_example(), opening(rejections=[("otter", "hypothetical"), ("Ely", "hypothetical"), ("might", "joke")])
    )
    assert (tally.rejected, tally.rejected_for_reason, tally.rejected_rightly) == (3, 1, 2)
    assert score_example(an_example(), opening()).as_json()["rejection_span_precision"] is None


def test_a_rejected_secret_is_found_though_the_writer_saw_it_masked() -> None:
    said = "my password is hunter2-Kx9!pq and I keep bees"
    example = an_example(
        messages=[{"role": "user", "content": said}],
        operations=[],
        rejections=[{"message": 0, "quote": "my password is hunter2-Kx9!pq", "reason": "secret"}],
    )
    seen: list[str] = []

    class Looking(Told):
        def propose(self, task: WriteTask) -> Proposal:
            content = task.episode.messages[0].content
            seen.append(content)
            self.rejections = [(content[: content.index(" and")], "secret")]
            return super().propose(task)

    def open_one(clock: Clock, _: str | None) -> Memscribe:
        return Memscribe.open(":memory:", writer=Looking([], []), embedder=None, clock=clock)

    tally = score_example(example, open_one)
    assert "hunter2" not in seen[0]
    assert (tally.rejected, tally.rejected_for_reason) == (1, 1)


def test_of_two_messages_with_the_same_words_the_one_that_fits_all_quotes_is_meant() -> None:
    """Receipts name messages by ids that are new in each run."""
    example = an_example(
        messages=[{"role": "user", "content": "Right."}, {"role": "user", "content": "Right. Isn't it late?"}],
        operations=[],
        rejections=[{"message": 1, "quote": "Right.", "reason": "smalltalk"}],
    )
    both = opening(rejections=[("Right.", "smalltalk"), ("Isn't it late?", "question")])
    assert score_example(example, both).rejected_for_reason == 1


def test_silence_counts_where_nothing_was_wanted_and_held_operations_do_not_break_it() -> None:
    quiet = an_example(operations=[])
    writes = [made("add", "User likes boats.")]
    held = [made("add", "User likes boats.", stored=False)]
    total = compare(quiet, writes) + compare(quiet, held) + compare(quiet, []) + compare(an_example(), [])
    assert (total.quiet, total.quiet_kept) == (3, 2)
    assert total.as_json()["silence_accuracy"] == 0.6667


def test_an_interval_of_two_opposite_clusters_is_everything_and_of_one_cluster_nothing() -> None:
    """Two clusters, one right and one wrong, give 0, a half and 1 in a quarter, a half and a quarter of draws."""
    ratios = [{"rate": (1, 1)}, {"rate": (0, 1)}]
    assert cluster_intervals(ratios, ["a", "b"]) == {"rate": (0.0, 1.0)}
    assert cluster_intervals(ratios, ["a", "a"]) == {"rate": (0.5, 0.5)}


def test_a_rate_is_the_sum_of_parts_over_the_sum_of_wholes() -> None:
    """It is not the mean of the examples' rates, which would be a half."""
    ratios = [{"rate": (1, 1), "none": (0, 0)}, {"rate": (0, 3), "none": (0, 0)}]
    assert cluster_intervals(ratios, "aa") == {"rate": (0.25, 0.25), "none": None}
    sure = [{"rate": (1, 4)}] * 3
    assert cluster_intervals(sure, "abc") == {"rate": (0.25, 0.25)}


def test_draws_in_which_nothing_was_asked_are_left_out() -> None:
    ratios = [{"rate": (1, 2)}, {"rate": (0, 0)}]
    assert cluster_intervals(ratios, "ab") == {"rate": (0.5, 0.5)}


def test_examples_that_fail_together_give_wider_intervals() -> None:
    """Half of 400 right: 0.5 +- 1.96 * sqrt(0.25 / n), where n is the number of clusters."""
    ratios = [{"rate": (number // 200, 1)} for number in range(400)]
    alone = cluster_intervals(ratios, range(400))["rate"]
    together = cluster_intervals(ratios, [number // 4 for number in range(400)])["rate"]
    assert alone == (pytest.approx(0.451, abs=0.01), pytest.approx(0.549, abs=0.01))
    assert together == (pytest.approx(0.402, abs=0.015), pytest.approx(0.598, abs=0.015))
    assert cluster_intervals(ratios, range(400))["rate"] == alone


def test_a_summary_adds_up_and_counts_scenarios() -> None:
    right = compare(an_example(), [made("update", "User moved to Ely on 2026-05-13.", "m1")])
    wrong = compare(an_example(), [])
    summary = Summary.of([Counted(right, "one"), Counted(wrong, "one"), Counted(right, "two")])
    told = summary.as_json()
    assert (told["examples"], told["clusters"]) == (3, 2)
    assert told["recall"] == 0.6667
    # twice the first scenario: 2 of 4; twice the second: 2 of 2
    assert summary.ci95["recall"] == (0.5, 1.0)
    assert summary.ci95["precision"] == (1.0, 1.0)
    assert summary.ci95["silence_accuracy"] is None


def a_corpus(folder: Path, *, split: bool = True) -> Path:
    """Write six examples: 1, 3 and 5 are for dev, 1 and 5 of them one scenario; 6 has no part yet."""
    lines = [an_example(id=f"a-000{number}").model_dump_json(exclude_none=True) for number in range(1, 7)]
    (folder / "a_file.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    if split:
        dev, test = frozenset({"a-0001", "a-0003", "a-0005"}), frozenset({"a-0002"})
        written = Split(dev, test, {"a": 5}, (("a-0001", "a-0005"),))
        (folder / "split.json").write_text(written.text(), encoding="utf-8")
    return folder / "a_file.jsonl"


def test_a_part_is_chosen_and_the_limit_counts_within_it(tmp_path: Path) -> None:
    file = a_corpus(tmp_path)
    dev = choose([file], part="dev")
    assert [one.example.id for one in dev.chosen] == ["a-0001", "a-0003", "a-0005"]
    assert dev.without_part == 1
    first, second, third = (one.cluster for one in dev.chosen)
    assert first == third != second
    assert [one.example.id for one in choose([file], part="dev", limit=2).chosen] == ["a-0001", "a-0003"]
    assert [one.example.id for one in choose([file], part="train").chosen] == ["a-0004"]


def test_without_a_part_all_examples_are_chosen_and_known_scenarios_stay_together(tmp_path: Path) -> None:
    everything = choose([a_corpus(tmp_path)])
    assert (len(everything.chosen), everything.without_part) == (6, 0)
    assert len({one.cluster for one in everything.chosen}) == 5


def test_without_a_split_each_example_stands_alone_and_no_part_can_be_chosen(tmp_path: Path) -> None:
    file = a_corpus(tmp_path, split=False)
    assert len({one.cluster for one in choose([file]).chosen}) == 6
    with pytest.raises(InputError, match=r"--part dev: expected split\.json beside .*a_file\.jsonl, found none"):
        choose([file], part="dev")


def test_a_part_without_examples_is_an_error(tmp_path: Path) -> None:
    file = a_corpus(tmp_path)
    (tmp_path / "split.json").write_text(Split(through={"a": 6}).text(), encoding="utf-8")
    with pytest.raises(InputError, match="--part test: expected at least one example"):
        choose([file], part="test")


@pytest.mark.parametrize("clusters", [(), (("a-0001", "a-0003"),), (("a-0001", "a-0003"), ("b-0001", "b-0002"))])
def test_a_split_is_read_as_it_was_written(clusters: tuple[tuple[str, ...], ...], tmp_path: Path) -> None:
    split = Split(frozenset({"a-0001", "a-0003"}), frozenset({"a-0002"}), {"a": 4, "b": 2}, clusters)
    path = tmp_path / "split.json"
    path.write_text(split.text(), encoding="utf-8")
    assert read_split(path) == split
    assert json.loads(split.text())["clusters"] == [list(cluster) for cluster in clusters]


def test_a_split_without_clusters_is_read_and_one_with_an_id_in_two_clusters_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "split.json"
    path.write_text('{"through": {"a": 2}, "dev": ["a-0001"], "test": []}', encoding="utf-8")
    assert read_split(path).clusters == ()
    path.write_text(Split(clusters=(("a-1", "a-2"), ("a-2", "a-3"))).text(), encoding="utf-8")
    with pytest.raises(InputError, match=r"in one cluster, got \['a-2'\]"):
        read_split(path)


def test_an_id_without_a_number_has_no_part() -> None:
    assert Split(through={"a": 3}).part("a-x") is None
    assert Split(through={"a": 3}).part("a") is None
    assert Split(through={"a": 3}).part("a-0003") == "train"


class TestCommand:
    def test_a_part_is_measured_with_intervals_for_all_files_and_languages(self, tmp_path: Path) -> None:
        a_corpus(tmp_path)
        report = Shell(tmp_path).run("eval", "corpus", str(tmp_path), "--part", "dev", "--json").json
        assert (report["part"], report["without_part"]) == ("dev", 1)
        assert (report["overall"]["examples"], report["overall"]["clusters"]) == (3, 2)
        # the verbatim writer stores what was said, and none of it as an update
        assert report["overall"]["ci95"]["update_accuracy"] == [0.0, 0.0]
        assert report["files"]["a_file"]["ci95"] == report["languages"]["en"]["ci95"] == report["overall"]["ci95"]

    def test_every_rate_is_shown_with_its_interval(self, tmp_path: Path) -> None:
        a_corpus(tmp_path)
        ran = Shell(tmp_path).run("eval", "corpus", str(tmp_path), "--part", "dev")
        rows = {line.split()[0]: line.split()[1:5] for line in ran.out.splitlines() if line.split()}
        assert rows["update_accuracy"] == ["0.0", "0.0", "0.0", "3"]
        assert rows["silence_accuracy"] == ["-", "-", "-", "0"]
        assert set(Tally().ratios()) <= rows.keys()
        assert "2 scenarios of 3 examples" in ran.out
        assert "1 example left out: not in the split yet" in ran.out

    def test_an_unknown_part_and_a_missing_split_are_refused(self, tmp_path: Path) -> None:
        a_corpus(tmp_path, split=False)
        shell = Shell(tmp_path)
        ran = shell.run("eval", "corpus", str(tmp_path), "--part", "devel")
        assert (ran.code, "--part: expected one of train, dev, test, got 'devel'" in ran.err) == (2, True)
        ran = shell.run("eval", "corpus", str(tmp_path), "--part", "dev")
        assert (ran.code, "expected split.json beside" in ran.err) == (2, True)
