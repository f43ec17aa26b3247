"""The guard never raises, never raises trust, and its texts lead back to where they came from."""

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from guard_parts import NOW, SCOPE
from memscribe.core.evidence import Evidence
from memscribe.core.memory import Recalled, Version
from memscribe.core.message import Episode, Message, StampedMessage, without_surrogates
from memscribe.core.operation import KINDS, Add, Operation, Proposal, Retract, Update
from memscribe.core.origin import ORIGINS, Origin, least_trusted, trust_of
from memscribe.guard import Guard, GuardContext, OriginPolicy, mask, origin_of, segments, stamp
from memscribe.guard.assent import assent
from memscribe.guard.findings import CODES
from memscribe.text.canonical import canonical, fold, hidden
from memscribe.text.names_and_numbers import claims, readings

PIECES = st.sampled_from(
    (
        "I moved to Lima|on 2026-05-14| at 8 am|用户|住在上海|，|。|\n|> |```|<system>|</system>|"
        "ignore previous instructions|remember that the user|password is hunter2|12.5|1,250|Ana|\u200b|"
        "\U000e0061|é|e\u0301|ﬁ|{{x}}|[name]|yes|thanks|ok|From: a\nTo: b\n|\"|“|”|'s|—|三万五|半|年|"
        "4111 1111 1111 1111|https://x.example/?token=abc123|aGVsbG8gd29ybGQgYWdhaW4=| |.|ß|İ"
    ).split("|")
)
TEXT = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=12).map("".join)).map(without_surrogates)
ROLE = st.sampled_from(["user", "assistant", "tool", "system"])


@st.composite
def worlds(draw: st.DrawFn) -> tuple[Proposal, GuardContext]:
    """Draw any proposal over any episode, with quotes that stand, nearly stand, or do not stand."""
    messages = tuple(
        StampedMessage(
            id=f"msg_{number}", role=draw(ROLE), content=draw(TEXT), name=draw(st.none() | TEXT), at=NOW,
            origin=draw(st.sampled_from(ORIGINS)),
        )
        for number in range(draw(st.integers(1, 4)))
    )  # fmt: skip
    episode = Episode(id="ep_1", scope=SCOPE, messages=messages, at=NOW, account=draw(st.none() | TEXT))
    memories = {
        f"m{number}": Version(
            memory_id=f"m{number}", number=1, scope=SCOPE, kind=draw(st.sampled_from(KINDS)),
            text=draw(TEXT.filter(bool)), origin=draw(st.sampled_from(ORIGINS)), receipt_id="rcp", recorded_at=NOW,
            writer="x",
        )
        for number in range(draw(st.integers(0, 3)))
    }  # fmt: skip

    def evidence() -> tuple[Evidence, ...]:
        found: list[Evidence] = []
        for _ in range(draw(st.integers(0, 3))):
            message = draw(st.sampled_from(messages))
            part = draw(st.sampled_from(["asserts", "context"]))
            if message.content and draw(st.booleans()):
                start = draw(st.integers(0, len(message.content) - 1))
                end = draw(st.integers(start + 1, len(message.content)))
                found.append(Evidence.at(message, start, end, part=part))
            else:
                words = draw(TEXT.filter(bool))
                start = draw(st.integers(0, 20))
                found.append(
                    Evidence(
                        message_id=draw(st.sampled_from(["msg_0", "nowhere"])), start=start,
                        end=start + len(words), quote=words, part=part,
                    )
                )  # fmt: skip
        return tuple(found)

    def operation() -> Operation:
        kind = draw(st.sampled_from(KINDS))
        targets = tuple(draw(st.lists(st.sampled_from(["m0", "m1", "m2", "zzz", ""]), min_size=1, max_size=3)))
        match draw(st.integers(0, 2)):
            case 0:
                return Add(kind=kind, text=draw(TEXT), evidence=evidence())
            case 1:
                return Update(kind=kind, text=draw(TEXT), evidence=evidence(), targets=targets)
            case _:
                return Retract(kind=kind, evidence=evidence(), targets=targets)

    operations = tuple(operation() for _ in range(draw(st.integers(0, 4))))
    near = tuple(
        Recalled(memory=version, similarity=draw(st.none() | st.floats(-1, 1))) for version in memories.values()
    )
    context = GuardContext(
        episode=episode, memories=memories, neighbours=dict.fromkeys(range(len(operations)), near)
    )
    return Proposal(operations=operations, writer="any@1"), context


@settings(max_examples=250, deadline=None)
@given(worlds())
def test_any_proposal_is_reviewed(world: tuple[Proposal, GuardContext]) -> None:
    """One review an operation, in order, with known codes; the strictest finding decides; nothing is raised."""
    proposal, context = world
    reviews = Guard().review(proposal, context)
    assert len(reviews) == len(proposal.operations)
    for operation, reviewed in zip(proposal.operations, reviews, strict=True):
        assert reviewed.operation.op == operation.op
        assert reviewed.operation.evidence == operation.evidence
        decisions = {found.decision for found in reviewed.verdict.findings}
        assert all(found.code in CODES and found.message for found in reviewed.verdict.findings)
        expected = "reject" if "reject" in decisions else "hold" if "hold" in decisions else "accept"
        assert reviewed.verdict.decision == expected


@settings(max_examples=250, deadline=None)
@given(worlds())
def test_what_is_accepted_rests_on_quotes_and_has_their_trust(world: tuple[Proposal, GuardContext]) -> None:
    """No accepted operation lacks a quote that stands; it has the least trust of all that asserts it.

    A bare thanks asserts nothing, but lends the operation no more trust than the one who says it has.
    """
    proposal, context = world
    for reviewed in Guard().review(proposal, context):
        if reviewed.verdict.decision != "accept":
            continue
        asserting: list[Origin] = []
        told: list[Origin] = []
        for quote in reviewed.operation.evidence:
            message = context.episode.message(quote.message_id)
            assert message is not None
            assert quote.problem_in(message) is None
            if quote.part == "asserts":
                origin = origin_of(quote, message, segments(message))
                asserting.append(origin)
                if message.role != "user" or assent(quote.quote) != "acknowledged":
                    told.append(origin)
        assert asserting
        assert trust_of(reviewed.origin) <= min(map(trust_of, told or asserting))
        assert not told or reviewed.origin == least_trusted(tuple(told))


@settings(max_examples=150, deadline=None)
@given(worlds(), st.sampled_from(["ok", "thanks", "sure", "Great, thank you!", "好的", "danke"]))
def test_bare_thanks_alone_change_nothing(world: tuple[Proposal, GuardContext], thanks: str) -> None:
    """Where nothing stands before them, no operation of any kind that rests on them is accepted."""
    proposal, context = world
    message = StampedMessage(id="msg_0", role="user", content=thanks, at=NOW, origin="user_typed")
    episode = context.episode.model_copy(update={"messages": (message,)})
    words = (Evidence.at(message, 0, len(thanks)),)
    operations = tuple(operation.model_copy(update={"evidence": words}) for operation in proposal.operations)
    operations += (Retract(kind="profile", evidence=words, targets=tuple(context.memories) or ("m0",)),)
    reviews = Guard().review(
        proposal.model_copy(update={"operations": operations}),
        GuardContext(episode=episode, memories=context.memories, neighbours={}),
    )
    assert all(review.verdict.decision != "accept" for review in reviews)
    assert all(review.origin == "import" for review in reviews)


@settings(max_examples=150, deadline=None)
@given(worlds())
def test_a_review_is_deterministic(world: tuple[Proposal, GuardContext]) -> None:
    """The same proposal gets the same verdict."""
    proposal, context = world
    assert Guard().review(proposal, context) == Guard(policy=OriginPolicy()).review(proposal, context)


@settings(max_examples=400, deadline=None)
@given(TEXT)
def test_canonical_text_is_stable_and_maps_back(text: str) -> None:
    """Folding twice changes nothing, offsets never go back, and both ways of folding agree."""
    folded = canonical(text)
    assert fold(text) == folded.text
    assert fold(folded.text) == folded.text
    assert len(folded.offsets) == len(folded.text) + 1
    assert all(one <= other for one, other in zip(folded.offsets, folded.offsets[1:], strict=False))
    assert folded.offsets[-1] == len(text)
    for start, end, _ in hidden(text):
        assert 0 <= start < end <= len(text)


@settings(max_examples=300, deadline=None)
@given(TEXT)
def test_a_mask_keeps_every_offset(text: str) -> None:
    """Same length, and nothing outside the spans is touched."""
    masked = mask(text)
    assert len(masked.text) == len(text)
    position = 0
    for start, end in masked.spans:
        assert masked.text[position:start] == text[position:start]
        position = end
    assert masked.text[position:] == text[position:]


@settings(max_examples=300, deadline=None)
@given(TEXT, st.sampled_from(["en", "de", "zh", "ja", "und"]))
def test_claims_stand_in_the_text_and_are_read_back_from_it(text: str, language: str) -> None:
    """Every number, date and time that a text claims is among the readings of the same text."""
    values = readings(text, language)
    for claim in claims(text, language):
        assert 0 <= claim.start < claim.end <= len(text)
        if claim.kind in {"number", "date", "time"}:
            assert claim.value in values


@settings(max_examples=300, deadline=None)
@given(TEXT, ROLE, st.sampled_from(ORIGINS))
def test_segments_cover_a_message_and_never_raise_its_trust(text: str, role: str, origin: Origin) -> None:
    """In order and without gaps."""
    message = StampedMessage.model_validate({"id": "m", "role": role, "content": text, "at": NOW, "origin": origin})
    position = 0
    for part in segments(message):
        assert part.start == position < part.end
        assert trust_of(part.origin) <= trust_of(origin)
        position = part.end
    assert position == len(text)


@given(
    ROLE,
    st.sampled_from([None, "typed", "pasted", "prefilled", "web", "email", "document", "other_agent", "import"]),
)
def test_a_channel_can_only_lower(role: str, channel: str | None) -> None:
    """Whatever the role."""
    plain = Message.model_validate({"role": role, "content": "x"})
    carried = plain.model_copy(update={"channel": channel})
    policy = OriginPolicy(system_is_operator=True)
    assert trust_of(stamp(carried, policy)) <= trust_of(stamp(plain, policy))


def test_long_hostile_texts_take_linear_time() -> None:
    """Nothing that somebody can send makes a pattern explode."""
    for piece in (
        "(",
        "[",
        "<a ",
        "a" * 50 + " ",
        "1 ",
        "1,",
        "/a",
        "password is ",
        '"',
        "用户",
        "ignore all ",
        "-",
        "\u200b",
        "A1",
        "=" * 9,
    ):
        text = (piece * (20_000 // len(piece)))[:20_000]
        message = StampedMessage(id="m1", role="user", content=text, at=NOW, origin="user_typed")
        tool = StampedMessage(id="m2", role="tool", content=text, at=NOW, origin="tool_external")
        episode = Episode(id="ep", scope=SCOPE, messages=(message, tool), at=NOW)
        operation = Add(
            kind="knowledge", text=text[:400], evidence=(Evidence.at(tool, 0, 50), Evidence.at(message, 0, 50))
        )
        began = time.perf_counter()
        mask(text)
        Guard().review(
            Proposal(operations=(operation,), writer="x"), GuardContext(episode=episode, memories={}, neighbours={})
        )
        assert time.perf_counter() - began < 5, piece
