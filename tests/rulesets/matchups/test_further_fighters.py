"""A battle line is asked with further units and characters, each at a place."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.matchups.best_loadout import choose_loadouts
from rulesets.matchups.match_up_document import (
    editions_named,
    fighter_document,
    read_match_up,
)
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Further, MatchUp, MatchUpError
from rulesets.odds.posts import contacts, posts_of
from rulesets.odds.settings import MatchUpKind
from tests.rulesets.games.warhammer.units import HALBERDIERS, SWORDSMEN, unit

LINE = next(one for one in combat_of(GAMES["warhammer"]).kinds if one.takes_further)
HELD = Further(SWORDSMEN, "b", touches="a", situation={"contact": "flank"})
LORD = Further(unit("Lord", 1), "a", "character")


def asked(*further: Further, kind: str = LINE.key) -> MatchUp:
    return MatchUp(
        "warhammer", kind, HALBERDIERS, SWORDSMEN, {}, {}, 2, further=further
    )


def kind_of(key: str) -> MatchUpKind:
    kinds = combat_of(GAMES["warhammer"]).kinds
    return next(one for one in kinds if one.key == key)


def test_units_are_named_by_their_side_and_number() -> None:
    second = Further(SWORDSMEN, "a")
    posts = posts_of(asked(HELD, LORD, second), LINE)
    assert [post.key for post in posts] == ["b2", "a-character", "a2"]
    assert [post.touches for post in posts] == ["a", "", "b"]
    assert posts[1].joins == "a"
    assert contacts(posts) == (("a", "b"), ("a", "b2"), ("a2", "b"))


def test_what_nobody_says_of_a_further_unit_is_the_usual_answer() -> None:
    (post,) = posts_of(asked(HELD), LINE)
    assert post.answers["contact"] == "flank"
    assert post.answers["charges"] is False


@pytest.mark.parametrize(
    ("further", "place"),
    [
        (replace(HELD, touches="a2"), "/further/0/touches"),
        (replace(HELD, touches="b"), "/further/0/touches"),
        (replace(HELD, joins="b"), "/further/0/joins"),
        (replace(LORD, joins="a2"), "/further/0/joins"),
        (replace(LORD, fighter=SWORDSMEN), "/further/0/fighter"),
        (replace(HELD, situation={"contact": "above"}), "/further/0/situation/contact"),
        (replace(LORD, situation={"width": 3}), "/further/0/situation/width"),
    ],
)
def test_a_place_that_there_is_not_is_named(further: Further, place: str) -> None:
    with pytest.raises(MatchUpError) as caught:
        posts_of(asked(further), LINE)
    assert caught.value.where == place


def test_only_four_units_of_a_side_are_taken() -> None:
    assert [post.key for post in posts_of(asked(*[HELD] * 3), LINE)][-1] == "b4"
    with pytest.raises(MatchUpError, match="at most 4 units"):
        posts_of(asked(*[HELD] * 4), LINE)


def test_a_chain_of_eight_units_is_one_combat() -> None:
    ours = [Further(SWORDSMEN, "a", touches=key) for key in ("b", "b2", "b3")]
    theirs = [Further(SWORDSMEN, "b", touches=key) for key in ("a", "a2", "a3")]
    posts = posts_of(asked(*ours, *theirs), LINE)
    assert len(contacts(posts)) == 7


def test_units_that_touch_each_other_alone_fight_another_combat() -> None:
    apart = Further(SWORDSMEN, "a", touches="b2"), Further(SWORDSMEN, "b", touches="a2")
    with pytest.raises(MatchUpError, match="a combat of its own"):
        posts_of(asked(*apart), LINE)


@pytest.mark.parametrize("kind", ["fight", "charge", "shooting", "engagement"])
def test_other_kinds_take_nobody_but_a_and_b(kind: str) -> None:
    with pytest.raises(MatchUpError) as caught:
        posts_of(asked(HELD, kind=kind), kind_of(kind))
    assert caught.value.where == "/further"


def test_a_document_says_who_fights_beside_them() -> None:
    who = {"fighter": fighter_document(SWORDSMEN)}
    document: dict[str, Any] = {
        "format": "armybuilder.match-up/1",
        "game": "warhammer",
        "kind": "battle-line",
        "a": who,
        "b": who,
        "further": [
            {"who": who, "side": "a", "role": "character"},
            {"who": who, "side": "b", "touches": "a", "situation": {"charges": True}},
        ],
    }
    found = read_match_up(document, {})
    assert [(one.side, one.role) for one in found.further] == [
        ("a", "character"),
        ("b", "unit"),
    ]
    assert found.further[1].situation == {"charges": True}


def test_editions_of_further_fighters_are_named() -> None:
    side = {"book": "x", "edition": 1, "unit": "y"}
    other = {"book": "z", "edition": 2, "unit": "y"}
    document = {"a": side, "b": side, "further": [{"who": other, "side": "a"}]}
    assert editions_named(document) == {("x", 1), ("z", 2)}


def test_loadouts_are_chosen_while_those_beside_stand_aside() -> None:
    other = replace(HALBERDIERS, name="Others", loadouts=("x",))
    own = replace(HALBERDIERS, alternatives=(other,))
    trials: list[int] = []

    def work_out(match_up: MatchUp) -> Odds:
        trials.append(len(match_up.further))
        return combat_of(GAMES["warhammer"]).odds(match_up)

    choose_loadouts(work_out, replace(asked(HELD), a=own))
    assert trials == [0, 0, 1]
