"""A die on the reach of a charge: who has one may fall short, and may come further."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.pairs.many import fight_many
from rulesets.odds.answer import Odds
from rulesets.odds.many import Contestant, ManyMatchUps
from rulesets.odds.match_up import Fighter, MatchUp
from tests.rulesets.games.warhammer.bearers import banner, with_piece, worn
from tests.rulesets.games.warhammer.test_simulator import SOME, differences
from tests.rulesets.games.warhammer.units import (
    GIANT,
    GOBLINS,
    HALBERDIERS,
    HANDGUNNERS,
    KNIGHTS,
    LANCE,
    SHIELD,
    SKELETONS,
    match_up,
    unit,
)

VIRTUE = worn("virtue-of-the-impetuous-knight", "other")


STEEL = with_piece(KNIGHTS, banner("steel-standard"))
"""They move 8 inches, so that a charge reaches 17 to 19."""

IMPETUOUS = unit(
    "Paladin",
    1,
    kind="cavalry",
    gear=(LANCE, SHIELD, VIRTUE),
    mount={},
    ws=5,
    s=4,
    t=4,
    w=2,
    i=5,
    a=3,
    ld=8,
    sv=2,
)
"""His first charge reaches 17 to 22 inches, every other one 16."""


def charged(own: Fighter, distance: int, **asked: Any) -> Odds:
    return odds(match_up("charge", own, HALBERDIERS, {"distance": distance, **asked}))


@pytest.mark.parametrize(
    ("own", "distance", "short"),
    [
        (STEEL, 17, Fraction(0)),
        (STEEL, 18, Fraction(1, 3)),
        (STEEL, 19, Fraction(2, 3)),
        (STEEL, 20, Fraction(1)),
        (IMPETUOUS, 17, Fraction(0)),
        (IMPETUOUS, 20, Fraction(1, 2)),
        (IMPETUOUS, 22, Fraction(5, 6)),
    ],
)
def test_a_charge_falls_short_as_often_as_its_die_says(
    own: Fighter, distance: int, short: Fraction
) -> None:
    told = charged(own, distance)
    assert told.outcomes.get("falls-short", 0.0) == pytest.approx(float(short))
    arrived = charged(own, 8)
    for key, chance in arrived.outcomes.items():
        assert told.outcomes.get(key, 0.0) == pytest.approx(
            chance * float(1 - short), abs=1e-12
        )


def test_who_has_such_a_die_is_told_how_far_he_comes() -> None:
    (step,) = [one for one in charged(STEEL, 18).trace if one.rule == "Charge"]
    assert step.text == (
        'Knights reach 17 to 19": from 18" the charge arrives with a chance of 66.7%'
    )


def test_a_charge_without_a_die_arrives_and_is_told_to_be_too_far() -> None:
    told, beside = charged(KNIGHTS, 17), charged(KNIGHTS, 16)
    assert told.outcomes == beside.outcomes
    (note,) = set(told.notes) - set(beside.notes)
    assert note == (
        'Knights reach 16" and would fall short from 17": these numbers are those of a '
        "charge that arrives all the same."
    )


def test_an_overrun_is_no_charge_that_falls_short() -> None:
    assert "falls-short" not in charged(STEEL, 20, overrun=True).outcomes


def test_who_flees_is_caught_by_the_die_too() -> None:
    told = charged(STEEL, 12, reaction="flees")
    caught = sum(
        Fraction(1, 3 * 36)
        for further in (1, 2, 3)
        for one in range(1, 7)
        for other in range(1, 7)
        if 12 + one + other <= 16 + further
    )
    assert told.outcomes["b-caught"] == pytest.approx(float(caught), abs=1e-12)


def met(own: Fighter, **asked: Any) -> tuple[float, ...]:
    """Return the chances of no contact, and of one in each of three turns."""
    usual: dict[str, Any] = {"turns": 3, "closing": "a", "b.reaction": "holds"}
    told = odds(match_up("engagement", own, HALBERDIERS, {**usual, **asked}, rounds=1))
    return told.distributions["contact-turn"].chances


def test_who_falls_short_moves_and_charges_again_in_the_next_turn() -> None:
    assert met(KNIGHTS, distance=18) == pytest.approx((0, 0, 1, 0))
    assert met(STEEL, distance=18) == pytest.approx((0, 2 / 3, 1 / 3, 0), abs=1e-12)


def test_who_risks_no_charge_goes_nearer_until_the_worst_roll_is_enough() -> None:
    asked = {"a.risks-charge": False}
    assert met(STEEL, distance=18, **asked) == pytest.approx((0, 0, 1, 0))
    assert met(STEEL, distance=17, **asked) == pytest.approx((0, 1, 0, 0))


def test_only_the_first_charge_of_the_impetuous_has_his_die() -> None:
    slow = replace(
        IMPETUOUS,
        parts=tuple(
            replace(part, characteristics={**part.characteristics, "m": 2})
            for part in IMPETUOUS.parts
        ),
    )
    short = Fraction(5, 6)
    turns = met(slow, distance=10)
    assert turns == pytest.approx((float(short), float(1 - short), 0, 0), abs=1e-12)


def test_charges_with_a_die_are_not_worked_out_with_many_others() -> None:
    asked = ManyMatchUps(
        "warhammer", "charge", (Contestant(STEEL),), (Contestant(GOBLINS),), ((0, 0),)
    )
    assert not fight_many(asked).answered.any()


PLAYED: dict[str, MatchUp] = {
    "a standard of steel": match_up("charge", STEEL, HALBERDIERS, {"distance": 18}),
    "shot at and out of breath": match_up(
        "charge", STEEL, HANDGUNNERS, {"distance": 19, "reaction": "shoots"}
    ),
    "they run from a standard of steel": match_up(
        "charge", STEEL, GOBLINS, {"distance": 13, "reaction": "flees"}
    ),
    "the impetuous at skeletons": match_up(
        "charge", IMPETUOUS, SKELETONS, {"distance": 20}, rounds=5
    ),
    "a standard of steel comes from afar": match_up(
        "engagement", STEEL, HANDGUNNERS, {"distance": 35, "first": "b"}, rounds=6
    ),
    "the impetuous comes from afar": match_up(
        "engagement", IMPETUOUS, HALBERDIERS, {"distance": 38}, rounds=6
    ),
    "the impetuous after those who flee": match_up(
        "engagement",
        IMPETUOUS,
        GOBLINS,
        {"distance": 21, "b.reaction": "flees"},
        rounds=5,
    ),
    "the impetuous risks nothing": match_up(
        "engagement",
        IMPETUOUS,
        HALBERDIERS,
        {"distance": 22, "a.risks-charge": False},
        rounds=5,
    ),
    "both charge with a die": match_up(
        "engagement",
        STEEL,
        IMPETUOUS,
        {"distance": 40, "closing": "both", "first": "b"},
        rounds=5,
    ),
    "the impetuous near a giant": match_up(
        "engagement", IMPETUOUS, GIANT, {"distance": 20}, rounds=5
    ),
}


@pytest.mark.parametrize("name", PLAYED)
def test_charges_with_a_die_are_those_of_dice_rolled_one_by_one(name: str) -> None:
    assert differences(PLAYED[name], SOME, 1 + [*PLAYED].index(name)) == []
