"""Figures of Scrollhammer that were worked out by hand from the sentences of its rules.

Unless it says otherwise all figures are 3, with one Attack, one Wound and no save, so
that a blow wounds with one chance in four.
"""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.games.scrollhammer.combat.attack import save_need
from rulesets.games.scrollhammer.combat.attack_values import ScrollhammerSave
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Fighter
from tests.rulesets.games.scrollhammer.units import (
    SPELLS,
    bow,
    fighter,
    match_up,
    part,
    spell,
    unit,
    weapon,
)

LOOSE: dict[str, Any] = {"formation": "Skirmish"}
TEN = unit("Soldiers", 10)
CROWD = unit("Crowd", 10, **LOOSE)


def told(kind: str, a: Fighter, b: Fighter, **asked: Any) -> Odds:
    """Return an answer; a dot in a key is written as two underscores."""
    situation = {key.replace("__", ".").replace("_", "-"): asked[key] for key in asked}
    return odds(match_up(kind, a, b, situation))


def near(figure: str) -> Any:
    return pytest.approx(float(Fraction(figure)), abs=1e-12)


def mages(*spells: Any) -> Fighter:
    """Return four casters of some spells, all in one hand."""
    casts = ", ".join(one.name for one in spells)
    one = part("Mages", 4, bs=4, mg=3, gear=(SPELLS,), casts=casts, **LOOSE)
    return fighter(one, spells=spells)


def test_going_to_ground_betters_the_cover_against_those_who_do_not_see() -> None:
    # One archer meets 6+, nine meet 2+: (5/6 + 9/6) / 4.
    archers = unit("Archers", 10, gear=(bow(3),))
    for cover in ("none", "4"):
        answer = told("shooting", archers, TEN, unsighted=9, go_to_ground=True)
        assert answer.expected["a-unsaved-wounds"] == near("7/12"), cover


def test_a_unit_that_went_to_ground_is_not_said_to_stand() -> None:
    archers = unit("Archers", 10, gear=(bow(3),))
    answer = told("shooting", archers, TEN, go_to_ground=True)
    assert answer.labels["b-stands"] == "Soldiers stay, gone to ground"
    assert told("shooting", archers, TEN).labels["b-stands"] == "Soldiers stand"


def test_the_cover_of_a_charger_counts_against_those_who_stand_and_shoot() -> None:
    # Leadership 10 passes with 11/12; ten shots hit on 3+ and wound on 4+.
    archers = unit("Archers", 10, bs=5, ld=10, gear=(bow(3),))
    asked: dict[str, Any] = {"distance": 7, "reaction": "stand-and-shoot"}
    for cover, lost in (("none", "55/18"), ("3", "55/54")):
        answer = told("engagement", CROWD, archers, **asked, a__cover=cover)
        assert answer.expected["a-lost-before"] == near(lost)


@pytest.mark.parametrize(("armour", "ap", "need"), [(1, 2, 3), (0, 2, 2), (-1, 4, 3)])
def test_piercing_is_taken_off_a_save_that_is_better_than_1(
    armour: int, ap: int, need: int
) -> None:
    assert save_need(ScrollhammerSave(armour, 7), ap) == (need, "armour")


def test_hatred_is_over_in_a_combat_that_goes_on() -> None:
    # Ten blows: 1/2 to hit or 3/4 with misses rolled again, 1/2 to wound.
    haters = unit("Haters", 10, "hatred")
    goes_on = told("fight", haters, TEN, charger="none")
    assert goes_on.wounds["a"].expected() == near("5/2")
    charged = told("fight", haters, TEN, charger="b")
    assert charged.wounds["a"].expected() == near("15/4")


def test_a_paralyzed_unit_charges_as_through_difficult_terrain() -> None:
    # The two lowest of 3D6 come to 7 or more in 69 of 216 throws.
    for paralyzed, chance in ((False, "21/36"), (True, "69/216")):
        answer = told("charge", CROWD, TEN, distance=7, a__paralyzed=paralyzed)
        assert answer.events["a-reaches"] == near(chance)


@pytest.mark.parametrize(("ws", "i"), [(0, 1), (1, 0)])
def test_paralysis_never_raises_a_figure_of_0(ws: int, i: int) -> None:
    sleepers, slow = unit("Sleepers", 6, ws=ws, i=i), unit("Crowd", 10, i=1, **LOOSE)
    free, struck = (
        told("fight", sleepers, slow, charger="none", a__paralyzed=paralyzed)
        for paralyzed in (False, True)
    )
    assert struck.outcomes == free.outcomes


def test_blows_that_ignore_cover_ignore_that_of_the_invisible() -> None:
    # Five blows of Initiative 5 before the invisible strike: 5 / 4, or half of it.
    for rules, dealt in ((("ignores-cover",), "5/4"), ((), "5/8")):
        blades = unit("Blades", 5, i=5, gear=(weapon("user", 0, *rules),), **LOOSE)
        ghosts = unit("Ghosts", 8, **LOOSE)
        answer = told("fight", blades, ghosts, charger="none", b__unseen="last")
        assert answer.wounds["a"].expected() == near(dealt)


def test_poison_of_a_model_is_for_close_combat_alone() -> None:
    # Eight shots at Toughness 5: 1/2 to hit, 1/6 to wound; of a poisoned bow 2/3.
    giants = unit("Giants", 8, t=5)
    poisoners = unit("Poisoners", 8, ("poisoned", 3), gear=(bow(3),), **LOOSE)
    answer = told("shooting", poisoners, giants)
    assert answer.expected["a-unsaved-wounds"] == near("2/3")
    arrows = unit("Archers", 8, gear=(bow(3, 0, ("poisoned", 3)),), **LOOSE)
    poisoned = told("shooting", arrows, giants)
    assert poisoned.expected["a-unsaved-wounds"] == near("8/3")


def test_a_spell_that_is_move_or_fire_is_not_cast_after_a_move() -> None:
    heavy = mages(spell(8, 5, 2, type="Move or Fire"))
    assert told("shooting", heavy, TEN).expected["a-unsaved-wounds"] > 1
    moved = told("shooting", heavy, TEN, moved=True)
    assert moved.expected["a-unsaved-wounds"] == 0


def test_the_spell_that_does_most_is_judged_on_all_kinds_of_models() -> None:
    # Fire has twice the shots of Bolt and does nothing to one model of ten.
    fire = spell(6, 3, 2, name="Fire", element="Flame")
    bolt = spell(6, 3, 1, element="Frost")
    mixed = fighter(
        part("Salamander", 1, "immune-to-flame", **LOOSE), part("Men", 9, **LOOSE)
    )
    both, alone = (
        told("shooting", mages(*known), mixed) for known in ((bolt, fire), (fire,))
    )
    assert both.expected["b-wounds-lost"] == alone.expected["b-wounds-lost"]
