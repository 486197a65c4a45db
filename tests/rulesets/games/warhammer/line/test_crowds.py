"""Enemies at one side of a unit: how many there is room for, and what is refused."""

from dataclasses import replace

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.odds.match_up import Further, MatchUp, MatchUpError
from rulesets.odds.sides import Side
from tests.rulesets.simulators.battle_line.units import (
    DETACHED,
    FEW_ORCS,
    FEW_SWORDS,
    GOBLINS,
    ORCS,
)


def ask(*further: Further, **said: str | int) -> None:
    situation = {key.replace("_", "."): answer for key, answer in said.items()}
    odds(
        MatchUp(
            "warhammer",
            "battle-line",
            ORCS,
            FEW_SWORDS,
            situation,
            {},
            1,
            further=further,
        )
    )


def beside(where: str, touches: str = "a", **said: str | int) -> Further:
    side: Side = "b" if touches.startswith("a") else "a"
    situation = {"contact": where, **said}
    return Further(DETACHED, side, touches=touches, situation=situation)


def test_an_enemy_stands_at_each_flank_and_no_third() -> None:
    ask(beside("flank"), beside("flank"))
    with pytest.raises(MatchUpError, match="one enemy at each flank, 3") as caught:
        ask(beside("flank"), beside("flank"), beside("flank"))
    assert caught.value.where == "/further/2/situation/contact"


@pytest.mark.parametrize(
    ("later", "place"),
    [
        ((), "/further/3/situation/contact"),
        ((0,), "/further/0/situation/touched-in"),
    ],
)
def test_it_is_told_who_came_last_or_where_a_unit_is_touched_itself(
    later: tuple[int, ...], place: str
) -> None:
    own = Further(GOBLINS, "a", touches="b2", situation={"touched-in": "flank"})
    linked, *others = beside("rear"), beside("flank", "a2"), beside("flank", "a2")
    order = (own, *others, linked) if later else (linked, own, *others)
    moved = [
        replace(one, touches="b4") if later and one is own else one for one in order
    ]
    with pytest.raises(MatchUpError, match="one enemy at each flank") as caught:
        ask(*moved)
    assert caught.value.where == place


def test_who_stands_between_two_others_needs_room_at_a_front() -> None:
    ask(beside("front"), beside("front", width=4), a_width=6)
    with pytest.raises(MatchUpError, match="no room at the front of Orc") as caught:
        ask(beside("front"), beside("front", width=8), a_width=3, b_width=9)
    assert caught.value.where == "/further/1/situation/contact"


def test_four_enemies_stand_round_a_unit() -> None:
    ask(beside("flank"), beside("flank"), beside("rear"))


def test_two_enemies_at_a_front_may_reach_beyond_it() -> None:
    ask(Further(FEW_ORCS, "b", touches="a", situation={"width": 10}), a_width=1)
