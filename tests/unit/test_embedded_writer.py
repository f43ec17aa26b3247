"""The writer with random heads: whatever the weights say, a proposal keeps the rules, and no input is too odd."""

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from time import process_time

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from embedded_parts import WORDS, tokenizer, weights, write_task, writer
from memscribe.core.errors import ModelFilesError
from memscribe.core.message import Message
from memscribe.core.operation import KINDS, REJECTION_REASONS, Proposal
from memscribe.core.ports import Writer, WriteTask
from memscribe.encoder.session import default_model_folder, shared_encoder
from memscribe.writers.embedded.files import (
    Calibration,
    Thresholds,
    WriterFiles,
    read_writer_files,
    write_writer_json,
)
from memscribe.writers.embedded.layout import windows
from memscribe.writers.embedded.reading import read_memories, read_messages
from memscribe.writers.embedded.writer import EmbeddedWriter

SEEDS = (2, 6, 8, 9, 12)
"""Random heads that write, withdraw and leave out."""
SEED = st.sampled_from(SEEDS)
MEMORIES = (
    "The user lives in Quito.",
    "用户住在北京，2025年3月搬来。",
    "Ana is the user's sister; she works in ward 7.",
    "La usuaria no come carne.",
)
SENTENCES = (
    "My sister Ana moved to Lima on 5 May 2026. |Next Friday at 3pm I start as nurse 12 in ward 7!\n|"
    "我下周三要去上海出差，住12号楼。|妹は来月大阪へ引っ越します。|저는 서울에 3년째 살아요. |"
    "Mañana cumplo 40 años; ¿y tú? |No, that was wrong: she never lived there. |Forget what I said about Quito. |"
    'Rent is $1,250.50 now. |{"id": 123, "items": [{"n": "x", "v": 4.5}]} |👩‍🚀🎉 |\u202eabc 12\u202c |'
    "e\u0301|ﷺ½㍿ |\ud83d|\u200b|\x00|عمر كلبي ٤ سنوات. |मेरा कुत्ता ४ साल का है। |\n\n|---|`x = 1`"
).split("|")
NUMBER = re.compile(r"[0-9]+")


def digits(texts: Sequence[str]) -> set[str]:
    return {number for text in texts for number in NUMBER.findall(text)}


def told(task: WriteTask) -> set[str]:
    """Return the numbers of everything that can be copied, words read as dates included."""
    memories = read_memories(tokenizer(), [one.memory.text for one in task.recalled])
    messages = read_messages(tokenizer(), task.episode)
    return {
        number
        for window in windows(messages, memories)
        for piece in window.pieces
        for number in digits([placed.unit.text for placed in piece.placed])
    }


def check(task: WriteTask, proposal: Proposal) -> None:
    """Check what holds for every proposal, whatever the weights are."""
    stored = {one.memory.memory_id for one in task.recalled}
    numbers = told(task)
    targets: list[str] = []
    for operation in proposal.operations:
        assert operation.evidence
        assert any(span.part == "asserts" for span in operation.evidence)
        assert operation.kind in KINDS
        assert operation.confidence is not None
        assert 0 <= operation.confidence <= 1
        targets += operation.targets
        assert (operation.op == "add") == (not operation.targets)
        if operation.op != "retract":
            assert operation.text == operation.text.strip() != ""
            assert "\n" not in operation.text
            assert digits([operation.text]) <= numbers
    assert set(targets) <= stored
    assert len(targets) == len(set(targets))
    quoted = [span for operation in proposal.operations for span in operation.evidence]
    for span in (*quoted, *proposal.rejections):
        message = task.episode.message(span.message_id)
        assert message is not None
        assert span.problem_in(message) is None
        assert span.quote == span.quote.strip()
    for left in proposal.rejections:
        assert left.reason in REJECTION_REASONS
        assert (left.memory_id in stored) == (left.reason == "duplicate" and left.memory_id is not None)


MESSAGES = st.lists(
    st.builds(
        Message,
        role=st.sampled_from(["user", "user", "assistant", "tool", "system"]),
        content=st.lists(st.sampled_from(SENTENCES), max_size=4).map("".join) | st.text(max_size=40),
        name=st.sampled_from([None, None, "Ana", "李明"]),
    ),
    min_size=1,
    max_size=5,
)


@given(SEED, MESSAGES, st.lists(st.sampled_from(MEMORIES), max_size=4), st.sampled_from([None, "Ana"]))
@settings(deadline=None, max_examples=12, suppress_health_check=[HealthCheck.too_slow])
def test_any_episode_gives_a_proposal_that_keeps_the_rules(
    seed: int, said: list[Message], memories: list[str], account: str | None
) -> None:
    task = write_task(*said, memories=memories, account=account)
    check(task, writer(seed, salient=-2.5).propose(task))


TALK = write_task(
    Message.user(
        "Hi! My sister Ana moved to Lima on 5 May 2026, and next Friday at 3pm I start as nurse in ward 7."
    ),
    Message.assistant("Great, noted. Which hospital?"),
    Message.user("我下周三要去上海出差，住在12号楼。Forget Quito, please."),
    Message.tool('{"id": 123, "items": [{"n": "x", "v": 4.5}]}'),
    memories=MEMORIES,
)


@cache
def proposed(seed: int) -> Proposal:
    """Return what random heads make of the talk."""
    return writer(seed).propose(TALK)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_episode_gives_the_same_proposal(seed: int) -> None:
    first, second = proposed(seed), writer(seed).propose(TALK)
    check(TALK, first)
    assert first == second
    assert first.writer == writer(seed).name == "embedded@random"


def test_these_heads_add_update_retract_and_leave_out() -> None:
    """The properties above would hold of a writer that does nothing: this one does everything."""
    proposals = [proposed(seed) for seed in SEEDS]
    assert {operation.op for one in proposals for operation in one.operations} == {"add", "update", "retract"}
    left = {rejection.reason for one in proposals for rejection in one.rejections}
    assert {"duplicate", "withdrawn", "transient", "question"} <= left
    assert any(NUMBER.search(operation.text) for one in proposals for operation in one.operations)
    assert any(span.part == "context" for one in proposals for op in one.operations for span in op.evidence)


def test_it_is_a_writer() -> None:
    assert isinstance(writer(2), Writer)


LONG = "".join(f"On day {at} I met friend number {at} in the café near station {at * 7}. " for at in range(400))[
    :20000
]
ODD: tuple[str, ...] = (
    "",
    " \n\t ",
    "👩‍🚀👍🏽🎉" * 5,
    "\u200b\u200d\ufeff",
    "\u202eI live in Lima\u202c \u2066and\u2069 \u200fsing",
    "\ud83d I live \udc00 in Lima \ud800",
    '{"id": 123, "rows": [' + ", ".join(f'{{"n": "x{at}", "v": {at}.5, "ok": null}}' for at in range(5)) + "]}",
    "\x00\x01\x02\x7f\x85\u2028\u2029",
    "e\u0301" * 60,
    "ﷺ" * 20,
    "?" * 100,
    "0" * 1500,
    "a" * 900,
    "I fly on 9999-12-31, until 0001-01-01, since 31 December 9999 and in 9999.",
    "我" * 200,
    "<script>alert(1)</script> {{x}} %s %n ${x} \\",
)


@pytest.mark.parametrize("content", ODD, ids=lambda text: ascii(text)[:24])
@pytest.mark.parametrize("role", ["user", "tool"])
def test_odd_input_is_read(content: str, role: str) -> None:
    message = Message.model_validate({"role": role, "content": content, "name": "Ana" if role == "user" else None})
    for seed, said in ((2, [message]), (8, [message, Message.user("I live in Lima.", name="Bo")])):
        task = write_task(*said, memories=MEMORIES)
        check(task, writer(seed, salient=-2.5).propose(task))


@pytest.mark.parametrize("memory", ["\u200b", "👍", "x" * 5000, LONG, "0" * 3000, "\u202e12", "ﷺ" * 80])
def test_odd_memories_are_read(memory: str) -> None:
    task = write_task(Message.user("My sister moved to Lima on 5 May 2026."), memories=[memory, *MEMORIES] * 4)
    check(task, writer(8, salient=-3.0).propose(task))


def test_a_very_long_speaker_is_read() -> None:
    said = [Message.user("I moved to Lima.", name="x" * 3000), Message.user("Me too.", name="Ana")]
    task = write_task(*said, memories=MEMORIES)
    check(task, writer(2).propose(task))


def test_an_episode_without_words_gives_an_empty_proposal() -> None:
    task = write_task(Message.user(""), Message.assistant(" \n"), memories=MEMORIES)
    proposal = writer(2).propose(task)
    assert (proposal.operations, proposal.rejections) == ((), ())


def test_a_message_of_20000_characters_is_read_to_its_end() -> None:
    task = write_task(Message.user(LONG), memories=MEMORIES)
    proposal = writer(8, salient=-4.5).propose(task)
    check(task, proposal)
    places = [left.start for left in proposal.rejections]
    places += [span.start for operation in proposal.operations for span in operation.evidence]
    assert min(places) < 2000
    assert max(places) > 18000


def test_a_higher_threshold_finds_less() -> None:
    spans: list[int] = []
    for salient in (0.3, 0.6, 0.9, 1.1):
        proposal = writer(8, limits={"salient": salient, "write": 1.1}).propose(TALK)
        assert not proposal.operations
        spans.append(
            len({(left.message_id, at) for left in proposal.rejections for at in range(left.start, left.end)})
        )
    assert spans == sorted(spans, reverse=True)
    assert spans[0] > spans[-1] == 0


def test_nothing_is_replaced_or_withdrawn_where_no_probability_is_enough() -> None:
    for seed in (6, 12):
        proposal = writer(seed, limits={"replace": 3.1, "retract": 1.1, "same": 1.1}).propose(TALK)
        assert {operation.op for operation in proposal.operations} <= {"add"}
        assert "duplicate" not in {left.reason for left in proposal.rejections}


def test_calibration_moves_the_confidence_and_nothing_else() -> None:
    low = Calibration(add=(1.0, -1.0), update=(1.0, -1.0), retract=(1.0, -1.0))
    for seed in (8, 9):
        plain, moved = proposed(seed), writer(seed, calibration=low).propose(TALK)
        assert plain.rejections == moved.rejections
        for one, other in zip(plain.operations, moved.operations, strict=True):
            assert (one.confidence or 0) > (other.confidence or 0)
            assert one.model_copy(update={"confidence": None}) == other.model_copy(update={"confidence": None})


def test_time_grows_linearly_with_the_text() -> None:
    one = writer(8, salient=-6.0)

    def seconds(size: int) -> float:
        task = write_task(Message.user(LONG[:size]), memories=MEMORIES)
        start = process_time()
        one.propose(task)
        return process_time() - start

    seconds(1000)
    assert min(seconds(12000), seconds(12000)) < 8 * min(seconds(3000), seconds(3000))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the writer's files, as training writes them."""
    np.savez_compressed(
        tmp_path / "heads.npz", allow_pickle=False,
        **{name: value.astype(np.float16) for name, value in weights(2).items()},
    )  # fmt: skip
    write_writer_json(
        tmp_path,
        words=WORDS,
        thresholds=Thresholds(write=0.25),
        calibration=Calibration(add=(1.5, -0.5)),
        version="1.2.3",
        encoder=shared_encoder(default_model_folder(), 1).id,
    )
    return tmp_path


def test_what_was_written_is_read_and_used(folder: Path) -> None:
    files = read_writer_files(folder)
    assert files.words == WORDS
    assert files.version == "1.2.3"
    assert files.thresholds == Thresholds(write=0.25)
    assert files.calibration == Calibration(add=(1.5, -0.5))
    assert {name: value.shape for name, value in files.weights.items()} == {
        name: value.shape for name, value in weights(2).items()
    }
    assert {value.dtype for value in files.weights.values()} == {np.dtype(np.float32)}
    made = EmbeddedWriter(shared_encoder(default_model_folder(), 1), files)
    assert made.name == "embedded@1.2.3"
    check(TALK, made.propose(TALK))


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-200])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def scrambled(path: Path) -> None:
    path.write_bytes(b"nothing of the kind " * 50)


def flipped(path: Path) -> None:
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 64] = bytes(64)
    path.write_bytes(data)


DAMAGES: tuple[Callable[[Path], None], ...] = (Path.unlink, cut_short, emptied, scrambled, flipped)


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
@pytest.mark.parametrize("name", ["writer.json", "heads.npz"])
def test_a_missing_or_damaged_file_is_named_with_the_remedy(
    folder: Path, name: str, damage: Callable[[Path], None]
) -> None:
    damage(folder / name)
    with pytest.raises(
        ModelFilesError, match=rf"(?s)Expected the write model in {re.escape(str(folder))}, .*reinstall"
    ):
        read_writer_files(folder)


def test_a_missing_folder_is_an_error_of_the_model_files(tmp_path: Path) -> None:
    with pytest.raises(ModelFilesError, match="Expected the write model in"):
        read_writer_files(tmp_path / "nowhere")


@pytest.mark.parametrize("key", ["words", "thresholds", "version", "encoder", "calibration"])
@pytest.mark.parametrize("value", ["left out", None, 5, {"write": "much"}])
def test_a_wrong_entry_of_the_json_is_an_error_of_the_model_files(folder: Path, key: str, value: object) -> None:
    said = json.loads((folder / "writer.json").read_text(encoding="utf-8"))
    said[key] = value
    if value == "left out":
        del said[key]
    (folder / "writer.json").write_text(json.dumps(said), encoding="utf-8")
    with pytest.raises(ModelFilesError, match="Expected the write model in"):
        read_writer_files(folder)


@pytest.mark.parametrize("text", ["[]", "null", '"x"', "3"])
def test_a_json_that_is_no_object_is_an_error_of_the_model_files(folder: Path, text: str) -> None:
    (folder / "writer.json").write_text(text, encoding="utf-8")
    with pytest.raises(ModelFilesError, match="Expected the write model in"):
        read_writer_files(folder)


def test_a_single_array_in_place_of_the_archive_is_an_error_of_the_model_files(folder: Path) -> None:
    with (folder / "heads.npz").open("wb") as file:
        np.save(file, np.zeros(3))
    with pytest.raises(ModelFilesError, match="Expected the write model in"):
        read_writer_files(folder)


def test_words_that_do_not_belong_to_the_weights_are_an_error_of_the_model_files(folder: Path) -> None:
    write_writer_json(
        folder, words=WORDS[:-1], thresholds=Thresholds(), calibration=Calibration(), version="1.2.3", encoder="e5"
    )
    with pytest.raises(ModelFilesError, match="Expected the write model in"):
        read_writer_files(folder)


def test_heads_behind_another_encoder_are_refused() -> None:
    """Their weights would read its states as noise: wrong memories, and no error."""
    files = WriterFiles(
        weights(0), WORDS, Thresholds(), "1.2.3", "memscribe-encoder-0.9.0-000000000000", Calibration()
    )
    with pytest.raises(ModelFilesError, match="Expected the encoder memscribe-encoder"):
        EmbeddedWriter(shared_encoder(default_model_folder(), 1), files)
