"""Every operation rests on quotes; what it claims stands there or follows from them."""

import pytest

from guard_parts import NOW, add, codes, episode, memory, quote, retract, review, update
from memscribe.core.evidence import Evidence
from memscribe.core.message import Message

MOVED = episode(Message.user("I moved from Oslo to Lima in May. My brother Yusuf helped."), account="Ada")


def test_a_quoted_fact_is_accepted_at_the_trust_of_its_speaker() -> None:
    """The plain case."""
    reviewed = review(
        MOVED, add("User moved from Oslo to Lima in May 2026.", quote(MOVED, 1, "moved from Oslo to Lima in May"))
    )
    assert reviewed.verdict.decision == "accept"
    assert reviewed.verdict.findings == ()
    assert reviewed.origin == "user_typed"


def test_an_operation_without_quotes_is_rejected() -> None:
    """Nothing is believed because a model says so."""
    assert codes(review(MOVED, add("User moved to Lima."))) == {"reject evidence_missing"}


@pytest.mark.parametrize(
    "evidence",
    [
        Evidence(message_id="msg_1", start=0, end=5, quote="Hello"),
        Evidence(message_id="msg_1", start=900, end=905, quote="I mov"),
        Evidence(message_id="msg_9", start=0, end=1, quote="I"),
    ],
)
def test_a_quote_that_does_not_stand_there_is_rejected(evidence: Evidence) -> None:
    """Wrong words, offsets beyond the message, and an unknown message."""
    assert "reject evidence_mismatch" in codes(review(MOVED, add("User moved to Lima.", evidence)))


def test_context_alone_asserts_nothing() -> None:
    """A question makes an answer understandable but does not say it."""
    reviewed = review(MOVED, add("User moved to Lima.", quote(MOVED, 1, "moved", "context")))
    assert codes(reviewed) == {"hold nothing_asserts"}
    assert reviewed.origin == "import"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("User moved from Oslo to Lima in May with 3 cats.", "ungrounded_number"),
        ("User moved from Oslo to Quito in May.", "ungrounded_name"),
        ("User moved from Oslo to Lima on 2024-02-03.", "ungrounded_date"),
        ("User moved from Oslo to Lima at 07:45.", "ungrounded_date"),
        ("User adopted several exotic tropical butterflies yesterday evening.", "ungrounded_text"),
    ],
)
def test_an_invented_detail_is_held(text: str, code: str) -> None:
    """Numbers, names, dates, times and most words must come from the quotes or beside them."""
    assert f"hold {code}" in codes(review(MOVED, add(text, quote(MOVED, 1, "moved from Oslo to Lima in May"))))


@pytest.mark.parametrize(
    ("said", "text", "kind"),
    [
        ("the dentist is tomorrow at 8 am", "User has a dentist appointment on 2026-05-15 at 08:00.", "plan"),
        ("we ate there yesterday", "User ate there on 2026-05-13.", "event"),
        ("rent went up to 1,250", "User's rent went up to 1250.", "knowledge"),
        ("got two dogs", "User got 2 dogs.", "profile"),
        ("ich zahle 1.250 Euro Miete", "Der Nutzer zahlt 1250 Euro Miete.", "profile"),
        ("明天早上八点半开会", "用户2026年5月15日08:30开会。", "plan"),
        ("josé moved to málaga", "User's friend Jose moved to Malaga.", "relationship"),
        ("due on the 31st", "It is due on 2026-05-31.", "plan"),
        ("PR #77 is merged", "PR 77 is merged.", "knowledge"),
    ],
)
def test_what_follows_from_the_words_and_their_moment_is_grounded(said: str, text: str, kind: str) -> None:
    """Relative dates, other ways of writing a number, accents: no invention."""
    world = episode(Message.user(said))
    reviewed = review(world, add(text, quote(world, 1, said), kind=kind))
    assert not {code for code in codes(reviewed) if "ungrounded" in code}


def test_a_detail_may_come_from_the_question_the_account_or_the_target() -> None:
    """The message before an answer, the account holder's name, the text that is replaced."""
    world = episode(Message.assistant("How old is Nerea now?"), Message.user("eleven"), account="Ada")
    accepted = review(
        world,
        update("Ada's daughter Nerea is eleven.", ["m1"], quote(world, 2, "eleven"), kind="relationship"),
        memories=[memory("m1", "Ada's daughter Nerea is ten.", kind="relationship")],
    )
    assert accepted.verdict.decision == "accept"


def test_a_name_from_a_tool_does_not_slip_into_what_the_user_said() -> None:
    """A value that only an outsider wrote is not grounded by the user's quote far from it."""
    world = episode(
        Message.user("who is the plumber?"),
        Message.tool("Best plumber: Kestrelworks"),
        Message.assistant("I found one."),
        Message.assistant("Anything else?"),
        Message.user("my plumber has never let me down in all these years"),
    )
    operation = add(
        "User's plumber Kestrelworks has never let User down.", quote(world, 5, "my plumber has never let me down")
    )
    assert "hold ungrounded_name" in codes(review(world, operation))


def test_a_retraction_needs_evidence_but_has_no_text_to_ground() -> None:
    """Withdrawing is proven by the words that withdraw."""
    world = episode(Message.user("forget about Talia please"))
    friend = memory("m1", "Talia is User's friend.", kind="relationship")
    reviewed = review(world, retract(["m1"], quote(world, 1, "forget about Talia")), memories=[friend])
    assert reviewed.verdict.decision == "accept"
    assert codes(review(world, retract(["m1"]), memories=[friend])) == {"reject evidence_missing"}


def test_what_the_assistant_only_proposes_is_held() -> None:
    """A suggestion is no record of what was done."""
    world = episode(
        Message.user("it fails"), Message.assistant("You could pin libpq to 5.16. I restarted the job.")
    )
    proposed = add("libpq is pinned to 5.16.", quote(world, 2, "pin libpq to 5.16"), kind="task")
    assert "hold only_suggested" in codes(review(world, proposed))
    done = add("The job was restarted.", quote(world, 2, "I restarted the job"), kind="task")
    assert review(world, done).verdict.decision == "accept"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "...",
        "<short title here>",
        "User's name is [姓名].",
        "User lives in {{city}}.",
        "N/A",
        "string",
        "None",
        "[name] likes tea",
        '{"op": "add", "text": "x"}',
        "Here is the JSON",
        "As an AI language model I cannot",
        "<|im_start|>user",
    ],
)
def test_blanks_and_leftovers_are_rejected(text: str) -> None:
    """A model that copied its template or said nothing writes nothing."""
    reviewed = review(MOVED, add(text, quote(MOVED, 1, "moved from Oslo to Lima")))
    assert codes(reviewed) & {"reject placeholder_text", "reject empty_text"}


@pytest.mark.parametrize(
    "text",
    [
        "The function returns List<int>.",
        "Titles are wrapped in <div>.",
        "Commits start with [ledger-api].",
        "The template has {{ user.name }} in it.",
        "The column is called string.",
    ],
)
def test_brackets_that_are_content_pass(text: str) -> None:
    """Code and labels are no blanks, least of all where they are quoted."""
    world = episode(Message.user(text))
    assert not codes(review(world, add(text, quote(world, 1, text), kind="knowledge"))) & {
        "reject placeholder_text"
    }


def test_a_secret_in_a_text_is_masked_and_held() -> None:
    """Nothing that is stored holds a password, whoever wrote it."""
    world = episode(Message.user("my wifi password changed"))
    reviewed = review(world, add("User's wifi password is Tiger2026!", quote(world, 1, "my wifi password changed")))
    assert "hold secret_in_text" in codes(reviewed)
    assert "Tiger2026" not in reviewed.operation.text
    assert len(reviewed.operation.text) == len("User's wifi password is Tiger2026!")


def test_the_time_of_a_message_counts_in_its_own_zone() -> None:
    """Late in the evening in one zone it is tomorrow in another; both days are what was meant."""
    world = episode(Message.user("sold the van today", at=NOW))
    assert (
        review(
            world, add("User sold the van on 2026-05-14.", quote(world, 1, "sold the van today"))
        ).verdict.decision
        == "accept"
    )


@pytest.mark.parametrize(
    ("said", "text", "code"),
    [
        ("I have 15 cats", "User has 5 cats.", "ungrounded_number"),
        ("I have 5 cats", "User has 5000 cats.", "ungrounded_number"),
        ("I have 5 cats", "User has 50000 cats.", "ungrounded_number"),
        ("I pay 1200 a month", "User pays 200 a month.", "ungrounded_number"),
        ("I pay 1,200 a month", "User pays 200 a month.", "ungrounded_number"),
        ("I see my doctor tomorrow", "User sees Tom tomorrow.", "ungrounded_name"),
        ("I ate a banana today", "User ate with Ana today.", "ungrounded_name"),
        ("my flight is SK4673", "User's flight is SK467.", "ungrounded_number"),
        ("I run on Friday", "User runs on 2026-05-22.", "ungrounded_date"),
    ],
)
def test_a_piece_of_a_number_or_word_proves_nothing(said: str, text: str, code: str) -> None:
    """Numbers and names are compared as whole tokens, and only what was said in thousands is read in thousands."""
    world = episode(Message.user(said))
    assert f"hold {code}" in codes(review(world, add(text, quote(world, 1, said))))


def test_a_bare_month_has_the_year_that_its_sentence_means() -> None:
    """In June, "we moved in May" is last month and not next year."""
    world = episode(Message.user("We moved in May"), at=NOW.replace(month=6))
    words = quote(world, 1, "We moved in May")
    assert review(world, add("User moved in May 2026.", words)).verdict.decision == "accept"
    assert "hold ungrounded_date" in codes(review(world, add("User moved in May 2027.", words)))


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("rent is between 1k and 2k, so 2", "User's rent is 2000."),
        ("the asking price was 410,000, now they ask 406", "The asking price is 406000."),
        ("José's sister Ana-Maria came from Lima.", "Jose's sister Ana Maria came from Lima."),
        ("我住在Lima", "User lives in Lima."),
    ],
)
def test_whole_tokens_are_found_in_any_writing(said: str, text: str) -> None:
    """Scales that were said, accents, hyphens, and names inside Chinese text."""
    world = episode(Message.user(said))
    assert not {code for code in codes(review(world, add(text, quote(world, 1, said)))) if "ungrounded" in code}


def test_a_target_grounds_what_is_kept_of_it_and_not_what_is_new() -> None:
    """Words kept from the old text do not dilute words that stand nowhere."""
    world = episode(Message.user("the allergy thing changed"))
    stored = memory("m1", "User is allergic to nuts, milk, sesame, mustard, celery, lupin, fish, and shellfish.")
    text = "User is allergic to nuts, milk, sesame, mustard, celery, lupin, and tropical butterfly feathers."
    found = codes(
        review(world, update(text, ["m1"], quote(world, 1, "the allergy thing changed")), memories=[stored])
    )
    assert "hold ungrounded_text" in found
