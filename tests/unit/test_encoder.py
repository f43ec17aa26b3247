"""The shipped encoder keeps what its reference model means, in every language, whatever it is batched with."""

import json
from pathlib import Path

import numpy as np
import pytest

from memscribe.core.errors import ModelFilesError
from memscribe.core.ports import Embedder
from memscribe.encoder import OnnxEncoder, default_model_folder, verify

FIXTURE = Path(__file__).parents[1] / "fixtures" / "encoder" / "reference.json"

# Said in other words: the two share a meaning, and few content words.
PARAPHRASES = {
    "en": [
        ("I moved to Lima in May.", "Since spring my home has been in the Peruvian capital."),
        ("My sister is a nurse.", "She looks after patients at the hospital; we have the same parents."),
        ("Please keep your answers short.", "Don't write long replies to me."),
        ("The build fails because a dependency is missing.", "Compilation breaks as one package isn't installed."),
        ("I can't eat peanuts.", "Nuts give me an allergic reaction."),
    ],
    "zh": [
        ("我五月搬到了成都。", "春天开始我住在四川的省会。"),
        ("我姐姐是护士。", "她在医院照顾病人，我俩是一家的。"),
        ("回答请简短一些。", "别给我写长篇大论。"),
        ("我不能吃花生。", "坚果会让我过敏。"),
        ("会议改到周四了。", "开会的日子推迟了，星期四才开。"),
    ],
    "es": [
        ("Me mudé a Lima en mayo.", "Desde la primavera vivo en la capital peruana."),
        ("Mi hermana es enfermera.", "Ella cuida a los pacientes en el hospital."),
        ("Responde con frases cortas, por favor.", "No me escribas textos largos."),
        ("Soy alérgico a los cacahuetes.", "Los frutos secos me sientan fatal, me hinchan la cara."),
    ],
    "ja": [
        ("五月に大阪へ引っ越しました。", "春から関西の大都市に住んでいる。"),
        ("姉は看護師です。", "彼女は病院で患者の世話をしている。"),
        ("返事は短くしてください。", "長い文章は書かないで。"),
        ("ピーナッツは食べられません。", "ナッツにアレルギーがある。"),
    ],
}

# One fact a row, in eight languages.
TRANSLATIONS = [
    {
        "en": "My dog is four years old.",
        "zh": "我的狗四岁了。",
        "es": "Mi perro tiene cuatro años.",
        "ja": "うちの犬は四歳です。",
        "de": "Mein Hund ist vier Jahre alt.",
        "ko": "우리 개는 네 살이에요.",
        "ru": "Моей собаке четыре года.",
        "ar": "عمر كلبي أربع سنوات.",
    },
    {
        "en": "The meeting was moved to Thursday.",
        "zh": "会议改到了星期四。",
        "es": "La reunión se pasó al jueves.",
        "ja": "会議は木曜日に変更されました。",
        "de": "Die Besprechung wurde auf Donnerstag verschoben.",
        "ko": "회의가 목요일로 바뀌었어요.",
        "ru": "Встречу перенесли на четверг.",
        "ar": "تم نقل الاجتماع إلى يوم الخميس.",
    },
    {
        "en": "She works as a nurse in a hospital.",
        "zh": "她在医院当护士。",
        "es": "Trabaja de enfermera en un hospital.",
        "ja": "彼女は病院で看護師をしています。",
        "de": "Sie arbeitet als Krankenschwester in einem Krankenhaus.",
        "ko": "그녀는 병원에서 간호사로 일해요.",
        "ru": "Она работает медсестрой в больнице.",
        "ar": "تعمل ممرضة في مستشفى.",
    },
    {
        "en": "I am allergic to peanuts.",
        "zh": "我对花生过敏。",
        "es": "Soy alérgico a los cacahuetes.",
        "ja": "私はピーナッツアレルギーです。",
        "de": "Ich bin gegen Erdnüsse allergisch.",
        "ko": "저는 땅콩 알레르기가 있어요.",
        "ru": "У меня аллергия на арахис.",
        "ar": "لدي حساسية من الفول السوداني.",
    },
]


@pytest.fixture(scope="module")
def encoder() -> OnnxEncoder:
    return OnnxEncoder.load(default_model_folder())


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A copy of the model folder for a test to damage; large files are linked until replaced."""
    for path in default_model_folder().iterdir():
        (tmp_path / path.name).symlink_to(path)
    return tmp_path


def replace(path: Path, content: bytes) -> None:
    path.unlink()
    path.write_bytes(content)


def test_it_is_an_embedder_that_names_its_weights(encoder: OnnxEncoder) -> None:
    assert isinstance(encoder, Embedder)
    manifest = verify(default_model_folder())
    assert encoder.id == f"{manifest.name}-{manifest.version}-{manifest.files['model.onnx'].sha256[:12]}"
    assert encoder.dimensions == 384


def test_vectors_agree_with_the_fp32_reference_in_every_language(encoder: OnnxEncoder) -> None:
    """Sentences that had no part in choosing the vocabulary stay close to the unpruned fp32 model.

    Where all their pieces were kept the cosine is .998 and more; everyday words of the smaller languages may fall
    into shorter pieces, which costs a little.
    """
    entries = json.loads(FIXTURE.read_text(encoding="utf-8"))["texts"]
    reference = np.array([entry["thousandths"] for entry in entries], np.float32)
    reference /= np.linalg.norm(reference, axis=1, keepdims=True)
    cosines = (reference * encoder.embed_queries([entry["text"] for entry in entries])).sum(axis=1)
    assert cosines.mean() >= 0.995
    languages = {entry["language"] for entry in entries}
    assert len(languages) >= 10
    for language in languages:
        chosen = [i for i, entry in enumerate(entries) if entry["language"] == language]
        whole = language in {"en", "zh", "zh-Hant", "yue", "ja", "ko"}
        assert cosines[chosen].min() >= (0.998 if whole else 0.97), language
        assert cosines[chosen].mean() >= (0.998 if whole else 0.98), language


def test_a_text_has_the_same_vector_whatever_it_is_batched_with(encoder: OnnxEncoder) -> None:
    texts = [text for pairs in PARAPHRASES.values() for pair in pairs for text in pair] + ["word " * 300, ""]
    together = encoder.embed_passages(texts)
    np.testing.assert_allclose(encoder.embed_passages(texts[::-1])[::-1], together, atol=1e-4)
    for text, row in zip(texts, together, strict=True):
        assert float(encoder.embed_passages([text])[0] @ row) > 0.999999


def test_threads_do_not_change_the_vectors(encoder: OnnxEncoder) -> None:
    texts = [text for pairs in PARAPHRASES.values() for pair in pairs for text in pair]
    two = OnnxEncoder.load(default_model_folder(), threads=2)
    np.testing.assert_array_equal(two.embed_queries(texts), encoder.embed_queries(texts))


def test_rows_are_float32_of_length_one(encoder: OnnxEncoder) -> None:
    vectors = encoder.embed_queries(
        ["one", "two words", "", "   ", "emoji 🎉 only", "\ud800 lone surrogate", "\x00"]
    )
    assert vectors.dtype == np.float32
    assert vectors.shape == (7, encoder.dimensions)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_queries_and_passages_are_told_apart(encoder: OnnxEncoder) -> None:
    text = ["The train leaves at nine."]
    assert not np.allclose(encoder.embed_queries(text), encoder.embed_passages(text), atol=1e-3)


def test_no_texts_give_no_rows(encoder: OnnxEncoder) -> None:
    assert encoder.embed_queries([]).shape == (0, encoder.dimensions)
    assert encoder.embed_passages([]).dtype == np.float32


def test_blank_texts_equal_the_empty_text(encoder: OnnxEncoder) -> None:
    empty, blank = encoder.embed_queries(["", " \n\t "])
    np.testing.assert_array_equal(empty, blank)


@pytest.mark.parametrize(
    "filler", ["The weather stayed grey and nothing happened. ", "天气一直阴沉，什么也没有发生。"]
)
def test_the_end_of_a_long_text_is_not_cut(encoder: OnnxEncoder, filler: str) -> None:
    """A fact after about 3,000 words moves the vector, and moves it towards a question about that fact."""
    long = filler * 430
    plain, told = encoder.embed_passages([long, long + "Ana keeps seventeen goats on her farm in Patagonia."])
    question = encoder.embed_queries(["How many goats does Ana keep on the farm?"])[0]
    assert float(plain @ told) < 0.9999
    assert float(question @ told) > float(question @ plain)


def test_every_window_of_a_long_text_is_full_and_all_tokens_are_covered(encoder: OnnxEncoder) -> None:
    for length in (512, 513, 600, 957, 958, 3000):
        ids = list(range(length))
        windows = list(encoder._windows(ids, 3))
        assert {token for window in windows for token in window} == set(ids)
        assert {len(window) for window in windows} == {512}
        assert all(window[:3] == ids[:3] and window[-1] == ids[-1] for window in windows)


@pytest.mark.parametrize("language", PARAPHRASES)
def test_a_paraphrase_is_nearer_than_every_unrelated_sentence(encoder: OnnxEncoder, language: str) -> None:
    pairs = PARAPHRASES[language]
    left, right = (encoder.embed_queries([pair[side] for pair in pairs]) for side in (0, 1))
    np.testing.assert_array_equal((left @ right.T).argmax(axis=1), np.arange(len(pairs)))


@pytest.mark.parametrize("language", [language for language in TRANSLATIONS[0] if language != "en"])
def test_a_translation_is_nearer_than_every_other_fact(encoder: OnnxEncoder, language: str) -> None:
    english = encoder.embed_queries([row["en"] for row in TRANSLATIONS])
    other = encoder.embed_queries([row[language] for row in TRANSLATIONS])
    np.testing.assert_array_equal((english @ other.T).argmax(axis=1), np.arange(len(TRANSLATIONS)))
    np.testing.assert_array_equal((english @ other.T).argmax(axis=0), np.arange(len(TRANSLATIONS)))


@pytest.mark.parametrize(
    "text",
    [
        "Bewerbungsunterlagen für die Straßenbahn",
        "mañana, façade, œuvre, coração, żółw, ağaç",
        "съешь ещё этих мягких французских булок",
        "دیدار نصّ عربيّ غامض",
        "क्षत्रिय ज्ञानपीठ",
        "뷁 꽃샘추위",
        "ヴァイオリンと鬱蒼たる森、ぁゃ〜",
        "龘靐齉爩 冇嘅喺咗 臺灣",
    ],
)
def test_unseen_words_of_every_script_have_pieces(encoder: OnnxEncoder, text: str) -> None:
    """At most the rarest characters are unknown: less than one token in five of these hard cases."""
    ids = encoder._tokenizer.encode(text).ids
    assert ids.count(3) <= len(ids) / 5


def test_token_offsets_point_into_the_text(encoder: OnnxEncoder) -> None:
    """Heads of a later release mark spans: offsets count code points of the text as given."""
    text = "Ｍy  cat Mo\u200bmo\u00a0is ½ tabby 🐈 而且很胖～"
    encoding = encoder._tokenizer.encode(text)
    spans = [span for span, piece in zip(encoding.offsets, encoding.tokens, strict=True) if piece[0] != "<"]
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    assert spans == sorted(spans)
    start = text.index("胖")
    assert any(a <= start < b for a, b in spans)
    assert text[min(a for a, b in spans if b > text.index("tabby")) :].startswith(("tabby", " tabby"))


def test_a_missing_folder_says_where_it_looked_and_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ModelFilesError, match=r"Expected a model at .*nowhere.*reinstall"):
        OnnxEncoder.load(tmp_path / "nowhere")


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_missing_or_shortened_file_is_refused(damaged: Path, name: str) -> None:
    replace(damaged / name, (default_model_folder() / name).read_bytes()[:-1])
    with pytest.raises(ModelFilesError, match=rf"bytes in .*{name}.*found"):
        OnnxEncoder.load(damaged)
    (damaged / name).unlink()
    with pytest.raises(ModelFilesError, match=rf"Expected .*{name}"):
        OnnxEncoder.load(damaged)


@pytest.mark.parametrize("content", [b"", b"{", b'{"name": "memscribe-encoder"}'])
def test_a_damaged_manifest_is_refused(damaged: Path, content: bytes) -> None:
    replace(damaged / "encoder.json", content)
    with pytest.raises(ModelFilesError, match="manifest"):
        OnnxEncoder.load(damaged)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_file_of_the_right_size_that_does_not_open_is_refused(damaged: Path, name: str) -> None:
    replace(damaged / name, bytes((default_model_folder() / name).stat().st_size))
    with pytest.raises(ModelFilesError, match="Expected a model that opens"):
        OnnxEncoder.load(damaged)


def test_verify_finds_one_changed_byte(damaged: Path) -> None:
    content = bytearray((default_model_folder() / "model.onnx").read_bytes())
    content[len(content) // 2] ^= 1
    replace(damaged / "model.onnx", bytes(content))
    with pytest.raises(ModelFilesError, match="SHA-256"):
        verify(damaged)


def test_the_sums_file_agrees_with_the_manifest() -> None:
    folder = default_model_folder()
    sums = dict(line.split("  ")[::-1] for line in (folder / "SHA256SUMS").read_text().splitlines())
    files = verify(folder).files
    assert {name: sums[name] for name in files} == {name: file.sha256 for name, file in files.items()}
    assert {"CARD.md", "LICENSE", "encoder.json"} <= {path.name for path in folder.iterdir()}
    assert sum(path.stat().st_size for path in folder.iterdir()) < 53_000_000
