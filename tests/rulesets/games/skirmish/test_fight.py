"""A game of three short files has exact odds; its fights are those of every roll."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import pytest

from rulesets.odds.effects import refusal
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from tests.rulesets.games.skirmish.answers import COMBAT
from tests.rulesets.games.skirmish.fight import MOMENTS, TERMS
from tests.rulesets.games.skirmish.special_rules import RULES
from tests.rulesets.games.skirmish.units import SWASHBUCKLER, WATCHMAN

Line = tuple[int, int, int]
"""Dice, guard and wounds."""


def line(one: Fighter) -> Line:
    fight, guard, wounds = (int(str(n)) for n in one.characteristics.values())
    return fight, guard, wounds


def lost(dice: int, to_hit: int, guard: int) -> list[Fraction]:
    """Return the chances of wounds by so many dice."""
    each = Fraction(7 - to_hit, 6) * Fraction(guard - 1, 6)
    return [comb(dice, n) * each**n * (1 - each) ** (dice - n) for n in range(dice + 1)]


def played(a: Line, b: Line, needs: tuple[int, int], *, lasts: bool) -> list[Fraction]:
    """Return the chances that a, b, and both are destroyed."""

    @cache
    def ends(left_a: int, left_b: int, *, charging: bool) -> tuple[Fraction, ...]:
        hit_a, hit_b = needs if charging else (4, 4)
        by_a, by_b = lost(a[0], hit_a, b[1]), lost(b[0], hit_b, a[1])
        chances = [Fraction(0)] * 3
        for n, m in product(range(len(by_a)), range(len(by_b))):
            chance, then = by_a[n] * by_b[m], (left_a - m, left_b - n)
            fate = (then[0] <= 0) + 2 * (then[1] <= 0)
            if fate:
                chances[fate - 1] += chance
            elif n or m or charging != lasts:
                after = ends(*then, charging=lasts)
                chances = [c + chance * x for c, x in zip(chances, after, strict=True)]
        idle = by_a[0] * by_b[0] if charging == lasts else Fraction(0)
        return tuple(chance / (1 - idle) for chance in chances)

    return list(ends(a[2], b[2], charging=True))


@pytest.mark.parametrize(
    ("charger", "needs"), [("a", (3, 4)), ("b", (4, 4)), ("none", (4, 4))]
)
@pytest.mark.parametrize("lasts", [True, False], ids=["fight", "round"])
def test_a_fight_is_as_every_roll_of_it(
    charger: str, needs: tuple[int, int], *, lasts: bool
) -> None:
    readings: Answers = {"charge-lasts": "fight" if lasts else "round"}
    asked = MatchUp(
        "skirmish", "fight", SWASHBUCKLER, WATCHMAN, {"charger": charger}, readings
    )
    told = COMBAT.odds(asked)
    wanted = played(line(SWASHBUCKLER), line(WATCHMAN), needs, lasts=lasts)
    keys = ("a-destroyed", "b-destroyed", "both-destroyed")
    assert [told.outcomes[key] for key in keys] == pytest.approx(
        [float(chance) for chance in wanted], abs=1e-12
    )
    assert told.method == "exact"
    assert any(step.rule == "Headlong" for step in told.trace) == (charger == "a")


def test_every_effect_of_a_rule_is_one_that_the_game_knows() -> None:
    effects = [one for rule in RULES.values() for one in rule.effects]
    assert [refusal(one, TERMS, MOMENTS) for one in effects] == [""] * len(effects)


def test_the_builder_shows_its_blows() -> None:
    (blows,) = COMBAT.preview(SWASHBUCKLER, WATCHMAN)
    assert (blows.dice, blows.chance) == (3, 0.25)
    assert [step.rule for step in blows.trace] == ["Fight"]
