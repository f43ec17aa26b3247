"""A text keeps the sense of the words that prove it."""

import pytest

from guard_parts import add, codes, episode, quote, review
from memscribe.core.message import Message


@pytest.mark.parametrize(
    ("said", "text", "code"),
    [
        ("I do not live in Oslo anymore.", "User lives in Oslo.", "negation_lost"),
        ("I've never been to Japan", "User has been to Japan.", "negation_lost"),
        ("我不住在成都了", "用户住在成都。", "negation_lost"),
        ("My sister is allergic to nuts", "User is allergic to nuts.", "person_changed"),
        ("and my old boss lives in Lima", "User lives in Lima.", "person_changed"),
        ("我妈不能吃西柚", "用户不能吃西柚。", "person_changed"),
    ],
)
def test_what_is_denied_or_somebody_elses_is_held(said: str, text: str, code: str) -> None:
    world = episode(Message.user(said))
    reviewed = review(world, add(text, quote(world, 1, said)))
    assert reviewed.verdict.decision == "hold"
    assert f"hold {code}" in codes(reviewed)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("I do not live in Oslo anymore.", "User does not live in Oslo anymore."),
        ("I don't eat meat", "User avoids meat."),
        ("no problem, I live in Oslo", "User lives in Oslo."),
        ("I work from home, not in the office", "User works from home."),
        ("My sister is allergic to nuts", "User's sister is allergic to nuts."),
        ("my sister and I live in Lima", "User and their sister live in Lima."),
        ("my sister's flat is where I live", "User lives in the sister's flat."),
        ("我妈不能吃西柚", "用户的妈妈不能吃西柚。"),
    ],
)
def test_what_keeps_its_sense_is_accepted(said: str, text: str) -> None:
    world = episode(Message.user(said))
    reviewed = review(world, add(text, quote(world, 1, said)))
    assert codes(reviewed) == set()
