"""The main job through the public face, on both stores."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from pydantic import ValidationError

from engine_parts import ADA, BOB, NOW, Bench, ToldWriter, adding, bench, quoting, retracting, updating
from memscribe import Given, Memscribe, Message, Receipt, Retract, Scope, ToolCall, WriteTask
from memscribe.core.errors import (
    ConflictError,
    IdempotencyConflictError,
    InputError,
    NotFoundError,
    ReviewError,
    StoreError,
    UndoRefusedError,
    VersionConflictError,
    WriterError,
)

OSLO = "User lives in Oslo."
LIMA = "User lives in Lima."


@pytest.fixture(params=["memory", "sqlite"])
def made(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    one = bench(":memory:" if request.param == "memory" else tmp_path / "m.db")
    yield one
    one.memory.close()


def say(made: Bench, text: str, *, scope: Scope = ADA, **options: object) -> Receipt:
    made.clock.advance(timedelta(days=1))
    return made.memory.write([Message.user(text)], scope=scope, **options)  # type: ignore[arg-type]


def lives_in_oslo_then_lima(made: Bench) -> tuple[Receipt, Receipt]:
    made.writer.decide = adding(OSLO, "I live in Oslo")
    first = say(made, "I live in Oslo")
    made.writer.decide = updating("User lives", LIMA, "I live in Lima now")
    return first, say(made, "I live in Lima now")


def active(made: Bench, scope: Scope = ADA) -> list[str]:
    return sorted(version.text for version in made.memory.memories(scope=scope))


class TestWrite:
    def test_a_fact_is_stored_with_its_evidence_and_found_again(self, made: Bench) -> None:
        made.writer.decide = adding(OSLO, "I live in Oslo")
        receipt = say(made, "Hi! I live in Oslo, you know")
        (item,) = receipt.items
        assert item.verdict == "accept"
        assert item.memory_id is not None
        version = made.memory.get(item.memory_id, scope=ADA)
        assert (version.text, version.origin, version.status) == (OSLO, "user_typed", "active")
        assert receipt.episode_id is not None
        (message,) = made.memory.episode(receipt.episode_id, scope=ADA).messages
        (evidence,) = version.evidence
        assert message.content[evidence.start : evidence.end] == "I live in Oslo"
        (hit,) = made.memory.search("Oslo", scope=ADA)
        assert hit.memory == version
        assert made.memory.receipt(receipt.id, scope=ADA) == receipt

    def test_an_update_supersedes_and_history_keeps_both(self, made: Bench) -> None:
        first, second = lives_in_oslo_then_lima(made)
        assert active(made) == [LIMA]
        old_id, new_id = first.items[0].memory_id, second.items[0].memory_id
        assert old_id is not None
        assert new_id is not None
        began, ended = made.memory.history(old_id, scope=ADA)
        assert (began.status, ended.status, ended.superseded_by) == ("active", "superseded", new_id)
        assert began.superseded_at == ended.recorded_at == second.at
        assert ended.valid_to is not None
        assert ended.valid_to.at == second.at
        assert made.memory.get(new_id, scope=ADA).supersedes == (old_id,)

    def test_time_travel_tells_what_was_believed_and_what_was_true(self, made: Bench) -> None:
        first, second = lives_in_oslo_then_lima(made)
        between = first.at + timedelta(hours=1)

        def texts(**times: datetime) -> set[str]:
            return {hit.memory.text for hit in made.memory.search("User lives", scope=ADA, **times)}

        assert texts() == {LIMA}
        assert texts(known_at=between) == {OSLO}
        assert texts(valid_at=between) == {OSLO}  # nobody said since when it is Lima: since it was said
        assert texts(valid_at=second.at) == {LIMA}
        assert texts(known_at=first.at - timedelta(hours=1)) == set()

    def test_a_retraction_leaves_history_and_nothing_active(self, made: Bench) -> None:
        made.writer.decide = adding(OSLO, "I live in Oslo")
        first = say(made, "I live in Oslo")
        made.writer.decide = retracting("User lives", "forget where I live")
        say(made, "please forget where I live")
        assert active(made) == []
        assert first.items[0].memory_id is not None
        assert made.memory.history(first.items[0].memory_id, scope=ADA)[-1].status == "retracted"

    def test_what_the_guard_does_not_accept_is_on_the_receipt_and_not_stored(self, made: Bench) -> None:
        made.writer.decide = adding("User lives in Paris with 3 cats.", "I live in Oslo")
        (item,) = say(made, "I live in Oslo").items
        assert item.verdict != "accept"
        assert item.findings
        assert item.memory_id is None
        assert active(made) == []

    def test_the_same_fact_twice_is_a_duplicate_of_the_first(self, made: Bench) -> None:
        made.writer.decide = adding(OSLO, "I live in Oslo")
        first = say(made, "I live in Oslo")
        (again,) = say(made, "as I said, I live in Oslo").items
        assert again.verdict == "reject"
        assert [(f.code, f.memory_id) for f in again.findings] == [("duplicate", first.items[0].memory_id)]
        assert active(made) == [OSLO]

    def test_secrets_are_masked_before_anything_is_kept(self, made: Bench, tmp_path: Path) -> None:
        secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
        made.writer.decide = adding(OSLO, "I live in Oslo")
        receipt = say(made, f"I live in Oslo, my token is {secret} ok?")
        assert receipt.masked == 1
        assert receipt.episode_id is not None
        (message,) = made.memory.episode(receipt.episode_id, scope=ADA).messages
        assert secret not in message.content
        assert message.content.endswith(" ok?")
        assert secret not in made.writer.tasks[-1].episode.messages[0].content
        made.memory.close()
        for file in tmp_path.iterdir():
            assert secret.encode() not in file.read_bytes()

    def test_secrets_are_masked_wherever_they_stand(self, made: Bench, tmp_path: Path) -> None:
        token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
        call = ToolCall(
            name="login", arguments={"password": "hunter2trombone", "headers": {"x": [token]}}, id=token
        )
        messages = [
            Message.assistant("What is the wifi password?", tool_calls=(call,)),
            Message.user("tangerine42!zebra", name=token, external_id=token),
        ]
        receipt = made.memory.write(messages, scope=ADA, account=token)
        assert receipt.masked == 7
        made.memory.load([Given(text=f"User's token is {token}.")], scope=ADA)
        made.writer.decide = adding("User's dentist is Dr. Quistgaard.", "dentist called")
        held = say(made, "the dentist called").items[0].held_id
        made.memory.review.reject(str(held), scope=ADA, reviewer="kim", note=f"see {token}")
        kept = str(made.memory.episode(str(receipt.episode_id), scope=ADA))
        kept += str(made.memory.memories(scope=ADA)) + str(made.memory.review.get(str(held), scope=ADA))
        made.memory.close()
        for secret in (token, "hunter2trombone", "tangerine42!zebra"):
            assert secret not in kept
            assert [file.name for file in tmp_path.iterdir() if secret.encode() in file.read_bytes()] == []

    def test_no_messages_are_refused(self, made: Bench) -> None:
        with pytest.raises(InputError, match="at least one message"):
            made.memory.write([], scope=ADA)
        with pytest.raises(InputError, match="aware time"):
            made.memory.write([Message.user("x")], scope=ADA, at=datetime(2026, 1, 1))  # noqa: DTZ001

    def test_a_writer_that_fails_leaves_nothing_behind(self, made: Bench) -> None:
        def fail(_: object) -> tuple[()]:
            raise WriterError("the endpoint is gone")

        made.writer.decide = fail
        with pytest.raises(WriterError):
            say(made, "I live in Oslo", idempotency_key="k")
        assert made.memory.receipts(scope=ADA) == ()
        made.writer.decide = adding(OSLO, "I live in Oslo")
        assert say(made, "I live in Oslo", idempotency_key="k").count("accept") == 1

    def test_a_clock_that_goes_back_does_not_stop_writing(self, made: Bench) -> None:
        made.writer.decide = adding(OSLO, "I live in Oslo")
        first = say(made, "I live in Oslo")
        made.clock.advance(-timedelta(days=30))
        made.writer.decide = updating("User lives", LIMA, "I live in Lima now")
        second = say(made, "I live in Lima now")
        assert second.at >= first.at
        assert active(made) == [LIMA]

    def test_a_change_is_dated_by_the_message_that_says_it_in_its_own_zone(self, made: Bench) -> None:
        made.memory.load([Given(text=OSLO, origin="user_typed")], scope=ADA)
        made.writer.decide = updating("User lives", LIMA, "I live in Lima now")
        said = datetime(2026, 6, 2, 23, 30, tzinfo=timezone(timedelta(hours=9)))
        later = Message.user("and the weather is fine", at=said + timedelta(days=18))
        receipt = made.memory.write([Message.user("I live in Lima now", at=said), later], scope=ADA)
        version = made.memory.get(str(receipt.items[0].memory_id), scope=ADA)
        assert version.valid_from is not None
        assert version.valid_from.at == said
        assert str(version.valid_from) == "2026-06-02T23:30+09:00"

    def test_one_target_named_twice_is_one_target(self, made: Bench) -> None:
        made.writer.decide = adding(OSLO, "I live in Oslo")
        memory_id = str(say(made, "I live in Oslo").items[0].memory_id)

        def decide(task: WriteTask) -> list[Retract]:
            evidence = quoting(task, "forget where I live")
            return [Retract(kind="profile", targets=(memory_id, memory_id), evidence=evidence)]

        made.writer.decide = decide
        assert say(made, "forget where I live").count("accept") == 1
        assert active(made) == []


class TestIdempotency:
    def test_the_same_key_and_body_return_the_first_receipt(self, made: Bench) -> None:
        made.writer.decide = adding(OSLO, "I live in Oslo")
        first = say(made, "I live in Oslo", idempotency_key="k1")
        assert say(made, "I live in Oslo", idempotency_key="k1") == first
        assert len(made.writer.tasks) == 1
        assert made.memory.revision(ADA) == 1

    def test_another_body_under_a_known_key_is_refused(self, made: Bench) -> None:
        made.writer.decide = adding(OSLO, "I live in Oslo")
        say(made, "I live in Oslo", idempotency_key="k1")
        with pytest.raises(IdempotencyConflictError, match="another body"):
            say(made, "I live in Oslo!", idempotency_key="k1")

    def test_keys_belong_to_a_scope(self, made: Bench) -> None:
        made.writer.decide = adding(OSLO, "I live in Oslo")
        first = say(made, "I live in Oslo", idempotency_key="k1")
        other = say(made, "I live in Oslo", scope=BOB, idempotency_key="k1")
        assert first.id != other.id


class TestConcurrency:
    def test_a_write_that_was_overtaken_decides_again_on_what_is_there_now(self, made: Bench) -> None:
        """Two writers of one fact: the second finds the first one's memory and reports a duplicate."""
        late = adding(OSLO, "I live in Oslo")
        overtaking = ToldWriter(decide=late)

        def decide(task: object) -> object:
            if len(made.writer.tasks) == 1:
                made.memory.write([Message.user("I live in Oslo")], scope=ADA, writer=overtaking)
            return late(task)  # type: ignore[arg-type]

        made.writer.decide = decide  # type: ignore[assignment]
        receipt = say(made, "I live in Oslo")
        assert receipt.items[0].verdict == "reject"
        assert len(made.writer.tasks) == 2
        assert active(made) == [OSLO]

    def test_a_caller_may_insist_on_what_it_read(self, made: Bench) -> None:
        made.writer.decide = adding(OSLO, "I live in Oslo")
        revision = made.memory.revision(ADA)
        say(made, "I live in Oslo", expected_revision=revision)
        with pytest.raises(VersionConflictError, match="revision"):
            say(made, "I live in Oslo", expected_revision=revision)


class TestUndo:
    def test_an_undone_update_brings_the_old_value_back(self, made: Bench) -> None:
        first, second = lives_in_oslo_then_lima(made)
        undo = made.memory.undo(second.id, scope=ADA)
        assert (undo.type, undo.undoes) == ("undo", second.id)
        assert active(made) == [OSLO]
        assert first.items[0].memory_id is not None
        assert len(made.memory.history(first.items[0].memory_id, scope=ADA)) == 3

    def test_an_undo_can_be_undone(self, made: Bench) -> None:
        _, second = lives_in_oslo_then_lima(made)
        undo = made.memory.undo(second.id, scope=ADA)
        made.memory.undo(undo.id, scope=ADA)
        assert active(made) == [LIMA]

    def test_what_later_versions_depend_on_is_not_undone(self, made: Bench) -> None:
        first, second = lives_in_oslo_then_lima(made)
        with pytest.raises(UndoRefusedError, match=second.id):
            made.memory.undo(first.id, scope=ADA)
        assert active(made) == [LIMA]

    def test_one_after_another_back_to_the_beginning(self, made: Bench) -> None:
        first, second = lives_in_oslo_then_lima(made)
        made.memory.undo(second.id, scope=ADA)
        made.memory.undo(first.id, scope=ADA)
        assert active(made) == []

    def test_an_undone_write_takes_what_it_held_out_of_the_queue(self, made: Bench) -> None:
        made.writer.decide = adding("User's dentist is Dr. Quistgaard.", "dentist called")
        receipt = say(made, "the dentist called")
        (waiting,) = made.memory.review.pending(scope=ADA)
        undo = made.memory.undo(receipt.id, scope=ADA)
        assert made.memory.review.pending(scope=ADA) == ()
        assert made.memory.review.get(waiting.id, scope=ADA).reviewer == "undo"
        made.memory.undo(undo.id, scope=ADA)
        assert made.memory.review.pending(scope=ADA) == (waiting,)

    def test_twice_is_refused_and_so_is_nothing(self, made: Bench) -> None:
        _, second = lives_in_oslo_then_lima(made)
        made.memory.undo(second.id, scope=ADA)
        with pytest.raises(UndoRefusedError):
            made.memory.undo(second.id, scope=ADA)
        made.writer.decide = lambda _: ()
        with pytest.raises(UndoRefusedError, match="changed nothing"):
            made.memory.undo(say(made, "hello").id, scope=ADA)


class TestReview:
    def held(self, made: Bench) -> str:
        """Hold a fact that nobody said: the name stands nowhere in the conversation."""
        made.writer.decide = adding("User's dentist is Dr. Quistgaard.", "dentist called")
        (item,) = say(made, "the dentist called").items
        assert item.verdict == "hold"
        assert item.held_id is not None
        return item.held_id

    def test_a_held_item_waits_and_is_stored_when_accepted(self, made: Bench) -> None:
        held_id = self.held(made)
        (waiting,) = made.memory.review.pending(scope=ADA)
        assert waiting.id == held_id
        assert active(made) == []
        receipt = made.memory.review.accept(held_id, scope=ADA, reviewer="kim")
        assert active(made) == ["User's dentist is Dr. Quistgaard."]
        assert made.memory.review.pending(scope=ADA) == ()
        decided = made.memory.review.get(held_id, scope=ADA)
        assert (decided.status, decided.reviewer) == ("accepted", "kim")
        made.memory.undo(receipt.id, scope=ADA)
        assert active(made) == []
        assert made.memory.review.pending(scope=ADA) == (waiting,)

    def test_a_redone_decision_is_decided_again_and_stores_once(self, made: Bench) -> None:
        held_id = self.held(made)
        accepted = made.memory.review.accept(held_id, scope=ADA, reviewer="kim")
        undo = made.memory.undo(accepted.id, scope=ADA)
        made.memory.undo(undo.id, scope=ADA)
        decided = made.memory.review.get(held_id, scope=ADA)
        assert (decided.status, decided.reviewer) == ("accepted", "kim")
        assert len(active(made)) == 1
        with pytest.raises(ReviewError, match="accepted by kim"):
            made.memory.review.accept(held_id, scope=ADA, reviewer="kim")

    def test_an_undone_rejection_waits_again_and_can_be_redone(self, made: Bench) -> None:
        held_id = self.held(made)
        rejected = made.memory.review.reject(held_id, scope=ADA, reviewer="kim", note="no")
        undo = made.memory.undo(rejected.id, scope=ADA)
        assert [one.id for one in made.memory.review.pending(scope=ADA)] == [held_id]
        made.memory.undo(undo.id, scope=ADA)
        assert made.memory.review.get(held_id, scope=ADA).note == "no"

    def test_the_same_text_held_twice_is_stored_once(self, made: Bench) -> None:
        one, two = self.held(made), self.held(made)
        made.memory.review.accept(one, scope=ADA, reviewer="kim")
        with pytest.raises(ReviewError, match="says the same already"):
            made.memory.review.accept(two, scope=ADA, reviewer="kim")
        assert len(active(made)) == 1

    def test_a_decision_does_not_change_what_belongs_to_an_ancestor(self, made: Bench) -> None:
        acme = Scope(tenant="acme")
        made.memory.load([Given(text=OSLO, origin="operator")], scope=acme)
        made.writer.decide = updating("User lives", LIMA, "I live in Lima now")
        (item,) = say(made, "I live in Lima now").items
        assert item.verdict == "hold"
        made.memory.review.accept(str(item.held_id), scope=ADA, reviewer="kim")
        assert active(made, acme) == [OSLO]
        assert active(made) == [LIMA, OSLO]

    def test_a_reviewer_may_put_the_text_right(self, made: Bench) -> None:
        made.memory.review.accept(
            self.held(made), scope=ADA, reviewer="kim", text="User's dentist called on 2 June 2026."
        )
        assert active(made) == ["User's dentist called on 2 June 2026."]

    def test_a_rejected_item_is_kept_on_record_and_not_decided_again(self, made: Bench) -> None:
        held_id = self.held(made)
        made.memory.review.reject(held_id, scope=ADA, reviewer="kim", note="wrong name")
        assert active(made) == []
        assert made.memory.review.get(held_id, scope=ADA).note == "wrong name"
        with pytest.raises(ReviewError, match="rejected by kim"):
            made.memory.review.accept(held_id, scope=ADA, reviewer="kim")

    def test_a_decision_needs_a_name_and_a_held_item_of_this_scope(self, made: Bench) -> None:
        held_id = self.held(made)
        with pytest.raises(InputError, match="reviewer"):
            made.memory.review.accept(held_id, scope=ADA, reviewer=" ")
        with pytest.raises(NotFoundError):
            made.memory.review.accept(held_id, scope=BOB, reviewer="kim")


class TestScope:
    def test_nothing_is_seen_from_another_scope(self, made: Bench) -> None:
        first, _ = lives_in_oslo_then_lima(made)
        assert active(made, BOB) == []
        assert made.memory.search("Lima", scope=BOB) == ()
        for call in (
            lambda: made.memory.get(str(first.items[0].memory_id), scope=BOB),
            lambda: made.memory.receipt(first.id, scope=BOB),
            lambda: made.memory.episode(str(first.episode_id), scope=BOB),
            lambda: made.memory.undo(first.id, scope=BOB),
        ):
            with pytest.raises(NotFoundError):
                call()

    def test_a_session_sees_what_its_user_knows_and_keeps_its_own(self, made: Bench) -> None:
        made.writer.decide = adding(OSLO, "I live in Oslo")
        say(made, "I live in Oslo")
        session = ADA.model_copy(update={"session": "s1"})
        made.writer.decide = adding("User wants metric units.", "metric units")
        say(made, "metric units please, I want metric units", scope=session)
        assert active(made, session) == [OSLO, "User wants metric units."]
        assert active(made) == [OSLO]


class TestLoad:
    def test_existing_memories_are_loaded_as_they_are(self, made: Bench) -> None:
        given = [
            Given(text=OSLO, external_id="m1", origin="user_typed", recorded_at=NOW - timedelta(days=400)),
            Given(text="User likes tea.", external_id="m2", ended="withdrawn"),
        ]
        receipt = made.memory.load(given, scope=ADA)
        assert active(made) == [OSLO]
        (loaded, gone) = (made.memory.get(str(item.memory_id), scope=ADA) for item in receipt.items)
        assert (loaded.external_id, loaded.origin) == ("m1", "user_typed")
        assert loaded.recorded_at == NOW - timedelta(days=400)
        assert gone.status == "retracted"

    def test_what_is_recorded_in_the_future_or_says_nothing_is_refused(self, made: Bench) -> None:
        with pytest.raises(InputError, match="recorded until now"):
            made.memory.load([Given(text=OSLO, recorded_at=NOW + timedelta(days=1))], scope=ADA)
        with pytest.raises(ValidationError):
            Given(text="  ")

    def test_an_external_id_is_unique_in_its_scope(self, made: Bench) -> None:
        made.memory.load([Given(text=OSLO, external_id="m1")], scope=ADA)
        with pytest.raises(ConflictError):
            made.memory.load([Given(text=LIMA, external_id="m1")], scope=ADA)
        with pytest.raises(ConflictError, match="twice"):
            made.memory.load([Given(text=OSLO, external_id="x"), Given(text=LIMA, external_id="x")], scope=ADA)
        made.memory.load([Given(text=LIMA, external_id="m1")], scope=BOB)
        assert active(made) == [OSLO]


def test_propose_touches_nothing(made: Bench) -> None:
    made.writer.decide = adding(OSLO, "I live in Oslo")
    receipt = made.memory.propose([Message.user("I live in Oslo")], scope=ADA)
    assert receipt.type == "propose"
    assert receipt.items[0].verdict == "accept"
    assert made.memory.revision(ADA) == 0
    assert active(made) == []


def test_a_memory_outlives_its_process(tmp_path: Path) -> None:
    first = bench(tmp_path / "m.db")
    lives_in_oslo_then_lima(first)
    first.memory.close()
    with Memscribe.open(tmp_path / "m.db", writer="rules", embedder=None) as again:
        assert [hit.memory.text for hit in again.search("Lima", scope=ADA)] == [LIMA]


def test_a_new_database_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    made = bench(tmp_path / "m.db")
    lives_in_oslo_then_lima(made)
    files = list(tmp_path.iterdir())
    assert len(files) > 1  # the log lies beside it while it is open
    assert [file.name for file in files if file.stat().st_mode & 0o077] == []
    made.memory.close()


def test_an_unknown_writer_is_named_with_those_that_exist() -> None:
    with pytest.raises(InputError, match="rules"):
        Memscribe.open(":memory:", writer="ruels")


def test_times_without_a_zone_are_refused(made: Bench) -> None:
    with pytest.raises(InputError, match="valid_at"):
        made.memory.search("x", scope=ADA, valid_at=datetime(2026, 1, 1))  # noqa: DTZ001
    assert made.memory.search("x", scope=ADA, valid_at=datetime(2026, 1, 1, tzinfo=UTC)) == ()


@pytest.mark.parametrize("limit", [0, -1, 10**20])
def test_a_limit_out_of_bounds_is_refused(made: Bench, limit: int) -> None:
    with pytest.raises(InputError, match="limit from 1 to"):
        made.memory.search("x", scope=ADA, limit=limit)


def test_the_first_run_makes_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMSCRIBE_DATA_DIR", str(tmp_path / "new" / "folder"))
    monkeypatch.delenv("MEMSCRIBE_STORE_PATH", raising=False)
    with Memscribe.open(writer="rules", embedder=None) as memory:
        assert memory.revision(ADA) == 0
    assert (tmp_path / "new" / "folder" / "memory.db").is_file()
    assert (tmp_path / "new" / "folder").stat().st_mode & 0o077 == 0


def test_a_data_folder_that_cannot_be_made_is_a_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("MEMSCRIBE_DATA_DIR", str(tmp_path / "file" / "folder"))
    monkeypatch.delenv("MEMSCRIBE_STORE_PATH", raising=False)
    with pytest.raises(StoreError, match="MEMSCRIBE_DATA_DIR"):
        Memscribe.open(writer="rules", embedder=None)
