"""Finding by words and by vectors; each test runs on every backend."""

import numpy as np
import pytest

from memscribe.core.errors import (
    InputError,
)
from memscribe.core.ports import Batch, MemoryFilter, Store
from store_parts import (
    ADA,
    ENCODER,
    SESSION,
    TENANT,
    Maker,
    at,
    following,
    found,
    unit,
)

# Lexical search --------------------------------------------------------------------------------------------------


def test_matching_finds_texts_with_any_of_the_terms_best_first(store: Store, make: Maker) -> None:
    every = ["Ada plays the oboe.", "Ada sells an oboe and a lute.", "Bob cooks rice.", "Nothing of the kind."]
    store.apply(make.batch(*(make.version(text) for text in [*every, *(f"filler {n}" for n in range(20))])))

    assert found(store, "lute oboe") == ["Ada sells an oboe and a lute.", "Ada plays the oboe."]
    assert set(found(store, "RICE ada")) == {every[0], every[1], every[2]}
    assert found(store, "oboe", kinds=("task",)) == []
    assert store.matching([], MemoryFilter(scope=ADA), limit=9) == ()
    assert store.matching(["oboe"], MemoryFilter(scope=ADA), limit=0) == ()


def test_an_ended_memory_is_found_when_asked_for(store: Store, make: Maker) -> None:
    version = make.version("Ada plays the oboe.")
    store.apply(make.batch(version))
    store.apply(make.batch(following(version, seconds=1, ended="withdrawn")))

    assert found(store, "oboe") == []
    assert found(store, "oboe", statuses=("retracted",)) == [version.text]
    assert found(store, "oboe", known_at=at(0)) == [version.text]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("用户住在成都高新区。", "成都"),
        ("妹はピアノを習っている。", "ピアノ"),
        ("Она живёт в Осло.", "осло"),
        ("Café Zürich opens at 7.", "zürich"),
        ("𠮷野家が好き。", "𠮷野"),
        ("Grandma’s recipe is hers.", "grandma's"),
    ],
)
def test_words_of_other_scripts_arefound(store: Store, make: Maker, text: str, query: str) -> None:
    store.apply(make.batch(make.version(text), make.version("Something else altogether.")))

    assert found(store, query) == [text]


@pytest.mark.parametrize(
    "term",
    ['"', '""', '"oboe" OR', "AND", "NOT oboe", "NEAR(oboe lima)", "terms:oboe", "oboe*", "^oboe", "(", ")", "-",
     "", " ", "\0", "oboe\0", "'; DROP TABLE versions; --", "{terms}", "s1", "place", "🎺", "\ud83d", "a" * 5000],
)  # fmt: skip
def test_no_term_is_ever_syntax(store: Store, make: Maker, term: str) -> None:
    store.apply(make.batch(make.version("Ada plays in Lima.")))

    assert store.matching([term], MemoryFilter(scope=ADA), limit=9) == ()
    (hit,) = store.matching([term, "lima"], MemoryFilter(scope=ADA), limit=9)
    assert hit.memory.text == "Ada plays in Lima."


def test_thousands_of_terms_are_no_error(store: Store, make: Maker) -> None:
    store.apply(make.batch(make.version("Ada plays in Lima.")))

    many = [f"w{n}" for n in range(5000)]

    assert len(store.matching([*many, "lima"], MemoryFilter(scope=ADA), limit=9)) == 1


# Vectors ---------------------------------------------------------------------------------------------------------


def test_the_nearest_come_first_with_their_cosine(store: Store, make: Maker) -> None:
    directions = {"east": (1, 0), "north-east": (1, 1), "north": (0, 1), "west": (-1, 0)}
    versions = [make.version(text) for text in [*directions, "without a vector"]]
    store.apply(make.batch(*versions, vectors={text: unit(*xy) for text, xy in directions.items()}))

    hits = store.nearest(np.array([3, 0.3], np.float32), MemoryFilter(scope=ADA), encoder_id=ENCODER, limit=9)

    assert [hit.memory.text for hit in hits] == ["east", "north-east", "north", "west"]
    cosine = np.array([[1, 0], [0.5**0.5, 0.5**0.5], [0, 1], [-1, 0]]) @ np.array([3, 0.3]) / np.hypot(3, 0.3)
    assert [hit.similarity for hit in hits] == pytest.approx(cosine.tolist(), abs=1e-6)
    assert all(hit.score == hit.similarity for hit in hits)


def test_a_new_vector_is_found_at_once(store: Store, make: Maker) -> None:
    for n in range(40):
        text = f"direction {n}"
        angle = n / 20
        store.apply(make.batch(make.version(text), vectors={text: unit(np.cos(angle), np.sin(angle))}))
        query = np.array([np.cos(angle), np.sin(angle)], np.float32)
        hits = store.nearest(query, MemoryFilter(scope=ADA), encoder_id=ENCODER, limit=3)
        assert hits[0].memory.text == text
        assert len(hits) == min(n + 1, 3)


def test_vectors_come_back_byte_for_byte_and_only_for_their_encoder(store: Store, make: Maker) -> None:
    vectors = {"one": unit(1, 2, 3), "two": unit(3, 2, 1)}
    store.apply(make.batch(make.version("one"), make.version("two"), vectors=vectors))

    assert store.vectors(MemoryFilter(scope=ADA), encoder_id=ENCODER) == vectors
    assert store.vectors(MemoryFilter(scope=ADA), encoder_id="encoder@2") == {}
    query = np.ones(3, np.float32)
    assert store.nearest(query, MemoryFilter(scope=ADA), encoder_id="encoder@2", limit=9) == ()


def test_a_text_keeps_the_first_vector_of_an_encoder(store: Store, make: Maker) -> None:
    version = make.version("one")
    store.apply(make.batch(version, vectors={"one": unit(1, 0)}))
    store.apply(make.batch(following(version, seconds=1), vectors={"one": unit(0, 1)}))

    assert store.vectors(MemoryFilter(scope=ADA), encoder_id=ENCODER) == {"one": unit(1, 0)}


def test_a_text_stored_without_a_vector_may_get_one_later(store: Store, make: Maker) -> None:
    version = make.version("one")
    store.apply(make.batch(version))
    store.apply(make.batch(following(version, seconds=1), vectors={"one": unit(0, 1)}))

    assert store.vectors(MemoryFilter(scope=ADA), encoder_id=ENCODER) == {"one": unit(0, 1)}


def test_a_visible_scope_without_vectors_changes_nothing(store: Store, make: Maker) -> None:
    store.apply(make.batch(make.version("one"), vectors={"one": unit(1, 0)}))
    store.apply(make.batch(make.version("two", scope=TENANT), make.version("three", scope=SESSION), scope=SESSION))

    hits = store.nearest(np.ones(2, np.float32), MemoryFilter(scope=SESSION), encoder_id=ENCODER, limit=9)
    assert [hit.memory.text for hit in hits] == ["one"]


def test_a_vector_of_zeros_is_near_to_nothing(store: Store, make: Maker) -> None:
    store.apply(make.batch(make.version("nil"), vectors={"nil": bytes(8)}))

    (hit,) = store.nearest(np.ones(2, np.float32), MemoryFilter(scope=ADA), encoder_id=ENCODER, limit=9)
    assert hit.similarity == 0


@pytest.mark.parametrize(
    "vectors",
    [
        {"one": b""},
        {"one": b"abc"},
        {"one": unit(1, 0), "two": unit(1, 0, 0)},
        {"one": np.array([np.nan, 1], "<f4").tobytes()},
    ],
)
def test_what_is_no_vector_is_refused(store: Store, make: Maker, vectors: dict[str, bytes]) -> None:
    with pytest.raises(InputError):
        store.apply(make.batch(make.version("one"), vectors=vectors))


def test_vectors_need_the_id_of_their_encoder(store: Store, make: Maker) -> None:
    batch = make.batch(make.version("one"))
    with pytest.raises(InputError, match="set encoder_id"):
        store.apply(Batch(receipt=batch.receipt, versions=batch.versions, vectors={"one": unit(1)}))


def test_a_query_of_other_dimensions_is_refused(store: Store, make: Maker) -> None:
    store.apply(make.batch(make.version("one"), vectors={"one": unit(1, 0)}))

    with pytest.raises(InputError, match="expected vectors of 2 dimensions"):
        store.nearest(np.ones(3, np.float32), MemoryFilter(scope=ADA), encoder_id=ENCODER, limit=9)
