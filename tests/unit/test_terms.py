"""Index terms: the same for what is stored and for what is asked."""

import pytest

from memscribe.text.terms import query_terms, terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ada's office", ["adas", "office"]),
        ("用户住在成都", ["用户", "户住", "住在", "在成", "成都"]),
        ("我 爱 你", ["我", "爱", "你"]),
        ("ＡＢＣ　３５", ["abc", "35"]),
        ("BR-2024-113", ["br", "2024", "113"]),
        ("東京タワー", ["東京", "京タ", "タワ", "ワー"]),
        ("部署用 CI 流水线", ["部署", "署用", "ci", "流水", "水线"]),
        ("", []),
        ("!? — …", []),
    ],
)
def test_words_are_folded_and_cjk_becomes_pairs(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_a_two_character_chinese_word_is_a_term_of_a_sentence_that_holds_it() -> None:
    assert set(query_terms("成都")) <= set(terms("用户住在成都高新区"))


def test_a_question_drops_function_words_unless_nothing_is_left() -> None:
    assert query_terms("Where does Ada live?") == ["ada", "live"]
    assert query_terms("who is it") == ["who", "is", "it"]
    assert query_terms("tea tea TEA") == ["tea"]
