"""Effects that rules of books write out, counted in Scrollhammer, rolled by dice."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from rulesets.core.effects import Op, RuleEffect, Whose
from rulesets.core.values import RuleUse
from rulesets.games.scrollhammer.combat.answers import COMBAT, odds
from rulesets.games.scrollhammer.combat.blows.attack import (
    hit_chance,
    wound_chances,
)
from rulesets.games.scrollhammer.combat.blows.attack_values import (
    ScrollhammerAttack,
    ScrollhammerMoment,
    ScrollhammerSave,
)
from rulesets.games.scrollhammer.combat.blows.saves import save_need
from rulesets.games.scrollhammer.combat.blows.terms import DICE, SAVES, effects_of, now
from rulesets.games.scrollhammer.combat.blows.vocabulary import VOCABULARY
from rulesets.games.scrollhammer.combat.context import ScrollhammerReadings
from rulesets.odds.attack import passes
from rulesets.odds.effects import apply_effects
from rulesets.odds.match_up import Answers, Fighter, MatchUp
from rulesets.odds.vocabulary import OfferedEffect
from tests.rulesets.games.house_rule import house_rule
from tests.rulesets.games.scrollhammer.effects_player import numbers, words
from tests.rulesets.games.scrollhammer.simulator import simulate
from tests.rulesets.games.scrollhammer.simulator_engagement import engaged
from tests.rulesets.games.scrollhammer.simulator_shots import charged, shot
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


def bearing(plain: Fighter, *uses: RuleUse) -> Fighter:
    parts = tuple(replace(p, rules=(*p.rules, *uses)) for p in plain.parts)
    return replace(plain, rules=(*plain.rules, *uses), parts=parts)


DREADED = bearing(OGRES, house_rule(RuleEffect("test:fear", "start", whose="unit")))
"""An enemy who is feared."""

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
FEARED: Place = ("charge", OGRES, LEGION, {"distance": 6}, 2)
AFRAID: Place = ("charge", LEGION, DREADED, {"distance": 6}, 2)
RUNS: Place = ("engagement", LEGION, OGRES, {"distance": 20, "turns": 3}, 2)
SHOOTS: Place = ("shooting", ARCHERS, OGRES, {"distance": 12}, None)
COVERED: Place = ("shooting", ARCHERS, OGRES, {"distance": 12, "cover": "4"}, None)
SHOT_AT: Place = ("shooting", ARCHERS, LEGION, {"distance": 12}, None)

VALUES: dict[tuple[str, str], tuple[int | str, ...]] = {
    ("to-hit", "add"): (1, -1),
    ("to-wound", "add"): (1, -2),
    ("strength", "add"): (2, -1),
    ("piercing", "add"): (2,),
    ("initiative", "add"): (2, -2),
    ("attacks", "add"): (1, -1),
    ("armour", "add"): (1, -1),
    ("ward", "add"): (2,),
    ("ward", "or"): (5,),
    ("poison", "or"): (3,),
}


IDLE = (("first", MELEE), ("last", SLOW), (2, MELEE), (-2, SLOW))
"""Orders of blows that stay as they are, by the value of an effect."""


def places(one: OfferedEffect, whose: Whose) -> tuple[Place, ...]:
    own: dict[str, tuple[Place, ...]] = {
        "attacks": (MELEE,),
        "order": (MELEE, SLOW),
        "initiative": (MELEE, SLOW),
        "result": (MELEE,),
        "test:morale": (BEATEN,),
        "test:break": (BEATEN,),
        "act:take-wounds": (BEATEN,),
        "act:leave": (SLIPS,),
        "cover": (COVERED,),
    }
    if one.on in own:
        return own[one.on]
    if one.on == "test:fear":
        return (FEARED,) if one.op == "start" else (AFRAID,)
    if one.on == "act:run":
        return (RUNS,)
    if one.on == "ward":
        return UNSAVED, SHOT_UNSAVED
    if one.on in ("to-wound", "strength") and whose == "against":
        return WEAKLY, SHOT_AT
    return (STRUCK, SHOT_AT) if whose == "against" else (MELEE, SHOOTS)


def played(place: Place, effect: RuleEffect) -> tuple[MatchUp, MatchUp]:
    """Return a match-up with a rule of a book, and the same without it."""
    kind, a, b, situation, rounds = place
    feared = (effect.on, effect.op) == ("test:fear", "start")
    use, against = house_rule(effect), feared or effect.whose == "against"
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
                if (value, place) in IDLE:
                    continue
                name = f"{one.on} {one.op} {value}, {whose}, {place[0]} {number}"
                found[name] = played(place, effect)
    return found


AT_MOMENT = {
    "parrying": STRUCK,
    "in-combat": MELEE,
    "first-round": CHARGES,
    "charging": CHARGES,
    "shooting": SHOOTS,
}


def usual_at(moment: str) -> tuple[RuleEffect, RuleEffect]:
    return (
        RuleEffect("to-hit", "add", 2, when=(moment,)),
        RuleEffect("to-hit", "add", -1, unless=(moment,)),
    )


MOMENT_EFFECTS = {
    "parrying": (
        RuleEffect("ward", "add", when=("parrying",), whose="against"),
        RuleEffect("ward", "add", 2, unless=("parrying",), whose="against"),
    )
}
"""Effects with and without a moment that other terms than to hit have."""


def of_moments() -> dict[str, tuple[MatchUp, MatchUp]]:
    moments = dict.fromkeys(m for one in VOCABULARY.offered for m in one.moments)
    found = {}
    for moment in moments:
        when, unless = MOMENT_EFFECTS.get(moment, usual_at(moment))
        found[f"when {moment}"] = played(AT_MOMENT[moment], when)
        found[f"unless {moment}"] = played(AT_MOMENT[moment], unless)
    return found


EFFECTS = of_vocabulary()
MOMENTS = of_moments()
PLAYED = {**EFFECTS, **MOMENTS}


PLAYERS = {
    "shooting": shot,
    "fight": simulate,
    "charge": charged,
    "engagement": engaged,
}


def differences(name: str, fights: int) -> list[str]:
    question = PLAYED[name][0]
    play = PLAYERS[question.kind]
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


PLAIN = ScrollhammerAttack(4, 4, 4, 0, 4)
MELEE_NOW = ScrollhammerMoment(melee=True)
READ = ScrollhammerReadings()
FACES = range(1, 7)
ROLLED: tuple[tuple[str, Op, tuple[int | str, ...]], ...] = (
    ("to-hit", "add", (-3, -2, -1, 1, 2, 3)),
    ("to-hit", "re-roll", ("failures", "ones")),
    ("to-wound", "add", (-3, -2, -1, 1, 2, 3)),
    ("to-wound", "re-roll", ("failures", "ones")),
    ("strength", "add", (-3, -2, -1, 1, 2, 3)),
    ("poison", "or", (2, 3, 4, 5, 6)),
    ("armour", "add", (-3, -2, -1, 1, 2, 3)),
    ("armour", "never", (1,)),
    ("ward", "add", (-3, -2, -1, 1, 2, 3)),
    ("ward", "or", (2, 3, 4, 5, 6)),
)


def drawn(dice: random.Random) -> tuple[RuleEffect, ...]:
    """Return one to five effects, each of a rule of its own."""
    found = []
    for on, op, choices in dice.choices(ROLLED, k=dice.randint(1, 5)):
        whose: Whose = "against" if on in ("armour", "ward") else "own"
        found.append(RuleEffect(on, op, dice.choice(choices), whose=whose))
    return tuple(dict.fromkeys(found))


def by_faces(need: int, better: list[int], again: list[str]) -> Fraction:
    """Roll a die and, where it is rolled again, another: count those that pass."""
    passed = 0
    for first, second in product(FACES, FACES):
        twice = not lands(first, need, better) and "failures" in again
        twice = twice or (first == 1 and "ones" in again)
        passed += lands(second if twice else first, need, better)
    return Fraction(passed, 36)


def lands(face: int, need: int, better: list[int]) -> bool:
    return face > 1 and face + sum(better) >= need


def wound_chart(strength: int, toughness: int) -> int:
    return WOUND_ROWS[strength - 1][toughness - 1]


WOUND_ROWS = [
    [4, 5, 6, 6, 7],
    [3, 4, 5, 6, 6],
    [2, 3, 4, 5, 6],
    [2, 2, 3, 4, 5],
    [2, 2, 2, 3, 4],
    *([[2, 2, 2, 2, 3]] + [[2, 2, 2, 2, 2]] * 4),
]
"""To wound by Strength 1 to 10 and Toughness 1 to 5, as it is printed."""


def test_four_thousand_sets_of_effects_are_those_of_every_face() -> None:
    dice = random.Random(8)  # noqa: S311
    for _ in range(4000):
        effects = drawn(dice)
        keys = [VOCABULARY.key_of(house_rule(one)).key for one in effects]
        rules = dict.fromkeys(keys, 0)
        at = now(PLAIN, MELEE_NOW, READ)
        attack, _ = apply_effects(PLAIN, effects_of(rules, "own"), at, DICE)
        attack = replace(attack, strength=min(max(attack.strength, 1), 10))
        save, _ = apply_effects(
            ScrollhammerSave(4, 6), effects_of(rules, "against"), at, SAVES
        )
        _, hits, _ = hit_chance(attack, MELEE_NOW, READ)
        again = words(effects, "to-hit", "re-roll")
        assert hits == by_faces(4, numbers(effects, "to-hit", "add"), again), effects
        power = min(max(4 + sum(numbers(effects, "strength", "add")), 1), 10)
        need = wound_chart(power, 4)
        poisons = numbers(effects, "poison", "or")
        need = min(need, *poisons, 7)
        again = words(effects, "to-wound", "re-roll")
        again += ["failures"] if poisons and power >= 4 else []
        _, wounds, _ = wound_chances(attack, MELEE_NOW, READ)
        better = numbers(effects, "to-wound", "add")
        assert wounds == by_faces(need, better, again), effects
        armour = not numbers(effects, "armour", "never")
        warded = [6 - sum(numbers(effects, "ward", "add"))]
        warded += numbers(effects, "ward", "or")
        saved = [
            face > 1
            and (
                (armour and lands(face, 4, numbers(effects, "armour", "add")))
                or face >= min(warded)
            )
            for face in FACES
        ]
        assert passes(save_need(save, 0)[0]) == Fraction(sum(saved), 6), effects
