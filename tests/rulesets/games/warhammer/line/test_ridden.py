"""Ridden monsters in battle lines: who may join them, and what is told of both."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.odds.match_up import Answers, Fighter, Further, MatchUp, MatchUpError
from tests.rulesets.games.warhammer.test_ridden_monsters import (
    CAPTAIN,
    COUNT,
    SLAYERS,
    WILD,
)
from tests.rulesets.games.warhammer.units import (
    CANNON,
    HALBERDIERS,
    HERO,
    SPEARMEN,
    SWORDSMEN,
    unit,
)
from tests.rulesets.simulators.battle_line.ridden_lines import RIDDEN

FATES = ("stands", "slain", "away", "run-down")


def line(a: Fighter, b: Fighter, *further: Further, **said: str) -> MatchUp:
    answers: Answers = {key.replace("_", "."): value for key, value in said.items()}
    return MatchUp("warhammer", "battle-line", a, b, answers, {}, 2, further=further)


@pytest.mark.parametrize(("own", "more"), [(SWORDSMEN, CAPTAIN), (COUNT, HERO)])
def test_a_ridden_monster_is_in_no_unit_and_nobody_joins_it(
    own: Fighter, more: Fighter
) -> None:
    question = line(own, HALBERDIERS, Further(more, "a", "character"))
    with pytest.raises(MatchUpError, match="joins no unit") as told:
        odds(question)
    assert told.value.where == "/further/0/joins"


def test_the_crew_of_a_machine_joins_no_unit() -> None:
    gun = replace(CANNON, models=1)
    question = line(SWORDSMEN, HALBERDIERS, Further(gun, "a", "character"))
    with pytest.raises(MatchUpError, match="has a crew of 3, which joins no unit"):
        odds(question)


def test_rider_and_mount_meet_their_fates_apart() -> None:
    told = odds(line(COUNT, WILD))
    for body in ("a", "a-mount"):
        fates = [told.events[f"{body}-{fate}"] for fate in FATES]
        assert sum(fates) == pytest.approx(1, abs=1e-9)
    assert told.labels["a-slain"] == "Count (rider) slain to the last"
    assert told.labels["a-mount-slain"] == "Mount of Count slain to the last"
    assert told.distributions["a-left"].label == "Wounds left of Count (rider)"


def test_aims_that_are_asked_are_followed_and_told() -> None:
    at = {
        aims: odds(line(COUNT, SLAYERS, **{"b_aims-at-ridden": aims}))
        for aims in ("rider", "mount")
    }
    slain = {aims: told.events["a-mount-slain"] for aims, told in at.items()}
    assert slain["rider"] < slain["mount"]
    steps = [step.text for step in at["mount"].trace if step.rule == "Ridden monster"]
    assert "while both live: Slayers at Mount" in steps


def test_blows_of_two_units_at_a_mount_are_counted_by_hand() -> None:
    """A man, WS 3 at WS 5: 4+; Strength 3 at Toughness 5: 6; no save: 1/12 each."""
    man = unit("Man", 1, i=9)
    at_mount: Answers = {"contact": "flank", "aims-at-ridden": "mount"}
    question = MatchUp(
        "warhammer",
        "battle-line",
        COUNT,
        man,
        {"b.aims-at-ridden": "mount"},
        {},
        1,
        further=(Further(man, "b", situation=at_mount),),
    )
    left = odds(question).distributions["a-mount-left"].chances[::-1]
    once = Fraction(1, 12)
    assert left[1] == pytest.approx(float(2 * once * (1 - once)), abs=1e-12)
    assert left[2] == pytest.approx(float(once**2), abs=1e-12)


def test_a_monster_that_touches_two_strikes_at_one_of_them() -> None:
    alone = odds(line(COUNT, HALBERDIERS))
    beside = Further(SWORDSMEN, "b", situation={"contact": "flank"})
    both = odds(line(COUNT, HALBERDIERS, beside))
    assert both.distributions["b2-left"].chances[-1] > 0.99
    assert (
        alone.distributions["a-left"].chances[0]
        < (both.distributions["a-left"].chances[0])
    )


def test_there_are_eight_lines_of_ridden_monsters() -> None:
    assert len(RIDDEN) >= 8


def test_more_touch_a_rider_on_foot_than_his_monster_on_a_narrow_base() -> None:
    asked = replace(line(SPEARMEN, CAPTAIN), situation={"b.base": 6})
    told, fight = odds(asked), odds(replace(asked, kind="fight"))
    for key, chance in fight.outcomes.items():
        assert told.outcomes.get(key, 0.0) == pytest.approx(chance, abs=1e-12)
