"""Scopes, origins, messages, evidence, operations: what each value promises."""

from datetime import UTC, datetime

import pytest
from pydantic import ValidationError

from memscribe.core.errors import EvidenceError, MemscribeError
from memscribe.core.evidence import Evidence
from memscribe.core.ids import SequentialIds, UuidIds
from memscribe.core.message import Episode, Message, StampedMessage
from memscribe.core.operation import Add, Retract, Update
from memscribe.core.origin import ORIGINS, TRUST, least_trusted
from memscribe.core.scope import Scope
from memscribe.core.verdict import Approved, Reviewed, Verdict, strictest

NOW = datetime(2026, 5, 14, 9, 30, tzinfo=UTC)


def stamped(content: str, message_id: str = "msg_1") -> StampedMessage:
    return StampedMessage(id=message_id, role="user", content=content, at=NOW, origin="user_typed")


class TestScope:
    def test_sees_itself_and_its_ancestors_only(self) -> None:
        ada = Scope(tenant="acme", user="ada", session="s1")
        assert ada.sees(ada)
        assert ada.sees(Scope(tenant="acme", user="ada"))
        assert ada.sees(Scope(tenant="acme"))
        assert not ada.sees(Scope(tenant="acme", user="ada", session="s2"))
        assert not ada.sees(Scope(tenant="acme", user="bob"))
        assert not ada.sees(Scope(tenant="other", user="ada"))
        assert not Scope(tenant="acme", user="ada").sees(ada)

    def test_key_names_exactly_one_scope(self) -> None:
        scopes = [
            Scope(user="a"),
            Scope(agent="a"),
            Scope(project="a"),
            Scope(session="a"),
            Scope(tenant="a"),
            Scope(user="a", agent="b"),
        ]
        assert len({scope.key for scope in scopes}) == len(scopes)

    @pytest.mark.parametrize("value", ["", "a\x1fb", "a\nb", "\ud800", "x" * 201])
    def test_refuses_values_that_could_be_taken_for_another_scope(self, value: str) -> None:
        with pytest.raises(ValidationError):
            Scope(user=value)


class TestOrigin:
    def test_every_origin_has_a_rank_in_the_documented_order(self) -> None:
        assert set(TRUST) == set(ORIGINS)
        assert [TRUST[origin] for origin in ORIGINS] == sorted(TRUST.values(), reverse=True)

    def test_the_least_trusted_counts(self) -> None:
        assert least_trusted(("user_typed", "web", "assistant")) == "web"
        assert least_trusted(("user_typed",)) == "user_typed"

    def test_nothing_asserted_has_no_origin(self) -> None:
        with pytest.raises(ValueError, match="at least one origin"):
            least_trusted(())


class TestMessage:
    def test_lone_surrogates_become_replacement_characters_one_for_one(self) -> None:
        assert Message.user("a\ud83db").content == "a\ufffdb"

    def test_unknown_fields_are_refused(self) -> None:
        with pytest.raises(ValidationError, match="contnet"):
            Message.model_validate({"role": "user", "content": "x", "contnet": "y"})

    def test_times_need_a_zone(self) -> None:
        with pytest.raises(ValidationError, match="timezone"):
            Message.model_validate({"role": "user", "content": "x", "at": "2026-05-14T09:30:00"})

    def test_an_episode_refuses_two_messages_with_one_id(self) -> None:
        with pytest.raises(ValidationError, match="one id"):
            Episode(id="ep_1", scope=Scope(), messages=(stamped("a"), stamped("b")), at=NOW)


class TestEvidence:
    def test_finds_the_quote_and_counts_in_code_points(self) -> None:
        message = stamped("👍🏽 I moved to Lima")
        found = Evidence.of(message, "moved to Lima")
        assert message.content[found.start : found.end] == found.quote == "moved to Lima"
        assert found.problem_in(message) is None

    def test_a_later_occurrence_is_named_by_its_start(self) -> None:
        message = stamped("tea, no tea")
        assert Evidence.of(message, "tea", start=8).start == 8

    @pytest.mark.parametrize("quote", ["coffee", ""])
    def test_refuses_words_that_do_not_stand_there(self, quote: str) -> None:
        with pytest.raises(EvidenceError, match="quote verbatim"):
            Evidence.of(stamped("tea"), quote)

    def test_refuses_a_length_that_does_not_fit(self) -> None:
        with pytest.raises(ValidationError, match="code points"):
            Evidence(message_id="msg_1", start=0, end=5, quote="tea")

    def test_says_what_is_wrong_with_a_span(self) -> None:
        beyond = Evidence(message_id="msg_1", start=10, end=13, quote="tea")
        assert "ends beyond the message (3 code points)" in (beyond.problem_in(stamped("tea")) or "")
        other = Evidence(message_id="msg_1", start=0, end=3, quote="pea")
        assert "should read 'pea', but the message has 'tea'" in (other.problem_in(stamped("tea")) or "")


class TestOperation:
    def test_the_three_kinds_are_told_apart_by_op(self) -> None:
        assert Add(kind="profile", text="x", evidence=()).targets == ()
        assert Retract(kind="profile", targets=("mem_1",), evidence=()).text == ""
        with pytest.raises(ValidationError):
            Update(kind="profile", text="x", targets=(), evidence=())

    def test_confidence_is_a_probability(self) -> None:
        with pytest.raises(ValidationError):
            Add(kind="profile", text="x", evidence=(), confidence=1.5)


class TestVerdict:
    def test_the_strictest_decision_wins(self) -> None:
        assert strictest(()) == "accept"
        assert strictest(("accept", "reject", "hold")) == "reject"
        assert strictest(("hold", "accept")) == "hold"

    def test_only_what_the_guard_accepted_is_approved(self) -> None:
        operation = Add(kind="profile", text="x", evidence=())
        held = Reviewed(operation=operation, origin="web", verdict=Verdict(decision="hold"))
        with pytest.raises(ValueError, match="did not accept"):
            Approved.by_guard(held)
        with pytest.raises(ValueError, match="reviewer's name"):
            Approved.by_reviewer(operation, origin="web", reviewer=" ")


class TestIds:
    def test_are_unique_sorted_and_version_7(self) -> None:
        source = UuidIds()
        made = [source.new("mem") for _ in range(5000)]
        assert made == sorted(made)
        assert len(set(made)) == len(made)
        assert all(one[4 + 12] == "7" and one[4 + 16] in "89ab" and len(one) == 4 + 32 for one in made)

    def test_sequential_ids_are_for_golden_files(self) -> None:
        source = SequentialIds()
        assert [source.new("mem"), source.new("ep")] == ["mem_000001", "ep_000002"]


def test_every_error_has_its_own_stable_code() -> None:
    def tree(error: type[MemscribeError]) -> list[type[MemscribeError]]:
        return [error, *(below for child in error.__subclasses__() for below in tree(child))]

    errors = tree(MemscribeError)
    assert len({error.code for error in errors}) == len(errors)
    assert all(error.__name__.endswith("Error") and str(error()) for error in errors)
