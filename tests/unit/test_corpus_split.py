"""The write corpus holds no copies, and what a model is tested on is not what it learned from."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from memscribe.core.errors import InputError
from memscribe.evals.split import Split, read_split
from memscribe.train import corpus_checks
from memscribe.train.corpus_checks import LIMIT, Findings
from memscribe.train.near_duplicates import (
    Example,
    Pair,
    centred,
    contained,
    lexical_closeness,
    read_examples,
    runs,
    shared_runs,
    tokens,
    vector_closeness,
)
from memscribe.train.split import SHARES, assign, components, crossings, labels, links

FOLDER = Path(__file__).parents[2] / "corpus"
FEW = 10  # a language of fewer examples may be missing in a part


@pytest.fixture(scope="module")
def examples() -> tuple[Example, ...]:
    return read_examples(FOLDER)


@pytest.fixture(scope="module")
def common(examples: tuple[Example, ...]) -> Mapping[Pair, list[str]]:
    return shared_runs(examples)


@pytest.fixture(scope="module")
def split() -> Split:
    return read_split(FOLDER / "split.json")


def test_the_split_names_each_example_of_the_corpus_once_and_nothing_else(
    examples: tuple[Example, ...], split: Split
) -> None:
    ids = {example.id for example in examples}
    assert (split.dev | split.test) - ids == set()
    assert split.dev & split.test == set()
    assert [one for one in sorted(ids) if split.part(one) is None] == []


def test_the_file_is_what_the_command_writes(
    examples: tuple[Example, ...], common: Mapping[Pair, list[str]], split: Split
) -> None:
    """Nothing was moved by hand, and no example was added without running the command."""
    linked = links(examples, runs=common, words={}, vectors={})
    assert assign(examples, linked, split).text() == (FOLDER / "split.json").read_text(encoding="utf-8")


def test_the_parts_have_their_shares_in_all_and_in_each_file(examples: tuple[Example, ...], split: Split) -> None:
    everywhere = Counter(split.part(example.id) for example in examples)
    for part, share in SHARES.items():
        assert everywhere[part] / len(examples) == pytest.approx(share, abs=0.01)
        for file, size in Counter(example.file for example in examples).items():
            got = sum(split.part(example.id) == part for example in examples if example.file == file)
            assert abs(got - share * size) <= max(4, 0.04 * size), (file, part, got, size)


def test_no_eight_words_or_twelve_characters_in_a_row_stand_in_two_parts(
    common: Mapping[Pair, list[str]], split: Split
) -> None:
    """Without exception: stock phrases that several examples use keep these examples together."""
    assert {pair: common[pair] for pair in crossings(common, split)} == {}


def test_twins_and_neighbours_with_one_user_are_never_parted(examples: tuple[Example, ...], split: Split) -> None:
    linked = links(examples, runs={}, words={}, vectors={})
    assert len(linked) > FEW
    assert crossings(linked, split) == []


def test_every_language_scene_operation_kind_and_reason_occurs_in_dev_and_test(
    examples: tuple[Example, ...], split: Split
) -> None:
    size = Counter(label for example in examples for label in labels(example))
    have = {(label, split.part(example.id)) for example in examples for label in labels(example)}
    wanted = {label for label, count in size.items() if count >= FEW}
    assert {(label, part) for label in wanted for part in SHARES} - have == set()
    rare = size.keys() - wanted
    assert all(label.startswith("language ") for label in rare), rare


def test_twins_and_contrast_sets_exist_and_do_not_all_want_the_same(examples: tuple[Example, ...]) -> None:
    by_id = {example.id: example for example in examples}
    sets: dict[str, list[Example]] = {}
    for example in examples:
        if example.twins:
            sets.setdefault(example.twins, []).append(example)
    assert [first for first, members in sets.items() if len(members) < 2 or first not in by_id] == []
    wants = {
        first: {tuple((want.op, want.text) for want in one.operations) for one in members}
        for first, members in sets.items()
    }
    assert [first for first, different in wants.items() if len(different) == 1] == []


def test_no_two_examples_have_most_of_their_words_in_common(examples: tuple[Example, ...]) -> None:
    findings = Findings(examples, {}, contained(examples, LIMIT), {}, None)
    assert [one.ids for one in findings.duplicates()] == []


def made(example_id: str, *said: str, **other: Any) -> Example:
    content = {"id": example_id, "lang": "en", "messages": [{"role": "user", "content": one} for one in said]}
    return Example.model_validate(content | other)


MOVE = "I moved from Oslo to Lima in May and I still miss the snow on the way to work every single morning"


def many(count: int = 200, file: str = "a") -> list[Example]:
    return [made(f"{file}-{number:04}", f"{file} said {number} and no more") for number in range(1, count + 1)]


def test_tokens_are_words_or_cjk_characters_and_marks_stay_with_their_word() -> None:
    assert tokens("Don’t USE_this, ok?") == ["dont", "use", "this", "ok"]
    assert tokens("用Redis缓存") == ["用", "redis", "缓", "存"]
    assert tokens("मुख्य खाता") == ["मुख्य", "खाता"]


def test_a_run_is_eight_words_or_twelve_characters_or_a_mix_as_long() -> None:
    assert list(runs("a b c d e f g h i")) == ["a b c d e f g h", "b c d e f g h i"]
    assert list(runs("a b c d e f g")) == []
    assert list(runs("一二三四五六七八九十百千")) == ["一 二 三 四 五 六 七 八 九 十 百 千"]
    assert list(runs("一二三四五六七八九十百")) == []
    assert list(runs("一二三用 Redis 和 Kafka 四五六七")) == ["一 二 三 用 redis 和 kafka 四 五 六 七"]


def test_runs_are_shared_through_messages_and_memories_but_not_over_their_borders() -> None:
    first = made("a-0001", MOVE, existing=[{"id": "m", "text": "one two three four five six seven eight"}])
    second = made("a-0002", "Nothing to see", operations=[{"op": "add", "kind": "event", "text": MOVE}])
    third = made("a-0003", "one two three four", "five six seven eight")
    assert shared_runs([first, second, third]).keys() == {("a-0001", "a-0002")}


def test_a_copy_with_other_names_is_a_duplicate_and_one_subject_in_other_words_is_not() -> None:
    copy = MOVE.replace("Oslo", "Bergen").replace("Lima", "Quito")
    other = "Lima it is, since May. Oslo winters were nicer for my walk to the office"
    talks = (made("a-0001", MOVE), made("b-0001", copy), made("c-0001", other))
    findings = corpus_checks.compare(talks, None)
    assert [one.ids for one in findings.duplicates()] == [("a-0001", "b-0001")]


def test_declared_twins_are_no_duplicates_and_stay_together() -> None:
    talks = (made("a-0001", MOVE, twin="a-0009"), made("a-0009", MOVE + " or so", twin="a-0001"))
    findings = corpus_checks.compare(talks, None)
    assert findings.duplicates() == []
    assert findings.linked().keys() == {("a-0001", "a-0009")}


def test_a_set_names_its_first_example_and_stays_together() -> None:
    talks = tuple(made(f"a-{number:04}", f"{MOVE} {number}", twin="a-0001") for number in (1, 2, 9))
    findings = corpus_checks.compare(talks, None)
    assert findings.duplicates() == []
    assert components([one.id for one in talks], links(talks, runs={}, words={}, vectors={})) == [
        ("a-0001", "a-0002", "a-0009")
    ]


def test_rare_words_tie_conversations_and_frequent_ones_do_not() -> None:
    talks = [*many(), made("b-0001", "my cello teacher Ilse"), made("c-0001", "Ilse taught cello once")]
    close = lexical_closeness(talks, 0.3)
    assert ("b-0001", "c-0001") in close
    assert not any(pair[0].startswith("a") and pair[1].startswith("b") for pair in close)


def test_vectors_are_compared_within_what_is_left_of_their_language() -> None:
    rng = np.random.default_rng(0)
    talks = [
        *many(40),
        *(made(f"b-{n:04}", f"un dos {n}", lang="es") for n in range(1, 41)),
        made("c-0001", "x", lang="ka"),
    ]
    vectors = rng.normal(size=(81, 16)).astype(np.float32)
    vectors[40:80] += 20
    vectors[41] = vectors[40] + 0.01
    close = vector_closeness([one.id for one in talks], centred(talks, vectors), 0.95)
    assert close.keys() == {("b-0001", "b-0002")}


def test_links_through_others_make_one_group() -> None:
    assert components("abcde", [("a", "c"), ("d", "c"), ("b", "z")]) == [("a", "c", "d"), ("b",), ("e",)]


def test_linked_examples_get_one_part_whatever_the_order() -> None:
    talks = many()
    linked = {(f"a-{n:04}", f"a-{n + 50:04}"): 1.0 for n in range(1, 51)}
    split = assign(talks, linked, Split())
    assert crossings(linked, split) == []
    assert assign(talks[::-1], dict(reversed(linked.items())), Split()) == split
    sizes = Counter(split.part(one.id) for one in talks)
    assert {part: sizes[part] for part in SHARES} == {
        part: pytest.approx(200 * SHARES[part], abs=2) for part in SHARES
    }


def test_a_part_once_given_is_kept_and_linked_newcomers_follow() -> None:
    old = many()
    before = assign(old, {}, Split())
    tested, trained = min(before.test), "a-0200"
    new = many(100, file="b")
    linked = {(tested, "b-0001"): 0.6, (trained, "b-0001"): 0.5, ("b-0001", "b-0002"): 0.3}
    after = assign([*old, *new], linked, before)
    assert before.part(trained) == "train"
    assert [one.id for one in old if before.part(one.id) != after.part(one.id)] == []
    assert after.part("b-0001") == after.part("b-0002") == "test"
    assert len(after.test) == pytest.approx(0.15 * 300, abs=1)
    assert assign([*old, *new], linked, after) == after


def test_what_hangs_together_within_a_part_is_a_cluster_and_stays_one() -> None:
    linked = {("a-0001", "a-0002"): 1.0, ("a-0002", "a-0009"): 0.6}
    split = assign(many(), linked, Split())
    assert split.clusters == (("a-0001", "a-0002", "a-0009"),)
    later = assign(many(), {("a-0009", "a-0010"): 1.0}, Split(through={"a": 200}, clusters=split.clusters))
    assert later.clusters == (("a-0001", "a-0002", "a-0009", "a-0010"),)


def test_a_link_over_the_border_of_parts_makes_no_cluster() -> None:
    before = Split(frozenset({"a-0001", "a-0002"}), frozenset(), {"a": 200})
    linked = {("a-0001", "a-0005"): 1.0, ("a-0002", "a-0005"): 1.0}
    assert assign(many(), linked, before).clusters == ()


def test_removed_examples_leave_the_split_and_its_clusters() -> None:
    talks = many(3)
    clusters = (("a-0001", "a-0002", "a-0003"),)
    assert assign(talks[::2], {}, Split(through={"a": 3}, clusters=clusters)).clusters == (("a-0001", "a-0003"),)
    assert assign(talks[:1], {}, Split(through={"a": 3}, clusters=clusters)).clusters == ()


def test_removed_examples_leave_the_split() -> None:
    before = assign(many(), {}, Split())
    gone = min(before.dev)
    after = assign([one for one in many() if one.id != gone], {}, before)
    assert after.dev == before.dev - {gone}
    assert after.test == before.test


def test_a_split_file_that_puts_an_id_in_two_parts_or_is_no_split_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "split.json"
    path.write_text('{"dev": ["a-0001"], "test": ["a-0001"], "through": {"a": 1}}', encoding="utf-8")
    with pytest.raises(InputError, match="a-0001"):
        read_split(path)
    path.write_text('["a-0001"]', encoding="utf-8")
    with pytest.raises(InputError, match=r"split\.json"):
        read_split(path)


def write(folder: Path, file: str, talks: list[Example]) -> None:
    lines = [talk.model_dump_json(exclude_none=True) for talk in talks]
    (folder / file).write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_the_command_writes_the_split_and_fails_on_duplicates(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, "a.jsonl", many())
    command = [str(tmp_path), "--no-vectors", "--write"]
    assert corpus_checks.main(command) == 0
    assert read_split(tmp_path / "split.json") == assign(many(), {}, Split())
    write(tmp_path, "b.jsonl", [made("b-0001", MOVE), made("b-0009", MOVE.replace("Oslo", "Bergen"))])
    assert corpus_checks.main(command) == 1
    assert "duplicate: b-0001 b-0009" in capsys.readouterr().out


def test_the_command_names_a_newcomer_that_ties_two_parts_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = "the quick grey cat jumped over nine lazy dogs", "seven old men walked slowly up the green hill"
    talks = [made(f"a-{n:04}", f"{n}: {first if n == 1 else second if n == 2 else n}") for n in range(1, 30)]
    write(tmp_path, "a.jsonl", talks)
    (tmp_path / "split.json").write_text(
        '{"dev": ["a-0001"], "test": ["a-0002"], "through": {"a": 29}}', encoding="utf-8"
    )
    write(tmp_path, "b.jsonl", [made("b-0001", f"{first} again, while {second} with their umbrellas and big bags")])
    assert corpus_checks.main([str(tmp_path), "--no-vectors"]) == 1
    out = capsys.readouterr().out
    assert "leak: a-0002 (test) and b-0001 (dev)" in out or "leak: a-0001 (dev) and b-0001 (test)" in out
