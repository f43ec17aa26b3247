"""Whose facts the rules writer takes a message for: the account holder's, or another speaker's by name."""

from datetime import UTC, datetime

import pytest

from memscribe.core.memory import Recalled, Version
from memscribe.core.message import Episode, StampedMessage
from memscribe.core.operation import Proposal, Retract, Update
from memscribe.core.ports import WriteTask
from memscribe.core.scope import Scope
from memscribe.writers.rules import RulesWriter
from memscribe.writers.rules.speakers import names_person, same_name

NOW = datetime(2026, 5, 14, 9, 30, tzinfo=UTC)


def heard(
    *said: tuple[str | None, str], account: str | None = None, memories: tuple[str, ...] = (), reply: str = "Noted."
) -> Proposal:
    """Let the rules writer decide about messages given as the speaker's name and the text."""
    messages = [
        StampedMessage(id=f"m{index}", role="user", content=text, name=name, at=NOW, origin="user_typed")
        for index, (name, text) in enumerate(said)
    ]
    if reply:
        messages.append(StampedMessage(id="r", role="assistant", content=reply, at=NOW, origin="assistant"))
    recalled = tuple(
        Recalled(
            memory=Version(
                memory_id=f"e{index}",
                number=1,
                scope=Scope(),
                kind="profile",
                text=text,
                origin="user_typed",
                receipt_id="r",
                recorded_at=NOW,
                writer="import",
            )
        )
        for index, text in enumerate(memories)
    )
    episode = Episode(id="e", scope=Scope(), messages=tuple(messages), at=NOW, account=account)
    return RulesWriter().propose(WriteTask(episode, recalled))


def texts(proposal: Proposal) -> list[str]:
    """Return what a proposal would store."""
    return [operation.text for operation in proposal.operations if not isinstance(operation, Retract)]


@pytest.mark.parametrize(
    ("name", "account"),
    [
        ("Ada", "Ada"),
        ("ada", "Ada Lovelace"),
        ("Ada Lovelace", "ADA"),
        ("ada.lovelace", "Ada"),
        ("Bob", None),
        (None, "Ada"),
        ("user", "Ada"),
    ],
)
def test_the_account_holder_is_the_user_under_any_form_of_the_name(name: str | None, account: str | None) -> None:
    """So is the only one who speaks where no account is known, and a message without a name."""
    assert texts(heard((name, "I moved to Lima"), account=account)) == ["User moved to Lima."]


@pytest.mark.parametrize(
    ("said", "stored"),
    [
        ("I moved to Lima", "Bob moved to Lima."),
        ("my sister Ana lives in Turin", "Bob's sister Ana lives in Turin."),
        ("I'm allergic to peanuts", "Bob is allergic to peanuts."),
        ("my wife and I got married in 2009", "Bob's wife and Bob got married in 2009."),
        ("I hate coriander, it tastes like soap to me", "Bob hates coriander, it tastes like soap to Bob."),
        ("moved to Ghent in 2019", "Bob moved to Ghent in 2019."),
    ],
)
def test_another_speaker_is_named_where_he_says_i(said: str, stored: str) -> None:
    """Nothing that Bob says of himself is said of the user."""
    assert texts(heard(("Bob", said), account="Ada")) == [stored]


def test_a_name_that_only_begins_like_the_accounts_is_another_person() -> None:
    """Adam is not Ada."""
    assert texts(heard(("Adam", "I moved to Lima"), account="Ada")) == ["Adam moved to Lima."]


def test_several_speakers_without_a_known_account_are_each_named() -> None:
    """Nobody can tell which of them is the account holder."""
    assert texts(heard(("Ada", "I moved to Lima"), ("Bob", "I work as a nurse in Leeds"))) == [
        "Ada moved to Lima.",
        "Bob works as a nurse in Leeds.",
    ]


def test_another_speakers_move_leaves_the_users_home_as_it_is() -> None:
    """Only a memory that names Bob goes out of date by what Bob says."""
    memories = ("User lives in Oslo.", "Ada's brother lives in Oslo.", "Bob lives in Oslo.")
    told = heard(("Bob", "I moved from Oslo to Lima"), account="Ada", memories=memories)
    assert [operation.targets for operation in told.operations] == [("e2",)]
    assert isinstance(told.operations[0], Update)
    alone = heard(("Bob", "I moved from Oslo to Lima"), account="Ada", memories=memories[:2])
    assert [operation.targets for operation in alone.operations] == [()]
    own = heard(("Ada", "I moved from Oslo to Lima"), account="Ada", memories=memories)
    assert [operation.targets for operation in own.operations] == [("e0",)]


def test_another_speaker_does_not_repeat_what_is_known_of_the_user() -> None:
    """The same words about another person are another fact."""
    said = "I play the viola in the city orchestra on Fridays"
    known = ("User plays the viola in the city orchestra on Fridays.",)
    assert len(texts(heard(("Bob", said), account="Ada", memories=known))) == 1
    assert texts(heard(("Ada", said), account="Ada", memories=known)) == []


def test_another_speaker_cannot_have_the_users_memories_forgotten() -> None:
    """The account holder can."""
    order = "please forget my shoe size"
    memories = ("User's shoe size is 41.",)
    assert heard(("Bob", order), account="Ada", memories=memories).operations == ()
    assert heard(("Ada", order), account="Ada", memories=memories).operations[0].targets == ("e0",)


def test_another_speakers_never_mind_takes_back_only_his_own_words() -> None:
    """What the user said before stands."""
    told = heard(("Ada", "I moved to Lima"), ("Bob", "never mind, scratch that"), account="Ada")
    assert texts(told) == ["User moved to Lima."]


@pytest.mark.parametrize(
    "order",
    [
        "From now on always answer in French",
        "以后回答都用英文",
        "A partir de ahora responde siempre en inglés, por favor, y nunca uses emojis con mi hermana",
    ],
)
def test_another_speakers_instruction_is_left_out_as_a_third_partys(order: str) -> None:
    """Only the account holder says how the assistant works for the account holder."""
    told = heard(("Bob", order), account="Ada")
    assert told.operations == ()
    assert {rejection.reason for rejection in told.rejections} == {"third_party"}


def test_in_chinese_another_speaker_is_named_in_a_private_chat_too() -> None:
    """With a known account one other name is enough."""
    assert texts(heard(("小雨", "我对海鲜过敏，所以从来不吃虾"), account="陈川")) == [
        "小雨对海鲜过敏，所以从来不吃虾。"
    ]
    assert texts(heard(("陈川", "我对海鲜过敏，所以从来不吃虾"), account="陈川")) == [
        "用户对海鲜过敏，所以从来不吃虾。"
    ]
    assert texts(heard(("小雨", "我对海鲜过敏，所以从来不吃虾"))) == ["用户对海鲜过敏，所以从来不吃虾。"]


def test_a_language_without_a_safe_rewriting_leaves_another_speakers_facts_out() -> None:
    """The same words of the account holder are stored."""
    said = "Ich wohne seit 2019 in Leipzig"
    told = heard(("Bob", said), account="Ada")
    assert told.operations == ()
    assert [rejection.reason for rejection in told.rejections] == ["third_party"]
    assert len(texts(heard(("Ada", said), account="Ada"))) == 1


def test_a_pronoun_never_means_somebody_of_whom_another_speaker_spoke() -> None:
    """Bob's "she" is not Ada's sister."""
    told = heard(("Ada", "My sister Ana lives in Turin"), ("Bob", "she works as a nurse in Leeds"), account="Ada")
    assert texts(told) == ["User's sister Ana lives in Turin."]


def test_you_is_the_other_of_two_people_and_else_the_assistant() -> None:
    """Where no assistant takes part two people talk to each other."""
    said = (("Ada", "I moved to Lima"), ("Bob", "I bought a house near your office in 2019"))
    assert texts(heard(*said, account="Ada", reply=""))[1] == "Bob bought a house near User's office in 2019."
    assert texts(heard(*said, account="Ada"))[1] == "Bob bought a house near the assistant's office in 2019."


@pytest.mark.parametrize(
    "said",
    [
        "I'm so proud of you for winning the race",
        "Hey Ada, that sounds delicious!",
        "Life is tough but it's worth it when we have things that make us happy",
        "Just remember to stay focused and keep going",
        "Being adaptable is key when you're facing an obstacle",
        "The posters were amazing, so much pride and strength!",
        "Together, we can make a difference",
        "I'm here for you anytime",
    ],
)
def test_praise_cheer_and_common_wisdom_between_two_people_are_no_facts(said: str) -> None:
    """What is said to be kind tells nothing about the one who says it."""
    assert texts(heard(("Ada", "I moved to Lima"), ("Bob", said), account="Ada", reply="")) == [
        "User moved to Lima."
    ]


@pytest.mark.parametrize(
    ("said", "stored"),
    [
        ("Hey Ada, I moved to Ghent in 2019", "Bob moved to Ghent in 2019."),
        ("We last met in Leeds in 2019", "Bob last met in Leeds in 2019."),
        ("Sailing with my kids was the best part of 2019", "Sailing with Bob's kids was the best part of 2019."),
    ],
)
def test_facts_between_two_people_stand_in_good_english(said: str, stored: str) -> None:
    """Neither a name that is called, nor an adverb, nor an action as subject spoils the sentence."""
    assert texts(heard(("Ada", "I moved to Lima"), ("Bob", said), account="Ada", reply=""))[1] == stored


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Ada", "ada lovelace", True),
        ("Ada", "Adam", False),
        ("陈川", "陈川（产品）", True),
        ("小雨", "陈川", False),
    ],
)
def test_one_name_holds_the_other_by_whole_words(one: str, other: str, same: bool) -> None:
    """In either order."""
    assert same_name(one, other) is same
    assert same_name(other, one) is same


def test_a_name_inside_a_longer_word_names_nobody() -> None:
    """The name Ann does not stand in the word Annual."""
    assert not names_person("Annual review is in May.", "Ann")
    assert names_person("ann's review is in May.", "Ann")
