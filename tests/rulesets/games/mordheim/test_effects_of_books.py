"""Effects that rules of books write out, counted in Mordheim and rolled by dice."""

from dataclasses import replace
from itertools import product

import pytest

from rulesets.core.effects import RuleEffect
from rulesets.core.values import RuleUse
from rulesets.games.mordheim.combat.answers import odds
from rulesets.games.mordheim.combat.blows.attack_rules import VOCABULARY
from rulesets.odds.match_up import Fighter, MatchUp
from tests.rulesets.games.house_rule import house_rule
from tests.rulesets.games.mordheim.fighters import fighter, match_up
from tests.rulesets.games.mordheim.test_simulator import FEW, MANY, check


def bearing(plain: Fighter, *uses: RuleUse) -> Fighter:
    return replace(plain, rules=(*plain.rules, *uses))


STRONG = fighter("axe", ws=4, s=4, w=2, sv=5, a=2)
PLAIN = fighter("sword", ws=3, w=2, sv=4)


def played(effect: RuleEffect) -> tuple[MatchUp, MatchUp]:
    """Return a charge with a rule of a book, and the same without it."""
    use, against = house_rule(effect), effect.whose == "against"
    a, b = (STRONG, bearing(PLAIN, use)) if against else (bearing(STRONG, use), PLAIN)
    asked = {"charge": "a"}
    return match_up(a, b, asked), match_up(STRONG, PLAIN, asked)


VALUES: dict[str, tuple[int | str, ...]] = {"add": (1, -1), "roll": (5,)}


def of_vocabulary() -> dict[str, tuple[MatchUp, MatchUp]]:
    found = {}
    for one in VOCABULARY.offered:
        values = VALUES.get(one.op) or one.values.words or (1,)
        for value, whose in product(values, one.whose):
            effect = RuleEffect(one.on, one.op, value, whose=whose)
            found[f"{one.on} {one.op} {value}, {whose}"] = played(effect)
    for moment in dict.fromkeys(m for one in VOCABULARY.offered for m in one.moments):
        when = RuleEffect("to-hit", "add", 2, when=(moment,))
        unless = RuleEffect("to-hit", "add", -1, unless=(moment,))
        found[f"when {moment}"] = played(when)
        if moment != "in-combat":
            found[f"unless {moment}"] = played(unless)
    return found


EFFECTS = of_vocabulary()


@pytest.mark.parametrize("name", EFFECTS)
def test_each_effect_changes_the_odds_and_is_told(name: str) -> None:
    with_it, without = map(odds, EFFECTS[name])
    assert with_it.outcomes != without.outcomes
    assert "House rule" in {step.rule for step in with_it.trace}
    assert "House rule" not in {left.rule for left in with_it.not_modelled}


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", EFFECTS)
def test_effects_of_books_are_those_of_dice_rolled_one_by_one(name: str) -> None:
    check(EFFECTS[name][0], FEW)


@pytest.mark.million
@pytest.mark.parametrize("name", EFFECTS)
def test_every_effect_of_books_agrees_with_a_million_fights(name: str) -> None:
    check(EFFECTS[name][0], MANY)


def test_an_effect_that_the_game_does_not_know_is_named_and_breaks_nothing() -> None:
    plain = odds(match_up(STRONG, PLAIN))
    for effect in (RuleEffect("injury", "add"), RuleEffect("to-hit", "add", 99)):
        told = odds(match_up(bearing(STRONG, house_rule(effect)), PLAIN))
        assert told.outcomes == plain.outcomes
        assert "House rule" in {one.rule for one in told.not_modelled}
