"""Effects that rules of books write out, counted in Scrollhammer, rolled by dice."""

from dataclasses import replace
from itertools import product

import pytest

from rulesets.core.effects import RuleEffect, Whose
from rulesets.core.special_rule import SpecialRule
from rulesets.core.values import RuleUse
from rulesets.games.scrollhammer.combat.answers import COMBAT, odds
from rulesets.games.scrollhammer.combat.terms import VOCABULARY
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from rulesets.odds.vocabulary import OfferedEffect
from tests.rulesets.games.scrollhammer.simulator import simulate
from tests.rulesets.games.scrollhammer.simulator_shots import shot
from tests.rulesets.games.scrollhammer.test_simulator import (
    FEW,
    MANY,
    disagreements,
)
from tests.rulesets.games.scrollhammer.units import (
    ARCHERS,
    CATS,
    LEGION,
    OGRES,
    PEASANTS,
    match_up,
)


def house_rule(*effects: RuleEffect) -> RuleUse:
    """Return a book's own rule in use."""
    rule = SpecialRule("house-rule", "House rule", "", "Our house", effects=effects)
    return RuleUse(rule.key, rule=rule)


def bearing(plain: Fighter, *uses: RuleUse) -> Fighter:
    parts = tuple(replace(p, rules=(*p.rules, *uses)) for p in plain.parts)
    return replace(plain, rules=(*plain.rules, *uses), parts=parts)


Place = tuple[str, Fighter, Fighter, Answers, int | None]

MELEE: Place = ("fight", LEGION, OGRES, {}, 3)
STRUCK: Place = ("fight", OGRES, LEGION, {}, 3)
CHARGES: Place = ("fight", LEGION, OGRES, {"charger": "a"}, 2)
BEATEN: Place = ("fight", PEASANTS, OGRES, {}, 4)
SLOW: Place = ("fight", OGRES, LEGION, {}, 3)
WEAKLY: Place = ("fight", PEASANTS, LEGION, {}, 3)
UNSAVED: Place = ("fight", OGRES, PEASANTS, {}, 3)
SHOT_UNSAVED: Place = ("shooting", ARCHERS, PEASANTS, {"distance": 12}, None)
SLIPS: Place = ("fight", CATS, LEGION, {"a.leaves": True}, 3)
SHOOTS: Place = ("shooting", ARCHERS, OGRES, {"distance": 12}, None)
COVERED: Place = ("shooting", ARCHERS, OGRES, {"distance": 12, "cover": "4"}, None)
SHOT_AT: Place = ("shooting", ARCHERS, LEGION, {"distance": 12}, None)

VALUES: dict[tuple[str, str], tuple[int | str, ...]] = {
    ("to-hit", "add"): (1, -1),
    ("to-wound", "add"): (1, -2),
    ("strength", "add"): (2, -1),
    ("piercing", "add"): (2,),
    ("attacks", "add"): (1, -1),
    ("armour", "add"): (1, -1),
    ("ward", "add"): (2,),
    ("ward", "or"): (5,),
    ("poison", "or"): (3,),
}


def places(one: OfferedEffect, whose: Whose) -> tuple[Place, ...]:
    own: dict[str, tuple[Place, ...]] = {
        "attacks": (MELEE,),
        "order": (MELEE, SLOW),
        "result": (MELEE,),
        "test:morale": (BEATEN,),
        "act:leave": (SLIPS,),
        "cover": (COVERED,),
    }
    if one.on in own:
        return own[one.on]
    if one.on == "ward":
        return UNSAVED, SHOT_UNSAVED
    if one.on in ("to-wound", "strength") and whose == "against":
        return WEAKLY, SHOT_AT
    return (STRUCK, SHOT_AT) if whose == "against" else (MELEE, SHOOTS)


def played(place: Place, effect: RuleEffect) -> tuple[MatchUp, MatchUp]:
    """Return a match-up with a rule of a book, and the same without it."""
    kind, a, b, situation, rounds = place
    use, against = house_rule(effect), effect.whose == "against"
    one, other = (a, bearing(b, use)) if against else (bearing(a, use), b)
    return (
        match_up(kind, one, other, situation, rounds=rounds),
        match_up(kind, a, b, situation, rounds=rounds),
    )


def of_vocabulary() -> dict[str, tuple[MatchUp, MatchUp]]:
    found = {}
    for one in VOCABULARY.offered:
        usual = one.values.words or (one.values.low,)
        values = VALUES.get((one.on, one.op), usual)
        for value, whose in product(values, one.whose):
            effect = RuleEffect(one.on, one.op, value, whose=whose)
            for number, place in enumerate(places(one, whose)):
                if (value, place) in (("first", MELEE), ("last", SLOW)):
                    continue
                name = f"{one.on} {one.op} {value}, {whose}, {place[0]} {number}"
                found[name] = played(place, effect)
    return found


AT_MOMENT = {
    "in-combat": MELEE,
    "first-round": CHARGES,
    "charging": CHARGES,
    "shooting": SHOOTS,
}


def of_moments() -> dict[str, tuple[MatchUp, MatchUp]]:
    moments = dict.fromkeys(m for one in VOCABULARY.offered for m in one.moments)
    found = {}
    for moment in moments:
        when = RuleEffect("to-hit", "add", 2, when=(moment,))
        unless = RuleEffect("to-hit", "add", -1, unless=(moment,))
        found[f"when {moment}"] = played(AT_MOMENT[moment], when)
        found[f"unless {moment}"] = played(AT_MOMENT[moment], unless)
    return found


EFFECTS = of_vocabulary()
MOMENTS = of_moments()
PLAYED = {**EFFECTS, **MOMENTS}


def differences(name: str, fights: int) -> list[str]:
    question = PLAYED[name][0]
    play = shot if question.kind == "shooting" else simulate
    seed = 1 + list(PLAYED).index(name)
    return disagreements(question, play(question, fights, seed), fights)


def test_each_pair_of_the_vocabulary_has_its_match_up() -> None:
    for one in VOCABULARY.offered:
        for whose in one.whose:
            pair = f"{one.on} {one.op} "
            its = [name for name in EFFECTS if name.startswith(pair)]
            assert any(f", {whose}, " in name for name in its), pair


@pytest.mark.parametrize("name", EFFECTS)
def test_each_effect_changes_the_odds_and_is_told(name: str) -> None:
    with_it, without = map(odds, EFFECTS[name])
    assert (with_it.outcomes, with_it.survivors) != (
        without.outcomes,
        without.survivors,
    )
    assert any("House rule" in (step.rule + step.text) for step in with_it.trace)
    assert "House rule" not in {left.rule for left in with_it.not_modelled}


@pytest.mark.sweep(12)
@pytest.mark.parametrize("name", PLAYED)
def test_effects_of_books_are_those_of_dice_rolled_one_by_one(name: str) -> None:
    assert differences(name, FEW) == []


@pytest.mark.million
@pytest.mark.parametrize("name", PLAYED)
def test_every_effect_of_books_agrees_with_a_million_fights(name: str) -> None:
    assert differences(name, MANY) == []


def test_an_effect_that_the_game_does_not_know_is_named_and_breaks_nothing() -> None:
    plain = odds(match_up("fight", LEGION, OGRES, rounds=2))
    for effect in (
        RuleEffect("leadership", "add"),
        RuleEffect("damage", "set", 99),
        RuleEffect("to-wound", "natural", "rends", 5),
        RuleEffect("to-hit", "add", when=("full-moon",)),
    ):
        bearer = bearing(LEGION, house_rule(effect))
        told = odds(match_up("fight", bearer, OGRES, rounds=2))
        assert told.outcomes == plain.outcomes
        assert "House rule" in {one.rule for one in told.not_modelled}


def test_many_rules_at_once_stay_within_the_bounds_of_the_game() -> None:
    effects = (
        RuleEffect("attacks", "add", 3),
        RuleEffect("to-hit", "add", -3),
        RuleEffect("to-wound", "add", 3),
        RuleEffect("strength", "add", -3),
        RuleEffect("ward", "add", 3, whose="against"),
        RuleEffect("armour", "add", 3, whose="against"),
    )
    rule = house_rule(*effects).rule
    assert rule is not None
    uses = [RuleUse(f"h{n}", rule=replace(rule, key=f"h{n}")) for n in range(8)]
    told = odds(match_up("fight", bearing(LEGION, *uses), OGRES, rounds=2))
    assert sum(told.outcomes.values()) == pytest.approx(1)
    assert COMBAT.preview(bearing(LEGION, *uses), OGRES)
